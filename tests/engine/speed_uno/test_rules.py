"""Speed Uno, rule by rule (rules/speed-uno.md): turns, exact matches, drops, draws, calls, and the end of a hand."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.chance import Chance
from engine.game import RULES, Outcome
from engine.games.speed_uno.game import SpeedUno
from engine.games.speed_uno.rules import SpeedUnoOptions, face
from engine.match import Match
from engine.panel import ACTION, Command
from engine.setup import Setup, seats_of
from engine.table import Draft, Table
from engine.units import MS

SitRound = Callable[..., Any]


def test_the_deck_is_108_cards_a_pack_and_there_are_at_least_two() -> None:
    faces = [face(card) for card in SpeedUno(SpeedUnoOptions(), 4).deck]
    assert len(set(SpeedUno(SpeedUnoOptions(), 8).deck)) == len(faces) == 216
    assert [faces.count(what) for what in ("R0", "R7", "GS", "BR", "Y+", "W", "W+")] == [2, 4, 4, 4, 4, 8, 8]


@pytest.mark.parametrize("seats", range(2, 9))
def test_uno_1_ten_cards_each_and_the_seat_left_of_the_dealer_starts(seats: int) -> None:
    game = SpeedUno(SpeedUnoOptions(), seats)
    match = Match(Setup("speed_uno", {}, seats_of(*["bot:random"] * seats), 3), game=game)
    while match.table.phase != "ready":
        match.advance(match.next_deadline() or 0)
    assert [len(match.table.zone(hand)) for hand in game.rules.hands] == [10] * seats
    assert match.table.number("turn") == (match.table.number("dealer") + 1) % seats


def test_uno_1_the_highest_number_drawn_deals_first() -> None:
    game = SpeedUno(SpeedUnoOptions(), 4)
    match = Match(Setup("speed_uno", {}, seats_of(*["bot:random"] * 4), 3), game=game)
    drawn = [match.table.zone(f"seat{seat}.draw") for seat in range(4)]
    first = [int(face(cards[0])[1]) if face(cards[0])[1:].isdigit() else 0 for cards in drawn]
    dealer = match.table.number("dealer")
    assert first[dealer] == max(first)


def test_uno_1_the_deal_passes_left_also_after_a_hand_that_nobody_won() -> None:
    draft = Draft(Table({}, {"dealer": 2, "deal": 1, "won": -1}))
    SpeedUno(SpeedUnoOptions(), 3).layout(draft, Chance(1))
    assert draft.number("dealer") == 0


def test_uno_1_nobody_may_play_before_the_first_player(sit_round: SitRound) -> None:
    uno = sit_round("G1 R1", "G5 B3", "G5 Y1", start="G5")
    assert uno.play(2, "G5", at_ms=0).why == "turn"
    assert uno.may_play(1) == uno.may_play(2) == set()
    assert uno.play(0, "G1", at_ms=5000).ok


@pytest.mark.parametrize(
    ("start", "turn", "direction"), [("G5", 0, 1), ("GS", 1, 1), ("GR", 3, -1), ("G0", 0, 1), ("W+ G5", 0, 1)]
)
def test_uno_1_the_start_card_has_its_usual_effect(sit_round: SitRound, start: str, turn: int, direction: int) -> None:
    uno = sit_round("G1 R1", "G2 R2", "G3 R3", "G4 R4", start=start)
    assert (uno.scalar("turn"), uno.scalar("direction")) == (turn, direction)
    assert uno.scalar("colour") == uno.top[0] != "W"


def test_uno_1_a_draw_two_to_start_is_drawn_by_the_first_player(sit_round: SitRound) -> None:
    uno = sit_round("G1 R1", "G+ R2", "G3 R3", start="G+")
    assert uno.play(1, "G+", at_ms=0).why == "turn"
    assert uno.play(0, "G1", at_ms=100).why == "penalty"
    uno.advance(1000)
    assert (uno.holds(0), uno.scalar("owed"), uno.scalar("turn")) == (4, 0, 0)
    assert uno.play(0, "G1", at_ms=3000).ok


def test_uno_14_in_a_duel_a_draw_two_to_start_is_the_dealers_who_plays_first(sit_round: SitRound) -> None:
    uno = sit_round("G1 R1", "G2 R2", start="G+")
    uno.advance(1000)
    assert (uno.holds(0), uno.scalar("turn")) == (4, 1)
    assert uno.play(1, "G2", at_ms=1001).ok


def test_uno_1_a_wild_to_start_is_named_by_the_first_player(sit_round: SitRound) -> None:
    uno = sit_round("B1 R1", "W R2", "G3 R3", start="W")
    assert uno.scalar("naming") == 0
    assert uno.say(1, "colour", at_ms=0, word="R").why == "phase"
    assert uno.say(0, "colour", at_ms=1, word="B").ok
    assert uno.play(1, "W", at_ms=2).why == "turn"
    assert uno.play(0, "B1", at_ms=5000).ok


def test_uno_2_colour_number_symbol_or_wild(sit_round: SitRound) -> None:
    uno = sit_round("G1 R5 B6 YS W W+", "GS YS", "B1 B2", start="G5")
    assert uno.may_play(0) == {"G1", "R5", "W"}
    uno.play(0, "G1", at_ms=0)
    uno.play(1, "GS", at_ms=1)
    assert uno.may_play(0) == {"YS", "W", "W+"}


def test_uno_2_colour_only_is_strict(sit_round: SitRound) -> None:
    uno = sit_round("G1 R5 B6 W", "GS YS", start="G5", colour_only=True)
    assert uno.may_play(0) == {"G1", "W"}
    assert uno.play(0, "R5", at_ms=0).why == "rank"


def test_uno_3_who_is_unable_draws_until_able_and_plays(sit_round: SitRound) -> None:
    uno = sit_round("R1 B2", "Y1 Y2", "B7 B8", start="G5", pile="R2 Y3 G8 B9 B9 B9")
    uno.advance(300)
    assert uno.holds(0) == 3, "the start card is no play, and nobody may match it"
    uno.advance(899)
    assert uno.hand(0) == "R1 B2 R2 Y3"
    uno.advance(5000)
    assert uno.hand(0) == "R1 B2 R2 Y3 G8"
    assert uno.may_play(0) == {"G8"}
    assert uno.play(0, "G8", at_ms=5001).ok


def test_uno_3_drawing_only_when_unable(sit_round: SitRound) -> None:
    uno = sit_round("G1 B2", "Y1 Y2", start="G5")
    assert uno.say(0, "draw", at_ms=0).why == "window"
    uno.advance(3900)
    assert uno.holds(0) == 2


def test_uno_3_the_card_plays_itself_after_turn_s(sit_round: SitRound) -> None:
    uno = sit_round("R1 B2", "Y1 Y2", start="G5", pile="G8 B9 B9 B9", turn_s=8)
    uno.advance(300 + 7999)
    assert uno.top == "G5"
    uno.advance(300 + 8000)
    assert uno.top == "G8"


def test_uno_4_the_third_players_exact_match_hands_the_turn_to_the_fourth(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1", "G1 R1", "G7 R2", "G2 R3", start="G5")
    uno.play(0, "G7", at_ms=0)
    assert uno.scalar("turn") == 1
    assert uno.play(2, "G7", at_ms=200).ok
    assert uno.scalar("turn") == 3
    assert uno.play(1, "G1", at_ms=300).why == "turn"
    assert uno.play(3, "G2", at_ms=400).ok


def test_uno_4_as_often_as_there_are_such_cards_and_own_cards_too(sit_round: SitRound) -> None:
    uno = sit_round("G7 G7 R1", "G1 R1", "G7 R2", "G2 R3", start="G5")
    uno.play(0, "G7", at_ms=0)
    assert uno.play(0, "G7", at_ms=100).ok
    assert uno.scalar("turn") == 1
    assert uno.play(2, "G7", at_ms=150).ok
    assert uno.scalar("turn") == 3


def test_uno_4_only_before_the_next_players_play(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1 R8", "G1 R1 R8", "G2 R2", "G7 R3", start="G5")
    uno.play(0, "G7", at_ms=0)
    uno.play(1, "G1", at_ms=100)
    late = uno.play(3, "G7", at_ms=101)
    assert (late.ok, late.why, late.beaten_by, late.margin_ns) == (False, "turn", 1, 1_000_000)


def test_uno_4_and_the_next_player_is_beaten_by_a_match(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1 R8", "G1 R1 R8", "G2 R2", "G7 R3", start="G5")
    uno.play(0, "G7", at_ms=0)
    uno.play(3, "G7", at_ms=100)
    late = uno.play(1, "G1", at_ms=103)
    assert (late.why, late.beaten_by, late.margin_ns) == ("turn", 3, 3_000_000)


def test_uno_4_each_reverse_turns_the_direction(sit_round: SitRound) -> None:
    uno = sit_round("GR R1", "G1 R1", "GR R2", "G2 R3", start="G5")
    uno.play(0, "GR", at_ms=0)
    assert (uno.scalar("turn"), uno.scalar("direction")) == (3, -1)
    uno.play(2, "GR", at_ms=100)
    assert (uno.scalar("turn"), uno.scalar("direction")) == (3, 1)


def test_uno_4_of_skips_only_the_last_plays_count_from_its_player(sit_round: SitRound) -> None:
    uno = sit_round("GS GS R1", "G1 R1", "GS R2", "G2 R3", "B1 B2", start="G5")
    uno.play(0, "GS GS", at_ms=0)
    assert uno.scalar("turn") == 3
    uno.play(2, "GS", at_ms=100)
    assert uno.scalar("turn") == 4


def test_uno_4_wild_matches_wild_and_the_last_player_names(sit_round: SitRound) -> None:
    uno = sit_round("W R1", "G1 R1", "W R2", "B2 R3", start="G5")
    uno.play(0, "W", at_ms=0)
    assert uno.play(2, "W", at_ms=100).why == "phase"
    assert [uno.match.legal(seat) for seat in (1, 2, 3)] == [[], [], []]
    uno.say(0, "colour", at_ms=200, word="R")
    assert uno.play(2, "W", at_ms=300).ok
    assert uno.say(0, "colour", at_ms=400, word="R").why == "phase"
    uno.say(2, "colour", at_ms=500, word="B")
    assert uno.play(3, "B2", at_ms=600).ok


def test_uno_4_a_wild_draw_four_matches_another_whatever_is_in_hand(sit_round: SitRound) -> None:
    uno = sit_round("W+ R1", "G1 R1", "W+ R2 R3", "B2 R3", start="G5")
    uno.play(0, "W+", at_ms=0)
    uno.say(0, "colour", at_ms=1, word="R")
    assert uno.play(2, "W+", at_ms=2).ok
    assert (uno.scalar("owed"), uno.scalar("turn")) == (8, 3)


def test_uno_4_the_colour_names_itself_after_five_seconds(sit_round: SitRound) -> None:
    uno = sit_round("W Y1 Y2 R1", "G1 R1", start="G5")
    uno.play(0, "W", at_ms=0)
    uno.advance(4999)
    assert uno.scalar("naming") == 0
    uno.advance(5000)
    assert (uno.scalar("naming"), uno.scalar("colour")) == (-1, "Y")


def test_uno_6_four_draw_twos_of_the_seeds_example_draw_eight(sit_round: SitRound) -> None:
    uno = sit_round("Y+ R1 R2", "Y+ B1 B2", "Y+ G1 G2", "Y+ R3 R4", "B5 B6", start="Y5")
    uno.play(0, "Y+", at_ms=0)
    for seat, at_ms in ((2, 100), (1, 200), (3, 300)):
        assert uno.play(seat, "Y+", at_ms=at_ms).ok
    assert (uno.scalar("owed"), uno.scalar("turn")) == (8, 4)
    uno.advance(300 + 1500 + 7 * 300)
    assert (uno.holds(4), uno.scalar("owed")) == (10, 0)


def test_uno_6_a_draw_two_of_another_colour_does_not_pass_it_on(sit_round: SitRound) -> None:
    uno = sit_round("Y+ R1", "G+ B1", "R3 R4", start="Y5")
    uno.play(0, "Y+", at_ms=0)
    assert uno.play(1, "G+", at_ms=100).why == "penalty"


def test_uno_7_after_the_penalty_the_seat_plays(sit_round: SitRound) -> None:
    uno = sit_round("Y+ R1", "Y3 B1", "Y4 R4", start="Y5")
    uno.play(0, "Y+", at_ms=0)
    uno.advance(2000)
    assert (uno.holds(1), uno.scalar("turn"), uno.scalar("must_draw")) == (4, 1, False)
    assert uno.play(1, "Y3", at_ms=3000).ok


def test_uno_7_penalty_skips_is_the_official_rule(sit_round: SitRound) -> None:
    uno = sit_round("Y+ R1", "Y3 B1", "Y4 R4", start="Y5", penalty_skips=True)
    uno.play(0, "Y+", at_ms=0)
    uno.advance(2000)
    assert (uno.holds(1), uno.scalar("turn")) == (4, 2)


@pytest.mark.parametrize(
    ("cards", "turn", "direction", "owed"),
    [
        ("G7 G7", 1, 1, 0),
        ("GS GS", 3, 1, 0),
        ("GR GR", 1, 1, 0),
        ("GR GR GR", 4, -1, 0),
        ("G+ G+", 1, 1, 4),
        ("W+ W+", 1, 1, 8),
    ],
)
def test_uno_8_identical_cards_go_down_together_and_count_each(
    sit_round: SitRound, cards: str, turn: int, direction: int, owed: int
) -> None:
    uno = sit_round(f"{cards} R1 R2", "B1 B2", "B3 B4", "B6 B7", "Y3 Y4", start="G5")
    assert uno.play(0, cards, at_ms=0).ok
    assert (uno.scalar("turn"), uno.scalar("direction"), uno.scalar("owed")) == (turn, direction, owed)


def test_uno_8_as_an_exact_match_too_but_only_identical_ones(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1", "B1 B2", "G7 G7 R7 R2", start="G5")
    assert uno.play(2, "G7 R7", at_ms=0).why == "rank"
    uno.play(0, "G7", at_ms=5000)
    assert uno.play(2, "G7 G7", at_ms=5100).ok
    assert uno.hand(2) == "R7 R2"


def test_uno_8_cards_that_are_not_there_are_not_played(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1", "B1 B2", start="G5")
    twice = Command("play", source="seat0.hand", to="discard", cards=("G7/1", "G7/1"))
    assert uno.command(0, twice, at_ms=0).why == "empty"
    assert uno.command(0, Command("play", "B1/1", "seat1.hand", "discard"), at_ms=5000).why == "empty"


def test_uno_9_a_zero_on_its_own_colour_passes_all_hands_on(sit_round: SitRound) -> None:
    uno = sit_round("G0 R1 R2", "B1 B2 B3", "Y1 Y2 Y3", start="G5")
    uno.play(0, "G0", at_ms=0)
    assert [uno.hand(seat) for seat in range(3)] == ["Y1 Y2 Y3", "R1 R2", "B1 B2 B3"]


def test_uno_9_in_the_direction_of_play(sit_round: SitRound) -> None:
    uno = sit_round("R1 R2", "B1 B2 B3", "G0 Y2 Y3", start="GR")
    uno.play(2, "G0", at_ms=0)
    assert [uno.hand(seat) for seat in range(3)] == ["B1 B2 B3", "Y2 Y3", "R1 R2"]


def test_uno_9_not_on_another_colour_and_not_by_an_exact_match(sit_round: SitRound) -> None:
    uno = sit_round("R0 R1 R2", "B1 B2 B3", "R0 Y2 Y3", start="G0")
    uno.play(0, "R0", at_ms=0)
    assert uno.hand(0) == "R1 R2"
    uno.play(2, "R0", at_ms=100)
    assert uno.hand(2) == "Y2 Y3"


def test_uno_9_an_identical_zero_in_turn_passes_hands_on_and_a_drop_once(sit_round: SitRound) -> None:
    uno = sit_round("R0 R1 R2", "R0 R0 B1 B2 B3", "Y2 Y3 Y4", start="G0")
    uno.play(0, "R0", at_ms=0)
    uno.play(1, "R0 R0", at_ms=100)
    assert [uno.hand(seat) for seat in range(3)] == ["Y2 Y3 Y4", "R1 R2", "B1 B2 B3"]


def test_uno_9_who_receives_a_single_card_must_call(sit_round: SitRound) -> None:
    uno = sit_round("G0 R1", "B1 B2", "Y1 Y2 Y3", start="G5")
    uno.say(0, "uno", at_ms=0)
    uno.play(0, "G0", at_ms=100)
    assert uno.hand(1) == "R1"
    assert uno.say(2, "catch", at_ms=200, target=1).ok
    assert uno.holds(1) == 6


def test_uno_9_going_out_with_a_zero_wins_before_anything_moves(sit_round: SitRound) -> None:
    uno = sit_round("G0", "B1 B2", "Y1 Y2 Y3", start="G5")
    uno.play(0, "G0", at_ms=0)
    assert (uno.table.phase, uno.scalar("won")) == ("over", 0)
    assert uno.hand(1) == "B1 B2"


def test_uno_14_two_seats_reverse_skips_and_a_penalty_brings_the_turn_back(sit_round: SitRound) -> None:
    uno = sit_round("GR G+ G1 R1", "G2 G3 G4", start="G5")
    uno.play(0, "GR", at_ms=0)
    assert uno.scalar("turn") == 0
    uno.play(0, "G+", at_ms=2000)
    assert uno.scalar("turn") == 1
    uno.advance(2000 + 1500 + 300)
    assert (uno.holds(1), uno.scalar("turn")) == (5, 0)


def test_uno_5_a_victim_waits_for_the_matchers_and_then_nobody_matches(sit_round: SitRound) -> None:
    uno = sit_round("Y+ R1", "B1 B2", "Y+ R4 R5", "Y+ B4 B5", start="Y5")
    uno.play(0, "Y+", at_ms=0)
    uno.advance(1499)
    assert uno.holds(1) == 2
    assert uno.play(2, "Y+", at_ms=1499).ok
    uno.advance(1499 + 1500)
    assert (uno.holds(3), uno.scalar("owed")) == (4, 3)
    assert uno.play(3, "Y+", at_ms=3000).why == "penalty"
    assert uno.may_play(0) == uno.may_play(1) == uno.may_play(2) == set()


def test_uno_5_the_window_is_an_option(sit_round: SitRound) -> None:
    uno = sit_round("Y+ R1", "B1 B2", "R4 R5", start="Y5", match_window_ms=300)
    uno.play(0, "Y+", at_ms=0)
    uno.advance(300)
    assert uno.holds(1) == 3


def test_uno_5_matching_goes_on_while_the_next_player_thinks(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1 R2", "G1 B2", "G7 R4 R5", start="G5")
    uno.play(0, "G7", at_ms=0)
    assert uno.play(2, "G7", at_ms=3000).ok


def test_uno_5_the_five_cards_of_a_catch_do_not_end_matching(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1", "G1 B2", "G7 R4 R5", start="G5")
    uno.play(0, "G7", at_ms=0)
    assert uno.say(1, "catch", at_ms=100, target=0).ok
    assert uno.play(2, "G7", at_ms=200).ok


def test_uno_10_not_called_and_caught_means_five(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1", "G1 B2", "B3 R4 R5", start="G5")
    uno.play(0, "G7", at_ms=0)
    assert uno.say(2, "catch", at_ms=3000, target=0).ok
    assert uno.holds(0) == 6
    assert ("foul", 0, "uno") in uno.effects("foul")
    assert uno.say(1, "catch", at_ms=3001, target=0).why == "window"


@pytest.mark.parametrize("call_ms", [0, 150])
def test_uno_10_a_call_before_or_after_saves(sit_round: SitRound, call_ms: int) -> None:
    uno = sit_round("G7 R1", "G1 B2", "B3 R4 R5", start="G5")
    for at_ms in sorted((call_ms, 100)):
        told = uno.say(0, "uno", at_ms=at_ms) if at_ms == call_ms else uno.play(0, "G7", at_ms=at_ms)
        assert told.ok
    assert uno.say(2, "catch", at_ms=200, target=0).why == "window"
    assert ("say", 0, "uno") in uno.effects("say")


def test_uno_10_a_call_comes_from_two_cards_on_and_lapses_at_three(sit_round: SitRound) -> None:
    uno = sit_round("R1 B2", "G1 B2 Y3", start="G5", pile="B9 G9 B9 B9 B9 B9 B9 B9 B9")
    assert uno.say(1, "uno", at_ms=0).why == "window"
    assert uno.say(0, "uno", at_ms=1).ok
    assert uno.scalar("called.0")
    uno.advance(300)
    assert (uno.holds(0), uno.scalar("called.0")) == (3, False)


def test_uno_10_a_call_lapses_at_a_rotation(sit_round: SitRound) -> None:
    uno = sit_round("G0 R1 R2", "B1 B2", "Y1 Y2", start="G5")
    uno.say(1, "uno", at_ms=0)
    uno.play(0, "G0", at_ms=100)
    assert not any(uno.scalar(f"called.{seat}") for seat in range(3))


def test_uno_10_a_catch_counts_until_the_next_play(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1", "G1 B2 B4", "B3 R4 R5", start="G5")
    uno.play(0, "G7", at_ms=0)
    uno.play(1, "G1", at_ms=3000)
    assert uno.say(2, "catch", at_ms=3001, target=0).why == "window"


def test_uno_10_but_at_least_700_ms(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1", "G1 B2 B4", "B3 R4 R5", start="G5")
    uno.play(0, "G7", at_ms=0)
    uno.play(1, "G1", at_ms=100)
    uno.advance(699)
    assert "catch" in {command.do for command in uno.match.legal(2)}
    uno.advance(700)
    assert uno.say(2, "catch", at_ms=701, target=0).why == "window"


def test_uno_10_after_a_wild_the_700_ms_count_from_its_colour(sit_round: SitRound) -> None:
    uno = sit_round("W R1", "G1 B2 B4", "B3 R4 R5", start="G5")
    uno.play(0, "W", at_ms=0)
    assert uno.say(2, "catch", at_ms=100, target=0).why == "phase"
    uno.say(0, "colour", at_ms=2000, word="G")
    uno.play(1, "G1", at_ms=2100)
    assert uno.say(2, "catch", at_ms=2600, target=0).ok


def test_uno_10_dropping_from_three_to_one_must_call_and_from_two_to_none_need_not(sit_round: SitRound) -> None:
    uno = sit_round("G7 G7 R1", "B1 B1", "B3 R4 R5", start="G5")
    assert uno.say(0, "uno", at_ms=0).why == "window"
    uno.play(0, "G7 G7", at_ms=100)
    assert uno.say(2, "catch", at_ms=200, target=0).ok
    out = sit_round("G7 G7", "B1 B1", "B3 R4 R5", start="G5")
    out.play(0, "G7 G7", at_ms=100)
    assert out.scalar("won") == 0


def test_uno_10_a_catch_where_nobody_could_be_caught_names_nobody(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1 R2", "G1 B2 B4", start="G5")
    uno.tap(0, ACTION, at_ms=100)
    (line,) = uno.commands("catch")
    assert (line.ok, line.why) == (False, "window")
    assert "target" not in line.as_text()


@pytest.mark.parametrize(("edition", "misses"), [(RULES, 1), (2, 0), (1, 0)])
@pytest.mark.parametrize("call", ["uno", "catch", "challenge"])
def test_uno_10_a_call_without_a_cause_is_a_miss(sit_round: SitRound, call: str, edition: int, misses: int) -> None:
    uno = sit_round("G7 R1 R2", "G1 B2 B4", "B3 R4 R5", start="G5", edition=edition, challenge=True)
    assert uno.say(2, call, at_ms=100, target=0 if call == "catch" else -1).why == "window"
    assert uno.scalar("misses.2") == misses
    assert uno.scalar("lock.2") == (uno.ns(100) + 500 * MS if misses else 0)


def test_uno_10_a_catch_that_another_was_quicker_at_is_no_miss_but_one_that_comes_long_after_is(
    sit_round: SitRound,
) -> None:
    uno = sit_round("G7 R1", "G1 B2 B4", "B3 R4 R5", start="G5")
    uno.play(0, "G7", at_ms=0)
    assert uno.say(1, "catch", at_ms=400, target=0).ok
    assert uno.say(2, "catch", at_ms=700, target=0).beaten_by == 1
    assert uno.scalar("misses.2") == 0
    uno.say(2, "catch", at_ms=701, target=0)
    assert uno.scalar("misses.2") == 1


def test_uno_10_a_call_is_given_once(sit_round: SitRound) -> None:
    """A thumb that goes on calling would catch everybody else for nothing."""
    uno = sit_round("G7 R1", "G1 B2 B4", "B3 R4 R5", start="G5")
    for at_ms, misses in ((100, 0), (400, 0), (401, 1)):
        uno.tap(0, ACTION, at_ms=at_ms)
        assert uno.scalar("misses.0") == misses


def test_uno_10_who_calls_before_the_colour_is_named_is_early_and_right(sit_round: SitRound) -> None:
    uno = sit_round("W R1", "G1 B2 B4", "B3 R4 R5", start="G5")
    uno.play(0, "W", at_ms=0)
    assert uno.say(0, "uno", at_ms=1000).why == uno.say(2, "catch", at_ms=1001, target=0).why == "phase"
    assert uno.scalar("misses.0") == uno.scalar("misses.2") == 0


def test_uno_11_nobody_goes_out_on_a_wild_draw_four(sit_round: SitRound) -> None:
    uno = sit_round("W+ B1", "W+", "W+ W+", start="Y5")
    assert uno.may_play(1) == set()
    uno.play(0, "W+", at_ms=0)
    uno.say(0, "colour", at_ms=1, word="R")
    assert uno.play(1, "W+", at_ms=2).why == "last"
    assert uno.play(2, "W+ W+", at_ms=3).why == "last"
    assert uno.play(2, "W+", at_ms=4).ok


def test_uno_11_nor_is_one_able_with_a_wild_draw_four_alone(sit_round: SitRound) -> None:
    uno = sit_round("W+", "B1 B2", start="G5")
    uno.advance(300)
    assert uno.holds(0) == 2


@pytest.mark.parametrize(
    ("drawn", "goes"), [("R5", {"R5", "W+"}), ("B9", {"W+"}), ("G9", {"G9"}), ("W", {"W", "W+"}), ("W+", {"W+"})]
)
def test_uno_11_one_card_drawn_to_a_wild_draw_four_is_enough(sit_round: SitRound, drawn: str, goes: set[str]) -> None:
    uno = sit_round("W+", "B1 B2", start="G5", pile=f"{drawn} B3 B4")
    uno.advance(2000)
    assert uno.holds(0) == 2 and not uno.scalar("must_draw")
    assert uno.may_play(0) == goes


def test_uno_11_a_wild_draw_four_only_without_the_colour_in_force(sit_round: SitRound) -> None:
    uno = sit_round("W+ G1", "B1 B2", start="G5")
    assert uno.play(0, "W+", at_ms=0).why == "colour"
    assert uno.may_play(0) == {"G1"}


def test_uno_11_a_bluff_that_is_challenged_draws_itself(sit_round: SitRound) -> None:
    uno = sit_round("W+ G1 G2", "B1 B2", "R1 R2", start="G5", challenge=True)
    uno.play(0, "W+", at_ms=0)
    uno.say(0, "colour", at_ms=1, word="B")
    assert uno.say(2, "challenge", at_ms=2).why == "window"
    assert uno.game.view(uno.table, 1).flag("bluff") is False and uno.scalar("bluff")
    assert uno.say(1, "challenge", at_ms=3).ok
    assert (uno.holds(0), uno.holds(1), uno.scalar("owed"), uno.scalar("turn")) == (6, 2, 0, 1)
    assert uno.play(1, "B1", at_ms=1000).ok


def test_uno_11_a_challenge_without_a_bluff_costs_two_more(sit_round: SitRound) -> None:
    uno = sit_round("W+ R1 R2", "B1 B2", "R1 R2", start="G5", challenge=True)
    uno.play(0, "W+", at_ms=0)
    uno.say(0, "colour", at_ms=1, word="B")
    uno.say(1, "challenge", at_ms=2)
    uno.advance(3000)
    assert (uno.holds(0), uno.holds(1)) == (2, 8)


def test_uno_11_a_matched_wild_draw_four_is_no_bluff(sit_round: SitRound) -> None:
    uno = sit_round("W+ R1 R2", "B1 B2", "W+ G1 R2", "Y1 Y2", start="G5", challenge=True)
    uno.play(0, "W+", at_ms=0)
    uno.say(0, "colour", at_ms=1, word="G")
    uno.play(2, "W+", at_ms=2)
    uno.say(2, "colour", at_ms=3, word="G")
    assert uno.say(3, "challenge", at_ms=4).why == "window"


def test_uno_12_the_first_out_scores_the_others_cards(sit_round: SitRound) -> None:
    uno = sit_round("G7", "R0 B9 Y5", "GS W W+", start="G5")
    uno.play(0, "G7", at_ms=0)
    assert uno.scalar("score.0") == 0 + 9 + 5 + 20 + 50 + 50
    assert (uno.table.phase, uno.scalar("won")) == ("over", 0)


def test_uno_12_a_draw_card_played_last_is_still_drawn(sit_round: SitRound) -> None:
    uno = sit_round("G+ G+", "R1 B2", "GS W W+", start="G5", pile="B9 B8 B7 B6 R1 R1")
    uno.play(0, "G+ G+", at_ms=0)
    assert uno.hand(1) == "R1 B2 B9 B8 B7 B6"
    assert uno.scalar("score.0") == 3 + 30 + 120


def test_uno_12_to_the_target_or_so_many_hands(sit_round: SitRound) -> None:
    by_points = sit_round("G7", "R0 B9", "GS W", start="G5", target=79)
    by_points.play(0, "G7", at_ms=0)
    by_points.advance(10_000)
    assert by_points.match.outcome == (0, "points", (79, 0, 0))
    goes_on = sit_round("G7", "R0 B9", "GS W", start="G5", target=80)
    goes_on.play(0, "G7", at_ms=0)
    goes_on.advance(10_000)
    assert goes_on.match.outcome is None and goes_on.scalar("deal") == 2
    by_hands = sit_round("G7", "R0 B9", "GS W", start="G5", match_hands=1)
    by_hands.play(0, "G7", at_ms=0)
    by_hands.advance(10_000)
    assert by_hands.match.outcome == (0, "deals", (79, 0, 0))


def test_uno_12_hands_that_leave_several_in_front_are_followed_by_another(sit_round: SitRound) -> None:
    uno = sit_round("B1 R2", "B2 R1", "B3 R4", start="G5", pile="", match_hands=1)
    uno.advance(900)
    assert (uno.table.phase, uno.scalar("won")) == ("over", -1), "two have as few points: nobody's hand"
    uno.advance(20_000)
    assert uno.match.outcome is None and uno.scalar("deal") == 2
    draft = Draft(uno.table)
    draft.score(2, 4)
    assert uno.game.outcome(draft.table()) == Outcome(2, "deals", (0, 0, 4)), "it counts among the hands"


def test_uno_13_the_discards_but_the_top_are_shuffled(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1 R2", "R7 B2 B4", "B3 R4 R5", start="G5", pile="B8 B9")
    uno.play(0, "G7", at_ms=0)
    uno.play(1, "R7", at_ms=100)
    uno.play(2, "R4", at_ms=200)
    uno.play(0, "R1", at_ms=300)
    uno.advance(300 + 1500 + 300)
    assert uno.top == "R1"
    assert sorted(uno.faces("draw").split()) == ["G5", "G7", "R4", "R7"]


def test_uno_13_both_empty_all_pass_and_the_fewest_points_win_the_difference(sit_round: SitRound) -> None:
    uno = sit_round("B1 R1", "B2 R3", "B3 R4", start="G5", pile="", match_hands=1)
    uno.advance(299)
    assert uno.table.phase == "play"
    uno.advance(900)
    assert (uno.table.phase, uno.scalar("won")) == ("over", 0)
    assert uno.scalar("score.0") == (5 - 2) + (7 - 2)


def test_uno_13_as_few_points_are_nobodys_win(sit_round: SitRound) -> None:
    uno = sit_round("B1 R2", "B2 R1", "B3 R4", start="G5", pile="")
    uno.advance(900)
    assert ("phase", "void") in uno.effects("phase")
    assert uno.scalar("won") == -1


def test_uno_13_passes_count_only_in_a_row(sit_round: SitRound) -> None:
    uno = sit_round("B1 B1", "R1 R1", "W Y1 Y2", start="G5", pile="")
    uno.advance(600)
    assert (uno.scalar("passes"), uno.scalar("turn")) == (2, 2)
    uno.play(2, "W", at_ms=700)
    uno.say(2, "colour", at_ms=701, word="Y")
    uno.advance(701 + 1500 + 300)
    assert (uno.table.phase, uno.scalar("passes"), uno.hand(0)) == ("play", 1, "B1 B1 G5")


def test_uno_13_what_cannot_be_drawn_is_not_owed(sit_round: SitRound) -> None:
    uno = sit_round("G+ R1 R8", "G1 B2", "B3 R4", start="G5", pile="B8")
    uno.play(0, "G+", at_ms=0)
    uno.advance(3000)
    assert uno.scalar("owed") == 0 and uno.holds(1) == 4  # B8, and the start card
    assert uno.play(1, "G1", at_ms=3001).ok


def test_gen_5_playable_cards_glow_after_four_seconds(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1 R2", "R7 B2 B4", start="G5")
    uno.advance(3999)
    assert not uno.scalar("glow")
    uno.advance(4000)
    assert uno.scalar("glow")
    uno.play(0, "G7", at_ms=4001)
    assert not uno.scalar("glow")


def test_gen_8_at_the_cap_the_fewest_points_win(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1 R2", "G9 B9 B4", start="G5", caps=(10, 0), turn_s=60, stall_s=60, match_hands=1)
    uno.advance(10_000)
    assert ("phase", "cap") in uno.effects("phase")
    assert (uno.scalar("won"), uno.scalar("score.0")) == (0, 22 - 10)


@pytest.mark.parametrize(("edition", "winner"), [(RULES, 2), (1, 1)])
def test_gen_8_a_tie_at_the_cap_is_broken_among_those_in_front(sit_round: SitRound, edition: int, winner: int) -> None:
    uno = sit_round("G7 R1 R9", "R2", "G9 B1", start="G5", edition=edition)
    draft = Draft(uno.table)
    for seat, score in enumerate((20, 5, 20)):
        draft.score(seat, score)
    outcome = uno.game.standing(draft.table())
    behind = "the second seat has the fewest points in hand, and a lower score"
    assert outcome == Outcome(winner, "cap", (20, 5, 20)), behind


def test_gen_3_a_play_that_is_nobodys_turn_is_a_miss_but_being_beaten_is_not(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1 R2", "G1 B2 B4", "B3 R4 R5", "G7 R6 R7", start="G5")
    uno.play(2, "B3", at_ms=0)
    assert uno.scalar("misses.2") == 1
    uno.play(0, "G7", at_ms=1000)
    uno.play(3, "G7", at_ms=1100)
    uno.play(1, "G1", at_ms=1101)
    assert uno.scalar("misses.1") == 0


def test_gen_4_hidden_hands_are_not_in_the_view(sit_round: SitRound) -> None:
    uno = sit_round("G7 R1", "B1 B2", "B3 R4", start="G5", cards_seen="peek")
    uno.play(0, "G7", at_ms=0)
    view = uno.game.view(uno.table, 0)
    assert view.zone("seat1.hand") == ("~?", "~?") and "~?" not in view.zone("seat0.hand")
    assert uno.scalar("must_draw") and not view.flag("must_draw")
    assert uno.game.view(uno.table, 1).flag("must_draw")
    seen = sit_round("G7 R1", "B1 B2", "B3 R4", start="G5")
    assert "~?" not in seen.game.view(seen.table, 0).zone("seat1.hand")
