"""GEN-2 to GEN-5 and GEN-7 to GEN-14, the rules of every game, mostly on a table of Speed."""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.bots import SLOW, Person, find_brain
from engine.cards import HIDDEN
from engine.errors import Divergence, LogError, OptionError, UnknownBot, UnknownGame
from engine.game import LAST_LAP, RULES, Game
from engine.games import GAMES, find_game, find_preset, set_up
from engine.log import header, read, text_of
from engine.log_lines import CommandLine, OutcomeLine, PauseLine, ResumeLine
from engine.log_replay import verify
from engine.match import Match
from engine.options import WORTH, Handicap, handicap_for, handicap_in, handicap_of, is_handicapped, values_of
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Act, Control, Press
from engine.setup import Setup, seats_of
from engine.simulation import play_bots
from engine.table import Draft
from engine.units import MS, S
from tests.engine.conftest import OPEN, pauses

if TYPE_CHECKING:
    from tests.engine.conftest import Desk, SitDown


AMBER, BLUE = 0, 1
CARD1, CARD2, CARD3, CARD4, CARD5 = CARDS


# GEN-2: every attempt against the table at its own instant


def test_gen_2_the_opponent_may_play_on_a_card_at_once(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "8D 2C"), centre=("6S", "QD"))
    desk.press(AMBER, CARD1, at_ms=500)
    desk.press(BLUE, CARD1, at_ms=500.000001)
    assert desk.cards("centre.0") == "6S 7H 8D"


def test_gen_2_a_card_that_could_go_only_a_moment_later_goes_back(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "8D 2C"), centre=("6S", "QD"))
    desk.press(AMBER, CARD1, at_ms=500)
    desk.press(BLUE, CARD1, at_ms=499.8)
    assert desk.cards("centre.0") == "6S 7H"
    assert [line.ok for line in desk.commands("play")] == [False, True]


def test_gen_2_illegal_is_told_with_a_reason_and_without_effects(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, lockout_ms=0)
    desk.press(AMBER, CARD2, at_ms=500)
    line = desk.last_command()
    assert (line.ok, line.why, line.effects) == (False, "rank", ())
    assert desk.cards("seat0.hand2") == "2H"


# GEN-3: against mashing


def miss(desk: "Desk", *at_ms: float) -> None:
    for moment in at_ms:
        desk.tap(AMBER, CARD2, at_ms=moment)


def lock_ms(desk: "Desk", at_ms: float) -> float:
    return (desk.table.number("lock.0") - desk.match.play_clock(desk.ns(at_ms))) / 1e6


def test_gen_3_a_miss_locks_the_seat_and_only_that_seat(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    miss(desk, 500)
    assert lock_ms(desk, 500) == 500
    assert desk.effects("foul") == [("foul", AMBER, "miss")]
    desk.press(AMBER, CARD1, at_ms=999)
    assert desk.last_press().ignored == "locked"
    desk.press(BLUE, CARD1, at_ms=999.5)
    assert desk.cards("centre.0") == "6S 7D"


def test_gen_3_the_lock_ends(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    miss(desk, 500)
    desk.press(AMBER, CARD1, at_ms=1000)
    assert desk.cards("centre.0") == "6S 7H"


@pytest.mark.parametrize(
    ("first_ms", "expected"), [(0, [500, 1000, 2000, 4000, 4000]), (200, [200, 200, 2000, 4000, 4000])]
)
def test_gen_3_every_miss_doubles_it_up_to_four_seconds_but_the_first_two_of_a_deal_may_cost_less(
    first_ms: int, expected: list[float], sit_down: "SitDown"
) -> None:
    desk = sit_down(**OPEN, stall_s=60, first_lockouts_ms=first_ms)
    moment, locks = 500.0, []
    for _ in range(5):
        miss(desk, moment)
        locks.append(lock_ms(desk, moment))
        moment += locks[-1] + 1
    assert locks == expected


@pytest.mark.parametrize("first_ms", [0, 200])
def test_gen_3_lockout_0_is_off_also_for_the_first_misses(sit_down: "SitDown", first_ms: int) -> None:
    desk = sit_down(**OPEN, lockout_ms=0, first_lockouts_ms=first_ms)
    miss(desk, 500, 510, 520)
    assert desk.effects("foul") == []
    assert desk.table.number("lock.0") == 0


def test_gen_3_a_first_miss_never_costs_more_than_any_other(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, lockout_ms=300, first_lockouts_ms=400)
    miss(desk, 500)
    assert lock_ms(desk, 500) == 300
    miss(desk, 900)
    assert lock_ms(desk, 900) == 400


def test_gen_3_a_first_miss_that_was_taken_back_is_still_one_of_two(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H 8H", "7D"), centre=("6S", "QD"), stall_s=60, first_lockouts_ms=200)
    miss(desk, 500, 701)
    desk.tap(AMBER, CARD1, at_ms=1000)
    assert (desk.table.number("misses.0"), desk.table.number("deal_misses.0")) == (1, 2)
    miss(desk, 1500)
    assert lock_ms(desk, 1500) == 1000


@pytest.mark.parametrize("first_ms", [0, 200])
def test_gen_3_a_deal_counts_its_misses_only_where_the_first_are_cheaper(sit_down: "SitDown", first_ms: int) -> None:
    """A log of before has no such count, and is to stay the same to the byte."""
    desk = sit_down(**OPEN, first_lockouts_ms=first_ms)
    miss(desk, 500)
    assert ("deal_misses.0" in desk.table.scalars) == bool(first_ms)


def test_gen_3_a_legal_play_takes_one_miss_back(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    miss(desk, 500, 1000)
    assert desk.table.number("misses.0") == 2
    desk.tap(AMBER, CARD1, at_ms=2100)
    assert desk.table.number("misses.0") == 1


def test_gen_3_being_beaten_is_no_miss(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.press(BLUE, CARD1, at_ms=500)
    desk.press(AMBER, CARD1, at_ms=505)
    assert desk.last_command().beaten_by == BLUE
    assert desk.effects("foul") == []


@pytest.mark.parametrize(("later_ms", "fouls"), [(300, 0), (300.1, 1)])
def test_gen_3_a_play_that_a_pile_took_300_ms_ago_is_no_miss(sit_down: "SitDown", later_ms: float, fouls: int) -> None:
    desk = sit_down(hands=("7H 2H", "7D 2C"), centre=("6S", "QD"))
    desk.press(BLUE, CARD1, at_ms=500)
    desk.press(AMBER, CARD1, at_ms=500 + later_ms)
    assert len(desk.effects("foul")) == fouls


def test_gen_3_a_play_that_a_late_press_made_illegal_is_no_miss(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    desk.press(AMBER, CARD1, at_ms=500)
    assert desk.last_command().ok
    desk.press(BLUE, CARD1, at_ms=420)
    assert [line.ok for line in desk.commands("play")] == [True, False]
    assert desk.effects("foul") == []
    assert desk.table.number("lock.0") == 0


def test_gen_3_a_press_without_meaning_is_no_attempt(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    for button in (LEFT, RIGHT, ACTION, CARD5):
        desk.tap(AMBER, button, at_ms=500)
    assert desk.effects("foul") == []


def test_gen_3_misses_are_forgotten_with_the_deal(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "7D"), centre=("6S", "QD"))
    miss(desk, 500)
    desk.press(BLUE, CARD1, at_ms=600)
    desk.advance(to_ms=7000)
    assert (desk.table.number("deal"), desk.table.number("misses.0"), desk.table.number("lock.0")) == (2, 0, 0)


# GEN-4: what a seat may know


@pytest.mark.parametrize(("seen", "other_hand"), [("open", "7D"), ("peek", HIDDEN)])
def test_gen_4_the_others_hand_is_open_or_hidden(sit_down: "SitDown", seen: str, other_hand: str) -> None:
    desk = sit_down(**OPEN, cards_seen=seen)
    view = desk.match.game.view(desk.table, AMBER)
    assert view.zone("seat0.hand1") == ("7H",)
    assert view.zone("seat1.hand1") == (other_hand,)
    assert view.zone("centre.0") == ("6S",)


def test_gen_4_with_peek_a_hand_shows_while_its_seat_holds_left_and_right(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, cards_seen="peek")
    assert desk.match.screen().table.zone("seat0.hand1") == (HIDDEN,)
    assert [key.lit for key in desk.match.keys(AMBER)] != [False] * 8
    keys = desk.match.screen().keys[AMBER]
    assert [key.label for key in keys if key.lit] == ["peek", "peek"], "nothing tells what a hidden card could do"
    desk.press(AMBER, "LEFT", at_ms=10)
    assert desk.match.screen().table.zone("seat0.hand1") == (HIDDEN,)
    desk.press(AMBER, "RIGHT", at_ms=20)
    screen = desk.match.screen().table
    assert screen.zone("seat0.hand1") == ("7H",)
    assert desk.match.screen().keys[AMBER] == desk.match.keys(AMBER)
    assert screen.zone("seat1.hand1")[0].startswith("~")
    assert screen.zone("centre.0") == ("6S",)
    desk.match.handle(Press(AMBER, "LEFT", False, desk.ns(30), "gpio"))
    assert desk.match.screen().table.zone("seat0.hand1") == (HIDDEN,)


def test_gen_4_one_person_and_a_bot_hide_only_the_bots_hand() -> None:
    match = Match(Setup("speed", {"cards_seen": "peek"}, seats_of("human", "bot:fast"), seed=3))
    for at_s in (1, 2):
        match.handle(Press(AMBER, "ACTION", True, at_s * S, "gpio"))
    match.advance(8 * S)
    screen = match.screen().table
    assert screen.zone("seat0.hand1") == match.table.zone("seat0.hand1")
    assert screen.zone("seat1.hand1")[0].startswith("~")
    assert not match.table.zone("seat1.hand1")[0].startswith("~")


def test_gen_4_face_down_is_hidden_from_everybody(sit_down: "SitDown") -> None:
    view = sit_down(**OPEN).match.game.view(sit_down(**OPEN).table, AMBER)
    assert view.zone("reserve.0") == (HIDDEN, HIDDEN)


@pytest.mark.parametrize("game", [game.info.id for game in GAMES])
def test_gen_4_racing_games_are_open_unless_told_otherwise(game: str) -> None:
    usual = "peek" if game == "speah" else "open"
    assert set_up(game, {}).options.cards_seen == usual


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
    desk = sit_down(hands=("5H 5D", "5C 5S"), centre=("9H", "9S"), reserves=("2S", "3S"), stuck_call="shout", stall_s=8)
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


@pytest.mark.parametrize("seat", [AMBER, BLUE])
def test_gen_5_whoever_leaves_loses_and_the_log_names_the_seat(sit_down: "SitDown", seat: int) -> None:
    desk = sit_down(**OPEN)
    desk.handle(Control("leave", desk.ns(1000), seat=seat))
    assert desk.entries[-2].effects == (("say", seat, "leaves"), ("phase", "finished"))
    assert desk.match.outcome == (1 - seat, "left", (0, 0))


@pytest.mark.parametrize(
    ("leads", "leaver", "winner"),
    [
        (True, AMBER, BLUE),
        (True, BLUE, AMBER),
        (True, 2, AMBER),
        (False, AMBER, BLUE),
        (False, BLUE, 2),
        (False, 2, AMBER),
    ],
)
def test_gen_5_of_three_whoever_leads_of_the_others_wins_or_else_the_next(
    leads: bool, leaver: int, winner: int
) -> None:
    match, now = Match(Setup("speed", seats=seats_of("human", "human", "human"), seed=4)), 0
    while match.table.phase != "play":
        now += 100 * MS
        for seat in range(3):
            match.handle(Press(seat, ACTION, True, now + seat, "test"))
            match.handle(Press(seat, ACTION, False, now + 50 * MS + seat, "test"))
        match.advance(now + 60 * MS)
    while match.game.standing(match.table).winner != (AMBER if leads else None):
        now += 200 * MS
        if AMBER in (seats := [seat for seat in range(3) if match.legal(seat)]):
            match.handle(Act(AMBER, match.legal(AMBER)[0], now))
        assert seats, "AMBER can play"
    match.handle(Control("leave", now + 1, seat=leaver))
    match.close()
    assert match.outcome is not None and match.outcome[:2] == (winner, "left")


def test_gen_5_a_seat_that_is_not_there_cannot_leave(sit_down: "SitDown") -> None:
    with pytest.raises(ValueError, match="no such seat"):
        sit_down(**OPEN).handle(Control("leave", 10 * S, seat=2))


@pytest.mark.parametrize("seat", [AMBER, -1])
def test_gen_5_a_match_that_is_decided_ends_as_it_was_decided_whoever_leaves(sit_down: "SitDown", seat: int) -> None:
    desk = sit_down(hands=("2H 9H", "7D"), centre=("6S", "QD"), best_of=1)
    for button in (CARD1, CARD5, ACTION):
        desk.press(AMBER, button, at_ms=100)
    desk.press(BLUE, CARD1, at_ms=2050)
    desk.advance(to_ms=2100)
    assert pauses(desk) == ["players"]
    desk.handle(Control("leave", desk.ns(5000), seat=seat))
    desk.advance(to_ms=6000)
    assert desk.match.outcome == (BLUE, "deals", (0, 1))
    desk.assert_log_replays()


def test_gen_5_of_a_pause_the_log_names_who_asked_for_it(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    hold_pause(desk, 500)
    desk.advance(to_ms=2500)
    line = next(entry for entry in desk.entries if isinstance(entry, PauseLine))
    assert line.as_text().endswith('"pause":"players","seat":1}')
    assert desk.match.state.sit.by == BLUE
    desk.control("resume", at_ms=4000)
    desk.advance(to_ms=8000)
    assert (desk.match.state.sit.by, desk.match.state.sit.pauses) == (-1, (0, 1))


def test_gen_5_a_pause_keeps_who_asked_for_it_while_a_cable_is_out(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    hold_pause(desk, 500)
    desk.advance(to_ms=2500)
    desk.control("pause", at_ms=4000, why="source")
    desk.control("pause", at_ms=5000, why="covered")
    assert desk.match.state.sit.by == BLUE
    desk.control("resume", at_ms=6000)
    desk.control("pause", at_ms=6100, why="covered")
    assert desk.match.state.sit.by == -1, "a pause in the countdown is another's"


def ask_for_pauses(desk: "Desk", number: int) -> None:
    """BLUE holds the pause buttons so often; AMBER goes on each time."""
    for turn in range(number):
        begin = 10_000 * turn
        hold_pause(desk, begin)
        for button in (CARD1, CARD5, ACTION):
            desk.release(BLUE, button, at_ms=begin + 3000)
        desk.control("resume", at_ms=begin + 4000)
        desk.advance(to_ms=begin + 8000)


def test_gen_5_a_seat_has_three_pauses_in_a_match_between_people(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    ask_for_pauses(desk, 5)
    assert pauses(desk) == ["players"] * 3
    assert desk.effects("say")[-2:] == [("say", BLUE, "no_pause")] * 2
    for button in (CARD1, CARD5, ACTION):
        desk.press(AMBER, button, at_ms=60_000)
    desk.advance(to_ms=63_000)
    assert pauses(desk)[3:] == ["players"], "the other seat has its own"
    desk.assert_log_replays()


def test_gen_5_a_pause_that_is_judged_again_counts_once(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    hold_pause(desk, 500)
    desk.advance(to_ms=2550)
    for at_ms in (2400, 2390, 2380):
        desk.press(AMBER, CARD2, at_ms=at_ms)
    assert (pauses(desk), desk.match.state.sit.pauses) == (["players"], (0, 1))


def test_gen_5_against_bots_pauses_are_not_counted(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, players=("bot:random", "human"))
    ask_for_pauses(desk, 5)
    assert pauses(desk) == ["players"] * 5


@pytest.mark.parametrize("rules", [4, RULES])
@pytest.mark.parametrize("end", ["leave", "leave by a seat", "pauses", "ready"])
def test_gen_5_a_log_of_before_verifies_as_it_was_written(rules: int, end: str) -> None:
    match, now = Match(Setup("speed", {"ready_s": 10, "best_of": 3}, seed=3, rules=rules)), 0
    lines = list(match.opening())[:0]

    def wait(seconds: float, *pressed: str) -> None:
        nonlocal now
        for button in pressed:
            now += MS
            match.handle(Press(AMBER, button, True, now, "test"))
        now += round(seconds * S)
        match.advance(now)
        lines.extend(match.final())
        for button in pressed:
            now += MS
            match.handle(Press(AMBER, button, False, now, "test"))

    wait(1, ACTION)
    match.handle(Press(BLUE, ACTION, True, now + 1, "test"))
    wait(1, ACTION)
    wait(9, CARD2)
    for _ in range(5 if end == "pauses" else 0):
        wait(3, CARD1, CARD5, ACTION)
        match.handle(Control("resume", now + 1))
        wait(5)
    match.handle(Control("leave", now + 1, seat=AMBER if end == "leave by a seat" else -1))
    wait(1)
    match.close()
    lines += match.final()
    text = f"{header(match.setup)}\n{text_of(lines)}"
    verify(read(text.encode()))
    assert ('"seat":0}' in text) is (rules == RULES and end == "pauses")
    assert text.count('"pause":"players"') == (0 if end != "pauses" else 3 if rules == RULES else 5)


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


# GEN-7: seats


def test_gen_7_seats_are_named_clockwise_and_any_may_be_a_bot() -> None:
    seats = seats_of("human", "bot:fast", "bot:slow", "human")
    assert [seat.name for seat in seats] == ["AMBER", "BLUE", "GREEN", "YELLOW"]
    assert [seat.is_human for seat in seats] == [True, False, False, True]


def test_gen_7_a_press_of_no_seat_or_no_button_is_the_callers_mistake(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN)
    for seat, button in ((2, CARD1), (-1, CARD1), (AMBER, "CARD9")):
        with pytest.raises(ValueError, match="no such seat or button"):
            desk.press(seat, button, at_ms=100)


# GEN-8: caps


def test_gen_8_at_the_deals_cap_the_fewest_cards_win(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "2D 2C 7C"), centre=("6S", "QD"), caps=(10, 300), stall_s=60)
    desk.press(AMBER, LEFT, at_ms=100)
    desk.advance(to_ms=9999)
    assert desk.table.phase == "play"
    desk.advance(to_ms=10_000)
    assert desk.phases()[-2:] == ["cap", "over"]
    assert (desk.table.number("won"), desk.table.number("score.0")) == (AMBER, 1)


def test_gen_8_equal_at_the_cap_is_void(sit_down: "SitDown") -> None:
    desk = sit_down(**{**OPEN, "hands": ("7H 2H", "7D 2C")}, caps=(10, 0), stall_s=60)
    desk.press(AMBER, LEFT, at_ms=100)
    desk.advance(to_ms=10_000)
    assert desk.phases()[-3:] == ["cap", "void", "over"]


def test_gen_8_the_matchs_cap_counts_play_time_and_ends_the_match(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H 2S", "7D"), centre=("6S", "QD"), caps=(0, 12), stall_s=60, best_of=7)
    desk.tap(BLUE, CARD1, at_ms=5000)
    assert desk.table.phase == "over"
    desk.advance(to_ms=11_000)
    desk.open_deal()
    desk.press(AMBER, LEFT, at_ms=100)
    desk.advance(to_ms=6999)
    assert desk.match.outcome is None
    desk.advance(to_ms=7000)
    assert desk.match.outcome == (BLUE, "cap", (0, 1))
    assert "cap" in desk.phases()


def test_gen_8_the_matchs_cap_has_its_outcome_at_once_and_a_deals_cap_after_the_last_race(sit_down: "SitDown") -> None:
    of_match = sit_down(**OPEN, caps=(0, 10), stall_s=60)
    of_deal = sit_down(hands=("7H 2H", "7D"), centre=("6S", "QD"), caps=(10, 0), stall_s=60, best_of=1)
    of_match.press(AMBER, LEFT, at_ms=100)
    of_deal.press(AMBER, LEFT, at_ms=100)
    for desk, wait_ms in ((of_match, 0), (of_deal, 300)):
        desk.advance(to_ms=10_000 + wait_ms)
        cap = next(entry for entry in desk.entries if ("phase", "cap") in entry.effects)
        assert isinstance(desk.entries[-1], OutcomeLine)
        assert desk.entries[-1].t - cap.t == wait_ms * MS


def test_gen_8_a_pause_is_no_play_time(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, caps=(10, 0), stall_s=60)
    desk.control("pause", at_ms=1000)
    desk.advance(to_ms=15_000)
    desk.control("resume", at_ms=15_000)
    desk.press(AMBER, LEFT, at_ms=18_100)
    desk.advance(to_ms=26_999)
    assert desk.table.phase == "play"
    desk.advance(to_ms=27_000)
    assert desk.table.phase == "over"


def test_gen_8_0_is_off(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "7D 2C"), centre=("6S", "QD"), caps=(0, 0), stall_s=60)
    for moment in range(1, 20):
        desk.tap(AMBER, LEFT, at_ms=20_000 * moment)
        desk.advance(to_ms=20_000 * moment + 10)
    assert "cap" not in desk.phases()


# GEN-13: sudden death

EVEN = {**OPEN, "hands": ("7H 2H", "7D 2C"), "caps": (0, 10), "stall_s": 60, "sudden_death": True}


def test_gen_13_a_tie_at_the_matchs_cap_goes_to_who_gets_ahead(sit_down: "SitDown") -> None:
    desk = sit_down(**EVEN)
    desk.press(AMBER, LEFT, at_ms=100)
    desk.advance(to_ms=10_000)
    assert desk.match.outcome is None and ("say", -1, "sudden_death") in desk.entries[-1].effects
    desk.release(AMBER, LEFT, at_ms=11_000)
    desk.tap(BLUE, CARD1, at_ms=14_000)
    desk.tap(AMBER, CARD1, at_ms=14_004)
    margins = [entry.margin_ns for entry in desk.entries if isinstance(entry, CommandLine)]
    assert margins[-1] == 4 * MS, "it lost to the press that ended the match"
    desk.advance(to_ms=14_300)
    assert desk.match.outcome == (BLUE, "sudden_death", (0, 0))


def test_gen_13_two_presses_that_both_would_win_compete(sit_down: "SitDown") -> None:
    desk = sit_down(**{**EVEN, "centre": ("6S", "6D")})
    desk.press(AMBER, LEFT, at_ms=100)
    desk.advance(to_ms=10_000)
    desk.press(BLUE, RIGHT, at_ms=10_900)
    desk.press(AMBER, CARD1, at_ms=11_000, res_us=500)
    desk.press(BLUE, CARD1, at_ms=11_000.1, res_us=500)
    desk.advance(to_ms=12_000)
    heat = next(entry for entry in desk.entries if isinstance(entry, CommandLine) and entry.dead_heat)
    assert heat.dead_heat == (AMBER, BLUE)
    assert desk.match.outcome == (heat.seat, "sudden_death", (0, 0))


@pytest.mark.parametrize("game", GAMES)
def test_gen_13_every_preset_that_may_end_in_a_tie_goes_on(game: type[Game]) -> None:
    for preset in game.info.presets:
        options = set_up(game.info.id, {}, preset.name, preset.seats).options
        assert options.sudden_death == (options.caps[1] > 0), preset.name


# GEN-14: the last lap

LAP = {
    "hands": ("7H 9H 9C 2H 3H", "8D TD 9S 2D 3D"),
    "centre": ("6S", "QD"),
    "last_lap": 60,
    "caps": (0, 0),
    "stall_s": 60,
}


@pytest.fixture
def lap(sit_down: "SitDown") -> "Desk":
    """A deal of five cards each, up to the moment at which its last lap is due; somebody is there all the time."""
    desk = sit_down(**LAP)
    for moment in (10_000, 20_000, 40_000, 50_000):
        desk.tap(AMBER, LEFT, at_ms=moment)
    return desk


def test_gen_14_it_is_announced_half_a_minute_before_it_begins(lap: "Desk") -> None:
    said = {effect[2]: entry.t // S for entry in lap.entries for effect in entry.effects if effect[0] == "say"}
    assert said == {"lap_soon": 33}, "after 30 s of play; the countdown is none"
    lap.advance(to_ms=60_000)
    assert ("say", -1, "last_lap") in lap.effects("say") and lap.match.table.number("goal") == 2


def test_gen_14_who_is_down_to_the_goal_first_has_won_the_match(lap: "Desk") -> None:
    for seat, card, moment in ((AMBER, CARD1, 60_100), (BLUE, CARD1, 60_200), (AMBER, CARD3, 60_300)):
        lap.tap(seat, card, at_ms=moment)
    lap.tap(BLUE, CARD2, at_ms=60_400)
    lap.tap(AMBER, CARD2, at_ms=60_500)
    assert lap.match.table.phase == "over"
    lap.advance(to_ms=61_000)
    assert lap.match.outcome == (AMBER, "last_lap", (1, 0))


def test_gen_14_two_presses_that_both_reach_the_goal_compete(lap: "Desk") -> None:
    for seat, card, moment in ((AMBER, CARD1, 60_100), (BLUE, CARD1, 60_200), (AMBER, CARD3, 60_300)):
        lap.tap(seat, card, at_ms=moment)
    lap.tap(BLUE, CARD2, at_ms=60_400)
    lap.tap(BLUE, CARD3, at_ms=60_504)
    assert lap.match.table.number("won") == BLUE
    lap.tap(AMBER, CARD2, at_ms=60_500)
    beaten = lap.commands("play")[-1]
    assert (beaten.seat, beaten.beaten_by, beaten.margin_ns) == (BLUE, AMBER, 4 * MS)
    lap.advance(to_ms=61_000)
    assert lap.match.outcome == (AMBER, "last_lap", (1, 0))


def test_gen_14_every_half_minute_the_goal_is_a_card_nearer(lap: "Desk") -> None:
    goals = []
    for moment in range(65_000, 215_000, 10_000):
        lap.tap(AMBER, LEFT, at_ms=moment)
        goals.append(lap.match.table.number("goal"))
    assert goals[:3] == [2, 2, 2] and goals[3:6] == [3, 3, 3] and goals[6:] == [4] * 9, "the last card is played"


def test_gen_14_a_lead_in_deals_is_made_good_by_one_more(sit_down: "SitDown") -> None:
    match = sit_down(**LAP).match
    game, draft = match.game, Draft(match.table)
    draft.set("lap", LAST_LAP)
    draft.phase("over")
    draft.score(AMBER, 1)
    assert game.result(draft.now()) == (AMBER, "last_lap", (1, 0))
    draft.score(BLUE, 1)
    assert game.result(draft.now()) is None, "the next deal of the lap decides"


BEGINNER = replace(
    SLOW,
    react_ns=2_200 * MS,
    move_ns=420 * MS,
    seek_ns=1_900 * MS,
    slip=0.06,
    blur=4.0,
    miss=0.4,
    solves=0.08,
    errs=0.1,
)


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize(
    ("game", "preset"),
    [("spit", "classic_spit"), ("speed_uno", "speed_uno_duel"), ("speah", "speah_short"), ("speed", "five_card_spit")],
)
def test_gen_14_beginners_end_a_match_by_play_and_in_time(game: str, preset: str, seed: int) -> None:
    setup = Setup(game, {}, seats_of("bot:slow", "bot:slow"), seed, preset)
    match = play_bots(setup, {seat: Person(BEGINNER) for seat in range(2)})
    assert match.outcome is not None and match.outcome.reason != "cap"
    assert match.final()[-1].t < 5 * 60 * S
    assert {("phase", "cap"), ("set", "sudden", True)}.isdisjoint(
        effect for entry in match.final() for effect in entry.effects
    )


# GEN-10: options


def test_gen_10_an_unknown_option_is_named_with_the_nearest() -> None:
    with pytest.raises(OptionError, match=r"unknown option joker for speed; did you mean jokers\?"):
        set_up("speed", {"joker": True})


@pytest.mark.parametrize(
    ("name", "value", "takes"),
    [
        ("hand_size", 6, "5 | 4"),
        ("hand_size", "5", "5 | 4"),
        ("jokers", 1, "true or false"),
        ("turn_ms", 99, "100 to 3000"),
        ("turn_ms", True, "100 to 3000"),
        ("lockout_ms", -1, "or 0"),
        ("caps", (120,), "N,N: each 10 to 7200"),
        ("caps", (5, 300), "N,N: each 10 to 7200"),
        ("best_of", 2, "3 | 1 | 5 | 7"),
        ("deal", "22+4", "21+5"),
        ("running", True, "unknown option"),
        ("seats", 3, "unknown option"),
    ],
)
def test_gen_10_a_value_out_of_range_is_refused_with_what_it_takes(name: str, value: object, takes: str) -> None:
    with pytest.raises(OptionError) as fault:
        set_up("speed", {name: value})
    assert name in str(fault.value)
    assert takes in str(fault.value)


def test_gen_10_options_are_complete_and_a_presets_come_first() -> None:
    options = values_of(set_up("speed", {"target": 10}, "five_card_spit").options)
    assert (options["deal"], options["recycle"], options["target"]) == ("15+10+1", "keep_tops", 10)
    assert options["ready_s"] == 15


def test_gen_10_unknown_games_presets_and_bots_are_named_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"no game is called sped; did you mean speed\?"):
        find_game("sped")
    with pytest.raises(UnknownGame, match="speed has no preset nope"):
        find_preset(find_game("speed"), "nope")
    with pytest.raises(UnknownBot, match=r"no bot is called fas; did you mean fast\? .*slow, middling, fast"):
        find_brain("bot:fas")


# GEN-11: ready, countdown, false start


def test_gen_11_a_deal_waits_for_every_person_and_counts_down(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, is_open=False)
    desk.press(AMBER, ACTION, at_ms=100)
    assert desk.table.phase == "ready"
    desk.release(AMBER, ACTION, at_ms=110)
    desk.press(AMBER, ACTION, at_ms=200)
    assert (desk.table.phase, desk.table.flag("ready.0")) == ("ready", True)
    desk.press(BLUE, ACTION, at_ms=300)
    assert (desk.table.phase, desk.table.number("beat")) == ("countdown", 3)
    beats = []
    for moment in (1300, 2300, 3299, 3300):
        desk.advance(to_ms=moment)
        beats.append((desk.table.phase, desk.table.number("beat")))
    assert beats == [("countdown", 2), ("countdown", 1), ("countdown", 1), ("play", 0)]


def test_gen_11_a_bot_is_always_ready(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, players=("human", "bot:random"), is_open=False)
    desk.press(AMBER, ACTION, at_ms=100)
    desk.release(AMBER, ACTION, at_ms=110)
    desk.press(AMBER, ACTION, at_ms=200)
    assert desk.table.phase == "countdown"


def test_gen_11_nobody_ready_before_the_first_deal_goes_back_to_the_title(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, is_open=False, ready_s=10)
    desk.press(AMBER, ACTION, at_ms=100)
    desk.advance(to_ms=10_099)
    assert desk.match.outcome is None
    desk.advance(to_ms=10_100)
    assert desk.match.outcome is not None and desk.match.outcome.reason == "left"


def test_gen_11_later_it_is_a_pause(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D 2C"), centre=("6S", "QD"), ready_s=10)
    desk.tap(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=6500)
    assert desk.table.phase == "ready"
    desk.advance(to_ms=16_499)
    assert pauses(desk) == []
    desk.advance(to_ms=16_500)
    assert pauses(desk) == ["ready"]
    assert desk.match.outcome is None


def test_gen_11_a_deal_waits_only_once_for_somebody_who_does_not_get_ready(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D 2C"), centre=("6S", "QD"), ready_s=10)
    desk.tap(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=16_500)
    assert pauses(desk) == ["ready"]
    desk.control("resume", at_ms=20_000)
    desk.advance(to_ms=20_000)
    assert desk.table.phase == "countdown", "whoever is there is not held up"
    desk.advance(to_ms=30_000)
    assert (desk.table.phase, pauses(desk)) == ("play", ["ready"])
    desk.assert_log_replays()


def counting_down(sit_down: "SitDown", **options: object) -> "Desk":
    desk = sit_down(**OPEN, is_open=False, **options)
    desk.tap(AMBER, ACTION, at_ms=100)
    desk.tap(AMBER, ACTION, at_ms=200)
    desk.tap(BLUE, ACTION, at_ms=300)
    return desk


def test_gen_11_a_press_in_the_countdown_is_a_false_start_and_ignored(sit_down: "SitDown") -> None:
    desk = counting_down(sit_down)
    desk.press(AMBER, CARD1, at_ms=3299.9)
    assert desk.last_press().ignored == "countdown"
    assert desk.effects("foul") == [("foul", AMBER, "false_start")]
    desk.advance(to_ms=3300)
    desk.release(AMBER, CARD1, at_ms=3301)
    desk.press(AMBER, CARD1, at_ms=3302)
    assert desk.cards("centre.0") == "6S 7H"


def test_gen_11_a_penalty_locks_the_seat_that_long_after_the_start(sit_down: "SitDown") -> None:
    desk = counting_down(sit_down, false_start_ms=400)
    desk.tap(AMBER, CARD1, at_ms=1500)
    desk.advance(to_ms=3300)
    desk.tap(AMBER, CARD1, at_ms=3699)
    assert desk.last_press().ignored == "locked"
    desk.tap(AMBER, CARD1, at_ms=3700)
    assert desk.cards("centre.0") == "6S 7H"


# What a match is made of


HAVE_ONE = ("spit", "mod_spit", "speed")
BOTS = seats_of("bot:middling", "bot:fast")


def log_of(game: str, handicap: tuple[int, ...], seed: int = 3) -> str:
    """The log of a match of two bots."""
    setup = Setup(game, {"handicap": handicap, "caps": (60, 60)}, BOTS, seed)
    brains = {seat: find_brain(info.player) for seat, info in enumerate(setup.seats)}
    return f"{header(setup)}\n{text_of(play_bots(setup, brains).final())}"


@pytest.mark.parametrize("game", HAVE_ONE)
@pytest.mark.parametrize("even", [(), (0, 0), [0, 0, 0]])
def test_gen_12_no_handicap_is_no_word_in_the_header(game: str, even: Any) -> None:
    assert header(Setup(game, {"handicap": even})) == header(Setup(game))
    assert "handicap" not in header(Setup(game))
    assert not is_handicapped(values_of(set_up(game, {"handicap": even}).options))


@pytest.mark.parametrize("game", HAVE_ONE)
def test_gen_12_the_header_has_a_number_for_each_seat_and_reads_back(game: str) -> None:
    first = header(Setup(game, {"handicap": [0, 2]}))
    assert '"handicap":[0,2]' in first
    again = read(f"{first}\n".encode()).setup
    assert header(again) == first
    assert is_handicapped(again.options)


@pytest.mark.parametrize("game", [game.info.id for game in GAMES if game.info.id not in HAVE_ONE])
def test_gen_12_games_that_have_none_refuse_it_by_name(game: str) -> None:
    assert "handicap" not in [option.name for option in find_game(game).info.all_options()]
    with pytest.raises(OptionError, match=f"^option handicap: {game} has none; leave it out$"):
        set_up(game, {"handicap": (1, 0)})


@pytest.mark.parametrize(
    ("given", "seats", "message"),
    [
        ((1, 1), 2, "at least one of them 0"),
        ((-1, 0), 2, "0 to 20"),
        ((21, 0), 2, "0 to 20"),
        ((True, 0), 2, "0 to 20"),
        ("4,0", 2, "a whole number for each seat"),
        (4, 2, "a whole number for each seat"),
        ((4, 0, 0), 2, "takes 2 numbers, one for each seat"),
        ((4, 0), 3, "takes 3 numbers, one for each seat"),
    ],
)
def test_gen_10_another_handicap_is_refused_with_what_it_takes(given: Any, seats: int, message: str) -> None:
    with pytest.raises(OptionError, match="option handicap = ") as refused:
        set_up("spit", {"handicap": given}, seats=seats)
    assert message in str(refused.value)


@given(numbers=st.lists(st.integers(0, 20), max_size=4), seats=st.integers(2, 4))
def test_gen_10_any_numbers_make_a_match_or_one_message(numbers: list[int], seats: int) -> None:
    try:
        options = set_up("spit", {"handicap": numbers, "packs": 2}, seats=seats).options
    except OptionError as refused:
        assert "handicap = " in str(refused) and "\n" not in str(refused)
    else:
        assert options.handicap == (tuple(numbers) if any(numbers) else ())


def test_a_handicap_for_one_seat_is_an_option_to_set_a_match_up_by() -> None:
    assert handicap_of(2, 1, 4) == {"handicap": (0, 4)}
    assert handicap_of(4, 0, 3) == {"handicap": (3, 0, 0, 0)}
    assert handicap_of(2, 0, 0) == {}
    assert handicap_of(2, 1, 0, 300) == {"face_down_ms": (0, 300)}
    assert handicap_in(handicap_of(2, 1, 4)) == (1, Handicap(4))
    assert handicap_in(handicap_of(2, 0, 0, 300)) == (0, Handicap(0, 300))
    assert handicap_in({}) is handicap_in({"handicap": ()}) is None
    assert is_handicapped(handicap_of(2, 0, 1)) and not is_handicapped(handicap_of(2, 0, 0))


@pytest.mark.parametrize("game", HAVE_ONE)
def test_gen_12_a_log_with_a_handicap_is_verified_and_another_handicap_found(game: str) -> None:
    log = log_of(game, (2, 0))
    verify(read(log.encode()))
    for other in ("[0,2]", "[1,0]"):
        with pytest.raises(Divergence):
            verify(read(log.replace("[2,0]", other, 1).encode()))
    for wrong in ("[2,1]", "[2]", "[2,0,0]", '"2,0"', "[2.0,0]"):
        with pytest.raises(LogError, match=r"^line 1.*handicap"):
            read(log.replace("[2,0]", wrong, 1).encode())


# What a handicap is worth


@given(game=st.sampled_from([*HAVE_ONE, "speah"]), shares=st.lists(st.floats(0, 1), min_size=2, max_size=2))
def test_a_larger_lead_never_gets_a_smaller_handicap(game: str, shares: list[float]) -> None:
    less, more = (handicap_for(game, share) for share in sorted(shares))
    assert less <= more


@pytest.mark.parametrize("game", HAVE_ONE)
def test_nobody_but_the_stronger_gets_one_and_the_largest_has_a_cap(game: str) -> None:
    assert handicap_for(game, 0.5) == handicap_for(game, 0.1) == Handicap()
    assert handicap_for(game, 1.0) == WORTH[game][-1][0] > Handicap()
    assert [handicap_for(game, share) for _, share in WORTH[game]] == [each for each, _ in WORTH[game]]
    for each, _ in WORTH[game]:
        set_up(game, handicap_of(2, 1, *each))


def test_a_game_without_handicaps_offers_none() -> None:
    assert handicap_for("speed_uno", 0.99) == handicap_for("speah", 0.99) == Handicap()
    assert set(WORTH) == set(HAVE_ONE)


@pytest.mark.parametrize("share", [-0.01, 1.01, float("nan")])
def test_a_share_is_from_0_to_1(share: float) -> None:
    with pytest.raises(ValueError, match="share of matches"):
        handicap_for("spit", share)


def read_handicap(cell: str) -> Handicap:
    """A handicap as the page has it: ``4`` cards, or ``2 s``."""
    seconds = cell.removesuffix(" s")
    return Handicap(int(cell)) if seconds == cell else Handicap(0, round(1000 * float(seconds)))


def rows_of(page: str, heading: str) -> list[list[str]]:
    """The cells of the table under a heading, without its head."""
    below = page.partition(f"\n### {heading}\n")[2].partition("\n#")[0]
    lines = [line for line in below.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


@pytest.mark.parametrize(("game", "heading"), [("spit", "Spit"), ("speed", "Speed"), ("mod_spit", "Mod-Spit")])
def test_the_table_is_that_of_the_page(game: str, heading: str, repository: Path) -> None:
    rows = rows_of((repository / "docs" / "handicaps.md").read_text(encoding="utf-8"), heading)
    measured = {read_handicap(cells[0]): 1 - float(cells[1].partition("%")[0]) / 100 for cells in rows if cells[1]}
    assert {cards: measured[cards] for cards, _ in WORTH[game]} == pytest.approx(dict(WORTH[game]))
    offered = {read_handicap(cells[0]): cells[-1] for cells in rows if cells[-1]}
    assert set(offered) == {cards for cards, _ in WORTH[game]}
    for cards, share in offered.items():
        least = float(share.removesuffix("%")) / 100
        assert handicap_for(game, least + 0.006) >= cards > handicap_for(game, least - 0.006)
