"""Parses the ring buffer into which the kernel writes the samples of one perf event. Pure: bytes in, records out.

Layout of the ring and of its records: `linux/perf_event.h` (`struct perf_event_mmap_page`, `enum perf_event_type`), for
an event with sample_type TIME|RAW. The offsets of a tracepoint's fields are read from its `format` file, since
they may differ from kernel to kernel. No content of the ring raises: an invalid record becomes a `MISSING`, as does a
record by which the kernel reports dropped samples.
"""

import re
import struct
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

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
        (1, False): "=B", (1, True): "=b", (2, False): "=H", (2, True): "=h",
        (4, False): "=I", (4, True): "=i", (8, False): "=Q", (8, True): "=q",
    }
)  # fmt: skip
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
