"""A person's side where hands are held: plate, row of five, soft-keys, cards on the table, and the time.

Everything is drawn upright and turned round as a whole for whoever sits opposite, as in `seatside`, from which the
notices come. A row shows five slots of the hand; the bar below it tells which, and LEFT and RIGHT how many lie there.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import pygame

from cabinet.display.cards import DOWN, UNKNOWN, CardSize
from cabinet.display.keeping import kept
from cabinet.display.keycaps import KeyNames
from cabinet.display.kit import Kit, stacked
from cabinet.display.layout import Box, SeatLayout
from cabinet.display.layout_hands_parts import HandLayout, Lap
from cabinet.display.marks import Marks
from cabinet.display.marks_hands import HandMarks, choice_card, places_in
from cabinet.display.moment import MeaningLike, Moment, Words, place_word, said
from cabinet.display.places import Place
from cabinet.display.rehearsal_hands import PLATED
from cabinet.display.seatside import BUTTON_ACTION, BUTTON_LEFT, SeatSide
from cabinet.display.softkeys import NUMBERS, KeyFace, Sign, SoftKeys
from cabinet.display.stage import Sprite
from engine.panel import BUTTONS

CHOICE_FROM = 0.42
"""Where on a card the tile of a choice begins, in heights: its index stays to be seen."""


class PlateText(NamedTuple):
    """What a seat's plate tells: how many cards (-1: there are no hands yet), points (0: not told), a chip, whether
    that is a danger, and whether the seat is the one that all look at."""

    name: str
    cards: int
    points: int = 0
    chip: str = ""
    alarm: bool = False
    is_turn: bool = False


class HandSide:
    """Draws the sides of those who look at the screen."""

    def __init__(
        self,
        kit: Kit,
        softkeys: SoftKeys,
        marks: Marks,
        hand_marks: HandMarks,
        words: Words,
        names: Sequence[str],
        key_names: KeyNames,
        side: SeatSide,
    ) -> None:
        """`side` draws the notices; `key_names` stand on the caps of the soft-keys."""
        self._kit = kit
        self._keys = softkeys
        self._marks = marks
        self._hand_marks = hand_marks
        self._words = words
        self._names = names
        self._key_names = key_names
        self._side = side
        self._plate = kept(256, self._draw_plate)
        self._pressed: dict[tuple[int, int, str | None, Box], Sprite] = {}
        self._stood: dict[int, tuple[object, list[Sprite]]] = {}

    def sprites(self, moment: Moment, seat: SeatLayout, lap: Lap) -> list[Sprite]:
        """The side at a moment, from the bottom to the top."""
        standing = [*self._standing(moment, seat, lap), *self._time(moment, seat, lap)]
        told = self._side.notice(moment, seat)
        if told and _is_choosing(moment, seat):
            told = self._side.notice(moment, replace(seat, notice=above_choices(seat)))
        return [*standing, *told]

    def rehearse(self, seat: SeatLayout) -> None:
        """Draw the seat's plate with every usual number of cards, while it has the turn and while it has not."""
        name = self._names[seat.seat] if seat.seat < len(self._names) else ""
        for cards in PLATED:
            for is_turn in (False, True):
                self._name_plate(PlateText(name, cards, is_turn=is_turn), seat)

    def _standing(self, moment: Moment, seat: SeatLayout, lap: Lap) -> list[Sprite]:
        """What changes only when something happens to this seat; most of what happens happens to another."""
        text = plate_text(moment, seat.seat, self._names, self._words)
        look = (moment.layout, text, *_look(moment, seat))
        before, sprites = self._stood.get(seat.seat, (None, []))
        if look != before:
            sprites = [
                *self._name_plate(text, seat),
                *self._minis(moment, seat),
                *self._row(moment, seat, lap),
                *self._choices(moment, seat),
                *self._soft_keys(moment, seat),
            ]
            self._stood[seat.seat] = look, sprites
        return sprites

    # The plate

    def _name_plate(self, text: PlateText, seat: SeatLayout) -> list[Sprite]:
        surface = self._plate(seat.seat, text, (seat.plate.w, seat.plate.h), seat.turned)
        return [Sprite(surface, seat.plate.x, seat.plate.y)]

    def _draw_plate(self, seat: int, text: PlateText, size: tuple[int, int], turned: bool) -> pygame.Surface:
        kit, colours = self._kit, self._kit.theme.colours
        look = kit.theme.seat(seat)
        gap = kit.px(8, 5)
        badge = kit.badge(seat, kit.px(24, 15))
        is_wide = size[0] > 2.4 * size[1]
        room = (round(size[0] * 0.58) if is_wide else size[0]) - badge.get_width() - 3 * gap
        head = beside([badge, kit.inked(text.name, kit.theme.type.name, look.colour, room, "title")], gap)
        tail = self._count(text, (size[0] - head.get_width() if is_wide else size[0]) - 3 * gap)
        edge = look.colour if text.is_turn else colours.plate
        parts = [Sprite(self._hand_marks.frame(size, colours.plate, edge, kit.px(3, 2)), 0, 0)] if text.is_turn else []
        box = Box(0, 0, *size)
        if is_wide:
            inner = box.inset(gap, 0)
            return kit.panel(size, [*parts, kit.put(inner, head, 0.0), kit.put(inner, tail, 1.0)], turned=turned)
        spare = max(0, size[1] - head.get_height() - tail.get_height())
        return kit.panel(size, [*parts, *stacked(box, [head, tail], min(kit.px(10, 6), spare // 3))], turned=turned)

    def _count(self, text: PlateText, width: int) -> pygame.Surface:
        kit, type_, colours = self._kit, self._kit.theme.type, self._kit.theme.colours
        if text.cards < 0:
            if not text.chip:
                return pygame.Surface((1, 1), pygame.SRCALPHA)
            return self._hand_marks.pill(text.chip, colours.dark_text, colours.text, type_.count + 3, width)
        figure = kit.inked(str(text.cards), type_.figure, colours.text, width, "title")
        gap = kit.px(8, 4)
        if text.chip:
            fill = colours.alarm if text.alarm else colours.text
            pill = self._hand_marks.pill(text.chip, colours.dark_text, fill, type_.count + 3, width // 2)
            return beside([figure, pill], gap)
        unit = said(self._words, "table.cards")
        if text.points:
            unit = said(self._words, "table.cards_and_points", points=text.points)
        room = width - figure.get_width() - gap
        if self._kit.fonts.get("text", kit.least_type).size(unit)[0] > room:
            return figure
        return beside([figure, kit.fitted(unit, type_.note, colours.quiet, room)], gap)

    # Cards

    def _minis(self, moment: Moment, seat: SeatLayout) -> list[Sprite]:
        """The face-down cards on the table; an empty place for those that are gone."""
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.kind == "mini" and place.seat == seat.seat:
                sprites += self._marks.pile(moment.cards(zone), place, deep=0)
        return sprites

    def _row(self, moment: Moment, seat: SeatLayout, lap: Lap) -> list[Sprite]:
        row = moment.row(seat.seat)
        if row is None:
            return self._drawn(moment, seat)
        marked = tuple(moment.text(f"marks.{seat.seat}").split())
        away = {card for _, card in moment.under_way} - {UNKNOWN}
        size = CardSize(*moment.layout.card)
        is_veiled = not moment.is_locked(seat.seat) and _is_choosing(moment, seat)
        sprites: list[Sprite] = []
        for button, cards in enumerate(row.slots[row.first : row.first + len(seat.slots)]):
            place = Place("hand", seat.slots[button], size, seat.seat, turned=seat.turned)
            there = tuple(card for card in cards if card.lstrip(DOWN) not in away)
            is_drawn = row.first + button < len(moment.table.zones.get(f"seat{seat.seat}.chance", ()))
            sprites += self._slot(moment, seat, place, button, there, marked, is_drawn)
            if there and is_veiled:
                sprites.append(self._hand_marks.shade(self._lifted(moment, seat, place, there, marked)))
        if len(row.slots) > len(seat.slots):
            colour = self._kit.theme.seat(seat.seat).colour
            where = places_in(row.slots, marked) or tuple(row.lit)
            bar = self._hand_marks.scroll((lap.bar.w, lap.bar.h), len(row.slots), row.first, colour, where)
            sprites.append(self._kit.put(lap.bar, bar, turned=seat.turned))
        return sprites

    def _drawn(self, moment: Moment, seat: SeatLayout) -> list[Sprite]:
        """Before there are hands: what the seat drew for the first deal."""
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.kind == "draw" and place.seat == seat.seat:
                sprites += self._marks.pile(moment.cards(zone), place, deep=0)
        return sprites

    def _slot(
        self,
        moment: Moment,
        seat: SeatLayout,
        place: Place,
        button: int,
        cards: tuple[str, ...],
        marked: Sequence[str],
        is_drawn: bool,
    ) -> list[Sprite]:
        """One slot: its cards, how many are alike, the glow, the mark with its number, the lock. Cards that were drawn
        this turn lie first in a hand."""
        colour = self._kit.theme.seat(seat.seat).colour
        order = next((number for number, card in enumerate(marked, 1) if card in cards), 0)
        at = self._lifted(moment, seat, place, cards, marked)
        meaning = moment.meaning(seat.seat, button)
        sprites: list[Sprite] = []
        if cards and moment.number("glow") and meaning is not None and meaning.lit:
            sprites.append(self._marks.halo(at, colour))
        sprites += self._marks.pile(cards[:1] * len(cards), place, deep=2, at=at)
        if len(cards) > 1:
            sprites.append(self._times(len(cards), at, turned=seat.turned))
        if order:
            sprites.append(self._marks.ring(at, colour))
            chip = self._hand_marks.order(order, colour)
            sprites.append(self._kit.put(at.inset(at.w // 20, at.w // 20), chip, 1.0, 0.0, turned=seat.turned))
        if cards and is_drawn:
            sprites.append(self._tag("table.chance", at, turned=seat.turned))
        if cards and moment.is_locked(seat.seat):
            sprites.append(self._marks.veil(at))
        return sprites

    def _lifted(
        self, moment: Moment, seat: SeatLayout, place: Place, cards: tuple[str, ...], marked: Sequence[str]
    ) -> Box:
        """Where a slot's cards lie: a marked one nearer to the middle."""
        is_marked = any(card in cards for card in marked)
        return place.box.moved(dy=seat.inward * moment.layout.lift if is_marked else 0)

    def _times(self, count: int, at: Box, *, turned: bool) -> Sprite:
        colours = self._kit.theme.colours
        chip = self._hand_marks.pill(f"×{count}", colours.text, colours.dark_text, 26, at.w)
        return self._kit.put(at.inset(at.w // 16, at.w // 16), chip, 0.0, 1.0, turned=turned)

    def _tag(self, key: str, at: Box, *, turned: bool) -> Sprite:
        """A word on a card, between its index and its emblem."""
        colours = self._kit.theme.colours
        tag = self._hand_marks.pill(said(self._words, key), colours.text, colours.dark_text, 17, at.w)
        return self._kit.put(at.inset(at.w // 16, at.w // 16), tag, 0.0, 1.0, turned=turned)

    # Choices

    def _choices(self, moment: Moment, seat: SeatLayout) -> list[Sprite]:
        """What the card buttons choose instead of a card, over the lower part of the slots."""
        sprites: list[Sprite] = []
        for button, slot in enumerate(seat.slots):
            meaning = moment.meaning(seat.seat, button)
            if meaning is None or not meaning.sign or not meaning.lit:
                continue
            inside = self._choice_box(slot, turned=seat.turned)
            kind, _, which = meaning.sign.partition(".")
            name = self._names[int(which)] if kind == "seat" and int(which) < len(self._names) else ""
            cards = moment.table.zones.get(which, ()) if kind == "zone" else ()
            tile = self._hand_marks.choice(meaning.sign, (inside.w, inside.h), name, cards[-1] if cards else "")
            sprites.append(self._kit.put(inside, tile, turned=seat.turned))
        return sprites

    def _choice_box(self, slot: Box, *, turned: bool) -> Box:
        top = round(slot.h * CHOICE_FROM)
        box = Box(slot.x, slot.y + (0 if turned else top), slot.w, slot.h - top)
        return box.inset(self._kit.px(2, 1), self._kit.px(2, 1))

    def card_sizes(self, layout: HandLayout) -> set[CardSize]:
        """How large the cards are that stand for a choice, so that they can be drawn ahead."""
        boxes = [self._choice_box(slot, turned=False) for seat in layout.seats for slot in seat.slots]
        return {choice_card((box.w, box.h)) for box in boxes}

    # Soft-keys

    def _soft_keys(self, moment: Moment, seat: SeatLayout) -> list[Sprite]:
        meanings = () if moment.is_locked(seat.seat) else moment.meanings(seat.seat)
        return [
            self._soft_key(moment, seat, button, box, meanings[button] if meanings else None)
            for button, box in enumerate(seat.keys)
        ]

    def _soft_key(self, moment: Moment, seat: SeatLayout, button: int, box: Box, meaning: MeaningLike | None) -> Sprite:
        """One key, as it was drawn the last time that it said the same; one that scrolls counts what lies beyond."""
        label = meaning.label if meaning is not None and meaning.lit else None
        if label == "scroll":
            return self._put_key(seat, box, self._face(moment, seat, button, meaning))
        said_so = (seat.seat, button, label, box)
        if said_so not in self._pressed:
            self._pressed[said_so] = self._put_key(seat, box, self._face(moment, seat, button, meaning))
        return self._pressed[said_so]

    def _put_key(self, seat: SeatLayout, box: Box, face: KeyFace) -> Sprite:
        return Sprite(self._keys.key(face, (box.w, box.h), seat.turned), box.x, box.y)

    def _face(self, moment: Moment, seat: SeatLayout, button: int, meaning: MeaningLike | None) -> KeyFace:
        lit = meaning is not None and meaning.lit
        word = said(self._words, f"label.{meaning.label}") if meaning is not None and lit and meaning.label else ""
        cap = self._key_names.get((seat.seat, BUTTONS[button]), "")
        if button < BUTTON_LEFT:
            return KeyFace(word if lit else "" if cap else NUMBERS[button], lit, seat.seat, cap=cap)
        if button == BUTTON_ACTION:
            return KeyFace(word if lit else said(self._words, "button.ACTION"), lit, seat.seat, "star", cap=cap)
        if meaning is not None and lit and meaning.label == "scroll":
            word = self._beyond(moment, seat, button) or word
        side: Sign = "left" if button == BUTTON_LEFT else "right"
        return KeyFace(word, lit, seat.seat, side, cap=cap)

    def _beyond(self, moment: Moment, seat: SeatLayout, button: int) -> str:
        """How many slots lie on that side of the row; nothing where the buttons choose something else."""
        row = moment.row(seat.seat)
        if row is None or _is_choosing(moment, seat):
            return ""
        count = row.first if button == BUTTON_LEFT else len(row.slots) - row.first - len(seat.slots)
        return str(count) if count > 0 else ""

    # The time

    def _time(self, moment: Moment, seat: SeatLayout, lap: Lap) -> list[Sprite]:
        clock = moment.clock
        if clock is None or clock.seat != seat.seat or clock.kind == "match":
            return []
        colour = self._kit.theme.seat(seat.seat).colour
        return [self._hand_marks.running(lap.clock, moment.time_left(), colour, turned=seat.turned)]


def _look(moment: Moment, seat: SeatLayout) -> tuple[object, ...]:
    """All that the look of a side depends on, beside its plate and the layout; equal looks are drawn alike."""
    own, zones = f"seat{seat.seat}.", moment.table.zones
    keys = moment.keys[seat.seat] if seat.seat < len(moment.keys) else ()
    chosen = [key.sign.partition(".")[2] for key in keys if key.sign]
    return (
        moment.row(seat.seat),
        tuple(keys),
        [cards for zone, cards in zones.items() if zone.startswith(own)],
        [zones.get(zone, ())[-1:] for zone in chosen],
        moment.text(f"marks.{seat.seat}"),
        moment.number("glow"),
        moment.is_locked(seat.seat),
        [card for zone, card in moment.under_way if zone.startswith(own)],
    )


def _is_choosing(moment: Moment, seat: SeatLayout) -> bool:
    """Whether the card buttons stand for choices now and not for cards."""
    keys = [moment.meaning(seat.seat, place) for place in range(len(seat.slots))]
    return any(key is not None and key.sign for key in keys)


def above_choices(seat: SeatLayout) -> Box:
    """Where a notice lies while the card buttons choose: over what is left to see of the cards, and of no choice."""
    slot = seat.slots[0]
    free = round(slot.h * CHOICE_FROM)
    y = slot.y + (slot.h - free if seat.turned else 0)
    return Box(seat.notice.x, y + (free - min(free, seat.notice.h)) // 2, seat.notice.w, min(free, seat.notice.h))


def plate_text(moment: Moment, seat: int, names: Sequence[str], words: Words) -> PlateText:
    """What a seat's plate or tile tells at a moment."""
    name = names[seat] if seat < len(names) else ""
    chip, alarm = _chip(moment, seat, words)
    is_turn = moment.phase == "play" and _whose(moment) == seat
    cards = sum(len(moment.table.zones.get(f"seat{seat}.{zone}", ())) for zone in ("hand", "chance"))
    if moment.phase == "draw":
        return PlateText(name, -1, 0, chip, False, bool(chip))
    return PlateText(name, cards, moment.number(f"score.{seat}"), chip, alarm, is_turn)


def _whose(moment: Moment) -> int:
    """The seat that all wait for: who names a colour, else whose turn it is; -1 for nobody."""
    naming = moment.table.scalars.get("naming", -1)
    if isinstance(naming, int) and naming >= 0:
        return naming
    return moment.number("turn") if "turn" in moment.table.scalars else -1


def _chip(moment: Moment, seat: int, words: Words) -> tuple[str, bool]:
    """The one thing that is worth a word about a seat now, and whether it is a danger."""
    if moment.phase == "draw" and moment.number("dealer") == seat:
        return said(words, "table.deals"), False
    if moment.phase == "ready" and moment.number(f"ready.{seat}"):
        return said(words, "table.ready"), False
    if place := moment.number(f"place.{seat}"):
        return place_word(words, place), False
    if moment.phase != "play":
        return "", False
    if moment.number(f"exposed.{seat}"):
        return said(words, "table.exposed"), True
    if moment.number(f"called.{seat}"):
        return said(words, "table.called"), False
    return "", False


def beside(parts: Sequence[pygame.Surface], gap: int) -> pygame.Surface:
    """Surfaces side by side, their middles on one line."""
    width = sum(part.get_width() for part in parts) + gap * (len(parts) - 1)
    line = pygame.Surface((width, max(part.get_height() for part in parts)), pygame.SRCALPHA)
    x = 0
    for part in parts:
        line.blit(part, (x, (line.get_height() - part.get_height()) // 2))
        x += part.get_width() + gap
    return line
