"""Marks of a drawing in mm, and the drawing as text: SVG for eyes and laser cutters, DXF (R12) for CAD.

x goes to the right and y downwards, as on paper; in DXF, where y goes upwards, a drawing stands on y = 0.
"""

from collections.abc import Iterator
from typing import Final, Literal
from xml.sax.saxutils import escape

import msgspec

Layer = Literal["outline", "holes", "folds", "artwork", "dimensions"]
Point = tuple[float, float]
LAYERS: Final[tuple[Layer, ...]] = ("outline", "holes", "folds", "artwork", "dimensions")
"""What is cut at the edge, what is drilled, what is folded, what is printed, and what is only read."""
INK: Final = "#101418"
COLOURS: Final = {"outline": "#d00000", "holes": "#0000d0", "folds": "#007a3d", "artwork": INK, "dimensions": "#5b6475"}
"""The colour of each layer's lines; laser cutters tell layers of an SVG apart by it."""
ACI: Final = {"outline": 1, "holes": 5, "folds": 3, "artwork": 7, "dimensions": 8}
"""The same as AutoCAD's colour numbers."""
HAIR: Final = 0.2
"""The width of a line."""
DASH: Final = (3.0, 2.0)
"""A dash and a gap of folds."""
CODE_PAGE: Final = "cp1252"
"""The letters of a DXF file: Western Europe's, which its header names ANSI_1252."""
CAPITALS: Final = 0.7
"""The height of capitals as a share of a letter's size."""


class Line(msgspec.Struct, frozen=True):
    """A line; dashed in the layer `folds`."""

    layer: Layer
    x1: float
    y1: float
    x2: float
    y2: float
    width: float = HAIR


class Circle(msgspec.Struct, frozen=True):
    """A circle, filled with a colour if it has one."""

    layer: Layer
    x: float
    y: float
    radius: float
    fill: str = ""


class Polygon(msgspec.Struct, frozen=True):
    """A closed line of straight sides, filled with a colour if it has one; `width` 0 draws no edge."""

    layer: Layer
    points: tuple[Point, ...]
    fill: str = ""
    width: float = HAIR
    colour: str = ""


class Text(msgspec.Struct, frozen=True):
    """One line of words on the baseline y; `size` is that of the letters in mm."""

    layer: Layer
    x: float
    y: float
    words: str
    size: float = 4.0
    anchor: Literal["start", "middle", "end"] = "middle"
    colour: str = ""


Mark = Line | Circle | Polygon | Text


class Plan(msgspec.Struct, frozen=True):
    """A drawing of `width` and `height` mm with a title."""

    title: str
    width: float
    height: float
    marks: tuple[Mark, ...]


def rectangle(
    layer: Layer, x: float, y: float, wide: float, high: float, fill: str = "", width: float = HAIR
) -> Polygon:
    """Return a rectangle."""
    return Polygon(layer, ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)), fill, width)


def cross(x: float, y: float, arm: float) -> tuple[Line, Line]:
    """Return a cross whose arms are `arm` long, which is only read."""
    return Line("dimensions", x - arm, y, x + arm, y), Line("dimensions", x, y - arm, x, y + arm)


def number(value: float) -> str:
    """Return a length to a thousandth of a millimetre, without trailing zeros and never as minus zero."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


# SVG


def svg(plan: Plan) -> str:
    """Return the drawing as an SVG file whose unit is the millimetre, with a group for each layer."""
    wide, high = number(plan.width), number(plan.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}" '
        'font-family="Helvetica, Arial, sans-serif" style="background:#ffffff">',
        f"<title>{escape(plan.title)}</title>",
    ]
    for layer in LAYERS:
        if marks := [mark for mark in plan.marks if mark.layer == layer]:
            dashes = f' stroke-dasharray="{number(DASH[0])} {number(DASH[1])}"' if layer == "folds" else ""
            style = f'fill="none" stroke="{COLOURS[layer]}" stroke-width="{HAIR}"{dashes}'
            lines += [f'<g id="{layer}" {style}>', *map(_svg_mark, marks), "</g>"]
    return "\n".join([*lines, "</svg>", ""])


def _svg_mark(mark: Mark) -> str:
    match mark:
        case Line():
            wide = "" if mark.width == HAIR else f' stroke-width="{number(mark.width)}"'
            x1, y1, x2, y2 = map(number, (mark.x1, mark.y1, mark.x2, mark.y2))
            return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"{wide}/>'
        case Circle():
            fill = f' fill="{mark.fill}"' if mark.fill else ""
            return f'<circle cx="{number(mark.x)}" cy="{number(mark.y)}" r="{number(mark.radius)}"{fill}/>'
        case Polygon():
            points = " ".join(f"{number(x)},{number(y)}" for x, y in mark.points)
            fill = f' fill="{mark.fill}"' if mark.fill else ""
            edge = f' stroke="{mark.colour}"' if mark.colour else ""
            edge += "" if mark.width == HAIR else f' stroke-width="{number(mark.width)}"'
            return f'<polygon points="{points}"{fill}{edge}/>'
        case Text():
            ink = mark.colour or COLOURS[mark.layer]
            place = f'x="{number(mark.x)}" y="{number(mark.y)}" text-anchor="{mark.anchor}"'
            look = f'font-size="{number(mark.size)}" fill="{ink}" stroke="none"'
            return f"<text {place} {look}>{escape(mark.words)}</text>"


# DXF


def dxf(plan: Plan) -> bytes:
    """Return the drawing as a DXF file of release 12 in millimetres; fills are left out."""
    pairs: list[tuple[int, object]] = [(0, "SECTION"), (2, "HEADER"), (9, "$ACADVER"), (1, "AC1009")]
    pairs += [(9, "$DWGCODEPAGE"), (3, "ANSI_1252"), (9, "$INSUNITS"), (70, 4), (9, "$MEASUREMENT"), (70, 1)]
    pairs += [(9, "$EXTMIN"), (10, 0.0), (20, 0.0), (30, 0.0)]
    pairs += [(9, "$EXTMAX"), (10, plan.width), (20, plan.height), (30, 0.0), (0, "ENDSEC")]
    pairs += [(0, "SECTION"), (2, "TABLES"), (0, "TABLE"), (2, "LTYPE"), (70, 1), (0, "LTYPE"), (2, "CONTINUOUS")]
    pairs += [(70, 0), (3, "Solid line"), (72, 65), (73, 0), (40, 0.0), (0, "ENDTAB")]
    pairs += [(0, "TABLE"), (2, "LAYER"), (70, len(LAYERS))]
    for layer in LAYERS:
        pairs += [(0, "LAYER"), (2, layer.upper()), (70, 0), (62, ACI[layer]), (6, "CONTINUOUS")]
    pairs += [(0, "ENDTAB"), (0, "ENDSEC"), (0, "SECTION"), (2, "ENTITIES")]
    for mark in plan.marks:
        pairs += _dxf_mark(mark, plan.height)
    pairs += [(0, "ENDSEC"), (0, "EOF")]
    lines = [f"{code}\n{number(value) if isinstance(value, float) else value}\n" for code, value in pairs]
    return "".join(lines).encode(CODE_PAGE)


def _dxf_mark(mark: Mark, high: float) -> Iterator[tuple[int, object]]:
    layer = (8, mark.layer.upper())
    match mark:
        case Line():
            yield from ((0, "LINE"), layer, *_point(10, mark.x1, high - mark.y1), *_point(11, mark.x2, high - mark.y2))
        case Circle():
            yield from ((0, "CIRCLE"), layer, *_point(10, mark.x, high - mark.y), (40, float(mark.radius)))
        case Polygon():
            yield from ((0, "POLYLINE"), layer, (66, 1), *_point(10, 0, 0), (70, 1))
            for x, y in mark.points:
                yield from ((0, "VERTEX"), layer, *_point(10, x, high - y))
            yield from ((0, "SEQEND"), layer)
        case Text():
            place, side = high - mark.y, ("start", "middle", "end").index(mark.anchor)
            yield from ((0, "TEXT"), layer, *_point(10, mark.x, place), (40, mark.size * CAPITALS))
            yield from ((1, _plain(mark.words)), (72, side), *_point(11, mark.x, place))


def _point(code: int, x: float, y: float) -> tuple[tuple[int, object], ...]:
    return (code, float(x)), (code + 10, float(y)), (code + 20, 0.0)


def _plain(words: str) -> str:
    """Return words with each letter beyond `CODE_PAGE` as DXF writes those."""
    known = words.encode(CODE_PAGE, "ignore").decode(CODE_PAGE)
    return "".join(letter if letter in known else f"\\U+{ord(letter):04X}" for letter in words)
