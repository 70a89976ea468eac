"""Deletion of match logs: the oldest are deleted when room runs out, and some never.

Three kinds of log are never deleted: the log of a match without an outcome, a log that a program is writing, and a log
with a race among the closest.
"""

import os
import shutil
from collections.abc import Collection
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.store.files import is_held

MOST_AT_ONCE: Final = 20
"""Maximum number of logs deleted at a time: each occupies the disk for a while, and a match may wait to be saved."""
END: Final = 4096
"""Bytes at the end of a log that are searched for its last line."""
PART: Final = 2
"""Logs use at most the disk's size divided by this, even if they are given more room."""


class LogFile(NamedTuple):
    """A log on the disk: the time of its last change (ns since 1970), and its size in bytes."""

    changed_ns: int
    path: Path
    size: int


def tidy(folder: Path, most: int, keep: Collection[str]) -> list[Path]:
    """Delete the oldest logs in a folder until all take at most `most` bytes, some at a time; return the deleted.

    `keep` are the names of matches whose logs stay. A log that the disk cannot delete stays.
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
    """Delete a log if it may be deleted; return whether it was."""
    try:
        if not has_outcome(path) or is_held(path):
            return False
        path.unlink()
    except OSError:
        return False
    return True


def logs_in(folder: Path) -> list[LogFile]:
    """Return every log, the oldest first."""
    found = []
    for path in folder.glob("*.jsonl"):
        try:
            stat = path.stat()
        except OSError:
            continue
        found.append(LogFile(stat.st_mtime_ns, path, stat.st_size))
    return sorted(found)


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
