"""The photo, the finish line and its ruler: the gap is as long as it says, whatever the margin."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.result.content import Print
from cabinet.display.result.photo import LINE_X, ROOM, SIZE, STRIP, Photo, PhotoOnScreen
from cabinet.display.result.strip import FinishStrip, mark_text, ruler
from cabinet.display.theme import SEATS, Fonts, Theme
from cabinet.display.toolkit import Toolkit
from engine.log_lines import Contest
from tests.cabinet.pictures.studio import SIZES

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
def test_both_badges_lie_on_the_strip_and_the_margin_is_between_them(size: tuple[int, int], margin_ns: int) -> None:
    strip = FinishStrip(Toolkit(Theme(), Fonts(), size))
    area = (size[0] * 46 // 100, size[1] // 4)
    scale = ruler(margin_ns)
    behind = scale.along(margin_ns, strip.room(area))
    first, second = strip.badge_box(area, 0, 0), strip.badge_box(area, 1, behind)
    for box in (first, second):
        assert box.x >= 0
        assert box.right <= strip.line_x(area)
        assert 0 <= box.y < box.bottom <= 2 * strip.lane(area)
    assert abs(first.right - second.right - behind) <= 1


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
