"""Drawing: words that fit, what is kept of what was drawn, redrawing only what changed, and pictures as PNG files."""

import gc
import io
from pathlib import Path
from random import Random
from weakref import ref

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.cache import AT_ONCE, OVERHEAD, DrawingCache, budget
from cabinet.display.png import bands, png
from cabinet.display.shapes import FINER, painted
from cabinet.display.stage import Sprite, Stage
from cabinet.display.table.overlays import Overlays
from cabinet.display.table.view_state import TableUpdate
from cabinet.display.theme import Colour, Fonts, Theme
from cabinet.display.toolkit import Toolkit
from tests.cabinet.pictures.studio import ARRANGEMENTS, Studio, every_sample

SIZES = ((480, 320), (800, 480), (1280, 720))
INK = (255, 255, 255)
LARGEST = 20


@pytest.fixture(scope="module")
def toolkits() -> tuple[Toolkit, ...]:
    fonts = Fonts()
    return tuple(Toolkit(Theme(), fonts, size) for size in SIZES)


def pixels(surface: pygame.Surface) -> tuple[tuple[int, int], bytes]:
    return surface.get_size(), pygame.image.tobytes(surface, "RGBA")


@given(
    size=st.tuples(st.integers(3, 150), st.integers(3, 90)),
    radius=st.sampled_from([-1, 3, 6, 18]),
    edge=st.sampled_from([None, (255, 170, 0)]),
    which=st.sampled_from(range(3)),
)
def test_a_plate_has_the_pixels_of_one_that_is_drawn_finer_as_a_whole(
    toolkits: tuple[Toolkit, ...], size: tuple[int, int], radius: int, edge: Colour | None, which: int
) -> None:
    toolkit, fill = toolkits[which], (20, 30, 44)
    round_px = FINER * (min(size) // 2 if radius < 0 else radius)

    def draw(big: pygame.Surface) -> None:
        pygame.draw.rect(big, fill, big.get_rect(), border_radius=round_px)
        if edge is not None:
            pygame.draw.rect(big, edge, big.get_rect(), width=toolkit.px(2) * FINER, border_radius=round_px)

    assert pixels(toolkit.draw_plate(size, fill, edge, radius=radius)) == pixels(painted(size, edge or fill, draw))


def test_what_scenes_share_of_a_toolkit_is_made_once() -> None:
    toolkit = Toolkit(Theme(), Fonts(), (480, 320))
    small = toolkit.with_size((240, 160))
    assert toolkit.with_size((480, 320)) is toolkit
    assert toolkit.with_size((240, 160)) is small
    assert (small.art, small.drawn) == (toolkit.art, toolkit.drawn)
    assert toolkit.shared(Overlays) is toolkit.shared(Overlays) is not small.shared(Overlays)


@given(text=st.text("+0123456789.", min_size=1, max_size=8), width=st.integers(8, 90), which=st.sampled_from(range(3)))
def test_what_fits_is_drawn_whole_and_nothing_else_is(
    toolkits: tuple[Toolkit, ...], text: str, width: int, which: int
) -> None:
    toolkit = toolkits[which]
    drawn = pixels(toolkit.fitted(text, LARGEST, INK, width))
    sizes = range(toolkit.least_type(), toolkit.type_size(LARGEST) + 1)
    whole = [pixels(toolkit.fonts.get("text", size).render(text, True, INK)) for size in sizes]
    assert toolkit.fits(text, width) == (drawn in whole)


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
        ((800, 480), 4000, 40),
        ((1280, 720), 4000, 55),
        ((1920, 1080), 4000, 88),
        ((1920, 1080), 480, 80),
        ((800, 480), 256, 40),
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


SCREEN = (64, 48)
COLOURS = [(200, 30, 30), (30, 200, 30), (30, 30, 200), (200, 200, 30)]


def block(number: int) -> pygame.Surface:
    surface = pygame.Surface((7 + 5 * (number % 3), 5 + 4 * (number % 2)), pygame.SRCALPHA)
    surface.fill((*COLOURS[number % 4], 255 if number % 2 else 128))
    return surface


BLOCKS = [block(number) for number in range(8)]
places = st.tuples(st.sampled_from(range(8)), st.integers(-4, 60), st.integers(-4, 44))
scenes = st.lists(places, max_size=6, unique_by=lambda place: place[0])


def backdrop() -> pygame.Surface:
    ground = pygame.Surface(SCREEN)
    ground.fill((10, 20, 30))
    pygame.draw.circle(ground, (60, 60, 60), (30, 20), 15)
    return ground


def sprites(scene: list[tuple[int, int, int]]) -> list[Sprite]:
    """In the order of their numbers, so that what stands twice stands in the same order."""
    return [Sprite(BLOCKS[number], x, y) for number, x, y in sorted(scene)]


@given(st.lists(st.tuples(scenes, scenes), min_size=1, max_size=6))
def test_a_changed_picture_is_the_same_as_a_new_one(
    frames: list[tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]]],
) -> None:
    stage, screen = Stage(backdrop()), pygame.Surface(SCREEN)
    for standing, moving in frames:
        stage.stand(sprites(standing))
        before = screen.copy()
        touched = stage.draw(screen, sprites(moving))
        fresh, whole = Stage(backdrop()), pygame.Surface(SCREEN)
        fresh.stand(sprites(standing))
        fresh.draw(whole, sprites(moving))
        assert pygame.image.tobytes(screen, "RGB") == pygame.image.tobytes(whole, "RGB")
        for rect in touched:
            before.blit(screen, rect, rect)
        assert pygame.image.tobytes(before, "RGB") == pygame.image.tobytes(screen, "RGB"), "a change was not told"


def test_nothing_is_drawn_when_nothing_changes() -> None:
    stage, screen = Stage(backdrop()), pygame.Surface(SCREEN)
    stage.stand(sprites([(1, 5, 5)]))
    assert stage.draw(screen, []) != []
    assert stage.draw(screen, []) == []
    stage.stand(sprites([(1, 5, 5)]))
    assert stage.draw(screen, []) == []


def test_a_moving_card_touches_little() -> None:
    stage, screen = Stage(backdrop()), pygame.Surface(SCREEN)
    stage.draw(screen, [Sprite(BLOCKS[0], 5, 5)])
    touched = stage.draw(screen, [Sprite(BLOCKS[0], 6, 5)])
    assert sum(rect.w * rect.h for rect in touched) <= 2 * BLOCKS[0].get_width() * BLOCKS[0].get_height()


def test_repaint_does_the_whole_screen() -> None:
    stage, screen = Stage(backdrop()), pygame.Surface(SCREEN)
    stage.draw(screen, [])
    screen.fill((255, 0, 255))
    stage.repaint()
    assert screen.get_rect() in stage.draw(screen, [])
    assert screen.get_at((0, 0))[:3] == (10, 20, 30)


def test_many_small_changes_touch_little() -> None:
    ground = pygame.Surface((640, 480))
    stage, screen = Stage(ground), pygame.Surface((640, 480))
    stage.draw(screen, [])
    stage.stand([Sprite(BLOCKS[0], 60 * (place % 10), 80 * (place // 10)) for place in range(60)])
    touched = stage.draw(screen, [])
    assert sum(rect.w * rect.h for rect in touched) == 60 * BLOCKS[0].get_width() * BLOCKS[0].get_height()


@pytest.mark.parametrize("width", [63, 64, 480, 800, 1280])
def test_rows_are_copied_through_the_caches(width: int) -> None:
    ground = pygame.Surface((width, 48))
    ground.fill((10, 20, 30))
    picture = Stage(ground)._picture
    assert picture.get_size() == ground.get_size()
    assert picture.get_pitch() % 16
    assert picture.get_at((width - 1, 47)) == ground.get_at((width - 1, 47))


def test_a_png_holds_every_pixel() -> None:
    pixels = Random(1).randbytes(3 * 37 * 11)
    picture = pygame.image.load(io.BytesIO(png((37, 11), pixels)))
    assert picture.get_size() == (37, 11)
    assert pygame.image.tobytes(picture, "RGB") == pixels


def test_pixels_that_are_missing_are_an_error() -> None:
    with pytest.raises(ValueError, match="need 9 bytes"):
        png((1, 3), b"12345678")


def unpacked(data: bytes, rows: int) -> tuple[tuple[int, int], bytes]:
    """The size and the pixels of a picture that is read in bands."""
    size, pixels = (0, 0), b""
    for band in bands(io.BytesIO(data), rows):
        assert len(band.pixels) <= 3 * band.size[0] * rows
        if band.pixels:
            assert band.first * 3 * band.size[0] == len(pixels), "the bands follow each other"
        size, pixels = band.size, pixels + band.pixels
    return size, pixels


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 50), st.randoms(use_true_random=False))
def test_a_picture_is_read_in_bands_as_it_was_written(width: int, height: int, rows: int, chance: Random) -> None:
    pixels = chance.randbytes(3 * width * height)
    assert unpacked(png((width, height), pixels), rows) == ((width, height), pixels)


def test_a_plain_picture_is_unpacked_in_small_bands_too() -> None:
    """Its file is a thousand times smaller, and no band is larger for it."""
    size = (1280, 720)
    assert unpacked(png(size, bytes(3 * 1280 * 720)), 45) == (size, bytes(3 * 1280 * 720))


@given(st.data())
def test_a_picture_that_is_cut_off_or_damaged_is_refused(data: st.DataObject) -> None:
    whole = png((9, 7), bytes(range(189)))
    end = data.draw(st.integers(0, len(whole) - 13))
    with pytest.raises(ValueError, match=r"no PNG|cut off|damaged|another kind"):
        unpacked(whole[:end], 3)
    at = data.draw(st.integers(33, len(whole) - 13))
    changed = whole[:at] + bytes((whole[at] ^ (1 << data.draw(st.integers(0, 7))),)) + whole[at + 1 :]
    with pytest.raises(ValueError, match=r"cut off|damaged|another kind"):
        unpacked(changed, 3)


def test_another_programs_picture_is_refused(tmp_path: Path) -> None:
    pygame.image.save(pygame.Surface((40, 30), pygame.SRCALPHA), tmp_path / "other.png")
    with pytest.raises(ValueError, match="another kind of PNG"):
        unpacked((tmp_path / "other.png").read_bytes(), 3)
