"""The code that phones scan, and the words below it: where the cabinet's pages are, and how one comes into the queue;
beside it that of the cabinet's own Wi-Fi, where it has one.

A code is drawn in whole px a module, dark on light with the light edge that readers need (ISO/IEC 18004, 4 modules).
"""

from functools import lru_cache
from importlib.util import find_spec
from typing import Final

import msgspec
import pygame

from cabinet.display.page import SMALL, Part, Picture, Text, row, stack
from cabinet.display.toolkit import Toolkit

EDGE: Final = 4
"""The width of the light edge, modules."""
SIDE: Final = 112
"""The room of a code, px at 800×480: two px a module at 480×320 for one of 25 modules and the edge."""
GAP: Final = 8
CAPITALS: Final = 18
"""The height of the words' capitals below, px at 800×480."""
DARK, LIGHT = (0, 0, 0), (255, 255, 255)


class Scan(msgspec.Struct, frozen=True):
    """What the screen shows for phones: the pages' address with its port, and the words below the code; name and
    passphrase of the cabinet's own Wi-Fi, "" for none, and the words below its code."""

    address: str
    words: str
    network: str = ""
    phrase: str = ""
    join: str = ""

    @property
    def side(self) -> float:
        """The width of what is shown, px at 800×480."""
        return 2 * SIDE + GAP if self.network else SIDE

    @property
    def joining(self) -> str:
        """The text by which a phone joins the Wi-Fi; neither its name nor its passphrase has a sign with a meaning.

        Of 32 signs, those of a code of 25 modules, 6 and 8 are theirs (`cabinet.machine.wireless`).
        """
        return f"WIFI:T:WPA;S:{self.network};P:{self.phrase};;"

    @property
    def link(self) -> str:
        """The text that is scanned: in capitals, of which a code holds more."""
        return f"HTTP://{self.address}/Q"


def no_scan() -> Scan | None:
    """Return that phones see nothing here."""
    return None


def is_narrow(scan: Scan | None) -> bool:
    """Return whether two codes take the room of what stands beside them."""
    return scan is not None and bool(scan.network)


def scanned(scan: Scan) -> Part:
    """Return the code with its words below, `Scan.side` px wide; the address in words where no code can be drawn."""
    pages = coded(scan.link, scan.address, scan.words)
    if not scan.network:
        return pages
    network = coded(scan.joining, f"{scan.network}  {scan.phrase}", scan.join)
    return row((1, network), (1, pages), gap=GAP)


def coded(text: str, plain: str, words: str) -> Part:
    """Return the code of a text with words below; `plain` where no code can be drawn."""
    picture: Part = Picture(draw_code, (SIDE, SIDE), (text,), across=0.5)
    if not draws_codes():
        picture = Text(plain, SMALL, LIGHT, rows=2, across=0.5)
    return stack((0, picture), (CAPITALS, Text(words, CAPITALS, LIGHT, across=0.5)), gap=4)


@lru_cache(maxsize=1)
def draws_codes() -> bool:
    """Return whether the library that makes codes is installed: an extra."""
    return find_spec("segno") is not None


def draw_code(_toolkit: Toolkit, size: tuple[int, int], text: str) -> pygame.Surface:
    """Draw a text as a code as large as the size allows, in the middle of it."""
    import segno  # noqa: PLC0415 - an extra

    modules = segno.make_qr(text, error="m" if text.startswith("HTTP") else "l").matrix  # a Wi-Fi's fills it
    count = len(modules) + 2 * EDGE
    scale = max(1, min(size) // count)
    drawn = pygame.Surface(size, pygame.SRCALPHA)
    left, top = ((length - count * scale) // 2 for length in size)
    drawn.fill(LIGHT, (left, top, count * scale, count * scale))
    for down, line in enumerate(modules, EDGE):
        for across, is_dark in enumerate(line, EDGE):
            if is_dark:
                drawn.fill(DARK, (left + across * scale, top + down * scale, scale, scale))
    return drawn
