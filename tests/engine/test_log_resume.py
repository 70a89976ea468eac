"""A match log that was cut off: its match goes on where it stopped, and the whole verifies."""

from itertools import pairwise
from random import Random

import pytest

from engine.brain import Brain
from engine.errors import Divergence, LogError
from engine.log import Log, read
from engine.log_lines import as_text
from engine.log_replay import LAST_STEP, rebuild, resume, verify
from engine.match import Match
from engine.panel import ACTION, BUTTONS, CARDS, Control, Press
from engine.setup import Setup
from engine.units import MS, S
from tests.engine.played_logs import at_levels, bots_play, brains, joined, lines_of, log_of, people_play

GAMES = ("speed", "spit")
NOW = 10**15


def goes_on(log: Log, seats: dict[int, Brain] | None = None) -> list[str]:
    """Resume, let it go on, press on for some seconds; the lines of the log as the file then holds them."""
    resumed = resume(log, NOW, seats)
    match = resumed.match
    lines = [*log.lines[: resumed.kept], *resumed.missing]
    assert [*map(as_text, resumed.entries)] == lines[1 : resumed.kept]
    assert match.final() == []
    if match.outcome is None:
        assert match.state.sit.paused >= 0
        assert match.state.sit.held == (0,) * match.game.seats
    match.handle(Control("resume", NOW + S))
    draw = Random(5).random
    stamp = NOW + 2 * S
    for _ in range(60):
        stamp += int(draw() * 200 * MS) + 1
        seat = int(draw() * match.game.seats)
        if match.setup.seats[seat].is_human:
            match.handle(Press(seat, BUTTONS[int(draw() * 8)], True, stamp, "test", 100_000))
            match.handle(Press(seat, BUTTONS[int(draw() * 8)], False, stamp + MS, "test", 100_000))
        match.advance(stamp)
        lines += map(as_text, match.final())
    match.advance(stamp + 10 * S)
    return lines + [as_text(entry) for entry in match.final()]


@pytest.mark.parametrize("game", GAMES)
def test_a_log_cut_anywhere_goes_on_and_verifies_as_a_whole(game: str) -> None:
    lines = lines_of(read(log_of(people_play(game, 7, 8))))
    for cut in (*range(1, 40), *range(40, len(lines) - 10, 3), *range(len(lines) - 10, len(lines))):
        log = read(joined(lines[:cut]))
        continued = goes_on(log)
        verify(read(joined(continued)))
        assert len(continued) > cut - LAST_STEP


def test_a_log_cut_within_a_dead_heat_goes_on_from_before_it() -> None:
    drawn = 0
    for seed in range(40):
        match = Match(Setup("speed", {"countdown": 1, "lockout_ms": 0, "doubles": True}, seed=seed))
        for seat, stamp in ((0, 100), (0, 200), (1, 300)):
            match.handle(Press(seat, ACTION, True, stamp * MS, "test", 0))
        for place, button in enumerate(CARDS):
            match.handle(Press(0, button, True, (1500 + place) * MS, "test", 100_000))
            match.handle(Press(1, CARDS[(place + seed) % 5], True, (1500 + place) * MS + 50_000, "test", 100_000))
        match.advance(6 * S)
        lines = lines_of(read(log_of(match)))
        places = [place for place, line in enumerate(lines) if "dead_heat" in line]
        drawn += len(places)
        for cut in (cut for place in places for cut in range(place - 2, place + 4)):
            verify(read(joined(goes_on(read(joined(lines[:cut]))))))
    assert drawn > 3


@pytest.mark.parametrize("game", GAMES)
def test_bots_go_on_playing(game: str) -> None:
    match = bots_play(at_levels(game, 2, "fast", "middling", **({"length": 2} if game == "spit" else {})))
    lines = lines_of(read(log_of(match)))
    for cut in range(2, len(lines) - 1, 23):
        log = read(joined(lines[:cut]))
        continued = goes_on(log, brains(log.setup))
        verify(read(joined(continued)))
        whole = rebuild(read(joined(continued)))
        presses = [line for line in continued[cut:] if '"source":"bot"' in line]
        assert presses or whole.table.phase != "play"


def test_a_match_that_stood_still_does_so_for_its_own_reason() -> None:
    match = Match(Setup("speed", {"countdown": 1}, seed=3))
    match.handle(Control("pause", S, "menu"))
    match.advance(2 * S)
    resumed = resume(read(log_of(match)), NOW)
    assert resumed.missing == ()
    assert resumed.match.state.sit.paused == S


def test_a_pause_that_was_about_to_end_is_a_pause_again() -> None:
    match = Match(Setup("speed", {"countdown": 3}, seed=3))
    for seat, stamp in ((0, 100), (0, 200), (1, 300)):
        match.handle(Press(seat, ACTION, True, stamp * MS, "test", 0))
    match.handle(Control("pause", 4 * S, "menu"))
    match.handle(Control("resume", 5 * S))
    match.advance(6 * S)
    resumed = resume(read(log_of(match)), NOW)
    assert resumed.match.state.sit.resume == -1
    assert '"pause":"power"' in resumed.missing[0]


def test_resuming_twice_is_as_good_as_once() -> None:
    lines = lines_of(read(log_of(people_play("speed", 7, 12))))[:30]
    for _ in range(3):
        lines = goes_on(read(joined(lines)))[:-2]
    verify(read(joined(lines)))


def test_no_press_from_before_the_power_cut_is_taken() -> None:
    lines = lines_of(read(log_of(people_play("speed", 7, 12))))
    resumed = resume(read(joined(lines[:30])), NOW)
    assert resumed.match.handle(Press(0, "CARD1", True, NOW - 1, "test")).refused
    assert not resumed.match.handle(Press(0, "CARD1", True, NOW, "test")).refused


def test_a_finished_match_cannot_go_on() -> None:
    with pytest.raises(LogError, match="the match is over"):
        resume(read(log_of(people_play("speed", 1))), NOW)


def test_a_log_told_by_other_rules_cannot_go_on() -> None:
    lines = lines_of(read(log_of(people_play("speed", 1))))
    lines[0] = lines[0].replace('"seed":1', '"seed":2')
    with pytest.raises(Divergence, match=r"^line 2 differs"):
        resume(read(joined(lines[: LAST_STEP * 2])), NOW)


def test_a_long_match_goes_on_in_short_pieces() -> None:
    log = read(log_of(people_play("speed", 3, seconds=60)))
    log = log._replace(lines=log.lines[:-1], values=log.values[:-1])
    pauses: list[None] = []
    resume(log, NOW, None, lambda: pauses.append(None))
    quiet = sum(max(after["t"] - before["t"] - S, 0) for before, after in pairwise(log.values))
    assert len(pauses) > (log.end - quiet) / S / 2
