"""What tests of scenes share: the toolkit, and stories on a stack of their own.

A dialog that asks several questions is used like one scene.
"""

from collections.abc import Awaitable, Iterable
from typing import Any, Generic, TypeVar

import pygame

from cabinet.config.schema import Config
from cabinet.display.cache import LEAST_BYTES, DrawingCache
from cabinet.display.layout.boxes import Box
from cabinet.display.legend import foot_height
from cabinet.display.page import laid
from cabinet.display.stage import Sprite
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.stack import Scene, SceneStack
from cabinet.scenes.title import Title
from cabinet.screens.view_factory import theme_of
from engine.panel import Press
from tests.cabinet.display.page_faults import faults

Result = TypeVar("Result")


def toolkit_of(size: tuple[int, int] = (480, 320)) -> Toolkit:
    """The toolkit of a screen as the configuration has it, with the least room for drawings."""
    return Toolkit(theme_of(Config()), Fonts(), size, drawn=DrawingCache(LEAST_BYTES))


def out_of_place(size: tuple[int, int], sprites: Iterable[Sprite]) -> list[pygame.Rect]:
    """Where something leaves a screen of this size, or lies over something else."""
    frame, rects = pygame.Rect(0, 0, *size), [sprite.rect for sprite in sprites]
    return [
        rect
        for place, rect in enumerate(rects)
        if not frame.contains(rect) or rect.collidelist(rects[place + 1 :]) >= 0
    ]


def title_faults(title: Title) -> list[str]:
    """What is wrong on a title above its foot, in words."""
    width, height = title.toolkit.size
    above = Box(0, 0, width, height - foot_height(title.toolkit))
    return faults(title.toolkit, laid(title.toolkit, title._described(title.game), title.room), above)


class Dialog(Generic[Result]):
    """The scenes of a story, with what it returned."""

    def __init__(self, story: Awaitable[Result]) -> None:
        self.results: list[Result] = []
        self.stack = SceneStack()
        self.now = 0
        self.stack.start(self._note(story), 0)

    async def _note(self, story: Awaitable[Result]) -> None:
        self.results.append(await story)

    @property
    def top(self) -> Scene[Any]:
        """The scene that is shown."""
        assert self.stack.top is not None, "the story has ended"
        return self.stack.top

    def handle(self, press: Press) -> None:
        """Press a button, and let the next scene come that it leads to."""
        self.stack.handle(press)
        self.advance(press.time_ns, press.time_ns)

    def advance(self, now: int, drained: int) -> None:
        """Let the time come so far."""
        self.now = max(self.now, now)
        self.stack.advance(self.now, max(self.now, drained))

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        """Draw the scene that is shown."""
        return self.top.draw(screen, now, everything=everything)


async def note(scene: Scene[Result], results: list[Result]) -> None:
    """Show a scene for ever, and note its results."""
    while True:
        results.append(await scene)


def returned(scene: Scene[Result]) -> list[Result]:
    """The result with which a scene was dismissed, if it was: used without a stack, the scene keeps it."""
    return list(scene._returned)
