"""From zones to places in games with hands: cards in a row, in a tile, or in the middle.

`seatN.hand` and `seatN.chance` are that seat's row, or its tile; `seatN.tableK` its small cards. `discard` and `pile`
receive plays, `draw` and `stock` are the supply, `gone` is out of the game. A card in a row has a spot of its own
(`Spots`), which changes with the hand.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from cabinet.display.cards import DOWN, CardSize
from cabinet.display.layout.boxes import ASPECT, Box
from cabinet.display.layout.parts import HandLayout, SeatLayout
from cabinet.display.table.places import Place
from cabinet.display.table.view_state import RowLike

_OWN: Final = re.compile(r"seat(\d+)\.([a-z]+)(\d*)")
_MIDDLE: Final = {"discard": "pile", "pile": "pile", "draw": "supply", "stock": "supply"}
_TILE_CARD: Final = 0.3
"""Width of a card that glides to a tile, in widths of a card in a row."""


def hand_places(zones: Iterable[str], layout: HandLayout) -> Mapping[str, Place]:
    """Return a place for every zone, in the zones' order; unknown zones are at the edge of the pile."""
    return {zone: _place(zone, layout) for zone in zones}


def has_minis(zones: Iterable[str]) -> bool:
    """Return whether seats have cards on the table."""
    return any(own[2] == "table" for zone in zones if (own := _OWN.fullmatch(zone)))


def _place(zone: str, layout: HandLayout) -> Place:
    if own := _OWN.fullmatch(zone):
        return _own(int(own[1]), own[2], int(own[3] or 0), layout)
    both = any(seat.turned for seat in layout.seats)
    match _MIDDLE.get(zone, zone):
        case "pile":
            return Place("pile", layout.piles[0], CardSize(*layout.pile), two_ended=both)
        case "supply":
            return Place("supply", layout.supply, CardSize(*layout.small))
        case "deck":
            return Place("deck", layout.deck, CardSize(*layout.pile))
    return Place("gone", layout.gone, CardSize(layout.gone.w, layout.gone.h))


def _own(seat: int, what: str, number: int, layout: HandLayout) -> Place:
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


@dataclass(frozen=True, slots=True)
class Spots:
    """The place of every card of the hands held at this screen, looked up only for cards that move."""

    rows: Sequence[RowLike | None]
    layout: HandLayout

    def get(self, card: str, otherwise: Place) -> Place:
        """Return the place of a card, by its code; a card beyond the row is at the key that scrolls there."""
        down = DOWN + card
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
