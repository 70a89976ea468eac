"""The night in virtual time, for as long as a test may take: the table's tool plays what it says it plays."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from engine.game import S
from tools.night import guests, memory, program

MINUTES = 12
CONFIG = """
[display]
size = [480, 320]
fps = 10
[options.speed]
best_of = 1
"""


@pytest.fixture
def no_screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("SDL_VIDEODRIVER", "SDL_AUDIODRIVER"):
        monkeypatch.setenv(name, "dummy")
    yield
    pygame.quit()


@pytest.mark.usefixtures("no_screen")
def test_guests_play_look_at_the_operators_page_and_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("guests.HOUR_NS", "program.HOUR_NS"):
        monkeypatch.setattr(f"tools.night.{name}", MINUTES * 60 * S)
    monkeypatch.setattr(guests, "LATEST_NS", 4 * 60 * S)
    hours: list[int] = []
    who = program.run(tmp_path, CONFIG, 1, 250, hours.append)
    assert hours == [1]
    assert {"Title", "Menu", "MatchScene", "OperatorPage"} <= who.seen.keys()
    assert list((tmp_path / "matches").glob("*.jsonl"))


def test_surfaces_are_found_wherever_they_are_held() -> None:
    held = {"deep": [pygame.Surface((3, 3))]}
    assert held["deep"][0] in memory.surfaces_in([held["deep"]])
    assert memory.resident_kb() > 1000
