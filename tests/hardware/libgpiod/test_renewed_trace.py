"""A trace that fails once: it is requested again between matches, and no match changes its kind of stamps halfway."""

from collections.abc import Callable, Iterator

import pytest

from hardware.clock import MS, FakeClock
from hardware.errors import NoInterruptTrace
from hardware.gpio.fake import FakeGpiod, FakeInterruptTrace
from hardware.gpio.gpiod_factory import GpiodFactory
from hardware.gpio.kernel import EARLY_NS
from hardware.gpio.source import GpioSource
from hardware.gpio.trace.interrupts import TraceFinder
from hardware.source import SwitchEdge
from tests.hardware.libgpiod.conftest import PINS

pytestmark = pytest.mark.needs("gpiod")


class Helper:
    """The helper as the program sees it: it answers when the test lets it, with a trace or with a refusal."""

    def __init__(self, clock: FakeClock) -> None:
        self._clock = clock
        self.is_well = False
        self.unseen: tuple[int, ...] = ()
        self.waiting: list[Callable[[], None]] = []
        self.traces: list[FakeInterruptTrace] = []

    def connect(self) -> FakeInterruptTrace:
        if not self.is_well:
            raise NoInterruptTrace("its helper ended without an answer")
        self.traces.append(FakeInterruptTrace(self._clock, unseen=self.unseen))
        return self.traces[-1]

    def interrupted(self, line: int, at_ns: int) -> None:
        """Record an interrupt in every trace."""
        for trace in self.traces:
            trace.interrupt(line, at_ns=at_ns)

    def answer(self) -> None:
        """Answer whoever waits."""
        while self.waiting:
            self.waiting.pop()()


@pytest.fixture
def helper(clock: FakeClock) -> Helper:
    return Helper(clock)


@pytest.fixture
def finder(helper: Helper) -> TraceFinder:
    made = TraceFinder(helper.connect, helper.waiting.append)
    made.renew()
    return made


@pytest.fixture
def source(gpiod: FakeGpiod, clock: FakeClock, helper: Helper, finder: TraceFinder) -> Iterator[GpioSource]:
    gpiod.on_interrupt = helper.interrupted
    factory = GpiodFactory(gpiod.PATH, gpiod=gpiod, clock=clock, trace=finder)
    made = GpioSource(factory, PINS, clock=clock, on_close=factory.close, trace=finder)
    made.start()
    gpiod.requests[0].stall()
    yield made
    made.close()


def early_ns(gpiod: FakeGpiod, source: GpioSource, clock: FakeClock) -> int:
    """Let a contact bounce before its thread has run; return how much before its stamp the press may have been."""
    gpiod.latency = lambda: 400_000
    found: list[SwitchEdge] = []
    for high in (False, True):
        begin = clock() + 50 * MS
        gpiod.contact(PINS[0], [(begin, high), (begin + 50_000, not high), (begin + 90_000, high)])
        for _ in range(60):
            clock.advance(MS)
            gpiod.run(clock())
            found += [edge for edge in source.drain() if isinstance(edge, SwitchEdge) and edge.pressed]
    return found[0].early_ns


def test_a_helper_that_failed_once_is_asked_again_at_the_next_match(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock, helper: Helper
) -> None:
    helper.answer()
    source.renew_trace(keep=True)
    assert source.untraced == "its helper ended without an answer"
    assert early_ns(gpiod, source, clock) == EARLY_NS
    helper.is_well = True
    helper.answer()
    source.renew_trace(keep=True)
    assert (source.is_traced, source.untraced) == (True, "")
    assert early_ns(gpiod, source, clock) == 0


def test_a_trace_that_comes_in_the_middle_of_a_match_counts_from_the_next_one(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock, helper: Helper
) -> None:
    helper.is_well = True
    source.renew_trace(keep=True)
    helper.answer()
    assert early_ns(gpiod, source, clock) == EARLY_NS
    assert source.untraced == "the trace has come, and counts from the next match on"
    source.renew_trace(keep=True)
    assert source.untraced == ""
    assert early_ns(gpiod, source, clock) == 0


def test_between_matches_a_trace_counts_as_soon_as_it_comes(
    source: GpioSource, clock: FakeClock, helper: Helper
) -> None:
    assert source.untraced == "the trace has not come yet"
    helper.is_well = True
    helper.answer()
    clock.advance(MS)
    source.drain()
    assert source.is_traced


def test_a_trace_that_has_ended_is_replaced_at_the_next_match(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock, helper: Helper
) -> None:
    helper.is_well = True
    helper.answer()
    source.renew_trace(keep=True)
    helper.traces[0].end()
    assert early_ns(gpiod, source, clock) == EARLY_NS
    assert source.untraced == "the trace has ended"
    source.renew_trace(keep=True)
    assert not source.is_traced
    helper.answer()
    source.renew_trace(keep=True)
    assert source.is_traced
    assert early_ns(gpiod, source, clock) == 0
    assert len(helper.traces) == 2


def test_lines_that_the_trace_lacked_are_looked_for_again(source: GpioSource, clock: FakeClock, helper: Helper) -> None:
    helper.is_well, helper.unseen = True, PINS[:1]
    helper.answer()
    source.renew_trace(keep=True)
    assert source.untraced == "the kernel shows no interrupt of some lines"
    helper.traces[0]._unseen = frozenset()
    source.renew_trace(keep=True)
    assert source.untraced == ""


def test_the_helper_is_asked_once_at_a_time_and_not_while_there_is_a_trace(finder: TraceFinder, helper: Helper) -> None:
    finder.renew()
    finder.renew(keep=True)
    assert len(helper.waiting) == 1
    helper.is_well = True
    helper.answer()
    finder.renew()
    assert helper.waiting == []
    assert finder() is helper.traces[0]
