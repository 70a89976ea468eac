"""The walk through the cabinet: its matches come to an end, its races have their margins, its pictures their pixels."""

import struct
from pathlib import Path

import pygame
import pytest

from cabinet.match.session import contests_of
from engine.game import S
from engine.games import GAMES as KNOWN
from engine.match import Match
from engine.panel import Press
from tools.walk.guide import Picture
from tools.walk.matches import GAMES, Look, config_for, setup_for
from tools.walk.plan import MARGINS, Walk, best_seed, planned
from tools.walk.screen import ScreenFile
from tools.walk.sheet import sheets

SEEDS = range(70, 81)


def walk_of(game: str, seed: int) -> Walk:
    return planned(setup_for(game, config_for(game, Look(), "/dev/null"), seed))


def played(walk: Walk) -> Match:
    """Play the taps of a walk anew, in a match of its own."""
    match = Match(walk.setup)
    edges = sorted(edge for step in (*walk.ready, *walk.steps) for edge in step.edges())
    for at, seat, button, pressed in edges:
        match.advance(at)
        match.handle(Press(seat, button, pressed, at, "walk"))
    match.advance(edges[-1][0] + 20 * S)
    return match


def test_every_game_has_a_walk() -> None:
    assert GAMES.keys() == {game.info.id for game in KNOWN}


@pytest.mark.parametrize("game", GAMES)
def test_the_taps_of_a_plan_alone_lead_to_its_result(game: str) -> None:
    walk = walk_of(game, 79)
    match = played(walk)
    assert match.outcome is not None
    assert match.outcome == walk.outcome
    assert walk.opened < walk.steps[0].t


def test_speed_shows_every_kind_of_race_a_miss_and_a_last_card() -> None:
    config = config_for("speed", Look(), "/dev/null")
    walk = walk_of("speed", best_seed(lambda seed: setup_for("speed", config, seed), SEEDS))
    names = {"race-0.3ms", "race-8ms", "race-120ms", "dead-heat", "miss", "last-card"}
    assert names == set(walk.shown)
    assert walk.is_close
    assert set(MARGINS) <= {contest.margin_ns for contest in contests_of(played(walk).pending())}


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
