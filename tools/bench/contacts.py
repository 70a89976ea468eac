"""What a contact is worth on each source: worn switches, spikes, storms, late threads, raced through the whole input.

The contacts are planned to the nanosecond, the sources are the shipped ones on their fakes, and the match judges. The
table in docs/wiring.md is this one; `tests/cabinet/input/test_contacts.py` holds its bounds.
"""

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from cabinet.certify.race import Starter
from cabinet.certify.rigs import FRAME, RIGS, US, Change, HeaderRig, Race, Rig, bouncing, late_threads, race, train
from engine.panel import Press
from hardware.clock import MS, FakeClock
from tools.bench.report import Bench, Row

TRAINS_US: Final[Mapping[str, Sequence[float]]] = MappingProxyType(
    {
        "clean": (40_000,),
        "a touch of 5 µs": (5, 6_000, 40_000),
        "a touch of 20 µs": (20, 6_000, 40_000),
        "two touches": (8, 30, 5, 5_200, 40_000),
        "a touch of half a millisecond": (500, 5_500, 40_000),
        "ugly bounce of 12 ms": (30, 2_500, 40, 3_000, 60, 6_300, 40_000),
    }
)
"""Contacts of worn switches: closed, open, closed, … for so many µs."""
STORM_KHZ: Final = 40
RACES: Final = 120
LATE_MS: Final = (0.5, 1.2, 2.0, 5.0)
"""Medians of the lateness of interrupt threads on a loaded machine."""


class Count(NamedTuple):
    """How races ended: won outright by the later seat though judged, drawn by lot, and not judged."""

    wrong: int = 0
    drawn: int = 0
    not_judged: int = 0

    def plus(self, result: Race, first: int) -> "Count":
        """Count one more race, in which that seat was first."""
        if not result.is_judged:
            return self._replace(not_judged=self.not_judged + 1)
        if result.winner.dead_heat:
            return self._replace(drawn=self.drawn + 1)
        return self._replace(wrong=self.wrong + (result.winner.seat != first))

    def __str__(self) -> str:
        return f"{self.wrong} / {self.drawn} / {self.not_judged}"


def worn(rig: Rig, starter: Starter) -> Count:
    """Race a worn switch, a millisecond ahead, against a clean one: each train ten times, either seat."""
    count = Count()
    for number in range(10 * len(TRAINS_US)):
        seat, begin = number % 2, rig.clock() + 3 * MS
        trains = {seat: train(seat, begin, list(TRAINS_US.values())[number // 10])}
        trains[1 - seat] = train(1 - seat, begin + MS, (40_000,))
        count = count.plus(race(rig, starter, number, trains), seat)
    return count


def late(rig: Rig, starter: Starter, chance: random.Random, races: int = RACES, lead_ns: int = 200 * US) -> Count:
    """Race a switch that bounces against a clean one; either seat is ahead by the lead."""
    count = Count()
    for number in range(races):
        seat, first, begin = number % 2, chance.randrange(2), rig.clock() + chance.randrange(MS, 9 * MS)
        starts = {first: begin, 1 - first: begin + lead_ns}
        trains = {seat: bouncing(chance, seat, starts[seat]), 1 - seat: train(1 - seat, starts[1 - seat], (40_000,))}
        count = count.plus(race(rig, starter, number, trains), first)
    return count


def spikes(rig: Rig, width_us: float, count: int = 100) -> int:
    """Return how many of so many spikes, 60 ms apart, are presses that stand."""
    begin = rig.clock() + 3 * MS
    rig.plan(0, [change for number in range(count) for change in train(0, begin + number * 60 * MS, (width_us,))])
    return len(standing(rig, begin + (count * 60 + 100) * MS))


def storm(rig: Rig) -> tuple[int, int]:
    """Let a line change 80,000 times a second for half a second; return its presses, and the other seat's of five."""
    begin, half_ns = rig.clock() + 3 * MS, 500 * US // STORM_KHZ
    rig.plan(0, [Change(begin + place * half_ns, 0, place % 2 == 0) for place in range(1_000 * STORM_KHZ)])
    rig.plan(1, [change for at in range(20, 500, 100) for change in train(1, begin + at * MS, (50_000,))])
    presses = standing(rig, begin + 700 * MS)
    return sum(press.seat == 0 for press in presses), sum(press.seat == 1 for press in presses)


def standing(rig: Rig, until_ns: int) -> list[Press]:
    """Return the presses until then that stand."""
    presses: list[Press] = []
    while rig.clock() < until_ns:
        rig.run_until(rig.clock() + FRAME)
        presses += [press for press in rig.inputs.drain(rig.clock()) if press.pressed]
        gone = {(glitch.seat, glitch.time_ns) for glitch in rig.inputs.glitches()}
        presses = [press for press in presses if (press.seat, press.time_ns) not in gone]
    return presses


def run() -> Sequence[Row]:
    """Return the rows: each source idle, then the header with late threads."""
    starter, rows = Starter(), [Row("races: lost by the first though judged / drawn / not judged", "")]
    for name, make in RIGS.items():
        count = worn(make(FakeClock(10_000 * MS)), starter)
        rows.append(Row(f"worn switch 1 ms ahead, of 60: {name}", str(count), "0 lost", not count.wrong))
    for is_traced in (True, False):
        name = "traced" if is_traced else "by the request alone"
        for median_ms, tail in (*((median, 0.0) for median in LATE_MS), (0.1, 0.1)):
            chance = random.Random(7)
            rig = HeaderRig(FakeClock(10_000 * MS), is_traced=is_traced, latency=late_threads(chance, median_ms, tail))
            count = late(rig, starter, chance)
            told = f"threads of {median_ms} ms" + (", one in ten up to 48 ms" if tail else "")
            rows.append(Row(f"0.2 ms ahead, {told}, of {RACES}: header, {name}", str(count), "0 lost", not count.wrong))
    for name, make in RIGS.items():
        stand = [spikes(make(FakeClock(10_000 * MS)), width) for width in (0.5, 5, 200)]
        figure = " / ".join(map(str, stand))
        rows.append(Row(f"spikes of 0.5, 5, 200 µs that count, of 100 each: {name}", figure, "0", not any(stand)))
    for name in ("header, traced", "header, by the request alone"):
        own, other = storm(RIGS[name](FakeClock(10_000 * MS)))
        rows.append(Row(f"a line at 40 kHz: its presses, the other seat's of 5: {name}", f"{own} / {other}", "0 / 5",
                        (own, other) == (0, 5)))  # fmt: skip
    return rows


BENCH = Bench("contacts", run)
