"""Speed: being stuck, the shouts, what turns then, recycling and the dead end (SPEED-6 to SPEED-10)."""

from typing import TYPE_CHECKING

import pytest

from engine.chance import Chance
from engine.games.speed.game import Speed
from engine.games.speed.rules import SpeedOptions
from engine.log_lines import OwnLine
from engine.panel import ACTION, Command
from engine.table import Draft, Table

if TYPE_CHECKING:
    from tests.engine.conftest import SitDown

AMBER, BLUE = 0, 1
CALM = {"stuck_call": "shout", "stall_s": 60}
"""Nothing happens by itself, but the glow."""
STUCK = {"hands": ("5H 5D", "5C 5S"), "centre": ("9H", "9S")}
"""Nobody can play, and nobody ever will."""


# SPEED-6 to 8: stuck


def test_speed_6_stuck_is_without_a_play(sit_down: "SitDown") -> None:
    assert sit_down(**STUCK).table.flag("stuck")
    assert not sit_down(hands=("5H 8D", "5C 5S"), centre=("9H", "9S")).table.flag("stuck")


@pytest.mark.parametrize(
    ("hand", "stock", "stuck"),
    [("5H 5D - - -", "4S", False), ("5H 5D - - -", "", True), ("5H 5D 4H 4D 3H", "4S", True)],
)
def test_speed_6_whoever_can_draw_is_not_stuck(sit_down: "SitDown", hand: str, stock: str, stuck: bool) -> None:
    desk = sit_down(hands=(hand, "5C 5S"), stocks=(stock, ""), centre=("9H", "9S"), replenish="press")
    assert desk.table.flag("stuck") is stuck


def test_speed_7_the_engine_sees_it_and_turns_after_two_seconds(sit_down: "SitDown") -> None:
    desk = sit_down(**STUCK, reserves=("2S", "3S"))
    desk.advance(to_ms=1999)
    assert desk.cards("centre.0") == "9H"
    desk.advance(to_ms=2000)
    assert (desk.cards("centre.0"), desk.cards("centre.1")) == ("9H 2S", "9S 3S")
    turn = next(entry for entry in reversed(desk.entries) if ("turn", "2S", "up") in entry.effects)
    assert isinstance(turn, OwnLine)
    assert ("turn", "3S", "up") in turn.effects


def test_speed_7_by_shout_both_must_and_cards_turn_a_moment_after_the_last(sit_down: "SitDown") -> None:
    desk = sit_down(**STUCK, **CALM, reserves=("2S", "3S"))
    desk.press(AMBER, ACTION, at_ms=1000)
    desk.advance(to_ms=3000)
    assert desk.cards("centre.0") == "9H"
    desk.press(BLUE, ACTION, at_ms=3100)
    desk.advance(to_ms=3799)
    assert desk.cards("centre.0") == "9H"
    desk.advance(to_ms=3800)
    assert desk.cards("centre.0") == "9H 2S"
    assert desk.effects("say") == [("say", AMBER, "stuck"), ("say", BLUE, "stuck")]


def test_speed_7_turn_ms_is_the_moment(sit_down: "SitDown") -> None:
    desk = sit_down(**STUCK, **CALM, reserves=("2S", "3S"), turn_ms=1500)
    desk.press(AMBER, ACTION, at_ms=1000)
    desk.press(BLUE, ACTION, at_ms=1000.5)
    desk.advance(to_ms=2500)
    assert desk.cards("centre.0") == "9H"
    desk.advance(to_ms=2501)
    assert desk.cards("centre.0") == "9H 2S"


def test_speed_7_with_consent_both_may_flip_although_somebody_could_play(sit_down: "SitDown") -> None:
    hands = {"hands": ("8D 5D", "5C 5S"), "centre": ("9H", "9S"), "reserves": ("2S", "3S")}
    desk = sit_down(**hands, **CALM, consent_flip=True)
    desk.press(AMBER, ACTION, at_ms=300)
    desk.press(BLUE, ACTION, at_ms=400)
    desk.advance(to_ms=1100)
    assert desk.cards("centre.0") == "9H 2S"


def test_speed_8_a_shout_counts_only_from_a_stuck_seat(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("8D 5D", "5C 5S"), centre=("9H", "9S"), reserves=("2S", "3S"), **CALM)
    for seat in (AMBER, BLUE):
        desk.press(seat, ACTION, at_ms=300 + seat)
        desk.command(seat, Command("stuck"), at_ms=310 + seat)
        assert desk.last_command().why == "window"
    assert desk.effects("say") == []


def test_speed_8_it_lapses_at_any_change_of_the_table(sit_down: "SitDown") -> None:
    hands = {"hands": ("8D 5D", "5C 5S"), "centre": ("9H", "9S"), "reserves": ("2S", "3S")}
    desk = sit_down(**hands, **CALM, consent_flip=True)
    desk.press(BLUE, ACTION, at_ms=300)
    assert desk.table.flag("said.1")
    desk.command(AMBER, Command("play", "8D", "seat0.hand1", "centre.0"), at_ms=400)
    assert not desk.table.flag("said.1")
    desk.press(AMBER, ACTION, at_ms=500)
    desk.advance(to_ms=1500)
    assert desk.cards("centre.0") == "9H 8D"


def test_speed_8_only_the_reserve_that_has_cards_is_turned(sit_down: "SitDown") -> None:
    desk = sit_down(**STUCK, reserves=("2S 2C", ""))
    desk.advance(to_ms=2000)
    assert (desk.cards("centre.0"), desk.cards("centre.1")) == ("9H 2C", "9S")


# SPEED-9: recycling


def test_speed_9_the_centre_piles_become_new_reserves_and_their_tops_turn(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("5H 5D", "5C 5S"), centre=("9H", "9S"), reserves=("4S QS", "KS"))
    desk.advance(to_ms=2000)
    assert (desk.cards("centre.0"), desk.cards("centre.1")) == ("9H QS", "9S KS")
    desk.advance(to_ms=4000)
    assert desk.cards("centre.0") == "9H QS 4S"
    desk.command(AMBER, Command("play", "5H", "seat0.hand1", "centre.0"), at_ms=4100)
    desk.advance(to_ms=6100)
    shuffles = desk.effects("shuffle")
    assert [zone for _, zone, _ in shuffles] == ["reserve.0"]
    assert sorted(shuffles[0][2]) == sorted(["9H", "QS", "4S", "5H", "9S", "KS"])
    assert [len(desk.table.zone(f"centre.{pile}")) for pile in (0, 1)] == [1, 1]
    assert [len(desk.table.zone(f"reserve.{pile}")) for pile in (0, 1)] == [2, 2]


def recycled(centre: tuple[str, str], recycle: str) -> Draft:
    """The table after ``turn_cards`` with empty reserves; AMBER holds a card that fits one in the centre."""
    game = Speed(SpeedOptions(recycle=recycle))
    rules = game.rules
    zones = dict.fromkeys((*rules.reserves, *rules.stocks, *rules.all_slots), ())
    piles = {f"centre.{n}": tuple(cards.split()) for n, cards in enumerate(centre)}
    table = Table({**zones, **piles, "seat0.hand1": ("3H",)}, {"phase": "play"})
    draft = Draft(table)
    game.turn_cards(draft, Chance(1), 0)
    return draft


def test_speed_9_an_odd_card_goes_to_reserve_0() -> None:
    draft = recycled(("9H 2S 8C", "9S 9D"), "all")
    assert [len(draft.zones[f"reserve.{n}"]) + len(draft.zones[f"centre.{n}"]) for n in (0, 1)] == [3, 2]


def test_speed_9_keep_tops_leaves_the_tops_lying() -> None:
    draft = recycled(("9H 2S 8C", "9D 9S"), "keep_tops")
    assert draft.zones["centre.0"][0] == "8C"
    assert draft.zones["centre.1"][0] == "9S"
    assert {card for n in (0, 1) for card in draft.zones[f"centre.{n}"][1:]} == {"9H", "2S", "9D"} - {
        card.lstrip("~") for n in (0, 1) for card in draft.zones[f"reserve.{n}"]
    }


def test_speed_9_keep_tops_with_too_few_cards_turns_what_there_is() -> None:
    draft = recycled(("2S 8C", "9S"), "keep_tops")
    assert draft.zones["centre.0"] == ("8C", "2S")
    assert draft.zones["centre.1"] == ("9S",)


def test_speed_9_nothing_but_tops_is_recycled_as_a_whole() -> None:
    draft = recycled(("2S", "9S"), "keep_tops")
    assert sorted(draft.zones["centre.0"] + draft.zones["centre.1"]) == ["2S", "9S"]
    assert ("gather", "centre.0", "reserve.0") in draft.effects


# SPEED-10: the dead end


def test_speed_10_each_seat_turns_the_top_of_its_stock(sit_down: "SitDown") -> None:
    hand = "5H 5D 4H 4D 3H", "5C 5S 4C 4S 3C"
    desk = sit_down(hands=hand, stocks=("2H 6H", "2D 6D"), centre=("9H", "9S"))
    desk.advance(to_ms=2000)
    assert (desk.cards("centre.0"), desk.cards("centre.1")) == ("9H 6H", "9S 6D")
    assert not desk.table.flag("stuck")


def test_speed_10_an_empty_stock_passes(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("5H 5D", "5C 5S 4C 4S 3C"), stocks=("", "2D 6D"), centre=("9H", "9S"))
    desk.advance(to_ms=2000)
    assert (desk.cards("centre.0"), desk.cards("centre.1")) == ("9H", "9S 6D")


def test_speed_10_without_stocks_the_fewest_cards_win(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("5H 5D", "5C 5S 4C"), centre=("9H", "9S"))
    desk.advance(to_ms=2000)
    assert desk.table.phase == "over"
    assert (desk.table.number("won"), desk.table.number("score.0")) == (AMBER, 1)
    assert ("say", -1, "dead_end") in desk.effects("say")


def test_speed_10_equal_hands_are_a_void_deal_dealt_again(sit_down: "SitDown") -> None:
    desk = sit_down(**STUCK)
    desk.advance(to_ms=2000)
    assert desk.phases()[-2:] == ["void", "over"]
    desk.advance(to_ms=8000)
    assert (desk.table.number("deal"), desk.table.phase) == (2, "ready")
    assert (desk.table.number("score.0"), desk.table.number("score.1")) == (0, 0)
