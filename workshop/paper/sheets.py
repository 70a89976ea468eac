"""Everything that is printed: the drawings' files, the wiring as a list, labels, rule cards, the poster, the sticker.

Begin with `files_of`. The other functions add their pages to a PDF, from the configuration and the catalogue's words.
"""

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Final, NamedTuple

import msgspec
import pygame
import segno
from fpdf import FPDF

from cabinet.config.schema import Config
from cabinet.display.layout.boxes import Box
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.errors import CabinetError
from cabinet.games.presentation import Lesson, presentation_of
from cabinet.input.wiring import Wiring, on_board, on_header, picture, place_words
from cabinet.scenes.lessons import DOWN_NS, READ_NS, LessonPlayer, Place
from cabinet.screens.view_factory import TableSetting
from cabinet.strings.catalogue import word
from cabinet.strings.language import Language, in_use
from engine.errors import shortened
from engine.games import GAMES
from engine.panel import ACTION, BUTTONS
from engine.setup import SEAT_NAMES
from engine.version import VERSION
from hardware.pin_diagrams import Connector
from workshop.paper.marks import Circle, Line, Mark, Plan, Polygon, dxf, rectangle, svg
from workshop.paper.panel import SCREW, Board, Spacing, boards
from workshop.paper.pdf import FACE, MARGIN, PAPERS, Paper, draw, draw_foot, draw_plan, new_document, paragraph, text
from workshop.paper.plans import (
    BLEED,
    PANEL_SLOPE,
    SCREEN_LEAN,
    SCREENS,
    Screen,
    artwork,
    button_label,
    cardboard,
    colour_of,
    logo,
    screen_of,
    shape,
    side,
    side_plan,
    template,
    title_of,
)


class Order(msgspec.Struct, frozen=True):
    """What is to be printed for which cabinet: the paper's name, distances in mm, the screen's diagonal in inches.

    `address` is where the sticker leads.
    """

    paper: str
    spacing: Spacing
    inches: float
    address: str
    config: Config

    @property
    def wirings(self) -> list[list[Wiring]]:
        """The wiring of every connector that buttons may hang on: the header, the boards, or each of them.

        Raises CabinetError for a configuration without any.
        """
        wanted = self.config.input
        found = [] if wanted.source == "board" else [[on_header(wanted)]]
        if wanted.source != "gpio":
            wired = [board for board in (wanted.board, wanted.board2) if any(seat >= 0 for seat in board.seats)]
            found += [on_board(wanted, board) for board in wired]
        if not found:
            raise CabinetError(word("print.no_panels"))
        return found

    @property
    def seats(self) -> list[int]:
        """The seats that have buttons."""
        return sorted({seat for first, *_ in self.wirings for seat, _ in first.buttons.values() if seat >= 0})

    @property
    def panels(self) -> tuple[Board, ...]:
        """The boards of these seats: players beside each other share one."""
        return boards(self.spacing, self.seats, is_shared=self.config.display.layout == "beside")

    @property
    def is_table(self) -> bool:
        """Whether the screen lies flat between the players."""
        return self.config.display.layout == "facing" and self.config.display.cocktail


def files_of(name: str, order: Order) -> dict[str, bytes]:
    """Return the files of a sheet by their names: a PDF, and of drawings at 1:1 an SVG and a DXF.

    Raises CabinetError for an address that no code holds, for letters that cannot be printed, and for a configuration
    without panels.
    """
    paper = next(each for each in PAPERS if each.name == order.paper)
    with new_document(paper, name) as document:
        plans = _add_drawings(document, paper, name, order)
        if not plans:
            _add_pages(document, paper, name, order)
        files = {f"{name}.pdf": bytes(document.output())}
    for file, plan in plans.items():
        files |= {f"{file}.svg": svg(plan).encode(), f"{file}.dxf": dxf(plan)}
    return files


def _add_drawings(document: FPDF, paper: Paper, name: str, order: Order) -> dict[str, Plan]:
    """Add a sheet's drawings; return those that have files of their own by the files' names, none for a list."""
    if name == "panel":
        wanted = order.spacing
        sizes = {name: f"{getattr(wanted, name):g}" for name in ("hole", "action_hole", "pitch", "rows")}
        holes = word("paper.panel.holes" if wanted.action_hole == wanted.hole else "paper.panel.holes.action", **sizes)
        plans: dict[str, Plan] = {}
        for panel in order.panels:
            plan, own = template(panel, wanted), artwork(panel, wanted)
            draw_plan(document, plan, paper, holes, ("outline", "holes", "dimensions"))
            add_centres(document, paper, panel)
            draw_plan(
                document, own, paper, word("paper.panel.artwork", bleed=f"{BLEED:g}"), ("outline", "holes", "artwork")
            )
            name = "-".join(("panel", *(SEAT_NAMES[seat].lower() for seat in panel.seats)))
            plans |= {name: plan, f"{name}-artwork": own}
        return plans
    if name == "cardboard":
        plan = cardboard(order.spacing)
        draw_plan(document, plan, paper)
        return {name: plan}
    if name == "side":
        # in front of an upright screen both panels are beside each other, on one board or on two
        (front, *_) = boards(order.spacing, order.seats, is_shared=not order.is_table)
        players = order.panels[0] if not order.is_table else front
        return {name: add_side(document, paper, front, players, screen_of(order.inches), is_table=order.is_table)}
    return {}


CENTRES: Final = (MARGIN, 60.0, 90.0, 120.0)
CENTRE_HEADS: Final = ("paper.centres.hole", "paper.centres.x", "paper.centres.y", "paper.centres.diameter")


def add_centres(document: FPDF, paper: Paper, panel: Board) -> None:
    """Add a page with the board's size, each hole's centre and diameter as a table, and a line for its thickness."""
    y = _new_page(document, paper, word("paper.centres", panel=title_of(panel)))
    sizes = {"width": f"{panel.width:g}", "height": f"{panel.height:g}"}
    y = paragraph(document, MARGIN, y, word("paper.centres.how", **sizes), 3.4, paper.width - 2 * MARGIN)
    y = (
        paragraph(document, MARGIN, y + 4, word("paper.centres.thickness"), 4.2, paper.width - 2 * MARGIN, bold=True)
        + 3
    )
    for x, head in zip(CENTRES, CENTRE_HEADS, strict=True):
        text(document, x, y, word(head), 3, colour="#5b6475")
    rows = [(place_words(hole.seat, hole.button), hole.x, hole.y, hole.diameter) for hole in panel.holes]
    rows += [(word("paper.centres.screw"), x, y_, SCREW) for x, y_ in panel.screws]
    step = min(ROW, (paper.height - MARGIN - 6 - y) / len(rows))
    for name, *figures in rows:
        y += step
        draw(document, [Line("dimensions", MARGIN, y - step * 0.72, paper.width - MARGIN, y - step * 0.72, 0.1)])
        text(document, CENTRES[0], y, name, 3.6, bold=True)
        for x, figure in zip(CENTRES[1:], figures, strict=True):
            text(document, x, y, f"{figure:.1f}", 3.6)


def _add_pages(document: FPDF, paper: Paper, name: str, order: Order) -> None:
    match name:
        case "wiring":
            for wirings in order.wirings:
                add_wiring(document, paper, wirings)
        case "labels":
            add_labels(document, paper, order.spacing, order.seats)
        case "rules":
            with in_use(Language(order.config.display.language)):  # guests read them; a builder's sheets are English
                add_rules(document, paper)
        case "poster":
            add_poster(document, paper)
        case "sticker":
            add_stickers(document, paper, order.address)


# Wiring

WIRE_COLOURS: Final = {
    "CARD1": ("paper.wire.brown", "#7a4a21"),
    "CARD2": ("paper.wire.red", "#d22b2b"),
    "CARD3": ("paper.wire.orange", "#f08a1d"),
    "CARD4": ("paper.wire.yellow", "#f2d21b"),
    "CARD5": ("paper.wire.green", "#2f9e44"),
    "LEFT": ("paper.wire.blue", "#2456d6"),
    "RIGHT": ("paper.wire.violet", "#8a4fc9"),
    "ACTION": ("paper.wire.grey", "#9aa0a8"),
}
"""The wire of each button: the colours of the figures 1 to 8 (IEC 60062), so that wires can be counted. Ground is
black."""


class Wire(NamedTuple):
    """A button's wire: its seat (-1: the operator's), its button, the pin's number and name, and a ground near it."""

    seat: int
    button: str
    number: int
    name: str
    ground: int


def wires(wiring: Wiring) -> list[Wire]:
    """Return the wire of every button on a connector, seat by seat, in the panel's order."""
    pins = (*wiring.connector.left, *wiring.connector.right)
    found = [
        Wire(*wiring.buttons[pin.gpio], pin.number, pin.name, ground_near(wiring.connector, pin.number))
        for pin in pins
        if pin.gpio is not None and pin.gpio in wiring.buttons
    ]
    return sorted(found, key=lambda wire: (wire.seat, BUTTONS.index(wire.button) if wire.button in BUTTONS else 0))


def ground_near(connector: Connector, number: int) -> int:
    """Return the number of the ground pin nearest to a pin, in rows and columns."""
    columns = (connector.left, connector.right)
    places = {pin.number: (row, column) for column, pins in enumerate(columns) for row, pin in enumerate(pins)}
    grounds = [pin.number for pins in columns for pin in pins if pin.name == "GND"]
    (row, column) = places[number]
    return min(grounds, key=lambda each: (abs(places[each][0] - row) + abs(places[each][1] - column), each))


def add_wiring(document: FPDF, paper: Paper, wirings: Sequence[Wiring]) -> None:
    """Add a connector's list of wires to tick, with its picture; shift registers have a page of pictures."""
    first, *registers = wirings
    y = _new_page(document, paper, word("paper.wiring", connector=first.connector.name))
    y = paragraph(document, MARGIN, y, word("paper.wiring.how"), 3.4, paper.width - 2 * MARGIN)
    y = _wire_table(document, paper, y + 1, wires(first))
    _add_picture(document, paper, y + 2, [first])
    if registers:
        y = _new_page(document, paper, word("paper.wiring.lamps"))
        _add_picture(document, paper, y, registers)


COLUMNS: Final = (MARGIN, 48.0, 78.0, 108.0, 138.0, 158.0, 176.0)
HEADS: Final = (
    *("paper.wiring.button", "paper.wiring.colour", "paper.wiring.pin", "paper.wiring.ground"),
    *("paper.wiring.switch", "paper.wiring.at_pin", "paper.wiring.tested"),
)
ROW: Final = 5.9


def _wire_table(document: FPDF, paper: Paper, y: float, rows: Sequence[Wire]) -> float:
    for x, head in zip(COLUMNS, HEADS, strict=True):
        text(document, x, y + 3, word(head), 3, colour="#5b6475")
    y += 5
    right = paper.width - MARGIN
    for place, wire in enumerate(rows):
        if place and wire.seat != rows[place - 1].seat:
            y += 1.5
        base = y + ROW * 0.7
        draw(document, [Line("dimensions", MARGIN, y, right, y, 0.1)])
        if wire.seat >= 0:
            draw(document, list(shape("artwork", wire.seat, MARGIN, y + 1, ROW - 2)))
        named = place_words(wire.seat, wire.button)
        text(document, COLUMNS[0] + 6, base, named, 3.6, bold=True, room=COLUMNS[1] - COLUMNS[0] - 8)
        if wire.button in WIRE_COLOURS:
            name, colour = WIRE_COLOURS[wire.button]
            draw(document, [rectangle("artwork", COLUMNS[1], y + 1.4, 6, ROW - 2.8, colour)])
            text(document, COLUMNS[1] + 8, base, word(name), 3.6)
        text(document, COLUMNS[2], base, f"{wire.number}", 4.2, bold=True)
        text(document, COLUMNS[2] + 9, base, wire.name, 3.4)
        text(document, COLUMNS[3], base, f"{wire.ground}", 3.6)
        for x in COLUMNS[4:]:
            draw(document, [rectangle("artwork", x, y + 1.1, ROW - 2.2, ROW - 2.2)])
        y += ROW
    return y


def _add_picture(document: FPDF, paper: Paper, y: float, wirings: Sequence[Wiring]) -> None:
    """Put the picture of connectors below y, as large as fits."""
    room = (paper.width - 2 * MARGIN, paper.height - MARGIN - y)
    drawn = BytesIO(picture(wirings).replace('font-family="sans-serif"', f'font-family="{FACE}"').encode())
    document.image(drawn, MARGIN, y, *room, keep_aspect_ratio=True)


def _new_page(document: FPDF, paper: Paper, title: str) -> float:
    """Begin a page with its title and the chequered line; return where the next line stands."""
    document.add_page(format=(paper.width, paper.height))
    text(document, MARGIN, MARGIN + 8, title, 9, bold=True, room=paper.width - 2 * MARGIN)
    draw(document, list(chequers(MARGIN, MARGIN + 11, paper.width - 2 * MARGIN)))
    return MARGIN + 21


def chequers(x: float, y: float, wide: float, square: float = 1.5) -> Iterator[Mark]:
    """Yield the chequered line, two squares high."""
    for place in range(int(wide / square)):
        yield rectangle("artwork", x + place * square, y + place % 2 * square, square, square, "#101418", 0)


# Labels

CAP: Final = 8.0
"""How much smaller than its hole the flat of a button's cap is."""


def add_labels(document: FPDF, paper: Paper, wanted: Spacing, seats: Sequence[int]) -> None:
    """Add round labels for the caps of each seat's buttons, two of each."""
    y = _new_page(document, paper, word("paper.labels"))
    wide, action = wanted.hole - CAP, wanted.action - CAP
    sizes = f"{wide:g}" if action == wide else f"{wide:g} / {action:g}"
    y = paragraph(document, MARGIN, y, word("paper.labels.how", wide=sizes), 3.4, paper.width - 2 * MARGIN) + 3
    small = [button for button in BUTTONS if action == wide or button != ACTION]
    rows = [[(button, wide) for button in small]] * 2
    rows += [] if action == wide else [[(ACTION, action)] * 2]
    for seat in seats:
        for row in rows:
            high = row[0][1]
            if y + high > paper.height - MARGIN:
                y = _new_page(document, paper, word("paper.labels"))
            step = min(high + 3, (paper.width - 2 * MARGIN) / len(row))
            for place, (button, own) in enumerate(row):
                x = MARGIN + step * (place + 0.5)
                disc = Circle("outline", x, y + own / 2, own / 2, colour_of(seat))
                draw(document, [disc, *button_label(button, x, y + own / 2, own * 0.55)])
            y += high + 4
        y += 4


# Rule cards

A6: Final = (105.0, 148.0)
SEEN: Final = (800, 480)
"""The size in px of the table that a card's pictures show."""
INSET: Final = 6.0
PICTURE: Final = 58.0
"""The width of a lesson's picture."""


def add_rules(document: FPDF, paper: Paper) -> None:
    """Add a card of A6 for each game, as many on a page as fit, with marks where to cut."""
    sheet = max((paper, paper.turned), key=_cards_on)
    places = _card_places(sheet)
    toolkit = Toolkit(Theme(), Fonts(), SEEN)
    for number, game in enumerate(GAMES):
        if number % len(places) == 0:
            document.add_page(format=(sheet.width, sheet.height))
        _rule_card(document, toolkit, game.info.id, *places[number % len(places)])


def _cards_on(sheet: Paper) -> int:
    return int(sheet.width // A6[0]) * int(sheet.height // A6[1])


def _card_places(sheet: Paper) -> list[tuple[float, float]]:
    """Return the upper left corner of each card, all together in the middle of the sheet."""
    columns, rows = (int(room // side) for room, side in zip((sheet.width, sheet.height), A6, strict=True))
    left, top = (sheet.width - columns * A6[0]) / 2, (sheet.height - rows * A6[1]) / 2
    return [(left + column * A6[0], top + row * A6[1]) for row in range(rows) for column in range(columns)]


def _rule_card(document: FPDF, toolkit: Toolkit, game: str, x: float, y: float) -> None:
    draw(document, [rectangle("dimensions", x, y, *A6, width=0.1)])
    left, room = x + INSET, A6[0] - 2 * INSET
    text(document, left, y + 14, word(f"game.{game}"), 11, bold=True, room=room)
    draw(document, list(chequers(left, y + 17, room, 1.2)))
    line = paragraph(document, left, y + 24, word(f"game.{game}.line"), 3.6, room)
    lessons = presentation_of(game).lessons
    high = (y + A6[1] - INSET - line + 1.5) / len(lessons)
    for place, (lesson, surface) in enumerate(zip(lessons, lesson_pictures(toolkit, game, lessons), strict=True)):
        _lesson(document, lesson, surface, place + 1, Area(left, line - 1.5 + place * high, room, high - 2))


class Area(NamedTuple):
    """A box on the page, in mm."""

    x: float
    y: float
    w: float
    h: float


def _lesson(document: FPDF, lesson: Lesson, surface: pygame.Surface, number: int, box: Area) -> None:
    """Draw a lesson's picture at the left of a box and its words beside it."""
    wide, high = surface.get_size()
    scale = min(PICTURE / wide, box.h / high)
    document.image(_png(surface), box.x, box.y, wide * scale, high * scale)
    x = box.x + PICTURE + 3
    text(document, x, box.y + 6, f"{number}", 7, bold=True, colour="#c87800")
    paragraph(document, x, box.y + 12, word(lesson.text), 3.7, box.x + box.w - x, bold=True)


def lesson_pictures(toolkit: Toolkit, game: str, lessons: Sequence[Lesson]) -> list[pygame.Surface]:
    """Return each lesson as AMBER sees it before the first press, with what is to be pressed.

    Where the hand lies hidden, LOOK is held already.
    """
    place = Place(Box(0, 0, *toolkit.size), toolkit.size, close=True)
    player = LessonPlayer(toolkit, TableSetting(), game, 0, lessons, place)
    pictures = []
    for number, lesson in enumerate(lessons):
        begun = number * 10 * READ_NS
        now = begun + (READ_NS + DOWN_NS if lesson.is_hidden else READ_NS // 2)
        player.show(number, begun)
        player.advance(now)
        screen = pygame.Surface(toolkit.size)
        screen.blits([(sprite.surface, (sprite.x, sprite.y)) for sprite in player.draw(now)])
        pictures.append(screen.subsurface(player.box).copy())
    return pictures


def _png(surface: pygame.Surface) -> BytesIO:
    file = BytesIO()
    pygame.image.save(surface, file, "picture.png")
    file.seek(0)
    return file


# How a race is judged

STEPS: Final = (
    ("paper.poster.edge", "paper.poster.edge.more"),
    ("paper.poster.bounce", "paper.poster.bounce.more"),
    ("paper.poster.place", "paper.poster.place.more"),
    ("paper.poster.heat", "paper.poster.heat.more"),
    ("paper.poster.log", "paper.poster.log.more"),
)


def add_poster(document: FPDF, paper: Paper) -> None:
    """Add the poster: two presses on a strip of time, and how they become a result."""
    document.add_page(format=(paper.width, paper.height))
    left, room = MARGIN + 2, paper.width - 2 * MARGIN - 4
    text(document, left, 32, word("paper.poster"), 17, bold=True, room=room)
    draw(document, list(chequers(left, 38, room, 3)))
    y = paragraph(document, left, 55, word("paper.poster.lead"), 6, room) + 4
    _strip(document, left, y, room)
    y += 62
    high = (paper.height - MARGIN - 10 - y) / len(STEPS)
    for number, (step, more) in enumerate(STEPS, 1):
        text(document, left, y + 9, f"{number}", 13, bold=True, colour="#c87800")
        below = paragraph(document, left + 16, y + 5, word(step), 5.6, room - 16, bold=True)
        paragraph(document, left + 16, below, word(more), 4.4, room - 16, colour="#39414f")
        y += high
    draw(document, list(chequers(left, paper.height - MARGIN - 6, room, 3)))


def _strip(document: FPDF, x: float, y: float, room: float) -> None:
    """Draw 30 ms of a race as a timing camera would: AMBER's press, BLUE's, and what lies between them."""
    draw(document, [rectangle("artwork", x, y, room, 34, "#101b2d", 0)])
    first, second = x + room * 0.28, x + room * 0.28 + room * 12.4 / 30
    for ms in range(31):
        tick = 3 if ms % 5 == 0 else 1.5
        at = x + room * ms / 30
        draw(document, [Line("dimensions", at, y + 34, at, y + 34 + tick)])
    presses = ((0, first, 9, "paper.poster.press.0"), (1, second, 25, "paper.poster.press.1"))
    for seat, at, lane, words in presses:
        colour = colour_of(seat)
        draw(document, [rectangle("artwork", at, y, 0.8, 34, colour, 0)])
        draw(document, list(shape("artwork", seat, x + 4, y + lane - 5, 9)))
        text(document, x + 16, y + lane + 2, word(f"seat.{seat}"), 6, bold=True, colour=colour)
        text(document, at + 2.5, y + lane + 2, word(words), 5, colour="#ffffff")
    middle, base = (first + second) / 2, y + 41
    arrow = Polygon("artwork", ((first, base), (first + 3, base - 1.5), (first + 3, base + 1.5)), "#101418")
    back = Polygon("artwork", ((second, base), (second - 3, base - 1.5), (second - 3, base + 1.5)), "#101418")
    draw(document, [Line("artwork", first, base, second, base, 0.6), arrow, back])
    text(document, middle, base + 12, word("paper.poster.gap"), 11, anchor="middle", bold=True)


# A side of the cabinet

SCALES: Final = (1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 8)


def add_side(document: FPDF, paper: Paper, panel: Board, own: Board, screen: Screen, *, is_table: bool) -> Plan:
    """Add a side of the cabinet, made smaller, and its dimensions for every usual screen; return it at 1:1.

    `panel` is what lies in front as a whole, `own` the board of one player, or both players' where they share one.
    """
    wanted = side(panel, screen, is_table=is_table)
    plan = side_plan(wanted, screen)
    y = _new_page(document, paper, plan.title)
    how = word("paper.side.how")
    if not is_table:
        how += " " + word("paper.side.angles", slope=PANEL_SLOPE, lean=SCREEN_LEAN)
    if len(own.seats) < len(panel.seats):
        between = panel.width - len(panel.seats) * own.width
        how += " " + word("paper.side.between", own=f"{own.width:g}", between=f"{between:g}")
    y = paragraph(document, MARGIN, y, how, 3.4, paper.width - 2 * MARGIN)
    room = (paper.width - 2 * MARGIN, paper.height - y - 85)
    scale = next(each for each in SCALES if plan.width * each <= room[0] and plan.height * each <= room[1])
    draw(document, plan.marks, (paper.width - plan.width * scale) / 2, y, scale)
    y += plan.height * scale + 4
    text(document, MARGIN, y, word("paper.side.scale", scale=round(1 / scale)), 3.4)
    _side_table(document, y + 9, panel, own, screen, is_table=is_table)
    draw_foot(document, paper, plan.title)
    return plan


def _side_table(document: FPDF, y: float, panel: Board, own: Board, chosen: Screen, *, is_table: bool) -> None:
    heads = ["paper.side.inches", "paper.side.picture", "paper.side.height", "paper.side.depth", "paper.side.inner"]
    are_apart = len(own.seats) < len(panel.seats)
    heads += ["paper.side.strip"] if are_apart else []
    for place, head in enumerate(heads):
        text(document, MARGIN + place * 32, y, word(head), 3, colour="#5b6475", room=30)
    for screen in sorted({*SCREENS, chosen}, key=lambda each: each.inches):
        y += 6.5
        built = side(panel, screen, is_table=is_table)
        deep, tall = (max(corner[axis] for corner in built.corners) for axis in (0, 1))
        size = f"{screen.width:.0f} × {screen.height:.0f}"
        cells = [f'{screen.inches:g}"', size, f"{tall:.0f}", f"{deep:.0f}", f"{built.inner_width:.0f}"]
        cells += [f"{built.inner_width - len(panel.seats) * own.width:.0f}"] if are_apart else []
        for place, cell in enumerate(cells):
            text(document, MARGIN + place * 32, y, cell, 3.8, bold=screen == chosen)


# The sticker

STICKER: Final = 60.0
QUIET: Final = 4
"""The white modules round a code (ISO/IEC 18004)."""


CARD: Final = (22.0, 28.0)
"""Width and height of a memory card's label, mm: for its case, or an adapter for the larger size."""


def add_stickers(document: FPDF, paper: Paper, address: str) -> None:
    """Add six stickers whose code leads to the documents at `address`, and labels for memory cards below them.

    Raises CabinetError if it is too long.
    """
    try:
        code = segno.make_qr(address, error="q")
    except segno.DataOverflowError:
        raise CabinetError(word("print.too_long", address=shortened(address))) from None
    y = _new_page(document, paper, word("paper.sticker"))
    modules = [list(row) for row in code.matrix]
    side_of_module = (STICKER - 14) / (len(modules) + 2 * QUIET)
    for place in range(6):
        left, top = MARGIN + place % 3 * (STICKER + 3), y + place // 3 * (STICKER + 8)
        draw(document, [rectangle("dimensions", left, top, STICKER, STICKER + 5, width=0.1)])
        corner = (left + 7 + QUIET * side_of_module, top + 1 + QUIET * side_of_module)
        dark = [
            rectangle(
                "artwork",
                corner[0] + x * side_of_module,
                corner[1] + row * side_of_module,
                side_of_module,
                side_of_module,
                "#000000",
                0,
            )
            for row, cells in enumerate(modules)
            for x, cell in enumerate(cells)
            if cell
        ]
        draw(document, dark)
        text(
            document,
            left + STICKER / 2,
            top + STICKER - 6,
            word("paper.sticker.says"),
            4.4,
            anchor="middle",
            bold=True,
            room=STICKER - 6,
        )
        text(document, left + STICKER / 2, top + STICKER, address, 3, anchor="middle", room=STICKER - 6)
    for place in range(6):
        add_card_label(document, MARGIN + place * (CARD[0] + 3), y + 2 * (STICKER + 8))


def add_card_label(document: FPDF, left: float, top: float) -> None:
    """Add a memory card's label: the logo, the name, and this version."""
    wide, high = CARD
    draw(document, [rectangle("dimensions", left, top, wide, high, width=0.1), *logo(left + 4, top + 3, wide - 8)])
    text(document, left + wide / 2, top + 21.5, word("title.window"), 2.8, anchor="middle", bold=True, room=wide - 2)
    text(document, left + wide / 2, top + 25.5, VERSION, 2.6, anchor="middle", room=wide - 2)
