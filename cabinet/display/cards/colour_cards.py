"""Cards of four colours: numbers, skip, reverse, draw two, wild, wild draw four; the project's own faces.

They match the suited cards: the same paper, one huge index and one big shape. The middle of the paper is filled with
the card's colour, and each colour has a shape, so that it can be identified without seeing the colour: rose, leaf,
drop, sun. A code is colour then number or symbol: ``R7``, ``GS`` skip, ``BR`` reverse, ``Y+`` draw two, ``W`` wild,
``W+`` wild draw four.
"""

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

import pygame

from cabinet.display.fonts import Fonts
from cabinet.display.shapes import COLOUR_SHAPES, FINER, Point, paint, painted, stamp
from cabinet.display.theme import Colour, Theme

ORDER: Final = "RGBY"
"""The four colours, in the order of cards and buttons."""
WILD: Final = "W"
RIM: Final = 0.055
"""Width of the paper round the coloured field, in a card's widths, as on a back."""
MARGIN: Final = 0.115
"""Room beside the index, in widths."""
CAP: Final = 0.45
"""Height of the index, in widths, as on suited cards."""
SHAPE: Final = 0.54
SMALL_SHAPE: Final = 0.33
"""Size of the shape on a face read from both ends; `SHAPE` is its size in the corner opposite the index."""


def is_coloured(code: str) -> bool:
    """Return whether a code, without its face and copy, is that of a card of these four colours or a wild."""
    return code[0] == WILD or (code[0] in ORDER and len(code) == 2)


class ColouredFaces:
    """Draws the faces; the caller caches them."""

    def __init__(self, theme: Theme, fonts: Fonts) -> None:
        self._theme = theme
        self._fonts = fonts

    def face(self, code: str, sheet: pygame.Surface, *, two_ended: bool) -> pygame.Surface:
        """Draw the face on a copy of the sheet of paper."""
        face = sheet.copy()
        width, height = face.get_size()
        face.blit(self._field(code, (width, height)), (0, 0))
        index = self.index(code, round(width * CAP), round(width * (0.4 if two_ended else 0.66)))
        margin = round(width * MARGIN)
        shape = self.shape(code[0], round(width * (SMALL_SHAPE if two_ended else SHAPE)), self._ink(code))
        if two_ended:
            corner = (width - margin, height - margin)
            face.blit(pygame.transform.rotate(index, 180), index.get_rect(bottomright=corner))
            face.blit(shape, shape.get_rect(topright=(width - margin, margin)))
            turned = pygame.transform.rotate(shape, 180)
            face.blit(turned, turned.get_rect(bottomleft=(margin, height - margin)))
        else:
            face.blit(shape, shape.get_rect(bottomright=(width - margin, height - margin)))
        face.blit(index, (margin, margin))
        return face

    def shape(self, colour: str, side: int, ink: Colour) -> pygame.Surface:
        """Draw the shape of a colour in an ink, `side` px square; for a wild, all four in their own colours."""
        if colour in COLOUR_SHAPES:
            return stamp(COLOUR_SHAPES[colour], side, ink)
        whole = pygame.Surface((side, side), pygame.SRCALPHA)
        part = round(side * 0.46)
        for place, name in enumerate(ORDER):
            at = (place % 2 * (side - part), place // 2 * (side - part))
            whole.blit(stamp(COLOUR_SHAPES[name], part, self._theme.card_colour(name)), at)
        return whole

    def tile(self, colour: str, size: tuple[int, int]) -> pygame.Surface:
        """Draw a field of a colour with its shape in the middle: a choice, or the colour in force."""
        field = self._field(colour, size, rim=max(1, round(min(size) * 0.05)))
        side = round(min(size) * 0.7)
        shape = self.shape(colour, side, self._ink(colour))
        tile = painted(size, self._theme.colours.paper, _rounded(self._theme.colours.paper, 0.14))
        tile.blit(field, (0, 0))
        tile.blit(shape, shape.get_rect(center=(size[0] // 2, size[1] // 2)))
        return tile

    def index(self, code: str, cap: int, widest: int) -> pygame.Surface:
        """Draw the index in its ink, `cap` px high: a figure, or the sign of the card's action."""
        ink, what, side = self._ink(code), code[1:], min(cap, widest)
        if code[0] == WILD and not what:
            return painted((side, side), self._theme.colours.paper, self._wheel)
        if what == "S":
            return painted((side, side), ink, lambda big: _skip(big, ink))
        if what == "R":
            return painted((side, side), ink, lambda big: _reverse(big, ink))
        text = {"+": "+4" if code[0] == WILD else "+2"}.get(what, what)
        drawn = self._fonts.for_capitals("text", cap).render(text, True, ink)
        drawn = drawn.subsurface(drawn.get_bounding_rect()).copy()
        if drawn.get_width() > widest:
            drawn = pygame.transform.smoothscale(drawn, (widest, drawn.get_height()))
        return _underlined(drawn, ink) if what in ("6", "9") else drawn

    def _ink(self, code: str) -> Colour:
        colours = self._theme.colours
        return colours.dark_text if code[0] == "Y" else colours.paper

    def _field(self, code: str, size: tuple[int, int], rim: int = 0) -> pygame.Surface:
        """Draw the coloured field inside the rim of paper."""
        fill = self._theme.card_colour(code[0])
        margin = rim or max(2, round(size[0] * RIM))
        corner = round(min(size) * self._theme.card.corner)

        def draw(big: pygame.Surface) -> None:
            inner = big.get_rect().inflate(-2 * margin * FINER, -2 * margin * FINER)
            pygame.draw.rect(big, fill, inner, border_radius=max(1, corner * FINER // 2))

        return painted(size, fill, draw)

    def _wheel(self, big: pygame.Surface) -> None:
        """Draw a disc of the four colours in a rim of paper."""
        side = big.get_width()
        pygame.draw.circle(big, self._theme.colours.paper, (side / 2, side / 2), side / 2)
        for place, name in enumerate(ORDER):
            pygame.draw.polygon(big, self._theme.card_colour(name), _sector(side, place))


def _sector(side: int, quarter: int) -> list[Point]:
    start = pi + quarter * pi / 2 if quarter < 2 else pi / 2 - (quarter - 2) * pi / 2
    turns = [start + step / 16 * pi / 2 for step in range(17)]
    return [(side / 2, side / 2), *((side / 2 + 0.45 * side * cos(t), side / 2 + 0.45 * side * sin(t)) for t in turns)]


def _skip(big: pygame.Surface, ink: Colour) -> None:
    """Draw a ring with a bar across: the next seat is left out."""
    side = big.get_width()
    line = round(side * 0.15)
    pygame.draw.circle(big, ink, (side / 2, side / 2), side / 2, width=line)
    along, half = side * 0.5 * cos(pi / 4) - line * 0.4, line / 2
    middle = side / 2
    bar = [(-along, along), (along, -along)]
    aside = half * cos(pi / 4)
    (x0, y0), (x1, y1) = [(middle + x, middle + y) for x, y in bar]
    corners = [(x0 - aside, y0 - aside), (x0 + aside, y0 + aside), (x1 + aside, y1 + aside), (x1 - aside, y1 - aside)]
    pygame.draw.polygon(big, ink, corners)


def _reverse(big: pygame.Surface, ink: Colour) -> None:
    """Draw two arrows that pass each other."""
    side = big.get_width()
    up = ([(0.30, 0.0), (0.56, 0.34), (0.39, 0.34), (0.39, 0.86), (0.21, 0.86), (0.21, 0.34), (0.04, 0.34)],)
    down = ([(1 - x, 1 - y) for x, y in up[0]],)
    paint(big, (*up, *down), (0, 0, side), ink)


def _underlined(figure: pygame.Surface, ink: Colour) -> pygame.Surface:
    """Underline a six or a nine, because cards are read from both sides of a table."""
    width, height = figure.get_size()
    line = max(2, round(height * 0.09))
    whole = pygame.Surface((width, height), pygame.SRCALPHA)
    whole.blit(pygame.transform.smoothscale(figure, (width, height - 2 * line)), (0, 0))
    pygame.draw.rect(whole, ink, (0, height - line, width, line))
    return whole


def _rounded(fill: Colour, corner: float) -> Callable[[pygame.Surface], None]:
    def draw(big: pygame.Surface) -> None:
        pygame.draw.rect(big, fill, big.get_rect(), border_radius=round(min(big.get_size()) * corner))

    return draw
