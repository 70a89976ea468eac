"""Speed's variations, option by option (rules/speed.md, Options)."""

from typing import TYPE_CHECKING

import pytest

from engine.errors import OptionError
from engine.games import find_game, set_up
from engine.games.speed.game import Speed
from engine.games.speed.rules import SpeedOptions
from engine.log_lines import DealLine
from engine.options import DECIDED, FOR_GUESTS
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Command

if TYPE_CHECKING:
    from tests.engine.conftest import SitDown

AMBER, BLUE = 0, 1
CARD1, CARD2, *_ = CARDS


def test_hand_size_4_leaves_the_fifth_button_without_a_card(sit_down: "SitDown") -> None:
    desk = sit_down(hand_size=4)
    assert "seat0.hand5" not in desk.table.zones
    assert len(desk.table.zone("seat0.stock")) == 17
    desk.tap(AMBER, "CARD5", at_ms=300)
    assert desk.commands("play") == []


def test_doubles_let_an_equal_rank_follow(sit_down: "SitDown") -> None:
    for doubles in (False, True):
        desk = sit_down(hands=("6H 2H", "2C"), centre=("6S", "QD"), doubles=doubles)
        desk.tap(AMBER, CARD1, at_ms=300)
        assert desk.last_command().ok is doubles


@pytest.mark.parametrize("handicap", [(1, 0), (0, 3), (4, 0)])
@pytest.mark.parametrize("jokers", [False, True])
def test_speed_13_a_handicap_is_fewer_cards_in_hand_and_those_in_the_stock(
    handicap: tuple[int, int], jokers: bool, sit_down: "SitDown"
) -> None:
    desk = sit_down(handicap=handicap, jokers=jokers)
    even = sit_down(jokers=jokers)
    for seat, fewer in enumerate(handicap):
        slots = [f"seat{seat}.hand{k}" for k in range(1, 6)]
        assert [slot in desk.table.zones for slot in slots] == [True] * (5 - fewer) + [False] * fewer
        assert len(desk.table.zone(f"seat{seat}.stock")) == len(even.table.zone(f"seat{seat}.stock")) + fewer
        assert [desk.table.zone(slot) for slot in slots[: 5 - fewer]] == [
            even.table.zone(slot) for slot in slots[: 5 - fewer]
        ]
        desk.tap(seat, CARDS[4], at_ms=300 + seat)
    assert len(desk.commands("play")) <= 1, "a button without a slot does nothing"


@pytest.mark.parametrize(("hand_size", "most"), [(5, 4), (4, 3)])
def test_speed_13_a_hand_keeps_one_card(hand_size: int, most: int) -> None:
    Speed(SpeedOptions(hand_size=hand_size, handicap=(0, most)))
    with pytest.raises(OptionError, match=rf"^option handicap = 0,{most + 1}\b.*\b{most}\b"):
        set_up("speed", {"hand_size": hand_size, "handicap": (0, most + 1)})


def test_speed_13_with_four_seats_each_has_a_number() -> None:
    game = Speed(SpeedOptions(handicap=(2, 0, 1, 0)), seats=4)
    assert [len(hand) for hand in game.rules.hands] == [3, 5, 4, 5]


# Jokers


def test_jokers_are_two_more_cards_one_a_stock() -> None:
    game = Speed(SpeedOptions(jokers=True))
    assert len(game.deck) == 54
    assert {"X1", "X2"} <= set(game.deck)


def test_with_jokers_each_seat_has_22_cards(sit_down: "SitDown") -> None:
    layout = next(entry.layout for entry in sit_down(jokers=True).entries if isinstance(entry, DealLine) and entry.deal)
    for seat in (AMBER, BLUE):
        assert len(layout[f"seat{seat}.stock"]) == 17
        assert len(layout[f"reserve.{seat}"]) == 5


def test_a_joker_goes_on_anything_and_anything_goes_on_it(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("X1 3H 2H", "9C 2C"), centre=("6S", "QD"), jokers=True)
    desk.tap(AMBER, CARD1, at_ms=300)
    assert desk.table.text("armed.0") == "seat0.hand1"
    desk.tap(AMBER, LEFT, at_ms=400)
    assert desk.cards("centre.0") == "6S X1"
    desk.tap(BLUE, CARD1, at_ms=500)
    assert desk.cards("centre.0") == "6S X1 9C"


def test_anything_goes_on_a_joker_turned_from_a_reserve(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("3H 2H", "9C 2C"), centre=("X2", "QD"), jokers=True)
    desk.tap(AMBER, CARD1, at_ms=300)
    assert desk.cards("centre.0") == "X2 3H"


def test_a_joker_may_be_the_last_card(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("X1", "9C 2C"), centre=("6S", "QD"), jokers=True)
    desk.tap(AMBER, CARD1, at_ms=300)
    desk.tap(AMBER, CARD1, at_ms=400)
    assert desk.table.number("won") == AMBER


def declared(sit_down: "SitDown", **more: object) -> dict[str, object]:
    return {"hands": ("X1 3H 2H", "8C 2C"), "centre": ("7S", "QD"), "jokers": True, "declared_joker": True, **more}


@pytest.mark.parametrize(
    ("held", "counts_as", "then", "ok"),
    [(RIGHT, "=8", "9C", True), (RIGHT, "=8", "7C", True), (RIGHT, "=8", "5C", False), (LEFT, "=6", "5C", True)],
)
def test_a_declared_joker_counts_as_the_card_it_was_played_as(
    sit_down: "SitDown", held: str, counts_as: str, then: str, ok: bool
) -> None:
    options = declared(sit_down, hands=("X1 3H 2H", f"{then} 2C"), lockout_ms=0)
    desk = sit_down(**options)
    desk.press(AMBER, held, at_ms=290)
    desk.tap(AMBER, CARD1, at_ms=300)
    desk.release(AMBER, held, at_ms=310)
    desk.tap(AMBER, LEFT, at_ms=400)
    assert desk.cards("centre.0") == "7S X1"
    assert desk.table.text("declared.0") == counts_as
    desk.command(BLUE, Command("play", then, "seat1.hand1", "centre.0"), at_ms=500)
    assert desk.last_command().ok is ok


def test_a_declaration_ends_with_the_next_card(sit_down: "SitDown") -> None:
    desk = sit_down(**declared(sit_down))
    desk.tap(AMBER, CARD1, at_ms=300)
    desk.tap(AMBER, CARD1, at_ms=400)
    assert desk.table.text("declared.0") == "=8"
    desk.command(BLUE, Command("play", "8C", "seat1.hand1", "centre.0"), at_ms=500)
    assert not desk.last_command().ok
    desk.command(AMBER, Command("play", "2H", "seat0.hand3", "centre.0"), at_ms=600)
    assert not desk.last_command().ok


def test_anything_goes_on_a_declared_joker_that_was_turned_up(sit_down: "SitDown") -> None:
    desk = sit_down(**declared(sit_down, hands=("X1 3H 2H", "8C 2C"), centre=("X2", "QD")))
    assert desk.table.text("declared.0") == ""
    desk.tap(BLUE, CARD1, at_ms=500)
    assert desk.cards("centre.0") == "X2 8C"


def test_a_joker_must_say_what_it_is(sit_down: "SitDown") -> None:
    desk = sit_down(**declared(sit_down), lockout_ms=0)
    desk.command(AMBER, Command("play", "X1", "seat0.hand1", "centre.0"), at_ms=300)
    assert (desk.last_command().ok, desk.last_command().why) == (False, "rank")


# Deals


@pytest.mark.parametrize(
    ("deal", "stock", "reserve", "single"), [("21+5", 16, 5, 0), ("20+5+1", 15, 5, 1), ("15+10+1", 10, 10, 1)]
)
def test_the_deals_are_as_large_as_they_say(
    sit_down: "SitDown", deal: str, stock: int, reserve: int, single: int
) -> None:
    desk = sit_down(deal=deal)
    layout = next(entry.layout for entry in desk.entries if isinstance(entry, DealLine) and entry.deal)
    sizes = [len(layout[zone]) for zone in ("seat0.stock", "seat1.stock", "reserve.0", "reserve.1", "centre.0")]
    assert sizes == [stock, stock, reserve, reserve, single]
    assert len(desk.table.zone("centre.1")) == 1
    assert len(desk.table.zone("reserve.1")) == (reserve if single else reserve - 1)


def test_five_card_spit_is_a_preset_and_so_is_its_party_length() -> None:
    presets = {preset.name: preset.options for preset in find_game("speed").info.presets}
    five = {"deal": "15+10+1", "recycle": "keep_tops", "score": "points"}
    assert presets["five_card_spit"] == {**five, "target": 25, **DECIDED}
    assert presets["five_card_spit_party"] == {**five, "target": 10, **FOR_GUESTS}


def test_stuck_call_shout_shows_on_the_action_button(sit_down: "SitDown") -> None:
    stuck = {"hands": ("5H 5D", "5C 5S"), "centre": ("9H", "9S"), "reserves": ("2S", "3S")}
    shout = sit_down(**stuck, stuck_call="shout")
    assert (shout.match.keys(AMBER)[7].label, shout.match.keys(AMBER)[7].lit) == ("stuck", True)
    shout.tap(AMBER, ACTION, at_ms=300)
    assert shout.match.keys(AMBER)[7].command is None
    assert sit_down(**stuck).match.keys(AMBER)[7].command is None
