"""The marks of a drawing, as SVG text. Coordinates are px, y downwards; nothing depends on a font's width."""

from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

from cabinet.display.shapes import SEAT_SHAPES, Point
from cabinet.display.theme import SEATS, Colour

TYPEFACES: Final = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
INK: Final = "#1a2030"
QUIET: Final = "#5b6475"
GRID: Final = "#d5dae3"
PAPER: Final = "#ffffff"


def number(value: float) -> str:
    """Return a coordinate with at most one decimal, without a trailing zero and never as minus zero."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def hexed(colour: Colour) -> str:
    """Return an RGB triple as an SVG colour."""
    return "#" + "".join(f"{part:02x}" for part in colour)


def text(
    x: float, y: float, words: str, *, size: float = 13, colour: str = INK, anchor: str = "start", bold: bool = False
) -> str:
    """Return words; `y` is their baseline, `anchor` is start, middle or end."""
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{number(size)}"{weight} fill="{colour}">{escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, *, colour: str = GRID, width: float = 1, dashes: str = "") -> str:
    """Return a line, dashed by lengths such as "3 3"."""
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<line {ends} stroke="{colour}" stroke-width="{number(width)}"{dashed}/>'


def rectangle(x: float, y: float, wide: float, high: float, colour: str) -> str:
    """Return a filled rectangle."""
    box = f'x="{number(x)}" y="{number(y)}" width="{number(wide)}" height="{number(high)}"'
    return f'<rect {box} fill="{colour}"/>'


def polygon(points: Sequence[Point], colour: str, edge: str = "none") -> str:
    """Return a filled polygon."""
    corners = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return f'<polygon points="{corners}" fill="{colour}" stroke="{edge}" stroke-linejoin="round"/>'


def seat_mark(x: float, y: float, size: float, seat: int) -> list[str]:
    """Return a seat's shape in its colour, with an edge for white paper, centred at (x, y)."""
    look = SEATS[seat]
    colour, left, top = hexed(look.colour), x - size / 2, y - size / 2
    marks = []
    for part in SEAT_SHAPES[look.shape]:
        if isinstance(part, list):
            marks.append(polygon([(left + px * size, top + py * size) for px, py in part], colour, INK))
        else:
            cx, cy, radius = part
            centre = f'cx="{number(left + cx * size)}" cy="{number(top + cy * size)}" r="{number(radius * size)}"'
            marks.append(f'<circle {centre} fill="{colour}" stroke="{INK}"/>')
    return marks


def document(wide: float, high: float, title: str, marks: Sequence[str]) -> str:
    """Return a whole SVG file, with a line end after its last line."""
    size = f'width="{number(wide)}" height="{number(high)}" viewBox="0 0 {number(wide)} {number(high)}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{TYPEFACES}">'
    ground = rectangle(0, 0, wide, high, PAPER)
    return "\n".join([head, f"<title>{escape(title)}</title>", ground, *marks, "</svg>", ""])
