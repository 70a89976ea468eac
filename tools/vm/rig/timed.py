"""The installed program with its times noted: `python -m tools.vm.rig.timed play --fullscreen`.

It does what `photofinish` with these words does. When it ends it leaves `FILE` in its runtime folder, all in ns: of
each press of a button the time from the kernel's stamp until the scene has taken it (`presses`: in a match it is
decided then), of each frame the time from the look at the buttons that led to it until it was shown (`frames`), of each
round of the loop what it took of the processor (`stretches`).
"""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from time import thread_time_ns
from typing import Final
from unittest.mock import patch

import pygame

from cabinet.cli import main
from cabinet.loop import Loop
from cabinet.scenes.stack import SceneStack
from cabinet.screens.window import Window
from engine.panel import Press
from hardware.clock import monotonic_ns

FILE: Final = "timed.json"
BUTTON: Final = "gpio"
"""The source whose presses count."""


class Times:
    """Notes times while the program runs."""

    def __init__(self) -> None:
        self.presses: list[int] = []
        self.frames: list[int] = []
        self.stretches: list[int] = []
        self._looked = 0

    def run(self, words: Sequence[str]) -> int:
        """Run the program; return its exit code."""
        turn, handle, show = Loop.round, SceneStack.handle, Window.show

        def timed_turn(loop: Loop) -> bool:
            self._looked, began = monotonic_ns(), thread_time_ns()
            goes_on = turn(loop)
            self.stretches.append(thread_time_ns() - began)
            return goes_on

        def timed_handle(stack: SceneStack, press: Press) -> None:
            handle(stack, press)
            if press.pressed and press.source == BUTTON:
                self.presses.append(monotonic_ns() - press.time_ns)

        def timed_show(window: Window, place: int, changed: Sequence[pygame.Rect]) -> None:
            show(window, place, changed)
            self.frames.append(monotonic_ns() - self._looked)

        with (
            patch.object(Loop, "round", timed_turn),
            patch.object(SceneStack, "handle", timed_handle),
            patch.object(Window, "show", timed_show),
        ):
            return main(list(words))


if __name__ == "__main__":
    times = Times()
    code = times.run(sys.argv[1:])
    found = {"presses": times.presses, "frames": times.frames, "stretches": times.stretches}
    (Path(os.environ["RUNTIME_DIRECTORY"]) / FILE).write_text(json.dumps(found), encoding="utf-8")
    sys.exit(code)
