"""The database: SQLite in one file, in write-ahead mode; a change is saved only when it is on the disk.

`opened` accepts any state of the file: it creates a missing database, migrates an older one, and renames a damaged one.
It refuses only a newer one, because writing to it could ruin it. What stands in the tables is `ledger`'s affair.
"""

import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, Literal, TypeVar

from cabinet.store.errors import Damaged, NewerDatabase, Unavailable, translated_sqlite_errors, unusable
from cabinet.store.ledger import (
    Change,
    Ledger,
    has_outdated_standings,
    read_ledger,
    stored_standings,
    write_standings,
)
from cabinet.strings.catalogue import word

T = TypeVar("T")

FILE: Final = "photofinish.db"
"""Name of the file in the data folder."""
TO_RESTORE: Final = "photofinish.db.to-restore"
"""Name of a database in the data folder that the next start puts in the place of the records (`store.backup`)."""
PATIENCE_S: Final = 1.0
"""How long another program may lock the database before it counts as unavailable."""
WHOLE_AT_START: Final = 1_000_000
"""The largest database, in bytes, that is checked in full when it is opened: some seven thousand matches. In a larger
database only the tables that are read then are checked: the matches fill the rest, and the time of a full check grows
with them."""
READ_AT_START: Final = ("audits", "settings", "races", "people", "standings", "evening")
"""The tables of bounded size from which `read_ledger` makes the ledger."""
COMPANIONS: Final[tuple[str, ...]] = ("", "-wal", "-shm")
"""The suffixes of the files that SQLite keeps for one database."""

# -- The tables --------------------------------------------------------------------------------------
# As migration steps; `PRAGMA user_version` counts the steps applied. A step is never changed after the release of a
# version with it. A new version adds a step, and older versions then refuse the database. A change that does not affect
# older versions belongs in `ADDED` instead. Every column is NOT NULL unless its absence has a meaning, and the tables
# are STRICT, so that SQLite's own check finds foreign content.

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """CREATE TABLE matches (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            game TEXT NOT NULL,
            preset TEXT NOT NULL,
            players TEXT NOT NULL,
            begun INTEGER NOT NULL,
            winner INTEGER,
            reason TEXT,
            scores TEXT,
            seconds REAL
        ) STRICT""",
        """CREATE TABLE races (
            id INTEGER PRIMARY KEY,
            winner INTEGER NOT NULL,
            loser INTEGER NOT NULL,
            margin_ns INTEGER NOT NULL CHECK (margin_ns >= 0),
            game TEXT NOT NULL,
            at INTEGER NOT NULL,
            judged INTEGER NOT NULL CHECK (judged IN (0, 1))
        ) STRICT""",
        "CREATE TABLE audits (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID",
        "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
    ),
)

ADDED: Final[tuple[tuple[str, str, str], ...]] = (
    ("races", "match", "TEXT NOT NULL DEFAULT ''"),
    ("races", "names", 'TEXT NOT NULL DEFAULT \'["", ""]\''),
    ("matches", "figures", "TEXT NOT NULL DEFAULT ''"),
    ("matches", "ended", "INTEGER NOT NULL DEFAULT 0"),
    ("matches", "taken_back", "INTEGER NOT NULL DEFAULT 0"),
)
"""Columns added since, without a new version: table, name and type.

An older version works without them, so that a rollback finds its records (decision 0056).
"""

ADDED_TABLES: Final[tuple[str, ...]] = (
    """CREATE TABLE IF NOT EXISTS sat (
        "match" TEXT NOT NULL,
        seat INTEGER NOT NULL,
        name TEXT NOT NULL,
        PRIMARY KEY ("match", seat)
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS sat_by_name ON sat (name)",
    """CREATE TABLE IF NOT EXISTS people (
        name TEXT PRIMARY KEY,
        since INTEGER NOT NULL,
        seen INTEGER NOT NULL,
        turn INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
    "CREATE INDEX IF NOT EXISTS people_by_turn ON people (turn)",
    """CREATE TABLE IF NOT EXISTS standings (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        ended INTEGER NOT NULL,
        state TEXT NOT NULL,
        origin TEXT NOT NULL DEFAULT ''
    ) STRICT""",
    "CREATE TABLE IF NOT EXISTS evening (id INTEGER PRIMARY KEY, line TEXT NOT NULL) STRICT",
    "CREATE TABLE IF NOT EXISTS evenings (id INTEGER PRIMARY KEY, lines TEXT NOT NULL) STRICT",
    "CREATE INDEX IF NOT EXISTS matches_by_end ON matches (ended)",
    """CREATE TABLE IF NOT EXISTS audits_by_day (
        day TEXT NOT NULL,
        name TEXT NOT NULL,
        count INTEGER NOT NULL,
        PRIMARY KEY (day, name)
    ) STRICT, WITHOUT ROWID""",
)
"""Tables added since, without a new version (decision 0086), and the indices by which they are asked.

`sat` has the name at each seat of a match; `people` when a name was first and last seen, and in which order;
`standings` the ratings and records after the first `ended` results (`cabinet.people.people`), and its `origin` those
before the first row of `matches`, where an earlier database was damaged; `evening` the lines of the running evening,
`evenings` those of each that was closed; `audits_by_day` the counts of each of the last evenings' days.
"""


WRITE_VERSION: Final = 18
NEWEST_WRITE_VERSION: Final = b"\x02"
"""Where a file says how it is written, and the last of these ways that SQLite knows; it changes no file with a later
one (sqlite.org/fileformat2.html, 1.3.3)."""

# -- The file ----------------------------------------------------------------------------------------


class Database:
    """An open database. One thread uses it at a time."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; `opened` is the usual way. Raises NewerDatabase, Damaged, Unavailable."""
        self.path = path
        if is_special_file(path):
            raise Unavailable(word("file.odd"))
        self._written_by = write_version_of(path)
        self.is_checked = False
        """Whether the whole database has been checked, not only the tables that are read at the start."""
        with translated_sqlite_errors():
            self._connection = sqlite3.connect(path, timeout=PATIENCE_S, isolation_level=None, check_same_thread=False)
        try:
            with translated_sqlite_errors():
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
        if self._written_by > NEWEST_WRITE_VERSION:
            self._check_that_it_takes_changes()

    def _check_that_it_takes_changes(self) -> None:
        """Raise Damaged where SQLite takes no change: its log may have another first page than the file."""
        version = self._connection.execute("PRAGMA user_version").fetchone()[0]
        try:
            with self._transaction():
                self._connection.execute(f"PRAGMA user_version = {version}")
        except sqlite3.OperationalError as problem:
            raise Damaged(str(problem)) from problem

    def check(self) -> None:
        """Check the whole database, in a time that grows with the number of matches. Raises Damaged, Unavailable."""
        with translated_sqlite_errors():
            found = fault_in(self._connection, whole=True)
        if found:
            raise Damaged(found)
        self.is_checked = True

    def _add_columns(self) -> None:
        """Add columns and tables that came without a new version; a file that cannot be read after that keeps none."""
        run = self._connection.execute
        with self._transaction("DEFERRED"):
            before = run("PRAGMA schema_version").fetchone()
            for table, name, kind in ADDED:
                if name not in [row[1] for row in run(f"PRAGMA table_info({table})")]:
                    run(f'ALTER TABLE {table} ADD COLUMN "{name}" {kind}')
            for statement in ADDED_TABLES:
                run(statement)
            if run("PRAGMA schema_version").fetchone() != before:
                read_ledger(self._connection)

    def _migrate(self, version: int) -> None:
        """Migrate an older or empty database to the current schema, in one transaction."""
        run = self._connection.execute
        with self._transaction():
            for step in MIGRATIONS[version:]:
                for statement in step:
                    run(statement)
            run(f"PRAGMA user_version = {len(MIGRATIONS)}")

    def load(self) -> Ledger:
        """Return everything that is queried during play. Raises Damaged, Unavailable.

        The first start after a change of how people are rated stores all ratings anew: 2 s for 20,000 matches.
        """
        if self.ask(has_outdated_standings):
            self.change(lambda connection: write_standings(connection, stored_standings(connection)))
        return self.ask(read_ledger)

    def ask(self, act: Callable[[sqlite3.Connection], T]) -> T:
        """Return the result of queries. Raises Damaged, Unavailable."""
        with translated_sqlite_errors():
            return act(self._connection)

    def apply(self, changes: Iterable[Change]) -> None:
        """Write changes; on return all of them are on the disk. Raises Damaged, Unavailable."""
        with translated_sqlite_errors(), self._transaction():
            for change in changes:
                change.write(self._connection)

    def change(self, act: Callable[[sqlite3.Connection], T]) -> T:
        """Return the result of statements in one transaction, on the disk on return. Raises Damaged, Unavailable."""
        with translated_sqlite_errors(), self._transaction():
            return act(self._connection)

    def wipe(self) -> None:
        """Write the file anew without the remains of deleted rows. Raises Damaged, Unavailable."""
        with translated_sqlite_errors():
            self._connection.execute("VACUUM")

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    @contextmanager
    def _transaction(self, lock: Literal["IMMEDIATE", "DEFERRED"] = "IMMEDIATE") -> Iterator[None]:
        self._connection.execute(f"BEGIN {lock}")
        try:
            yield
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise


def write_version_of(path: Path) -> bytes:
    """Return how a file says that it is written; empty for none, and for one of which SQLite will say that it cannot be
    read.

    To be called before the file is open as a database: to close any descriptor of it drops the locks that the process
    has on it (fcntl(2)). The next program that opened and closed it would then take itself for the last one, and delete
    the log into which this one writes (sqlite.org/howtocorrupt.html, 2.2).
    """
    try:
        with path.open("rb") as file:
            return file.read(WRITE_VERSION + 1)[WRITE_VERSION:]
    except OSError:
        return b""


def read_only_ledger(path: Path) -> Ledger:
    """Return the readable content of a database that cannot be opened: a full disk has no room for SQLite's own files.

    It misses anything that the last program had not yet moved into the main file, so no match counts as interrupted.
    Return an empty ledger where nothing can be read.
    """
    if is_special_file(path):
        return Ledger()
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            ledger = read_ledger(connection)
    except (sqlite3.Error, Damaged, UnicodeDecodeError):
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
        aside = quarantine(path, when)
    try:
        return *_loaded(path), aside
    except Damaged as problem:
        raise Unavailable(str(problem)) from problem


@contextmanager
def database_in(folder: Path) -> Iterator[Database]:
    """Open the database, as a program that plays would. Raises CabinetError."""
    path = folder / FILE
    try:
        database = Database(path)
        try:
            yield database
        finally:
            database.close()
    except (Damaged, Unavailable, OSError) as problem:
        raise unusable(path, problem) from problem


def _loaded(path: Path) -> tuple[Database, Ledger]:
    database = Database(path)
    try:
        return database, database.load()
    except BaseException:
        database.close()
        raise


def quarantine(path: Path, when: time.struct_time) -> Path:
    """Rename a damaged database with its companions, and return its new name. Raises Unavailable."""
    try:
        return renamed(path, "damaged", when)
    except OSError as problem:
        raise Unavailable(problem.strerror) from problem


def renamed(path: Path, why: str, when: time.struct_time) -> Path:
    """Rename a database with its companions, and return its new name. Raises OSError."""
    aside = unused_name(path, why, when)
    for companion in COMPANIONS:
        old = path.with_name(path.name + companion)
        if old.exists():
            old.rename(aside.with_name(aside.name + companion))
    return aside


def unused_name(path: Path, why: str, when: time.struct_time) -> Path:
    """Return a name beside a database that nothing has, with a word and the time in it."""
    stem = f"{path.name}.{why}-{time.strftime('%Y-%m-%dT%H-%M-%S', when)}"
    names = (path.with_name(stem if number < 2 else f"{stem}-{number}") for number in range(1, 1000))
    return next(name for name in names if not name.exists())


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
    """Return the state of a database: ``ok``, ``none`` for no file, ``newer``, ``forbidden``, ``unavailable`` where the
    disk does not give it now, or its fault. Changes nothing.

    Without `whole`, check only as much as a start does (`WHOLE_AT_START`), in a time independent of the number of
    matches.
    """
    try:
        path.stat()
    except PermissionError:
        return "forbidden"
    except OSError:
        return "none"
    if not os.access(path, os.R_OK):
        return "forbidden"
    if is_special_file(path):
        return word("file.odd")
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", timeout=PATIENCE_S, uri=True)
        try:
            with translated_sqlite_errors():
                version = connection.execute("PRAGMA user_version").fetchone()[0]
                found = fault_in(connection, whole=whole or bytes_of(connection) <= WHOLE_AT_START)
        finally:
            connection.close()
    except (sqlite3.Error, Damaged) as problem:
        return str(problem)
    except Unavailable:
        return "unavailable"
    return "newer" if version > len(MIGRATIONS) else found or "ok"


def is_special_file(path: Path) -> bool:
    """Return whether a path is a device or a pipe, which can block on opening. SQLite itself refuses a folder."""
    try:
        mode = path.stat().st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
