"""What only POSIX systems have, and what stands in for it elsewhere: locks, `ioctl`, accounts, flags of `os.open`.

A desk's game on a keyboard must not fail to start for want of what a cabinet's pins, boards and helpers use. Where the
modules `fcntl`, `termios`, `pwd` and `grp` are missing (Windows), files are locked by `msvcrt`, nobody's name is known,
and an `ioctl` is an OSError (ENOSYS), which its callers expect of a device that does not know it.
"""

import errno
import os
import time
from collections.abc import Mapping
from functools import reduce
from importlib import import_module
from operator import or_
from pathlib import Path
from typing import Any, Final


def _found(name: str) -> Any:
    """Return a module of the standard library; None where this system's has no such module."""
    try:
        return import_module(name)
    except ImportError:
        return None


FCNTL: Final[Any] = _found("fcntl")
MSVCRT: Final[Any] = None if FCNTL else _found("msvcrt")
PWD: Final[Any] = _found("pwd")
GRP: Final[Any] = _found("grp")
TERMIOS: Final[Any] = _found("termios")
TERMINAL_ERRORS: Final[tuple[type[Exception], ...]] = (OSError, *((TERMIOS.error,) if TERMIOS else ()))
"""What a call on a terminal's line raises."""
LOCKED_FROM: Final = 1 << 30
"""`msvcrt` locks bytes, and nobody else may read them: some far behind the end of any file are locked."""
SHARERS: Final = 32
"""So many of them: a shared lock has one, whichever is free, and a lock alone has all."""


def ioctl(file: Any, request: int, argument: Any = 0, /) -> Any:
    """See `fcntl.ioctl`. Raises OSError, ENOSYS where the system has none."""
    if FCNTL is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    return FCNTL.ioctl(file, request, argument)


def lock(file: int, *, alone: bool) -> None:
    """Lock a file until it is closed or unlocked, without waiting, in place of a lock that this file has.

    `alone`: nobody else has one. Raises BlockingIOError where another open file has a lock that forbids this one,
    OSError where the file system has no locks. Without `fcntl`, `SHARERS` can share a file.
    """
    if FCNTL is not None:
        FCNTL.flock(file, (FCNTL.LOCK_EX if alone else FCNTL.LOCK_SH) | FCNTL.LOCK_NB)
        return
    if MSVCRT is None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
    _unlock(file)
    places = ((0, SHARERS),) if alone else tuple((place, 1) for place in range(SHARERS))
    if not any(_locking(file, MSVCRT.LK_NBLCK, *place) for place in places):
        raise BlockingIOError(errno.EWOULDBLOCK, os.strerror(errno.EWOULDBLOCK))


def _unlock(file: int) -> None:
    """Give up the bytes that a file has locked: those of either kind of lock."""
    for place in ((0, SHARERS), *((place, 1) for place in range(SHARERS))):
        if _locking(file, MSVCRT.LK_UNLCK, *place):
            return


def _locking(file: int, mode: int, place: int, count: int) -> bool:
    """Lock or unlock bytes (`msvcrt.locking`, which begins at the file's position); return whether that could be."""
    before = os.lseek(file, 0, os.SEEK_CUR)
    try:
        os.lseek(file, LOCKED_FROM + place, os.SEEK_SET)
        MSVCRT.locking(file, mode, count)
    except PermissionError:
        return False
    finally:
        os.lseek(file, before, os.SEEK_SET)
    return True


def flags(*names: str) -> int:
    """Return the flags ``O_NAME`` of `os.open` that this system has; bytes are never translated.

    Those that it lacks (CLOEXEC, NONBLOCK, NOFOLLOW, NOCTTY, DIRECTORY) guard against what it lacks as well.
    """
    known: Mapping[str, int] = vars(os)
    return reduce(or_, (known.get(f"O_{name}", 0) for name in (*names, "BINARY")))


def sync_folder(folder: Path) -> None:
    """Return when the names in a folder survive a power cut; at once where no folder can be opened. Raises OSError."""
    if FCNTL is None:
        return
    opened = os.open(folder, flags("RDONLY", "CLOEXEC"))
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def group_of(path: Path) -> str:
    """Return the group of a path; empty if that has no name. Raises OSError."""
    if GRP is None:
        return ""
    try:
        return str(GRP.getgrgid(path.stat().st_gid).gr_name)
    except KeyError:
        return ""


def account() -> str:
    """Return the account of this program: its name, or its number where it has none."""
    if PWD is None:
        return os.environ.get("USERNAME", "?")
    number = os.geteuid()
    try:
        return str(PWD.getpwuid(number).pw_name)
    except KeyError:
        return str(number)


def owner() -> tuple[int, int] | None:
    """Return the numbers of the user and the group that own what this program makes; None where files have none."""
    return None if PWD is None else (os.geteuid(), os.getegid())


def is_root() -> bool:
    """Return whether this program may do everything on its machine, and give files to others."""
    return PWD is not None and os.geteuid() == 0


def follow_zone() -> None:
    """Tell local time by the machine's time zone as it is now (tzset(3)): Python asks only once. Windows needs none."""
    if "tzset" in vars(time):
        time.tzset()


def is_read_only(folder: Path) -> bool:
    """Return whether the file system of a folder is read-only; False where the system does not say. Raises OSError."""
    return "statvfs" in vars(os) and bool(os.statvfs(folder).f_flag & os.ST_RDONLY)


def terminal_of(file: int) -> str:
    """Return the path of a file's terminal; empty where it has none, or the system names none."""
    try:
        return os.ttyname(file) if TERMIOS else ""
    except OSError:
        return ""


def physical_memory() -> int:
    """Return the machine's memory in bytes; 4 GB, which any desk has, where the system does not say."""
    known = vars(os)
    if "sysconf" not in known:
        return 4 << 30
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
