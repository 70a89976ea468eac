"""What full-screen pictures share: drawing part by part, so that no frame draws it all, and rays behind a winner."""

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import Final

import pygame

from cabinet.display.theme import Colour, mixed


class DrawnInParts:
    """A picture and the functions that draw its parts, in their order."""

    def __init__(self, picture: pygame.Surface, parts: Sequence[Callable[[], None]]) -> None:
        self._picture = picture
        self._parts = list(parts)

    def prepare(self) -> bool:
        """Draw the next part; return True while more parts are left."""
        if self._parts:
            self._parts.pop(0)()
        return bool(self._parts)

    @property
    def is_finished(self) -> bool:
        """Whether no part is left."""
        return not self._parts

    def drop(self) -> None:
        """Give up the parts that are left, for a picture that nobody will see: they hold it, as it holds them."""
        self._parts.clear()

    @property
    def picture(self) -> pygame.Surface:
        """The finished picture: shared, not to be drawn on."""
        while self.prepare():
            pass
        return self._picture


# A burst of rays in one colour: the light behind a winner. Drawn once and kept, never in a frame.

RAYS: Final = 14
REACH: Final = 1.6
"""The length of the rays in diagonals of the picture."""
LIGHT: Final = 0.16
"""How far a ray's colour lies towards white: rays are only lighter, so that dark words keep their contrast."""


def burst(size: tuple[int, int], heart: tuple[int, int], colour: Colour) -> pygame.Surface:
    """Draw rays that leave a point, px, over the whole picture."""
    small = pygame.Surface(size)
    small.fill(colour)
    reach = REACH * (size[0] + size[1])
    light = mixed(colour, (255, 255, 255), LIGHT)
    for ray in range(RAYS):
        turn = 2 * pi * ray / RAYS
        half = pi / RAYS / 2
        ends = [
            (heart[0] + reach * cos(turn + side * half), heart[1] + reach * sin(turn + side * half)) for side in (-1, 1)
        ]
        pygame.draw.polygon(small, light, [heart, *ends])
    return small
