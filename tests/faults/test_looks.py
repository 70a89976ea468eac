"""What is read out of the journal and off the screen of the virtual machine, without one."""

from pathlib import Path

import pygame
import pytest

from cabinet.error_screen import picture
from tests.vm.pictures import colours, difference, seen
from tools.vm.party import Restart, restart_of

SIZE = (800, 480)
FELL = [(100, "photofinish.service: Main process exited, code=killed, status=9/KILL"), (103, "Scheduled restart job")]
BACK = [(450, "Starting photofinish.service - Photo Finish..."), (2450, "Started photofinish.service - Photo Finish.")]


def journal(*lines: tuple[int, str]) -> list[dict[str, str]]:
    return [{"__MONOTONIC_TIMESTAMP": str(at * 1000), "MESSAGE": message} for at, message in lines]


@pytest.mark.parametrize(
    ("lines", "restart"),
    [
        ([], None),
        (BACK, None),
        (BACK + FELL, None),
        (BACK + FELL + BACK[:1], None),
        (FELL + BACK, Restart(350_000_000, 2_000_000_000)),
        (FELL + BACK + [(9000, FELL[0][1]), (9300, BACK[0][1]), (9900, BACK[1][1])], Restart(300_000_000, 600_000_000)),
    ],
)
def test_a_restart_is_the_last_fall_and_what_came_after_it(
    lines: list[tuple[int, str]], restart: Restart | None
) -> None:
    assert restart_of(journal(*lines)) == restart


def test_the_error_screen_with_another_reason_is_another_picture(tmp_path: Path) -> None:
    shown = picture(SIZE, "The program was ended by signal KILL.")
    pygame.image.save(shown, tmp_path / "screen.png")
    taken = seen(tmp_path / "screen.png")
    assert difference(taken, shown) == 0
    assert difference(taken, picture(SIZE, "The program was ended by signal ABRT.")) > 0.008
    assert difference(taken, picture((480, 320), "")) == 1


def test_a_black_screen_has_no_colours() -> None:
    assert colours(pygame.Surface(SIZE)) == 1
    assert colours(picture(SIZE, "x")) > 20
