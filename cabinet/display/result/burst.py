"""A burst of rays in one colour: the light behind a winner. Drawn once and kept, never in a frame."""

from math import cos, pi, sin
from typing import Final

import pygame

from cabinet.display.theme import Colour

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


def mixed(one: Colour, other: Colour, part: float) -> Colour:
    """Return the colour at the share `part` of the way from one to the other."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(one, other, strict=True))
    return red, green, blue
