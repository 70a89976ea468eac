"""Capitals by the height of their letters, for screens that are read from a step away.

`Kit.text` and its relatives take the size of a face; here a line is asked for by the height of a capital H, and comes
cropped to its ink, so that it can be placed to the pixel.
"""

from typing import Final

import pygame

from cabinet.display.fonts import Face, cap_height
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Kit

LEAST: Final = (14, 11)
"""Least height of capitals in px: at 800×480, and on any smaller screen."""


def least_capitals(kit: Kit) -> int:
    """Return the least height of capitals on this screen, px."""
    return max(LEAST[1], round(LEAST[0] * kit.scale))


def capitals(
    kit: Kit, text: str, height: int, colour: Colour, width: int, face: Face = "title"
) -> pygame.Surface:
    """Return one line, cropped to its ink, with capitals `height` px high at 800×480, less where `width` px is short.

    Capitals are never smaller than `least_capitals`; a line that is still too long is condensed. The same surface for
    the same line: do not draw on it.
    """
    return kit.drawing(_draw_capitals, text, height, colour, width, face)


def _draw_capitals(kit: Kit, text: str, height: int, colour: Colour, width: int, face: Face) -> pygame.Surface:
    least = least_capitals(kit)
    wanted = max(least, round(height * kit.scale))
    while wanted > least and kit.fonts.for_capitals(face, wanted).size(text)[0] > width:
        wanted -= 1
    ink = ink_of(kit.fonts.for_capitals(face, wanted), text, colour)
    return pygame.transform.smoothscale(ink, (width, ink.get_height())) if ink.get_width() > width else ink


def ink_of(font: pygame.font.Font, text: str, colour: Colour) -> pygame.Surface:
    """Draw a line and crop it: to its ink at the sides, to capitals and descenders above and below."""
    drawn = font.render(text, True, colour)
    ink = drawn.get_bounding_rect()
    top = max(0, min(ink.top, font.get_ascent() - cap_height(font)))
    return drawn.subsurface((ink.x, top, ink.w, max(ink.bottom, font.get_ascent()) - top))
