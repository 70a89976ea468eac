"""Winner stays and the party: who is up, from facts that are folded one after the other.

Only the last match of such an evening can be taken back. `QueueState` is a queue, `PartyState` two teams.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Final

import msgspec
from msgspec.structs import replace

from cabinet.tournaments.journal import NOBODY, Back, Fact, Joined, Left, NoShow, Party, Result, Roster, WinnerStays
from cabinet.tournaments.views import Pairing, Progress, Row, SeatHolder, Stake, Team

# -- What a queue and a party have in common ---------------------------------------------------------

MISSED: Final = 2
"""So many no-shows in a row, and a name is out until it joins again."""


def open_ids(facts: Sequence[Fact]) -> list[str]:
    """Return what can be taken back: the last result or no-show, and who has left after it, the latest first."""
    ids = []
    for fact in reversed(facts):
        if isinstance(fact, Left) and fact.match:
            ids.append(fact.match)
        elif isinstance(fact, Result | NoShow):
            return [*ids, fact.match]
    return ids


def results(facts: Sequence[Fact]) -> list[Result]:
    """Return the results."""
    return [fact for fact in facts if isinstance(fact, Result)]


def decided(facts: Sequence[Fact]) -> int:
    """Return how many matches had a winner."""
    return sum(result.winner is not None for result in results(facts))


def again(facts: Sequence[Fact], pair: tuple[int, int]) -> int:
    """Return how many matches of a pair at the end of the facts had no winner."""
    count = 0
    for result in reversed(results(facts)):
        if result.winner is not None or set(result.seats) != set(pair):
            break
        count += 1
    return count


def table(
    roster: Roster, facts: Sequence[Fact], inside: frozenset[int], streaks: Counter[int], sides: Sequence[int] = ()
) -> tuple[Row, ...]:
    """Return a table by matches won, then by the longest streak. Merged places of one name are added up."""
    won: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    longest: Counter[str] = Counter()
    for result in results(facts):
        if result.winner is not None:
            won[roster.name(result.winner)] += 1
            lost[roster.name(sum(result.seats) - result.winner)] += 1
    for entrant, streak in streaks.items():
        longest[roster.name(entrant)] = max(longest[roster.name(entrant)], streak)
    found = []
    for entrant in sorted(set(range(len(roster))) - roster.gone):
        name = roster.name(entrant)
        matches, side = (won[name], lost[name]), sides[entrant] if sides else 0
        is_in, figures = entrant in inside, (longest[name],)
        found.append(Row(0, name, sum(matches), *matches, won[name], figures, matches, is_in, side))
    found.sort(key=_merit)
    order = [_merit(row) for row in found]
    return tuple(replace(row, place=1 + order.index(_merit(row))) for row in found)


def _merit(row: Row) -> tuple[int, ...]:
    return -row.won, *(-figure for figure in row.tie_breaks), row.lost


# -- Winner stays: a queue for one pair of seats -----------------------------------------------------

# The loser goes to its end, the winner stays up to a streak. After so many wins in a row both go to the end, who lost
# first. Who is up and does not come goes to the end too, and with the second time in a row out. A match without a
# winner is played again by the same two.


class _Queue(msgspec.Struct):
    """The fold's working state. `seats`: entrants; `line`: those who wait, the next first.

    Deleted and merged names (`gone`) stay in it to the end of the fold, so that their own results are folded as they
    were played, and are then taken out.
    """

    gone: frozenset[int]
    limit: int
    line: list[int]
    seats: list[int | None] = msgspec.field(default_factory=lambda: [None, None])
    holder: int | None = None
    streak: int = 0
    missed: Counter[int] = msgspec.field(default_factory=Counter)
    longest: Counter[int] = msgspec.field(default_factory=Counter)

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
        if self.missed[entrant] < MISSED:
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


class QueueState(msgspec.Struct, frozen=True, dict=True):
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
    def may_leave(self) -> frozenset[int]:
        """Who may leave."""
        return frozenset([*self.line, *(each for each in self._queue.seats if each is not None)])

    @property
    def champion(self) -> tuple[int, ...]:
        """Nobody: a queue has no end."""
        return ()

    @property
    def seat_holder(self) -> SeatHolder | None:
        """Who has won the last match and stays; None after a change of both, and before the first."""
        queue = self._queue
        if queue.holder is None:
            return None
        seat = queue.seats.index(queue.holder)
        return SeatHolder(self.roster.name(queue.holder), seat, queue.streak, self.start.streak)

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """The pair at the seats."""
        a, b = self._queue.seats
        if a is None or b is None:
            return ()
        pair = (a, b)
        count = again(self.facts, pair)
        stakes, missed = (self._stake(a), self._stake(b)), (self._queue.missed[a], self._queue.missed[b])
        return (Pairing(pair, self.roster.pair(pair), "queue", stakes, again=count, missed=missed, moves=self._moves),)

    @property
    def _moves(self) -> tuple[bool, bool]:
        """Whether each of the pair has just played at the other seat; the others come from the line."""
        last = next(reversed(results(self.facts)), None)
        before = last.seats if last is not None and not last.by_hand else (NOBODY, NOBODY)
        seats = self._queue.seats
        return seats[0] == before[1], seats[1] == before[0]

    def _stake(self, entrant: int) -> Stake:
        streak = 1 + (self._queue.streak if self._queue.holder == entrant else 0)
        return "all_change" if self.start.streak and streak >= self.start.streak else "stays"

    @property
    def progress(self) -> Progress:
        """The matches so far, and one more while a pair is up."""
        return Progress(self.turn + bool(self.pairings), None)

    @property
    def turn(self) -> int:
        """The number of the match that is up, from 0."""
        return decided(self.facts)

    def rows(self) -> tuple[Row, ...]:
        """Return the table of the evening."""
        return table(self.roster, self.facts, self.may_leave, self._queue.longest)


# -- Party: two teams, and the first with so many matches won has won --------------------------------

# Everybody on a team plays in turn: after each match with a winner both players go to the end of their teams. Who does
# not come goes to the end as well, and with the second time in a row out. A smaller team's turns come sooner; nobody
# waits longer for it.


class _Teams(msgspec.Struct):
    """The fold's working state: both teams in the order of their turns."""

    sides: list[int]
    lines: tuple[list[int], list[int]]
    score: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    missed: Counter[int] = msgspec.field(default_factory=Counter)

    def step(self, fact: Fact) -> None:
        if isinstance(fact, Joined | Back):
            self.missed[fact.entrant] = 0
            self._remove(fact.entrant)
            self.sides[fact.entrant] = fact.side
            self._to_the_end(fact.entrant)
        elif isinstance(fact, Left):
            self._remove(fact.entrant)
        elif isinstance(fact, NoShow):
            self.missed[fact.entrant] += 1
            self._to_the_end(fact.entrant)
            if self.missed[fact.entrant] >= MISSED:
                self._remove(fact.entrant)
        elif isinstance(fact, Result):
            self._result(fact)

    def _result(self, fact: Result) -> None:
        for entrant in fact.seats:
            self.missed[entrant] = 0
        if fact.winner is not None:
            self.score[self.sides[fact.winner]] += 1
            for entrant in fact.seats:
                self._to_the_end(entrant)

    def _remove(self, entrant: int) -> None:
        line = self.lines[self.sides[entrant]]
        if entrant in line:
            line.remove(entrant)

    def _to_the_end(self, entrant: int) -> None:
        self._remove(entrant)
        self.lines[self.sides[entrant]].append(entrant)


class PartyState(msgspec.Struct, frozen=True, dict=True):
    """The state of a party."""

    start: Party
    roster: Roster
    facts: tuple[Fact, ...]

    @cached_property
    def _teams(self) -> _Teams:
        first = range(len(self.start.names))
        sides = self.roster.sides
        teams = _Teams(list(sides), ([e for e in first if sides[e] == 0], [e for e in first if sides[e] == 1]))
        for fact in self.facts:
            teams.step(fact)
        return teams

    def _line(self, side: int) -> list[int]:
        return [entrant for entrant in self._teams.lines[side] if entrant not in self.roster.gone]

    @property
    def teams(self) -> tuple[Team, Team]:
        """Both teams."""
        names = [tuple(self.roster.name(entrant) for entrant in self._line(side)) for side in (0, 1)]
        return Team(names[0], self._teams.score[0]), Team(names[1], self._teams.score[1])

    @property
    def winner(self) -> int | None:
        """The side that has won; None while none has."""
        return next((side for side in (0, 1) if self._teams.score[side] >= self.start.first_to), None)

    @property
    def champion(self) -> tuple[int, ...]:
        """The winning team: everybody who is in it still, or else everybody who ever was."""
        if self.winner is None:
            return ()
        everybody = [e for e in range(len(self.roster)) if self._teams.sides[e] == self.winner]
        return tuple(sorted(self._line(self.winner)) or everybody)

    @property
    def may_leave(self) -> frozenset[int]:
        """Who may leave."""
        return frozenset([*self._line(0), *self._line(1)])

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """Who is up, and those after them, as far as both teams have somebody who has not been named yet."""
        if self.winner is not None:
            return ()
        return tuple(self._pairing(pair) for pair in zip(self._line(0), self._line(1), strict=False))

    def _pairing(self, pair: tuple[int, int]) -> Pairing:
        count = again(self.facts, pair)
        stakes, missed = (self._stake(0), self._stake(1)), (self._teams.missed[pair[0]], self._teams.missed[pair[1]])
        return Pairing(pair, self.roster.pair(pair), "party", stakes, again=count, missed=missed)

    def _stake(self, side: int) -> Stake:
        return "title" if self._teams.score[side] + 1 >= self.start.first_to else "point"

    @property
    def progress(self) -> Progress:
        """The matches so far, one more while somebody is up, and the most there can be."""
        return Progress(sum(self._teams.score) + bool(self.pairings), 2 * self.start.first_to - 1)

    @property
    def turn(self) -> int:
        """The number of the match that is up, from 0."""
        return decided(self.facts)

    def rows(self) -> tuple[Row, ...]:
        """Return the table of the players of both teams, by their own matches."""
        return table(self.roster, self.facts, self.may_leave, Counter(), self._teams.sides)
