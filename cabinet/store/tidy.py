"""Deletion of match logs: the oldest are deleted when room runs out, and some never.

Never goes the log of a match that came to no outcome, one that somebody writes, or one with a race among the closest.

There are ten thousand and more of them, and nobody may wait while they are looked through: `Shelf` does that once, a
part at a time, remembers how much they take and which are the oldest, and is given the sizes of later ones.
"""

import os
import shutil
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.store.files import is_held

MOST_AT_ONCE: Final = 20
"""Maximum number of logs deleted at a time: each occupies the disk for a while, and a match may wait to be saved."""
END: Final = 4096
"""Bytes at the end of a log that are searched for its last line."""
PART: Final = 2
"""Whatever room logs are given, it is at most one part of so many of their disk."""
OLDEST: Final = 500
"""So many of the oldest logs are remembered at most; where more are to go the folder is looked through again."""
SUFFIX: Final = ".jsonl"


class LogFile(NamedTuple):
    """A log on the disk: when it was written to last (ns since 1970), its name in the folder, and its bytes."""

    changed_ns: int
    name: str
    size: int


NONE: Final = LogFile(-1, "", 0)
"""Older than any."""


class Shelf:
    """The logs of one folder: how many bytes they take, and the oldest of them that may go."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.is_known = False
        """Whether all logs have been looked at."""
        self._beyond = NONE
        self._begin()

    def _begin(self) -> None:
        self.bytes = 0
        self.is_known = False
        self._oldest: list[LogFile] = []
        self._left: Iterator[os.DirEntry[str]] | None = None

    def look(self, most: int, written: Mapping[str, int]) -> None:
        """Look at `most` more logs of the folder; `is_known` says whether those were the last.

        Of a log that is being `written` only the bytes that it began with count; `grow` tells of the others.
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
            log = log_of(entry)
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
        """A log was finished, and is so many bytes longer than when it began."""
        self.bytes += size

    def tidy(self, most: int, keep: Collection[str]) -> list[Path]:
        """Delete the oldest logs until all take at most `most` bytes, some at a time; returns which went.

        `keep` are the names of matches whose logs stay. A disk that does not let a log go keeps it. One that stayed
        is not asked again before the folder is looked through anew: that is, where all that are known have been asked.
        """
        most = min(most, room(self.folder))
        gone: list[Path] = []
        while self._oldest and self.bytes > most and len(gone) < MOST_AT_ONCE:
            log = self._oldest.pop(0)
            path = self.folder / log.name
            if path.stem not in keep and went(path):
                gone.append(path)
                self.bytes -= log.size
            else:
                self._beyond = log
        if not self._oldest and self.bytes > most:
            self._begin()
        return gone


def tidy(folder: Path, most: int, keep: Collection[str]) -> list[Path]:
    """Look through all of a folder at once, and delete as `Shelf.tidy` does."""
    shelf = Shelf(folder)
    while not shelf.is_known:
        shelf.look(OLDEST, {})
    return shelf.tidy(most, keep)


def went(path: Path) -> bool:
    """Delete a log, if it may go and the disk lets it; one that has gone already counts as well."""
    try:
        if not has_outcome(path) or is_held(path):
            return False
        path.unlink()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return True


def entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """What is in a folder, in no order; nothing where it cannot be looked into."""
    try:
        with os.scandir(folder) as found:
            yield from found
    except OSError:
        return


def log_of(entry: os.DirEntry[str]) -> LogFile | None:
    """A log as the disk has it; None for what is none, or has gone."""
    if not entry.name.endswith(SUFFIX):
        return None
    try:
        stat = entry.stat()
    except OSError:
        return None
    return LogFile(stat.st_mtime_ns, entry.name, stat.st_size)


def room(folder: Path) -> int:
    """Return the most bytes that logs may take of their disk, even if they are given more room."""
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
