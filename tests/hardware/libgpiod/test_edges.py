"""What the kernel tells of edges: one request, its stamps, its order, its losses."""

import pytest

from hardware.clock import MS, FakeClock
from hardware.gpio.fake import FakeGpiod
from hardware.gpio.gpiod_factory import GpiodFactory
from hardware.gpio.kernel import BUFFER, EARLY_NS
from hardware.gpio.sequence import FORGET_NS
from hardware.gpio.source import GpioSource
from hardware.source import EdgesLost, SwitchEdge
from tests.hardware.conftest import drained, losses
from tests.hardware.libgpiod.conftest import PINS, press, stamps

pytestmark = pytest.mark.needs("gpiod")


def test_all_lines_are_in_one_request_pulled_up_raw_and_with_a_wide_buffer(
    gpiod: FakeGpiod, source: GpioSource
) -> None:
    (request,) = gpiod.requests
    assert sorted(request.config) == list(PINS)
    for settings in request.config.values():
        assert settings.direction is gpiod.line.Direction.INPUT
        assert settings.edge_detection is gpiod.line.Edge.BOTH
        assert settings.bias is gpiod.line.Bias.PULL_UP
        assert settings.event_clock is gpiod.line.Clock.MONOTONIC
        assert not settings.debounce_period
    assert request.size == BUFFER


def test_the_kernels_stamp_arrives_to_the_nanosecond_after_a_year_of_uptime(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    clock.move_to(365 * 24 * 3600 * 10**9 + 123_456_789)
    at = press(gpiod, 5, clock, after_ns=1)
    clock.advance(MS)
    assert stamps(source.drain()) == [at]
    assert round(at / 1e9 * 1e9) != at, "a float would have done"


def test_edges_that_the_kernel_queued_out_of_order_are_sorted_and_none_is_missed(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    gpiod.requests[0].stall()  # so that all three wait together
    at = [press(gpiod, line, clock) for line in PINS]
    gpiod.requests[0].shuffle([2, 0, 1])
    clock.advance(50 * MS)
    assert source.drain() == [
        SwitchEdge("gpio", line, True, t, "monotonic", t) for line, t in zip(PINS, at, strict=True)
    ]
    assert source.drain() == []


def test_a_full_queue_is_told_as_edges_lost_with_their_number(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock, factory: GpiodFactory
) -> None:
    factory.lines.close()
    factory.lines.claim(PINS, "up")
    gpiod.requests[0].stall()  # the reading thread gets no time
    for count in range(BUFFER + 7):
        clock.advance(MS)
        gpiod.drive(4, high=bool(count % 2), time_ns=clock())
    told = source.drain()
    assert [(loss.count, loss.why) for loss in losses(told)] == [(7, "sequence")]
    assert len(stamps(told)) == BUFFER


def test_a_number_that_never_comes_is_an_overwritten_stamp_and_no_loss(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    gpiod.latency = lambda: 40_000
    begin = clock() + MS
    gpiod.contact(5, [(begin, False), (begin + 10_000, True), (begin + 20_000, False)])
    gpiod.run(begin + 60_000)
    clock.advance(MS + 60_000)
    assert source.drain() == [], "another line's number may still come"
    clock.advance(EARLY_NS)
    last = begin + 20_000
    assert source.drain() == [SwitchEdge("gpio", 5, True, last, "monotonic", last, early_ns=EARLY_NS)]
    clock.advance(FORGET_NS)
    assert source.drain() == []
    assert source.overwritten == 2


def test_two_lines_at_once_whose_threads_overtake_each_other_are_both_clean(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    delays = iter((700_000, 10_000))
    gpiod.latency = lambda: next(delays)
    begin = clock() + MS
    gpiod.contact(4, [(begin, False)])
    gpiod.contact(5, [(begin + 1000, False)])
    gpiod.run(begin + 100_000)
    clock.advance(MS + 100_000)
    assert source.drain() == []
    gpiod.run(begin + 800_000)
    clock.advance(MS)
    told = source.drain()
    assert [(edge.line, edge.time_ns, edge.early_ns) for edge in told if isinstance(edge, SwitchEdge)] == [
        (4, begin, 0),
        (5, begin + 1000, 0),
    ]
    assert source.overwritten == 0


def test_an_event_that_comes_later_than_an_interval_is_long_leaves_the_header_not_judged(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    gpiod.latency = lambda: 3 * MS
    for late in (False, True):
        assert source.doubt == ""
        begin = clock() + MS
        gpiod.contact(4, [(begin, late)])
        clock.move_to(begin + 2 * MS)
        gpiod.run(clock())
        source.drain()
        clock.advance(2 * MS)
        gpiod.run(clock())
        source.drain()
    assert source.doubt == "late"


def test_after_a_loss_the_levels_are_read_and_the_line_that_disagrees_is_told(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    press(gpiod, 4, clock)
    source.drain()
    clock.advance(60 * MS)
    gpiod.lose(4, high=True)
    told = drained(source, clock, 300 * MS)
    assert [(loss.why, loss.levels) for loss in losses(told)] == [("level", ((4, False),))]


def test_a_line_that_lost_an_edge_says_so_with_its_next(gpiod: FakeGpiod, source: GpioSource, clock: FakeClock) -> None:
    clock.advance(MS)
    gpiod.lose(4, high=False)
    gpiod.lose(4, high=True)
    at = press(gpiod, 4, clock)
    assert losses(source.drain()) == [EdgesLost("gpio", 2, at, "sequence")]
    clock.advance(50 * MS)
    assert losses(source.drain()) == [], "the same gap in the request's numbers is the same loss"


def test_an_edge_without_a_number_shows_in_the_level(gpiod: FakeGpiod, source: GpioSource, clock: FakeClock) -> None:
    gpiod.lose(6, high=False, numbered=False)
    told = drained(source, clock, 300 * MS)
    assert [(loss.why, loss.levels) for loss in losses(told)] == [("level", ((6, True),))]


def test_an_edge_shorter_than_the_kernels_look_comes_as_an_opening(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    clock.advance(MS)
    gpiod.drive(4, high=False, time_ns=clock(), seen=True)
    clock.advance(MS)
    (edge,) = source.drain()
    assert isinstance(edge, SwitchEdge) and not edge.pressed
