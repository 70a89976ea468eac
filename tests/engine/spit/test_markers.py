"""SPIT-22 to SPIT-25: cards picked up and looked under, the ghost, and the marker lent."""

from typing import TYPE_CHECKING

import pytest

from engine.cards import HIDDEN
from engine.errors import OptionError
from engine.game import Outcome
from engine.games import set_up
from engine.games.spit.rules import cards_left, spit_piles
from engine.panel import ACTION, LEFT, RIGHT, Command, mask

if TYPE_CHECKING:
    from tests.engine.spit.conftest import MakeDesk, MakeSpot, Spot

AMBER, BLUE = 0, 1
END = {
    "seat0.stock1": "7H",
    "seat0.stock2": "9H TH",
    "seat0.spit": "~2S",
    "seat1.stock1": "~4D KC",
    "seat1.stock2": "3D",
    "seat1.spit": "~4S",
    "centre.0": "6S",
    "centre.1": "QD",
}


def test_spit_22_the_last_cards_may_be_picked_up_when_all_lie_face_up(spot: "MakeSpot") -> None:
    table = spot(END, conceal_last=3, stack_equals=True)
    assert table.why(BLUE, "conceal") == "window"  # one lies face down
    assert table.key(AMBER, ACTION).command == Command("conceal")
    table.do(AMBER, "conceal")
    assert table.why(AMBER, "conceal") == "window"
    seen = table.game.view(table.table, BLUE)
    assert (seen.zone("seat0.stock1"), seen.zone("seat0.stock2")) == ((HIDDEN,), (HIDDEN, HIDDEN))
    assert table.game.view(table.table, AMBER).zone("seat0.stock1") == ("7H",)
    assert table.zone("seat0.stock1") == "7H"
    table.do(AMBER, "play", "7H", "stock1", "centre.0")
    assert table.zone("centre.0") == "6S 7H"


def test_spit_22_not_with_more_cards_than_said_and_not_without_the_option(spot: "MakeSpot") -> None:
    more = {**END, "seat0.stock3": "JC"}
    assert spot(more, conceal_last=3).why(AMBER, "conceal") == "window"
    assert spot(more, conceal_last=4).why(AMBER, "conceal") is None
    assert spot(END).why(AMBER, "conceal") == "window"


def test_spit_22_the_next_deal_lies_open_again(spot: "MakeSpot") -> None:
    table = spot(END, conceal_last=5)
    table.do(AMBER, "conceal")
    table.deal()
    assert not table.table.flag("concealed.0")


@pytest.mark.parametrize("value", [1, 2, 6])
def test_spit_22_three_to_five_cards(value: int) -> None:
    with pytest.raises(OptionError, match="conceal_last"):
        set_up("spit", {"conceal_last": value})


def test_spit_23_holding_a_pile_s_button_shows_what_lies_under_it(spot: "MakeSpot") -> None:
    table = spot(END, peek_under=True)
    assert table.game.view(table.table, BLUE, mask(["CARD1"])).zone("seat1.stock1") == ("~4D", "KC")
    assert table.game.view(table.table, BLUE, mask(["CARD2"])).zone("seat1.stock1") == (HIDDEN, "KC")
    assert table.game.view(table.table, AMBER, mask(["CARD1"])).zone("seat1.stock1") == (HIDDEN, "KC")


def test_spit_23_not_before_the_first_spit_and_not_without_the_option(spot: "MakeSpot") -> None:
    table = spot(END, peek_under=True)
    table.deal()
    below = table.game.view(table.table, AMBER, mask(["CARD2"])).zone("seat0.stock2")[:-1]
    assert set(below) <= {HIDDEN}
    assert spot(END).game.view(spot(END).table, BLUE, mask(["CARD1"])).zone("seat1.stock1") == (HIDDEN, "KC")


SHORT = {"seat0.spit": "~2S ~7H ~KD", "seat1.spit": " ".join(f"~{rank}C" for rank in "A23456789TJQK") + " ~9D ~4H ~QS"}
"""AMBER has three cards and BLUE sixteen: a layout and one spit card."""


def single(spot: "MakeSpot", **options: object) -> "Spot":
    table = spot(SHORT, **options)
    table.deal()
    table.open()
    return table


def out(table: "Spot", seat: int) -> None:
    """The seat gets rid of its stock cards: all but one vanish, and that one is played."""
    for stock in table.game.rules.stocks[seat]:
        table.table.zones[stock] = ()  # type: ignore[index]  # a test may reach where the rules do not
    pile = spit_piles(table.game.rules, table.table)[0]
    card = next(iter(table.game.rules.fits[table.table.zones[pile][-1]]))
    table.table.zones[table.game.rules.stocks[seat][0]] = (card,)  # type: ignore[index]  # as above
    table.do(seat, "play", card, "stock1", pile, at_ms=1000)


def test_spit_24_a_ghost_lies_where_a_pile_is_missing(spot: "MakeSpot") -> None:
    table = single(spot, ghost=True)
    assert table.zone("centre.0") == "M1" and table.zone("marker") == ""
    assert spit_piles(table.game.rules, table.table) == ["centre.1"]
    assert table.why(BLUE, "play", table.table.zone("seat1.stock1")[-1], "stock1", "centre.0") == "rank"


def test_spit_24_taken_by_the_seat_without_stock_it_wins(spot: "MakeSpot") -> None:
    table = single(spot, ghost=True)
    out(table, AMBER)
    assert table.table.phase == "slap"
    assert table.why(AMBER, "slap", to="centre.0") == table.why(AMBER, "claim", to="centre.1") == "empty"
    assert table.key(AMBER, LEFT).command == Command("claim", to="centre.0")
    table.do(AMBER, "claim", to="centre.0")
    result = table.game.outcome(table.table)
    assert result is not None and (result.winner, result.reason, result.scores[0]) == (AMBER, "out", 0)
    assert table.zone("marker") == "M1"


def test_spit_24_who_finishes_with_spit_cards_left_takes_nothing_by_it_and_has_not_won(spot: "MakeSpot") -> None:
    """It wins for want of any card, which is what the ghost leaves a seat without spit cards with (SPIT-14)."""
    table = spot({**SHORT, "seat1.spit": SHORT["seat1.spit"] + " ~8H ~3S"}, ghost=True)
    table.deal()
    table.open()
    out(table, BLUE)
    table.do(BLUE, "claim", to="centre.0")
    assert cards_left(table.game.rules, table.table, BLUE) == 2
    assert table.game.outcome(table.table) is None
    assert not table.table.zone("centre.1"), "the other has the pile"


def test_spit_24_taken_by_the_other_the_finisher_takes_the_real_pile(spot: "MakeSpot") -> None:
    table = single(spot, ghost=True)
    out(table, AMBER)
    pile = len(table.table.zone("centre.1"))
    table.do(BLUE, "claim", to="centre.0")
    assert cards_left(table.game.rules, table.table, AMBER) == pile
    assert table.game.outcome(table.table) is None


def test_spit_24_untouched_it_is_the_finishers(spot: "MakeSpot") -> None:
    table = single(spot, ghost=True)
    out(table, AMBER)
    table.due(6000, since_ms=1000)
    assert cards_left(table.game.rules, table.table, AMBER) == 0


def test_spit_24_without_a_missing_pile_there_is_no_ghost(spot: "MakeSpot") -> None:
    table = spot(dict.fromkeys(("seat1.spit",), SHORT["seat1.spit"]) | {"seat0.spit": "~AS " * 16}, ghost=True)
    assert table.zone("marker") == "M1"


def test_spit_25_who_cannot_keep_a_spit_card_borrows_the_marker_and_slams_it_to_win(spot: "MakeSpot") -> None:
    table = single(spot, spit_card_please=True)
    assert table.zone("seat0.marker") == "M1"
    out(table, AMBER)
    assert table.table.phase == "slap" and table.key(AMBER, ACTION).label == "slam"
    assert table.key(AMBER, LEFT).command is None and table.why(AMBER, "slap", to="centre.1") == "window"
    table.do(AMBER, "claim", at_ms=2000)
    result = table.game.outcome(table.table)
    assert result is not None and (result.winner, result.reason) == (AMBER, "out")
    assert table.zone("marker") == "M1"


def test_spit_25_the_other_slams_first_and_it_takes_the_whole_pile(spot: "MakeSpot") -> None:
    table = single(spot, spit_card_please=True)
    out(table, AMBER)
    pile = len(table.table.zone("centre.1"))
    table.do(BLUE, "claim", at_ms=2000)
    assert cards_left(table.game.rules, table.table, AMBER) == pile and table.zone("marker") == "M1"
    assert table.game.outcome(table.table) is None


@pytest.mark.parametrize("slam_ms", [3000, 1500])
def test_spit_25_too_late_is_as_bad(spot: "MakeSpot", slam_ms: int) -> None:
    table = single(spot, spit_card_please=True, slam_ms=slam_ms)
    out(table, AMBER)
    table.due(1000 + slam_ms)
    assert cards_left(table.game.rules, table.table, AMBER) > 0


def test_spit_25_when_the_lender_finishes_the_borrower_takes_the_pile(spot: "MakeSpot") -> None:
    table = single(spot, spit_card_please=True)
    out(table, BLUE)
    assert table.table.phase == "over" and table.zone("marker") == "M1"
    assert cards_left(table.game.rules, table.table, BLUE) == 0
    assert table.game.outcome(table.table) == Outcome(BLUE, "out", table.game.figures(table.table))


def test_spit_25_a_slam_is_a_race(desk: "MakeDesk") -> None:
    zones = {
        "seat0.stock1": "7H",
        "seat0.marker": "M1",
        "seat1.stock1": "KC",
        "seat1.spit": "~4S",
        "centre.1": "6S",
    }
    match = desk(zones, spit_card_please=True)
    match.tap(AMBER, "CARD1", 1000)
    match.press(BLUE, ACTION, 1304)
    match.press(AMBER, ACTION, 1300)
    first, second = match.commands("claim")
    assert (first.seat, first.ok, second.seat, second.ok) == (AMBER, True, BLUE, False)
    assert (second.beaten_by, second.margin_ns) == (AMBER, 4_000_000)


@pytest.mark.parametrize(
    ("one", "other"), [("ghost", "spit_card_please"), ("ghost", "reverse"), ("spit_card_please", "reverse")]
)
def test_gen_10_markers_exclude_each_other_and_the_game_reversed(one: str, other: str) -> None:
    with pytest.raises(OptionError, match=rf"(?=.*\b{one}\b)(?=.*\b{other}\b)"):
        set_up("spit", {one: True, other: True})


def test_spit_24_both_sides_show_as_slaps(spot: "MakeSpot") -> None:
    table = single(spot, ghost=True)
    out(table, AMBER)
    assert [table.key(BLUE, side).label for side in (LEFT, RIGHT)] == ["slap", "slap"]
