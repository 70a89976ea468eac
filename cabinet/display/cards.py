"""The cards themselves, as surfaces: faces and backs in every size, cards of four colours, and court figures.

`CardArt` is the way in: it draws each card once at each size and caches it. A face has one huge index, one big suit and
nothing else; court cards wear a crown. `two_ended` faces have the index at both ends, for a pile that is read from two
sides of a table. Knows no seat, no pile and no game.
"""

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import Final, NamedTuple

import pygame

from cabinet.display.cache import DrawingCache
from cabinet.display.shapes import COLOUR_SHAPES, FINER, SIGNS, SUITS, Part, Point, paint, painted, stamp
from cabinet.display.theme import Colour, Fonts, Theme, cropped
from engine.cards import DOWN, HIDDEN, bare, is_down

UNKNOWN: Final = bare(HIDDEN)
"""The code of a card that this screen may not identify; only its back is ever shown."""

MARKER: Final = "M1"
"""The code of the marker, which is no card: a ghost for a missing pile, or lent to a seat without a spit card."""


class CardSize(NamedTuple):
    """Width and height of a card in px."""

    width: int
    height: int


class CardArt:
    """Draws cards at any size and caches them. Every returned surface is shared: do not draw on it."""

    def __init__(self, theme: Theme, fonts: Fonts, drawn: DrawingCache | None = None) -> None:
        """`drawn` keeps the cards; without it they have a cache of their own."""
        drawn = drawn or DrawingCache()
        self._theme = theme
        self._fonts = fonts
        self._drawn = drawn
        self.coloured = ColouredFaces(theme, fonts, drawn)
        self.face = drawn.cached(self._face)
        self.back = drawn.cached(self._back)
        self.empty = drawn.cached(self._empty)
        self._narrowed = drawn.cached(self._narrow)
        self._sheet = drawn.cached(self._draw_sheet)
        self._big_suit = drawn.cached(self._draw_suit)

    def card(self, code: str, size: CardSize, *, two_ended: bool = False, turned: bool = False) -> pygame.Surface:
        """Return the card's face, or the back for a face-down code; `turned` rotates it by 180 degrees."""
        if is_down(code):
            return self.back(size)
        return self.face(code.partition("/")[0], size, two_ended, turned)

    def prepare(self, codes: Iterable[str], size: CardSize, *, two_ended: bool = False, turned: bool = False) -> None:
        """Draw these faces now, so that no later frame has to."""
        for code in codes:
            self.card(code, size, two_ended=two_ended, turned=turned)

    def blank(self, size: CardSize) -> pygame.Surface:
        """Return the blank paper of a card."""
        return self._sheet(size)

    # Faces

    def _face(self, code: str, size: CardSize, two_ended: bool, turned: bool) -> pygame.Surface:
        if turned:
            return pygame.transform.rotate(self.face(code, size, two_ended, False), 180)
        if code == MARKER:
            return self._ghostly(size)
        if is_coloured(code):
            return self.coloured.face(code, self._sheet(size), two_ended=two_ended)
        index = self._index(code, size, 0.5 if two_ended else 0.66)
        emblem = self._emblem(code, size.width, two_ended=two_ended)
        return _composed(self._sheet(size).copy(), index, emblem, self._theme.card.margin, two_ended=two_ended)

    def _ghostly(self, size: CardSize) -> pygame.Surface:
        """Draw the marker: a pale card with a ghost on it, and neither index nor suit."""
        colours = self._theme.colours
        card = self._sheet(size).copy()
        card.fill((*colours.ghost_paper, 255), special_flags=pygame.BLEND_RGBA_MULT)
        figure = ghost(round(size.width * 0.66), colours.ghost, colours.ghost_paper)
        card.blit(figure, figure.get_rect(center=card.get_rect().center))
        return card

    def _index(self, code: str, size: CardSize, widest_part: float) -> pygame.Surface:
        """Draw the rank, cropped to its ink, its capitals `CardLook.cap` of the card's width high; condense a 10."""
        cap = round(size.width * self._theme.card.cap)
        if code[0] == "X":
            return stamp(SIGNS["star"], cap, self._joker_ink(code)[0])
        text = "10" if code[0] == "T" else code[0] if len(code) == 2 else code
        return _condensed(self._fonts, text, cap, self._theme.suit_colour(code[1:2]), round(size.width * widest_part))

    def _emblem(self, code: str, width: int, *, two_ended: bool) -> pygame.Surface:
        """Draw the big suit, or the court figure; smaller between two indices."""
        look = self._theme.card
        court, suit = (look.small_suit, look.small_suit) if two_ended else (look.court, look.suit)
        return self._figure(code, round(width * court)) or self._big_suit(code[1:2], round(width * suit))

    def _figure(self, code: str, width: int) -> pygame.Surface | None:
        paper = self._theme.colours.paper
        if code[0] == "X":
            ink, second = self._joker_ink(code)
            return joker(width, ink, second, paper)
        if code[0] in "JQK" and code[1:2] in SUITS:
            return court(code[0], code[1], width, self._theme.suit_colour(code[1]), paper)
        return None

    def _joker_ink(self, code: str) -> tuple[Colour, Colour]:
        colours = self._theme.colours
        first = code.startswith("X1")
        return (colours.hearts, colours.spades) if first else (colours.spades, colours.hearts)

    def _draw_suit(self, suit: str, width: int) -> pygame.Surface:
        parts = SUITS.get(suit)
        if parts is None:
            return pygame.Surface((1, 1), pygame.SRCALPHA)
        return stamp(parts, width, self._theme.suit_colour(suit))

    # Paper

    def _draw_sheet(self, size: CardSize) -> pygame.Surface:
        colours = self._theme.colours

        def draw(big: pygame.Surface) -> None:
            area = big.get_rect()
            radius = round(area.width * self._theme.card.corner)
            pygame.draw.rect(big, colours.paper_edge, area, border_radius=radius)
            thin = max(FINER, round(area.width * 0.011))
            inner = pygame.Rect(thin, thin, area.width - 2 * thin, area.height - 2 * thin - thin // 2)
            pygame.draw.rect(big, colours.paper, inner, border_radius=radius - thin)

        return painted(size, colours.paper_edge, draw)

    def _back(self, size: CardSize) -> pygame.Surface:
        """Draw a quiet chequer, as on a finishing flag, in a rim of paper."""
        colours = self._theme.colours

        def draw(big: pygame.Surface) -> None:
            area = big.get_rect()
            radius = round(area.width * self._theme.card.corner)
            pygame.draw.rect(big, colours.paper, area, border_radius=radius)
            rim = round(area.width * 0.055)
            inner = area.inflate(-2 * rim, -2 * rim)
            pygame.draw.rect(big, colours.back, inner, border_radius=radius // 2)
            field = inner.inflate(-rim, -rim)
            across = 6
            step = field.width / across
            for row in range(int(field.height / step) + 1):
                for column in range(row % 2, across, 2):
                    square = pygame.Rect(field.x + column * step, field.y + row * step, step + 1, step + 1)
                    pygame.draw.rect(big, colours.back_chequer, square.clip(field))

        return painted(size, colours.paper, draw, breathe=self._drawn.breathe)

    def _empty(self, size: CardSize, edge: Colour) -> pygame.Surface:
        """Draw the well of an empty card place."""

        def draw(big: pygame.Surface) -> None:
            area = big.get_rect()
            radius = round(area.width * self._theme.card.corner)
            pygame.draw.rect(big, edge, area, width=max(FINER, round(area.width * 0.02)), border_radius=radius)

        return painted(size, edge, draw)

    # Frames of a card that turns over

    def squeezed(self, code: str, size: CardSize, two_ended: bool, turned: bool, width: int) -> pygame.Surface:
        """Return the card as if seen from the side, `width` px wide; unsmoothed, because each lasts one frame."""
        if is_down(code):  # all backs are alike
            return self._narrowed(DOWN, size, False, False, width)
        return self._narrowed(code, size, two_ended, turned, width)

    def _narrow(self, code: str, size: CardSize, two_ended: bool, turned: bool, width: int) -> pygame.Surface:
        card = self.card(code, size, two_ended=two_ended, turned=turned)
        return pygame.transform.scale(card, (max(1, width), size.height))


def _composed(
    face: pygame.Surface, index: pygame.Surface, emblem: pygame.Surface, share: float, *, two_ended: bool
) -> pygame.Surface:
    """Put an index and an emblem on a face, `share` widths from its edges: the emblem in the corner opposite the index.

    On a face that is read from both ends each stands upright for both readers, the emblem in the two free corners.
    """
    width, height = face.get_size()
    margin = round(width * share)
    if two_ended:
        face.blit(emblem, emblem.get_rect(topright=(width - margin, margin)))
        face.blit(pygame.transform.rotate(emblem, 180), emblem.get_rect(bottomleft=(margin, height - margin)))
        face.blit(pygame.transform.rotate(index, 180), index.get_rect(bottomright=(width - margin, height - margin)))
    else:
        face.blit(emblem, emblem.get_rect(bottomright=(width - margin, height - margin)))
    face.blit(index, (margin, margin))
    return face


def _condensed(fonts: Fonts, text: str, cap: int, ink: Colour, widest: int) -> pygame.Surface:
    """Draw an index, cropped to its ink, with capitals `cap` px high, condensed to `widest` px where it is wider."""
    drawn = cropped(fonts.for_capitals("text", cap).render(text, True, ink)).copy()
    if drawn.get_width() > widest:
        return pygame.transform.smoothscale(drawn, (widest, drawn.get_height()))
    return drawn


# Cards of four colours: numbers, skip, reverse, draw two, wild, wild draw four; the project's own faces.
#
# They match the suited cards: the same paper, one huge index and one big shape. The middle of the paper is filled with
# the card's colour, and each colour has a shape, so that it can be identified without seeing the colour: rose, leaf,
# drop, sun. A code is colour then number or symbol: R7, GS skip, BR reverse, Y+ draw two, W wild, W+ wild draw four.

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

    def __init__(self, theme: Theme, fonts: Fonts, drawn: DrawingCache) -> None:
        """`drawn` keeps the faces, and breathes between their parts."""
        self._theme = theme
        self._fonts = fonts
        self._drawn = drawn

    def face(self, code: str, sheet: pygame.Surface, *, two_ended: bool) -> pygame.Surface:
        """Draw the face on a copy of the sheet of paper."""
        face = sheet.copy()
        width, height = face.get_size()
        face.blit(self._field(code, (width, height)), (0, 0))
        self._drawn.breathe()
        index = self.index(code, round(width * CAP), round(width * (0.4 if two_ended else 0.66)))
        shape = self.shape(code[0], round(width * (SMALL_SHAPE if two_ended else SHAPE)), self._ink(code))
        self._drawn.breathe()
        return _composed(face, index, shape, MARGIN, two_ended=two_ended)

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
        paper = self._theme.colours.paper

        def draw(big: pygame.Surface) -> None:
            pygame.draw.rect(big, paper, big.get_rect(), border_radius=round(min(big.get_size()) * 0.14))

        tile = painted(size, paper, draw)
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
        drawn = _condensed(self._fonts, text, cap, ink, widest)
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

        return painted(size, fill, draw, breathe=self._drawn.breathe)

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


# Court cards and jokers: each suit wears its own headgear.
#
# King: a tall crown with a cross. Queen: a coronet of pearls. Jack: a cap with a long feather. Joker: a fool's cap with
# three bells. They are bold enough to be distinguished from across a room, and clear of the index.

COURT_HEIGHT: Final = 1.29
"""Height of a figure in widths."""

_HEAD: Final = 0.66
"""Width of the suit under the headgear, as a share of the figure's."""


def court(rank: str, suit: str, width: int, ink: Colour, paper: Colour) -> pygame.Surface:
    """Draw the figure of a J, Q or K: the suit below, its headgear above, in `ink`, with fine lines in `paper`."""
    gear, lines = _GEAR[rank]

    def draw(big: pygame.Surface) -> None:
        side = float(width * FINER)
        suit_side = _HEAD * side
        paint(big, SUITS[suit], ((side - suit_side) / 2, side * COURT_HEIGHT - suit_side, suit_side), ink)
        paint(big, gear, (0.0, 0.0, side), ink)
        paint(big, lines, (0.0, 0.0, side), paper)

    return painted((width, round(width * COURT_HEIGHT)), ink, draw)


def joker(width: int, ink: Colour, second: Colour, paper: Colour) -> pygame.Surface:
    """Draw the fool's cap in two inks."""

    def draw(big: pygame.Surface) -> None:
        side = float(width * FINER)
        for parts, colour in (
            (_CAP_MIDDLE, second),
            (_CAP_SIDES, ink),
            (_BELLS, ink),
            (_FOOL_BAND, second),
            (_FOOL_LINES, paper),
        ):
            paint(big, parts, (0.0, 0.2 * side, side), colour)

    return painted((width, round(width * COURT_HEIGHT)), ink, draw)


def ghost(width: int, ink: Colour, paper: Colour) -> pygame.Surface:
    """Draw a ghost with two eyes and a wavy hem, the sign of a missing pile."""

    def draw(big: pygame.Surface) -> None:
        side = float(width * FINER)
        paint(big, _GHOST, (0.0, 0.0, side), ink)
        paint(big, _GHOST_FACE, (0.0, 0.0, side), paper)

    return painted((width, round(width * COURT_HEIGHT)), ink, draw)


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float, steps: int = 20) -> list[Point]:
    """Return points on an ellipse; angles in turns, 0 to the right, a quarter downwards."""
    angles = [2 * pi * (start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(cx + rx * cos(angle), cy + ry * sin(angle)) for angle in angles]


def _bar(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


_KING: Final[tuple[Part, ...]] = (
    [(0.17, 0.7), (0.06, 0.26), (0.3, 0.43), (0.5, 0.16), (0.7, 0.43), (0.94, 0.26), (0.83, 0.7)],
    _bar(0.47, 0.0, 0.53, 0.2),
    _bar(0.41, 0.05, 0.59, 0.11),
    (0.06, 0.25, 0.055),
    (0.94, 0.25, 0.055),
)
_KING_LINES: Final[tuple[Part, ...]] = (
    _bar(0.16, 0.575, 0.84, 0.605),
    [(0.5, 0.33), (0.56, 0.42), (0.5, 0.51), (0.44, 0.42)],
)
_QUEEN: Final[tuple[Part, ...]] = (
    [
        (0.14, 0.7),
        *_arc(0.14, 0.44, 0.1, 0.14, 0.5, 0.75, 6),
        *_arc(0.285, 0.36, 0.105, 0.12, 0.5, 0.0, 10),
        *_arc(0.5, 0.27, 0.12, 0.1, 0.5, 1.0, 10),
        *_arc(0.715, 0.36, 0.105, 0.12, 0.5, 0.0, 10),
        *_arc(0.86, 0.44, 0.1, 0.14, 0.75, 1.0, 6),
        (0.86, 0.7),
    ],
    (0.5, 0.12, 0.085),
    (0.145, 0.26, 0.06),
    (0.855, 0.26, 0.06),
    (0.315, 0.3, 0.045),
    (0.685, 0.3, 0.045),
)
_QUEEN_LINES: Final[tuple[Part, ...]] = (
    _bar(0.14, 0.575, 0.86, 0.605),
    (0.5, 0.43, 0.07),
    (0.3, 0.5, 0.04),
    (0.7, 0.5, 0.04),
)
_JACK: Final[tuple[Part, ...]] = (
    # the cap, leaning to the left, its brim below
    [(0.13, 0.6), *_arc(0.4, 0.52, 0.33, 0.26, 0.5, 0.97, 20), (0.88, 0.6)],
    [*_arc(0.5, 0.645, 0.4, 0.06, 0.0, 1.0, 28)],
    # the feather, out of the cap and over to the right
    [(0.55, 0.5), (0.6, 0.3), (0.7, 0.13), (0.84, 0.02), (0.99, 0.0), (0.96, 0.18), (0.84, 0.39), (0.66, 0.52)],
)
_JACK_LINES: Final[tuple[Part, ...]] = (
    [(0.585, 0.5), (0.69, 0.3), (0.93, 0.05), (0.715, 0.315), (0.61, 0.51)],
    _bar(0.16, 0.555, 0.84, 0.585),
)


def _flatter(parts: Sequence[Part], share: float = 0.86) -> tuple[Part, ...]:
    """Return the parts with their heights reduced; discs stay round."""
    return tuple(
        [(x, y * share) for x, y in part] if isinstance(part, list) else (part[0], part[1] * share, part[2])
        for part in parts
    )


_GEAR: Final = {
    "K": (_flatter(_KING), _flatter(_KING_LINES)),
    "Q": (_flatter(_QUEEN), _flatter(_QUEEN_LINES)),
    "J": (_flatter(_JACK), _flatter(_JACK_LINES)),
}

_CAP_MIDDLE: Final[tuple[Part, ...]] = ([(0.24, 0.9), (0.34, 0.42), (0.5, 0.12), (0.66, 0.42), (0.76, 0.9)],)
_CAP_SIDES: Final[tuple[Part, ...]] = (
    [(0.24, 0.9), (0.44, 0.62), (0.36, 0.44), (0.2, 0.4), (0.06, 0.56), (0.08, 0.72), (0.16, 0.66)],
    [(0.76, 0.9), (0.56, 0.62), (0.64, 0.44), (0.8, 0.4), (0.94, 0.56), (0.92, 0.72), (0.84, 0.66)],
)
_BELLS: Final[tuple[Part, ...]] = ((0.5, 0.1, 0.085), (0.085, 0.75, 0.075), (0.915, 0.75, 0.075))
_FOOL_BAND: Final[tuple[Part, ...]] = (_bar(0.2, 0.88, 0.8, 1.03),)
_FOOL_LINES: Final[tuple[Part, ...]] = (
    (0.5, 0.955, 0.035),
    (0.32, 0.955, 0.035),
    (0.68, 0.955, 0.035),
    _bar(0.2, 0.865, 0.8, 0.885),
)
_GHOST: Final[tuple[Part, ...]] = (
    [
        *_arc(0.5, 0.47, 0.42, 0.45, 0.5, 1.0, 32),
        (0.94, 1.2),
        *_arc(0.82, 1.1, 0.1, 0.12, 0.0, 0.5, 12),
        *_arc(0.61, 1.12, 0.11, 0.1, 1.0, 0.5, 12),
        *_arc(0.39, 1.1, 0.11, 0.13, 0.0, 0.5, 12),
        *_arc(0.18, 1.12, 0.1, 0.1, 1.0, 0.5, 12),
        (0.06, 1.2),
    ],
)
_GHOST_FACE: Final[tuple[Part, ...]] = (
    [*_arc(0.36, 0.45, 0.075, 0.115, 0.0, 1.0, 24)],
    [*_arc(0.64, 0.45, 0.075, 0.115, 0.0, 1.0, 24)],
    [*_arc(0.5, 0.72, 0.07, 0.05, 0.0, 1.0, 20)],
)
