"""Pointers into a picture: an arrow, and a ring."""

from functools import lru_cache
from math import atan2, cos, hypot, pi, sin
from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.shapes import FINER, Point, painted
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Kit

LEAVES: Final = 1.0
"""Start of an arrow: share of the way from its source's centre to the edge."""
ENTERS: Final = 0.15
"""End of an arrow: share of the way from its goal's centre to the edge."""


def ring(kit: Kit, box: Box, colour: Colour) -> Sprite:
    """Return a ring round a box."""
    wide = kit.px(4, 3)
    outer = box.inset(-wide - kit.px(2), -wide - kit.px(2))
    return Sprite(_ring((outer.w, outer.h), wide, colour), outer.x, outer.y)


@lru_cache(64)
def _ring(size: tuple[int, int], wide: int, colour: Colour) -> pygame.Surface:
    def draw(big: pygame.Surface) -> None:
        radius = min(size) * FINER // 3
        pygame.draw.rect(big, colour, big.get_rect(), width=wide * FINER, border_radius=radius)

    return painted(size, colour, draw)


def arrow(kit: Kit, source: Box, goal: Box) -> Sprite:
    """Return an arrow from one box into another, bright with a dark rim, so that it is visible on cards and background.

    It begins at the edge, so that it does not cover its source, and ends near the middle.
    """
    start, end = towards(source, goal, LEAVES), towards(goal, source, ENTERS)
    margin = kit.px(26, 18)
    left, top = min(start[0], end[0]) - margin, min(start[1], end[1]) - margin
    size = abs(start[0] - end[0]) + 2 * margin, abs(start[1] - end[1]) + 2 * margin
    here, there = ((x - left, y - top) for x, y in (start, end))
    return Sprite(_arrow(size, here, there, kit), left, top)


def towards(box: Box, other: Box, part: float) -> tuple[int, int]:
    """Return the point in a box on the way from its centre to another's: at 0 the centre, at 1 the box's edge."""
    (x, y), (to_x, to_y) = box.centre, other.centre
    dx, dy = to_x - x, to_y - y
    whole = min(box.w / 2 / abs(dx) if dx else 1, box.h / 2 / abs(dy) if dy else 1)
    return round(x + dx * whole * part), round(y + dy * whole * part)


@lru_cache(64)
def _arrow(size: tuple[int, int], start: tuple[int, int], end: tuple[int, int], kit: Kit) -> pygame.Surface:
    colours = kit.theme.colours
    thick = kit.px(9, 6)

    def draw(big: pygame.Surface) -> None:
        for colour, rim in ((colours.dark_text, kit.px(3, 2)), (colours.text, 0)):
            points = outline(start, end, thick, rim)
            pygame.draw.polygon(big, colour, [(x * FINER, y * FINER) for x, y in points])

    return painted(size, colours.dark_text, draw)


def outline(start: tuple[int, int], end: tuple[int, int], thick: float, rim: float) -> list[Point]:
    """Return the seven corners of an arrow with a shaft `thick` px wide, grown by `rim` on every side."""
    along = atan2(end[1] - start[1], end[0] - start[0])
    length = hypot(end[0] - start[0], end[1] - start[1])
    head, half = thick * 2.6, thick / 2 + rim
    wing = thick * 1.5 + rim * 1.8
    neck = max(0.0, length - head) - rim * 0.6
    upper = [(-rim, -half), (neck, -half), (neck, -wing)]
    flat = [*upper, (length + rim * 2, 0), *((x, -y) for x, y in reversed(upper))]
    turn, across = (cos(along), sin(along)), (cos(along + pi / 2), sin(along + pi / 2))
    return [(start[0] + x * turn[0] + y * across[0], start[1] + x * turn[1] + y * across[1]) for x, y in flat]
