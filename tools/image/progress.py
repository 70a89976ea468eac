"""One line a stage, with a bar of the whole build."""

import sys
from collections.abc import Mapping
from typing import Final, TextIO

WIDTH: Final = 24


def bar(share: float, width: int = WIDTH) -> str:
    """A bar for a share between 0 and 1."""
    full = round(max(0.0, min(1.0, share)) * width)
    return "#" * full + "-" * (width - full)


class Progress:
    """The line of the stage that is at work; on a terminal it is drawn anew in place."""

    def __init__(self, shares: Mapping[str, float], words: Mapping[str, str], stream: TextIO | None = None) -> None:
        """`shares`: how much of the build each stage is, in the order of the build; `words`: what a line says."""
        self._shares = shares
        self._words = words
        self._stream = stream or sys.stderr
        self._stage = ""
        self._last = ""
        self._done = 0.0

    def begin(self, stage: str) -> None:
        """A stage is looked for, or made."""
        self._stage = stage
        self._show(0.0, "\r" if self._stream.isatty() else "\n")

    def at(self, share: float) -> None:
        """So much of the stage is done; shown on a terminal only."""
        if self._stream.isatty():
            self._show(share, "\r")

    def end(self) -> None:
        """The stage is there."""
        if self._stream.isatty():
            self._show(1.0, "\n")
        self._done += self._shares[self._stage]

    def _show(self, share: float, end: str) -> None:
        whole = sum(self._shares.values())
        part = (self._done + share * self._shares[self._stage]) / whole
        line = f"[{bar(part)}] {round(100 * part):3d} %  {self._words[self._stage]}"
        if line != self._last or end == "\n":
            self._stream.write(f"{line:<100}".rstrip() + end if end == "\n" else f"{line:<100}{end}")
            self._stream.flush()
        self._last = line
