"""The balance of a game: the figures of many matches that a designer asks for, from their entries alone.

`Balance` adds up `cabinet.match.course` and `cabinet.match.tally` of every match. All its counts are whole numbers in
tables whose size is bounded by the longest match, so balances merge to the same in any order. Shares and means are made
of them at the end.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from cabinet.match.course import NOBODY, DealCourse, Leads, MatchCourse, course_of
from cabinet.match.tally import Tally, interval, quartiles
from engine.game import S
from engine.games import set_up
from engine.record import Entry

STEPS: Final = 20
"""The number of equal parts of a deal or a match at whose ends its lead is looked at."""
HALF: Final = STEPS // 2
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
        self._count(course_of(set_up(self.game, self.options, seats=self.seats), lines))

    def _count(self, course: MatchCourse) -> None:
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
