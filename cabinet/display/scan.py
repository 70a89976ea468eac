"""The code that phones scan, and the words below it: where the cabinet's pages are, and how one comes into the queue.

A code is drawn in whole px a module, dark on light with the light edge that readers need (ISO/IEC 18004, 4 modules).
"""

from functools import lru_cache
from importlib.util import find_spec
from typing import Final

import msgspec
import pygame

from cabinet.display.page import SMALL, Cell, Part, Picture, Text, stack
from cabinet.display.toolkit import Toolkit

EDGE: Final = 4
"""The width of the light edge, modules."""
SIDE: Final = 112
"""The room of a code, px at 800×480: two px a module at 480×320 for an address, 25 modules and the edge."""
CAPITALS: Final = 18
"""The height of the words' capitals below, px at 800×480."""
DARK, LIGHT = (0, 0, 0), (255, 255, 255)


class Scan(msgspec.Struct, frozen=True):
    """What the screen shows for phones: the pages' address with its port, and the words below the code."""

    address: str
    words: str

    @property
    def link(self) -> str:
        """The text that is scanned: in capitals, of which a code holds more."""
        return f"HTTP://{self.address}/Q"


def no_scan() -> Scan | None:
    """Return that phones see nothing here."""
    return None


def scanned(scan: Scan, side: float = SIDE) -> Part:
    """Return a code in `side` px at 800×480 with its words below; the address in words where no code can be drawn."""
    picture: Part = Picture(draw_code, (side, side), (scan.link,), across=0.5)
    if not draws_codes():
        picture = Text(scan.address, SMALL, LIGHT, rows=2, across=0.5)
    cells: list[Cell] = [(0, picture), (CAPITALS, Text(scan.words, CAPITALS, LIGHT, across=0.5))]
    return stack(*cells, gap=4)


@lru_cache(maxsize=1)
def draws_codes() -> bool:
    """Return whether the library that makes codes is installed: an extra."""
    return find_spec("segno") is not None


def draw_code(_toolkit: Toolkit, size: tuple[int, int], text: str) -> pygame.Surface:
    """Draw a text as a code as large as the size allows, in the middle of it."""
    import segno  # noqa: PLC0415 - an extra

    modules = segno.make_qr(text, error="m").matrix
    count = len(modules) + 2 * EDGE
    scale = max(1, min(size) // count)
    drawn = pygame.Surface(size, pygame.SRCALPHA)
    left, top = ((length - count * scale) // 2 for length in size)
    drawn.fill(LIGHT, (left, top, count * scale, count * scale))
    for down, row in enumerate(modules, EDGE):
        for across, is_dark in enumerate(row, EDGE):
            if is_dark:
                drawn.fill(DARK, (left + across * scale, top + down * scale, scale, scale))
    return drawn
