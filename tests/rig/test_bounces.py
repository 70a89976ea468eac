"""What is made of bouncing presses that a machine told of; no machine in here."""

from typing import Any

from tools.vm.edges import judged

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
CAME = [
    [4, True, 10 * MS + 4_000, 11 * MS],
    [5, False, 30 * MS + 155_000, 31 * MS],
    [5, True, 30 * MS + 158_000, 31 * MS],
    [5, False, 50 * MS + 3_000, 51 * MS],
]
NUMBERS = [[1, 1], [4, 1], [5, 2], [6, 3]]
INTERRUPTS = [[4, 10 * MS + 3_000], [5, 30 * MS + 2_000], [5, 30 * MS + 12_000], [5, 30 * MS + 153_000], [5, 50 * MS]]


def run(**more: Any) -> dict[str, Any]:
    return {"trains": TRAINS, "came": CAME, "numbers": NUMBERS, "interrupts": INTERRUPTS, "interrupts_lost": [], **more}


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
    told = judged(run(came=[CAME[0], CAME[3]], numbers=[[1, 1], [6, 3]]))
    assert (told.overwritten, told.lost) == (2, 2)


def test_a_line_that_is_not_pressed_does_not_count() -> None:
    told = judged(run(came=[*CAME, [20, True, 9 * MS, 9 * MS]], numbers=[*NUMBERS, [9, 3]]))
    assert (told.overwritten, told.lost) == (2, 0)


def test_a_way_without_numbers_has_no_losses() -> None:
    told = judged({"trains": TRAINS, "came": CAME, "complaints": []})
    assert (told.overwritten, told.lost, told.interrupts.none) == (2, 0, 2)
