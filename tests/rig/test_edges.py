"""What is made of pairs of edges that a machine told of; no machine in here."""

import pytest

from tools.vm.edges import found, order_of

WRITTEN = [(4, True, 0, 100), (5, True, 100, 200), (5, False, 9_000, 9_100), (4, False, 9_100, 9_200)]
CAME = [(5, True, 150, 400), (4, True, 50, 450), (5, False, 9_050, 9_090), (4, False, 9_150, 9_190)]


def test_the_order_of_stamps_and_that_of_arrival_are_told_apart() -> None:
    order = order_of(found(WRITTEN, CAME))
    assert (order.pairs, order.stamped_wrong, order.stamped_equal, order.came_wrong) == (2, 0, 0, 1)
    assert order.apart == [100, 100]
    assert order.delays == [40, 40, 250, 400]
    assert "2 pairs" in str(order)


def test_stamps_in_the_wrong_order_and_equal_ones_are_counted() -> None:
    together = [(line, pressed, before // 9_000 * 9_000, after + 100) for line, pressed, before, after in WRITTEN]
    came = [(5, True, 50, 400), (4, True, 150, 450), (5, False, 9_100, 9_190), (4, False, 9_100, 9_190)]
    order = order_of(found(together, came))
    assert (order.stamped_wrong, order.stamped_equal) == (1, 1)


@pytest.mark.parametrize(
    "came",
    [
        [*CAME, (5, True, 9_900, 9_950)],
        [edge for edge in CAME if edge != CAME[0]],
        [(5, True, 90, 400), *CAME[1:]],
    ],
    ids=["one too many", "one lost", "a stamp from before its edge"],
)
def test_an_edge_that_is_not_as_it_was_made_is_told(came: list[tuple[int, bool, int, int]]) -> None:
    with pytest.raises((AssertionError, IndexError)):
        found(WRITTEN, came)
