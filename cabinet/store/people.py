"""Everything that stands under a name: read beside a running cabinet, written as JSON and CSV, renamed and deleted.

`opened_report` opens the database for reading only. A command changes a name only while no cabinet uses the records
(`lock.exclusive_lock`), which would bring an old name back from its memory; a running one changes it itself
(`Store.change_name`), and takes its memory from the database anew.
"""

import csv
import io
import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import msgspec

from cabinet.errors import CabinetError
from cabinet.people.names import FORMER, former
from cabinet.people.people import People
from cabinet.people.records import EVER, KINDS, shown
from cabinet.people.results import Figures, figures_from
from cabinet.regular_file import exists
from cabinet.store.errors import Damaged, unusable
from cabinet.store.ledger import Setting, fold_anew, results_after, setting_of, stored_standings, value_in
from cabinet.store.lock import exclusive_lock
from cabinet.store.logs import FOLDER, is_held, is_there
from cabinet.store.retention import delete_pictures
from cabinet.store.sqlite import FILE, PATIENCE_S, Database, database_in, is_special_file
from cabinet.strings.catalogue import word
from engine.games import GAMES
from engine.setup import SEAT_NAMES
from hardware.posix import owner

NAMES: Final = (
    "SELECT people.name, since, seen, count(matches.id), ifnull(sum(matches.winner = sat.seat), 0) FROM people "
    'LEFT JOIN sat ON sat.name = people.name LEFT JOIN matches ON matches.name = sat."match" AND ended > 0 '
    "AND (reason != 'left' OR winner IS NOT NULL) GROUP BY people.name ORDER BY people.name"
)
SITTINGS: Final = (
    "SELECT matches.name, begun, game, preset, players, sat.seat, winner, reason, scores, seconds, figures, "
    "taken_back, (SELECT json_group_array(json_array(other.seat, other.name)) FROM sat AS other "
    'WHERE other."match" = matches.name) '
    'FROM sat JOIN matches ON matches.name = sat."match" WHERE sat.name = ? ORDER BY matches.id'
)


class Person(msgspec.Struct, frozen=True):
    """A name: first and last seen (s since 1970), and the finished matches, played and won."""

    name: str
    since: int
    seen: int
    matches: int
    won: int


class Sitting(msgspec.Struct, frozen=True):
    """A match in which a name sat at `seat`. `reason` is None for one without an outcome yet."""

    match: str
    begun: int
    game: str
    preset: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    seat: int
    winner: int | None
    reason: str | None
    scores: tuple[int, ...]
    seconds: float | None
    figures: Figures
    taken_back: bool


class PeopleReport:
    """The names of a database, by a connection that only reads; none in one that an older version made."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        there = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema")}
        self._has_settings = "settings" in there
        self._has_names = {"sat", "people", "standings", "evening", "evenings"} <= there

    def settings(self) -> dict[str, Setting]:
        """Return the settings of the operator's page. Raises Damaged."""
        try:
            rows = self._connection.execute("SELECT name, value FROM settings") if self._has_settings else ()
            return {str(name): setting_of(value) for name, value in rows}
        except (ValueError, TypeError) as problem:
            raise Damaged(str(problem)) from problem

    def people(self) -> list[Person]:
        """Return everybody, sorted by name; deleted names are none."""
        if not self._has_names:
            return []
        return [Person(*row) for row in self._connection.execute(NAMES)]

    def sittings(self, name: str) -> Iterator[Sitting]:
        """Yield the matches in which a name sat, the first one first. Raises Damaged."""
        for row in self._connection.execute(SITTINGS, (name,)) if self._has_names else ():
            yield _sitting(row)

    def standings(self) -> People:
        """Return ratings and records. Raises Damaged."""
        if not self._has_names:
            return People()
        standings = stored_standings(self._connection)
        return People(standings.text(), results_after(self._connection, standings.ended))

    def journal(self, name: str) -> list[str]:
        """Return the lines of all evenings in which a name stands, the earliest first."""
        if not self._has_names:
            return []
        run = self._connection.execute
        lines = [line for row in run("SELECT lines FROM evenings ORDER BY id") for line in value_in(row[0])]
        lines += [row[0] for row in run("SELECT line FROM evening ORDER BY id")]
        return [line for line in lines if json.dumps(name) in line]


@contextmanager
def opened_report(folder: Path) -> Iterator[PeopleReport]:
    """Open the report of a data folder, empty without records. Raises CabinetError for records that cannot be read."""
    with opened_for_reading(folder) as connection:
        yield PeopleReport(connection)


@contextmanager
def opened_for_reading(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open the records of a data folder by a connection that only reads, empty without records. Raises CabinetError."""
    path = folder / FILE
    try:
        if not exists(path):
            with closing(sqlite3.connect(":memory:")) as connection:
                yield connection
            return
        if is_special_file(path):
            raise Damaged(word("file.odd"))
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, timeout=PATIENCE_S, uri=True)) as connection:
            yield connection
    except (sqlite3.Error, OSError, Damaged, UnicodeDecodeError) as problem:
        raise unusable(path, problem) from problem


def _sitting(row: tuple[Any, ...]) -> Sitting:
    match, begun, game, preset, told, seat, winner, reason, scores, seconds, figures, back, seats = row
    try:
        players = tuple(map(str, value_in(told)))
        at = {int(place): str(name) for place, name in value_in(seats)}
        names = tuple(shown(at.get(place, "")) for place in range(len(players)))
        known = figures_from(figures) if figures else Figures()
        points = tuple(value_in(scores or "[]"))
    except (ValueError, TypeError) as problem:
        raise Damaged(str(problem)) from problem
    return Sitting(match, begun, game, preset, players, names, seat, winner, reason, points, seconds, known, bool(back))


# -- As JSON and CSV ---------------------------------------------------------------------------------

COLUMNS: Final = (
    *("name", "match", "begun", "game", "preset", "seat", "players", "names", "won", "reason", "scores", "seconds"),
    *("cards_a_minute", "quickest_deal_ms", "closest_race_ns", "taken_back", "log"),
)
"""The columns of CSV: the fields of a match."""


def everything_under(report: PeopleReport, person: Person, standings: People, folder: Path) -> dict[str, Any]:
    """Return a name's own row, by game its ratings and the bot that adapts to it, its records, its matches, and the
    evening's lines that name it.

    Times are in s since 1970. A match names its log where that is still there: its first line has the name too.
    """
    name = person.name
    ratings: dict[str, Any] = {}
    for game in GAMES:
        rating, place = standings.rating(game.info.id, name), standings.place(game.info.id, name)
        if rating is not None:
            ratings[game.info.id] = {
                **msgspec.to_builtins(rating),
                "place": place.place if place else None,
                "of": place.of if place else None,
            }
    records = [
        msgspec.to_builtins(record)
        for kind in KINDS
        for record in standings.records(kind, EVER, "")
        if name in record.names
    ]
    return {
        **msgspec.to_builtins(person),
        "ratings": ratings,
        "adapted": {game.info.id: bot for game in GAMES if (bot := standings.adapted(game.info.id, name))},
        "records": records,
        "results": [_match(sitting, name, folder) for sitting in report.sittings(name)],
        "evening": report.journal(name),
    }


def _match(sitting: Sitting, name: str, folder: Path) -> dict[str, Any]:
    figures, seat = sitting.figures, sitting.seat
    log = folder / FOLDER / f"{sitting.match}.jsonl"
    own_races = [race.margin_ns for race in figures.races if seat in (race.winner, race.loser)]
    return {
        "name": name,
        "match": sitting.match,
        "begun": sitting.begun,
        "game": sitting.game,
        "preset": sitting.preset,
        "seat": seat,
        "players": sitting.players,
        "names": sitting.names,
        "won": sitting.winner == seat if sitting.reason is not None else None,
        "reason": sitting.reason,
        "scores": sitting.scores,
        "seconds": sitting.seconds,
        "cards_a_minute": figures.pace[seat] / 10 if seat < len(figures.pace) else None,
        "quickest_deal_ms": figures.deals_ms[seat] if seat < len(figures.deals_ms) else None,
        "closest_race_ns": min(own_races, default=None),
        "taken_back": sitting.taken_back,
        "log": str(log) if is_there(log) else None,
    }


def csv_of(under: Iterable[Mapping[str, Any]]) -> str:
    """Return the matches of all names as CSV with a head, lists with spaces between their parts."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for person in under:
        for match in person["results"]:
            writer.writerow({key: _cell(match[key]) for key in COLUMNS})
    return out.getvalue()


def _cell(value: Any) -> Any:
    return " ".join(str(part) or "-" for part in value) if isinstance(value, list | tuple) else value


# -- Renaming, merging, deleting ---------------------------------------------------------------------
# The logs come first and the database last, in one transaction, so that a change that was cut off is done again by the
# same command. Ratings and records are folded anew from the results, and the file is written anew without the old name.

Rewrite = Callable[[str], str]
"""Returns a line of an evening's journal with the names changed."""
Follow = Callable[[Sequence[str]], Sequence[str]]
"""Returns the lines that follow in the running evening's journal, from its lines before the change."""

TEMPORARY: Final = ".renaming"
"""The end of the name of a log that is being written anew."""


class Journal(msgspec.Struct, frozen=True):
    """How the evening's journal follows a change of names."""

    rewrite: Rewrite
    follow: Follow = lambda _lines: ()


def rename_person(folder: Path, old: str, new: str, journal: Journal) -> int:
    """Give everything under a name to a name that nobody has; return the number of its matches.

    Raises CabinetError, `InUse` among them, and NewerDatabase.
    """
    return _change_alone(folder, old, new, journal)


def merge_person(folder: Path, old: str, into: str, journal: Journal) -> int:
    """Give everything under a name to another that has matches of its own; see `rename_person`."""
    return _change_alone(folder, old, into, journal)


def delete_person(folder: Path, name: str, journal: Journal) -> int:
    """Delete a name: the matches stay, as those of somebody without a name; see `rename_person`."""
    return _change_alone(folder, name, "", journal)


def _change_alone(folder: Path, old: str, new: str, journal: Journal) -> int:
    with exclusive_lock(folder), database_in(folder) as database:
        return change_name(database, folder, old, new, journal)


def change_name(database: Database, folder: Path, old: str, new: str, journal: Journal) -> int:
    """Rename or merge a name in an open database and in the logs of `folder`, or delete it where `new` is "".

    Return the number of its matches. Raises CabinetError, Damaged, Unavailable.
    """
    seats = database.change(lambda connection: _seats_of(connection, old))
    for match, seat in seats:
        _rename_in_log(folder / FOLDER / f"{match}.jsonl", seat, new or SEAT_NAMES[seat])
        if not new:
            delete_pictures(folder / FOLDER / f"{match}.jsonl")

    def act(connection: sqlite3.Connection) -> None:
        to = new or former(_next_former(connection))
        _write(connection, old, to, new, journal)

    database.change(act)
    database.wipe()
    return len({match for match, _ in seats})


def _seats_of(connection: sqlite3.Connection, name: str) -> list[tuple[str, int]]:
    return connection.execute('SELECT "match", seat FROM sat WHERE name = ?', (name,)).fetchall()


def _next_former(connection: sqlite3.Connection) -> int:
    """Return a number that no deleted name has."""
    used = connection.execute("SELECT DISTINCT name FROM sat WHERE substr(name, 1, 1) = ?", (FORMER,))
    return 1 + max((int(name[1:]) for (name,) in used), default=0)


def _write(connection: sqlite3.Connection, old: str, to: str, shown: str, journal: Journal) -> None:
    """Change a name in every table. `to` stands at the seats, `shown` in the lists: empty for a deleted name."""
    run = connection.execute
    run("UPDATE sat SET name = ? WHERE name = ?", (to, old))
    for since, seen, turn in run("SELECT since, seen, turn FROM people WHERE name = ?", (old,)).fetchall():
        run("DELETE FROM people WHERE name = ?", (old,))
        if shown:
            run(
                "INSERT INTO people (name, since, seen, turn) VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET "
                "since = min(since, excluded.since), seen = max(seen, excluded.seen), turn = max(turn, excluded.turn)",
                (shown, since, seen, turn),
            )
    for row, names in run("SELECT id, names FROM races").fetchall():
        changed = [shown if name == old else name for name in value_in(names)]
        run("UPDATE races SET names = ? WHERE id = ?", (json.dumps(changed), row))
    _write_evenings(connection, journal)
    fold_anew(connection, old, to)


def _write_evenings(connection: sqlite3.Connection, journal: Journal) -> None:
    run = connection.execute
    for row, lines in run("SELECT id, lines FROM evenings").fetchall():
        changed = json.dumps([journal.rewrite(line) for line in value_in(lines)])
        run("UPDATE evenings SET lines = ? WHERE id = ?", (changed, row))
    rows = run("SELECT id, line FROM evening ORDER BY id").fetchall()
    for row, line in rows:
        run("UPDATE evening SET line = ? WHERE id = ?", (journal.rewrite(line), row))
    more: Iterable[str] = journal.follow([line for _, line in rows]) if rows else ()
    connection.executemany("INSERT INTO evening (line) VALUES (?)", ((line,) for line in more))


def _rename_in_log(path: Path, seat: int, name: str) -> None:
    """Change a seat's name in the first line of a log; one that has gone, or has no such line, stays as it is.

    The log is replaced as a whole and keeps its age, its owner and its rights. Raises CabinetError.
    """
    temporary = path.with_name(path.name + TEMPORARY)
    try:
        if is_held(path):
            raise CabinetError(word("players.in_use", folder=path.parent.parent))
        first, end, rest = path.read_bytes().partition(b"\n")
        header = value_in(first.decode("utf-8-sig"))
        header["seats"][seat]["name"] = name
        line = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
        before = path.stat()
        with temporary.open("wb") as file:
            file.write(line + end + rest)
            file.flush()
            os.fsync(file.fileno())
        shutil.copystat(path, temporary)
        if owner() not in (None, (before.st_uid, before.st_gid)):  # asked by root, and the cabinet's own file
            os.chown(temporary, before.st_uid, before.st_gid)
        temporary.replace(path)
    except FileNotFoundError:
        return
    except (ValueError, LookupError, TypeError):  # it is no log of this program
        return
    except OSError as problem:
        with suppress(OSError):
            temporary.unlink()
        raise CabinetError(word("log.unwritable", path=path, reason=problem.strerror)) from problem
