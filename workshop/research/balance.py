"""The balance of a game: the figures of many matches that a designer asks for, from their entries alone.

`MatchCourse` says of one match who led when, how long each deal took and stood still, and how close its races were.
`Balance` adds up the courses and the tallies (`workshop.research.tally`) of all. All its counts are whole numbers in
tables whose size is bounded by the longest match, so balances merge to the same in any order. Shares and means are made
of them at the end.

Two measures say who leads:

- in a deal, the seat with the fewest cards to be rid of: its own cards but for spit cards, which lie aside until a deal
  is stuck (decision 0098);
- in the match, the seat that would win if its time were up now (`Game.standing`, GEN-8): in Speed the most deals, then
  the fewest cards; in Spit the fewest cards of all; in Reverse Spit the most.

A seat leads only if it is alone ahead of all others. The winner leads at the end by definition.

In the ladder (`play_plans`) one seat has a bot of the higher level and all others one of the lower. The seat rotates,
with the same seeds for each, so that every place has the same cards.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations, pairwise
from operator import itemgetter
from typing import Any, Final

import msgspec

from cabinet.config.offers import Offer
from cabinet.match.story import MARKER, table_after
from engine import bots
from engine.game import Game
from engine.games import set_up
from engine.log_lines import DealLine, Entry, OutcomeLine, PauseLine, VoidLine, contest_of
from engine.phases import PLAYING, initial
from engine.setup import Setup, seats_of
from engine.table import Table
from engine.units import MS, S
from workshop.research.bulk import Executor, deliver, no_progress
from workshop.research.players import pace_of, player_named
from workshop.research.simulate import Series, SeriesJob
from workshop.research.tally import Tally, interval, quartiles

SET_ASIDE: Final = ".spit"
"""The end of the names of zones whose cards are no part of a deal's race: spit cards."""
NOBODY: Final = -1
"""No winner, and no seat alone ahead of the others."""
NEW_LEADS: Final = frozenset({"move", "gather", "score"})
"""The effects after which another seat may lead."""


class Leads:
    """Who was alone ahead of all others, over time. `note` moments in their order."""

    __slots__ = ("_moments",)

    def __init__(self) -> None:
        self._moments: list[tuple[int, int]] = []

    def note(self, at_ns: int, seat: int) -> None:
        """Note the seat that leads from a moment on, or `NOBODY`. Of several at one moment the last one counts."""
        moments = self._moments
        if moments and moments[-1][0] == at_ns:
            moments.pop()
        if not moments or moments[-1][1] != seat:
            moments.append((at_ns, seat))

    def at(self, at_ns: int) -> int:
        """Return the seat that led at a moment, or `NOBODY`."""
        place = bisect_right(self._moments, at_ns, key=itemgetter(0))
        return self._moments[place - 1][1] if place else NOBODY

    @property
    def changes(self) -> int:
        """How often a seat took the lead from another; while several are level, the one before keeps it."""
        leaders = [seat for _, seat in self._moments if seat != NOBODY]
        return sum(before != after for before, after in pairwise(leaders))


@dataclass(slots=True)
class DealCourse:
    """One deal: its play time and the part of it in which nobody could go on, ns, its leads and its winner."""

    length_ns: int = 0
    stuck_ns: int = 0
    leads: Leads = field(default_factory=Leads)
    winner: int = NOBODY


@dataclass(slots=True)
class MatchCourse:
    """One match: its deals, its leads over the play time of all of them, its winner, and its races by margin."""

    deals: list[DealCourse] = field(default_factory=list)
    leads: Leads = field(default_factory=Leads)
    winner: int = NOBODY
    margins_ms: Counter[int] = field(default_factory=Counter)
    """The number of races by their margin, whole ms; a dead heat has 0."""

    @property
    def length_ns(self) -> int:
        """The play time of all deals."""
        return sum(deal.length_ns for deal in self.deals)


def course_of(game: Game, entries: Iterable[Entry]) -> MatchCourse:
    """Return the course of a whole match.

    Raises ValueError for a match that was paused or has a void, as those of bots never are, and RuleBreach if entries
    are missing.
    """
    follower = _Follower(game)
    for entry in entries:
        follower.add(entry)
    return follower.course


class _Follower:
    """Follows a match entry by entry."""

    def __init__(self, game: Game) -> None:
        self.course = MatchCourse()
        self._game = game
        self._table = initial(game)
        self._zones: list[list[str]] = [[] for _ in range(game.seats)]
        self._deal: DealCourse | None = None
        self._begun = self._before = self._since = 0

    def add(self, entry: Entry) -> None:
        if isinstance(entry, PauseLine | VoidLine):
            raise ValueError(f"a match of bots without pauses is counted here; this one has, at {entry.t} ns, {entry}")
        if isinstance(entry, DealLine):
            self._zones = [zones_of(seat, entry.layout) for seat in range(self._game.seats)]
        if contest := contest_of(entry):
            self.course.margins_ms[contest.margin_ns // MS] += 1
        if self._deal is not None and entry.effects:
            self._pass(entry.t)
        self._table = table_after(self._table, entry)
        for effect in entry.effects:
            if effect[0] == "phase":
                self._phase(effect[1], entry.t)
        if self._deal is not None and not NEW_LEADS.isdisjoint([effect[0] for effect in entry.effects]):
            self._note(self._deal, entry.t)
        if isinstance(entry, OutcomeLine):
            self._end_deal(entry.t)
            self.course.winner = NOBODY if entry.outcome.winner is None else entry.outcome.winner
            self.course.leads.note(self.course.length_ns, self.course.winner)

    def _pass(self, t: int) -> None:
        """Let the time until `t` pass in the present deal."""
        if self._deal is not None and t > self._since:
            self._deal.stuck_ns += (t - self._since) * bool(self._table.scalars.get("stuck"))
            self._since = t

    def _phase(self, name: str, t: int) -> None:
        if name in PLAYING and self._deal is None:
            self._before = self.course.length_ns
            self._begun = self._since = t
            self._deal = DealCourse()
            self.course.deals.append(self._deal)
            self._note(self._deal, t)
        elif name in ("over", "finished"):
            self._end_deal(t)

    def _note(self, deal: DealCourse, t: int) -> None:
        at, table = t - self._begun, self._table
        deal.leads.note(at, fewest([cards_in(table, zones) for zones in self._zones]))
        winner = self._game.standing(table).winner
        self.course.leads.note(self._before + at, NOBODY if winner is None else winner)

    def _end_deal(self, t: int) -> None:
        """End the present deal. Its winner leads then, however the cards moved in the same instant."""
        deal, self._deal = self._deal, None
        if deal is not None:
            deal.length_ns = t - self._begun
            deal.winner = self._table.number("won")
            deal.leads.note(deal.length_ns, deal.winner)


def fewest(left: Sequence[int]) -> int:
    """Return the seat that alone has the fewest cards, or `NOBODY`."""
    least = min(left)
    return left.index(least) if left.count(least) == 1 else NOBODY


def zones_of(seat: int, names: Iterable[str]) -> list[str]:
    """Return the zones whose cards a seat has to be rid of in a deal."""
    return [name for name in names if name.startswith(f"seat{seat}.") and not name.endswith(SET_ASIDE)]


def cards_in(table: Table, names: Iterable[str]) -> int:
    """Return the number of cards in some zones; the marker is none."""
    zones = table.zones
    return sum(len(zones[name]) for name in names if zones[name] != (MARKER,))


STEPS: Final = 20
"""The number of equal parts of a deal or a match at whose ends its lead is looked at."""
HALF: Final = STEPS // 2
THREE_QUARTERS: Final = STEPS * 3 // 4
TENTH: Final = S // 10
"""The unit of a deal's length, ns."""

Interval = tuple[float, float, float]
"""A share and the bounds of its 95 % confidence interval, each from 0 to 1."""


@dataclass(slots=True)
class Curve:
    """How often the winner led, and how often another seat did, at each step from the beginning (0) to the end.

    The rest of the `decided` deals or matches were level then: nobody was alone ahead.
    """

    decided: int = 0
    led: Counter[int] = field(default_factory=Counter)
    trailed: Counter[int] = field(default_factory=Counter)

    def add(self, leads: Leads, length_ns: int, winner: int) -> None:
        """Count a deal or a match; one that nobody won has no place here."""
        if winner == NOBODY:
            return
        self.decided += 1
        for step in range(STEPS + 1):
            seat = leads.at(length_ns * step // STEPS)
            self.led[step] += seat == winner
            self.trailed[step] += seat not in (winner, NOBODY)

    def merge(self, other: "Curve") -> None:
        """Add the counts of another curve."""
        self.decided += other.decided
        self.led.update(other.led)
        self.trailed.update(other.trailed)

    def share_led(self, step: int) -> float:
        """Return the share of winners that led at a step."""
        return self.led[step] / self.decided if self.decided else 0.0

    def share_trailed(self, step: int) -> float:
        """Return the share of winners that trailed at a step."""
        return self.trailed[step] / self.decided if self.decided else 0.0

    @property
    def comebacks(self) -> Interval:
        """The share that was won by a seat that trailed at half of the time."""
        return interval(self.trailed[HALF], self.decided)

    @property
    def late_comebacks(self) -> Interval:
        """The share that was won by a seat that trailed at three quarters of the time."""
        return interval(self.trailed[THREE_QUARTERS], self.decided)


@dataclass(slots=True)
class Balance:
    """Counts over any number of matches by the same rules. ``add`` a match's entries, ``merge`` another balance."""

    game: str
    options: Mapping[str, object]
    seats: int = 2
    tally: Tally = field(default_factory=Tally)
    deals_won: Counter[int] = field(default_factory=Counter)
    """Deals by their winner, `NOBODY` included."""
    deal_tenths: Counter[int] = field(default_factory=Counter)
    """Deals by their play time in whole tenths of a second."""
    deal_lead_changes: Counter[int] = field(default_factory=Counter)
    """Deals by their number of lead changes."""
    lead_changes: Counter[int] = field(default_factory=Counter)
    """Matches by their number of lead changes."""
    deal_curve: Curve = field(default_factory=Curve)
    match_curve: Curve = field(default_factory=Curve)
    margins_ms: Counter[int] = field(default_factory=Counter)
    """Races by their margin in whole ms."""
    play_ns: int = 0
    stuck_ns: int = 0

    def __post_init__(self) -> None:
        self.tally.seats = self.seats

    def add(self, entries: Iterable[Entry]) -> None:
        """Count a whole match. Raises ValueError and RuleBreach as `course_of` does."""
        lines = tuple(entries)
        self.tally.add(lines)
        course = course_of(set_up(self.game, self.options, seats=self.seats), lines)
        for deal in course.deals:
            self._count_deal(deal)
        self.lead_changes[course.leads.changes] += 1
        self.match_curve.add(course.leads, course.length_ns, course.winner)
        self.margins_ms.update(course.margins_ms)

    def _count_deal(self, deal: DealCourse) -> None:
        self.deals_won[deal.winner] += 1
        self.deal_tenths[deal.length_ns // TENTH] += 1
        self.deal_lead_changes[deal.leads.changes] += 1
        self.deal_curve.add(deal.leads, deal.length_ns, deal.winner)
        self.play_ns += deal.length_ns
        self.stuck_ns += deal.stuck_ns

    def merge(self, other: "Balance") -> None:
        """Add the counts of another balance. Raises ValueError for one of other rules."""
        if (self.game, self.options, self.seats) != (other.game, other.options, other.seats):
            raise ValueError(f"figures of {other.game} by other rules are not added to those of {self.game}")
        self.tally.merge(other.tally)
        self.deal_curve.merge(other.deal_curve)
        self.match_curve.merge(other.match_curve)
        for name in ("deals_won", "deal_tenths", "deal_lead_changes", "lead_changes", "margins_ms"):
            getattr(self, name).update(getattr(other, name))
        self.play_ns += other.play_ns
        self.stuck_ns += other.stuck_ns

    # Figures

    @property
    def deals(self) -> int:
        """The number of deals that were opened."""
        return self.deals_won.total()

    @property
    def drawn(self) -> Interval:
        """The share of matches that nobody won."""
        return interval(self.tally.wins[NOBODY], self.tally.matches)

    @property
    def by_cap(self) -> Interval:
        """The share of matches that a cap decided."""
        return interval(self.tally.decided_by_cap, self.tally.matches)

    @property
    def stuck_share(self) -> float:
        """The share of play time in which nobody could go on."""
        return self.stuck_ns / self.play_ns if self.play_ns else 0.0

    @property
    def cards_a_minute(self) -> float:
        """Cards that one seat plays in a minute of play, as a mean over all."""
        return self.tally.plays * 60 * S / (self.play_ns * self.seats) if self.play_ns else 0.0

    @property
    def races_a_minute(self) -> float:
        """Races in a minute of play."""
        return self.margins_ms.total() * 60 * S / self.play_ns if self.play_ns else 0.0

    def deals_taken(self, seat: int) -> Interval:
        """Return a seat's share of the deals that somebody won."""
        return interval(self.deals_won[seat], self.deals - self.deals_won[NOBODY])

    @property
    def deal_seconds(self) -> tuple[float, float, float]:
        """The quartiles of a deal's play time, s."""
        low, median, high = quartiles(self.deal_tenths)
        return low / 10, median / 10, high / 10

    @property
    def median_margin_ms(self) -> float:
        """The median margin of races, ms; 0 without any."""
        return quartiles(self.margins_ms)[1]


def mean(counts: Mapping[int, int]) -> float:
    """Return the mean of values that are counted by value; 0 without any."""
    total = sum(counts.values())
    return sum(value * count for value, count in counts.items()) / total if total else 0.0


LEVELS: Final = tuple(bot.name for bot in bots.LEVELS)
"""The levels that people play against, the slowest first."""


class Plan(msgspec.Struct, frozen=True):
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
        ranked = sorted((level for level in self.levels if pace_of(player_named(level))), key=_pace)
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
        seats = seats_of(*map(player_named, players))
        return Series(replace(self.setup, seats=seats), matches)


def _pace(level: str) -> float:
    return pace_of(player_named(level)) or 0


class Rung(msgspec.Struct, frozen=True):
    """One pair of the ladder: matches of one seat of the `higher` level against all others of the `lower`."""

    higher: str
    lower: str
    matches: int
    decided: int
    wins: int
    by_cap: int

    @property
    def share(self) -> Interval:
        """The higher level's share of the matches that somebody won."""
        return interval(self.wins, self.decided)

    @property
    def share_by_cap(self) -> Interval:
        """The share of matches that the cap decided (GEN-8)."""
        return interval(self.by_cap, self.matches)


@dataclass(slots=True)
class Report:
    """The figures of a plan: a balance for each level, and the ladder."""

    plan: Plan
    levels: dict[str, Balance] = field(default_factory=dict)
    ladder: list[Rung] = field(default_factory=list)


def plan_of(offer: Offer, matches: int, levels: Sequence[str] = LEVELS, seed: int = 1) -> Plan:
    """Return the plan of a preset, as the menu offers it. Raises OptionError for rules that cannot be played."""
    seats = seats_of(*[player_named(levels[0])] * offer.seats)
    return Plan(offer.setup(seats, seed), matches, tuple(levels))


Part = tuple[Series, Callable[[int], Any]]
"""A series, and the function that makes empty counts of so many seats for it."""


def play_plans(
    plans: Sequence[Plan], executor: Executor, on_done: Callable[[int], object] = no_progress
) -> list[Report]:
    """Play all matches of several plans; return a report for each.

    `on_done` gets the numbers of matches as they are played. Raises ExecutorFailed.
    """
    parts = [part for plan in plans for part in _parts(plan)]
    job, totals = SeriesJob(parts, keep_logs=False), [counts(len(series.setup.seats)) for series, counts in parts]
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
        yield Rung(higher, lower, matches, decided, wins, sum(tally.decided_by_cap for tally in places))
