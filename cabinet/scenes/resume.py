"""The offer to continue an interrupted match: its table, and two buttons.

The scene writes nothing. Without an answer it leads to the title, and the match is offered again at the next start,
unless another match has begun by then.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
import pygame

from cabinet.scenes.bases import Leave
from cabinet.scenes.dialogs import offer_dialog
from cabinet.scenes.stack import Scene
from cabinet.screens.views import Views
from engine.log_lines import Update
from engine.match import Match
from engine.panel import ACTION, LEFT, Press
from engine.units import S

PATIENCE_NS: Final = 60 * S
"""How long the match is offered."""


class GoOn(msgspec.Struct, frozen=True):
    """The match goes on."""


class GiveUp(msgspec.Struct, frozen=True):
    """The match is given up."""


class Resume(Scene[GoOn | GiveUp | Leave]):
    """Shows an interrupted match, and asks whether it goes on; `Leave` without an answer."""

    allows_restart = True

    def __init__(self, match: Match, views: Views) -> None:
        """`match` is restored from its log; `views` are made for it."""
        self._match = match
        self._views = views
        self._ends = 0
        self._left_s = -1
        self._is_stale = True

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._ends = now + PATIENCE_NS
        self._views.update([Update()], self._match, self._match.zero_ns + self._match.state.sit.paused)
        self._lay_sheet(now)

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: ACTION goes on, LEFT gives up; other buttons do nothing."""
        if press.pressed and press.button == ACTION:
            self.dismiss(GoOn())
        elif press.pressed and press.button == LEFT:
            self.dismiss(GiveUp())
        else:
            self.refuse()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`."""
        self._lay_sheet(now)
        if now >= self._ends:
            self.dismiss(Leave())

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`: the countdown changes every second."""
        return self._ends - (self._left_s - 1) * S

    def is_stale(self, now: int) -> bool:
        """See `Scene.is_stale`."""
        return self._is_stale or self._views.busy(now)

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`; the first of the screens alone."""
        return self.draw_all([screen], now, everything=everything)[0]

    def draw_all(self, screens: Sequence[pygame.Surface], now: int, *, everything: bool) -> list[list[pygame.Rect]]:
        """See `Scene.draw_all`."""
        self._is_stale = False
        return self._views.draw(screens, now, everything=everything)

    def _lay_sheet(self, now: int) -> None:
        left = max(0, -((now - self._ends) // S))
        if left != self._left_s:
            self._left_s = left
            self._is_stale = True
            self._views.show(offer_dialog(self._match.table, len(self._match.setup.seats), left))
