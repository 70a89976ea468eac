"""The window: which keys lead out of the program."""

from collections.abc import Callable, Iterator

import pygame
import pytest

from cabinet.window import Window


@pytest.fixture
def opened() -> Iterator[Callable[[bool], Window]]:
    yield lambda escapes: Window((800, 480), fullscreen=False, keyboard=None, escapes=escapes)
    pygame.display.quit()


@pytest.mark.parametrize(("escapes", "ends"), [(True, True), (False, False)])
def test_escape_ends_the_program_at_a_desk_and_not_at_a_cabinet(
    opened: Callable[[bool], Window], escapes: bool, ends: bool
) -> None:
    window = opened(escapes)
    window.read(0)
    pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_ESCAPE, scancode=pygame.KSCAN_ESCAPE))
    assert window.read(1).quits is ends
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert window.read(2).quits
