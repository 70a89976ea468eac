"""A tournament's state, derived from its first line and its facts: who plays now, who is champion, what falls.

Nothing is stored beside the facts. The plan comes from the first line (for Swiss from the rounds that were paired), the
courses from the plan and the record, and everything else from the courses.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from cabinet.tournaments import elimination, round_robin, swiss
from cabinet.tournaments.lines import Back, Fact, Leaders, Left, NoShow, Paired, Result, Tournament, Walkover
from cabinet.tournaments.roster import NOBODY, Roster
from cabinet.tournaments.series import Course, Courses, Record, Series, resolve, unused
from cabinet.tournaments.standings import Score, ranked, scores
from cabinet.tournaments.views import Falls, Pairing, Progress, Stake


def without(
    facts: Iterable[Fact], ids: Container[str] = (), rounds: Container[int] = (), *, leaders: bool = False,
    back: int | None = None,
) -> Iterator[Fact]:  # fmt: skip
    """Yield the facts without some results and no-shows, some rounds of Swiss, the leaders of the table if `leaders`,
    and the walkovers over `back`."""
    for fact in facts:
        if isinstance(fact, Result | NoShow):
            is_dropped = fact.match in ids
        elif isinstance(fact, Walkover):
            is_dropped = back in fact.seats and fact.winner != back
        else:
            is_dropped = fact.round in rounds if isinstance(fact, Paired) else leaders and isinstance(fact, Leaders)
        if not is_dropped:
            yield fact


@dataclass(frozen=True)
class TournamentState:
    """The state of a tournament."""

    start: Tournament
    roster: Roster
    facts: tuple[Fact, ...]

    @property
    def is_elimination(self) -> bool:
        """Whether who loses often enough is out."""
        return self.start.kind in ("single", "double")

    @cached_property
    def record(self) -> Record:
        """The lines that decide series, and who has left."""
        out = set(self.roster.gone)
        for fact in self.facts:
            if isinstance(fact, Left):
                out.add(fact.entrant)
            elif isinstance(fact, Back):
                out.discard(fact.entrant)
        return Record(
            [fact for fact in self.facts if isinstance(fact, Result)],
            [fact for fact in self.facts if isinstance(fact, NoShow)],
            [fact for fact in self.facts if isinstance(fact, Walkover)],
            frozenset(out),
        )

    @cached_property
    def active(self) -> list[int]:
        """The entrants who have not left."""
        return [entrant for entrant in range(len(self.roster)) if entrant not in self.record.out]

    # -- The plan and its courses ----------------------------------------------------------------------

    @property
    def total_rounds(self) -> int:
        """The number of rounds of Swiss."""
        return self.start.rounds or swiss.rounds_needed(len(self.roster))

    @cached_property
    def paired(self) -> list[Paired]:
        """The rounds of Swiss that stand in the journal."""
        return sorted((fact for fact in self.facts if isinstance(fact, Paired)), key=lambda line: line.round)

    @cached_property
    def due(self) -> tuple[Walkover | Paired | Leaders, ...]:
        """What follows from the lines and stands in none yet: walkovers, a round of Swiss, the leaders of a table."""
        known = {(line.series, frozenset(line.seats)) for line in self.record.walkovers}
        lines: list[Walkover | Paired | Leaders] = [
            Walkover(course.series.id, pair, NOBODY if course.winner is None else course.winner)
            for course in self.courses.values()
            if course.by in ("walkover", "void") and (pair := course.pair)
            and (course.series.id, frozenset(pair)) not in known
        ]  # fmt: skip
        if self._next_round is not None:
            lines.append(self._next_round)
        if self._level and self._leaders is None:
            lines.append(Leaders(tuple(self._level)))
        return tuple(lines)

    @property
    def _leaders(self) -> Leaders | None:
        return next((fact for fact in self.facts if isinstance(fact, Leaders)), None)

    @cached_property
    def _next_round(self) -> Paired | None:
        if self.start.kind != "swiss" or len(self.paired) >= self.total_rounds or len(self.active) < 2:
            return None
        courses = resolve(self._swiss_plan(self.paired), self.record)
        if not all(course.by for course in courses.values()):
            return None
        table = ranked(scores(range(len(self.roster)), courses.values(), bye_counts=True), "swiss")
        order = [score.entrant for score in table if score.entrant not in self.record.out]
        met = Counter(frozenset(pair) for line in self.paired for pair in line.pairs)
        byes = Counter(line.bye for line in self.paired)
        number = len(self.paired) + 1
        pairs, bye = swiss.next_round(order, met, byes, is_first=number == 1)
        return Paired(number, pairs, bye)

    def _swiss_plan(self, rounds: Iterable[Paired]) -> list[Series]:
        plan: list[Series] = []
        for line in rounds:
            pairs = [*line.pairs, *([(line.bye, NOBODY)] if line.bye != NOBODY else [])]
            plan += round_robin.round_plan(line.round, pairs, self.start.best_of)
        return plan

    @cached_property
    def plan(self) -> list[Series]:
        """All series but those of a play-off."""
        start, entrants = self.start, range(len(self.roster))
        final = start.final or start.best_of
        if start.kind == "single":
            return elimination.single(entrants, start.best_of, final)
        if start.kind == "double":
            return elimination.double(entrants, start.best_of, final)
        if start.kind == "round_robin":
            return round_robin.round_robin(entrants, start.best_of)
        return self._swiss_plan([*self.paired, *([self._next_round] if self._next_round else [])])

    @cached_property
    def regular(self) -> Courses:
        """The courses of the plan."""
        return resolve(self.plan, self.record)

    @cached_property
    def playoff(self) -> Courses:
        """The courses of the play-off among those who are level at the top; empty if there is none."""
        if len(self._level) < 2:
            return {}
        best_of = self.start.best_of
        return resolve(elimination.single(self._level, best_of, self.start.final or best_of, "P"), self.record)

    @cached_property
    def courses(self) -> Courses:
        """All courses by id, in the order of play."""
        return {**self.regular, **self.playoff}

    # -- Who is champion -------------------------------------------------------------------------------

    @cached_property
    def table(self) -> list[Score]:
        """The scores of the plan, best first."""
        counts = self.start.kind == "swiss"
        return ranked(scores(range(len(self.roster)), self.regular.values(), bye_counts=counts), self.start.kind)

    @cached_property
    def _level(self) -> list[int]:
        """The entrants who share the top of a finished table, in the order of the first line."""
        if self._leaders is not None:
            return list(self._leaders.entrants)
        if self.is_elimination or not self._is_complete:
            return []
        able = [score for score in self.table if self._played_all(score.entrant)]
        return sorted(score.entrant for score in able if score.key == able[0].key)

    @property
    def _is_complete(self) -> bool:
        done = all(course.by for course in self.regular.values())
        return done and (self.start.kind != "swiss" or len(self.paired) == self.total_rounds or len(self.active) < 2)

    def _played_all(self, entrant: int) -> bool:
        """Whether an entrant is in, or had played everything before leaving."""
        if entrant not in self.record.out:
            return True
        if self.start.kind == "swiss" and len(self.paired) < self.total_rounds:
            return False
        mine = [course for course in self.regular.values() if entrant in course.slots]
        is_whole = self.start.kind != "swiss" or len(mine) == self.total_rounds
        return is_whole and not any(c.by == "void" or (c.by == "walkover" and c.loser == entrant) for c in mine)

    @cached_property
    def champion(self) -> tuple[int, ...]:
        """The entrant who has won it all; empty while nobody has."""
        if self.is_elimination or self.playoff:
            last = list(self.courses.values())[-1].winner
            return () if last is None or last == NOBODY else (last,)
        return tuple(self._level)

    # -- Who plays -------------------------------------------------------------------------------------

    @cached_property
    def playable(self) -> list[Course]:
        """The series that can be played, the next first: one that has begun goes on, a missed one waits."""
        able = [course for course in self.courses.values() if course.is_playable]
        return sorted(able, key=lambda course: (sum(course.missed), not course.is_begun))

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """The matches that may be played, the next first."""
        return tuple(self._pairing(course, pair) for course in self.playable if (pair := course.pair))

    def _pairing(self, course: Course, pair: tuple[int, int]) -> Pairing:
        series = course.series
        return Pairing(
            pair, self.roster.pair(pair), series.stage, (self._stake(course, 0), self._stake(course, 1)), series.id,
            series.round, series.best_of, course.wins, course.again,
        )  # fmt: skip

    def _stake(self, course: Course, seat: int) -> Stake:
        series = course.series
        if course.wins[seat] + 1 < series.needed:
            return "leads"
        if series.stage == "round":
            return "point"
        if series.id == "F1":
            return "title" if seat == 0 else "reset"
        return "advances" if series.winner_to else "title"

    @property
    def inside(self) -> frozenset[int]:
        """Who may leave."""
        return frozenset(self.active)

    @property
    def progress(self) -> Progress:
        """The matches with a winner so far, one more while somebody is up; the most there can be. A play-off is
        counted once it is due."""
        played = sum(sum(course.wins) for course in self.courses.values())
        most = sum(self._at_most(course) for course in self.courses.values())
        if self.start.kind == "swiss" and not self.champion:
            to_come = self.total_rounds - len(self.paired) - (self._next_round is not None)
            most += to_come * (len(self.active) // 2) * self.start.best_of
        return Progress(played + bool(self.playable), most)

    @staticmethod
    def _at_most(course: Course) -> int:
        if course.by:
            return sum(course.wins)
        return 0 if NOBODY in course.slots else course.series.best_of

    # -- What rests on what ----------------------------------------------------------------------------

    def falls(self, *ids: str) -> Falls:
        """Return what would fall with some results or no-shows, those not included."""
        is_open = self._leaders is not None and any(match in self._in_the_table for match in ids)
        state = self._without(ids, leaders=is_open)
        fallen: set[str] = set()
        while more := set(unused(state.record, state.courses)):
            fallen |= more
            state = state._without(more)
        order = [fact.match for fact in self.facts if isinstance(fact, Result | NoShow) and fact.match in fallen]
        return Falls(tuple(order), tuple(state._open_rounds()), is_open)

    def falls_without(self, fact: Fact) -> Falls:
        """Return what would fall if a fact were added."""
        back = fact.entrant if isinstance(fact, Back) else None
        return replace(self, facts=(*without(self.facts, back=back), fact)).falls()

    def unplayed_rounds(self) -> tuple[int, ...]:
        """Return the last round of Swiss if it is paired and none of it was played: it can be paired anew."""
        last = self.paired[-1].round if self.paired else 0
        return (last,) if last and not self._has_begun(last) else ()

    @property
    def _in_the_table(self) -> set[str]:
        return {match for course in self.regular.values() for match in course.ids}

    def _without(self, ids: Iterable[str], *, leaders: bool = False) -> "TournamentState":
        return replace(self, facts=tuple(without(self.facts, frozenset(ids), leaders=leaders)))

    def _has_begun(self, number: int) -> bool:
        return any(line.series.startswith(f"R{number}.") for line in self.record.lines())

    def _open_rounds(self) -> Iterator[int]:
        """Yield the paired rounds of which nothing was played, where an earlier one is open."""
        is_open = False
        for line in self.paired:
            if is_open and not self._has_begun(line.round):
                yield line.round
            mine = (course for course in self.regular.values() if course.series.round == line.round)
            is_open = is_open or not all(course.by for course in mine)
