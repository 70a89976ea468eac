"""The window: which keys lead out of the program, and how long it waits for a screen."""

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from cabinet.errors import ScreenGone
from cabinet.screens.window import GONE_NS, Window, fitting, us_key_names, wait_for_cards
from hardware.keyboard import ESCAPE, KEYS


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


def test_a_screen_is_waited_for_until_it_may_be_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("cabinet.screens.window.CARDS", tmp_path)
    long_ago, for_ever = 0.0, math.inf
    assert wait_for_cards(frozenset(), long_ago) == frozenset()
    card = tmp_path / "card1"
    card.touch()
    found = wait_for_cards(frozenset(), for_ever)
    assert found == {str(card)}
    assert wait_for_cards(found, long_ago) == found
    (tmp_path / "card0").touch()
    assert len(wait_for_cards(found, for_ever)) == 2


@pytest.mark.parametrize(
    ("desktop", "window"),
    [((1920, 1080), (1280, 720)), ((1366, 768), (1280, 720)), ((1024, 600), (1024, 600)), ((800, 1280), (800, 720))],
)
def test_a_window_is_no_larger_than_its_desktop(desktop: tuple[int, int], window: tuple[int, int]) -> None:
    assert fitting((1280, 720), desktop) == window


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The graphics card of the windows that are opened from here on."""
    file = tmp_path / "card0"
    file.touch()

    def on_a_card(_patience_s: float) -> frozenset[str]:
        pygame.display.init()
        return frozenset([str(file)])

    monkeypatch.setattr("cabinet.screens.window.open_video", on_a_card)
    return file


def test_a_graphics_card_that_goes_ends_the_program_with_words(opened: Callable[[bool], Window], card: Path) -> None:
    window = opened(False)
    window.read(0)
    card.unlink()
    window.read(GONE_NS - 1)
    with pytest.raises(ScreenGone, match="The screen has gone"):
        window.read(GONE_NS)


def test_nothing_is_drawn_on_a_graphics_card_that_has_gone(opened: Callable[[bool], Window], card: Path) -> None:
    window = opened(False)
    window.read(0)
    window.show(0, [])
    card.unlink()
    with pytest.raises(ScreenGone, match="The screen has gone"):
        window.show(0, [])


def test_a_graphics_card_that_came_back_by_the_same_name_is_another_one(
    opened: Callable[[bool], Window], card: Path
) -> None:
    window = opened(False)
    (card.parent / "new").touch()
    (card.parent / "new").rename(card)
    with pytest.raises(ScreenGone, match="The screen has gone"):
        window.read(0)


def test_a_graphics_card_that_went_while_its_window_was_opened_has_gone(
    opened: Callable[[bool], Window], card: Path
) -> None:
    card.unlink()
    window = opened(False)
    with pytest.raises(ScreenGone, match="The screen has gone"):
        window.read(0)


def test_what_is_left_of_a_window_without_its_card_is_not_closed(opened: Callable[[bool], Window], card: Path) -> None:
    """The driver would wait for the card, or fall, and nobody would be told why the program ended."""
    window = opened(False)
    card.unlink()
    with pytest.raises(ScreenGone):
        window.read(0)
    window.close()
    assert pygame.display.get_init()


def test_a_button_may_have_any_key_that_a_window_knows_but_the_one_it_keeps() -> None:
    assert set(us_key_names().values()) - KEYS == {ESCAPE}
    assert KEYS - set(us_key_names().values()) == set()
