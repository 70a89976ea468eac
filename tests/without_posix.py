"""A plugin for pytest (``-p tests.without_posix``): our packages are imported as on a system without POSIX's modules.

`fcntl`, `termios`, `pwd`, `grp` and `resource` cannot be found while every module of ours is imported; a `msvcrt` can,
whose locks are Linux's own. The standard library, which
is Linux's, has the hidden ones before and after. A module of ours that needs one of them at import fails the run.
"""

import errno
import fcntl
import os
import struct
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Final

HIDDEN: Final[tuple[str, ...]] = (
    "fcntl",
    "termios",
    "pwd",
    "grp",
    "resource",
    "tty",
    "pty",
    "syslog",
    "readline",
    "curses",
)
PACKAGES: Final = ("engine", "hardware", "cabinet", "workshop")
OF_OS: Final = (
    *("O_CLOEXEC", "O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK", "ST_RDONLY"),
    *("chown", "fchmod", "fchown", "getegid", "geteuid", "getgid", "getuid", "killpg", "mkfifo", "pipe2", "pread"),
    *("pwrite", "set_blocking", "statvfs", "sysconf", "ttyname"),
)
"""Of `os`, what our packages use somewhere and Windows lacks."""
F_OFD_SETLK: Final = 37
"""Of Linux's fcntl.h."""
LOCK: Final = struct.Struct("hhqqi4x")
"""`struct flock`."""
REPOSITORY: Final = Path(__file__).resolve().parents[1]


class Hides(MetaPathFinder):
    """Finds nothing of what is hidden."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in HIDDEN:
            raise ModuleNotFoundError(f"No module named {fullname!r}", name=fullname)
        return None


class Msvcrt(ModuleType):
    """The part of `msvcrt` that locks: bytes of a file, one open file's alone, refused at once with PermissionError,
    given up when that file is closed or its process ends; only what was locked together can be unlocked.

    Linux's locks of open files (fcntl(2), F_OFD_SETLK) are such, but ask for a file that may be written: each lock is
    that of a second opening, which goes when the first one is found closed.
    """

    LK_NBLCK = 2
    LK_UNLCK = 0

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.held: dict[tuple[int, int], tuple[int, int, tuple[int, int]]] = {}
        """(file, first byte) -> the second opening, the number of bytes, and which file it is."""

    def locking(self, file: int, mode: int, count: int) -> None:
        self._let_closed_go()
        place, which = os.lseek(file, 0, os.SEEK_CUR), identity(file)
        if mode == self.LK_UNLCK:
            second, locked, _ = self.held.get((file, place), (-1, 0, which))
            if locked != count:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            os.close(second)
            del self.held[file, place]
            return
        second = os.open(f"/proc/self/fd/{file}", os.O_RDWR)  # not inheritable (PEP 446)
        try:
            fcntl.fcntl(second, F_OFD_SETLK, LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, place, count, 0))
        except BlockingIOError as problem:
            os.close(second)
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from problem
        self.held[file, place] = (second, count, which)

    def _let_closed_go(self) -> None:
        for (file, place), (second, _, which) in list(self.held.items()):
            if identity(file) != which:
                os.close(second)
                del self.held[file, place]


def identity(file: int) -> tuple[int, int]:
    """Return the device and number of an open file; nothing like it for a closed one."""
    try:
        state = os.fstat(file)
    except OSError:
        return -1, -1
    return state.st_dev, state.st_ino


def modules() -> list[str]:
    """Return the names of all modules of ours."""
    found = []
    for package in PACKAGES:
        for path in sorted((REPOSITORY / package).rglob("*.py")):
            name = ".".join(path.relative_to(REPOSITORY).with_suffix("").parts).removesuffix(".__init__")
            if not name.endswith("__main__"):
                found.append(name)
    return found


def import_all() -> None:
    """Import every module of ours while POSIX's are hidden. Raises ImportError."""
    assert not [name for name in sys.modules if name.partition(".")[0] in PACKAGES], "they are here already"
    import_module("subprocess")  # Linux's own: it takes a system with a `msvcrt` for Windows
    known = {name: sys.modules.pop(name) for name in HIDDEN if name in sys.modules}
    hides = Hides()
    sys.meta_path.insert(0, hides)
    sys.modules["msvcrt"] = Msvcrt("msvcrt")
    try:
        for name in modules():
            import_module(name)
    finally:
        sys.meta_path.remove(hides)
        sys.modules.update(known)


def take_away() -> None:
    """Take from `os` and `time` what Windows lacks, once everything is imported: for a program, not for tests."""
    for module, names in ((os, OF_OS), (time, ("tzset",))):
        for name in names:
            delattr(module, name)


import_all()
