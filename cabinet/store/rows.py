"""The rows of a database that somebody else may have made, copied one by one into a new one of this version.

A database file is a program: its schema has expressions, its pages lead a careless reader astray. None of it is ever
put in the place of the records. It is opened for reading, its tables must be plain ones with our names, only their
values are read, and each value must be what its column takes, for a name that becomes a file's as well.
"""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from cabinet.people.names import FORMER, GUEST, is_name
from cabinet.store.errors import Damaged, NewerDatabase, translated_sqlite_errors
from cabinet.store.ledger import OWN, Setting, SettingSet, results_after
from cabinet.store.logs import NAME as LOG_NAME
from cabinet.store.sqlite import ADDED, ADDED_TABLES, MIGRATIONS, Database, fault_in
from cabinet.strings.catalogue import word

MOST_BYTES: Final = 256 << 20
"""Length of the largest database that is read: some two million matches."""
MOST_TEXT: Final = 4 << 20
"""Length of the longest text in a row, in bytes; the ratings of all people are the longest of ours."""
MOST_S: Final = 120.0
"""How long the reading may take: a table may be a circle of pages."""
STEPS: Final = 10_000
"""So many steps of SQLite's machine lie between two looks at the clock."""
PLAIN_INDEX: Final = re.compile(r'CREATE (?:UNIQUE )?INDEX "?\w+"? ON "?\w+"? ?\( ?"?\w+"?(?:, ?"?\w+"?)* ?\)')
"""An index of columns; of an expression, or of some rows, it would be a program."""
ALLOWED: Final = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_PRAGMA})
"""What a statement on such a database may do: no function is called, nothing is written or attached."""


def copied_rows(source: Path, target: Path, kept: Mapping[str, Setting] | None, shown: Path) -> int:
    """Copy the rows of a database, a copy of our own, into a new file; return its number of finished matches.

    `kept` are this cabinet's settings: of those that belong to the machine (`OWN`) the new file has these, and none
    of the other; None: all of the other. `shown` is what the database is called. Raises Damaged, Unavailable,
    NewerDatabase; the new file is of no use then.
    """
    if source.stat().st_size > MOST_BYTES:
        raise Damaged(word("file.large", most=f"{MOST_BYTES / 1e6:g} MB"))
    has_log = source.with_name(f"{source.name}-wal").exists()
    uri = f"{source.absolute().as_uri()}?mode=ro{'' if has_log else '&immutable=1'}"
    with translated_sqlite_errors(), closing(sqlite3.connect(uri, uri=True)) as original:
        version = guarded(original, shown)
        with closing(sqlite3.connect(target)) as copy:
            make_tables(copy, version)
            for table, columns in tables_of(copy).items():
                copy_table(original, copy, table, columns)
            copy.commit()
    with closing(Database(target)) as database:
        if kept is not None:
            database.apply([SettingSet(name, kept.get(name)) for name in OWN])
        database.load()
        database.ask(read_results)
        matches: int = database.ask(count_matches)
    return matches


def guarded(original: sqlite3.Connection, path: Path) -> int:
    """Limit what a database can do to its reader, check it, and return its version. Raises Damaged, NewerDatabase."""
    until = time.monotonic() + MOST_S
    original.set_progress_handler(lambda: time.monotonic() > until, STEPS)
    original.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_TEXT)
    for setting in ("trusted_schema = OFF", "cell_size_check = ON", "mmap_size = 0", "query_only = ON"):
        original.execute(f"PRAGMA {setting}")
    version = int(original.execute("PRAGMA user_version").fetchone()[0])
    if version > len(MIGRATIONS):
        raise NewerDatabase(path, version, len(MIGRATIONS))
    if version < 1 or original.execute("PRAGMA application_id").fetchone()[0]:
        raise Damaged(word("backup.other"))
    for kind, name, made in original.execute("SELECT type, name, sql FROM sqlite_schema"):
        if not is_plain(original, kind, str(name), made):
            raise Damaged(word("restore.strange", kind=kind, name=str(name)[:40]))
    if fault := fault_in(original, whole=True):
        raise Damaged(fault)
    original.set_authorizer(lambda act, *_: sqlite3.SQLITE_OK if act in ALLOWED else sqlite3.SQLITE_DENY)
    return version


def is_plain(original: sqlite3.Connection, kind: str, name: str, made: str | None) -> bool:
    """Return whether an entry of a schema is a table or an index that only has values, none that it calculates."""
    if kind == "index":
        return made is None or PLAIN_INDEX.fullmatch(made) is not None
    if kind != "table" or not str(made).upper().startswith("CREATE TABLE "):
        return False
    quoted = name.replace('"', '""')
    return not any(row[6] for row in original.execute(f'PRAGMA table_xinfo("{quoted}")'))


def make_tables(copy: sqlite3.Connection, version: int) -> None:
    """Make the tables of a version; the database's first opening brings them to this one."""
    for step in MIGRATIONS[:version]:
        for statement in step:
            copy.execute(statement)
    for table, name, kind in ADDED:
        copy.execute(f'ALTER TABLE {table} ADD COLUMN "{name}" {kind}')
    for statement in ADDED_TABLES:
        copy.execute(statement)
    copy.execute(f"PRAGMA user_version = {version}")


def tables_of(copy: sqlite3.Connection) -> Mapping[str, Sequence[str]]:
    """Return our tables with their columns."""
    names = [str(row[0]) for row in copy.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {name: [str(row[1]) for row in copy.execute(f"PRAGMA table_info({name})")] for name in names}


def copy_table(original: sqlite3.Connection, copy: sqlite3.Connection, table: str, columns: Sequence[str]) -> None:
    """Copy the rows of a table, as far as the original has it and its columns. Raises Damaged, sqlite3.Error."""
    there = {str(row[1]) for row in original.execute(f"PRAGMA table_info({table})")}
    shared = [column for column in columns if column in there]
    if not shared:
        return
    named, places = ", ".join(f'"{column}"' for column in shared), ", ".join("?" * len(shared))
    rows = original.execute(f"SELECT {named} FROM {table}")
    try:
        copy.executemany(f"INSERT INTO {table} ({named}) VALUES ({places})", checked_rows(table, shared, rows))
    except sqlite3.IntegrityError as problem:  # a value of another kind, a missing one, the same row twice
        raise Damaged(str(problem)) from problem


def checked_rows(
    table: str, columns: Sequence[str], rows: Iterator[tuple[Any, ...]] | sqlite3.Cursor
) -> Iterator[tuple[Any, ...]]:
    """Yield rows whose names are names; the tables check the kinds of all values. Raises Damaged."""
    checks = [(place, CHECKS[table, column]) for place, column in enumerate(columns) if (table, column) in CHECKS]
    for row in rows:
        for place, is_right in checks:
            if not (isinstance(row[place], str) and is_right(row[place])):
                raise Damaged(word("restore.row", table=table, value=str(row[place])[:40]))
        yield row


def is_log(name: str) -> bool:
    """Return whether a match's name can be a log's."""
    return LOG_NAME.fullmatch(name) is not None


def is_race(name: str) -> bool:
    """Return whether a race's match is one, or none, as in a database of before."""
    return not name or is_log(name)


def is_person(name: str) -> bool:
    """Return whether somebody may be called so: a name, a guest, or the number of a name that was deleted."""
    return name == GUEST or is_name(name) or (name.startswith(FORMER) and name[1:].isdecimal())


CHECKS: Final[Mapping[tuple[str, str], Callable[[str], bool]]] = {
    ("matches", "name"): is_log,
    ("races", "match"): is_race,
    ("sat", "match"): is_log,
    ("sat", "name"): is_person,
    ("people", "name"): is_person,
}
"""(table, column) -> whether a text may stand there: a match's name is that of a file."""


def read_results(connection: sqlite3.Connection) -> None:
    """Read every result, as somebody may who asks for a name's. Raises Damaged."""
    for _ in results_after(connection, 0):
        pass


def count_matches(connection: sqlite3.Connection) -> int:
    """Return the number of finished matches."""
    (matches,) = connection.execute("SELECT count(*) FROM matches WHERE reason IS NOT NULL").fetchone()
    return int(matches)
