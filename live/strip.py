"""A race as a drawing to scale: when the two presses came, and by how much one was first."""

from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

SCALES: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)
"""What a strip may span, ms: the first that has room for the margin."""
WIDE: Final = 600
HIGH: Final = 128
LEFT: Final = 60
COLOURS: Final = ("#e69f00", "#56b4e9", "#009e73", "#f0e442")
"""The seats' colours, as on the cabinet's screen."""


def strip(seat: int, loser: int, margin_us: int, words: str) -> str:
    """Return the SVG of a race; `words` is what somebody who cannot see it is told."""
    margin = margin_us / 1000
    scale = next((each for each in SCALES if each >= margin * 1.15), SCALES[-1])
    room = WIDE - 2 * LEFT
    svg = Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": f"0 0 {WIDE} {HIGH}", "role": "img"})
    SubElement(svg, "title").text = words
    middle = HIGH // 2
    SubElement(svg, "line", _line(LEFT, middle, WIDE - LEFT, middle, "#888", 2))
    for step in range(11):
        x = LEFT + room * step / 10
        SubElement(svg, "line", _line(x, middle - 6, x, middle + 6, "#888", 2))
    for who, at in ((loser, min(margin, scale)), (seat, 0.0)):
        x = LEFT + room * at / scale
        colour = COLOURS[who % len(COLOURS)]
        SubElement(svg, "line", _line(x, 12, x, HIGH - 28, colour, 8))
        SubElement(svg, "circle", {"cx": f"{x:.1f}", "cy": "12", "r": "9", "fill": colour})
    SubElement(svg, "text", {"x": str(WIDE - LEFT), "y": str(HIGH - 4), "text-anchor": "end"}).text = f"{scale} ms"
    return tostring(svg, encoding="unicode")


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, width: int) -> dict[str, str]:
    ends = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    return {**{name: f"{at:.1f}" for name, at in ends.items()}, "stroke": colour, "stroke-width": str(width)}
