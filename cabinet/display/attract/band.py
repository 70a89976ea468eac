"""The band at the bottom edge of a cabinet that nobody plays on: its name, and that any button wakes it.

Nothing is drawn below it: pages and demonstrations have the room above. It changes from light to dark and back with
every page, because some screens retain a picture that they have shown for hours.
"""

from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.toolkit import Kit, beside
from cabinet.display.widgets.backdrop import chequer
from cabinet.display.widgets.capitals import capitals

HEIGHT: Final = 40
LOWEST: Final = 28
"""The band's height at 800×480, and on the smallest screen, px."""


def band_height(kit: Kit) -> int:
    """Return the height of the band, px."""
    return kit.px(HEIGHT, LOWEST)


def above_band(kit: Kit) -> Box:
    """Return the room of pages and demonstrations: the screen without the band."""
    return Box(0, 0, kit.size[0], kit.size[1] - band_height(kit))


class Band:
    """Both looks of the band on one screen, drawn by the constructor."""

    def __init__(self, kit: Kit, name: str, prompt: str) -> None:
        colours = kit.theme.colours
        self._kit = kit
        self.box = Box(0, above_band(kit).h, kit.size[0], band_height(kit))
        self._looks = (
            self._drawn(name, prompt, colours.paper, colours.dark_text),
            self._drawn(name, prompt, colours.dark_text, colours.paper),
        )

    def draw(self, screen: pygame.Surface, turn: int) -> pygame.Rect:
        """Draw the band of page number `turn`; return its rectangle."""
        return screen.blit(self._looks[turn % 2], self.box[:2])

    def _drawn(
        self, name: str, prompt: str, ground: tuple[int, int, int], ink: tuple[int, int, int]
    ) -> pygame.Surface:
        kit, (width, height) = self._kit, self.box[2:]
        band = pygame.Surface((width, height))
        band.fill(ground)
        dot = kit.plate((kit.px(8, 5), kit.px(8, 5)), ink)
        most = round(width * 0.34)
        words = beside(
            [capitals(kit, name, 22, ink, most), dot, capitals(kit, prompt, 22, ink, most)], kit.px(14, 8)
        )
        band.blit(words, words.get_rect(center=(width // 2, height // 2)))
        square = height // 4
        long = (width - words.get_width()) // 2 - kit.px(24, 12)
        long -= long % square
        for x in (0, width - long):
            strip = pygame.Surface((long, height), pygame.SRCALPHA)
            chequer(strip, Box(0, 0, long, height), square, ink)
            band.blit(strip, (x, 0))
        return band
