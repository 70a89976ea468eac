"""The walk through the cabinet: its matches come to an end, its races have their margins, its pictures their pixels."""

import struct
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import cycle, repeat
from pathlib import Path

import pygame
import pytest

from engine.game import MS, S
from engine.games import GAMES as KNOWN
from engine.log import header, text_of
from engine.match import Match
from engine.panel import ACTION, Press
from engine.setup import Setup
from tools.walk.course import Strayed, Walk
from tools.walk.guide import Picture, difference, lines_of
from tools.walk.matches import GAMES, setup_of
from tools.walk.pilot import LOOKS, Pilot
from tools.walk.plan import best_seed, planned
from tools.walk.screen import ScreenFile
from tools.walk.sheet import sheets
from tools.walk.taps import PAST_THE_CLOCK, TO_THE_CLOCK, Step
from tools.walk.terminal import Edge

SEEDS = range(98, 106)
SHORT = {"spit": 67, "speed": 102, "mod_spit": 108, "speed_uno": 277, "speah": 105}
"""Seeds of short matches."""
ZERO = 7_000 * S
US = 1_000


class VirtualPanels:
    """A program with a board, in virtual time: its match, its log, and how long each look at the log takes."""

    def __init__(self, setup: Setup, log: Path, looks_ms: Iterator[int]) -> None:
        self.now = ZERO
        self.pictures: list[str] = []
        self._match = Match(setup, ZERO)
        self._log = log
        self._looks_ms = looks_ms
        self._edges: list[Edge] = []
        log.write_text(header(setup) + "\n", encoding="utf-8")

    def open(self) -> Edge:
        """Have both seats ready; return the last release."""
        edges = [edge for seat in (0, 1) for edge in Step(0, seat, ACTION).edges()]
        self.make([Edge(ZERO + at + S, seat, button, closed) for at, seat, button, closed in edges])
        self.sleep_until(ZERO + 5 * S)
        return Edge(ZERO + edges[-1][0] + S, 1, ACTION, False)

    def make(self, edges: Sequence[Edge]) -> None:
        self._edges += edges

    def at(self, at_ns: int, name: str) -> None:
        self.sleep_until(at_ns)
        self.pictures.append(name)

    def sleep_until(self, at_ns: int) -> None:
        self.now = max(self.now, at_ns)
        for at, seat, button, closed in sorted(edge for edge in self._edges if edge.at_ns <= self.now):
            stamp = at // US * US  # the board counts whole microseconds
            self._match.handle(Press(seat, button, closed, stamp, "board", US))
        self._edges = [edge for edge in self._edges if edge.at_ns > self.now]
        self._match.advance(self.now)
        with self._log.open("a", encoding="utf-8") as file:
            file.write(text_of(self._match.final()))

    def until_log(self, log: Path, presses: int) -> None:
        self.sleep_until(self.now + next(self._looks_ms) * MS)
        while sum('"press"' in line for line in log.read_text(encoding="utf-8").splitlines()) < presses:
            self.sleep_until(self.now + 20 * MS)


def piloted(setup: Setup, log: Path, looks_ms: Iterator[int]) -> tuple[Walk, VirtualPanels]:
    panels, walk = VirtualPanels(setup, log, looks_ms), Walk(setup)
    released = panels.open()
    Pilot(panels, walk, log, released, lambda: panels.now).play()
    panels.sleep_until(panels.now + S)
    return walk, panels


def test_every_game_has_a_walk() -> None:
    assert GAMES.keys() == {game.info.id for game in KNOWN}


@pytest.mark.parametrize("game", GAMES)
def test_at_the_panels_a_match_goes_as_planned(game: str, tmp_path: Path) -> None:
    """Up to a dead heat, whose lot follows from its exact stamp."""
    plan = planned(setup_of(game, SHORT[game]))
    walk, _ = piloted(plan.setup, tmp_path / "log", repeat(300))
    same = plan.shown.index("dead-heat") + 1 if "dead-heat" in plan.shown else len(plan.shown)
    assert walk.shown[:same] == plan.shown[:same]
    assert difference(lines_of(tmp_path / "log"), walk) == ""


@pytest.mark.parametrize("game", GAMES)
def test_a_busy_machine_delays_a_walk_and_cannot_lead_it_astray(game: str, tmp_path: Path) -> None:
    walk, panels = piloted(setup_of(game, SHORT[game]), tmp_path / "log", cycle((0, 900, 5_000, 40, 2_500)))
    assert difference(lines_of(tmp_path / "log"), walk) == ""
    assert any(name.startswith(tuple(LOOKS)) for name in panels.pictures)


def test_another_outcome_than_that_of_the_same_presses_is_named(tmp_path: Path) -> None:
    walk, _ = piloted(setup_of("mod_spit", 108), tmp_path / "log", repeat(300))
    assert walk.outcome is not None
    walk.outcome = walk.outcome._replace(reason="cap")
    assert "outcome" in difference(lines_of(tmp_path / "log"), walk)
    assert difference([], walk)


def test_presses_that_nobody_made_are_named(tmp_path: Path) -> None:
    panels = VirtualPanels(setup_of("speed", 79), tmp_path / "log", repeat(300))
    pilot = Pilot(panels, Walk(setup_of("speed", 79)), tmp_path / "log", panels.open(), lambda: panels.now)
    panels.make([Edge(ZERO + 6 * S, 0, "CARD1", True)])
    with pytest.raises(Strayed, match="CARD1"):
        pilot.play()


def test_speed_shows_every_kind_of_race_a_miss_and_a_last_card(tmp_path: Path) -> None:
    setup = setup_of("speed", best_seed(partial(setup_of, "speed"), SEEDS))
    walk, _ = piloted(setup, tmp_path / "log", repeat(300))
    assert set(walk.shown) == {"race-0.3ms", "race-8ms", "race-120ms", "dead-heat", "miss", "last-card"}
    assert walk.is_close
    contests = [line for line in lines_of(tmp_path / "log") if "margin_ns" in line]
    assert {300_000, 8 * MS, 120 * MS} <= {round(line["margin_ns"], -3) for line in contests}


def test_speahx_has_a_play_just_in_time_and_one_too_late() -> None:
    walk = planned(setup_of("speah", best_seed(partial(setup_of, "speah"), range(98, 106))))
    assert set(walk.shown) == {TO_THE_CLOCK, PAST_THE_CLOCK}


def test_a_screen_is_read_from_the_servers_file(tmp_path: Path) -> None:
    words = [100 + 3, 7, 2, 24, 3, 2, 0, 0, 32, 0, 32, 32, 12, 4, 0, 0, 0, 8, 1, 1, 3, 2, 0, 0, 0]
    pixels = [(10, 20, 30), (1, 2, 3), (0, 0, 0), (255, 255, 255), (9, 8, 7), (200, 100, 50)]
    rows = b"".join(bytes((blue, green, red, 0)) for red, green, blue in pixels)
    (tmp_path / "Xvfb_screen0").write_bytes(struct.pack(">25I", *words) + b"abc" + bytes(12) + rows)
    picture = ScreenFile(tmp_path).picture()
    assert picture.get_size() == (3, 2)
    assert [tuple(picture.get_at((place % 3, place // 3)))[:3] for place in range(6)] == pixels


def test_a_sheet_has_room_for_every_picture() -> None:
    pictures = [Picture(str(number), pygame.Surface((800, 480))) for number in range(13)]
    first, second = sheets(pictures, 2)
    assert first.get_width() <= 1_600
    assert first.get_height() == 6 * second.get_height()
