"""Tournaments: formats, pairings, the journal and the words; whatever evening is played."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle, groupby
from math import ceil, log2
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.strings.catalogue import SHARED, has_word
from cabinet.tournaments.evening import Evening, Refused, drawn
from cabinet.tournaments.journal import (
    FEWEST,
    MOST,
    NOBODY,
    AnyStart,
    BestOf,
    JournalError,
    Kind,
    Party,
    Tournament,
    WinnerStays,
    read,
    written,
)
from cabinet.tournaments.pairing import (
    Met,
    double_elimination,
    matching_size,
    most_rounds,
    next_round,
    rounds_needed,
    rounds_that_exist,
    second_meetings,
)
from cabinet.tournaments.series import Series
from cabinet.tournaments.tournament import TournamentState
from cabinet.tournaments.views import Stage, Stake, stage_text, stake_text
from tests.cabinet.tournaments.playing import (
    KINDS,
    NAMES,
    Choice,
    Night,
    act,
    choices,
    parties,
    queues,
    seen,
    tournament,
    tournaments,
)

SEATS = st.lists(st.integers(0, 1), min_size=1, max_size=40)


def state(night: Night) -> TournamentState:
    assert isinstance(night.evening.state, TournamentState)
    return night.evening.state


def played_out(start: Tournament, seats: list[int]) -> Night:
    """A tournament in which these seats win in turn."""
    night = Night(start)
    while night.evening.now is not None:
        night.seat_wins(seats[night.matches % len(seats)])
    return night


def series_of(night: Night) -> Counter[str]:
    """How many series each name has played, byes not counted."""
    met = [pair for course in state(night).regular.values() if (pair := course.pair)]
    return Counter(night.evening.roster.name(entrant) for pair in met for entrant in pair)


@pytest.mark.once
@settings(max_examples=25)
@given(st.integers(FEWEST, 12), SEATS)
def test_in_a_round_robin_everybody_meets_everybody_once(count: int, seats: list[int]) -> None:
    night = played_out(tournament("round_robin", count), seats)
    pairs = Counter(frozenset(p) for c in state(night).regular.values() if (p := c.pair))
    assert set(pairs.values()) == {1}
    assert len(pairs) == count * (count - 1) // 2


@pytest.mark.once
@pytest.mark.parametrize("count", [13, 16])
def test_a_round_robin_of_many_is_played_to_its_champion(count: int) -> None:
    night = played_out(tournament("round_robin", count), [0, 1, 1, 0, 1])
    pairs = Counter(frozenset(p) for c in state(night).regular.values() if (p := c.pair))
    assert len(pairs) == count * (count - 1) // 2 and set(pairs.values()) == {1}
    assert night.evening.is_over and len(night.evening.champion) == 1
    assert night.evening.champion[0] in NAMES[:count]


@pytest.mark.parametrize("count", range(FEWEST, MOST + 1))
def test_a_round_robin_has_each_name_once_in_a_round_and_one_bye_where_the_number_is_odd(count: int) -> None:
    rounds: dict[int, list[int]] = {}
    for series in state(Night(tournament("round_robin", count))).plan:
        rounds.setdefault(series.round, []).extend(source.entrant for source in series.sources)
    byes = [NOBODY] * (count % 2)
    assert all(sorted(seats) == sorted([*byes, *range(count)]) for seats in rounds.values())
    assert len(rounds) == count - 1 + count % 2


@pytest.mark.long
@settings(max_examples=10)
@given(seats=SEATS, data=st.data())
@pytest.mark.parametrize("count", range(FEWEST, 17))
def test_in_swiss_everybody_plays_every_round_and_nobody_has_a_second_bye_or_meeting(
    count: int, seats: list[int], data: st.DataObject
) -> None:
    rounds = data.draw(st.integers(rounds_needed(count), most_rounds(count)))
    night = played_out(tournament("swiss", count, rounds=rounds), seats)
    byes = Counter(line.bye for line in state(night).paired if line.bye != NOBODY)
    assert set(byes.values()) <= {1}
    assert all(series_of(night)[NAMES[e]] + byes[e] == rounds for e in range(count))
    met = Counter(frozenset(pair) for line in state(night).paired for pair in line.pairs)
    assert set(met.values()) == {1}


@pytest.mark.parametrize("count", range(FEWEST, MOST + 1))
def test_there_are_rounds_of_swiss_enough_for_one_name_to_win_them_all(count: int) -> None:
    assert rounds_needed(count) <= most_rounds(count) <= rounds_that_exist(count)


@settings(max_examples=25)
@given(st.integers(FEWEST, 7), SEATS)
def test_an_older_journal_of_more_rounds_goes_on_and_gives_nobody_two_byes_before_all_had_one(
    count: int, seats: list[int]
) -> None:
    evening = Evening.of([written(tournament("swiss", count, rounds=rounds_that_exist(count)))])
    for place, seat in enumerate(cycle(seats)):
        if evening.now is None:
            break
        evening = evening.result(evening.now, evening.now.names[seat], f"match-{place}").evening
    assert isinstance(evening.state, TournamentState)
    byes = Counter(line.bye for line in evening.state.paired)
    assert count % 2 == 0 or all(byes[entrant] == 1 for entrant in range(count))


@settings(max_examples=25)
@given(st.integers(FEWEST, MOST), SEATS)
def test_in_single_elimination_everybody_but_the_champion_loses_once(count: int, seats: list[int]) -> None:
    night = played_out(tournament("single", count), seats)
    lost = {row.name: row.lost for row in night.evening.standings}
    assert {name: n for name, n in lost.items() if n != 1} == {night.evening.champion[0]: 0}
    assert night.matches == count - 1


@pytest.mark.once
@settings(max_examples=25)
@given(st.integers(FEWEST, MOST), SEATS)
def test_in_double_elimination_everybody_but_the_champion_loses_twice(count: int, seats: list[int]) -> None:
    night = played_out(tournament("double", count), seats)
    lost = {row.name: row.lost for row in night.evening.standings}
    champion = night.evening.champion[0]
    assert set(lost) == set(NAMES[:count])
    assert lost.pop(champion) <= 1
    assert set(lost.values()) == {2}
    assert 2 * count - 2 <= night.matches <= 2 * count - 1


@pytest.mark.parametrize("count", range(FEWEST, MOST + 1))
def test_byes_in_elimination_go_to_the_first_seeds_and_none_has_two(count: int) -> None:
    night = played_out(tournament("single", count), [0])
    byes = Counter(c.winner for c in state(night).courses.values() if c.by == "bye")
    missing = 2 ** ceil(log2(count)) - count
    assert byes == Counter(range(missing))


@pytest.mark.once
@settings(max_examples=30)
@given(st.integers(FEWEST, MOST), SEATS)
def test_in_double_elimination_nobody_has_two_byes_in_one_half(count: int, seats: list[int]) -> None:
    courses = state(played_out(tournament("double", count), seats)).courses.values()
    for stage in ("winners", "losers"):
        byes = Counter(c.winner for c in courses if c.by == "bye" and c.series.stage == stage)
        assert set(byes.values()) <= {1}
    both = Counter(c.winner for c in courses if c.by == "bye")
    size = 2 ** ceil(log2(count))
    assert set(both.values()) <= {1} or count - size // 2 < size // 4, "only where less than half of round 1 is played"


def opponents_before(plan: list[Series]) -> dict[str, set[int]]:
    """Everybody who may have played in a series or on the way to it, among those not beaten."""
    found: dict[str, set[int]] = {}
    for series in (each for each in plan if each.stage == "winners"):
        parts = [{source.entrant} if source.of == "entrant" else found[source.series] for source in series.sources]
        found[series.id] = parts[0] | parts[1]
    return found


@pytest.mark.parametrize(("count", "safe"), [(8, 2), (16, 3), (32, 4)])
def test_among_those_beaten_once_nobody_meets_somebody_again_at_first(count: int, safe: int) -> None:
    """Two who fell from series of which one leads to the other may have met there."""
    plan = state(Night(tournament("double", count))).plan
    before = opponents_before(plan)
    fallen: dict[str, set[str]] = {}
    for series in (each for each in plan if each.stage == "losers"):
        parts = [{source.series} if source.of == "loser" else fallen[source.series] for source in series.sources]
        fallen[series.id] = parts[0] | parts[1]
        again = [(a, b) for a in parts[0] for b in parts[1] if a[:2] != b[:2] and before[a] & before[b]]
        assert (again == []) is (series.round <= safe)


def test_rounds_are_played_so_that_whoever_lost_once_rests() -> None:
    plan = double_elimination(range(16), 1, 1)
    rounds = [name for name, _ in groupby(series.id.partition(".")[0] for series in plan)]
    assert rounds == ["W1", "W2", "L1", "L2", "W3", "L3", "L4", "W4", "L5", "L6", "F1", "F2"]


def test_a_box_has_the_names_of_both_who_meet_in_it() -> None:
    (bracket,) = Night(tournament("single", 4)).evening.bracket
    assert {name for box in bracket.columns[0].boxes for name in box.names} == set(NAMES[:4])


@pytest.mark.once
@settings(max_examples=30)
@given(st.sampled_from(KINDS), st.integers(FEWEST, 16), SEATS)
def test_a_box_stays_where_it_is(kind: Kind, count: int, seats: list[int]) -> None:
    night = Night(tournament(kind, count))
    places: dict[str, tuple[int, int, int]] = {}
    names: dict[str, tuple[str, str]] = {}
    while night.evening.now is not None:
        for bracket in night.evening.bracket:
            for number, column in enumerate(bracket.columns):
                for box in column.boxes:
                    assert 0 <= box.row < column.rows
                    assert places.setdefault(box.id, (number, box.row, column.rows)) == (number, box.row, column.rows)
                    before = names.get(box.id, ("", ""))
                    assert all(old in ("", new) for old, new in zip(before, box.names, strict=True))
                    names[box.id] = box.names
        night.seat_wins(seats[night.matches % len(seats)])


@settings(max_examples=30)
@given(st.sampled_from(KINDS), st.integers(FEWEST, 10), st.sampled_from((1, 3, 5)), SEATS)
def test_the_number_of_matches_is_at_most_what_was_said(kind: Kind, count: int, best_of: int, seats: list[int]) -> None:
    night = Night(tournament(kind, count, best_of))  # type: ignore[arg-type]  # drawn from the three that exist
    most = night.evening.progress.most
    assert most is not None
    while night.evening.now is not None and night.up.stage != "playoff":
        assert night.evening.progress.number == night.matches + 1
        assert night.evening.progress.most is not None
        assert night.evening.progress.most <= most
        most = night.evening.progress.most
        night.seat_wins(seats[night.matches % len(seats)])
    assert night.evening.now is not None or night.evening.progress == (night.matches, night.matches)


# -- By example ----------------------------------------------------------------------------------------

SIX = ("ANA", "BEN", "KAI", "LEO", "MIA", "ZOE")


def test_a_best_of_three_goes_on_until_two_wins_and_is_not_interrupted() -> None:
    night = Night(tournament("single", SIX[:4], best_of=3))
    first = night.up
    assert first.names == ("ANA", "LEO")
    assert first.stakes == ("leads", "leads")
    night.wins("LEO")
    assert night.up.names == first.names
    assert night.up.wins == (0, 1)
    assert night.up.stakes == ("leads", "advances")
    night.wins("ANA")
    night.wins("LEO")
    assert night.up.names == ("BEN", "KAI")


def test_another_series_may_be_played_first_and_then_goes_on() -> None:
    night = Night(tournament("single", SIX[:4], best_of=3))
    night.wins("KAI", night.evening.pairings[1])
    assert night.up.names == ("BEN", "KAI")


def test_the_final_may_be_longer() -> None:
    night = Night(Tournament(SIX[:4], kind="single", best_of=1, final=5))
    night.wins("ANA")
    night.wins("BEN")
    assert (night.up.stage, night.up.best_of) == ("final", 5)
    for _ in range(3):
        night.wins("BEN")
    assert night.evening.champion == ("BEN",)


def test_who_was_not_beaten_before_has_to_lose_the_final_twice() -> None:
    night = Night(tournament("double", SIX[:3]))
    night.wins("BEN")
    night.wins("ANA")
    night.wins("BEN")
    stakes = dict(zip(night.up.names, night.up.stakes, strict=True))
    assert (night.up.stage, stakes) == ("final", {"ANA": "title", "BEN": "reset"})
    night.wins("BEN")
    assert (night.up.stage, night.up.stakes) == ("reset", ("title", "title"))
    night.wins("ANA")
    assert night.evening.champion == ("ANA",)


def sits(night: Night) -> dict[str, tuple[int, bool]]:
    """The seat of each name that is up, and whether it sat at the other one before."""
    return {name: (seat, night.up.moves[seat]) for seat, name in enumerate(night.up.names)}


def test_the_winner_keeps_the_seat_and_of_two_at_one_seat_the_other_changes_sides() -> None:
    night = Night(tournament("single", ("ANA", "BEN", "KAI", "LEO"), 3))
    first = night.up.names
    for _ in range(2):
        assert night.up.names == first, "they keep their seats as long as they play"
        night.seat_wins(1)
    other = night.up.names
    night.seat_wins(0)
    night.seat_wins(0)
    assert sits(night) == {first[1]: (1, False), other[0]: (0, False)}, "both stay where they have won"
    crowded = Night(tournament("single", ("ANA", "BEN", "KAI", "LEO")))
    first = crowded.up.names
    crowded.seat_wins(1)
    other = crowded.up.names
    crowded.seat_wins(1)
    assert sits(crowded) == {other[1]: (1, False), first[1]: (0, True)}, "who has just played stays"


def test_a_result_counts_for_the_two_who_are_up_whoever_sat_where() -> None:
    night = Night(tournament("single", ("ANA", "BEN", "KAI")))
    turned = replace(night.up, entrants=night.up.entrants[::-1], names=night.up.names[::-1])
    night.wins(turned.names[0], turned)
    assert night.evening.results[0].names == turned.names


@settings(max_examples=60)
@given(st.sampled_from(KINDS), st.integers(3, 10), st.lists(st.integers(0, 1), min_size=30, max_size=30))
def test_whoever_plays_two_matches_in_a_row_never_changes_sides_for_somebody_from_the_line(
    kind: Kind, count: int, seats: list[int]
) -> None:
    night, before = Night(tournament(kind, count)), ("", "")
    for seat in seats:
        if night.evening.now is None:
            break
        again = [name for name in night.up.names if name in before]
        moved = [name for name, (_, moves) in sits(night).items() if moves]
        assert not set(again) & set(moved) or len(again) == 2
        before = night.up.names
        night.seat_wins(seat)


def test_the_second_final_is_left_out_where_the_first_decides() -> None:
    night = Night(tournament("double", SIX[:3]))
    for name in ("BEN", "ANA", "BEN", "ANA"):
        night.wins(name)
    assert night.evening.champion == ("ANA",)
    finals = night.evening.bracket[-1]
    assert finals.part == "final"
    assert [column.boxes[0].state for column in finals.columns] == ["done", "none"]


def test_a_tie_is_played_again_and_the_operator_may_decide() -> None:
    night = Night(tournament("single", SIX[:4]))
    night.nobody_wins()
    assert (night.up.names, night.up.again, night.up.wins) == (("ANA", "LEO"), 1, (0, 0))
    night.awards("LEO")
    assert night.up.names == ("BEN", "KAI")
    assert night.evening.results[-1].by_hand


def test_a_missed_call_puts_the_series_behind_the_others_and_the_second_loses_it() -> None:
    night = Night(tournament("single", SIX[:4]))
    night.is_absent("ANA")
    assert night.up.names == ("BEN", "KAI")
    night.wins("KAI")
    assert night.up.names == ("ANA", "LEO")
    night.is_absent("ANA")
    assert night.up.names == ("LEO", "KAI")
    assert [line.absent for line in night.evening.results] == ["ANA", "", "ANA"]


def test_whom_the_operator_has_taken_out_after_a_missed_call_is_not_called_back() -> None:
    night = Night(tournament("single", 4))
    missed = night.up.names[0]
    night.is_absent(missed)
    assert night.evening.missed_call is not None
    night.leaves(missed)
    assert night.evening.missed_call is None


def test_who_leaves_loses_what_is_open_and_keeps_what_is_won() -> None:
    night = Night(tournament("round_robin", SIX[:3]))
    night.wins("BEN")
    night.leaves("BEN")
    assert set(night.up.names) == {"ANA", "KAI"}
    night.wins("KAI")
    assert night.evening.champion == ("KAI",)
    assert {row.name: (row.place, row.won, row.is_in) for row in night.evening.standings} == {
        "KAI": (1, 1, True), "BEN": (2, 1, False), "ANA": (3, 1, True),
    }  # fmt: skip


def test_who_has_played_every_round_of_swiss_may_leave_and_be_champion() -> None:
    night = Night(tournament("swiss", SIX[:4], rounds=2))
    for winner in ("ANA", "BEN", "ANA"):
        night.wins(winner)
    assert set(night.up.names) == {"KAI", "LEO"}
    night.leaves("ANA")
    night.finish()
    assert night.evening.champion == ("ANA",)


def test_who_left_may_come_back_until_a_later_result_rests_on_it() -> None:
    night = Night(tournament("single", SIX[:4]))
    night.leaves("ANA")
    assert night.up.names == ("BEN", "KAI")
    night.comes("ANA")
    assert night.up.names == ("ANA", "LEO")
    night.leaves("ANA")
    night.wins("KAI")
    night.nobody_wins()
    with pytest.raises(Refused, match="later results"):
        night.comes("ANA")
    with pytest.raises(Refused, match="begun"):
        night.comes("NEW")


def test_a_result_that_is_taken_back_takes_along_what_rests_on_it_and_nothing_else() -> None:
    night = Night(tournament("single", SIX[:4]))
    first = night.wins("LEO")
    second = night.wins("BEN")
    final = night.wins("LEO")
    assert night.evening.champion == ("LEO",)
    assert night.evening.undo_consequences(first).matches == (final,)
    night.goes_back(first)
    assert night.ids() == [second]
    night.wins("ANA")
    assert night.up.names == ("ANA", "BEN")


def test_in_a_round_robin_nothing_rests_on_a_result() -> None:
    night = Night(tournament("round_robin", SIX[:4]))
    first = night.seat_wins(0)
    night.seat_wins(0)
    night.seat_wins(1)
    assert night.evening.undo_consequences(first).matches == ()


def test_in_swiss_a_round_that_was_begun_stands_and_one_that_was_not_is_paired_anew() -> None:
    night = Night(tournament("swiss", SIX[:4], rounds=2))
    first = night.wins("ANA")
    night.wins("BEN")
    assert set(night.up.names) == {"ANA", "BEN"}
    assert night.evening.undo_consequences(first).rounds == (2,)
    night.goes_back(first)
    assert set(night.up.names) == {"ANA", "KAI"}
    night.wins("KAI")
    assert set(night.up.names) == {"BEN", "KAI"}
    third = night.wins("KAI")
    correction = next(line.match for line in night.evening.results if line.winner == "KAI")
    assert night.evening.undo_consequences(correction).matches == ()
    night.goes_back(correction)
    assert third in night.ids()
    assert set(night.up.names) == {"ANA", "KAI"}


def test_when_somebody_leaves_before_a_round_of_swiss_began_it_is_paired_anew() -> None:
    night = Night(tournament("swiss", SIX[:5], rounds=2))
    assert [column.boxes[-1].state for column in night.evening.bracket[0].columns] == ["bye"]
    night.leaves(night.up.names[0])
    assert all(box.state != "bye" for box in night.evening.bracket[0].columns[0].boxes)


def test_level_at_the_top_is_played_off() -> None:
    night = Night(tournament("round_robin", SIX[:3]))
    for pair, winner in ((("ANA", "BEN"), "ANA"), (("BEN", "KAI"), "BEN"), (("ANA", "KAI"), "KAI")):
        match = next(each for each in night.evening.pairings if set(each.names) == set(pair))
        night.wins(winner, match)
    assert night.up.stage == "playoff"
    assert not night.evening.champion
    night.finish()
    assert len(night.evening.champion) == 1
    assert [row.place for row in night.evening.standings] == [1, 2, 2]


def test_ties_in_a_table_are_broken_by_name() -> None:
    night = Night(tournament("swiss", SIX[:4], rounds=2))
    for name in ("ANA", "BEN", "ANA", "KAI"):
        night.wins(name)
    assert night.evening.tie_breaks == ("opponents", "direct", "difference")
    assert [(row.name, row.points, row.tie_breaks[0]) for row in night.evening.standings] == [
        ("ANA", 2, 2), ("BEN", 1, 2), ("KAI", 1, 2), ("LEO", 0, 2),
    ]  # fmt: skip


def test_of_two_level_in_a_table_who_beat_the_other_is_first() -> None:
    night = Night(tournament("round_robin", SIX[:4]))
    beats = {"ANA": ("BEN", "KAI"), "BEN": ("KAI", "LEO"), "KAI": ("LEO",), "LEO": ("ANA",)}
    while night.evening.now is not None:
        one, two = night.up.names
        night.wins(one if two in beats[one] else two)
    assert [(row.name, row.points, row.tie_breaks[0]) for row in night.evening.standings] == [
        ("ANA", 2, 1), ("BEN", 2, 0), ("KAI", 1, 1), ("LEO", 1, 0),
    ]  # fmt: skip
    assert night.evening.champion == ("ANA",)


def test_a_bye_counts_as_an_opponent_as_good_as_oneself() -> None:
    night = Night(tournament("swiss", SIX[:3], rounds=2))
    night.wins("ANA")
    night.wins("ANA")
    assert {row.name: (row.points, row.tie_breaks[0]) for row in night.evening.standings} == {
        "ANA": (2, 2), "BEN": (1, 2), "KAI": (1, 2),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("start", "why"),
    [
        (tournament("single", 2), "three names"),
        (tournament("single", 33), "32 names"),
        (tournament("swiss", ("ANA", "BEN", "ANA")), "in already"),
        (tournament("swiss", 4, rounds=3), "new pairs may run out"),
        (tournament("swiss", 7, rounds=5), "new pairs may run out"),
    ],
)
def test_a_tournament_that_cannot_begin_says_why(start: Tournament, why: str) -> None:
    with pytest.raises(Refused, match=why):
        Night(start)


@settings(max_examples=40)
@given(st.sampled_from(KINDS), st.integers(3, 9), st.sampled_from((1, 3)), st.lists(st.integers(0, 1), min_size=60))
def test_every_match_of_a_round_has_one_turn_and_the_next_round_another(
    kind: Kind, count: int, best_of: BestOf, seats: list[int]
) -> None:
    night = Night(replace(tournament(kind, count, best_of), games="each_round"))
    turns: dict[tuple[str, int], int] = {}
    for seat in seats:
        if night.evening.now is None:
            break
        assert turns.setdefault((night.up.stage, night.up.round), night.evening.turn) == night.evening.turn
        night.seat_wins(seat)
    assert len(set(turns.values())) == len(turns)
    assert Night(tournament(kind, count)).evening.turn == 0


Edges = list[tuple[int, int]]


@st.composite
def graphs(draw: st.DrawFn, most: int = 9) -> tuple[int, Edges]:
    count = draw(st.integers(1, most))
    possible = [(a, b) for a in range(count) for b in range(a)]
    return count, draw(st.lists(st.sampled_from(possible), unique=True)) if possible else []


def most_pairs(edges: Edges) -> int:
    """The size of a maximum matching, by trying everything."""
    if not edges:
        return 0
    (a, b), rest = edges[0], edges[1:]
    without = [edge for edge in rest if not {a, b} & set(edge)]
    return max(most_pairs(rest), 1 + most_pairs(without))


@given(graphs())
def test_it_finds_as_many_pairs_as_trying_everything(graph: tuple[int, Edges]) -> None:
    count, edges = graph
    neighbours = [[b for a, b in [*edges, *((b, a) for a, b in edges)] if a == vertex] for vertex in range(count)]
    assert matching_size(neighbours) == most_pairs(edges)


def test_two_triangles_with_a_bridge_are_paired() -> None:
    """A greedy choice pairs within the triangles and leaves one of each: the case that needs blossoms."""
    edges = [(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 3), (2, 3)]
    assert matching_size([[b for a, b in [*edges, *((b, a) for a, b in edges)] if a == v] for v in range(6)]) == 3


def pairings(entrants: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    """Every pairing of an even number of entrants."""
    if not entrants:
        yield []
        return
    one, *rest = entrants
    for two in rest:
        for others in pairings([each for each in rest if each != two]):
            yield [(one, two), *others]


def again(pairs: Sequence[tuple[int, int]], met: Met) -> int:
    return sum(met.get(frozenset(pair), 0) > 0 for pair in pairs)


@st.composite
def histories(draw: st.DrawFn) -> tuple[list[int], Counter[frozenset[int]], Counter[int]]:
    """A table of two to eight, who has met, and who has had byes."""
    count = draw(st.integers(2, 8))
    possible = [frozenset((a, b)) for a in range(count) for b in range(a)]
    met = Counter(draw(st.lists(st.sampled_from(possible), max_size=3 * count)))
    byes = Counter(draw(st.lists(st.integers(0, count - 1), max_size=count)))
    return draw(st.permutations(range(count))), met, byes


@given(histories(), st.booleans())
def test_nobody_meets_twice_while_it_can_be_avoided(
    history: tuple[list[int], Counter[frozenset[int]], Counter[int]], is_first: bool
) -> None:
    table, met, byes = history
    pairs, bye = next_round(table, met, byes, is_first=is_first)
    playing = [entrant for entrant in table if entrant != bye]
    assert sorted(seat for pair in pairs for seat in pair) == sorted(playing)
    assert again(pairs, met) == min(again(each, met) for each in pairings(playing)) == second_meetings(playing, met)


@given(histories())
def test_a_bye_goes_to_somebody_with_the_fewest_and_saves_a_second_meeting(
    history: tuple[list[int], Counter[frozenset[int]], Counter[int]],
) -> None:
    table, met, byes = history
    bye = next_round(table, met, byes).bye
    assert (bye == NOBODY) is (len(table) % 2 == 0)
    if bye != NOBODY:
        fewest = [entrant for entrant in table if byes[entrant] == min(byes[each] for each in table)]
        costs = {one: second_meetings([each for each in table if each != one], met) for one in fewest}
        assert bye in fewest
        assert costs[bye] == min(costs.values())


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    assert next_round(range(6), {}, {}, is_first=True).pairs == ((0, 3), (1, 4), (2, 5))


def test_later_rounds_pair_neighbours_who_have_not_met() -> None:
    met = {frozenset((0, 1)): 1, frozenset((2, 3)): 1}
    assert next_round([0, 1, 2, 3], met, {}).pairs == ((0, 2), (1, 3))


def test_of_those_without_a_bye_the_last_in_the_table_has_it() -> None:
    assert next_round([4, 2, 0, 1, 3], {}, {3: 1}).bye == 1


@pytest.mark.once
@settings(max_examples=60)
@given(tournaments(), choices(40))
def test_a_tournament_ends_with_one_champion_whatever_happens(start: AnyStart, happens: list[Choice]) -> None:
    night = Night(start)
    for choice in happens:
        act(night, choice)
    night.finish()
    if len(night.evening.names) > 1:
        assert len(night.evening.champion) == 1
    assert len(night.evening.champion) == 1 or len(night.evening.names) < 2


@settings(max_examples=60)
@given(st.one_of(queues(), parties()), choices(40))
def test_a_queue_or_a_party_has_somebody_up_while_there_are_two(start: AnyStart, happens: list[Choice]) -> None:
    night = Night(start)
    for choice in happens:
        act(night, choice)


@settings(max_examples=60)
@given(st.one_of(tournaments(8), queues(), parties()), choices(20))
def test_a_journal_cut_after_any_line_is_an_evening(start: AnyStart, happens: list[Choice]) -> None:
    night = Night(start)
    for choice in happens:
        act(night, choice)
    for length in range(1, len(night.lines) + 1):
        cut = Evening.of(night.lines[:length])
        assert cut.now is None or not cut.is_over
    assert seen(Evening.of(night.lines)) == seen(night.evening)


QUEUE = '{"do":"winner_stays","names":["ANA","BEN","KAI"]}'
CUP = '{"do":"tournament","names":["ANA","BEN","KAI"],"kind":"single"}'
SWISS = '{"do":"tournament","names":["ANA","BEN","KAI"],"kind":"swiss"}'
ROUND = '{"do":"paired","round":1,"pairs":[[0,1]],"bye":2}'
RESULT = '{"do":"result","match":"m","seats":[1,2],"winner":1,"series":"W1.2"}'


def test_a_line_is_compact_and_reads_back() -> None:
    for start in (
        WinnerStays(("ANA", "BEN")),
        Tournament(("ANA", "BEN", "KAI"), kind="double", best_of=3, game="spit"),
        Party(("ANA", "BEN"), sides=(0, 1)),
    ):
        assert read([written(start)]) == (start,)
    assert written(WinnerStays(("ANA", "BEN"))) == '{"do":"winner_stays","names":["ANA","BEN"]}'


@pytest.mark.parametrize(
    ("lines", "at", "why"),
    [
        ([], 1, "do"),
        ([""], 1, "truncated"),
        (["{"], 1, "truncated"),
        (["[]"], 1, "object"),
        (['{"do":"left","entrant":0}'], 1, "do"),
        ([QUEUE, QUEUE], 2, "do"),
        ([QUEUE, '{"do":"handed_over","entrant":0}'], 2, "handed_over"),
        ([QUEUE, '{"do":"left","entrant":0,"reason":"late"}'], 2, "reason"),
        ([QUEUE, '{"do":"left","entrant":3}'], 2, "entrant"),
        ([QUEUE, '{"do":"left","entrant":-1}'], 2, ">= 0"),
        ([QUEUE, '{"do":"joined","entrant":4,"name":"ZOE"}'], 2, "entrant"),
        ([QUEUE, '{"do":"joined","entrant":3,"name":"zoe"}'], 2, "regex"),
        ([CUP, '{"do":"joined","entrant":3,"name":"ZOE"}'], 2, "entrant"),
        ([QUEUE, ROUND], 2, "round"),
        ([SWISS, '{"do":"paired","round":2,"pairs":[[0,1]]}'], 2, "round"),
        ([SWISS, '{"do":"paired","round":1,"pairs":[[0,1],[1,2]]}'], 2, "pairs"),
        ([CUP, RESULT, RESULT], 3, "match"),
        ([CUP, RESULT.replace('"winner":1', '"winner":0')], 2, "winner"),
        ([CUP, RESULT.replace("[1,2]", "[1,1]")], 2, "seats"),
        ([CUP, RESULT.replace("W1.2", "W9.9")], 2, "series"),
        ([CUP, RESULT, RESULT.replace('"m"', '"n"')], 3, "series"),
        ([CUP, '{"do":"took_back","match":"m"}'], 2, "match"),
        ([CUP, RESULT, '{"do":"took_back","match":"m","rounds":[1]}'], 3, "rounds"),
        ([CUP, '{"do":"no_show","match":"n","entrant":0,"series":"W1.2"}'], 2, "entrant"),
        ([QUEUE, '{"do":"walkover","series":"W1.2","seats":[0,1]}'], 2, "seats"),
        ([QUEUE, '{"do":"leaders","entrants":[0]}'], 2, "do"),
        (['{"do":"winner_stays","names":["ANA","ANA"]}'], 1, "known"),
        (['{"do":"winner_stays","names":["ANA"],"merged":[0,0]}'], 1, "line"),
        (['{"do":"winner_stays","names":["ANA","BEN"],"streak":12}'], 1, "streak"),
        (['{"do":"tournament","names":["ANA","BEN","KAI"],"kind":"ladder"}'], 1, "ladder"),
    ],
)  # fmt: skip
def test_a_fault_names_its_line_and_the_remedy(lines: list[str], at: int, why: str) -> None:
    with pytest.raises(JournalError, match="end the evening") as caught:
        Evening.of(lines)
    assert caught.value.line == at
    assert f"Line {at} " in str(caught.value)
    assert why in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.lists(st.one_of(st.text(), st.sampled_from([QUEUE, CUP, SWISS, ROUND, RESULT])), max_size=4))
def test_noise_is_an_evening_or_a_journal_error(lines: list[str]) -> None:
    try:
        Evening.of(lines)
    except JournalError as error:
        assert 1 <= error.line <= max(1, len(lines))


def test_a_line_that_a_power_cut_left_out_is_written_before_the_next() -> None:
    lines = list(Evening.begin(Tournament(NAMES[:4], kind="swiss")).lines)
    cut = Evening.of(lines[:1])
    assert cut.now is not None
    change = cut.result(cut.now, cut.now.names[0], "m")
    assert list(change.lines[:1]) == lines[1:]
    assert Evening.of([*lines[:1], *change.lines]).now == change.evening.now


def test_a_walkover_that_a_power_cut_left_out_is_written_before_the_next() -> None:
    start = Evening.begin(Tournament(NAMES[:4], kind="single"))
    left = start.evening.withdraw(NAMES[0])
    assert len(left.lines) == 2
    change = Evening.of([*start.lines, left.lines[0]]).withdraw(NAMES[1])
    assert change.lines[0] == left.lines[1]


def test_a_draw_depends_on_the_seed_and_not_on_the_order_of_the_names() -> None:
    assert drawn(NAMES[:8], 7) == drawn(NAMES[:8][::-1], 7)
    assert sorted(drawn(NAMES[:8], 7)) == sorted(NAMES[:8])
    assert len({drawn(NAMES[:8], seed) for seed in range(20)}) > 15


def test_every_stage_and_stake_has_its_text() -> None:
    up = Night(WinnerStays(("ANA", "BEN"))).up
    for stage in get_args(Stage):
        assert stage_text(replace(up, stage=stage, round=2))
    for stake in get_args(Stake):
        assert stake_text(replace(up, stakes=(stake, stake), best_of=3), 1)
    assert stage_text(replace(up, stage="losers", round=3)) == "BEATEN ONCE, ROUND 3"


def test_every_refusal_has_its_text_and_every_text_its_refusal(repository: Path) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in (repository / "cabinet" / "tournaments").glob("*.py"))
    asked = set(re.findall(r'Refused\("(\w+)"\)', source))
    assert asked
    assert all(has_word(f"evening.why.{reason}") for reason in asked)
    reasons = {key.rpartition(".")[2] for key in SHARED if key.startswith("evening.why.")}
    assert {reason for reason in reasons if f'"{reason}"' not in source} == set()
