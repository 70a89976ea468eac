"""The gain of a seat whose switch always bounces, where the header's stamps are overwritten and no interrupt is traced.

Two equal players race for one pile. One has clean switches and true stamps; every press of the other is stamped late by
the latency of its interrupt's thread, and declares that it may be early by the bound (decision 0060). The judge decides
as in a match. With traced interrupts both have true stamps, and neither gains anything.
"""

import random
from collections.abc import Sequence
from typing import Final

from engine.game import MS
from engine.judge import is_certainly_later
from engine.panel import Press
from engine.setup import Setup
from tools.bench.report import Bench, Row

RACES: Final = 100_000
SPREAD_NS: Final = 60 * MS
"""The standard deviation of a player's reaction to the same card: 15 % of 400 ms."""
LATENCY_NS: Final = 100_000
"""The median latency of an interrupt's thread on a busy machine; a lognormal distribution, as measured elsewhere."""
BOUNDS_MS: Final = (1, 5, 20)
MOST: Final = 0.005
"""The largest gain allowed, half a percentage point, at the bound that the header claims."""


def gain(bound_ns: int, races: int = RACES) -> float:
    """Return the bouncing seat's share of the races, less one half. Each race is run both ways, to reduce noise."""
    setup, draw, won = Setup("speed"), random.Random(bound_ns), 0.0
    for _ in range(races):
        apart = round(draw.gauss(0, SPREAD_NS * 2**0.5))
        late = min(round(draw.lognormvariate(0, 0.8) * LATENCY_NS), bound_ns)
        won += sum(share(setup, difference, late, bound_ns) for difference in (apart, -apart)) / 2
    return won / races - 0.5


def share(setup: Setup, apart_ns: int, late_ns: int, early_ns: int) -> float:
    """Return the bouncing seat's score, 1, 0.5 or 0, if its contact closed `apart_ns` after the clean contact."""
    begin = 1_000_000 * MS
    clean = Press(0, "CARD1", True, begin, "gpio", 100_000, "monotonic", begin)
    stamp = begin + apart_ns + late_ns
    bounced = Press(1, "CARD1", True, stamp, "gpio", 100_000, "monotonic", stamp, early_ns=early_ns)
    if bounced.time_ns < clean.time_ns:
        return 1.0 if is_certainly_later(setup, bounced, clean) else 0.5
    return 0.0 if is_certainly_later(setup, clean, bounced) else 0.5


def run() -> Sequence[Row]:
    """Return a row for each bound; the first is the bound in force."""
    rows = []
    for bound_ms in BOUNDS_MS:
        points = gain(bound_ms * MS)
        met = abs(points) <= MOST if bound_ms == BOUNDS_MS[0] else None
        told = f"{100 * points:+.2f} points"
        rows.append(Row(f"always bouncing, intervals of {bound_ms} ms", told, "at most 0.5 at 1 ms", met))
    return rows


BENCH = Bench("bouncing", run)
