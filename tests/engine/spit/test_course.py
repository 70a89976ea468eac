"""The course of a deal of Spit: dealt and opened, stuck, slapped for, gathered and dealt anew.

SPIT-1, SPIT-2 and SPIT-7 to SPIT-15, SPIT-29 and GEN-5.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import Chance
from engine.errors import OptionError
from engine.game import RULES, Outcome
from engine.games.spit.course import can_help_itself, lay_out
from engine.games.spit.game import Spit
from engine.games.spit.rules import SIZES, SpitOptions, spit_piles
from engine.log_lines import DealLine, OutcomeLine, OwnLine, PressLine
from engine.match import Match
from engine.panel import LEFT, RIGHT, Act
from engine.setup import Setup, seats_of
from engine.table import Zone
from engine.units import MS, S
from tests.engine.conftest import steps
from tests.engine.spit.conftest import check

if TYPE_CHECKING:
    from tests.engine.spit.conftest import Desk, MakeDesk, MakeSpot, Spot


ONE_TO_FIFTEEN = ["~2H", "~AH", *(f"~{rank}S" for rank in "KQJT98765432A")]


def first_deal(seed: int) -> DealLine:
    match = Match(Setup("spit", {}, seats_of("human", "human"), seed))
    return next(entry for entry in match.opening() if isinstance(entry, DealLine))


def test_spit_01_first_deal_is_twenty_six_each_in_piles_of_one_to_five() -> None:
    layout = first_deal(7).layout
    for seat in (0, 1):
        piles = [layout[f"seat{seat}.stock{k}"] for k in range(1, 6)]
        assert [len(pile) for pile in piles] == [1, 2, 3, 4, 5]
        assert all(pile[-1][0] != "~" and all(card[0] == "~" for card in pile[:-1]) for pile in piles)
        assert len(layout[f"seat{seat}.spit"]) == 11
        assert all(card[0] == "~" for card in layout[f"seat{seat}.spit"])
    assert sorted(card.lstrip("~") for cards in layout.values() for card in cards) == sorted(Spit(SpitOptions()).deck)


def test_spit_01_deals_differ_by_seed_and_are_the_same_for_the_same_seed() -> None:
    assert first_deal(1).layout == first_deal(1).layout
    assert first_deal(1).layout != first_deal(2).layout


def test_spit_02_both_turn_their_top_spit_card_in_one_instant(spot: "MakeSpot") -> None:
    cards = [f"~{card}" for card in Spit(SpitOptions()).deck]
    table = spot({"seat0.spit": " ".join(cards[:26]), "seat1.spit": " ".join(cards[26:])})
    table.deal()
    (zero, one) = (table.table.top(f"seat{seat}.spit") or "" for seat in (0, 1))
    effects = table.open()
    assert effects[:7] == (
        ("phase", "play"),
        ("say", 0, "spit"),
        ("move", zero[1:], "seat0.spit", "centre.0"),
        ("turn", zero[1:], "up"),
        ("say", 1, "spit"),
        ("move", one[1:], "seat1.spit", "centre.1"),
        ("turn", one[1:], "up"),
    )


def test_spit_11_all_gathered_under_the_spit_cards_then_shuffled_then_dealt_from_the_top(spot: "MakeSpot") -> None:
    table = spot(
        {
            "seat0.stock1": "7H",
            "seat0.spit": "~KS ~QS",
            "seat1.stock2": "~2D 5C",
            "seat1.stock4": "~9D ~TD JC",
            "seat1.spit": "~4S",
            "centre.0": "3H 8H",
            "centre.1": "AH AD AC",
        }
    )
    table.do(0, "play", "7H", "stock1", "centre.0")
    effects = table.do(1, "slap", to="centre.1")
    assert effects[:4] == (
        ("gather", "centre.0", "seat0.spit"),
        ("gather", "centre.1", "seat1.spit"),
        ("gather", "seat1.stock2", "seat1.spit"),
        ("gather", "seat1.stock4", "seat1.spit"),
    )
    assert table.zone("seat0.spit") == "~3H ~8H ~7H ~KS ~QS"
    assert table.zone("seat1.spit") == "~9D ~TD ~JC ~2D ~5C ~AH ~AD ~AC ~4S"
    told = table.deal()
    assert [(effect[0], effect[1]) for effect in told[:2]] == [("shuffle", "seat0.spit"), ("shuffle", "seat1.spit")]
    for seat, effect in enumerate(told[:2]):
        assert effect[0] == "shuffle"
        order = effect[2]
        dealt = [table.table.zone(f"seat{seat}.stock{k}") for k in range(1, 6)]
        piles, left = lay_out([f"~{card}" for card in order])
        assert dealt == piles and table.table.zone(f"seat{seat}.spit") == left


def test_spit_11_two_shuffles_are_never_drawn_by_the_same_key(spot: "MakeSpot") -> None:
    table = spot({"seat0.spit": "~2S ~3S ~4S ~5S ~6S ~7S", "seat1.spit": "~2S ~3S ~4S ~5S ~6S ~7S"})
    first, second = table.deal()[:2]
    assert first[2:] != second[2:]


@pytest.mark.parametrize(
    ("cards", "piles"),
    [
        (3, [("AS",), ("2S",), ("3S",), (), ()]),
        (5, [("AS",), ("2S",), ("3S",), ("4S",), ("5S",)]),
        (8, [("AS",), ("~2S", "6S"), ("~3S", "7S"), ("~4S", "8S"), ("5S",)]),
    ],
)
def test_spit_12_too_few_for_a_layout_are_dealt_row_by_row(cards: int, piles: list[Zone]) -> None:
    assert lay_out(ONE_TO_FIFTEEN[-cards:]) == (piles, ())


def test_spit_12_fifteen_fill_the_layout() -> None:
    piles, left = lay_out(ONE_TO_FIFTEEN)
    assert [len(pile) for pile in piles] == [1, 2, 3, 4, 5] and left == ()
    assert piles[4] == ("~5S", "~9S", "~QS", "~AH", "2H")


@given(cards=st.integers(0, 52))
def test_spit_12_no_pile_is_ever_larger_than_its_size_and_no_card_is_lost(cards: int) -> None:
    hand = [f"~{card}" for card in Spit(SpitOptions()).deck[:cards]]
    piles, left = lay_out(hand)
    assert all(len(pile) <= size for pile, size in zip(piles, SIZES, strict=True))
    assert sorted(card.lstrip("~") for pile in piles for card in pile) == sorted(card[1:] for card in hand[len(left) :])
    assert not left or sum(map(len, piles)) == 15


@pytest.mark.parametrize(
    ("cards", "started"), [(cards, ["centre.1"]) for cards in (3, 14, 15)] + [(16, ["centre.0", "centre.1"])]
)
def test_spit_13_a_seat_with_fifteen_cards_or_fewer_starts_no_spit_pile(
    spot: "MakeSpot", cards: int, started: list[str]
) -> None:
    deck = Spit(SpitOptions()).deck
    few, many = deck[:cards], deck[cards:]
    table = spot({"seat0.spit": " ".join(f"~{c}" for c in few), "seat1.spit": " ".join(f"~{c}" for c in many)})
    table.deal()
    effects = table.open()
    assert (("say", 0, "spit") in effects, ("say", 1, "spit") in effects) == (cards > 15, True)
    assert spit_piles(table.game.rules, table.table) == started


def test_a_deck_that_could_leave_nobody_a_spit_card_is_refused() -> None:
    with pytest.raises(ValueError, match="8 cards"):
        Spit(SpitOptions(), ranks="A234", suits="SH", sizes=(1, 3))
    tiny = Spit(SpitOptions(), ranks="A234", suits="SH", sizes=(1, 2))
    assert tiny.rules.stocks[1] == ("seat1.stock1", "seat1.stock2")
    assert len(tiny.deck) == 8 and Chance(1).order(tiny.deck, "deal")


def cards_of(layout: Mapping[str, Zone], seat: int) -> int:
    return sum(len(cards) for zone, cards in layout.items() if zone.startswith(f"seat{seat}."))


def dealt(seats: int = 2, **options: object) -> Mapping[str, Zone]:
    """The first deal's layout."""
    match = Match(Setup("spit", options, seats_of(*["human"] * seats), 7))
    return next(entry.layout for entry in match.opening() if isinstance(entry, DealLine))


@pytest.mark.parametrize("game", ["spit", "mod_spit"])
@pytest.mark.parametrize("cards", [1, 4, 10])
def test_spit_29_up_to_ten_it_moves_spit_cards_from_bottom_to_bottom(game: str, cards: int) -> None:
    even, uneven = (
        next(e.layout for e in Match(Setup(game, given, seed=7)).opening() if isinstance(e, DealLine))
        for given in ({}, {"handicap": (0, cards)})
    )
    assert {zone: lying for zone, lying in uneven.items() if not zone.endswith(".spit")} == {
        zone: lying for zone, lying in even.items() if not zone.endswith(".spit")
    }
    assert uneven["seat0.spit"] == even["seat0.spit"][cards:]
    assert uneven["seat1.spit"] == even["seat0.spit"][:cards] + even["seat1.spit"]


def test_spit_29_in_reverse_spit_a_handicap_is_fewer_cards() -> None:
    layout = dealt(reverse=True, handicap=(4, 0))
    assert [cards_of(layout, seat) for seat in (0, 1)] == [22, 30]


@pytest.mark.parametrize(
    ("handicap", "cards"),
    [((3, 0, 0, 0), [29, 25, 25, 25]), ((0, 0, 4, 0), [24, 25, 30, 25]), ((2, 1, 0, 0), [28, 27, 24, 25])],
)
def test_spit_29_what_one_has_more_comes_from_those_without_in_turn(
    handicap: tuple[int, ...], cards: list[int]
) -> None:
    layout = dealt(seats=4, packs=2, handicap=handicap)
    assert [cards_of(layout, seat) for seat in range(4)] == cards


@pytest.mark.parametrize(
    ("options", "seats", "most"),
    [({}, 2, 10), ({}, 3, 12), ({}, 4, 18), ({"layout": "1,1,11,1,1"}, 2, 10), ({"reverse": True}, 2, 10)],
)
def test_spit_29_so_many_leave_every_seat_a_layout_and_a_spit_card(
    options: dict[str, object], seats: int, most: int
) -> None:
    layout = dealt(seats, handicap=(most, *(0,) * (seats - 1)), **options)
    assert all(layout[f"seat{seat}.spit"] for seat in range(seats))


@pytest.mark.parametrize("reverse", [False, True])
def test_spit_29_of_two_seats_one_may_be_left_without_a_spit_card_but_not_without_a_pile(reverse: bool) -> None:
    layout = dealt(handicap=(20, 0), reverse=reverse)
    few = 0 if reverse else 1
    assert [len(layout[f"seat{few}.stock{pile}"]) for pile in range(1, 6)] == [1, 2, 1, 1, 1]
    assert not layout[f"seat{few}.spit"]


def test_spit_29_a_handicap_that_takes_more_is_refused() -> None:
    with pytest.raises(OptionError, match=r"handicap = 4,4,0 and seats = 3 .* 8 cards from a seat, which can give 6"):
        dealt(seats=3, handicap=(4, 4, 0))


@pytest.mark.once
@given(seed=st.integers(0, 999), handicap=st.sampled_from([(10, 0), (0, 1), (16, 0), (0, 20)]), reverse=st.booleans())
def test_spit_29_it_is_played_to_an_end_and_counts_for_the_first_deal_alone(
    seed: int, handicap: tuple[int, int], reverse: bool
) -> None:
    options = {"length": 2, "handicap": handicap, "reverse": reverse}
    match = Match(Setup("spit", options, seats_of("bot:random", "bot:random"), seed))
    before = match.table
    for now, seat, command in steps(match, seed):
        if command is not None:
            match.handle(Act(seat, command, now))
        match.advance(now)
        assert isinstance(match.game, Spit)
        check(match.game, match.table)
        if before.phase == "over" and match.table.phase == "ready":
            assert all(cards_of(match.table.zones, each) == cards_of(before.zones, each) for each in (0, 1))
        before = match.table
    assert match.outcome is not None


STUCK = {"seat0.stock1": "9H", "seat1.stock1": "9C", "centre.0": "2S", "centre.1": "5S"}
BOTH = {**STUCK, "seat0.spit": "~8S ~JS", "seat1.spit": "~QS ~KS"}
ONE = {**STUCK, "seat0.spit": "~8S ~JS"}


def test_spit_07_not_stuck_while_one_seat_can_play_or_turn(spot: "MakeSpot") -> None:
    assert spot(BOTH).is_stuck()
    assert not spot({**BOTH, "seat1.stock2": "3C"}).is_stuck()
    assert not spot({**BOTH, "seat1.stock2": "~9D"}).is_stuck()


def test_spit_07_a_move_into_a_space_that_uncovers_a_card_is_a_way_on(spot: "MakeSpot") -> None:
    piles = {f"seat0.stock{k}": "9H" for k in range(1, 5)}
    assert spot({**BOTH, **piles, "seat0.stock5": "~4C 9S"}).is_stuck(), "no space"
    assert not spot({**BOTH, "seat0.stock5": "~4C 9S"}).is_stuck()
    assert spot({**BOTH, "seat0.stock5": "9S"}).is_stuck(), "a pile's only card"


def test_spit_07_a_card_that_an_equal_covers_is_a_way_on_where_its_colour_fits(spot: "MakeSpot") -> None:
    covered = {**BOTH, "centre.0": "8S", "seat0.stock1": "9H 9C", "seat1.stock1": "QS"}
    assert spot(covered, stack_equals=True, alternate_colours=True).is_stuck() is False
    full = {f"seat0.stock{k}": "KD" if k % 2 else "3D" for k in range(2, 6)}
    unequal = {**full, "seat0.stock4": "AD", "seat0.stock5": "JD"}
    assert spot({**covered, **unequal}, stack_equals=True, alternate_colours=True).is_stuck(), "no space, no equals"
    assert not spot({**covered, **full}, stack_equals=True, alternate_colours=True).is_stuck(), "equals make a space"


def test_spit_07_both_shout_and_the_cards_turn_after_the_last(spot: "MakeSpot") -> None:
    table = spot(BOTH)
    assert table.do(1, "spit", at_ms=1000) == (("say", 1, "spit"), ("set", "said.1", True))
    assert table.why(1, "spit") == "window", "said already"
    assert ("set", "turn_at", 2_200_000_000) in table.do(0, "spit", at_ms=1500)
    effects = table.due(at_ms=2200)
    assert [effect for effect in effects if effect[0] in ("move", "turn", "say")] == [
        ("move", "JS", "seat0.spit", "centre.0"),
        ("turn", "JS", "up"),
        ("move", "KS", "seat1.spit", "centre.1"),
        ("turn", "KS", "up"),
    ]
    assert not table.table.flag("said.0") and not table.table.number("turn_at")


def test_spit_07_shouts_lapse_when_cards_are_moved(spot: "MakeSpot") -> None:
    table = spot({**BOTH, "seat0.stock1": "9H 9D"}, stack_equals=True)
    assert table.is_stuck()
    table.do(1, "spit")
    assert ("set", "said.1", False) in table.do(0, "move", "9D", "stock1", "stock2")
    assert table.is_stuck() and table.why(1, "spit") is None


LATE = {**ONE, "seat0.stock1": "~JD TS"}
"""AMBER alone has spit cards. The ten is moved, the jack is turned with it, and nobody can go on."""


def calls(table: "Desk") -> list[int]:
    """When shouts were given for somebody (ms)."""
    lines = [entry for entry in table.entries if isinstance(entry, OwnLine)]
    return [(line.t - table.zero_ns) // MS for line in lines for effect in line.effects if effect[0] == "say"]


@pytest.mark.parametrize(("rules", "at_ms"), [(RULES, 5500), (2, 5500), (1, 3000)])
def test_spit_08_three_seconds_to_choose_also_behind_a_move_that_turned_a_card(
    desk: "MakeDesk", rules: int, at_ms: int
) -> None:
    table = desk(LATE, auto_turn=True, rules=rules)
    move(table, 2500)
    table.advance(20_000)
    assert calls(table)[0] == at_ms


@pytest.mark.parametrize(("rules", "at_ms"), [(RULES, 12_500), (2, 12_500), (1, 10_000)])
def test_gen_5_shouts_are_given_stall_s_behind_a_move_that_turned_a_card(
    desk: "MakeDesk", rules: int, at_ms: int
) -> None:
    table = desk({**LATE, "seat1.spit": "~QS ~KS"}, auto_turn=True, rules=rules)
    move(table, 2500)
    table.advance(20_000)
    assert calls(table)[:2] == [at_ms, at_ms]


def test_gen_5_a_card_that_turns_with_a_move_ends_the_glow_and_a_mere_move_does_not(desk: "MakeDesk") -> None:
    table = desk({**BOTH, "seat0.stock1": "~4D ~JD TS", "seat1.stock1": "~3C 9C"}, auto_turn=True)
    table.advance(4100)
    assert table.match.table.flag("glow")
    move(table, 4200)
    assert not table.match.table.flag("glow")
    table.advance(8199)
    assert not table.match.table.flag("glow")
    table.advance(8200)
    assert table.match.table.flag("glow"), "four seconds from the move"


def move(table: "Desk", at_ms: int) -> None:
    """AMBER moves the top of its first pile to the second place, which is empty."""
    table.tap(0, "CARD2", at_ms - 100)
    line = table.tap(0, "CARD1", at_ms)
    assert line is not None and (line.command.do, line.ok) == ("move", True)


def test_spit_07_once_all_have_shouted_moving_about_stalls_nobody(spot: "MakeSpot") -> None:
    table = spot({**BOTH, "seat0.stock1": "9H 9D"}, stack_equals=True)
    table.do(1, "spit")
    table.do(0, "spit", at_ms=100)
    table.do(0, "move", "9D", "stock1", "stock2", at_ms=500)
    assert table.table.number("turn_at") == 800_000_000
    assert table.why(0, "spit") == "window"
    effects = table.due(at_ms=800)
    assert ("move", "KS", "seat1.spit", "centre.1") in effects and ("say", 0, "spit") not in effects


def test_spit_07_auto_turns_by_itself_and_says_it(spot: "MakeSpot") -> None:
    table = spot(BOTH, stuck_call="auto")
    assert table.why(0, "spit") == "window"
    effects = table.due(at_ms=2000)
    assert ("say", 0, "spit") in effects and ("move", "KS", "seat1.spit", "centre.1") in effects


def test_spit_07_turn_ms_is_the_time_between_the_last_shout_and_the_cards(spot: "MakeSpot") -> None:
    table = spot(BOTH, turn_ms=300)
    table.do(0, "spit")
    table.do(1, "spit", at_ms=50)
    assert table.table.number("turn_at") == 350_000_000


def test_gen_5_a_shout_not_given_is_given_after_stall_s(spot: "MakeSpot") -> None:
    table = spot(BOTH, stall_s=12)
    table.do(0, "spit")
    assert table.due(at_ms=12_000)[:2] == (("say", 1, "spit"), ("set", "said.1", True))
    assert ("move", "JS", "seat0.spit", "centre.0") in table.due(at_ms=12_700)


def test_gen_5_playable_cards_glow_and_then_the_spit_is_forced(spot: "MakeSpot") -> None:
    table = spot({**BOTH, "seat0.stock2": "3H"})
    assert table.due(at_ms=4000) == (("set", "glow", True),)
    effects = table.due(at_ms=10_000)
    assert ("say", 0, "spit") in effects and ("move", "KS", "seat1.spit", "centre.1") in effects
    assert ("set", "glow", False) in effects


def test_gen_5_moving_about_neither_ends_the_glow_nor_puts_the_spit_off(spot: "MakeSpot") -> None:
    table = spot({**BOTH, "seat0.stock2": "3H 3D"}, stack_equals=True)
    table.due(at_ms=4000)
    table.do(0, "move", "3D", "stock2", "stock3", at_ms=6000)
    assert table.table.flag("glow") and table.game.legal(table.table, 0)[-1].do not in table.game.progress
    assert ("move", "JS", "seat0.spit", "centre.0") in table.due(at_ms=10_000)


@pytest.mark.parametrize("pile", ["centre.0", "centre.1"])
def test_spit_08_one_alone_chooses_its_pile_and_keeps_to_it(spot: "MakeSpot", pile: str) -> None:
    table = spot(ONE)
    assert table.why(0, "spit") == "empty", "it has to say where"
    assert table.why(0, "spit", to="seat0.stock1") == "empty"
    assert table.why(1, "spit", to=pile) == "window"
    assert table.why(1, "spit") == "window"
    effects = table.do(0, "spit", to=pile, at_ms=100)
    assert ("set", "spit_on", pile) in effects and ("set", "turn_at", 800_000_000) in effects
    assert ("move", "JS", "seat0.spit", pile) in table.due(at_ms=800)
    assert table.is_stuck()
    assert table.why(0, "spit", to="centre.0") == "window", "chosen for good"
    table.do(0, "spit", at_ms=900)
    assert ("move", "8S", "seat0.spit", pile) in table.due(at_ms=1600)


def test_spit_08_without_a_choice_in_three_seconds_it_is_its_own(spot: "MakeSpot") -> None:
    table = spot(ONE)
    effects = table.due(at_ms=3000)
    assert ("set", "spit_on", "centre.0") in effects and ("say", 0, "spit") in effects
    assert ("move", "JS", "seat0.spit", "centre.0") in table.due(at_ms=3700)


def test_spit_08_with_auto_the_choice_is_made_within_the_wait(spot: "MakeSpot") -> None:
    table = spot(ONE, stuck_call="auto")
    assert table.table.number("turn_at") == 3_000_000_000
    assert table.do(0, "spit", to="centre.1", at_ms=500) == (("set", "spit_on", "centre.1"),)
    effects = table.due(at_ms=3000)
    assert ("say", 0, "spit") in effects and ("move", "JS", "seat0.spit", "centre.1") in effects
    assert ("set", "turn_at", 5_000_000_000) in effects, "chosen once, the usual wait"


def test_spit_08_with_one_spit_pile_there_is_nothing_to_choose(spot: "MakeSpot") -> None:
    table = spot({**ONE, "centre.1": ""})
    assert table.why(0, "spit", to="centre.0") == "window"
    table.do(0, "spit")
    assert ("move", "JS", "seat0.spit", "centre.0") in table.due(at_ms=700)


def test_spit_08_the_pile_is_forgotten_when_the_piles_are_taken(spot: "MakeSpot") -> None:
    table = spot({**ONE, "seat0.spit": "~8S ~AS"})
    table.do(0, "spit", to="centre.1")
    table.due(at_ms=700)
    table.do(0, "spit", at_ms=800)
    table.due(at_ms=1500)
    table.do(0, "play", "9H", "stock1", "centre.1")
    assert table.table.phase == "slap" and table.table.text("spit_on") == ""


def test_spit_09_no_spit_cards_and_stuck_the_fewer_stock_cards_have_the_choice(spot: "MakeSpot") -> None:
    table = spot({**STUCK, "seat1.stock2": "~4D 9S", "seat1.stock1": "9C", "seat1.stock3": "9D"} | _full(1))
    assert table.is_stuck()
    effects = table.due(at_ms=2000)
    assert ("set", "choice", 0) in effects and ("phase", "slap") in effects
    assert table.why(1, "slap", to="centre.0") == "window"
    effects = table.do(0, "slap", to="centre.1")
    assert ("gather", "centre.1", "seat0.spit") in effects and ("gather", "seat0.stock1", "seat0.spit") in effects
    assert ("gather", "centre.0", "seat1.spit") in effects and ("gather", "seat1.stock2", "seat1.spit") in effects
    assert ("set", "won", 0) in effects and effects[-1] == ("phase", "over")


def _full(seat: int) -> dict[str, str]:
    return {f"seat{seat}.stock{k}": "9D" for k in (4, 5)}


def test_spit_09_without_a_choice_in_five_seconds_it_is_the_smaller(spot: "MakeSpot") -> None:
    table = spot({**STUCK, "seat0.stock2": "9S", "centre.1": "4S 5S", "centre.0": "AS KS 2S"})
    table.due(at_ms=2000)
    effects = table.due(at_ms=7000, since_ms=2000)
    assert ("gather", "centre.1", "seat1.spit") in effects and ("gather", "centre.0", "seat0.spit") in effects


def test_spit_09_equal_numbers_are_a_slap_race(spot: "MakeSpot") -> None:
    table = spot(STUCK)
    table.due(at_ms=2000)
    assert table.table.phase == "slap"
    assert table.why(0, "slap", to="centre.0") is None and table.why(1, "slap", to="centre.0") is None
    effects = table.do(1, "slap", to="centre.0")
    assert ("gather", "centre.0", "seat1.spit") in effects and ("gather", "centre.1", "seat0.spit") in effects
    assert table.table.number("won") == -1


def test_spit_09_a_slap_race_that_nobody_runs_is_drawn(spot: "MakeSpot") -> None:
    table = spot({**STUCK, "centre.1": "4S 5S"})
    table.due(at_ms=2000)
    effects = table.due(at_ms=7000, since_ms=2000)
    assert effects[0] in (("gather", "centre.0", "seat0.spit"), ("gather", "centre.1", "seat0.spit"))
    assert table.table.phase == "over"


def test_spit_09_a_single_pile_goes_to_the_seat_with_more(spot: "MakeSpot") -> None:
    table = spot({**STUCK, "centre.1": "", "seat1.stock2": "9S"})
    effects = table.due(at_ms=2000)
    assert ("gather", "centre.0", "seat1.spit") in effects and table.zone("seat0.spit") == "~9H"
    assert table.table.phase == "over" and table.table.number("won") == 0


def test_spit_09_a_single_pile_with_equal_numbers_is_drawn(spot: "MakeSpot") -> None:
    table = spot({**STUCK, "centre.1": ""})
    table.due(at_ms=2000)
    assert sorted((table.zone("seat0.spit"), table.zone("seat1.spit"))) in (["~9C", "~9H ~2S"], ["~9C ~2S", "~9H"])


@pytest.mark.parametrize("phase", ["play", "stuck"])
def test_gen_8_a_deal_cap_gives_the_choice_to_the_fewer_stock_cards(spot: "MakeSpot", phase: str) -> None:
    playable = {"seat0.stock3": "3H"} if phase == "play" else {}
    table = spot({**BOTH, **playable, "seat1.stock2": "9S", "seat1.stock3": "9D"})
    effects = table.cap()
    assert effects[0] == ("phase", "cap") and ("set", "choice", 0) in effects and effects[-1] == ("phase", "slap")
    assert not table.is_stuck()


def test_gen_8_equal_stocks_at_a_deals_cap_are_a_slap_race(spot: "MakeSpot") -> None:
    table = spot({**BOTH, "seat0.stock2": "9S", "seat1.stock2": "9D"})
    table.cap()
    assert table.table.phase == "slap" and table.table.number("choice") == -1
    assert [table.why(seat, "slap", to="centre.0") for seat in (0, 1)] == [None, None]


# Stuck or not, decided at one look, against trying everything


@pytest.mark.once
@pytest.mark.parametrize("stacks", [False, True])
@pytest.mark.parametrize("colours", [False, True])
@given(data=st.data())
def test_spit_07_stuck_is_what_trying_everything_finds(stacks: bool, colours: bool, data: st.DataObject) -> None:
    options = SpitOptions(stack_equals=stacks, alternate_colours=colours)
    game = Spit(options, ranks="A2345", suits="SHDC", sizes=(1, 2, 3))
    deck = data.draw(st.permutations(list(game.deck)))
    tops = [deck.pop() for _ in range(data.draw(st.integers(1, 2)))]
    piles = []
    for size in data.draw(st.lists(st.sampled_from((0, 0, 0, 1, 2)), min_size=3, max_size=3)):
        down = [f"~{deck.pop()}" for _ in range(size)]
        same = [card for card in deck if card[0] == deck[-1][0]]
        run = same[: data.draw(st.integers(0, 2 if stacks else 1))]
        deck = [card for card in deck if card not in run]
        piles.append((*down, *run))
    takes = [game.rules.fits[top] for top in tops]
    found = any(_is_a_way_on(state, takes) for state in _reachable(tuple(piles), stacks))
    assert can_help_itself(piles, frozenset().union(*takes), stacks) == found


def _is_a_way_on(piles: tuple[tuple[str, ...], ...], takes: list[frozenset[str]]) -> bool:
    tops = [pile[-1] for pile in piles if pile]
    return any(top[0] == "~" or any(top in taken for taken in takes) for top in tops)


def _reachable(start: tuple[tuple[str, ...], ...], stacks: bool) -> set[tuple[tuple[str, ...], ...]]:
    """Every state that moves and stacks lead to, before anything is turned or played."""
    seen = {start}
    todo = [start]
    while todo:
        for state in _after_one(todo.pop(), stacks):
            if state not in seen:
                seen.add(state)
                todo.append(state)
    return seen


def _after_one(piles: tuple[tuple[str, ...], ...], stacks: bool) -> Iterator[tuple[tuple[str, ...], ...]]:
    for here, source in enumerate(piles):
        for there, target in enumerate(piles):
            if here == there or not source or source[-1][0] == "~":
                continue
            if (not target and len(source) > 1) or (stacks and target and target[-1][0] == source[-1][0]):
                after = list(piles)
                after[here], after[there] = source[:-1], (*target, source[-1])
                yield tuple(after)


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
