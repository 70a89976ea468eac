"""GEN-1 and docs/architecture.md, "Late presses": who was first, by how much, until when that can change.

Between people, and between a person and a bot: a person's stamp is as good as its source, a live bot's is exact.
"""

import random
from collections.abc import Mapping
from math import sqrt
from typing import TYPE_CHECKING

import pytest

from engine.brain import Plan
from engine.game import Game
from engine.log import CLOCK_ERRORS
from engine.log_lines import CommandLine, OutcomeLine, PressLine, as_text
from engine.panel import CARDS, LEFT, Press
from engine.table import Scalar, Table
from engine.units import MS

if TYPE_CHECKING:
    from tests.engine.conftest import Desk, SitDown


AMBER, BLUE = 0, 1
CARD1, CARD2, *_ = CARDS
RACE = {"hands": ("7H 2H", "7D 2C"), "centre": ("6S", "QD"), "reserves": ("3H", "4H")}
"""Both seats can play their first card on the left pile; only one of them will."""


def winner(desk: "Desk") -> int:
    (line,) = (line for line in desk.commands("play") if line.ok)
    return line.seat


def loser(desk: "Desk") -> CommandLine:
    (line,) = (line for line in desk.commands("play") if not line.ok)
    return line


# The earlier press has it


@pytest.mark.parametrize("amber_ms", [400, 499, 499.9, 500.1, 501, 600])
@pytest.mark.parametrize("blue_comes_first", [False, True])
def test_gen_1_the_earlier_press_has_the_pile_whichever_arrives_first(
    sit_down: "SitDown", amber_ms: float, blue_comes_first: bool
) -> None:
    desk = sit_down(**RACE)
    presses = [(AMBER, amber_ms), (BLUE, 500.0)]
    for seat, at_ms in reversed(presses) if blue_comes_first else presses:
        desk.press(seat, CARD1, at_ms=at_ms)
    assert winner(desk) == (AMBER if amber_ms < 500 else BLUE)
    line = loser(desk)
    assert (line.why, line.beaten_by) == ("rank", winner(desk))
    assert line.margin_ns == round(abs(amber_ms - 500) * MS)
    assert line.dead_heat == ()


@pytest.mark.parametrize(("apart_ms", "told"), [(300, True), (300.001, False)])
def test_gen_1_a_photo_finish_is_within_300_ms(sit_down: "SitDown", apart_ms: float, told: bool) -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.press(BLUE, CARD1, at_ms=500 + apart_ms)
    assert (loser(desk).beaten_by == AMBER) is told


def test_gen_1_plays_that_do_not_hinder_each_other_are_no_contest(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "KD 2C"), centre=("6S", "QD"))
    desk.press(AMBER, CARD1, at_ms=500)
    desk.press(BLUE, CARD1, at_ms=500)
    assert [(line.ok, line.dead_heat) for line in desk.commands("play")] == [(True, ()), (True, ())]


def test_gen_1_the_race_for_the_last_card_has_a_margin_too(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D 2C"), centre=("6S", "QD"))
    desk.press(AMBER, CARD1, at_ms=500)
    desk.press(BLUE, CARD1, at_ms=502.5)
    line = loser(desk)
    assert (line.seat, line.why, line.beaten_by, line.margin_ns) == (BLUE, "phase", AMBER, 2_500_000)


# Dead heats


def dead_heat(
    sit_down: "SitDown", *, seed: int = 1, amber_us: float = 0, blue_us: float = 40, swap: bool = False
) -> int:
    desk = sit_down(**RACE, seed=seed)
    presses = [(AMBER, amber_us), (BLUE, blue_us)]
    for seat, at_us in reversed(presses) if swap else presses:
        desk.press(seat, CARD1, at_ms=500 + at_us / 1000, res_us=100)
    line = next(line for line in desk.commands("play") if line.ok)
    assert line.dead_heat == (AMBER, BLUE)
    assert line.dead_heat[line.draw] == line.seat
    assert (loser(desk).beaten_by, loser(desk).margin_ns) == (line.seat, round(abs(amber_us - blue_us) * 1000))
    return winner(desk)


@pytest.mark.parametrize("apart_us", [0, 1, 50, 99.999])
def test_gen_1_closer_than_the_resolution_is_drawn_and_told(sit_down: "SitDown", apart_us: float) -> None:
    assert dead_heat(sit_down, blue_us=apart_us) in (AMBER, BLUE)


def test_gen_1_as_far_as_the_resolution_is_no_dead_heat(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500, res_us=100)
    desk.press(BLUE, CARD1, at_ms=500.1, res_us=100)
    assert (winner(desk), loser(desk).margin_ns) == (AMBER, 100_000)
    assert all(line.dead_heat == () for line in desk.commands())


def test_gen_1_the_coarser_resolution_counts(sit_down: "SitDown") -> None:
    for amber_us, blue_us in ((1, 8000), (8000, 1)):
        desk = sit_down(**RACE)
        desk.press(AMBER, CARD1, at_ms=500, res_us=amber_us)
        desk.press(BLUE, CARD1, at_ms=507.999, res_us=blue_us)
        assert next(line for line in desk.commands() if line.ok and line.command.do == "play").dead_heat == (0, 1)


def test_gen_1_equal_stamps_are_a_dead_heat_however_fine_the_clock(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500, res_us=0)
    desk.press(BLUE, CARD1, at_ms=500, res_us=0)
    assert any(line.dead_heat == (0, 1) for line in desk.commands("play"))


def test_gen_1_the_lot_does_not_ask_which_press_arrived_first(sit_down: "SitDown") -> None:
    for seed in range(40):
        assert dead_heat(sit_down, seed=seed) == dead_heat(sit_down, seed=seed, swap=True)


@pytest.mark.parametrize(("amber_us", "blue_us"), [(0, 40), (40, 0), (0, 0)])
def test_gen_1_over_many_matches_each_seat_has_half_whoever_was_stamped_first(
    sit_down: "SitDown", amber_us: float, blue_us: float
) -> None:
    trials = 600
    won = sum(dead_heat(sit_down, seed=seed, amber_us=amber_us, blue_us=blue_us) for seed in range(trials))
    assert abs(won - trials / 2) < 4 * sqrt(trials) / 2


def test_gen_1_within_a_match_each_stamp_has_its_own_lot(sit_down: "SitDown") -> None:
    trials = 600
    won = sum(dead_heat(sit_down, amber_us=step, blue_us=step + 10) for step in range(0, trials * 100, 100))
    assert abs(won - trials / 2) < 4 * sqrt(trials) / 2


def test_gen_1_a_card_armed_in_the_same_instant_takes_part(sit_down: "SitDown") -> None:
    """BLUE's card fits both piles and is armed; its LEFT, closer than the resolution to AMBER's card, is a rival."""
    desk = sit_down(hands=("7H 2H", "7D 2C"), centre=("6S", "8D"))
    desk.press(AMBER, LEFT, at_ms=400)
    desk.press(BLUE, CARD1, at_ms=500.01)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.press(BLUE, LEFT, at_ms=500.02)
    assert any(line.dead_heat == (0, 1) for line in desk.commands("play"))
    desk.assert_log_replays()


# One clock where there is one


def board_press(desk: "Desk", seat: int, *, at_ms: float, tick_us: float, clock: str = "board") -> None:
    press = Press(seat, CARD1, True, desk.ns(at_ms), "board", 1000, clock, round(tick_us * 1000))
    desk.handle(press)


def test_gen_1_presses_of_one_clock_are_told_apart_in_its_ticks(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    board_press(desk, AMBER, at_ms=500, tick_us=7000)
    board_press(desk, BLUE, at_ms=500.0015, tick_us=7002)
    assert (winner(desk), loser(desk).margin_ns) == (AMBER, 2000)


def test_gen_1_the_same_tick_is_a_dead_heat(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    board_press(desk, AMBER, at_ms=500, tick_us=7000)
    board_press(desk, BLUE, at_ms=500.002, tick_us=7000)
    assert any(line.dead_heat == (0, 1) for line in desk.commands("play"))


def test_gen_1_presses_of_two_clocks_are_compared_in_time(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    board_press(desk, AMBER, at_ms=500, tick_us=7000, clock="one")
    board_press(desk, BLUE, at_ms=500.002, tick_us=7000, clock="two")
    assert (winner(desk), loser(desk).margin_ns) == (AMBER, 0)


@pytest.mark.parametrize("clock_errors", CLOCK_ERRORS)
@pytest.mark.parametrize(("one", "other", "off_us"), [("one", "two", 900), ("one", "", 900), ("one", "one", 0)])
def test_gen_1_the_margin_of_two_clocks_is_what_their_errors_leave_of_the_distance(
    sit_down: "SitDown", one: str, other: str, off_us: int, clock_errors: str
) -> None:
    desk = sit_down(**RACE, clock_errors=clock_errors)
    for seat, clock, us, res_us in ((AMBER, one, 500_000, 500), (BLUE, other, 502_500, 400)):
        press = Press(seat, CARD1, True, desk.ns(us / 1000), "board", res_us * 1000, clock, us * 1000, early_ns=100_000)
        desk.handle(press)
    off_us = off_us if clock_errors == "margin" else 0  # logs of before are verified as they were written
    assert (winner(desk), loser(desk).margin_ns) == (AMBER, (2400 - off_us) * 1000)
    desk.assert_log_replays()


def test_gen_1_a_dead_heat_of_two_clocks_has_no_margin(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    board_press(desk, AMBER, at_ms=500, tick_us=7000, clock="one")
    board_press(desk, BLUE, at_ms=500.0019, tick_us=7000, clock="two")
    assert next(line for line in desk.commands("play") if line.ok).dead_heat == (AMBER, BLUE)
    assert loser(desk).margin_ns == 0


# Finality


def test_a_press_within_the_horizon_is_put_in_its_place(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=749)
    update = desk.press(BLUE, CARD1, at_ms=499.5)
    assert winner(desk) == BLUE
    assert update.rewound_to == desk.ns(500)
    assert not update.refused


def test_a_press_later_than_the_horizon_is_refused_and_counted_and_nothing_changes(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=750)
    before = desk.table
    update = desk.press(BLUE, CARD1, at_ms=499.5)
    assert update.refused
    assert desk.match.late == 1
    assert (desk.table, update.entries) == (before, ())
    desk.press(BLUE, CARD1, at_ms=500.001)
    assert desk.match.late == 1


def test_our_own_stall_makes_no_press_too_late(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=3000, drained_ms=600)
    assert not desk.press(BLUE, CARD1, at_ms=450).refused
    assert winner(desk) == BLUE


def stands_in_log(desk: "Desk") -> bool:
    """Whether AMBER's seven is final."""
    return any(isinstance(entry, CommandLine) and entry.command.card == "7H" for entry in desk.log)


@pytest.mark.parametrize(("coarse_at_ms", "final_ms"), [(None, 20), (450, 20), (499, 49), (500, 50)])
def test_only_what_a_coarse_press_may_contest_is_final_later(
    sit_down: "SitDown", coarse_at_ms: float | None, final_ms: int
) -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    if coarse_at_ms is not None:
        desk.press(AMBER, "LEFT", at_ms=coarse_at_ms, res_us=60_000)
    desk.advance(to_ms=500 + 250 + final_ms - 0.001)
    assert not stands_in_log(desk)
    desk.advance(to_ms=500 + 250 + final_ms)
    assert stands_in_log(desk)


@pytest.mark.parametrize(("stamp_ms", "is_refused"), [(549.999, True), (550, False)])
def test_the_first_coarse_press_is_late_if_it_would_contest_what_is_final(
    sit_down: "SitDown", stamp_ms: float, is_refused: bool
) -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=500 + 250 + 20)
    assert stands_in_log(desk)
    assert desk.press(BLUE, CARD1, at_ms=stamp_ms, res_us=60_000).refused is is_refused
    assert desk.match.late == is_refused
    desk.assert_log_replays()


def test_what_is_final_is_told_once_and_in_order(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=749)
    assert not any(isinstance(entry, PressLine) and entry.button == CARD1 for entry in desk.log)
    desk.advance(to_ms=500 + 250 + 20)
    assert any(isinstance(entry, CommandLine) and entry.command.card == "7H" for entry in desk.log)
    assert desk.match.final() == []


def test_the_deciding_race_has_its_margin_and_the_outcome_comes_after_it(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D 2C"), centre=("6S", "QD"), best_of=1)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.press(BLUE, CARD1, at_ms=501)
    assert (loser(desk).beaten_by, loser(desk).margin_ns) == (AMBER, MS)
    desk.advance(to_ms=799)
    assert desk.match.outcome is None
    desk.advance(to_ms=800)
    assert desk.match.outcome == (AMBER, "deals", (1, 0))
    assert isinstance(desk.entries[-1], OutcomeLine)


def test_an_outcome_is_final_only_after_the_horizon(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D 2C"), centre=("6S", "QD"), best_of=1, horizon_ms=1000)
    desk.press(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=900)
    assert desk.match.outcome is not None
    assert not desk.match.is_final
    desk.press(BLUE, CARD1, at_ms=499)
    assert desk.match.outcome is None
    assert desk.cards("centre.0") == "6S 7D"


@pytest.mark.parametrize("stamp", [0, 1, 50_000])
@pytest.mark.parametrize("clock", ["", "board"])
def test_a_press_at_the_very_beginning_does_not_undo_it(sit_down: "SitDown", stamp: int, clock: str) -> None:
    desk = sit_down(is_open=False)
    desk.handle(Press(AMBER, CARD1, True, stamp, "test", 100_000, clock, stamp))
    assert desk.table.phase == "draw"
    desk.assert_log_replays()


@pytest.mark.parametrize(
    ("res_ms", "apart_ms", "is_drawn"), [(21, 20.99, True), (21, 21, False), (60, 49.99, True), (60, 50, False)]
)
def test_a_race_whose_stamps_may_be_further_wrong_is_not_judged_and_drawn_as_far_as_a_contest_reaches(
    sit_down: "SitDown", res_ms: int, apart_ms: float, is_drawn: bool
) -> None:
    desk = sit_down(**RACE)
    desk.press(AMBER, CARD1, at_ms=500, res_us=res_ms * 1000)
    desk.press(BLUE, CARD1, at_ms=500 + apart_ms, res_us=res_ms * 1000)
    contest = next(line for line in desk.commands("play") if line.dead_heat or line.beaten_by >= 0)
    assert bool(contest.dead_heat) is is_drawn
    assert contest.judged is False
    assert '"judged":false' in as_text(contest)
    assert desk.last_press().res == res_ms * MS
    desk.assert_log_replays()


# The first two faults that a tracker of such a game knew


def test_regression_the_same_pile_raced_for_is_given_to_one_seat_only(sit_down: "SitDown") -> None:
    for blue_us in (-200, -99, -1, 0, 1, 99, 200):
        desk = sit_down(**RACE)
        desk.press(AMBER, CARD1, at_ms=500, res_us=100)
        desk.press(BLUE, CARD1, at_ms=500 + blue_us / 1000, res_us=100)
        assert [line.ok for line in desk.commands("play")].count(True) == 1
        assert len(desk.table.zone("centre.0")) == 2
        desk.assert_log_replays()


def test_regression_both_last_cards_at_once_end_the_deal_void_and_it_is_dealt_again(sit_down: "SitDown") -> None:
    for blue_us in (-99, 0, 99):
        for best_of in (1, 3):
            desk = sit_down(hands=("7H", "KC"), centre=("6S", "QD"), best_of=best_of)
            desk.press(AMBER, CARD1, at_ms=500, res_us=100)
            desk.press(BLUE, CARD1, at_ms=500 + blue_us / 1000, res_us=100)
            assert desk.match.outcome is None
            assert (desk.table.phase, desk.table.number("won")) == ("over", -1)
            desk.advance(to_ms=7000)
            assert (desk.table.number("deal"), desk.table.phase) == (2, "ready")
            desk.open_deal()
            desk.press(AMBER, CARD1, at_ms=100)
            assert desk.table.number("score.0") == 1
            desk.assert_log_replays()


def test_both_last_cards_for_one_pile_are_a_race_with_one_winner(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D"), centre=("6S", "QD"))
    desk.press(AMBER, CARD1, at_ms=500, res_us=100)
    desk.press(BLUE, CARD1, at_ms=500.05, res_us=100)
    assert desk.table.number("won") in (AMBER, BLUE)
    assert "void" not in desk.phases()


# A contest ends where the match stops


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("stop", ["pause", "leave"])
def test_gen_1_no_press_behind_a_stop_contests_one_before_it(sit_down: "SitDown", seed: int, stop: str) -> None:
    def stopped(order: tuple[int, ...]) -> bytes:
        desk = sit_down(**RACE, seed=seed)
        doing = (
            lambda: desk.press(AMBER, CARD1, at_ms=500, res_us=20_000),
            lambda: desk.control(stop, at_ms=505, why="menu" if stop == "pause" else ""),
            lambda: desk.press(BLUE, CARD1, at_ms=510, res_us=20_000),
        )
        for place in order:
            doing[place]()
        assert winner(desk) == AMBER
        if stop == "pause":
            desk.control("leave", at_ms=900)
        return desk.finished_log()

    assert len({stopped(order) for order in ((0, 1, 2), (2, 1, 0), (0, 2, 1), (2, 0, 1))}) == 1


# As finely as the clock counts, however coarse its place among other clocks is


@pytest.mark.parametrize(("apart_us", "is_tie"), [(0, True), (1, False), (2, False)])
def test_gen_1_one_board_is_judged_by_its_tick(sit_down: "SitDown", apart_us: int, is_tie: bool) -> None:
    desk = sit_down(**RACE)
    for seat, tick_us in ((BLUE, 7_000_000 + apart_us), (AMBER, 7_000_000)):
        at = desk.ns(500) + tick_us * 1000 - 7_000_000_000
        press = Press(seat, CARD1, True, at, "board", 800_000, "one", tick_us * 1000, 1000)
        desk.handle(press)
    assert bool(next(line for line in desk.commands("play") if line.ok).dead_heat) is is_tie
    if not is_tie:
        assert (winner(desk), loser(desk).margin_ns) == (AMBER, apart_us * 1000)
    desk.assert_log_replays()


def test_gen_1_two_boards_are_judged_by_the_error_of_their_common_time(sit_down: "SitDown") -> None:
    desk = sit_down(**RACE)
    for seat, clock in ((BLUE, "two"), (AMBER, "one")):
        press = Press(seat, CARD1, True, desk.ns(500 + seat * 0.7), clock, 800_000, clock, 1, 1000)
        desk.handle(press)
    assert next(line for line in desk.commands("play") if line.ok).dead_heat == (AMBER, BLUE)


PERSON, BOT = 0, 1
SEEDS = range(24)


class Once:
    """A bot that presses CARD1 half a second after it first thinks, and never again while its card is gone."""

    def reaction_ns(self, scalars: Mapping[str, Scalar], seat: int, stream: random.Random) -> int:
        return MS

    def plan(self, game: Game, view: Table, seat: int, stream: random.Random) -> Plan:
        if view.top("seat1.hand1") != "7D" or view.number("misses.1"):
            return Plan()
        return Plan(((500 * MS, CARD1, True), (540 * MS, CARD1, False)), 10_000 * MS)


def race_with_a_bot(
    sit_down: "SitDown", seed: int, apart_us: float | None, late_ms: float = 0, bot_res_us: int = 0
) -> "Desk":
    """The race_with_a_bot: the person presses so long behind the bot, or before it, and the press arrives so late."""
    desk = sit_down(**RACE, seed=seed, players=("human", "bot:fast"), brains={BOT: Once()}, bot_res_us=bot_res_us)
    if apart_us is None:
        desk.advance(700)
        return desk
    at_ms = bots_press_ms(sit_down, seed) + apart_us / 1000
    desk.advance(at_ms + late_ms)
    desk.press(PERSON, CARD1, at_ms=at_ms, res_us=100, source="gpio")
    desk.advance(at_ms + 250)
    return desk


def bots_press_ms(sit_down: "SitDown", seed: int) -> float:
    """When the bot presses, in a match without a rival."""
    desk = race_with_a_bot(sit_down, seed, None)
    (line,) = (entry for entry in desk.entries if isinstance(entry, PressLine) and entry.seat == BOT and entry.pressed)
    return (line.t - desk.opened_ns) / MS


@pytest.mark.parametrize("late_ms", [0, 200])
@pytest.mark.parametrize("apart_us", [-99.9, -1, 0, 1, 99.9])
def test_gen_1_a_bot_and_a_person_closer_than_the_persons_stamp_are_drawn(
    sit_down: "SitDown", apart_us: float, late_ms: float
) -> None:
    winners = []
    for seed in SEEDS:
        (line,) = (line for line in race_with_a_bot(sit_down, seed, apart_us, late_ms).commands("play") if line.ok)
        assert line.dead_heat == (PERSON, BOT) and line.judged
        winners.append(line.seat)
    assert len(SEEDS) / 4 < sum(winners) < len(SEEDS) * 3 / 4


def test_a_live_bots_stamp_is_exact(sit_down: "SitDown") -> None:
    told = race_with_a_bot(sit_down, 1, None).entries
    assert {line.res for line in told if isinstance(line, PressLine) and line.seat == BOT} == {0}


@pytest.mark.parametrize("late_ms", [0, 200])
@pytest.mark.parametrize("apart_us", [-5099, 5099, -5101, 5101])
def test_gen_1_a_coarse_bot_and_a_person_are_drawn_however_late_the_press_arrives(
    sit_down: "SitDown", apart_us: float, late_ms: float
) -> None:
    desk = race_with_a_bot(sit_down, 1, apart_us, late_ms, bot_res_us=5000)
    (line,) = (line for line in desk.commands("play") if line.ok)
    assert (line.dead_heat == (PERSON, BOT)) is (abs(apart_us) < 5100)


@pytest.mark.parametrize("late_ms", [0, 200])
@pytest.mark.parametrize("apart_us", [-100, 100, 20_000])
def test_gen_1_beyond_it_the_earlier_has_it_whoever_it_is(sit_down: "SitDown", apart_us: float, late_ms: float) -> None:
    for seed in SEEDS[:6]:
        (line,) = (line for line in race_with_a_bot(sit_down, seed, apart_us, late_ms).commands("play") if line.ok)
        assert line.dead_heat == ()
        assert line.seat == (PERSON if apart_us < 0 else BOT)
