"""Tournaments: everybody plays as often as the format says, byes are fair, positions stay, results go back."""

from collections import Counter
from itertools import cycle
from math import ceil, log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.tournaments.evening import Evening, Refused
from cabinet.tournaments.journal import FEWEST, MOST, NOBODY, BestOf, Kind, Tournament, written
from cabinet.tournaments.pairing import most_rounds, rounds_needed, rounds_that_exist
from cabinet.tournaments.series import Series
from cabinet.tournaments.tournament import TournamentState
from tests.cabinet.tournaments.playing import KINDS, NAMES, Night, tournament

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
