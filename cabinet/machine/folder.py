"""A folder of a stick, as a descriptor: everything is opened below it, by one name at a time, and counted.

Names are of our own letters; a link is not followed, and what is no plain file is not opened. So no name of a stick
leads anywhere else, whatever its maker has written into it (openat(2), O_NOFOLLOW). What fails is a `StickFault`.
"""

import ctypes
import errno
import hashlib
import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Final, Self

NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}")
"""What may stand in a name: FAT knows all of these, and none is a part of a path."""
CHUNK: Final = 1 << 18
MOST_NAMES: Final = 10_000
"""So many entries of a folder are looked at."""
MOST_NUMBER: Final = 100
GONE: Final = frozenset({errno.EIO, errno.ENODEV, errno.ENXIO, errno.ESHUTDOWN, errno.ESTALE, errno.EUCLEAN})


class StickFault(Exception):
    """The stick does not take or give something. `key` is one of the catalogue's ``stick.fault``."""

    def __init__(self, key: str, detail: str = "") -> None:
        super().__init__(f"{key}: {detail}" if detail else key)
        self.key = key
        self.detail = detail


@contextmanager
def explained(name: str) -> Iterator[None]:
    """Raise StickFault for what the kernel says of `name`."""
    try:
        yield
    except OSError as problem:
        if problem.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StickFault("full", name) from problem
        if problem.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
            raise StickFault("protected", name) from problem
        if problem.errno in GONE:
            raise StickFault("gone", name) from problem
        if problem.errno in (errno.ELOOP, errno.ENOTDIR, errno.EISDIR, errno.EINVAL):
            raise StickFault("odd", name) from problem
        raise StickFault("other", f"{name}: {problem.strerror or problem}") from problem


class Folder:
    """A folder below which files are read and written; closes its descriptor at the end of the block."""

    def __init__(self, descriptor: int) -> None:
        """The descriptor is the folder's own from now on."""
        self._descriptor = descriptor

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._descriptor)

    @classmethod
    def of(cls, descriptor: int) -> Self:
        """Return the folder of a descriptor that somebody else closes. Raises StickFault."""
        with explained("."):
            return cls(os.dup(descriptor))

    def names(self) -> list[str]:
        """Return the names of ours in the folder, of its first `MOST_NAMES` entries. Raises StickFault."""
        found = []
        with explained("."), os.scandir(self._descriptor) as entries:
            for number, entry in enumerate(entries):
                if number == MOST_NAMES:
                    raise StickFault("many", str(MOST_NAMES))
                if NAME.fullmatch(entry.name):
                    found.append(entry.name)
        return sorted(found)

    def holds_only(self, names: Collection[str]) -> bool:
        """Return whether nothing but these is in the folder, whatever it may be called. Raises StickFault."""
        with explained("."), os.scandir(self._descriptor) as entries:
            return all(entry.name in names for entry in entries)

    @property
    def free(self) -> int:
        """The bytes that are free. Raises StickFault."""
        with explained("."):
            state = os.fstatvfs(self._descriptor)
        return state.f_bavail * state.f_frsize

    def size(self, name: str) -> int:
        """Return the size of a file, in bytes, as the stick has it. Raises StickFault."""
        with explained(name):
            return os.stat(checked(name), dir_fd=self._descriptor, follow_symlinks=False).st_size

    def folder(self, name: str, *, make: bool = False) -> "Folder":
        """Return a folder in this one; `make` it if it is missing. Raises StickFault, ``none`` where it is missing."""
        checked(name)
        with explained(name):
            if make:
                with suppress(FileExistsError):
                    os.mkdir(name, 0o700, dir_fd=self._descriptor)
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
            try:
                return Folder(os.open(name, flags, dir_fd=self._descriptor))
            except FileNotFoundError as problem:
                raise StickFault("none", name) from problem

    def new_folder(self, name: str, ending: str = "") -> tuple[str, "Folder"]:
        """Make a folder that nobody has: `name`, or with a number behind it. Return its name without `ending`, and it.

        Nothing is ever written into what lies there already: a clock may show the same minute twice. Raises StickFault.
        """
        for number in range(1, MOST_NUMBER):
            free = name if number == 1 else f"{name}-{number}"
            if self._is_there(free) or self._is_there(free + ending):
                continue
            with explained(free):
                os.mkdir(checked(free + ending), 0o700, dir_fd=self._descriptor)
            return free, self.folder(free + ending)
        raise StickFault("other", name)

    def _is_there(self, name: str) -> bool:
        with explained(name):
            try:
                os.stat(name, dir_fd=self._descriptor, follow_symlinks=False)
            except FileNotFoundError:
                return False
        return True

    def write(self, name: str, content: Iterable[bytes]) -> str:
        """Write a new file; return its SHA-256 in hexadecimal digits. Raises StickFault."""
        sum_of, flags = hashlib.sha256(), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        with explained(name), os.fdopen(os.open(checked(name), flags, 0o600, dir_fd=self._descriptor), "wb") as file:
            for chunk in content:
                sum_of.update(chunk)
                file.write(chunk)
        return sum_of.hexdigest()

    def read(self, name: str, most: int) -> Iterator[bytes]:
        """Yield the content of a plain file of at most `most` bytes. Raises StickFault."""
        flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        with explained(name):
            try:
                descriptor = os.open(checked(name), flags, dir_fd=self._descriptor)
            except FileNotFoundError as problem:
                raise StickFault("none", name) from problem
            with os.fdopen(descriptor, "rb") as file:
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    raise StickFault("odd", name)
                left = most
                while chunk := file.read(CHUNK):
                    left -= len(chunk)
                    if left < 0:  # whatever the folder says of its size
                        raise StickFault("large", name)
                    yield chunk

    def rename(self, name: str, to: str) -> None:
        """Give an entry its name. Raises StickFault."""
        with explained(to):
            os.rename(checked(name), checked(to), src_dir_fd=self._descriptor, dst_dir_fd=self._descriptor)

    def remove(self, name: str) -> None:
        """Remove a folder of ours with the files in it, one level deep as ours are; what cannot be, stays."""
        if not NAME.fullmatch(name):
            return
        with suppress(StickFault, OSError):
            with self.folder(name) as folder:
                for inner in folder.names():
                    folder.remove(inner)
            os.rmdir(name, dir_fd=self._descriptor)
            return
        with suppress(OSError):
            os.unlink(name, dir_fd=self._descriptor)

    def sync(self) -> None:
        """Return when everything is on the stick (syncfs(2)). Raises StickFault."""
        if ctypes.CDLL(None, use_errno=True).syncfs(self._descriptor):
            number = ctypes.get_errno()
            with explained("."):
                raise OSError(number, os.strerror(number))


def checked(name: str) -> str:
    """Return a name that leads nowhere else. Raises StickFault."""
    if not NAME.fullmatch(name):
        raise StickFault("odd", name[:40])
    return name
