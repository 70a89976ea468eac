"""A tournament for the screen: brackets in columns, tables, and the results in their order."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, Literal

from cabinet.tournaments.lines import NoShow, Result
from cabinet.tournaments.roster import NOBODY, Roster
from cabinet.tournaments.series import Course
from cabinet.tournaments.standings import beaten_in
from cabinet.tournaments.tournament import TournamentState
from cabinet.tournaments.views import Box, BoxState, Bracket, Column, Played, Row, Stage

STILL_IN: Final = 1_000
"""Deeper than any round."""

Part = Literal["knockout", "winners", "losers", "final", "rounds", "playoff"]


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
        series.id, names, course.wins, _state(state, course), course.by, winner, series.row, series.best_of,
        series.winner_to, series.loser_to, series.if_needed,
    )  # fmt: skip


def _state(state: TournamentState, course: Course) -> BoxState:
    up = [each.series.id for each in state.playable[:2]]
    if course.series.id in up:
        return "now" if course.series.id == up[0] else "next"
    if course.by == "bye" or (not course.by and NOBODY in course.slots):
        return "bye"
    if course.by == "not_needed" or course.slots == (NOBODY, NOBODY):
        return "none"
    return "done" if course.by else "open"


def rows(state: TournamentState) -> tuple[Row, ...]:
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
            places[score.entrant], state.roster.name(score.entrant), score.won + score.lost, score.won, score.lost,
            score.points, score.tie_breaks, (score.matches[0], score.matches[1]),
            score.entrant not in state.record.out and score.entrant not in beaten,
        )
        for score in table
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda row: row.place))


def played(state: TournamentState, facts: Iterable[Result | NoShow]) -> Iterator[Played]:
    """Yield the results and no-shows as they stand, in their order."""
    for fact in facts:
        series = state.courses[fact.series].series
        yield played_line(state.roster, fact, series.stage, series.round)


def played_line(roster: Roster, fact: Result | NoShow, stage: Stage, number: int) -> Played:
    """Return a line of the results, with two names but for a no-show in a queue or a party."""
    names = (roster.name(fact.seats[0]), roster.name(fact.seats[1])) if fact.seats else ("", "")
    if isinstance(fact, NoShow):
        absent = roster.name(fact.entrant)
        return Played(fact.match, names if fact.seats else (absent, ""), "", absent, stage, number, by_hand=False)
    return Played(fact.match, names, roster.name(fact.winner), "", stage, number, fact.by_hand)
