"""The firmware's logic that knows no chip, compiled for this computer, for tests to hold to tables."""

import ctypes
from pathlib import Path

from hardware.board.protocol import EDGE_CLOSED, MAX_ENCODED, Edges, Frame, FrameReader, message_of

PLANES = 8
STEP_US = 10
"""How long the first of the planes of lamps behind shift registers is shown."""
SOURCES = ("host/pure.c", "src/board.c", "src/frame.c", "src/lamps.c", "src/lines.c", "src/bit_planes.c")


class Pure:
    """firmware/host/pure.c; one board at a time."""

    def __init__(self, library: Path) -> None:
        self.c = ctypes.CDLL(str(library))
        for name in ("pure_next", "pure_encode", "pure_frames", "pure_bytes"):
            getattr(self.c, name).restype = ctypes.c_size_t
        for name in ("pure_closed", "pure_masked", "pure_window", "pure_storming"):
            getattr(self.c, name).restype = ctypes.c_uint32

    def start(self, at_us: int = 0) -> None:
        self.c.pure_start(ctypes.c_uint64(at_us))

    def time(self, us: int, levels: int = 0) -> None:
        self.c.pure_time(ctypes.c_uint64(us), levels)

    def edge(self, us: int, line: int, closed: bool) -> None:
        self.c.pure_edge(ctypes.c_uint64(us), line | EDGE_CLOSED * closed)

    def sample(self, us: int, pins: int, seen: tuple[int, int, int], *, more: bool = False) -> None:
        """Let the lines take a sample; `more` says that the next one follows at once."""
        self.c.pure_sample(ctypes.c_uint64(us), pins, *seen, more)

    def edges(self) -> list[tuple[int, int, bool]]:
        """The edges that go out now: their time (µs), line, and whether it closed."""
        messages = [message_of(frame.type, frame.payload) for frame in self.sent()]
        return [(edge.time, edge.line, edge.closed) for m in messages if isinstance(m, Edges) for edge in m.edges]

    def receive(self, data: bytes) -> None:
        self.c.pure_receive(data, ctypes.c_size_t(len(data)))

    def next(self) -> bytes:
        buffer = ctypes.create_string_buffer(MAX_ENCODED + 1)
        size = self.c.pure_next(buffer)
        return buffer.raw[:size]

    def sent(self) -> list[Frame]:
        reader = FrameReader()
        frames = []
        while coded := self.next():
            frames += reader.feed(coded)
        assert (reader.bad, reader.missing) == (0, 0)
        return frames

    def encode(self, frame: Frame) -> bytes:
        buffer = ctypes.create_string_buffer(MAX_ENCODED + 1)
        size = self.c.pure_encode(*frame[:2], frame.payload, ctypes.c_size_t(len(frame.payload)), buffer)
        return buffer.raw[:size]

    def frames(self, data: bytes) -> tuple[list[Frame], int]:
        buffer = ctypes.create_string_buffer(len(data) + 3)
        bad = ctypes.c_uint32()
        size = self.c.pure_frames(data, ctypes.c_size_t(len(data)), buffer, ctypes.byref(bad))
        rest = buffer.raw[:size]
        frames = []
        while rest:
            frames.append(Frame(rest[0], rest[1], rest[3 : 3 + rest[2]]))
            rest = rest[3 + rest[2] :]
        return frames, bad.value

    def planes(self, levels: list[int]) -> list[tuple[int, int]]:
        """For each plane the outputs that are lit, a bit a lamp, and the turns it is held."""
        words = (ctypes.c_uint32 * PLANES)()
        self.c.pure_planes(bytes(levels), words)
        return [(word >> 16, word & 0xFFFF) for word in words]

    def levels(self, lamp: int, ms: int) -> tuple[int, ...]:
        buffer = ctypes.create_string_buffer(3)
        self.c.pure_levels(lamp, ms, buffer)
        return tuple(buffer.raw)
