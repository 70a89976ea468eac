"""A disk in memory: it can be full, fail, or lose unsynced data in a power cut."""

import errno
import os
from pathlib import Path


class FakeFiles:
    """`Files` without a disk.

    After `good` operations all others fail with `error`; with `torn` a failing write still writes half of its data.
    """

    def __init__(self, good: int | None = None, error: int = errno.ENOSPC, *, torn: bool = False) -> None:
        self.files: dict[Path, bytearray] = {}
        self.synced: dict[Path, bytes] = {}
        """The content of each file after a power cut now."""
        self._good = good
        self._error = error
        self._torn = torn
        self._held: dict[int, Path] = {}

    def create(self, path: Path) -> int:
        """See `Files.create`."""
        self._operate()
        if path in self.files:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        self.files[path] = bytearray()
        self.synced[path] = b""
        return self._hold(path)

    def reopen(self, path: Path, length: int) -> int:
        """See `Files.reopen`."""
        self._operate()
        if path not in self.files:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        if path in self._held.values():
            raise BlockingIOError(errno.EWOULDBLOCK, os.strerror(errno.EWOULDBLOCK))
        del self.files[path][length:]
        return self._hold(path)

    def append(self, file: int, data: bytes) -> None:
        """See `Files.append`."""
        try:
            self._operate()
        except OSError:
            self.files[self._held[file]] += data[: len(data) // 2 if self._torn else 0]
            raise
        self.files[self._held[file]] += data

    def cut(self, file: int, length: int) -> None:
        """See `Files.cut`: it succeeds even on a full disk."""
        del self.files[self._held[file]][length:]

    def sync(self, file: int) -> None:
        """See `Files.sync`."""
        self._operate()
        path = self._held[file]
        self.synced[path] = bytes(self.files[path])

    def close(self, file: int) -> None:
        """See `Files.close`."""
        del self._held[file]

    def _hold(self, path: Path) -> int:
        number = max(self._held, default=0) + 1
        self._held[number] = path
        return number

    def _operate(self) -> None:
        if self._good is not None:
            if self._good == 0:
                raise OSError(self._error, os.strerror(self._error))
            self._good -= 1
