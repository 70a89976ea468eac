"""One seat's side of the table: plate, cards, soft-keys, and the notice across its cards.

`SlotSeat` draws a seat whose cards lie in slots, `HandSeat` a person with a hand. Everything is drawn upright and
rotated as a whole for the player opposite. Compositions are cached by content, so that an unchanged look is
the same object and is not drawn again.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import pygame

from cabinet.display.cards import MARKER, UNKNOWN, CardSize
from cabinet.display.layout.boxes import Box, HandLayout, Lap, SeatLayout, card_size
from cabinet.display.stage import Sprite
from cabinet.display.table.hand_overlays import HandOverlays, HandPlates, choice_card, places_in, plate_text
from cabinet.display.table.overlays import Overlays, Plates, SeatNotices, last_card_rim
from cabinet.display.table.places import Place
from cabinet.display.table.softkeys import BUTTON_LEFT, BUTTON_RIGHT, FIFTH, KeyFace, KeyFaces, SoftKeys
from cabinet.display.table.view_state import TableSetup, ViewState, Words, said
from cabinet.display.toolkit import Toolkit
from engine.cards import bare, is_down
from engine.panel import BUTTONS, Meaning, Row


class SlotSeat:
    """Draws seats; `notes` draws the notices across the cards."""

    def __init__(self, toolkit: Toolkit, words: Words, setup: TableSetup, notes: SeatNotices) -> None:
        self._toolkit = toolkit
        self._keys = toolkit.shared(SoftKeys)
        self._overlays = toolkit.shared(Overlays)
        self._words = words
        self._notes = notes
        self._goal = setup.goal
        self._plates = Plates(toolkit, words, setup.names, setup.goal)
        self._faces = KeyFaces(words, setup.key_names)
        self._peek_fan = toolkit.shared(PeekFan)
        self._pressed: dict[tuple[int, int, str | None], Sprite] = {}
        self._places: Mapping[str, Place] = {}
        self._zones: dict[int, tuple[str, ...]] = {}
        self._parts: dict[tuple[str, int], tuple[tuple[object, ...], list[Sprite]]] = {}

    def sprites(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the seat's side at a moment, from the bottom to the top."""
        if moment.places is not self._places:
            self._places, self._zones, self._parts, self._pressed = moment.places, {}, {}, {}
        lying = self._lying(moment, seat.seat)
        return [
            *last_card_rim(self._toolkit, moment, seat),
            *self._plate(moment, seat),
            *self._as_before("stocks", self._stocks, moment, seat, lying),
            *self._as_before("slots", self._slots, moment, seat, (*lying, *self._shows_on_slots(moment, seat.seat))),
            *self._peek_fan.sprites(moment, seat),
            *self._as_before("keys", self._soft_keys, moment, seat, self._shows_on_keys(moment, seat.seat)),
            *self._notes.notice(moment, seat),
        ]

    def _as_before(
        self,
        what: str,
        draw: Callable[[ViewState, SeatLayout], list[Sprite]],
        moment: ViewState,
        seat: SeatLayout,
        on: tuple[object, ...],
    ) -> list[Sprite]:
        """Return the previous sprites where the inputs `on` and the seat's layout are unchanged; otherwise draw anew.

        Most moments change one part of one seat, and the comparison costs less than composing everything again.
        """
        drawn = self._parts.get((what, seat.seat))
        if drawn is None or drawn[0] != (on, seat):
            drawn = self._parts[what, seat.seat] = ((on, seat), draw(moment, seat))
        return drawn[1]

    def _lying(self, moment: ViewState, number: int) -> tuple[object, ...]:
        """Return the seat's cards, and those of them in motion."""
        mine, zones = self._zones_of(number), moment.table.zones
        return [zones.get(zone) for zone in mine], [under for under in moment.under_way if under[0] in mine]

    def _shows_on_slots(self, moment: ViewState, number: int) -> tuple[object, ...]:
        """Return the inputs of the seat's slots other than cards."""
        scalars = moment.table.scalars
        glow = _glow_of(moment, number)
        return scalars.get(f"armed.{number}"), scalars.get(f"marked.{number}"), glow, moment.is_locked(number)

    def _shows_on_keys(self, moment: ViewState, number: int) -> tuple[object, ...]:
        """Return the inputs of the seat's soft-keys."""
        looks = [(key.label, key.lit, key.zone, key.glows) for key in moment.meanings(number)]
        return looks, moment.is_disabled(number), moment.layout.piles

    def _owned(self, moment: ViewState, number: int) -> int:
        """Return the number of the seat's own cards in all its zones; a marker does not count."""
        zones = moment.table.zones
        lying = [zones.get(zone, ()) for zone in self._zones_of(number)]
        return sum([len(cards) for cards in lying if cards != (MARKER,)])

    def _zones_of(self, number: int) -> tuple[str, ...]:
        """Return the zones of a seat."""
        if number not in self._zones:
            self._zones[number] = tuple(zone for zone, place in self._places.items() if place.seat == number)
        return self._zones[number]

    # The plate

    def _plate(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        score = moment.number(f"score.{seat.seat}") if self._goal else self._owned(moment, seat.seat)
        return self._plates.plate(moment, seat, score)

    # Stocks

    def _stocks(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the seat's face-down pile with its size; an empty pile is a well with a 0."""
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.seat != seat.seat or place.kind not in ("stock", "marker"):
                continue
            cards = moment.cards(zone)
            if place.kind == "stock" and not sprites:
                sprites += self._overlays.pile(cards, place, deep=3)
                sprites.append(self._size(len(moment.table.zones.get(zone, ())), seat))
            elif place.kind == "marker" and cards:
                sprites += self._overlays.pile(cards, place, deep=0)
        return sprites

    def _size(self, count: int, seat: SeatLayout) -> Sprite:
        toolkit, type_ = self._toolkit, self._toolkit.theme.type
        figure = toolkit.fitted(str(count), type_.figure, toolkit.theme.colours.text, seat.count.w, "title")
        across = 0.5 if seat.count.w < 2 * seat.stock.w else 0.12
        return toolkit.put(seat.count, figure, across, turned=seat.turned)

    # Card slots

    def _slots(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        armed = moment.text(f"armed.{seat.seat}").partition(" ")[0]
        marked = moment.text(f"marked.{seat.seat}")
        locked = moment.is_locked(seat.seat)
        glow = () if locked else _glow_of(moment, seat.seat)
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.seat != seat.seat or place.kind not in ("slot", "draw"):
                continue
            cards = moment.cards(zone)
            lift = seat.inward * moment.layout.lift if zone == armed and cards else 0
            at = place.box.moved(dy=lift)
            colour = self._toolkit.theme.seat(seat.seat).colour
            if zone in glow or place.number - 1 in glow:
                sprites.append(self._overlays.halo(at, colour))
            sprites += self._overlays.pile(cards, place, deep=3, at=at)
            if len(cards) > 1:
                sprites.append(self._overlays.count_badge(len(cards), at, turned=seat.turned))
            if zone in (armed, marked):
                sprites.append(self._overlays.ring(at, colour))
            if locked and cards:
                sprites.append(self._overlays.veil(at))
        return sprites

    # Soft-keys

    def _soft_keys(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        if not seat.card_keys:
            return []
        shared = not seat.turned and seat.left_key.y > moment.layout.piles[0].bottom
        sprites: list[Sprite] = []
        meanings = moment.meanings(seat.seat) or (None,) * len(BUTTONS)
        fifth = meanings[FIFTH]
        place = moment.places.get(fifth.zone) if fifth is not None else None
        is_sixth = place is not None and place.kind == "slot" and place.number > FIFTH + 1
        shut = moment.is_disabled(seat.seat)
        for button, box in enumerate(seat.keys):
            meaning = None if shut or (is_sixth and button == FIFTH) else meanings[button]
            if meaning is not None and meaning.glows and button > FIFTH:
                sprites.append(self._overlays.halo(box, self._toolkit.theme.seat(seat.seat).colour))
            sprites.append(self._soft_key(seat, button, box, meaning, shared))
        for box in seat.card_keys[FIFTH + 1 :]:
            face = self._faces.face(seat.seat, FIFTH, fifth if is_sixth and not shut else None)
            face = face if face.lit else KeyFace(said(self._words, "button.CARD6"), False, seat.seat)
            sprites.append(Sprite(self._keys.key(face._replace(cap=""), (box.w, box.h), seat.turned), box.x, box.y))
        return sprites

    def _soft_key(self, seat: SeatLayout, button: int, box: Box, meaning: Meaning | None, shared: bool) -> Sprite:
        """Return one key, from the cache where its meaning is unchanged."""
        said_so = (seat.seat, button, meaning.label if meaning is not None and meaning.lit else None)
        key = self._pressed.get(said_so)
        if key is None:
            face = self._faces.face(seat.seat, button, meaning, swapped=seat.turned, badge=shared)
            key = Sprite(self._keys.key(face, (box.w, box.h), seat.turned), box.x, box.y)
            self._pressed[said_so] = key
        return key


def _glow_of(moment: ViewState, seat: int) -> tuple[int | str, ...]:
    """Return where a seat's cards and spaces glow: card keys by number, other keys and a sixth pile by zone."""
    glow: list[int | str] = []
    for button, key in enumerate(moment.meanings(seat)):
        if key.glows:
            place = moment.places.get(key.zone)
            is_own_card = button <= FIFTH and (place is None or place.number <= FIFTH + 1)
            glow.append(button if is_own_card else key.zone)
    return tuple(glow)


# The peek fan (SPIT-23): the scalar ``looks.N`` names the piles under which seat N looks; only then does a screen know
# the hidden cards.

PEEKED: Final = 0.62
"""Width of the cards in the fan, in widths of a card in a row."""

LEAST_STEP: Final = 0.5
"""Smallest distance between them, in their own widths, so that every index can be read."""


class PeekFan:
    """Draws peek fans and caches them."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self._fan = toolkit.cached(self._draw)

    def sprites(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the hidden cards of each pile of the seat that its owner looks under, over the foot of its row."""
        sprites = []
        for zone in moment.text(f"looks.{seat.seat}").split():
            place = moment.places[zone]
            known = tuple(bare(card) for card in moment.cards(zone) if is_down(card))
            if known:
                fan = self._fan(known, place.size, seat.seat)
                sprites.append(self._placed(fan, place.box, seat))
        return sprites

    def _placed(self, fan: pygame.Surface, box: Box, seat: SeatLayout) -> Sprite:
        """Place the fan over the foot of the pile, moved inwards at the ends of the row."""
        left = min(slot.x for slot in seat.slots if slot.y == box.y)
        right = max(slot.right for slot in seat.slots if slot.y == box.y)
        x = box.centre[0] - fan.get_width() // 2
        x = max(min(x, right - fan.get_width()), min(left, right - fan.get_width()))
        x = max(0, min(x, self._toolkit.size[0] - fan.get_width()))
        y = box.y if seat.turned else box.bottom - fan.get_height()
        return Sprite(self._toolkit.turned(fan) if seat.turned else fan, x, y)

    def _draw(self, cards: tuple[str, ...], size: CardSize, seat: int) -> pygame.Surface:
        """Draw the cards from bottom to top on a plate with a rim in the seat's colour; many cards overlap."""
        toolkit = self._toolkit
        card = CardSize(*card_size(round(size.width * PEEKED)))
        rim = toolkit.px(6, 4)
        step = card.width + toolkit.px(3, 2)
        most = round(4.2 * size.width)
        if len(cards) > 1:
            step = max(round(card.width * LEAST_STEP), min(step, (most - card.width) // (len(cards) - 1)))
        whole = (card.width + step * (len(cards) - 1) + 2 * rim, card.height + 2 * rim)
        colours = toolkit.theme.colours
        fan = toolkit.plate(
            whole, colours.dark_text, toolkit.theme.seat(seat).colour, radius=rim + toolkit.px(3, 2)
        ).copy()
        for place, code in enumerate(cards):
            fan.blit(toolkit.art.face(code, card, False, False), (rim + place * step, rim))
        return fan


# A person with a hand. A row shows five slots of it; the bar below the row shows which five, and LEFT and RIGHT show
# how many are beyond. The options of a choice lie over the lower part of each slot.


class HandSeat:
    """Draws the sides of the people at the screen; `notes` draws the notices across the cards."""

    def __init__(self, toolkit: Toolkit, words: Words, setup: TableSetup, notes: SeatNotices) -> None:
        self._toolkit = toolkit
        self._keys = toolkit.shared(SoftKeys)
        self._overlays = toolkit.shared(Overlays)
        self._hand_overlays = toolkit.shared(HandOverlays)
        self._words = words
        self._names = setup.names
        self._notes = notes
        self._plates = HandPlates(toolkit, words)
        self._faces = KeyFaces(words, setup.key_names)
        self._pressed: dict[tuple[int, int, str | None, Box], Sprite] = {}
        self._stood: dict[int, tuple[object, list[Sprite]]] = {}

    def sprites(self, moment: ViewState, seat: SeatLayout, lap: Lap) -> list[Sprite]:
        """Return the side at a moment, from the bottom to the top."""
        standing = [*self._standing(moment, seat, lap), *self._time(moment, seat, lap)]
        return [*last_card_rim(self._toolkit, moment, seat), *standing, *self._notes.notice(moment, seat)]

    def prewarm(self, seat: SeatLayout) -> None:
        """Draw the seat's plate in advance with every usual number of cards, with and without the turn."""
        self._plates.prewarm(self._names[seat.seat], seat)

    def _standing(self, moment: ViewState, seat: SeatLayout, lap: Lap) -> list[Sprite]:
        """Return the sprites that change only with events of this seat; most events concern another seat."""
        text = plate_text(moment, seat.seat, self._names, self._words)
        look = (moment.layout, text, *_look(moment, seat))
        before, sprites = self._stood.get(seat.seat, (None, []))
        if look != before:
            sprites = [
                *self._plates.plate(text, seat),
                *self._minis(moment, seat),
                *self._row(moment, seat, lap),
                *self._choices(moment, seat),
                *self._soft_keys(moment, seat),
            ]
            self._stood[seat.seat] = look, sprites
        return sprites

    # Cards

    def _minis(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the face-down cards on the table and their name; an empty place for a card that is gone."""
        sprites: list[Sprite] = []
        there: list[Box] = []
        for zone, place in moment.places.items():
            if place.kind == "mini" and place.seat == seat.seat:
                cards = moment.cards(zone)
                sprites += self._overlays.pile(cards, place, deep=0)
                there += [place.box] if cards else []
        if there:
            whole = Box(*pygame.Rect(there[0]).unionall([pygame.Rect(box) for box in there]))
            colours = self._toolkit.theme.colours
            name = self._hand_overlays.pill(
                said(self._words, "table.table"), colours.text, colours.dark_text, 17, whole.w
            )
            sprites.append(self._toolkit.put(whole, name, turned=seat.turned))
        return sprites

    def _row(self, moment: ViewState, seat: SeatLayout, lap: Lap) -> list[Sprite]:
        row = moment.row(seat.seat)
        if row is None:
            return self._drawn(moment, seat)
        marked = tuple(moment.text(f"marks.{seat.seat}").split())
        away = {card for _, card in moment.under_way} - {UNKNOWN}
        size = CardSize(*moment.layout.card)
        is_veiled = not moment.is_locked(seat.seat) and is_choosing(moment, seat)
        first, comes_soon = shown_from(row, len(seat.slots))
        sprites: list[Sprite] = []
        for button, cards in enumerate(row.slots[first : first + len(seat.slots)]):
            place = Place("hand", seat.slots[button], size, seat.seat, turned=seat.turned)
            there = tuple(card for card in cards if bare(card) not in away)
            is_drawn = first + button < len(moment.table.zones.get(f"seat{seat.seat}.chance", ()))
            sprites += self._slot(moment, seat, place, button, there, marked, is_drawn)
            if there and comes_soon:
                sprites.append(self._overlays.veil(place.box))
            elif there and is_veiled:
                sprites.append(self._hand_overlays.shade(self._lifted(moment, seat, place, there, marked)))
        if len(row.slots) > len(seat.slots):
            colour = self._toolkit.theme.seat(seat.seat).colour
            where = places_in(row.slots, marked) or tuple(row.lit)
            bar = self._hand_overlays.scroll((lap.bar.w, lap.bar.h), len(row.slots), row.first, colour, where)
            sprites.append(self._toolkit.put(lap.bar, bar, turned=seat.turned))
        return sprites

    def _drawn(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the seat's card of the draw for the first deal, before there are hands."""
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.kind == "draw" and place.seat == seat.seat:
                sprites += self._overlays.pile(moment.cards(zone), place, deep=0)
        return sprites

    def _slot(
        self,
        moment: ViewState,
        seat: SeatLayout,
        place: Place,
        button: int,
        cards: tuple[str, ...],
        marked: Sequence[str],
        is_drawn: bool,
    ) -> list[Sprite]:
        """Return one slot: its cards, the number of equal cards, the glow, the mark with its number, the lock.

        Cards drawn this turn are first in a hand.
        """
        colour = self._toolkit.theme.seat(seat.seat).colour
        order = next((number for number, card in enumerate(marked, 1) if card in cards), 0)
        at = self._lifted(moment, seat, place, cards, marked)
        meaning = moment.meaning(seat.seat, button)
        sprites: list[Sprite] = []
        if cards and meaning is not None and meaning.glows and not moment.is_locked(seat.seat):
            sprites.append(self._overlays.halo(at, colour))
        sprites += self._overlays.pile(cards[:1] * len(cards), place, deep=2, at=at)
        if len(cards) > 1:
            sprites.append(self._times(len(cards), at, turned=seat.turned))
        if order:
            sprites.append(self._overlays.ring(at, colour))
            chip = self._hand_overlays.order(order, colour)
            sprites.append(self._toolkit.put(at.inset(at.w // 20, at.w // 20), chip, 1.0, 0.0, turned=seat.turned))
        if cards and is_drawn:
            sprites.append(self._tag("table.chance", at, turned=seat.turned))
        if cards and moment.is_locked(seat.seat):
            sprites.append(self._overlays.veil(at))
        return sprites

    def _lifted(
        self, moment: ViewState, seat: SeatLayout, place: Place, cards: tuple[str, ...], marked: Sequence[str]
    ) -> Box:
        """Return the box of a slot's cards; a marked card is lifted towards the middle."""
        is_marked = any(card in cards for card in marked)
        return place.box.moved(dy=seat.inward * moment.layout.lift if is_marked else 0)

    def _times(self, count: int, at: Box, *, turned: bool) -> Sprite:
        colours = self._toolkit.theme.colours
        chip = self._hand_overlays.pill(f"×{count}", colours.text, colours.dark_text, 26, at.w)
        return self._toolkit.put(at.inset(at.w // 16, at.w // 16), chip, 0.0, 1.0, turned=turned)

    def _tag(self, key: str, at: Box, *, turned: bool) -> Sprite:
        """Return a word on a card, between its index and its emblem."""
        colours = self._toolkit.theme.colours
        tag = self._hand_overlays.pill(said(self._words, key), colours.text, colours.dark_text, 17, at.w)
        return self._toolkit.put(at.inset(at.w // 16, at.w // 16), tag, 0.0, 1.0, turned=turned)

    def _choices(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the tiles of a choice over the seat's slots."""
        sprites: list[Sprite] = []
        for button, slot in enumerate(seat.slots):
            meaning = moment.meaning(seat.seat, button)
            if meaning is None or not meaning.sign or not meaning.lit:
                continue
            inside = _tile_box(self._toolkit, slot, turned=seat.turned)
            kind, _, which = meaning.sign.partition(".")
            name = self._names[int(which)] if kind == "seat" else ""
            cards = moment.table.zones.get(which, ()) if kind == "zone" else ()
            tile = self._hand_overlays.choice(meaning.sign, (inside.w, inside.h), name, cards[-1] if cards else "")
            sprites.append(self._toolkit.put(inside, tile, turned=seat.turned))
        return sprites

    # Soft-keys

    def _soft_keys(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        meanings = () if moment.is_locked(seat.seat) else moment.meanings(seat.seat)
        sprites: list[Sprite] = []
        for button, box in enumerate(seat.keys):
            meaning = meanings[button] if meanings else None
            if meaning is not None and meaning.glows and button >= BUTTON_LEFT:
                sprites.append(self._overlays.halo(box, self._toolkit.theme.seat(seat.seat).colour))
            sprites.append(self._soft_key(moment, seat, button, box, meaning))
        return sprites

    def _soft_key(self, moment: ViewState, seat: SeatLayout, button: int, box: Box, meaning: Meaning | None) -> Sprite:
        """Return one key, from the cache where its meaning is unchanged; a scroll key counts the slots beyond it."""
        label = meaning.label if meaning is not None and meaning.lit else None
        if label == "scroll":
            return self._put_key(seat, box, self._face(moment, seat, button, meaning))
        said_so = (seat.seat, button, label, box)
        if said_so not in self._pressed:
            self._pressed[said_so] = self._put_key(seat, box, self._face(moment, seat, button, meaning))
        return self._pressed[said_so]

    def _put_key(self, seat: SeatLayout, box: Box, face: KeyFace) -> Sprite:
        return Sprite(self._keys.key(face, (box.w, box.h), seat.turned), box.x, box.y)

    def _face(self, moment: ViewState, seat: SeatLayout, button: int, meaning: Meaning | None) -> KeyFace:
        face = self._faces.face(seat.seat, button, meaning)
        if button in (BUTTON_LEFT, BUTTON_RIGHT) and meaning is not None and meaning.lit and meaning.label == "scroll":
            return face._replace(text=self._beyond(moment, seat, button) or face.text)
        return face

    def _beyond(self, moment: ViewState, seat: SeatLayout, button: int) -> str:
        """Return the number of slots beyond that side of the row; empty where the buttons mean choices."""
        row = moment.row(seat.seat)
        if row is None or is_choosing(moment, seat):
            return ""
        count = row.first if button == BUTTON_LEFT else len(row.slots) - row.first - len(seat.slots)
        return str(count) if count > 0 else ""

    # The time

    def _time(self, moment: ViewState, seat: SeatLayout, lap: Lap) -> list[Sprite]:
        clock = moment.clock
        if clock is None or clock.seat != seat.seat or clock.kind == "match":
            return []
        colour = self._toolkit.theme.seat(seat.seat).colour
        return [self._hand_overlays.running(lap.clock, moment.time_left(), colour, turned=seat.turned)]


def shown_from(row: Row, count: int) -> tuple[int, bool]:
    """Return the index of the first of `count` slots to draw, and whether these come under the buttons only later.

    The second is true for a moment when the last card of the last page has gone (docs/rules/speed-uno.md, "Buttons"):
    the hand would look empty.
    """
    is_left = any(row.slots) and not any(row.slots[row.first : row.first + count])
    return (max(0, row.first - count), True) if is_left else (row.first, False)


def _look(moment: ViewState, seat: SeatLayout) -> tuple[object, ...]:
    """Return all inputs of a side's look except its plate and the layout; equal inputs are drawn alike."""
    own, zones = f"seat{seat.seat}.", moment.table.zones
    keys = moment.meanings(seat.seat)
    chosen = [key.sign.partition(".")[2] for key in keys if key.sign]
    return (
        moment.row(seat.seat),
        tuple(keys),
        [cards for zone, cards in zones.items() if zone.startswith(own)],
        [zones.get(zone, ())[-1:] for zone in chosen],
        moment.text(f"marks.{seat.seat}"),
        moment.is_locked(seat.seat),
        [card for zone, card in moment.under_way if zone.startswith(own)],
    )


# Choices: what the card buttons mean while they are no cards

CHOICE_FROM: Final = 0.42
"""Upper edge of a choice's tile, in heights of a card: the card's index stays visible."""


def _tile_box(toolkit: Toolkit, slot: Box, *, turned: bool) -> Box:
    top = round(slot.h * CHOICE_FROM)
    box = Box(slot.x, slot.y + (0 if turned else top), slot.w, slot.h - top)
    return box.inset(toolkit.px(2, 1), toolkit.px(2, 1))


def choice_sizes(toolkit: Toolkit, layout: HandLayout) -> set[CardSize]:
    """Return the sizes of cards in choice tiles, so that they can be drawn in advance."""
    boxes = [_tile_box(toolkit, slot, turned=False) for seat in layout.seats for slot in seat.slots]
    return {choice_card((box.w, box.h)) for box in boxes}


def is_choosing(moment: ViewState, seat: SeatLayout) -> bool:
    """Return whether the card buttons currently mean choices, not cards."""
    keys = [moment.meaning(seat.seat, place) for place in range(len(seat.slots))]
    return any(key is not None and key.sign for key in keys)
