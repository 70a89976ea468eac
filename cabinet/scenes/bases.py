"""What scenes are built on: a page that stands, the results that many scenes have, and their waits.

A static scene is sprites over a ground, drawn again only when its content has changed, or what moves on it.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

import msgspec
import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.legend import Way, foot, foot_boxes, foot_height
from cabinet.display.page import SPACE, Part, laid, marks, sprites
from cabinet.display.stage import Sprite, Stage
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import night
from cabinet.scenes.stack import Result, Scene
from engine.panel import Press
from engine.units import MS

# Results


class Leave(msgspec.Struct, frozen=True):
    """Somebody leaves the scene for the title, or nobody has pressed for a while."""


class Done(msgspec.Struct, frozen=True):
    """A scene that has an end has come to it."""


class ShowRecords(msgspec.Struct, frozen=True):
    """Somebody wants to see the records, and the places in a game ("": in the one that is played)."""

    game: str = ""


class Uncovered(msgspec.Struct, frozen=True):
    """The scene is on top again: what it shows may have changed meanwhile."""


class Till(Protocol):
    """What matches cost, as scenes see it: it may change at any moment."""

    @property
    def is_enough(self) -> bool:
        """Whether a match can be paid for."""

    @property
    def words(self) -> str:
        """What is in, and what a match costs; "" where matches cost nothing."""


TILL_NS: Final = 100 * MS
"""Interval of the looks at a `Till`."""


# A page that stands


class StaticScene(Scene[Result]):
    """The base of title, menus and calls. A subclass returns its sprites, and calls `changed` when they differ.

    What moves in steps is apart (`step`, `moving`): the sprites are not made anew for it.
    """

    def __init__(self, toolkit: Toolkit, ground: pygame.Surface | None = None) -> None:
        """`ground` is the picture below everything; the night without one."""
        self.toolkit = toolkit
        self._stage = Stage(night(toolkit) if ground is None else ground, toolkit.breathe)
        self._marks: Mapping[str, Box] = {}
        self._is_stale = True
        self._drawn_step: object = None

    @property
    def page(self) -> Box:
        """The screen without a margin."""
        margin = self.toolkit.px(28, 12)
        return Box(0, 0, *self.toolkit.size).inset(margin, margin)

    @property
    def room(self) -> Box:
        """The room of what is described: the page, above the band at the foot if it has one."""
        page = self.page
        bottom = self.toolkit.size[1] - foot_height(self.toolkit) - page.x // 2
        return page._replace(h=bottom - page.y) if self._foot_ways() else page

    def described(self) -> Part:
        """Return the page as a description; nothing for a scene that draws its sprites itself."""
        return SPACE

    def sprites(self) -> Sequence[Sprite]:
        """Return everything visible but what moves, from the bottom to the top."""
        toolkit, part, ways = self.toolkit, self.described(), self._foot_ways()
        self._marks = marks(toolkit, laid(toolkit, part, self.room))
        described = sprites(toolkit, part, self.room)
        return [*described, foot(toolkit, ways)] if ways else described

    def boxes_at(self, mark: str) -> Sequence[Box]:
        """Return the place of a mark on the page as it was drawn last, if it was on it: nothing is measured for it."""
        return (self._marks[mark],) if mark in self._marks else ()

    def step(self, now: int) -> object:
        """Return a value that differs when the picture of what moves does."""
        return None

    def moving(self, now: int) -> Sequence[Sprite]:
        """Return what moves, above the sprites."""
        return []

    @abstractmethod
    def pressed(self, press: Press) -> None:
        """Handle a button that went down."""

    def _foot_ways(self) -> Sequence[Way]:
        """Return the ways of the band at the foot; none for a page without one."""
        return ()

    def boxes_of(self, press: Press) -> Sequence[Box]:
        """See `Scene.boxes_of`: the button's cap in the band at the foot."""
        box = foot_boxes(self.toolkit, self._foot_ways()).get(press.button)
        return () if box is None else (box,)

    def changed(self) -> None:
        """Mark the content of `sprites` as changed."""
        self._is_stale = True

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: a static scene ignores releases."""
        if press.pressed:
            self.pressed(press)

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`."""

    def is_stale(self, now: int) -> bool:
        return self._is_stale or self.step(now) != self._drawn_step

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        if self._is_stale or everything:
            self._is_stale = False
            self._stage.stand(self.sprites())
        if everything:
            self._stage.repaint()
        self._drawn_step = self.step(now)
        return self._stage.draw(screen, self.moving(now))


# Waits

GUARD_NS: Final = 700 * MS
"""A press so soon after a page has come was meant for the page before."""
IDLE_NS: Final = 40_000_000_000
"""Time without a press after which everybody is taken to have gone, unless a scene waits longer."""


class IdleTimer:
    """Runs out when nobody has pressed for `limit_ns`: everybody is taken to have gone.

    All times are ns on the scene's clock.
    """

    def __init__(self, limit_ns: int = IDLE_NS) -> None:
        """`limit_ns` 0: it never runs out."""
        self._limit_ns = limit_ns
        self.ends_at: int | None = None
        """When the wait is over; None before the first `restart`, and after its end."""

    def restart(self, now: int) -> None:
        """Begin the wait, or begin it anew after a press."""
        self.ends_at = now + self._limit_ns if self._limit_ns else None

    def extend(self, until: int) -> None:
        """End the wait no earlier than `until`."""
        if self.ends_at is not None:
            self.ends_at = max(self.ends_at, until)

    def runs_out(self, now: int) -> bool:
        """Return True if the wait is over, once."""
        if self.ends_at is None or now < self.ends_at:
            return False
        self.ends_at = None
        return True


class LeftWhenIdle(StaticScene[Result | Leave]):
    """A static scene that ends with `Leave` when nobody has pressed for a while."""

    def __init__(self, toolkit: Toolkit, ground: pygame.Surface | None = None, *, idle_ns: int = IDLE_NS) -> None:
        """See `StaticScene`; `idle_ns` is the while."""
        super().__init__(toolkit, ground)
        self._idle = IdleTimer(idle_ns)

    def enter(self, now: int) -> None:
        self._idle.restart(now)

    def handle(self, press: Press) -> None:
        if press.pressed:
            self._idle.restart(press.time_ns)
        super().handle(press)

    def advance(self, now: int, drained: int) -> None:
        if self._idle.runs_out(now):
            self.dismiss(Leave())

    def next_deadline(self) -> int | None:
        return self._idle.ends_at


LATE_NS: Final = 250_000_000
"""How much later than its stamp a press may come; a source that is out of reach is not waited for longer."""


def input_complete_until(now: int, drained: int) -> int:
    """Return the moment up to which nobody's press is missing: `drained`, at most `LATE_NS` before `now`."""
    return min(now, max(drained, now - LATE_NS))
