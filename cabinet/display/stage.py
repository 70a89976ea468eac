"""Incremental drawing: a stage of sprites over a backdrop.

The standing sprites are composed once into a picture of the whole screen, and again only where their list changes.
Moving sprites are drawn over that picture and erased with it. So a frame in which one card glides costs two small
blits, and a frame without a change costs nothing.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import pygame


class Sprite(NamedTuple):
    """A surface and its top left corner, in px. Surfaces come from caches: the same look is the same object."""

    surface: pygame.Surface
    x: int
    y: int

    @property
    def rect(self) -> pygame.Rect:
        """The pixels that the sprite covers."""
        return pygame.Rect(self.x, self.y, *self.surface.get_size())


def paste(surface: pygame.Surface, sprites: Iterable[Sprite]) -> None:
    """Draw sprites on a surface, from the bottom to the top."""
    surface.fblits([(sprite.surface, (sprite.x, sprite.y)) for sprite in sprites])


class Stage:
    """The picture of one screen. It draws on the surface passed to `draw` and keeps no reference to it."""

    def __init__(self, backdrop: pygame.Surface, breathe: Callable[[], None] = lambda: None) -> None:
        """`breathe` is called between the long steps, a screen's composition (`Toolkit.breathe`)."""
        self._breathe = breathe
        self._backdrop = backdrop
        breathe()
        self._picture = _cached_copy(backdrop)
        breathe()
        self._standing: list[Sprite] = []
        self._rects: dict[Sprite, pygame.Rect] = {}
        self._shown: list[Sprite] = []
        self._dirty: list[pygame.Rect] = [backdrop.get_rect()]

    def set_backdrop(self, backdrop: pygame.Surface) -> None:
        """Change the backdrop; the next `draw` covers the whole screen."""
        self._backdrop = backdrop
        self.repaint()

    def repaint(self) -> None:
        """Make the next `draw` cover the whole screen, as after another scene has drawn on it."""
        self._breathe()
        self._dirty = [self._backdrop.get_rect()]
        self._compose(self._dirty)
        self._breathe()

    def stand(self, sprites: Sequence[Sprite]) -> None:
        """Replace the standing sprites, listed from the bottom to the top."""
        rects, new = self._rects, set(sprites)
        old = rects.keys()
        come, gone = new - old, old - new
        if come or gone:
            changed = [rects.pop(sprite) for sprite in gone]
            for sprite in come:
                rects[sprite] = sprite.rect
                changed.append(rects[sprite])
            self._standing = list(dict.fromkeys(sprites))
            dirty = _merged(changed)
            self._breathe()
            self._compose(dirty)
            self._dirty.extend(dirty)
            self._breathe()

    def draw(self, surface: pygame.Surface, moving: Sequence[Sprite]) -> list[pygame.Rect]:
        """Update `surface` and return the touched rectangles, none if nothing changed."""
        if not self._dirty and moving == self._shown:
            return []
        dirty = self._dirty
        dirty.extend(sprite.rect for sprite in self._shown)
        picture = self._picture
        surface.blits([(picture, rect, rect) for rect in dirty], False)
        for sprite in moving:
            surface.blit(sprite.surface, (sprite.x, sprite.y))
        dirty.extend(sprite.rect for sprite in moving)
        self._dirty = []
        self._shown = list(moving)
        frame = surface.get_rect()
        return [rect.clip(frame) for rect in dirty]

    def _compose(self, dirty: Iterable[pygame.Rect]) -> None:
        picture, backdrop, standing = self._picture, self._backdrop, self._standing
        rects = list(map(self._rects.__getitem__, standing))
        for rect in dirty:
            picture.set_clip(rect)
            picture.blit(backdrop, rect, rect)
            hit = [standing[place] for place in rect.collidelistall(rects)]
            picture.fblits([(surface, (x, y)) for surface, x, y in hit])
        picture.set_clip(None)


def _cached_copy(backdrop: pygame.Surface) -> pygame.Surface:
    """Return a copy of the backdrop whose rows are not a multiple of 16 bytes long.

    SDL on x86 copies rows past the processor's caches where all of them begin at multiples of 16 bytes, in source and
    destination (SDL_blit_copy.c). A dirty rectangle is drawn on at once, and then takes four times as long.
    """
    width, height = backdrop.get_size()
    picture = pygame.Surface((width | 1, height), 0, backdrop).subsurface((0, 0, width, height))
    picture.blit(backdrop, (0, 0))
    return picture


def _merged(rects: list[pygame.Rect]) -> list[pygame.Rect]:
    """Return the rectangles with overlaps united, so that no pixel is composed many times."""
    apart: list[pygame.Rect] = []
    for rect in rects:
        united = rect
        while (hit := united.collidelist(apart)) >= 0:
            united = united.union(apart.pop(hit))
        apart.append(united)
    return apart
