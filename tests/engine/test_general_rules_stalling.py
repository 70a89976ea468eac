"""GEN-5: nobody can stall, and a pause is nobody's gain."""

from typing import TYPE_CHECKING

import pytest

from engine.log_lines import OutcomeLine, ResumeLine
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from tests.engine.situations import OPEN, pauses

if TYPE_CHECKING:
    from tests.engine.conftest import Desk, SitDown

AMBER, BLUE = 0, 1
CARD1, CARD2, CARD3, CARD4, CARD5 = CARDS


# GEN-5: nobody can stall


def test_gen_5_playable_cards_glow_after_four_seconds_and_a_turn_is_forced_after_ten(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.advance(to_ms=3999)
    assert not desk.table.flag("glow")
    desk.advance(to_ms=4000)
    assert desk.table.flag("glow")
    desk.advance(to_ms=9999)
    assert desk.cards("centre.0") == "6S"
    desk.advance(to_ms=10_000)
    assert desk.cards("centre.0") == "6S 3C"
    assert not desk.table.flag("glow")


def test_gen_5_a_play_puts_it_off(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 8H 2H", "2C 2D"), centre=("6S", "QD"))
    desk.tap(AMBER, CARD1, at_ms=3000)
    desk.advance(to_ms=6999)
    assert not desk.table.flag("glow")
    desk.advance(to_ms=7000)
    assert desk.table.flag("glow")


def test_gen_5_a_shout_that_is_not_given_is_given(sit_down: "SitDown") -> None:
    desk = sit_down(
        hands=("5H 5D", "5C 5S"), centre=("9H", "9S"), reserves=("2S", "3S"), stuck_call="shout", stall_s=8
    )
    desk.press(AMBER, ACTION, at_ms=1000)
    desk.advance(to_ms=7999)
    assert desk.effects("say") == [("say", AMBER, "stuck")]
    desk.advance(to_ms=8000)
    assert desk.effects("say") == [("say", AMBER, "stuck"), ("say", BLUE, "stuck")]
    desk.advance(to_ms=8700)
    assert desk.cards("centre.0") == "9H 2S"


def quiet_desk(sit_down: "SitDown") -> "Desk":
    """A deal in which nothing happens by itself for a long while."""
    return sit_down(**OPEN, stall_s=60, caps=(0, 0))


def test_gen_5_nobody_there_for_thirty_seconds_is_asked_and_then_left(sit_down: "SitDown") -> None:
    desk = quiet_desk(sit_down)
    desk.press(AMBER, LEFT, at_ms=1000)
    desk.advance(to_ms=30_999)
    assert ("say", -1, "still_there") not in desk.effects("say")
    desk.advance(to_ms=31_000)
    assert desk.effects("say")[-1] == ("say", -1, "still_there")
    desk.advance(to_ms=40_999)
    assert desk.match.outcome is None
    desk.advance(to_ms=41_000)
    assert desk.match.outcome is not None
    assert (desk.match.outcome.winner, desk.match.outcome.reason) == (None, "left")


def test_gen_5_any_press_answers_the_question(sit_down: "SitDown") -> None:
    desk = quiet_desk(sit_down)
    desk.press(AMBER, LEFT, at_ms=1000)
    desk.advance(to_ms=31_000)
    desk.release(AMBER, LEFT, at_ms=32_000)
    desk.press(BLUE, RIGHT, at_ms=40_000)
    desk.advance(to_ms=69_999)
    assert desk.match.outcome is None


def hold_pause(desk: "Desk", at_ms: float) -> None:
    for button in (CARD1, CARD5, ACTION):
        desk.press(BLUE, button, at_ms=at_ms)


def test_gen_5_the_pause_buttons_held_two_seconds_pause(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "2D 2C"), centre=("6S", "QD"))
    hold_pause(desk, 500)
    desk.advance(to_ms=2499)
    assert pauses(desk) == []
    desk.advance(to_ms=2500)
    assert pauses(desk) == ["players"]
    desk.press(AMBER, CARD1, at_ms=3000)
    assert desk.last_press().ignored == "paused"
    assert desk.match.legal(AMBER) == []
    assert {meaning.label for meaning in desk.match.keys(AMBER)} == {""}


def test_gen_5_let_go_too_early_is_no_pause(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "2D 2C"), centre=("6S", "QD"))
    hold_pause(desk, 500)
    desk.release(BLUE, CARD5, at_ms=2400)
    desk.advance(to_ms=3500)
    assert pauses(desk) == []


def test_gen_5_after_a_pause_play_goes_on_with_a_countdown_and_no_deadline_lost(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.control("pause", at_ms=1000, why="menu")
    desk.advance(to_ms=20_000)
    assert not desk.table.flag("glow")
    desk.control("resume", at_ms=20_000)
    assert any(isinstance(entry, ResumeLine) for entry in desk.entries)
    desk.press(AMBER, CARD1, at_ms=22_999)
    assert desk.last_press().ignored == "paused"
    desk.advance(to_ms=25_999)
    assert not desk.table.flag("glow")
    desk.advance(to_ms=26_000)
    assert desk.table.flag("glow")


def test_gen_5_a_pause_while_it_is_about_to_go_on_holds(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.control("pause", at_ms=1000, why="menu")
    desk.control("resume", at_ms=2000)
    desk.control("pause", at_ms=3000, why="menu")
    desk.advance(to_ms=20_000)
    desk.press(AMBER, CARD1, at_ms=20_001)
    assert desk.last_press().ignored == "paused"
    desk.control("resume", at_ms=21_000)
    desk.release(AMBER, CARD1, at_ms=21_001)
    desk.press(AMBER, CARD1, at_ms=24_001)
    assert desk.cards("centre.0") == "6S 7H"
    desk.assert_log_replays()


def test_gen_5_buttons_held_through_a_pause_count_from_its_end(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.control("pause", at_ms=1000, why="menu")
    hold_pause(desk, 2000)
    desk.control("resume", at_ms=20_000)
    desk.advance(to_ms=24_999)
    assert pauses(desk) == ["menu"]
    desk.advance(to_ms=25_000)
    assert pauses(desk) == ["menu", "players"]
    desk.advance(to_ms=26_000)
    desk.assert_log_replays()


def test_gen_5_leaving_makes_the_match_void(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.control("leave", at_ms=1000)
    assert isinstance(desk.entries[-1], OutcomeLine)
    assert desk.entries[-1].outcome == (None, "left", (0, 0))
    desk.press(AMBER, CARD1, at_ms=1100)
    assert isinstance(desk.entries[-1], OutcomeLine)


def test_gen_5_a_pause_lasts_until_somebody_ends_it(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "2D 2C"), centre=("6S", "QD"))
    hold_pause(desk, 500)
    desk.advance(to_ms=3_600_000)
    assert pauses(desk) == ["players"]
    assert desk.match.outcome is None
    assert ("say", -1, "still_there") not in desk.effects("say")
    desk.control("resume", at_ms=3_700_000)
    desk.advance(to_ms=3_709_000)
    desk.tap(AMBER, CARD1, at_ms=3_710_000)
    assert desk.last_command().ok
    desk.assert_log_replays()


@pytest.mark.parametrize("control", [("pause", "players"), ("pause", "ready"), ("stop", "")])
def test_gen_5_the_matchs_own_words_for_a_pause_are_its_own(sit_down: "SitDown", control: tuple[str, str]) -> None:
    with pytest.raises(ValueError, match="no such control"):
        sit_down(**OPEN).control(control[0], at_ms=10, why=control[1])
