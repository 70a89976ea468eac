"""The kernel's end of a perf ring, in a file that the reader maps: what `__perf_output_begin` does, and no more."""

import mmap
import os
import struct
from pathlib import Path

FORMAT = """name: irq_handler_entry
ID: 225
format:
\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;
\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;
\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;
\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;

\tfield:int irq;\toffset:8;\tsize:4;\tsigned:1;
\tfield:__data_loc char[] name;\toffset:12;\tsize:4;\tsigned:0;

print fmt: "irq=%d name=%s", REC->irq, __get_str(name)
"""
MOVED = (
    FORMAT.replace("ID: 225", "ID: 7")
    .replace("offset:8;\tsize:4;\tsigned:1", "offset:16;\tsize:8;\tsigned:0")
    .replace("offset:12", "offset:8")
)
"""As another kernel might have it."""


def record(kind: int, body: bytes) -> bytes:
    return struct.pack("=IHH", kind, 0, 8 + len(body)) + body


def sample(time_ns: int, irq: int, name: str = "photofinish", number: int = 225) -> bytes:
    """A PERF_RECORD_SAMPLE as Linux 6.1 writes it with FORMAT: 48 bytes for our name."""
    text = name.encode() + b"\0"
    raw = struct.pack("=HBBiiI", number, 0, 0, 1, irq, 16 | len(text) << 16) + text
    raw += bytes(-(len(raw) + 4) % 8)
    return record(9, struct.pack("=QI", time_ns, len(raw)) + raw)


def lost(count: int) -> bytes:
    return record(2, struct.pack("=QQ", 1, count))


class KernelRing:
    """A ring of one page of data, or more, in a file. `missed` are the stamps of refused samples."""

    def __init__(self, path: Path, pages: int = 1) -> None:
        self.path = path
        path.write_bytes(bytes((1 + pages) * mmap.PAGESIZE))
        self._size = pages * mmap.PAGESIZE
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), 0)
        self._refused = 0

    def open(self) -> int:
        """A descriptor of it, as the helper would hand one over."""
        return os.open(self.path, os.O_RDWR | os.O_CLOEXEC)

    def start_at(self, count: int) -> None:
        """Let both ends stand where they would after so many bytes."""
        struct.pack_into("=QQ", self._map, 1024, count, count)

    def interrupt(self, time_ns: int, irq: int, name: str = "photofinish") -> bool:
        """Write a sample, behind a word of those refused before; gives False where there is no room for both."""
        data = (lost(self._refused) if self._refused else b"") + sample(time_ns, irq, name)
        if not self.write(data):
            self._refused += 1
            return False
        self._refused = 0
        return True

    def write(self, data: bytes) -> bool:
        """Write bytes at the head, unless there is too little room (the ring is never quite full)."""
        head, tail = struct.unpack_from("=QQ", self._map, 1024)
        if self._size - (head - tail) <= len(data):
            return False
        for place, byte in enumerate(data, start=head):
            self._map[mmap.PAGESIZE + place % self._size] = byte
        struct.pack_into("=Q", self._map, 1024, head + len(data))
        return True
