"""Changes of names in the records: rename, merge, delete, with everything that stands under a name.

Only while no cabinet uses the records (`use.alone`): a running one would bring an old name back from its memory. The
logs come first and the database last, in one transaction, so that a change that was cut off is done again by the same
command. Ratings and records are folded anew from the results, and the file is written anew without the old name.
"""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.errors import CabinetError
from cabinet.people.names import FORMER, former
from cabinet.store import people_tables
from cabinet.store.database import FILE, Database
from cabinet.store.errors import Damaged, Unavailable
from cabinet.store.files import is_held
from cabinet.store.log_file import FOLDER
from cabinet.store.tidy import pictures_went
from cabinet.store.use import alone
from cabinet.strings.catalogue import word
from engine.setup import SEAT_NAMES

Rewrite = Callable[[str], str]
"""Returns a line of an evening's journal with the names changed."""
Follow = Callable[[Sequence[str]], Sequence[str]]
"""Returns the lines that follow in the running evening's journal, from its lines before the change."""

TEMPORARY: Final = ".renaming"
"""The end of the name of a log that is being written anew."""


class Journal(NamedTuple):
    """How the evening's journal follows a change of names."""

    rewrite: Rewrite
    follow: Follow = lambda _lines: ()


def rename(folder: Path, old: str, new: str, journal: Journal) -> int:
    """Give everything under a name to a name that nobody has; return the number of its matches.

    Raises CabinetError, `InUse` among them, and NewerDatabase.
    """
    return _change(folder, old, new, journal, deletes=False)


def merge(folder: Path, old: str, into: str, journal: Journal) -> int:
    """Give everything under a name to another that has matches of its own; see `rename`."""
    return _change(folder, old, into, journal, deletes=False)


def delete(folder: Path, name: str, journal: Journal) -> int:
    """Delete a name: the matches stay, as those of somebody without a name; see `rename`."""
    return _change(folder, name, "", journal, deletes=True)


def _change(folder: Path, old: str, new: str, journal: Journal, *, deletes: bool) -> int:
    with alone(folder), _database(folder) as database:
        seats = database.change(lambda connection: _seats_of(connection, old))
        for match, seat in seats:
            _rename_in_log(folder / FOLDER / f"{match}.jsonl", seat, new or SEAT_NAMES[seat])
            if deletes:
                pictures_went(folder / FOLDER / f"{match}.jsonl")

        def act(connection: sqlite3.Connection) -> None:
            to = new or former(_next_former(connection))
            _write(connection, old, to, new, journal)

        database.change(act)
        database.wipe()
    return len({match for match, _ in seats})


@contextmanager
def _database(folder: Path) -> Iterator[Database]:
    """Open the database, as a program that plays would. Raises CabinetError."""
    path = folder / FILE
    try:
        database = Database(path)
        try:
            yield database
        finally:
            database.close()
    except (Damaged, Unavailable, OSError) as problem:
        raise CabinetError(word("players.unreadable", path=path, reason=str(problem))) from problem


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
        changed = [shown if name == old else name for name in json.loads(names)]
        run("UPDATE races SET names = ? WHERE id = ?", (json.dumps(changed), row))
    _write_evenings(connection, journal)
    people_tables.fold_anew(connection, old, to)


def _write_evenings(connection: sqlite3.Connection, journal: Journal) -> None:
    run = connection.execute
    for row, lines in run("SELECT id, lines FROM evenings").fetchall():
        changed = json.dumps([journal.rewrite(line) for line in json.loads(lines)])
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
        header = json.loads(first.decode("utf-8-sig"))
        header["seats"][seat]["name"] = name
        line = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
        before = path.stat()
        with temporary.open("wb") as file:
            file.write(line + end + rest)
            file.flush()
            os.fsync(file.fileno())
        shutil.copystat(path, temporary)
        if (os.geteuid(), os.getegid()) != (before.st_uid, before.st_gid):  # asked by root, and the cabinet's own file
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
