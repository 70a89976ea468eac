"""Speed, rule by rule (rules/speed.md, SPEED-1 to SPEED-12), and what the buttons mean."""

from typing import TYPE_CHECKING

import pytest

from engine.cards import face_down, rank
from engine.chance import Chance
from engine.game import deal_round, draw_for_dealer
from engine.games.speed.game import Speed
from engine.games.speed.rules import SpeedOptions
from engine.log_lines import DealLine, OutcomeLine, OwnLine
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Command
from engine.table import Draft, Table

if TYPE_CHECKING:
    from tests.engine.conftest import SitDown


AMBER, BLUE = 0, 1
CARD1, CARD2, CARD3, *_ = CARDS


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


@pytest.mark.parametrize(("card", "top"), [("KH", "AS"), ("AS", "KH"), ("2H", "AS")])
def test_speed_1_ranks_are_circular(card: str, top: str) -> None:
    assert card in Speed(SpeedOptions()).rules.fits[top]


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
    assert isinstance(opening[0], OwnLine) and opening[0].t == desk.opened_ns


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


# SPEED-11: out


def test_speed_11_out_wins_at_that_instant(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D 2C"), centre=("6S", "QD"))
    desk.press(AMBER, CARD1, at_ms=432.1)
    assert desk.table.phase == "over"
    assert desk.last_command().effects[-2:] == (("set", "won", AMBER), ("phase", "over"))
    assert desk.last_command().t == desk.ns(432.1)
    desk.press(BLUE, CARD1, at_ms=433)
    assert not desk.last_press().ignored
    assert desk.table.number("score.1") == 0


def test_speed_11_a_hand_without_cards_but_a_stock_is_not_out(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D 2C"), stocks=("KS", ""), centre=("6S", "QD"), replenish="press")
    desk.press(AMBER, CARD1, at_ms=300)
    assert desk.table.phase == "play"


def test_speed_11_two_out_in_a_dead_heat_are_void_and_dealt_again(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "KC"), centre=("6S", "QD"))
    desk.press(AMBER, CARD1, at_ms=500, res_us=100)
    assert desk.table.number("won") == AMBER
    desk.press(BLUE, CARD1, at_ms=500.05, res_us=100)
    assert desk.phases()[-2:] == ["void", "over"]
    assert [line.ok for line in desk.commands("play")] == [True, True]
    assert [line.dead_heat for line in desk.commands("play")] == [(0, 1), (0, 1)]
    desk.advance(to_ms=7000)
    assert (desk.table.number("deal"), desk.table.number("score.0")) == (2, 0)


# SPEED-12: the match


@pytest.mark.parametrize(("best_of", "wins"), [(1, 1), (3, 2), (5, 3), (7, 4)])
def test_speed_12_first_to_more_than_half(sit_down: "SitDown", best_of: int, wins: int) -> None:
    desk = sit_down(hands=("7H", "7D 2C"), centre=("6S", "QD"), best_of=best_of)
    for deal in range(1, wins + 1):
        assert desk.match.outcome is None
        assert desk.table.number("deal") == deal
        desk.tap(AMBER, CARD1, at_ms=500)
        if deal < wins:
            desk.advance(to_ms=6500)
            desk.open_deal()
    desk.advance(to_ms=800)
    assert desk.table.phase == "finished"
    outcome = desk.entries[-1]
    assert isinstance(outcome, OutcomeLine)
    assert outcome.outcome == (AMBER, "deals", (wins, 0))


def test_speed_12_five_card_spit_scores_the_cards_left(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H", "7D 2C"), stocks=("", "2S 3S"), centre=("6S", "QD"), score="points", target=8)
    desk.tap(AMBER, CARD1, at_ms=500)
    assert desk.table.number("score.0") == 4
    assert desk.match.outcome is None
    desk.advance(to_ms=6500)
    desk.open_deal()
    desk.tap(AMBER, CARD1, at_ms=500)
    desk.advance(to_ms=800)
    assert desk.match.outcome == (AMBER, "points", (8, 0))


def test_card_arms_where_both_piles_take_it_and_a_side_then_plays_it(sit_down: "SitDown") -> None:
    for side, pile in ((LEFT, "centre.0"), (RIGHT, "centre.1")):
        desk = sit_down(hands=("7H 2H", "2C"), centre=("6S", "8D"))
        desk.tap(AMBER, CARD1, at_ms=300)
        assert desk.table.text("armed.0") == "seat0.hand1"
        desk.tap(AMBER, side, at_ms=400)
        assert desk.last_command().command.to == pile
        assert desk.last_command().t == desk.ns(400)
        assert desk.table.text("armed.0") == ""


def test_the_same_card_again_plays_on_the_own_side(sit_down: "SitDown") -> None:
    for seat in (AMBER, BLUE):
        hands = ("7H 2H", "7D 2D")
        desk = sit_down(hands=hands, centre=("6S", "8D"))
        desk.tap(seat, CARD1, at_ms=300)
        desk.tap(seat, CARD1, at_ms=400)
        assert desk.last_command().command.to == f"centre.{seat}"


def test_a_held_side_chooses_the_pile_at_the_cards_moment(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "2C"), centre=("6S", "8D"))
    desk.press(AMBER, RIGHT, at_ms=300)
    desk.press(AMBER, CARD1, at_ms=400)
    assert (desk.last_command().command.to, desk.last_command().t) == ("centre.1", desk.ns(400))


def test_without_quick_play_a_card_only_arms_and_disarms(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "2C"), centre=("6S", "QD"), quick_play=False)
    desk.tap(AMBER, CARD1, at_ms=300)
    assert desk.table.text("armed.0") == "seat0.hand1"
    assert desk.commands("play") == []
    desk.tap(AMBER, CARD1, at_ms=400)
    assert desk.table.text("armed.0") == ""
    desk.tap(AMBER, CARD2, at_ms=500)
    desk.tap(AMBER, CARD1, at_ms=600)
    assert desk.table.text("armed.0") == "seat0.hand1"
    desk.tap(AMBER, LEFT, at_ms=700)
    assert desk.cards("centre.0") == "6S 7H"


def test_an_empty_slot_and_a_side_with_nothing_armed_do_nothing(sit_down: "SitDown") -> None:
    desk = sit_down(hands=("7H 2H", "2C"), centre=("6S", "QD"))
    for button in (CARD3, LEFT, RIGHT, ACTION):
        desk.tap(AMBER, button, at_ms=300)
    assert desk.commands("play") == []
    assert desk.effects("foul") == []


@pytest.mark.parametrize("quick_play", [True, False])
@pytest.mark.parametrize("jokers", [True, False])
def test_every_legal_command_has_taps_that_give_it(sit_down: "SitDown", quick_play: bool, jokers: bool) -> None:
    options = {"quick_play": quick_play, "jokers": jokers, "declared_joker": jokers, "replenish": "press"}
    hands = ("7H X1 - QH 2H" if jokers else "7H 9H - QH 2H", "2C 2D 2S")
    desk = sit_down(hands=hands, stocks=("4D", "4C"), centre=("6S", "8D"), **options)
    commands = desk.match.legal(AMBER)
    assert len(commands) == (7 if jokers else 4)
    for command in commands:
        fresh = sit_down(hands=hands, stocks=("4D", "4C"), centre=("6S", "8D"), **options)
        for step, tap in enumerate(fresh.match.game.presses_for(fresh.table, AMBER, command)):
            *held, button = tap.split("+")
            for hold in held:
                fresh.press(AMBER, hold, at_ms=300 + 20 * step)
            fresh.tap(AMBER, button, at_ms=305 + 20 * step)
            for hold in held:
                fresh.release(AMBER, hold, at_ms=312 + 20 * step)
        assert fresh.commands()[-1].command == command
        assert fresh.commands()[-1].ok
