"""The real program, for a process that measures it: with a window that presses the keys of a script."""

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import pygame
from msgspec.structs import replace

from cabinet.app import Cabinet, Start
from cabinet.config.file import data_folder
from cabinet.config.load import load_config
from cabinet.input.sources import find_sources
from cabinet.process.gc_tuning import calm
from cabinet.process.notify import Notifier
from cabinet.scenes.stack import Scene
from cabinet.screens.window import Window
from cabinet.store.store import DiskStore
from hardware.keyboard import KeyboardSource

Size: TypeAlias = tuple[int, int]
Top: TypeAlias = Callable[[], Scene[Any] | None]
"""Returns the scene on top."""
Scripted = TypeVar("Scripted", bound="ScriptedWindow")


class ScriptedWindow(Window):
    """The program's window. `first_ns` is when its first frame was shown, 0 before."""

    def __init__(self, size: Size, keyboard: KeyboardSource, top: Top) -> None:
        super().__init__(size, fullscreen=False, keyboard=keyboard)
        self.source = keyboard
        self.top = top
        self.first_ns = 0

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        """Show as the program's window does, and record the time of the first frame."""
        super().show(place, changed)
        self.first_ns = self.first_ns or time.monotonic_ns()


def run(make: Callable[[Size, KeyboardSource, Top], Scripted], size: Size | None = None) -> Scripted:
    """Run the program with a window, of another size than the configuration's if it is given; return the window."""
    calm()
    loaded = load_config(None, os.environ, Path.cwd())
    if size is not None:
        display = replace(loaded.config.display, size=size)
        loaded = replace(loaded, config=replace(loaded.config, display=display))
    sources = find_sources(loaded.config.input)
    assert sources.keyboard is not None, "the bench is for machines without buttons on their header"
    window = make(loaded.config.display.size, sources.keyboard, lambda: cabinet._stack.top)
    data = data_folder(loaded.config, os.environ)
    store = DiskStore(data, logs_bytes=loaded.config.data.logs_bytes)
    cabinet = Cabinet(loaded, data, sources, window, store, Notifier({}))
    cabinet.run(Start(seed=1))
    store.close()
    return window
