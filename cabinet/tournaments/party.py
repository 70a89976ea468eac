"""Party: two teams, everybody on a team plays in turn, and the first team with so many matches won has won.

After each match with a winner both players go to the end of their teams. Who does not come goes to the end as well, and
with the second time in a row out. A smaller team's turns come sooner; nobody waits longer for it.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

from cabinet.tournaments import turns
from cabinet.tournaments.lines import Back, Fact, Joined, Left, NoShow, Party, Result
from cabinet.tournaments.roster import Roster
from cabinet.tournaments.views import Pairing, Progress, Row, Stake, Team


@dataclass
class _Teams:
    """The fold's working state: both teams in the order of their turns."""

    sides: list[int]
    lines: tuple[list[int], list[int]]
    score: list[int] = field(default_factory=lambda: [0, 0])
    missed: Counter[int] = field(default_factory=Counter)

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
            if self.missed[fact.entrant] >= turns.MISSED:
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


@dataclass(frozen=True)
class PartyState:
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
    def inside(self) -> frozenset[int]:
        """Who may leave."""
        return frozenset([*self._line(0), *self._line(1)])

    @property
    def pairings(self) -> tuple[Pairing, ...]:
        """Who is up, and those after them, as far as both teams have somebody who has not been named yet."""
        if self.winner is not None:
            return ()
        pairs = list(zip(self._line(0), self._line(1), strict=False))
        return tuple(self._pairing(pair) for pair in pairs)

    def _pairing(self, pair: tuple[int, int]) -> Pairing:
        count = turns.again(self.facts, pair)
        return Pairing(pair, self.roster.pair(pair), "party", (self._stake(0), self._stake(1)), again=count)

    def _stake(self, side: int) -> Stake:
        return "title" if self._teams.score[side] + 1 >= self.start.first_to else "point"

    @property
    def progress(self) -> Progress:
        """The matches so far, one more while somebody is up, and the most there can be."""
        return Progress(sum(self._teams.score) + bool(self.pairings), 2 * self.start.first_to - 1)

    def rows(self) -> tuple[Row, ...]:
        """Return the table of the players of both teams, by their own matches."""
        return turns.rows(self.roster, self.facts, self.inside, Counter(), self._teams.sides)
