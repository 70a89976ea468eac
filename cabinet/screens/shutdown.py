"""The end of the program on a slow or failing disk: it waits, notifies the service manager, and shows SAVING, or what
was not saved.

A memory card may stand still for many seconds while the last results wait for it. Unless it is notified, the service
manager ends the program after its usual time; and somebody may pull the plug of a screen that does not move.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit, stacked
from cabinet.display.widgets import night
from cabinet.errors import ScreenGone
from cabinet.process.notify import Notifier
from cabinet.screens.window import Window
from cabinet.strings.catalogue import word

PATIENCE_S: Final = 60.0
"""How long the program waits for the disk, s."""
SHOWN_S: Final = 1.0
"""From when on the screen says so, s. A healthy disk is done before."""
EXTENSION_S: Final = 5
"""For how long each notification asks the service manager to wait, s."""
UNSAVED_S: Final = 8.0
"""How long the screen shows what was not saved before the program ends, s."""


class ShutdownScreen:
    """Decides how long the store waits for its disk when the program ends (`cabinet.store.worker.Waits`)."""

    def __init__(self, window: Window, notifier: Notifier) -> None:
        self._window = window
        self._notifier = notifier
        self._is_shown = False

    def __call__(self, waited_s: float) -> bool:
        """Return whether to wait longer; keep the service manager patient, and show the page once."""
        self._extend()
        if waited_s >= SHOWN_S and not self._is_shown:
            self._is_shown = True
            self._show(saving_page)
        return waited_s < PATIENCE_S

    def show_unsaved(self, lines: Sequence[str], sleep: Callable[[float], None] = time.sleep) -> None:
        """Show what was not saved, and why, for `UNSAVED_S`."""
        self._show(lambda size: page_of(size, word("unsaved.title"), lines))
        for _ in range(round(UNSAVED_S)):
            self._extend()
            sleep(1.0)

    def _extend(self) -> None:
        self._notifier.send(f"EXTEND_TIMEOUT_USEC={EXTENSION_S}000000", "WATCHDOG=1")

    def _show(self, page: Callable[[tuple[int, int]], pygame.Surface]) -> None:
        with suppress(ScreenGone):
            for place, screen in enumerate(self._window.screens):
                screen.blit(page(screen.get_size()), (0, 0))
                self._window.show(place, [screen.get_rect()])


def saving_page(size: tuple[int, int]) -> pygame.Surface:
    """Draw the page: what the program does, and what not to do meanwhile."""
    return page_of(size, word("saving.title"), [word("saving.wait")])


def page_of(size: tuple[int, int], title: str, lines: Sequence[str]) -> pygame.Surface:
    """Draw a title, and below it lines of text as large as all of them fit."""
    toolkit = Toolkit(Theme(), Fonts(), size)
    page = night(toolkit).copy()
    box = Box(0, 0, *size).inset(toolkit.px(28, 12), toolkit.px(28, 12))
    colour, gap = toolkit.theme.colours.text, toolkit.px(14, 8)
    head = toolkit.fitted(title, 50, colour, box.w, "title")
    rows: list[pygame.Surface] = []
    for letters in range(22, 7, -1):
        rows = [toolkit.text(row, letters, colour) for line in lines for row in toolkit.rows(line, letters, box.w)]
        if sum(each.get_height() + gap for each in (head, *rows)) <= box.h:
            break
    most = (box.h - head.get_height()) // (rows[0].get_height() + gap) if rows else 0
    for sprite in stacked(box, [head, *rows[:most]], gap):
        page.blit(sprite.surface, (sprite.x, sprite.y))
    return page
