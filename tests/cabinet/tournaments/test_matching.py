"""Edmonds' matching against every pairing there is, and Swiss pairings against the best of them all."""

from collections import Counter
from collections.abc import Iterator, Sequence

from hypothesis import given
from hypothesis import strategies as st

from cabinet.tournaments.journal import NOBODY
from cabinet.tournaments.pairing import Met, matching_size, next_round, second_meetings

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
    history: tuple[list[int], Counter[frozenset[int]], Counter[int]]
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
