"""One kernel request for all button lines: the kernel keeps their order and numbers their edges.

A thread sleeps until the kernel has edges, so that its queue never fills while the program is busy. Any thread may call
`pump` to empty the queue, so the program need not wait for that thread. Kernel interface: linux/gpio.h, version 2.

The kernel's stamp is not always that of the first contact (`sequence.py`). Where every interrupt is traced
(`trace/edges.py`), the edges are the interrupts. Elsewhere, an edge whose stamp was overwritten may have happened up to
`EARLY_NS` earlier, and carries that bound; where threads were late, up to `LATE_NS`. Until this machine has shown that
its threads are punctual (`Delays.PROOF`), an edge that a late one may have stamped is in no order to others.

A line that storms is requested without edges for a while, so that it takes no time from the others.
"""

import errno
import os
import select
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from hardware import posix
from hardware.clock import MS, Clock
from hardware.errors import GpioNotAllowed, NoSuchChip, PinTaken
from hardware.gpio.sequence import SPAN, Numbered, Sequence, Settled
from hardware.gpio.trace.edges import LATE_NS, Edge, TracedLines
from hardware.gpio.trace.interrupts import UNDER_WAY_NS, InterruptStamps
from hardware.source import Why

BUFFER = 1024
"""Edges the kernel queues for us: its maximum (GPIO_V2_LINES_MAX × 16); its default is 16 a line."""

CONSUMER = "photofinish"
"""Our consumer name in `gpioinfo`."""

EARLY_NS = 1 * MS
"""How long an interrupt's thread may take, and so how late an overwritten stamp may be. With more, a seat that always
bounces would gain over half a point in a hundred (decision 0060). Races on a slower machine are not judged (`Delays`).
"""

STORM_EDGES: Final = 200
STORM_WINDOW_NS: Final = 20 * MS
STORM_MASK_NS: Final = 200 * MS
"""A line with more edges than this within the window is masked for so long, as on the board (docs/protocol.md)."""

OnEdge = Callable[[Edge], None]
"""Takes an edge."""

Trace = Callable[[], InterruptStamps | None]
"""Returns the stamps of all interrupts, or None while there is no trace."""

OnLost = Callable[[int | None, int, Why, Mapping[int, bool]], None]
"""Takes count or None, stamp in ns of the event that revealed the loss, a `hardware.source.Why`, and the levels (True
is high) of the lines that the loss is about, as far as they are known."""


class Delays:
    """Measures whether interrupt threads keep to `EARLY_NS`.

    An event that was not in the queue when it was read empty, that long after the event's stamp, was certainly late.
    The shorter a late event exceeds the bound, the less often a reading falls between the bound and the event: each one
    found so counts for all that were not (`late` is an estimate of their number). Delays of this program count for
    nothing.
    """

    FEWEST: Final = 10_000
    """One event in this many may be late: the 99.99th percentile must keep to the bound."""
    PROOF: Final = 1_000
    """So many punctual events, of a hundred presses or two, show that a late one is rare."""
    READINGS: Final = 64
    """The latest readings that are kept."""

    def __init__(self) -> None:
        self.events = 0
        self.late = 0.0
        self._readings: deque[int] = deque(maxlen=self.READINGS)

    def note(self, stamp_ns: int, now_ns: int) -> bool:
        """Count an event that was not there at the last reading, and is there now; return whether it was late."""
        self.events += 1
        due_ns = stamp_ns + EARLY_NS
        is_late = bool(self._readings) and self._readings[-1] > due_ns
        if is_late:
            self.late += self._share(due_ns, now_ns)
        return is_late

    def _share(self, due_ns: int, now_ns: int) -> float:
        """Return how many late events one stands for, that was found by the first reading after `due_ns`.

        It came within `now_ns - due_ns`, of the time between that reading and the one before.
        """
        after = next(place for place, begin_ns in enumerate(self._readings) if begin_ns > due_ns)
        if not after:
            return 1.0  # later than all the readings that are kept
        return max((self._readings[after] - self._readings[after - 1]) / max(now_ns - due_ns, 1), 1.0)

    def read_empty(self, begin_ns: int) -> None:
        """Record that the queue was read empty, in a reading that began at `begin_ns`."""
        self._readings.append(begin_ns)

    @property
    def are_short(self) -> bool:
        """False if more than one event in `FEWEST` was late."""
        return self.late * self.FEWEST <= max(self.events, self.FEWEST)

    @property
    def are_proven(self) -> bool:
        """True once `PROOF` events have come, and hardly one of all was late."""
        return self.events >= self.PROOF and self.are_short


class Storms:
    """Which lines have more than `STORM_EDGES` edges within `STORM_WINDOW_NS`, and until when they are masked."""

    def __init__(self) -> None:
        self.masked: dict[int, int] = {}
        """The masked lines, and until when (ns)."""
        self._windows: dict[int, tuple[int, int]] = {}

    def begins(self, line: int, at_ns: int) -> bool:
        """Count an edge; return whether the line storms with it."""
        begin, count = self._windows.get(line, (at_ns, 0))
        if at_ns - begin > STORM_WINDOW_NS:
            begin, count = at_ns, 0
        self._windows[line] = begin, count + 1
        return count >= STORM_EDGES and line not in self.masked

    def over(self, now_ns: int) -> list[int]:
        """Return the lines whose mask ends by now, and forget them."""
        over = [line for line, until in self.masked.items() if until <= now_ns]
        for line in over:
            del self.masked[line], self._windows[line]
        return over


class KernelLines:
    """The lines of one GPIO chip that this program holds, in one request.

    `gpiod` is the package, or a fake of it. `is_header`: the chip is one of those that stamp each edge in its hard
    interrupt. `on_edge` and `when_lost` run in the thread that calls `pump`, under one lock; they must not raise.
    """

    def __init__(
        self,
        gpiod: Any,
        path: str,
        clock: Clock,
        on_edge: OnEdge,
        *,
        is_header: bool,
    ) -> None:
        self._gpiod = gpiod
        self._path = path
        self._clock = clock
        self._on_edge = on_edge
        self.stamps_in_interrupt = is_header
        self.when_lost: OnLost = lambda _count, _time_ns, _why, _levels: None
        """Called for edges that the kernel lost."""
        self._pulls: dict[int, str] = {}
        self._lock = threading.RLock()
        self._request: Any = None
        self._reader: Reader | None = None
        self._sequence = Sequence(EARLY_NS)
        self._overwritten = 0
        self._traced: TracedLines | None = None
        self._used: InterruptStamps | None = None
        self._storms = Storms()
        self._gone = False
        self.reported_until_ns = 0
        """The time up to which every edge has been passed on, as of the last `pump`."""
        self.delays = Delays()
        self.trace: Trace = lambda: None
        """Returns the stamps of all interrupts once they are available; called at every reading until then."""

    @property
    def overwritten(self) -> int:
        """The number of stamps that the kernel has overwritten, with or without a trace to correct them."""
        return self._overwritten + self._sequence.overwritten

    @property
    def is_punctual(self) -> bool:
        """False if interrupt threads exceeded the bound on a stamp's interval: races then need a trace to be judged."""
        return self.is_traced or self.delays.are_short

    @property
    def is_traced(self) -> bool:
        """True while every interrupt is traced, so that a first contact has its own stamp."""
        return self._traced is not None and self._traced.is_connected

    @property
    def masked(self) -> Collection[int]:
        """The lines that storm, and are not listened to for a while."""
        return self._storms.masked.keys()

    def claim(self, lines: Iterable[int], pull: str) -> None:
        """Request `lines` with a pull ("up", "down", "floating"), in addition to those held already.

        The kernel cannot add to a request, so all lines are requested again. Edges during the change are lost, so a
        source should claim all its lines at once. Raises PinTaken, GpioNotAllowed or NoSuchChip.
        """
        wanted = {**self._pulls, **dict.fromkeys(lines, pull)}
        if self._request is not None and wanted == self._pulls:
            return
        if self._request is not None and wanted.keys() == self._pulls.keys():
            self._request.reconfigure_lines(self._config(wanted))
            self._pulls = wanted
            return
        self._let_go()
        try:
            self._request_lines(wanted)
        except BaseException:
            if self._pulls:
                self._request_lines(self._pulls)  # a line that is not available must not cost the others
            raise

    def listen(self, when_lost: OnLost) -> None:
        """Call `when_lost` for edges that the kernel lost, in the thread that calls `pump`."""
        self.when_lost = when_lost

    def pull(self, line: int) -> str:
        """Return the pull of a line, "floating" when it is not held."""
        return self._pulls.get(line, "floating")

    def holds(self, line: int) -> bool:
        """Return whether a line is in the request."""
        return self._request is not None and line in self._pulls

    def level(self, line: int) -> bool:
        """Read a line that is held; True is high."""
        with self._lock:
            return bool(self._request.get_value(line))

    def pump(self) -> bool:
        """Read the kernel's queue empty and pass every edge on. Return False when the device is gone; never raises."""
        with self._lock:
            if self._request is None or self._gone:
                return False
            begin = self._clock()
            try:
                self._unmask(begin)
                self._read(begin)
                self._pass_on(begin)
            except OSError:
                self._gone = True  # the caller gets False, and knows the time of its last complete reading
                self._pass_on(begin)
            return not self._gone

    def renew_trace(self) -> None:
        """Use what `trace` returns now in place of a trace that has ended, or that lacks a line."""
        with self._lock, suppress(OSError):  # the device is gone: the next `pump` says so
            if not self.is_traced:
                self._used = None
            if self._request is not None and not self._gone:
                self._use_trace(self._clock())

    def close(self) -> None:
        """Release all lines."""
        self._let_go()
        self._pulls = {}

    def _use_trace(self, begin_ns: int) -> None:
        trace = self.trace()
        if trace is not None and trace is not self._used:
            self._used = trace
            self._traced = TracedLines(trace, {line: self.level(line) for line in self._pulls}, begin_ns)

    def _read(self, begin_ns: int) -> None:
        """Read the kernel's queue empty. Raises OSError when the device is gone."""
        while self._request.wait_edge_events(0):
            events = self._request.read_edge_events(BUFFER)
            now = self._clock()
            for event in events:
                is_late = self.delays.note(event.timestamp_ns, begin_ns)
                self._sequence.record(event, now, is_late=is_late)
        self.delays.read_empty(begin_ns)

    def _pass_on(self, begin_ns: int) -> None:
        """Pass on what was read, and the interrupts of the trace. Raises OSError when the device is gone."""
        read_ns = self._clock()
        if not self._gone:
            self._use_trace(begin_ns)
        if self._traced is not None:
            for edge in self._traced.edges(read_ns):
                self._report(edge)
        for settled in self._sequence.settled(begin_ns if self._gone else begin_ns - EARLY_NS, self._is_traced):
            self._settle(settled)
        if self._traced is not None and self._traced.is_connected:
            until_ns = self._traced.reported_until_ns(begin_ns - UNDER_WAY_NS)
        else:
            until_ns = begin_ns - LATE_NS
        self.reported_until_ns = max(self.reported_until_ns, until_ns)

    def _is_traced(self, event: Numbered, _missing: int) -> bool:
        return self._traced is not None and self._traced.has(event.line_offset, event.timestamp_ns)

    def _settle(self, settled: Settled) -> None:
        """Pass an event on, unless its interrupts were: with its stamp and the bound on how late that may be.

        The level is the one that the thread read after the last interrupt.
        """
        event: Any = settled.event
        line, high, stamp = event.line_offset, event.event_type is event.Type.RISING_EDGE, event.timestamp_ns
        # a request of one line has the line's numbers alone, which show no overwritten stamp
        missing = settled.missing if len(self._pulls) > 1 else SPAN
        bound = EARLY_NS if self.delays.are_short and not settled.is_late else LATE_NS
        early = bound if missing else 0
        resolution = LATE_NS if settled.others and not self.delays.are_proven else 0
        if settled.lost and line not in self._storms.masked and not self._is_traced(event, 0):
            self.when_lost(settled.lost, stamp, "sequence", {})
        edge: Edge | None = Edge(line, high, stamp, early)
        if self._traced is not None:
            edge = self._traced.confirm(line, stamp, high=high, early_ns=early)
        if edge is not None:
            self._report(edge._replace(resolution_ns=resolution))

    def _report(self, edge: Edge) -> None:
        """Pass an edge on, unless its line is masked; mask the line where it storms."""
        line, high, stamp = edge.line, edge.high, edge.time_ns
        if line in self._storms.masked:
            return
        self._on_edge(edge)
        if self._storms.begins(line, stamp) and not self._gone:
            self._storms.masked[line] = self._clock() + STORM_MASK_NS
            self.when_lost(None, stamp, "storm", {line: high})
            self._reconfigure()

    def _unmask(self, now_ns: int) -> None:
        """Listen again to the lines whose mask is over. Raises OSError when the device is gone."""
        if over := self._storms.over(now_ns):
            self._reconfigure()
            if self._traced is not None:
                self._traced.restart({line: self.level(line) for line in over})

    def _reconfigure(self) -> None:
        """Set the lines' edges anew; the kernel leaves the lines whose settings stay as they are."""
        self._request.reconfigure_lines(self._config(self._pulls))

    def _request_lines(self, pulls: dict[int, str]) -> None:
        with self._lock:
            begin = self._clock()
            self._request = self._ask_for(pulls)
            self._pulls = pulls
            self._overwritten += self._sequence.overwritten
            self._sequence = Sequence(EARLY_NS)
            self._gone = False
            self.delays = Delays()
            self._storms = Storms()
            self._traced = self._used = None
            self._use_trace(begin)
        self._reader = Reader(self._request.fileno(), self.pump)
        self._reader.start()

    def _let_go(self) -> None:
        if self._reader is not None:
            self._reader.stop()
            self._reader = None
        with self._lock:
            if self._request is not None:
                self._request.release()
                self._request = None

    def _config(self, pulls: dict[int, str]) -> dict[int, Any]:
        """Return the settings of every line: both edges, stamped on CLOCK_MONOTONIC, without the kernel's debounce.

        A masked line has no edges.
        """
        line = self._gpiod.line
        bias = {"up": line.Bias.PULL_UP, "down": line.Bias.PULL_DOWN, "floating": line.Bias.DISABLED}
        return {
            number: self._gpiod.LineSettings(
                direction=line.Direction.INPUT,
                edge_detection=line.Edge.NONE if number in self._storms.masked else line.Edge.BOTH,
                bias=bias[pull],
                event_clock=line.Clock.MONOTONIC,
            )
            for number, pull in pulls.items()
        }

    def _ask_for(self, pulls: dict[int, str]) -> Any:
        try:
            return self._gpiod.request_lines(
                self._path, config=self._config(pulls), consumer=CONSUMER, event_buffer_size=BUFFER
            )
        except PermissionError as error:
            raise GpioNotAllowed(self._path, group_of(self._path)) from error
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENODEV):
                raise NoSuchChip(self._path) from error
            if error.errno != errno.EBUSY:
                raise
            pins, by = self._who_has(pulls)
            raise PinTaken(pins, by) from error

    def _who_has(self, pulls: Iterable[int]) -> tuple[list[int], str]:
        """Return the lines that are in use, and their consumers as far as the kernel knows them."""
        with self._gpiod.Chip(self._path) as chip:
            infos = [(line, chip.get_line_info(line)) for line in pulls]
        taken = [(line, info.consumer or "the kernel") for line, info in infos if info.used]
        if not taken:
            return sorted(pulls), "somebody who has let go in the meantime"
        return [line for line, _ in taken], " and ".join(sorted({consumer for _, consumer in taken}))


class Reader(threading.Thread):
    """Sleeps until the kernel has edges, then pumps. It ends after `stop`, or when the pump returns False."""

    def __init__(self, descriptor: int, pump: Callable[[], bool]) -> None:
        super().__init__(name="gpio-reader", daemon=True)
        self._pump = pump
        self._wake_read, self._wake_write = os.pipe()
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)
        self._poll.register(self._wake_read, select.POLLIN)

    def run(self) -> None:
        """Pump whenever edges arrive, until `stop` is called."""
        while True:
            ready = [descriptor for descriptor, _ in self._poll.poll()]
            if self._wake_read in ready or not self._pump():
                return

    def stop(self) -> None:
        """End the thread and wait for it."""
        os.write(self._wake_write, b"x")
        self.join()
        os.close(self._wake_read)
        os.close(self._wake_write)


def group_of(path: str) -> str:
    """Return the name of the group that owns a file, "" when there is none."""
    try:
        return posix.group_of(Path(path))
    except OSError:
        return ""
