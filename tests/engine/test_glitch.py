"""A press that was no finger's is taken back: the match is the one without it, and its log replays."""

from typing import TYPE_CHECKING

import pytest

from engine.errors import LogError
from engine.log import header, read
from engine.log_lines import CommandLine, GlitchLine, Update
from engine.panel import Glitch

if TYPE_CHECKING:
    from tests.engine.conftest import Desk, SitDown

AMBER, BLUE = 0, 1
CARD1, CARD2 = "CARD1", "CARD2"
RACE = {"hands": ("7H 2H 9C", "7D 2C 9D"), "centre": ("6S", "QD")}


def take_back(desk: "Desk", seat: int, button: str, *, at_ms: float) -> Update:
    return desk._take(desk.match.handle(Glitch(seat, button, desk.ns(at_ms), "test")))


def test_the_table_is_the_one_without_the_press_and_the_glitch_is_told(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    before = desk.table
    desk.press(AMBER, CARD1, at_ms=500)
    assert desk.table != before
    take_back(desk, AMBER, CARD1, at_ms=500)
    assert (desk.table, desk.match.state.sit.held) == (before, (0, 0))
    assert desk.entries[-1] == GlitchLine(desk.ns(500), AMBER, CARD1, "test")
    desk.assert_log_replays()


def test_whoever_was_beaten_by_a_spike_has_the_pile(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.press(BLUE, CARD1, at_ms=510)
    assert desk.commands("play")[-1].beaten_by == AMBER
    take_back(desk, AMBER, CARD1, at_ms=500)
    (play,) = desk.commands("play")
    assert (play.seat, play.ok) == (BLUE, True)
    desk.assert_log_replays()


def test_a_dead_heat_with_a_spike_was_none(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.press(BLUE, CARD1, at_ms=500.05)
    assert any(isinstance(line, CommandLine) and line.dead_heat for line in desk.entries)
    take_back(desk, BLUE, CARD1, at_ms=500.05)
    assert not any(isinstance(line, CommandLine) and line.dead_heat for line in desk.entries)
    assert desk.commands("play")[-1].seat == AMBER
    desk.assert_log_replays()


def test_a_press_that_comes_after_its_own_glitch_does_nothing(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    before = desk.table
    take_back(desk, AMBER, CARD1, at_ms=500)
    assert desk.press(AMBER, CARD1, at_ms=500) == Update()
    assert desk.table == before


def test_what_is_final_is_not_taken_back(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.tap(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=2000)
    stands = desk.table
    assert take_back(desk, AMBER, CARD1, at_ms=500).refused
    assert (desk.table, desk.match.late) == (stands, 1)


def test_a_button_that_no_seat_has_is_a_mistake_of_the_caller(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    with pytest.raises(ValueError, match="no such seat or button"):
        take_back(desk, 7, CARD1, at_ms=500)


@pytest.mark.parametrize("line", ['"glitch":[2,"CARD1"],"source":"gpio"', '"glitch":[0,"CARD9"],"source":"gpio"',
                                  '"glitch":[0],"source":"gpio"', '"glitch":[0,"CARD1"]'])  # fmt: skip
def test_a_glitch_that_no_program_wrote_is_refused(sit_down: "SitDown", line: str) -> None:
    first = header(sit_down(**RACE).match.setup)
    with pytest.raises(LogError, match="line 2 is no glitch"):
        read(f'{first}\n{{"t":1,{line}}}\n'.encode())
