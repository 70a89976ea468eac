"""The child process of `full_store.py`: the real program on an existing data folder, and the waits of its users.

Prints one JSON object, in s of processor time of all threads together: ``start`` (to the first frame), ``menu`` (from
RIGHT on the title to its question), ``page`` (from the end of both seats' holding ACTION to the operator's page) and
``findings`` (from the same time to the doctor's findings). A pause of `PAUSE_NS` precedes each, so that the program's
own work after the start runs in parallel.
"""

import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import pygame

from cabinet.scenes.choice import Choice
from cabinet.scenes.operator import OperatorPage
from cabinet.scenes.stack import Scene
from cabinet.scenes.title import HOLD_NS, Title
from cabinet.screens.window import Reading
from hardware.keyboard import KeyboardSource
from tools.bench.scripted import ScriptedWindow, Size, Top, run

PAUSE_NS = 500_000_000
KEYS = ("x", "i")
"""The keys of both seats' ACTION."""
LEAVE = "g"
"""The key of AMBER's CARD5."""
RIGHT = "v"
"""The key of AMBER's RIGHT."""
NAP_MS = 2
PATIENCE_NS = 60_000_000_000


class TimedWindow(ScriptedWindow):
    """The program's window; it presses keys, and records when each scene appears."""

    def __init__(self, size: Size, keyboard: KeyboardSource, top: Top) -> None:
        super().__init__(size, keyboard, top)
        self._gives_up = time.monotonic_ns() + PATIENCE_NS
        self._plan = self._story()
        self._waits_until = 0
        self.waited: dict[str, float] = {}
        self._begun = 0
        self._mark: float | None = None
        self._ends = False

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        """Show as the program's window does, and record the time of the first frame."""
        super().show(place, changed)
        self.waited.setdefault("start", time.process_time())

    def wait(self, milliseconds: int) -> None:
        """Wait as the program's window does, but at most `NAP_MS`: the keys made here do not wake it."""
        super().wait(min(milliseconds, NAP_MS))

    def read(self, now: int) -> Reading:
        """Read as the program's window does, and press the plan's keys."""
        reading = super().read(now)
        if self._mark is None and now >= self._begun:
            self._mark = time.process_time()
        for name, is_seen in SEEN.items():
            if is_seen(self.top()):
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
            self.source.feed(key, True, time.monotonic_ns())
        ends = time.monotonic_ns() + hold_ns
        while time.monotonic_ns() < ends:
            yield 0
        for key in keys:
            self.source.feed(key, False, time.monotonic_ns())

    def _until(self, name: str) -> Iterator[int]:
        while name not in self.waited:
            yield 0

    def _back_to_the_title(self) -> Iterator[int]:
        """Take the last answer, LEAVE."""
        yield from self._hold((LEAVE,), PAUSE_NS // 10)
        while not isinstance(self.top(), Title):
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
    window = run(TimedWindow)
    sys.stdout.write(json.dumps(window.waited) + "\n")


if __name__ == "__main__":
    main()
