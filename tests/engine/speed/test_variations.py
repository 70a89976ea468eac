"""Speed by colour, new cards from the stocks, and the slap after the last card (SPEED-14 to SPEED-16)."""

from typing import TYPE_CHECKING, Any

import pytest

from engine import phases
from engine.cards import is_joker, is_red
from engine.chance import Chance
from engine.errors import OptionError
from engine.games import set_up
from engine.games.speed.game import Speed
from engine.games.speed.rules import SpeedOptions
from engine.log_lines import DealLine
from engine.options import values_of
from engine.panel import ACTION, CARDS, Command
from engine.table import Draft, Zone, with_layout
from engine.units import MS
from tests.engine.conftest import Desk, dealt

if TYPE_CHECKING:
    from tests.engine.conftest import Pair, SitDown

AMBER, BLUE = 0, 1
CARD1, CARD2, *_ = CARDS


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
def test_speed_16_the_new_stock_fills_the_hand_or_is_drawn(
    replenish: str, in_hand: int, sit_down: "SitDown"
) -> None:
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
    for tap in range(100):
        desk.tap(BLUE, ACTION, at_ms=100 * tap + 50)
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
