"""A page as a description: parts that know their least and their wished size, measured first and drawn then.

A page is a tree of values. `row`, `stack` and `grid` share a room out; `Text`, `Figures` and `Picture` are what is
seen, `On` a plate below them. Lengths are px at 800×480. `laid` gives every part its place without drawing it, so that
tests can ask a page for its boxes; `sprites` and `Page` draw it, part by part, from the toolkit's cache.

What happens to a word that is too long is decided in one place, `Typesetter`: smaller letters, then more lines, then
an ellipsis, and `Laid.is_cut` tells of it. Among the words of a text ``[left]`` is a sign of `shapes.SIGNS`.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from math import ceil
from typing import Final, NamedTuple, TypeVar

import msgspec
import pygame
from msgspec.structs import replace

from cabinet.display.layout.boxes import Box
from cabinet.display.shapes import SIGNS
from cabinet.display.stage import Sprite, paste
from cabinet.display.theme import Colour, Face
from cabinet.display.toolkit import CELL, ELLIPSIS, Toolkit, words_of
from cabinet.display.widgets import chequer, least_capitals, night

SMALL, PLAIN, LARGE, HEAD, GIANT = 14, 20, 28, 40, 56
"""The sizes of type: heights of capitals, px at 800×480, each some 1.4 times the one before. Labels and figures beside
others are `SMALL`, sentences `PLAIN`, names and answers `LARGE`, titles `HEAD`, and one thing on a page `GIANT`."""
LEADING: Final = 0.7
"""Height between two lines of a text, in capitals."""
LEAST_FIGURES: Final = 14
"""Least height of timing figures, px at 800×480."""
GAP: Final = "     "
"""What stands between the buttons' names in one text: a line ends there, and not between a button and its name."""
SIGN: Final = re.compile(rf"\[({'|'.join(SIGNS)})\]")
"""A sign among words."""
MOST_MEASURES: Final = 2000
"""Results of each kind of measuring that are kept: some ten pages' and less than a megabyte."""
AT_ONCE: Final = 8
"""Parts that `Page` draws in one step."""

Key = TypeVar("Key")
Value = TypeVar("Value")


class Span(NamedTuple):
    """The length that a part needs at least, and the length that it wishes, px."""

    least: int
    wished: int


class Part(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A part of a page. `across` and `down` place it where it has more room than it wishes: 0 at the left or the top,
    1 at the other edge."""

    across: float = 0.0
    down: float = 0.5

    def width(self, toolkit: Toolkit) -> Span:
        """Return `measured_width`, measured once."""
        return toolkit.shared(Measures).width(self)

    def height(self, toolkit: Toolkit, width: int) -> Span:
        """Return `measured_height`, measured once."""
        return toolkit.shared(Measures).height(self, width)

    @abstractmethod
    def measured_width(self, toolkit: Toolkit) -> Span:
        """Return the part's widths."""

    @abstractmethod
    def measured_height(self, toolkit: Toolkit, width: int) -> Span:
        """Return the part's heights in `width` px."""

    def ink(self, toolkit: Toolkit, room: Box) -> Box:
        """Return what the part covers of its room, or beyond it where the room is too small."""
        width = min(room.w, self.width(toolkit).wished)
        return self.placed(room, width, min(room.h, self.height(toolkit, width).wished))

    def placed(self, room: Box, width: int, height: int) -> Box:
        """Return a box of that size in the room, by `across` and `down`."""
        x = room.x + round((room.w - width) * self.across)
        return Box(x, room.y + round((room.h - height) * self.down), width, height)

    def lay(self, toolkit: Toolkit, room: Box) -> Iterator["Laid"]:
        """Yield everything to be drawn in the room, from the bottom to the top."""
        yield Laid(self, room, self.ink(toolkit, room))

    def drawn(self, toolkit: Toolkit, laid: "Laid") -> list[Sprite]:
        """Return the part's pictures; none for one that only shares out its room."""
        return []


class Kept(dict[Key, Value]):
    """`MOST_MEASURES` results of measuring; all are forgotten when there are more."""

    def keep(self, key: Key, value: Value) -> Value:
        """Keep and return a result."""
        if len(self) >= MOST_MEASURES:
            self.clear()
        self[key] = value
        return value


class Measures:
    """The sizes of parts on one screen, each measured once."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self._widths = Kept[Part, Span]()
        self._heights = Kept[tuple[Part, int], Span]()
        self._columns = Kept[tuple[Grid, int], list[tuple[int, int]]]()
        self.laid = toolkit.cached(self._laid, has_pixels=False)

    def width(self, part: Part) -> Span:
        """Return a part's widths."""
        return self._widths.get(part) or self._widths.keep(part, part.measured_width(self._toolkit))

    def height(self, part: Part, width: int) -> Span:
        """Return a part's heights in `width` px."""
        key = part, width
        return self._heights.get(key) or self._heights.keep(key, part.measured_height(self._toolkit, width))

    def columns(self, grid: "Grid", width: int) -> list[tuple[int, int]]:
        """Return start and length of a grid's columns in `width` px."""
        key = grid, width
        return self._columns.get(key) or self._columns.keep(key, grid.measured_columns(self._toolkit, width))

    def _laid(self, part: Part, room: Box) -> "list[Laid]":
        return list(part.lay(self._toolkit, room))


class Laid(msgspec.Struct, frozen=True):
    """A part in its place: the room that it was given, and the box that its ink covers."""

    part: Part
    room: Box
    ink: Box
    is_ground: bool = False
    """Whether it lies below other parts."""
    is_cut: bool = False
    """Whether words are missing."""


def laid(toolkit: Toolkit, part: Part, room: Box) -> Sequence[Laid]:
    """Return everything that is drawn in the room, in its place, from the bottom to the top; measured once."""
    return toolkit.shared(Measures).laid(part, room)


def sprites(toolkit: Toolkit, part: Part, room: Box) -> list[Sprite]:
    """Return the pictures of a part in a room."""
    return [sprite for each in laid(toolkit, part, room) for sprite in each.part.drawn(toolkit, each)]


class DrawnInParts:
    """A picture and the functions that draw its parts, in their order."""

    def __init__(self, picture: pygame.Surface, parts: Sequence[Callable[[], None]]) -> None:
        self._picture = picture
        self._parts = list(parts)

    def prepare(self) -> bool:
        """Draw the next part; return True while more parts are left."""
        if self._parts:
            self._parts.pop(0)()
        return bool(self._parts)

    @property
    def is_finished(self) -> bool:
        """Whether no part is left."""
        return not self._parts

    def drop(self) -> None:
        """Give up the parts that are left, for a picture that nobody will see: they hold it, as it holds them."""
        self._parts.clear()

    @property
    def picture(self) -> pygame.Surface:
        """The finished picture: shared, not to be drawn on."""
        while self.prepare():
            pass
        return self._picture


class Page(DrawnInParts):
    """The picture of a page on the night, measured by the constructor and then drawn in steps."""

    def __init__(self, toolkit: Toolkit, part: Part, room: Box) -> None:
        """`room` begins at the screen's left upper corner."""
        self.laid = laid(toolkit, part, room)
        picture = pygame.Surface(room[2:])

        def draw(first: int) -> None:
            for each in self.laid[first : first + AT_ONCE]:
                paste(picture, each.part.drawn(toolkit, each))

        steps = [partial(draw, first) for first in range(0, len(self.laid), AT_ONCE)]
        super().__init__(picture, [lambda: paste(picture, [Sprite(night(toolkit), 0, 0)]), *steps])


# What is seen


class Text(Part, frozen=True):
    """Words with capitals `cap` px high, in `rows` lines; smaller, or in more lines, where they are too long.

    A line also ends where the words have a line end.
    """

    words: str
    cap: float
    colour: Colour
    face: Face = "title"
    rows: int = 1

    def measured_width(self, toolkit: Toolkit) -> Span:
        """See `Part.measured_width`: a text of several rows needs its longest word."""
        setter = toolkit.shared(Typesetter)
        cap, lines = setter.cap(self.cap), self.words.split("\n")
        wished = max(setter.width(line, cap, self.face) for line in lines)
        if cap == setter.least and self.rows == 1:
            return Span(wished, wished)
        words = lines if self.rows == 1 else words_of(self.words.replace("\n", " "))
        least = max((setter.width(word, setter.least, self.face) for word in words), default=0)
        return Span(min(wished, least), wished)

    def measured_height(self, toolkit: Toolkit, width: int) -> Span:
        rows = self._set(toolkit, width, toolkit.size[1])
        return Span(min(rows.height, toolkit.shared(Typesetter).least), rows.height)

    def lay(self, toolkit: Toolkit, room: Box) -> Iterator[Laid]:
        if self.words:
            rows = self._set(toolkit, room.w, room.h)
            yield Laid(self, room, self.placed(room, rows.wide, rows.height), is_cut=rows.is_cut)

    def drawn(self, toolkit: Toolkit, laid: Laid) -> list[Sprite]:
        """See `Part.drawn`: capitals are where the box is, and accents and descenders outside it."""
        rows = self._set(toolkit, laid.room.w, laid.room.h)
        font = toolkit.fonts.for_capitals(rows.face, rows.cap)
        above, drawn = font.get_ascent() - toolkit.fonts.capitals(rows.face, rows.cap), []
        for place, row in enumerate(rows.rows):
            line = toolkit.drawing(_draw_line, row, rows.cap, self.colour, rows.face)
            x = laid.room.x + round((laid.room.w - line.get_width()) * self.across)
            higher = line.get_height() - font.get_height()  # for an accent that is above the face's own height
            drawn.append(Sprite(line, x, laid.ink.y - above - higher + place * rows.pitch))
        return drawn

    def _set(self, toolkit: Toolkit, width: int, height: int) -> "Rows":
        setter = toolkit.shared(Typesetter)
        return setter.rows((self.words, setter.cap(self.cap), self.face, width, height, self.rows))


class Rows(msgspec.Struct, frozen=True):
    """A text as it is set: the height of its capitals in px, the face, the lines, the width of the widest in px, and
    whether words are missing."""

    cap: int
    face: Face
    rows: tuple[str, ...]
    wide: int
    is_cut: bool = False

    @property
    def pitch(self) -> int:
        """From line to line, px."""
        return self.cap + round(self.cap * LEADING)

    @property
    def height(self) -> int:
        """From the first line's capitals to the last line's foot, px."""
        return self.cap + (len(self.rows) - 1) * self.pitch


Setting = tuple[str, int, Face, int, int, int]
"""A text, the wished height of its capitals in px, its face, the width and height of its room in px, and its rows."""


class Typesetter:
    """Decides how a text is set in its room."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self.least = least_capitals(toolkit)
        self._rows = Kept[Setting, Rows]()
        self._widths = Kept[tuple[str, int, Face], int]()

    def cap(self, at_800: float) -> int:
        """Return the height of capitals given for 800×480 on this screen, px."""
        return max(self.least, round(at_800 * self._toolkit.scale))

    def width(self, words: str, cap: int, face: Face) -> int:
        """Return the width of a line with capitals `cap` px high; measured once."""
        key = words, cap, face
        return self._widths.get(key) or self._widths.keep(key, self._width(*key))

    def _width(self, words: str, cap: int, face: Face) -> int:
        self._toolkit.breathe()
        font = self._toolkit.fonts.for_capitals(_face_of(words, face), cap)
        if "[" not in words:
            return font.size(words)[0]
        return sum(font.size(piece)[0] if place % 2 == 0 else cap for place, piece in enumerate(SIGN.split(words)))

    def rows(self, setting: "Setting") -> Rows:
        """Return how a text is set; found once."""
        return self._rows.get(setting) or self._rows.keep(setting, self._set(*setting))

    def _set(self, words: str, cap: int, face: Face, width: int, height: int, most: int) -> Rows:
        """Set a text in smaller letters down to the least, then in the narrow face of titles, then in as many lines as
        the height has room for, then cut."""
        face, least = _face_of(words, face), self.least
        if most == 1 and "\n" not in words:
            if (wide := self.width(words, cap, face)) <= width and (cap <= height or cap == least):
                return Rows(cap, face, (words,), wide)
            if wide > width:  # each size that is tried loads a font
                cap = max(least, min(cap, cap * max(0, width) // wide + 1))
        for high in range(cap, least - 1, -1):
            rows = self._broken(words, high, face, width)
            if len(rows.rows) <= most and rows.wide <= width and (rows.height <= height or high == least):
                return rows
        narrow = self._in_lines(words, least, _face_of(words, "title"), width, height, most)
        return narrow if not narrow.is_cut else self._in_lines(words, least, face, width, height, most)

    def _in_lines(self, words: str, cap: int, face: Face, width: int, height: int, most: int) -> Rows:
        """Set a text in as many lines as the height has room for, or in `most`, and cut what is too long."""
        rows = self._broken(words, cap, face, width)
        most = max(most, 1 + (height - cap) // rows.pitch)
        if len(rows.rows) <= most and rows.wide <= width:
            return rows
        kept = (*rows.rows[: most - 1], " ".join(rows.rows[most - 1 :]))
        cut = tuple(row if self.width(row, cap, face) <= width else self._cut(row, cap, face, width) for row in kept)
        return Rows(cap, face, cut, max(self.width(row, cap, face) for row in cut), is_cut=True)

    def _broken(self, words: str, cap: int, face: Face, width: int) -> Rows:
        """Break a text between words into lines no wider than `width` px, unless a single word is wider."""
        rows, wides = list[str](), list[int]()
        for line in words.split("\n"):
            rows.append("")
            wides.append(0)
            named = line.split(GAP)  # where one name alone is too long, its words
            is_named = len(named) > 1 and all(self.width(each, cap, face) <= width for each in named)
            between = GAP if is_named else " "
            for word in named if is_named else words_of(line):
                longer = f"{rows[-1]}{between}{word}" if rows[-1] else word
                wide = self.width(longer, cap, face)
                if rows[-1] and wide > width:
                    rows.append(word)
                    wides.append(self.width(word, cap, face))
                else:
                    rows[-1], wides[-1] = longer, wide
        return Rows(cap, face, tuple(rows), max(wides))

    def _cut(self, words: str, cap: int, face: Face, width: int) -> str:
        while words and self.width(words + ELLIPSIS, cap, face) > width:
            words = words[:-1]
        return words.rstrip() + ELLIPSIS


def _face_of(words: str, face: Face) -> Face:
    """Return the face of a text: that of titles has SS for ß."""
    return "text" if "ß" in words else face


def _draw_line(toolkit: Toolkit, words: str, cap: int, colour: Colour, face: Face) -> pygame.Surface:
    """Draw a line, cropped to its ink at the sides."""
    font = toolkit.fonts.for_capitals(face, cap)
    line = (
        font.render(words, True, colour) if not SIGN.search(words) else _draw_signs(toolkit, words, cap, colour, font)
    )
    ink = line.get_bounding_rect()
    return line.subsurface((ink.x, 0, ink.w, line.get_height()))


def _draw_signs(toolkit: Toolkit, words: str, cap: int, colour: Colour, font: pygame.font.Font) -> pygame.Surface:
    """Draw a line with signs as high as its capitals."""
    pieces = SIGN.split(words)
    drawn = [
        toolkit.sign(piece, cap, colour) if place % 2 else font.render(piece, True, colour)
        for place, piece in enumerate(pieces)
    ]
    high = max(font.get_height(), *(each.get_height() for each in drawn))
    line = pygame.Surface((sum(each.get_width() for each in drawn), high), pygame.SRCALPHA)
    x = 0
    for place, each in enumerate(drawn):
        line.blit(
            each, (x, high - font.get_height() + font.get_ascent() - cap if place % 2 else high - each.get_height())
        )
        x += each.get_width()
    return line


class Figures(Part, frozen=True):
    """Digits and points as on a timing board, `high` px high, lower where they would be too wide."""

    text: str
    high: float
    colour: Colour

    def measured_width(self, toolkit: Toolkit) -> Span:
        return Span(*(self._cells * round(toolkit.px(high) * CELL) for high in (LEAST_FIGURES, self.high)))

    def measured_height(self, toolkit: Toolkit, width: int) -> Span:
        high, least = toolkit.px(self.high), toolkit.px(LEAST_FIGURES)
        while high > least and self._cells * round(high * CELL) > width:
            high -= 1
        return Span(least, high)

    def ink(self, toolkit: Toolkit, room: Box) -> Box:
        high = self.height(toolkit, room.w).wished
        return self.placed(room, self._cells * round(high * CELL), high)

    def drawn(self, toolkit: Toolkit, laid: Laid) -> list[Sprite]:
        return [Sprite(toolkit.figures(self.text, laid.ink.h, self.colour), *laid.ink[:2])]

    @property
    def _cells(self) -> int:
        return sum(sign.isdigit() for sign in self.text)


class Picture(Part, frozen=True):
    """What ``draw(toolkit, size, *asked)`` draws, `size` px large, or as large as its room where that is 0."""

    draw: Callable[..., pygame.Surface]
    size: tuple[float, float]
    asked: tuple[object, ...] = ()
    is_ground: bool = False
    least: float = 1
    """The share of its width that it needs at least."""

    def measured_width(self, toolkit: Toolkit) -> Span:
        return Span(toolkit.px(self.size[0] * self.least, 0), toolkit.px(self.size[0], 0))

    def measured_height(self, toolkit: Toolkit, width: int) -> Span:
        return _fixed(toolkit, self.size[1])

    def ink(self, toolkit: Toolkit, room: Box) -> Box:
        wished = [toolkit.px(length, 0) for length in self.size]
        part = min([1.0, *(there / length for length, there in zip(wished, room[2:], strict=True) if length)])
        width, height = (round(length * part) or there for length, there in zip(wished, room[2:], strict=True))
        return self.placed(room, width, height)

    def lay(self, toolkit: Toolkit, room: Box) -> Iterator[Laid]:
        yield Laid(self, room, self.ink(toolkit, room), is_ground=self.is_ground)

    def drawn(self, toolkit: Toolkit, laid: Laid) -> list[Sprite]:
        return [Sprite(toolkit.drawing(self.draw, laid.ink[2:], *self.asked), *laid.ink[:2])]


def badge(seat: int, side: float, colour: Colour | None = None) -> Picture:
    """Return a seat's shape, `side` px square."""
    return Picture(_draw_badge, (side, side), (seat, colour))


def _draw_badge(toolkit: Toolkit, size: tuple[int, int], seat: int, colour: Colour | None) -> pygame.Surface:
    return toolkit.badge(seat, size[0], colour)


def sign(name: str, side: float, colour: Colour) -> Picture:
    """Return a sign of `shapes.SIGNS`, `side` px square."""
    return Picture(_draw_sign, (side, side), (name, colour))


def _draw_sign(toolkit: Toolkit, size: tuple[int, int], name: str, colour: Colour) -> pygame.Surface:
    return toolkit.sign(name, size[0], colour)


def named(toolkit: Toolkit, name: str, seat: int, cap: float, ink: Colour | None = None, across: float = 0) -> Part:
    """Return a seat's shape and a name, in the seat's colour or another; without a seat (-1) the name alone."""
    if seat < 0:
        return Text(name, cap, ink or toolkit.theme.colours.text, across=across)
    words = Text(name, cap, ink or toolkit.theme.seat(seat).colour)
    return row((0, badge(seat, cap * 0.92, ink)), (0, words), gap=cap / 4, across=across)


def plate(fill: Colour, edge: Colour | None = None, radius: float = -1) -> Picture:
    """Return a rounded plate as large as its room, to lie below other parts; see `Toolkit.draw_plate`."""
    return Picture(_draw_plate, (0, 0), (fill, edge, radius), is_ground=True)


def _draw_plate(
    toolkit: Toolkit, size: tuple[int, int], fill: Colour, edge: Colour | None, radius: float
) -> pygame.Surface:
    return toolkit.plate(size, fill, edge, radius=-1 if radius < 0 else toolkit.px(radius))


def filled(colour: Colour) -> Picture:
    """Return a ground of one colour as large as its room, or a line."""
    return Picture(_draw_filled, (0, 0), (colour,), is_ground=True)


def _draw_filled(_toolkit: Toolkit, size: tuple[int, int], colour: Colour) -> pygame.Surface:
    ground = pygame.Surface(size)
    ground.fill(colour)
    return ground


def _fixed(toolkit: Toolkit, length: float) -> Span:
    return Span(*(toolkit.px(length, 0),) * 2)


class Space(Part, frozen=True):
    """Room for nothing."""

    size: tuple[float, float] = (0, 0)

    def measured_width(self, toolkit: Toolkit) -> Span:
        return _fixed(toolkit, self.size[0])

    def measured_height(self, toolkit: Toolkit, width: int) -> Span:
        return _fixed(toolkit, self.size[1])

    def lay(self, toolkit: Toolkit, room: Box) -> Iterator[Laid]:
        return iter(())


SPACE: Final = Space()


class Mark(Space, frozen=True):
    """Room for what is drawn apart, over the page, or as a ground the place of what lies on it: found by its name."""

    name: str = ""
    is_ground: bool = False

    def lay(self, toolkit: Toolkit, room: Box) -> Iterator[Laid]:
        yield Laid(self, room, room if self.is_ground else self.ink(toolkit, room), self.is_ground)


# What shares a room out


class On(Part, frozen=True):
    """A part with a margin of `pad` px at its sides, and above and below, on a ground.

    The ground fills the room; with `fits` it is as large as the part wishes, and with `tall` it wishes that height in
    widths of the room.
    """

    part: Part
    ground: Part = SPACE
    pad: tuple[float, float] = (0, 0)
    fits: bool = False
    tall: float = 0

    def measured_width(self, toolkit: Toolkit) -> Span:
        return Span(*(length + 2 * toolkit.px(self.pad[0], 0) for length in self.part.width(toolkit)))

    def measured_height(self, toolkit: Toolkit, width: int) -> Span:
        inside = self.part.height(toolkit, width - 2 * toolkit.px(self.pad[0], 0))
        if self.tall:
            return Span(0, round(width * self.tall))
        return Span(*(length + 2 * toolkit.px(self.pad[1], 0) for length in inside))

    def lay(self, toolkit: Toolkit, room: Box) -> Iterator[Laid]:
        room = self.ink(toolkit, room) if self.fits else room
        yield from self.ground.lay(toolkit, room)
        yield from self.part.lay(toolkit, room.inset(*(toolkit.px(pad, 0) for pad in self.pad)))


class Rooms(Part, frozen=True):
    """Parts in rooms of px that were reckoned from other parts' (the lines of a tree), from the page's corner."""

    parts: tuple[tuple[Part, Box], ...]

    def measured_width(self, toolkit: Toolkit) -> Span:
        return Span(*(max((box.right for _, box in self.parts), default=0),) * 2)

    def measured_height(self, toolkit: Toolkit, width: int) -> Span:
        return Span(*(max((box.bottom for _, box in self.parts), default=0),) * 2)

    def lay(self, toolkit: Toolkit, room: Box) -> Iterator[Laid]:
        for part, box in self.parts:
            yield from part.lay(toolkit, box.moved(room.x, room.y))


class Flat(Part, frozen=True):
    """A part as one picture, for what moves or changes as a whole; `is_turned`: for a reader at the other side."""

    part: Part
    is_turned: bool = False

    def measured_width(self, toolkit: Toolkit) -> Span:
        return self.part.width(toolkit)

    def measured_height(self, toolkit: Toolkit, width: int) -> Span:
        return self.part.height(toolkit, width)

    def lay(self, toolkit: Toolkit, room: Box) -> Iterator[Laid]:
        yield Laid(self, room, room, is_ground=True)

    def drawn(self, toolkit: Toolkit, laid: Laid) -> list[Sprite]:
        return [Sprite(toolkit.drawing(_draw_flat, laid.ink[2:], self.part, self.is_turned), *laid.ink[:2])]


def marks(toolkit: Toolkit, laid: Iterable[Laid]) -> dict[str, Box]:
    """Return the places of the marks on a page."""
    found = {}
    for each in laid:
        if isinstance(each.part, Mark):
            found[each.part.name] = each.ink
        elif isinstance(each.part, Flat):
            found |= marks(toolkit, each.part.part.lay(toolkit, each.ink))
    return found


def _draw_flat(toolkit: Toolkit, size: tuple[int, int], part: Part, is_turned: bool) -> pygame.Surface:
    return toolkit.panel(size, sprites(toolkit, part, Box(0, 0, *size)), turned=is_turned)


class Either(Part, frozen=True):
    """A part for a room more than `ratio` times as wide as high, or else another one."""

    wide: Part
    high: Part
    ratio: float = 1.4

    def measured_width(self, toolkit: Toolkit) -> Span:
        return self.high.width(toolkit)

    def measured_height(self, toolkit: Toolkit, width: int) -> Span:
        return self.wide.height(toolkit, width)

    def lay(self, toolkit: Toolkit, room: Box) -> Iterator[Laid]:
        return (self.wide if room.w > self.ratio * room.h else self.high).lay(toolkit, room)


class Grid(Part, frozen=True):
    """Rows of parts in columns, `gap` px apart.

    A column or row has the share of the room that `columns` or `rows` gives it, or with 0 as much as its parts wish.
    """

    parts: tuple[tuple[Part, ...], ...]
    columns: tuple[float, ...]
    rows: tuple[float, ...]
    gap: tuple[float, float] = (0, 0)

    def measured_width(self, toolkit: Toolkit) -> Span:
        return _total(self._widths(toolkit), toolkit.px(self.gap[0], 0))

    def measured_height(self, toolkit: Toolkit, width: int) -> Span:
        return _total(self._heights(toolkit, toolkit.shared(Measures).columns(self, width)), toolkit.px(self.gap[1], 0))

    def lay(self, toolkit: Toolkit, room: Box) -> Iterator[Laid]:
        columns = toolkit.shared(Measures).columns(self, room.w)
        rows = [(0, room.h)]
        if len(self.rows) > 1 or not self.rows[0]:  # one row with a share needs no measuring
            rows = shared(room.h, self._heights(toolkit, columns), self.rows, toolkit.px(self.gap[1], 0))
        whole = self.placed(room, sum(columns[-1]), sum(rows[-1]))
        for (y, high), parts in zip(rows, self.parts, strict=True):
            for (x, wide), part in zip(columns, parts, strict=True):
                yield from part.lay(toolkit, Box(whole.x + x, whole.y + y, wide, high))

    def measured_columns(self, toolkit: Toolkit, width: int) -> list[tuple[int, int]]:
        """Return start and length of each column in `width` px."""
        if len(self.columns) == 1 and self.columns[0]:
            return [(0, width)]
        return shared(width, self._widths(toolkit), self.columns, toolkit.px(self.gap[0], 0))

    def _widths(self, toolkit: Toolkit) -> list[Span]:
        width = toolkit.shared(Measures).width
        return [_widest([width(part) for part in column]) for column in zip(*self.parts, strict=True)]

    def _heights(self, toolkit: Toolkit, columns: list[tuple[int, int]]) -> list[Span]:
        height = toolkit.shared(Measures).height
        return [
            _widest([height(part, wide) for part, (_, wide) in zip(parts, columns, strict=True)])
            for parts in self.parts
        ]


class Table(Part, frozen=True):
    """Lines `high` px high in columns, from the top of the room downwards; with `chosen`, it has a light ground.

    Where there is no room for all lines those around the chosen one are shown, and a bar at the right says which.
    """

    parts: tuple[tuple[Part, ...], ...]
    columns: tuple[float, ...]
    chosen: int = -1
    high: float = 31

    def measured_width(self, toolkit: Toolkit) -> Span:
        return self._grid(self.parts).width(toolkit)

    def measured_height(self, toolkit: Toolkit, width: int) -> Span:
        return Span(toolkit.px(self.high), len(self.parts) * toolkit.px(self.high))

    def shown(self, toolkit: Toolkit, high: int) -> range:
        """Return the lines that are shown in a room `high` px high."""
        lines, fit = len(self.parts), max(1, high // toolkit.px(self.high))
        first = max(0, min(self.chosen - fit // 2, lines - fit))
        return range(first, min(lines, first + fit))

    def lay(self, toolkit: Toolkit, room: Box) -> Iterator[Laid]:
        shown, high, wide = self.shown(toolkit, room.h), toolkit.px(self.high), toolkit.px(4)
        colours = toolkit.theme.colours
        if self.chosen >= 0:
            y = room.y + (self.chosen - shown.start) * high
            yield from plate(colours.key, radius=6).lay(toolkit, Box(room.x, y, room.w, high))
            if len(shown) < len(self.parts):
                tall, top = (room.h * part // len(self.parts) for part in (len(shown), shown.start))
                yield from plate(colours.quiet).lay(toolkit, Box(room.right - wide, room.y + top, wide, tall))
        if shown:
            lines = Box(room.x + 2 * wide, room.y, room.w - 4 * wide, len(shown) * high)
            yield from self._grid(self.parts[shown.start : shown.stop]).lay(toolkit, lines)

    def is_cut(self, toolkit: Toolkit, width: int) -> bool:
        """Return whether words of the chosen line are missing in `width` px."""
        line = replace(self, parts=self.parts[self.chosen : self.chosen + 1], chosen=-1)
        return any(each.is_cut for each in line.lay(toolkit, Box(0, 0, width, toolkit.px(self.high))))

    def _grid(self, parts: tuple[tuple[Part, ...], ...]) -> Grid:
        return Grid(parts, self.columns, (1,) * len(parts), (8, 0))


Cell = tuple[float, Part]
"""The share of the room that a part has, 0 for as much as it wishes, and the part."""


def row(*cells: Cell, gap: float = 0, across: float = 0, high: float = 1) -> Grid:
    """Return parts side by side, as high as their room, or with `high` 0 as high as they wish."""
    shares, parts = zip(*cells, strict=True)
    return Grid((parts,), shares, (high,), (gap, 0), across=across)


def stack(*cells: Cell, gap: float = 0, down: float = 0.5) -> Grid:
    """Return parts one below the other."""
    shares, parts = zip(*cells, strict=True)
    return Grid(tuple((part,) for part in parts), (1,), shares, (0, gap), down=down)


def key_caps(toolkit: Toolkit, names: Sequence[str], *, on_light: bool = False) -> Grid:
    """Return the caps of keys, side by side; dark ones `on_light`."""
    colours = toolkit.theme.colours
    fill, ink = (colours.dark_text, colours.paper) if on_light else (colours.text, colours.dark_text)
    least = Space((14, 0))  # as wide as high, or wider
    caps = [stack((0, least), (0, Text(name, SMALL, ink, "text", across=0.5))) for name in names]
    return row(*((0, On(cap, plate(fill, radius=6), (6, 5), fits=True)) for cap in caps), gap=4)


def chequered(height: float, colour: Colour) -> Picture:
    """Return a chequered strip as long as its room, of squares half as high."""
    return Picture(_draw_chequered, (0, height), (colour,))


def _draw_chequered(_toolkit: Toolkit, size: tuple[int, int], colour: Colour) -> pygame.Surface:
    strip = pygame.Surface(size, pygame.SRCALPHA)
    chequer(strip, Box(0, 0, *size), max(2, size[1] // 2), colour)
    return strip


def lines(*texts: Text, gap: float) -> Grid:
    """Return the texts that have words, one below the other."""
    return stack(*((0, text) for text in texts if text.words), gap=gap)


def tiles(parts: Sequence[Part], across: int, down: int, gap: tuple[float, float]) -> Grid:
    """Return parts of one size in `down` rows of `across`, filled row by row."""
    cells = [*parts, *[SPACE] * (across * down - len(parts))]
    rows = tuple(tuple(cells[first : first + across]) for first in range(0, across * down, across))
    return Grid(rows, (1,) * across, (1,) * down, gap)


def shared(room: int, needs: Sequence[Span], shares: Sequence[float], gap: int) -> list[tuple[int, int]]:
    """Share a length out; return start and length of each part, px.

    Parts without a share get what they wish, less where that leaves too little for all, and below the least if it must
    be. Those with shares have the rest, none less than its least while there is enough for all.
    """
    free, lengths = max(0, room - gap * (len(needs) - 1)), [need.wished for need in needs]
    rest, total = _left_over(free, lengths, shares), sum(shares)
    if rest < 0 or any(share and rest * share // total < need.least for need, share in zip(needs, shares, strict=True)):
        lengths, shares = _squeezed(free, needs, shares)
        rest, total = _left_over(free, lengths, shares), sum(shares)
    places, start, begin, end = list[tuple[int, int]](), 0, 0, 0.0
    for length, share in zip(lengths, shares, strict=True):
        if share:
            end += share
            length = int(rest * end / total) - begin  # noqa: PLW2901 - what it wishes does not count
            begin += length
        places.append((start, length))
        start += length + gap
    return places


def _left_over(free: int, lengths: Sequence[int], shares: Sequence[float]) -> int:
    """Return the length that is left for the parts with shares."""
    return free - sum(length for length, share in zip(lengths, shares, strict=True) if not share)


def _squeezed(free: int, needs: Sequence[Span], shares: Sequence[float]) -> tuple[list[int], list[float]]:
    """Return lengths and shares where not all have what they wish: those without a share, and those with one that is
    too small, have their length."""
    lengths, shares = (
        [need.least if share else need.wished for need, share in zip(needs, shares, strict=True)],
        [*shares],
    )
    own = [place for place, share in enumerate(shares) if not share]
    over, spare = sum(lengths) - free, sum(needs[place].wished - needs[place].least for place in own)
    if over > spare:
        least = sum(need.least for need in needs)
        for place in own:
            lengths[place] = needs[place].least * free // max(1, least)
        return lengths, shares
    if over > 0:
        for place in own:
            lengths[place] -= ceil((needs[place].wished - needs[place].least) * over / spare)
    while any(shares):
        rest, total = _left_over(free, lengths, shares), sum(shares)
        short = [place for place, share in enumerate(shares) if share and rest * share // total < needs[place].least]
        if not short:
            break
        for place in short:
            shares[place] = 0
    return lengths, shares


def _total(spans: Sequence[Span], gap: int) -> Span:
    gaps = gap * max(0, len(spans) - 1)
    return Span(0, 0) if not spans else Span(*(sum(lengths) + gaps for lengths in zip(*spans, strict=True)))


def _widest(spans: Sequence[Span]) -> Span:
    return spans[0] if len(spans) == 1 else Span(*map(max, zip(*spans, strict=True)))


# Pages of a long list


class Pages(msgspec.Struct, frozen=True):
    """`count` items, at most `most` on a page, shared out as evenly as possible; both at least 1. Pure arithmetic."""

    count: int
    most: int

    @property
    def number(self) -> int:
        """Number of pages."""
        return -(-self.count // self.most)

    @property
    def widest(self) -> int:
        """Number of items on the fullest page."""
        return -(-self.count // self.number)

    def on(self, page: int) -> range:
        """Return the items on a page 0, 1, …, by their indices in the list."""
        return range(self._first(page), self._first(page + 1))

    def _first(self, page: int) -> int:
        """Return the first item of a page, rounded up, so that the fuller pages come first."""
        return -(-page * self.count // self.number)

    def page_of(self, thing: int) -> int:
        """Return the page of an item. Raises StopIteration for an index outside the list."""
        return next(page for page in range(self.number) if thing in self.on(page))
