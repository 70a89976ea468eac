"""The child process of `program.py`: the real program with a measuring window, first idle, then at the table.

``python -m tools.bench.first_frame 800x480`` prints one JSON object: ``first_frame_ns`` (CLOCK_MONOTONIC),
``idle_draws``, ``idle_share`` (processor time to wall time), ``memory_mb`` (peak resident memory); in ms of processor
time of all threads, ``answer_ms`` from ACTION at the title to the first changed frame, ``page_ms`` from its release,
which leads on, to the frame of the page behind it. The idle phase begins only after the sound files are read: a thread
does that after the first frame.
"""

import json
import sys
import threading
import time
from collections.abc import Sequence

import pygame

from cabinet.scenes.ready import GettingReady
from cabinet.screens.window import Reading
from hardware.keyboard import KeyboardSource
from tools.bench.report import memory_mb
from tools.bench.scripted import ScriptedWindow, Size, Top, run

IDLE_NS = 2_000_000_000
SETTLE_NS = 500_000_000
TABLE_NS = 4_000_000_000
KEY_NS = 150_000_000
ACTION = "x"
"""The key of AMBER's ACTION."""


class WatchedWindow(ScriptedWindow):
    """The program's window; after an idle phase it presses ACTION until a match runs, and closes later."""

    def __init__(self, size: Size, keyboard: KeyboardSource, top: Top) -> None:
        super().__init__(size, keyboard, top)
        self._down = False
        self._next_key = 0
        self.draws = 0
        self.idle_from: tuple[int, int, float] | None = None
        self.idle_to: tuple[int, int, float] | None = None
        self.waits: dict[str, float] = {}
        self._pressed = self._released = 0.0

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        """Show as the program's window does, and count it."""
        super().show(place, changed)
        self.draws += 1
        if self._pressed:
            self.waits.setdefault("answer_ms", 1000 * (time.process_time() - self._pressed))
        if self._released and isinstance(self.top(), GettingReady):
            self.waits.setdefault("page_ms", 1000 * (time.process_time() - self._released))

    def read(self, now: int) -> Reading:
        """Read as the program's window does, and press the script's keys."""
        reading = super().read(now)
        age = now - self.first_ns if self.first_ns else 0
        if self.idle_from is None:
            if age > SETTLE_NS and not reads_sounds():
                self.idle_from = (now, self.draws, time.process_time())
            return reading
        if now - self.idle_from[0] > IDLE_NS:
            self.idle_to = self.idle_to or (now, self.draws, time.process_time())
            self._tap(now)
        return Reading(quits=now - self.idle_from[0] > IDLE_NS + TABLE_NS, exposed=reading.exposed)

    def _tap(self, now: int) -> None:
        if now >= self._next_key:
            self._down = not self._down
            self.source.feed(ACTION, self._down, now)
            self._pressed = self._pressed or time.process_time()
            self._released = self._released or (0.0 if self._down else time.process_time())
            self._next_key = now + KEY_NS


def reads_sounds() -> bool:
    """Return whether the thread that reads the sound files (`cabinet.audio.player`) still runs."""
    return any(thread.name == "sounds" for thread in threading.enumerate())


def main() -> None:
    """Run the program and print its figures."""
    width, _, height = sys.argv[1].partition("x")
    window = run(WatchedWindow, (int(width), int(height)))
    assert window.idle_from is not None and window.idle_to is not None
    wall = (window.idle_to[0] - window.idle_from[0]) / 1e9
    figures = {
        "first_frame_ns": window.first_ns,
        "idle_draws": window.idle_to[1] - window.idle_from[1],
        "idle_share": (window.idle_to[2] - window.idle_from[2]) / wall,
        "memory_mb": memory_mb("VmHWM"),
        **window.waits,
    }
    sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main()
