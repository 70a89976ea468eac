"""A model of switches that bounce and of people who tap twice: raw edges with the truth beside them.

The duration of a bounce is drawn with a mean of a quarter of the longest bounce: J. Ganssle, "A Guide to Debouncing"
(ganssle.com/debouncing.htm), pressed 18 kinds of switches 300 times each; 16 of them bounced 1,557 µs on average and
6,200 µs at most. Traces of four push buttons (github.com/gsuberland/switch_bouncing, 32 releases each) show release
bounce of up to 0.3, 0.9, 1.2 and 3.9 ms, with the contact open for less than 0.5 ms at a time. The model is stricter:
re-closings occur anywhere in the bounce, so that the contact may be open for nearly all of it. Longer bounces are worn
switches: openings of 6 to 16 ms on release are reported in github.com/UltimateHackingKeyboard/firmware/issues/128.

No times of double taps on one arcade button are published. Sustained tapping ends at some 16 a second (62 ms), so
the 25 to 60 ms here are two fingers or a twitch; the button is down for a third to three quarters of that.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from hardware.clock import MONOTONIC, MS
from hardware.events import SwitchEdge

PRESS_BOUNCE_NS: Final = 6_200_000
"""The longest bounce of a press: Ganssle's longest."""
MEAN: Final = 0.25
"""The mean bounce as a share of the longest."""
RECLOSINGS: Final = 4
"""The most re-closings within one release."""
APART_NS: Final = (25 * MS, 60 * MS)
"""The range of the time from press to press of a double tap."""
DOWN: Final = (1 / 3, 0.73)
"""The share of that for which the first tap holds the button down."""
HOLD_NS: Final = (20 * MS, 120 * MS)
"""The range of any other press's duration."""


class Push(NamedTuple):
    """When a finger closes the contact first, and when it lets go. ns."""

    closed_ns: int
    open_ns: int


def double_tap(draw: Random) -> list[Push]:
    """Draw two quick taps, the first at 0."""
    apart = draw.randint(*APART_NS)
    return [Push(0, int(apart * draw.uniform(*DOWN))), Push(apart, apart + draw.randint(*HOLD_NS))]


def single_press(draw: Random) -> list[Push]:
    """Draw one press at 0."""
    return [Push(0, draw.randint(*HOLD_NS))]


def edges_of(
    pushes: Sequence[Push], release_bounce_ns: int, draw: Random, press_bounce_ns: int = PRESS_BOUNCE_NS
) -> list[SwitchEdge]:
    """Return the raw edges of these pushes on a switch that bounces up to `release_bounce_ns` when it is let go.

    Press bounce ends before the finger lets go, release bounce before the next push.
    """
    moments: list[int] = []
    for push, following in zip(pushes, [*pushes[1:], None], strict=True):
        rest = following.closed_ns - push.open_ns if following else 1_000 * MS
        moments += burst(push.closed_ns, min(press_bounce_ns, push.open_ns - push.closed_ns), draw)
        moments += burst(push.open_ns, min(release_bounce_ns, rest), draw)
    return [SwitchEdge("model", 0, place % 2 == 0, at, MONOTONIC, at) for place, at in enumerate(moments)]


def burst(at_ns: int, longest_ns: int, draw: Random) -> list[int]:
    """Return an odd number of times, the first `at_ns`, at which a contact changes until it keeps its new state."""
    length = min(int(draw.expovariate(1 / (MEAN * longest_ns))), longest_ns - 1) if longest_ns > 1 else 0
    changes = 2 * draw.randint(0, RECLOSINGS)
    if changes == 0 or length < changes:
        return [at_ns]
    within = sorted(draw.sample(range(1, length), changes - 1)) if length > changes else list(range(1, changes))
    return [at_ns, *(at_ns + after for after in within), at_ns + length]
