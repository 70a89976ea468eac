"""The operator's test card: what to look for on a screen before the guests do.

The first picture has the edges and corners, a circle, colours, greys and the sizes of letters; the others are one
colour each, on which a dead pixel shows. Any button turns to the next one, and CARD5 leaves.
"""

from collections.abc import Sequence
from typing import Final

import pygame

from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.bases import Leave, LeftWhenIdle
from cabinet.scenes.legend import icon_text
from cabinet.strings.catalogue import word
from engine.panel import CARDS, Press
from engine.units import S

PATIENCE_NS: Final = 600 * S
"""Time without a press after which nobody looks any more: a screen is set by its own buttons meanwhile."""
BARS: Final[Sequence[Colour]] = (
    *((255, 255, 255), (255, 255, 0), (0, 255, 255), (0, 255, 0)),
    *((255, 0, 255), (255, 0, 0), (0, 0, 255), (0, 0, 0)),
)
"""White, what the three primary colours make in pairs, and the three, by falling luminance; black."""
PLAIN: Final[Sequence[Colour]] = ((255, 255, 255), (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0))
GREYS: Final = 16
SIZES: Final = (32, 24, 20, 16)
"""The sizes of letters, px at 800×480."""
SQUARES: Final = 10
"""The squares of the grid from top to bottom."""
WHITE: Final = (255, 255, 255)


class ScreenTest(LeftWhenIdle[Leave]):
    """The test card. It is drawn in the whole picture, to the last pixel at each edge."""

    def __init__(self, toolkit: Toolkit) -> None:
        super().__init__(toolkit, idle_ns=PATIENCE_NS)
        self._picture = 0

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`."""
        if press.button == CARDS[-1]:
            self.dismiss(Leave())
            return
        self._picture = (self._picture + 1) % (1 + len(PLAIN))
        self.changed()

    # The picture

    def sprites(self) -> Sequence[Sprite]:
        """See `StaticScene.sprites`."""
        picture = pygame.Surface(self.toolkit.size)
        if self._picture:
            picture.fill(PLAIN[self._picture - 1])
            return [Sprite(picture, 0, 0)]
        self._draw_edges(picture)
        self.toolkit.breathe()
        return [Sprite(picture, 0, 0), *self._colours(), *self._letters()]

    def _draw_edges(self, picture: pygame.Surface) -> None:
        """Draw squares, a circle, a frame of one pixel at the edges, and an arrow into each corner."""
        wide, high = picture.get_size()
        quiet, side = self.toolkit.theme.colours.quiet, high // SQUARES
        for across in range(wide // 2 % side, wide, side):
            pygame.draw.line(picture, quiet, (across, 0), (across, high))
        for down in range(high // 2 % side, high, side):
            pygame.draw.line(picture, quiet, (0, down), (wide, down))
        pygame.draw.circle(picture, WHITE, (wide // 2, high // 2), high // 2 - side // 2, self.toolkit.px(2))
        pygame.draw.rect(picture, WHITE, picture.get_rect(), 1)
        for x, inwards in ((0, side), (wide - 1, -side)):
            for y, downwards in ((0, side), (high - 1, -side)):
                pygame.draw.polygon(picture, WHITE, [(x, y), (x + inwards, y), (x, y + downwards)])

    def _colours(self) -> list[Sprite]:
        """Return bars of colours and of greys, inside the circle."""
        wide, high = self.toolkit.size
        whole, bar = (wide * 5 // 10, high * 15 // 100), pygame.Surface((wide * 5 // 10, high * 15 // 100))
        for place, colour in enumerate(BARS):
            left = whole[0] * place // len(BARS)
            bar.fill(colour, (left, 0, whole[0] * (place + 1) // len(BARS) - left, whole[1]))
        grey = pygame.Surface((whole[0], whole[1] * 2 // 3))
        for place in range(GREYS):
            left, level = whole[0] * place // GREYS, 255 * place // (GREYS - 1)
            grey.fill((level, level, level), (left, 0, whole[0] * (place + 1) // GREYS - left, whole[1]))
        x = (wide - whole[0]) // 2
        return [Sprite(bar, x, high * 2 // 10), Sprite(grey, x, high * 2 // 10 + whole[1])]

    def _letters(self) -> list[Sprite]:
        """Return a line of each size, and how to go on."""
        toolkit = self.toolkit
        (wide, high), sprites = toolkit.size, list[Sprite]()
        sizes = {toolkit.type_size(size): size for size in SIZES}  # a small screen has one for several
        lines = [toolkit.text(word("screen_test.letters", size=real), size, WHITE) for real, size in sizes.items()]
        hint = icon_text(toolkit, word("screen_test.hint"), 17, WHITE, wide * 6 // 10)
        y = high * 47 // 100
        for line in (*lines, hint):
            ground = toolkit.plate((line.get_width() + toolkit.px(12), line.get_height()), (0, 0, 0), radius=1)
            sprites.append(Sprite(ground, (wide - ground.get_width()) // 2, y))
            sprites.append(Sprite(line, (wide - line.get_width()) // 2, y))
            y += line.get_height() + toolkit.px(2)
        return sprites
