"""The kernel's numbers: an overwritten stamp is no loss, a loss is counted once, and late threads are noticed."""

import random
from collections import abc
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import MS
from hardware.gpio.fake import QUEUE, STEP_NS, KernelEvent, KernelModel
from hardware.gpio.kernel import EARLY_NS, Delays
from hardware.gpio.sequence import BEGIN_NS, FORGET_NS, SPAN, Numbered, Sequence, Settled

LATER = 10**12
LAG_NS = 1_000_000


@dataclass(frozen=True)
class Event:
    timestamp_ns: int
    line_offset: int
    global_seqno: int
    line_seqno: int


def event_of(event: KernelEvent) -> Event:
    return Event(event.stamp_ns, event.line, event.number, event.line_number)


def numbered(lines: list[int], apart_ns: int = 1) -> list[Event]:
    """Number edges of these lines as the kernel does when no thread is behind."""
    count: dict[int, int] = {}
    events = []
    for place, line in enumerate(lines):
        count[line] = count.get(line, 0) + 1
        events.append(Event(place * apart_ns, line, place + 1, count[line]))
    return events


def told_of(events: list[Event], known_ns: int = LATER) -> tuple[list[Settled], Sequence]:
    """Give all events to a new numbering, then ask."""
    sequence = Sequence(LAG_NS)
    for event in events:
        sequence.record(event, LATER)
    return list(sequence.settled(known_ns)), sequence


def lost(events: list[Event]) -> int:
    return sum(settled.lost for settled in told_of(events)[0])


def overwritten(events: list[Event]) -> dict[int, bool]:
    """For each number, whether its event's stamp may have replaced another."""
    return {settled.event.global_seqno: bool(settled.missing) for settled in told_of(events)[0]}


def test_an_unbroken_run_has_lost_nothing_and_nothing_is_overwritten() -> None:
    settled, sequence = told_of(numbered([1, 2, 1, 1, 3]))
    assert {(each.missing, each.lost) for each in settled} == {(0, 0)}
    assert (len(settled), sequence.overwritten) == (5, 0)


def test_two_lines_that_overtake_each_other_are_clean() -> None:
    one, two, three = numbered([1, 2, 3])
    assert overwritten([two, three, one]) == {1: False, 2: False, 3: False}


def test_a_gap_on_a_line_is_a_loss_and_told_with_the_next_event() -> None:
    events = numbered([1, 1, 1])
    settled, sequence = told_of([events[0], events[2]])
    assert [each.lost for each in settled] == [0, 1]
    assert sequence.overwritten == 0


def test_a_gap_of_the_request_alone_is_an_overwritten_stamp() -> None:
    sequence = Sequence(LAG_NS)
    sequence.record(Event(100, 1, 2, 1), LATER)
    assert list(sequence.settled(99)) == [], "the missing number may be another line's"
    (settled,) = sequence.settled(100)
    assert (settled.missing, settled.lost, sequence.overwritten) == (1, 0, 0)
    assert list(sequence.settled(100 + FORGET_NS)) == []
    assert sequence.overwritten == 1


def test_an_event_behind_a_gap_need_not_wait_where_its_first_stamp_is_known() -> None:
    sequence = Sequence(LAG_NS)
    sequence.record(Event(100, 1, 3, 1), LATER)
    asked: list[int] = []

    def is_known(_event: Numbered, missing: int) -> bool:
        asked.append(missing)
        return True

    assert len(list(sequence.settled(99, is_known))) == 1
    assert asked == [2]


def test_where_two_lines_could_own_a_missing_number_both_are_overwritten() -> None:
    assert overwritten([Event(10, 1, 1, 1), Event(20, 2, 3, 1), Event(30, 1, 4, 2)]) == {1: False, 3: True, 4: True}


def test_a_number_that_was_missing_long_before_is_no_later_events_own() -> None:
    old, late = Event(10, 1, 2, 1), Event(10 + LAG_NS + 1, 2, 3, 1)
    assert overwritten([old, late]) == {2: True, 3: False}
    assert overwritten([old, Event(10 + LAG_NS, 2, 3, 1)]) == {2: True, 3: True}


@pytest.mark.parametrize(("after_ns", "owned"), [(BEGIN_NS, 1), (BEGIN_NS + 1, 0)])
def test_a_number_that_was_missing_when_a_later_one_was_read_is_not_that_of_an_event_stamped_well_after_that(
    after_ns: int, owned: int
) -> None:
    sequence = Sequence(LAG_NS)
    sequence.record(Event(10, 1, 2, 1), 50)
    sequence.record(Event(50 + after_ns, 2, 3, 1), LATER)
    assert {settled.event.global_seqno: settled.missing for settled in sequence.settled(LATER)} == {2: 1, 3: owned}


def test_a_gap_before_a_number_that_comes_twice_is_no_overwritten_stamp() -> None:
    settled, sequence = told_of([Event(10, 1, 2, 1), Event(20, 1, 2, 2)])
    assert [each.missing for each in settled] == [0, 0]
    list(sequence.settled(LATER))
    assert sequence.overwritten == 0


def test_of_a_longer_gap_before_a_number_that_comes_twice_the_rest_is_overwritten() -> None:
    settled, _ = told_of([Event(10, 1, 3, 1), Event(20, 1, 3, 2)])
    assert [each.missing for each in settled] == [1, 0]


def test_of_a_huge_gap_no_more_than_a_span_is_kept() -> None:
    settled, sequence = told_of([Event(0, 1, SPAN + 3, 1)])
    assert (settled[0].missing, sequence.overwritten) == (SPAN, SPAN + 2)


@given(st.lists(st.integers(0, 3), min_size=1, max_size=60), st.data())
def test_what_a_full_queue_drops_before_a_later_event_of_its_line_is_counted_exactly(
    lines: list[int], data: st.DataObject
) -> None:
    events = numbered(lines)
    dropped = data.draw(st.sets(st.integers(0, len(events) - 1)))
    arrived = [event for place, event in enumerate(events) if place not in dropped]
    seen_after = sum(
        any(event.line_offset == events[place].line_offset and event.global_seqno > place + 1 for event in arrived)
        for place in dropped
    )
    assert lost(arrived) == seen_after


@st.composite
def traffic(draw: st.DrawFn) -> list[tuple[int, int]]:
    """Edges of a few lines, (line, time): bursts of bounce, and lines that go off together."""
    at, edges = 1000, []
    for _ in range(draw(st.integers(1, 6))):
        at += draw(st.sampled_from((0, 3_000, 100_000, 2_000_000)))
        line = draw(st.integers(0, 2))
        for pause in [0, *draw(st.lists(st.integers(200, 30_000), max_size=6))]:
            at += pause
            edges.append((line, at))
    return edges


def woken_ns(event: KernelEvent, came: abc.Sequence[KernelEvent], interrupts: abc.Sequence[tuple[int, int]]) -> int:
    """When the first interrupt came whose stamp an event may have."""
    line, stamp = event.line, event.stamp_ns
    before = max((each.stamp_ns for each in came if each.line == line and each.stamp_ns < stamp), default=0)
    return min(at for its, at in interrupts if its == line and before < at <= stamp)


@given(edges=traffic(), latencies=st.lists(st.integers(0, LAG_NS - 2_000), min_size=1, max_size=8), data=st.data())
def test_against_the_kernels_model_a_clean_event_has_a_true_stamp_and_an_overwritten_one_says_so(
    edges: list[tuple[int, int]], latencies: list[int], data: st.DataObject
) -> None:
    came: list[KernelEvent] = []
    interrupts: list[tuple[int, int]] = []
    turn = iter(latencies * (len(edges) + 1))
    model = KernelModel(
        dict.fromkeys(range(3), True), lambda: next(turn), came.append, lambda line, at: interrupts.append((line, at))
    )
    high = dict.fromkeys(range(3), True)
    for line, at in edges:
        high[line] = not high[line]
        model.edge(line, high=high[line], time_ns=at)
    model.finish()
    # threads of several lines may overtake each other, and the program reads whenever all that should have begun have
    sequence = Sequence(LAG_NS)
    told: list[Settled] = []
    woken = {event: woken_ns(event, came, interrupts) for event in came}
    begun = {event: event.queued_ns - QUEUE * STEP_NS for event in came}
    free = [
        event.queued_ns
        for event in came
        if all(begun[each] <= event.queued_ns + BEGIN_NS for each in came if woken[each] <= event.queued_ns)
    ]
    reads = sorted(data.draw(st.lists(st.sampled_from([*free, LATER]), max_size=4)))
    waiting = sorted(came, key=lambda event: event.queued_ns)
    for now in [*reads, LATER]:
        while waiting and waiting[0].queued_ns <= now:
            sequence.record(event_of(waiting.pop(0)), now)
        told += sequence.settled(now - LAG_NS)
    assert len(told) == len(came), "no event is kept back for ever, or told twice"
    assert sum(settled.lost for settled in told) == 0, "nothing was lost"
    done: dict[int, int] = {}
    for settled in told:
        line, stamp = settled.event.line_offset, settled.event.timestamp_ns
        first = min(at for its, at in interrupts if its == line and done.get(line, 0) < at <= stamp)
        is_first_of_a_burst = first - done.get(line, -LATER) > LAG_NS
        done[line] = stamp
        if not settled.missing and is_first_of_a_burst:
            assert stamp == first
        assert stamp - first <= LAG_NS


# Whether interrupt threads keep to the bound, measured by a program that reads now and then

EVENTS = 20_000
APART_NS = 60 * MS


def measured(
    chance: random.Random, *, late_in_ten_thousand: float, beyond_ns: int, every_ns: int, reader_ns: int
) -> tuple[Delays, int]:
    """Events read as the program does: every so often, and by a thread that wakes `reader_ns` late at most.

    The share `late_in_ten_thousand` of them is queued later than the bound, `beyond_ns` at most. Give their count too.
    """
    delays, late, read_ns = Delays(), 0, 0
    for stamp in range(APART_NS, EVENTS * APART_NS, APART_NS):
        is_late = chance.random() < late_in_ten_thousand / 10_000
        late += is_late
        queued = stamp + (EARLY_NS + chance.randrange(1, beyond_ns) if is_late else chance.randrange(EARLY_NS))
        read_ns = max(read_ns, stamp - every_ns + chance.randrange(every_ns))
        woken = queued + chance.randrange(reader_ns)
        while read_ns <= min(queued, woken):
            delays.read_empty(read_ns)
            read_ns += every_ns
        now = min(read_ns, woken)
        delays.note(stamp, now)
        delays.read_empty(now)
    return delays, late


@pytest.mark.parametrize("every_ns", [MS, 4 * MS, 16 * MS])
@pytest.mark.parametrize("beyond_ns", [MS, 4 * MS, 30 * MS])
def test_late_events_are_counted_by_their_share_however_seldom_it_is_read(every_ns: int, beyond_ns: int) -> None:
    ways = {"late_in_ten_thousand": 500, "beyond_ns": beyond_ns, "every_ns": every_ns, "reader_ns": 50_000}
    delays, late = measured(random.Random(1), **ways)
    assert delays.events == EVENTS - 1
    assert 0.6 * late < delays.late < 1.4 * late
    assert not delays.are_short


@pytest.mark.parametrize("every_ns", [MS, 4 * MS])
def test_a_reader_that_wakes_late_makes_no_thread_late(every_ns: int) -> None:
    ways = {"late_in_ten_thousand": 0, "beyond_ns": MS, "every_ns": every_ns, "reader_ns": 30 * MS}
    delays, _ = measured(random.Random(1), **ways)
    assert delays.late == 0
    assert delays.are_short
