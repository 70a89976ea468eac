"""SPX-1 to SPX-9: the deal, what goes on what, chance cards, table cards, twos, tens and four of a kind."""

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from engine import phases
from engine.chance import Chance
from engine.errors import OptionError
from engine.games.speah.game import Speahx
from engine.games.speah.rules import SpeahxOptions
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
