"""What is made of pairs of edges, and of bouncing presses, that a machine told of; no machine in here."""

from typing import Any

import pytest

from tools.vm.edges import found, judged, order_of

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


MS = 1_000_000
CLEAN = [4, True, [[10 * MS, 10 * MS + 5_000]]]
BOUNCING = [
    5,
    True,
    [[30 * MS, 30 * MS + 5_000], [30 * MS + 9_000, 30 * MS + 15_000], [30 * MS + 150_000, 30 * MS + 160_000]],
]
RELEASE = [5, False, [[50 * MS, 50 * MS + 5_000]]]
STOPPED = [5, True, [[70 * MS, 70 * MS + 20_001]]]
TRAINS = [CLEAN, BOUNCING, RELEASE, STOPPED]
TOLD = [
    [4, True, 10 * MS + 4_000, 11 * MS],
    [5, False, 30 * MS + 155_000, 31 * MS],
    [5, True, 30 * MS + 158_000, 31 * MS],
    [5, False, 50 * MS + 3_000, 51 * MS],
]
NUMBERS = [[1, 1], [4, 1], [5, 2], [6, 3]]
INTERRUPTS = [[4, 10 * MS + 3_000], [5, 30 * MS + 2_000], [5, 30 * MS + 12_000], [5, 30 * MS + 153_000], [5, 50 * MS]]


def run(**more: Any) -> dict[str, Any]:
    return {"trains": TRAINS, "came": TOLD, "numbers": NUMBERS, "interrupts": INTERRUPTS, "interrupts_lost": [], **more}


def test_a_stamp_of_a_later_bounce_is_late_and_may_have_the_wrong_direction() -> None:
    told = judged(run())
    assert (told.presses, told.set_aside, told.bouncing) == (2, 1, 1)
    assert told.request.behind == [0, 150_000]
    assert (told.request.late, told.wrong_way, told.overwritten, told.lost) == (1, 1, 2, 0)
    assert told.interrupts.behind == [0, 0]
    assert (told.interrupts.late, told.miscounted, told.interrupts_lost) == (0, 0, 0)
    assert "2 presses, 1 of them bouncing (1 more set aside)" in str(told)


def test_a_press_without_a_stamp_and_a_stamp_before_its_edge_are_told() -> None:
    told = judged(run(came=[[5, True, 30 * MS - 50_000, 31 * MS]], numbers=[[1, 1]], interrupts=INTERRUPTS[1:]))
    assert (told.request.none, told.request.behind) == (1, [-50_000])
    assert (told.interrupts.none, told.miscounted) == (1, 1)


def test_edges_of_a_full_queue_are_lost_and_not_overwritten() -> None:
    told = judged(run(came=[TOLD[0], TOLD[3]], numbers=[[1, 1], [6, 3]]))
    assert (told.overwritten, told.lost) == (2, 2)


def test_a_line_that_is_not_pressed_does_not_count() -> None:
    told = judged(run(came=[*TOLD, [20, True, 9 * MS, 9 * MS]], numbers=[*NUMBERS, [9, 3]]))
    assert (told.overwritten, told.lost) == (2, 0)


def test_a_way_without_numbers_has_no_losses() -> None:
    told = judged({"trains": TRAINS, "came": TOLD, "complaints": []})
    assert (told.overwritten, told.lost, told.interrupts.none) == (2, 0, 2)
