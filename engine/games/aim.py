"""A seat's aim, where there are more piles in the middle than sides of a panel (rules/speed.md, "Buttons").

LEFT and RIGHT move the aim round the piles that can be aimed at; what a card button or ACTION then does, it does there.
Scalar ``aim.N``: the zone that seat N aims at. A pile that has gone is passed over, so nothing need be told of it.
"""

from collections.abc import Sequence

from engine.panel import LEFT, RIGHT, Meaning
from engine.table import Draft, Table


def key(seat: int) -> str:
    """The scalar that holds the seat's aim."""
    return f"aim.{seat}"


def reset(draft: Draft, centres: Sequence[str]) -> None:
    """As a deal begins, each seat aims at the pile that it starts itself."""
    for seat, centre in enumerate(centres):
        draft.set(key(seat), centre)


def at(table: Table | Draft, seat: int, centres: Sequence[str]) -> str:
    """The pile that the seat aims at: what it chose, or the next one to the right that lies there."""
    aimed = table.text(key(seat)) or centres[seat]
    ring = _ring(table, aimed, centres)
    return ring[0] if ring else aimed


def move(table: Table, seat: int, button: str, centres: Sequence[str]) -> Meaning:
    """What LEFT or RIGHT means: the aim goes to the next pile on that side."""
    ring = _ring(table, at(table, seat, centres), centres)
    if len(ring) < 2:
        return Meaning("aim")
    to = ring[-1] if button == LEFT else ring[1]
    return Meaning("aim", select=((key(seat), to),), lit=True, zone=to)


def taps(table: Table, seat: int, pile: str, centres: Sequence[str]) -> tuple[str, ...]:
    """The fewest taps that bring the seat's aim to a pile that lies there."""
    ring = _ring(table, at(table, seat, centres), centres)
    steps = ring.index(pile)
    back = len(ring) - steps
    return (RIGHT,) * steps if steps <= back else (LEFT,) * back


def _ring(table: Table | Draft, first: str, centres: Sequence[str]) -> list[str]:
    """The piles that lie there, in order round the middle, beginning with the first or the next one after it."""
    start = centres.index(first)
    return [pile for pile in (*centres[start:], *centres[:start]) if table.zones[pile]]
