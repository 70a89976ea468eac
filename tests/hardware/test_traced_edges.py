"""Edges of traced interrupts, whose kernel events come late."""

import pytest

from hardware.clock import MS, FakeClock
from hardware.gpio.fake import FakeInterruptTrace
from hardware.gpio.trace.edges import EXPIRED_NS, LATE_NS, Edge, TracedLines

LINE = 4
PRESSED_NS = 10 * MS


@pytest.mark.parametrize("late_ns", [0, 5 * MS, LATE_NS - 1, LATE_NS + 5 * MS, 200 * MS, EXPIRED_NS - MS])
def test_an_event_is_no_edge_of_its_own_however_late_its_thread_is(late_ns: int) -> None:
    clock = FakeClock()
    trace = FakeInterruptTrace(clock)
    traced = TracedLines(trace, {LINE: True}, clock())
    trace.interrupt(LINE, at_ns=PRESSED_NS)
    clock.advance(20 * MS)
    assert list(traced.edges(clock())) == [Edge(LINE, False, PRESSED_NS, 0)]
    clock.advance(max(PRESSED_NS + late_ns - clock(), 0))
    assert list(traced.edges(clock())) == []
    stamp_ns = PRESSED_NS + 100_000  # the thread's stamp of the same interrupt
    assert traced.has(LINE, stamp_ns)
    assert traced.confirm(LINE, stamp_ns, high=False, early_ns=0) is None
    clock.advance(5 * MS)
    assert list(traced.edges(clock())) == []
    assert traced.reported_until_ns(clock()) == clock()


def test_an_event_that_never_comes_holds_nothing_up_and_is_forgotten() -> None:
    clock = FakeClock()
    trace = FakeInterruptTrace(clock)
    traced = TracedLines(trace, {LINE: True}, clock())
    trace.interrupt(LINE, at_ns=PRESSED_NS)
    clock.advance(PRESSED_NS + LATE_NS + MS)
    assert len(list(traced.edges(clock()))) == 1
    assert traced.reported_until_ns(clock()) == clock()
    clock.advance(EXPIRED_NS)
    assert list(traced.edges(clock())) == []
    late = traced.confirm(LINE, clock(), high=False, early_ns=0)
    assert late == Edge(LINE, False, clock(), 0), "an event without an interrupt is an edge"
