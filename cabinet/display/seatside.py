"""One seat's side of the table: plate, card slots, soft-keys, stock, fouls and the lock.

Everything is drawn upright and turned round as a whole for whoever sits opposite. The methods that compose
surfaces are kept by what they show, so that an unchanged look is the same object and is not drawn again.
"""

from collections.abc import Callable, Mapping, Sequence

import pygame

from cabinet.display.cards import MARKER
from cabinet.display.keeping import kept
from cabinet.display.keycaps import KeyNames
from cabinet.display.kit import Kit, stacked
from cabinet.display.layout import Box, SeatLayout
from cabinet.display.marks import Marks
from cabinet.display.moment import MeaningLike, Moment, Words, said
from cabinet.display.places import Place
from cabinet.display.softkeys import NUMBERS, KeyFace, Sign, SoftKeys
from cabinet.display.stage import Sprite
from cabinet.display.story import tag_texts
from cabinet.display.under import Under
from engine.panel import BUTTONS

TENTH_NS = 100_000_000
"""Times that run down are shown in tenths of a second."""

LETTERS = 0.8
"""Letters on a plate are no higher than this share of it."""

CAPITALS = 0.74
"""Height of capitals and figures, in sizes of their letters."""

SHOUTED = ("foul.miss", "foul.false_start", "say.stuck", "say.spit")
"""What is often shouted across a seat's cards, drawn before the first time."""

FIFTH, BUTTON_LEFT, BUTTON_RIGHT, BUTTON_ACTION = 4, 5, 6, 7
"""Places of the last four buttons in the panel's order; the fifth card's serves a sixth pile as well (SPIT-17)."""


class SeatSide:
    """Draws seats. `names` are what the seats are called; `goal` is how many scores win: up to five are shown as
    pips, more as a figure, and with 0, in a game that keeps no score, it is the seat's cards that count.
    `key_names` stand on the caps of the soft-keys; a button without one has no cap."""

    def __init__(
        self,
        kit: Kit,
        softkeys: SoftKeys,
        marks: Marks,
        words: Words,
        names: Sequence[str],
        goal: int,
        key_names: KeyNames,
    ) -> None:
        self._kit = kit
        self._keys = softkeys
        self._marks = marks
        self._words = words
        self._names = names
        self._goal = goal
        self._key_names = key_names
        self._under = Under(kit)
        self._pressed: dict[tuple[int, int, str | None], Sprite] = {}
        self._places: Mapping[str, Place] = {}
        self._zones: dict[int, tuple[str, ...]] = {}
        self._kept: dict[tuple[str, int], tuple[tuple[object, ...], list[Sprite]]] = {}
        self._plate = kept(256, self._draw_plate)
        self._count = kept(256, self._draw_count)
        self._pill = kept(128, self._draw_pill)

    def sprites(self, moment: Moment, seat: SeatLayout) -> list[Sprite]:
        """The seat's side at a moment, from the bottom to the top."""
        if moment.places is not self._places:
            self._places, self._zones, self._kept, self._pressed = moment.places, {}, {}, {}
        lying = self._lying(moment, seat.seat)
        return [
            *self._name_plate(moment, seat),
            *self._as_before("stocks", self._stocks, moment, seat, lying),
            *self._as_before("slots", self._slots, moment, seat, (*lying, *self._shows_on_slots(moment, seat.seat))),
            *self._under.sprites(moment, seat),
            *self._as_before("keys", self._soft_keys, moment, seat, self._shows_on_keys(moment, seat.seat)),
            *self._tags(moment, seat),
            *self.notice(moment, seat),
        ]

    def _as_before(
        self,
        what: str,
        draw: Callable[[Moment, SeatLayout], list[Sprite]],
        moment: Moment,
        seat: SeatLayout,
        on: tuple[object, ...],
    ) -> list[Sprite]:
        """What was drawn the last time, where nothing of the moment that it depends `on` has changed; else drawn anew.

        Most moments change one part of one seat, and finding that out costs less than putting all together again.
        """
        kept = self._kept.get((what, seat.seat))
        if kept is None or kept[0] != (on, seat):
            kept = self._kept[what, seat.seat] = ((on, seat), draw(moment, seat))
        return kept[1]

    def _lying(self, moment: Moment, number: int) -> tuple[object, ...]:
        """The seat's cards, and which of them are still under way."""
        mine, zones = self._zones_of(number), moment.table.zones
        return [zones.get(zone) for zone in mine], [under for under in moment.under_way if under[0] in mine]

    def _shows_on_slots(self, moment: Moment, number: int) -> tuple[object, ...]:
        """What else than cards shows on the seat's slots."""
        scalars = moment.table.scalars
        glow = _looks_of(moment, number) if scalars.get("glow") else ()
        return scalars.get(f"armed.{number}"), scalars.get(f"marked.{number}"), glow, moment.is_locked(number)

    def _shows_on_keys(self, moment: Moment, number: int) -> tuple[object, ...]:
        """What shows on the seat's soft-keys."""
        return _looks_of(moment, number), moment.is_locked(number), moment.layout.piles

    def _owned(self, moment: Moment, number: int) -> int:
        """How many cards are the seat's own, wherever they lie; a marker is none."""
        zones = moment.table.zones
        lying = [zones.get(zone, ()) for zone in self._zones_of(number)]
        return sum([len(cards) for cards in lying if cards != (MARKER,)])

    def _zones_of(self, number: int) -> tuple[str, ...]:
        """The zones of a seat."""
        if number not in self._zones:
            self._zones[number] = tuple(zone for zone, place in self._places.items() if place.seat == number)
        return self._zones[number]

    def rehearse(self, seat: SeatLayout, shouted: Sequence[str] = SHOUTED) -> None:
        """Draw what is often shouted across the seat's cards before somebody does."""
        for key in shouted:
            self._marks.notice(said(self._words, key), seat.seat, (seat.notice.w, seat.notice.h), key[0] == "f")

    # The plate

    def _name_plate(self, moment: Moment, seat: SeatLayout) -> list[Sprite]:
        number = seat.seat
        chip = _chip_key(moment, number, moment.phase)
        name = self._names[number] if number < len(self._names) else self._kit.theme.seat(number).word
        score = moment.number(f"score.{number}") if self._goal else self._owned(moment, number)
        plate = self._plate(number, name, score, chip, (seat.plate.w, seat.plate.h), seat.turned)
        return [Sprite(plate, seat.plate.x, seat.plate.y)]

    def _draw_plate(
        self, seat: int, name: str, score: int, chip: str, size: tuple[int, int], turned: bool
    ) -> pygame.Surface:
        kit = self._kit
        box = Box(0, 0, *size)
        look = kit.theme.seat(seat)
        tall = size[1] > size[0] // 2
        badge = kit.badge(seat, kit.px(26 if tall else 30, 18))
        room = (box.w if tall else box.w // 2) - badge.get_width() - kit.px(8)
        low = int(size[1] / kit.scale * LETTERS)
        title = kit.fitted(name, min(kit.theme.type.name, low), look.colour, room, "title")
        head = self._beside_each_other([badge, title], kit.px(8, 5))
        points = self._score(score, look.colour, low)
        tag = self._chip(chip, look.colour, box.w) if chip else None
        if tall:
            return kit.panel(size, stacked(box, [s for s in (head, points, tag) if s], kit.px(9, 5)), turned=turned)
        inside = box.inset(kit.px(4), 0)
        parts = [kit.put(inside, head, 0.0), kit.put(inside, points, 1.0)]
        if tag is not None:
            chipped = kit.put(box, tag, 0.62)
            if any(chipped.rect.colliderect(part.rect) for part in parts):  # no room for all three
                parts, chipped = parts[:1], kit.put(inside, tag, 1.0)
            parts.append(chipped)
        return kit.panel(size, parts, turned=turned)

    def _beside_each_other(self, parts: Sequence[pygame.Surface], gap: int) -> pygame.Surface:
        width = sum(part.get_width() for part in parts) + gap * (len(parts) - 1)
        line = pygame.Surface((width, max(part.get_height() for part in parts)), pygame.SRCALPHA)
        x = 0
        for part in parts:
            line.blit(part, (x, (line.get_height() - part.get_height()) // 2))
            x += part.get_width() + gap
        return line

    def _score(self, score: int, colour: tuple[int, int, int], most: int) -> pygame.Surface:
        """Pips for the few scores that win, a figure otherwise, in letters of at most that size."""
        kit, type_, colours = self._kit, self._kit.theme.type, self._kit.theme.colours
        if 0 < self._goal <= 5:
            return self._marks.pips(min(score, self._goal), self._goal, colour)
        figure = kit.text(str(score), min(type_.figure, most), colours.text, "title")
        if self._goal:
            return figure
        unit = kit.text(said(self._words, "table.cards" if score != 1 else "table.card"), type_.note, colours.quiet)
        return self._beside_each_other([figure, unit], kit.px(7, 4))

    def _chip(self, key: str, colour: tuple[int, int, int], room: int) -> pygame.Surface:
        """A word on a seat's colour, no wider than `room` px; without its tick where that has none."""
        kit = self._kit
        air = kit.px(18, 10)
        word = kit.fitted(said(self._words, key), kit.theme.type.note, kit.theme.colours.dark_text, room - air)
        tick = kit.sign("tick", kit.px(11, 8), kit.theme.colours.dark_text)
        inside = self._beside_each_other([tick, word], kit.px(5, 3))
        inside = inside if inside.get_width() + air <= room else word
        plate = kit.plate((inside.get_width() + air, inside.get_height() + kit.px(4, 2)), colour).copy()
        plate.blit(inside, inside.get_rect(center=plate.get_rect().center))
        return plate

    # Stocks

    def _stocks(self, moment: Moment, seat: SeatLayout) -> list[Sprite]:
        """The seat's face-down pile with its size; empty, a well with a 0."""
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.seat != seat.seat or place.kind not in ("stock", "marker"):
                continue
            cards = moment.cards(zone)
            if place.kind == "stock" and not sprites:
                sprites += self._marks.pile(cards, place, deep=3)
                sprites.append(self._size(len(moment.table.zones.get(zone, ())), seat))
            elif place.kind == "marker" and cards:
                sprites += self._marks.pile(cards, place, deep=0)
        return sprites

    def _size(self, count: int, seat: SeatLayout) -> Sprite:
        figure = self._count(count, seat.count.w)
        across = 0.5 if seat.count.w < 2 * seat.stock.w else 0.12
        return self._kit.put(seat.count, figure, across, turned=seat.turned)

    def _draw_count(self, count: int, width: int) -> pygame.Surface:
        kit = self._kit
        return kit.fitted(str(count), kit.theme.type.figure, kit.theme.colours.text, width, "title")

    # Card slots

    def _slots(self, moment: Moment, seat: SeatLayout) -> list[Sprite]:
        armed = moment.text(f"armed.{seat.seat}").partition(" ")[0]
        marked = moment.text(f"marked.{seat.seat}")
        locked = moment.is_locked(seat.seat)
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.seat != seat.seat or place.kind not in ("slot", "draw"):
                continue
            cards = moment.cards(zone)
            lift = seat.inward * moment.layout.lift if zone == armed and cards else 0
            at = place.box.moved(dy=lift)
            colour = self._kit.theme.seat(seat.seat).colour
            if cards and moment.number("glow") and self._is_playable(moment, seat.seat, place.number):
                sprites.append(self._marks.halo(at, colour))
            sprites += self._marks.pile(cards, place, deep=3, at=at)
            if len(cards) > 1:
                sprites.append(self._marks.chip(len(cards), at, turned=seat.turned))
            if zone in (armed, marked):
                sprites.append(self._marks.ring(at, colour))
            if locked and cards:
                sprites.append(self._marks.veil(at))
        return sprites

    def _is_playable(self, moment: Moment, seat: int, slot: int) -> bool:
        meaning = moment.meaning(seat, slot - 1) if 0 < slot <= 5 else None
        return meaning is not None and meaning.lit

    # Soft-keys

    def _soft_keys(self, moment: Moment, seat: SeatLayout) -> list[Sprite]:
        if not seat.card_keys:
            return []
        shared = not seat.turned and seat.left_key.y > moment.layout.piles[0].bottom
        sprites: list[Sprite] = []
        meanings = moment.meanings(seat.seat) or (None,) * len(BUTTONS)
        fifth = meanings[FIFTH]
        place = moment.places.get(fifth.zone) if fifth is not None else None
        is_sixth = place is not None and place.kind == "slot" and place.number > FIFTH + 1
        locked = moment.is_locked(seat.seat)
        for button, box in enumerate(seat.keys):
            meaning = None if locked or (is_sixth and button == FIFTH) else meanings[button]
            sprites.append(self._soft_key(seat, button, box, meaning, shared))
        for box in seat.card_keys[FIFTH + 1 :]:
            face = self._face(seat, FIFTH, fifth if is_sixth and not locked else None, shared)
            face = face if face.lit else KeyFace(said(self._words, "button.CARD6"), False, seat.seat)
            sprites.append(Sprite(self._keys.key(face._replace(cap=""), (box.w, box.h), seat.turned), box.x, box.y))
        return sprites

    def _soft_key(self, seat: SeatLayout, button: int, box: Box, meaning: MeaningLike | None, shared: bool) -> Sprite:
        """One key, as it was drawn the last time that it said the same."""
        said_so = (seat.seat, button, meaning.label if meaning is not None and meaning.lit else None)
        key = self._pressed.get(said_so)
        if key is None:
            face = self._face(seat, button, meaning, shared)
            key = Sprite(self._keys.key(face, (box.w, box.h), seat.turned), box.x, box.y)
            self._pressed[said_so] = key
        return key

    def _face(self, seat: SeatLayout, button: int, meaning: MeaningLike | None, shared: bool) -> KeyFace:
        lit = meaning is not None and meaning.lit
        word = said(self._words, f"label.{meaning.label}") if meaning is not None and lit and meaning.label else ""
        cap = self._key_names.get((seat.seat, BUTTONS[button]), "")
        if button < BUTTON_LEFT:
            idle = "" if cap else NUMBERS[button]
            return KeyFace(word if lit else idle, lit, seat.seat, cap=cap)
        if button == BUTTON_ACTION:
            return KeyFace(word if lit else said(self._words, "button.ACTION"), lit, seat.seat, "star", cap=cap)
        side: Sign = "left" if (button == BUTTON_LEFT) != seat.turned else "right"
        return KeyFace(word, lit, seat.seat, side, badge=shared, cap=cap)

    # What happens to the seat

    def _tags(self, moment: Moment, seat: SeatLayout) -> list[Sprite]:
        """By how much a card was beaten, on that card once it is back, between its index and its suit."""
        kit = self._kit
        sprites = []
        for contest, _ in moment.story.tags:
            place = moment.places.get(contest.zone)
            is_away = any(zone == contest.zone for zone, _ in moment.under_way)
            if contest.loser != seat.seat or place is None or contest.dead_heat or is_away:
                continue
            room = place.box.w - kit.px(4, 2)
            text = next((text for text in tag_texts(contest.margin_ns) if kit.fits(text, room)), None)
            if text is None:  # half a figure would be a wrong one; the timing board has the whole
                continue
            tag = self._pill(text, room, True)
            box = Box(place.box.x, place.box.y + int(place.box.w * 0.525), place.box.w, int(place.box.w * 0.2))
            if seat.turned:
                box = Box(box.x, place.box.bottom - int(place.box.w * 0.725), box.w, box.h)
            sprites.append(kit.put(box, tag, turned=seat.turned))
        return sprites

    def notice(self, moment: Moment, seat: SeatLayout) -> list[Sprite]:
        """A foul, a shout or the lock with the time that is left of it, across the seat's cards."""
        notice = next((held for held in moment.story.notices if held.seat == seat.seat), None)
        left = moment.left_ns(f"lock.{seat.seat}")
        if left:
            seconds = f"{-(-left // TENTH_NS) / 10:.1f}"
            text, alarm = said(self._words, "table.locked", seconds=seconds), True
        elif notice is not None:
            text, alarm = said(self._words, notice.key), notice.alarm
        else:
            return []
        pill = self._marks.notice(text, seat.seat, (seat.notice.w, seat.notice.h), alarm)
        return [self._kit.put(seat.notice, pill, turned=seat.turned)]

    def _draw_pill(self, text: str, width: int, alarm: bool) -> pygame.Surface:
        kit, colours = self._kit, self._kit.theme.colours
        word = kit.fitted(text, kit.theme.type.note, colours.text, width)
        word = word.subsurface(word.get_bounding_rect())
        ink = colours.alarm if alarm else colours.key_edge
        height = round(kit.type_size(kit.theme.type.note) * CAPITALS) + kit.px(6, 4)
        plate = kit.plate((width, height), colours.dark_text, ink).copy()
        plate.blit(word, word.get_rect(center=plate.get_rect().center))
        return plate


def _looks_of(moment: Moment, seat: int) -> list[tuple[str, bool, str]]:
    """What a seat's keys show."""
    return [(key.label, key.lit, key.zone) for key in moment.meanings(seat)]


def _chip_key(moment: Moment, number: int, phase: str) -> str:
    """The one thing that is worth a word about the seat now; empty for nothing."""
    if phase == "draw" and moment.number("dealer") == number:
        return "table.deals"
    if phase == "ready" and moment.number(f"ready.{number}"):
        return "table.ready"
    if moment.number(f"said.{number}"):
        return "table.said"
    if phase != "play":
        return ""
    if place := moment.number(f"place.{number}"):
        return f"table.place.{place}"
    runner = moment.number(f"runner.{number}")
    return f"table.runner.{runner}" if runner else ""
