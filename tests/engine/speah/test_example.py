"""The three fragments of a seven-player game by which the rules are explained, each from a table set up for it.

Seats: Fredrich 0, Janet 1 (who deals), Michael 2, John 3, Kevin 4, Penelope 5, Alex 6.
"""

from typing import TYPE_CHECKING

from engine.panel import Command

if TYPE_CHECKING:
    from tests.engine.speah.conftest import MakeSpot

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
