"""The database: SQLite in one file, in write-ahead mode; a change is saved only when it is on the disk.

`opened` accepts any state of the file: it creates a missing database, migrates an older one, and renames a damaged one.
It refuses only a newer one, because writing to it could ruin it.
"""

import json
import sqlite3
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, TypeVar

from cabinet.store import people_tables
from cabinet.store.changes import (
    Change,
    Cleared,
    Counted,
    MatchBegun,
    MatchEnded,
    Race,
    RaceRun,
    Setting,
    SettingSet,
)
from cabinet.store.errors import Damaged, NewerDatabase, Unavailable, sorted_out
from cabinet.store.ledger import LISTED, Ledger
from cabinet.store.schema import ADDED, ADDED_TABLES, MIGRATIONS
from cabinet.strings.catalogue import word

T = TypeVar("T")

FILE: Final = "photofinish.db"
"""Name of the file in the data folder."""
PATIENCE_S: Final = 1.0
"""How long another program may lock the database before it counts as unavailable."""
WHOLE_AT_START: Final = 1_000_000
"""The largest database, in bytes, that is checked in full when it is opened: some seven thousand matches. In a larger
database only the tables that are read then are checked: the matches fill the rest, and the time of a full check grows
with them."""
READ_AT_START: Final = ("audits", "settings", "races", "people", "standings", "evening")
"""The tables of bounded size from which `told_by` makes the ledger."""
COMPANIONS: Final[tuple[str, ...]] = ("", "-wal", "-shm")
"""The suffixes of the files that SQLite keeps for one database."""


class Database:
    """An open database. One thread uses it at a time."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; `opened` is the usual way. Raises NewerDatabase, Damaged, Unavailable."""
        self.path = path
        if is_odd(path):
            raise Unavailable(word("file.odd"))
        self.is_checked = False
        """Whether the whole database has been checked, not only the tables that are read at the start."""
        with sorting_out():
            self._connection = sqlite3.connect(
                path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False
            )
        try:
            with sorting_out():
                self._prepare()
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self) -> None:
        run = self._connection.execute
        version = run("PRAGMA user_version").fetchone()[0]
        if version > len(MIGRATIONS):
            raise NewerDatabase(self.path, version, len(MIGRATIONS))
        if version == 0 and run("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            raise Damaged("it is a database of something else")
        self._check_for_the_start()
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        run("PRAGMA foreign_keys = ON")
        if version < len(MIGRATIONS):
            self._migrate(version)
        self._add_columns()

    def _check_for_the_start(self) -> None:
        """Raise Damaged for damage found by the check at the start, which is full for a small database only."""
        self.is_checked = bytes_of(self._connection) <= WHOLE_AT_START
        if found := fault_in(self._connection, whole=self.is_checked):
            raise Damaged(found)

    def check(self) -> None:
        """Check the whole database, in a time that grows with the number of matches. Raises Damaged, Unavailable."""
        with sorting_out():
            found = fault_in(self._connection, whole=True)
        if found:
            raise Damaged(found)
        self.is_checked = True

    def _add_columns(self) -> None:
        """Add columns and tables that have been added without a new version."""
        run = self._connection.execute
        for table, name, kind in ADDED:
            if name not in [row[1] for row in run(f"PRAGMA table_info({table})")]:
                run(f'ALTER TABLE {table} ADD COLUMN "{name}" {kind}')
        for statement in ADDED_TABLES:
            run(statement)

    def _migrate(self, version: int) -> None:
        """Migrate an older or empty database to the current schema, in one transaction."""
        run = self._connection.execute
        with self._transaction():
            for step in MIGRATIONS[version:]:
                for statement in step:
                    run(statement)
            run(f"PRAGMA user_version = {len(MIGRATIONS)}")

    def load(self) -> Ledger:
        """Return everything that is queried during play. Raises Damaged, Unavailable."""
        return ledger_of(self._connection)

    def apply(self, changes: Iterable[Change]) -> None:
        """Write changes; on return all of them are on the disk. Raises Damaged, Unavailable."""
        with sorting_out(), self._transaction():
            for change in changes:
                self._write(change)

    def change(self, act: Callable[[sqlite3.Connection], T]) -> T:
        """Return the result of statements in one transaction, on the disk on return. Raises Damaged, Unavailable."""
        with sorting_out(), self._transaction():
            return act(self._connection)

    def wipe(self) -> None:
        """Write the file anew without the remains of deleted rows. Raises Damaged, Unavailable."""
        with sorting_out():
            self._connection.execute("VACUUM")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    # Writing

    def _write(self, change: Change) -> None:
        match change:
            case MatchBegun():
                self._begin(change)
            case MatchEnded():
                self._end(change)
            case RaceRun(race):
                self._write_race(race)
            case Counted(counts):
                self._connection.executemany(
                    "INSERT INTO audits (name, count) VALUES (?, ?) "
                    "ON CONFLICT (name) DO UPDATE SET count = count + excluded.count",
                    counts.items(),
                )
            case SettingSet(name, value):
                self._set(name, value)
            case Cleared(audits, races):
                self._clear(audits=audits, races=races)
            case _:
                people_tables.write(self._connection, change)

    def _set(self, name: str, value: Setting | None) -> None:
        if value is None:
            self._connection.execute("DELETE FROM settings WHERE name = ?", (name,))
        else:
            write = "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)"
            self._connection.execute(write, (name, json.dumps(value)))

    def _clear(self, *, audits: bool, races: bool) -> None:
        for table in ["audits"] * audits + ["races"] * races:
            self._connection.execute(f"DELETE FROM {table}")
        if races:
            people_tables.clear_records(self._connection)

    def _begin(self, begun: MatchBegun) -> None:
        self._connection.execute(
            "INSERT INTO matches (name, game, preset, players, begun) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (name) DO NOTHING",
            (begun.name, begun.game, begun.preset, json.dumps(begun.players), begun.at),
        )
        people_tables.begin(self._connection, begun)

    def _end(self, ended: MatchEnded) -> None:
        if ended.result is not None:
            people_tables.end(self._connection, ended, ended.result)
            return
        self._connection.execute(
            "UPDATE matches SET winner = ?, reason = ?, scores = ?, seconds = ? WHERE name = ?",
            (ended.winner, ended.reason, json.dumps(ended.scores), ended.seconds, ended.name),
        )

    def _write_race(self, race: Race) -> None:
        """Add a race, and delete those that are no longer among the closest of their kind."""
        self._connection.execute(
            'INSERT INTO races (winner, loser, margin_ns, game, at, judged, "match", names) '
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(race.winner, race.loser, race.margin_ns, race.game, race.at, int(race.judged), race.match),
                json.dumps(race.names),
            ),
        )
        self._connection.execute(
            "DELETE FROM races WHERE judged = ?1 AND id NOT IN "
            "(SELECT id FROM races WHERE judged = ?1 ORDER BY margin_ns, id LIMIT ?2)",
            (int(race.judged), LISTED),
        )


def ledger_of(connection: sqlite3.Connection) -> Ledger:
    """Return everything in a database that is queried during play. Raises Damaged, Unavailable."""
    ledger = Ledger()
    with sorting_out():
        try:
            for change in told_by(connection):
                ledger.apply(change)
        except (ValueError, TypeError) as problem:
            raise Damaged(str(problem)) from problem
    return ledger


def told_by(connection: sqlite3.Connection) -> Iterator[Change]:
    """Yield the content of the tables, as the changes that led to it. Raises ValueError, TypeError."""
    run = connection.execute
    yield Counted({str(name): int(count) for name, count in run("SELECT name, count FROM audits")})
    for name, value in run("SELECT name, value FROM settings"):
        yield SettingSet(name, setting_of(value))
    for row in run(
        'SELECT winner, loser, margin_ns, game, at, judged, "match", names FROM races ORDER BY margin_ns, id'
    ):
        winner, loser, margin, game, at, judged, name, names = row
        yield RaceRun(Race(winner, loser, margin, game, at, bool(judged), name, tuple(map(str, json.loads(names)))))
    last = "SELECT name, game, preset, players, begun, reason FROM matches ORDER BY id DESC LIMIT 1"
    for name, game, preset, players, begun, reason in run(last):
        if reason is None:
            names = tuple(people_tables.names_at(connection, name, len(json.loads(players))))
            yield MatchBegun(name, game, preset, tuple(map(str, json.loads(players))), begun, names)
    yield from people_tables.told_by(connection)


def glimpsed(path: Path) -> Ledger:
    """Return the readable content of a database that cannot be opened: a full disk has no room for SQLite's own files.

    It misses anything that the last program had not yet moved into the main file, so no match counts as interrupted.
    Return an empty ledger where nothing can be read.
    """
    if is_odd(path):
        return Ledger()
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            ledger = ledger_of(connection)
    except (sqlite3.Error, Damaged, Unavailable):
        return Ledger()
    ledger.open = None
    return ledger


def opened(path: Path, when: time.struct_time) -> tuple[Database, Ledger, Path | None]:
    """Return the database at `path` with its content, and the new path of a damaged database, or None.

    Raises NewerDatabase for a database that must not be touched, Unavailable where the disk provides none.
    """
    try:
        return *_loaded(path), None
    except Damaged:
        aside = put_aside(path, when)
    try:
        return *_loaded(path), aside
    except Damaged as problem:
        raise Unavailable(str(problem)) from problem


def _loaded(path: Path) -> tuple[Database, Ledger]:
    database = Database(path)
    try:
        return database, database.load()
    except BaseException:
        database.close()
        raise


def put_aside(path: Path, when: time.struct_time) -> Path:
    """Rename a damaged database with its companions, and return its new name. Raises Unavailable."""
    stem = f"{path.name}.damaged-{time.strftime('%Y-%m-%dT%H-%M-%S', when)}"
    names = (path.with_name(stem if number < 2 else f"{stem}-{number}") for number in range(1, 1000))
    try:
        aside = next(name for name in names if not name.exists())
        for companion in COMPANIONS:
            old = path.with_name(path.name + companion)
            if old.exists():
                old.rename(aside.with_name(aside.name + companion))
    except OSError as problem:
        raise Unavailable(problem.strerror) from problem
    return aside


def damaged_in(names: Iterable[str]) -> list[str]:
    """Return the databases among the renamed files."""
    return [name for name in names if not name.endswith(COMPANIONS[1:])]


def fault_in(connection: sqlite3.Connection, *, whole: bool) -> str:
    """Return SQLite's first fault in the `whole` database, or in the tables read at the start; empty for none."""
    there = {row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
    checks = ["1"] if whole else [table for table in READ_AT_START if table in there]
    for check in checks:
        found = [str(row[0]) for row in connection.execute(f"PRAGMA quick_check({check})")]
        if found != ["ok"]:
            return found[0]
    return ""


def bytes_of(connection: sqlite3.Connection) -> int:
    """Return the size of a database in bytes."""
    pages, page = (connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
    return int(pages) * int(page)


def condition_of(path: Path, *, whole: bool = True) -> str:
    """Return the state of a database: ``ok``, ``none`` for no file, ``newer``, or its fault. Changes nothing.

    Without `whole`, check only as much as a start does (`WHOLE_AT_START`), in a time independent of the number of
    matches.
    """
    if not path.exists():
        return "none"
    if is_odd(path):
        return word("file.odd")
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", timeout=PATIENCE_S, uri=True)
        try:
            version = connection.execute("PRAGMA user_version").fetchone()[0]
            found = fault_in(connection, whole=whole or bytes_of(connection) <= WHOLE_AT_START)
        finally:
            connection.close()
    except (sqlite3.Error, UnicodeDecodeError) as problem:
        return str(problem)
    return "newer" if version > len(MIGRATIONS) else found or "ok"


def is_odd(path: Path) -> bool:
    """Return whether a path is a device or a pipe, which can block on opening. SQLite itself refuses a folder."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))


@contextmanager
def sorting_out() -> Iterator[None]:
    """Translate SQLite's errors to Damaged or Unavailable. Garbage can make its own messages unreadable."""
    try:
        yield
    except UnicodeDecodeError as problem:
        raise Damaged(str(problem)) from problem
    except sqlite3.Error as problem:
        meant = sorted_out(problem)
        if meant is problem:
            raise
        raise meant from problem


def setting_of(text: str) -> bool | int | str:
    """Return a setting from its stored text. Raises ValueError."""
    value = json.loads(text)
    if not isinstance(value, bool | int | str):
        raise ValueError(f"no setting: {text}")
    return value
