"""Frames with a good CRC that no board would send: made up, or a real board's with something else in them."""

import random
from collections.abc import Callable

from hardware.board.fake import FakeBoard
from hardware.board.protocol import (
    Edge,
    Edges,
    Frame,
    Hello,
    LogText,
    Message,
    Ping,
    Pong,
    Status,
    Type,
    decoded,
    encoded,
    payload_of,
)
from hardware.clock import FakeClock

U32, U64 = 2**32, 2**64


class Liar:
    """Makes up messages, near to what would be true or far from it. `tick` and `number` are the board's own."""

    def __init__(self, chance: random.Random, board: FakeBoard, clock: FakeClock) -> None:
        self.chance, self.board, self.clock = chance, board, clock

    def say(self) -> None:
        """Put a lie on the line, as if it came from the board."""
        link = self.board._link
        if link is not None:
            link.put(self.frame(), self.clock())

    def frame(self) -> bytes:
        """Give a whole frame: a message, or bytes that may be one."""
        if self.chance.random() < 0.1:
            body = self.chance.randbytes(self.chance.randrange(60))
            return encoded(Frame(self.chance.choice((1, 2, 3, 4, 5, 6, 0x81, 0x82, 0x83)), 0, body))
        kind, payload = payload_of(self.message())
        return encoded(Frame(kind, self.chance.randrange(256), payload))

    def message(self) -> Message:
        """Give a message of any kind."""
        return self.chance.choice((self.hello, self.edges, self.status, self.pong, self.log, self.ping))()

    def around(self, true: int, size: int) -> int:
        """Give what is true, or near it, or anything."""
        off = self.chance.choice((0, 1, -1, 500, -500, 30_000, 999_999, -1_000_000, None))
        return self.chance.randrange(size) if off is None else (true + off) % size

    def tick(self) -> int:
        return self.around(self.board.tick(self.clock()), U64 - U32)

    def number(self) -> int:
        return self.around(self.board._sequence, U32)

    def bits(self) -> int:
        return self.chance.choice((0, self.board._levels, U32 - 1, self.chance.randrange(U32)))

    def hello(self) -> Hello:
        any_byte = self.chance.randrange
        return Hello(
            self.chance.choice((1, 1, 1, 1, 1, 0, 2)), (0, 0, 0),
            self.chance.choice((self.board.board_id, self.chance.randbytes(8))),
            self.around(self.board.boot_id, U32), any_byte(256), any_byte(256),
            self.chance.choice((16, 16, 0, 8, 32, 255)), 16, self.chance.choice((1000, 1000, 0, 1, U32 - 1)),
            self.bits(), self.number(), 0, self.tick(), any_byte(256),
        )  # fmt: skip

    def edges(self) -> Edges:
        base = self.tick()
        steps = [self.chance.randrange(3) for _ in range(self.chance.choice((1, 2, 36)))]
        lines = [self.chance.choice((0, 5, 15, 16, 31, 127)) for _ in steps]
        closed = [self.chance.random() < 0.5 for _ in steps]
        return Edges(self.number(), tuple(map(Edge, lines, closed, (base + step for step in sorted(steps)))))

    def status(self) -> Status:
        return Status(self.tick(), self.bits(), self.number(), 0, 0, 1)

    def pong(self) -> Pong:
        received = self.tick()
        return Pong(self.chance.choice((1, 9, self.chance.randrange(U32))), received, self.around(received, U64))

    def log(self) -> LogText:
        return LogText(6, "what a firmware has to say")

    def ping(self) -> Ping:
        return Ping(1)


def twisted(chance: random.Random, share: float, *, but_edges: bool = False) -> Callable[[bytes], bytes]:
    """Give what changes some of a board's frames, each to another with a good CRC; with `but_edges`, no edges."""

    def twist(data: bytes) -> bytes:
        frame = decoded(data[:-1]) if chance.random() < share else None
        if frame is None or not frame.payload or (but_edges and frame.type == Type.EDGES):
            return data
        payload = bytearray(frame.payload)
        payload[chance.randrange(len(payload))] ^= 1 << chance.randrange(8)
        return encoded(frame._replace(payload=bytes(payload)))

    return twist
