"""What cannot be known is undone: back to the table before a gap, told, replayed and resumed like everything else."""

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import LogError
from engine.log import header, read, text_of
from engine.log_lines import CommandLine, PauseLine, VoidLine
from engine.log_replay import resume, verify
from engine.match import Match
from engine.panel import ACTION, LEFT, RIGHT, Control, Press, mask
from engine.setup import HUMAN, Setup, seats_of
from engine.units import MS

if TYPE_CHECKING:
    from tests.engine.conftest import Desk, SitDown

AMBER, BLUE = 0, 1
CARD1, CARD2 = "CARD1", "CARD2"
RACE = {"hands": ("7H 2H 9C", "7D 2C 9D"), "centre": ("6S", "QD")}


def void(desk: "Desk", *, since_ms: float, at_ms: float, why: str = "reboot") -> None:
    desk._take(desk.match.handle(Control("void", desk.ns(at_ms), why, desk.ns(since_ms))))


def test_the_table_is_the_one_before_and_the_match_stands_still(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    before = desk.table
    desk.press(AMBER, CARD1, at_ms=500)
    assert desk.table != before
    void(desk, since_ms=450, at_ms=600)
    assert desk.table == before
    assert desk.match.state.sit.paused == desk.ns(600)
    assert desk.entries[-1] == VoidLine(desk.ns(600), desk.ns(450), "reboot")


def test_what_lies_before_the_gap_stands(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.tap(AMBER, CARD1, at_ms=400)
    kept = desk.table
    desk.press(BLUE, CARD2, at_ms=500)
    void(desk, since_ms=450, at_ms=600)
    assert desk.table == kept


def test_the_play_clock_goes_back_too_and_on_after_a_countdown(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    then = desk.match.play_clock(desk.ns(450))
    void(desk, since_ms=450, at_ms=600)
    assert desk.match.play_clock(desk.ns(5000)) == then
    desk.control("resume", at_ms=6000)
    desk.advance(to_ms=12_000)
    assert desk.match.state.sit.paused < 0
    assert desk.match.play_clock(desk.ns(12_000)) == then + (6000 * MS - 3000 * MS)


def test_buttons_are_held_as_they_are_now(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(BLUE, RIGHT, at_ms=400)
    desk.press(AMBER, LEFT, at_ms=500)
    desk.release(BLUE, RIGHT, at_ms=510)
    void(desk, since_ms=450, at_ms=600)
    assert desk.match.state.sit.held == (mask([LEFT]), 0)


def test_a_press_after_it_was_not_beaten_by_one_that_does_not_count(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE, countdown=1)
    desk.press(AMBER, CARD1, at_ms=500)
    void(desk, since_ms=499, at_ms=501)
    desk.release(AMBER, CARD1, at_ms=502)
    desk.control("resume", at_ms=503)
    desk.advance(to_ms=1504)
    desk.press(BLUE, CARD1, at_ms=1510)
    line = desk.commands("play")[-1]
    assert (line.seat, line.ok, line.beaten_by) == (BLUE, True, -1)


def test_a_late_press_from_before_the_gap_still_counts(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    void(desk, since_ms=450, at_ms=600)
    update = desk.press(BLUE, CARD1, at_ms=440)
    assert update.rewound_to is not None
    commands = (line for line in desk.entries if isinstance(line, CommandLine) and line.ok)
    winner = next(line for line in commands if line.command.do == "play")
    assert winner.seat == BLUE
    assert desk.cards("seat1.hand1") != "7D"
    desk.assert_log_replays()


def test_what_is_final_is_not_undone(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.tap(AMBER, CARD1, at_ms=500)
    stands = desk.table
    desk.advance(to_ms=2000)
    void(desk, since_ms=0, at_ms=2001)
    assert desk.table == stands
    (line,) = (line for line in desk.entries if isinstance(line, VoidLine))
    assert line.since == desk.ns(1750) + 1
    desk.assert_log_replays()


def test_an_outcome_is_taken_back(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D 2C"), centre=("6S", "QD"), best_of=1)
    desk.press(AMBER, CARD1, at_ms=500)
    desk._take(desk.match.advance(desk.ns(801), desk.ns(560)))
    assert desk.match.outcome is not None
    desk._take(desk.match.handle(Control("void", desk.ns(810), "link", desk.ns(490))))
    assert desk.match.outcome is None
    assert desk.cards("seat0.hand1") == "7H"


def test_a_void_after_the_end_does_nothing(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D 2C"), centre=("6S", "QD"), best_of=1)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=10_000)
    outcome = desk.match.outcome
    assert outcome is not None
    void(desk, since_ms=10_000, at_ms=10_001)
    assert desk.match.outcome == outcome


def test_nobody_is_idle_while_buttons_are_out_of_reach(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.control("pause", at_ms=500, why="source")
    desk.advance(to_ms=600_000)
    assert desk.match.outcome is None
    desk.control("resume", at_ms=600_001)
    desk.advance(to_ms=610_000)
    assert desk.match.state.sit.paused < 0
    desk.assert_log_replays()


def test_a_pause_of_the_players_can_lose_its_buttons_and_have_them_back(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.control("pause", at_ms=500, why="covered")
    desk.control("pause", at_ms=600, why="source")
    desk.advance(to_ms=300_000)
    assert desk.match.outcome is None
    desk.control("pause", at_ms=300_001, why="covered")
    assert [line.why for line in desk.entries if isinstance(line, PauseLine)] == ["covered", "source", "covered"]
    assert not desk.match.state.sit.is_broken
    desk.advance(to_ms=400_000)
    assert desk.match.outcome is None, "and then it lasts as any pause"
    desk.control("resume", at_ms=400_001)
    desk.advance(to_ms=410_000)
    assert desk.match.state.sit.paused < 0
    desk.assert_log_replays()


def test_bots_go_on_after_it(sit_down: "SitDown") -> None:
    setup = Setup("speed", {"best_of": 1}, seats_of("bot:fast", "bot:middling"), 11, "speed")
    from engine.bots import find_brain

    match = Match(setup, 0, {seat: find_brain(info.player) for seat, info in enumerate(setup.seats)})
    lines, now = [], 0
    while match.outcome is None or not match.is_final:
        now += 5 * MS
        match.advance(now)
        if now % (4_000 * MS) == 0 and match.table.phase == "play":
            match.handle(Control("void", now, "reboot", now - 200 * MS))
            match.handle(Control("resume", now + 1))
        lines += match.final()
    assert sum(isinstance(line, VoidLine) for line in lines) > 2
    verify(read(f"{header(setup)}\n{text_of(lines)}".encode()))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_log_with_gaps_replays_and_resumes_wherever_it_was_cut(data: st.DataObject) -> None:
    options = {"best_of": 1, "countdown": 1}
    setup = Setup("speed", options, seats_of(HUMAN, HUMAN), data.draw(st.integers(0, 99)), "speed")
    match, now, lines = Match(setup), 0, []
    buttons = st.sampled_from((CARD1, CARD2, "CARD3", "CARD4", "CARD5", "LEFT", "RIGHT", ACTION))
    for _ in range(data.draw(st.integers(1, 60))):
        now += data.draw(st.integers(1, 900)) * MS
        seat, button = data.draw(st.integers(0, 1)), data.draw(buttons)
        match.handle(Press(seat, button, True, now, "board", 500_000, "a", now, 1000))
        match.handle(Press(seat, button, False, now + MS, "board", 500_000, "a", now + MS, 1000))
        if data.draw(st.integers(0, 5)) == 0:
            now += 2 * MS
            match.handle(Control("void", now, "link", now - data.draw(st.integers(0, 240)) * MS))
            match.handle(Control("resume", now + MS))
        match.advance(now, now - data.draw(st.integers(0, 100)) * MS)
        lines += match.final()
    match.advance(now + 1000 * MS)
    log = read(f"{header(setup)}\n{text_of([*lines, *match.final()])}".encode())
    verify(log)
    if not log.is_finished:
        kept = data.draw(st.integers(0, len(log.values)))
        cut = log._replace(lines=log.lines[: kept + 1], values=log.values[:kept])
        resumed = resume(cut, 10**12)
        resumed.match.advance(10**12 + 1)
        text = "\n".join([*cut.lines[: resumed.kept], *resumed.missing]) + "\n"
        verify(read((text + text_of(resumed.match.final())).encode()))


@pytest.mark.parametrize("rest", ['[1],"why":"x"', "[1,2]", '["a",2],"why":"x"'])
def test_a_damaged_void_line_is_told(rest: str) -> None:
    line = f'{{"t":1,"void":{rest}}}'
    with pytest.raises(LogError, match="undoes nothing"):
        read(f"{header(Setup('speed', preset='speed'))}\n{line}\n".encode())
