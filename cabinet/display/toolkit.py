"""The drawing toolkit of all scenes: words, plates, seat badges, signs and timing figures, at this screen's scale.

A `Toolkit` belongs to one screen size. It caches and shares every surface it returns (the same request returns the same
surface). Drawing with a returned surface is cheap enough for every frame; never draw on it.
"""

import re
from collections.abc import Callable, Sequence
from typing import Final, TypeVar

import pygame
from msgspec.structs import replace

from cabinet.display.cache import DrawingCache
from cabinet.display.cards import CardArt
from cabinet.display.layout.boxes import Box, px, scale_of
from cabinet.display.shapes import FINER, SEAT_SHAPES, SIGNS, painted, stamp, stretched
from cabinet.display.stage import Sprite, merged, paste
from cabinet.display.theme import SMALL_TYPE, Colour, Face, Fonts, Theme, cropped

LARGEST: Final = 600
"""Height of the largest drawing of a figure that is `FINER` times larger than shown, px; above it is half as large."""

LEAST_TITLE: Final = 9
"""Height of the capitals below which `Toolkit.draw_title` makes none smaller, px."""

Shared = TypeVar("Shared")

ELLIPSIS: Final = "…"

BREAK: Final = re.compile(r" (?![:;!?»])")
"""A space at which a line may end: French has one before these marks, too."""

CELL: Final = 0.83
"""Width of a figure's cell on a timing board, in heights: DSEG7's own advance."""


class Toolkit:
    """Theme, fonts and card art for one screen size in px, with caches of the drawn surfaces."""

    def __init__(
        self,
        theme: Theme,
        fonts: Fonts,
        size: tuple[int, int],
        art: CardArt | None = None,
        *,
        drawn: DrawingCache | None = None,
    ) -> None:
        """`drawn` keeps the drawings; without it the toolkit has a cache of its own."""
        self.drawn = drawn or DrawingCache()
        self.cached = self.drawn.cached
        self.theme = theme
        self.fonts = fonts
        self.size = size
        self.scale = scale_of(size)
        self.art = art or CardArt(theme, fonts, self.drawn)
        self.drawing = self.cached(self._drawing)
        self._shared: dict[object, object] = {}
        self._sized: dict[tuple[int, int], Toolkit] = {}
        self.text = self.cached(self._text)
        self.fitted = self.cached(self._fitted)
        self.inked = self.cached(self._inked)
        self.plate = self.cached(self.draw_plate)
        self.sign = self.cached(self._sign)
        self.badge = self.cached(self._badge)
        self.figures = self.cached(self._figures)
        self.figure = self.cached(self._draw_figure)
        self._eight = self.cached(self._find_eight)
        self._digit = self.cached(self._draw_digit)
        self.turned = self.cached(self._turned)

    def with_size(self, size: tuple[int, int]) -> "Toolkit":
        """Return the toolkit of another size with the same look and the same cards: this one if the size is its own."""
        if size == self.size:
            return self
        if size not in self._sized:
            self._sized[size] = Toolkit(self.theme, self.fonts, size, self.art, drawn=self.drawn)
        return self._sized[size]

    def breathe(self) -> None:
        """Allow drawing in slices to pause here: between long steps that take nothing from the cache."""
        self.drawn.breathe()

    def shared(self, make: "Callable[[Toolkit], Shared]") -> Shared:
        """Return what `make` makes of this toolkit, once: the scenes of a screen share a painter and its drawings."""
        if make not in self._shared:
            self._shared[make] = make(self)
        return self._shared[make]  # type: ignore[return-value]  # what `make` returned

    def _drawing(self, draw: "Callable[..., pygame.Surface]", *asked: object) -> pygame.Surface:
        """Return ``draw(toolkit, *asked)``; `drawing` is the same from the cache."""
        return draw(self, *asked)

    def px(self, at_800: float, least: int = 1) -> int:
        """Return a length given for 800×480 on this screen."""
        return px(self.scale, at_800, least)

    def least_type(self, face: Face = "text") -> int:
        """Return the smallest size of a face allowed on this screen: its capitals are 16 px high at 800×480 (look)."""
        sizes = self.theme.type
        capitals = sizes.least if self.scale >= 1 else max(sizes.least_small_screen, round(sizes.least * self.scale))
        return self.fonts.size_for_capitals(face, capitals)

    def type_size(self, at_800: int, face: Face = "text") -> int:
        """Return a size of letters given for 800×480 on this screen, never below `least_type`."""
        return max(self.least_type(face), round(at_800 * self.scale))

    # Words

    def _text(self, text: str, size: int, colour: Colour, face: Face = "text") -> pygame.Surface:
        """Draw one line of text; `size` is given for 800×480."""
        return self.fonts.get(face, self.type_size(size, face)).render(text, True, colour)

    def fits(self, text: str, width: int, face: Face = "text") -> bool:
        """Return whether `fitted` puts the line into `width` px without truncating it."""
        return self.fonts.get(face, self.least_type(face)).size(text)[0] <= width

    def face_for(self, text: str, width: int) -> Face:
        """Return the face for reading, or the narrower one of titles where the line would be truncated in it."""
        return "text" if self.fits(text, width) else "title"

    def rows(self, text: str, size: int, width: int, face: Face = "text") -> list[str]:
        """Break the text between words into rows no wider than `width` px, unless a single word is wider."""
        font = self.fonts.get(face, self.type_size(size, face))
        rows: list[str] = []
        for word in words_of(" ".join(text.split())):
            longer = f"{rows[-1]} {word}" if rows else word
            if rows and font.size(longer)[0] <= width:
                rows[-1] = longer
            else:
                rows.append(word)
        return rows

    def _fitted(self, text: str, size: int, colour: Colour, width: int, face: Face = "text") -> pygame.Surface:
        """Draw one line of text, `width` px at most: smaller letters first, down to `least_type`, then truncated."""
        wanted, least = self.type_size(size, face), self.least_type(face)
        wide = self.fonts.get(face, wanted).size(text)[0]
        if wide > width:  # each size that is tried loads a font
            wanted = max(least, min(wanted, wanted * max(0, width) // wide + 2))
        for height in range(wanted, least - 1, -1):
            self.breathe()
            font = self.fonts.get(face, height)
            if font.size(text)[0] <= width:
                return font.render(text, True, colour)
        font = self.fonts.get(face, least)
        while text and font.size(text + ELLIPSIS)[0] > width:
            text = text[:-1]
        return font.render(text + ELLIPSIS, True, colour)

    def _inked(self, text: str, size: int, colour: Colour, width: int, face: Face = "text") -> pygame.Surface:
        """Draw as `fitted` and crop to the ink, so that the text can be placed close to another part."""
        return cropped(self.fitted(text, size, colour, width, face))

    def draw_title(self, text: str, cap: int, colour: Colour, width: int) -> pygame.Surface:
        """Draw a title cropped to its ink, its capitals `cap` px high, lower where it would be too wide."""
        while cap > LEAST_TITLE and self.fonts.for_capitals("title", cap).size(text)[0] > width:
            cap -= 1
        return cropped(self.fonts.for_capitals("title", cap).render(text, True, colour))

    def _figures(self, text: str, height: int, colour: Colour, unlit: bool = True) -> pygame.Surface:
        """Draw timing figures (digits and points) as seven segments, `height` px high.

        `unlit`: unlit segments are visible; upside down they would mislead. Every digit has a cell of its own, and a
        point is on the line between two cells, as on a board of lamps.
        """
        cell = round(height * CELL)
        board = pygame.Surface((cell * sum(sign.isdigit() for sign in text), height), pygame.SRCALPHA)
        x = 0
        for sign in text:
            if sign.isdigit():
                digit = self._digit(sign, height, colour) if unlit else self.figure(sign, height, colour)
                board.blit(digit, (x, 0))
                x += cell
            else:
                board.blit(self.figure(sign, height, colour), (x - cell // 2, 0))
        return board

    def _draw_digit(self, sign: str, height: int, colour: Colour) -> pygame.Surface:
        """Draw a digit over its unlit segments."""
        digit = self.figure("8", height, self.theme.colours.unlit).copy()
        digit.blit(self.figure(sign, height, colour), (0, 0))
        return digit

    def _draw_figure(self, sign: str, height: int, colour: Colour) -> pygame.Surface:
        """Draw one digit in its cell, or a point in the middle of a cell.

        It is drawn large and shrunk, because font libraries differ in how they fit such thin shapes to pixels.
        """
        eight = self._eight(height)
        large = self.fonts.for_capitals("figures", height * _finer(height)).render(sign, True, colour)
        ink = large.get_bounding_rect()
        drawn = large.subsurface(ink)
        left, top = (
            (ink.x - eight.x, ink.y - eight.y) if sign.isdigit() else (eight.w // 2 - ink.w // 2, eight.h - ink.h)
        )
        width = round(round(height * CELL) * eight.h / height)
        self.breathe()
        big = pygame.Surface((width, eight.h), pygame.SRCALPHA)
        big.fill((*colour, 0))
        big.blit(drawn, ((width - eight.w) // 2 + left, top))
        return pygame.transform.smoothscale(big, (round(height * CELL), height))

    def _find_eight(self, height: int) -> pygame.Rect:
        """Return the ink of an 8, the widest figure, in its large drawing."""
        font = self.fonts.for_capitals("figures", height * _finer(height))
        self.breathe()
        return font.render("8", True, self.theme.colours.text).get_bounding_rect()

    # Plates and signs

    def draw_plate(
        self, size: tuple[int, int], fill: Colour, edge: Colour | None = None, alpha: int = 255, radius: int = -1
    ) -> pygame.Surface:
        """Draw a rounded plate; `edge` draws a line round it, `radius` -1 rounds its short sides wholly.

        `plate` is the same from the cache. Only the corners are drawn finer than they are shown: the rest is stretched.
        """
        round_px, line = min(size) // 2 if radius < 0 else radius, self.px(2)

        def draw(big: pygame.Surface) -> None:
            area = big.get_rect()
            pygame.draw.rect(big, fill, area, border_radius=round_px * FINER)
            if edge is not None:
                pygame.draw.rect(big, edge, area, width=line * FINER, border_radius=round_px * FINER)

        corner = max(round_px, line) + 2
        small = (min(size[0], 2 * corner + 1), min(size[1], 2 * corner + 1))
        plate = stretched(painted(small, edge or fill, draw), size, corner)
        if alpha < 255:
            plate.set_alpha(alpha)
        return plate

    def _sign(self, name: str, side: int, colour: Colour) -> pygame.Surface:
        """Draw a sign of `shapes.SIGNS`, `side` px square."""
        return stamp(SIGNS[name], side, colour)

    def _badge(self, seat: int, side: int, colour: Colour | None = None) -> pygame.Surface:
        """Draw the seat's shape, in its own colour unless another is given, `side` px square."""
        look = self.theme.seat(seat)
        return stamp(SEAT_SHAPES[look.shape], side, colour or look.colour)

    def _turned(self, surface: pygame.Surface) -> pygame.Surface:
        return pygame.transform.rotate(surface, 180)

    # Composition

    def panel(self, size: tuple[int, int], parts: Sequence[Sprite], *, turned: bool = False) -> pygame.Surface:
        """Return one surface composed of sprites placed inside it; `turned` rotates it by 180 degrees."""
        surface = pygame.Surface(size, pygame.SRCALPHA)
        paste(surface, parts)
        return pygame.transform.rotate(surface, 180) if turned else surface

    def pieces(self, size: tuple[int, int], parts: Sequence[Sprite], *, turned: bool = False) -> tuple[Sprite, ...]:
        """Return what `panel` shows without the empty room between its parts: a surface for each part, or for those
        that touch one another. A plate's words take a quarter of its pixels."""
        whole = self.panel(size, parts, turned=turned)
        room, drawn = whole.get_rect(), []
        for rect in merged([part.rect.clip(room) for part in parts]):
            place = pygame.Rect(room.w - rect.right, room.h - rect.bottom, *rect.size) if turned else rect
            drawn.append(Sprite(whole.subsurface(place).copy(), place.x, place.y))
        return tuple(drawn)

    def put(
        self, box: Box, surface: pygame.Surface, across: float = 0.5, down: float = 0.5, *, turned: bool = False
    ) -> Sprite:
        """Place the surface inside the box: 0 at its left or upper edge, 1 at the other; `turned` reverses both."""
        if turned:
            surface, across, down = self.turned(surface), 1 - across, 1 - down
        x = box.x + round((box.w - surface.get_width()) * across)
        y = box.y + round((box.h - surface.get_height()) * down)
        return Sprite(surface, x, y)


def _finer(height: int) -> int:
    """Return how many times larger a figure is drawn before it is shrunk: a large one has few pixels on its edges."""
    return FINER if height * FINER <= LARGEST else FINER // 2


def with_small_type(toolkit: Toolkit) -> Toolkit:
    """Return a toolkit like another with `SMALL_TYPE`, for `Toolkit.shared`: one that each page made for itself would
    be a cycle with its painters, which only the collector frees."""
    theme = replace(toolkit.theme, type=SMALL_TYPE)
    return Toolkit(theme, toolkit.fonts, toolkit.size, toolkit.art, drawn=toolkit.drawn)


def in_middle(ground: pygame.Surface, inside: pygame.Surface) -> pygame.Surface:
    """Return a copy of the ground with the other surface in its middle."""
    whole = ground.copy()
    whole.blit(inside, inside.get_rect(center=whole.get_rect().center))
    return whole


def words_of(text: str) -> list[str]:
    """Return the parts of a text between which a line may end, in its order."""
    return BREAK.split(text)


def stacked(box: Box, lines: Sequence[pygame.Surface], gap: int, across: float = 0.5) -> list[Sprite]:
    """Place the surfaces one below the other, `gap` px apart, and centre the stack vertically in the box."""
    height = sum(line.get_height() for line in lines) + gap * (len(lines) - 1)
    y = box.y + (box.h - height) // 2
    sprites = []
    for line in lines:
        sprites.append(Sprite(line, box.x + round((box.w - line.get_width()) * across), y))
        y += line.get_height() + gap
    return sprites


def beside(parts: Sequence[pygame.Surface], gap: int) -> pygame.Surface:
    """Return the surfaces side by side, centred on one line."""
    width = sum(part.get_width() for part in parts) + gap * (len(parts) - 1)
    line = pygame.Surface((width, max(part.get_height() for part in parts)), pygame.SRCALPHA)
    x = 0
    for part in parts:
        line.blit(part, (x, (line.get_height() - part.get_height()) // 2))
        x += part.get_width() + gap
    return line
