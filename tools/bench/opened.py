"""The child process of `full_store.py`: the real program on an existing data folder, and the waits of its users.

Prints one JSON object, in s of processor time of all threads together: ``start`` (to the first frame), ``menu`` (from
RIGHT on the title to its question), ``page`` (from the end of both seats' holding ACTION to the operator's page) and
``findings`` (from the same time to the doctor's findings). A pause of `PAUSE_NS` precedes each, so that the program's
own work after the start runs in parallel.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pygame

from cabinet.app import Cabinet, Start
from cabinet.config.file import data_folder
from cabinet.config.load import load_config
from cabinet.input.sources import find_sources
from cabinet.process.gc_tuning import calm
from cabinet.process.notify import Notifier
from cabinet.scenes.choice import Choice
from cabinet.scenes.operator import OperatorPage
from cabinet.scenes.stack import Scene
from cabinet.scenes.title import HOLD_NS, Title
from cabinet.screens.window import Reading, Window
from cabinet.store.store import DiskStore
from hardware.keyboard import KeyboardSource

PAUSE_NS = 500_000_000
KEYS = ("x", "i")
"""The keys of both seats' ACTION."""
LEAVE = "g"
"""The key of AMBER's CARD5."""
RIGHT = "v"
"""The key of AMBER's RIGHT."""
NAP_MS = 2
PATIENCE_NS = 60_000_000_000


class TimedWindow(Window):
    """The program's window; it presses keys, and records when each scene appears."""

    def __init__(
        self, size: tuple[int, int], keyboard: KeyboardSource, top: Callable[[], Scene[Any] | None]
    ) -> None:
        """`top` returns the scene on top."""
        super().__init__(size, fullscreen=False, keyboard=keyboard)
        self._source = keyboard
        self._top = top
        self._gives_up = time.monotonic_ns() + PATIENCE_NS
        self._plan = self._story()
        self._waits_until = 0
        self.first_ns = 0
        self.waited: dict[str, float] = {}
        self._begun = 0
        self._mark: float | None = None
        self._ends = False

    def set_margin(self, margin: float) -> bool:
        """See `WindowLike.set_margin`."""
        return not margin

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        """Show as the program's window does, and record the time of the first frame."""
        super().show(place, changed)
        if not self.first_ns:
            self.first_ns = time.monotonic_ns()
            self.waited["start"] = time.process_time()

    def wait(self, milliseconds: int) -> None:
        """Wait as the program's window does, but at most `NAP_MS`: the keys made here do not wake it."""
        super().wait(min(milliseconds, NAP_MS))

    def read(self, now: int) -> Reading:
        """Read as the program's window does, and press the plan's keys."""
        reading = super().read(now)
        if self._mark is None and now >= self._begun:
            self._mark = time.process_time()
        for name, is_seen in SEEN.items():
            if is_seen(self._top()):
                self.waited.setdefault(name, time.process_time() - (self._mark or 0))
        if self.first_ns and now >= self._waits_until:
            self._waits_until = now + next(self._plan, 0)
        assert now < self._gives_up, f"nobody has waited for {SEEN.keys() - self.waited.keys()} so long"
        return Reading(quits=self._ends or reading.quits, exposed=reading.exposed)

    def _story(self) -> Iterator[int]:
        yield PAUSE_NS
        yield from self._hold((RIGHT,), PAUSE_NS // 10)
        self._mark = time.process_time()
        yield from self._until("menu")
        yield PAUSE_NS
        yield from self._back_to_the_title()
        self._begun, self._mark = time.monotonic_ns() + HOLD_NS, None
        yield from self._hold(KEYS, HOLD_NS + PAUSE_NS)
        yield from self._until("findings")
        self._ends = True

    def _hold(self, keys: Sequence[str], hold_ns: int) -> Iterator[int]:
        for key in keys:
            self._source.feed(key, True, time.monotonic_ns())
        ends = time.monotonic_ns() + hold_ns
        while time.monotonic_ns() < ends:
            yield 0
        for key in keys:
            self._source.feed(key, False, time.monotonic_ns())

    def _until(self, name: str) -> Iterator[int]:
        while name not in self.waited:
            yield 0

    def _back_to_the_title(self) -> Iterator[int]:
        """Take the last answer, LEAVE."""
        yield from self._hold((LEAVE,), PAUSE_NS // 10)
        while not isinstance(self._top(), Title):
            yield 0
        yield PAUSE_NS


SEEN: Mapping[str, Callable[[Scene[Any] | None], bool]] = {
    "menu": lambda top: isinstance(top, Choice),
    "page": lambda top: isinstance(top, OperatorPage),
    "findings": lambda top: isinstance(top, OperatorPage) and top._findings is not None,
}
"""The test for the end of each wait."""


def main() -> None:
    """Run the program and print its figures."""
    calm()
    loaded = load_config(None, os.environ, Path.cwd())
    sources = find_sources(loaded.config.input)
    assert sources.keyboard is not None, "the bench is for machines without buttons on their header"
    window = TimedWindow(loaded.config.display.size, sources.keyboard, lambda: cabinet._stack.top)
    data = data_folder(loaded.config, os.environ)
    store = DiskStore(data, logs_bytes=loaded.config.data.logs_bytes)
    cabinet = Cabinet(loaded, data, sources, window, store, Notifier({}))
    cabinet.run(Start(seed=1))
    store.close()
    sys.stdout.write(json.dumps(window.waited) + "\n")


if __name__ == "__main__":
    main()
