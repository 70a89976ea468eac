"""What bots think a command is worth: their own run, and nothing for the others."""

from collections.abc import Callable

import pytest

from engine.brain import best_presses
from engine.game import PASS, Game
from engine.panel import Command
from engine.table import Table

InPlay = Callable[..., tuple[Game, Table]]
SPEED_HANDS = {f"seat{n}_hand{k}": "" for n in (0, 1) for k in (1, 2, 3, 4, 5)}
SPIT_PILES = {f"seat{n}_stock{k}": "" for n in (0, 1) for k in (1, 2, 3, 4, 5)}


def worth(game: Game, table: Table, command: Command, seat: int = 0) -> float:
    assert command in game.legal(table, seat)
    return game.evaluation.rate(game.view(table, seat), seat, command)


def test_speed_prefers_the_play_that_the_own_run_goes_on_from(in_play: InPlay) -> None:
    game, table = in_play(
        "speed", **{**SPEED_HANDS, "seat0_hand1": "6S", "seat0_hand2": "8S", "seat0_hand3": "9S", "seat0_hand4": "TS"},
        centre_0="7H", centre_1="KH",
    )  # fmt: skip
    assert worth(game, table, Command("play", "8S", "seat0.hand2", "centre.0")) > worth(
        game, table, Command("play", "6S", "seat0.hand1", "centre.0")
    )


def test_speed_starves_the_other_seat(in_play: InPlay) -> None:
    game, table = in_play(
        "speed", **{**SPEED_HANDS, "seat0_hand1": "6S", "seat0_hand2": "8S", "seat1_hand1": "9S", "seat1_hand2": "9D"},
        centre_0="7H", centre_1="KH",
    )  # fmt: skip
    assert worth(game, table, Command("play", "6S", "seat0.hand1", "centre.0")) > worth(
        game, table, Command("play", "8S", "seat0.hand2", "centre.0")
    )


def test_speed_keeps_a_joker_for_later(in_play: InPlay) -> None:
    game, table = in_play(
        "speed", options={"jokers": True}, **{**SPEED_HANDS, "seat0_hand1": "X1", "seat0_hand2": "8S"},
        centre_0="7H", centre_1="KH",
    )  # fmt: skip
    assert best_presses(game, game.view(table, 0), 0) == ["CARD2"]


def test_speed_calls_stuck_only_where_all_are(in_play: InPlay) -> None:
    game, table = in_play(
        "speed", options={"stuck_call": "shout", "consent_flip": True}, **SPEED_HANDS | {"seat0_hand1": "2S"},
        centre_0="7H", centre_1="KH",
    )  # fmt: skip
    assert worth(game, table, Command("stuck")) == PASS
    stuck = Table(dict(table.zones), {**table.scalars, "stuck": True}, table.shuffles)
    assert best_presses(game, game.view(stuck, 0), 0) == ["ACTION"]


@pytest.mark.parametrize("seat", [0, 1])
def test_speed_slaps_after_the_last_card(seat: int, in_play: InPlay) -> None:
    game, table = in_play("speed", options={"finish": "slap"}, **SPEED_HANDS, centre_0="7H", centre_1="KH")
    slap = Table(dict(table.zones), {**table.scalars, "phase": "slap", "finisher": 0}, table.shuffles)
    assert best_presses(game, game.view(slap, seat), seat) == ["ACTION"]


def test_speed_lays_the_card_that_others_of_its_hand_follow(in_play: InPlay) -> None:
    hands = {**SPEED_HANDS, "seat0_hand1": "5S", "seat0_hand2": "8S", "seat0_hand3": "9D", "seat1_hand1": "7C"}
    game, table = in_play(
        "speed", options={"turn_from": "stocks"}, **hands, seat0_stock="", centre_0="2H", centre_1="KH"
    )
    stuck = Table(dict(table.zones), {**table.scalars, "stuck": True, "choosing": True}, table.shuffles)
    assert best_presses(game, game.view(stuck, 0), 0) == ["CARD3"], "BLUE's seven would follow the eight"


def test_spit_with_doubles_plays_an_equal_rank(in_play: InPlay) -> None:
    piles = {"seat0_stock1": "7S", "seat1_stock1": "KD"}
    game, table = in_play("spit", options={"doubles": True}, **SPIT_PILES | piles, centre_0="7H", centre_1="2H")
    assert best_presses(game, game.view(table, 0), 0) == ["CARD1"]


def test_spit_plays_before_it_turns_and_turns_before_it_moves(in_play: InPlay) -> None:
    piles = {"seat0_stock1": "~2S ~3S", "seat0_stock2": "~4S 8D", "seat0_stock3": "~5S QD"}
    game, table = in_play("spit", **SPIT_PILES | piles, centre_0="7H", centre_1="2H")
    view = game.view(table, 0)
    assert best_presses(game, view, 0) == ["CARD2"]
    turn = worth(game, table, Command("turn", source="seat0.stock1"))
    assert turn > worth(game, table, Command("move", "QD", "seat0.stock3", "seat0.stock4"))


def test_spit_moves_a_card_only_to_uncover_one(in_play: InPlay) -> None:
    piles = {"seat0_stock1": "8S 8D", "seat0_stock2": "~4S QD"}
    game, table = in_play("spit", options={"stack_equals": True}, **SPIT_PILES | piles, centre_0="5H", centre_1="2H")
    assert best_presses(game, game.view(table, 0), 0) == ["CARD3", "CARD2"]


def test_spit_26_reversed_the_larger_pile_is_slapped(in_play: InPlay) -> None:
    game, table = in_play("spit", options={"reverse": True}, centre_0="2S 3S 4S", centre_1="6S")
    slap = Table(dict(table.zones), {**table.scalars, "phase": "slap"}, table.shuffles)
    assert best_presses(game, game.view(slap, 1), 1) == ["LEFT"]


def test_spit_slaps_the_smaller_pile(in_play: InPlay) -> None:
    game, table = in_play("spit", centre_0="5H 6H 7H 8H 9H TH", centre_1="2H")
    slap = Table(dict(table.zones), {**table.scalars, "phase": "slap"}, table.shuffles)
    assert best_presses(game, game.view(slap, 1), 1) == ["RIGHT"]


@pytest.mark.parametrize("game_id", ["speed", "spit"])
def test_what_only_needs_a_press_is_never_left_undone(game_id: str, in_play: InPlay) -> None:
    """While a seat has a command that keeps the game going, a bot has buttons to press."""
    game, table = in_play(game_id)
    for seat in (0, 1):
        if any(command.do in game.progress for command in game.legal(table, seat)):
            assert best_presses(game, game.view(table, seat), seat)
