"""Suits, seat shapes and arrows as geometry, so that none depends on a font's glyphs.

Every shape is a list of parts in a unit square, (0, 0) top left; a part is a polygon or a circle. `stamp` draws a shape
at four times its size and shrinks it, so that edges are smooth at any size.
"""

from collections.abc import Callable, Sequence
from math import cos, pi, sin
from typing import Final

import pygame

from cabinet.display.theme import Colour

Point = tuple[float, float]
Disc = tuple[float, float, float]
"""Centre and radius."""
Part = list[Point] | Disc
"""A polygon is a list, a disc a tuple; the type distinguishes them."""

FINER: Final = 4
"""Supersampling: how many times larger a shape is drawn before it is shrunk."""


def stamp(parts: Sequence[Part], size: int, colour: Colour) -> pygame.Surface:
    """Return the shape in one colour on a transparent square of `size` px."""
    return painted((size, size), colour, lambda big: paint(big, parts, (0, 0, size * FINER), colour))


def painted(
    size: tuple[int, int],
    ground: Colour,
    draw: Callable[[pygame.Surface], None],
    *,
    breathe: Callable[[], None] = lambda: None,
) -> pygame.Surface:
    """Draw with `draw` on a surface `FINER` times as large, and return it shrunk to `size`.

    `ground` is the transparent colour below the drawing. Edges blend towards it, so it should be the colour of the
    outermost parts. `breathe` is called before the drawing, and before the shrinking, which takes half of the time.
    """
    big = pygame.Surface((size[0] * FINER, size[1] * FINER), pygame.SRCALPHA)
    big.fill((*ground, 0))
    breathe()
    draw(big)
    breathe()
    return pygame.transform.smoothscale(big, size)


def stretched(small: pygame.Surface, size: tuple[int, int], corner: int) -> pygame.Surface:
    """Return a plate of `size` px made of a smaller one, whose pixels between its corners are all alike.

    `corner` is the side of a corner, px. `small` is as long as the plate on a side that is not stretched, else two
    corners and a pixel.
    """
    whole = pygame.Surface(size, pygame.SRCALPHA)
    across, down = (_bands(side, least, corner) for side, least in zip(size, small.get_size(), strict=True))
    for left, width, x, wide in across:
        for top, height, y, high in down:
            part = small.subsurface(left, top, width, height)
            pygame.transform.scale(part, (wide, high), whole.subsurface(x, y, wide, high))
    return whole


def _bands(side: int, least: int, corner: int) -> list[tuple[int, int, int, int]]:
    """Return the bands of a side that has `least` px in the small plate: start and length there, and in the large."""
    if side == least:
        return [(0, side, 0, side)]
    between = side - 2 * corner
    return [(0, corner, 0, corner), (corner, 1, corner, between), (corner + 1, corner, corner + between, corner)]


def fading_in(colour: Colour, strongest: int, steps: int, size: tuple[int, int]) -> pygame.Surface:
    """Return a picture of `size` px that fades in from left to right, with the square of the way, up to `strongest`.

    Two rows of `steps` pixels (2 or more) are stretched: where a picture is one pixel high, pygame-ce 2.5.8's
    `smoothscale` reads a row past its end, which ends the program where no memory follows.
    """
    small = pygame.Surface((steps, 2), pygame.SRCALPHA)
    for step in range(steps):
        small.fill((*colour, round(strongest * (step / (steps - 1)) ** 2)), (step, 0, 1, 2))
    return pygame.transform.smoothscale(small, size)


def paint(surface: pygame.Surface, parts: Sequence[Part], square: tuple[float, float, float], colour: Colour) -> None:
    """Draw the parts into the square (x, y, side) of a surface, without smoothing."""
    x, y, side = square
    for part in parts:
        if isinstance(part, list):
            pygame.draw.polygon(surface, colour, [(x + px * side, y + py * side) for px, py in part])
        else:
            cx, cy, radius = part
            pygame.draw.circle(surface, colour, (x + cx * side, y + cy * side), radius * side)


def _heart_outline(*, upside_down: bool, left: float, top: float, width: float, height: float) -> list[Point]:
    steps = [2 * pi * step / 64 for step in range(64)]
    xs = [16 * sin(t) ** 3 / 32 + 0.5 for t in steps]
    ys = [(12.2 - (13 * cos(t) - 5 * cos(2 * t) - 2 * cos(3 * t) - cos(4 * t))) / 29.2 for t in steps]
    return [(left + x * width, top + (1 - y if upside_down else y) * height) for x, y in zip(xs, ys, strict=True)]


def _stem(top: float) -> list[Point]:
    right = [(0.5 + 0.025 + 0.2 * (step / 8) ** 2.2, top + (0.99 - top) * step / 8) for step in range(9)]
    return right + [(1 - x, y) for x, y in reversed(right)]


def _bowed_diamond() -> list[Point]:
    corners = [(0.5, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5)]
    points: list[Point] = []
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        for step in range(8):
            t = step / 8
            bow = 0.035 * sin(pi * t)
            x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            points.append((x + (0.5 - x) * bow * 2, y + (0.5 - y) * bow * 2))
    return points


def _star() -> list[Point]:
    turns = [(pi * step / 5, 0.52 if step % 2 == 0 else 0.22) for step in range(10)]
    return [(0.5 + radius * sin(turn), 0.53 - radius * cos(turn)) for turn, radius in turns]


def _regular(corners: int, radius: float) -> list[Point]:
    turns = [2 * pi * (corner + 0.5) / corners for corner in range(corners)]
    return [(0.5 + radius * sin(turn), 0.5 - radius * cos(turn)) for turn in turns]


def _leaf() -> list[Point]:
    """Return a lens from the lower left to the upper right."""
    bow = [(step / 24, 0.34 * sin(pi * step / 24) ** 0.8) for step in range(25)]
    sides = [*bow, *((along, -off) for along, off in reversed(bow))]
    return [(0.04 + 0.92 * along - 0.7 * off, 0.96 - 0.92 * along - 0.7 * off) for along, off in sides]


def _drop() -> list[Point]:
    """Return a drop, round below and pointed above."""
    turns = [pi * (0.86 + 1.28 * step / 40) for step in range(41)]
    return [(0.5, 0.0), *((0.5 - 0.34 * cos(turn - pi), 0.65 - 0.34 * sin(turn)) for turn in turns)]


def _rays(count: int) -> tuple[list[Point], ...]:
    turns = [2 * pi * ray / count for ray in range(count)]
    wide = 0.2
    return tuple(
        [
            (0.5 + 0.5 * sin(turn), 0.5 - 0.5 * cos(turn)),
            (0.5 + 0.33 * sin(turn + wide), 0.5 - 0.33 * cos(turn + wide)),
            (0.5 + 0.33 * sin(turn - wide), 0.5 - 0.33 * cos(turn - wide)),
        ]
        for turn in turns
    )


SUITS: Final[dict[str, tuple[Part, ...]]] = {
    "S": (_heart_outline(upside_down=True, left=0.04, top=0.0, width=0.92, height=0.8), _stem(0.6)),
    "H": (_heart_outline(upside_down=False, left=0.02, top=0.04, width=0.96, height=0.92),),
    "D": (_bowed_diamond(),),
    "C": (
        (0.5, 0.235, 0.225),
        (0.25, 0.6, 0.225),
        (0.75, 0.6, 0.225),
        (0.5, 0.5, 0.14),
        _stem(0.5),
    ),
}
"""The four suits, by the letters of the match log."""

SEAT_SHAPES: Final[dict[str, tuple[Part, ...]]] = {
    "triangle": ([(0.5, 0.06), (0.99, 0.93), (0.01, 0.93)],),
    "disc": ((0.5, 0.5, 0.46),),
    "square": ([(0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)],),
    "diamond": ([(0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)],),
    "star": (_star(),),
    "cross": (
        [(0.33, 0.04), (0.67, 0.04), (0.67, 0.96), (0.33, 0.96)],
        [(0.04, 0.33), (0.96, 0.33), (0.96, 0.67), (0.04, 0.67)],
    ),
    "hexagon": (_regular(6, 0.5),),
    "wedge": ([(0.01, 0.07), (0.99, 0.07), (0.5, 0.94)],),
    "hourglass": ([(0.08, 0.05), (0.92, 0.05), (0.5, 0.52)], [(0.08, 0.95), (0.92, 0.95), (0.5, 0.48)]),
    "flag": ([(0.06, 0.15), (0.72, 0.15), (0.96, 0.5), (0.72, 0.85), (0.06, 0.85)],),
    "bow": ([(0.05, 0.08), (0.05, 0.92), (0.52, 0.5)], [(0.95, 0.08), (0.95, 0.92), (0.48, 0.5)]),
    "bar": ([(0.3, 0.02), (0.7, 0.02), (0.7, 0.98), (0.3, 0.98)],),
    "house": ([(0.5, 0.03), (0.95, 0.45), (0.85, 0.45), (0.85, 0.95), (0.15, 0.95), (0.15, 0.45), (0.05, 0.45)],),
    "plank": ([(0.02, 0.3), (0.98, 0.3), (0.98, 0.7), (0.02, 0.7)],),
}
"""The shape beside each seat's colour."""

COLOUR_SHAPES: Final[dict[str, tuple[Part, ...]]] = {
    "R": (*((0.5 + 0.27 * sin(2 * pi * leaf / 5), 0.51 - 0.27 * cos(2 * pi * leaf / 5), 0.215) for leaf in range(5)),),
    "G": (_leaf(),),
    "B": (_drop(),),
    "Y": ((0.5, 0.5, 0.27), *_rays(8)),
}
"""Rose, leaf, drop and sun: the shapes beside the card colours red, green, blue and yellow."""

SIGNS: Final[dict[str, tuple[Part, ...]]] = {
    "left": ([(0.74, 0.1), (0.74, 0.9), (0.2, 0.5)],),
    "right": ([(0.26, 0.1), (0.26, 0.9), (0.8, 0.5)],),
    "tick": ([(0.06, 0.55), (0.2, 0.41), (0.4, 0.61), (0.8, 0.17), (0.94, 0.31), (0.4, 0.87)],),
    "star": (_star(),),
    "crown": (
        [(0.06, 0.3), (0.29, 0.52), (0.5, 0.16), (0.71, 0.52), (0.94, 0.3), (0.86, 0.72), (0.14, 0.72)],
        [(0.14, 0.77), (0.86, 0.77), (0.86, 0.87), (0.14, 0.87)],
        (0.06, 0.28, 0.055),
        (0.5, 0.14, 0.06),
        (0.94, 0.28, 0.055),
    ),
}
"""Small signs for keys and plates."""
