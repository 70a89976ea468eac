"""Speahx on the eight buttons: scrolling, marking, the other moves, choices, what a seat sees; and what bots prefer."""

from typing import TYPE_CHECKING

import pytest

from engine.bots import find_brain
from engine.brain import best_presses
from engine.cards import HIDDEN
from engine.games.speah.game import Speahx
from engine.games.speah.rules import SpeahxOptions
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, NOTHING, RIGHT, Command, mask
from engine.table import Table
from tests.engine.conftest import play_out

if TYPE_CHECKING:
    from tests.engine.speah.conftest import MakeSpot, Seated, Spot


CARD1, CARD2, CARD3, CARD4, CARD5 = CARDS
LONG = {"seat0.hand": "KD 7H 2S 7C AS 4D QC", "seat1.hand": "4S 5S", "pile": "KC"}


def test_the_hand_lies_by_rank_and_scrolls_by_five(spot: "MakeSpot") -> None:
    table = spot(LONG)
    assert table.shown(0) == ["AS", "2S", "4D", "7C", "7H"]
    assert table.key(0, LEFT) == NOTHING
    table.press(0, RIGHT)
    assert table.shown(0) == ["4D", "7C", "7H", "QC", "KD"], "the window stays full"
    assert table.key(0, RIGHT) == NOTHING
    table.press(0, LEFT)
    assert table.shown(0) == ["AS", "2S", "4D", "7C", "7H"]


def test_thirty_cards_are_all_within_reach(spot: "MakeSpot") -> None:
    hand = [rank + suit for suit in "SHD" for rank in "A3456789QK"]
    table = spot({**LONG, "seat0.hand": " ".join(hand)})
    seen = set(table.shown(0))
    while table.key(0, RIGHT) != NOTHING:
        table.press(0, RIGHT)
        seen |= set(table.shown(0))
    assert seen == set(hand)


def test_cards_are_marked_in_order_and_action_plays_them(spot: "MakeSpot") -> None:
    table = spot(LONG)
    assert table.press(0, CARD4).label == "choose"
    table.press(0, CARD5)
    assert table.table.text("marks.0") == "7C 7H"
    assert table.press(0, CARD4).label == "unchoose"
    table.press(0, CARD4)
    assert table.table.text("marks.0") == "7H 7C", "the order of marking is the order of play"
    assert table.key(0, ACTION).label == "" and table.press(0, ACTION).command is not None
    assert table.turn == 0, "the seven of hearts does not go on the king of clubs"
    table.press(0, CARD5)
    table.press(0, CARD5)
    assert table.key(0, ACTION).lit
    table.press(0, ACTION)
    assert table.cards("pile") == "KC 7C 7H" and table.table.text("marks.0") == "" and table.turn == 1


def test_what_goes_by_itself_is_lit(spot: "MakeSpot") -> None:
    table = spot(LONG)
    assert [table.key(0, button).lit for button in CARDS] == [False, True, False, True, False]


def test_action_with_nothing_marked_opens_the_other_moves(spot: "MakeSpot") -> None:
    table = spot({**LONG, "stock": "~9C ~8H"})
    assert table.press(0, ACTION).label == "moves"
    assert [table.key(0, button).label for button in CARDS] == ["chance", "pick_up", "", "", ""]
    assert table.press(0, ACTION).label == "close"
    assert table.key(0, CARD1).label == "choose"
    table.press(0, ACTION)
    table.press(0, CARD1)
    assert table.shown(0) == ["8H", "AS", "2S", "4D", "7C"], "a drawn card comes first"
    assert table.key(0, CARD1).zone == "seat0.chance"
    table.press(0, ACTION)
    table.press(0, CARD2)
    assert table.turn == 1 and "KC" in table.cards("seat0.hand")


def test_a_table_card_is_chosen_by_its_place(spot: "MakeSpot") -> None:
    table = spot({"seat0.table2": "~7C", "seat0.table5": "~8D", "seat1.hand": "4S", "pile": "KC"})
    table.press(0, ACTION)
    assert [table.key(0, button).label for button in CARDS] == ["", "pick_up", "table", "", ""]
    table.press(0, CARD3)
    assert [table.key(0, button).label for button in CARDS] == ["", "table", "", "", "table"]
    table.press(0, CARD2)
    assert table.cards("pile") == "KC 7C"


def test_a_suit_is_chosen_with_the_card_buttons(spot: "MakeSpot") -> None:
    table = spot(LONG)
    table.press(0, CARD2)
    table.press(0, ACTION)
    assert [table.key(0, button).label for button in BUTTONS] == ["suit_s", "suit_h", "suit_d", "suit_c", *[""] * 4]
    table.press(0, CARD3)
    assert table.table.text("named") == "D"


def test_a_receiver_is_chosen_among_more_than_five_by_scrolling(spot: "MakeSpot") -> None:
    hands = {f"seat{seat}.hand": "4S/1 5S/1" for seat in range(1, 9)}
    table = spot({**hands, "seat0.hand": "X1 AS/1", "pile": "KC/1"}, seats=9, jokers=True)
    table.play("X1")
    assert [key.command and key.command.target for key in (table.key(0, b) for b in CARDS)] == [1, 2, 3, 4, 5]
    table.press(0, RIGHT)
    assert [key.command and key.command.target for key in (table.key(0, b) for b in CARDS)] == [4, 5, 6, 7, 8]
    table.press(0, CARD5)
    assert table.cards("seat8.hand") == "4S/1 5S/1 KC/1"


def test_four_jacks_offer_the_kill_first(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "JC JD JH JS 7S", "seat1.hand": "4C", "pile": "KC"})
    table.play("JC JD JH JS")
    assert [table.key(0, button).label for button in (CARD1, CARD2, CARD3)] == ["kill", "give", ""]


def test_out_of_turn_one_may_scroll_and_mark_but_not_play(spot: "MakeSpot") -> None:
    table = spot(LONG)
    table.press(1, CARD1)
    assert table.table.text("marks.1") == "4S"
    assert table.key(1, ACTION) == NOTHING
    table.pick_up()
    assert table.table.text("marks.1") == "4S" and table.key(1, ACTION).lit


def test_left_and_right_held_is_a_peek_and_scrolls_nothing(spot: "MakeSpot") -> None:
    table = spot(LONG)
    assert table.key(0, RIGHT, mask((LEFT,))).label == "peek"
    assert table.key(0, LEFT, mask((RIGHT,))).select == ()
    assert table.key(0, CARD1, mask((LEFT, RIGHT))).label == "choose", "cards are marked while one looks"


@pytest.mark.parametrize("phase", ["ready", "over", "finished"])
def test_outside_play_no_button_means_anything(spot: "MakeSpot", phase: str) -> None:
    table = spot({"seat0.hand": "7C", "seat1.hand": "4C", "pile": "KC"})
    table.table = Table(table.table.zones, {**table.table.scalars, "phase": phase})
    assert all(table.key(seat, button) == NOTHING for seat in (0, 1) for button in BUTTONS)


def test_presses_reach_a_command_from_whatever_was_pressed_before(spot: "MakeSpot") -> None:
    for before in ((), (CARD1,), (RIGHT, CARD5, CARD4), (CARD4,), (ACTION,), (RIGHT, ACTION)):
        table = spot({**LONG, "stock": "~9C ~8H"})
        for command in table.game.legal(table.table, 0):
            table = spot({**LONG, "stock": "~9C ~8H"})
            for button in before:
                table.press(0, button)
            given = [table.press(0, button).command for button in table.game.presses_for(table.table, 0, command)]
            assert [each for each in given if each is not None] == [command]


def test_gen_4_hands_are_hidden_by_default_and_face_down_cards_always(spot: "MakeSpot") -> None:
    assert SpeahxOptions().cards_seen == "peek"
    zones = {**LONG, "seat0.table1": "~9D", "seat1.table1": "~9H", "stock": "~9C"}
    table = spot(zones)
    table.press(0, CARD1)
    table.press(1, CARD1)
    view = table.game.view(table.table, 1)
    assert view.zone("seat0.hand") == (HIDDEN,) * 7 and view.zone("seat1.hand") == ("4S", "5S")
    assert view.zone("seat1.table1") == view.zone("seat0.table1") == view.zone("stock") == (HIDDEN,)
    assert view.zone("pile") == ("KC",)
    assert (view.text("marks.0"), view.text("marks.1")) == ("", "4S"), "what is marked is as hidden as the hand"
    shown = spot(zones, cards_seen="open")
    shown.press(0, CARD1)
    seen = shown.game.view(shown.table, 1)
    assert seen.zone("seat0.hand") == shown.table.zone("seat0.hand") and seen.text("marks.0") == "AS"
    assert seen.zone("seat0.table1") == (HIDDEN,)


def test_a_chance_card_is_the_drawers_own(spot: "MakeSpot") -> None:
    table = spot({**LONG, "stock": "~9C ~8H"})
    table.draw()
    assert table.game.view(table.table, 1).zone("seat0.chance") == (HIDDEN,)
    assert table.game.view(table.table, 0).zone("seat0.chance") == ("8H",)
    assert table.why(Command("play", "8H", "seat0.chance", "pile")) == "rank"


def test_the_row_on_screen_is_what_the_buttons_stand_for(spot: "MakeSpot") -> None:
    table = spot({**LONG, "seat0.chance": "9H"})
    for press in (RIGHT, LEFT, RIGHT):
        row = table.game.row(table.table, 0)
        assert row is not None
        assert [card for (card,) in row.window] == table.shown(0)
        table.press(0, press)


def test_the_row_of_a_hidden_hand_tells_its_length_alone(spot: "MakeSpot") -> None:
    table = spot(LONG)
    row = table.game.row(table.game.view(table.table, 1), 0)
    assert row is not None
    assert row.slots == ((HIDDEN,),) * 7


def test_choices_have_a_sign_and_leave_the_hand_where_it_is(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "2H 4D 5D 6D 7D 8D", "seat1.hand": "4S 5S", "pile": "KC"})
    table.press(0, CARD1)
    table.press(0, ACTION)
    assert [table.key(0, card).sign for card in CARDS] == ["suit.S", "suit.H", "suit.D", "suit.C", ""]
    row = table.game.row(table.table, 0)
    assert row is not None
    assert row.first == 0


def test_the_other_moves_have_signs(spot: "MakeSpot") -> None:
    table = spot({**LONG, "stock": "~2D ~3D"})
    table.press(0, ACTION)
    assert [table.key(0, card).sign for card in CARDS] == ["zone.stock", "zone.pile", "", "", ""]


def test_the_clock_is_the_turn_timer(spot: "MakeSpot") -> None:
    table = spot(LONG, turn_s=12)
    assert table.game.clock(table.table, 0) == ("turn", 0, 0, 12_000_000_000)


def best(table: "Spot") -> Command:
    """The command that the seat whose turn it is rates highest, from its own view."""
    game, seat = table.game, table.turn
    view = game.view(table.table, seat)
    return max(game.legal(view, seat), key=lambda command: game.evaluation.rate(view, seat, command))


def test_many_cards_before_one_and_spare_cards_last(spot: "MakeSpot") -> None:
    zones = {"seat1.hand": "4S", "pile": "KC", "stock": "~3D"}
    assert len(best(spot({**zones, "seat0.hand": "7C 7D 9C TS 2H"})).cards) == 2
    assert best(spot({**zones, "seat0.hand": "7D TS 2H"})).card in ("TS", "2H")
    assert best(spot({**zones, "seat0.hand": "7D 8H"})).do == "chance", "before the pile is picked up"


def test_the_suit_held_most_is_named_and_the_pile_goes_to_who_has_the_fewest_cards(spot: "MakeSpot") -> None:
    hands = {"seat1.hand": "4S 5S 6S", "seat2.hand": "9H 8H", "seat3.hand": "KS QS JS", "pile": "KC"}
    table = spot({**hands, "seat0.hand": "2S 7D 8D 9C X1"}, seats=4, jokers=True)
    table.play("2S")
    assert best(table).word == "D"
    table = spot({**hands, "seat0.hand": "X1 7D"}, seats=4, jokers=True)
    table.play("X1")
    assert best(table).target == 2


def test_the_best_move_has_presses(spot: "MakeSpot") -> None:
    table = spot({"seat0.hand": "7C 7D 9S", "seat1.hand": "4S", "pile": "KC"})
    taps = best_presses(table.game, table.game.view(table.table, 0), 0)
    for button in taps:
        table.press(0, button)
    assert table.cards("pile") == "KC 7C 7D"


def test_most_matches_of_bots_end_before_the_cap(seated: "Seated") -> None:
    options = dict(Speahx.info.presets[0].options)
    brain = find_brain("middling")
    reasons = []
    for seed in range(8):
        match = seated(2, options, seed, players=("bot:middling",) * 2, brains={0: brain, 1: brain})
        play_out(match)
        assert match.outcome is not None
        reasons.append(match.outcome.reason)
    assert reasons.count("out") > 4
