"""A tournament's series: two places to fill, matches until one name has enough wins, and the consequences.

A tournament's plan is a list of `Series`, each after those that feed it. `resolve` puts results, no-shows and leavers
on it and returns a `Course` for each. It is a pure function of those, not of their order, so a result that is taken
back needs no undoing: the plan is resolved again without it, and results that find no place any more are those that
rested on it (`unused`). A walkover is a line of its own: it stands when its winner leaves too, or loses the name.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from cabinet.tournaments.journal import NOBODY, NoShow, Result, Walkover
from cabinet.tournaments.views import DecidedBy, Stage

Slot = int | None
"""An entrant, NOBODY, or None while it is open who comes."""

MISSED = 2
"""So many no-shows in a series lose it, to whoever has missed fewer calls."""


class Source(msgspec.Struct, frozen=True):
    """The origin of a place: an entrant (or NOBODY), or the winner or loser of an earlier series."""

    of: Literal["entrant", "winner", "loser"]
    entrant: int = NOBODY
    series: str = ""


def entrant(number: int) -> Source:
    """Return the place of a known entrant, or of NOBODY."""
    return Source("entrant", number)


class Series(msgspec.Struct, frozen=True):
    """A series of a plan. `if_needed`: the second final, played if the name not beaten before lost the first one."""

    id: str
    stage: Stage
    round: int
    row: int
    rows: int
    sources: tuple[Source, Source]
    best_of: int
    winner_to: str = ""
    loser_to: str = ""
    if_needed: bool = False

    @property
    def needed(self) -> int:
        """The wins that decide it."""
        return self.best_of // 2 + 1


class Course(msgspec.Struct, frozen=True):
    """The present state of a series. `winner` and `loser`: an entrant, NOBODY, or None while undecided."""

    series: Series
    slots: tuple[Slot, Slot]
    wins: tuple[int, int] = (0, 0)
    missed: tuple[int, int] = (0, 0)
    again: int = 0
    winner: Slot = None
    loser: Slot = None
    by: DecidedBy = ""
    ids: tuple[str, ...] = ()

    @property
    def is_playable(self) -> bool:
        """Whether both are known, and it is undecided."""
        return not self.by and self.pair is not None

    @property
    def pair(self) -> tuple[int, int] | None:
        """Both entrants, if both are known."""
        a, b = self.slots
        return None if a is None or b is None or NOBODY in (a, b) else (a, b)

    @property
    def is_begun(self) -> bool:
        """Whether a match of it has been played, with a winner or without."""
        return sum(self.wins) + self.again > 0


Courses = dict[str, Course]


class Record(msgspec.Struct, frozen=True):
    """The lines that decide series, and the entrants who have left."""

    results: Sequence[Result]
    no_shows: Sequence[NoShow]
    walkovers: Sequence[Walkover]
    out: frozenset[int]

    def lines(self) -> Iterator[Result | NoShow]:
        """Yield the results, then the no-shows."""
        yield from self.results
        yield from self.no_shows


def resolve(plan: Sequence[Series], record: Record) -> Courses:
    """Return the course of every series of a plan by its id."""
    return _Resolver(plan, record).courses()


def unused(record: Record, courses: Courses) -> Iterator[str]:
    """Yield the ids of the results and no-shows that have no place."""
    used = {match for course in courses.values() for match in course.ids}
    yield from (line.match for line in record.lines() if line.match not in used)


class _Resolver:
    def __init__(self, plan: Sequence[Series], record: Record) -> None:
        self._plan = plan
        self._out = record.out
        self._results: defaultdict[str, list[Result]] = defaultdict(list)
        self._no_shows: defaultdict[str, list[NoShow]] = defaultdict(list)
        for result in record.results:
            self._results[result.series].append(result)
        for line in record.no_shows:
            self._no_shows[line.series].append(line)
        self._walkovers = {(line.series, frozenset(line.seats)): line for line in record.walkovers}
        self._courses: Courses = {}

    def courses(self) -> Courses:
        for series in self._plan:
            first = self._courses[series.sources[0].series] if series.if_needed else None
            slots = self._slot(series.sources[0]), self._slot(series.sources[1])
            self._courses[series.id] = self._second_final(series, first) if first else self._decided(series, slots)
        return self._courses

    def _second_final(self, series: Series, first: Course) -> Course:
        if not first.by:
            return Course(series, (None, None))
        if first.winner == first.slots[0]:
            return Course(series, (NOBODY, NOBODY), winner=first.winner, loser=NOBODY, by="not_needed")
        return self._decided(series, first.slots)

    def _slot(self, source: Source) -> Slot:
        if source.of == "entrant":
            return source.entrant
        course = self._courses[source.series]
        return course.winner if source.of == "winner" else course.loser

    def _decided(self, series: Series, slots: tuple[Slot, Slot]) -> Course:
        a, b = slots
        if a is None or b is None:
            return Course(series, slots)
        if NOBODY in slots:
            by: DecidedBy = "void" if a == b else "bye"
            return Course(series, slots, winner=max(a, b), loser=NOBODY, by=by)
        return self._between(series, (a, b))

    def _between(self, series: Series, pair: tuple[int, int]) -> Course:
        matches = [line for line in self._results[series.id] if set(line.seats) == set(pair)]
        wins, ids = [0, 0], []
        for line in matches:
            if max(wins) < series.needed:
                ids.append(line.match)
                if line.winner is not None:
                    wins[pair.index(line.winner)] += 1
        absences = [line for line in self._no_shows[series.id] if set(line.seats or ()) == set(pair)]
        missed = [sum(line.entrant == one for line in absences) for one in pair]
        ids += [line.match for line in absences]
        winner, by = self._verdict(series, pair, wins, missed)
        return Course(
            series,
            pair,
            (wins[0], wins[1]),
            (missed[0], missed[1]),
            again=len(matches) - sum(wins),
            by=by,
            winner=None if winner is None else pair[winner] if winner >= 0 else NOBODY,
            loser=None if winner is None else pair[1 - winner] if winner >= 0 else NOBODY,
            ids=tuple(ids),
        )

    def _verdict(
        self, series: Series, pair: tuple[int, int], wins: Sequence[int], missed: Sequence[int]
    ) -> tuple[int | None, DecidedBy]:
        """Return the winner's place in the pair (-1: neither; None: undecided), and by what."""
        for place in (0, 1):
            if wins[place] >= series.needed:
                return place, "played"
        for place in (0, 1):
            if missed[place] >= MISSED and missed[place] > missed[1 - place]:
                return 1 - place, "no_show"
        line = self._walkovers.get((series.id, frozenset(pair)))
        if line is not None:
            return (pair.index(line.winner), "walkover") if line.winner in pair else (-1, "void")
        left = [one in self._out for one in pair]
        if all(left):
            return (-1, "void") if series.stage == "round" else (pair.index(min(pair)), "walkover")
        return (1 - left.index(True), "walkover") if any(left) else (None, "")
