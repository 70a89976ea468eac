"""A scene that asks one question after the other, each a scene of its own: the menu, and the page TONIGHT."""

import pygame

from cabinet.scenes.stack import Scene
from engine.panel import Press


class Questions(Scene):
    """Shows one question at a time. The first one is asked with `turn_to`, by the constructor of a subclass."""

    def __init__(self) -> None:
        self.question: Scene
        self._now = 0
        self._fresh = True
        self._is_entered = False

    def turn_to(self, question: Scene) -> None:
        """Ask a question, in place of the present one."""
        self.question = question
        self._fresh = True
        if self._is_entered:
            question.enter(self._now)

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._now = now
        self._is_entered = True
        self.question.enter(now)

    def leave(self, now: int) -> None:
        """See `Scene.leave`: a question holds this scene, and must not be held by it any more."""
        del self.question

    def handle(self, press: Press) -> None:
        """See `Scene.handle`."""
        self._now = max(self._now, press.time_ns)
        self.question.handle(press)

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`."""
        self._now = now
        self.question.advance(now, drained)

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        return self.question.next_deadline()

    def is_stale(self, now: int) -> bool:
        """See `Scene.is_stale`."""
        return self._fresh or self.question.is_stale(now)

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`."""
        fresh, self._fresh = self._fresh, False
        return self.question.draw(screen, now, everything=everything or fresh)
