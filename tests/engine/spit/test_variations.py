"""The variations of Spit: layouts, packs, twins, claims, equal ranks, the game turned round, and markers.

SPIT-16, SPIT-17, SPIT-20 to SPIT-26 and SPIT-30.
"""

from typing import TYPE_CHECKING

import pytest

from engine import phases
from engine.cards import HIDDEN
from engine.chance import Chance
from engine.errors import OptionError
from engine.game import RULES, Outcome
from engine.games import set_up
from engine.games.spit.game import Spit
from engine.games.spit.rules import SpitOptions, cards_left, spit_piles, takers
from engine.options import values_of
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Command, mask
from engine.table import Draft
from engine.units import MS
from tests.engine.spit.conftest import Spot

if TYPE_CHECKING:
    from tests.engine.spit.conftest import MakeDesk, MakeSpot


AMBER, BLUE = 0, 1


@pytest.mark.parametrize(
    ("layout", "sizes"),
    [
        ("12345", (1, 2, 3, 4, 5)),
        ("1234", (1, 2, 3, 4)),
        ("1,1,11,1,1", (1, 1, 11, 1, 1)),
        ("33333", (3, 3, 3, 3, 3)),
        ("11111", (1, 1, 1, 1, 1)),
        ("1111+refill", (1, 1, 1, 1)),
    ],
)
def test_spit_16_every_layout_is_dealt_with_its_tops_up(layout: str, sizes: tuple[int, ...]) -> None:
    game = Spit(SpitOptions(layout=layout))
    zones = game.layout(Draft(phases.initial(game)), Chance(1))
    for stocks, hand in zip(game.rules.stocks, game.rules.spits, strict=True):
        piles = [zones[stock] for stock in stocks]
        assert tuple(map(len, piles)) == sizes
        assert all(pile[-1][0] != "~" and all(card[0] == "~" for card in pile[:-1]) for pile in piles)
        assert len(zones[hand]) == 26 - sum(sizes)


def test_spit_16_too_few_cards_for_that_layout_start_no_pile(spot: "MakeSpot") -> None:
    table = spot({"seat0.spit": "~2S ~3S ~4S ~5S ~6S ~7S ~8S ~9S ~TS ~JS", "seat1.spit": "~AH ~2H"}, layout="1234")
    table.deal()
    assert [len(table.table.zone(stock)) for stock in table.game.rules.stocks[AMBER]] == [1, 2, 3, 4]
    table.open()
    assert table.zone("centre.0") == table.zone("centre.1") == ""  # both have ten at most


REFILL = {
    "seat0.stock1": "9H",
    "seat0.spit": "~2S ~3S",
    "seat1.stock1": "QH",
    "seat1.spit": "~4S",
    "centre.0": "5S",
    "centre.1": "5D",
}


def test_spit_16_an_empty_pile_is_refilled_face_up_by_its_button(spot: "MakeSpot") -> None:
    table = spot(REFILL, layout="1111+refill")
    key = table.key(AMBER, "CARD2")
    assert (key.label, key.command, key.lit) == ("refill", Command("refill", to="seat0.stock2"), True)
    assert table.why(AMBER, "refill", to="stock1") == "occupied"
    assert table.why(AMBER, "refill", to="seat1.stock2") == "occupied"
    effects = table.do(AMBER, "refill", to="stock2")
    assert effects[:2] == (("move", "3S", "seat0.spit", "seat0.stock2"), ("turn", "3S", "up"))
    assert table.zone("seat0.stock2") == "3S"
    table.do(AMBER, "refill", to="stock3")
    assert table.why(AMBER, "refill", to="stock4") == "empty"


def test_spit_16_nobody_is_stuck_who_can_refill(spot: "MakeSpot") -> None:
    table = spot(REFILL, layout="1111+refill")
    assert not table.is_stuck()
    table = spot({**REFILL, "seat0.spit": "", "seat1.spit": ""}, layout="1111+refill")
    assert table.is_stuck()
    equals = {**REFILL, "seat0.stock2": "9S", "seat0.stock3": "JS", "seat0.stock4": "KS", "seat1.spit": ""}
    assert spot(equals, layout="1111+refill").is_stuck()
    assert not spot(equals, layout="1111+refill", stack_equals=True).is_stuck()


def test_spit_16_refilled_piles_out_means_no_spit_card_either(spot: "MakeSpot") -> None:
    table = spot({**REFILL, "seat0.stock1": "6H"}, layout="1111+refill")
    table.do(AMBER, "play", "6H", "stock1", "centre.0")
    assert table.table.phase == "play"
    table = spot({**REFILL, "seat0.stock1": "6H", "seat0.spit": ""}, layout="1111+refill")
    table.do(AMBER, "play", "6H", "stock1", "centre.0")
    assert table.table.phase == "slap"


def test_spit_16_no_refill_in_other_layouts(spot: "MakeSpot") -> None:
    assert spot(REFILL, layout="11111").why(AMBER, "refill", to="stock2") == "occupied"


def test_spit_17_two_packs_have_unique_cards() -> None:
    game = Spit(SpitOptions(packs=2))
    assert len(game.deck) == len(set(game.deck)) == 104
    assert takers(game.rules, Spot({"centre.0": "6S/1"}, packs=2).table, "7H/2") == ["centre.0"]


def test_spit_17_six_piles_need_two_packs() -> None:
    assert Spit(SpitOptions(packs=2, piles=6)).rules.sizes == (1, 2, 3, 4, 5, 6)
    assert Spit(SpitOptions(packs=2, piles=6, layout="33333")).rules.sizes == (3,) * 6
    with pytest.raises(OptionError, match=r"piles = 6 and packs = 1"):
        set_up("spit", {"piles": 6})
    with pytest.raises(OptionError, match=r"piles = 6 and layout = 1234"):
        set_up("spit", {"piles": 6, "packs": 2, "layout": "1234"})


def test_spit_17_the_sixth_pile_is_card5_while_both_sides_are_held(spot: "MakeSpot") -> None:
    zones = {"seat0.stock5": "2H/1", "seat0.stock6": "~2S/1 ~7H/1", "seat1.stock1": "KS/1", "centre.0": "6S/1"}
    table = spot(zones, packs=2, piles=6)
    assert table.key(AMBER, "CARD5").zone == "seat0.stock5"
    both = mask((LEFT, RIGHT))
    assert table.key(AMBER, "CARD5", both).command == Command("turn", source="seat0.stock6")
    assert table.game.presses_for(table.table, AMBER, Command("turn", source="seat0.stock6")) == ("LEFT+RIGHT+CARD5",)


TWINS = {
    "seat0.stock1": "7H",
    "seat0.spit": "~2S",
    "seat1.stock1": "8D KC",
    "seat1.spit": "~4S",
    "centre.0": "QS 6S",
    "centre.1": "6D",
}


def test_spit_21_the_first_call_makes_the_other_take_both_piles(spot: "MakeSpot") -> None:
    table = spot(TWINS, twin_call=True)
    assert table.key(BLUE, ACTION).command == Command("spit")
    effects = table.do(BLUE, "spit", at_ms=1000)
    assert effects[0] == ("say", BLUE, "spit")
    assert table.zone("seat0.spit") == "~6D ~QS ~6S ~2S"
    assert table.why(AMBER, "spit") == "window" and not table.key(AMBER, ACTION).lit
    table.due(1700)
    assert (table.zone("centre.0"), table.zone("centre.1")) == ("2S", "4S")
    assert not table.table.number("turn_at")


def test_spit_21_what_is_turned_meanwhile_does_not_put_the_new_cards_off(spot: "MakeSpot") -> None:
    table = spot({**TWINS, "seat0.stock2": "~3C"}, twin_call=True)
    table.do(BLUE, "spit", at_ms=1000)
    table.do(AMBER, "turn", source="stock2", at_ms=1100)
    table.due(1700)
    assert table.zone("centre.0") == "2S"


def test_spit_21_only_equal_ranks_and_only_where_it_is_played(spot: "MakeSpot") -> None:
    assert spot(TWINS).why(AMBER, "spit") == "window"
    assert spot({**TWINS, "centre.1": "5D"}, twin_call=True).why(AMBER, "spit") == "window"


def test_spit_21_it_is_a_call_before_it_is_anything_else(spot: "MakeSpot") -> None:
    table = spot({**TWINS, "seat0.stock1": "TH", "seat1.stock1": "KC"}, twin_call=True)
    assert table.is_stuck()
    table.do(AMBER, "spit", at_ms=500)
    assert table.zone("seat1.spit") == "~6D ~QS ~6S ~4S"


def test_spit_21_two_calls_are_a_race_with_a_margin(desk: "MakeDesk") -> None:
    match = desk(TWINS, twin_call=True)
    match.press(AMBER, ACTION, 1004)
    match.press(BLUE, ACTION, 1000)
    first, second = match.commands("spit")
    assert (first.seat, first.ok) == (BLUE, True)
    assert (second.seat, second.ok, second.beaten_by, second.margin_ns) == (AMBER, False, BLUE, 4_000_000)


@pytest.mark.parametrize("seed", range(4))
def test_spit_21_calls_too_close_to_tell_are_drawn(desk: "MakeDesk", seed: int) -> None:
    match = desk(TWINS, twin_call=True, seed=seed)
    match.press(AMBER, ACTION, 1000, res_us=100)
    match.press(BLUE, ACTION, 1000.05, res_us=100)
    (winner,) = (line for line in match.commands("spit") if line.ok)
    assert winner.dead_heat == (0, 1) and winner.draw >= 0


NO_CALL = {**TWINS, "centre.1": "5D"}
"""Nothing to call: no twins, and nobody is stuck."""


@pytest.mark.parametrize(("rules", "misses"), [(RULES, 1), (2, 0), (1, 0)])
@pytest.mark.parametrize("options", [{"twin_call": True}, {"claim": "shout"}, {"spit_card_please": True}])
def test_a_shout_without_a_cause_is_a_miss_where_a_shout_can_win(
    desk: "MakeDesk", options: dict[str, object], rules: int, misses: int
) -> None:
    match = desk(NO_CALL, rules=rules, **options)
    match.tap(AMBER, ACTION, 1000)
    assert match.match.table.number("misses.0") == misses
    assert len(match.commands("spit")) == misses


def test_spit_7_where_a_shout_wins_nothing_it_costs_nothing(desk: "MakeDesk") -> None:
    match = desk(NO_CALL)
    assert match.tap(AMBER, ACTION, 1000) is None
    assert match.match.table.number("misses.0") == 0


@pytest.mark.parametrize(("later_ms", "misses"), [(300, 0), (301, 1)])
def test_spit_21_a_call_that_was_right_300_ms_ago_is_no_miss(desk: "MakeDesk", later_ms: float, misses: int) -> None:
    match = desk(TWINS, twin_call=True)
    match.tap(BLUE, ACTION, 1000)
    match.tap(AMBER, ACTION, 1000 + later_ms)
    assert match.match.table.number("misses.0") == misses


def test_gen_8_the_cap_may_fall_while_no_pile_lies_there(spot: "MakeSpot") -> None:
    table = spot(TWINS, twin_call=True)
    table.do(BLUE, "spit", at_ms=1000)
    table.cap(1100)
    assert table.table.phase == "over" and cards_left(table.game.rules, table.table, AMBER) == 5


LAST = {
    "seat0.stock1": "7H",
    "seat0.spit": "~2S",
    "seat1.stock2": "~4D 5D",
    "seat1.spit": "~3S",
    "centre.0": "6S",
    "centre.1": "QS KS TC",
}


def finished(spot: "MakeSpot", zones: dict[str, str] = LAST, **options: object) -> "Spot":
    table = spot(zones, **options)
    table.do(AMBER, "play", "7H", "stock1", "centre.0", at_ms=1000)
    return table


def test_spit_20_shout_the_first_to_say_spit_chooses(spot: "MakeSpot") -> None:
    table = finished(spot, claim="shout")
    assert table.why(AMBER, "slap", to="centre.0") == table.why(BLUE, "slap", to="centre.0") == "window"
    assert table.key(BLUE, LEFT).command is None
    assert table.do(BLUE, "spit", at_ms=2000)[0] == ("say", BLUE, "spit")
    assert table.why(AMBER, "spit") == "window" and table.why(AMBER, "slap", to="centre.0") == "window"
    table.do(BLUE, "slap", to="centre.0", at_ms=3000)
    assert table.zone("seat1.spit") == "~4D ~5D ~6S ~7H ~3S"


def test_spit_20_shout_who_has_the_choice_and_does_not_choose_gets_the_smaller(spot: "MakeSpot") -> None:
    table = finished(spot, claim="shout")
    table.do(BLUE, "spit", at_ms=2000)
    table.due(7000, since_ms=1000)
    assert cards_left(table.game.rules, table.table, BLUE) == 5


def test_spit_20_shout_nobody_shouts_and_the_finisher_gets_the_smaller(spot: "MakeSpot") -> None:
    table = finished(spot, claim="shout")
    table.due(6000, since_ms=1000)
    assert cards_left(table.game.rules, table.table, AMBER) == 3


def test_spit_20_slap_smaller_only_the_smaller_pile_can_be_claimed(spot: "MakeSpot") -> None:
    table = finished(spot, claim="slap_smaller")
    assert table.why(AMBER, "slap", to="centre.1") == table.why(BLUE, "slap", to="centre.1") == "size"
    table.do(BLUE, "slap", to="centre.0")
    assert cards_left(table.game.rules, table.table, BLUE) == 5


@pytest.mark.parametrize(("rules", "lock_ms"), [(RULES, 500), (2, 0), (1, 0)])
def test_spit_20_slap_smaller_a_slap_on_the_larger_is_a_miss(desk: "MakeDesk", rules: int, lock_ms: int) -> None:
    match = desk(LAST, rules=rules, claim="slap_smaller")
    match.tap(AMBER, CARDS[0], 1000)
    line = match.tap(AMBER, RIGHT, 1100)
    assert line is not None and line.why == "size"
    assert match.match.table.number("lock.0") == (match.ns(1100) + lock_ms * MS if lock_ms else 0)
    match.tap(AMBER, LEFT, 1150)
    assert (match.phase == "over") == (not lock_ms)
    match.tap(BLUE, LEFT, 1200)
    assert match.phase == "over"


def test_spit_20_slap_smaller_who_comes_too_late_has_not_missed(desk: "MakeDesk") -> None:
    match = desk(LAST, claim="slap_smaller")
    match.tap(AMBER, CARDS[0], 1000)
    match.tap(BLUE, LEFT, 1200)
    line = match.tap(AMBER, LEFT, 1210)
    assert line is not None and line.beaten_by == BLUE
    assert match.match.table.number("misses.0") == 0


def test_spit_20_slap_smaller_of_equal_piles_either(spot: "MakeSpot") -> None:
    table = finished(spot, {**LAST, "centre.1": "QS KS"}, claim="slap_smaller")
    assert table.why(BLUE, "slap", to="centre.0") is None and table.why(BLUE, "slap", to="centre.1") is None


@pytest.mark.parametrize("claim", ["slap", "winner", "shout", "slap_smaller"])
def test_spit_26_reversed_the_finisher_gets_the_larger_pile_in_time(spot: "MakeSpot", claim: str) -> None:
    table = finished(spot, reverse=True, claim=claim)
    table.due(6000, since_ms=1000)
    assert table.zone("seat0.spit") == "~4D ~5D ~QS ~KS ~TC ~2S"


def test_spit_26_a_single_pile_is_slapped_for_as_well(spot: "MakeSpot") -> None:
    table = finished(spot, {**LAST, "centre.1": ""}, reverse=True)
    assert table.table.phase == "slap"
    assert table.key(BLUE, RIGHT).command is None
    table.do(BLUE, "slap", to="centre.0")
    assert table.game.figures(table.table) == (3, 3)


def test_spit_26_the_finisher_gets_the_cards_left_in_stock_whoever_slaps_first(spot: "MakeSpot") -> None:
    table = finished(spot, reverse=True)
    table.do(BLUE, "slap", to="centre.1")
    assert (table.zone("seat0.spit"), table.zone("seat1.spit")) == ("~4D ~5D ~6S ~7H ~2S", "~QS ~KS ~TC ~3S")


@pytest.mark.parametrize(("rules", "left"), [(RULES, (6, 3)), (2, (4, 5)), (1, (4, 5))])
def test_spit_26_in_earlier_editions_everybody_keeps_them(desk: "MakeDesk", rules: int, left: tuple[int, int]) -> None:
    match = desk(LAST, rules=rules, reverse=True)
    match.tap(AMBER, CARDS[0], 1000)
    match.tap(AMBER, RIGHT, 1200)
    assert match.match.game.figures(match.match.table) == left


def test_spit_26_who_has_every_card_wins(spot: "MakeSpot") -> None:
    table = finished(spot, {**LAST, "centre.1": "", "seat1.spit": ""}, reverse=True)
    table.do(AMBER, "slap", to="centre.0")
    assert table.game.outcome(table.table) == Outcome(AMBER, "all", (5, 0))


def test_spit_26_most_cards_win_a_number_of_deals(spot: "MakeSpot") -> None:
    table = finished(spot, reverse=True, length=1)
    table.do(AMBER, "slap", to="centre.1")
    assert table.game.outcome(table.table) == Outcome(AMBER, "deals", (6, 3))


def test_spit_26_after_forty_deals_the_most_cards_win(spot: "MakeSpot") -> None:
    table = finished(spot, reverse=True)
    table.do(AMBER, "slap", to="centre.1")
    scalars = {**table.table.scalars, "deal": 39}
    assert table.game.outcome(table.table.__class__(table.table.zones, scalars)) is None
    scalars["deal"] = 40
    assert table.game.outcome(table.table.__class__(table.table.zones, scalars)) == Outcome(AMBER, "deals", (6, 3))


def test_spit_13_no_spit_card_beside_a_whole_deck_is_refused() -> None:
    with pytest.raises(ValueError, match="spit card"):
        Spit(SpitOptions(layout="12345"), ranks="A2")


def test_spit_16_two_that_run_out_on_the_same_turn_are_equals(spot: "MakeSpot") -> None:
    table = spot({"seat0.stock1": "7H", "seat1.stock1": "7D", "centre.0": "2C", "centre.1": "2S"}, layout="1111+refill")
    draft = Draft(table.table)
    draft.move("7H", "seat0.stock1", "centre.0")
    draft.move("7D", "seat1.stock1", "centre.1")
    table.game.settle(draft, table.chance, 0)
    after = draft.table()
    assert (after.phase, after.number("finisher"), after.number("choice")) == ("slap", -1, -1)
    assert not any(table.game.guarded(after, seat, 0, 250 * MS) for seat in (AMBER, BLUE))


# SPIT-30: equal ranks


@pytest.mark.parametrize("doubles", [False, True])
def test_spit_30_with_doubles_an_equal_rank_follows_in_the_middle(doubles: bool, spot: "MakeSpot") -> None:
    zones = {"seat0.stock1": "9H", "seat1.stock1": "KD", "centre.0": "9S", "centre.1": "4D"}
    table = spot({**zones, "seat0.spit": "~5S", "seat1.spit": "~6S"}, doubles=doubles)
    assert table.is_stuck() is not doubles
    assert table.why(AMBER, "play", "9H", "stock1", "centre.0") == (None if doubles else "rank")
    assert table.why(AMBER, "play", "9H", "stock1", "centre.1") == "rank"
    assert table.key(AMBER, "CARD1").lit is doubles


def test_spit_30_of_another_colour_where_colours_alternate(spot: "MakeSpot") -> None:
    zones = {"seat0.stock1": "9H", "seat0.stock2": "9C", "centre.0": "9S", "centre.1": "4D"}
    table = spot({**zones, "seat1.stock1": "KD"}, doubles=True, alternate_colours=True)
    assert table.why(AMBER, "play", "9H", "stock1", "centre.0") is None
    assert table.why(AMBER, "play", "9C", "stock2", "centre.0") == "colour"


def test_spit_30_a_log_without_it_has_not_even_its_name() -> None:
    assert "doubles" not in values_of(Spit(SpitOptions()).options)
    assert values_of(Spit(SpitOptions(doubles=True)).options)["doubles"] is True


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
