"""A tournament's state, derived from its first line and its facts: who plays now, the champion, what an undo removes.

Nothing is stored beside the facts. The plan comes from the first line (for Swiss from the rounds that were paired), the
courses from the plan and the record, and everything else from the courses.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby
from typing import Final

import msgspec
from msgspec.structs import replace

from cabinet.tournaments.journal import (
    NOBODY,
    Back,
    Fact,
    Leaders,
    Left,
    NoShow,
    Paired,
    Result,
    Roster,
    Tournament,
    Walkover,
)
from cabinet.tournaments.pairing import (
    double_elimination,
    next_round,
    round_plan,
    round_robin,
    rounds_needed,
    single_elimination,
)
from cabinet.tournaments.series import Course, Courses, Record, Series, resolve, unused
from cabinet.tournaments.standings import Score, beaten_in, ranked
from cabinet.tournaments.views import (
    Box,
    BoxState,
    Bracket,
    Column,
    Pairing,
    Part,
    Played,
    Progress,
    Row,
    Stage,
    Stake,
    UndoConsequences,
)


def without(
    facts: Iterable[Fact],
    ids: Container[str] = (),
    rounds: Container[int] = (),
    *,
    leaders: bool = False,
    back: int | None = None,
) -> Iterator[Fact]:
    """Yield the facts without those with some ids, some rounds of Swiss, the leaders of the table if `leaders`, and the
    walkovers over `back`."""
    for fact in facts:
        if isinstance(fact, Result | NoShow):
            is_dropped = fact.match in ids
        elif isinstance(fact, Left):
            is_dropped = bool(fact.match) and fact.match in ids
        elif isinstance(fact, Walkover):
            is_dropped = back in fact.seats and fact.winner != back
        else:
            is_dropped = fact.round in rounds if isinstance(fact, Paired) else leaders and isinstance(fact, Leaders)
        if not is_dropped:
            yield fact


class TournamentState(msgspec.Struct, frozen=True, dict=True):
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
    def may_leave(self) -> frozenset[int]:
        """The entrants who have not left."""
        return frozenset(range(len(self.roster))) - self.record.out

    # -- The plan and its courses ----------------------------------------------------------------------

    @property
    def total_rounds(self) -> int:
        """The number of rounds of Swiss."""
        return self.start.rounds or rounds_needed(len(self.roster))

    @cached_property
    def paired(self) -> list[Paired]:
        """The rounds of Swiss that stand in the journal."""
        return sorted((fact for fact in self.facts if isinstance(fact, Paired)), key=lambda line: line.round)

    @cached_property
    def due(self) -> tuple[Walkover | Paired | Leaders, ...]:
        """The lines that follow from the others and are not written yet: walkovers, Swiss rounds, a table's leaders."""
        known = {(line.series, frozenset(line.seats)) for line in self.record.walkovers}
        lines: list[Walkover | Paired | Leaders] = [
            Walkover(course.series.id, pair, NOBODY if course.winner is None else course.winner)
            for course in self.courses.values()
            if course.by in ("walkover", "void")
            and (pair := course.pair)
            and (course.series.id, frozenset(pair)) not in known
        ]
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
        if self.start.kind != "swiss" or len(self.paired) >= self.total_rounds or len(self.may_leave) < 2:
            return None
        courses = resolve(self._swiss_plan(self.paired), self.record)
        if not all(course.by for course in courses.values()):
            return None
        table = ranked(range(len(self.roster)), courses.values(), "swiss")
        order = [score.entrant for score in table if score.entrant not in self.record.out]
        met = Counter(frozenset(pair) for line in self.paired for pair in line.pairs)
        byes = Counter(line.bye for line in self.paired)
        number = len(self.paired) + 1
        pairs, bye = next_round(order, met, byes, is_first=number == 1)
        return Paired(number, pairs, bye)

    def _swiss_plan(self, rounds: Iterable[Paired]) -> list[Series]:
        plan: list[Series] = []
        for line in rounds:
            pairs = [*line.pairs, *([(line.bye, NOBODY)] if line.bye != NOBODY else [])]
            plan += round_plan(line.round, pairs, self.start.best_of)
        return plan

    @cached_property
    def plan(self) -> list[Series]:
        """All series but those of a play-off."""
        start, entrants = self.start, range(len(self.roster))
        final = start.final or start.best_of
        if start.kind == "single":
            return single_elimination(entrants, start.best_of, final)
        if start.kind == "double":
            return double_elimination(entrants, start.best_of, final)
        if start.kind == "round_robin":
            return round_robin(entrants, start.best_of)
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
        return resolve(single_elimination(self._level, best_of, self.start.final or best_of, "P"), self.record)

    @cached_property
    def courses(self) -> Courses:
        """All courses by id, in the order of play."""
        return {**self.regular, **self.playoff}

    # -- Who is champion -------------------------------------------------------------------------------

    @cached_property
    def table(self) -> list[Score]:
        """The scores of the plan, best first."""
        return ranked(range(len(self.roster)), self.regular.values(), self.start.kind)

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
        if self.start.kind == "swiss" and len(self.paired) != self.total_rounds and len(self.may_leave) > 1:
            return False
        return all(course.by for course in self.regular.values())

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
        """The series that can be played, the next first: one that has begun comes first, a missed one last."""
        able = [course for course in self.courses.values() if course.is_playable]
        return sorted(able, key=lambda course: (sum(course.missed), not course.is_begun))

    @cached_property
    def pairings(self) -> tuple[Pairing, ...]:
        """The matches that may be played, the next first."""
        return tuple(self._pairing(course, pair) for course in self.playable if (pair := course.pair))

    def _pairing(self, course: Course, pair: tuple[int, int]) -> Pairing:
        series, (left, right) = course.series, self._places_by_seat(pair)
        seated = (pair[left], pair[right])
        return Pairing(
            seated,
            self.roster.pair(seated),
            series.stage,
            (self._stake(course, left), self._stake(course, right)),
            series.id,
            series.round,
            series.best_of,
            (course.wins[left], course.wins[right]),
            course.again,
            (course.missed[left], course.missed[right]),
            (self._moves(seated[0], 0), self._moves(seated[1], 1)),
        )

    @cached_property
    def _last_seats(self) -> dict[int, tuple[int, int]]:
        """Where each entrant sat last: the number of the result, and the seat."""
        played = [result for result in self.record.results if not result.by_hand]
        return {each: (number, seat) for number, result in enumerate(played) for seat, each in enumerate(result.seats)}

    def _places_by_seat(self, pair: tuple[int, int]) -> tuple[int, int]:
        """Return the places in the pair of those at seats 0 and 1: whoever played last keeps the seat."""
        there = [place for place in (0, 1) if pair[place] in self._last_seats]
        stays = max(there, key=lambda place: self._last_seats[pair[place]][0], default=0)
        seat = self._last_seats[pair[stays]][1] if there else 0
        return (stays, 1 - stays) if seat == 0 else (1 - stays, stays)

    def _moves(self, entrant: int, seat: int) -> bool:
        return self._last_seats.get(entrant, (0, seat))[1] != seat

    def _stake(self, course: Course, place: int) -> Stake:
        series = course.series
        if course.wins[place] + 1 < series.needed:
            return "leads"
        if series.stage == "round":
            return "point"
        if series.id == "F1":
            return "title" if place == 0 else "reset"
        return "advances" if series.winner_to else "title"

    @property
    def turn(self) -> int:
        """The number of the round of the match that is up, from 0, in the order of play."""
        rounds = list(dict.fromkeys((each.series.stage, each.series.round) for each in self.courses.values()))
        up = next(iter(self.playable), None)
        return rounds.index((up.series.stage, up.series.round)) if up is not None else 0

    @property
    def progress(self) -> Progress:
        """The matches with a winner so far, one more while somebody is up; the most there can be. A play-off is
        counted once it is due."""
        played = sum(sum(course.wins) for course in self.courses.values())
        most = sum(self._at_most(course) for course in self.courses.values())
        if self.start.kind == "swiss" and not self.champion:
            to_come = self.total_rounds - len(self.paired) - (self._next_round is not None)
            most += to_come * (len(self.may_leave) // 2) * self.start.best_of
        return Progress(played + bool(self.playable), most)

    @staticmethod
    def _at_most(course: Course) -> int:
        if course.by:
            return sum(course.wins)
        return 0 if NOBODY in course.slots else course.series.best_of

    # -- What rests on what ----------------------------------------------------------------------------

    def undo_consequences(self, *ids: str) -> UndoConsequences:
        """Return the consequences of taking back some results or no-shows, those not included."""
        in_the_table = {match for course in self.regular.values() for match in course.ids}
        is_open = self._leaders is not None and not in_the_table.isdisjoint(ids)
        state = self._without(ids, leaders=is_open)
        fallen: set[str] = set()
        while more := set(unused(state.record, state.courses)):
            fallen |= more
            state = state._without(more)
        order = [fact.match for fact in self.facts if isinstance(fact, Result | NoShow) and fact.match in fallen]
        return UndoConsequences(tuple(order), tuple(state._open_rounds()), is_open)

    def consequences_of_adding(self, fact: Fact) -> UndoConsequences:
        """Return the consequences of adding a fact."""
        back = fact.entrant if isinstance(fact, Back) else None
        return replace(self, facts=(*without(self.facts, back=back), fact)).undo_consequences()

    def unplayed_rounds(self) -> tuple[int, ...]:
        """Return the last round of Swiss if it is paired and none of it was played: it can be paired anew."""
        last = self.paired[-1].round if self.paired else 0
        return (last,) if last and not self._has_begun(last) else ()

    def _without(self, ids: Iterable[str], *, leaders: bool = False) -> "TournamentState":
        return replace(self, facts=tuple(without(self.facts, frozenset(ids), leaders=leaders)))

    def _has_begun(self, number: int) -> bool:
        return any(line.series.startswith(f"R{number}.") for line in self.record.lines())

    def _open_rounds(self) -> Iterator[int]:
        """Yield the paired but unplayed rounds after one that is open again."""
        is_open = False
        for line in self.paired:
            if is_open and not self._has_begun(line.round):
                yield line.round
            mine = (course for course in self.regular.values() if course.series.round == line.round)
            is_open = is_open or not all(course.by for course in mine)


# -- For the screen: brackets in columns, the table, the results in their order ----------------------

STILL_IN: Final = 1_000
"""Deeper than any round."""


def brackets(state: TournamentState) -> tuple[Bracket, ...]:
    """Return the parts of a tournament: one, or two and the finals, or the rounds; and the play-off, if there is one.

    A Swiss bracket has the columns of the rounds that were paired.
    """
    courses = list(state.courses.values())
    parts = dict.fromkeys(_part(state, course) for course in courses)
    return tuple(
        Bracket(part, tuple(_columns(state, [each for each in courses if _part(state, each) == part])))
        for part in parts
    )


def _part(state: TournamentState, course: Course) -> Part:
    stage = course.series.stage
    if stage in ("losers", "winners", "playoff"):
        return stage
    if stage == "round":
        return "rounds"
    return "knockout" if state.start.kind == "single" else "final"


def _columns(state: TournamentState, courses: Sequence[Course]) -> Iterator[Column]:
    def place(course: Course) -> tuple[int, Stage]:
        return course.series.round, course.series.stage

    for (number, stage), group in groupby(sorted(courses, key=lambda course: course.series.round), key=place):
        column = sorted(group, key=lambda course: course.series.row)
        yield Column(stage, number, column[0].series.rows, tuple(_box(state, course) for course in column))


def _box(state: TournamentState, course: Course) -> Box:
    series = course.series
    names = (state.roster.name(course.slots[0]), state.roster.name(course.slots[1]))
    winner = None if course.winner in (None, NOBODY) or course.by == "not_needed" else course.slots.index(course.winner)
    return Box(
        series.id,
        names,
        course.wins,
        _state(state, course),
        course.by,
        winner,
        series.row,
        series.best_of,
        series.winner_to,
        series.loser_to,
        series.if_needed,
        (course.slots[0] in state.record.out, course.slots[1] in state.record.out),
    )


def _state(state: TournamentState, course: Course) -> BoxState:
    up = [each.series.id for each in state.playable[:2]]
    if course.series.id in up:
        return "now" if course.series.id == up[0] else "next"
    if course.by == "bye" or (not course.by and NOBODY in course.slots):
        return "bye"
    if course.by == "not_needed" or course.slots == (NOBODY, NOBODY):
        return "none"
    return "done" if course.by else "open"


def table_rows(state: TournamentState) -> tuple[Row, ...]:
    """Return the table, best first. The champion is first of it, whatever is level."""
    table = state.table
    beaten: dict[int, int] = {}
    keys = [score.key for score in table]
    if state.is_elimination:
        beaten = beaten_in(list(state.courses.values()), state.start.kind == "double")
        table = sorted(table, key=lambda score: -beaten.get(score.entrant, STILL_IN))
        keys = [(beaten.get(score.entrant, STILL_IN),) for score in table]
    places = {score.entrant: 1 + keys.index(key) for score, key in zip(table, keys, strict=True)}
    for entrant in state.champion:
        others = [each for each, place in places.items() if place == 1 and each != entrant]
        places |= dict.fromkeys(others, 2)
        places[entrant] = 1
    found = [
        Row(
            places[score.entrant],
            state.roster.name(score.entrant),
            score.won + score.lost,
            score.won,
            score.lost,
            score.points,
            score.tie_breaks,
            (score.matches[0], score.matches[1]),
            score.entrant not in state.record.out and score.entrant not in beaten,
        )
        for score in table
    ]
    return tuple(sorted(found, key=lambda row: row.place))


def played(state: TournamentState, facts: Iterable[Result | NoShow]) -> Iterator[Played]:
    """Yield the results and no-shows as they stand, in their order."""
    for fact in facts:
        series = state.courses[fact.series].series
        yield played_line(state.roster, fact, series.stage, series.round)


def played_line(roster: Roster, fact: Result | NoShow, stage: Stage, number: int) -> Played:
    """Return a line of the results; a no-show in a queue or a party has one name, others two."""
    names = (roster.name(fact.seats[0]), roster.name(fact.seats[1])) if fact.seats else ("", "")
    if isinstance(fact, NoShow):
        absent = roster.name(fact.entrant)
        return Played(fact.match, names if fact.seats else (absent, ""), "", absent, stage, number, by_hand=False)
    return Played(fact.match, names, roster.name(fact.winner), "", stage, number, fact.by_hand)
