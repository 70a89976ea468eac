"""Looking at a machine's screen: the picture as it is, and how far it is from what it should be."""

import pygame

from tools.vm.machine import Machine

NEAR = 24
"""Two colours that differ by no more in each channel count as the same."""


def seen(machine: Machine, name: str = "screen") -> pygame.Surface:
    """What the screen shows now; the PNG stays in the machine's folder under this name."""
    return pygame.image.load(str(machine.screenshot(name)))


def unlike(picture: pygame.Surface, expected: pygame.Surface) -> float:
    """The share of pixels that are not as expected, 0 to 1; 1 for a picture of another size."""
    if picture.get_size() != expected.get_size():
        return 1.0
    more, less = _minus(picture, expected), _minus(expected, picture)
    more.blit(less, (0, 0), special_flags=pygame.BLEND_RGB_MAX)
    same = pygame.mask.from_threshold(more, (0, 0, 0), (NEAR + 1, NEAR + 1, NEAR + 1, 255))
    width, height = expected.get_size()
    return 1 - same.count() / (width * height)


def _minus(one: pygame.Surface, other: pygame.Surface) -> pygame.Surface:
    left = pygame.Surface(one.get_size(), depth=32)
    left.blit(one, (0, 0))
    left.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    return left
