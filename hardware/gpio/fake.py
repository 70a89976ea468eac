"""Fakes of all that lies below `GpioSource`, driven at given times: for tests without a Raspberry Pi.

- `KernelModel`: how the kernel turns edges into events, with the races between hard interrupt and interrupt thread.
- `FakeGpiod`: the package `gpiod` with one scripted chip, on that model or on that of an expander.
- `FakeInterruptTrace`: the trace of interrupts.
- `StampedMockFactory`: gpiozero's own mock pins, for a factory that has no kernel's numbers.
"""

import errno
import heapq
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Final, NamedTuple

from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

import hardware.gpio.gpiod_factory as real
from hardware.clock import Clock
from hardware.gpio.source import Stamp
from hardware.gpio.trace.interrupts import UNDER_WAY_NS, HardInterrupt, InterruptsLost, Traced, when

STEP_NS: Final = 200
"""The time between two steps of the thread: some hundred instructions."""

BEGIN, CLEAR, LOOK, NUMBER, QUEUE = range(5)
"""The thread's steps."""


class KernelEvent(NamedTuple):
    """An event as the kernel queues it (`struct gpio_v2_line_event`), at `queued_ns`."""

    line: int
    high: bool
    stamp_ns: int
    number: int
    line_number: int
    queued_ns: int


@dataclass(slots=True)
class LineOfKernel:
    """The kernel's state of one line of a request (`struct line`)."""

    high: bool
    stamp_ns: int = 0
    number: int = 0
    line_number: int = 0
    is_running: bool = False
    is_woken: bool = False
    event_stamp_ns: int = 0
    event_high: bool = False
    event_number: int = 0


@dataclass(order=True, slots=True)
class Happening:
    """An action on the model's time line; of two at the same time, the one that was scheduled first runs first."""

    time_ns: int
    order: int
    line: int = field(compare=False)
    do: Callable[[int, int], None] = field(compare=False)


class KernelModel:
    """How the kernel turns the edges of one request's lines into events. `run` advances time. All times in ns.

    A model of `edge_irq_handler` and `edge_irq_thread` (`drivers/gpio/gpiolib-cdev.c`, Linux 5.10 to 6.12), for fakes
    and for measuring. The hard interrupt **overwrites** the line's stamp and takes the request's next number, each
    time; the thread makes one event of the stamp and number that it finds, and reads the level only then. Nothing masks
    an edge interrupt meanwhile. The thread takes five steps, and an interrupt may come between any two of them:

    1. it begins, `latency` after the interrupt that woke it, and reads the stamp (if there is none, it reads the clock
       itself, and takes the next number);
    2. it clears the stamp: a stamp written since step 1 is lost, and the thread will stamp the next event;
    3. it reads the level;
    4. it reads the request's number: that of an interrupt that came since the first step, if there was one;
    5. it queues the event. If an interrupt came since it began, it begins once more.

    `levels` are the lines' initial levels. `latency` returns how long a thread takes to begin once it is woken.
    A request of one line has no numbers of its own: its events have the line's.
    `on_interrupt` is called with line and time of each hard interrupt, `on_event` with each event that is queued,
    `on_level` with each change of a masked line.
    """

    def __init__(
        self,
        levels: Mapping[int, bool],
        latency: Callable[[], int],
        on_event: Callable[[KernelEvent], None],
        on_interrupt: Callable[[int, int], None] = lambda _line, _time_ns: None,
        step_ns: int = STEP_NS,
        on_level: Callable[[int, bool], None] = lambda _line, _high: None,
    ) -> None:
        self.lines = {line: LineOfKernel(high) for line, high in levels.items()}
        self.masked: frozenset[int] = frozenset()
        """Lines whose edges are not asked for at present: they change without an interrupt."""
        self.interrupts = 0
        """The count of numbers that the request has given out."""
        self._latency = latency
        self._on_event = on_event
        self._on_interrupt = on_interrupt
        self._step_ns = step_ns
        self._on_level = on_level
        self._coming: list[Happening] = []
        self._order = 0

    def edge(self, line: int, *, high: bool, time_ns: int) -> None:
        """Schedule an interrupt that changes the line's level. It does nothing if the line has that level already."""

        def interrupt(number: int, now: int) -> None:
            if self.lines[number].high != high:
                self._interrupt(number, high, now)

        self._arrange(time_ns, line, interrupt)

    def run(self, until_ns: int) -> None:
        """Run every action that is due by then."""
        while self._coming and self._coming[0].time_ns <= until_ns:
            due = heapq.heappop(self._coming)
            due.do(due.line, due.time_ns)

    def finish(self) -> None:
        """Run every scheduled action, however late it is."""
        while self._coming:
            self.run(self._coming[0].time_ns)

    def _arrange(self, time_ns: int, line: int, do: Callable[[int, int], None]) -> None:
        self._order += 1
        heapq.heappush(self._coming, Happening(time_ns, self._order, line, do))

    def _take_number(self) -> int:
        self.interrupts += 1
        return self.interrupts

    def _interrupt(self, number: int, high: bool, now: int) -> None:
        """`edge_irq_handler`: replaces the line's stamp by this edge's, even where the last stamp is unread."""
        line = self.lines[number]
        line.high = high
        if number in self.masked:
            self._on_level(number, high)
            return
        self._on_interrupt(number, now)
        line.stamp_ns = now
        line.number = self._take_number()
        if line.is_running:
            line.is_woken = True
        else:
            line.is_running = True
            self._arrange(now + self._latency(), number, self._begin)

    def _begin(self, number: int, now: int) -> None:
        """`edge_irq_thread`, complete; each step has its own time."""
        line = self.lines[number]
        line.is_woken = False
        if line.stamp_ns:
            line.event_stamp_ns = line.stamp_ns
        else:
            line.event_stamp_ns = now
            line.number = self._take_number()
        self._arrange(now + CLEAR * self._step_ns, number, self._clear)
        self._arrange(now + LOOK * self._step_ns, number, self._look)
        self._arrange(now + NUMBER * self._step_ns, number, self._read_number)
        self._arrange(now + QUEUE * self._step_ns, number, self._queue)

    def _clear(self, number: int, _now: int) -> None:
        self.lines[number].stamp_ns = 0

    def _look(self, number: int, _now: int) -> None:
        self.lines[number].event_high = self.lines[number].high

    def _read_number(self, number: int, _now: int) -> None:
        line = self.lines[number]
        line.line_number += 1
        line.event_number = line.number if len(self.lines) > 1 else line.line_number

    def _queue(self, number: int, now: int) -> None:
        line = self.lines[number]
        self._on_event(
            KernelEvent(number, line.event_high, line.event_stamp_ns, line.event_number, line.line_number, now)
        )
        if line.is_woken:
            self._arrange(now + self._step_ns, number, self._begin)
        else:
            line.is_running = False


LINES: Final = 58
"""The lines of the chip, as many as a Pi 4's has."""


class Info(NamedTuple):
    """The fields of `gpiod`'s `ChipInfo` and `LineInfo` that are used."""

    label: str = ""
    used: bool = False
    consumer: str = ""


class FakeGpiod:
    """Replaces the package `gpiod`: the kernel as our pin factory sees it, with one chip at `PATH`.

        gpiod = FakeGpiod()
        factory = GpiodFactory(FakeGpiod.PATH, gpiod=gpiod)
        gpiod.drive(17, high=False, time_ns=81_000_000)

    `drive` lets the interrupt's thread finish, `contact` and `run` do not, so bounce overwrites stamps. The queue is
    bounded; a full queue drops its oldest edge. Settings, values and events are the real package's own, so it must be
    installed (Linux).

    `label` is the chip's; `taken` maps lines to the other consumers that hold them; with `forbidden` no user
    may open it. `expander_read_ns` makes it an expander: the time (ns) of one reading over its bus.
    """

    PATH = "/dev/gpiochip0"

    def __init__(
        self,
        *,
        label: str = real.HEADER_CHIPS[1],
        taken: Mapping[int, str] | None = None,
        forbidden: bool = False,
        expander_read_ns: int = 0,
    ) -> None:
        gpiod = real.import_gpiod()
        self.line = gpiod.line
        self.LineSettings = gpiod.LineSettings
        self.EdgeEvent = gpiod.EdgeEvent
        self.label = label
        self.taken = dict(taken or {})
        self.forbidden = forbidden
        self.expander_read_ns = expander_read_ns
        self.unplugged = False
        self.high = [True] * LINES
        self.requests: list[FakeRequest] = []
        self.latency: Callable[[], int] = lambda: 0
        """Returns how long (ns) an interrupt's thread takes to begin."""
        self.step_ns = STEP_NS
        """The time (ns) between two steps of an interrupt's thread, for the requests from now on."""
        self.on_interrupt: Callable[[int, int], None] = lambda _line, _time_ns: None
        """Called with line and time of each hard interrupt of a requested line, as a trace would record it."""

    def Chip(self, path: str) -> "FakeChip":  # noqa: N802 - the name of the class that it replaces
        """Open the chip. Raises FileNotFoundError or PermissionError, as the kernel does."""
        self._check_path(path)
        return FakeChip(self)

    def request_lines(
        self,
        path: str,
        config: Mapping[int, Any],
        consumer: str | None = None,
        event_buffer_size: int | None = None,
        output_values: None = None,
    ) -> "FakeRequest":
        """Request lines. Raises OSError (EBUSY) when one of them is taken, also by this program's other requests."""
        self._check_path(path)
        held = {line for request in self.requests for line in request.config}
        if held & config.keys() or self.taken.keys() & config.keys():
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        request = FakeRequest(self, config, event_buffer_size or 16 * len(config))
        self.requests.append(request)
        return request

    def drive(self, line: int, *, high: bool, time_ns: int, seen: bool | None = None) -> None:
        """Change a line's level at `time_ns`; every request that holds the line gets an edge.

        `seen` is the level that the kernel reads, if that is no longer `high`: for an edge so short that it is over by
        then.
        """
        self.high[line] = high
        for request in self.requests:
            request.put(line, high, high if seen is None else seen, time_ns)
        self.high[line] = high if seen is None else seen

    def contact(self, line: int, edges: Iterable[tuple[int, bool]]) -> None:
        """Script edges, (time in ns, level) each. They happen as `run` advances time, whether the threads have finished
        or not.
        """
        for time_ns, high in edges:
            for request in self.requests:
                request.model.edge(line, high=high, time_ns=time_ns)

    def run(self, until_ns: int) -> None:
        """Process interrupts and threads up to that time."""
        for request in self.requests:
            request.model.run(until_ns)

    def delay(self) -> int:
        """Return how long (ns) the thread that is woken now takes to begin."""
        return self.latency()

    def interrupted(self, line: int, high: bool, time_ns: int) -> None:
        """Record the level found by a hard interrupt."""
        self.high[line] = high
        self.on_interrupt(line, time_ns)

    def lose(self, line: int, *, high: bool, numbered: bool = True) -> None:
        """Change a line's level and lose the edge: after it got its numbers if `numbered`, else before."""
        self.high[line] = high
        for model in (request.model for request in self.requests):
            if line in model.lines:
                model.lines[line].high = high
            if numbered:
                model.interrupts += 1
                model.lines[line].line_number += 1

    def unplug(self) -> None:
        """Remove the chip: reads fail from now on, and threads that wait for edges are woken."""
        self.unplugged = True
        for request in self.requests:
            request.wake()

    def plug_in(self) -> None:
        """Put the chip back; earlier requests stay dead, as in the kernel."""
        for request in self.requests:
            request.is_dead = True
        self.unplugged = False

    def _check_path(self, path: str) -> None:
        if path != self.PATH or self.unplugged:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        if self.forbidden:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)


class FakeChip:
    """Replaces `gpiod.Chip`."""

    def __init__(self, gpiod: FakeGpiod) -> None:
        self._gpiod = gpiod

    def __enter__(self) -> "FakeChip":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Do nothing: the fake holds no resource."""

    def get_info(self) -> Info:
        """Return the chip's label."""
        return Info(label=self._gpiod.label)

    def get_line_info(self, line: int) -> Info:
        """Return whether a line is in use, and its consumer."""
        return Info(used=line in self._gpiod.taken, consumer=self._gpiod.taken.get(line, ""))


class FakeRequest:
    """Replaces `gpiod.LineRequest`."""

    def __init__(self, gpiod: FakeGpiod, config: Mapping[int, Any], size: int) -> None:
        self.config = dict(config)
        self.size = size
        self._gpiod = gpiod
        self._queue: deque[Any] = deque(maxlen=size)
        self._lock = threading.Lock()
        watched = [line for line in config if config[line].edge_detection is gpiod.line.Edge.BOTH]
        levels = {line: gpiod.high[line] for line in watched}
        self.model: KernelModel | ExpanderModel = (
            ExpanderModel(levels, gpiod.expander_read_ns, gpiod.delay, self._enqueue, gpiod.high.__setitem__)
            if gpiod.expander_read_ns
            else KernelModel(
                levels,
                gpiod.delay,
                self._enqueue,
                lambda line, at: gpiod.interrupted(line, self.model.lines[line].high, at),
                gpiod.step_ns,
                gpiod.high.__setitem__,
            )
        )
        self._stalled = False
        self.is_dead = False
        self._wait, self._wake = os.pipe()
        os.set_blocking(self._wait, False)

    def fileno(self) -> int:
        """Return a descriptor that is readable while edges wait."""
        return self._wait

    def get_value(self, line: int) -> Any:
        """Read a line. Raises OSError when the chip is gone."""
        self._check()
        return self._gpiod.line.Value.ACTIVE if self._gpiod.high[line] else self._gpiod.line.Value.INACTIVE

    def reconfigure_lines(self, config: Mapping[int, Any]) -> None:
        """Replace the settings of these lines. A line whose edges are no longer asked for makes no more events."""
        self._check()
        self.config.update(config)
        both = self._gpiod.line.Edge.BOTH
        self.model.masked = frozenset(line for line in self.model.lines if self.config[line].edge_detection is not both)

    def wait_edge_events(self, timeout: float | None = None) -> bool:
        """Return whether edges wait. Only a script adds edges, so this never blocks."""
        return self._is_gone or bool(self._queue)

    def read_edge_events(self, max_events: int | None = None) -> list[Any]:
        """Remove up to `max_events` from the queue and return them. Raises OSError when the chip is gone."""
        self._check()
        with self._lock:
            events = [self._queue.popleft() for _ in range(min(max_events or 64, len(self._queue)))]
            if not self._queue:
                self._hush()
        return events

    def release(self) -> None:
        """Release the lines."""
        self._gpiod.requests.remove(self)
        os.close(self._wait)
        os.close(self._wake)

    def put(self, line: int, high: bool, seen: bool, time_ns: int) -> None:
        """Interrupt for an edge of a requested and watched line, and let its thread read the level `seen`."""
        if line not in self.model.lines:
            return
        self.model.lines[line].high = not high
        self.model.edge(line, high=high, time_ns=time_ns)
        self.model.run(time_ns)
        self.model.lines[line].high = seen
        self.model.finish()

    def _enqueue(self, event: KernelEvent) -> None:
        """Queue an event; a full queue drops its oldest."""
        kind = self._gpiod.EdgeEvent.Type
        value = kind.RISING_EDGE.value if event.high else kind.FALLING_EDGE.value
        numbers = event.number, event.line_number
        with self._lock:
            self._queue.append(self._gpiod.EdgeEvent(value, event.stamp_ns, event.line, *numbers))
            self.wake()

    def shuffle(self, order: Iterable[int]) -> None:
        """Reorder the queue, as interrupt threads that overtake each other do."""
        events = list(self._queue)
        self._queue.clear()
        self._queue.extend(events[place] for place in order)

    def wake(self) -> None:
        """Make the descriptor readable."""
        if not self._stalled:
            os.write(self._wake, b"x")

    def stall(self) -> None:
        """Stop waking readers, as when the threads that wait for edges get no processor time."""
        self._stalled = True

    def _hush(self) -> None:
        try:
            while os.read(self._wait, 4096):
                pass
        except BlockingIOError:
            return

    @property
    def _is_gone(self) -> bool:
        return self.is_dead or self._gpiod.unplugged

    def _check(self) -> None:
        if self._is_gone:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))


class ExpanderModel:
    """The kernel's side of an expander such as the MCP23017, with the interface of `KernelModel`. All times in ns.

    It has one interrupt for all lines. Its handler is a thread (`mcp23s08_irq` in `drivers/pinctrl/pinctrl-mcp23s08.c`)
    that reads over I2C which lines have changed, and calls their nested handlers one after another, in pin order.
    There is no hard handler of a line, so gpiolib stamps in the nested one (`edge_irq_thread`) and then reads the level
    over I2C again: stamps lie `read_ns` apart, and no number is missing. A change during a pass is in the next one.
    """

    def __init__(
        self,
        levels: Mapping[int, bool],
        read_ns: int,
        latency: Callable[[], int],
        on_event: Callable[[KernelEvent], None],
        on_level: Callable[[int, bool], None],
    ) -> None:
        """`on_level` is called with line and level of each change; the rest as for `KernelModel`."""
        self.lines = {line: LineOfKernel(high) for line, high in levels.items()}
        self.interrupts = 0
        self.masked: frozenset[int] = frozenset()
        """The lines without edges: they change their levels, and nobody is interrupted."""
        self._read_ns = read_ns
        self._latency = latency
        self._on_event = on_event
        self._on_level = on_level
        self._coming: list[tuple[int, int, bool]] = []
        self._idle_from = 0

    def edge(self, line: int, *, high: bool, time_ns: int) -> None:
        """Schedule a change of a line's level."""
        self._coming.append((time_ns, line, high))
        self._coming.sort()

    def run(self, until_ns: int) -> None:
        """Run every pass of the handler that begins by then, to its end."""
        while self._coming and (begin := max(self._coming[0][0], self._idle_from) + self._latency()) <= until_ns:
            self._pass(begin)

    def finish(self) -> None:
        """Run every pass."""
        while self._coming:
            self.run(max(self._coming[-1][0], self._idle_from) + self._latency())

    def _pass(self, begin: int) -> None:
        """Read which lines have changed by `begin`, and make an event of each, in pin order."""
        changed = [change for change in self._coming if change[0] <= begin]
        self._coming = self._coming[len(changed) :]
        levels = {line: high for _, line, high in changed}
        now = begin + self._read_ns
        for number, high in sorted(levels.items()):
            line = self.lines[number]
            if line.high == high:
                continue  # it has changed back: the chip shows no change
            line.high = high
            self._on_level(number, high)
            if number in self.masked:
                continue
            line.line_number += 1
            self.interrupts += 1
            own = self.interrupts if len(self.lines) > 1 else line.line_number
            self._on_event(KernelEvent(number, high, now, own, line.line_number, now + self._read_ns))
            now += self._read_ns
        self._idle_from = now


@dataclass(frozen=True, slots=True)
class Scripted:
    """An interrupt of the script. Its sample is in the ring from `visible_ns` on, or never (`lost`)."""

    line: int
    time_ns: int
    visible_ns: int
    lost: bool


@dataclass(slots=True)
class FakeRing:
    """One processor's unread samples, oldest first. None before `known_ns` is missing without having been reported."""

    known_ns: int
    waiting: list[Scripted] = field(default_factory=list)
    last_ns: int = 0
    visible_ns: int = 0

    def drained(self, now: int, capacity: int) -> list[Scripted | InterruptsLost]:
        """Return the samples that are visible by now, and the intervals in which samples are missing."""
        due = [sample for sample in self.waiting if sample.visible_ns <= now]
        self.waiting = self.waiting[len(due) :]
        reported: list[Scripted | InterruptsLost] = []
        is_missing = False
        for sample in due:
            if sample.lost or not capacity:
                is_missing = True
                continue
            if is_missing:
                reported.append(InterruptsLost(self.known_ns, max(self.known_ns, sample.time_ns)))
            is_missing, capacity = False, capacity - 1
            self.known_ns = max(self.known_ns, sample.time_ns)
            reported.append(sample)
        if is_missing or not capacity:
            reported.append(InterruptsLost(self.known_ns, now))
            self.known_ns = now
        self.known_ns = max(self.known_ns, now - UNDER_WAY_NS)
        return reported


class FakeInterruptTrace:
    """An `InterruptStamps` that plays a script: interrupts with their stamps, lost samples, and the end of the trace.

        trace = FakeInterruptTrace(clock)
        trace.watch([17])
        trace.interrupt(17, at_ns=81_000_000)
        trace.interrupt(17, at_ns=81_012_000, lost=True)

    It has the kernel's limits: each processor has its own ring with limited room between two readings, which reports a
    loss only when a later sample finds room; and the rings are independent of each other.

    It begins to trace when it is created. `capacity`: samples that a processor keeps until they are read.
    `unseen` are lines whose interrupts cannot be found. All times are ns on `clock`.
    """

    def __init__(self, clock: Clock, *, capacity: int = 10_000, unseen: Iterable[int] = ()) -> None:
        self.since_ns = clock()
        self.is_connected = True
        self.unwatched: frozenset[int] = frozenset()
        self._clock = clock
        self._capacity = capacity
        self._unseen = frozenset(unseen)
        self._lines: frozenset[int] = frozenset()
        self._rings: dict[int, FakeRing] = {}
        self._kept: list[Traced] = []
        self._looked_ns = self.since_ns
        self._ends = False

    def interrupt(self, line: int, *, at_ns: int, delay_ns: int = 0, lost: bool = False, processor: int = 0) -> None:
        """Script a hard interrupt; its sample is visible `delay_ns` later, at most UNDER_WAY_NS, and in its ring's
        order.

        Raises ValueError for a longer delay, or a stamp before the last one of its processor.
        """
        ring = self._rings.setdefault(processor, FakeRing(self.since_ns))
        if at_ns < ring.last_ns or not 0 <= delay_ns <= UNDER_WAY_NS:
            raise ValueError(f"an interrupt at {at_ns} seen {delay_ns} ns later, behind one at {ring.last_ns}")
        ring.last_ns, ring.visible_ns = at_ns, max(ring.visible_ns, at_ns + delay_ns)
        if at_ns > self.since_ns:
            ring.waiting.append(Scripted(line, at_ns, ring.visible_ns, lost))

    def end(self) -> None:
        """End the trace: the next reading finds that the kernel has stopped, and reports a loss since the reading
        before.
        """
        self._ends = True

    def watch(self, lines: Iterable[int]) -> None:
        """Return these lines' interrupts from now on. Unread samples are kept if their line was watched or is now."""
        wanted = frozenset(lines)
        found = wanted - self._unseen
        self._lines |= found
        self._kept += self._collect()
        self._lines, self.unwatched = found, wanted - found

    def read(self) -> list[Traced]:
        """Return everything since the last call, sorted."""
        kept, self._kept = self._kept, []
        return sorted([*kept, *self._collect()], key=when)

    def close(self) -> None:
        """End the trace and drop unread samples."""
        self.is_connected = False
        self._kept = []

    def _collect(self) -> list[Traced]:
        if not self.is_connected:
            return []
        now = self._clock()
        reported: list[Traced] = []
        for ring in self._rings.values():
            for event in ring.drained(now, self._capacity):
                if isinstance(event, InterruptsLost):
                    reported.append(event)
                elif event.line in self._lines:
                    reported.append(HardInterrupt(event.line, event.time_ns))
        if self._ends:
            self.is_connected = False
            reported.append(InterruptsLost(self._looked_ns, now))
        self._looked_ns = now
        return reported


PI_4B = "c03111"
"""Revision code of the Pi that the factory simulates."""


class StampedMockPin(MockPin):  # type: ignore[misc]  # gpiozero publishes no types
    """A mock pin whose edges have the given stamp, or else the time of the factory's clock, in ns."""

    _edge_ns: int | None = None

    def drive_low(self, time_ns: int | None = None) -> None:
        """Pull the pin low at `time_ns`; with the pull-up of a button, this is its press."""
        self._edge_ns = time_ns
        super().drive_low()

    def drive_high(self, time_ns: int | None = None) -> None:
        """Release the pin to high at `time_ns`."""
        self._edge_ns = time_ns
        super().drive_high()

    def lose_low(self) -> None:
        """Pull the pin low without reporting the edge."""
        self._change_state(False)

    def lose_high(self) -> None:
        """Release the pin to high without reporting the edge."""
        self._change_state(True)

    def _call_when_changed(self) -> None:
        stamp = self.factory.ticks() if self._edge_ns is None else Stamp(self._edge_ns)
        PiPin._call_when_changed(self, stamp, int(self.state))


class StampedMockFactory(MockFactory):  # type: ignore[misc]  # gpiozero publishes no types
    """gpiozero's mock factory with `StampedMockPin`s and a given clock.

        factory = StampedMockFactory(clock)
        factory.pin(17).drive_low(time_ns=81_000_000)      # a finger on the button at GPIO 17
        factory.pin(17).lose_high()                        # it lets go, and the kernel loses the edge

    gpiozero's own `MockPin` stamps "now" and has no lost edges.
    """

    lag_ns = 0

    def __init__(self, clock: Clock) -> None:
        super().__init__(PI_4B, StampedMockPin)
        self._clock = clock

    def ticks(self) -> float:
        """Return the clock's time as a `Stamp`."""
        return Stamp(self._clock())

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        """Return the seconds between two ticks."""
        return later - earlier
