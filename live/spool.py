"""Follows the files of events: yields each line once, in order, whatever the game does to the files meanwhile.

`Past` keeps what readers of the stream have missed, and knows which lines only repeat how things stand.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import msgspec

from cabinet.live.events import Begun, Bracket, Event, Hello, Idle, Line, Queue, Ready, Score
from cabinet.live.spool import EARLIER, PRESENT

MOST_BYTES: Final = 4 * 1024 * 1024
"""What is read of a file at most: the game's are far smaller."""
HEAD: Final = 32
"""The beginning of a file that tells it from another, bytes: its first line's number, and when that was written."""
NO_FILE: Final = (0, 0, b"")


class Follower:
    """Reads the lines that have been added since the last call."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / PRESENT
        self._earlier = folder / EARLIER
        self._file = NO_FILE
        self._offset = 0
        self.is_there = False
        """Whether the game writes events."""

    def read(self) -> tuple[bool, list[Line]]:
        """Return whether the file has begun anew, and the new lines; what is no line of events is left out.

        What had not been read of a file when another took its place comes first, by itself.
        """
        try:
            with self._path.open("rb") as file:
                found = identity(file)
                if not found[2]:  # made a moment ago, and nothing written yet
                    return False, []
                is_new = found != self._file or os.fstat(file.fileno()).st_size < self._offset
                if is_new and (rest := self._rest()):
                    return False, rest
                if is_new:
                    self._file, self._offset = found, 0
                lines = self._lines(file)
        except OSError:
            was_there, self.is_there = self.is_there, False
            self._file = NO_FILE
            return was_there, []
        self.is_there = True
        return is_new, lines

    def _rest(self) -> list[Line]:
        """Return what has not been read of the file that is the earlier one now."""
        try:
            with self._earlier.open("rb") as file:
                return self._lines(file) if identity(file) == self._file else []
        except OSError:
            return []

    def _lines(self, file: BinaryIO) -> list[Line]:
        """Return the whole lines that have been added to a file."""
        file.seek(self._offset)
        whole = file.read(MOST_BYTES).rpartition(b"\n")[0]
        self._offset += len(whole) + 1 if whole else 0
        return list(lines_in(whole))


def identity(file: BinaryIO) -> tuple[int, int, bytes]:
    """Return what tells a file from another of its name: a new one may get the number of one that was removed."""
    about = os.fstat(file.fileno())
    return about.st_dev, about.st_ino, file.read(HEAD)


def lines_in(text: bytes) -> Iterator[Line]:
    """Yield the lines of events in a text."""
    decoder = msgspec.json.Decoder(Line)
    for line in text.splitlines():
        try:
            yield decoder.decode(line)
        except (msgspec.DecodeError, RecursionError):  # of another version, or not the game's
            continue


class Told(NamedTuple):
    """A line as the stream tells it: its number, its block, and whether it only repeats how things stood."""

    number: int
    block: bytes
    is_repeated: bool


class Past:
    """The lines of the present file and of the one before it, for readers of the stream that come, or come back.

    A file begins by repeating how things stand: who has been there before is not told that again.
    """

    def __init__(self) -> None:
        self._run = ""
        self._earlier: list[Told] = []
        self._present: list[Told] = []
        self._stands: dict[str, Event] = {}

    def begin(self) -> None:
        """Another file begins."""
        self._earlier, self._present = self._present, []

    def clear(self) -> None:
        """Nothing is told any more."""
        self._earlier, self._present = [], []

    def add(self, line: Line) -> bytes | None:
        """Take up a line; return its block, None if it says nothing new to whoever has read the lines before it."""
        event, subject = line.event, subject_of(line.event)
        if isinstance(event, Hello) and event.run != self._run:
            self._run, self._earlier, self._stands = event.run, [], {}
        is_repeated = subject is not None and self._stands.get(subject) == event
        if subject is not None:
            self._stands[subject] = event
        block = f"id: {self._id_of_run()}{line.n}\ndata: ".encode() + msgspec.json.encode(line) + b"\n\n"
        self._present.append(Told(line.n, block, is_repeated))
        return None if is_repeated else block

    def after(self, last: str) -> list[bytes]:
        """Return what the reader missed that has read the line with this id last.

        That is all of the present file where the id is "", of another run, or older than the two files.
        """
        beginning = self._id_of_run()
        number = last.removeprefix(beginning)
        lines = [*self._earlier, *self._present]
        if last.startswith(beginning) and number.isascii() and number.isdigit() and lines:
            since = int(number)
            if since >= lines[0].number - 1:
                return [told.block for told in lines if told.number > since and not told.is_repeated]
        return [told.block for told in self._present]

    def _id_of_run(self) -> str:
        """Return what the ids of the run's lines begin with."""
        return f"{self._run}-" if self._run.isascii() and self._run.isalnum() else "-"


def subject_of(event: Event) -> str | None:
    """Return of what an event says how it stands from then on; None for one that tells what has happened."""
    match event:
        case Hello():
            return "house"
        case Idle() | Ready() | Begun():
            return "place"
        case Score():
            return "score"
        case Queue():
            return "queue"
        case Bracket():
            return "bracket"
        case _:
            return None
