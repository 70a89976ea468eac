"""Follows the files of events: yields each line once, in order, whatever the game does to the files meanwhile."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from cabinet.live.events import Line
from cabinet.live.spool import PRESENT

MOST_BYTES: Final = 4 * 1024 * 1024
"""What is read of a file at most: the game's are far smaller."""


class Follower:
    """Reads the lines that have been added since the last call."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / PRESENT
        self._file = (0, 0)
        self._offset = 0
        self.is_there = False
        """Whether the game writes events."""

    def read(self) -> tuple[bool, list[Line]]:
        """Return whether the file has begun anew, and the new lines; what is no line of events is left out."""
        try:
            with self._path.open("rb") as file:
                found = file.seek(0, 2), self._path.stat()
                size, inode = found[0], (found[1].st_dev, found[1].st_ino)
                is_new = inode != self._file or size < self._offset
                if is_new:
                    self._file, self._offset = inode, 0
                file.seek(self._offset)
                text = file.read(MOST_BYTES)
        except OSError:
            was_there, self.is_there = self.is_there, False
            self._file = (0, 0)
            return was_there, []
        self.is_there = True
        whole = text.rpartition(b"\n")[0]
        self._offset += len(whole) + 1 if whole else 0
        return is_new, list(lines_in(whole))


def lines_in(text: bytes) -> Iterator[Line]:
    """Yield the lines of events in a text."""
    decoder = msgspec.json.Decoder(Line)
    for line in text.splitlines():
        try:
            yield decoder.decode(line)
        except (msgspec.DecodeError, RecursionError):  # of another version, or not the game's
            continue
