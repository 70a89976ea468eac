"""Speed, rule by rule (rules/speed.md): the deal, who deals, the opening, plays and refills (SPEED-1 to SPEED-5)."""

from typing import TYPE_CHECKING

import pytest

from engine.cards import face_down, rank
from engine.chance import Chance
from engine.game import deal_round, draw_for_dealer
from engine.games.speed.game import Speed
from engine.games.speed.rules import SpeedOptions
from engine.log_lines import DealLine
from engine.panel import ACTION, CARDS, Command
from engine.table import Draft, Table

if TYPE_CHECKING:
    from tests.engine.conftest import SitDown

AMBER, BLUE = 0, 1
CARD1, CARD2, *_ = CARDS


# SPEED-1: the deal


def test_speed_1_five_to_each_reserve_and_twenty_one_to_each_seat(sit_down: "SitDown") -> None:
    layout = next(each for each in sit_down().entries if isinstance(each, DealLine) and each.deal).layout
    for seat in (AMBER, BLUE):
        assert len(layout[f"reserve.{seat}"]) == 5
        assert len(layout[f"seat{seat}.stock"]) == 16
        assert all(len(layout[f"seat{seat}.hand{slot}"]) == 1 for slot in range(1, 6))
        assert layout[f"centre.{seat}"] == ()
    assert all(card.startswith("~") for cards in layout.values() for card in cards)


def test_speed_1_cards_go_round_from_the_top_to_the_dealers_opponent_first() -> None:
    assert deal_round(["d", "c", "b", "a"], 2, first=1) == [["b", "d"], ["a", "c"]]


def test_speed_1_the_hand_is_the_top_five_of_the_own_cards() -> None:
    game = Speed(SpeedOptions())
    draft = Draft(Table({}, {"deal": 0, "dealer": 1, "won": -1}))
    layout = game.layout(draft, Chance(3))
    cards = [face_down(card) for card in Chance(3).order(game.deck, "deal", 1)]
    own = deal_round(cards[:-10], 2, first=0)[0]
    assert [layout[f"seat0.hand{slot}"] for slot in range(1, 6)] == [(card,) for card in reversed(own[-5:])]
    assert layout["seat0.stock"] == tuple(own[:-5])


@pytest.mark.parametrize(("card", "top", "fits"), [("KH", "AS", True), ("AS", "KH", True), ("2H", "AS", True)])
def test_speed_1_ranks_are_circular(card: str, top: str, fits: bool) -> None:
    assert (card in Speed(SpeedOptions()).rules.fits[top]) is fits


# SPEED-2: who deals


def test_speed_2_the_lowest_card_deals_and_the_ace_is_low() -> None:
    draft = Draft(Table({"deck": ("~2H", "~KS", "~AD"), "seat0.draw": (), "seat1.draw": ()}, {}))
    draw_for_dealer(draft, Chance(1), 2)
    assert draft.number("dealer") == AMBER
    assert draft.zones["seat0.draw"] == ("AD",)


@pytest.mark.parametrize("other", ["~AD", "~2H", "~KS"])
def test_speed_2_a_joker_is_lower_than_the_ace(other: str) -> None:
    draft = Draft(Table({"deck": ("~X1", other), "seat0.draw": (), "seat1.draw": ()}, {}))
    draw_for_dealer(draft, Chance(1), 2)
    assert draft.zones["seat1.draw"] == ("X1",)
    assert draft.number("dealer") == BLUE


def test_speed_2_equal_ranks_draw_again() -> None:
    draft = Draft(Table({"deck": ("~2H", "~3H", "~AS", "~AD"), "seat0.draw": (), "seat1.draw": ()}, {}))
    draw_for_dealer(draft, Chance(1), 2)
    assert draft.zones["seat0.draw"] == ("AD", "3H")
    assert draft.number("dealer") == BLUE


def test_speed_2_the_draw_of_a_match_is_shown_and_obeyed(sit_down: "SitDown") -> None:
    desk = sit_down(is_open=False)
    drawn = [rank(desk.table.zone(f"seat{seat}.draw")[-1]) for seat in (AMBER, BLUE)]
    assert desk.table.phase == "draw"
    assert desk.table.number("dealer") == drawn.index(min(drawn))


@pytest.mark.parametrize(("won", "dealer"), [(AMBER, BLUE), (BLUE, BLUE), (-1, AMBER)])
def test_speed_2_then_the_deal_alternates_but_a_void_one_is_dealt_again(won: int, dealer: int) -> None:
    draft = Draft(Table({}, {"deal": 1, "dealer": AMBER, "won": won}))
    Speed(SpeedOptions()).layout(draft, Chance(1))
    assert draft.number("dealer") == dealer


def test_speed_2_the_draw_shows_for_a_while_unless_somebody_skips_it(sit_down: "SitDown") -> None:
    desk = sit_down(is_open=False)
    desk.advance(to_ms=3999)
    assert desk.table.phase == "draw"
    desk.advance(to_ms=4000)
    assert desk.table.phase == "ready"
    skipped = sit_down(is_open=False)
    skipped.press(BLUE, ACTION, at_ms=300)
    assert skipped.table.phase == "ready"


# SPEED-3: the opening


def test_speed_3_both_reserves_turn_and_hands_are_taken_up_in_one_instant(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 9C", "7D KC"), centre=("6S", "QD"), reserves=("2S", "3S"))
    assert (desk.cards("centre.0"), desk.cards("centre.1")) == ("6S", "QD")
    assert (desk.cards("reserve.0"), desk.cards("reserve.1")) == ("~2S", "~3S")
    assert (desk.cards("seat0.hand1"), desk.cards("seat1.hand2")) == ("7H", "KC")
    opening = [entry for entry in desk.entries if ("phase", "play") in entry.effects]
    assert len(opening) == 1
    assert {effect[0] for effect in opening[0].effects} == {"set", "phase", "move", "turn"}
    assert opening[0].t == desk.opened_ns


# SPEED-4: playing


@pytest.mark.parametrize("card", ["5H", "7H"])
def test_speed_4_one_up_or_one_down_on_either_pile(sit_down: "SitDown", card: str) -> None:
    for pile, centre in (("centre.0", ("6S", "QD")), ("centre.1", ("QD", "6S"))):
        desk = sit_down(hands=(f"{card} 2D 2H", "2C 2S"), centre=centre)
        desk.press(AMBER, CARD1, at_ms=300)
        assert desk.cards(pile) == f"6S {card}"
        assert desk.last_command().ok


@pytest.mark.parametrize("card", ["6H", "8H", "4H", "AH"])
def test_speed_4_nothing_else(sit_down: "SitDown", card: str) -> None:
    desk = sit_down(hands=(f"{card} 7D", "7C"), centre=("6S", "6D"))
    desk.command(AMBER, Command("play", card, "seat0.hand1", "centre.0"), at_ms=300)
    assert (desk.last_command().ok, desk.last_command().why) == (False, "rank")
    assert desk.cards("centre.0") == "6S"


def test_speed_4_an_illegal_command_changes_nothing_and_says_why(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7C 2H"), centre=("6S", "QD"), lockout_ms=0)
    before = desk.table
    for command, why in [
        (Command("play", "7C", "seat1.hand1", "centre.0"), "empty"),
        (Command("play", "7H", "seat0.hand2", "centre.0"), "empty"),
        (Command("play", "7H", "seat0.hand1", "centre.1"), "rank"),
        (Command("play", "7H", "seat0.hand1", "seat0.stock"), "rank"),
        (Command("draw", "", "seat0.stock", "seat0.hand2"), "empty"),
        (Command("stuck"), "window"),
        (Command("fly"), "window"),
        (Command("ready"), "phase"),
    ]:
        desk.command(AMBER, command, at_ms=300)
        assert (desk.last_command().ok, desk.last_command().why) == (False, why)
        assert desk.table == before


# SPEED-5: replenishing


def test_speed_5_the_slot_is_refilled_in_the_same_instant(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("2H 7H", "2C"), stocks=("QS JS", ""), centre=("6S", "QD"))
    desk.press(AMBER, CARD2, at_ms=300)
    assert desk.cards("seat0.hand2") == "JS"
    assert desk.cards("seat0.stock") == "~QS"
    assert [effect[0] for effect in desk.last_command().effects] == ["move", "move", "turn"]


def test_speed_5_by_press_one_card_a_press_into_the_lowest_empty_slot(sit_down: "SitDown") -> None:
    options = {"replenish": "press", "hands": ("7H 5D - 2H 2D", "2C"), "stocks": ("QS JS TS", "")}
    desk = sit_down(**options, centre=("6S", "QD"))
    desk.press(AMBER, CARD1, at_ms=300)
    assert desk.cards("seat0.hand1") == ""
    desk.tap(AMBER, ACTION, at_ms=400)
    assert (desk.cards("seat0.hand1"), desk.cards("seat0.hand3")) == ("TS", "")
    desk.tap(AMBER, ACTION, at_ms=500)
    assert desk.cards("seat0.hand3") == "JS"
    desk.tap(AMBER, ACTION, at_ms=600)
    assert desk.cards("seat0.stock") == "~QS"
    assert [line.ok for line in desk.commands("draw")] == [True, True]


def test_speed_5_a_full_hand_draws_nothing(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H 2D 3C 3D", "2C"), stocks=("QS", ""), centre=("6S", "QD"), replenish="press")
    desk.command(AMBER, Command("draw", "", "seat0.stock", "seat0.hand1"), at_ms=300)
    assert (desk.last_command().ok, desk.last_command().why) == (False, "occupied")
