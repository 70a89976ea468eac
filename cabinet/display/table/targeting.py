"""Aims of seats, and the cards carried in Running Spit: scalars that name piles, resolved to places. Pure.

``aim.N`` is the zone that seat N aims at; a pile that has gone is passed over to the right. ``run.N`` holds the source
and target zone of a card being carried, ``lands.N`` the time of its arrival (play clock, ns).
"""

from collections.abc import Mapping
from typing import NamedTuple

from cabinet.display.table.places import Place
from cabinet.display.table.view_state import TableLike, ViewState


class Carried(NamedTuple):
    """A card on its way to the middle: its owner, the zone that still holds it, the pile, and its time of arrival."""

    seat: int
    source: str
    to: str
    lands: int


def targets(moment: ViewState) -> Mapping[int, Place]:
    """Return the pile that each seat aims at, for the seats that have an aim."""
    piles = {zone: place for zone, place in moment.places.items() if place.kind == "pile"}
    found = {}
    for seat in range(len(moment.keys)):
        zone = moment.text(f"aim.{seat}")
        if zone in piles and not moment.number(f"place.{seat}"):
            found[seat] = piles[_lying(zone, list(piles), moment.table)]
    return found


def _lying(zone: str, piles: list[str], table: TableLike) -> str:
    """Return the pile itself, or the next existing pile to the right."""
    start = piles.index(zone)
    ring = [pile for pile in (*piles[start:], *piles[:start]) if table.zones[pile]]
    return ring[0] if ring else zone


def carried(table: TableLike, seats: int) -> list[Carried]:
    """Return the cards on their way to the middle."""
    found = []
    for seat in range(seats):
        source, _, to = str(table.scalars.get(f"run.{seat}", "")).partition(" ")
        if to and table.zones.get(source):
            found.append(Carried(seat, source, to, int(table.scalars.get(f"lands.{seat}", 0))))
    return found
