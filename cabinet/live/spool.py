"""The files that the events are written into: at most two, in memory, the oldest lines dropped first.

A line is written whole or not at all, and nothing is waited for: the folder lies in a file system in memory, where a
write takes some microseconds. Whoever reads follows ``events.jsonl`` by its size, and begins anew when it is another
file (`live.spool`).
"""

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from cabinet.live.events import Event, Line

PRESENT: Final = "events.jsonl"
EARLIER: Final = "events.1.jsonl"
MOST_BYTES: Final = 256 * 1024
"""The size of a file from which on the next line begins another: some thousand lines, several hours of play."""
FOLDER: Final = "live"


def folder_in(environ: Mapping[str, str]) -> Path | None:
    """Return where the events lie: in the service's runtime folder, or the user's; None without a folder in memory."""
    runtime = environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if runtime:
        return Path(runtime) / FOLDER
    own = environ.get("XDG_RUNTIME_DIR", "")
    return Path(own) / "photofinish" / FOLDER if own else None


class Spool:
    """Writes events into a folder, which others may read and nobody else may write."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time.time) -> None:
        """`clock` returns the time, s since 1970."""
        self.folder = folder
        self._clock = clock
        self._encoder = msgspec.json.Encoder()
        self._number = 0
        self._size = 0
        self.dropped = 0
        """The number of lines that could not be written: the folder is gone, or its file system is full."""

    def write(self, event: Event, first: Callable[[], Sequence[Event]]) -> None:
        """Write an event; `first` returns what a new file begins with, so that each can be read by itself."""
        try:
            if self._size and self._size < MOST_BYTES:
                self._append(event)
                return
            present = first()
            self._begin([*present, *(() if event in present else (event,))])
        except OSError:
            self.dropped += 1
            self._size = 0

    def remove(self) -> None:
        """Remove the files, and the folder if nothing else is in it: whoever follows sees that nothing is told here."""
        try:
            for name in (PRESENT, EARLIER):
                (self.folder / name).unlink(missing_ok=True)
            self.folder.rmdir()
        except OSError:  # never made, or not empty
            pass
        self._size = 0

    def _begin(self, events: Sequence[Event]) -> None:
        """Keep the present file as the earlier one, and begin another with these events."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self.folder.chmod(0o755)
        path = self.folder / PRESENT
        if path.exists():
            path.replace(self.folder / EARLIER)
        path.touch(mode=0o644)
        path.chmod(0o644)
        self._size = 0
        for event in events:
            self._append(event)

    def _append(self, event: Event) -> None:
        self._number += 1
        line = self._encoder.encode(Line(self._number, round(self._clock() * 1000), event)) + b"\n"
        with (self.folder / PRESENT).open("ab", buffering=0) as file:
            if file.write(line) != len(line):
                raise OSError("the file system is full")
        self._size += len(line)
