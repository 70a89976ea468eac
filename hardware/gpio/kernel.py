"""One kernel request for all button lines: the kernel keeps their order and numbers their edges.

A thread sleeps until the kernel has edges, so that its queue never fills while the program is busy; `pump` reads it
empty from any thread, so that the program need not wait for that one. Kernel interface: linux/gpio.h, version 2.

The kernel's stamp is not always that of the first contact (`sequence.py`). Where every interrupt is traced
(`first_contact.py`), an edge has the stamp of its first interrupt. Where not, an edge whose stamp was overwritten may
have been up to `EARLY_NS` earlier, which it says.
"""

import errno
import os
import select
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final

from hardware.clock import MS, Clock
from hardware.errors import GpioNotAllowed, NoSuchChip, PinTaken
from hardware.gpio.first_contact import FirstContacts
from hardware.gpio.interrupts import InterruptStamps
from hardware.gpio.sequence import Numbered, Sequence, Settled

BUFFER = 1024
"""Edges the kernel keeps for us: the most it takes (GPIO_V2_LINES_MAX × 16); its default is 16 a line."""

CONSUMER = "photofinish"
"""Who we are in `gpioinfo`."""

EARLY_NS = 1 * MS
"""How long an interrupt's thread may take, and so how late an overwritten stamp may be: more would gain a seat that
always bounces over half a point in a hundred (decision 0060). A machine that is slower is not judged (`Delays`)."""

OnEdge = Callable[[int, bool, int, int], None]
"""Takes line, level (True is high), stamp in ns, and how much earlier the edge may have been (ns)."""

Trace = Callable[[], InterruptStamps | None]
"""Gives what has every interrupt's stamp, or None while there is nothing."""

OnLost = Callable[[int | None, int, str], None]
"""Takes count or None, stamp in ns of the event that showed it, and a `hardware.events.Why`."""


class Delays:
    """Whether interrupt threads keep to `EARLY_NS`: an event that was not there when the queue was read empty, so long
    after its stamp, was late for certain. One that nobody looked for is not noticed, and our own delays count nothing.
    """

    FEWEST: Final = 10_000
    """One late event in so many is allowed: the 99.99th percentile is what must keep to the bound."""

    def __init__(self) -> None:
        self.events = 0
        self.late = 0
        self._read_ns = 0

    def note(self, stamp_ns: int) -> None:
        """An event came that was not there at the last reading."""
        self.events += 1
        self.late += self._read_ns - stamp_ns > EARLY_NS

    def read_empty(self, begin_ns: int) -> None:
        """The queue was read empty, in a reading that began then (ns)."""
        self._read_ns = begin_ns

    @property
    def are_short(self) -> bool:
        """False if more than one event in `FEWEST` was late."""
        return self.late * self.FEWEST <= max(self.events, self.FEWEST)


class KernelLines:
    """The lines of one GPIO chip that this program holds, in one request.

    `gpiod` is the package, or what stands for it. Both callbacks run in whichever thread pumps, under one lock; they
    must not raise.
    """

    def __init__(
        self,
        gpiod: Any,
        path: str,
        clock: Clock,
        on_edge: OnEdge,
        on_lost: OnLost,
    ) -> None:
        self._gpiod = gpiod
        self._path = path
        self._clock = clock
        self._on_edge = on_edge
        self._on_lost = on_lost
        self._pulls: dict[int, str] = {}
        self._lock = threading.RLock()
        self._request: Any = None
        self._reader: Reader | None = None
        self._sequence = Sequence(EARLY_NS)
        self._overwritten = 0
        self._contacts: FirstContacts | None = None
        self._gone = False
        self.delays = Delays()
        self.trace: Trace = lambda: None
        """Gives what has every interrupt's stamp, from when it is there; it is asked at every reading until then."""

    @property
    def overwritten(self) -> int:
        """How many stamps the kernel overwrote so far, whether a trace made up for it or not."""
        return self._overwritten + self._sequence.overwritten

    @property
    def is_traced(self) -> bool:
        """True while every interrupt's stamp is seen, so that a first contact has its own."""
        return self._contacts is not None and self._contacts.is_there

    def claim(self, lines: Iterable[int], pull: str) -> None:
        """Take hold of `lines` with a pull ("up", "down", "floating"), beside those held already.

        The kernel cannot add to a request, so all lines are asked for anew; edges of that moment are lost, which is
        why a source claims all its lines at once. Raises PinTaken, GpioNotAllowed or NoSuchChip.
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
            self._take(wanted)
        except BaseException:
            if self._pulls:
                self._take(self._pulls)  # a line that cannot be had costs no other
            raise

    def pull(self, line: int) -> str:
        """Give the pull of a line, "floating" when it is not held."""
        return self._pulls.get(line, "floating")

    def holds(self, line: int) -> bool:
        """Tell whether a line is in the request."""
        return self._request is not None and line in self._pulls

    def level(self, line: int) -> bool:
        """Read a line that is held; True is high."""
        with self._lock:
            return bool(self._request.get_value(line))

    def pump(self) -> bool:
        """Read the kernel's queue empty and hand every edge on. Gives False when the device is gone; never raises."""
        with self._lock:
            if self._request is None or self._gone:
                return False
            now = self._clock()
            try:
                self._read(now)
            except OSError:
                self._gone = True  # whoever pumps is told, and knows since when nothing has been read
            self._use_trace(now)
            if self._contacts is not None:
                self._contacts.gather()
            for settled in self._sequence.settled(now if self._gone else now - EARLY_NS, self._is_traced):
                self._hand_on(settled)
            return not self._gone

    def close(self) -> None:
        """Let go of all lines."""
        self._let_go()
        self._pulls = {}

    def _use_trace(self, begin_ns: int) -> None:
        if self._contacts is None and (trace := self.trace()) is not None:
            self._contacts = FirstContacts(trace, self._pulls, begin_ns)

    def _read(self, now: int) -> None:
        """Read the kernel's queue empty. Raises OSError when the device is gone."""
        while self._request.wait_edge_events(0):
            for event in self._request.read_edge_events(BUFFER):
                self._sequence.take(event)
                self.delays.note(event.timestamp_ns)
        self.delays.read_empty(now)

    def _is_traced(self, event: Numbered, missing: int) -> bool:
        return self._contacts is not None and self._contacts.contact(event, missing) is not None

    def _hand_on(self, settled: Settled) -> None:
        """Hand an event on: with its first interrupt's stamp, or its own and how late that may be.

        The level is what the thread read behind the last interrupt, so it holds from the last stamp on as well.
        """
        event: Any = settled.event
        line, high, stamp = event.line_offset, event.event_type is event.Type.RISING_EDGE, event.timestamp_ns
        contact = None if self._contacts is None else self._contacts.contact(event, settled.missing)
        if settled.lost:
            self._on_lost(settled.lost, stamp, "sequence")
            contact = None  # of all that were lost, nobody knows which interrupt was whose
        if contact is None:
            self._on_edge(line, high, stamp, EARLY_NS if settled.missing else 0)
        else:
            self._on_edge(line, high, contact.first_ns, 0)
            if contact.interrupts > 1:
                self._on_edge(line, high, stamp, 0)
        if self._contacts is not None:
            self._contacts.done(event, is_believed=contact is not None)

    def _take(self, pulls: dict[int, str]) -> None:
        with self._lock:
            begin = self._clock()
            self._request = self._ask_for(pulls)
            self._pulls = pulls
            self._overwritten += self._sequence.overwritten
            self._sequence = Sequence(EARLY_NS)
            self._gone = False
            self.delays = Delays()
            self._contacts = None
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
        """Settings of every line: both edges, stamped on CLOCK_MONOTONIC, and no debounce of the kernel's."""
        line = self._gpiod.line
        bias = {"up": line.Bias.PULL_UP, "down": line.Bias.PULL_DOWN, "floating": line.Bias.DISABLED}
        return {
            number: self._gpiod.LineSettings(
                direction=line.Direction.INPUT,
                edge_detection=line.Edge.BOTH,
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
        """Give those of the lines that are in use, and by whom as far as the kernel knows."""
        with self._gpiod.Chip(self._path) as chip:
            infos = [(line, chip.get_line_info(line)) for line in pulls]
        taken = [(line, info.consumer or "the kernel") for line, info in infos if info.used]
        if not taken:
            return sorted(pulls), "somebody who has let go in the meantime"
        return [line for line, _ in taken], " and ".join(sorted({consumer for _, consumer in taken}))


class Reader(threading.Thread):
    """Sleeps until the kernel has edges, then pumps. It ends when told to, or when the pump gives False."""

    def __init__(self, descriptor: int, pump: Callable[[], bool]) -> None:
        super().__init__(name="gpio-reader", daemon=True)
        self._pump = pump
        self._wake_read, self._wake_write = os.pipe()
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)
        self._poll.register(self._wake_read, select.POLLIN)

    def run(self) -> None:
        """Wait for either end: edges, or the order to stop."""
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
    """Give the name of the group that owns a file, "" when there is none."""
    import grp  # not on every system that imports this module
    from pathlib import Path

    try:
        return grp.getgrgid(Path(path).stat().st_gid).gr_name
    except (OSError, KeyError):
        return ""
