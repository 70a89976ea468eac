"""A picture of the machine's screen, held against the one that ought to be there."""

from pathlib import Path

import pygame

CLOSE = 12
"""A channel may differ by so much: the way to the screen rounds."""


def seen(path: Path) -> pygame.Surface:
    """A picture that the machine took of its screen."""
    return pygame.image.load(str(path))


def difference(picture: pygame.Surface, wanted: pygame.Surface) -> float:
    """The share of pixels that are not as wanted; 1 for a picture of another size."""
    if picture.get_size() != wanted.get_size():
        return 1.0
    alike = pygame.mask.from_threshold(picture, (0, 0, 0), (CLOSE, CLOSE, CLOSE), wanted)
    width, height = picture.get_size()
    return 1 - alike.count() / (width * height)


def colours(picture: pygame.Surface) -> int:
    """How many colours a grid of points has: one or two on a black screen."""
    width, height = picture.get_size()
    return len({tuple(picture.get_at((x, y)))[:3] for x in range(0, width, 16) for y in range(0, height, 16)})
