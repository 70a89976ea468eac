"""Match logs are kept as long as there is room for them: the oldest go first, and some never.

Never goes the log of a match that came to no outcome, one that somebody writes, or one with a race among the closest.
"""

import os
import shutil
from collections.abc import Collection
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.store.files import is_held

MOST_AT_ONCE: Final = 20
"""So many logs go at a time: each takes the disk a while, and a match may be waiting to be saved."""
END: Final = 4096
"""Bytes of a log in which its last line is looked for."""
PART: Final = 2
"""Whatever room logs are given, it is at most one part of so many of their disk."""


class LogFile(NamedTuple):
    """A log on the disk: when it was written to last (ns since 1970), and its bytes."""

    changed_ns: int
    path: Path
    size: int


def tidy(folder: Path, most: int, keep: Collection[str]) -> list[Path]:
    """Delete the oldest logs in a folder until all take at most `most` bytes, some at a time; returns which went.

    `keep` are the names of matches whose logs stay. A disk that does not let a log go keeps it.
    """
    logs = logs_in(folder)
    over = sum(log.size for log in logs) - min(most, room(folder))
    gone: list[Path] = []
    for log in logs:
        if over <= 0 or len(gone) == MOST_AT_ONCE:
            break
        if log.path.stem not in keep and went(log.path):
            gone.append(log.path)
            over -= log.size
    return gone


def went(path: Path) -> bool:
    """Delete a log, if it may go and the disk lets it."""
    try:
        if not has_outcome(path) or is_held(path):
            return False
        path.unlink()
    except OSError:
        return False
    return True


def logs_in(folder: Path) -> list[LogFile]:
    """Every log, the oldest first."""
    found = []
    for path in folder.glob("*.jsonl"):
        try:
            stat = path.stat()
        except OSError:
            continue
        found.append(LogFile(stat.st_mtime_ns, path, stat.st_size))
    return sorted(found)


def room(folder: Path) -> int:
    """The most bytes that logs may take of their disk, whatever they are given."""
    try:
        return shutil.disk_usage(folder).total // PART
    except OSError:
        return 0


def has_outcome(path: Path) -> bool:
    """Whether a log's last line is an outcome: else somebody may want to go on with it. Raises OSError."""
    with path.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - END))
        lines = file.read().splitlines()
    return bool(lines) and b'"outcome":' in lines[-1]
