"""The tables of tournaments: places, points, and tie-breaks by name.

Round robin: points, then *direct* (wins against those with as many points), then *difference* (matches won less matches
lost). Swiss: points, *opponents* (the sum of their points, known as Buchholz), direct, difference. A bye in Swiss is a
point; as an opponent it counts with the points of the name itself, less that one. A round robin gives everybody one
bye or none, and no point for it. Names that are level at the top play it off; others share a place.
Elimination: the later the round of the last defeat, the better.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby

import msgspec

from cabinet.tournaments.journal import NOBODY
from cabinet.tournaments.series import Course

TIE_BREAKS: Mapping[str, tuple[str, ...]] = {
    "single": (),
    "double": (),
    "round_robin": ("direct", "difference"),
    "swiss": ("opponents", "direct", "difference"),
}
"""The names of the tie-breaks of each kind, in their order."""


class Score(msgspec.Struct):
    """An entrant's series and matches. `beat` and `met`: entrants, as often as it happened."""

    entrant: int
    won: int = 0
    lost: int = 0
    byes: int = 0
    matches: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    beat: list[int] = msgspec.field(default_factory=list)
    met: list[int] = msgspec.field(default_factory=list)
    points: int = 0
    tie_breaks: tuple[int, ...] = ()

    @property
    def key(self) -> tuple[int, ...]:
        """The points and tie-breaks; the highest is the best."""
        return (self.points, *self.tie_breaks)


def _scores(entrants: Iterable[int], courses: Iterable[Course], *, bye_counts: bool) -> dict[int, Score]:
    """Return the score of each entrant with its points, without tie-breaks."""
    found = {entrant: Score(entrant) for entrant in entrants}
    for course in courses:
        for place, one in enumerate(course.slots):
            if one is not None and one != NOBODY:
                _count(found[one], course, place)
    for score in found.values():
        score.points = score.won + (score.byes if bye_counts else 0)
    return found


def _count(score: Score, course: Course, place: int) -> None:
    other = course.slots[1 - place]
    score.matches[0] += course.wins[place]
    score.matches[1] += course.wins[1 - place]
    if course.by == "bye":
        score.byes += 1
    elif course.by and other is not None:
        score.met.append(other)
        if course.winner == score.entrant:
            score.won += 1
            score.beat.append(other)
        else:
            score.lost += 1


def _tie_break(name: str, score: Score, table: Mapping[int, Score], level: Collection[int]) -> int:
    """Return a tie-break of a score, of everybody's; `level`: those who are level so far."""
    if name == "opponents":
        return sum(table[other].points for other in score.met) + score.byes * (score.points - 1)
    if name == "direct":
        return sum(other in level for other in score.beat)
    return score.matches[0] - score.matches[1]


def ranked(entrants: Iterable[int], courses: Iterable[Course], kind: str) -> list[Score]:
    """Return the score of each entrant, best first; level ones in the order of the entrants."""
    table = _scores(entrants, courses, bye_counts=kind == "swiss")
    for name in TIE_BREAKS[kind]:
        for _, group in groupby(sorted(table.values(), key=lambda score: score.key), key=lambda score: score.key):
            level = list(group)
            others = {score.entrant for score in level}
            figures = [_tie_break(name, score, table, others) for score in level]
            for score, figure in zip(level, figures, strict=True):
                score.tie_breaks = (*score.tie_breaks, figure)
    return sorted(table.values(), key=lambda score: (*(-figure for figure in score.key), score.entrant))


def beaten_in(order: Sequence[Course], is_double: bool) -> dict[int, int]:
    """Return the depth (from 1) at which each beaten entrant of an elimination went out: the deeper, the better."""
    losses: defaultdict[int, list[Course]] = defaultdict(list)
    for course in order:
        if course.loser is not None and course.loser != NOBODY:
            losses[course.loser].append(course)
    out = {entrant: lost[-1] for entrant, lost in losses.items() if len(lost) == (2 if is_double else 1)}
    steps = list(dict.fromkeys((course.series.stage, course.series.round) for course in order))
    return {entrant: 1 + steps.index((last.series.stage, last.series.round)) for entrant, last in out.items()}
