"""Parts of an evening's pages: a seat's name in its colour beside its shape, flames, a ring with seconds, tiles."""

from collections.abc import Iterator
from typing import Final

import pygame

from cabinet.display.evening.content import Somebody, TonightBand
from cabinet.display.shapes import FINER, paint, painted
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit, beside, in_middle
from cabinet.display.widgets import STEPS, Discs, capitals

RADIUS: Final = (12, 7)
"""Radius of a tile's corners in px, at 800×480 and at least."""
FLAME: Final = ((0.5, 0.0), (0.66, 0.2), (0.62, 0.36), (0.8, 0.26), (0.94, 0.52), (0.86, 0.84), (0.66, 1.0))
"""The right half of a flame's outline; the left half is drawn lower, as fire leans."""
LEAN: Final = ((0.34, 1.0), (0.13, 0.83), (0.08, 0.56), (0.26, 0.34), (0.33, 0.5), (0.42, 0.3))
HEART: Final = ((0.52, 0.5), (0.68, 0.74), (0.6, 0.94), (0.42, 0.94), (0.34, 0.74))


class Parts:
    """Draws the shared parts at a toolkit's size and caches them."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self._discs = toolkit.shared(Discs)
        self.somebody = toolkit.cached(self._somebody)
        self.flame = toolkit.cached(self._flame)
        self.cap = toolkit.cached(self._cap)
        self._ring = toolkit.cached(self._ring_with_seconds)

    def line(self, text: str, high: int, colour: Colour, width: int) -> pygame.Surface:
        """Return a line with capitals `high` px high on this screen, less where `width` px are short."""
        return capitals(self._toolkit, text, round(high / self._toolkit.scale), colour, max(1, width))

    def _somebody(self, who: Somebody, high: int, width: int, ink: Colour | None = None) -> pygame.Surface:
        """Draw a name beside its seat's shape, in `ink` or the seat's colour; without a seat in `ink` or off-white.

        The shape is no larger than leaves the name as much room again, and a little more.
        """
        toolkit = self._toolkit
        if who.seat < 0:
            return self.line(who.name, high, ink or toolkit.theme.colours.text, width)
        high = min(high, width * 2 // 5)
        gap = max(3, high // 4)
        name = self.line(who.name, high, ink or toolkit.theme.seat(who.seat).colour, width - high - gap)
        return beside([toolkit.badge(who.seat, name.get_height(), ink), name], gap)

    def _flame(self, high: int, colour: Colour, *, is_lit: bool) -> pygame.Surface:
        """Draw a flame; an unlit one is dim and has no bright heart."""
        colours = self._toolkit.theme.colours
        dim = tuple((one * 2 + other * 5) // 7 for one, other in zip(colour, colours.plate, strict=True))
        outside = colour if is_lit else (dim[0], dim[1], dim[2])
        size = (round(high * 0.8), high)

        def draw(big: pygame.Surface) -> None:
            square = (0.0, 0.0, float(high * FINER))
            squeezed = [(x * 0.8, y) for x, y in (*FLAME, *LEAN)]
            paint(big, (squeezed,), square, outside)
            if is_lit:
                paint(big, ([(x * 0.8, y) for x, y in HEART],), square, colours.paper)

        return painted(size, outside, draw)

    def plate(self, size: tuple[int, int], fill: Colour, edge: Colour | None = None) -> pygame.Surface:
        """Return a tile's ground."""
        return self._toolkit.plate(size, fill, edge, radius=min(self._toolkit.px(*RADIUS), min(size) // 2))

    def _cap(self, key: str, high: int, width: int) -> pygame.Surface:
        """Draw the name of a key on a light cap, `width` px wide at most."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        name = self.line(key, min(high, toolkit.px(16, 11)), colours.dark_text, width - toolkit.px(10, 6))
        side = high + toolkit.px(8, 5)
        size = (max(side, name.get_width() + toolkit.px(10, 6)), side)
        return in_middle(toolkit.plate(size, colours.text, radius=toolkit.px(5, 3)), name)

    def ring(self, seat: int, side: int, left: float, seconds: int) -> pygame.Surface:
        """Return a ring that has run down to the share `left` (0…1), with the seconds inside."""
        return self._ring(seat, side, STEPS - round(max(0.0, min(1.0, left)) * STEPS), seconds)

    def _ring_with_seconds(self, seat: int, side: int, step: int, seconds: int) -> pygame.Surface:
        text = str(max(0, seconds))
        if side >= self._toolkit.px(72, 48):
            inside = self._toolkit.figures(text, round(side * 0.34), self._toolkit.theme.colours.segments)
        else:
            inside = self.line(text, round(side * 0.36), self._toolkit.theme.colours.text, round(side * 0.7))
        return in_middle(self._discs.ring(seat, side, step), inside)


# The band of the title: who stays, the streak, who is next, in as many words as there is room for


def band_picture(toolkit: Toolkit, band: TonightBand, height: int, width: int) -> pygame.Surface:
    """Draw the band with capitals `height` px high in `width` px; the least important parts are left out first.

    The order in which they are kept: who stays, who is next, the flames, the number of wins, the heading.
    """
    parts = toolkit.shared(Parts)
    shortest = None
    for kept in (5, 4, 3, 2):
        shortest = beside(
            list(_pieces(toolkit, parts, band, height, kept)) or [pygame.Surface((1, height))], toolkit.px(12, 6)
        )
        if shortest.get_width() <= width:
            return shortest
    assert shortest is not None, "drawn above"
    scale = width / shortest.get_width()
    return pygame.transform.smoothscale(shortest, (width, max(1, round(shortest.get_height() * max(scale, 0.8)))))


def _pieces(toolkit: Toolkit, parts: Parts, band: TonightBand, height: int, kept: int) -> Iterator[pygame.Surface]:
    """Yield the first `kept` parts in importance, in the order in which they are read."""
    colours, room = toolkit.theme.colours, toolkit.size[0]
    if kept >= 5 and band.heading:
        yield parts.line(band.heading, height, colours.quiet, room)
    if band.stays.name:
        yield parts.somebody(band.stays, height, room)
    if kept >= 3 and band.wins:
        colour = toolkit.theme.seat(band.stays.seat).colour if band.stays.seat >= 0 else colours.text
        yield beside([parts.flame(round(height * 1.4), colour, is_lit=True)] * band.wins, 1)
    if kept >= 4 and band.wins_words:
        yield parts.line(band.wins_words, height, colours.text, room)
    if band.next_up.name:
        yield toolkit.plate((max(1, toolkit.px(2)), round(height * 1.6)), colours.key_edge, radius=0)
        yield parts.line(band.next_words, height, colours.quiet, room)
        yield parts.somebody(band.next_up, height, room)
