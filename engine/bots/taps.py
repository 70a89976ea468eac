"""Timed presses and releases for the buttons of a bot's command."""

from collections.abc import Iterable, Sequence

from engine.panel import CARDS

Edge = tuple[int, str, bool]
"""(delay in ns from now, button, pressed), as in a ``Plan``."""


def tap(at_ns: int, keys: str, hold_ns: int) -> tuple[Edge, ...]:
    """Return one tap: ``CARD3`` goes down at ``at_ns`` and up ``hold_ns`` later.

    ``LEFT+CARD3`` is CARD3 tapped while LEFT is held: LEFT goes down half a hold before, and up half a hold after.
    """
    *held, button = keys.split("+")
    lead = hold_ns // 2
    down = tuple((at_ns - lead, other, True) for other in held)
    up = tuple((at_ns + hold_ns + lead, other, False) for other in held)
    return (*down, (at_ns, button, True), (at_ns + hold_ns, button, False), *up)


def in_sequence(sequence: Iterable[str], first_ns: int, gap_ns: int, hold_ns: int) -> tuple[Edge, ...]:
    """Return taps in sequence: the first press at ``first_ns``, then ``gap_ns`` from press to press.

    No button is pressed before the previous one is up, however short the gap.
    """
    edges: list[Edge] = []
    at = first_ns
    for keys in sequence:
        if edges:
            at = max(at + gap_ns, edges[-1][0] + hold_ns)
        edges += tap(at, keys, hold_ns)
    return tuple(edges)


def slipped(keys: str, upwards: bool) -> str:
    """Return the tap of a slipped finger: the neighbour of the intended card button; other buttons are unchanged."""
    *held, button = keys.split("+")
    if button not in CARDS:
        return keys
    place = CARDS.index(button) + (1 if upwards else -1)
    hit = CARDS[1] if place < 0 else CARDS[-2] if place == len(CARDS) else CARDS[place]
    return "+".join((*held, hit))


def last_release_ns(edges: Sequence[Edge]) -> int:
    """Return when the last button is up again; 0 without presses."""
    return edges[-1][0] if edges else 0
