"""All records in one file, copied beside a running cabinet, and put back: results, names, records, settings.

A copy of `photofinish.db` by a file manager lacks what its write-ahead log still holds, and put back beside another
one's log it is damaged. SQLite's own backup copies one state of both (https://www.sqlite.org/backup.html). A copy is
checked as a whole before it gets its name. A file that is put back may be anybody's work, from the command line as from
a stick: its rows are read from a copy of our own (`rows`), and nothing else of it is taken.
"""

import errno
import os
import sqlite3
import stat
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.errors import CabinetError, reason_of
from cabinet.regular_file import exists
from cabinet.store.errors import Damaged, NewerDatabase, Unavailable, translated_sqlite_errors, unusable
from cabinet.store.ledger import Setting
from cabinet.store.lock import FILE as LOCK
from cabinet.store.lock import InUse, exclusive_lock
from cabinet.store.rows import MOST_BYTES, copied_rows
from cabinet.store.sqlite import (
    COMPANIONS,
    FILE,
    MIGRATIONS,
    PATIENCE_S,
    TO_RESTORE,
    Database,
    fault_in,
    is_special_file,
    renamed,
    unused_name,
)
from cabinet.strings.catalogue import word
from hardware.posix import flags, is_root, sync_folder

MAGIC: Final = b"SQLite format 3\0"
"""How a database begins (sqlite.org/fileformat2.html, 1.3.1)."""
CHUNK: Final = 1 << 20
GIVEN: Final = ".given"
"""The end of the name of our own copy of a backup."""
RESTORING: Final = ".restoring"
"""The end of the name of a copy that is not in its place yet."""
BEFORE: Final = "before"
"""In the name of the database that was in the place of a restored one."""


class Restored(NamedTuple):
    """A restored database: its number of finished matches, and what was there before, or None."""

    matches: int
    before: Path | None


def back_up(folder: Path, file: Path) -> int:
    """Copy the records of a data folder into a new file; return the number of finished matches. Raises CabinetError."""
    path, part = folder / FILE, file.with_name(f".{file.name}.part")
    try:
        has_records = exists(path)
    except OSError as problem:
        raise unusable(path, problem) from problem
    if not has_records:
        raise CabinetError(word("backup.none", folder=folder))
    try:
        if exists(file):
            raise CabinetError(word("players.exists", path=file))
        matches = _copied(path, part)
        part.replace(file)
        _sync(file.parent)
    except Damaged as problem:
        raise unusable(path, problem) from problem
    except (Unavailable, OSError) as problem:
        reason = reason_of(problem)
        raise CabinetError(word("players.unwritable", path=file, reason=reason)) from problem
    finally:
        _remove(part)
    return matches


def restore(folder: Path, file: Path, when: time.struct_time) -> Restored:
    """Put the records of a backup in the place of those in a data folder, which stay under a name with the time `when`.

    Its settings come with it, those of the machine as well. A backup of an older version is brought to this one. At any
    moment of a power cut the one or the other is in place. Raises InUse while a cabinet plays, NewerDatabase, and
    CabinetError for a file that is no backup: then nothing has changed.
    """
    given = folder / f"{FILE}{GIVEN}"

    def copied(new: Path) -> int:
        try:
            for suffix in ("", "-wal"):
                _copy_regular(file, given, suffix, MOST_BYTES)
            return copied_rows(given, new, None, file)
        finally:
            _remove(given)

    return _put_in_place(folder, file, when, copied)


def _put_in_place(folder: Path, file: Path, when: time.struct_time, copied: Callable[[Path], int]) -> Restored:
    """Put what `copied` makes of `file`, a database of so many matches, in the place of the records."""
    path, new = folder / FILE, folder / f"{FILE}{RESTORING}"
    with _explained(file):
        if is_special_file(file):
            raise Damaged(word("file.odd"))
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        file.stat()
        folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        raise unusable(path, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
    with exclusive_lock(folder):
        try:
            with _explained(file):
                _remove(new)
                matches = copied(new)
                with closing(Database(new)) as database:
                    database.load()
                before = _kept(path, when) if path.exists() else None
                new.replace(path)
                _sync(folder)
        finally:
            _remove(new)
        _give_to_owner(folder, [path, folder / LOCK, *([before] if before is not None else ())])
    return Restored(matches, before)


def _copy_regular(file: Path, copy: Path, suffix: str, most: int) -> None:
    """Copy a database's file, or its companion with a suffix where there is one; of neither more than `most` bytes.

    Raises Damaged, OSError.
    """
    source, target = (path.with_name(path.name + suffix) for path in (file, copy))
    links = ("NOFOLLOW",) if suffix else ()  # a person may name a link; nobody names what stands beside it
    try:
        opened = os.open(source, flags("RDONLY", "CLOEXEC", "NONBLOCK", *links))
    except FileNotFoundError:
        if suffix:
            return
        raise
    with os.fdopen(opened, "rb") as content, target.open("wb") as copied:
        if not stat.S_ISREG(os.fstat(opened).st_mode):
            raise Damaged(word("file.odd"))
        if not suffix and content.peek(len(MAGIC))[: len(MAGIC)] != MAGIC:
            raise Damaged(word("backup.other"))
        left = most + 1
        while left and (chunk := content.read(min(left, CHUNK))):
            copied.write(chunk)
            left -= len(chunk)
        if not left:
            raise Damaged(word("file.large", most=f"{most / 1e6:g} MB"))


def prepare_restore(folder: Path, file: Path, kept: Mapping[str, Setting], shown: Path) -> int:
    """Copy the rows of a backup, whoever has made it, into a database that the next start takes (`restore_prepared`).

    Return its number of finished matches. `kept`: see `copied_rows`; `shown` is what the backup is called. Raises
    NewerDatabase, and CabinetError for a file
    that is no backup: then nothing has changed.
    """
    path, new = folder / TO_RESTORE, folder / f"{TO_RESTORE}.part"
    with _explained(shown):
        try:
            _remove(new)
            matches = copied_rows(file, new, kept, shown)
            _sync(new)
            new.replace(path)
            _sync(folder)
        finally:
            _remove(new)
    return matches


def restore_prepared(folder: Path, when: time.struct_time) -> Restored | None:
    """Put the database that `prepare_restore` has made in the place of the records; None where there is none.

    Raises CabinetError; then the records are those of before, and only where another program plays the database waits
    for the next start.
    """
    path = folder / TO_RESTORE
    if not path.exists():
        return None
    try:
        restored = _put_in_place(folder, path, when, lambda new: _copied(path, new))
    except InUse:
        raise
    except CabinetError:
        _remove(path)
        raise
    _remove(path)
    _sync(folder)
    return restored


@contextmanager
def _explained(file: Path) -> Iterator[None]:
    try:
        yield
    except (Damaged, Unavailable, OSError) as problem:
        told = reason_of(problem)
        reason = " ".join("".join(sign if sign.isprintable() else " " for sign in told).split())  # parts of the file
        raise CabinetError(word("restore.bad", path=file, reason=reason)) from problem


def _copied(source: Path, target: Path) -> int:
    """Copy one state of a database into a file without companions, on the disk; return its number of finished matches.

    Raises Damaged, Unavailable, NewerDatabase.
    """
    uri = f"{source.absolute().as_uri()}?mode=ro"
    with (
        translated_sqlite_errors(),
        closing(sqlite3.connect(uri, timeout=PATIENCE_S, uri=True)) as original,
        closing(sqlite3.connect(target)) as copy,
    ):
        (version,) = original.execute("PRAGMA user_version").fetchone()
        if version == 0:
            raise Damaged(word("backup.other"))
        if version > len(MIGRATIONS):
            raise NewerDatabase(source, version, len(MIGRATIONS))
        original.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
        if fault := fault_in(copy, whole=True):
            raise Damaged(fault)
        (matches,) = copy.execute("SELECT count(*) FROM matches WHERE reason IS NOT NULL").fetchone()
    _sync(target)
    return int(matches)


def _kept(path: Path, when: time.struct_time) -> Path:
    """Give the database that is there a second name, beside which a new one can take the first. Raises OSError.

    It has no write-ahead log then, which SQLite would take for the new one's. A database that cannot be opened is
    renamed with its companions.
    """
    try:
        Database(path).close()  # the last one that closes a database moves its write-ahead log into the file
        if not path.with_name(path.name + "-wal").exists():
            before = unused_name(path, BEFORE, when)
            before.hardlink_to(path)
            return before
    except (Damaged, Unavailable, NewerDatabase, OSError):
        pass  # OSError: no file system of Linux's own, which has no second names
    return renamed(path, BEFORE, when)


def _give_to_owner(folder: Path, made: list[Path]) -> None:
    """Give files that root has made to the owner of the folder: the user of the cabinet."""
    if not is_root():
        return
    owner = folder.stat()
    for path in made:
        with suppress(FileNotFoundError):
            os.chown(path, owner.st_uid, owner.st_gid)


def _remove(path: Path) -> None:
    for companion in (*COMPANIONS, "-journal"):
        with suppress(OSError):
            path.with_name(path.name + companion).unlink()


def _sync(path: Path) -> None:
    """Return when a file's content, or a folder's names, survive a power cut."""
    if path.is_dir():
        sync_folder(path)
        return
    file = os.open(path, flags("RDWR", "CLOEXEC"))  # Windows syncs only what may be written
    try:
        os.fsync(file)
    finally:
        os.close(file)
