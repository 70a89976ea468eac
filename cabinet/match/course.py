"""The course of a match of bots: who led when, how long each deal took and stood still, and how close its races were.

Counted from final entries and the game's rules alone, for any game and number of seats. Two measures say who leads:

- in a deal, the seat with the fewest cards to be rid of: its own cards but for spit cards, which lie aside until a deal
  is stuck (decision 0101);
- in the match, the seat that would win if its time were up now (`Game.standing`, GEN-8): in Speed the most deals, then
  the fewest cards; in Spit the fewest cards of all; in Reverse Spit the most.

A seat leads only if it is alone ahead of all others. The winner leads at the end by definition. Times are ns of play,
from each deal's opening to its end.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import itemgetter
from typing import Final

from cabinet.match.retrace import retraced
from cabinet.match.story import MARKER
from engine.game import MS, Game
from engine.phases import PLAYING, initial
from engine.record import DealLine, Entry, OutcomeLine, PauseLine, VoidLine, contest_of
from engine.table import Table

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
            self._zones = [_zones_of(seat, entry.layout) for seat in range(self._game.seats)]
        if contest := contest_of(entry):
            self.course.margins_ms[contest.margin_ns // MS] += 1
        if self._deal is not None and entry.effects:
            self._pass(entry.t)
        self._table = retraced(self._table, entry)
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
        deal.leads.note(at, fewest([_count(table, zones) for zones in self._zones]))
        winner = self._game.standing(table).winner
        self.course.leads.note(self._before + at, NOBODY if winner is None else winner)

    def _end_deal(self, t: int) -> None:
        """End the present deal. Its winner leads then, whoever has taken up which cards in the same instant."""
        deal, self._deal = self._deal, None
        if deal is not None:
            deal.length_ns = t - self._begun
            deal.winner = self._table.number("won")
            deal.leads.note(deal.length_ns, deal.winner)


def fewest(left: Sequence[int]) -> int:
    """Return the seat that alone has the fewest cards, or `NOBODY`."""
    least = min(left)
    return left.index(least) if left.count(least) == 1 else NOBODY


def cards_to_go(table: Table, seat: int) -> int:
    """Return the number of cards that a seat has to be rid of in a deal; spit cards and the marker are none."""
    return _count(table, _zones_of(seat, table.zones))


def _zones_of(seat: int, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(f"seat{seat}.") and not name.endswith(SET_ASIDE)]


def _count(table: Table, names: Iterable[str]) -> int:
    zones = table.zones
    return sum(len(zones[name]) for name in names if zones[name] != (MARKER,))
