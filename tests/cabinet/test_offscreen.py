"""A whole match where there is no display, and what is told of it."""

import os
from io import BytesIO
from pathlib import Path

import pygame
import pytest

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.errors import NoDisplay, ScreenTooSmall
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest
from cabinet.match.session import Session
from cabinet.offscreen import SPEED_UP, final_picture, ignore, play_through, print_result
from cabinet.screens.view_factory import table_view, theme_of
from cabinet.screens.window import check_size, open_video
from engine.log import read
from engine.log_replay import verify
from hardware.clock import FakeClock

REQUEST = MatchRequest("speed", "speed", ("bot:fast", "bot:middling"))
CONFIG = Config(options={"speed": {"best_of": 1}})


@pytest.fixture
def factory(tmp_path: Path) -> MatchFactory:
    return MatchFactory(LoadedConfig(CONFIG, None, ""), tmp_path, 4)


def played(factory: MatchFactory) -> tuple[Session, FakeClock]:
    """A match played to its end, in virtual time."""
    clock = FakeClock(1_000)
    session = factory.session(REQUEST, clock(), ignore)
    play_through(session, clock, lambda seconds: clock.advance(round(seconds * 1e9)))
    return session, clock


def test_a_match_is_played_twenty_times_as_fast_and_its_log_is_right(factory: MatchFactory) -> None:
    session, clock = played(factory)
    assert session.outcome is not None
    session.close()
    (log,) = factory._data.glob("matches/*.jsonl")
    verify(read(log.read_bytes()))
    assert read(log.read_bytes()).end / SPEED_UP == pytest.approx(clock() - 1_000, rel=0.1)


def test_the_result_the_closest_race_and_both_paths_are_told(factory: MatchFactory, tmp_path: Path) -> None:
    session, _ = played(factory)
    told: list[str] = []
    print_result(session, tmp_path / "table.png", told.append)
    session.close()
    assert len(told) == 4
    assert " wins: " in told[0]
    assert told[1].startswith(("Closest race: ", "No two presses"))
    assert told[2].startswith("Match log: ")
    assert told[2].endswith("speed-4.jsonl")
    assert told[3] == f"Final table: {tmp_path / 'table.png'}"


def test_the_final_table_is_drawn_without_a_display(factory: MatchFactory, tmp_path: Path) -> None:
    pygame.display.quit()
    session, _ = played(factory)
    session.close()
    toolkit = Toolkit(theme_of(CONFIG), Fonts(), (800, 480))
    view = table_view(CONFIG, factory, REQUEST, toolkit, judged=True)
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/no UTF-8: \xff"))
    folder.mkdir()
    path = final_picture(session.match, view, toolkit.size, folder / "table.png")
    picture = pygame.image.load(BytesIO(path.read_bytes()))
    assert picture.get_size() == (800, 480)
    assert len({tuple(picture.get_at((x, y))) for x in range(0, 800, 8) for y in range(0, 480, 8)}) > 20


def test_a_screen_that_cards_cannot_be_read_on_is_refused() -> None:
    check_size((480, 320))
    with pytest.raises(ScreenTooSmall, match="A screen of 320x240 is too small; it takes at least 480x320"):
        check_size((320, 240))


def test_a_driver_that_shows_nothing_is_no_display_unless_it_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    open_video()
    pygame.display.quit()
    monkeypatch.delenv("SDL_VIDEODRIVER")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    if Path("/dev/dri").exists():
        monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    with pytest.raises(NoDisplay):
        open_video()
