"""Reads what the game lays beside the events: the boards, and the logs of the last matches."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from cabinet.live.boards import BOARDS, LOGS, VERSION, Boards

MOST_BYTES: Final = 1024 * 1024
"""What is read of a file at most: the game's are smaller."""
PIECE: Final = 32 * 1024
"""What is held of a log at once for each reader."""


class Shelf:
    """The boards as they were read last, and the logs that are there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen = (0, 0)
        self.boards = Boards()

    def look(self) -> bool:
        """Read the boards if they have been written anew; return whether they have changed."""
        before = self.boards
        try:
            found = (self._folder / BOARDS).stat()
            if (found.st_ino, found.st_mtime_ns) == self._seen:
                return False
            self._seen = found.st_ino, found.st_mtime_ns
            with (self._folder / BOARDS).open("rb") as file:
                told = msgspec.json.decode(file.read(MOST_BYTES), type=Boards)
            self.boards = told if told.version == VERSION else Boards()
        except (OSError, msgspec.DecodeError, RecursionError):  # not there, or not the game's
            self.boards = Boards()
        return self.boards != before

    def has_log(self, match: str) -> bool:
        """Return whether the log of a match can be read."""
        return match.isascii() and match.isdigit() and (self._folder / LOGS / f"{match}.jsonl").is_file()

    def log(self, match: str) -> "Iterator[bytes] | None":
        """Return the pieces of a match's log; None without one, whatever the name is."""
        if not self.has_log(match):
            return None
        try:
            file = os.open(self._folder / LOGS / f"{match}.jsonl", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return None
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            return None
        return _pieces(os.fdopen(file, "rb"))


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    with file:
        while piece := file.read(PIECE):
            yield piece
