"""Playing in turn, exact matches, drops and the passing of hands (UNO-1 to UNO-4, UNO-6 to UNO-9)."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.chance import Chance
from engine.games.speed_uno.game import SpeedUno
from engine.games.speed_uno.rules import SpeedUnoOptions, face
from engine.match import Match
from engine.panel import Command
from engine.setup import Setup, seats_of
from engine.table import Draft, Table

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


def test_the_options_are_those_of_the_page() -> None:
    options = SpeedUnoOptions()
    assert options.target == 500 and options.match_window_ms == 1500 and options.turn_s == 8
    assert [(preset.name, preset.seats) for preset in SpeedUno.info.presets] == [
        ("speed_uno", 4),
        ("speed_uno_duel", 2),
    ]
