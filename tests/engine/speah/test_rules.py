"""Speahx, rule by rule (SPX-1 to SPX-14), and the game of seven by which the rules are explained."""

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from engine import phases
from engine.chance import Chance
from engine.errors import OptionError
from engine.game import Outcome
from engine.games.speah.game import Speahx
from engine.games.speah.rules import SpeahxOptions, places
from engine.panel import Command
from engine.table import Draft, Table, with_layout

if TYPE_CHECKING:
    from engine.match import Match
    from tests.engine.speah.conftest import MakeSpot, Seated


STOCK = "~2C ~3C ~4C ~6C ~8C ~TS"
PILE_UP = Command("pick_up")
CHANCE = Command("chance")


def opened(match: "Match") -> "Match":
    while match.table.phase != "play":
        match.advance(match.next_deadline() or 0)
    return match


@pytest.mark.parametrize(("seats", "packs"), [(2, 1), (4, 1), (5, 2), (9, 2), (10, 3), (14, 3)])
def test_spx_1_five_table_and_five_hand_cards_each_the_rest_is_the_stock(
    seated: "Seated", seats: int, packs: int
) -> None:
    match = opened(seated(seats))
    zones = match.table.zones
    for seat in range(seats):
        table_cards = [zones[f"seat{seat}.table{place}"] for place in range(1, 6)]
        assert all(len(cards) == 1 and cards[0][0] == "~" for cards in table_cards)
        assert len(zones[f"seat{seat}.hand"]) == 5 and not any(card[0] == "~" for card in zones[f"seat{seat}.hand"])
    assert len(zones["stock"]) == 52 * packs - 10 * seats
    assert all(card[0] == "~" for card in zones["stock"])
    assert set(Counter(card[:2] for card in match.game.deck).values()) == {packs}


@pytest.mark.parametrize("seats", [1, 15])
def test_spx_1_other_numbers_of_seats_are_refused(seats: int) -> None:
    with pytest.raises(OptionError, match="2 to 14"):
        Speahx(SpeahxOptions(), seats)


@pytest.mark.parametrize("seed", range(6))
def test_spx_1_left_of_the_dealer_starts(seated: "Seated", seed: int) -> None:
    match = opened(seated(4, seed=seed))
    assert match.table.number("turn") == (match.table.number("dealer") + 1) % 4


def test_spx_1_the_first_dealer_is_drawn_by_lot(seated: "Seated") -> None:
    assert {opened(seated(4, seed=seed)).table.number("dealer") for seed in range(30)} == {0, 1, 2, 3}


def test_spx_1_the_loser_deals_next() -> None:
    game = Speahx(SpeahxOptions(deals=2), 4)
    draft = Draft(with_layout(_initial(game), game.layout(Draft(_initial(game)), Chance(1))))
    draft.set("deal", 1)
    draft.set("loser", 2)
    game.layout(draft, Chance(1))
    assert draft.number("dealer") == 2


def _initial(game: Speahx) -> Table:
    return phases.initial(game)


def test_spx_2_on_an_empty_pile_goes_anything(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7H 9C TS 2D", "seat1.hand": "4S"})
    assert table.plays() == {"7H", "9C", "TS", "2D"}


def test_spx_2_the_first_card_matches_in_suit_or_rank(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7H 9C 5S 5H", "seat1.hand": "4S", "pile": "KC 5D"})
    assert table.plays() == {"5S", "5H", "5S 5H", "5H 5S"}
    assert table.why("7H") == "rank" and table.why("9C") == "rank"


def test_spx_2_more_of_the_rank_may_follow_and_the_last_lies_on_top(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7H 7C 7S 9C", "seat1.hand": "4S 7D", "pile": "KC"})
    assert table.why("7H 7C") == "rank", "it is the first that has to match"
    assert table.why("7C 9C") == "rank"
    assert table.why("7C 7C") == "empty" and table.why("7D") == "empty"
    assert table.plays() == {"9C", "7C", "7C 7H", "7C 7S", "7C 7H 7S", "7C 7S 7H"}
    table.play("7C 7S 7H")
    assert table.cards("pile") == "KC 7C 7S 7H" and table.turn == 1


def test_spx_2_a_play_names_the_zone_it_comes_from(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4S", "pile": "KC"})
    assert table.why(Command("play", "7C", "seat0.chance", "pile")) == "empty"
    assert table.why(Command("play", "7C", "seat0.hand", "stock")) == "empty"
    assert table.why(Command("play")) == "empty"


def test_spx_2_only_on_ones_turn(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4C", "pile": "KC"})
    assert table.why(Command("play", "4C", "seat1.hand", "pile"), seat=1) == "turn"
    assert table.game.legal(table.table, 1) == []


def test_spx_3_at_the_end_of_a_turn_the_hand_is_filled_up_to_five(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C 7D 7S 9H KH", "seat1.hand": "4S", "pile": "KC", "stock": STOCK})
    table.play("7C 7D 7S")
    assert table.cards("seat0.hand") == "9H KH TS 8C 6C" and table.turn == 1


def test_spx_3_while_the_stock_lasts(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C 7D 7S 9H KH", "seat1.hand": "4S", "pile": "KC", "stock": "~2C"})
    table.play("7C 7D 7S")
    assert table.cards("seat0.hand") == "9H KH 2C" and table.cards("stock") == ""


def test_spx_3_drawn_cards_wait_for_the_next_turn(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C 9H KH AD AS", "seat1.hand": "4S", "pile": "KC", "stock": "~7D"})
    table.play("7C")
    assert table.why(Command("play", "7D", "seat0.hand", "pile"), seat=0) == "turn"


def test_spx_4_whoever_cannot_or_will_not_takes_the_pile_and_the_turn_ends(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4S", "pile": "3D KC"}, named="C")
    assert table.moves() == {"play", "pick_up"}
    table.pick_up()
    assert table.cards("seat0.hand") == "7C 3D KC" and table.cards("pile") == ""
    assert table.turn == 1 and table.table.text("named") == ""


def test_spx_4_there_is_nothing_to_take_from_an_empty_pile(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4S"})
    assert table.why(PILE_UP) == "empty" and table.moves() == {"play"}


def test_spx_5_a_chance_card_is_allowed_with_a_playable_hand_card(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4S", "pile": "KC", "stock": STOCK})
    table.draw()
    assert table.cards("seat0.chance") == "TS"
    assert table.why("7C") == "window", "from the first chance card on no hand card"
    assert table.moves() == {"play", "chance", "pick_up"} and table.plays() == {"TS"}


def test_spx_5_up_to_three_and_only_the_last_drawn_may_be_played(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4S", "pile": "KC", "stock": "~9S ~3C ~4C ~6C"})
    table.draw()
    table.draw()
    assert table.plays() == {"4C"} and table.why("6C") == "window"
    table.draw()
    assert table.plays() == {"3C"} and table.why(CHANCE) == "window"
    table.play("3C")
    assert table.cards("seat0.hand") == "7C 6C 4C 9S", "unplayed ones join the hand, which is then filled up"
    assert table.cards("seat0.chance") == "" and table.turn == 1


def test_spx_5_a_drawn_card_may_be_passed_over_for_the_pile(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4S", "pile": "KC", "stock": "~9S ~6C"})
    table.draw()
    table.pick_up()
    assert set(table.cards("seat0.hand").split()) == {"7C", "6C", "KC", "9S"} and table.turn == 1


def test_spx_5_after_a_third_that_does_not_go_the_pile_is_picked_up(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4S", "pile": "KC", "stock": "~5S ~9S ~8H ~6D"})
    table.draw()
    table.draw()
    assert table.turn == 0
    table.draw()
    assert table.turn == 1 and table.cards("pile") == ""
    assert table.cards("seat0.hand") == "7C KC 6D 8H 9S" and table.cards("stock") == "~5S"


def test_spx_5_the_same_when_the_stock_runs_out_before(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4S", "pile": "KC", "stock": "~8H"})
    table.draw()
    assert table.turn == 1 and table.cards("seat0.hand") == "7C KC 8H"


def test_spx_5_on_an_empty_pile_the_drawn_card_must_be_played(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4S", "stock": "~5S ~9S"})
    table.draw()
    assert table.plays() == {"9S"} and table.moves() == {"play"} and table.why(CHANCE) == "window"


def test_spx_5_chance_and_hand_cards_together_only_complete_four_of_a_kind(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "9C 9D 4H", "seat1.hand": "4S", "pile": "KC 9H", "stock": "~5S ~6S ~9S"})
    table.draw()
    assert table.why("9S 9C") == "window" and table.why("9C 9D") == "window"
    assert table.plays() == {"9S", "9C 9D 9S", "9C 9S 9D", "9D 9C 9S", "9D 9S 9C", "9S 9C 9D", "9S 9D 9C"}
    table.play("9C 9S 9D")
    assert table.cards("pile") == "" and len(table.table.zone("gone")) == 5
    assert table.turn == 0 and table.cards("seat0.hand") == "4H"


def test_spx_6_table_cards_only_without_hand_and_stock(spot: "MakeSpot") -> None:
    zones = {"seat0.table1": "~7C", "seat0.table3": "~8D", "seat1.hand": "4S", "pile": "KC"}
    first = Command("table", source="seat0.table1")
    assert spot({**zones, "seat0.hand": "5C"}).why(first) == "window"
    assert spot({**zones, "stock": "~5C"}).why(first) == "window"
    table = spot(zones)
    assert table.why(first) is None
    assert table.why(Command("table", source="seat0.table2")) == "empty"
    assert table.why(Command("table", source="seat1.table1")) == "empty"
    assert table.moves() == {"table", "pick_up"}


def test_spx_6_a_table_card_that_goes_is_played_in_the_same_move(spot: "MakeSpot") -> None:
    table = spot({"seat0.table1": "~7C", "seat0.table3": "~8D", "seat1.hand": "4S", "pile": "KC"})
    table.try_table(1)
    assert table.cards("pile") == "KC 7C" and table.turn == 1 and table.cards("seat0.hand") == ""


def test_spx_6_one_that_does_not_go_joins_the_hand_with_the_pile(spot: "MakeSpot") -> None:
    table = spot({"seat0.table1": "~7C", "seat0.table3": "~8D", "seat1.hand": "4S", "pile": "KC"})
    table.try_table(3)
    assert table.cards("seat0.hand") == "8D KC" and table.turn == 1
    table.play("4S")
    assert table.table.phase == "over"


def test_spx_6_all_hand_cards_go_before_the_next_table_card(spot: "MakeSpot") -> None:
    table = spot({"seat0.table1": "~7C", "seat0.hand": "8D KC", "seat1.hand": "4S 4C"})
    table.play("KC")
    table.play("4C")
    assert "table" not in table.moves()


def test_spx_7_a_two_goes_on_anything_and_names_the_suit(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "2S 9D", "seat1.hand": "4C KH 2D TH 2H", "pile": "KC"}, jokers=True)
    table.play("2S")
    assert table.turn == 0 and table.wants == "suit"
    assert table.why("9D") == "phase" and table.why(Command("suit", word="X")) == "window"
    table.name("C")
    assert table.turn == 1 and table.table.text("named") == "C"
    assert table.why("KH") == "suit", "the two's own rank and suit count no more"
    assert table.plays() == {"4C", "2D", "TH", "2H", "2D 2H", "2H 2D"}


def test_spx_7_several_twos_name_once_and_the_next_card_ends_it(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "2S 2H 9D", "seat1.hand": "4C 5H", "pile": "KC"})
    table.play("2H 2S")
    table.name("C")
    table.play("4C")
    assert table.table.text("named") == "" and table.turn == 0
    assert table.why(Command("suit", word="H")) == "phase"


def test_spx_7_a_two_may_be_the_last_card(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "2S", "seat1.hand": "4C", "seat2.hand": "5H", "pile": "KC"}, seats=3)
    table.play("2S")
    assert table.wants == "suit"
    table.name("H")
    assert table.table.number("place.0") == 1 and table.turn == 1 and table.table.text("named") == "H"


def test_spx_7_nobody_is_asked_once_the_game_is_over(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "2S", "seat1.hand": "4C", "pile": "KC"})
    table.play("2S")
    assert table.table.phase == "over" and table.wants == "" and table.table.number("won") == 0


def test_spx_8_a_ten_goes_on_anything_and_removes_the_pile(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "TS 9D 3C", "seat1.hand": "4C", "pile": "KC 5C", "stock": STOCK}, named="H")
    table.play("TS")
    assert table.cards("pile") == "" and table.cards("gone") == "~KC ~5C ~TS"
    assert table.turn == 0 and table.cards("seat0.hand") == "9D 3C", "the same player plays again; nothing is drawn"
    assert table.plays() == {"9D", "3C"}


def test_spx_8_the_last_hand_card_a_ten_with_stock_left_ends_the_turn(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "TS", "seat1.hand": "4C", "pile": "KC", "stock": STOCK})
    table.play("TS")
    assert table.turn == 1 and len(table.table.zone("seat0.hand")) == 5


def test_spx_8_a_ten_may_be_the_last_card_of_all(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "TS", "seat1.hand": "4C", "seat2.hand": "4D", "pile": "KC"}, seats=3)
    table.play("TS")
    assert table.table.number("place.0") == 1 and table.turn == 1


def test_spx_8_a_removal_begins_a_fresh_turn_with_chance_cards(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "9D", "seat1.hand": "4C", "pile": "KC", "stock": "~5S ~3H ~TD ~6H ~8H"})
    for _ in range(3):
        table.draw()
    table.play("TD")
    assert table.turn == 0 and table.cards("seat0.hand") == "9D 8H 6H"
    table.draw()
    assert table.cards("seat0.chance") == "3H"


@pytest.mark.parametrize(("hand", "rank"), [("2S 2H 2D 2C 9D", "2"), ("TS TH TD TC 9D", "T")])
def test_spx_8_a_fourth_two_or_ten_is_a_kill_without_naming(spot: "MakeSpot", hand: str, rank: str) -> None:
    table = spot({"seat0.hand": hand, "seat1.hand": "4C", "pile": "KC"})
    table.play(" ".join(rank + suit for suit in "SHDC"))
    assert table.cards("pile") == "" and table.wants == "" and table.turn == 0


def test_spx_9_four_of_a_rank_by_whomever_go_out_and_the_same_player_plays_again(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7S 7C 9D", "seat1.hand": "4C", "pile": "KH 7H 7D"})
    table.play("7S 7C")
    assert table.cards("pile") == "" and len(table.table.zone("gone")) == 5 and table.turn == 0


def test_spx_9_with_the_last_hand_cards_and_stock_left_the_turn_ends_as_after_a_ten(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7S 7C", "seat1.hand": "4C", "pile": "KH 7H 7D", "stock": STOCK})
    table.play("7S 7C")
    assert table.cards("pile") == "" and table.turn == 1 and len(table.table.zone("seat0.hand")) == 5


def test_spx_9_of_more_than_four_the_first_four_go_and_the_rest_stays(spot: "MakeSpot") -> None:
    table = spot(
        {
            "seat0.hand": "7S/1 7C/1 7C/2 7H/2 9D/1",
            "seat1.hand": "4C/1",
            "seat2.hand": "5S/1",
            "pile": "KH/1 7H/1 7D/1",
        },
        seats=5,
    )
    table.play("7S/1 7C/1 7C/2 7H/2")
    assert table.cards("gone") == "~KH/1 ~7H/1 ~7D/1 ~7S/1 ~7C/1"
    assert table.cards("pile") == "7C/2 7H/2" and table.turn == 1


def test_spx_9_it_repeats_while_it_applies(spot: "MakeSpot") -> None:
    hand = "7S/1 7C/1 7H/1 7D/1 7S/2 7C/2 7H/2 7D/2 9D/1"
    table = spot({"seat0.hand": hand, "seat1.hand": "4C/1", "seat2.hand": "5S/1", "pile": "KH/1"}, seats=5)
    table.play("7H/1 7S/1 7C/1 7D/1 7S/2 7C/2 7H/2 7D/2")
    assert table.cards("pile") == "" and table.turn == 0 and len(table.table.zone("gone")) == 9


def test_spx_9_a_two_that_stays_on_top_names_a_suit(spot: "MakeSpot") -> None:
    hand = "2S/1 2C/1 2H/1 2D/1 2S/2 9D/1"
    table = spot({"seat0.hand": hand, "seat1.hand": "4C/1", "seat2.hand": "5S/1", "pile": "KH/1"}, seats=5)
    table.play("2S/1 2C/1 2H/1 2D/1 2S/2")
    assert table.cards("pile") == "2S/2" and table.wants == "suit"


THREE = {"seat1.hand": "4C", "seat2.hand": "5H", "pile": "KC 9C"}


def test_spx_10_a_joker_gives_the_pile_to_a_player_of_choice(spot: "MakeSpot") -> None:
    table = spot({**THREE, "seat0.hand": "X1 7S"}, seats=3, jokers=True)
    table.play("X1")
    assert table.wants == "give" and table.cards("pile") == "KC 9C X1"
    assert table.why(Command("give", target=0)) == "window" and table.why("7S") == "phase"
    table.give(2)
    assert table.cards("seat2.hand") == "5H KC 9C" and table.cards("gone") == "~X1" and table.cards("pile") == ""
    assert table.turn == 1, "the turn passes to the next, whoever got the pile"


def test_spx_10_it_goes_on_a_named_suit_too(spot: "MakeSpot") -> None:
    table = spot({**THREE, "seat0.hand": "X1 7S"}, seats=3, jokers=True, named="H")
    assert table.plays() == {"X1"}
    table.play("X1")
    table.give(1)
    assert table.table.text("named") == ""


def test_spx_10_not_to_one_who_is_out(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "X1 7S", "seat2.hand": "5H", "seat3.hand": "6H", "pile": "KC"}, seats=4, jokers=True)
    table.play("X1")
    assert table.why(Command("give", target=1)) == "window"
    assert [command.target for command in table.game.legal(table.table, 0)] == [2, 3]


def test_spx_10_with_one_other_player_there_is_nothing_to_choose(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "X1 7S", "seat1.hand": "4C", "pile": "KC"}, jokers=True)
    table.play("X1")
    assert table.cards("seat1.hand") == "4C KC" and table.turn == 1 and table.wants == ""


def test_spx_10_one_at_a_time(spot: "MakeSpot") -> None:
    table = spot({**THREE, "seat0.hand": "X1 X2 7S"}, seats=3, jokers=True)
    assert table.why("X1 X2") == "rank" and table.plays() == {"X1", "X2"}


def test_spx_10_on_an_empty_pile_only_if_the_hand_holds_nothing_else(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "X1 7S", "seat1.hand": "4C"}, jokers=True)
    assert table.why("X1") == "window" and table.plays() == {"7S"}
    table = spot({"seat0.hand": "X1 X2", "seat1.hand": "4C"}, jokers=True)
    table.play("X2")
    assert table.cards("gone") == "~X2" and table.turn == 1 and table.cards("seat0.hand") == "X1"


@pytest.mark.parametrize("source", ["stock", "seat0.table2"])
def test_spx_10_no_dead_end_for_one_drawn_or_turned_up_on_an_empty_pile(spot: "MakeSpot", source: str) -> None:
    hand = {"seat0.hand": "7S"} if source == "stock" else {"seat0.table1": "~7S"}
    table = spot({**hand, source: "~X1", "seat1.hand": "4C"}, jokers=True)
    if source == "stock":
        table.draw()
        assert table.plays() == {"X1"}
        table.play("X1")
    else:
        table.try_table(2)
    assert table.cards("gone") == "~X1" and table.turn == 1


def test_spx_11_four_jacks_give_the_pile_and_leave_the_game(spot: "MakeSpot") -> None:
    table = spot({**THREE, "seat0.hand": "JC JD JH JS 7S"}, seats=3)
    table.play("JC JD JH JS")
    assert table.wants == "jacks"
    assert [command.do for command in table.game.legal(table.table, 0)] == ["kill", "give", "give"]
    table.give(2)
    assert table.cards("seat2.hand") == "5H KC 9C" and sorted(table.cards("gone").split()) == [
        "~JC",
        "~JD",
        "~JH",
        "~JS",
    ]
    assert table.turn == 1


def test_spx_11_or_they_kill_it_as_that_player_chooses(spot: "MakeSpot") -> None:
    table = spot({**THREE, "seat0.hand": "JC JD JH JS 7S"}, seats=3)
    table.play("JC JD JH JS")
    table.do(Command("kill"))
    assert table.cards("pile") == "" and len(table.table.zone("gone")) == 6 and table.turn == 0 and table.wants == ""


def test_spx_11_not_with_jokers_in_play(spot: "MakeSpot") -> None:
    table = spot({**THREE, "seat0.hand": "JC JD JH JS 7S"}, seats=3, jokers=True)
    table.play("JC JD JH JS")
    assert table.wants == "" and table.cards("pile") == "" and table.turn == 0


def test_spx_11_not_if_another_player_laid_one_of_them(spot: "MakeSpot") -> None:
    table = spot({**THREE, "pile": "9C JC", "seat0.hand": "JD JH JS 7S"}, seats=3)
    table.play("JD JH JS")
    assert table.wants == "" and table.cards("pile") == ""


def test_spx_11_not_with_a_suit_twice_on_top_which_has_to_be_the_last_four(spot: "MakeSpot") -> None:
    zones = {f"seat{seat}.hand": "4C/1" for seat in range(1, 5)}
    hand = {"seat0.hand": "JC/1 JC/2 JD/1 JH/1 JS/1 7S/1", "pile": "KC/1"}
    table = spot({**zones, **hand}, seats=5)
    table.play("JC/1 JD/1 JC/2 JH/1")
    assert table.wants == "" and table.cards("pile") == ""
    table = spot({**zones, **hand}, seats=5)
    table.play("JC/1 JC/2 JD/1 JH/1 JS/1")
    assert table.wants == "jacks"
    table.give(3)
    assert table.cards("seat3.hand") == "4C/1 KC/1 JC/1"
    table = spot({**zones, **hand}, seats=5)
    table.play("JC/1 JC/2 JD/1 JH/1 JS/1")
    table.do(Command("kill"))
    assert table.cards("pile") == "JS/1" and table.turn == 1


def test_spx_11_on_an_empty_pile_there_is_nothing_to_give(spot: "MakeSpot") -> None:
    table = spot({**THREE, "pile": "", "seat0.hand": "JC JD JH JS 7S"}, seats=3)
    table.play("JC JD JH JS")
    assert table.wants == "" and table.cards("pile") == "" and table.turn == 0


def test_spx_12_the_first_without_cards_wins_and_play_goes_on_to_the_loser(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4C", "seat2.hand": "5H 6H", "pile": "KC"}, seats=3)
    table.play("7C")
    assert table.table.phase == "play" and table.turn == 1 and table.table.number("won") == -1
    table.play("4C")
    assert table.table.phase == "over"
    assert (table.table.number("won"), table.table.number("loser")) == (0, 2)
    assert table.game.outcome(table.table) == Outcome(0, "out", (1, 2, 3))


def test_spx_12_who_is_out_has_no_turn_any_more(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C 8C", "seat2.hand": "5C 6H", "seat3.hand": "5D", "pile": "KC"}, seats=4)
    table.play("7C")
    assert table.turn == 2


def test_spx_12_table_cards_are_cards(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat0.table1": "~8C", "seat1.hand": "4C", "pile": "KC"})
    table.play("7C")
    assert table.table.phase == "play" and table.turn == 1


def test_spx_12_places_of_several_deals_are_those_of_their_sums() -> None:
    game = Speahx(SpeahxOptions(deals=2), 3)
    table = _scored(game, (2, 4, 6), deal=1)
    assert game.outcome(table) is None
    assert game.outcome(_scored(game, (2, 4, 6), deal=2)) == Outcome(0, "deals", (1, 2, 3))
    assert game.outcome(_scored(game, (3, 3, 6), deal=2)) == Outcome(None, "deals", (1, 1, 3))


def _scored(game: Speahx, scores: tuple[int, ...], deal: int) -> Table:
    draft = Draft(phases.initial(game))
    draft.set("deal", deal)
    for seat, score in enumerate(scores):
        draft.score(seat, score)
    draft.phase("over")
    return draft.table()


@pytest.mark.parametrize(
    ("pile", "play", "said"),
    [
        ("7H", "7S", True),
        ("7H", "7S 7C", False),
        ("7C", "7H 7S", True),
        ("9S", "7S", False),
        ("", "7S", False),
        ("9C", "7C", False),
    ],
)
def test_spx_13_speah_is_said_when_switching_to_spades(spot: "MakeSpot", pile: str, play: str, said: bool) -> None:
    hand = [card for card in ("7S", "7C", "7H", "KD") if card != pile]
    table = spot({"seat0.hand": " ".join(hand), "seat1.hand": "4C", "pile": pile})
    table.play(play)
    assert table.said() == ([(0, "speah")] if said else [])


@pytest.mark.parametrize(("pile", "two", "named", "said"), [("9H", "2S", "S", True), ("9S", "2H", "S", False)])
def test_spx_13_speah_is_said_when_spades_are_named(
    spot: "MakeSpot", pile: str, two: str, named: str, said: bool
) -> None:
    table = spot({"seat0.hand": f"{two} KD", "seat1.hand": "4C", "pile": pile})
    table.play(two)
    assert table.said() == []
    table.name(named)
    assert table.said() == ([(0, "speah")] if said else [])


def test_spx_13_the_suit_left_is_the_named_one(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "2S KD", "seat1.hand": "4C", "pile": "9S 2H"}, named="D")
    table.play("2S")
    table.name("S")
    assert table.said() == [(0, "speah")]


def test_spx_13_torkel_is_said_with_the_jack_of_diamonds(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "JD JH KD", "seat1.hand": "4C", "pile": "9H"})
    table.play("JH JD")
    assert table.said() == [(0, "torkel")]
    table = spot({"seat0.table1": "~JD", "seat0.table2": "~8D", "seat1.hand": "4C", "pile": "9D"})
    table.try_table(1)
    assert table.said() == [(0, "torkel")]


def test_gen_9_what_a_card_has_said_comes_by_itself(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "JD KD", "seat1.hand": "4C", "pile": "9D"})
    assert not {"say", "speah", "torkel"} & table.moves()
    effects = table.play("JD")
    assert effects.index(("say", 0, "torkel")) > effects.index(("move", "JD", "seat0.hand", "pile"))


def test_spx_14_after_turn_s_the_pile_is_picked_up(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4C", "pile": "KC"}, turn_s=8)
    assert table.table.number("turn_ends") == 8_000_000_000
    effects = table.time_up()
    assert ("foul", 0, "time") in effects
    assert table.cards("seat0.hand") == "7C KC" and table.turn == 1
    assert table.table.number("turn_ends") == 16_000_000_000, "the next has its own time"


def test_spx_14_on_an_empty_pile_the_first_legal_card_is_played(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "X1 9C 7C", "seat1.hand": "4C"}, jokers=True)
    table.time_up()
    assert table.cards("pile") == "7C" and table.turn == 1


def test_spx_14_drawing_chance_cards_does_not_buy_time(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4C", "pile": "KC", "stock": "~5S ~6C"}, turn_s=8)
    table.do(Command("chance"), at_s=5)
    assert table.table.number("turn_ends") == 8_000_000_000
    table.play("6C")


@pytest.mark.parametrize(
    ("hand", "play", "jokers", "then"),
    [
        ("2H 7S", "2H", False, "named"),
        ("X1 7S", "X1", True, "given"),
        ("JC JD JH JS 7S", "JC JD JH JS", False, "killed"),
    ],
)
def test_spx_14_choices_are_made_for_who_does_not_choose(
    spot: "MakeSpot", hand: str, play: str, jokers: bool, then: str
) -> None:
    table = spot({**THREE, "seat0.hand": hand}, seats=3, jokers=jokers)
    table.play(play)
    table.time_up()
    assert table.wants == ""
    if then == "named":
        assert table.table.text("named") == "H" and table.turn == 1
    elif then == "given":
        assert table.cards("seat1.hand") == "4C KC 9C"
    else:
        assert table.cards("pile") == "" and table.turn == 0


def test_gen_8_at_the_cap_who_is_out_comes_first_then_the_fewest_cards(spot: "MakeSpot") -> None:
    zones = {"seat0.hand": "7C 8C", "seat2.hand": "5C", "seat2.table1": "~6H", "seat3.hand": "5D"}
    table = spot(zones, seats=4)
    assert table.game.standing(table.table) == Outcome(1, "cap", (3, 1, 3, 2))
    draft = Draft(table.table)
    table.game.cap(draft, table.chance, 0)
    assert table.game.outcome(draft.table()) == Outcome(1, "cap", (3, 1, 3, 2))
    assert draft.number("loser") == 0


def test_gen_8_at_the_matchs_cap_the_running_deal_counts_as_it_stands(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "5D 6D", "seat2.hand": "5C 6C 7H"}, seats=3, deals=3)
    draft = Draft(table.table)
    for seat, place in enumerate((3, 1, 2)):
        draft.score(seat, place)
    assert places(table.game.rules, draft) == (1, 2, 3)
    assert table.game.standing(draft.table()) == Outcome(1, "cap", (2, 1, 3)), "4, 3 and 5 places in all"


def test_gen_8_equal_first_places_have_no_winner(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "5D"})
    assert table.game.standing(table.table) == Outcome(None, "cap", (1, 1))


def test_gen_13_who_gets_ahead_in_sudden_death_has_the_deal(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "5D 6D"}, sudden_death=True)
    draft = Draft(table.table)
    draft.set("sudden", True)
    table.game.end_sudden_death(draft, 0)
    assert table.game.result(draft.table()) == Outcome(0, "sudden_death", (1, 2))


def test_gen_14_the_stock_leaves_the_game_as_the_last_lap_begins(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "5D 6D", "stock": "~2S ~3S"}, last_lap=60)
    draft = Draft(table.table)
    table.game.begin_last_lap(draft)
    assert not draft.zones["stock"] and draft.zones["gone"][-2:] == ("~2S", "~3S")


FREDRICH, JANET, MICHAEL, JOHN, KEVIN, PENELOPE, ALEX = range(7)


def test_the_beginning_chance_cards_and_a_pile_given_away(spot: "MakeSpot") -> None:
    table = spot(
        {
            "seat0.hand": "X1 3S 3D 4C 4D",
            "seat1.hand": "JD 7C 8S 9H AS",
            "seat2.hand": "5H JH JS 6C 7D",
            "seat3.hand": "KH 6S 8D 9C QC",
            "seat4.hand": "KD 5D 7H 8C 9S",
            "seat5.hand": "2S 5S QD QH 6D",
            "seat6.hand": "TD 3H 4H AD JC",
            "stock": "~QS ~KS ~AC ~AH ~4S ~5C ~9D ~8H ~TS ~KC ~6H ~7S",
        },
        seats=7,
        turn=MICHAEL,
        jokers=True,
    )
    table.play("5H")
    assert table.turn == JOHN and len(table.table.zone("seat2.hand")) == 5
    table.play("KH")
    table.play("KD")
    table.play("2S")
    table.name("C")
    assert table.turn == ALEX and table.cards("seat5.hand") == "5S QD QH 6D TS"
    table.draw()
    assert table.why("TD") == "window", "a ten in hand cannot save whoever has begun with chance cards"
    table.draw()
    table.draw()
    table.play("5C")
    assert table.cards("seat6.hand") == "TD 3H 4H AD JC 8H 9D", "more than five: none is drawn"
    assert table.cards("pile") == "5H KH KD 2S 5C" and table.turn == FREDRICH
    table.play("X1")
    assert table.wants == "give"
    table.give(JOHN)
    assert table.cards("pile") == "" and table.cards("gone") == "~X1"
    assert len(table.table.zone("seat3.hand")) == 10 and table.turn == JANET
    table.play("JD")
    assert table.said() == [(JANET, "torkel")]
    table.play("JH JS")
    assert len(table.table.zone("seat2.hand")) == 5
    table.play("6S")
    assert table.cards("pile") == "JD JH JS 6S" and table.turn == KEVIN


def test_a_ten_without_stock_four_threes_and_a_table_card_that_does_not_go(spot: "MakeSpot") -> None:
    table = spot(
        {
            "seat0.hand": "3S 3D 3C 8C KH",
            "seat1.table2": "~9D",
            "seat1.table4": "~QS",
            "seat2.hand": "4H",
            "seat6.hand": "TH",
            "seat6.table1": "~3H",
            "seat6.table2": "~5S",
            "pile": "6D 6S",
        },
        seats=7,
        turn=ALEX,
    )
    table.play("TH")
    assert table.turn == ALEX and table.cards("pile") == ""
    table.try_table(1)
    assert table.cards("pile") == "3H" and table.turn == FREDRICH
    table.play("3S 3D 3C")
    assert table.cards("pile") == "" and table.turn == FREDRICH
    table.play("8C")
    assert table.turn == JANET
    table.try_table(2)
    assert set(table.cards("seat1.hand").split()) == {"9D", "8C"} and table.cards("pile") == ""
    assert table.cards("seat1.table4") == "~QS"


def test_the_last_two_and_a_last_card_that_is_a_ten(spot: "MakeSpot") -> None:
    table = spot({"seat3.hand": "TC", "seat2.hand": "4H 5H 6H", "pile": "9S"}, seats=7, turn=JOHN)
    table.play("TC")
    assert table.table.phase == "over"
    assert table.table.number(f"place.{JOHN}") == 6
    assert table.table.number("loser") == MICHAEL
    outcome = table.game.outcome(table.table)
    assert outcome is not None and outcome.scores[MICHAEL] == 7
    assert table.why(Command("pick_up"), MICHAEL) == "phase"
