"""The records as tables with words: results, races, people, counts, and the boards of tonight, this month and ever.

They are read beside a running cabinet by a connection that only reads. Every cell is a text, a number, or empty.
"""

import sqlite3
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from cabinet.people.people import People
from cabinet.people.ratings import place_text
from cabinet.people.records import (
    CLOSEST,
    EVER,
    MONTH,
    PACE,
    PERIODS,
    QUICKEST_DEAL,
    STREAK,
    Record,
    evening_day,
    month_of,
    shown,
)
from cabinet.people.results import Figures, figures_from
from cabinet.store.audits import STRETCHES, Audits, read_audits
from cabinet.store.errors import Damaged
from cabinet.store.ledger import RACES, Race, race_of, value_in
from cabinet.store.people import PeopleReport, Person
from cabinet.strings.catalogue import has_word, in_one_line, word
from engine.games import GAMES
from engine.setup import HUMAN

Cell: TypeAlias = str | int | float | None
Row: TypeAlias = tuple[Cell, ...]

MATCHES: Final = (
    "SELECT name, begun, game, preset, players, winner, reason, scores, seconds, figures, taken_back, "
    '(SELECT json_group_array(json_array(seat, sat.name)) FROM sat WHERE sat."match" = matches.name) '
    "FROM matches WHERE reason IS NOT NULL ORDER BY id"
)
SPANS: Final = ("tonight", "month", "ever")
"""The periods of `PERIODS`, by the names that people read."""
UNITS: Final[Mapping[str, float]] = {CLOSEST: 1e6, STREAK: 1, QUICKEST_DEAL: 1000, PACE: 10}
"""The kinds of records on the page, with what their values are divided by."""


class Table(msgspec.Struct, frozen=True):
    """A table: the name of its file, and its rows below a head."""

    name: str
    head: tuple[str, ...]
    rows: Sequence[Row]


class Match(msgspec.Struct, frozen=True):
    """A finished match: `begun` in s since 1970; `who` sat at its seats, `names` of people, empty for others."""

    name: str
    begun: int
    game: str
    preset: str
    who: tuple[str, ...]
    names: tuple[str, ...]
    winner: int | None
    reason: str
    scores: tuple[int, ...]
    seconds: float
    figures: Figures
    counts: bool


class Board(msgspec.Struct, frozen=True):
    """A period's matches and minutes, the matches and wins of each name in it, and its records by kind."""

    span: str
    matches: int
    minutes: int
    people: Table
    records: Sequence[Table]


class Records(msgspec.Struct, frozen=True):
    """Everything that is exported, as of a moment (s since 1970)."""

    at: int
    results: Table
    races: Table
    people: Table
    audits: Table
    closest: Sequence[Race]
    boards: Sequence[Board]


def read_records(connection: sqlite3.Connection, at: int) -> Records:
    """Return the records of a database as of `at`, s since 1970. Raises Damaged, sqlite3.Error."""
    report = PeopleReport(connection)
    there = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}
    if not {"matches", "sat", "races", "audits_by_day"} <= there:
        return _records(at, [], [], [], People(), {})
    matches = [_match(row) for row in connection.execute(MATCHES)]
    races = [_race(row) for row in connection.execute(RACES)]
    return _records(at, matches, races, report.people(), report.standings(), read_audits(connection, at))


def _records(
    at: int,
    matches: Sequence[Match],
    races: Sequence[Race],
    people: Sequence[Person],
    standings: People,
    audits: Mapping[str, Audits],
) -> Records:
    return Records(
        at,
        results_table(matches),
        races_table(races),
        people_table(people, standings),
        audits_table(audits),
        [race for race in races if race.judged],
        [board(span, period, at, matches, standings) for span, period in zip(SPANS, PERIODS, strict=True)],
    )


def head_of(*keys: str) -> tuple[str, ...]:
    """Return the heads of columns in words."""
    return tuple(word(f"export.{key}") for key in keys)


def results_table(matches: Sequence[Match]) -> Table:
    """Return a row for each finished match, the first one first."""
    head = head_of(
        "match", "begun", "game", "preset", "players", "winner", "reason", "scores", "minutes", "closest", "counts"
    )
    return Table("results", head, [_result_row(match) for match in matches])


def _result_row(match: Match) -> Row:
    closest = min((race.margin_ns for race in match.figures.races), default=None)
    return (
        match.name,
        moment(match.begun),
        game_name(match.game),
        preset_name(match.preset),
        ", ".join(match.who),
        match.who[match.winner] if match.winner is not None else "",
        word(f"reason.{match.reason}") if has_word(f"reason.{match.reason}") else match.reason,
        " : ".join(map(str, match.scores)),
        round(match.seconds / 60, 1),
        milliseconds(closest),
        word("export.yes" if match.counts else "export.no"),
    )


def races_table(races: Sequence[Race]) -> Table:
    """Return a row for each of the closest races, the closest first."""
    rows = [
        (
            milliseconds(race.margin_ns),
            *racers(race),
            game_name(race.game),
            moment(race.at),
            word("export.yes" if race.judged else "export.no"),
            race.match,
        )
        for race in races
    ]
    return Table("races", head_of("margin", "winner", "loser", "game", "when", "judged", "match"), rows)


def people_table(people: Sequence[Person], standings: People) -> Table:
    """Return a row for each name: its matches, its wins, and its place in each game."""
    places = {game.info.id: standings.places(game.info.id) for game in GAMES}
    rows: list[Row] = [
        (
            person.name,
            moment(person.since),
            moment(person.seen),
            person.matches,
            person.won,
            *(place_text(own[person.name]) if person.name in own else "" for own in places.values()),
        )
        for person in people
    ]
    games = (word("export.place", game=game_name(game)) for game in places)
    return Table("people", (*head_of("name", "since", "seen", "matches", "won"), *games), rows)


def audits_table(audits: Mapping[str, Audits]) -> Table:
    """Return a row for each count: of today, of 7 and 30 days, and ever."""
    names = sorted({name for each in audits.values() for name in each.counts})
    rows: list[Row] = [(name, *(audits[stretch].counts.get(name, 0) for stretch in STRETCHES)) for name in names]
    return Table("audits", (word("export.count"), *(word(f"topic.{stretch}") for stretch in STRETCHES)), rows)


def board(span: str, period: str, at: int, matches: Sequence[Match], standings: People) -> Board:
    """Return the board of a period, as of a moment."""
    day = evening_day(at)
    inside = [match for match in matches if is_in(period, match.figures.day or evening_day(match.begun), day)]
    played, won = Counter[str](), Counter[str]()
    for match in inside:
        for seat, name in enumerate(match.names):
            if name and match.counts:
                played[name] += 1
                won[name] += match.winner == seat
    rows = [
        (name, played[name], won[name]) for name in sorted(played, key=lambda name: (-won[name], played[name], name))
    ]
    kinds = ((kind, standings.records(kind, period, day)) for kind in UNITS)
    return Board(
        span,
        len(inside),
        round(sum(match.seconds for match in inside) / 60),
        Table(span, head_of("name", "matches", "won"), rows),
        [_record_table(kind, rows) for kind, rows in kinds if rows],
    )


def is_in(period: str, day: str, today: str) -> bool:
    """Return whether an evening's day belongs to the period of `today`."""
    return period == EVER or day == today or (period == MONTH and month_of(day) == month_of(today))


def _record_table(kind: str, records: Sequence[Record]) -> Table:
    head = (word(f"records.{kind}.unit"), *head_of("name", "game", "when"))
    return Table(word(f"records.{kind}"), head, [_record_row(kind, record) for record in records])


def _record_row(kind: str, record: Record) -> Row:
    value = record.value / UNITS[kind]
    shown_value = int(value) if kind == STREAK else round(value, 3)
    who = [name or seat_name(seat) for name, seat in zip(record.names, record.seats, strict=False)]
    return shown_value, " – ".join(who), game_name(record.game), moment(record.at)


def _match(row: Sequence[object]) -> Match:
    name, begun, game, preset, told, winner, reason, scores, seconds, figures, taken_back, seats = row
    try:
        players = tuple(map(str, value_in(str(told))))
        at = {int(place): shown(str(each)) for place, each in value_in(str(seats))}
        names = tuple(at.get(seat, "") for seat in range(len(players)))
        who = tuple(
            name or player_name(player, seat) for seat, (name, player) in enumerate(zip(names, players, strict=True))
        )
        known = figures_from(str(figures)) if figures else Figures()
        points = tuple(value_in(str(scores or "[]")))
        sat = int(str(winner)) if winner is not None else None
        counts = not taken_back
        return Match(
            str(name),
            int(str(begun)),
            str(game),
            str(preset),
            who,
            names,
            sat,
            str(reason),
            points,
            float(str(seconds or 0)),
            known,
            counts,
        )
    except (ValueError, TypeError) as problem:
        raise Damaged(str(problem)) from problem


def _race(row: Sequence[object]) -> Race:
    try:
        race = race_of(row)
    except (ValueError, TypeError) as problem:
        raise Damaged(str(problem)) from problem
    if len(race.names) != 2:
        raise Damaged(f"a race of {len(race.names)} names")
    return race


# Words and numbers


def seat_name(seat: int) -> str:
    """Return a seat's name."""
    return word(f"seat.{seat}") if has_word(f"seat.{seat}") else str(seat)


def racers(race: Race) -> tuple[str, str]:
    """Return the winner's and the loser's name, for guests that of the seat."""
    winner, loser = race.names
    return shown(winner) or seat_name(race.winner), shown(loser) or seat_name(race.loser)


def player_name(player: str, seat: int) -> str:
    """Return a bot's name with its seat, or the seat of a guest."""
    if player == HUMAN:
        return seat_name(seat)
    level = in_one_line(word(f"opponent.{player}")) if has_word(f"opponent.{player}") else player
    return f"{seat_name(seat)} ({level})"


def game_name(game: str) -> str:
    """Return a game's name; its id where this version does not have it."""
    return word(f"game.{game}") if has_word(f"game.{game}") else game


def preset_name(preset: str) -> str:
    """Return the title of a way to play; its own name for the operator's, and for one whose title tells its length."""
    title = in_one_line(word(f"preset.{preset}")) if has_word(f"preset.{preset}") else "{"
    return preset.replace("_", " ").upper() if "{" in title else title


def moment(at: int) -> str:
    """Return a moment by the local clock, as every table program reads it: ``2026-11-27 20:15``."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at)) if at else ""


def milliseconds(ns: int | None) -> float | None:
    """Return ms with three places; None for none."""
    return None if ns is None else round(ns / 1e6, 3)
