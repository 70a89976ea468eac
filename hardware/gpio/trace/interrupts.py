"""Stamps of every hard interrupt of our lines, from the kernel's tracepoint irq:irq_handler_entry.

A line request keeps one stamp a line, and each bounce replaces it until the interrupt's thread has run
(`edge_irq_handler` in `drivers/gpio/gpiolib-cdev.c`). The tracepoint fires before each handler, so the first contact's
stamp is among its samples. Opening it needs a privilege that the game does not have: `helper.py` opens it, one
perf event per processor, and passes the descriptors on. This module requests, maps and reads them, which needs no
privilege.

The helper exits as soon as it has sent the descriptors. The events live on, because a descriptor that was passed on
holds its event as the original did (unix(7), SCM_RIGHTS), and end with this process, however it ends.
"""

import mmap
import re
import select
import socket
import struct
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Literal, Protocol, TypeAlias

from hardware.clock import MS, Clock, monotonic_ns
from hardware.errors import NoInterruptTrace
from hardware.gpio.trace.helper import ONLINE, close_all
from hardware.peer import VERSION, decoded

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


# The ring into which the kernel writes the samples of one perf event: bytes in, records out. The layout is that of
# `linux/perf_event.h` (`struct perf_event_mmap_page`, `enum perf_event_type`), for an event with sample_type TIME|RAW.
# The offsets of a tracepoint's fields are read from its `format` file, since they may differ from kernel to kernel. No
# content of the ring raises: an invalid record becomes a `MISSING`, as does a record by which the kernel reports
# dropped samples.

HEADER: Final = struct.Struct("=IHH")
"""`struct perf_event_header`: type, misc, size of the record with its header."""
SAMPLE_HEAD: Final = struct.Struct("=QI")
"""The first fields of a sample with sample_type TIME|RAW: the stamp, and the size of the raw data after it."""

UNTHROTTLE: Final = 6
SAMPLE: Final = 9

WORD: Final = 8
HEAD_WORD: Final = 1024 // WORD
"""`data_head` in the first page: the position up to which the kernel has written. `data_tail`, the position up to which
we have read, is next.
"""
ROOM: Final = 256
"""A ring with less room than this (bytes) may have had to refuse a sample (48) after one of earlier losses (24)."""

INTEGERS: Final[Mapping[tuple[int, bool], str]] = MappingProxyType(
    {
        (1, False): "=B",
        (1, True): "=b",
        (2, False): "=H",
        (2, True): "=h",
        (4, False): "=I",
        (4, True): "=i",
        (8, False): "=Q",
        (8, True): "=q",
    }
)
FIELD: Final = re.compile(
    r"^\s*field:([^;]*?)\s*(\w+)(?:\[\w*\])?;\s*offset:(\d+);\s*size:(\d+);\s*signed:([01]);", re.MULTILINE
)
"""kind, name, offset, size, signed"""
NUMBER: Final = re.compile(r"^ID:\s*(\d+)\s*$", re.MULTILINE)


class UnknownFormat(ValueError):
    """The text is not the format of a tracepoint with the required fields; the message names the missing field."""


@dataclass(frozen=True, slots=True)
class Field:
    """The offset of an integer field of a tracepoint, in bytes from the beginning of its raw data."""

    offset: int
    size: int
    signed: bool

    def read(self, raw: bytes) -> int:
        """Return the field's value. Raises struct.error where the raw data ends before it."""
        number: int = struct.unpack_from(INTEGERS[self.size, self.signed], raw, self.offset)[0]
        return number


@dataclass(frozen=True, slots=True)
class Format:
    """This kernel's tracepoint irq:irq_handler_entry: its number, and the places of its fields."""

    number: int
    common_type: Field
    irq: Field
    name: Field
    """`__data_loc`: the name's offset in the raw data (low 16 bits) and its length (high 16 bits)."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A hard interrupt: its stamp in ns on the clock of the event, its number, and its handler's name."""

    time_ns: int
    irq: int
    name: str


class Missing(Enum):
    """Its only value, MISSING, means that samples may be missing between the neighbouring records."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING
Record: TypeAlias = Sample | Literal[Missing.MISSING]


def parse_format(text: str) -> Format:
    """Parse the `format` file of irq:irq_handler_entry. Raises UnknownFormat."""
    number = NUMBER.search(text)
    if number is None:
        raise UnknownFormat("the tracepoint's format has no ID")
    fields: dict[str, Field] = {}
    for kind, name, offset, size, signed in FIELD.findall(text):
        is_place = "__data_loc" in kind
        fields[name] = Field(int(offset), int(size), signed == "1" and not is_place)
        if name == "name" and not is_place:
            raise UnknownFormat("the tracepoint's name is no __data_loc")
    for name in ("common_type", "irq", "name"):
        if name not in fields or fields[name].size not in (1, 2, 4, 8):
            raise UnknownFormat(f"the tracepoint's format has no usable field {name}")
    if fields["name"].size != 4:
        raise UnknownFormat("the tracepoint's name is no __data_loc of 4 bytes")
    return Format(int(number[1]), fields["common_type"], fields["irq"], fields["name"])


def parse_records(data: bytes, layout: Format) -> list[Record]:
    """Parse the data between tail and head of a ring. After a record of impossible size the rest is unreadable."""
    records: list[Record] = []
    at = 0
    while at < len(data):
        if len(data) - at < HEADER.size:
            return [*records, MISSING]
        kind, _, size = HEADER.unpack_from(data, at)
        if not HEADER.size <= size <= len(data) - at:
            return [*records, MISSING]
        if kind != UNTHROTTLE:  # it only means that samples resume
            records.append(_sample(data[at + HEADER.size : at + size], layout) if kind == SAMPLE else MISSING)
        at += size
    return records


def _sample(body: bytes, layout: Format) -> Record:
    if len(body) < SAMPLE_HEAD.size:
        return MISSING
    time_ns, size = SAMPLE_HEAD.unpack_from(body)
    raw = body[SAMPLE_HEAD.size : SAMPLE_HEAD.size + size]
    try:
        if len(raw) != size or layout.common_type.read(raw) != layout.number:
            return MISSING
        place = layout.name.read(raw)
        start, length = place & 0xFFFF, place >> 16
        if start + length > size:
            return MISSING
        name = raw[start : start + length].partition(b"\0")[0].decode("utf-8", "replace")
        return Sample(time_ns, layout.irq.read(raw), name)
    except struct.error:
        return MISSING


class Ring:
    """The ring of one event: a page of the kernel's own words, then `size` bytes of data, a power of two.

    `memory` is the whole mapping, shared with the kernel and writable: with a read-only mapping the kernel overwrites
    unread data without reporting it. Head and tail only ever count up; the offset in the data is the count modulo
    `size`.
    """

    def __init__(self, memory: memoryview, page: int) -> None:
        """Raises ValueError unless the mapping is a page followed by a power of two of bytes."""
        self.size = len(memory) - page
        if self.size < ROOM or self.size & (self.size - 1):
            raise ValueError(f"a ring of {self.size} bytes")
        # As 64-bit words, each read and written in one access: the kernel must never see half a number.
        self._words = memory[:page].cast("Q")
        self._data = memory[page:]
        self._barrier = threading.Lock()

    def read(self) -> tuple[bytes, bool]:
        """Return the data so far, and whether the room may have been too small. Free the data's room for the kernel.

        The kernel reports dropped samples only when a later sample finds room: a full ring is a loss by itself.
        """
        # Head, data and tail in this order, although a processor may reorder them: releasing a lock and taking it
        # again is the barrier that `perf_output_put_handle` (kernel/events/ring_buffer.c) requires of its reader.
        with self._barrier:
            head, tail = self._words[HEAD_WORD], self._words[HEAD_WORD + 1]
        waiting = head - tail
        data = b""
        with self._barrier:
            if is_sound := 0 <= waiting <= self.size:
                start = tail % self.size
                data = bytes(self._data[start : start + waiting])
                data += bytes(self._data[: waiting - len(data)])
        with self._barrier:
            self._words[HEAD_WORD + 1] = head
        return data, not is_sound or self.size - waiting < ROOM

    def release(self) -> None:
        """Release the views of the mapping, so that it can be closed."""
        self._words.release()
        self._data.release()


SOCKET: Final = Path("/run/photofinish-trace.socket")
"""Where the helper answers on an installed cabinet (`systemd/root/etc/systemd/system/photofinish-trace.socket`)."""
PATIENCE_S: Final = 6.0
"""The helper is a Python program that systemd starts for each connection: two seconds on an emulated processor. Less
than the watchdog allows the game's loop (WatchdogSec in photofinish.service).
"""
MOST_DESCRIPTORS: Final = 253
"""SCM_MAX_FD of the kernel."""
MOST_BYTES: Final = 1 << 16


def ask(path: Path = SOCKET, patience_s: float = PATIENCE_S) -> tuple[Mapping[str, Any], list[int]]:
    """Return the helper's answer and its descriptors, which the caller must close; waits `patience_s` at most.

    Raises NoInterruptTrace with the helper's reason, or with the fault of the connection.
    """
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as helper:
            helper.settimeout(patience_s)
            helper.connect(str(path))
            answer, descriptors, flags, _ = socket.recv_fds(
                helper, MOST_BYTES, MOST_DESCRIPTORS, socket.MSG_CMSG_CLOEXEC
            )
    except FileNotFoundError as error:
        raise NoInterruptTrace(f"there is no {path}") from error
    except TimeoutError as error:
        raise NoInterruptTrace(f"its helper does not answer within {patience_s:.0f} s") from error
    except OSError as error:
        raise NoInterruptTrace(f"{path}: {error.strerror or error}") from error
    try:
        return parse_answer(answer, flags), descriptors
    except NoInterruptTrace:
        close_all(descriptors)
        raise


def parse_answer(answer: bytes, flags: int) -> Mapping[str, Any]:
    """Parse the helper's answer. Raises NoInterruptTrace if it is truncated, of another protocol, or a refusal."""
    if not answer:
        raise NoInterruptTrace("its helper ended without an answer")
    try:
        header = decoded(answer)
        version = header["version"]
    except (ValueError, KeyError) as error:
        raise NoInterruptTrace("its helper's answer is not understood") from error
    if version != VERSION:
        raise NoInterruptTrace(f"its helper speaks version {version}, this program {VERSION}")
    if "error" in header:
        raise NoInterruptTrace(str(header["error"]))
    if flags & (socket.MSG_TRUNC | socket.MSG_CTRUNC):
        raise NoInterruptTrace("its helper's answer was cut off: too few file descriptors are allowed here")
    return header


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
