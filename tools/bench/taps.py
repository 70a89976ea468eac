"""Double taps: how many the debounce loses, against the phantom presses that release bounce makes.

`release_ms` alone (as `Settings(tap_ns=release_ns)`) at four values, and the rule in force, each on switches of
several longest release bounces, by the model in `tools/bench/switches.py`. The table in docs/wiring.md is this one.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from hardware.clock import MS
from hardware.debounce import Elapsed, Settings, start, step
from hardware.events import Glitch, SwitchEdge
from tools.bench.report import Bench, Row
from tools.bench.switches import Push, double_tap, edges_of, single_press

TRIES: Final = 1000
BOUNCES_MS: Final = (1.0, 3.9, 6.2, 8.0, 12.0, 16.0, 24.0)
"""The longest release bounces of the switches tried."""
ALONE: Final = tuple(Settings(release_ns=ms * MS, tap_ns=ms * MS) for ms in (4, 6, 8, 12))
SHARE: Final = 5
"""On switches that bounce for less than `tap_ns` the rule may lose at most 1 / `SHARE` of the taps that 12 ms alone
loses."""


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
