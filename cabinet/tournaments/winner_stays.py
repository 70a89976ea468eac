"""Winner stays: a queue for one pair of seats. The loser goes to its end, the winner stays up to a streak.

After so many wins in a row both go to the end, who lost first. Who is up and does not come goes to the end too, and
with the second time in a row out. A match without a winner is played again by the same two.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from cabinet.tournaments import turns
from cabinet.tournaments.lines import Back, Fact, Joined, Left, NoShow, Result, WinnerStays
from cabinet.tournaments.roster import Roster
from cabinet.tournaments.views import Pairing, Progress, Row, Stake, Stays


@dataclass
class _Queue:
    """The fold's working state. `seats`: entrants; `line`: those who wait, the next first.

    Deleted and merged names (`gone`) stay in it to the end of the fold, so that their own results are folded as they
    were played, and are then taken out.
    """

    gone: frozenset[int]
    limit: int
    line: list[int]
    seats: list[int | None] = field(default_factory=lambda: [None, None])
    holder: int | None = None
    streak: int = 0
    missed: Counter[int] = field(default_factory=Counter)
    longest: Counter[int] = field(default_factory=Counter)

    def step(self, fact: Fact) -> None:
        if isinstance(fact, Joined | Back):
            self._remove(fact.entrant)
            self.missed[fact.entrant] = 0
            self.line.append(fact.entrant)
        elif isinstance(fact, Left):
            self._remove(fact.entrant)
        elif isinstance(fact, NoShow):
            self._absent(fact.entrant)
        elif isinstance(fact, Result):
            self._sit(fact.seats)
            self._result(fact)
        self.fill()

    def fill(self) -> None:
        """Bring the next ones to the free seats."""
        for seat in (0, 1):
            if self.seats[seat] is None and self.line:
                self.seats[seat] = self.line.pop(0)

    def settle(self) -> None:
        """Take out the names that are gone."""
        for entrant in self.gone:
            self._remove(entrant)
        self.fill()

    def _remove(self, entrant: int) -> None:
        self.line = [each for each in self.line if each != entrant]
        self.seats = [None if each == entrant else each for each in self.seats]
        if self.holder == entrant:
            self.holder, self.streak = None, 0

    def _absent(self, entrant: int) -> None:
        self._remove(entrant)
        self.missed[entrant] += 1
        if self.missed[entrant] < turns.MISSED:
            self.line.append(entrant)

    def _sit(self, seats: tuple[int, int]) -> None:
        """Take as fact who has played; who was thought to be up goes back to the front."""
        moved = [each for each in self.seats if each is not None and each not in seats]
        self.line = [*moved, *(each for each in self.line if each not in seats and each not in moved)]
        self.seats = list(seats)
        for each in seats:
            self.missed[each] = 0

    def _result(self, fact: Result) -> None:
        if fact.winner is None:
            return
        loser = sum(fact.seats) - fact.winner
        self.streak = self.streak + 1 if self.holder == fact.winner else 1
        self.holder = fact.winner
        self.longest[fact.winner] = max(self.longest[fact.winner], self.streak)
        is_alone = not self.line
        if self.limit and self.streak >= self.limit:
            self.holder, self.streak = None, 0
            if not is_alone:
                self.line += [loser, fact.winner]
                self.seats = [None, None]
        elif not is_alone:
            self.line.append(loser)
            self.seats[fact.seats.index(loser)] = None


@dataclass(frozen=True)
class QueueState:
    """The state of a queue."""

    start: WinnerStays
    roster: Roster
    facts: tuple[Fact, ...]

    @cached_property
    def _queue(self) -> _Queue:
        queue = _Queue(self.roster.gone, self.start.streak, list(range(len(self.start.names))))
        queue.fill()
        for fact in self.facts:
            queue.step(fact)
        queue.settle()
        return queue

    @property
    def line(self) -> list[int]:
        """Those who wait, the next first."""
        return self._queue.line

    @property
    def inside(self) -> frozenset[int]:
        """Who may leave."""
        return frozenset([*self.line, *(each for each in self._queue.seats if each is not None)])

    @property
    def champion(self) -> tuple[int, ...]:
        """Nobody: a queue has no end."""
        return ()

    @property
    def stays(self) -> Stays | None:
        """Who has won the last match and stays; None after a change of both, and before the first."""
        queue = self._queue
        if queue.holder is None:
            return None
        seat = queue.seats.index(queue.holder)
        return Stays(self.roster.name(queue.holder), seat, queue.streak, self.start.streak)

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """The pair at the seats."""
        a, b = self._queue.seats
        if a is None or b is None:
            return ()
        pair = (a, b)
        count = turns.again(self.facts, pair)
        return (Pairing(pair, self.roster.pair(pair), "queue", (self._stake(a), self._stake(b)), again=count),)

    def _stake(self, entrant: int) -> Stake:
        streak = 1 + (self._queue.streak if self._queue.holder == entrant else 0)
        return "all_change" if self.start.streak and streak >= self.start.streak else "stays"

    @property
    def progress(self) -> Progress:
        """The matches so far, and one more while a pair is up."""
        played = sum(result.winner is not None for result in turns.results(self.facts))
        return Progress(played + bool(self.pairings), None)

    def rows(self) -> tuple[Row, ...]:
        """Return the table of the evening."""
        return turns.rows(self.roster, self.facts, self.inside, self._queue.longest)
