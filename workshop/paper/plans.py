"""Drawings of the geometry: a panel's template, a panel of cardboard, a side of the cabinet. Pure."""

from collections.abc import Iterator, Sequence
from math import cos, hypot, radians, sin
from typing import Final

import msgspec

from cabinet.display.shapes import SEAT_SHAPES, SIGNS
from cabinet.display.theme import SEATS
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from workshop.paper.marks import INK, Circle, Layer, Line, Mark, Plan, Point, Polygon, Text, cross, rectangle
from workshop.paper.panel import SCREW, Board, Hole, Spacing, board

CROSS: Final = 3.0
"""The arms of the cross at a hole's centre, to be punched."""
LABEL: Final = 5.0
"""The size of a label's letters, and of its signs."""
WIDE: Final = 0.75
"""The width of a bold capital, as a share of its size, at most on average."""
BAND: Final = 3.0
"""The width of the line in a seat's colour at the near edge."""
NEAR: Final = 8.0
"""How far that line lies from the edge; in the artwork it is a band to beyond it."""
RIM: Final = 3.0
"""How far a button's rim reaches beyond its hole, at most."""

BLEED: Final = 4.0
"""How far the artwork reaches beyond the board, so that a cut that is a little off leaves no white edge."""
FIGURE: Final = 3.2
"""The size of a dimension's figures."""

# The panel


def template(panel: Board, wanted: Spacing) -> Plan:
    """Return a board at 1:1: its outline, the holes with their centres and dimensions, an arrow towards the player, and
    in a layer of its own the artwork."""
    marks: list[Mark] = [rectangle("outline", 0, 0, panel.width, panel.height)]
    marks += _holes(panel)
    marks += _dimensions(panel, wanted)
    marks += _artwork(panel, wanted)
    return Plan(title_of(panel), panel.width, panel.height, tuple(marks))


def artwork(panel: Board, wanted: Spacing) -> Plan:
    """Return a board's artwork with `BLEED` round it: a band in each seat's colour reaches the edges, and marks show
    where the board ends."""
    width, height = panel.width + 2 * BLEED, panel.height + 2 * BLEED
    share = panel.width / len(panel.seats)
    marks: list[Mark] = []
    for number, seat in enumerate(panel.seats):
        left = 0 if number == 0 else BLEED + number * share
        right = width if number == len(panel.seats) - 1 else BLEED + (number + 1) * share
        top = height - BLEED - NEAR
        marks.append(rectangle("artwork", left, top, right - left, height - top, colour_of(seat), 0))
    marks += [moved(mark, BLEED, BLEED) for mark in (*_holes(panel), *_artwork(panel, wanted))]
    for x in (BLEED, width - BLEED):
        marks += [Line("outline", x, y, x, y + BLEED * 0.75) for y in (0, height - BLEED * 0.75)]
    for y in (BLEED, height - BLEED):
        marks += [Line("outline", x, y, x + BLEED * 0.75, y) for x in (0, width - BLEED * 0.75)]
    return Plan(title_of(panel), width, height, tuple(marks))


def title_of(panel: Board) -> str:
    """Return the title of a board's drawings."""
    return word("paper.panel", seats=" + ".join(word(f"seat.{seat}") for seat in panel.seats))


def _dimensions(panel: Board, wanted: Spacing) -> Iterator[Mark]:
    """Yield the board's width and height, the distances of its rows and cards, and the arrow towards the player."""
    own = [hole for hole in panel.holes if hole.seat == panel.seats[0]]
    at = {hole.button: hole for hole in own}
    left, middle, next_card = at[CARDS[0]], at[CARDS[2]], at[CARDS[1]]
    yield from distance(0, 6, panel.width, 6)
    yield from distance(panel.width - 6, 0, panel.width - 6, panel.height)
    y = at[LEFT].y
    x = left.x - left.diameter / 2 - 7
    yield from distance(x, y, x, middle.y, wanted.rows)
    yield from distance(x, middle.y, x, at[ACTION].y, wanted.drop)
    y = panel.height - 22
    yield from distance(left.x, y, next_card.x, y, wanted.pitch)
    x, y = panel.width / 2 + (0 if len(panel.seats) > 1 else wanted.action_nut / 2 + 14), panel.height - 20
    yield Polygon("dimensions", ((x - 3, y + 6), (x + 3, y + 6), (x, y + 12)), "#5b6475")
    yield Line("dimensions", x, y - 2, x, y + 6)
    yield Text("dimensions", x + 5, y + 6, word("paper.panel.player"), FIGURE, "start")


def distance(x1: float, y1: float, x2: float, y2: float, length: float = 0) -> Iterator[Mark]:
    """Yield a line across or down with a stroke at each end, and its length in mm beside its middle."""
    figure = f"{length or hypot(x2 - x1, y2 - y1):.1f}".removesuffix(".0")
    yield Line("dimensions", x1, y1, x2, y2)
    along = x1 != x2
    for x, y in ((x1, y1), (x2, y2)):
        yield Line("dimensions", x, y - 2, x, y + 2) if along else Line("dimensions", x - 2, y, x + 2, y)
    x, y = (x1 + x2) / 2, (y1 + y2) / 2
    if along:
        yield Text("dimensions", x, y - 1.2, figure, FIGURE)
    else:
        yield Text("dimensions", x - 1.2, y + 1, figure, FIGURE, "end")


def moved(mark: Mark, dx: float, dy: float) -> Mark:
    """Return a mark at another place."""
    match mark:
        case Line():
            return msgspec.structs.replace(mark, x1=mark.x1 + dx, y1=mark.y1 + dy, x2=mark.x2 + dx, y2=mark.y2 + dy)
        case Polygon():
            return msgspec.structs.replace(mark, points=tuple((x + dx, y + dy) for x, y in mark.points))
        case _:
            return msgspec.structs.replace(mark, x=mark.x + dx, y=mark.y + dy)


def _holes(panel: Board) -> Iterator[Mark]:
    for hole in panel.holes:
        yield Circle("holes", hole.x, hole.y, hole.diameter / 2)
        yield from cross(hole.x, hole.y, CROSS)
        yield Text("dimensions", hole.x, hole.y + hole.diameter / 3, hole.button, 2.5)
        if hole.body > hole.diameter:
            yield Circle("dimensions", hole.x, hole.y, hole.body / 2)
    for x, y in panel.screws:
        yield Circle("holes", x, y, SCREW / 2)
        yield from cross(x, y, CROSS)


def _artwork(panel: Board, wanted: Spacing) -> Iterator[Mark]:
    for hole in panel.holes:
        yield from _label_above(hole, hole.x, hole.y)
    for seat in panel.seats:
        own = [hole for hole in panel.holes if hole.seat == seat]
        yield from _seat_name(seat, own, panel, wanted)


def _seat_name(seat: int, holes: Sequence[Hole], panel: Board, wanted: Spacing) -> Iterator[Mark]:
    """Yield the name of a seat below its first cards, its shape, and a line in its colour along the near edge."""
    left, right = min(hole.x for hole in holes), max(hole.x for hole in holes)
    y, name = panel.height - 16, word(f"seat.{seat}")
    room = (right - left) / 2 - 11 - wanted.action / 2 - RIM - 4  # left of ACTION
    size = min(12, room / (WIDE * len(name)))
    yield from shape("artwork", seat, left - 7, y - 9, 14)
    yield Text("artwork", left + 11, y, name, size, "start")
    yield rectangle("artwork", left - 7, panel.height - NEAR, right - left + 14, BAND, colour_of(seat), 0)


def _label_above(hole: Hole, x: float, y: float) -> Iterator[Mark]:
    """Yield the label above a hole centred at (x, y); ACTION has its word beside its star."""
    y -= hole.body / 2 + RIM + LABEL * 0.75
    if hole.button != ACTION:
        yield from button_label(hole.button, x, y, LABEL)
        return
    yield from button_label(hole.button, x - LABEL * 2.2, y, LABEL)
    yield Text("artwork", x - LABEL * 1.4, y + LABEL * 0.36, word("button.ACTION"), LABEL, "start")


def button_label(button: str, x: float, y: float, size: float) -> Iterator[Mark]:
    """Yield the number, arrow or star of a button round a centre (x, y)."""
    if button in CARDS:
        yield Text("artwork", x, y + size * 0.36, word(f"button.{button}"), size, colour=INK)
        return
    sign = {LEFT: "left", RIGHT: "right", ACTION: "star"}[button]
    yield from polygons("artwork", SIGNS[sign], x - size / 2, y - size / 2, size, INK)


def shape(layer: Layer, seat: int, x: float, y: float, side: float) -> Iterator[Mark]:
    """Yield a seat's shape in its colour, in the square (x, y, side)."""
    yield from polygons(layer, SEAT_SHAPES[SEATS[seat].shape], x, y, side, colour_of(seat))


def polygons(
    layer: Layer, parts: Sequence[list[Point] | tuple[float, float, float]], x: float, y: float, side: float, fill: str
) -> Iterator[Mark]:
    """Yield a shape of the screen's, in the square (x, y, side)."""
    for part in parts:
        if isinstance(part, list):
            yield Polygon(layer, tuple((x + px * side, y + py * side) for px, py in part), fill)
        else:
            yield Circle(layer, x + part[0] * side, y + part[1] * side, part[2] * side, fill)


LOGO: Final = 256.0
"""The side of the square of `docs/pictures/logo.svg`, in whose units `logo` is drawn, without its glow."""
NIGHT, CHALK = "#0b0f1c", "#f5f2e8"


def logo(x: float, y: float, size: float) -> Iterator[Mark]:
    """Yield the logo in the square (x, y, size): two marks, of which one is at the line first."""

    def part(left: float, top: float, wide: float, high: float, fill: str) -> Polygon:
        unit = size / LOGO
        return rectangle("artwork", x + left * unit, y + top * unit, wide * unit, high * unit, fill, 0)

    yield part(0, 0, LOGO, LOGO, NIGHT)
    for square in range(10):
        yield part(184 + square % 2 * 16, 48 + square * 16, 16, 16, CHALK)
    triangle = ((140, 66), (182, 132), (98, 132))
    points = tuple((x + px * size / LOGO, y + py * size / LOGO) for px, py in triangle)
    yield Polygon("artwork", points, colour_of(0), 0)
    yield Circle("artwork", x + 98 * size / LOGO, y + 174 * size / LOGO, 34 * size / LOGO, colour_of(1))


def colour_of(seat: int) -> str:
    """Return a seat's colour as a hexadecimal one."""
    return "#" + "".join(f"{part:02x}" for part in SEATS[seat].colour)


# A panel of cardboard

WALL: Final = 70.0
"""The height of the box: a button with its switch and plugs is some 60 deep."""
TAB: Final = 15.0
"""The width of a tab to glue."""


def cardboard(wanted: Spacing) -> Plan:
    """Return a box to cut and fold for a first panel: a face with the holes, four walls, a tab at each corner."""
    face = board(wanted, (0,))
    wide, high, far, low = face.width, face.height, WALL + face.width, WALL + face.height
    slope = TAB / 2
    corners: list[Point] = [(WALL, 0), (far, 0), (far, WALL)]
    corners += [(far + WALL, WALL), (far + WALL, low), (far, low)]
    corners += [(far, low + WALL), (WALL, low + WALL), (WALL, low)]
    corners += [(0, low), (0, WALL), (WALL, WALL)]
    tabs: dict[int, list[Point]] = {  # on the walls at the left and right, after the corner of that number
        2: [(far + slope, WALL - TAB), (far + WALL - slope, WALL - TAB)],
        4: [(far + WALL - slope, low + TAB), (far + slope, low + TAB)],
        8: [(WALL - slope, low + TAB), (slope, low + TAB)],
        10: [(slope, WALL - TAB), (WALL - slope, WALL - TAB)],
    }
    edge = [point for place, corner in enumerate(corners) for point in (corner, *tabs.get(place, ()))]
    marks: list[Mark] = [Polygon("outline", tuple(edge))]
    folds = ((WALL, WALL, far, WALL), (WALL, low, far, low), (WALL, WALL, WALL, low), (far, WALL, far, low))
    marks += [Line("folds", *ends) for ends in folds]
    marks += [Line("folds", x, y, x + WALL, y) for x in (0, far) for y in (WALL, low)]
    for hole in face.holes:
        marks.append(Circle("holes", WALL + hole.x, WALL + hole.y, hole.diameter / 2))
        marks += _label_above(hole, WALL + hole.x, WALL + hole.y)
    return Plan(word("paper.cardboard"), wide + 2 * WALL, high + 2 * WALL, tuple(marks))


# A side of the cabinet


class Screen(msgspec.Struct, frozen=True):
    """A screen: its diagonal in inches, and width to height."""

    inches: float
    aspect: float

    @property
    def height(self) -> float:
        """The height of the picture in mm."""
        return float(self.inches * 25.4 / hypot(self.aspect, 1))

    @property
    def width(self) -> float:
        """The width of the picture in mm."""
        return self.height * self.aspect


SCREENS: Final = (Screen(7, 5 / 3), Screen(10.1, 1.6), Screen(13.3, 16 / 9), Screen(15.6, 16 / 9))
"""Usual screens of 7 to 15 inches (docs/build-a-cabinet.md): 800 × 480, 1280 × 800, and 1920 × 1080."""
FRAME: Final = 25.0
"""From the picture to the edge of the screen's board, at each side."""
FRONT: Final = 80.0
"""The height of the front edge: the buttons and their plugs are below the panel."""
PANEL_SLOPE: Final = 8
SCREEN_LEAN: Final = 25
"""How far the panel rises to the back, and how far the screen leans back from upright, in degrees."""
TOP: Final = 70.0
"""The depth of the top: the Pi hangs behind the screen."""
STOP: Final = 12.0
"""How far below the edge the boards lie, on battens: a board's thickness."""
BOX: Final = 110.0
"""The height of a table's box."""


class Side(msgspec.Struct, frozen=True):
    """A side's corners from the lower front one on, x to the back and y upwards, and the edges that bear a board.

    `inner_width` is the distance between both sides.
    """

    corners: tuple[Point, ...]
    panels: tuple[int, ...]
    screen: int
    inner_width: float


def screen_of(inches: float) -> Screen:
    """Return the usual screen of that diagonal, or one of 16:9."""
    return next((screen for screen in SCREENS if screen.inches == inches), Screen(inches, 16 / 9))


def side(panel: Board, screen: Screen, *, is_table: bool) -> Side:
    """Return the side of a cabinet: this board in front of an upright screen, or of a table with a board at two edges.

    Edge n goes from corner n to the next one.
    """
    deep, tall = panel.height, screen.height + 2 * FRAME
    inner = max(panel.width, screen.width + 2 * FRAME)
    if is_table:
        x = (0.0, deep, deep + tall, 2 * deep + tall)
        return Side(((0.0, 0.0), *((each, BOX) for each in x), (x[-1], 0.0)), (1, 3), 2, inner)
    front, slope, lean = (0.0, FRONT), radians(PANEL_SLOPE), radians(SCREEN_LEAN)
    foot = (deep * cos(slope), FRONT + deep * sin(slope))
    head = (foot[0] + tall * sin(lean), foot[1] + tall * cos(lean))
    back = head[0] + TOP
    return Side(((0.0, 0.0), front, foot, head, (back, head[1]), (back, 0.0)), (1,), 2, inner)


AROUND: Final = 30.0
"""The room for dimensions round a side."""


def side_plan(wanted: Side, screen: Screen) -> Plan:
    """Return a side at 1:1, with the length of every edge; dashed lines show where the boards lie."""
    deep, tall = (max(point[axis] for point in wanted.corners) for axis in (0, 1))
    paper = [(AROUND + x, AROUND + tall - y) for x, y in wanted.corners]
    marks: list[Mark] = [Polygon("outline", tuple(paper))]
    for place, (start, end) in enumerate(zip(paper, [*paper[1:], paper[0]], strict=True)):
        along = hypot(end[0] - start[0], end[1] - start[1])
        outwards = ((end[1] - start[1]) / along, -(end[0] - start[0]) / along)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        label = (middle[0] + outwards[0] * 14, middle[1] + outwards[1] * 12 + 3)
        marks.append(Text("dimensions", *label, f"{along:.0f}", 9))
        if place in (*wanted.panels, wanted.screen):
            dx, dy = -outwards[0] * STOP, -outwards[1] * STOP
            marks.append(Line("folds", start[0] + dx, start[1] + dy, end[0] + dx, end[1] + dy))
            named = word("paper.side.screen" if place == wanted.screen else "paper.side.panel")
            inside = (middle[0] - outwards[0] * 30, middle[1] - outwards[1] * 22 + 3)
            marks.append(Text("dimensions", *inside, named, 8))
    title = word("paper.side", inches=f"{screen.inches:g}")
    return Plan(title, deep + 2 * AROUND, tall + 2 * AROUND, tuple(marks))
