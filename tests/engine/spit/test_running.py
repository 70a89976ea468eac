"""SPIT-27: the piles in the middle are a run away; each table is set up for what it shows."""

from typing import TYPE_CHECKING

import pytest

from engine.errors import OptionError
from engine.game import RULES
from engine.games import set_up
from engine.log_lines import PressLine
from engine.panel import ACTION, LEFT, RIGHT

if TYPE_CHECKING:
    from tests.engine.spit.conftest import MakeDesk, MakeSpot

RUN = {
    "seat0.stock1": "~2C 7H",
    "seat0.stock2": "~2H 4D",
    "seat0.spit": "~2D",
    "seat1.stock1": "7C",
    "seat1.stock2": "~KC 8C",
    "seat1.spit": "~KD",
    "centre.0": "6S",
    "centre.1": "KS",
}
"""Both seven go on the six; BLUE's eight goes on a seven."""


def test_spit_27_a_play_lands_travel_ms_after_the_press(spot: "MakeSpot") -> None:
    table = spot(RUN, running=True)
    table.do(0, "play", "7H", "stock1", "centre.0", at_ms=1000)
    assert table.zone("centre.0") == "6S" and table.zone("seat0.stock1") == "~2C 7H"
    table.due(1800)
    assert table.zone("centre.0") == "6S 7H" and table.zone("seat0.stock1") == "~2C"


def test_spit_27_meanwhile_its_seat_can_do_nothing_and_the_other_can(spot: "MakeSpot") -> None:
    table = spot({**RUN, "seat0.stock2": "~4D"}, running=True, travel_ms=3000)
    table.do(0, "play", "7H", "stock1", "centre.0")
    assert table.why(0, "turn", source="stock2") == "away"
    assert table.game.legal(table.table, 0) == []
    assert table.game.guarded(table.table, 0, 0, 1) and not table.game.guarded(table.table, 1, 0, 1)
    assert table.key(0, "CARD2").command is None
    assert table.why(1, "play", "8C", "stock2", "centre.0") is None, "on the seven that will lie there"
    assert not table.is_stuck()


def test_spit_27_a_press_of_one_who_runs_is_guarded(desk: "MakeDesk") -> None:
    table = desk(RUN, running=True)
    table.tap(0, "CARD1", 1000)
    assert table.tap(0, "CARD2", 1100) is None
    presses = [entry for entry in table.entries if isinstance(entry, PressLine) and entry.pressed]
    assert (presses[-1].seat, presses[-1].ignored) == (0, "guarded")


def test_spit_27_who_sets_off_first_is_there_first_and_the_other_has_lost_the_race(desk: "MakeDesk") -> None:
    table = desk(RUN, running=True)
    table.tap(0, "CARD1", 1000)
    line = table.tap(1, "CARD1", 1040)
    assert line is not None and not line.ok
    assert (line.why, line.beaten_by, line.margin_ns) == ("rank", 0, 40_000_000)
    table.advance(1850)
    assert table.match.table.zone("centre.0") == ("6S", "7H")
    assert not table.match.table.number("misses.1")


def test_spit_27_what_looks_right_and_is_taken_by_a_runner_is_no_miss(desk: "MakeDesk") -> None:
    table = desk(RUN, running=True)
    table.tap(0, "CARD1", 1000)
    line = table.tap(1, "CARD1", 1700)
    assert line is not None and not line.ok and line.beaten_by < 0
    assert not table.match.table.number("misses.1")


@pytest.mark.parametrize(("rules", "misses"), [(RULES, 0), (1, 1)])
def test_gen_3_a_card_that_was_promised_by_a_runner_who_was_sent_home_is_no_miss(
    desk: "MakeDesk", rules: int, misses: int
) -> None:
    table = desk({**RUN, "centre.1": "6D"}, running=True, twin_call=True, rules=rules)
    table.tap(0, "CARD1", 900)
    table.tap(0, LEFT, 1000)
    assert table.match.table.text("away") == "0"
    table.tap(1, ACTION, 1100)
    assert table.match.table.text("away") == "", "the call for twins sent AMBER home"
    line = table.tap(1, "CARD2", 1200)
    assert line is not None and not line.ok, "the 8 went on the 7 that was to lie there"
    assert table.match.table.number("misses.1") == misses


def test_gen_3_it_is_one_300_ms_after_the_runner_came_home(desk: "MakeDesk") -> None:
    table = desk({**RUN, "centre.1": "6D"}, running=True, twin_call=True)
    table.tap(0, "CARD1", 900)
    table.tap(0, LEFT, 1000)
    assert table.match.table.text("away") == "0"
    table.tap(1, ACTION, 1100)
    table.tap(1, "CARD2", 1401)
    assert table.match.table.number("misses.1") == 1


def test_spit_27_two_runners_land_in_the_order_in_which_they_set_off(desk: "MakeDesk") -> None:
    table = desk(RUN, running=True)
    table.tap(0, "CARD1", 1000)
    table.tap(1, "CARD2", 1300)
    assert table.match.table.text("away") == "0 1"
    table.advance(2500)
    assert table.match.table.zone("centre.0") == ("6S", "7H", "8C")
    assert table.match.table.text("away") == ""


@pytest.mark.parametrize(("apart_us", "is_heat"), [(0, True), (99, True), (100, False)])
def test_spit_27_a_dead_heat_of_departures_is_drawn(desk: "MakeDesk", apart_us: int, is_heat: bool) -> None:
    winners = set()
    for seed in range(8):
        table = desk(RUN, seed=seed, running=True)
        table.press(0, "CARD1", 1000, res_us=100)
        table.press(1, "CARD1", 1000 + apart_us / 1000, res_us=100)
        heats = [line for line in table.commands("play") if line.dead_heat]
        assert bool(heats) == is_heat
        winners.add(next(line.seat for line in table.commands("play") if line.ok))
    assert winners == ({0, 1} if is_heat else {0})


def test_spit_27_two_last_cards_that_set_off_in_a_dead_heat_are_drawn(desk: "MakeDesk") -> None:
    zones = {**RUN, "seat0.stock1": "7H", "seat0.stock2": "", "seat1.stock1": "QC", "seat1.stock2": ""}
    finishers = set()
    for seed in range(8):
        table = desk(zones, seed=seed, running=True)
        table.press(1, "CARD1", 1000, res_us=100)
        table.press(0, "CARD1", 1000, res_us=100)
        table.advance(1900)
        assert table.phase == "slap"
        finishers.add(table.match.table.number("finisher"))
    assert finishers == {0, 1}


def test_spit_27_piles_that_are_taken_away_send_the_runner_home(spot: "MakeSpot") -> None:
    table = spot({**RUN, "centre.1": "6D"}, running=True, twin_call=True)
    table.do(0, "play", "7H", "stock1", "centre.0")
    table.do(1, "spit", at_ms=100)
    assert table.table.text("away") == "" and table.table.number("lands.0") == 0
    assert table.zone("seat0.stock1") == "~2C 7H"


def test_spit_27_the_end_of_a_deal_finds_the_card_where_it_was(spot: "MakeSpot") -> None:
    table = spot({**RUN, "seat1.stock2": ""}, running=True)
    table.do(1, "play", "7C", "stock1", "centre.0", at_ms=0)
    assert table.why(0, "play", "7H", "stock1", "centre.0") == "rank"
    table.due(800)
    assert table.table.phase == "slap"
    table.do(1, "slap", to="centre.1", at_ms=2000)
    assert table.zone("seat0.spit").split()[:2] == ["~2H", "~4D"]


def test_spit_27_in_a_relay_the_next_runner_is_called_after_each_play(spot: "MakeSpot") -> None:
    table = spot({**RUN, "centre.1": "5S"}, running=True, teams="relay")
    assert table.table.number("runner.0") == 1
    table.do(0, "play", "7H", "stock1", "centre.0")
    assert table.table.number("runner.0") == 1
    table.due(800)
    assert table.table.number("runner.0") == 2 and ("say", 0, "runner_2") in table.effects
    table.do(0, "play", "4D", "stock2", "centre.1", at_ms=1000)
    table.due(1800)
    assert table.table.number("runner.0") == 1 and ("say", 0, "runner_1") in table.effects


def test_spit_27_with_a_second_pair_of_panels_a_card_is_armed_at_home_and_played_over_there(desk: "MakeDesk") -> None:
    table = desk(RUN, running=True, travel_ms=0)
    assert table.tap(0, "CARD1", 1000) is None, "at home it is only taken up"
    assert table.match.table.text("armed.0") == "seat0.stock1"
    line = table.tap(0, LEFT, 3000)
    assert line is not None and line.ok
    assert table.match.table.zone("centre.0") == ("6S", "7H")
    assert table.tap(0, RIGHT, 3100) is None


def test_spit_27_a_relay_needs_runners() -> None:
    with pytest.raises(OptionError, match=r"teams = relay and running = false exclude each other"):
        set_up("spit", {"teams": "relay"})
