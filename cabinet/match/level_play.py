"""Matches of bots of the levels, all alike in every seat and level against level: a plan, and its report.

In the ladder one seat has a bot of the higher level and all others one of the lower. The seat rotates, with the same
seeds for each, so that every place has the same cards.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from typing import Final

from cabinet.bulk.driver import no_progress
from cabinet.bulk.parts import Executor
from cabinet.config.presets import Offer
from cabinet.match.balance import Balance, Interval
from cabinet.match.simulate import Series, play_all
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


def play_plan(plan: Plan, executor: Executor, on_done: Callable[[int], object] = no_progress) -> Report:
    """Play all matches of a plan. `on_done` gets the numbers of matches as they are played. Raises ExecutorFailed."""
    setup, report = plan.setup, Report(plan)
    empty = partial(Balance, setup.game, setup.options)
    report.levels = {level: empty(plan.seats) for level in plan.levels}
    for index, _, balance in play_all(plan.level_series(), executor, empty, on_done=on_done):
        report.levels[plan.levels[index]].merge(balance)
    tallies = [Tally(plan.seats) for _ in plan.pairs for _ in range(plan.seats)]
    for index, _, tally in play_all(plan.ladder_series(), executor, Tally, on_done=on_done):
        tallies[index].merge(tally)
    report.ladder = list(_rungs(plan, tallies))
    return report


def _rungs(plan: Plan, tallies: Sequence[Tally]) -> Iterator[Rung]:
    for number, (higher, lower) in enumerate(plan.pairs):
        places = tallies[number * plan.seats : (number + 1) * plan.seats]
        matches = sum(tally.matches for tally in places)
        decided = matches - sum(tally.wins[-1] for tally in places)
        wins = sum(tally.wins[place] for place, tally in enumerate(places))
        yield Rung(higher, lower, matches, decided, wins)
