"""A static scene: sprites over the night background, drawn again only when its content has changed."""

from abc import abstractmethod
from collections.abc import Sequence

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite, Stage
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.backdrop import night
from cabinet.scenes.stack import Scene
from engine.panel import Press


class StaticScene(Scene):
    """The base of title and menus. A subclass returns its sprites, and calls `changed` when they differ."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self._stage = Stage(night(kit), kit.breathe)
        self._is_stale = True

    @property
    def page(self) -> Box:
        """The screen without a margin."""
        margin = self.kit.px(28, 12)
        return Box(0, 0, *self.kit.size).inset(margin, margin)

    @abstractmethod
    def sprites(self) -> Sequence[Sprite]:
        """Return everything visible, from the bottom to the top."""

    @abstractmethod
    def pressed(self, press: Press) -> None:
        """Handle a button that went down."""

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
        """See `Scene.is_stale`."""
        return self._is_stale

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """See `Scene.draw`."""
        self._is_stale = False
        self._stage.stand(self.sprites())
        if everything:
            self._stage.repaint()
        return self._stage.draw(screen, [])
