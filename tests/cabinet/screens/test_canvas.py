"""A picture that is turned and has a margin is the same picture."""

from collections.abc import Sequence

import pygame
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cabinet.screens.canvas import Canvas, canvases, inside, turned_rect, turned_size
from cabinet.screens.modes import Mounting

RED, GREEN, BLUE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)
CORNERS = ("topleft", "topright", "bottomright", "bottomleft")
"""Clockwise: a turn by 90° moves each to the place of the next."""


def corner(surface: pygame.Surface, area: pygame.Rect, name: str) -> tuple[int, ...]:
    at = pygame.Rect(0, 0, 1, 1)
    setattr(at, name, getattr(area, name))
    return tuple(surface.get_at(at.topleft))[:3]


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("margin", [0, 3, 10])
def test_each_corner_comes_where_the_turn_takes_it(rotate: int, margin: float) -> None:
    screen = pygame.Surface((800, 480))
    canvas = Canvas(screen, Mounting(rotate=rotate, margin=margin))
    for name, colour in zip(CORNERS, (RED, GREEN, BLUE, (255, 255, 0)), strict=True):
        patch = pygame.Rect(0, 0, 40, 20)
        setattr(patch, name, getattr(canvas.picture.get_rect(), name))
        canvas.picture.fill(colour, patch)
    canvas.carry([canvas.picture.get_rect()])
    area = inside((800, 480), margin)
    seen = [corner(screen, area, name) for name in CORNERS]
    first = rotate // 90
    assert seen[first:] + seen[:first] == [RED, GREEN, BLUE, (255, 255, 0)]
    assert not margin or corner(screen, screen.get_rect(), "topleft") == BLACK


def test_without_turn_and_margin_the_picture_is_the_screen_itself() -> None:
    screen = pygame.Surface((800, 480))
    canvas = Canvas(screen)
    dirty = [pygame.Rect(1, 2, 3, 4)]
    assert canvas.picture is screen
    assert canvas.carry(dirty) is dirty


def test_a_margin_is_its_share_of_width_and_height() -> None:
    assert inside((1920, 1080), 3) == pygame.Rect(58, 32, 1804, 1016)
    assert Canvas(pygame.Surface((1920, 1080)), Mounting(rotate=90, margin=3)).picture.get_size() == (1016, 1804)


def test_nothing_that_has_not_changed_is_copied() -> None:
    screen = pygame.Surface((100, 60))
    canvas = Canvas(screen, Mounting(rotate=90))
    canvas.picture.fill("white")
    assert canvas.carry([pygame.Rect(0, 0, 10, 5), pygame.Rect(200, 0, 5, 5), pygame.Rect(3, 3, 0, 0)]) == [
        pygame.Rect(95, 0, 5, 10)
    ]
    assert pygame.mask.from_threshold(screen, "white", (1, 1, 1)).count() == 50


SIZES = st.tuples(st.integers(8, 64), st.integers(8, 64))
RECTS = st.builds(pygame.Rect, *(st.integers(-10, 70) for _ in range(2)), *(st.integers(0, 80) for _ in range(2)))


@given(SIZES, st.sampled_from([0, 90, 180, 270]), st.sampled_from([0, 2.5, 10]), st.lists(RECTS, max_size=6))
@example((8, 8), 0, 2.5, [pygame.Rect(0, 0, 0, 9)])  # a margin of less than a pixel is none
def test_parts_make_the_same_screen_as_the_whole(
    size: tuple[int, int], rotate: int, margin: float, changed: Sequence[pygame.Rect]
) -> None:
    """Each part lies where it lies in the whole, and within the dirty rectangles that are returned."""
    whole, parts = (Canvas(pygame.Surface(size), Mounting(rotate=rotate, margin=margin)) for _ in range(2))
    for canvas in (whole, parts):
        for place in changed:
            canvas.picture.fill((place.x % 256, place.y % 256, place.w), place)
    whole.carry([whole.picture.get_rect()])
    dirty = parts.carry(changed)
    assert pixels(parts) == pixels(whole)
    if parts.picture is not parts._screen:  # else they are returned as they came
        assert all(pygame.Rect((0, 0), size).contains(rect) for rect in dirty)


def pixels(canvas: Canvas) -> bytes:
    return pygame.image.tobytes(canvas._screen, "RGB")


@given(SIZES, RECTS)
def test_four_quarter_turns_lead_back(size: tuple[int, int], rect: pygame.Rect) -> None:
    turned, at = rect, size
    for _ in range(4):
        turned, at = turned_rect(turned, at, 90), turned_size(at, 90)
    assert turned == rect
    half = turned_rect(turned_rect(rect, size, 90), turned_size(size, 90), 90)
    assert half == turned_rect(rect, size, 180)
    assert turned_rect(half, size, 90) == turned_rect(rect, size, 270)


@pytest.mark.parametrize(
    ("margin", "rotate", "is_laid_out"), [(10, 0, True), (10.1, 0, False), (0, 90, True), (9, 90, False)]
)
def test_a_margin_that_leaves_too_little_is_not_taken(margin: float, rotate: int, is_laid_out: bool) -> None:
    screen = pygame.Surface((600, 400) if not rotate else (320, 480))
    laid_out = canvases([screen], Mounting(rotate=rotate, margin=margin))
    assert (laid_out is not None) == is_laid_out
