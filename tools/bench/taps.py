"""Double taps: how many the debounce loses, against the phantom presses that release bounce makes.

`release_ms` alone (as `Settings(tap_ns=release_ns)`) at four values, and the rule in force, each on switches of
several longest release bounces. docs/wiring.md has some of its figures.

The model of switches that bounce and of people who tap twice has raw edges with the truth beside them.
The duration of a bounce is drawn with a mean of a quarter of the longest bounce: J. Ganssle, "A Guide to Debouncing"
(ganssle.com/debouncing.htm), pressed 18 kinds of switches 300 times each; 16 of them bounced 1,557 µs on average and
6,200 µs at most. Traces of four push buttons (github.com/gsuberland/switch_bouncing, 32 releases each) show release
bounce of up to 0.3, 0.9, 1.2 and 3.9 ms, with the contact open for less than 0.5 ms at a time. The model is stricter:
re-closings occur anywhere in the bounce, so that the contact may be open for nearly all of it. Longer bounces are worn
switches: openings of 6 to 16 ms on release are reported in github.com/UltimateHackingKeyboard/firmware/issues/128.

No times of double taps on one arcade button are published. Sustained tapping ends at some 16 a second (62 ms), so
the 25 to 60 ms here are two fingers or a twitch; the button is down for a third to three quarters of that.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, NamedTuple

from hardware.clock import MONOTONIC, MS
from hardware.debounce import Elapsed, Settings, start, step
from hardware.source import Glitch, SwitchEdge
from tools.bench.report import Bench, Row

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

TRIES: Final = 1000
BOUNCES_MS: Final = (1.0, 3.9, 6.2, 8.0, 12.0, 16.0, 24.0)
"""The longest release bounces of the switches tried."""
ALONE: Final = tuple(Settings(release_ns=ms * MS, tap_ns=ms * MS) for ms in (4, 6, 8, 12))
SHARE: Final = 5
"""On switches that bounce for less than `tap_ns` the rule may lose at most 1 / `SHARE` of the taps that 12 ms alone
loses."""


# The model


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


# The bench


def presses(edges: Sequence[SwitchEdge], settings: Settings) -> list[int]:
    """Return the stamps of the presses that the debounce makes of these edges and does not take back."""
    state = start("model", {}, 0)
    stamps: list[int] = []
    events: list[SwitchEdge | Elapsed] = [*edges, Elapsed(edges[-1].time_ns + 1_000 * MS)]
    for event in events:
        state, told = step(state, event, settings)
        stamps += [edge.time_ns for edge in told if isinstance(edge, SwitchEdge) and edge.pressed]
        gone = {glitch.time_ns for glitch in told if isinstance(glitch, Glitch)}
        stamps = [stamp for stamp in stamps if stamp not in gone]
    return stamps


def wrong(
    scene: Callable[[Random], list[Push]], settings: Settings, bounce_ns: int, tries: int = TRIES
) -> tuple[int, int]:
    """Return in how many of `tries` scenes a press is missing, and in how many a phantom press appears."""
    lost = phantom = 0
    for seed in range(tries):
        draw = Random(seed)
        pushes = scene(draw)
        stamps = set(presses(edges_of(pushes, bounce_ns, draw), settings))
        made = {push.closed_ns for push in pushes}
        lost += not made <= stamps
        phantom += not stamps <= made
    return lost, phantom


def run() -> Sequence[Row]:
    """Return a row for each longest bounce."""
    return curve(TRIES)


def curve(tries: int) -> Sequence[Row]:
    """Return the rows, with `tries` double taps and single presses for each figure."""
    heads = [f"{settings.release_ns // MS} ms" for settings in ALONE]
    rows = [Row(f"double taps lost / phantoms, of {tries:,}", columns([*heads, "rule"]), "release_ms alone; the rule")]
    for bounce_ms in BOUNCES_MS:
        counts = []
        for settings in (*ALONE, Settings()):
            lost, _ = wrong(double_tap, settings, round(bounce_ms * MS), tries)
            _, phantom = wrong(single_press, settings, round(bounce_ms * MS), tries)
            counts.append((lost, phantom))
        (before, _), (lost, phantom) = counts[-2:]
        met = phantom == 0 and lost * SHARE <= before if bounce_ms * MS < Settings().tap_ns else None
        rows.append(Row(f"release bounce up to {bounce_ms:g} ms", columns([f"{a} / {b}" for a, b in counts]), "", met))
    return rows


def columns(cells: Sequence[str]) -> str:
    """Return the cells of one row, right-aligned."""
    return "".join(f"{cell:>11}" for cell in cells)


BENCH = Bench("taps", run)
