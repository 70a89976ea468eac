"""Party: two teams, everybody in turn, first to N."""

from collections import Counter
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.tournaments.evening import Refused
from cabinet.tournaments.journal import Party
from tests.cabinet.tournaments.playing import NAMES, Night


def party(one: tuple[str, ...], two: tuple[str, ...], first_to: int = 3) -> Night:
    sides: list[Literal[0, 1]] = [0 for _ in one]
    sides += [1 for _ in two]
    return Night(Party((*one, *two), sides=tuple(sides), first_to=first_to))


def teams(night: Night) -> tuple[tuple[tuple[str, ...], int], ...]:
    assert night.evening.teams is not None
    return tuple((team.names, team.score) for team in night.evening.teams)


def test_everybody_plays_in_turn_and_the_score_is_the_teams() -> None:
    night = party(("ANA", "BEN"), ("KAI", "LEO", "MIA"))
    assert night.up.names == ("ANA", "KAI")
    assert night.evening.next_up == ("BEN", "LEO")
    night.wins("KAI")
    assert teams(night) == ((("BEN", "ANA"), 0), (("LEO", "MIA", "KAI"), 1))
    night.wins("LEO")
    assert night.up.names == ("ANA", "MIA")
    assert night.up.stakes == ("point", "title")
    night.wins("MIA")
    assert night.evening.champion == ("KAI", "LEO", "MIA")
    assert night.evening.now is None
    assert night.evening.progress == (3, 5)


def test_a_match_without_a_winner_is_played_again_by_the_same_two() -> None:
    night = party(("ANA", "BEN"), ("KAI", "LEO"))
    night.nobody_wins()
    assert (night.up.names, night.up.again) == (("ANA", "KAI"), 1)


def test_who_does_not_come_is_followed_by_the_next_of_the_team() -> None:
    night = party(("ANA", "BEN"), ("KAI", "LEO"))
    night.is_absent("ANA")
    assert night.up.names == ("BEN", "KAI")
    night.is_absent("BEN")
    assert night.up.names == ("ANA", "KAI")
    night.is_absent("ANA")
    assert teams(night)[0] == (("BEN",), 0)


def test_a_match_in_between_forgives_a_missed_call() -> None:
    night = party(("ANA", "BEN"), ("KAI",), first_to=9)
    night.is_absent("ANA")
    night.wins("BEN")
    night.wins("ANA")
    night.wins("BEN")
    night.is_absent("ANA")
    assert teams(night)[0][0] == ("BEN", "ANA")


def test_somebody_may_come_leave_and_change_sides() -> None:
    night = party(("ANA", "BEN"), ("KAI", "LEO"))
    night.comes("MIA", 1)
    night.leaves("BEN")
    assert night.evening.next_up == ("LEO",)
    night.comes("BEN", 1)
    assert teams(night) == ((("ANA",), 0), (("KAI", "LEO", "MIA", "BEN"), 0))
    night.leaves("ANA")
    assert (night.evening.now, night.evening.is_over) == (None, False)
    night.comes("ANA", 0)
    assert night.up.names == ("ANA", "KAI")


def test_the_last_result_goes_back_after_the_end_too() -> None:
    night = party(("ANA",), ("KAI",), first_to=1)
    match = night.wins("ANA")
    with pytest.raises(Refused, match="over"):
        night.comes("ZOE")
    night.goes_back(match)
    assert night.up.names == ("ANA", "KAI")


def test_each_team_needs_somebody() -> None:
    with pytest.raises(Refused, match="each team"):
        party(("ANA", "BEN"), ())


@settings(max_examples=40)
@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 9), st.lists(st.integers(0, 1), min_size=1, max_size=20))
def test_in_a_team_everybody_plays_as_often_as_everybody_else(one: int, two: int, n: int, seats: list[int]) -> None:
    names = NAMES[: one + two]
    night = party(names[:one], names[one:], first_to=n)
    times: Counter[str] = Counter()
    while night.evening.now is not None:
        times.update(night.up.names)
        for team in (names[:one], names[one:]):
            assert max(times[name] for name in team) - min(times[name] for name in team) <= 1
        night.seat_wins(seats[night.matches % len(seats)])
    assert max(score for _, score in teams(night)) == n
