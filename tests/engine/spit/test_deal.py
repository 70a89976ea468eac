"""SPIT-1, SPIT-2, SPIT-11, SPIT-12, SPIT-13: cards dealt, opened, gathered and dealt anew."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.chance import Chance
from engine.errors import OptionError
from engine.games.spit.course import lay_out
from engine.games.spit.game import Spit
from engine.games.spit.rules import SIZES, SpitOptions, spit_piles
from engine.log_lines import DealLine
from engine.match import Match
from engine.panel import Act
from engine.setup import Setup, seats_of
from engine.table import Zone
from tests.engine.spit.random_play import check, steps

if TYPE_CHECKING:
    from tests.engine.spit.conftest import MakeSpot

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


def test_spit_12_short_layout_row_by_row() -> None:
    piles, left = lay_out(ONE_TO_FIFTEEN[-8:])
    assert piles == [("AS",), ("~2S", "6S"), ("~3S", "7S"), ("~4S", "8S"), ("5S",)]
    assert left == ()


def test_spit_12_five_cards_make_five_piles() -> None:
    assert lay_out(ONE_TO_FIFTEEN[-5:])[0] == [("AS",), ("2S",), ("3S",), ("4S",), ("5S",)]


def test_spit_12_fewer_than_five_leave_spaces() -> None:
    assert lay_out(ONE_TO_FIFTEEN[-3:])[0] == [("AS",), ("2S",), ("3S",), (), ()]


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


@pytest.mark.parametrize("cards", [3, 14, 15])
def test_spit_13_a_seat_with_fifteen_cards_or_fewer_starts_no_spit_pile(spot: "MakeSpot", cards: int) -> None:
    deck = Spit(SpitOptions()).deck
    few, many = deck[:cards], deck[cards:]
    table = spot({"seat0.spit": " ".join(f"~{c}" for c in few), "seat1.spit": " ".join(f"~{c}" for c in many)})
    table.deal()
    effects = table.open()
    assert ("say", 0, "spit") not in effects and ("say", 1, "spit") in effects
    assert spit_piles(table.game.rules, table.table) == ["centre.1"]


def test_spit_13_sixteen_cards_are_enough(spot: "MakeSpot") -> None:
    deck = Spit(SpitOptions()).deck
    few, many = deck[:16], deck[16:]
    table = spot({"seat0.spit": " ".join(f"~{c}" for c in few), "seat1.spit": " ".join(f"~{c}" for c in many)})
    table.deal()
    table.open()
    assert spit_piles(table.game.rules, table.table) == ["centre.0", "centre.1"]


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
