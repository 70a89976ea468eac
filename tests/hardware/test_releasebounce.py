"""What is learnt of a switch's release bounce, and that the value offered for it makes no phantom."""

from hypothesis import given
from hypothesis import strategies as st

from hardware.buttontest import ENOUGH, HELD_NS, REST_NS, ReleaseBounce
from hardware.clock import MS
from hardware.debounce import Settings
from hardware.source import SwitchEdge
from tools.bench.taps import presses


def edges(*at_ns: int) -> list[SwitchEdge]:
    """Alternating edges, the first a closing."""
    return [SwitchEdge("test", "A", place % 2 == 0, at, "monotonic", at) for place, at in enumerate(at_ns)]


def learnt(*at_ns: int) -> ReleaseBounce:
    bounce = ReleaseBounce()
    for edge in edges(*at_ns):
        bounce.add(edge)
    bounce.settle(at_ns[-1] + REST_NS)
    return bounce


def test_a_clean_release_counts_as_one_without_bounce() -> None:
    bounce = learnt(0, 80 * MS)
    assert (bounce.releases, bounce.longest_ns) == (1, 0)


def test_bounce_of_the_press_is_none_of_the_release() -> None:
    assert learnt(0, 2 * MS, 5 * MS, 80 * MS).longest_ns == 0


def test_the_longest_time_open_before_a_short_reclosing_is_learnt() -> None:
    assert learnt(0, 80 * MS, 81 * MS, 82 * MS, 85 * MS, 86 * MS).longest_ns == 3 * MS


def test_a_second_tap_is_no_bounce() -> None:
    bounce = learnt(0, 40 * MS, 48 * MS, 90 * MS)
    assert (bounce.releases, bounce.longest_ns) == (1, 0)


def test_a_release_under_way_is_not_counted_yet() -> None:
    bounce = ReleaseBounce()
    for edge in edges(0, 80 * MS):
        bounce.add(edge)
    bounce.settle(80 * MS + REST_NS - 1)
    assert bounce.releases == 0


def test_a_closing_too_short_to_be_seen_closed_ends_the_stillness() -> None:
    bounce = ReleaseBounce()
    for edge in (*edges(0, 80 * MS), SwitchEdge("test", "A", False, 84 * MS, "monotonic", 84 * MS)):
        bounce.add(edge)
    bounce.settle(84 * MS + REST_NS)
    assert (bounce.releases, bounce.longest_ns) == (1, 4 * MS)


def test_what_is_under_way_when_edges_are_lost_is_not_counted() -> None:
    bounce = ReleaseBounce()
    for edge in edges(0, 80 * MS, 83 * MS):
        bounce.add(edge)
    bounce.forget()
    bounce.add(SwitchEdge("test", "A", False, 200 * MS, "monotonic", 200 * MS))
    bounce.settle(10_000 * MS)
    assert bounce.releases == 0


def test_ninety_nine_of_a_hundred_releases() -> None:
    bounce = ReleaseBounce()
    for push in range(200):
        at, gap = push * 300 * MS, 9 * MS if push == 7 else MS
        for edge in edges(at, at + 80 * MS, at + 80 * MS + gap, at + 81 * MS + gap):
            bounce.add(edge)
    bounce.settle(10**12)
    assert (bounce.releases, bounce.percentile_ns(99), bounce.longest_ns) == (200, MS, 9 * MS)


@given(st.lists(st.tuples(st.integers(1, 20 * MS), st.integers(1, HELD_NS - 1)), max_size=5))
def test_with_the_value_offered_no_release_that_was_seen_is_a_press(reclosings: list[tuple[int, int]]) -> None:
    push = [0, 80 * MS]
    for gap, closed in reclosings:
        push += [push[-1] + gap, push[-1] + gap + closed]
    bounce = learnt(*(push_at + at for push_at in range(0, ENOUGH * 1_000 * MS, 1_000 * MS) for at in push))
    offered = bounce.release_ms
    assert offered is not None
    assert offered >= Settings().release_ns // MS
    assert presses(edges(*push), Settings(release_ns=offered * MS)) == [0]
