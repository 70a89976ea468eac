"""The end of the program on a slow disk: how long it waits, what it says to systemd, and what the screen shows."""

from collections.abc import Sequence
from pathlib import Path
from unittest.mock import Mock

import pygame
import pytest

from cabinet.display.theme import Theme
from cabinet.errors import ScreenGone
from cabinet.process.notify import Notifier
from cabinet.screens.shutdown import PATIENCE_S, SHOWN_S, UNSAVED_S, ShutdownScreen, page_of, saving_page
from cabinet.screens.window import Window
from cabinet.strings.catalogue import word
from tests.cabinet.pictures.golden import REFERENCE, compare, shrunk
from tests.cabinet.pictures.studio import SIZES

GOLDEN = Path(__file__).parent / "golden_saving.png"


def window_of(*sizes: tuple[int, int]) -> Mock:
    return Mock(spec=Window, screens=[pygame.Surface(size) for size in sizes])


def test_the_service_manager_is_asked_for_patience_each_time_and_the_watchdog_fed() -> None:
    notifier = Mock(spec=Notifier)
    goodbye = ShutdownScreen(window_of((800, 480)), notifier)
    assert goodbye(0.5)
    assert goodbye(1.0)
    assert [call.args for call in notifier.send.call_args_list] == [("EXTEND_TIMEOUT_USEC=5000000", "WATCHDOG=1")] * 2


def test_it_gives_up_after_a_minute() -> None:
    goodbye = ShutdownScreen(window_of((800, 480)), Mock(spec=Notifier))
    assert goodbye(PATIENCE_S - 0.5)
    assert not goodbye(PATIENCE_S)


def test_the_page_comes_once_after_a_second_on_every_screen() -> None:
    window = window_of((800, 480), (1280, 720))
    goodbye = ShutdownScreen(window, Mock(spec=Notifier))
    goodbye(SHOWN_S - 0.5)
    assert window.show.call_count == 0
    for _ in range(3):
        goodbye(SHOWN_S)
    assert [call.args[0] for call in window.show.call_args_list] == [0, 1]
    for screen in window.screens:
        assert pygame.image.tobytes(screen, "RGB") == pygame.image.tobytes(saving_page(screen.get_size()), "RGB")


def test_a_screen_that_has_gone_does_not_keep_the_disk_from_being_waited_for() -> None:
    window = window_of((800, 480))
    window.show.side_effect = ScreenGone(word("window.gone"))
    assert ShutdownScreen(window, Mock(spec=Notifier))(SHOWN_S)


LOST = (
    "photofinish.db cannot be saved (disk I/O error). It is tried again; its file system is read-only, as after an "
    "error of its disk: dmesg says why.",
    "Not saved: the result of 20261127-035512-speed-1234.",
)


def test_what_was_not_saved_is_shown_for_some_seconds_while_the_service_manager_waits() -> None:
    window, notifier, slept = window_of((800, 480)), Mock(spec=Notifier), list[float]()
    ShutdownScreen(window, notifier).show_unsaved(LOST, slept.append)
    expected = page_of((800, 480), word("unsaved.title"), LOST)
    assert pygame.image.tobytes(window.screens[0], "RGB") == pygame.image.tobytes(expected, "RGB")
    assert sum(slept) == UNSAVED_S
    assert notifier.send.call_count == len(slept)


def test_the_page_is_the_golden_one() -> None:
    assert compare(shrunk(saving_page(REFERENCE)), pygame.image.load(GOLDEN)).alike


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lines", [[word("saving.wait")], LOST, LOST * 6])
def test_all_of_the_page_can_be_read(lines: Sequence[str], size: tuple[int, int]) -> None:
    page = page_of(size, word("unsaved.title"), lines)
    margin = pygame.Rect(0, 0, *size).inflate(-size[0] // 20, -size[1] // 20)
    words = pygame.mask.from_threshold(page, Theme().colours.text, (40, 40, 40)).get_bounding_rects()
    assert words
    assert all(margin.contains(box) for box in words)
