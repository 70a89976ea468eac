"""Speed's variations (rules/speed.md): option by option, SPEED-13 to SPEED-18, and a table of three or four."""

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from engine import phases
from engine.bots import find_brain
from engine.cards import bare, is_joker, is_red
from engine.chance import Chance
from engine.errors import OptionError
from engine.game import RULES, Outcome
from engine.games import set_up
from engine.games.speed.game import Speed
from engine.games.speed.rules import SpeedOptions, cards_left, may_shout
from engine.log_lines import CommandLine, DealLine, Entry
from engine.match import Match
from engine.options import is_handicapped, settle, values_of
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Act, Command, Press, mask
from engine.setup import Setup, seats_of
from engine.table import Draft, Table, Zone, with_layout
from engine.units import MS
from tests.engine.conftest import Desk, dealt, on_source, tap
from tools.soundness import every_card_is_there_once

if TYPE_CHECKING:
    from tests.engine.conftest import Pair, SitDown


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


# Cards that lie face down for a while

FACE_DOWN: dict[str, Any] = {
    "hands": ("7H 2H", "2C 9D"), "stocks": ("QS JS", "4D 3D"), "centre": ("6S", "8D"), "face_down_ms": (300, 0)
}  # fmt: skip


def test_speed_18_a_new_card_lies_face_down_for_its_time_and_only_for_that_seat(sit_down: "SitDown") -> None:
    desk = sit_down(**FACE_DOWN)
    desk.tap(AMBER, CARD1, at_ms=500)
    desk.tap(AMBER, LEFT, at_ms=550)
    assert desk.cards("centre.0") == "6S 7H"
    assert desk.cards("seat0.hand1") == "~JS"
    desk.advance(to_ms=849)
    assert desk.cards("seat0.hand1") == "~JS"
    desk.advance(to_ms=850)
    assert desk.cards("seat0.hand1") == "JS"
    desk.tap(BLUE, CARD2, at_ms=900)
    assert (desk.cards("centre.1"), desk.cards("seat1.hand2")) == ("8D 9D", "3D")
    desk.assert_log_replays()


def test_speed_18_its_button_does_nothing_meanwhile_and_costs_nothing(sit_down: "SitDown") -> None:
    desk = sit_down(**FACE_DOWN)
    desk.tap(AMBER, CARD1, at_ms=500)
    desk.tap(AMBER, LEFT, at_ms=550)
    desk.tap(AMBER, CARD1, at_ms=849)
    assert desk.effects("foul") == []
    assert desk.table.text("armed.0") == ""
    assert len(desk.commands("play")) == 1
    desk.tap(AMBER, CARD1, at_ms=850)
    assert desk.effects("foul") == [("foul", AMBER, "miss")], "now its rank is seen, and it fits nowhere"


def test_speed_18_nobody_is_stuck_while_a_card_will_turn_up(sit_down: "SitDown") -> None:
    desk = sit_down(**{**FACE_DOWN, "hands": ("7H 2H", "2C 2D")})
    desk.tap(AMBER, CARD1, at_ms=500)
    desk.tap(AMBER, LEFT, at_ms=550)
    desk.advance(to_ms=849)
    assert not desk.table.flag("stuck")
    desk.advance(to_ms=850)
    assert desk.table.flag("stuck")


def test_speed_18_a_card_that_is_drawn_lies_face_down_too(sit_down: "SitDown") -> None:
    desk = sit_down(**{**FACE_DOWN, "hands": ("7H 2H 3C", "2C 9D")}, replenish="press")
    desk.tap(AMBER, CARD1, at_ms=500)
    desk.tap(AMBER, LEFT, at_ms=550)
    desk.tap(AMBER, ACTION, at_ms=600)
    assert desk.cards("seat0.hand1") == "~JS"
    desk.advance(to_ms=900)
    assert desk.cards("seat0.hand1") == "JS"


def test_speed_18_a_race_stays_a_race(sit_down: "SitDown") -> None:
    """The earlier stamp wins as ever, by whatever comes first."""
    for first, second in ((AMBER, BLUE), (BLUE, AMBER)):
        desk = sit_down(hands=("7H 2H", "7D 2C"), centre=("6S", "QD"), face_down_ms=(1000, 0))
        desk.press(second, CARD1, at_ms=500.2)
        desk.press(first, CARD1, at_ms=500)
        played = [line for line in desk.commands("play") if line.ok]
        assert [line.seat for line in played] == [first]


@pytest.mark.parametrize("given", [(300,), (300, 0, 0), (300, 300), (3001, 0)])
def test_speed_18_is_a_number_for_each_seat_and_one_of_them_none(given: tuple[int, ...]) -> None:
    with pytest.raises(OptionError, match=r"^option face_down_ms = "):
        set_up("speed", {"face_down_ms": given})


@pytest.mark.parametrize("given", [(), (0, 0)])
def test_speed_18_without_it_a_log_does_not_name_it(given: tuple[int, ...]) -> None:
    options = values_of(set_up("speed", {"face_down_ms": given}).options)
    assert "face_down_ms" not in options and not is_handicapped(options)
    assert is_handicapped(values_of(set_up("speed", {"face_down_ms": (0, 150)}).options))


# Jokers


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


def test_stuck_call_shout_shows_on_the_action_button(sit_down: "SitDown") -> None:
    stuck = {"hands": ("5H 5D", "5C 5S"), "centre": ("9H", "9S"), "reserves": ("2S", "3S")}
    shout = sit_down(**stuck, stuck_call="shout")
    assert (shout.match.keys(AMBER)[7].label, shout.match.keys(AMBER)[7].lit) == ("stuck", True)
    shout.tap(AMBER, ACTION, at_ms=300)
    assert shout.match.keys(AMBER)[7].command is None
    assert sit_down(**stuck).match.keys(AMBER)[7].command is None


def test_the_variations_are_off_and_a_log_without_them_has_not_even_their_names() -> None:
    names = {"colours", "turn_from", "finish"}
    assert not names & values_of(SpeedOptions()).keys()
    assert names <= values_of(SpeedOptions(colours=True, turn_from="stocks", finish="slap")).keys()


# SPEED-14: a colour each


@pytest.mark.parametrize("deal", ["21+5", "20+5+1", "15+10+1"])
@pytest.mark.parametrize("turn_from", ["reserves", "stocks"])
@pytest.mark.parametrize("hand_size", [4, 5])
@pytest.mark.parametrize("jokers", [True, False])
def test_speed_14_each_has_the_cards_of_one_colour(
    deal: str, turn_from: str, hand_size: int, jokers: bool, sit_down: "SitDown"
) -> None:
    if turn_from == "stocks" and deal != "21+5":
        return
    options = {"deal": deal, "turn_from": turn_from, "hand_size": hand_size, "jokers": jokers}
    desk = sit_down(colours=True, **options)
    layout = next(entry.layout for entry in desk.entries if isinstance(entry, DealLine) and entry.deal)
    for seat, is_mine in ((AMBER, is_red), (BLUE, lambda card: not is_red(card))):
        own = (f"seat{seat}.", f"reserve.{seat}", f"centre.{seat}")
        cards = [card for name, lying in layout.items() if name.startswith(own) for card in lying]
        assert len(cards) == 26 + jokers
        assert all(is_mine(card) for card in cards if not is_joker(card))
        assert sum(map(is_joker, cards)) == jokers
        assert sum(name.startswith(f"seat{seat}.hand") for name in layout) == hand_size


@pytest.mark.parametrize("seats", [3, 4])
def test_speed_14_is_for_two(seats: int) -> None:
    with pytest.raises(OptionError, match=f"seats = {seats} and colours = true"):
        set_up("speed", {"colours": True}, seats=seats)


# SPEED-15: new cards from the stocks


def with_stocks(sit_down: "SitDown", hands: "Pair", stocks: "Pair", centre: "Pair", **options: Any) -> Desk:
    """A desk whose new cards come from the stocks; those in the middle lie on top of them before the opening."""
    full = f"{stocks[0]} {centre[0]}", f"{stocks[1]} {centre[1]}"
    layout = dealt(hands, full, ("", ""), ("", ""))
    return sit_down(layout=layout, turn_from="stocks", **options)


def test_speed_15_all_cards_are_dealt_to_the_players_and_their_stocks_open(sit_down: "SitDown") -> None:
    desk = sit_down(turn_from="stocks")
    layout = next(entry.layout for entry in desk.entries if isinstance(entry, DealLine) and entry.deal)
    assert [len(layout[f"seat{seat}.stock"]) for seat in (AMBER, BLUE)] == [21, 21]
    assert layout["reserve.0"] == layout["reserve.1"] == layout["centre.0"] == ()
    for seat in (AMBER, BLUE):
        assert desk.cards(f"centre.{seat}") == layout[f"seat{seat}.stock"][-1].lstrip("~")
        assert len(desk.table.zone(f"seat{seat}.stock")) == 20


def test_speed_15_stuck_each_turns_the_top_of_its_stock(sit_down: "SitDown") -> None:
    desk = with_stocks(sit_down, ("5H 5D", "5C 5S"), ("2H 3H", "2D 3D"), ("9H", "9S"))
    assert (desk.cards("centre.0"), desk.cards("centre.1")) == ("9H", "9S")
    desk.advance(to_ms=2000)
    assert (desk.cards("centre.0"), desk.cards("centre.1")) == ("9H 3H", "9S 3D")
    assert desk.effects("shuffle") == []


def test_speed_15_without_a_stock_the_first_card_of_the_hand_goes(sit_down: "SitDown") -> None:
    desk = with_stocks(sit_down, ("- 5D 5H", "5C 5S"), ("", "2D"), ("9H", "9S"))
    desk.advance(to_ms=2000)
    assert (desk.cards("centre.0"), desk.cards("centre.1")) == ("9H 5D", "9S 2D")
    assert (desk.cards("seat0.hand2"), desk.cards("seat0.hand3")) == ("", "5H")


def test_speed_15_or_the_one_that_its_player_chooses_for_good(sit_down: "SitDown") -> None:
    desk = with_stocks(sit_down, ("5D 5H 2C", "5C 5S"), ("", "2D"), ("9H", "9S"))
    assert desk.match.keys(AMBER)[1].label == ""
    desk.advance(to_ms=300)
    key = desk.match.keys(AMBER)[1]
    assert (key.label, key.lit, key.command) == ("lay", True, Command("lay", "5H", "seat0.hand2", "centre.0"))
    assert not any(key.label == "lay" for key in desk.match.keys(BLUE)), "it has a stock"
    desk.tap(AMBER, CARD2, at_ms=500)
    desk.tap(AMBER, CARD1, at_ms=600)
    desk.command(AMBER, Command("lay", "5D", "seat0.hand1", "centre.0"), at_ms=700)
    assert desk.last_command().why == "window"
    assert [key.label for key in desk.match.keys(AMBER)] == [""] * 8
    assert desk.table.text("armed.0") == "seat0.hand2"
    desk.advance(to_ms=2000)
    assert desk.cards("centre.0") == "9H 5H"
    assert desk.effects("foul") == []
    assert desk.table.text("laid.0") == desk.table.text("armed.0") == ""


@pytest.mark.parametrize(
    ("card", "source", "to", "why"),
    [("5H", "seat0.hand1", "centre.0", "empty"), ("5D", "seat1.hand1", "centre.0", "empty"),
     ("5D", "seat0.hand1", "centre.1", "empty"), ("5D", "seat0.hand1", "centre.0", "window")],
)  # fmt: skip
def test_speed_15_nobody_lays_what_is_not_theirs_or_while_somebody_can_play(
    card: str, source: str, to: str, why: str, sit_down: "SitDown"
) -> None:
    desk = with_stocks(sit_down, ("5D", "8C 5S"), ("", "2D"), ("9H", "9S"))
    desk.command(AMBER, Command("lay", card, source, to), at_ms=300)
    assert desk.last_command().why == why


def test_speed_15_a_press_that_lost_the_last_race_is_no_choice_and_has_its_margin(sit_down: "SitDown") -> None:
    desk = with_stocks(sit_down, ("8D 5H", "8C 5S"), ("", "2D"), ("9H", "QS"))
    desk.press(BLUE, CARD1, at_ms=500)
    assert desk.table.flag("stuck")
    desk.press(AMBER, CARD1, at_ms=501.5)
    line = desk.last_command()
    assert (line.command.do, line.beaten_by, line.margin_ns) == ("play", BLUE, round(1.5 * MS))
    desk.press(AMBER, CARD1, at_ms=799, pressed=False)
    assert not desk.table.flag("choosing") and desk.table.text("laid.0") == ""
    desk.advance(to_ms=800)
    assert desk.table.flag("choosing")
    assert desk.effects("foul") == []


@pytest.mark.parametrize(("at_ms", "fouls"), [(2299, 0), (2301, 1)])
def test_speed_15_a_choice_that_comes_too_late_is_no_miss(at_ms: float, fouls: int, sit_down: "SitDown") -> None:
    desk = with_stocks(sit_down, ("5D 5H 2C", "5C 5S"), ("", "2D 3D"), ("9H", "9S"))
    desk.tap(AMBER, CARD2, at_ms=at_ms)
    assert desk.cards("centre.0") == "9H 5D"
    assert len(desk.effects("foul")) == fouls


def test_speed_15_shouts_that_turn_cards_at_once_leave_no_choice(sit_down: "SitDown") -> None:
    options = {"stuck_call": "shout", "turn_ms": 100}
    desk = with_stocks(sit_down, ("- 5D 5H", "5C 5S"), ("", "2D"), ("9H", "9S"), **options)
    desk.press(AMBER, ACTION, at_ms=50)
    desk.press(BLUE, ACTION, at_ms=60)
    desk.advance(to_ms=160)
    assert desk.cards("centre.0") == "9H 5D"
    assert ("set", "choosing", True) not in desk.effects("set")


def test_speed_15_whose_last_card_is_laid_has_won(sit_down: "SitDown") -> None:
    desk = with_stocks(sit_down, ("5D", "5C 5S"), ("", ""), ("9H", "9S"))
    desk.advance(to_ms=2000)
    assert (desk.table.phase, desk.table.number("won")) == ("over", AMBER)


def test_speed_15_two_last_cards_laid_are_a_deal_for_nobody(sit_down: "SitDown") -> None:
    desk = with_stocks(sit_down, ("5D", "5C"), ("", ""), ("9H", "9S"))
    desk.advance(to_ms=2000)
    assert desk.phases()[-2:] == ["void", "over"]


def test_speed_15_a_declared_joker_that_is_laid_counts_as_any(sit_down: "SitDown") -> None:
    hands = ("5D X1", "5C 5S")
    desk = with_stocks(sit_down, hands, ("", ""), ("9H", "9S"), jokers=True, declared_joker=True, stall_s=10)
    assert not desk.table.flag("stuck"), "a joker goes on anything"
    desk.advance(to_ms=15_000)  # but nobody plays it: GEN-5
    assert desk.cards("centre.0") == "9H 5D"


@pytest.mark.parametrize("deal", ["20+5+1", "15+10+1"])
def test_speed_15_there_are_no_reserves_to_deal(deal: str) -> None:
    with pytest.raises(OptionError, match="turn_from = stocks and deal"):
        set_up("speed", {"turn_from": "stocks", "deal": deal})


# SPEED-16: the slap after the last card

LAST: dict[str, Any] = {"hands": ("7H", "7D 2C 3C"), "centre": ("6S", "QD"), "reserves": ("2S 3D", "3S 4C")}
"""AMBER can play its last card, onto the left pile."""


def out(sit_down: "SitDown", **options: Any) -> Desk:
    """A desk at which AMBER has just played its last card, at 500 ms."""
    desk = sit_down(finish="slap", **{**LAST, **options})
    desk.tap(AMBER, CARD1, at_ms=500)
    assert (desk.table.phase, desk.table.number("finisher")) == ("slap", AMBER)
    return desk


def test_speed_16_whoever_is_out_and_slaps_first_has_won(sit_down: "SitDown") -> None:
    desk = out(sit_down)
    assert desk.table.number("score.0") == 0
    assert [desk.match.keys(seat)[7].label for seat in (AMBER, BLUE)] == ["speed", "catch"]
    desk.press(AMBER, ACTION, at_ms=750)
    assert (desk.table.phase, desk.table.number("won"), desk.table.number("score.0")) == ("over", AMBER, 1)
    assert ("say", AMBER, "speed") in desk.effects("say")
    desk.press(BLUE, ACTION, at_ms=751.5)
    line = desk.last_command()
    assert (line.seat, line.ok, line.beaten_by, line.margin_ns) == (BLUE, False, AMBER, round(1.5 * MS))
    assert desk.effects("foul") == []


def test_speed_16_whoever_is_caught_takes_the_smaller_pile_but_for_its_top_and_plays_on(sit_down: "SitDown") -> None:
    desk = out(sit_down, centre=("6S", "QD"))
    desk.press(BLUE, ACTION, at_ms=800)
    assert ("say", BLUE, "catch") in desk.effects("say")
    assert (desk.table.phase, desk.table.number("finisher"), desk.table.number("won")) == ("play", -1, -1)
    assert (desk.cards("centre.0"), desk.cards("seat0.hand1"), desk.cards("seat0.stock")) == ("7H", "6S", "")
    assert [effect[1] for effect in desk.effects("shuffle")] == ["seat0.stock"]
    desk.press(AMBER, ACTION, at_ms=801)
    line = desk.last_command()
    assert (line.beaten_by, line.margin_ns) == (BLUE, 1 * MS)
    assert desk.effects("foul") == []
    desk.tap(AMBER, CARD1, at_ms=1300)
    assert desk.cards("centre.0") == "7H 6S"
    desk.tap(AMBER, ACTION, at_ms=1400)
    assert (desk.table.phase, desk.table.number("won")) == ("over", AMBER)
    desk.assert_log_replays()


@pytest.mark.parametrize(("replenish", "in_hand"), [("auto", 2), ("press", 0)])
def test_speed_16_the_new_stock_fills_the_hand_or_is_drawn(replenish: str, in_hand: int, sit_down: "SitDown") -> None:
    desk = sit_down(finish="slap", replenish=replenish, hands=("7H 8H", "7D 2C 3C"), centre=("6S", "QD"))
    desk.tap(AMBER, CARD1, at_ms=400)
    desk.tap(AMBER, CARD2, at_ms=500)
    desk.tap(BLUE, ACTION, at_ms=800)
    assert desk.cards("centre.0") == "8H"
    held = [slot for slot in ("seat0.hand1", "seat0.hand2") if desk.cards(slot)]
    assert (len(held), len(desk.table.zone("seat0.stock"))) == (in_hand, 2 - in_hand)
    assert not desk.table.flag("stuck")
    if replenish == "press":
        desk.tap(AMBER, ACTION, at_ms=900)
        assert desk.last_command().command.do == "draw"


def test_speed_16_the_others_buttons_are_dark_for_a_moment(sit_down: "SitDown") -> None:
    desk = out(sit_down)
    desk.tap(BLUE, ACTION, at_ms=699)
    assert desk.last_press().ignored == "guarded"
    desk.tap(BLUE, ACTION, at_ms=701)
    assert desk.table.phase == "play"


def test_speed_16_two_slaps_in_a_dead_heat_are_the_finishers(sit_down: "SitDown") -> None:
    for first, second in ((AMBER, BLUE), (BLUE, AMBER)):
        desk = out(sit_down)
        desk.press(first, ACTION, at_ms=800, res_us=100)
        desk.press(second, ACTION, at_ms=800.05, res_us=100)
        assert (desk.table.phase, desk.table.number("won")) == ("over", AMBER)


def test_speed_16_without_a_slap_it_is_the_finishers_after_five_seconds(sit_down: "SitDown") -> None:
    desk = out(sit_down)
    desk.advance(to_ms=5499)
    assert desk.table.phase == "slap"
    desk.advance(to_ms=5500)
    assert (desk.table.phase, desk.table.number("won")) == ("over", AMBER)


def test_speed_16_where_only_tops_lie_there_is_nothing_to_take_and_the_deal_is_won() -> None:
    game = Speed(SpeedOptions(finish="slap"))
    zones: dict[str, Zone] = dict.fromkeys((*game.rules.all_slots, *game.rules.stocks, *game.rules.reserves), ())
    zones |= {"seat1.hand1": ("2C",), "centre.0": ("7H",), "centre.1": ("QD",)}
    draft = Draft(with_layout(phases.initial(game), zones))
    phases.begin_deal(game, draft)
    draft.set("finisher", AMBER)
    draft.phase("slap")
    game.perform(draft, BLUE, Command("slap"), 0)
    game.settle(draft, Chance(1), 0)
    assert (draft.scalars["phase"], draft.scalars["won"]) == ("over", AMBER)


def test_speed_16_a_slap_without_cause_is_a_miss(sit_down: "SitDown") -> None:
    desk = sit_down(finish="slap", **LAST)
    desk.tap(BLUE, ACTION, at_ms=300)
    assert (desk.last_command().command, desk.last_command().why) == (Command("slap"), "window")
    assert desk.effects("foul") == [("foul", BLUE, "miss")]
    desk.tap(BLUE, CARD1, at_ms=799)
    assert desk.last_press().ignored == "locked"
    desk.tap(BLUE, ACTION, at_ms=900)
    desk.tap(BLUE, CARD1, at_ms=1899)
    assert desk.last_press().ignored == "locked", "the second is twice as long"


def test_speed_16_a_thumb_that_taps_ten_times_a_second_is_locked_out_nearly_always(sit_down: "SitDown") -> None:
    desk = sit_down(finish="slap", stall_s=60, **LAST)
    for place in range(100):
        desk.tap(BLUE, ACTION, at_ms=100 * place + 50)
    assert len(desk.commands("slap")) == len(desk.effects("foul")) == 5, "0.5, 1, 2, 4 and 4 seconds"


@pytest.mark.parametrize(("at_ms", "fouls"), [(1099, 0), (1101, 1)])
def test_speed_16_nor_within_300_ms_of_a_slap_that_was_right(at_ms: float, fouls: int, sit_down: "SitDown") -> None:
    desk = out(sit_down)
    desk.tap(BLUE, ACTION, at_ms=800)
    desk.tap(BLUE, ACTION, at_ms=at_ms)
    assert len(desk.effects("foul")) == fouls


@pytest.mark.parametrize(("at_ms", "fouls"), [(599, 0), (601, 1)])
def test_speed_16_nor_within_300_ms_of_a_draw_that_was_right(at_ms: float, fouls: int, sit_down: "SitDown") -> None:
    hands = {"hands": ("8H", "7D 2C 3C 4D -"), "stocks": ("", "JC QC"), "centre": ("6S", "QD")}
    desk = sit_down(finish="slap", replenish="press", **hands)
    desk.tap(BLUE, ACTION, at_ms=300)
    assert desk.last_command().command.do == "draw"
    desk.tap(BLUE, ACTION, at_ms=at_ms)
    assert len(desk.effects("foul")) == fouls


def test_speed_16_action_while_all_are_stuck_is_no_slap(sit_down: "SitDown") -> None:
    desk = sit_down(finish="slap", hands=("5H 5D", "5C 5S"), centre=("9H", "9S"), reserves=("2S", "3S"))
    desk.tap(AMBER, ACTION, at_ms=300)
    assert desk.commands("slap") == [] and desk.effects("foul") == []


def test_speed_16_a_deals_time_begins_anew_after_a_catch(sit_down: "SitDown") -> None:
    desk = sit_down(finish="slap", caps=(10, 300), stall_s=60, **LAST)
    desk.tap(AMBER, CARD1, at_ms=9000)
    desk.tap(BLUE, ACTION, at_ms=9500)
    desk.advance(to_ms=19_499)
    assert desk.table.phase == "play"
    desk.advance(to_ms=19_500)
    assert desk.table.phase == "over"
    assert "cap" in desk.phases()


def test_speed_16_new_cards_turn_a_stall_after_the_catch(sit_down: "SitDown") -> None:
    desk = sit_down(finish="slap", stall_s=10, **LAST)
    desk.tap(AMBER, CARD1, at_ms=500)
    desk.tap(BLUE, ACTION, at_ms=4500)
    desk.advance(to_ms=14_499)
    assert (desk.cards("centre.0"), desk.cards("centre.1")) == ("7H", "QD")
    desk.advance(to_ms=14_500)
    assert (desk.cards("centre.0"), desk.cards("centre.1")) == ("7H 3D", "QD 4C")


def test_speed_16_two_out_at_once_are_still_a_deal_for_nobody(sit_down: "SitDown") -> None:
    desk = sit_down(finish="slap", hands=("7H", "KC"), centre=("6S", "QD"))
    desk.press(AMBER, CARD1, at_ms=500, res_us=100)
    desk.press(BLUE, CARD1, at_ms=500.05, res_us=100)
    assert desk.phases()[-2:] == ["void", "over"]


@pytest.mark.parametrize(
    ("options", "seats", "both"),
    [({"consent_flip": True}, 2, "finish = slap and consent_flip"), ({}, 3, "seats = 3 and finish")],
)
def test_speed_16_what_does_not_go_with_it(options: dict[str, Any], seats: int, both: str) -> None:
    with pytest.raises(OptionError, match=both):
        set_up("speed", {"finish": "slap", **options}, seats=seats)


BOTS = ("bot:random",) * 4


def deal(seats: int, **options: object) -> tuple[Speed, Table]:
    """A game of so many seats and its first deal, not yet opened."""
    game = Speed(settle(SpeedOptions, "speed", options), seats)
    draft = Draft(phases.initial(game))
    layout = game.layout(draft, Chance(3))
    dealt = Draft(with_layout(draft.table(), layout))
    phases.begin_deal(game, dealt)
    return game, dealt.table()


class Round:
    """A table of three, with these hands and tops in the middle, and open at once; times are ms."""

    def __init__(
        self,
        hands: tuple[str, ...],
        centre: str,
        stocks: tuple[str, ...] = ("", "", ""),
        rules: int = RULES,
        **options: object,
    ):
        game = set_up("speed", options, seats=len(hands), rules=rules)
        assert isinstance(game, Speed)
        self.game, names = game, game.rules
        zones: dict[str, Zone] = {}
        for seat, (hand, stock) in enumerate(zip(hands, stocks, strict=True)):
            cards = [*hand.split(), "", "", "", "", ""]
            zones |= {slot: (card,) if card else () for slot, card in zip(names.hands[seat], cards, strict=False)}
            zones[names.stocks[seat]] = tuple(stock.split())
        zones |= {pile: (top,) for pile, top in zip(names.centres, centre.split(), strict=True)}
        zones |= dict.fromkeys(names.reserves, ())
        draft = Draft(with_layout(phases.initial(self.game), zones))
        phases.begin_deal(self.game, draft)
        draft.phase("play")
        self.game.settle(draft, Chance(1), 0)
        self.table = draft.table()

    def tap(self, seat: int, *buttons: str) -> list[Command]:
        """Tap buttons one after the other, as the panel gives them; returns the commands that stood."""
        done = []
        for buttons_held in buttons:
            *held, last = buttons_held.split("+")
            for button in (*held, last):
                meaning = self.game.press(self.table, seat, button, mask(held) if button == last else 0)
                draft = Draft(self.table)
                if meaning.command is not None and self.game.refusal(self.table, seat, meaning.command) is None:
                    self.game.perform(draft, seat, meaning.command, 0)
                    self.game.settle(draft, Chance(1), 0)
                    done.append(meaning.command)
                else:
                    for key, value in meaning.select:
                        draft.set(key, value)
                self.table = draft.table()
        return done

    def do(self, seat: int, card: str, pile: str) -> None:
        """Play a card from wherever the seat holds it."""
        command = Command("play", card, self.table.where(card), pile)
        assert self.game.refusal(self.table, seat, command) is None
        draft = Draft(self.table)
        self.game.perform(draft, seat, command, 0)
        self.game.settle(draft, Chance(1), 0)
        self.table = draft.table()


def test_speed_1_three_seats_have_eleven_each_and_the_spare_lies_under_the_first_reserve() -> None:
    game, table = deal(3)
    assert [len(table.zone(f"centre.{k}")) for k in range(3)] == [1, 1, 1]
    assert [len(table.zone(f"reserve.{k}")) for k in range(3)] == [6, 5, 5]
    assert [cards_left(game.rules, table, seat) for seat in range(3)] == [11, 11, 11]
    assert sorted(bare(card) for zone in table.zones.values() for card in zone) == sorted(game.deck)


def test_speed_1_four_seats_share_two_packs() -> None:
    game, table = deal(4)
    assert len(game.deck) == 104
    assert [len(table.zone(f"centre.{k}")) for k in range(4)] == [0] * 4
    assert [len(table.zone(f"reserve.{k}")) for k in range(4)] == [5] * 4
    assert [cards_left(game.rules, table, seat) for seat in range(4)] == [21] * 4


@pytest.mark.parametrize(("seats", "each"), [(3, 17), (4, 26)])
def test_speed_15_three_and_four_have_all_cards_and_the_spare_lies_under_the_first_pile(seats: int, each: int) -> None:
    game, table = deal(seats, turn_from="stocks")
    assert [cards_left(game.rules, table, seat) for seat in range(seats)] == [each] * seats
    assert [len(table.zone(f"centre.{k}")) for k in range(seats)] == [len(game.deck) % seats] + [0] * (seats - 1)
    assert [len(table.zone(f"reserve.{k}")) for k in range(seats)] == [0] * seats
    draft = Draft(table)
    game.open(draft, Chance(3), 0)
    assert all(draft.zones[pile][-1][0] != "~" for pile in game.rules.centres)
    assert [len(draft.zones[stock]) for stock in game.rules.stocks] == [each - 6] * seats


@pytest.mark.parametrize(("seats", "each", "jokers"), [(3, 12, 2), (4, 22, 4)])
def test_speed_1_jokers_are_one_more_in_each_stock(seats: int, each: int, jokers: int) -> None:
    game, table = deal(seats, jokers=True)
    assert sum(card[0] == "X" for card in game.deck) == jokers
    assert [cards_left(game.rules, table, seat) for seat in range(seats)] == [each] * seats


@pytest.mark.parametrize("deal_name", ["20+5+1", "15+10+1"])
def test_gen_10_with_more_than_two_seats_the_deal_is_fixed(deal_name: str) -> None:
    with pytest.raises(OptionError, match=r"seats = 3 and deal = .* exclude each other"):
        set_up("speed", {"deal": deal_name}, seats=3)


def test_speed_3_every_seat_turns_a_card_onto_its_own_pile() -> None:
    for seats in (3, 4):
        game, table = deal(seats)
        draft = Draft(table)
        game.open(draft, Chance(1), 0)
        assert [len(draft.zones[pile]) for pile in game.rules.centres] == [1] * seats
        assert not any("~" in card for pile in game.rules.centres for card in draft.zones[pile])


def test_speed_4_left_and_right_move_the_aim_and_a_card_goes_there() -> None:
    table = Round(("6S 8D KC", "2C 2D", "TC TD"), "7H 7D 7S")
    assert table.table.text("aim.0") == "centre.0"
    table.tap(0, RIGHT, RIGHT)
    assert table.table.text("aim.0") == "centre.2"
    table.tap(0, RIGHT)
    assert table.table.text("aim.0") == "centre.0"
    assert table.tap(0, LEFT, "CARD1") == [Command("play", "6S", "seat0.hand1", "centre.2")]
    assert table.table.text("aim.1") == "centre.1", "every seat has an aim of its own"


def test_speed_4_quick_play_goes_to_the_only_pile_that_takes_the_card_without_aiming() -> None:
    table = Round(("6S KC", "2C 2D", "TC TD"), "QH 7D QS")
    assert table.tap(0, "CARD1") == [Command("play", "6S", "seat0.hand1", "centre.1")]
    slow = Round(("6S KC", "2C 2D", "TC TD"), "QH 7D QS", quick_play=False)
    assert slow.tap(0, "CARD1") == []
    assert slow.tap(0, RIGHT, "CARD1") == [Command("play", "6S", "seat0.hand1", "centre.1")]


def test_speed_7_only_those_who_are_in_need_shout() -> None:
    table = Round(("6S", "2C 9D", "4C 9C"), "7H QD QS", stuck_call="shout")
    table.tap(0, "CARD1")
    assert table.table.number("place.0") == 1 and table.table.flag("stuck")
    assert not may_shout(table.game.rules, table.table, 0)
    table.tap(1, ACTION)
    assert not table.table.number("turn_at")
    table.tap(2, ACTION)
    assert table.table.number("turn_at") == 700 * MS


def test_speed_11_the_others_play_on_until_one_is_left_and_the_first_out_has_won() -> None:
    table = Round(("6S", "8C", "8D 9C 2C"), "7H 7D 7S")
    table.do(0, "6S", "centre.0")
    assert table.table.phase == "play" and table.table.number("place.0") == 1
    assert table.game.legal(table.table, 0) == []
    table.do(2, "8D", "centre.2")
    table.do(1, "8C", "centre.1")
    assert table.table.phase == "over" and table.table.number("won") == 0
    assert [table.table.number(f"score.{seat}") for seat in range(3)] == [1, 0, 0]


def test_speed_11_points_are_counted_when_one_is_left() -> None:
    table = Round(("6S", "8C", "8D 9C 2C"), "7H 7D 7S", score="points")
    table.do(0, "6S", "centre.0")
    table.do(1, "8C", "centre.1")
    assert [table.table.number(f"score.{seat}") for seat in range(3)] == [3, 0, 0]


@pytest.mark.parametrize(("apart_ns", "won"), [(0, -1), (99_000, -1), (100_000, 0)])
def test_speed_11_two_first_out_in_a_dead_heat_are_void(apart_ns: int, won: int) -> None:
    """They may play on different piles, and the second could go on after the first: a contest all the same."""
    first = Round(("6S", "8C", "9C 2C"), "7H 7D 7S")

    class Given(Speed):
        def layout(self, draft: Draft, chance: Chance) -> Mapping[str, Zone]:
            return first.table.zones

        def open(self, draft: Draft, chance: Chance, now: int) -> None:
            draft.phase("play")

    on_source()
    game = Given(SpeedOptions(), 3)
    match = Match(Setup("speed", {}, seats_of("human", "human", "human")), game=game)
    for seat in (0, 0, 1, 2):
        match.handle(Press(seat, ACTION, True, match.zero_ns + 1 + match.state.since + seat, "pin"))
    while match.table.phase != "play":
        match.advance(match.next_deadline() or 0)
    at = match.state.since + 500 * MS
    match.handle(Press(1, "CARD1", True, at + apart_ns, "gpio", 100_000))
    told: list[Entry] = list(match.handle(Press(0, "CARD1", True, at, "gpio", 100_000)).entries)
    heats = [entry.dead_heat for entry in told if isinstance(entry, CommandLine) and entry.dead_heat]
    assert match.table.phase == "over"
    assert match.table.number("won") == won
    assert bool(heats) == (won < 0)


def at_the_cap(table: Round, scores: tuple[int, ...]) -> Outcome:
    """The outcome if the match's cap came now, with these scores."""
    draft = Draft(table.table)
    for seat, score in enumerate(scores):
        draft.score(seat, score)
    return table.game.standing(draft.table())


@pytest.mark.parametrize(("rules", "winner"), [(RULES, 1), (1, 0)])
def test_gen_8_a_tie_at_the_cap_is_broken_among_those_in_front(rules: int, winner: int) -> None:
    table = Round(("7H", "9H 9D", "9C 9S KC"), "2S 2H 2D", rules=rules)
    assert at_the_cap(table, (0, 2, 2)) == Outcome(winner, "cap", (0, 2, 2)), "AMBER has the fewest cards, and no deal"


def test_gen_8_a_tie_at_the_cap_stays_one_if_those_in_front_hold_as_many_cards() -> None:
    table = Round(("7H", "9H 9D", "9C 9S"), "2S 2H 2D")
    assert at_the_cap(table, (0, 2, 2)).winner is None
    assert at_the_cap(table, (2, 1, 1)).winner == 0


def test_gen_8_of_those_in_front_who_is_out_is_ahead() -> None:
    table = Round(("7H", "9H 9D", "9C 9S"), "6S 2H 2D")
    table.do(0, "7H", "centre.0")
    assert table.table.number("place.0") == 1
    assert at_the_cap(table, (1, 1, 0)).winner == 0
    assert at_the_cap(table, (0, 1, 0)).winner == 1


def test_gen_8_the_cap_gives_the_deal_to_the_first_out() -> None:
    table = Round(("6S", "8C 8H", "8D 9C 2C"), "7H 7D 7S")
    table.do(0, "6S", "centre.0")
    draft = Draft(table.table)
    table.game.cap(draft, Chance(1), 0)
    assert draft.number("won") == 0


OPTION_SETS: tuple[dict[str, object], ...] = (
    {},
    {"jokers": True, "declared_joker": True, "doubles": True, "score": "points"},
    {"replenish": "press", "stuck_call": "shout", "recycle": "keep_tops", "hand_size": 4, "quick_play": False},
    {"consent_flip": True, "jokers": True, "caps": (30, 60)},
    {"jokers": True, "declared_joker": True, "quick_play": False, "consent_flip": True, "stuck_call": "shout"},
)


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
@pytest.mark.parametrize("seats", [3, 4])
def test_gen_6_random_play_leads_to_an_outcome_by_buttons_too(seats: int, options: dict[str, object]) -> None:
    match = Match(Setup("speed", {"best_of": 1, **options}, seats_of(*BOTS[:seats]), 7))
    game, chance, now = match.game, Random(7), 0
    for _ in range(6000):
        if match.outcome is not None:
            break
        able = [(seat, commands) for seat in range(seats) if (commands := match.legal(seat))]
        due = match.next_deadline()
        assert due is not None or able
        now += 200 * MS
        if not able or chance.random() < 0.03 or (due is not None and due <= now):
            now = max(now, due or now)
            match.advance(now)
            continue
        seat, commands = chance.choice(able)
        command = chance.choice(commands)
        assert game.refusal(match.table, seat, command) is None
        taps = game.presses_for(match.table, seat, command)
        if match.table.number(f"lock.{seat}") >= now or (due is not None and due < now + 50 * MS):
            match.handle(Act(seat, command, now))
        else:
            told = [line for place, what in enumerate(taps) for line in tap(match, seat, what, now + MS * place)]
            assert [(line.command, line.ok) for line in told] == [(command, True)]
        assert every_card_is_there_once(match.game, match.table)
        if match.table.phase == "play" and match.table.flag("stuck"):
            assert not any(c.do == "play" for n in range(seats) for c in match.legal(n))
    assert match.outcome is not None


@pytest.mark.parametrize("seats", [3, 4])
def test_gen_7_bots_play_it_to_the_end(seats: int) -> None:
    names = ("fast", "slow", "middling", "fast")[:seats]
    setup = Setup("speed", {}, seats_of(*(f"bot:{name}" for name in names)), 2)
    match = Match(setup, brains={seat: find_brain(name) for seat, name in enumerate(names)})
    while (due := match.next_deadline()) is not None:
        match.advance(due)
    assert match.outcome is not None and match.outcome.reason in ("deals", "cap")


# SPEED-17: suits alone


@pytest.mark.parametrize(("card", "is_taken"), [("2S", True), ("KS", True), ("7H", False), ("QC", False)])
def test_speed_17_a_card_goes_on_its_own_suit_whatever_its_rank(sit_down: "SitDown", card: str, is_taken: bool) -> None:
    desk = sit_down(hands=(f"{card} 9S", "9H 9D"), centre=("6S", "6D"), follow="suit")
    desk.tap(AMBER, CARD1, at_ms=300)
    assert desk.last_command().ok == is_taken
    assert desk.cards("centre.0") == (f"6S {card}" if is_taken else "6S")


def test_speed_17_a_joker_goes_on_anything_and_ranks_cannot_be_asked_for() -> None:
    fits = Speed(settle(SpeedOptions, "speed", {"follow": "suit", "jokers": True})).rules.fits
    assert "X1" in fits["6S"] and fits["X1"] == frozenset(fits) - {"X1"}
    for other in ({"doubles": True}, {"jokers": True, "declared_joker": True}):
        with pytest.raises(OptionError, match="ranks count for nothing"):
            set_up("speed", {"follow": "suit", **other})
