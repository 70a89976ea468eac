"""What `photofinish print` makes: the panels' geometry, drawings as other programs read them, sheets as seen."""

import re
import subprocess
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, repeat
from math import hypot
from pathlib import Path
from typing import Final, get_args
from xml.etree import ElementTree

import msgspec
import pygame
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PIL import Image

from cabinet.cli import main
from cabinet.config.schema import Board as BoardKeys
from cabinet.config.schema import Config, Display, Input
from cabinet.errors import CabinetError
from cabinet.games.presentation import presentation_of
from cabinet.strings.catalogue import word
from cabinet.strings.language import Language, LanguageCode, in_use
from engine.games import GAMES
from engine.panel import BUTTONS, CARDS
from hardware.pin_diagrams import header, pico
from hardware.pins import BOARD_LINES, DEFAULT_PINS, HEADER, nearest_ground
from workshop.paper import pdf, plans, sheets
from workshop.paper.marks import Circle, Line, Mark, Plan, Point, Polygon, Text, dxf, svg
from workshop.paper.panel import BETWEEN_NUTS, HAND_BREADTH, HAND_SPAN, SCREW, Board, Spacing, boards, spacing
from workshop.paper.pdf import MARGIN, OVERLAP, PAPERS, RULER, Paper, Tile, tiling
from workshop.paper.plans import BLEED, SCREENS, Screen, artwork, cardboard, moved, side, side_plan, template
from workshop.paper.sheets import Order, files_of, ground_near, wires

A4, LETTER = PAPERS
LESSONS: Final = 3
"""On each rule card."""
USUAL: Final = spacing(30)
MIRRORED: Final = {"LEFT": "RIGHT", "RIGHT": "LEFT", **dict(zip(CARDS, reversed(CARDS), strict=True))}


def order(paper: str = "a4", config: Config | None = None, hole: float = 30) -> Order:
    return Order(paper, spacing(hole), 10.1, "https://docs.example/", config or Config())


# The geometry


@given(st.sampled_from((24.0, 30.0)), st.floats(20, 60), st.floats(20, 60), st.floats(20, 110), st.booleans())
@example(30, 38, 45, 45, False)
@example(30, 38, 45.1, 45, False)
@example(30, 38, 40, 90, False)
@example(30, 38, 40, 90.1, False)
@example(30, 29.9, 40, 45, False)
@example(24, 32, 34, 33, True)
@example(24, 32, 34, 32.9, True)
def test_holes_are_as_far_apart_as_nuts_and_hands_ask_or_are_refused(
    hole: float, nut: float, pitch: float, rows: float, is_shared: bool
) -> None:
    nearest = min(hypot(pitch, 2), rows)  # CARD3 and CARD2, 2 nearer to the player; CARD3 and ACTION
    is_wrong = nut < hole or nearest < nut + BETWEEN_NUTS or max(4 * pitch, 2 * rows) > HAND_SPAN
    try:
        wanted = spacing(hole, nut, pitch, rows)
    except CabinetError:
        assert is_wrong
        return
    assert not is_wrong
    for board in boards(wanted, (0, 1), is_shared=is_shared):
        assert_sound(board, wanted)


@pytest.mark.parametrize("button", [24, 28, 30])
@pytest.mark.parametrize("action", [0, 24, 28, 30, 33, 60])
@pytest.mark.parametrize("is_shared", [False, True])
def test_every_size_of_button_has_a_panel_with_any_for_action(button: int, action: int, is_shared: bool) -> None:
    wanted = spacing(button, action=action, action_hole=24 if action == 60 else 0)
    for board in boards(wanted, (0, 1), is_shared=is_shared):
        assert_sound(board, wanted)
        own = artwork(board, wanted)
        assert (own.width, own.height) == pytest.approx((board.width + 2 * BLEED, board.height + 2 * BLEED))
        assert all(-1e-6 <= x <= own.width + 1e-6 for mark in own.marks for x, _ in corners(mark))


def assert_sound(board: Board, wanted: Spacing) -> None:
    """Neither nuts nor hands touch, nothing reaches over the edge, a hand reaches its buttons, seats mirror."""
    for one, other in combinations(board.holes, 2):
        apart = hypot(one.x - other.x, one.y - other.y)
        nuts = [wanted.action_nut if hole.button == "ACTION" else wanted.nut for hole in (one, other)]
        assert apart >= sum(nuts) / 2 + BETWEEN_NUTS - 1e-6
        if one.seat != other.seat:
            assert apart - wanted.hole >= HAND_BREADTH - 1e-6
        else:
            assert abs(one.y - other.y) <= HAND_SPAN + 1e-6
    for hole in board.holes:
        nut = wanted.action_nut if hole.button == "ACTION" else wanted.nut
        assert hole.diameter == wanted.hole_of(hole.button)
        assert nut / 2 <= hole.x <= board.width - nut / 2
        assert nut / 2 <= hole.y <= board.height - nut / 2
        assert all(hypot(hole.x - x, hole.y - y) > (nut + SCREW) / 2 for x, y in board.screws)
    places = {(hole.seat, hole.button): (hole.x, hole.y) for hole in board.holes}
    assert len(places) == len(BUTTONS) * len(board.seats)
    for (seat, button), (x, y) in places.items():
        there = board.seats[-1 - board.seats.index(seat)], MIRRORED.get(button, button)
        assert places[there] == pytest.approx((board.width - x, y))


@given(st.floats(20, 1500), st.floats(20, 1500), st.sampled_from(PAPERS))
def test_sheets_show_all_of_a_drawing_and_neighbours_show_the_same_marks(
    width: float, height: float, paper: Paper
) -> None:
    found = tiling(width, height, paper)
    for tile in found.tiles:
        assert tile.width + 2 * MARGIN <= found.paper.width
        assert tile.height + 2 * MARGIN < found.paper.height
    for x, y in ((part * width, other * height) for part in (0, 0.3, 0.5, 1) for other in (0, 0.5, 0.7, 1)):
        assert any(shows(tile, x, y) for tile in found.tiles)
    assert bool(found.joins) == (len(found.tiles) > 1)
    for x, y in found.joins:
        assert sum(shows(tile, x, y, around=4) for tile in found.tiles) in (2, 4)
    for one, other in combinations(found.tiles, 2):
        if one.row == other.row and other.column == one.column + 1:
            assert one.x + one.width - other.x == pytest.approx(OVERLAP)
            assert any(shows(one, *join) and shows(other, *join) for join in found.joins)


def shows(tile: Tile, x: float, y: float, around: float = -1e-6) -> bool:
    across, down = x - tile.x, y - tile.y
    return around <= across <= tile.width - around and around <= down <= tile.height - around


@pytest.mark.parametrize("paper", PAPERS)
def test_a_usual_panel_fits_on_one_sheet(paper: Paper) -> None:
    for board in boards(USUAL, (0, 1), is_shared=False):
        assert len(tiling(board.width, board.height, paper).tiles) == 1


def test_with_four_panels_each_two_players_beside_each_other_share_a_board() -> None:
    assert [board.seats for board in boards(USUAL, (0, 1, 2, 3), is_shared=True)] == [(0, 1), (2, 3)]


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("is_table", [False, True])
def test_panel_and_screen_fit_between_the_sides(screen: Screen, is_table: bool) -> None:
    (board, _) = boards(USUAL, (0, 1), is_shared=False)
    built = side(board, screen, is_table=is_table)
    edges = [hypot(x2 - x1, y2 - y1) for (x1, y1), (x2, y2) in zip(built.corners, built.corners[1:], strict=False)]
    assert all(edges[place] >= board.height - 1e-6 for place in built.panels)
    assert edges[built.screen] > screen.height
    assert built.inner_width >= max(board.width, screen.width)
    assert hypot(screen.width, screen.height) == pytest.approx(screen.inches * 25.4)
    assert all(y >= 0 and x >= 0 for x, y in built.corners)


def every_plan() -> Iterator[Plan]:
    for wanted in (spacing(24), spacing(30), spacing(28, action=60)):
        for is_shared in (False, True):
            panels = boards(wanted, (0, 1), is_shared=is_shared)
            yield from (template(panel, wanted) for panel in panels)
            for screen in SCREENS:
                for is_table in (False, True):
                    yield side_plan(side(panels[0], screen, is_table=is_table), screen)
        yield cardboard(wanted)


def test_everything_lies_inside_its_sheet() -> None:
    for plan in every_plan():
        outside = [mark for mark in plan.marks for x, y in corners(mark)
                   if not (-1e-6 <= x <= plan.width + 1e-6 and -1e-6 <= y <= plan.height + 1e-6)]  # fmt: skip
        assert outside == [], plan.title


@pytest.mark.parametrize("name", ["AMBER", "BERNSTEINFARBEN"])
@pytest.mark.parametrize(("button", "action"), [(24, 0), (30, 0), (28, 60)])
def test_no_label_lies_under_a_buttons_rim(
    name: str, button: int, action: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plans, "word", lambda key, **values: name if key == "seat.0" else word(key, **values))
    wanted = spacing(button, action=action)
    (board, _) = boards(wanted, (0, 1), is_shared=False)
    labels = [mark for mark in template(board, wanted).marks if isinstance(mark, Text) and mark.layer == "artwork"]
    assert name in {label.words for label in labels}
    for label in labels:
        wide = 0.75 * len(label.words) * label.size
        left = label.x - (wide / 2 if label.anchor == "middle" else 0)
        for place in board.holes:
            across = max(left - place.x, place.x - left - wide, 0)
            down = max(label.y - 0.75 * label.size - place.y, place.y - label.y, 0)
            assert hypot(across, down) > place.body / 2 + 2, (label, place)


def corners(mark: Mark) -> Sequence[Point]:
    match mark:
        case Line():
            return (mark.x1, mark.y1), (mark.x2, mark.y2)
        case Circle():
            return (mark.x - mark.radius, mark.y - mark.radius), (mark.x + mark.radius, mark.y + mark.radius)
        case Polygon():
            return mark.points
        case Text():  # a letter is at most as wide as large
            wide = len(mark.words) * mark.size * {"start": 1.0, "middle": 0.5, "end": 0.0}[mark.anchor]
            return (mark.x, mark.y - mark.size), (min(mark.x + wide, mark.x + mark.size * 8), mark.y)


# As other programs read them


def test_holes_and_artwork_are_apart_in_dxf_and_where_they_belong(tmp_path: Path) -> None:
    import ezdxf.filemanagement  # 12 MB, here and below: not for those who only collect the tests
    import ezdxf.units

    (board,) = boards(USUAL, (0, 1), is_shared=True)
    (tmp_path / "panel.dxf").write_bytes(dxf(template(board, USUAL)))
    drawing = ezdxf.filemanagement.readfile(tmp_path / "panel.dxf")
    audit = drawing.audit()
    assert not audit.has_errors
    assert drawing.units == ezdxf.units.MM
    drilled = {
        (round(circle.dxf.center.x, 3), round(circle.dxf.center.y, 3), 2 * circle.dxf.radius)
        for circle in drawing.modelspace().query('CIRCLE[layer=="HOLES"]')
    }
    holes = {(round(hole.x, 3), round(board.height - hole.y, 3), USUAL.hole) for hole in board.holes}
    assert drilled == holes | {(x, round(board.height - y, 3), SCREW) for x, y in board.screws}
    layers = {entity.dxf.layer for entity in drawing.modelspace()}
    assert layers == {"OUTLINE", "HOLES", "ARTWORK", "DIMENSIONS"}
    words = {text.dxf.text for text in drawing.modelspace().query('TEXT[layer=="ARTWORK"]')}
    assert words == {"1", "2", "3", "4", "5", "ACTION", "AMBER", "BLUE"}


def test_letters_of_other_languages_arrive_in_dxf_and_svg(tmp_path: Path) -> None:
    import ezdxf.filemanagement

    assert b"\n\\U+0141\n" in dxf(Plan("t", 9, 9, (Text("artwork", 1, 5, "Ł"),)))
    plan = Plan("t", 50, 20, (Text("artwork", 5, 15, "GRÜN & <1>"),))
    (tmp_path / "words.dxf").write_bytes(dxf(plan))
    (text,) = ezdxf.filemanagement.readfile(tmp_path / "words.dxf").modelspace().query("TEXT")
    assert text.dxf.text == "GRÜN & <1>"
    (written,) = (each.text for each in ElementTree.fromstring(svg(plan)).iter() if each.tag.endswith("text"))
    assert written == "GRÜN & <1>"


def test_an_svg_measures_in_millimetres_with_a_group_a_layer() -> None:
    (board, _) = boards(USUAL, (0, 1), is_shared=False)
    root = ElementTree.fromstring(svg(template(board, USUAL)))
    assert root.get("width") == f"{board.width:g}mm"
    assert root.get("viewBox") == f"0 0 {board.width:g} {board.height:g}"
    groups = {group.get("id"): group for group in root if group.tag.endswith("}g")}
    assert groups.keys() == {"outline", "holes", "artwork", "dimensions"}
    drilled = [(float(each.get("cx", 0)), float(each.get("cy", 0))) for each in groups["holes"]]
    assert drilled == [pytest.approx((hole.x, hole.y)) for hole in board.holes] + list(board.screws)


# As it is seen

DPI: Final = 300
DARK: Final = 140


def seen(pdf: bytes, folder: Path, page: int = 1, dpi: int = DPI) -> Image.Image:
    """A page of a PDF as poppler draws it, in grey."""
    (folder / "sheet.pdf").write_bytes(pdf)
    command = ["pdftoppm", "-r", str(dpi), "-gray", "-f", str(page), "-singlefile", "sheet.pdf", "page"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    return Image.open(folder / "page.pgm")


def dark_runs(picture: Image.Image, x: int, y: int, wide: int) -> list[tuple[int, int]]:
    """The first and last pixel of each dark run in a row of pixels."""
    row = [picture.getpixel((x + step, y)) < DARK for step in range(wide)]  # type: ignore[operator]  # grey: one number
    starts = [step for step in range(wide) if row[step] and not (step and row[step - 1])]
    ends = [step for step in range(wide) if row[step] and not (step + 1 < wide and row[step + 1])]
    return [(x + first, x + last) for first, last in zip(starts, ends, strict=True)]


def middle(run: tuple[int, int]) -> float:
    return (run[0] + run[1] + 1) / 2 / DPI * 25.4


@pytest.mark.once
@pytest.mark.needs("pdftoppm")
@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_on_paper_the_ruler_is_100_mm_long_and_a_hole_30_mm_wide(paper: Paper, tmp_path: Path) -> None:
    pdf = files_of("panel", order(paper.name))["panel.pdf"]
    assert b"/PrintScaling /None" in pdf
    sheet = seen(pdf, tmp_path)
    wide, high = (size / DPI * 25.4 for size in sheet.size)
    assert (wide, high) == pytest.approx((paper.height, paper.width), abs=0.2)  # a panel lies across the sheet
    ticks_at = round((high - MARGIN - 8) / 25.4 * DPI)  # through the long ticks, above the short ones
    ticks = dark_runs(sheet, 0, ticks_at, round((MARGIN + RULER + 5) / 25.4 * DPI))
    assert len(ticks) == 3
    assert middle(ticks[-1]) - middle(ticks[0]) == pytest.approx(RULER, abs=0.2)
    board = boards(USUAL, (0,), is_shared=False)[0]
    room = (wide - 2 * MARGIN, high - 2 * MARGIN - 18)
    action = next(hole for hole in board.holes if hole.button == "ACTION")
    x = MARGIN + (room[0] - board.width) / 2 + action.x
    y = MARGIN + (room[1] - board.height) / 2 + action.y + 1  # a millimetre below the cross's arm
    left, right = dark_runs(sheet, round((x - 17) / 25.4 * DPI), round(y / 25.4 * DPI), round(34 / 25.4 * DPI))[::2]
    chord = 2 * (15**2 - 1) ** 0.5
    assert middle(right) - middle(left) == pytest.approx(chord, abs=0.2)
    assert (middle(left) + middle(right)) / 2 == pytest.approx(x, abs=0.2)


@pytest.mark.once
@pytest.mark.needs("pdftoppm")
@pytest.mark.parametrize("name", ["wiring", "labels", "poster", "side", "sticker", "cardboard"])
def test_nothing_is_printed_where_printers_print_nothing(name: str, tmp_path: Path) -> None:
    for paper in PAPERS:
        sheet = seen(files_of(name, order(paper.name))[f"{name}.pdf"], tmp_path, dpi=50)
        inside = sheet.point(lambda shade: 255 if shade < DARK else 0).getbbox()
        edge = round((MARGIN - 2) / 25.4 * 50)
        assert inside is not None
        assert min(inside[:2]) >= edge
        assert inside[2] <= sheet.width - edge
        assert inside[3] <= sheet.height - edge


@pytest.mark.once
@pytest.mark.needs("pdffonts")
@pytest.mark.parametrize("name", ["panel", "wiring", "labels", "poster", "side", "sticker", "cardboard"])
def test_every_font_is_in_the_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "sheet.pdf").write_bytes(files_of(name, order())[f"{name}.pdf"])
    listed = subprocess.run(["pdffonts", tmp_path / "sheet.pdf"], capture_output=True, text=True, check=True)
    fonts = [line.split() for line in listed.stdout.splitlines()[2:]]
    assert fonts and all("B612" in font[0] and font[-5] == "yes" for font in fonts), listed.stdout


def test_the_drill_sheet_says_how_large_how_far_and_where_the_player_is() -> None:
    (board, _) = boards(USUAL, (0, 1), is_shared=False)
    words = {mark.words for mark in template(board, USUAL).marks if isinstance(mark, Text)}
    assert {"234", "164", "45", "40", word("paper.panel.player")} <= words


@given(st.floats(-500, 500), st.floats(-500, 500))
def test_what_is_moved_is_moved_as_a_whole(dx: float, dy: float) -> None:
    for mark in template(boards(USUAL, (0,), is_shared=False)[0], USUAL).marks:
        before, after = corners(mark), corners(moved(mark, dx, dy))
        if not isinstance(mark, Text):
            assert [(x + dx, y + dy) for x, y in before] == [pytest.approx(point) for point in after]


# What is on the sheets


def test_the_list_of_wires_has_every_button_at_its_pin_of_the_config() -> None:
    board = BoardKeys(seats=(1, 0))
    on_header, on_pico = order(config=Config(input=Input(board=board))).wirings
    assert {(wire.seat, wire.button): wire.number for wire in wires(on_header[0])} == {
        (seat, button): HEADER[pin] for seat, pins in enumerate(DEFAULT_PINS) for button, pin in pins.items()
    }
    assert {(wire.seat, wire.button): wire.name for wire in wires(on_pico[0])} == {
        (1 - panel, button): f"GP{line + 2}"
        for panel, lines in enumerate(BOARD_LINES)
        for button, line in lines.items()
    }
    assert [wire.button for wire in wires(on_header[0])] == 2 * list(BUTTONS)


def test_ground_is_that_of_the_wiring_page_and_on_a_pico_in_the_same_column() -> None:
    for number in HEADER.values():
        assert ground_near(header(), number) == nearest_ground(number)
    grounds = {4: 3, 6: 8, 17: 18, 22: 23, 35: 33}
    assert {number: ground_near(pico(), number) for number in grounds} == grounds


@pytest.mark.parametrize(
    ("source", "connectors"), [("gpio", ["Raspberry Pi"]), ("board", ["Raspberry Pi Pico"]), ("auto", None)]
)
def test_the_source_says_which_connectors_are_printed(source: str, connectors: list[str] | None) -> None:
    config = Config(input=msgspec.convert({"source": source}, Input))
    found = [first.connector.name for first, *_ in order(config=config).wirings]
    assert found == (connectors or ["Raspberry Pi", "Raspberry Pi Pico"])


@pytest.mark.parametrize(
    ("display", "files"),
    [
        (Display(), {"panel-amber", "panel-blue"}),
        (Display(cocktail=True), {"panel-amber", "panel-blue"}),
        (Display(layout="beside"), {"panel-amber-blue"}),
    ],
)
def test_where_players_sit_says_whether_they_share_a_board(display: Display, files: set[str]) -> None:
    made = files_of("panel", order(config=Config(display=display)))
    drawings = [*files, *(f"{file}-artwork" for file in files)]
    assert made.keys() == {"panel.pdf", *(f"{file}.{kind}" for file in drawings for kind in ("svg", "dxf"))}


def test_the_builders_page_shows_the_panel_that_is_printed(repository: Path) -> None:
    printed = files_of("panel", order())["panel-amber.svg"]
    assert (repository / "docs/panel-amber.svg").read_bytes() == printed, "make it anew: photofinish print panel"


@pytest.fixture(scope="module")
def cards() -> bytes:
    return files_of("rules", order(config=Config(display=Display(language="fr"))))["rules.pdf"]


@pytest.mark.once
def test_the_same_order_gives_the_same_bytes_whoever_chose_the_language(cards: bytes, tmp_path: Path) -> None:
    (tmp_path / "config.toml").touch()
    options = ["--language", "fr", "--config", str(tmp_path / "config.toml"), "--out", str(tmp_path)]
    assert main(["print", "rules", *options]) == 0
    assert (tmp_path / "rules.pdf").read_bytes() == cards


@pytest.mark.once
@pytest.mark.needs("pdftotext")
def test_every_game_has_its_card_with_all_its_lessons_four_on_a_page(cards: bytes, tmp_path: Path) -> None:
    (tmp_path / "rules.pdf").write_bytes(cards)
    command = ["pdftotext", "-raw", str(tmp_path / "rules.pdf"), "-"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert printed.count("\f") == -(-len(GAMES) // 4)
    written = " ".join(printed.split())
    with in_use(Language("fr")):
        for game in (each.info.id for each in GAMES):
            texts = [f"game.{game}", f"game.{game}.line", *(lesson.text for lesson in presentation_of(game).lessons)]
            assert [text for text in texts if word(text) not in written] == []
    assert re.search("^[?!:;]", printed, re.MULTILINE) is None, "a line begins with the end of a sentence"


@pytest.mark.parametrize("code", get_args(LanguageCode))
def test_the_words_of_a_lesson_end_above_the_next_one(code: LanguageCode, monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[tuple[float, str]] = []

    def write(_document: object, _x: float, y: float, words: str, _size: float, **_look: object) -> None:
        lines.append((y, words))

    monkeypatch.setattr(sheets, "text", write)
    monkeypatch.setattr(pdf, "text", write)
    monkeypatch.setattr(sheets, "lesson_pictures", lambda *_: repeat(pygame.Surface((9, 9)), LESSONS))
    for game in GAMES:
        lines.clear()
        monkeypatch.setattr(sheets, "GAMES", [game])
        files_of("rules", order(config=Config(display=Display(language=code))))
        starts = [place for place, (_, words) in enumerate(lines) if words in ("1", "2", "3")]
        assert len(starts) == LESSONS
        (first, _), (second, _) = lines[starts[0]], lines[starts[1]]
        for start, end in pairwise((*starts, len(lines))):
            assert lines[end - 1][0] - lines[start][0] <= second - first - 6, lines[start:end]


def test_a_configuration_without_panels_is_refused() -> None:
    config = Config(input=Input(source="board", board=BoardKeys(seats=())))
    for name in ("panel", "wiring", "labels", "side"):
        with pytest.raises(CabinetError, match="seats"):
            files_of(name, order(config=config))


def test_a_hole_larger_than_its_button_is_refused() -> None:
    with pytest.raises(CabinetError, match="--action-hole"):
        spacing(30, action=33, action_hole=34)


def test_letters_that_cannot_be_printed_are_refused() -> None:
    with pytest.raises(CabinetError, match="has приме, which"):
        files_of("sticker", msgspec.structs.replace(order(), address="https://пример.example/"))


def test_an_address_that_no_code_holds_is_refused() -> None:
    with pytest.raises(CabinetError, match="too long for a code"):
        files_of("sticker", msgspec.structs.replace(order(), address="https://docs.example/" + "x" * 4000))
