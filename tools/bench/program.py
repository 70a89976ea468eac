"""The program as a process: from its start to the first frame, its work while nobody plays, its answers, its memory.

It is the real program, with SDL's dummy video driver and a window that presses the keys of a script: first idle, then
at the table. It runs in a child process: ``python -m tools.bench.program 800x480`` prints one JSON object:
``first_frame_ns`` (CLOCK_MONOTONIC), ``idle_draws``, ``idle_share`` (processor time to wall time), ``memory_mb`` (peak
resident memory); in ms of processor time of all threads, ``answer_ms`` from ACTION at the title to the first changed
frame, ``page_ms`` from its release, which leads on, to the frame of the page behind it. The idle phase begins only
after the sound files are read: a thread does that after the first frame.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pygame
from msgspec.structs import replace

from cabinet.app import Cabinet, Start
from cabinet.config.file import data_folder
from cabinet.config.load import load_config
from cabinet.input.sources import find_sources
from cabinet.process.gc_tuning import calm
from cabinet.process.notify import Notifier
from cabinet.scenes.ready import GettingReady
from cabinet.scenes.stack import Scene
from cabinet.screens.window import Reading, Window
from cabinet.store.store import DiskStore
from hardware.keyboard import KeyboardSource
from tools.bench.report import Bench, Row, memory_mb, percentile

RUNS = 5
MOST_IDLE = 0.04
"""The share of a core that the title may take while nobody plays."""
PAGES_MS = {"800x480": 150, "1280x720": 250}
"""By the size of the screen, within which time the page behind ACTION at the title is there, ms."""
IDLE_NS = 2_000_000_000
SETTLE_NS = 500_000_000
TABLE_NS = 4_000_000_000
KEY_NS = 150_000_000
ACTION = "x"
"""The key of AMBER's ACTION."""

Size: TypeAlias = tuple[int, int]
Top: TypeAlias = Callable[[], Scene[Any] | None]
"""Returns the scene on top."""


def child(home: str, compiled: str, size: str) -> dict[str, float]:
    """Run the program on its data below `home`; return the figures that it prints.

    `compiled` is the folder for the modules' bytecode: from the second start on it is filled, as on every machine where
    the program was installed, or was started before.
    """
    environ = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPYCACHEPREFIX": compiled}
    environ |= dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), home)
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", "tools.bench.program", size]
    told = subprocess.run(command, env=environ, capture_output=True, text=True, check=True, timeout=120)
    figures: dict[str, float] = json.loads(told.stdout.splitlines()[-1])
    return figures


def started(compiled: str, size: str) -> dict[str, float]:
    """Start the program once; return its figures, and ``start_s``, measured from before the process."""
    with tempfile.TemporaryDirectory() as home:
        begun = time.monotonic_ns()
        figures = child(home, compiled, size)
    return {**figures, "start_s": (figures["first_frame_ns"] - begun) / 1e9}


def run() -> Sequence[Row]:
    """Return the rows of start-up, idling and memory."""
    with tempfile.TemporaryDirectory() as compiled:
        first, *runs = [started(compiled, "800x480") for _ in range(1 + RUNS)]
        answers = {size: started(compiled, size) for size in PAGES_MS}
    start = percentile([each["start_s"] for each in runs], 50)
    share = percentile([each["idle_share"] for each in runs], 50)
    draws = max(each["idle_draws"] for each in runs)
    memory = percentile([each["memory_mb"] for each in runs], 50)
    return [
        Row("start of the process to first frame", f"{start:.2f} s", f"median of {RUNS}"),
        Row("the very first start", f"{first['start_s']:.2f} s", "every module is compiled"),
        Row("idle at the title: frames drawn", f"{draws:.0f}", "in 2 s: the discs glow, the tape runs"),
        Row("idle at the title: processor", f"{share:.1%}", "of one core; SDL is asked every ms", share < MOST_IDLE),
        Row("memory at the table", f"{memory:.0f} MB", "resident, at most"),
        *(row for size, figures in answers.items() for row in _answers(size, figures)),
    ]


def _answers(size: str, figures: dict[str, float]) -> Sequence[Row]:
    """Return the rows of ACTION at the title: its light, and the page behind it."""
    return [
        Row(f"ACTION at the title to its light, {size}", f"{figures['answer_ms']:.1f} ms", "processor, all threads"),
        Row(
            f"ACTION at the title to the page behind it, {size}", f"{figures['page_ms']:.0f} ms",
            f"asked: {PAGES_MS[size]} ms", figures["page_ms"] <= PAGES_MS[size],
        ),
    ]  # fmt: skip


BENCH = Bench("program", run)


# The child process


class WatchedWindow(Window):
    """The program's window; after an idle phase it presses ACTION until a match runs, and closes later."""

    def __init__(self, size: Size, keyboard: KeyboardSource, top: Top) -> None:
        super().__init__(size, fullscreen=False, keyboard=keyboard)
        self.source = keyboard
        self.top = top
        self.first_ns = 0
        """When its first frame was shown; 0 before."""
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
        self.first_ns = self.first_ns or time.monotonic_ns()
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


def watched(size: Size) -> WatchedWindow:
    """Run the program with such a window; return it."""
    calm()
    loaded = load_config(None, os.environ, Path.cwd())
    display = replace(loaded.config.display, size=size)
    loaded = replace(loaded, config=replace(loaded.config, display=display))
    sources = find_sources(loaded.config.input)
    assert sources.keyboard is not None, "the bench is for machines without buttons on their header"
    window = WatchedWindow(loaded.config.display.size, sources.keyboard, lambda: cabinet._stack.top)
    data = data_folder(loaded.config, os.environ)
    store = DiskStore(data, logs_bytes=loaded.config.data.logs_bytes)
    cabinet = Cabinet(loaded, data, sources, window, store, Notifier({}))
    cabinet.run(Start(seed=1))
    store.close()
    return window


def reads_sounds() -> bool:
    """Return whether the thread that reads the sound files (`cabinet.audio.player`) still runs."""
    return any(thread.name == "sounds" for thread in threading.enumerate())


def main() -> None:
    """Run the program and print its figures."""
    width, _, height = sys.argv[1].partition("x")
    window = watched((int(width), int(height)))
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
