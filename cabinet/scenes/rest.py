"""What the screen shows while nobody shall play: nothing, or that the machine is about to be switched off."""

from typing import Final

import pygame

from cabinet.display.page import HEAD, Part, Space, Text
from cabinet.display.toolkit import Toolkit
from cabinet.lamp_patterns import NOTHING, Light
from cabinet.scenes.bases import Done, Leave, StaticScene
from cabinet.scenes.machine_pages import page_of
from cabinet.strings.catalogue import word
from engine.panel import Press
from engine.units import S

WARNING_NS: Final = 60 * S
"""How long before the machine is switched off the screen says so."""


class DarkScreen(StaticScene[Leave]):
    """A dark screen and dark lamps, until a press; which is only that."""

    allows_restart = True

    def __init__(self, toolkit: Toolkit) -> None:
        super().__init__(toolkit, pygame.Surface(toolkit.size))

    @property
    def lamps(self) -> Light:
        return NOTHING

    def pressed(self, press: Press) -> None:
        self.dismiss(Leave())


class GoingOff(StaticScene[Done | Leave]):
    """Says for `WARNING_NS` that the machine will be switched off: `Done`, unless somebody presses a button."""

    def __init__(self, toolkit: Toolkit) -> None:
        super().__init__(toolkit)
        self._ends_at = self._now = 0

    def enter(self, now: int) -> None:
        self._ends_at, self._now = now + WARNING_NS, now

    def pressed(self, press: Press) -> None:
        self.dismiss(Leave())

    def advance(self, now: int, drained: int) -> None:
        before, self._now = self._left_s, now
        if now >= self._ends_at:
            self.dismiss(Done())
        elif self._left_s != before:
            self.changed()

    @property
    def _left_s(self) -> int:
        return max(0, -(-(self._ends_at - self._now) // S))

    def next_deadline(self) -> int | None:
        return self._ends_at - (self._left_s - 1) * S

    def described(self) -> Part:
        colours = self.toolkit.theme.colours
        told = Text(word("hours.off.in", seconds=self._left_s), HEAD, colours.text, "text", 2, across=0.5)
        return page_of(self.toolkit, word("hours.off"), told, Space((0, 0)), hint=word("hours.off.hint"))
