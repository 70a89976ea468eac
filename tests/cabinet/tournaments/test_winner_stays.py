"""Winner stays: who is up, who is next, streaks, no-shows, joining and leaving."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.tournaments.evening import Refused
from cabinet.tournaments.journal import Games, WinnerStays
from cabinet.tournaments.views import SeatHolder
from tests.cabinet.tournaments.playing import NAMES, Choice, Night, act, choices, queues

FOUR = ("ANA", "BEN", "KAI", "LEO")
S = 1_000_000_000


def queue(*names: str, streak: int = 5) -> Night:
    return Night(WinnerStays(names, streak=streak))


def test_the_loser_goes_to_the_end_and_the_winner_stays_in_the_same_seat() -> None:
    night = queue(*FOUR)
    assert (night.up.names, night.evening.next_up, night.evening.seat_holder) == (("ANA", "BEN"), ("KAI", "LEO"), None)
    night.wins("BEN")
    assert (night.up.names, night.evening.next_up) == (("KAI", "BEN"), ("LEO", "ANA"))
    assert night.evening.seat_holder == SeatHolder("BEN", seat=1, streak=1, limit=5)
    assert night.up.stakes == ("stays", "stays")


def test_after_so_many_wins_both_go_to_the_end_and_who_lost_is_first_of_them() -> None:
    night = queue(*FOUR, streak=2)
    night.wins("ANA")
    assert night.up.stakes == ("all_change", "stays")
    night.wins("ANA")
    assert (night.up.names, night.evening.next_up) == (("LEO", "BEN"), ("KAI", "ANA"))
    assert night.evening.seat_holder is None


def test_without_a_limit_the_winner_stays_for_ever() -> None:
    night = queue(*FOUR, streak=0)
    for _ in range(20):
        night.wins("ANA")
    assert night.evening.seat_holder == SeatHolder("ANA", seat=0, streak=20, limit=0)
    assert night.up.stakes == ("stays", "stays")


def test_two_alone_keep_their_seats() -> None:
    night = queue("ANA", "BEN", streak=2)
    for name in ("BEN", "BEN", "ANA"):
        night.wins(name)
        assert night.up.names == ("ANA", "BEN")


def test_one_alone_waits_and_the_next_to_come_plays() -> None:
    night = queue("ANA")
    assert (night.evening.now, night.evening.is_over) == (None, False)
    night.comes("BEN")
    assert night.up.names == ("ANA", "BEN")


def test_who_does_not_come_goes_to_the_end_and_the_second_time_in_a_row_out() -> None:
    night = queue(*FOUR[:3])
    night.wins("ANA")
    night.is_absent("KAI")
    assert (night.up.names, night.evening.next_up) == (("ANA", "BEN"), ("KAI",))
    night.wins("ANA")
    night.is_absent("KAI")
    assert (night.up.names, night.evening.next_up, night.evening.names) == (("ANA", "BEN"), (), ("ANA", "BEN"))
    night.comes("KAI")
    assert night.evening.next_up == ("KAI",)


def test_a_match_in_between_forgives_a_missed_call() -> None:
    night = queue(*FOUR[:3])
    night.is_absent("BEN")
    night.wins("ANA")
    night.wins("ANA")
    night.is_absent("KAI")
    night.wins("BEN")
    night.is_absent("BEN")
    assert "BEN" in night.evening.names


def test_a_holder_who_does_not_come_has_no_streak_any_more() -> None:
    night = queue(*FOUR)
    night.wins("ANA")
    night.is_absent("ANA")
    assert (night.up.names, night.evening.seat_holder) == (("LEO", "KAI"), None)
    assert night.evening.next_up == ("BEN", "ANA")


def test_a_match_without_a_winner_is_played_again() -> None:
    night = queue(*FOUR)
    night.wins("ANA")
    night.nobody_wins()
    assert (night.up.names, night.up.again) == (("ANA", "KAI"), 1)
    assert night.evening.seat_holder == SeatHolder("ANA", seat=0, streak=1, limit=5)


def test_only_the_last_result_goes_back_one_after_the_other() -> None:
    night = queue(*FOUR)
    first, second = night.wins("ANA"), night.wins("ANA")
    with pytest.raises(Refused, match="only the last"):
        night.evening.take_back(first)
    night.goes_back(second)
    assert night.up.names == ("ANA", "KAI")
    night.goes_back(first)
    assert (night.up.names, night.evening.next_up) == (("ANA", "BEN"), ("KAI", "LEO"))


def test_the_table_counts_wins_and_the_longest_streak() -> None:
    night = queue(*FOUR, streak=0)
    for name in ("ANA", "ANA", "LEO", "BEN"):
        night.wins(name)
    rows = {row.name: (row.place, row.won, row.lost, row.tie_breaks) for row in night.evening.standings}
    assert rows == {"ANA": (1, 2, 1, (2,)), "BEN": (2, 1, 1, (1,)), "LEO": (2, 1, 1, (1,)), "KAI": (4, 0, 1, (0,))}
    assert night.evening.progress == (5, None)


@pytest.mark.parametrize(
    ("start", "why"),
    [
        (WinnerStays(("ANA", "ANA")), "in already"),
        (WinnerStays(("ANA", "")), "in already"),
        (WinnerStays(NAMES[:33]), "32 names"),
        (WinnerStays(FOUR, streak=1), "two wins"),
    ],
)
def test_a_queue_that_cannot_begin_says_why(start: WinnerStays, why: str) -> None:
    with pytest.raises(Refused, match=why):
        Night(start)


def test_what_is_refused_says_why() -> None:
    night = queue(*NAMES[:32])
    with pytest.raises(Refused, match="32 names"):
        night.comes("ZZZ")
    with pytest.raises(Refused, match="in already"):
        night.comes(NAMES[0])
    with pytest.raises(Refused, match="not in"):
        night.leaves("ZZZ")
    with pytest.raises(Refused, match="not up"):
        night.is_absent(NAMES[5])
    with pytest.raises(Refused, match="no such result"):
        night.goes_back("match-1")


@settings(max_examples=50)
@given(queues(), choices(30))
def test_everybody_who_is_in_is_up_or_in_the_line_once(start: WinnerStays, happens: list[Choice]) -> None:
    night = Night(start)
    for choice in happens:
        act(night, choice)
        up = night.evening.now.names if night.evening.now else ()
        assert (night.evening.now is not None) is (len(night.evening.names) >= 2)
        if up:
            assert sorted((*up, *night.evening.next_up)) == sorted(night.evening.names)


@settings(max_examples=50)
@given(st.integers(3, 8), st.sampled_from((0, 2, 5)), st.lists(st.integers(0, 1), max_size=60))
def test_with_a_streak_nobody_waits_for_ever(count: int, streak: int, seats: list[int]) -> None:
    night = Night(WinnerStays(NAMES[:count], streak=streak))
    waited = dict.fromkeys(NAMES[:count], 0)
    for seat in seats:
        up = night.up.names
        waited = {name: 0 if name in up else waited[name] + 1 for name in waited}
        assert max(waited.values()) <= count - 2
        night.seat_wins(seat)


def test_a_game_that_a_loser_has_chosen_is_played_until_its_match_is_taken_back() -> None:
    night = Night(WinnerStays(NAMES[:3], game="speed", games="loser_chooses"))
    first = night.seat_wins(0)
    chooser = night.evening.chooser
    assert chooser is not None and (chooser.name, chooser.seat, chooser.match) == (NAMES[1], 1, first)
    night.chooses("spit")
    assert (night.evening.chooser, night.evening.chosen_game) == (None, "spit")
    second = night.seat_wins(0)
    night.chooses("spit")
    night.goes_back(second)
    assert (night.evening.chooser, night.evening.chosen_game) == (None, "spit"), "it was answered before"
    night.goes_back(first)
    assert night.evening.chosen_game == ""


@pytest.mark.parametrize("games", ["same", "each_round"])
def test_nobody_is_asked_where_the_house_has_said_which_game(games: Games) -> None:
    night = Night(WinnerStays(NAMES[:3], game="speed", games=games))
    night.seat_wins(0)
    assert night.evening.chooser is None
