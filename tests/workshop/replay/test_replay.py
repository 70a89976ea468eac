"""A replay: any moment of any log is the match's own, and films and photos are what they say."""

import gc
import stat
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.display.result.slow_motion import SLOW_NS
from cabinet.errors import ReplayError
from engine.bots import find_brain
from engine.games import GAMES
from engine.log import Log, header, read, text_of
from engine.match import Match
from engine.panel import Control
from engine.setup import Setup, seats_of
from engine.units import MS, S
from workshop.replay.produce import (
    LEAD_NS,
    Part,
    check,
    clip_of,
    frame_count,
    frames,
    part_clip,
    race_clip,
    write_gif,
    write_mp4,
)
from workshop.replay.reel import Reel
from workshop.replay.show import KEYS, SPEEDS, Act, Player, Show

SIZE = (480, 320)
LOADED = LoadedConfig(Config(), None, "")
GAME_IDS = tuple(game.info.id for game in GAMES)


@lru_cache(maxsize=8)
def log_of(game: str, seed: int = 1, void: bool = False) -> Log:
    """The log of a whole match of two bots; with a void in its middle, that reaches further back than the horizon."""
    seats = seats_of("bot:fast", "bot:fast")
    brains = {seat: find_brain(info.player) for seat, info in enumerate(seats)}
    match, now = Match(Setup(game, seats=seats, seed=seed), 0, brains), 0
    while not match.is_final and (deadline := match.next_deadline()) is not None:
        now = max(now, deadline)
        match.advance(now, 0 if void else None)
        if void and match.table.phase == "play" and now > 20 * S:
            match.handle(Control("void", now, "link", now - 2 * S))
            match.handle(Control("resume", now + S))
            void = False
    match.close()
    return read(f"{header(match.setup)}\n{text_of(match.pending())}".encode())


@lru_cache(maxsize=8)
def reel_of(game: str = "speed") -> Reel:
    return Reel(log_of(game), LOADED, SIZE)


@pytest.fixture(scope="module", autouse=True)
def _views_are_given_back() -> Iterator[None]:
    """Free all reels after this module: another one looks for views that nobody has given back."""
    yield
    reel_of.cache_clear()


@pytest.mark.parametrize("game", GAME_IDS)
def test_at_its_end_a_reel_has_the_matchs_last_table(game: str) -> None:
    reel = reel_of(game)
    for t_ns in range(0, reel.end_ns, reel.end_ns // 50):
        reel.advance(t_ns)
    reel.advance(reel.end_ns)
    assert reel.match.table == reel.story.table


def test_a_void_that_reaches_far_back_is_replayed_as_it_was() -> None:
    reel = Reel(log_of("speed", 3, True), LOADED, SIZE)
    for t_ns in range(0, reel.end_ns, 100 * MS):
        reel.advance(t_ns)
    reel.advance(reel.end_ns)
    assert any("void" in value for value in reel.log.values)
    assert reel.match.table == reel.story.table


@pytest.mark.once
@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=5))
def test_a_moment_is_the_same_from_wherever_one_comes(parts: list[float]) -> None:
    """Its table, and its picture but for cards under way."""
    gc.collect()  # the tables of the example before are cycles with their pictures, 10 MB each
    reel, fresh = reel_of(), Reel(log_of("speed"), LOADED, SIZE)
    for part in parts:
        reel.seek(round(part * reel.end_ns))
    fresh.seek(reel.now_ns)
    assert reel.match.table == fresh.match.table
    assert picture_of(reel) == picture_of(fresh)


def picture_of(reel: Reel) -> bytes:
    screen = pygame.Surface(SIZE)
    reel.draw(screen, everything=True)
    return pygame.image.tobytes(screen, "RGB")


def test_steps_lead_from_command_to_command_and_back() -> None:
    player = Player(reel := reel_of())
    there = []
    for _ in range(6):
        player.act(Act.FORWARD)
        there.append(reel.now_ns)
    assert not player.is_playing
    assert there == list(reel.steps[:6])
    for _ in range(5):
        player.act(Act.BACK)
    assert reel.now_ns == there[0]


def test_next_race_leads_to_each_race_in_turn() -> None:
    player = Player(reel := reel_of())
    seen: list[int] = []
    while True:
        before = reel.now_ns
        player.act(Act.FORWARD)
        reel.seek(before)
        assert not player.is_playing
        player.act(Act.NEXT_RACE)
        if reel.now_ns == before:
            break
        assert player.is_playing
        seen.append(reel.now_ns)
    assert len(seen) == len({race.won_ns for race in reel.story.races}) > 1
    player.act(Act.PREVIOUS_RACE)
    assert reel.now_ns < seen[-1]


@given(st.lists(st.sampled_from([*Act, None]), max_size=30))
@settings(max_examples=25, deadline=None)
def test_no_wish_leads_out_of_the_log(acts: list[Act | None]) -> None:
    player = Player(reel := reel_of())
    for act in acts:
        if act is None:
            player.tick(700 * MS)
        else:
            player.act(act)
        assert 0 <= reel.now_ns <= reel.end_ns
        assert player.speed in SPEEDS


def test_speed_and_pause_decide_how_much_is_played() -> None:
    player = Player(reel := reel_of())
    player.tick(S)
    player.act(Act.SLOWER)
    player.tick(S)
    player.act(Act.PLAY)
    player.tick(S)
    assert reel.now_ns == 1_500 * MS


def test_at_the_end_it_stops_and_play_begins_anew() -> None:
    player = Player(reel := reel_of())
    player.tick(reel.end_ns + S)
    assert not player.is_playing
    player.act(Act.PLAY)
    assert (player.is_playing, reel.now_ns) == (True, 0)


def test_the_window_shows_the_table_and_its_bar_and_knows_its_keys() -> None:
    show = Show(reel_of())
    screen = pygame.Surface(show.size)
    show.draw(screen)
    looks = [pygame.image.tobytes(screen, "RGB")]
    for key in (*KEYS, pygame.K_F1):
        show.key(key)
        show.draw(screen)
        looks.append(pygame.image.tobytes(screen, "RGB"))
    stays = [key for key, (sooner, later) in zip((*KEYS, pygame.K_F1), pairwise(looks), strict=True) if sooner == later]
    assert stays == [pygame.K_p, pygame.K_F1], "there is no race before the first, and F1 does nothing"


# Films


def test_a_races_film_begins_before_it_and_ends_with_its_slow_motion() -> None:
    reel = reel_of()
    race = reel.race()
    clip = race_clip(reel, race)
    assert clip.start_ns == max(0, race.won_ns - LEAD_NS)
    assert clip.end_ns > race.lost_ns
    pictures = [pygame.image.tobytes(picture, "RGB") for picture in frames(reel, clip, 10)]
    assert len(pictures) == frame_count(clip, 10) == clip.length_ns * 10 // S
    slow = pictures[-SLOW_NS * 10 // S + 1 :]
    assert len(set(slow)) > 10, "two cards run"
    assert slow[-1] == slow[-2], "and then stand"
    assert len(set(pictures)) > len(set(slow))


def test_without_a_choice_the_film_is_that_of_the_closest_race() -> None:
    reel = reel_of()
    assert clip_of(reel, Part()).race is reel.story.closest()
    assert clip_of(reel, Part(race=1)).race is reel.story.races[0]
    assert clip_of(reel, Part(whole=True)).length_ns == reel.end_ns
    assert clip_of(reel, Part(start_s=2, end_s=3.5)).length_ns == 1_500 * MS


@pytest.mark.parametrize("part", [(-1, S), (S, S), (2 * S, S), (1 << 60, 1 << 61), (0, 0)])
def test_a_part_that_is_none_is_refused(part: tuple[int, int]) -> None:
    with pytest.raises(ReplayError, match="empty or outside"):
        part_clip(reel_of(), *part)


def test_a_part_that_contradicts_itself_is_refused() -> None:
    for part, is_photo in ((Part(race=1, end_s=3), False), (Part(whole=True), True), (Part(start_s=3), True)):
        with pytest.raises(ReplayError, match="one race"):
            check(part, is_photo=is_photo)
    check(Part(race=2), is_photo=True)


def few_frames() -> Iterator[pygame.Surface]:
    """Red, red, then a green corner: three pictures on one surface."""
    screen = pygame.Surface((21, 10), depth=24)
    screen.fill((200, 0, 0))
    yield screen
    yield screen
    screen.fill((0, 200, 0), (15, 5, 6, 5))
    yield screen


def test_a_gif_has_every_picture_and_holds_those_that_stand(tmp_path: Path) -> None:
    path = tmp_path / "film.gif"
    write_gif(path, few_frames(), (21, 10), 20)
    with Image.open(path) as film:
        assert (film.size, getattr(film, "n_frames", 1)) == ((21, 10), 2)
        assert film.info["duration"] == 100
        film.seek(1)
        last = film.convert("RGB")
        assert (last.getpixel((0, 0)), last.getpixel((20, 9))) == ((200, 0, 0), (0, 200, 0))
        assert film.info["duration"] == 50


def encoder(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """A program named ffmpeg that does as the script says."""
    program = folder / "ffmpeg"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_an_mp4_is_the_encoders_work_on_every_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    encoder(tmp_path, monkeypatch, 'for last; do :; done; cat > "$last"')
    write_mp4(tmp_path / "film.mp4", few_frames(), (21, 10), 30)
    assert len((tmp_path / "film.mp4").read_bytes()) == 3 * 21 * 10 * 3


@pytest.mark.parametrize("script", ["echo no room >&2; exit 3", "cat > /dev/null; echo no room >&2; exit 3"])
def test_an_encoder_that_fails_gives_its_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    encoder(tmp_path, monkeypatch, script)
    with pytest.raises(ReplayError, match="exit code 3: no room"):
        write_mp4(tmp_path / "film.mp4", (picture for _ in range(400) for picture in few_frames()), (21, 10), 30)


def test_without_an_encoder_one_reads_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ReplayError, match="ffmpeg, which is not installed"):
        write_mp4(tmp_path / "film.mp4", few_frames(), (21, 10), 30)


def test_a_log_of_a_header_alone_has_nothing_to_show() -> None:
    log = log_of("speed")
    with pytest.raises(ReplayError, match="nothing to replay"):
        Reel(log._replace(lines=log.lines[:1], values=()), LOADED, SIZE)
