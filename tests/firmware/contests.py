"""Races between two lines of one emulated board while other lines change, with the true instant of every contact."""

import random
from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from hardware.board.protocol import LINES
from tests.firmware.emulated import Emulated

LEADS_US = (0.5, 12.0)
"""The shortest and the longest lead."""
APART_US = 400.0
"""From one race to the next, where the line to the host carries that much."""
BUSY_LINES = 4
BUSY_US = 15.0
"""The other lines change within so much of the race."""
SHORTEST_US = 2.0
"""Two changes of one line are at least so far apart: shorter ones are one sample's, and a third may hide in it."""
BATCH = 500
"""So many races are planned at once."""

Contact = tuple[float, int | list[int], bool]


class Race(NamedTuple):
    """Two contacts that close, the first `lead_us` before the other; µs of emulated time."""

    at_us: float
    lead_us: float
    first: int
    other: int


class Result(NamedTuple):
    """The lead, and how many ticks the other's stamp is behind the first's."""

    lead_us: float
    ticks: int


def run_races(
    board: Emulated,
    count: int,
    seed: int,
    *,
    leads_us: tuple[float, float] = LEADS_US,
    apart_us: float = APART_US,
    begin_us: float = 1000,
    lines: Iterable[int] = range(LINES),
    busy_lines: int = BUSY_LINES,
) -> list[Result]:
    """Run races between random pairs of `lines`, `busy_lines` others changing meanwhile, the first in `begin_us`.

    Raises ValueError if a racer's closing is missing or doubled.
    """
    chance, results, usable = random.Random(seed), list[Result](), sorted(lines)
    for begin in range(0, count, BATCH):
        races, contacts = [], list[Contact]()
        at = board.now + begin_us + chance.random()
        for _ in range(min(BATCH, count - begin)):
            first, other, *busy = chance.sample(usable, 2 + busy_lines)
            races.append(Race(at, chance.uniform(*leads_us), first, other))
            contacts += [(at, first, True), (at + races[-1].lead_us, other, True)]
            contacts += [(at + 200, first, False), (at + 230, other, False)]
            for line in busy:
                contacts += _changes(chance, line, at)
            at += apart_us + chance.random() * 3
        seen = len(board.edges())
        board.plan(sorted(contacts, key=lambda contact: contact[0]))
        board.run((at - board.now) / 1000 + 20)
        results += _results(board, races, seen)
    return results


def _changes(chance: random.Random, line: int, at: float) -> list[Contact]:
    """Two closings and openings of a line around a race."""
    spare = BUSY_US * 2 - 3 * SHORTEST_US
    moments = sorted(chance.uniform(0, spare) for _ in range(4))
    return [(at - BUSY_US + n * SHORTEST_US + moment, line, n % 2 == 0) for n, moment in enumerate(moments)]


def _results(board: Emulated, races: list[Race], seen: int) -> list[Result]:
    """Find each racer's closing by its time: within 50 µs of the true one."""
    closings: dict[int, list[int]] = {}
    for _, edge in board.edges()[seen:]:
        if edge.closed:
            closings.setdefault(edge.line, []).append(edge.time)

    def stamp(line: int, at: float) -> int:
        (found,) = [time for time in closings.get(line, []) if abs(time - at) < 50]
        return found

    return [
        Result(race.lead_us, stamp(race.other, race.at_us + race.lead_us) - stamp(race.first, race.at_us))
        for race in races
    ]


def summary(results: list[Result]) -> str:
    """Give one line for a report."""
    wrong = [result for result in results if result.ticks < 0]
    even = [result for result in results if result.ticks == 0]
    off = Counter(min(abs(round(result.ticks - result.lead_us)), 9) for result in results)
    return (
        f"{len(results)} races: {len(wrong)} in the wrong order (lead up to {longest(wrong):.2f} µs, by up to "
        f"{-min([result.ticks for result in wrong], default=0)} ticks), {len(even)} of one tick (lead up to "
        f"{longest(even):.2f} µs), distance off by: {dict(sorted(off.items()))}"
    )


def longest(results: list[Result]) -> float:
    """Give the longest lead among some, in µs."""
    return max([result.lead_us for result in results], default=0.0)
