"""Matches of bots of the levels, all alike in every seat and level against level: a plan, and its report.

In the ladder one seat has a bot of the higher level and all others one of the lower. The seat rotates, with the same
seeds for each, so that every place has the same cards.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Any, Final

from cabinet.bulk.driver import deliver, no_progress
from cabinet.bulk.parts import Executor, Task
from cabinet.config.presets import Offer
from cabinet.match.balance import Balance, Interval
from cabinet.match.simulate import Numbered, Played, Series, SeriesJob
from cabinet.match.tally import Tally, interval
from engine import bots
from engine.setup import Setup, seats_of

LEVELS: Final = tuple(bot.name for bot in bots.LEVELS)
"""The levels that people play against, the slowest first."""
RANDOM: Final = "random"
"""Random legal commands in place of a level."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The matches to play. `setup` has the rules, the number of seats and the first seed; its players do not count.

    `matches` are those of each level, and of each pair of levels.
    """

    setup: Setup
    matches: int
    levels: tuple[str, ...] = LEVELS

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.setup.seats)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The pairs of levels that play against each other, the higher first."""
        ranked = [level for level in LEVELS if level in self.levels]
        return [(higher, lower) for lower, higher in combinations(ranked, 2)]

    def level_series(self) -> list[Series]:
        """Return a series for each level, with that level in every seat."""
        return [self._series([level] * self.seats, self.matches) for level in self.levels]

    def ladder_series(self) -> list[Series]:
        """Return the series of the ladder: for each pair one for each seat of the higher level."""
        return [
            self._series([higher if seat == place else lower for seat in range(self.seats)], self.matches_a_place)
            for higher, lower in self.pairs
            for place in range(self.seats)
        ]

    @property
    def matches_a_place(self) -> int:
        """The matches of a pair for each seat of the higher level; rounded up, so that all seats have as many."""
        return -(-self.matches // self.seats)

    @property
    def total(self) -> int:
        """The number of all matches."""
        return self.matches * len(self.levels) + self.matches_a_place * self.seats * len(self.pairs)

    def _series(self, players: Sequence[str], matches: int) -> Series:
        seats = seats_of(*(f"bot:{player}" for player in players))
        return Series(replace(self.setup, seats=seats), matches)


@dataclass(frozen=True, slots=True)
class Rung:
    """One pair of the ladder: matches of one seat of the `higher` level against all others of the `lower`."""

    higher: str
    lower: str
    matches: int
    decided: int
    wins: int

    @property
    def share(self) -> Interval:
        """The higher level's share of the matches that somebody won."""
        return interval(self.wins, self.decided)


@dataclass(slots=True)
class Report:
    """The figures of a plan: a balance for each level, and the ladder."""

    plan: Plan
    levels: dict[str, Balance] = field(default_factory=dict)
    ladder: list[Rung] = field(default_factory=list)


def plan_of(offer: Offer, matches: int, levels: Sequence[str] = LEVELS, seed: int = 1) -> Plan:
    """Return the plan of a preset, as the menu offers it. Raises OptionError for rules that cannot be played."""
    seats = seats_of(*[f"bot:{levels[0]}"] * offer.seats)
    return Plan(offer.setup(seats, seed), matches, tuple(levels))


Part = tuple[Series, Callable[[int], Any]]
"""A series, and the function that makes empty counts of so many seats for it."""


class PlansJob(Numbered):
    """All matches of several plans as one job: the items are the matches of one series after the other."""

    def __init__(self, parts: Sequence[Part]) -> None:
        super().__init__(series.matches for series, _ in parts)
        self._jobs = [SeriesJob([series], counts, keep_logs=False) for series, counts in parts]

    def task(self, first: int, most: int) -> Task[Played[Any]]:
        """Return a task of matches of one series."""
        index, number = self.place(first)
        return replace(self._jobs[index].task(number, most), first=first)


def play_plans(
    plans: Sequence[Plan], executor: Executor, on_done: Callable[[int], object] = no_progress
) -> list[Report]:
    """Play all matches of several plans; return a report for each.

    `on_done` gets the numbers of matches as they are played. Raises ExecutorFailed.
    """
    parts = [part for plan in plans for part in _parts(plan)]
    job, totals = PlansJob(parts), [counts(len(series.setup.seats)) for series, counts in parts]
    for part in deliver(job, executor, on_done):
        totals[job.place(part.first)[0]].merge(part.result.counts)
    found = iter(totals)
    return [_report(plan, found) for plan in plans]


def _parts(plan: Plan) -> Iterator[Part]:
    """Yield the series of a plan with their counts: the levels', then the ladder's."""
    empty = partial(Balance, plan.setup.game, plan.setup.options)
    yield from ((series, empty) for series in plan.level_series())
    yield from ((series, Tally) for series in plan.ladder_series())


def _report(plan: Plan, totals: Iterator[Any]) -> Report:
    """Return the report of a plan; take the counts of its series, in the order of `_parts`, from `totals`."""
    levels = {level: next(totals) for level in plan.levels}
    tallies = [next(totals) for _ in plan.pairs for _ in range(plan.seats)]
    return Report(plan, levels, list(_rungs(plan, tallies)))


def _rungs(plan: Plan, tallies: Sequence[Tally]) -> Iterator[Rung]:
    for number, (higher, lower) in enumerate(plan.pairs):
        places = tallies[number * plan.seats : (number + 1) * plan.seats]
        matches = sum(tally.matches for tally in places)
        decided = matches - sum(tally.wins[-1] for tally in places)
        wins = sum(tally.wins[place] for place, tally in enumerate(places))
        yield Rung(higher, lower, matches, decided, wins)
