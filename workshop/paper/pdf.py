"""Drawings on paper, as PDF, at 1:1. A drawing larger than the paper takes several sheets with marks to join them.

Words are in B612, the screen's font, and each file carries the letters that it uses: it looks and measures the same
wherever it is printed.
"""

import re
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from importlib.resources import files
from math import ceil
from types import MappingProxyType
from typing import Final

import msgspec
from fpdf import FPDF, ViewerPreferences
from fpdf.fonts import TTFFont

from cabinet.errors import CabinetError
from cabinet.strings.catalogue import word
from engine.errors import shortened
from workshop.paper.marks import COLOURS, DASH, HAIR, LAYERS, Circle, Layer, Line, Mark, Plan, Polygon, Text, cross

MARGIN: Final = 10.0
"""What a printer leaves white at each edge, at most."""
FOOT: Final = 18.0
"""The room of the ruler and the words below a drawing."""
OVERLAP: Final = 12.0
"""How far neighbouring sheets show the same."""
RULER: Final = 100.0
"""The length of the ruler that shows whether the printer prints at 1:1."""
TICK: Final = 5.0
POINTS: Final = 72 / 25.4
"""Points of a font a millimetre."""
FACE: Final = "b612"
FACES: Final = MappingProxyType({"": "B612-Regular.otf", "B": "B612-Bold.otf"})
"""The font's files by fpdf's names of styles."""
WESTERN: Final = "windows-1252"
LACKING: Final = "Žž"
"""The font has all letters of that code page but for these: those of all languages of the screen."""
FRENCH: Final = re.compile(" (?=[?!:;])")
"""The space before these signs in French, at which no line ends."""
BEGINNING: Final = datetime.fromtimestamp(0, UTC)
"""The time that a file names as that of its making, so that the same configuration gives the same bytes."""


class Paper(msgspec.Struct, frozen=True):
    """A sheet of paper, upright, in mm."""

    name: str
    width: float
    height: float

    @property
    def turned(self) -> "Paper":
        """The same sheet across."""
        return Paper(self.name, self.height, self.width)


PAPERS: Final = (Paper("a4", 210.0, 297.0), Paper("letter", 215.9, 279.4))


class Tile(msgspec.Struct, frozen=True):
    """The part of a drawing that one sheet shows, in the drawing's mm."""

    column: int
    row: int
    x: float
    y: float
    width: float
    height: float


class Tiling(msgspec.Struct, frozen=True):
    """A drawing over several sheets of a paper; `joins` are the places of the marks that two sheets or more show."""

    paper: Paper
    tiles: tuple[Tile, ...]
    joins: tuple[tuple[float, float], ...]


def tiling(width: float, height: float, paper: Paper) -> Tiling:
    """Return how a drawing of that size takes fewest sheets, upright if both take as many."""
    return min((_tiled(width, height, each) for each in (paper, paper.turned)), key=lambda found: len(found.tiles))


def _tiled(width: float, height: float, paper: Paper) -> Tiling:
    room = (paper.width - 2 * MARGIN, paper.height - 2 * MARGIN - FOOT)
    across, down = _starts(width, room[0]), _starts(height, room[1])
    tiles = [Tile(column, row, x, y, *room) for row, y in enumerate(down) for column, x in enumerate(across)]
    seams_x = [x + OVERLAP / 2 for x in across[1:]]
    seams_y = [y + OVERLAP / 2 for y in down[1:]]
    joins = [(x, y + part * room[1]) for x in seams_x for y in down for part in (0.2, 0.8)]
    joins += [(x + part * room[0], y) for y in seams_y for x in across for part in (0.2, 0.8)]
    return Tiling(paper, tuple(tiles), tuple(joins))


def _starts(length: float, room: float) -> list[float]:
    """Return where each sheet begins along one direction, the drawing in the middle of all of them together."""
    count = 1 if length <= room else ceil((length - OVERLAP) / (room - OVERLAP))
    spare = count * (room - OVERLAP) + OVERLAP - length
    return [place * (room - OVERLAP) - spare / 2 for place in range(count)]


@contextmanager
def new_document(paper: Paper, title: str) -> Iterator[FPDF]:
    """Give an empty PDF that asks to be printed without scaling, which is what spoils a template.

    At the end the files of its fonts are closed, which it reads when it is written.
    """
    document = FPDF(unit="mm", format=(paper.width, paper.height))
    document.set_auto_page_break(False)
    document.set_title(title)
    document.set_creation_date(BEGINNING)
    for style, file in FACES.items():
        document.add_font(FACE, style, str(files("cabinet") / "assets" / "fonts" / file))
    document.viewer_preferences = ViewerPreferences(print_scaling="None")
    try:
        yield document
    finally:
        for font in document.fonts.values():
            if isinstance(font, TTFFont):
                font.close()


def draw_plan(
    document: FPDF, plan: Plan, paper: Paper, heading: str = "", layers: Container[Layer] = frozenset(LAYERS)
) -> None:
    """Add the sheets of a drawing at 1:1, each with a ruler, the drawing's title and `heading`."""
    found = tiling(plan.width, plan.height, paper)
    sheet = found.paper
    for place, tile in enumerate(found.tiles, 1):
        document.add_page(format=(sheet.width, sheet.height))
        with document.rect_clip(MARGIN, MARGIN, tile.width, tile.height):
            draw(document, [mark for mark in plan.marks if mark.layer in layers], MARGIN - tile.x, MARGIN - tile.y)
            if len(found.tiles) > 1:
                for number, (x, y) in enumerate(found.joins):
                    _draw_join(document, MARGIN - tile.x + x, MARGIN - tile.y + y, number)
        if len(found.tiles) > 1:
            document.set_draw_color(190)
            document.set_line_width(HAIR)
            document.rect(MARGIN, MARGIN, tile.width, tile.height)
        which = word("paper.sheet", number=place, of=len(found.tiles), row=tile.row + 1, column=tile.column + 1)
        draw_foot(document, sheet, plan.title, heading, which if len(found.tiles) > 1 else "")


def _draw_join(document: FPDF, x: float, y: float, number: int) -> None:
    name = Text("dimensions", x + 2, y - 2, letters(number), 2.5, "start")
    draw(document, [Circle("dimensions", x, y, 2), *cross(x, y, 4), name])


def letters(number: int) -> str:
    """Return A to Z for 0 to 25, then AA, AB and so on."""
    return ("" if number < 26 else letters(number // 26 - 1)) + chr(ord("A") + number % 26)


def draw_foot(document: FPDF, paper: Paper, *lines: str) -> None:
    """Draw the ruler at the foot of a sheet, and beside it in up to three lines what the sheet is."""
    left, y = MARGIN, paper.height - MARGIN - 4
    marks: list[Mark] = [Line("outline", left, y, left + RULER, y)]
    for place in range(11):
        x, high = left + place * RULER / 10, TICK if place in (0, 5, 10) else TICK / 2
        marks.append(Line("outline", x, y - high, x, y))
    marks.append(Text("dimensions", left, y + 4, word("paper.ruler"), 2.8, "start"))
    draw(document, [msgspec.structs.replace(mark, layer="artwork") for mark in marks])
    room = paper.width - 2 * MARGIN - RULER - 8
    for place, words in enumerate(filter(None, lines)):
        text(document, paper.width - MARGIN, y - 5 + 4.5 * place, words, 3.4, anchor="end", room=room)


def draw(document: FPDF, marks: Sequence[Mark], dx: float = 0, dy: float = 0, scale: float = 1) -> None:
    """Draw marks on the page, `scale` times as large, then moved by (dx, dy) mm."""
    for mark in marks:
        document.set_draw_color(COLOURS[mark.layer])
        document.set_line_width(HAIR)
        match mark:
            case Line():
                document.set_line_width(mark.width)
                dashes = {"dash": DASH[0], "gap": DASH[1]} if mark.layer == "folds" else {"dash": 0, "gap": 0}
                document.set_dash_pattern(**dashes)
                ends = (dx + mark.x1 * scale, dy + mark.y1 * scale, dx + mark.x2 * scale, dy + mark.y2 * scale)
                document.line(*ends)
                document.set_dash_pattern()
            case Circle():
                if mark.fill:
                    document.set_fill_color(mark.fill)
                style = "DF" if mark.fill else "D"
                document.circle(dx + mark.x * scale, dy + mark.y * scale, mark.radius * scale, style)
            case Polygon():
                _draw_polygon(document, mark, [(dx + x * scale, dy + y * scale) for x, y in mark.points])
            case Text():
                ink = mark.colour or COLOURS[mark.layer]
                place = (dx + mark.x * scale, dy + mark.y * scale)
                text(document, *place, mark.words, mark.size * scale, anchor=mark.anchor, colour=ink, bold=True)


def _draw_polygon(document: FPDF, mark: Polygon, points: list[tuple[float, float]]) -> None:
    if mark.fill:
        document.set_fill_color(mark.fill)
    if mark.colour:
        document.set_draw_color(mark.colour)
    if mark.width:
        document.set_line_width(mark.width)
    style = "F" if not mark.width else "DF" if mark.fill else "D"
    document.polygon(points, style=style)


def text(
    document: FPDF,
    x: float,
    y: float,
    words: str,
    size: float,
    *,
    anchor: str = "start",
    colour: str = "#101418",
    bold: bool = False,
    room: float = 0,
) -> None:
    """Write one line on the baseline y, of letters `size` mm large, smaller where it is wider than `room` mm."""
    shown = printable(words)
    document.set_font(FACE, "B" if bold else "", size * POINTS)
    wide = document.get_string_width(shown)
    if room and wide > room:
        document.set_font_size(size * POINTS * room / wide)
        wide = room
    document.set_text_color(colour)
    document.text(x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor], y, shown)


def paragraph(
    document: FPDF,
    x: float,
    y: float,
    words: str,
    size: float,
    room: float,
    *,
    colour: str = "#101418",
    bold: bool = False,
) -> float:
    """Write words in lines no wider than `room` mm from the baseline y on; return the next line's baseline."""
    for line in lines_of(document, words, size, room, bold=bold):
        text(document, x, y, line, size, colour=colour, bold=bold, room=room)
        y += 1.3 * size
    return y


def lines_of(document: FPDF, words: str, size: float, room: float, *, bold: bool = False) -> Iterator[str]:
    """Yield words in lines no wider than `room` mm, unless a single word is wider."""
    document.set_font(FACE, "B" if bold else "", size * POINTS)
    line = ""
    for each in FRENCH.sub("\N{NO-BREAK SPACE}", printable(words)).split(" "):
        longer = f"{line} {each}".lstrip()
        if line and document.get_string_width(longer) > room:
            yield line
            longer = each
        line = longer
    yield line


def printable(words: str) -> str:
    """Return words as they are. Raises CabinetError for a letter that the font does not have: it would be a blank."""
    known = set(words.encode(WESTERN, "ignore").decode(WESTERN)) - set(LACKING)
    if lacking := "".join(dict.fromkeys(letter for letter in words if letter not in known)):
        raise CabinetError(word("print.letters", words=shortened(words), letters=lacking))
    return words
