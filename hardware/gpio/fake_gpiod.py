"""A fake of the package `gpiod`: the kernel as our pin factory sees it, with one scripted chip.

    gpiod = FakeGpiod()
    factory = GpiodFactory(FakeGpiod.PATH, gpiod=gpiod)
    gpiod.drive(17, high=False, time_ns=81_000_000)

Edges become events as in the kernel (`kernel_model.py`): `drive` lets the interrupt's thread finish,
`contact` and `run` do not, so bounce overwrites stamps. With `expander_read_ns` the chip is an expander behind I2C
(`ExpanderModel`). The queue is bounded; a full queue drops its oldest edge.
Settings, values and events are the real package's own, so it must be installed (Linux).
"""

import errno
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import Any, Final, NamedTuple

import hardware.gpio.gpiod_factory as real
from hardware.gpio.kernel_model import STEP_NS, KernelEvent, KernelModel, LineOfKernel

LINES: Final = 58
"""The lines of the chip, as many as a Pi 4's has."""


class Info(NamedTuple):
    """The fields of `gpiod`'s `ChipInfo` and `LineInfo` that are used."""

    label: str = ""
    used: bool = False
    consumer: str = ""


class FakeGpiod:
    """Replaces the module `gpiod`, with one chip at `PATH`.

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
