"""The messages as values: one small class per message, each with conversion to and from its payload. Pure.

`read` returns None for an invalid payload or an unknown type; the caller counts it as a bad frame.
"""

import struct
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from hardware.board.protocol import (
    BOOTLOADER,
    BOOTLOADER_MAGIC,
    EDGE,
    EDGE_CLOSED,
    EDGES_HEAD,
    HELLO,
    HELLO_FIXED,
    HELLO_REQUEST,
    LAMP,
    LAMP_PERIOD_MS,
    LAMPS_HEAD,
    LOG_HEAD,
    OUTPUT,
    PING,
    PONG,
    STATUS,
    STATUS_FIXED,
    VERSION,
    Output,
    Type,
)
from hardware.lamps import Lamp, Motion


class Hello(NamedTuple):
    """The board's identity and state. Times are in its ticks, of `tick_ns` each."""

    protocol: int
    firmware: tuple[int, int, int]
    board_id: bytes
    boot_id: int
    reset: int
    transport: int
    lines: int
    lamps: int
    tick_ns: int
    levels: int
    edge_sequence: int
    lost: int
    time: int
    outputs: int = 1 << Output.PINS

    @property
    def clock(self) -> str:
        """The name of the clock that stamps its edges: a different one after every boot."""
        return f"{self.board_id.hex()}-{self.boot_id:08x}"

    @property
    def version(self) -> str:
        """The firmware's version in its usual notation."""
        return ".".join(map(str, self.firmware))

    def has(self, output: Output) -> bool:
        """Return whether the firmware supports this output for its lamps' pins."""
        return bool(self.outputs >> output & 1)


class Edge(NamedTuple):
    """One edge: its line, whether the contact closed, its time in ticks."""

    line: int
    closed: bool
    time: int


class Edges(NamedTuple):
    """Edges with consecutive numbers; `sequence` is the first one's."""

    sequence: int
    edges: tuple[Edge, ...]


class Status(NamedTuple):
    """The board's state, ten times a second. `masked` has a bit for each masked line; `storms` counts maskings."""

    time: int
    levels: int
    edge_sequence: int
    lost: int
    bad_frames: int
    ring_peak: int
    masked: int = 0
    storms: int = 0


class Pong(NamedTuple):
    """The answer to a ping: when the ping was received and when this answer was sent, in ticks."""

    nonce: int
    received: int
    sent: int


class LogText(NamedTuple):
    """A message of the firmware for developers; `level` as in syslog."""

    level: int
    text: str


class HelloRequest(NamedTuple):
    """Asks for a `Hello`; `protocol` is the sender's version."""

    protocol: int = VERSION


class Ping(NamedTuple):
    """Asks for a `Pong` with the same nonce."""

    nonce: int


class SetLamps(NamedTuple):
    """The state of the lamps from number `first` on, and the brightness of all lamps (0 to 255)."""

    brightness: int
    first: int
    lamps: tuple[Lamp, ...]


class SetOutput(NamedTuple):
    """The output on the pins of the last three plain lamps."""

    output: Output


class Bootloader(NamedTuple):
    """Asks for the boot ROM's USB drive."""


HostMessage: TypeAlias = HelloRequest | Ping | SetLamps | SetOutput | Bootloader
Message: TypeAlias = Hello | Edges | Status | Pong | LogText | HostMessage


def payload_of(message: Message) -> tuple[Type, bytes]:
    """Return a message's type and payload."""
    match message:
        case Hello():
            head = (message.protocol, *message.firmware, *message[2:])
            return Type.HELLO, struct.pack(HELLO, *head)
        case Edges(sequence, edges):
            base = min(edge.time for edge in edges)  # no line's edges go back, but those of two lines may
            parts = [struct.pack(EDGE, e.line | EDGE_CLOSED * e.closed, e.time - base) for e in edges]
            return Type.EDGES, struct.pack(EDGES_HEAD, sequence, base) + b"".join(parts)
        case Status():
            return Type.STATUS, struct.pack(STATUS, *message)
        case Pong():
            return Type.PONG, struct.pack(PONG, *message)
        case LogText(level, text):
            return Type.LOG, struct.pack(LOG_HEAD, level) + text.encode()
        case _:
            return _of_the_host(message)


def _of_the_host(message: HostMessage) -> tuple[Type, bytes]:
    match message:
        case HelloRequest(protocol):
            return Type.HELLO_REQUEST, struct.pack(HELLO_REQUEST, protocol)
        case Ping(nonce):
            return Type.PING, struct.pack(PING, nonce)
        case SetLamps(brightness, first, lamps):
            parts = [struct.pack(LAMP, *lamp.colour, lamp.motion, _period(lamp), lamp.phase) for lamp in lamps]
            return Type.LAMPS, struct.pack(LAMPS_HEAD, brightness, first) + b"".join(parts)
        case SetOutput(output):
            return Type.OUTPUT, struct.pack(OUTPUT, output)
        case Bootloader():
            return Type.BOOTLOADER, struct.pack(BOOTLOADER, BOOTLOADER_MAGIC)


def _period(lamp: Lamp) -> int:
    return min(round(lamp.period_ms / LAMP_PERIOD_MS), 255)


def read(kind: int, payload: bytes) -> Message | None:
    """Parse a payload; return None if it is too short, uneven, or of a type that this version does not know."""
    reader = READERS.get(kind)
    try:
        return reader(payload) if reader else None
    except (struct.error, ValueError):
        return None


def _hello(payload: bytes) -> Hello:
    """In another version only the fixed part is certain to be there; in any version the outputs may be missing."""
    size = struct.calcsize(HELLO)
    if len(payload) >= HELLO_FIXED and payload[0] != VERSION:
        payload = payload[:HELLO_FIXED].ljust(size, b"\0")
    if len(payload) == size - 1:
        payload += bytes((1 << Output.PINS,))
    protocol, major, minor, patch, *rest = struct.unpack_from(HELLO, payload)
    return Hello(protocol, (major, minor, patch), *rest)


def _edges(payload: bytes) -> Edges:
    sequence, base = struct.unpack_from(EDGES_HEAD, payload)
    entries = struct.iter_unpack(EDGE, payload[struct.calcsize(EDGES_HEAD) :])
    edges = tuple(Edge(what & ~EDGE_CLOSED, bool(what & EDGE_CLOSED), base + after) for what, after in entries)
    if not edges:
        raise ValueError("no edges")
    return Edges(sequence, edges)


def _status(payload: bytes) -> Status:
    """The last fields may be missing: firmware that masks no line does not send them."""
    if STATUS_FIXED <= len(payload) < struct.calcsize(STATUS):
        payload = payload[:STATUS_FIXED].ljust(struct.calcsize(STATUS), b"\0")
    return Status(*struct.unpack_from(STATUS, payload))


def _log(payload: bytes) -> LogText:
    (level,) = struct.unpack_from(LOG_HEAD, payload)
    return LogText(level, payload[struct.calcsize(LOG_HEAD) :].decode())


def _lamps(payload: bytes) -> SetLamps:
    brightness, first = struct.unpack_from(LAMPS_HEAD, payload)
    entries = struct.iter_unpack(LAMP, payload[struct.calcsize(LAMPS_HEAD) :])
    lamps = tuple(
        Lamp((red, green, blue), Motion(motion), period * LAMP_PERIOD_MS, phase)
        for red, green, blue, motion, period, phase in entries
    )
    return SetLamps(brightness, first, lamps)


def _output(payload: bytes) -> SetOutput:
    (output,) = struct.unpack_from(OUTPUT, payload)
    return SetOutput(Output(output))


def _bootloader(payload: bytes) -> Bootloader:
    if struct.unpack_from(BOOTLOADER, payload) != (BOOTLOADER_MAGIC,):
        raise ValueError("not the magic number")
    return Bootloader()


READERS: Final[Mapping[int, Callable[[bytes], Message]]] = MappingProxyType(
    {
        Type.HELLO: _hello,
        Type.EDGES: _edges,
        Type.STATUS: _status,
        Type.PONG: lambda payload: Pong(*struct.unpack_from(PONG, payload)),
        Type.LOG: _log,
        Type.HELLO_REQUEST: lambda payload: HelloRequest(*struct.unpack_from(HELLO_REQUEST, payload)),
        Type.PING: lambda payload: Ping(*struct.unpack_from(PING, payload)),
        Type.LAMPS: _lamps,
        Type.OUTPUT: _output,
        Type.BOOTLOADER: _bootloader,
    }
)
"""type -> the parser of its payload; raises struct.error or ValueError for an invalid payload."""
