"""Contacts that bounce while the interrupt's thread is behind: what the kernel makes of them, and what comes out.

Every press is known to the model; it has to come out once, with the stamp of its first contact, or with an interval
that the first contact lies in.
"""

import random
from collections.abc import Callable, Iterator, Sequence

import pytest

from hardware.clock import MS, FakeClock
from hardware.debounce import Debounced
from hardware.errors import NoInterruptTrace
from hardware.gpio.fake import FakeGpiod, FakeInterruptTrace
from hardware.gpio.gpiod_factory import GpiodFactory
from hardware.gpio.kernel import EARLY_NS
from hardware.gpio.source import KERNEL_RESOLUTION_NS, GpioSource
from hardware.gpio.trace.interrupts import TraceFinder
from hardware.source import EdgesLost, RawEvent, SwitchEdge
from tests.hardware.gpio.conftest import PINS

pytestmark = pytest.mark.needs("gpiod")

PRESSES = 4_000
"""For each way; both together are the 20,000 that are promised."""


class Player:
    """Presses buttons that bounce, one line after another and sometimes two at once, on the kernel's model."""

    def __init__(
        self,
        clock: FakeClock,
        *,
        is_traced: bool,
        latency_us: float,
        step_us: float = 0.2,
        pins: Sequence[int] = PINS,
    ) -> None:
        self.pins = pins
        self.chance = random.Random(1)
        self.gpiod = FakeGpiod()
        self.gpiod.step_ns = round(step_us * 1000)
        self.clock = clock
        self.trace = FakeInterruptTrace(clock) if is_traced else None
        self.gpiod.latency = lambda: min(
            round(self.chance.lognormvariate(0, 0.8) * latency_us * 1000), EARLY_NS - 10 * self.gpiod.step_ns
        )
        if self.trace is not None:
            trace = self.trace
            self.gpiod.on_interrupt = lambda line, at: trace.interrupt(line, at_ns=at)
        factory = GpiodFactory(FakeGpiod.PATH, gpiod=self.gpiod, clock=clock, trace=lambda: self.trace)
        self.source = GpioSource(factory.header, pins, clock=clock, on_close=factory.close)
        self.debounced = Debounced(self.source)
        self.debounced.start()
        self.gpiod.requests[0].stall()  # the reading thread lives in real time
        self.contacts: dict[tuple[int, int], int] = {}
        self.events: list[SwitchEdge] = []
        self.lost: list[EdgesLost] = []

    def swing(self, line: int, begin: int, *, pressed: bool) -> int:
        """The contact closes or opens, with bounce of up to a millisecond; gives when it is still."""
        at, high = begin, not pressed
        edges = [(at, high)]
        for _ in range(self.chance.choice((0, 0, 1, 2, 3, 5))):
            for _ in range(2):
                at += round(self.chance.lognormvariate(0, 1) * 25_000)
                high = not high
                edges.append((at, high))
        self.gpiod.contact(line, edges)
        return at

    def press(self, count: int) -> None:
        """Press and let go of so many buttons, as people do, and read whenever there is time."""
        number = dict.fromkeys(self.pins, 0)
        while count:
            lines = self.chance.sample(self.pins, min(count, self.chance.choice((1, 1, 2)), len(self.pins)))
            for pressed in (True, False):
                begin = self.clock() + MS
                still = begin
                for line in lines:
                    closes = begin + self.chance.choice((0, 3_000, 90_000, 400_000))
                    still = max(still, self.swing(line, closes, pressed=pressed))
                    if pressed:
                        number[line] += 1
                        self.contacts[line, number[line]] = closes
                self.wait(still - self.clock() + self.chance.randrange(25 * MS, 60 * MS))
            count -= len(lines)

    def wait(self, ns: int) -> None:
        """Let time pass, with a reading at any moment of it."""
        end = self.clock() + ns
        while self.clock() < end:
            self.clock.move_to(min(end, self.clock() + self.chance.choice((50_000, 700_000, 7 * MS, 16 * MS))))
            self.gpiod.run(self.clock())
            for event in self.debounced.drain():
                if isinstance(event, SwitchEdge):
                    self.events.append(event)
                elif isinstance(event, EdgesLost):
                    self.lost.append(event)


@pytest.fixture(params=["traced", "by the request alone"])
def player(request: pytest.FixtureRequest, clock: FakeClock) -> Iterator[Player]:
    made = Player(clock, is_traced=request.param == "traced", latency_us=100)
    yield made
    made.debounced.close()


def presses_of(player: Player) -> dict[tuple[int, int], SwitchEdge]:
    """The presses that came out, by line and number."""
    number = dict.fromkeys(player.pins, 0)
    found = {}
    for edge in player.events:
        if edge.pressed:
            line = int(edge.line)
            number[line] += 1
            found[line, number[line]] = edge
    return found


def assert_true(player: Player) -> None:
    """Every press came out once, with its first contact in its interval, and nothing counts as lost."""
    found = presses_of(player)
    assert found.keys() == player.contacts.keys(), "none missed, no phantom"
    assert player.lost == [], "an overwritten stamp is no loss"
    assert not player.source.stamps.doubt
    for which, edge in found.items():
        first = player.contacts[which]
        assert edge.time_ns - edge.early_ns <= first <= edge.time_ns
        assert edge.early_ns or edge.time_ns - first < KERNEL_RESOLUTION_NS
        assert edge.early_ns in (0, EARLY_NS)
    if player.trace is not None:
        assert all(edge.time_ns == player.contacts[which] for which, edge in found.items())
        assert all(edge.early_ns == 0 for edge in found.values())


@pytest.mark.long
@pytest.mark.once
def test_every_press_comes_out_once_with_its_first_contact_in_its_interval(player: Player) -> None:
    player.press(PRESSES)
    assert_true(player)
    assert player.source.stamps.overwritten > PRESSES // 2


@pytest.mark.parametrize("is_traced", [True, False])
@pytest.mark.parametrize("step_us", [2, 10, 40])
def test_interrupts_between_the_steps_of_a_thread_make_no_stamp_wrong(
    clock: FakeClock, step_us: float, is_traced: bool
) -> None:
    """With steps of 200 ns, as the thread has them, one edge in hundreds falls between two of them; here most do."""
    player = Player(clock, is_traced=is_traced, latency_us=50, step_us=step_us)
    player.press(400)
    assert_true(player)
    player.debounced.close()


@pytest.mark.parametrize("is_traced", [True, False])
def test_a_request_of_one_line_has_no_numbers_that_tell_of_overwritten_stamps(
    clock: FakeClock, is_traced: bool
) -> None:
    player = Player(clock, is_traced=is_traced, latency_us=100, pins=PINS[:1])
    player.press(400)
    assert_true(player)
    assert all(edge.early_ns == (0 if is_traced else EARLY_NS) for edge in presses_of(player).values())
    player.debounced.close()


def test_a_press_and_its_release_take_turns(player: Player) -> None:
    player.press(500)
    for line in PINS:
        told = [edge.pressed for edge in player.events if edge.line == line]
        assert told == [place % 2 == 0 for place in range(len(told))]


def test_by_the_request_alone_a_press_often_begins_with_a_release_and_traced_edges_alternate(player: Player) -> None:
    """So the debounce has to take an opening on a line at rest for a contact that was closed and open again."""
    raw: list[SwitchEdge] = []
    drain = player.source.drain

    def watched() -> list[RawEvent]:
        told = drain()
        raw.extend(event for event in told if isinstance(event, SwitchEdge))
        return told

    player.source.drain = watched  # type: ignore[method-assign]  # what the debounce gets is looked at on its way
    player.press(1000)
    first = {event.line: False for event in raw}
    wrong = 0
    for event in raw:
        wrong += not event.pressed and not first[event.line]
        first[event.line] = event.pressed
    assert wrong == 0 if player.trace is not None else wrong > 100
    assert presses_of(player).keys() == player.contacts.keys()


@pytest.mark.parametrize("ends", [False, True])
def test_a_trace_that_loses_samples_or_ends_never_gives_a_wrong_stamp(clock: FakeClock, ends: bool) -> None:
    player = Player(clock, is_traced=True, latency_us=100)
    assert player.trace is not None
    trace, chance = player.trace, random.Random(2)
    player.gpiod.on_interrupt = lambda line, at: trace.interrupt(
        line, at_ns=at, delay_ns=0, lost=chance.random() < 0.05, processor=line % 2
    )
    player.press(600)
    if ends:
        trace.end()
    player.press(1)
    before = len(player.contacts)
    player.contacts, player.events, more = {}, [], 600
    player.press(more)
    found = presses_of(player)
    assert before and found.keys() == player.contacts.keys()
    for which, edge in found.items():
        assert edge.time_ns - edge.early_ns <= player.contacts[which] <= edge.time_ns
        assert edge.early_ns or edge.time_ns == player.contacts[which]
    assert (player.source.stamps.stamped == "first_edge") is not ends
    assert any(edge.early_ns for edge in found.values())
    player.debounced.close()


def test_a_traced_edge_is_told_before_its_thread_has_run_and_once(clock: FakeClock) -> None:
    """The trace's stamp lies a little before the request's, which is no second interrupt."""
    player = Player(clock, is_traced=True, latency_us=100)
    assert player.trace is not None
    trace, delays = player.trace, iter((700_000, 10_000))
    player.gpiod.latency = lambda: next(delays)
    player.gpiod.on_interrupt = lambda line, at: trace.interrupt(line, at_ns=at - 900)
    begin = clock() + MS
    for line, at in zip(PINS, (begin, begin + 5_000), strict=False):
        player.gpiod.contact(line, [(at, False)])
    clock.move_to(begin + 100_000)
    player.gpiod.run(clock())
    raw = player.source.drain()
    edges = [(event.line, event.time_ns, event.early_ns) for event in raw if isinstance(event, SwitchEdge)]
    assert edges == [(PINS[0], begin - 900, 0), (PINS[1], begin + 4_100, 0)]
    assert player.source.drained_ns < begin - 900, "its event may still say another level"
    clock.move_to(begin + MS)
    player.gpiod.run(clock())
    for _ in range(2):
        clock.move_to(begin + 20 * MS)
        assert player.source.drain() == []
    assert player.source.drained_ns > begin + 4_100
    player.debounced.close()


@pytest.mark.parametrize(("next_us", "pressed"), [(300, [True, False, True]), (None, [True, False])])
def test_a_level_read_while_the_next_interrupt_is_on_its_way_is_no_edge_and_one_that_stays_is(
    clock: FakeClock, next_us: int | None, pressed: list[bool]
) -> None:
    """The first event says open: the contact opened before the thread looked, with an interrupt of its own or none."""
    player = Player(clock, is_traced=True, latency_us=100)
    assert player.trace is not None
    trace, begin, line = player.trace, clock() + MS, PINS[0]
    player.gpiod.on_interrupt = lambda line, at: trace.interrupt(line, at_ns=at)
    raw: list[RawEvent] = []
    clock.move_to(begin)
    player.gpiod.drive(line, high=False, seen=True, time_ns=begin)
    raw += player.source.drain()
    if next_us is not None:
        for place, high in enumerate((True, False), start=1):
            clock.move_to(begin + place * next_us * 1000)
            player.gpiod.drive(line, high=high, time_ns=clock())
            raw += player.source.drain()
    for _ in range(4):
        clock.advance(MS)
        raw += player.source.drain()
    assert [event.pressed for event in raw if isinstance(event, SwitchEdge)] == pressed
    player.debounced.close()


# A trace that fails once: it is requested again between matches, and no match changes its kind of stamps halfway


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
    made = GpioSource(factory.header, PINS, clock=clock, on_close=factory.close, trace=finder)
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
    assert source.stamps.untraced == "its helper ended without an answer"
    assert early_ns(gpiod, source, clock) == EARLY_NS
    helper.is_well = True
    helper.answer()
    source.renew_trace(keep=True)
    assert (source.stamps.stamped, source.stamps.untraced) == ("first_edge", "")
    assert early_ns(gpiod, source, clock) == 0


def test_a_trace_that_comes_in_the_middle_of_a_match_counts_from_the_next_one(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock, helper: Helper
) -> None:
    helper.is_well = True
    source.renew_trace(keep=True)
    helper.answer()
    assert early_ns(gpiod, source, clock) == EARLY_NS
    assert source.stamps.untraced == "the trace has come, and counts from the next match on"
    source.renew_trace(keep=True)
    assert source.stamps.untraced == ""
    assert early_ns(gpiod, source, clock) == 0


def test_between_matches_a_trace_counts_as_soon_as_it_comes(
    source: GpioSource, clock: FakeClock, helper: Helper
) -> None:
    assert source.stamps.untraced == "the trace has not come yet"
    helper.is_well = True
    helper.answer()
    clock.advance(MS)
    source.drain()
    assert source.stamps.stamped == "first_edge"


def test_a_trace_that_has_ended_is_replaced_at_the_next_match(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock, helper: Helper
) -> None:
    helper.is_well = True
    helper.answer()
    source.renew_trace(keep=True)
    helper.traces[0].end()
    assert early_ns(gpiod, source, clock) == EARLY_NS
    assert source.stamps.untraced == "the trace has ended"
    source.renew_trace(keep=True)
    assert source.stamps.untraced
    helper.answer()
    source.renew_trace(keep=True)
    assert not source.stamps.untraced
    assert early_ns(gpiod, source, clock) == 0
    assert len(helper.traces) == 2


def test_lines_that_the_trace_lacked_are_looked_for_again(source: GpioSource, clock: FakeClock, helper: Helper) -> None:
    helper.is_well, helper.unseen = True, PINS[:1]
    helper.answer()
    source.renew_trace(keep=True)
    assert source.stamps.untraced == "the kernel shows no interrupt of some lines"
    helper.traces[0]._unseen = frozenset()
    source.renew_trace(keep=True)
    assert source.stamps.untraced == ""


def test_the_helper_is_asked_once_at_a_time_and_not_while_there_is_a_trace(finder: TraceFinder, helper: Helper) -> None:
    finder.renew()
    finder.renew(keep=True)
    assert len(helper.waiting) == 1
    helper.is_well = True
    helper.answer()
    finder.renew()
    assert helper.waiting == []
    assert finder() is helper.traces[0]
