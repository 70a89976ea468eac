"""The operations on files of match logs, an interface so that tests can replace the disk by a failing one."""

import fcntl
import os
from pathlib import Path
from typing import Protocol


class Files(Protocol):
    """A disk. Every method may raise OSError, and may block."""

    def create(self, path: Path) -> int:
        """Create and lock a new file, and its folders; FileExistsError if it exists."""

    def reopen(self, path: Path, length: int) -> int:
        """Lock an existing file, cut to its first `length` bytes; BlockingIOError while another program holds it."""

    def append(self, file: int, data: bytes) -> None:
        """Append all of `data`."""

    def cut(self, file: int, length: int) -> None:
        """Remove everything after the first `length` bytes."""

    def sync(self, file: int) -> None:
        """Return when everything added so far survives a power cut."""

    def close(self, file: int) -> None:
        """Close the file and release its lock."""


class RealFiles:
    """The machine's own disk. An open file is locked, so that no second program continues its match."""

    def create(self, path: Path) -> int:
        """See `Files.create`. On return the folder's entry is on the disk as well."""
        path.parent.mkdir(parents=True, exist_ok=True)
        file = self._held(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC, 0o644))
        folder = os.open(path.parent, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
        return file

    def reopen(self, path: Path, length: int) -> int:
        """See `Files.reopen`."""
        file = self._held(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC))
        os.ftruncate(file, length)
        return file

    def append(self, file: int, data: bytes) -> None:
        """See `Files.append`."""
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(file, rest) :]

    def cut(self, file: int, length: int) -> None:
        """See `Files.cut`."""
        os.ftruncate(file, length)

    def sync(self, file: int) -> None:
        """See `Files.sync`."""
        os.fsync(file)

    def close(self, file: int) -> None:
        """See `Files.close`."""
        os.close(file)

    def _held(self, file: int) -> int:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(file)
            raise
        return file


def is_held(path: Path) -> bool:
    """Return whether a running program is writing this log. Raises OSError for a file that cannot be opened."""
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False
