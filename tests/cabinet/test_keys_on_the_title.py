"""Where the title tells the keyboard's keys: the whole program in virtual time, with a header and with a board."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest

from cabinet.input.sources import Wired
from engine.game import S
from engine.panel import ACTION
from hardware.board.fake import FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import FakeClock
from hardware.keyboard import KeyboardSource
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, Evening


def board(clock: FakeClock) -> tuple[Wired, ...]:
    """A board with two buttons that is plugged in."""
    source = BoardSource(FakeBoard(clock, booted_ns=clock()).open, name="board", clock=clock)
    return (Wired(source, {0: (AMBER, ACTION), 1: (BLUE, ACTION)}),)


@pytest.mark.parametrize(("boards", "are_told"), [(lambda _clock: (), True), (board, False)])
def test_the_title_tells_the_keys_unless_a_board_is_there_to_be_pressed(
    boards: Callable[[FakeClock], tuple[Wired, ...]], are_told: bool, tmp_path: Path
) -> None:
    pictures = []
    for folder, keyboard in (("without", None), ("with", KeyboardSource(["a"]))):
        evening = Evening(tmp_path / folder, boards=boards, keyboard=keyboard).after(S).run()
        pictures.append(pygame.image.tobytes(evening.screen.screens[0], "RGB"))
    assert (pictures[0] != pictures[1]) == are_told
