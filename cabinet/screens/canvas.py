"""Copies a picture to its screen: turned as the panel is mounted, inside the margin that a television cuts off.

Scenes draw upright on `Canvas.picture`, and only the changed parts are turned. With neither a turn nor a
margin the picture is the screen's own surface, and nothing is copied.
"""

from collections.abc import Sequence

import pygame

from cabinet.display.layout.boxes import SMALLEST_SCREEN
from cabinet.screens.modes import UPRIGHT, Mounting


class Canvas:
    """The surface to draw on for one screen, and its copy to the screen."""

    def __init__(self, screen: pygame.Surface, mounting: Mounting = UPRIGHT) -> None:
        """`screen` is the window's surface; its margin stays black."""
        self._screen = screen
        self._rotate = mounting.rotate
        self._inner = inside(screen.get_size(), mounting.margin)
        is_plain = not mounting.rotate and self._inner == screen.get_rect()
        self.picture = screen if is_plain else pygame.Surface(turned_size(self._inner.size, mounting.rotate), 0, screen)
        """The surface to draw on."""
        if not is_plain:
            screen.fill("black")

    def carry(self, changed: Sequence[pygame.Rect]) -> Sequence[pygame.Rect]:
        """Copy the changed rectangles of the picture to the screen; return the screen's dirty ones.

        The whole picture brings the margin along, which a desktop may have to see anew.
        """
        if self.picture is self._screen:
            return changed
        whole = self.picture.get_rect()
        parts = [rect for rect in (each.clip(whole) for each in changed) if rect.w and rect.h]
        if whole in parts:
            self._copy(whole)
            return [self._screen.get_rect()]
        return [self._copy(part) for part in parts]

    def _copy(self, part: pygame.Rect) -> pygame.Rect:
        piece = self.picture.subsurface(part)
        if self._rotate:
            piece = pygame.transform.rotate(piece, -self._rotate)  # pygame turns the other way round
        place = turned_rect(part, self.picture.get_size(), self._rotate).move(self._inner.topleft)
        return self._screen.blit(piece, place)


def canvases(surfaces: Sequence[pygame.Surface], mounting: Mounting) -> list[Canvas] | None:
    """Return a canvas for each screen; None where a picture would be so small that cards are unreadable."""
    sizes = [turned_size(surface.get_size(), mounting.rotate) for surface in surfaces]
    if not all(is_legible(size, mounting.margin) for size in sizes):
        return None
    return [Canvas(surface, mounting) for surface in surfaces]


def is_legible(size: tuple[int, int], margin: float) -> bool:
    """Return whether cards are readable in a picture of that size inside a margin."""
    width, height = inside(size, margin).size
    return width >= SMALLEST_SCREEN[0] and height >= SMALLEST_SCREEN[1]


def inside(size: tuple[int, int], margin: float) -> pygame.Rect:
    """Return the part of a screen of `size` px that a margin leaves, in per cent of width and height at each edge."""
    return pygame.Rect((0, 0), size).inflate(*(-2 * round(side * margin / 100) for side in size))


def turned_size(size: tuple[int, int], rotate: int) -> tuple[int, int]:
    """Return a size after a turn by `rotate` degrees, a multiple of 90."""
    return (size[1], size[0]) if rotate % 180 else size


def turned_rect(rect: pygame.Rect, size: tuple[int, int], rotate: int) -> pygame.Rect:
    """Return the place of a rectangle of a picture of `size` px after the picture was turned clockwise."""
    width, height = size
    x, y, w, h = rect
    match rotate:
        case 90:
            return pygame.Rect(height - y - h, x, h, w)
        case 180:
            return pygame.Rect(width - x - w, height - y - h, w, h)
        case 270:
            return pygame.Rect(y, width - x - w, h, w)
    return pygame.Rect(rect)


def mirrored(source: pygame.Surface, target: pygame.Surface, changed: Sequence[pygame.Rect]) -> list[pygame.Rect]:
    """Copy the `changed` rects of `source` to `target`; return the dirty rects.

    A target of another size shows the whole picture as large as possible, in the middle.
    """
    if not changed:
        return []
    if source.get_size() == target.get_size():
        for rect in changed:
            target.blit(source, rect, rect)
        return list(changed)
    share = min(target.get_width() / source.get_width(), target.get_height() / source.get_height())
    size = (round(source.get_width() * share), round(source.get_height() * share))
    picture = pygame.transform.smoothscale(source, size)
    return [target.blit(picture, picture.get_rect(center=target.get_rect().center))]
