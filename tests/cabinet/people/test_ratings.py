"""Ratings: the library's published figures, the anchors, and what counts."""

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.people.names import former
from cabinet.people.ratings import ANCHORS, SETTLED, Place, Rating, expected_share, is_rated, places, rate, rated
from cabinet.people.results import Result
from engine.bots import LEVELS

if TYPE_CHECKING:
    from tests.cabinet.conftest import Scorebook


def test_the_librarys_published_example() -> None:
    """Two teams of two newcomers, as in the description of openskill 6.2 on PyPI."""
    [[one, two], [three, four]] = rate([[Rating(), Rating()], [Rating(), Rating()]], [1, 2])
    assert (one.mu, one.sigma) == pytest.approx((26.964294621803063, 8.177962604389991), abs=1e-12)
    assert (three.mu, three.sigma) == pytest.approx((23.035705378196937, 8.177962604389991), abs=1e-12)
    assert (one, three) == (two, four)


@given(st.lists(st.tuples(st.floats(0, 50), st.floats(1, 9)), min_size=2, max_size=8))
def test_who_wins_gains_and_who_is_last_loses_in_two_to_eight_seats(drawn: list[tuple[float, float]]) -> None:
    teams = [[Rating(mu, sigma)] for mu, sigma in drawn]
    after = rate(teams, range(1, len(teams) + 1))
    assert after[0][0].mu > teams[0][0].mu
    assert after[-1][0].mu < teams[-1][0].mu
    assert all(team[0].matches == 1 for team in after)


def test_bots_are_fixed_anchors(book: "Scorebook") -> None:
    assert ANCHORS.keys() == {f"bot:{bot.name}" for bot in LEVELS}
    ordered = [ANCHORS[f"bot:{bot.name}"].mu for bot in LEVELS]
    assert ordered == sorted(ordered)
    gained = [rated(book.won("MIA", bot=f"bot:{bot.name}"), {})["MIA"].mu for bot in LEVELS]
    assert gained == sorted(gained)
    assert rated(book.won("MIA", bot="bot:slow"), {}).keys() == {"MIA"}


def not_rated(book: "Scorebook") -> list[Result]:
    plain = book.won("MIA", "BEN")
    return [
        book.won("MIA", ""),
        book.won("", ""),
        book.won("MIA", "MIA"),
        book.won("MIA", bot="bot:masher"),
        replace(plain, reason="left"),
        replace(plain, counts=False),
        replace(plain, figures=replace(plain.figures, level=False)),
        replace(plain, figures=replace(plain.figures, places=())),
    ]


def test_guests_strange_bots_matches_that_were_left_and_head_starts_count_for_no_rating(book: "Scorebook") -> None:
    assert is_rated(book.won("MIA", "BEN"))
    assert [result for result in not_rated(book) if rated(result, {})] == []


def test_a_margin_makes_no_difference(book: "Scorebook") -> None:
    close, clear = book.won("MIA", "BEN"), book.won("MIA", "BEN")
    clear = replace(clear, figures=replace(clear.figures, deals_ms=(9_000, 0), pace=(900, 100)))
    assert rated(close, {}) == rated(clear, {})


def test_a_match_without_a_winner_brings_two_together(book: "Scorebook") -> None:
    drawn = book.won("MIA", "BEN")
    drawn = replace(drawn, winner=None, figures=replace(drawn.figures, places=(1, 1)))
    after = rated(drawn, {"MIA": Rating(30, 4), "BEN": Rating(20, 4)})
    assert after["MIA"].mu - after["BEN"].mu < 10


def test_places_are_for_those_with_enough_matches_and_equals_share_one() -> None:
    ratings = {
        "MIA": Rating(30, 2, SETTLED),
        "BEN": Rating(26, 2, SETTLED),
        "ZOE": Rating(26, 2, 9),
        "KAI": Rating(20, 2, 9),
        "NEW": Rating(40, 2, SETTLED - 1),
        former(3): Rating(50, 2, 99),
    }
    assert places(ratings) == {"MIA": Place(1, 4), "BEN": Place(2, 4), "ZOE": Place(2, 4), "KAI": Place(4, 4)}


def test_the_expected_share_is_one_half_for_equals_and_adds_up() -> None:
    strong, weak = Rating(30, 2), Rating(22, 3)
    assert expected_share(Rating(), Rating()) == pytest.approx(0.5)
    assert expected_share(strong, weak) + expected_share(weak, strong) == pytest.approx(1)
    assert expected_share(strong, weak) > 0.8
