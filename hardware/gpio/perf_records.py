"""Parses the ring in which the kernel leaves the samples of one perf event. Pure: bytes in, records out.

Layout of the ring and of its records: `linux/perf_event.h` (`struct perf_event_mmap_page`, `enum perf_event_type`), for
an event with sample_type TIME|RAW. Where a tracepoint's fields lie is read from the text of its `format` file, since
they may differ from kernel to kernel. Nothing here raises on what the ring holds: a record that makes no sense is a
`MISSING`, as is one by which the kernel says that it had to drop samples.
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
"""What sample_type TIME|RAW puts first: the stamp, and the size of the raw data behind it."""

LOST: Final = 2
THROTTLE: Final = 5
UNTHROTTLE: Final = 6
SAMPLE: Final = 9

WORD: Final = 8
HEAD_WORD: Final = 1024 // WORD
"""`data_head` in the first page: up to where the kernel has written. `data_tail`, up to where we have read, is next."""
ROOM: Final = 256
"""A ring with less room than this, bytes, may have had to refuse a sample (48) behind a word of earlier losses (24)."""

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
    """The text is not the format of a tracepoint with the fields that are needed; the message says which is missing."""


@dataclass(frozen=True, slots=True)
class Field:
    """Where an integer of a tracepoint lies, in bytes from the beginning of its raw data."""

    offset: int
    size: int
    signed: bool

    def read(self, raw: bytes) -> int:
        """Give its value. Raises struct.error where the raw data ends before it."""
        number: int = struct.unpack_from(INTEGERS[self.size, self.signed], raw, self.offset)[0]
        return number


@dataclass(frozen=True, slots=True)
class Format:
    """The tracepoint irq:irq_handler_entry as this kernel has it: its number, and where its fields lie."""

    number: int
    common_type: Field
    irq: Field
    name: Field
    """`__data_loc`: where in the raw data the name begins (low 16 bits) and how long it is (high 16 bits)."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A hard interrupt: its stamp in ns on the clock of the event, its number, and its handler's name."""

    time_ns: int
    irq: int
    name: str


class Missing(Enum):
    """The only value of this type, MISSING, says that samples may be missing between the records beside it."""

    MISSING = "missing"


MISSING: Final = Missing.MISSING
Record: TypeAlias = Sample | Literal[Missing.MISSING]


def parse_format(text: str) -> Format:
    """Read the `format` file of irq:irq_handler_entry. Raises UnknownFormat."""
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
    """Parse what lay between tail and head of a ring. Behind a record of impossible size nothing can be read."""
    records: list[Record] = []
    at = 0
    while at < len(data):
        if len(data) - at < HEADER.size:
            return [*records, MISSING]
        kind, _, size = HEADER.unpack_from(data, at)
        if not HEADER.size <= size <= len(data) - at:
            return [*records, MISSING]
        if kind != UNTHROTTLE:  # all that it says is that samples come again
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

    `memory` is the whole mapping, shared with the kernel and writable: where it is not, the kernel writes over what was
    not read, and says nothing. Both ends only ever count up; a place in the data is a count modulo `size`.
    """

    def __init__(self, memory: memoryview, page: int) -> None:
        """Raises ValueError for a mapping that is no page and a power of two of bytes behind it."""
        self.size = len(memory) - page
        if self.size < ROOM or self.size & (self.size - 1):
            raise ValueError(f"a ring of {self.size} bytes")
        # As 64-bit words, each read and written at once: the kernel must never see half a number.
        self._words = memory[:page].cast("Q")
        self._data = memory[page:]
        self._barrier = threading.Lock()

    def take(self) -> tuple[bytes, bool]:
        """Give the bytes so far and leave their room to the kernel; and whether it may have had too little.

        The kernel says that it dropped samples only when a later one finds room: a full ring is a loss by itself.
        """
        # Head, data and tail in this order, whatever the processor would rather do: releasing a lock and taking it
        # again is the barrier that `perf_output_put_handle` (kernel/events/ring_buffer.c) asks of its reader.
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
        """Let go of the mapping, so that it can be closed."""
        self._words.release()
        self._data.release()
