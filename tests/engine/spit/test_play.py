"""Spit: what may be played, turned, moved and stacked, how far away the middle may be, and what the buttons do.

SPIT-3 to SPIT-6, SPIT-18, SPIT-19 and SPIT-27.
"""

from typing import TYPE_CHECKING

import pytest

from engine.errors import OptionError
from engine.game import RULES
from engine.games import set_up
from engine.log_lines import PressLine
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, NOTHING, RIGHT, Command, mask
from engine.table import Table

if TYPE_CHECKING:
    from tests.engine.spit.conftest import Desk, MakeDesk, MakeSpot


OTHER = {"seat1.stock1": "2C 2D", "centre.1": "TC"}
"""A seat 1 that keeps the deal going and is in nobody's way."""


@pytest.mark.parametrize(("card", "top"), [("7H", "6S"), ("5D", "6S"), ("KH", "AS"), ("2S", "AD"), ("AC", "KD")])
def test_spit_03_one_up_or_down_goes_round_the_corner(spot: "MakeSpot", card: str, top: str) -> None:
    table = spot({**OTHER, "seat0.stock3": f"~9S {card}", "centre.0": top})
    assert table.do(0, "play", card, "stock3", "centre.0")[0] == ("move", card, "seat0.stock3", "centre.0")
    assert table.zone("centre.0") == f"{top} {card}"


@pytest.mark.parametrize(
    ("source", "card", "to", "why"),
    [
        ("stock2", "6H", "centre.0", "rank"),  # equal
        ("stock2", "6H", "centre.1", "rank"),
        ("stock2", "6H", "", "rank"),
        ("stock1", "7D", "centre.0", "empty"),  # not there
        ("seat1.stock1", "2D", "centre.0", "empty"),  # not one's own
        ("spit", "7C", "centre.0", "empty"),  # a spit card
        ("stock3", "7S", "centre.0", "face_down"),
        ("stock4", "7H", "centre.0", "empty"),  # not the top
        ("stock2", "6H", "stock5", "empty"),  # no spit pile
    ],
)
def test_spit_03_what_does_not_fit_is_refused(spot: "MakeSpot", source: str, card: str, to: str, why: str) -> None:
    table = spot(
        {
            **OTHER,
            "seat0.stock2": "6H",
            "seat0.stock3": "~3H ~7S",
            "seat0.stock4": "7H 9H",
            "seat0.spit": "7C",
            "centre.0": "6S",
        }
    )
    before = table.table
    assert table.why(0, "play", card, source, to) == why
    assert table.table is before


def test_spit_03_a_pile_that_was_never_started_takes_nothing(spot: "MakeSpot") -> None:
    table = spot({"seat0.stock1": "7H", "seat1.stock1": "2C", "centre.1": "6C"})
    assert table.why(0, "play", "7H", "stock1", "centre.0") == "empty"


def test_spit_04_a_face_down_top_is_turned_by_press_only(spot: "MakeSpot") -> None:
    table = spot({**OTHER, "seat0.stock2": "~9S 7H", "centre.0": "6S"})
    assert table.why(0, "turn", source="stock2") == "face_up"
    assert table.why(0, "turn", source="stock3") == "empty"
    assert table.why(0, "turn", source="seat1.stock1") == "empty"
    assert table.do(0, "play", "7H", "stock2", "centre.0") == (("move", "7H", "seat0.stock2", "centre.0"),)
    assert table.zone("seat0.stock2") == "~9S"
    assert table.do(0, "turn", source="stock2")[0] == ("turn", "9S", "up")


def test_spit_04_auto_turn_turns_in_the_same_instant(spot: "MakeSpot") -> None:
    table = spot({**OTHER, "seat0.stock2": "~9S ~QD 7H", "centre.0": "6S"}, auto_turn=True)
    effects = table.do(0, "play", "7H", "stock2", "centre.0")
    assert effects[:2] == (("move", "7H", "seat0.stock2", "centre.0"), ("turn", "QD", "up"))
    assert table.do(0, "move", "QD", "stock2", "stock1")[:2] == (
        ("move", "QD", "seat0.stock2", "seat0.stock1"),
        ("turn", "9S", "up"),
    )


def test_spit_05_a_face_up_top_moves_into_an_own_space(spot: "MakeSpot") -> None:
    table = spot({**OTHER, "seat0.stock4": "~9S 8H", "centre.0": "6S"})
    assert table.do(0, "move", "8H", "stock4", "stock1")[0] == ("move", "8H", "seat0.stock4", "seat0.stock1")
    assert (table.zone("seat0.stock4"), table.zone("seat0.stock1")) == ("~9S", "8H")


@pytest.mark.parametrize(
    ("source", "card", "to", "why"),
    [
        ("stock1", "8H", "stock3", "alone"),
        ("stock2", "QH", "stock1", "occupied"),
        ("stock2", "QH", "seat1.stock2", "occupied"),  # a space, but not an own one
        ("stock2", "QH", "centre.1", "occupied"),
        ("stock2", "QH", "stock6", "occupied"),  # never more than five
        ("stock4", "5S", "stock3", "face_down"),
        ("stock5", "QH", "stock3", "empty"),
    ],
)
def test_spit_05_other_moves_are_refused(spot: "MakeSpot", source: str, card: str, to: str, why: str) -> None:
    table = spot({**OTHER, "seat0.stock1": "8H", "seat0.stock2": "~9S QH", "seat0.stock4": "~4S ~5S", "centre.0": "6S"})
    assert table.why(0, "move", card, source, to) == why


def test_spit_06_the_opponent_may_play_on_it_at_once(spot: "MakeSpot") -> None:
    table = spot({"seat0.stock1": "7H 7C", "seat1.stock2": "8H 3C", "centre.0": "6S", "centre.1": "2S"})
    table.do(0, "play", "7C", "stock1", "centre.0")
    table.do(1, "play", "3C", "stock2", "centre.1")
    table.do(1, "play", "8H", "stock2", "centre.0")
    assert table.zone("centre.0") == "6S 7C 8H"


def test_spit_18_alternate_colours_must_change_the_colour_too(spot: "MakeSpot") -> None:
    zones = {**OTHER, "seat0.stock1": "7H 7C", "centre.0": "6S"}
    table = spot(zones, alternate_colours=True)
    assert table.why(0, "play", "7C", "stock1", "centre.0") == "colour"
    assert table.why(0, "play", "7C", "stock1", "centre.1") == "rank"
    assert spot(zones).why(0, "play", "7C", "stock1", "centre.0") is None
    red = spot({**OTHER, "seat0.stock1": "7C 7H", "centre.0": "6S"}, alternate_colours=True)
    assert red.why(0, "play", "7H", "stock1", "centre.0") is None


def test_spit_19_an_equal_top_is_stacked(spot: "MakeSpot") -> None:
    zones = {**OTHER, "seat0.stock1": "8H", "seat0.stock2": "~QS 8C", "seat0.stock3": "~JS ~KS", "centre.0": "4S"}
    table = spot(zones, stack_equals=True)
    assert table.why(0, "stack", "8H", "stock1", "stock1") == "occupied"
    assert table.why(0, "stack", "8H", "stock1", "stock3") == "face_down"
    assert table.why(0, "stack", "8H", "stock1", "stock4") == "empty"
    assert table.why(0, "stack", "8H", "stock1", "seat1.stock1") == "empty"
    assert table.do(0, "stack", "8H", "stock1", "stock2")[0] == ("move", "8H", "seat0.stock1", "seat0.stock2")
    assert (table.zone("seat0.stock1"), table.zone("seat0.stock2")) == ("", "~QS 8C 8H")
    assert table.do(0, "move", "8H", "stock2", "stock5")[0] == ("move", "8H", "seat0.stock2", "seat0.stock5")


def test_spit_19_unequal_tops_are_not_stacked_and_none_without_the_option(spot: "MakeSpot") -> None:
    zones = {**OTHER, "seat0.stock1": "8H 9H", "seat0.stock2": "~QS 8C", "centre.0": "4S"}
    assert spot(zones, stack_equals=True).why(0, "stack", "9H", "stock1", "stock2") == "rank"
    assert spot({**zones, "seat0.stock1": "8H"}).why(0, "stack", "8H", "stock1", "stock2") == "occupied"


def test_commands_of_other_games_and_other_phases_are_refused(spot: "MakeSpot") -> None:
    table = spot({**OTHER, "seat0.stock1": "7H", "centre.0": "6S"})
    assert table.why(0, "draw", source="spit") == "window"
    assert table.why(0, "slap", to="centre.0") == "phase"
    assert table.why(0, "spit") == "window"
    table.do(0, "play", "7H", "stock1", "centre.0")
    assert table.why(1, "turn", source="stock1") == "phase"
    assert table.why(1, "spit") == "phase"


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


AMBER, BLUE = 0, 1
ROW = {
    "seat0.stock1": "7H",
    "seat0.stock2": "~2D 5D",
    "seat0.stock3": "~3D QC",
    "seat0.stock4": "~4D ~9D",
    "seat0.spit": "~8S",
    "seat1.stock1": "2C 2D",
    "seat1.spit": "~JS",
    "centre.0": "6S",
    "centre.1": "4S",
}
"""AMBER: CARD1 fits on the left, CARD2 on both, CARD3 nowhere, CARD4 lies face down, CARD5 is a space."""


def judged(match: "Desk") -> list[tuple[str, str, str, bool]]:
    return [
        (line.command.do, line.command.card, line.command.to, line.ok)
        for do in ("play", "turn", "move", "stack", "spit")
        for line in match.commands(do)
        if line.seat == AMBER
    ]


def test_a_card_with_one_pile_plays_on_its_own_press(desk: "MakeDesk") -> None:
    match = desk(ROW)
    match.tap(AMBER, "CARD1", 100)
    assert judged(match) == [("play", "7H", "centre.0", True)]


@pytest.mark.parametrize(("side", "to"), [(LEFT, "centre.0"), (RIGHT, "centre.1"), ("CARD2", "centre.0")])
def test_a_card_with_two_piles_arms_and_then_goes_where_one_says(desk: "MakeDesk", side: str, to: str) -> None:
    match = desk(ROW)
    assert match.tap(AMBER, "CARD2", 100) is None
    assert match.match.table.text("armed.0") == "seat0.stock2"
    match.tap(AMBER, side, 200)
    assert judged(match) == [("play", "5D", to, True)]
    assert match.match.table.text("armed.0") == ""


@pytest.mark.parametrize(("side", "to"), [(LEFT, "centre.0"), (RIGHT, "centre.1")])
def test_a_held_side_plays_there_at_the_cards_moment(desk: "MakeDesk", side: str, to: str) -> None:
    match = desk(ROW)
    match.press(AMBER, side, 100)
    match.press(AMBER, "CARD2", 150)
    assert judged(match) == [("play", "5D", to, True)]


def test_a_face_down_top_is_turned(desk: "MakeDesk") -> None:
    match = desk(ROW)
    match.tap(AMBER, "CARD4", 100)
    assert judged(match) == [("turn", "", "", True)] and match.match.table.top("seat0.stock4") == "9D"


def test_a_card_that_no_pile_takes_arms_where_a_space_is_and_is_a_miss(desk: "MakeDesk") -> None:
    match = desk(ROW)
    match.tap(AMBER, "CARD3", 1000)
    assert judged(match) == [("play", "QC", "", False)]
    assert ("foul", AMBER, "miss") in match.effects() and match.match.table.text("armed.0") == "seat0.stock3"
    match.tap(AMBER, "CARD5", 1600)
    assert judged(match)[-1] == ("move", "QC", "seat0.stock5", True)


def test_a_card_that_no_pile_takes_only_misses_where_no_space_is(desk: "MakeDesk") -> None:
    match = desk({**ROW, "seat0.stock5": "9S"})
    match.tap(AMBER, "CARD3", 1000)
    assert ("foul", AMBER, "miss") in match.effects() and match.match.table.text("armed.0") == ""


def test_pressed_again_a_card_that_no_pile_takes_is_put_down(desk: "MakeDesk") -> None:
    match = desk(ROW, lockout_ms=0)
    match.tap(AMBER, "CARD3", 1000)
    match.tap(AMBER, "CARD3", 1100)
    assert match.match.table.text("armed.0") == "" and len(match.commands("play")) == 1


def test_a_marked_space_takes_the_next_card_even_a_playable_one(desk: "MakeDesk") -> None:
    match = desk(ROW)
    match.tap(AMBER, "CARD5", 100)
    assert match.match.table.text("marked.0") == "seat0.stock5"
    match.tap(AMBER, "CARD4", 200)
    match.tap(AMBER, "CARD2", 300)
    assert judged(match) == [("turn", "", "", True), ("move", "5D", "seat0.stock5", True)]
    assert match.match.table.text("marked.0") == ""


def test_a_marked_space_is_let_go_by_pressing_it_again_or_by_a_card_that_cannot_move(desk: "MakeDesk") -> None:
    match = desk(ROW)
    match.tap(AMBER, "CARD5", 100)
    match.tap(AMBER, "CARD5", 200)
    assert match.match.table.text("marked.0") == ""
    match.tap(AMBER, "CARD5", 300)
    match.tap(AMBER, "CARD1", 400)
    line = match.commands("move")[0]
    assert (line.ok, line.why) == (False, "alone") and match.match.table.text("marked.0") == ""
    assert ("foul", AMBER, "miss") not in match.effects(), "no pile was asked to take it"


def test_without_quick_play_every_card_is_armed_first(desk: "MakeDesk") -> None:
    match = desk(ROW, quick_play=False)
    match.tap(AMBER, "CARD1", 100)
    assert match.match.table.text("armed.0") == "seat0.stock1" and judged(match) == []
    match.tap(AMBER, "CARD3", 200)
    assert match.match.table.text("armed.0") == "seat0.stock3"
    match.tap(AMBER, "CARD3", 300)
    assert match.match.table.text("armed.0") == ""
    match.tap(AMBER, "CARD1", 400)
    match.tap(AMBER, RIGHT, 1000)
    assert judged(match) == [("play", "7H", "centre.1", False)] and ("foul", AMBER, "miss") not in match.effects()


def test_with_stack_equals_quick_play_is_off_and_an_equal_takes_the_armed_card(desk: "MakeDesk") -> None:
    match = desk({**ROW, "seat0.stock5": "~KD QH"}, stack_equals=True)
    match.tap(AMBER, "CARD1", 100)
    assert judged(match) == []
    match.tap(AMBER, "CARD5", 200)
    match.tap(AMBER, "CARD3", 300)
    assert judged(match) == [("stack", "QH", "seat0.stock3", True)]


def test_sides_and_the_shout_mean_nothing_out_of_place(desk: "MakeDesk") -> None:
    match = desk(ROW)
    for at_ms, button in enumerate((LEFT, RIGHT, ACTION)):
        assert match.tap(AMBER, button, 100 + 50 * at_ms) is None
    assert judged(match) == [] and ("foul", AMBER, "miss") not in match.effects()


def test_the_shout(desk: "MakeDesk") -> None:
    match = desk({**ROW, "seat0.stock1": "9H", "seat0.stock2": "9S", "seat0.stock3": "9C", "seat0.stock4": "TD"})
    match.tap(AMBER, ACTION, 100)
    match.tap(BLUE, ACTION, 150)
    match.advance(900)
    assert ("move", "8S", "seat0.spit", "centre.0") in match.effects()


@pytest.mark.parametrize(("button", "to"), [(LEFT, "centre.0"), (RIGHT, "centre.1"), (ACTION, "centre.0")])
def test_alone_the_sides_choose_the_pile_even_with_a_card_armed(spot: "MakeSpot", button: str, to: str) -> None:
    alone = spot({"seat0.stock1": "9H", "seat1.stock1": "9C", "centre.0": "2S", "centre.1": "5S", "seat0.spit": "~8S"})
    alone.set("armed.0", "seat0.stock1")
    assert alone.key(AMBER, button).command == Command("spit", to=to)
    assert alone.key(BLUE, button) == NOTHING


def test_one_hand_a_press_beside_a_held_card_is_a_foul_and_does_nothing(desk: "MakeDesk") -> None:
    match = desk(ROW, hands="one")
    match.press(AMBER, "CARD4", 100)
    match.press(AMBER, "CARD1", 120)
    assert judged(match) == [("turn", "", "", True)]
    assert [line.effects for line in match.entries if isinstance(line, PressLine) and line.button == "CARD1"] == [
        (("foul", AMBER, "two_hands"),)
    ]
    match.press(BLUE, "CARD1", 130)
    match.release(AMBER, "CARD4", 140)
    match.release(AMBER, "CARD1", 150)
    match.press(AMBER, LEFT, 160)
    match.press(AMBER, "CARD1", 170)
    assert judged(match)[0] == ("play", "7H", "centre.0", True), "a side held is no second card"
    assert [effect for effect in match.effects() if effect[0] == "foul" and effect[2] == "two_hands"] == [
        ("foul", AMBER, "two_hands")
    ]


def test_two_hands_may_roll(desk: "MakeDesk") -> None:
    match = desk(ROW)
    match.press(AMBER, "CARD4", 100)
    match.press(AMBER, "CARD1", 120)
    assert len(judged(match)) == 2


def test_at_the_end_of_a_deal_only_the_sides_mean_something(spot: "MakeSpot") -> None:
    table = spot({**ROW, "seat0.stock2": "", "seat0.stock3": "", "seat0.stock4": ""})
    table.do(AMBER, "play", "7H", "stock1", "centre.0")
    for seat in (AMBER, BLUE):
        assert [table.key(seat, side).command for side in (LEFT, RIGHT)] == [
            Command("slap", to="centre.0"),
            Command("slap", to="centre.1"),
        ]
        assert all(table.key(seat, button) == NOTHING for button in (*CARDS, ACTION))


def test_where_the_choice_is_anothers_the_sides_mean_nothing(spot: "MakeSpot") -> None:
    table = spot({**ROW, "seat0.stock2": "", "seat0.stock3": "", "seat0.stock4": ""}, claim="winner")
    table.do(AMBER, "play", "7H", "stock1", "centre.0")
    assert table.key(BLUE, LEFT) == NOTHING and table.key(AMBER, LEFT).lit


@pytest.mark.parametrize(
    ("button", "label", "lit", "zone"),
    [
        ("CARD1", "play", True, "seat0.stock1"),
        ("CARD2", "choose", True, "seat0.stock2"),
        ("CARD3", "arm", False, "seat0.stock3"),
        ("CARD4", "turn", True, "seat0.stock4"),
        ("CARD5", "mark", True, "seat0.stock5"),
        (LEFT, "", False, ""),
        (ACTION, "", False, ""),
    ],
)
def test_the_soft_keys_say_what_each_button_does(
    spot: "MakeSpot", button: str, label: str, lit: bool, zone: str
) -> None:
    key = spot(ROW).key(AMBER, button)
    assert (key.label, key.lit, key.zone) == (label, lit, zone)


ONLY_A_SPACE = {
    "seat0.stock1": "KH",
    "seat0.stock2": "~2D KD",
    "seat0.spit": "~8S",
    "seat1.stock1": "2C 2D",
    "seat1.spit": "~JS",
    "centre.0": "6S",
    "centre.1": "4S",
}
"""AMBER can only move its king of diamonds into one of three spaces, and turn what lies below."""


def test_where_a_space_is_the_only_way_on_it_is_lit_and_glows_and_so_is_each_key_after_it(spot: "MakeSpot") -> None:
    table = spot(ONLY_A_SPACE)
    spaces = ["CARD3", "CARD4", "CARD5"]
    assert [button for button in BUTTONS if table.key(AMBER, button).lit] == spaces
    glowing = Table(table.table.zones, {**table.table.scalars, "glow": True})
    keys = table.game.keys(glowing, AMBER, 0)
    assert [button for button, key in zip(BUTTONS, keys, strict=True) if key.glows] == spaces
    assert not any(key.glows for key in table.game.keys(table.table, AMBER, 0))
    marked = Table(glowing.zones, {**glowing.scalars, "marked.0": "seat0.stock3"})
    keys = table.game.keys(marked, AMBER, 0)
    assert [(button, key.label) for button, key in zip(BUTTONS, keys, strict=True) if key.glows] == [("CARD2", "move")]


def test_a_card_that_fits_nowhere_is_dark_although_it_can_be_taken_up_for_that_is_a_miss(spot: "MakeSpot") -> None:
    table = spot(ONLY_A_SPACE)
    assert (table.key(AMBER, "CARD2").label, table.key(AMBER, "CARD2").lit) == ("arm", False)
    assert spot(ONLY_A_SPACE, quick_play=False).key(AMBER, "CARD2").lit, "there it costs nothing"


def test_the_sides_say_hold_while_a_sixth_pile_can_do_anything(spot: "MakeSpot") -> None:
    row = {f"seat0.stock{n}": f"KH/{n}" for n in (1, 2)} | {"seat0.stock6": "7D/1", "seat0.spit": "~8S/1"}
    row |= {"seat1.stock1": "2C/1", "seat1.spit": "~JS/1", "centre.0": "6S/1", "centre.1": "2S/1"}
    table = spot(row, packs=2, piles=6)
    assert [table.key(AMBER, side).label for side in (LEFT, RIGHT)] == ["hold", "hold"]
    assert table.key(AMBER, "CARD5", mask((LEFT, RIGHT))).command == Command("play", "7D/1", "seat0.stock6", "centre.0")
    dark = spot(row | {"centre.0": "QS/1"}, packs=2, piles=6)
    assert not any(dark.key(AMBER, side).lit for side in (LEFT, RIGHT))
