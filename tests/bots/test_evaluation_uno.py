"""What bots make of Speed Uno: sets of cards, spared wilds, the colour held most, calls, catches, matches, lapses."""

from collections.abc import Callable
from typing import Any

import pytest

from engine.bots import LEVELS, find_brain
from engine.brain import Bot, best
from engine.chance import Chance
from engine.game import PASS, Game
from engine.games import set_up
from engine.games.speed_uno.game import SpeedUno
from engine.match import Match
from engine.panel import Command
from engine.setup import Setup, seats_of
from engine.table import Table
from engine.units import MS

Sit = Callable[..., Any]


def table_of(*hands: str, top: str = "G5", **scalars: Any) -> tuple[Game, Table]:
    """Hands told by faces, one a seat, and the card on top; it is seat 0's turn unless ``turn`` says otherwise."""
    options: dict[str, Any] = {"challenge": True} if "challenged" in scalars else {}
    game = set_up("speed_uno", options, seats=len(hands))
    assert isinstance(game, SpeedUno)
    face = game.rules.face
    left = {what: [card for card in game.deck if face[card] == what] for what in face.values()}
    dealt = zip(game.rules.hands, hands, strict=True)
    zones = {name: tuple(left[what].pop(0) for what in hand.split()) for name, hand in dealt}
    zones["discard"] = (left[top].pop(0),)
    zones["draw"] = tuple(f"~{card}" for cards in left.values() for card in cards)
    table = scalars_in_play(len(hands), options)
    given = {key.replace("__", "."): value for key, value in scalars.items()}
    usual = {"turn": 0, "colour": top[0], "naming": -1, "owed": 0, "must_draw": False, "exact": True, "direction": 1}
    return game, Table(zones, {**table.scalars, **usual, **given}, table.shuffles)


def scalars_in_play(seats: int, options: dict[str, Any]) -> Table:
    """The table of a match whose first hand was just opened."""
    match = Match(Setup("speed_uno", options, seats_of(*["bot:fast"] * seats), 1))
    while match.table.phase != "play":
        due = match.next_deadline()
        assert due is not None
        match.advance(due)
    return match.table


def told(game: Game, table: Table, seat: int = 0) -> str:
    """The best command in the seat's eyes: the faces played, or the word for what else it does."""
    choice = best(game, game.view(table, seat), seat)
    if choice is None:
        return "nothing"
    command = choice.command
    assert isinstance(game, SpeedUno)
    played = command.cards or ((command.card,) if command.card else ())
    faces = " ".join(game.rules.face[card] for card in played)
    return faces or command.word or f"{command.do}{max(command.target, 0) or ''}"


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("G7 G7 R5", "G7 G7"),  # two go sooner than one
        ("G7 W W+", "G7"),  # a wild goes on anything, so it waits
        ("R7 B2 W", "W"),
        ("G7 R5 R8 R9 R1 R2", "R5"),  # the colour that there is more of
        ("G1 G9 R5", "G9"),  # what costs more in the end
        ("G5 G9 GS", "G5"),  # an exact match
        ("W G7", "uno"),  # called before one of the last two goes
    ],
)
def test_what_is_played_in_turn(hand: str, wanted: str) -> None:
    assert told(*table_of(hand, "B1 B2 B3 B4 B5")) == wanted


def test_the_last_card_but_one_may_be_a_wild() -> None:
    game, table = table_of("W G7", "B1 B2 B3 B4 B5", called__0=True)
    assert told(game, table) == "W"


def test_action_cards_are_for_a_next_player_who_has_few() -> None:
    assert told(*table_of("GS GS R7 R8 R9 G8", "B1 B2", "B3 B4 B5 B6")) == "GS GS"
    few, many = (table_of("G+ R7 R8", nexts, "B3 B4 B5 B6") for nexts in ("B1 B2", "B1 B2 B6 B7"))
    draw_two = Command("play", "G+/1", "seat0.hand", "discard")
    worth = [game.evaluation.rate(game.view(table, 0), 0, draw_two) for game, table in (few, many)]
    assert worth[0] > worth[1]


def test_a_zero_that_passes_hands_on_is_played_for_a_smaller_hand_and_not_for_a_larger() -> None:
    assert told(*table_of("G0 G7 R1 R2 R3", "B1 B2 B3 B4 B5", "B1 B2")) == "G0"
    assert told(*table_of("G0 G7 R1 R2 R3", "B1 B2", "B1 B2 B3 B4 B5 B6 B7")) == "G7"


def test_the_colour_held_most_is_named() -> None:
    game, table = table_of("Y1 Y2 B3 R4", "B1 B2 B3", top="W", naming=0, colour="", turn=1)
    assert told(game, table) == "Y"


def test_an_exact_match_is_played_out_of_turn_and_nothing_else_is_pressed() -> None:
    assert told(*table_of("R1 G5 G6", "B1 B2 B3", turn=1)) == "G5"
    assert told(*table_of("R1 G4 G6", "B1 B2 B3", turn=1)) == "nothing"


def test_who_has_one_card_calls_and_who_has_not_called_is_caught() -> None:
    assert told(*table_of("R1", "B1 B2 B3", turn=1, exposed__0=700 * MS)) == "uno"
    assert told(*table_of("R1 R2 R3", "B1 B2 B3", "B7", turn=1, exposed__2=700 * MS)) == "catch2"


def test_with_two_cards_one_calls_only_before_playing() -> None:
    assert told(*table_of("R1 R2", "B1 B2 B3", turn=1)) == "nothing"


def test_a_wild_draw_four_is_doubted_where_the_hand_is_large() -> None:
    doubt: dict[str, Any] = {"turn": 0, "challenged": 1, "owed": 4, "must_draw": True, "colour": "R"}
    assert told(*table_of("R1 R2 R3", "B1 B2 B3 B4 B5 B6 B7", top="W+", **doubt)) == "challenge"
    assert told(*table_of("R1 R2 R3", "B1 B2 B3", top="W+", **doubt)) == "nothing"


def test_people_miss_now_and_then_what_nothing_asks_for_the_better_ones_less_often() -> None:
    game, table = table_of("R1 G5 G6", "B1 B2 B3", turn=1)
    looks = 400
    missed = {}
    for bot in (*LEVELS, find_brain("perfect")):
        plans = [bot.plan(game, game.view(table, 0), 0, Chance(seed).stream("plan")) for seed in range(looks)]
        missed[bot.name] = sum(not plan.presses for plan in plans) / looks
    assert missed["slow"] > missed["middling"] > missed["fast"] > missed["perfect"] == 0
    assert missed["slow"] < 0.5


def test_nobody_overlooks_the_own_turn() -> None:
    game, table = table_of("G7 R1 R2", "B1 B2 B3", top="G5")
    for bot in LEVELS:
        for seed in range(100):
            assert bot.plan(game, game.view(table, 0), 0, Chance(seed).stream("plan")).presses


def test_a_match_is_a_reflex_and_a_turn_is_weighed() -> None:
    def first_press(game: Game, table: Table, bot: Bot) -> int:
        plans = [bot.plan(game, game.view(table, 0), 0, Chance(seed).stream("plan")) for seed in range(99)]
        return sorted(plan.presses[0][0] for plan in plans if plan.presses)[40]

    for bot in LEVELS:
        reflex = first_press(*table_of("R1 G5 R6", "B1 B2 B3", turn=1), bot)
        weighed = first_press(*table_of("R1 G6 R6", "B1 B2 B3"), bot)
        assert weighed > reflex * 2


def test_in_whole_matches_bots_match_call_and_catch_and_somebody_forgets(sit: Sit) -> None:
    done: dict[str, int] = {}
    for seed in range(12):
        for entry in sit("speed_uno", "middling", "slow", seed=seed, preset="speed_uno_duel").match.final():
            for effect in entry.effects:
                if effect[0] in ("say", "foul"):
                    done[f"{effect[0]} {effect[2]}"] = done.get(f"{effect[0]} {effect[2]}", 0) + 1
    assert done["say uno"] >= 12
    assert 0 < done["foul uno"] < done["say uno"]


def test_what_is_worth_nothing_is_not_pressed() -> None:
    game, table = table_of("R1 R2", "B1 B2 B3", turn=1)
    assert game.evaluation.rate(game.view(table, 0), 0, Command("uno")) == PASS
