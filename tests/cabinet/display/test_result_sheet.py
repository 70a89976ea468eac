"""The result's sheet: whole at every size, readable on every seat's colour, and drawn in parts."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, ClassVar

import pygame
import pytest
from msgspec.structs import replace

from cabinet.display.layout.boxes import Box
from cabinet.display.result.chart import chart_picture
from cabinet.display.result.content import LIGHT, Chart, DealPage, Figure, Mark, ResultPage
from cabinet.display.result.sheet import FLOOD_NS, RISE_NS, ResultSheet
from cabinet.display.result.slow_motion import DealBanner
from cabinet.display.table.view_state import Choice
from cabinet.display.theme import SEATS, Colour, Fonts, Theme, mixed
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import least_capitals
from cabinet.strings.catalogue import word
from engine.log_lines import Contest
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from engine.units import S
from tests.cabinet.pictures.studio import SIZES

CHOICES = (Choice(ACTION, "AGAIN"), Choice(LEFT, "CHANGE"), Choice(CARDS[4], "LEAVE"))
FIGURES = (
    Figure("CARDS A MINUTE", ("152", "147"), (0,)),
    Figure("MISSES", ("10", "13"), (0,)),
    Figure("QUICKEST, SEC", ("10.41", "10.38"), (1,)),
    Figure("IN A ROW", ("17", "17")),
)
CHART = Chart(
    (((0, (26, 20)), (40 * S, (3, 7)), (60 * S, (0, 5))), ((60 * S, (20, 20)), (90 * S, (12, 0)))),
    (Mark(0, 0), Mark(41 * S, 1, True), Mark(90 * S, 0)), 90 * S,
)  # fmt: skip


def result(seat: int = 6, seats: int = 2, *, race: bool = True) -> ResultPage:
    names = tuple(look.word for look in SEATS[:seats])
    title = f"{SEATS[seat].word} WINS" if seat >= 0 else "NOBODY WINS"
    contest = Contest(0, 1, 0, 123_400_000) if race else None
    return ResultPage(
        title, "12 DEALS TO 11", names, seat, "MATCHES WON", (12, *[11] * (seats - 1)), contest=contest, chart=CHART,
        figures=FIGURES, choices=CHOICES,
    )  # fmt: skip


def shining(colour: Colour) -> float:
    """Relative luminance (WCAG 2.1)."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("seat", range(-1, len(SEATS)))
def test_dark_words_are_readable_on_every_seats_burst(seat: int) -> None:
    theme = Theme()
    ground = SEATS[seat].colour if seat >= 0 else theme.colours.quiet
    for colour in (ground, mixed(ground, (255, 255, 255), LIGHT)):
        contrast = (shining(colour) + 0.05) / (shining(theme.colours.dark_text) + 0.05)
        assert contrast >= 4.5


class Counted(tuple[tuple[int, tuple[int, ...]], ...]):
    """The points of a curve; counts how often somebody goes through all of them."""

    passes: ClassVar[int] = 0

    def __iter__(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        Counted.passes += 1
        return super().__iter__()


def test_the_chart_of_a_long_match_is_not_looked_through_for_each_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the end of two hours with 17,492 lines it took 18 s."""
    toolkit, passes = Toolkit(Theme(), Fonts(), (480, 320)), list[int]()
    for points in (10, 1000):
        monkeypatch.setattr(Counted, "passes", 0)
        curve = Counted((number * S, (number % 26, 20)) for number in range(points))
        marks = tuple(Mark(number * S, number % 2) for number in range(points))
        chart_picture(toolkit, Chart((curve,), marks, points * S), (300, 150), "RACES")
        passes.append(Counted.passes)
    assert passes[0] == passes[1]


@pytest.mark.parametrize("points_a_deal", [2, 60, 5000])
def test_of_a_long_match_no_more_is_drawn_between_two_pauses_and_no_more_a_point(
    points_a_deal: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted in rectangles, for matches of a thousand points, of two hours, and of four."""
    toolkit = Toolkit(Theme(), Fonts(), (480, 320))
    drawn, at_pauses = list[object](), list[int]()
    rect = pygame.draw.rect

    def counted(*asked: Any, **named: Any) -> pygame.Rect:
        drawn.append(asked)
        return rect(*asked, **named)

    monkeypatch.setattr(pygame.draw, "rect", counted)
    monkeypatch.setattr(toolkit.drawn, "breathe", lambda: at_pauses.append(len(drawn)))
    costs, longest = list[float](), list[int]()
    for points in (1_000, 8_000, 16_000):
        drawn.clear()
        at_pauses[:] = [0]
        moments = [(number * S, (number % 26, 20)) for number in range(points)]
        curves = tuple(tuple(moments[at : at + points_a_deal]) for at in range(0, points, points_a_deal))
        marks = tuple(Mark(number * S, number % 2) for number in range(points // 4))
        chart_picture(toolkit, Chart(curves, marks, points * S), (300, 150), "RACES")
        costs.append(len(drawn) / points)
        longest.append(max(after - before for before, after in pairwise([*at_pauses, len(drawn)])))
    assert max(costs) <= 1.1 * costs[0]
    assert max(longest) <= 1200, "rectangles between two pauses"


@pytest.mark.once
@pytest.mark.parametrize("size", [*SIZES, (1024, 600), (1920, 1080)])
@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize(("seat", "seats"), [(0, 2), (6, 2), (-1, 2), (3, 4), (13, 14)])
def test_every_part_stays_in_its_room(size: tuple[int, int], far: bool, seat: int, seats: int) -> None:
    """Each part is drawn on a picture of its own: it may touch nothing outside its room."""
    toolkit = Toolkit(Theme(), Fonts(), size)
    sheet = ResultSheet(toolkit, word, result(seat, seats), far=far)
    rooms = {
        sheet._draw_header: sheet._span(0, 0, 800, 138),
        sheet._draw_race: sheet._span(0, 150, 402, 338),
        sheet._draw_chart: sheet._span(402, 150, 800, 338),
        sheet._draw_figures: sheet._span(0, 338, 800, 416),
        sheet._draw_choices: sheet._span(0, 416, 800, 476),
    }
    for draw, room in rooms.items():
        sheet._picture = pygame.Surface(size, pygame.SRCALPHA)
        draw()
        ink = sheet._picture.get_bounding_rect()
        assert ink.w > 0
        assert pygame.Rect(room).contains(ink), (draw, room, ink)


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_at_a_desk_who_is_next_stands_clear_of_all_ways_in_letters_of_legible_size(
    size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    toolkit = Toolkit(Theme(), Fonts(), size)
    first = Choice(ACTION, "GO ON", ("X", "I"))
    keys = (first, Choice(RIGHT, "RECORDS", ("V", "U")), Choice(CARDS[4], "LEAVE", ("G", "-")))
    page = replace(result(0), choices=keys, next_up="NEXT: BEN – ZOE")
    sheet, heights = ResultSheet(toolkit, word, page), list[int]()
    sheet._picture = pygame.Surface(size, pygame.SRCALPHA)
    draw_title = toolkit.draw_title

    def noted(text: str, cap: int, colour: Colour, width: int) -> pygame.Surface:
        drawn = draw_title(text, cap, colour, width)
        heights.append(drawn.get_height())
        assert drawn.get_width() <= width
        return drawn

    monkeypatch.setattr(toolkit, "draw_title", noted)
    sheet._draw_choices()
    assert len(heights) == 3 and min(heights) >= least_capitals(toolkit)
    room = sheet._span(20, 424, 780, 470)
    left = sheet._draw_plain_choice(keys[2], room)
    clear = pygame.Rect(left - toolkit.px(12), room.y, toolkit.px(12), room.h)
    assert sheet._picture.subsurface(clear).get_bounding_rect().w == 0


@pytest.mark.parametrize("size", SIZES)
def test_the_pairs_of_a_figure_are_as_wide_as_their_plate_at_most(size: tuple[int, int]) -> None:
    sheet = ResultSheet(Toolkit(Theme(), Fonts(), size), word, result())
    sheet._picture = pygame.Surface(size, pygame.SRCALPHA)
    sheet._draw_figures()
    gap = sheet._x(20 + (760 - 3 * 10) / 4 + 5)
    assert not any(sheet._picture.get_at((gap, y))[3] for y in range(size[1]))


@pytest.mark.parametrize("size", SIZES)
def test_pairs_that_are_always_too_wide_are_drawn_all_the_same(size: tuple[int, int]) -> None:
    page = replace(result(), figures=(Figure("MISSES", ("1000.41",) * 4),) * 4)
    sheet = ResultSheet(Toolkit(Theme(), Fonts(), size), word, page)
    sheet._picture = pygame.Surface(size, pygame.SRCALPHA)
    sheet._draw_figures()
    assert sheet._picture.get_bounding_rect().w > size[0] // 2


def test_a_match_without_a_race_has_a_wide_chart() -> None:
    toolkit = Toolkit(Theme(), Fonts(), (800, 480))
    sheet = ResultSheet(toolkit, word, result(race=False))
    sheet._picture = pygame.Surface(toolkit.size, pygame.SRCALPHA)
    sheet._draw_race()
    assert sheet._picture.get_bounding_rect().w == 0
    sheet._draw_chart()
    assert sheet._picture.get_bounding_rect().w > 700


def test_a_sheet_is_drawn_in_parts_and_then_kept() -> None:
    sheet, parts = ResultSheet(Toolkit(Theme(), Fonts(), (480, 320)), word, result()), 1
    while sheet.prepare():
        parts += 1
    assert parts == 8
    assert sheet.picture is sheet.picture


@pytest.mark.parametrize("reduced", [False, True])
def test_the_colour_fills_the_screen_and_rises_to_the_header(reduced: bool) -> None:
    toolkit = Toolkit(Theme(reduced_motion=reduced), Fonts(), (800, 480))
    sheet = ResultSheet(toolkit, word, result(0))
    screen = pygame.Surface(toolkit.size)
    floods = []
    for age in range(0, FLOOD_NS + RISE_NS + 1, (FLOOD_NS + RISE_NS) // 11):
        screen.fill((1, 2, 3))
        sheet.draw(screen, age, 1.0)
        floods.append(sum(screen.get_at((795, y))[0] > 200 for y in range(480)))
    highest = floods.index(max(floods))
    if reduced:
        assert len(set(floods)) == 1
    else:
        assert floods[: highest + 1] == sorted(floods[: highest + 1])
        assert floods[highest:] == sorted(floods[highest:], reverse=True)
        assert max(floods) > 400 > min(floods)


def test_the_bar_alone_changes_while_people_look() -> None:
    toolkit = Toolkit(Theme(), Fonts(), (800, 480))
    sheet, screen = ResultSheet(toolkit, word, result()), pygame.Surface((800, 480))
    sheet.draw(screen, S, 0.9)
    before = screen.copy()
    (rect,) = sheet.draw_bar(screen, 0.4)
    assert pygame.Rect(sheet.bar) == rect
    above = Box(0, 0, 800, sheet.bar.y)
    now, then = (pygame.image.tobytes(each.subsurface(above), "RGB") for each in (screen, before))
    assert now == then
    assert screen.get_at((500, 478)) != before.get_at((500, 478))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize("score", [(), (12, 11), (1, 2, 3, 0), tuple(range(8))])
def test_a_deals_words_leave_a_margin_at_both_sides(size: tuple[int, int], far: bool, score: tuple[int, ...]) -> None:
    toolkit = Toolkit(Theme(), Fonts(), size)
    page = DealPage("YELLOW WINS THE DEAL", 3, score, ("Closest race: a dead heat",))
    (sprite,) = DealBanner(toolkit, page, far=far).sprites(0)
    ink = toolkit.theme.colours.dark_text
    rows = range(toolkit.px(14), sprite.surface.get_height() - toolkit.px(14))
    for x in (toolkit.px(6), size[0] - toolkit.px(6)):
        assert not any(sprite.surface.get_at((x, y))[:3] == ink for y in rows)
