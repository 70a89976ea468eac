"""A seat's aim, where there are more piles in the middle than sides of a panel (rules/speed.md, "Buttons").

LEFT and RIGHT move the aim round the piles; a card button or ACTION then acts on the aimed pile. Scalar ``aim.N``: the
zone at which seat N aims. Empty piles are skipped when the aim is read, so removing a pile needs no update.
"""

from collections.abc import Sequence

from engine.panel import LEFT, RIGHT, Meaning
from engine.table import Draft, Table


def key(seat: int) -> str:
    """Return the name of the scalar with the seat's aim."""
    return f"aim.{seat}"


def reset(draft: Draft, centres: Sequence[str]) -> None:
    """At the start of a deal, aim each seat at the pile that it starts itself."""
    for seat, centre in enumerate(centres):
        draft.set(key(seat), centre)


def at(table: Table | Draft, seat: int, centres: Sequence[str]) -> str:
    """Return the pile at which the seat aims: its choice or, if that is empty, the next pile to the right."""
    aimed = table.text(key(seat)) or centres[seat]
    ring = _ring(table, aimed, centres)
    return ring[0] if ring else aimed


def move(table: Table, seat: int, button: str, centres: Sequence[str]) -> Meaning:
    """Return the meaning of LEFT or RIGHT: the aim moves to the next pile on that side."""
    ring = _ring(table, at(table, seat, centres), centres)
    if len(ring) < 2:
        return Meaning("aim")
    to = ring[-1] if button == LEFT else ring[1]
    return Meaning("aim", select=((key(seat), to),), lit=True, zone=to)


def taps(table: Table, seat: int, pile: str, centres: Sequence[str]) -> tuple[str, ...]:
    """Return the shortest sequence of taps that moves the seat's aim to a pile with cards."""
    ring = _ring(table, at(table, seat, centres), centres)
    steps = ring.index(pile)
    back = len(ring) - steps
    return (RIGHT,) * steps if steps <= back else (LEFT,) * back


def _ring(table: Table | Draft, first: str, centres: Sequence[str]) -> list[str]:
    """Return the piles with cards, in order round the middle, beginning with ``first`` or the next after it."""
    start = centres.index(first)
    return [pile for pile in (*centres[start:], *centres[:start]) if table.zones[pile]]
