"""A bot's hands: from the buttons of a command to presses and releases in time."""

from collections.abc import Iterable, Sequence

from engine.panel import CARDS

Edge = tuple[int, str, bool]
"""(delay in ns from now, button, pressed), as a ``Plan`` has it."""


def tap(at_ns: int, what: str, hold_ns: int) -> tuple[Edge, ...]:
    """One tap: ``CARD3`` goes down at ``at_ns`` and up ``hold_ns`` later.

    ``LEFT+CARD3`` is CARD3 tapped while LEFT is held: LEFT goes down half a hold before, and up half a hold after.
    """
    *held, button = what.split("+")
    lead = hold_ns // 2
    down = tuple((at_ns - lead, other, True) for other in held)
    up = tuple((at_ns + hold_ns + lead, other, False) for other in held)
    return (*down, (at_ns, button, True), (at_ns + hold_ns, button, False), *up)


def taps(what: Iterable[str], first_ns: int, gap_ns: int, hold_ns: int) -> tuple[Edge, ...]:
    """Taps one after the other: the first press at ``first_ns``, then ``gap_ns`` from press to press.

    No button is pressed before the one before it is up, however short the gap.
    """
    edges: list[Edge] = []
    at = first_ns
    for one in what:
        if edges:
            at = max(at + gap_ns, edges[-1][0] + hold_ns)
        edges += tap(at, one, hold_ns)
    return tuple(edges)


def beside(what: str, upwards: bool) -> str:
    """The tap as a finger that slips gives it: the card button next to the one meant, if it is a card button."""
    *held, button = what.split("+")
    if button not in CARDS:
        return what
    place = CARDS.index(button) + (1 if upwards else -1)
    slipped = CARDS[1] if place < 0 else CARDS[-2] if place == len(CARDS) else CARDS[place]
    return "+".join((*held, slipped))


def last_ns(edges: Sequence[Edge]) -> int:
    """When the last button is up again; 0 without presses."""
    return edges[-1][0] if edges else 0
