"""What was drawn is kept within one budget, and as long as whoever drew it: matches come and go."""

import gc
from weakref import ref

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.cache import AT_ONCE, OVERHEAD, DrawingCache, budget
from cabinet.display.table.view_state import TableUpdate
from tests.cabinet.pictures.studio import ARRANGEMENTS, Studio, every_sample

SIDE = 10
EACH = SIDE * SIDE * 4 + OVERHEAD
"""The bytes of one picture of a `Painter`."""


class Painter:
    def __init__(self, cache: DrawingCache) -> None:
        self.strokes: list[str] = []
        self.paint = cache.cached(self._paint)

    def _paint(self, colour: str, *, thick: bool = False) -> pygame.Surface:
        self.strokes.append(f"thick {colour}" if thick else colour)
        return pygame.Surface((SIDE, SIDE), pygame.SRCALPHA)


def test_the_same_is_drawn_once() -> None:
    painter = Painter(DrawingCache())
    assert painter.paint("red") is painter.paint("red")
    assert painter.paint("red", thick=True) is not painter.paint("red")
    assert painter.strokes == ["red", "thick red"]


def test_all_painters_share_one_budget_and_what_was_not_used_for_longest_goes_first() -> None:
    cache = DrawingCache(4 * EACH)
    one, other = Painter(cache), Painter(cache)
    one.paint("old")
    one.paint("used")
    other.paint("young")
    other.paint("younger")
    one.paint("used")
    other.paint("one too many")
    for painter, colour in ((one, "used"), (other, "younger"), (other, "one too many"), (one, "old")):
        painter.paint(colour)
    assert one.strokes == ["old", "used", "old"]
    assert other.strokes == ["young", "younger", "one too many"]


@given(st.lists(st.sampled_from("abcdefghij-")), st.integers(1, 8))
def test_the_budget_is_kept_whatever_is_drawn_and_the_latest_is_always_there(colours: list[str], most: int) -> None:
    """At each dash another painter takes the first one's place."""
    cache = DrawingCache(most * EACH)
    painter = Painter(cache)
    for colour in colours:
        if colour == "-":
            painter = Painter(cache)
            continue
        painter.paint(colour)
        strokes = len(painter.strokes)
        painter.paint(colour)
        assert len(painter.strokes) == strokes
        assert cache.size <= most * EACH


def test_what_a_painter_drew_goes_with_it_some_with_each_drawing_of_others() -> None:
    cache = DrawingCache()
    other, painter = Painter(cache), Painter(cache)
    for number in range(AT_ONCE + 2):
        painter.paint(str(number))
    gc.disable()
    try:
        del painter
        for colour, left in (("red", 2), ("blue", 0), ("green", 0)):
            other.paint(colour)
            assert cache.size == (left + len(other.strokes)) * EACH
    finally:
        gc.enable()


def test_a_part_of_a_surface_counts_as_the_whole_that_it_keeps_alive() -> None:
    class Cropper:
        def __init__(self, cache: DrawingCache) -> None:
            self.crop = cache.cached(self._crop)
            self._whole = pygame.Surface((SIDE, SIDE), pygame.SRCALPHA)

        def _crop(self, name: str) -> tuple[pygame.Surface, str]:
            return self._whole.subsurface((0, 0, 1, 1)), name

    cache = DrawingCache()
    cropper = Cropper(cache)
    cropper.crop("one")
    assert cache.size == EACH
    cropper.crop("other")
    assert cache.size == EACH + OVERHEAD, "pixels that two results share count once"


@pytest.mark.parametrize(
    ("size", "memory_mb", "most_mb"),
    [
        ((800, 480), 4000, 42),
        ((1280, 720), 4000, 59),
        ((1920, 1080), 4000, 96),
        ((1920, 1080), 480, 80),
        ((800, 480), 256, 42),
        ((1280, 720), 256, 42),
    ],
)
def test_the_budget_follows_the_pixels_and_a_small_machine_limits_it(
    size: tuple[int, int], memory_mb: int, most_mb: int
) -> None:
    assert budget([size], memory_mb * 1_000_000) // 1_000_000 == most_mb


@pytest.mark.parametrize("name", ["play", "number_slap", "speed_four", "uno_play"])
def test_a_view_that_is_not_used_any_more_leaves_nothing_behind(name: str, studio: Studio) -> None:
    sample, screen = every_sample()[name], pygame.Surface((480, 320))
    gc.collect()
    gc.disable()
    try:
        view = studio.view(sample, (480, 320), ARRANGEMENTS[0])
        view.draw_ahead()
        view.update(TableUpdate(sample.entries, sample.table, sample.keys, 0, rows=sample.rows, clock=sample.clock))
        view.draw(screen, 0)
        parts = [ref(part) for part in (view, view._seats, view._middle, view._dialogs, view._hands, view._stage)]
        del view
        assert [part() for part in parts] == [None] * len(parts)
    finally:
        gc.enable()
