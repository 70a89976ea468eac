"""From the names of zones to places on the screen, for cards in slots.

`seatN.handK` and `seatN.stockK` are card slots (slot K is button CARDK). `seatN.stock`, `seatN.spit` and any other pile
of a seat are at that seat's stock, `centre.K` and `reserve.K` in the middle. `seatN.draw` and `deck` serve the draw for
the first dealer. A marker lent to a seat is over its stock; a marker that no seat has is hidden. Any other zone of a
game gets a place in the information corner, so that a new game is shown, if plainly, before it has a layout.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from cabinet.display.cards import CardSize
from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import Need, TableLayout

Kind = Literal[
    "slot", "stock", "marker", "pile", "reserve", "draw", "deck", "away", "loose",
    "hand", "tile", "mini", "supply", "gone",
]  # fmt: skip

_SLOT: Final = re.compile(r"seat(\d+)\.(?:hand|stock)(\d+)")
_OWN: Final = re.compile(r"seat(\d+)\.(\w+)")
_MIDDLE: Final = re.compile(r"(centre|reserve)\.(\d+)")


@dataclass(frozen=True, slots=True)
class Place:
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
