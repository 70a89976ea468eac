"""What bots think a command is worth, in Speed and Spit, in Speed Uno, and of the number slaps of Mod-Spit (MOD-1)."""

from collections.abc import Callable
from functools import cache
from statistics import median
from typing import Any

import pytest

from engine.bots import LEVELS, find_brain
from engine.brain import Bot, Plan, best, best_presses
from engine.chance import Chance
from engine.game import PASS, Game
from engine.games import set_up
from engine.games.speed_uno.game import SpeedUno
from engine.log_lines import CommandLine
from engine.match import Match
from engine.panel import ACTION, Command
from engine.setup import Setup, seats_of
from engine.table import Table
from engine.units import MS

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


IDLE = {f"seat0_stock{k}": "" for k in range(2, 6)} | {"seat0_stock1": "8S"}
"""AMBER has one card, and it goes nowhere below."""
RIGHT = {**IDLE, "centre_0": "5S", "centre_1": "AC"}
WRONG = {**IDLE, "centre_0": "AS", "centre_1": "KC"}


def plans(bot: Bot, game: Game, table: Table, looks: int = 400) -> list[Plan]:
    """What the bot does with what it sees, look after look."""
    return [bot.plan(game, game.view(table, 0), 0, Chance(look).stream("look")) for look in range(looks)]


def slaps(made: list[Plan]) -> list[int]:
    """When ACTION goes down, in ms, in the plans in which it does."""
    return [at // MS for plan in made for at, button, pressed in plan.presses[:1] if button == ACTION and pressed]


def test_mod_1_the_better_the_bot_the_more_often_it_sees_a_right_slap(in_play: InPlay) -> None:
    game, table = in_play("mod_spit", **RIGHT)
    seen = [len(slaps(plans(bot, game, table))) for bot in LEVELS]
    assert 20 < seen[0] < seen[1] < seen[2] < 250


def test_mod_1_every_bot_is_wrong_now_and_then_and_seldom(in_play: InPlay) -> None:
    game, table = in_play("mod_spit", **WRONG)
    for bot in LEVELS:
        assert 0 < len(slaps(plans(bot, game, table))) < 20


@pytest.mark.parametrize("zones", [RIGHT, WRONG])
def test_mod_1_nobody_slaps_sooner_than_a_person_can_work_it_out(in_play: InPlay, zones: dict[str, str]) -> None:
    game, table = in_play("mod_spit", **zones)
    took = [slaps(plans(bot, game, table, 1500)) for bot in LEVELS]
    assert all(min(times) > 200 for times in took)
    assert [median(times) for times in took] == sorted((median(times) for times in took), reverse=True)


def test_who_has_not_worked_it_out_looks_again_though_nothing_happens(in_play: InPlay) -> None:
    game, table = in_play("mod_spit", **WRONG)
    waiting = [plan for plan in plans(LEVELS[0], game, table) if not plan.presses]
    assert waiting and all(plan.rest_ns > 0 for plan in waiting)


def test_nobody_slaps_once_a_wrong_slap_has_been_told(in_play: InPlay) -> None:
    game, table = in_play("mod_spit", **WRONG)
    told = Table(table.zones, {**table.scalars, "wrong": 1, "wrong_by": 10**12})
    for bot in LEVELS:
        assert not slaps(plans(bot, game, told))


@cache
def slapped(level: str) -> tuple[int, int]:
    """Right and wrong number slaps in a few matches between two of that level."""
    right = wrong = 0
    for seed in range(15):
        setup = Setup("mod_spit", {}, seats_of(f"bot:{level}", f"bot:{level}"), seed, "mod_spit")
        match = Match(setup, brains={0: find_brain(level), 1: find_brain(level)})
        while (due := match.next_deadline()) is not None:
            for entry in match.advance(due).entries:
                if isinstance(entry, CommandLine) and entry.command.do == "number_slap" and entry.ok:
                    is_wrong = any(effect[0] == "foul" for effect in entry.effects)
                    wrong, right = wrong + is_wrong, right + (not is_wrong)
    return right, wrong


@pytest.mark.parametrize("level", [bot.name for bot in LEVELS])
def test_mod_2_in_whole_matches_most_slaps_are_right_and_some_are_wrong(level: str) -> None:
    right, wrong = slapped(level)
    assert 0.03 < wrong / (right + wrong) < 0.35
