"""The boards of the table: seconds left stand in a ring that runs out, inside the board."""

import pygame
import pytest

from cabinet.display.layout.boxes import Board, Box
from cabinet.display.table.messages import Boards, Content, Line
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit

INK = (1, 2, 3)
READY = Line("READY?", 34, INK)
SCREENS = ((800, 480), (480, 320), (1280, 720))


def shown(boards: Boards, size: tuple[int, int], content: Content) -> tuple[list[pygame.Rect], pygame.Surface]:
    """Return where the parts of a board are, and the picture of them."""
    parts = boards.show(Board(Box(0, 0, *size)), content)
    picture = pygame.Surface(size)
    for part in parts:
        picture.blit(part.surface, part.rect)
    return [part.rect for part in parts], picture


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("share", [(0.25, 0.17), (0.3, 0.36), (0.28, 0.3)])
@pytest.mark.parametrize("lines", [(READY,), (Line("DEAL 2", 22, INK), READY)])
def test_seconds_left_and_their_words_keep_apart(
    screen: tuple[int, int], share: tuple[float, float], lines: tuple[Line, ...]
) -> None:
    boards, size = Boards(Toolkit(Theme(), Fonts(), screen)), (round(screen[0] * share[0]), round(screen[1] * share[1]))
    rects, _ = shown(boards, size, Content(lines, "18", whole=30))
    assert all(pygame.Rect(0, 0, *size).contains(rect) for rect in rects)
    assert all(not one.colliderect(other) for place, one in enumerate(rects) for other in rects[:place])


@pytest.mark.parametrize("high", [80, 150])
def test_the_ring_runs_out(high: int) -> None:
    boards, size = Boards(Toolkit(Theme(), Fonts(), (800, 480))), (230, high)
    text = Theme().colours.text

    def lit(left: int) -> int:
        _, picture = shown(boards, size, Content((READY,), str(left), whole=30))
        return pygame.mask.from_threshold(picture, text, (1, 1, 1, 255)).count()

    assert lit(30) > lit(20) > lit(10) > 0


@pytest.mark.parametrize("high", [80, 150])
def test_in_the_moment_in_which_no_second_is_left_the_words_stand_alone(high: int) -> None:
    boards, size = Boards(Toolkit(Theme(), Fonts(), (800, 480))), (230, high)
    assert len(shown(boards, size, Content((READY,), "", whole=30))[0]) == 1
