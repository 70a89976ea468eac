"""Redrawing only what changed gives the same picture as drawing everything."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.stage import Sprite, Stage

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
