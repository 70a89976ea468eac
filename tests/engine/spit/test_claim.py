"""SPIT-10, SPIT-14, SPIT-15: piles slapped, the single pile, and the end of the game."""

from typing import TYPE_CHECKING

import pytest

from engine.game import Outcome
from engine.log_lines import OutcomeLine, PressLine
from engine.panel import LEFT, RIGHT
from engine.units import S

if TYPE_CHECKING:
    from tests.engine.spit.conftest import Desk, MakeDesk, MakeSpot, Spot

AMBER, BLUE = 0, 1
LAST = {
    "seat0.stock1": "7H",
    "seat0.spit": "~2S",
    "seat1.stock2": "~4D 5D",
    "seat1.stock3": "8D",
    "seat1.spit": "~3S",
    "centre.0": "6S",
    "centre.1": "QS KS TC",
}
"""AMBER has one card left, which fits on the left; so may BLUE's 5D there."""


def finished(spot: "MakeSpot", **options: object) -> "Spot":
    table = spot(LAST, **options)
    table.do(AMBER, "play", "7H", "stock1", "centre.0")
    return table


def test_spit_10_the_last_stock_card_opens_the_claim(spot: "MakeSpot") -> None:
    table = finished(spot)
    assert table.table.phase == "slap" and table.table.number("finisher") == AMBER
    for seat in (AMBER, BLUE):
        assert [command.to for command in table.game.legal(table.table, seat)] == ["centre.0", "centre.1"]
        assert table.why(seat, "slap", to="centre.2") == "empty"


@pytest.mark.parametrize(("pile", "rest"), [("centre.0", "centre.1"), ("centre.1", "centre.0")])
@pytest.mark.parametrize(("seat", "other"), [(AMBER, BLUE), (BLUE, AMBER)])
def test_spit_10_the_first_slap_settles_it(spot: "MakeSpot", seat: int, other: int, pile: str, rest: str) -> None:
    table = finished(spot)
    effects = table.do(seat, "slap", to=pile)
    assert ("gather", pile, f"seat{seat}.spit") in effects and ("gather", rest, f"seat{other}.spit") in effects
    assert ("gather", "seat1.stock2", "seat1.spit") in effects
    assert ("set", "won", AMBER) in effects and effects[-1] == ("phase", "over")
    assert table.why(other, "slap", to=rest) == "phase"


def test_spit_10_no_slap_in_five_seconds_gives_the_finisher_the_smaller(spot: "MakeSpot") -> None:
    effects = finished(spot).due(at_ms=5000)
    assert ("gather", "centre.0", "seat0.spit") in effects and ("gather", "centre.1", "seat1.spit") in effects
    table = spot({**LAST, "centre.0": "AS KH QH 6S"})
    table.do(AMBER, "play", "7H", "stock1", "centre.0")
    assert ("gather", "centre.1", "seat0.spit") in table.due(at_ms=5000)


def test_spit_10_of_equal_piles_the_finisher_gets_its_own(spot: "MakeSpot") -> None:
    zones = {
        **LAST,
        "seat1.stock1": "9C",
        "seat1.stock2": "",
        "seat1.stock3": "",
        "seat0.stock2": "2H",
        "centre.1": "TC",
    }
    table = spot({**zones, "centre.0": "6S"})
    table.do(BLUE, "play", "9C", "stock1", "centre.1")
    assert table.zone("centre.0") == "6S" and table.zone("centre.1") == "TC 9C"
    assert ("gather", "centre.0", "seat1.spit") in table.due(at_ms=5000)
    table = spot({**zones, "centre.0": "6S 2D"})
    table.do(BLUE, "play", "9C", "stock1", "centre.1")
    assert ("gather", "centre.1", "seat1.spit") in table.due(at_ms=5000)


def test_spit_20_winner_gives_the_finisher_alone_the_choice(spot: "MakeSpot") -> None:
    table = finished(spot, claim="winner")
    assert table.why(BLUE, "slap", to="centre.0") == "window"
    effects = table.do(AMBER, "slap", to="centre.1")
    assert ("gather", "centre.1", "seat0.spit") in effects and ("gather", "centre.0", "seat1.spit") in effects


@pytest.fixture
def claimed(desk: "MakeDesk") -> "Desk":
    """A match in which AMBER has got rid of its last card, 1000 ms after the opening."""
    match = desk(LAST)
    line = match.tap(AMBER, "CARD1", 1000)
    assert line is not None and line.ok and match.phase == "slap"
    return match


def test_spit_10_the_earlier_slap_has_the_pile_and_the_later_is_refused(claimed: "Desk") -> None:
    first = claimed.press(BLUE, LEFT, 1300)
    second = claimed.press(AMBER, LEFT, 1304)
    assert first is not None and first.ok and ("gather", "centre.0", "seat1.spit") in first.effects
    assert second is not None and (second.ok, second.why) == (False, "phase")
    assert (second.beaten_by, second.margin_ns) == (BLUE, 4_000_000)


def test_spit_10_a_late_but_earlier_slap_still_has_it(claimed: "Desk") -> None:
    claimed.press(BLUE, LEFT, 1300)
    claimed.press(AMBER, LEFT, 1299)
    (first, second) = claimed.commands("slap")
    assert (first.seat, first.ok, second.seat, second.beaten_by) == (AMBER, True, BLUE, AMBER)


@pytest.mark.parametrize("seed", range(6))
def test_spit_10_a_dead_heat_goes_to_the_finisher(desk: "MakeDesk", seed: int) -> None:
    match = desk(LAST, seed=seed)
    match.tap(AMBER, "CARD1", 1000)
    match.press(BLUE, LEFT, 1300, res_us=100)
    match.press(AMBER, LEFT, 1300.05, res_us=100)
    (winner,) = (line for line in match.commands("slap") if line.ok)
    assert winner.seat == AMBER and winner.dead_heat == (0, 1) and winner.draw == -1


def test_spit_10_guard_ignores_who_did_not_finish(claimed: "Desk") -> None:
    assert claimed.press(BLUE, LEFT, 1199) is None
    assert claimed.phase == "slap"
    (press,) = (line for line in claimed.entries if isinstance(line, PressLine) and line.ignored)
    assert (press.seat, press.ignored) == (BLUE, "guarded")
    claimed.release(BLUE, LEFT, 1199.5)
    assert claimed.press(BLUE, LEFT, 1200) is not None


def test_spit_10_who_lost_the_race_for_the_last_card_is_told_by_how_much_though_guarded(claimed: "Desk") -> None:
    line = claimed.press(BLUE, "CARD2", 1001)
    assert line is not None and (line.command.card, line.ok, line.why) == ("5D", False, "phase")
    assert (line.beaten_by, line.margin_ns) == (AMBER, 1_000_000)
    assert [entry.ignored for entry in claimed.entries if isinstance(entry, PressLine) and entry.ignored] == ["guarded"]


def test_spit_10_the_finisher_is_not_guarded(claimed: "Desk") -> None:
    line = claimed.press(AMBER, RIGHT, 1001)
    assert line is not None and line.ok and line.command.to == "centre.1"


@pytest.mark.parametrize(("guard_ms", "at_ms", "counts"), [(0, 1001, True), (500, 1499, False), (500, 1500, True)])
def test_spit_10_slap_guard_ms(desk: "MakeDesk", guard_ms: int, at_ms: float, counts: bool) -> None:
    match = desk(LAST, slap_guard_ms=guard_ms)
    match.tap(AMBER, "CARD1", 1000)
    assert (match.press(BLUE, LEFT, at_ms) is not None) == counts


def test_spit_10_both_last_cards_at_once_and_the_deal_ends_once(desk: "MakeDesk") -> None:
    match = desk({**LAST, "seat1.stock2": "", "seat1.stock3": "9D"})
    match.press(AMBER, "CARD1", 1000, res_us=100)
    match.press(BLUE, "CARD3", 1000.05, res_us=100)
    stood = [line for line in match.commands("play") if line.ok]
    assert len(stood) == 1 and stood[0].dead_heat == (0, 1)
    assert match.phase == "slap" and match.match.table.number("finisher") == stood[0].seat
    match.advance(6100)
    assert match.phase == "over"


def test_spit_10_a_deal_follows(claimed: "Desk") -> None:
    claimed.press(AMBER, LEFT, 1100)
    claimed.advance(20_000)
    assert claimed.phase == "ready" and claimed.match.table.number("deal") == 2
    shuffles = [effect for effect in claimed.effects() if effect[0] == "shuffle"]
    assert [effect[1] for effect in shuffles] == ["seat0.spit", "seat1.spit"]


SINGLE = {**LAST, "centre.1": "", "centre.0": "5S 6S"}


def test_spit_14_a_single_pile_goes_to_the_other(spot: "MakeSpot") -> None:
    table = spot(SINGLE)
    effects = table.do(AMBER, "play", "7H", "stock1", "centre.0")
    assert table.table.phase == "over" and table.zone("seat0.spit") == "~2S"
    assert table.zone("seat1.spit") == "~8D ~4D ~5D ~5S ~6S ~7H ~3S"
    assert ("set", "won", AMBER) in effects
    assert table.game.outcome(table.table) is None


def test_spit_14_without_spit_cards_it_wins_the_game(spot: "MakeSpot") -> None:
    table = spot({**SINGLE, "seat0.spit": ""})
    effects = table.do(AMBER, "play", "7H", "stock1", "centre.0")
    assert ("gather", "centre.0", "seat1.spit") in effects and ("gather", "seat1.stock2", "seat1.spit") in effects
    assert table.game.outcome(table.table) == Outcome(AMBER, "out", (0, 7))


def test_spit_14_the_gathering_is_told_before_the_outcome(desk: "MakeDesk") -> None:
    match = desk({**SINGLE, "seat0.spit": ""})
    line = match.press(AMBER, "CARD1", 500)
    assert line is not None and ("gather", "centre.0", "seat1.spit") in line.effects
    match.advance(800)
    assert match.entries[-1] == OutcomeLine(match.ns(800), Outcome(AMBER, "out", (0, 7)))


def test_spit_15_a_number_of_deals_is_won_by_the_fewest_cards(spot: "MakeSpot") -> None:
    table = finished(spot, length=1)
    table.do(AMBER, "slap", to="centre.0")
    assert table.game.outcome(table.table) == Outcome(AMBER, "deals", (3, 7))
    longer = finished(spot, length=2)
    longer.do(AMBER, "slap", to="centre.0")
    assert longer.game.outcome(longer.table) is None


def test_spit_15_equal_cards_after_the_deals_are_nobodys_win(spot: "MakeSpot") -> None:
    table = spot({**LAST, "seat0.spit": "~2S ~2H ~2D ~2C ~AC"}, length=1)
    table.do(AMBER, "play", "7H", "stock1", "centre.0")
    table.do(BLUE, "slap", to="centre.1")
    assert table.game.outcome(table.table) == table.game.result(table.table) == Outcome(None, "deals", (7, 7))


def test_gen_13_equal_cards_after_the_last_deal_are_dealt_again(desk: "MakeDesk") -> None:
    match = desk({**LAST, "seat0.spit": "~2S ~2H ~2D ~2C ~AC"}, length=1, sudden_death=True)
    match.tap(AMBER, "CARD1", 500)
    match.tap(BLUE, "RIGHT", 1500)
    match.advance(20_000)
    assert match.phase == "ready" and match.match.table.number("deal") == 2
    assert ("say", -1, "sudden_death") in match.effects()


def test_gen_8_the_matchs_cap_stands_still_while_piles_are_slapped_for(desk: "MakeDesk") -> None:
    match = desk(LAST, caps=(0, 10))
    match.tap(AMBER, "CARD1", 9000)
    assert match.phase == "slap"
    match.advance(13_999)
    assert match.phase == "slap" and match.match.outcome is None
    match.advance(14_000)
    assert match.phase == "over" and match.match.state.sit.played == 9 * S


def test_gen_8_at_the_match_cap_the_fewest_cards_win(desk: "MakeDesk") -> None:
    match = desk(LAST, caps=(0, 10))
    match.advance(10_000)
    assert match.match.outcome == Outcome(AMBER, "cap", (2, 4))
