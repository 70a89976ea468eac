"""SPIT-3 to SPIT-6, SPIT-18 and SPIT-19: what may be played, turned, moved and stacked."""

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.engine.spit.conftest import MakeSpot

OTHER = {"seat1.stock1": "2C 2D", "centre.1": "TC"}
"""A seat 1 that keeps the deal going and is in nobody's way."""


@pytest.mark.parametrize(("card", "top"), [("7H", "6S"), ("5D", "6S"), ("KH", "AS"), ("2S", "AD"), ("AC", "KD")])
def test_spit_03_one_up_or_down_goes_round_the_corner(spot: "MakeSpot", card: str, top: str) -> None:
    table = spot({**OTHER, "seat0.stock3": f"~9S {card}", "centre.0": top})
    assert table.do(0, "play", card, "stock3", "centre.0")[0] == ("move", card, "seat0.stock3", "centre.0")
    assert table.zone("centre.0") == f"{top} {card}"


@pytest.mark.parametrize(
    ("source", "card", "to", "why"),
    [
        ("stock2", "6H", "centre.0", "rank"),  # equal
        ("stock2", "6H", "centre.1", "rank"),
        ("stock2", "6H", "", "rank"),
        ("stock1", "7D", "centre.0", "empty"),  # not there
        ("seat1.stock1", "2D", "centre.0", "empty"),  # not one's own
        ("spit", "7C", "centre.0", "empty"),  # a spit card
        ("stock3", "7S", "centre.0", "face_down"),
        ("stock4", "7H", "centre.0", "empty"),  # not the top
        ("stock2", "6H", "stock5", "empty"),  # no spit pile
    ],
)
def test_spit_03_what_does_not_fit_is_refused(spot: "MakeSpot", source: str, card: str, to: str, why: str) -> None:
    table = spot(
        {
            **OTHER,
            "seat0.stock2": "6H",
            "seat0.stock3": "~3H ~7S",
            "seat0.stock4": "7H 9H",
            "seat0.spit": "7C",
            "centre.0": "6S",
        }
    )
    before = table.table
    assert table.why(0, "play", card, source, to) == why
    assert table.table is before


def test_spit_03_a_pile_that_was_never_started_takes_nothing(spot: "MakeSpot") -> None:
    table = spot({"seat0.stock1": "7H", "seat1.stock1": "2C", "centre.1": "6C"})
    assert table.why(0, "play", "7H", "stock1", "centre.0") == "empty"


def test_spit_04_a_face_down_top_is_turned_by_press_only(spot: "MakeSpot") -> None:
    table = spot({**OTHER, "seat0.stock2": "~9S 7H", "centre.0": "6S"})
    assert table.why(0, "turn", source="stock2") == "face_up"
    assert table.why(0, "turn", source="stock3") == "empty"
    assert table.why(0, "turn", source="seat1.stock1") == "empty"
    assert table.do(0, "play", "7H", "stock2", "centre.0") == (("move", "7H", "seat0.stock2", "centre.0"),)
    assert table.zone("seat0.stock2") == "~9S"
    assert table.do(0, "turn", source="stock2")[0] == ("turn", "9S", "up")


def test_spit_04_auto_turn_turns_in_the_same_instant(spot: "MakeSpot") -> None:
    table = spot({**OTHER, "seat0.stock2": "~9S ~QD 7H", "centre.0": "6S"}, auto_turn=True)
    effects = table.do(0, "play", "7H", "stock2", "centre.0")
    assert effects[:2] == (("move", "7H", "seat0.stock2", "centre.0"), ("turn", "QD", "up"))
    assert table.do(0, "move", "QD", "stock2", "stock1")[:2] == (
        ("move", "QD", "seat0.stock2", "seat0.stock1"),
        ("turn", "9S", "up"),
    )


def test_spit_05_a_face_up_top_moves_into_an_own_space(spot: "MakeSpot") -> None:
    table = spot({**OTHER, "seat0.stock4": "~9S 8H", "centre.0": "6S"})
    assert table.do(0, "move", "8H", "stock4", "stock1")[0] == ("move", "8H", "seat0.stock4", "seat0.stock1")
    assert (table.zone("seat0.stock4"), table.zone("seat0.stock1")) == ("~9S", "8H")


@pytest.mark.parametrize(
    ("source", "card", "to", "why"),
    [
        ("stock1", "8H", "stock3", "alone"),
        ("stock2", "QH", "stock1", "occupied"),
        ("stock2", "QH", "seat1.stock2", "occupied"),  # a space, but not an own one
        ("stock2", "QH", "centre.1", "occupied"),
        ("stock2", "QH", "stock6", "occupied"),  # never more than five
        ("stock4", "5S", "stock3", "face_down"),
        ("stock5", "QH", "stock3", "empty"),
    ],
)
def test_spit_05_other_moves_are_refused(spot: "MakeSpot", source: str, card: str, to: str, why: str) -> None:
    table = spot({**OTHER, "seat0.stock1": "8H", "seat0.stock2": "~9S QH", "seat0.stock4": "~4S ~5S", "centre.0": "6S"})
    assert table.why(0, "move", card, source, to) == why


def test_spit_06_the_opponent_may_play_on_it_at_once(spot: "MakeSpot") -> None:
    table = spot({"seat0.stock1": "7H 7C", "seat1.stock2": "8H 3C", "centre.0": "6S", "centre.1": "2S"})
    table.do(0, "play", "7C", "stock1", "centre.0")
    table.do(1, "play", "3C", "stock2", "centre.1")
    table.do(1, "play", "8H", "stock2", "centre.0")
    assert table.zone("centre.0") == "6S 7C 8H"


def test_spit_18_alternate_colours_must_change_the_colour_too(spot: "MakeSpot") -> None:
    zones = {**OTHER, "seat0.stock1": "7H 7C", "centre.0": "6S"}
    table = spot(zones, alternate_colours=True)
    assert table.why(0, "play", "7C", "stock1", "centre.0") == "colour"
    assert table.why(0, "play", "7C", "stock1", "centre.1") == "rank"
    assert spot(zones).why(0, "play", "7C", "stock1", "centre.0") is None
    red = spot({**OTHER, "seat0.stock1": "7C 7H", "centre.0": "6S"}, alternate_colours=True)
    assert red.why(0, "play", "7H", "stock1", "centre.0") is None


def test_spit_19_an_equal_top_is_stacked(spot: "MakeSpot") -> None:
    zones = {**OTHER, "seat0.stock1": "8H", "seat0.stock2": "~QS 8C", "seat0.stock3": "~JS ~KS", "centre.0": "4S"}
    table = spot(zones, stack_equals=True)
    assert table.why(0, "stack", "8H", "stock1", "stock1") == "occupied"
    assert table.why(0, "stack", "8H", "stock1", "stock3") == "face_down"
    assert table.why(0, "stack", "8H", "stock1", "stock4") == "empty"
    assert table.why(0, "stack", "8H", "stock1", "seat1.stock1") == "empty"
    assert table.do(0, "stack", "8H", "stock1", "stock2")[0] == ("move", "8H", "seat0.stock1", "seat0.stock2")
    assert (table.zone("seat0.stock1"), table.zone("seat0.stock2")) == ("", "~QS 8C 8H")
    assert table.do(0, "move", "8H", "stock2", "stock5")[0] == ("move", "8H", "seat0.stock2", "seat0.stock5")


def test_spit_19_unequal_tops_are_not_stacked_and_none_without_the_option(spot: "MakeSpot") -> None:
    zones = {**OTHER, "seat0.stock1": "8H 9H", "seat0.stock2": "~QS 8C", "centre.0": "4S"}
    assert spot(zones, stack_equals=True).why(0, "stack", "9H", "stock1", "stock2") == "rank"
    assert spot({**zones, "seat0.stock1": "8H"}).why(0, "stack", "8H", "stock1", "stock2") == "occupied"


def test_commands_of_other_games_and_other_phases_are_refused(spot: "MakeSpot") -> None:
    table = spot({**OTHER, "seat0.stock1": "7H", "centre.0": "6S"})
    assert table.why(0, "draw", source="spit") == "window"
    assert table.why(0, "slap", to="centre.0") == "phase"
    assert table.why(0, "spit") == "window"
    table.do(0, "play", "7H", "stock1", "centre.0")
    assert table.why(1, "turn", source="stock1") == "phase"
    assert table.why(1, "spit") == "phase"
