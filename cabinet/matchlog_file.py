"""The match log on disk: a line as soon as it is final, flushed, so that a power cut costs no more than a line.

What the lines say is the engine's business (`engine.record`, `docs/match-log.md`); here are only names, folders
and files.
"""

import time
from collections.abc import Iterable
from pathlib import Path
from typing import TextIO

from cabinet.errors import LogFileError
from cabinet.words import word

FOLDER = "matches"
"""Under the data folder."""


class MatchLogFile:
    """A log that is being written."""

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


def begin_log(folder: Path, game: str, seed: int, when: time.struct_time) -> MatchLogFile:
    """A new, empty log under the data folder, named by the moment, the game and the seed.

    Raises LogFileError when there can be none.
    """
    name = f"{time.strftime('%Y-%m-%dT%H-%M-%S', when)}-{game}-{seed}"
    path = folder / FOLDER / f"{name}.jsonl"
    if path.exists():
        return begin_log(folder, game, seed, time.localtime(time.mktime(when) + 1))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return MatchLogFile(path, path.open("x", encoding="utf-8", newline="\n"))
    except OSError as problem:
        raise LogFileError(word("log.unwritable", path=path, reason=problem.strerror)) from problem


def read_log(path: Path) -> bytes:
    """The bytes of a log. Raises LogFileError for one that cannot be read."""
    try:
        return path.read_bytes()
    except OSError as problem:
        raise LogFileError(word("log.unreadable", path=path, reason=problem.strerror)) from problem


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
