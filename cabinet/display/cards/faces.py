"""Card faces and backs, drawn by this module and cached: each card is drawn once at each size.

A face has one huge index, one big suit and nothing else; court cards wear a crown (`court_cards`).
`two_ended` faces have the index at both ends, for a pile that is read from two sides of a table.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

import pygame

from cabinet.display.cache import DrawingCache
from cabinet.display.cards.colour_cards import ColouredFaces, is_coloured
from cabinet.display.cards.court_cards import court, ghost, joker
from cabinet.display.fonts import Fonts
from cabinet.display.shapes import FINER, SIGNS, SUITS, painted, stamp
from cabinet.display.theme import Colour, Theme

DOWN: Final = "~"
"""The prefix of the code of a face-down card (`docs/match-log.md`, "Moments, cards, zones")."""

UNKNOWN: Final = "?"
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
        self.coloured = ColouredFaces(theme, fonts)
        self.face = drawn.cached(self._face)
        self.back = drawn.cached(self._back)
        self.empty = drawn.cached(self._empty)
        self._narrowed = drawn.cached(self._narrow)
        self._sheet = drawn.cached(self._draw_sheet)
        self._big_suit = drawn.cached(self._draw_suit)

    def card(self, code: str, size: CardSize, *, two_ended: bool = False, turned: bool = False) -> pygame.Surface:
        """Return the card's face, or the back for a code that begins with `~`; `turned` rotates it by 180 degrees."""
        if code.startswith(DOWN):
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
        face = self._sheet(size).copy()
        index = self._index(code, size, 0.5 if two_ended else 0.66)
        margin = round(size.width * self._theme.card.margin)
        if two_ended:
            self._put_middle(face, code, size)
            face.blit(pygame.transform.rotate(index, 180), index.get_rect(
                bottomright=(size.width - margin, size.height - margin)))  # fmt: skip
        else:
            self._put_emblem(face, code, size)
        face.blit(index, (margin, margin))
        return face

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
        font = self._fonts.for_capitals("text", cap)
        drawn = font.render(text, True, self._theme.suit_colour(code[1:2]))
        drawn = drawn.subsurface(drawn.get_bounding_rect()).copy()
        widest = round(size.width * widest_part)
        if drawn.get_width() > widest:
            drawn = pygame.transform.smoothscale(drawn, (widest, drawn.get_height()))
        return drawn

    def _put_emblem(self, face: pygame.Surface, code: str, size: CardSize) -> None:
        """Draw the big suit, or the court figure, in the corner opposite the index."""
        look = self._theme.card
        margin = round(size.width * look.margin)
        corner = (size.width - margin, size.height - margin)
        emblem = self._figure(code, round(size.width * look.court))
        if emblem is None:
            emblem = self._big_suit(code[1:2], round(size.width * look.suit))
        face.blit(emblem, emblem.get_rect(bottomright=corner))

    def _put_middle(self, face: pygame.Surface, code: str, size: CardSize) -> None:
        """Draw the suit between two indices: smaller, in the two free corners, each upright for its own reader."""
        look = self._theme.card
        margin = round(size.width * look.margin)
        emblem = self._figure(code, round(size.width * look.small_suit))
        if emblem is None:
            emblem = self._big_suit(code[1:2], round(size.width * look.small_suit))
        face.blit(emblem, emblem.get_rect(topright=(size.width - margin, margin)))
        face.blit(pygame.transform.rotate(emblem, 180), emblem.get_rect(bottomleft=(margin, size.height - margin)))

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

        return painted(size, colours.paper, draw)

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
        if code.startswith(DOWN):  # all backs are alike
            return self._narrowed(DOWN, size, False, False, width)
        return self._narrowed(code, size, two_ended, turned, width)

    def _narrow(self, code: str, size: CardSize, two_ended: bool, turned: bool, width: int) -> pygame.Surface:
        card = self.card(code, size, two_ended=two_ended, turned=turned)
        return pygame.transform.scale(card, (max(1, width), size.height))
