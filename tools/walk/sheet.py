"""Contact sheets: pictures side by side with their names."""

from collections.abc import Iterator, Sequence
from typing import Final

import pygame

from tools.walk.guide import Picture

WIDE: Final = 1_600
"""The greatest width of a sheet, px."""
MOST: Final = 12
"""The number of pictures on a sheet."""
LABEL: Final = 18


def sheets(pictures: Sequence[Picture], columns: int) -> Iterator[pygame.Surface]:
    """Yield sheets of so many columns; pictures are made smaller where they would be too wide."""
    pygame.font.init()
    font = pygame.font.Font(None, LABEL)
    for first in range(0, len(pictures), MOST):
        part = pictures[first : first + MOST]
        width, height = part[0].pixels.get_size()
        scale = min(1.0, WIDE / (columns * width))
        wide, high = round(width * scale), round(height * scale) + LABEL
        sheet = pygame.Surface((columns * wide, -(-len(part) // columns) * high))
        sheet.fill((60, 60, 60))
        for number, picture in enumerate(part):
            x, y = number % columns * wide, number // columns * high
            sheet.blit(font.render(f"{first + number:02d} {picture.name}", True, (255, 255, 255)), (x + 4, y + 2))
            sheet.blit(pygame.transform.smoothscale(picture.pixels, (wide - 2, high - LABEL)), (x, y + LABEL))
        yield sheet
