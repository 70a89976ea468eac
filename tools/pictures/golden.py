"""Golden pictures: kept small, compared so that another FreeType passes and a label that moved does not."""

from collections.abc import Iterator
from typing import Final, NamedTuple

import pygame

from tools.pictures.studio import ARRANGEMENTS, SIZES, Studio

SEEN: Final = 40
"""Difference of one channel, 0…255, from which a block of pixels counts as different."""

SPARE: Final = 4000
"""One block in so many may differ."""


class Comparison(NamedTuple):
    """How many of the blocks of a shrunk picture an eye would see differ."""

    differing: int
    blocks: int

    @property
    def alike(self) -> bool:
        """A curve that is rounded elsewhere changes a block or two; a label that moved changes dozens."""
        return self.differing <= max(3, self.blocks // SPARE)


def shrunk(picture: pygame.Surface) -> pygame.Surface:
    """The picture as it is kept and compared: opaque, at half its size (a third, if it is large)."""
    factor = 3 if picture.get_width() > 1000 else 2
    whole = pygame.Surface(picture.get_size(), depth=24)
    whole.blit(picture, (0, 0))
    return pygame.transform.smoothscale(whole, (picture.get_width() // factor, picture.get_height() // factor))


def compare(actual: pygame.Surface, expected: pygame.Surface) -> Comparison:
    """Compare two shrunk pictures, pixel by pixel, each of which stands for a block. Another size: all differ."""
    if actual.get_size() != expected.get_size():
        return Comparison(1 << 30, 1)
    apart = difference(actual, expected)
    worst = bytes(map(max, *(pygame.image.tobytes(apart, "RGB")[channel::3] for channel in range(3))))
    return Comparison(sum(value >= SEEN for value in worst), len(worst))


def difference(actual: pygame.Surface, expected: pygame.Surface) -> pygame.Surface:
    """A picture of where two pictures of one size differ: black where they do not."""
    apart, other = actual.copy(), expected.copy()
    apart.blit(expected, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    other.blit(actual, (0, 0), special_flags=pygame.BLEND_RGB_SUB)
    apart.blit(other, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return apart


def table_pictures(studio: Studio) -> Iterator[tuple[str, pygame.Surface]]:
    """Every sample of the table at every size in every arrangement, shrunk, with the name of its file."""
    for size in SIZES:
        for arrangement in ARRANGEMENTS:
            for name, picture in studio.all_of(size, arrangement).items():
                yield f"{name}-{arrangement.name}-{size[0]}x{size[1]}.png", shrunk(picture)
