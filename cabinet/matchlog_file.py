"""The match log on disk: its names and folders, and one that is written at once.

What the lines say is the engine's business (`engine.record`, `docs/match-log.md`). A cabinet's logs are written by the
store's own thread (`cabinet.store`), which also makes them safe from a power cut; the ones that are made here flush
every line, and wait for the disk.
"""

import time
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Protocol, TextIO

from cabinet.errors import LogFileError
from cabinet.plainfile import read_plain
from cabinet.words import word

FOLDER = "matches"
"""Under the data folder."""

MOST_BYTES = 100_000_000
"""A log larger than that is none: a match writes some 100 bytes for each play."""


class MatchLog(Protocol):
    """A log that is being written."""

    @property
    def path(self) -> Path:
        """Where it lies."""

    def write(self, lines: Iterable[str]) -> None:
        """Add lines, each without its end."""

    def close(self) -> None:
        """Nothing follows any more."""


class MatchLogFile:
    """A log that is written line by line, at once."""

    def __init__(self, path: Path, file: TextIO) -> None:
        self.path = path
        self._file = file

    def write(self, lines: Iterable[str]) -> None:
        """Add lines, each without its end. Raises LogFileError when the disk does not take them."""
        try:
            for line in lines:
                self._file.write(f"{line}\n")
            self._file.flush()
        except OSError as problem:
            raise LogFileError(word("log.unwritable", path=self.path, reason=problem.strerror)) from problem

    def close(self) -> None:
        """Close the file; nothing can be written any more."""
        self._file.close()


def log_path(
    folder: Path, game: str, seed: int, when: time.struct_time, taken: Collection[Path] = ()
) -> Path:
    """A path under the data folder that no log has yet, nor any of `taken`: the moment, the game, the seed."""
    name = f"{time.strftime('%Y-%m-%dT%H-%M-%S', when)}-{game}-{seed}"
    path = folder / FOLDER / f"{name}.jsonl"
    if path in taken or is_there(path):
        return log_path(folder, game, seed, time.localtime(time.mktime(when) + 1), taken)
    return path


def is_there(path: Path) -> bool:
    """Whether there is a file of that path; one in a folder that cannot be looked into is none."""
    try:
        return path.exists()
    except OSError:
        return False


def begin_log(folder: Path, game: str, seed: int, when: time.struct_time) -> MatchLogFile:
    """A new, empty log under the data folder. Raises LogFileError when there can be none."""
    path = log_path(folder, game, seed, when)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return MatchLogFile(path, path.open("x", encoding="utf-8", newline="\n"))
    except OSError as problem:
        raise LogFileError(word("log.unwritable", path=path, reason=problem.strerror)) from problem


def read_log(path: Path) -> bytes:
    """The bytes of a log. Raises LogFileError for one that cannot be read."""
    try:
        return read_plain(path, MOST_BYTES)
    except OSError as problem:
        raise LogFileError(word("log.unreadable", path=path, reason=problem.strerror)) from problem


def length_of(data: bytes, lines: int) -> int:
    """How many bytes of a log's `data` its first `lines` lines take, whatever their ends."""
    return sum(len(line) + 1 for line in data.split(b"\n", lines)[:lines])


def continue_log(path: Path, length: int) -> MatchLogFile:
    """The log at `path` once more, cut to its first `length` bytes and open for the lines that follow.

    Raises LogFileError when it cannot be written.
    """
    try:
        with path.open("rb+") as file:
            file.truncate(length)
        return MatchLogFile(path, path.open("a", encoding="utf-8", newline="\n"))
    except OSError as problem:
        raise LogFileError(word("log.unwritable", path=path, reason=problem.strerror)) from problem
