"""GEN-2 to GEN-4: what an attempt comes to, what mashing costs, and what a seat may know."""

from typing import TYPE_CHECKING

import pytest

from engine.cards import HIDDEN
from engine.games import GAMES, set_up
from engine.match import Match
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.setup import Setup, seats_of
from engine.units import S
from tests.engine.situations import OPEN

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


def test_gen_3_lockout_0_is_off(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, lockout_ms=0)
    miss(desk, 500, 510, 520)
    assert desk.effects("foul") == []
    assert desk.table.number("lock.0") == 0


def test_gen_3_a_first_miss_never_costs_more_than_any_other(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, lockout_ms=300, first_lockouts_ms=400)
    miss(desk, 500)
    assert lock_ms(desk, 500) == 300
    miss(desk, 900)
    assert lock_ms(desk, 900) == 400


def test_gen_3_without_locks_the_first_misses_lock_neither(sit_down: "SitDown") -> None:
    desk = sit_down(**OPEN, lockout_ms=0, first_lockouts_ms=200)
    miss(desk, 500, 510, 520)
    assert desk.effects("foul") == []


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
def test_gen_3_a_play_that_a_pile_took_300_ms_ago_is_no_miss(
    sit_down: "SitDown", later_ms: float, fouls: int
) -> None:
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
