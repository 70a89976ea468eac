"""The result: its sheet is whole at every size, the photo's gap as long as it says, slow motion off the cards."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, ClassVar, get_args

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.display.layout.arrange import hand_layout, table_layout
from cabinet.display.layout.boxes import Box, HandNeed, LayoutName, Need, TableLayout
from cabinet.display.layout.race import slow_motion_places
from cabinet.display.page import AT_ONCE, Picture
from cabinet.display.result.chart import chart_picture
from cabinet.display.result.content import Chart, DealPage, Figure, Mark, Print, RaceCards, ResultPage, Revenge
from cabinet.display.result.photo import LINE_X, ROOM, SIZE, STRIP, Photo, PhotoOnScreen
from cabinet.display.result.sheet import FLOOD_NS, RISE_NS, ResultSheet
from cabinet.display.result.slow_motion import RUN_NS, SLOW_NS, DealBanner, SlowMotion
from cabinet.display.result.strip import FinishStrip, mark_text, ruler
from cabinet.display.table.view_state import Choice
from cabinet.display.theme import SEATS, Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames, cap_name
from cabinet.scenes.result import choices_of
from cabinet.strings.catalogue import word
from cabinet.strings.language import Language, LanguageCode, in_use
from engine.log_lines import Contest
from engine.panel import ACTION, CARDS, LEFT
from engine.units import MS, S
from hardware.keyboard import DEFAULT_KEYS
from tests.cabinet.display.page_faults import faults
from tests.cabinet.pictures.studio import SIZES, Studio

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
        figures=FIGURES, choices=CHOICES, sentence=word("result.said.row", count=12) if seats == 2 else "",
    )  # fmt: skip


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


@pytest.mark.parametrize("size", [*SIZES, (1024, 600), (1920, 1080)])
@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize(("seat", "seats"), [(0, 2), (6, 2), (-1, 2), (3, 4), (13, 14)])
def test_no_part_is_cut_low_or_in_anothers_place(
    size: tuple[int, int], far: bool, seat: int, seats: int, studio: Studio
) -> None:
    sheet = ResultSheet(studio.toolkit(size), word, result(seat, seats), far=far)
    assert faults(sheet._toolkit, sheet.laid, Box(0, 0, *size)) == []


KEYS: KeyNames = {
    (seat, button): cap_name(key) for seat, keys in enumerate(DEFAULT_KEYS) for button, key in keys.items()
}


@pytest.mark.parametrize("code", get_args(LanguageCode))
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("keys", [{}, KEYS])
@pytest.mark.parametrize("is_evening", [False, True])
def test_all_ways_stand_clear_in_every_language(
    size: tuple[int, int], keys: KeyNames, code: LanguageCode, is_evening: bool, studio: Studio
) -> None:
    """At 480×320 with keys RECORDS ran under the 5 in German and French."""
    toolkit = studio.toolkit(size)
    with in_use(Language(code)):
        next_up = word("next.match", left="WMW", right="MWM") if is_evening else ""
        ways = choices_of(next_up, keys, asks_both=not is_evening, takes_third=not is_evening)
        page = replace(result(0), choices=ways, next_up=next_up)
        sheet = ResultSheet(toolkit, word, page)
    assert faults(toolkit, sheet.laid, Box(0, 0, *size)) == []


def test_a_match_without_a_race_has_a_wide_chart() -> None:
    toolkit = Toolkit(Theme(), Fonts(), (800, 480))
    chart = [
        each.ink.w
        for race in (True, False)
        for each in ResultSheet(toolkit, word, result(race=race)).laid
        if isinstance(each.part, Picture) and CHART in each.part.asked
    ]
    assert chart[0] < 400 and chart[1] > 700


def test_a_sheet_is_drawn_in_parts_and_then_kept() -> None:
    sheet, steps = ResultSheet(Toolkit(Theme(), Fonts(), (480, 320)), word, result()), 1
    while sheet.prepare():
        steps += 1
    assert steps == 1 + -(-len(sheet.laid) // AT_ONCE)
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


def test_only_the_wait_the_race_and_who_plays_on_change_while_people_look() -> None:
    toolkit = Toolkit(Theme(), Fonts(), (800, 480))
    sheet, screen = ResultSheet(toolkit, word, result()), pygame.Surface((800, 480))
    sheet.draw(screen, S, 0.9)
    whole = screen.copy()
    for age in range(S, 12 * S, S // 4):
        changed = sheet.draw_live(screen, age, 0.4, Revenge((1,), 3) if age < 8 * S else None)
        for rect in changed:
            assert rect == pygame.Rect(sheet.bar) or rect.y > sheet.header_bottom
            screen.fill((0, 0, 0), rect)
        left = whole.copy()
        for rect in changed:
            left.fill((0, 0, 0), rect)
        assert pygame.image.tobytes(left, "RGB") == pygame.image.tobytes(screen, "RGB"), age
        sheet.draw(screen, S, 0.9)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("far", [False, True])
@pytest.mark.parametrize("score", [(), (12, 11), (1, 2, 3, 0), tuple(range(8))])
def test_a_deals_words_leave_a_margin_at_both_sides(
    size: tuple[int, int], far: bool, score: tuple[int, ...], studio: Studio
) -> None:
    toolkit = studio.toolkit(size)
    page = DealPage("YELLOW WINS THE DEAL", 3, score, ("Closest race: a dead heat",))
    (sprite,) = DealBanner(toolkit, page, far=far).sprites(0)
    ink = toolkit.theme.colours.dark_text
    rows = range(toolkit.px(14), sprite.surface.get_height() - toolkit.px(14))
    for x in (toolkit.px(6), size[0] - toolkit.px(6)):
        assert not any(sprite.surface.get_at((x, y))[:3] == ink for y in rows)


MARGINS = st.integers(1_000, 300_000_000)


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return Toolkit(Theme(), Fonts(), (800, 480))


def a_print(margin_ns: int, *, seats: tuple[int, int] = (0, 1), dead_heat: bool = False) -> Print:
    names = (SEATS[seats[0]].word, SEATS[seats[1]].word)
    stamps = ("14.302 118 s", "14.310 518 s")
    match, place = ("SPEED UNO", "deal 12", "seed 281474976710655"), ("22 SEPTEMBER 2026", "23:47", "the earlier press")
    return Print(
        "PHOTO FINISH", "OFFICIAL PRINT", "race 31 of 70", seats, names, ("8H", "8S"), stamps, margin_ns, "beats",
        match, place, dead_heat, "DEAD HEAT",
    )  # fmt: skip


@given(MARGINS, st.integers(4, 14))
def test_the_gap_takes_40_to_65_percent_of_the_strip(margin_ns: int, marks: int) -> None:
    scale = ruler(margin_ns, marks)
    assert 0.4 <= scale.along(margin_ns, 1000) / 1000 <= 0.65
    assert marks / 2 <= len(scale.marks()) <= 2 * marks + 1


@given(MARGINS)
def test_two_marks_of_a_ruler_never_read_the_same(margin_ns: int) -> None:
    scale = ruler(margin_ns, 13)
    texts = [mark_text(time_ns, scale.step_ns) for time_ns in scale.marks()]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize(
    ("margin_ns", "step_ns"), [(300_000, 50_000), (8_400_000, 1_000_000), (120_000_000, 20_000_000)]
)
def test_under_a_millisecond_the_ruler_counts_parts_of_one(margin_ns: int, step_ns: int) -> None:
    assert ruler(margin_ns, 13).step_ns == step_ns


@pytest.mark.parametrize("size", SIZES)
@given(margin_ns=MARGINS)
def test_both_badges_lie_on_the_strip_and_the_margin_is_between_them(
    size: tuple[int, int], margin_ns: int, studio: Studio
) -> None:
    strip = FinishStrip(studio.toolkit(size))
    area = (size[0] * 46 // 100, size[1] // 4)
    scale = ruler(margin_ns)
    behind = scale.along(margin_ns, strip.room(area))
    first, second = strip.badge_box(area, 0, 0), strip.badge_box(area, 1, behind)
    for box in (first, second):
        assert box.x >= 0
        assert box.right <= strip.line_x(area)
        assert 0 <= box.y < box.bottom <= 2 * strip.lane(area)
    assert abs(first.right - second.right - behind) <= 1
    last = strip.badge_box(area, 1, strip.room(area))
    assert 0 < last.x < strip.side(area) // 4, "at the ruler's end a badge has its own width, and a little paper"


@pytest.mark.parametrize("margin_ns", [1_000, 300_000, 8_400_000, 99_990_000, 299_900_000])
def test_the_loser_is_drawn_where_the_ruler_has_its_press(toolkit: Toolkit, margin_ns: int) -> None:
    picture = Photo(toolkit, a_print(margin_ns)).picture
    x = LINE_X - round(ruler(margin_ns, 13).along(margin_ns, ROOM))
    row = STRIP.bottom - 44 - 8
    assert picture.get_at((x, row))[:3] == SEATS[1].colour
    assert picture.get_at((LINE_X, row))[:3] == SEATS[0].colour


@pytest.mark.parametrize("seats", [(0, 1), (6, 3), (7, 6)])
@pytest.mark.parametrize("dead_heat", [False, True])
def test_words_of_any_seat_leave_each_other_room(toolkit: Toolkit, seats: tuple[int, int], dead_heat: bool) -> None:
    """Between the people at the left and the match at the right there is paper, and around everything a margin."""
    picture = Photo(toolkit, a_print(8_400_000, seats=seats, dead_heat=dead_heat)).picture
    paper = picture.get_at((20, 40))
    for column in (640, 674):
        assert {tuple(picture.get_at((column, y))) for y in range(552, 684)} == {tuple(paper)}
    for edge in (10, SIZE[0] - 10):
        assert {tuple(picture.get_at((edge, y))) for y in range(34, 684)} == {tuple(paper)}


def test_a_photo_is_drawn_in_parts(toolkit: Toolkit) -> None:
    photo, parts = Photo(toolkit, a_print(8_400_000)), 1
    while photo.prepare():
        parts += 1
    assert parts >= 8
    assert photo.picture.get_size() == SIZE


@pytest.mark.parametrize("size", SIZES)
def test_on_a_table_that_lies_flat_each_side_has_the_photo_upright(toolkit: Toolkit, size: tuple[int, int]) -> None:
    photo = Photo(toolkit, a_print(2_340_000)).picture
    screen = PhotoOnScreen(photo, size, (10, 13, 22), far=True).picture
    half = size[1] // 2
    near, far = screen.subsurface((0, size[1] - half, size[0], half)), screen.subsurface((0, 0, size[0], half))
    assert pygame.image.tobytes(pygame.transform.rotate(far, 180), "RGB") == pygame.image.tobytes(near, "RGB")
    paper = pygame.mask.from_threshold(near, (243, 239, 228), (9, 9, 9, 255)).count()
    assert paper > half * half // 4


def test_a_dead_heat_has_no_gap(toolkit: Toolkit) -> None:
    gap = FinishStrip(toolkit).gap(Contest(0, 0, 1, 0, dead_heat=True), 30, (255, 255, 255), ("ms", "DEAD HEAT"))
    assert isinstance(gap, pygame.Surface)
    photo = Photo(toolkit, a_print(0, dead_heat=True))
    assert photo._lost_x == LINE_X


WAYS: tuple[tuple[LayoutName, bool], ...] = (("facing", False), ("facing", True), ("beside", False))
RACES = [RaceCards(Contest(123_400_000, 0, 1, margin), ("7H", "7C")) for margin in (0, 300_000, 8 * MS, 299 * MS)]


def is_off_the_cards(layout: TableLayout) -> bool:
    slots = [slot for seat in layout.seats for slot in seat.slots]
    return not any(pygame.Rect(place.box).collidelistall(slots) for place in slow_motion_places(layout))


@given(width=st.integers(480, 2560), height=st.integers(320, 1600), way=st.sampled_from(WAYS), slots=st.integers(5, 6))
def test_no_seats_card_is_covered(width: int, height: int, way: tuple[LayoutName, bool], slots: int) -> None:
    name, cocktail = way
    assert is_off_the_cards(table_layout((width, height), name, cocktail=cocktail, need=Need(slots=slots)))
    assert is_off_the_cards(hand_layout((width, height), name, HandNeed(2, (0, 1)), cocktail=cocktail))


@pytest.mark.parametrize("size", SIZES)
def test_each_side_of_a_cocktail_table_has_its_own(size: tuple[int, int]) -> None:
    near, far = slow_motion_places(table_layout(size, "facing", cocktail=True))
    assert (near.turned, far.turned) == (False, True)
    assert far.box == near.box.turned(*size)


@pytest.mark.parametrize("race", RACES, ids=lambda race: str(race.contest.margin_ns))
@pytest.mark.parametrize(("name", "cocktail"), WAYS)
@pytest.mark.parametrize("size", SIZES)
def test_all_of_it_lies_within_its_places(
    size: tuple[int, int], name: LayoutName, cocktail: bool, race: RaceCards, studio: Studio
) -> None:
    layout, toolkit = table_layout(size, name, cocktail=cocktail), studio.toolkit(size)
    for places in (slow_motion_places(layout), slow_motion_places(layout, is_whole=True)):
        motion = SlowMotion(toolkit, word, race, places)
        rooms = [pygame.Rect(place.box) for place in places]
        for age in range(0, SLOW_NS, RUN_NS // 10):
            assert all(any(room.contains(sprite.rect) for room in rooms) for sprite in motion.sprites(age)), age


def test_both_sides_see_the_same_picture() -> None:
    size = (800, 480)
    places = slow_motion_places(table_layout(size, "facing", cocktail=True))
    motion = SlowMotion(Toolkit(Theme(), Fonts(), size), word, RACES[1], places)
    screen = pygame.Surface(size)
    screen.blits([(sprite.surface, sprite.rect) for sprite in motion.sprites(SLOW_NS)])
    turned = pygame.transform.rotate(screen, 180)
    near, far = (screen.subsurface(place.box) for place in places)
    assert pygame.image.tobytes(near, "RGB") == pygame.image.tobytes(turned.subsurface(places[0].box), "RGB")
    assert pygame.image.tobytes(near, "RGB") != pygame.image.tobytes(far, "RGB")
