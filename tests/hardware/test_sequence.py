"""The kernel's numbers: what is lost is counted, once; what is only late is not."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from hardware.gpio.sequence import SETTLE_NS, SPAN, Sequence

LATER = 10**12


@dataclass(frozen=True)
class Event:
    timestamp_ns: int
    line_offset: int
    global_seqno: int
    line_seqno: int


def numbered(lines: list[int]) -> list[Event]:
    """Number edges of these lines as the kernel does."""
    count: dict[int, int] = {}
    events = []
    for place, line in enumerate(lines):
        count[line] = count.get(line, 0) + 1
        events.append(Event(place, line, place + 1, count[line]))
    return events


def count_lost(events: list[Event]) -> int:
    sequence = Sequence()
    return sum(sequence.take(event) for event in events) + sequence.overdue(LATER)


def test_an_unbroken_run_has_lost_nothing() -> None:
    assert count_lost(numbered([1, 2, 1, 1, 3])) == 0


def test_two_lines_that_overtake_each_other_have_lost_nothing() -> None:
    one, two, three = numbered([1, 2, 3])
    assert count_lost([two, three, one]) == 0


def test_a_gap_on_a_line_is_told_at_once() -> None:
    events = numbered([1, 1, 1])
    sequence = Sequence()
    sequence.take(events[0])
    assert sequence.take(events[2]) == 1
    assert sequence.overdue(LATER) == 0


def test_a_gap_of_the_request_waits_for_stragglers() -> None:
    events = numbered([1, 2, 1])
    sequence = Sequence()
    assert [sequence.take(events[0]), sequence.take(events[2])] == [0, 0]
    assert sequence.overdue(events[2].timestamp_ns + SETTLE_NS - 1) == 0
    assert sequence.overdue(events[2].timestamp_ns + SETTLE_NS) == 1
    assert sequence.overdue(LATER) == 0


def test_a_huge_gap_is_told_at_once() -> None:
    assert Sequence().take(Event(0, 1, SPAN + 3, 1)) == SPAN + 2


@given(st.lists(st.integers(0, 3), min_size=1, max_size=60), st.data())
def test_what_a_full_queue_drops_before_a_later_edge_is_counted_exactly(lines: list[int], data: st.DataObject) -> None:
    events = numbered(lines)
    dropped = data.draw(st.sets(st.integers(0, len(events) - 1)))
    arrived = [event for place, event in enumerate(events) if place not in dropped]
    seen_after = sum(1 for place in dropped if any(event.global_seqno > place + 1 for event in arrived))
    assert count_lost(arrived) == seen_after
