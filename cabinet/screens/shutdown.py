"""The end of the program on a slow disk: it waits, notifies the service manager, and shows SAVING.

A memory card may stand still for many seconds while the last results wait for it. Unless it is notified, the service
manager ends the program after its usual time; and somebody may pull the plug of a screen that does not move.
"""

from contextlib import suppress
from typing import Final

import pygame

from cabinet.display.fonts import Fonts
from cabinet.display.layout.boxes import Box
from cabinet.display.theme import Theme
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


class ShutdownScreen:
    """Decides how long the store waits for its disk when the program ends (`cabinet.store.worker.Waits`)."""

    def __init__(self, window: Window, notifier: Notifier) -> None:
        self._window = window
        self._notifier = notifier
        self._is_shown = False

    def __call__(self, waited_s: float) -> bool:
        """Return whether to wait longer; keep the service manager patient, and show the page once."""
        self._notifier.send(f"EXTEND_TIMEOUT_USEC={EXTENSION_S}000000", "WATCHDOG=1")
        if waited_s >= SHOWN_S and not self._is_shown:
            self._is_shown = True
            with suppress(ScreenGone):
                self._show()
        return waited_s < PATIENCE_S

    def _show(self) -> None:
        for place, screen in enumerate(self._window.screens):
            screen.blit(saving_page(screen.get_size()), (0, 0))
            self._window.show(place, [screen.get_rect()])


def saving_page(size: tuple[int, int]) -> pygame.Surface:
    """Draw the page: what the program does, and what not to do meanwhile."""
    toolkit = Toolkit(Theme(), Fonts(), size)
    page = night(toolkit).copy()
    box = Box(0, 0, *size).inset(toolkit.px(28, 12), toolkit.px(28, 12))
    colours = toolkit.theme.colours
    title = toolkit.fitted(word("saving.title"), 50, colours.text, box.w, "title")
    rows = [toolkit.text(row, 22, colours.text) for row in toolkit.rows(word("saving.wait"), 22, box.w)]
    for sprite in stacked(box, [title, *rows], toolkit.px(14, 8)):
        page.blit(sprite.surface, (sprite.x, sprite.y))
    return page
