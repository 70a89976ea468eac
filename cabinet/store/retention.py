"""Deletion of match logs: when room runs out the oldest are deleted with their pictures, except those to keep.

The log of a match without an outcome, a log being written, and a log with a race among the closest are never deleted.

There may be ten thousand logs and more, and a scan must not block the program: `LogRetention` scans them once, in
parts, remembers their total size and the oldest logs, and receives the sizes of later logs.
"""

import os
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.store.logs import PHOTO, is_held

MOST_AT_ONCE: Final = 20
"""Maximum number of logs deleted at a time: each occupies the disk for a while, and a match may wait to be saved."""
END: Final = 4096
"""Bytes at the end of a log that are searched for its last line."""
PART: Final = 2
"""The divisor of the disk's size: logs may take at most 1 / `PART` of it, even if the configured limit is higher."""
OLDEST: Final = 500
"""The most old logs that are remembered; to delete more, the folder is scanned again."""
SUFFIX: Final = ".jsonl"
PICTURES: Final = (PHOTO, ".png", ".gif", ".mp4")
"""The ends of the names of a match's pictures and films, which count with its log and go with it."""


class LogFile(NamedTuple):
    """A log on the disk: its place in the order, its name in the folder, and its size in bytes.

    `number` grows from match to match, whatever the clock shows; among logs of one number the time of the last change
    decides (ns since 1970).
    """

    number: int
    changed_ns: int
    name: str
    size: int


NONE: Final = LogFile(-1, -1, "", 0)
"""Sorts before every log."""


class LogRetention:
    """The logs of one folder: their total size in bytes, and the oldest as candidates for deletion."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_known = False
        """Whether the scan is complete."""
        self._beyond = NONE
        self.forget()

    def forget(self) -> None:
        """Begin anew: the next scan is the first."""
        self.bytes = 0
        self.is_known = False
        self._oldest: list[LogFile] = []
        self._left: Iterator[os.DirEntry[str]] | None = None

    def scan(self, most: int, written: Mapping[str, int], number_of: Callable[[str], int]) -> None:
        """Scan up to `most` more entries of the folder; set `is_known` after the last.

        `number_of` returns the number of a match, by its name (`LogFile`).

        `written` maps the name of each open log to the size with which it was opened, which counts here; `grow` adds
        the rest when the log is finished.
        """
        if self._left is None:
            self._left = entries(self.folder)
        for _ in range(most):
            entry = next(self._left, None)
            if entry is None:
                self._settle()
                self.is_known = True
                self._left = None
                return
            if entry.name.endswith(PICTURES):
                self.bytes += size_of(entry)
            log = log_of(entry, number_of)
            if log is None:
                continue
            self.bytes += written.get(log.name, log.size)
            if log > self._beyond and log.name not in written:
                self._oldest.append(log)
        if len(self._oldest) > 2 * OLDEST:
            self._settle()

    def _settle(self) -> None:
        self._oldest.sort()
        del self._oldest[OLDEST:]

    def grow(self, size: int) -> None:
        """Add the `size` in bytes by which a log grew from its opening to its end."""
        self.bytes += size

    def tidy(self, most: int, keep: Collection[str]) -> list[Path]:
        """Delete the oldest logs until all take at most `most` bytes, `MOST_AT_ONCE` a call; return the deleted.

        `keep` are the names of matches whose logs stay. A log that the disk does not delete stays too. When all
        remembered logs have been tried and the size is still above the limit, a new scan is needed, which skips logs
        up to the last that stayed.
        """
        most = min(most, room(self.folder))
        gone: list[Path] = []
        while self._oldest and self.bytes > most and len(gone) < MOST_AT_ONCE:
            log = self._oldest.pop(0)
            path = self.folder / log.name
            if path.stem not in keep and deleted(path):
                gone.append(path)
                self.bytes -= log.size + delete_pictures(path)
            else:
                self._beyond = log
        if not self._oldest and self.bytes > most:
            self.forget()
        return gone


def deleted(path: Path) -> bool:
    """Delete a log with an outcome that no program is writing; return True if it has gone, even without this call."""
    try:
        if not has_outcome(path) or is_held(path):
            return False
        path.unlink()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def delete_pictures(log: Path) -> int:
    """Delete the pictures and films beside a log that has gone; return their size in bytes."""
    size = 0
    for end in PICTURES:
        path = log.with_name(log.stem + end)
        try:
            own = path.stat().st_size
            path.unlink()
        except OSError:  # there is none, or it stays
            continue
        size += own
    return size


def size_of(entry: os.DirEntry[str]) -> int:
    """Return the size of an entry in bytes; 0 if it has gone."""
    try:
        return entry.stat().st_size
    except OSError:
        return 0


def entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """Yield the entries of a folder in no order; none if it cannot be read."""
    try:
        with os.scandir(folder) as found:
            yield from found
    except OSError:
        return


def log_of(entry: os.DirEntry[str], number_of: Callable[[str], int]) -> LogFile | None:
    """Return the log of an entry; None if it is not a log or has gone."""
    if not entry.name.endswith(SUFFIX):
        return None
    try:
        stat = entry.stat()
    except OSError:
        return None
    number = number_of(entry.name.removesuffix(SUFFIX))
    return LogFile(number, stat.st_mtime_ns, entry.name, stat.st_size)


def room(folder: Path) -> int:
    """Return the most bytes that logs may take of their disk (1 / `PART`); 0 if its size is not known."""
    try:
        return shutil.disk_usage(folder).total // PART
    except OSError:
        return 0


def has_outcome(path: Path) -> bool:
    """Return whether a log's last line is an outcome: otherwise the match may be resumed. Raises OSError."""
    with path.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - END))
        lines = file.read().splitlines()
    return bool(lines) and b'"outcome":' in lines[-1]
