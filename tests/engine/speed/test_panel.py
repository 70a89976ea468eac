"""Speed: what the buttons mean (rules/speed.md, "Buttons")."""

from typing import TYPE_CHECKING

import pytest

from engine.panel import ACTION, CARDS, LEFT, RIGHT

if TYPE_CHECKING:
    from tests.engine.conftest import SitDown

AMBER, BLUE = 0, 1
CARD1, CARD2, CARD3, *_ = CARDS


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
