"""A person's side in games with hands: plate, row of five, soft-keys, cards on the table, and the time.

Everything is drawn upright and rotated as a whole for the player opposite, as in `slot_seat`. A row shows five slots of
the hand; the bar below it shows which five, and LEFT and RIGHT show how many are beyond. The options of a choice lie
over the lower part of each slot (`Choices`).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from cabinet.display.cards import DOWN, UNKNOWN, CardSize
from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import HandLayout, Lap, SeatLayout
from cabinet.display.stage import Sprite
from cabinet.display.table.hand_overlays import HandOverlays, HandPlates, choice_card, places_in, plate_text
from cabinet.display.table.overlays import Overlays, SeatNotices
from cabinet.display.table.places import Place, RowLike
from cabinet.display.table.softkeys import BUTTON_LEFT, BUTTON_RIGHT, KeyFace, KeyFaces, SoftKeys
from cabinet.display.table.view_state import MeaningLike, ViewState, Words, said
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.keycaps import KeyNames


class HandSeat:
    """Draws the sides of the people at the screen."""

    def __init__(
        self,
        kit: Kit,
        softkeys: SoftKeys,
        overlays: Overlays,
        hand_overlays: HandOverlays,
        words: Words,
        names: Sequence[str],
        key_names: KeyNames,
        notes: SeatNotices,
    ) -> None:
        """`notes` draws the notices across the cards; `key_names` label the caps of the soft-keys."""
        self._kit = kit
        self._keys = softkeys
        self._overlays = overlays
        self._hand_overlays = hand_overlays
        self._words = words
        self._names = names
        self._notes = notes
        self._plates = HandPlates(kit, hand_overlays, words)
        self._choices = Choices(kit, hand_overlays, names)
        self._faces = KeyFaces(words, key_names)
        self._pressed: dict[tuple[int, int, str | None, Box], Sprite] = {}
        self._stood: dict[int, tuple[object, list[Sprite]]] = {}

    def sprites(self, moment: ViewState, seat: SeatLayout, lap: Lap) -> list[Sprite]:
        """Return the side at a moment, from the bottom to the top."""
        standing = [*self._standing(moment, seat, lap), *self._time(moment, seat, lap)]
        told = self._notes.notice(moment, seat)
        if told and is_choosing(moment, seat):
            told = self._notes.notice(moment, replace(seat, notice=above_choices(seat)))
        return [*standing, *told]

    def prewarm(self, seat: SeatLayout) -> None:
        """Draw the seat's plate in advance with every usual number of cards, with and without the turn."""
        name = self._names[seat.seat] if seat.seat < len(self._names) else ""
        self._plates.prewarm(name, seat)

    def _standing(self, moment: ViewState, seat: SeatLayout, lap: Lap) -> list[Sprite]:
        """Return the sprites that change only with events of this seat; most events concern another seat."""
        text = plate_text(moment, seat.seat, self._names, self._words)
        look = (moment.layout, text, *_look(moment, seat))
        before, sprites = self._stood.get(seat.seat, (None, []))
        if look != before:
            sprites = [
                self._plates.plate(text, seat),
                *self._minis(moment, seat),
                *self._row(moment, seat, lap),
                *self._choices.sprites(moment, seat),
                *self._soft_keys(moment, seat),
            ]
            self._stood[seat.seat] = look, sprites
        return sprites

    # Cards

    def _minis(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the face-down cards on the table; an empty place for a card that is gone."""
        sprites: list[Sprite] = []
        for zone, place in moment.places.items():
            if place.kind == "mini" and place.seat == seat.seat:
                sprites += self._overlays.pile(moment.cards(zone), place, deep=0)
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
            there = tuple(card for card in cards if card.lstrip(DOWN) not in away)
            is_drawn = first + button < len(moment.table.zones.get(f"seat{seat.seat}.chance", ()))
            sprites += self._slot(moment, seat, place, button, there, marked, is_drawn)
            if there and comes_soon:
                sprites.append(self._overlays.veil(place.box))
            elif there and is_veiled:
                sprites.append(self._hand_overlays.shade(self._lifted(moment, seat, place, there, marked)))
        if len(row.slots) > len(seat.slots):
            colour = self._kit.theme.seat(seat.seat).colour
            where = places_in(row.slots, marked) or tuple(row.lit)
            bar = self._hand_overlays.scroll((lap.bar.w, lap.bar.h), len(row.slots), row.first, colour, where)
            sprites.append(self._kit.put(lap.bar, bar, turned=seat.turned))
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
        colour = self._kit.theme.seat(seat.seat).colour
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
            sprites.append(self._kit.put(at.inset(at.w // 20, at.w // 20), chip, 1.0, 0.0, turned=seat.turned))
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
        colours = self._kit.theme.colours
        chip = self._hand_overlays.pill(f"×{count}", colours.text, colours.dark_text, 26, at.w)
        return self._kit.put(at.inset(at.w // 16, at.w // 16), chip, 0.0, 1.0, turned=turned)

    def _tag(self, key: str, at: Box, *, turned: bool) -> Sprite:
        """Return a word on a card, between its index and its emblem."""
        colours = self._kit.theme.colours
        tag = self._hand_overlays.pill(said(self._words, key), colours.text, colours.dark_text, 17, at.w)
        return self._kit.put(at.inset(at.w // 16, at.w // 16), tag, 0.0, 1.0, turned=turned)

    def card_sizes(self, layout: HandLayout) -> set[CardSize]:
        """Return the sizes of cards in choice tiles, so that they can be drawn in advance."""
        return self._choices.card_sizes(layout)

    # Soft-keys

    def _soft_keys(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        meanings = () if moment.is_locked(seat.seat) else moment.meanings(seat.seat)
        sprites: list[Sprite] = []
        for button, box in enumerate(seat.keys):
            meaning = meanings[button] if meanings else None
            if meaning is not None and meaning.glows and button >= BUTTON_LEFT:
                sprites.append(self._overlays.halo(box, self._kit.theme.seat(seat.seat).colour))
            sprites.append(self._soft_key(moment, seat, button, box, meaning))
        return sprites

    def _soft_key(
        self, moment: ViewState, seat: SeatLayout, button: int, box: Box, meaning: MeaningLike | None
    ) -> Sprite:
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

    def _face(self, moment: ViewState, seat: SeatLayout, button: int, meaning: MeaningLike | None) -> KeyFace:
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
        colour = self._kit.theme.seat(seat.seat).colour
        return [self._hand_overlays.running(lap.clock, moment.time_left(), colour, turned=seat.turned)]


def shown_from(row: RowLike, count: int) -> tuple[int, bool]:
    """Return the index of the first slot to draw of so many, and whether these slots come under the buttons only soon.

    That is so for a moment when the last card of the last page has gone (docs/rules/speed-uno.md, "Buttons"): the hand
    would look empty.
    """
    is_left = any(row.slots) and not any(row.slots[row.first : row.first + count])
    return (max(0, row.first - count), True) if is_left else (row.first, False)


def _look(moment: ViewState, seat: SeatLayout) -> tuple[object, ...]:
    """Return all inputs of a side's look except its plate and the layout; equal inputs are drawn alike."""
    own, zones = f"seat{seat.seat}.", moment.table.zones
    keys = moment.keys[seat.seat] if seat.seat < len(moment.keys) else ()
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


class Choices:
    """Draws the tiles of choices. `names` are the seats' names, because a seat can be chosen."""

    def __init__(self, kit: Kit, hand_overlays: HandOverlays, names: Sequence[str]) -> None:
        self._kit = kit
        self._hand_overlays = hand_overlays
        self._names = names

    def sprites(self, moment: ViewState, seat: SeatLayout) -> list[Sprite]:
        """Return the tiles over the seat's slots at a moment."""
        sprites: list[Sprite] = []
        for button, slot in enumerate(seat.slots):
            meaning = moment.meaning(seat.seat, button)
            if meaning is None or not meaning.sign or not meaning.lit:
                continue
            inside = self._box(slot, turned=seat.turned)
            kind, _, which = meaning.sign.partition(".")
            name = self._names[int(which)] if kind == "seat" and int(which) < len(self._names) else ""
            cards = moment.table.zones.get(which, ()) if kind == "zone" else ()
            tile = self._hand_overlays.choice(meaning.sign, (inside.w, inside.h), name, cards[-1] if cards else "")
            sprites.append(self._kit.put(inside, tile, turned=seat.turned))
        return sprites

    def _box(self, slot: Box, *, turned: bool) -> Box:
        top = round(slot.h * CHOICE_FROM)
        box = Box(slot.x, slot.y + (0 if turned else top), slot.w, slot.h - top)
        return box.inset(self._kit.px(2, 1), self._kit.px(2, 1))

    def card_sizes(self, layout: HandLayout) -> set[CardSize]:
        """Return the sizes of cards in choice tiles, so that they can be drawn in advance."""
        boxes = [self._box(slot, turned=False) for seat in layout.seats for slot in seat.slots]
        return {choice_card((box.w, box.h)) for box in boxes}


def is_choosing(moment: ViewState, seat: SeatLayout) -> bool:
    """Return whether the card buttons currently mean choices, not cards."""
    keys = [moment.meaning(seat.seat, place) for place in range(len(seat.slots))]
    return any(key is not None and key.sign for key in keys)


def above_choices(seat: SeatLayout) -> Box:
    """Return the box of a notice during a choice: over the visible part of the cards, clear of the choices."""
    slot = seat.slots[0]
    free = round(slot.h * CHOICE_FROM)
    y = slot.y + (slot.h - free if seat.turned else 0)
    return Box(seat.notice.x, y + (free - min(free, seat.notice.h)) // 2, seat.notice.w, min(free, seat.notice.h))
