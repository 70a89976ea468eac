"""The tables about people: who sat where, who was seen when, figures of results, standings, the evening's journal.

`Database` calls these functions within its transaction. Results are numbered in the order of their ends; the stored
standings are those after the first of them, so that a start folds at most `WINDOW` results, however many there are.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from cabinet.people import people
from cabinet.people.names import known
from cabinet.people.results import Result, figures_from, figures_text
from cabinet.people.standings import Standings, standings_from
from cabinet.store.changes import Change, EveningEnded, Known, MatchBegun, MatchEnded, Noted, Seen, TakenBack
from cabinet.store.errors import Damaged
from cabinet.store.ledger import SITTERS

RESULTS: Final = (
    "SELECT name, game, preset, players, winner, reason, figures, taken_back, "
    "(SELECT json_group_array(json_array(seat, sat.name)) FROM sat WHERE sat.\"match\" = matches.name) "
    "FROM matches WHERE ended > ? ORDER BY ended LIMIT ?"
)


def write(connection: sqlite3.Connection, change: Change) -> None:
    """Write a change that concerns people; the others are not known here."""
    match change:
        case Seen(who, at):
            sit(connection, who, at)
        case TakenBack(name):
            take_back = "UPDATE matches SET taken_back = 1 WHERE name = ? AND ended > ?"
            connection.execute(take_back, (name, folded(connection)))
        case Known(text):
            keep(connection, standings_from(text))
            connection.execute("UPDATE standings SET origin = ?", (text,))
        case Noted(lines):
            connection.executemany("INSERT INTO evening (line) VALUES (?)", ((line,) for line in lines))
        case EveningEnded():
            journal = [row[0] for row in connection.execute("SELECT line FROM evening ORDER BY id")]
            if journal:
                connection.execute("INSERT INTO evenings (lines) VALUES (?)", (json.dumps(journal),))
                connection.execute("DELETE FROM evening")


def begin(connection: sqlite3.Connection, begun: MatchBegun) -> None:
    """Write who sits where in a match that begins or goes on."""
    _seat(connection, begun.name, begun.names)
    sit(connection, begun.names, begun.at)


def end(connection: sqlite3.Connection, ended: MatchEnded, result: Result) -> None:
    """Write a result with its figures and its number; a second one of the same match changes nothing."""
    connection.execute(
        "INSERT INTO matches (name, game, preset, players, begun, winner, reason, scores, seconds, figures, ended) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET game = excluded.game, "
        "preset = excluded.preset, players = excluded.players, winner = excluded.winner, reason = excluded.reason, "
        "scores = excluded.scores, seconds = excluded.seconds, figures = excluded.figures, ended = excluded.ended "
        "WHERE ended = 0",
        (
            *(ended.name, result.game, result.preset, json.dumps(result.players), result.figures.at),
            *(ended.winner, ended.reason, json.dumps(ended.scores), ended.seconds),
            *(figures_text(result.figures), last_number(connection) + 1),
        ),
    )
    if not connection.execute("SELECT changes()").fetchone()[0]:
        return
    _seat(connection, ended.name, result.names)
    if not result.counts:
        connection.execute("UPDATE matches SET taken_back = 1 WHERE name = ?", (ended.name,))
    if last_number(connection) - folded(connection) > people.WINDOW:
        standings = stored(connection)
        for each in results_after(connection, standings.ended, people.STEP):
            standings.add(each)
        keep(connection, standings)


def sit(connection: sqlite3.Connection, names: Sequence[str], at: int) -> None:
    """Write who sat down last; `turn` is the order."""
    for name in known(names):
        connection.execute(
            "INSERT INTO people (name, since, seen, turn) VALUES (?1, ?2, ?2, (SELECT ifnull(max(turn), 0) + 1 "
            "FROM people)) ON CONFLICT (name) DO UPDATE SET seen = excluded.seen, turn = excluded.turn",
            (name, at),
        )


def clear_records(connection: sqlite3.Connection) -> None:
    """Let all results so far set no records any more."""
    standings = stored(connection)
    standings.clear_records(last_number(connection))
    keep(connection, standings)


def told_by(connection: sqlite3.Connection) -> Iterator[Change]:
    """Yield what memory needs of people, as the changes that led to it. Raises Damaged."""
    standings = stored(connection)
    yield Known(standings.text())
    for result in results_after(connection, standings.ended):
        yield MatchEnded(result.match, result.winner, result.reason, (), 0.0, result)
    latest = f"SELECT name, seen FROM people ORDER BY turn DESC LIMIT {SITTERS}"
    for name, at in reversed(connection.execute(latest).fetchall()):
        yield Seen((name,), at)
    lines = tuple(str(row[0]) for row in connection.execute("SELECT line FROM evening ORDER BY id"))
    if lines:
        yield Noted(lines)


def results_after(connection: sqlite3.Connection, number: int, most: int = -1) -> Iterator[Result]:
    """Yield the results with higher numbers, in their order, at most `most` unless it is -1. Raises Damaged."""
    for row in connection.execute(RESULTS, (number, most)):
        yield result_from(row)


def result_from(row: Sequence[Any]) -> Result:
    """Return the result of a row of `RESULTS`. Raises Damaged."""
    match, game, preset, told, winner, reason, figures, taken_back, seats = row
    try:
        players = tuple(map(str, json.loads(told)))
        names = _by_seat(json.loads(seats), len(players))
        return Result(match, game, preset, players, names, winner, reason, figures_from(figures), not taken_back)
    except (ValueError, TypeError) as problem:
        raise Damaged(str(problem)) from problem


def names_at(connection: sqlite3.Connection, match: str, seats: int) -> tuple[str, ...]:
    """Return the names by seat of a match with so many seats; () if only guests sit there."""
    return _by_seat(connection.execute('SELECT seat, name FROM sat WHERE "match" = ?', (match,)).fetchall(), seats)


def stored(connection: sqlite3.Connection) -> Standings:
    """Return the stored standings. Raises Damaged."""
    row = connection.execute("SELECT state FROM standings").fetchone()
    try:
        return standings_from(row[0] if row else "")
    except ValueError as problem:
        raise Damaged(str(problem)) from problem


def folded(connection: sqlite3.Connection) -> int:
    """Return the number of results that the stored standings have in them."""
    row = connection.execute("SELECT ended FROM standings").fetchone()
    return int(row[0]) if row else 0


def keep(connection: sqlite3.Connection, standings: Standings) -> None:
    """Store standings in place of those before."""
    connection.execute(
        "INSERT INTO standings (id, ended, state) VALUES (1, ?, ?) "
        "ON CONFLICT (id) DO UPDATE SET ended = excluded.ended, state = excluded.state",
        (standings.ended, standings.text()),
    )


def fold_anew(connection: sqlite3.Connection, old: str, to: str) -> None:
    """Make the stored standings again from all results, after a name has changed at the seats. Raises Damaged.

    Results that were lost with a damaged database are known as standings only: there the name is changed.
    """
    row = connection.execute("SELECT ended, origin FROM standings").fetchone()
    if row is None:
        return
    ended, origin = row
    standings = standings_from(origin)
    standings.rename(old, to)
    connection.execute("UPDATE standings SET origin = ?", (standings.text() if origin else "",))
    standings.cleared = max(standings.cleared, stored(connection).cleared)
    for result in results_after(connection, standings.ended, ended - standings.ended):
        standings.add(result)
    keep(connection, standings)


def last_number(connection: sqlite3.Connection) -> int:
    """Return the number of the latest result; that of the stored standings if there is none after them."""
    last = connection.execute("SELECT max(ended) FROM matches").fetchone()[0] or 0
    return max(int(last), folded(connection))


def _by_seat(rows: Iterable[Sequence[Any]], seats: int) -> tuple[str, ...]:
    at = {int(seat): str(name) for seat, name in rows}
    return tuple(at.get(seat, "") for seat in range(seats)) if at else ()


def _seat(connection: sqlite3.Connection, match: str, names: Sequence[str]) -> None:
    connection.executemany(
        'INSERT OR IGNORE INTO sat ("match", seat, name) VALUES (?, ?, ?)',
        [(match, seat, name) for seat, name in enumerate(names) if name],
    )
