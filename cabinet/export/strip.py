"""A race as a drawing to scale, in SVG: a line of time, the winner's stamp at its left, the loser's where it came.

It needs the standard library alone: the page that verifies logs in a browser draws with it as well (`web/proof.py`).
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final
from xml.etree.ElementTree import Element, SubElement

SCALES: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""What a strip of a race may span, ms: the first that has room for the margin."""
STRIP: Final = (300, 34)
"""A strip's width and height, px."""
COLOURS: Final[Mapping[int, str]] = MappingProxyType({0: "#e69f00", 1: "#56b4e9", 2: "#009e73", 3: "#f0e442"})
"""The seats' colours, as on the screen."""


def strip(seats: tuple[int, int], margin_ms: float, text: str, unit: str) -> Element:
    """Return the drawing of a race: its winner's seat and its loser's, the margin, and what it says in words.

    `unit` is what the language in use calls a millisecond. The winner's stamp stands above the line and the loser's
    below it, so that both are seen in a dead heat too.
    """
    wide, high = STRIP
    scale = next((scale for scale in SCALES if margin_ms < scale), SCALES[-1])
    svg = Element("svg", {"width": str(wide), "height": str(high), "viewBox": f"0 0 {wide} {high}", "role": "img"})
    SubElement(svg, "title").text = text
    left, right = 8, wide - 44
    SubElement(svg, "line", _line(left, high // 2, right, high // 2, "currentColor", 1))
    for part in range(11):
        x = left + (right - left) * part / 10
        SubElement(svg, "line", _line(x, high // 2 - 3, x, high // 2 + 3, "currentColor", 1))
    middle = high // 2
    for seat, ms, ends in zip(seats, (0.0, margin_ms), ((2, middle + 2), (middle - 2, high - 2)), strict=True):
        x = left + (right - left) * min(ms / scale, 1)
        SubElement(svg, "line", _line(x, ends[0], x, ends[1], COLOURS.get(seat, "currentColor"), 4))
    SubElement(svg, "text", {"x": str(right + 6), "y": str(high // 2 + 4)}).text = f"{scale} {unit}"
    return svg


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, wide: int) -> dict[str, str]:
    ends = {"x1": f"{x1:g}", "y1": f"{y1:g}", "x2": f"{x2:g}", "y2": f"{y2:g}"}
    return {**ends, "stroke": colour, "stroke-width": str(wide)}
