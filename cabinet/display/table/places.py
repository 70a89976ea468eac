"""From the names of zones to places on the screen.

Cards in slots (`places_of`): `seatN.handK` and `seatN.stockK` are card slots (slot K is button CARDK). `seatN.stock`,
`seatN.spit` and any other pile of a seat are at that seat's stock, `centre.K` and `reserve.K` in the middle.
`seatN.draw` and `deck` serve the draw for the first dealer. A marker lent to a seat is over its stock; a marker that no
seat has is hidden. Any other zone of a game gets a place in the information corner, so that a new game is shown, if
plainly, before it has a layout.

Games with hands (`hand_places`): `seatN.hand` and `seatN.chance` are that seat's row, or its tile; `seatN.tableK` its
small cards. `discard` and `pile` receive plays, `draw` and `stock` are the supply, `gone` is out of the game. A card in
a row has a spot of its own (`Spots`), which changes with the hand.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec

from cabinet.display.cards import CardSize
from cabinet.display.layout.boxes import ASPECT, Box, HandLayout, Need, SeatLayout, TableLayout
from engine.cards import face_down
from engine.panel import Row

Kind = Literal[
    "slot",
    "stock",
    "marker",
    "pile",
    "reserve",
    "draw",
    "deck",
    "away",
    "loose",
    "hand",
    "tile",
    "mini",
    "supply",
    "gone",
]

_SLOT: Final = re.compile(r"seat(\d+)\.(?:hand|stock)(\d+)")
_OWN: Final = re.compile(r"seat(\d+)\.(\w+)")
_MIDDLE: Final = re.compile(r"(centre|reserve)\.(\d+)")


class Place(msgspec.Struct, frozen=True):
    """The place of a zone: its box, the seat it belongs to (-1: none), and how its cards are drawn."""

    kind: Kind
    box: Box
    size: CardSize
    seat: int = -1
    number: int = 0
    turned: bool = False
    two_ended: bool = False


def need_of(zones: Iterable[str]) -> Need:
    """Return how many places these zones need; at least as many slots as the panel has card buttons."""
    slots, seats, piles, reserves = 5, 2, 2, 0
    for zone in zones:
        if slot := _SLOT.fullmatch(zone):
            slots, seats = max(slots, int(slot[2])), max(seats, int(slot[1]) + 1)
        elif middle := _MIDDLE.fullmatch(zone):
            count = int(middle[2]) + 1
            piles = max(piles, count) if middle[1] == "centre" else piles
            reserves = max(reserves, count) if middle[1] == "reserve" else reserves
    return Need(slots, piles, reserves if seats > 2 else 2, seats)


def places_of(zones: Iterable[str], layout: TableLayout) -> Mapping[str, Place]:
    """Return a place for every zone, in the zones' order."""
    names = list(zones)
    places: dict[str, Place] = {}
    loose: list[str] = []
    for name in names:
        place = _place(name, layout)
        if place is None:
            loose.append(name)
        else:
            places[name] = place
    for number, name in enumerate(loose):
        places[name] = _loose(number, len(loose), layout)
    return {name: places[name] for name in names}


def _place(name: str, layout: TableLayout) -> Place | None:
    both = any(seat.turned for seat in layout.seats)
    if slot := _SLOT.fullmatch(name):
        return _slot(int(slot[1]), int(slot[2]), layout)
    if middle := _MIDDLE.fullmatch(name):
        number = int(middle[2])
        if middle[1] == "centre" and number < len(layout.piles):
            return Place("pile", layout.piles[number], CardSize(*layout.pile), number=number, two_ended=both)
        if middle[1] == "reserve" and number < len(layout.reserves):
            return Place("reserve", layout.reserves[number], _size(layout.reserves[number]), number=number)
        return None
    if name == "marker":
        return Place("away", Box(*layout.deck.centre, 0, 0), CardSize(*layout.small))
    if name == "deck":
        return Place("deck", layout.deck, CardSize(*layout.pile))
    own = _OWN.fullmatch(name)
    if own is None or int(own[1]) >= len(layout.seats):
        return None
    seat = layout.seats[int(own[1])]
    if own[2] == "marker":
        return Place("marker", seat.stock, _size(seat.stock), seat.seat, turned=seat.turned)
    if own[2] == "draw":
        return Place("draw", seat.slots[2], _size(seat.slots[2]), seat.seat, turned=seat.turned)
    return Place("stock", seat.stock, _size(seat.stock), seat.seat, turned=seat.turned)


def _slot(seat: int, number: int, layout: TableLayout) -> Place | None:
    if seat >= len(layout.seats) or not 0 < number <= len(layout.seats[seat].slots):
        return None
    at = layout.seats[seat]
    box = at.slots[number - 1]
    return Place("slot", box, _size(box), seat, number, turned=at.turned)


def _size(box: Box) -> CardSize:
    """Return the size of a card that fills a box: card sizes differ between seats."""
    return CardSize(box.w, box.h)


def _loose(number: int, count: int, layout: TableLayout) -> Place:
    """Return the place of an unknown zone: side by side in the information corner, overlapping when there are many."""
    box = layout.info.box
    width, height = layout.small
    step = min(width + 4, (box.w - width) // max(1, count - 1)) if count > 1 else 0
    return Place("loose", Box(box.x + number * step, box.y, width, height), CardSize(width, height), number=number)


# Games with hands: cards in a row, in a tile, or in the middle


_HELD: Final = re.compile(r"seat(\d+)\.([a-z]+)(\d*)")
_HELD_MIDDLE: Final = {"discard": "pile", "pile": "pile", "draw": "supply", "stock": "supply"}
_TILE_CARD: Final = 0.3
"""Width of a card that glides to a tile, in widths of a card in a row."""


def hand_places(zones: Iterable[str], layout: HandLayout) -> Mapping[str, Place]:
    """Return a place for every zone, in the zones' order; unknown zones are at the edge of the pile."""
    return {zone: _held_place(zone, layout) for zone in zones}


def has_minis(zones: Iterable[str]) -> bool:
    """Return whether seats have cards on the table."""
    return any(own[2] == "table" for zone in zones if (own := _HELD.fullmatch(zone)))


def _held_place(zone: str, layout: HandLayout) -> Place:
    if own := _HELD.fullmatch(zone):
        return _held_own(int(own[1]), own[2], int(own[3] or 0), layout)
    both = any(seat.turned for seat in layout.seats)
    match _HELD_MIDDLE.get(zone, zone):
        case "pile":
            return Place("pile", layout.piles[0], CardSize(*layout.pile), two_ended=both)
        case "supply":
            return Place("supply", layout.supply, CardSize(*layout.small))
        case "deck":
            return Place("deck", layout.deck, CardSize(*layout.pile))
    return Place("gone", layout.gone, CardSize(layout.gone.w, layout.gone.h))


def _held_own(seat: int, what: str, number: int, layout: HandLayout) -> Place:
    at = layout.seat_of(seat)
    if at is None:
        return _in_tile(seat, what, layout)
    card = CardSize(*layout.card)
    if what == "draw":
        middle = at.slots[1 if layout.name == "beside" and len(layout.seats) > 1 else 2]
        return Place("draw", middle, card, seat, turned=at.turned)
    lap = layout.laps[layout.seats.index(at)]
    if what == "table" and lap.minis:
        box = lap.minis[max(1, min(number, len(lap.minis))) - 1]
        return Place("mini", box, CardSize(box.w, box.h), seat, number, turned=at.turned)
    return Place("hand", at.slots[2], card, seat, turned=at.turned)


def _in_tile(seat: int, what: str, layout: HandLayout) -> Place:
    tile = layout.tile_of(seat)
    if tile is None:
        return Place("gone", layout.gone, CardSize(layout.gone.w, layout.gone.h))
    width = round(layout.card[0] * _TILE_CARD)
    if what == "draw":
        return _drawn(tile.box, seat)
    x, y = tile.box.centre
    height = round(width * ASPECT)
    return Place("tile", Box(x - width // 2, y - height // 2, width, height), CardSize(width, height), seat)


def _drawn(box: Box, seat: int) -> Place:
    """Return the place of a seat's drawn card in its tile: below the name, or in a low tile at its right."""
    is_low = box.w > 2 * box.h
    height = box.h - 4 if is_low else round(box.h * 0.62)
    width = round(height / ASPECT)
    x = box.right - width - 2 if is_low else box.x + (box.w - width) // 2
    return Place("draw", Box(x, box.bottom - height - 2, width, height), CardSize(width, height), seat)


class Spots(msgspec.Struct, frozen=True):
    """The place of every card of the hands held at this screen, looked up only for cards that move."""

    rows: Sequence[Row | None]
    layout: HandLayout

    def get(self, card: str, otherwise: Place) -> Place:
        """Return the place of a card, by its code; a card beyond the row is at the key that scrolls there."""
        down = face_down(card)
        for seat in self.layout.seats:
            row = self.rows[seat.seat] if seat.seat < len(self.rows) else None
            for place, cards in enumerate(row.slots if row is not None else ()):
                if card in cards or down in cards:
                    shown = place - row.first if row is not None else 0
                    return Place(
                        "hand", self._box(seat, shown), CardSize(*self.layout.card), seat.seat, turned=seat.turned
                    )
        return otherwise

    def _box(self, seat: SeatLayout, shown: int) -> Box:
        if 0 <= shown < len(seat.slots):
            return seat.slots[shown]
        width, height = self.layout.card
        x, y = (seat.left_key if shown < 0 else seat.right_key).centre
        return Box(x - width // 2, y - height // 2, width, height)
