"""Bars: every count in one of them, however the values lie."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from cabinet.research.charts import Bins, bins_for

COUNTS = st.dictionaries(st.integers(0, 10**7), st.integers(1, 50), max_size=40)


@given(st.lists(COUNTS, max_size=3), st.integers(1, 30), st.sampled_from((1, 100, 6000)))
def test_every_count_is_in_a_bar_and_there_are_not_too_many(
    many: list[dict[int, int]], most: int, unit: int
) -> None:
    bins = bins_for(many, most, unit)
    assert 1 <= bins.count <= most
    assert bins.width % unit == 0
    for counts in many:
        assert sum(bins.bars(counts)) == sum(counts.values())
    values = [value for counts in many for value in counts]
    if values:
        assert bins.start <= min(values)
        assert bins.has_tail == (max(values) >= bins.end)


def test_a_few_far_values_go_into_the_last_bar() -> None:
    counts = Counter({1: 50, 2: 30, 3: 19, 400: 1})
    bins = bins_for([counts], 10)
    assert bins == Bins(1, 1, 3, has_tail=True)
    assert bins.bars(counts) == [50, 30, 20]


def test_bars_are_as_narrow_as_there_is_room() -> None:
    assert bins_for([{0: 1, 99: 1}], 24) == Bins(0, 5, 20, has_tail=False)
    assert bins_for([{7: 4}], 24) == Bins(7, 1, 1, has_tail=False)
    assert bins_for([], 24) == Bins(0, 1, 1, has_tail=False)
