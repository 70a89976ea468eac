"""Speed: who is out, and who wins the match (SPEED-11, SPEED-12)."""

from typing import TYPE_CHECKING

import pytest

from engine.log_lines import OutcomeLine
from engine.panel import CARDS

if TYPE_CHECKING:
    from tests.engine.conftest import SitDown

AMBER, BLUE = 0, 1
CARD1, *_ = CARDS


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
