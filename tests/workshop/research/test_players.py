"""Simulated people: the beginner they begin at, what their pace comes to, and that they are no bots."""

import pytest

from engine.bots import FIRST_TIME, level_at
from engine.errors import UnknownBot
from engine.setup import Setup, seats_of
from engine.units import MS
from workshop.research.balance import Balance
from workshop.research.players import PACES, STRENGTHS, find_player, pace_of, person_level
from workshop.research.simulate import Series, play_series


def test_a_beginner_plays_twenty_cards_a_minute_as_the_first_mark_of_the_menu_does() -> None:
    level = person_level(20)
    assert (level.react_ns, level.seek_ns, level.move_ns) == (2200 * MS, 1900 * MS, 420 * MS)
    assert level.slip == pytest.approx(0.06)
    assert FIRST_TIME.pace == 20


def test_a_person_is_found_by_its_pace() -> None:
    assert find_player("person:25").name == "person:25"
    assert (pace_of("person:25"), pace_of("bot:slow"), pace_of("bot:random")) == (25, 38, None)
    assert find_player("bot:fast").name == "fast"
    for nobody in ("person:", "person:7", "person:020", "person:2O", "person:slow", "person:person:20"):
        with pytest.raises(UnknownBot):
            find_player(nobody)


def test_no_person_is_quicker_than_a_body_and_more_practice_makes_all_of_it_better() -> None:
    for pace in PACES:
        level, better = person_level(pace), person_level(pace + 1)
        assert level.move_ns > 90 * MS and level.seek_ns > 90 * MS and level.react_ns > 500 * MS, pace
        assert level.react_ns > better.react_ns and level.move_ns > better.move_ns, pace
        assert level.seek_ns > better.seek_ns, pace
        assert 0.02 < level.slip < 0.121 and level.slip > better.slip and level.solves < better.solves < 1, pace


def test_practised_people_see_a_change_later_than_bots_of_their_pace() -> None:
    for pace in STRENGTHS[STRENGTHS.index(54) :]:
        assert person_level(pace).react_ns > 1.05 * level_at(pace).react_ns


@pytest.mark.long
@pytest.mark.parametrize("pace", STRENGTHS)
def test_people_play_as_many_cards_as_bots_of_their_pace(pace: int) -> None:
    """The same unit: a minute of play against one's own kind has as many cards."""

    def cards_a_minute(player: str) -> float:
        setup = Setup("speed", {}, seats_of(player, player), 1, "speed")
        return play_series(Series(setup, 8), lambda seats: Balance("speed", {}, seats)).counts.cards_a_minute

    assert cards_a_minute(f"person:{pace}") == pytest.approx(cards_a_minute(f"bot:{pace}"), rel=0.1)
