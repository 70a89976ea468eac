"""The errors of the database, classified by their remedy."""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import disk_usage
from tempfile import TemporaryFile
from types import MappingProxyType
from typing import Final

from cabinet.errors import CabinetError, reason_of
from cabinet.regular_file import exists
from cabinet.strings.catalogue import word
from hardware.posix import FCNTL, is_read_only, lock


class NewerDatabase(CabinetError):
    """The database was written by a newer version. Raised on opening it: use that version, or another folder."""

    def __init__(self, path: Path, version: int, known: int) -> None:
        super().__init__(word("store.newer", path=path, version=version, known=known))


class Unavailable(Exception):
    """The disk cannot be read or written now (full, read-only, locked, failing); the data is not at fault."""


class Damaged(Exception):
    """The file is no database of this program, or is incomplete: it is renamed."""


ELSEWHERE: Final = {
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOLFS,
    sqlite3.SQLITE_AUTH,
}
"""SQLite's result codes that do not concern the content of the file."""


@contextmanager
def translated_sqlite_errors() -> Iterator[None]:
    """Raise SQLite's errors as Damaged or Unavailable. A broken constraint is this program's bug and stays as it is."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except UnicodeDecodeError as problem:  # garbage can make SQLite's own message unreadable
        raise Damaged(str(problem)) from problem
    except sqlite3.Error as problem:
        kind = Unavailable if result_code(problem) in ELSEWHERE else Damaged
        raise kind(str(problem)) from problem


def result_code(problem: BaseException | None) -> int:
    """Return SQLite's primary result code of an error; 0 for one of Python's own module, or of something else."""
    try:
        return problem.sqlite_errorcode & 0xFF if isinstance(problem, sqlite3.Error) else 0
    except AttributeError:
        return 0


SMALLEST: Final = 1_000_000
"""Bytes without which a disk counts as full: SQLite reports what root's reserve refuses as an I/O error."""


def try_to_write(folder: Path) -> None:
    """Write a file into a folder, lock it as logs and SQLite are, wait for the disk, and delete it. Raises OSError."""
    with TemporaryFile(dir=folder) as file:
        if FCNTL is not None:
            FCNTL.lockf(file, FCNTL.LOCK_EX | FCNTL.LOCK_NB)
        lock(file.fileno(), alone=True)
        file.write(b"photofinish")
        file.flush()
        os.fsync(file.fileno())


BY_CODE: Final = MappingProxyType(
    {sqlite3.SQLITE_FULL: "full", sqlite3.SQLITE_BUSY: "locked", sqlite3.SQLITE_LOCKED: "locked"}
)
"""The causes of SQLite's result codes that tell one."""
BY_ERRNO: Final = MappingProxyType(
    {
        **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), "full"),
        **dict.fromkeys((errno.EACCES, errno.EPERM), "forbidden"),
        errno.EROFS: "read_only",
        **dict.fromkeys((errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS), "no_locks"),
        errno.EWOULDBLOCK: "locked",
    }
)
"""The causes of the system's error numbers that tell one."""


def cause_of(problem: Exception, folder: Path) -> str:
    """Return why a file in `folder` cannot be used, by its remedy: ``full``, ``read_only`` (the file system),
    ``forbidden`` (the files are another account's), ``locked`` (by another program), ``no_locks`` (the file system has
    none, as some network folders) or ``failing`` (all else).

    SQLite calls many refusals an I/O error, and "locked" what cannot be locked: a file of our own is then tried, and
    tells more. ext4 after an error is
    read-only without a flag that says so (since Linux 6.15).
    """
    told = BY_CODE.get(result_code(problem.__cause__))
    refusal: Exception = problem
    if not isinstance(problem, OSError) and told != "full":
        try:
            try_to_write(folder)
        except OSError as tried:
            refusal = tried
    number = refusal.errno if isinstance(refusal, OSError) else None
    found = BY_ERRNO.get(number or 0)
    return found if found == "no_locks" else told or found or cause_in(folder)


def unusable(path: Path, problem: Exception) -> CabinetError:
    """Return the error of a command that cannot use the records at `path`: it says whose they are, or the reason."""
    try:
        is_forbidden = isinstance(problem, PermissionError) or (exists(path) and not os.access(path, os.R_OK))
    except PermissionError:
        is_forbidden = True
    key = "players.forbidden" if is_forbidden else "players.unreadable"
    return CabinetError(word(key, path=path, reason=reason_of(problem)))


def cause_in(folder: Path) -> str:
    """Return why files in `folder` cannot be used, by the state of its file system and its files."""
    try:
        free = disk_usage(folder).free
        if is_read_only(folder):
            return "read_only"
        if not all(os.access(path, os.R_OK | os.W_OK) for path in (folder, *folder.iterdir())):
            return "forbidden"
    except PermissionError:
        return "forbidden"
    except OSError:
        return "failing"
    return "full" if free < SMALLEST else "failing"
