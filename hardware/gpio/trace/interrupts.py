"""Stamps of every hard interrupt of our lines, from the kernel's tracepoint irq:irq_handler_entry.

A line request keeps one stamp a line, and each bounce replaces it until the interrupt's thread has run
(`edge_irq_handler` in `drivers/gpio/gpiolib-cdev.c`). The tracepoint fires before each handler, so the first contact's
stamp is among its samples. Opening it needs a privilege that the game does not have: `helper.py` opens it, one
perf event per processor, and passes the descriptors on (`link.py`). This module maps and reads them, which needs
no privilege.

The helper exits as soon as it has sent the descriptors. The events live on, because a descriptor that was passed on
holds its event as the original did (unix(7), SCM_RIGHTS), and end with this process, however it ends.
"""

import mmap
import select
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from hardware.clock import MS, Clock, monotonic_ns
from hardware.errors import NoInterruptTrace
from hardware.gpio.trace.helper import ONLINE, close_all
from hardware.gpio.trace.link import PATIENCE_S, SOCKET, ask
from hardware.gpio.trace.records import MISSING, Format, Ring, Sample, parse_format, parse_records

IRQS: Final = Path("/sys/kernel/irq")
UNDER_WAY_NS: Final = 10 * MS
"""The longest time from a sample's stamp until it is visible: an emulated processor may be preempted in between."""
LOOK_NS: Final = 1_000 * MS
"""The interval between two checks of the descriptors and the processors."""


@dataclass(frozen=True, slots=True)
class HardInterrupt:
    """The kernel began to handle an interrupt of `line`, a chip's offset, at `time_ns` on CLOCK_MONOTONIC."""

    line: int
    time_ns: int


@dataclass(frozen=True, slots=True)
class InterruptsLost:
    """Between these times, ns on CLOCK_MONOTONIC, interrupts of any line may be missing; outside none is."""

    since_ns: int
    until_ns: int


Traced: TypeAlias = HardInterrupt | InterruptsLost


class InterruptStamps(Protocol):
    """Every hard interrupt of our lines, and the intervals in which some may be missing.

    1. `read` never waits and never raises. Its result is sorted (a loss by its end), and contains each event once.
    2. A caller that reads the line request first and then this has every hard interrupt of that request's events, from
       this reading or an earlier one: the sample is written before the handler runs. (Samples of later interrupts may
       be here already, and may have a stamp before the last one of an earlier reading.)
    3. Nothing is known about the time before `since_ns`.
    4. Once `is_connected` is False it stays so, and nothing is known about the time after the last `InterruptsLost`.
    5. `unwatched` are the lines of the last `watch` whose interrupt was not found: `read` never returns any of theirs.
    """

    since_ns: int
    is_connected: bool
    unwatched: frozenset[int]

    def watch(self, lines: Iterable[int]) -> None:
        """Look up these lines' interrupts. To be called after each request for lines, before its first `read`."""

    def read(self) -> list[Traced]:
        """Return everything since the last call."""

    def close(self) -> None:
        """Close the trace; `read` returns nothing from then on."""


def connect(
    path: Path = SOCKET,
    *,
    consumer: str,
    clock: Clock = monotonic_ns,
    irqs: Path = IRQS,
    online: Path = ONLINE,
    patience_s: float = PATIENCE_S,
) -> "InterruptTrace":
    """Request the helper's descriptors and map them; `consumer` is the consumer name of our line requests.

    Waits `patience_s` at most. Raises NoInterruptTrace, with the helper's reason if it gave one.
    """
    header, descriptors = ask(path, patience_s)
    try:
        if not descriptors:
            raise ValueError("there is no descriptor")
        layout, pages, processors = parse_format(header["format"]), int(header["pages"]), str(header["online"])
        return InterruptTrace(
            descriptors, layout, pages, consumer=consumer, processors=processors, clock=clock, irqs=irqs, online=online
        )
    except (KeyError, TypeError, ValueError) as error:
        close_all(descriptors)
        raise NoInterruptTrace(f"its helper's answer is of no use: {error}") from error
    except OSError as error:
        close_all(descriptors)
        raise NoInterruptTrace(f"the kernel's samples cannot be mapped: {error.strerror or error}") from error


class InterruptTrace:
    """The `InterruptStamps` of the kernel. Its methods may be called from any thread."""

    def __init__(
        self,
        descriptors: Sequence[int],
        layout: Format,
        pages: int,
        *,
        consumer: str,
        processors: str,
        clock: Clock = monotonic_ns,
        irqs: Path = IRQS,
        online: Path = ONLINE,
    ) -> None:
        """Take descriptors of perf events, one per processor, and map the first page and `pages` data pages of each.

        `processors` is the text of `online` when they were opened. Raises OSError or ValueError; then the descriptors
        are still the caller's.
        """
        self._rings: list[Processor] = []
        try:
            for descriptor in descriptors:
                self._rings.append(Processor(descriptor, pages, layout, consumer))
        except BaseException:
            self._unmap()
            raise
        self._descriptors = list(descriptors)
        self._poll = select.poll()
        for descriptor in descriptors:
            self._poll.register(descriptor, 0)  # no event requested: poll always reports failures
        self._clock, self._irqs, self._online, self._consumer = clock, irqs, online, consumer
        self._processors = processors
        self._lock = threading.Lock()
        self._lines: dict[int, int | None] = {}
        self._kept: list[Traced] = []
        self.since_ns = self._looked_ns = clock()
        self.is_connected = True
        self.unwatched: frozenset[int] = frozenset()
        for ring in self._rings:
            ring.known_ns = self.since_ns

    def watch(self, lines: Iterable[int]) -> None:
        """Look up these lines' interrupts by consumer and offset: their numbers change with each request.

        Unread samples are kept for the next `read`. Where an interrupt number belonged to another line until now, an
        unread sample could be of either, and is reported as lost.
        """
        found, wanted = interrupts_of(self._irqs, self._consumer), frozenset(lines)
        with self._lock:
            before, after = self._lines, {irq: line for irq, line in found.items() if line in wanted}
            unclear = [irq for irq, line in after.items() if before.get(irq, line) != line]
            self._lines = {**before, **after, **dict.fromkeys(unclear)}
            self._kept += self._collect()
            self._lines = {**after}
            self.unwatched = wanted - set(after.values())

    def read(self) -> list[Traced]:
        """Return everything since the last call, sorted. Interrupts of other lines are skipped."""
        with self._lock:
            kept, self._kept = self._kept, []
            return sorted([*kept, *self._collect()], key=when)

    def close(self) -> None:
        """Unmap and close everything: the kernel ends the events with their last descriptor."""
        with self._lock:
            self.is_connected = False
            self._unmap()
            close_all(self._descriptors)
            self._descriptors = []

    def _collect(self) -> list[Traced]:
        if not self.is_connected:
            return []
        before = self._clock()
        taken = [ring.read() for ring in self._rings]
        now = self._clock()
        reported: list[Traced] = []
        for ring, (data, tight) in zip(self._rings, taken, strict=True):
            reported += self._named(ring.drained(data, tight, before, now))
        return reported + self._look(now)

    def _named(self, events: Iterable[Sample | InterruptsLost]) -> Iterator[Traced]:
        """Replace the interrupt numbers by lines."""
        for event in events:
            if isinstance(event, InterruptsLost):
                yield event
            elif event.irq in self._lines:
                line, at = self._lines[event.irq], event.time_ns
                yield InterruptsLost(at, at) if line is None else HardInterrupt(line, at)

    def _look(self, now: int) -> list[Traced]:
        """Check once per `LOOK_NS` that every descriptor is valid, and that every processor still has one."""
        if now - self._looked_ns < LOOK_NS:
            return []
        since, self._looked_ns = self._looked_ns, now
        try:
            self.is_connected = not self._poll.poll(0) and self._online.read_text(encoding="ascii") == self._processors
        except (OSError, ValueError):
            self.is_connected = False
        return [] if self.is_connected else [InterruptsLost(since, now)]

    def _unmap(self) -> None:
        for ring in self._rings:
            ring.close()
        self._rings = []


class Processor:
    """One processor's ring. No interrupt up to `known_ns` is missing without having been reported as lost."""

    def __init__(self, descriptor: int, pages: int, layout: Format, consumer: str) -> None:
        """Raises OSError or ValueError if the event cannot be mapped."""
        self._layout, self._consumer = layout, consumer
        self._map = mmap.mmap(descriptor, (1 + pages) * mmap.PAGESIZE)
        self._memory = memoryview(self._map)
        try:
            self._ring = Ring(self._memory, mmap.PAGESIZE)
        except ValueError:
            self._memory.release()
            self._map.close()
            raise
        self.known_ns = 0

    def read(self) -> tuple[bytes, bool]:
        """Return the data in the ring, and whether the ring was too full."""
        return self._ring.read()

    def drained(self, data: bytes, tight: bool, before: int, now: int) -> list[Sample | InterruptsLost]:
        """Return our samples among data taken between two times, and the intervals in which some may be missing."""
        reported: list[Sample | InterruptsLost] = []
        is_missing = False
        for record in parse_records(data, self._layout):
            if record is MISSING or record.time_ns > now:
                is_missing = True
                continue
            if is_missing:
                reported.append(InterruptsLost(self.known_ns, max(self.known_ns, record.time_ns)))
                is_missing = False
            self.known_ns = max(self.known_ns, record.time_ns)
            if record.name == self._consumer:
                reported.append(record)
        if is_missing or tight:
            reported.append(InterruptsLost(self.known_ns, now))
            self.known_ns = now
        self.known_ns = max(self.known_ns, before - UNDER_WAY_NS)
        return reported

    def close(self) -> None:
        """Unmap the ring."""
        self._ring.release()
        self._memory.release()
        self._map.close()


def interrupts_of(folder: Path, consumer: str) -> dict[int, int]:
    """Return interrupt number -> offset on its chip, for the interrupts whose handler has this name.

    An offset that occurs twice (lines of two chips) is left out: its owner is ambiguous.
    """
    found: dict[int, int] = {}
    with suppress(OSError):  # no /sys/kernel/irq: no line is found, and `unwatched` has all of them
        for irq in folder.iterdir():
            with suppress(OSError, ValueError):  # the interrupt was freed in the meantime, or has no chip
                if consumer in (irq / "actions").read_text(encoding="utf-8").strip().split(","):
                    found[int(irq.name)] = int((irq / "hwirq").read_text(encoding="ascii"))
    count = Counter(found.values())
    return {irq: offset for irq, offset in found.items() if count[offset] == 1}


def when(event: Traced) -> int:
    """Return the time to sort by; a loss is sorted by its end."""
    return event.time_ns if isinstance(event, HardInterrupt) else event.until_ns


def in_background(work: Callable[[], None]) -> None:
    """Run `work` in a thread of its own."""
    threading.Thread(target=work, name="interrupt trace", daemon=True).start()


class TraceFinder:
    """The trace of all interrupts, as far as there is one: requested in the background, and again with each `renew`.

    A booting cabinet need not wait for it, and a helper that failed once may answer the next time.
    """

    def __init__(
        self,
        connect: Callable[[], InterruptStamps],
        background: Callable[[Callable[[], None]], None] = in_background,
    ) -> None:
        """`connect` returns a trace, or raises NoInterruptTrace with the reason; it may take seconds, and is called
        by `background`."""
        self._connect = connect
        self._background = background
        self._found: InterruptStamps | None = None
        self._used: InterruptStamps | None = None
        self._is_asking = False
        self._keeps = False
        self._reason = ""

    def __call__(self) -> InterruptStamps | None:
        """Return the trace to use, or None while there is none."""
        if self._used is None and not self._keeps:
            self._used = self._found
        return self._used

    @property
    def reason(self) -> str:
        """Why there is no trace in use; empty while there is one."""
        if self._used is not None:
            return "" if self._used.is_connected else "the trace has ended"
        if self._found is not None:
            return "the trace has come, and counts from the next match on"
        return self._reason or "the trace has not come yet"

    def renew(self, *, keep: bool = False) -> None:
        """Use a trace that has come meanwhile, drop one that has ended, and request one if there is none. Never waits.

        `keep`: until the next call, use no trace that comes later.
        """
        self._keeps = keep
        if self._found is not None and not self._found.is_connected:
            self._found.close()
            self._found = None
        self._used = self._found
        if self._found is None and not self._is_asking:
            self._is_asking = True
            self._background(self._ask)

    def _ask(self) -> None:
        try:
            self._found = self._connect()
            self._reason = ""
        except NoInterruptTrace as why:
            self._reason = why.reason
        finally:
            self._is_asking = False
