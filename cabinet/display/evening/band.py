"""Drawing of the title's band: who stays, the streak, who is next, in as many words as there is room for."""

from collections.abc import Iterator

import pygame

from cabinet.display.evening.pages import TonightBand
from cabinet.display.evening.parts import Parts
from cabinet.display.toolkit import Kit, beside


def band_picture(kit: Kit, band: TonightBand, height: int, width: int) -> pygame.Surface:
    """Draw the band with capitals `height` px high in `width` px; the least important parts are left out first.

    The order in which they are kept: who stays, who is next, the flames, the number of wins, the heading.
    """
    parts = kit.shared(Parts)
    shortest = None
    for kept in (5, 4, 3, 2):
        shortest = beside(list(_pieces(kit, parts, band, height, kept)) or [pygame.Surface((1, height))], kit.px(12, 6))
        if shortest.get_width() <= width:
            return shortest
    assert shortest is not None, "drawn above"
    scale = width / shortest.get_width()
    return pygame.transform.smoothscale(shortest, (width, max(1, round(shortest.get_height() * max(scale, 0.8)))))


def _pieces(kit: Kit, parts: Parts, band: TonightBand, height: int, kept: int) -> Iterator[pygame.Surface]:
    """Yield the first `kept` parts in importance, in the order in which they are read."""
    colours, room = kit.theme.colours, kit.size[0]
    if kept >= 5 and band.heading:
        yield parts.line(band.heading, height, colours.quiet, room)
    if band.stays.name:
        yield parts.somebody(band.stays, height, room)
    if kept >= 3 and band.wins:
        colour = kit.theme.seat(band.stays.seat).colour if band.stays.seat >= 0 else colours.text
        yield beside([parts.flame(round(height * 1.4), colour, is_lit=True)] * band.wins, 1)
    if kept >= 4 and band.wins_words:
        yield parts.line(band.wins_words, height, colours.text, room)
    if band.next_up.name:
        yield kit.plate((max(1, kit.px(2)), round(height * 1.6)), colours.key_edge, radius=0)
        yield parts.line(band.next_words, height, colours.quiet, room)
        yield parts.somebody(band.next_up, height, room)
