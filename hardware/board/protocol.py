"""The board's protocol: its numbers (types, layouts, limits), its frames, and its messages as values. Pure.

`docs/protocol.md` explains them. This module is the only source of the numbers.
``python -m hardware.board.protocol`` prints the text of `firmware/src/protocol.h` and of the block in the document;
`tests/hardware/board/test_protocol.py` compares all three.
"""

import struct
from binascii import crc_hqx
from collections.abc import Callable, Mapping
from enum import IntEnum
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from cobs import cobs

from hardware.lamps import Lamp, Motion

VERSION: Final = 1
"""The version on which both ends must agree. Every change that an old end would misread increments it."""


class Type(IntEnum):
    """The first byte of a frame, its type. The board sends types below 0x80, the host the others."""

    HELLO = 0x01
    EDGES = 0x02
    STATUS = 0x03
    PONG = 0x04
    LOG = 0x05
    BOOT_BUTTON = 0x06
    HELLO_REQUEST = 0x81
    PING = 0x82
    LAMPS = 0x83
    BOOTLOADER = 0x84
    OUTPUT = 0x85
    STEPS = 0x86
    RUN = 0x87
    READ_BOOT_BUTTON = 0x88


class Reset(IntEnum):
    """The reason why the board started (`HELLO`)."""

    POWER = 0
    RUN_PIN = 1
    WATCHDOG = 2
    REQUEST = 3
    UNKNOWN = 255


class Transport(IntEnum):
    """The build of the firmware (`HELLO`): one of two."""

    USB = 0
    UART = 1


class Output(IntEnum):
    """The use of the pins of the last three plain lamps: for those lamps, or for shift registers with all sixteen."""

    PINS = 0
    REGISTERS = 1


class Feature(IntEnum):
    """What a firmware can do beside what every firmware can (`HELLO`)."""

    BOOT_BUTTON = 0
    """It says whether its BOOT button is down."""


HELLO: Final = "<BBBB8sIBBBBIIIIQBB"
"""protocol, firmware (3), board id, boot id, reset, transport, lines, lamps, tick ns, levels, edge seq, lost, time,
outputs: bit n for output n, features: bit n for feature n. Firmware from before the features omits the last field,
firmware from before the outputs the last two.
"""
HELLO_FIXED: Final = 18
"""The number of its bytes that are the same in every version: up to the transport."""
EDGES_HEAD: Final = "<IQ"
"""Edge sequence of the first edge, its time in ticks."""
EDGE: Final = "<BI"
"""Line and kind; ticks since the time in the head."""
STATUS: Final = "<QIIIIHII"
"""Time, levels, edge sequence, edges lost, bad frames, most edges the ring ever held, lines masked, how often one was.
Firmware before 0.3.0, which masks no line, omits the last two.
"""
STATUS_FIXED: Final = 26
"""The number of its bytes that every firmware sends."""
PONG: Final = "<IQQ"
"""Nonce, time the ping was received, time the pong was sent."""
LOG_HEAD: Final = "<B"
"""Level as in syslog; UTF-8 text follows."""
BOOT_BUTTON: Final = "<IB"
"""Nonce, 1 while the button is down."""
HELLO_REQUEST: Final = "<B"
"""The host's protocol version."""
PING: Final = "<I"
"""Nonce."""
LAMPS_HEAD: Final = "<BB"
"""Brightness of all lamps, number of the first lamp that follows."""
LAMP: Final = "<BBBBBB"
"""Red, green, blue, effect, period, phase."""
OUTPUT: Final = "<B"
"""An `Output`."""
BOOTLOADER: Final = "<I"
"""`BOOTLOADER_MAGIC`."""
STEPS_HEAD: Final = "<H"
"""Number of the first step that follows; 0 forgets those before."""
STEP: Final = "<IH"
"""Turns since the step before, then the lines that are closed: bit n for line n."""
RUN: Final = "<IH"
"""Nonce, number of steps."""
READ_BOOT_BUTTON: Final = "<I"
"""Nonce."""

LINES: Final = 16
LAMPS: Final = 16
PLAIN_LAMPS: Final = 7
EDGE_CLOSED: Final = 0x80
"""The bit of an edge's first byte that is set when the contact closed; the lower seven are the line."""
NUMBERS: Final = 2**32
"""Edge numbers wrap to zero after this many."""
MAX_PAYLOAD: Final = 192
MAX_ENCODED: Final = MAX_PAYLOAD + 5
"""A frame on the line without its zero: type, sequence, payload, CRC and COBS's one byte."""
CRC_START: Final = 0xFFFF
CRC_POLYNOMIAL: Final = 0x1021
STATUS_MS: Final = 100
HOST_SILENT_MS: Final = 3000
STORM_EDGES: Final = 200
"""A line with more edges than this in one window storms, and is masked."""
STORM_WINDOW_MS: Final = 20
STORM_MASK_MS: Final = 200
"""The minimum time of masking: long enough for a status."""
LAMP_PERIOD_MS: Final = 20
"""The unit of a lamp's `period`."""
BOOTLOADER_MAGIC: Final = 0x544F4F42
UART_BAUD: Final = 460_800
"""At this rate a Pi's UART of 16 bytes waits 170 µs for its processor, 80 µs at 1,000,000 (decision 0146)."""
USB_VENDOR: Final = 0x1209
USB_PRODUCT: Final = 0x0001
"""pid.codes' number for tests. No board that carries it may be given away or sold: docs/button-board.md."""
USB_NAME: Final = "Photo Finish button board"
"""The product string, which identifies a board: a maker's boards have a number of their own."""
TESTER_NAME: Final = "Photo Finish tester"
"""The product string of a tester, which no cabinet takes for its button board."""
STEP_NS: Final = 40
"""A turn of the tester's state machine: its clock is divided down to 25 MHz on both chips."""
LEAST_TURNS: Final = 5
"""The turns between two steps, at least."""
MOST_STEPS: Final = 2048

FIRST_LINE_PIN: Final = 2
PLAIN_LAMP_PINS: Final = (18, 19, 20, 21, 22, 26, 27)
CHAIN_PIN: Final = 28
REGISTER_DATA_PIN: Final = 22
REGISTER_CLOCK_PIN: Final = 26
REGISTER_LATCH_PIN: Final = 27
REGISTER_PINS: Final = (REGISTER_DATA_PIN, REGISTER_CLOCK_PIN, REGISTER_LATCH_PIN)
PLAIN_BESIDE_REGISTERS: Final = PLAIN_LAMP_PINS.index(REGISTER_DATA_PIN)
"""The number of plain lamps that keep their pins while the last three have registers."""
REGISTER_FRAME_US: Final = 2550
"""The period of the registers: 255 steps of brightness, of 10 µs each."""
UART_TX_PIN: Final = 0
UART_RX_PIN: Final = 1


def numbers() -> Mapping[str, int]:
    """Return every number the firmware needs, by its name in the C header."""
    named = {"VERSION": VERSION}
    for kind in (Type, Reset, Transport, Output, Feature):
        named |= {f"{kind.__name__.upper()}_{member.name}": member.value for member in kind}
    named |= {f"EFFECT_{motion.name}": motion.value for motion in Motion}
    named |= {f"SIZE_{name}": size for name, size in sizes().items()}
    plain = (
        "LINES LAMPS PLAIN_LAMPS EDGE_CLOSED MAX_PAYLOAD MAX_ENCODED CRC_START CRC_POLYNOMIAL STATUS_MS HOST_SILENT_MS "
        "STORM_EDGES STORM_WINDOW_MS STORM_MASK_MS LAMP_PERIOD_MS BOOTLOADER_MAGIC UART_BAUD USB_VENDOR USB_PRODUCT "
        "FIRST_LINE_PIN CHAIN_PIN UART_TX_PIN UART_RX_PIN REGISTER_DATA_PIN REGISTER_CLOCK_PIN REGISTER_LATCH_PIN "
        "PLAIN_BESIDE_REGISTERS REGISTER_FRAME_US STEP_NS LEAST_TURNS MOST_STEPS"
    )
    named |= {name: int(globals()[name]) for name in plain.split()}
    named |= {f"LAMP{lamp}_PIN": pin for lamp, pin in enumerate(PLAIN_LAMP_PINS)}
    return {f"PF_{name}": value for name, value in named.items()}


def sizes() -> Mapping[str, int]:
    """Return the size of each layout in bytes, by its name."""
    layouts = (
        "HELLO EDGES_HEAD EDGE STATUS PONG LOG_HEAD BOOT_BUTTON HELLO_REQUEST PING LAMPS_HEAD LAMP OUTPUT BOOTLOADER "
        "STEPS_HEAD STEP RUN READ_BOOT_BUTTON"
    )
    return {name: struct.calcsize(str(globals()[name])) for name in layouts.split()}


def c_header() -> str:
    """Return the text of `firmware/src/protocol.h`."""
    lines = [
        "/* The numbers of the board's protocol; docs/protocol.md says what they mean.",
        "   Written by `python -m hardware.board.protocol`: change hardware/board/protocol.py instead. */",
        "#ifndef PF_PROTOCOL_H",
        "#define PF_PROTOCOL_H",
        "",
    ]
    for name, value in numbers().items():
        digits = f"0x{value:X}" if _is_a_pattern(name) else str(value)
        lines.append(f"#define {name} {digits}{'u' if value > 0x7FFF else ''}")
    lines += ["", f'#define PF_USB_NAME "{USB_NAME}"', f'#define PF_TESTER_NAME "{TESTER_NAME}"', "", "#endif"]
    return "\n".join(lines) + "\n"


def _is_a_pattern(name: str) -> bool:
    return name.startswith(("PF_TYPE_", "PF_CRC_", "PF_USB_")) or name in ("PF_EDGE_CLOSED", "PF_BOOTLOADER_MAGIC")


# Frames: COBS with a trailing zero, and a CRC inside. COBS comes from the library `cobs`; the CRC from `binascii`,
# whose `crc_hqx` started at 0xFFFF is CRC-16/CCITT-FALSE.

END = b"\0"
"""The byte after every frame, which never occurs inside a frame."""


class Frame(NamedTuple):
    """A valid frame: its type (of either end, known or not), its sequence number, its payload."""

    type: int
    sequence: int
    payload: bytes


def encoded(frame: Frame) -> bytes:
    """Return a frame encoded for the line. Raises ValueError for a payload that is too long."""
    if len(frame.payload) > MAX_PAYLOAD:
        raise ValueError(f"a payload has at most {MAX_PAYLOAD} bytes, not {len(frame.payload)}")
    body = bytes((frame.type, frame.sequence)) + frame.payload
    return bytes(cobs.encode(body + crc_hqx(body, CRC_START).to_bytes(2, "little"))) + END


def decoded(coded: bytes) -> Frame | None:
    """Decode the bytes between two zeros; return None for a bad frame."""
    if len(coded) > MAX_ENCODED:
        return None
    try:
        body = cobs.decode(coded)
    except cobs.DecodeError:
        return None
    if len(body) < 4 or crc_hqx(body[:-2], CRC_START) != int.from_bytes(body[-2:], "little"):
        return None
    return Frame(body[0], body[1], body[2:-2])


class FrameReader:
    """Extracts frames from a byte stream, whether it comes byte by byte or all at once.

    `bad` counts the data between two zeros that was no frame; `missing` the frames whose numbers never came.
    """

    def __init__(self) -> None:
        self.bad = 0
        self.missing = 0
        self._begun = bytearray()
        self._is_too_long = False
        self._next: int | None = None

    def feed(self, data: bytes) -> list[Frame]:
        """Process the next bytes of the line; return the frames that they complete."""
        *ended, rest = data.split(END)
        frames = [frame for part in ended if (frame := self._end(part))]
        self._begin(rest)
        return frames

    def _begin(self, part: bytes) -> None:
        self._begun += part
        if len(self._begun) > MAX_ENCODED:
            self._is_too_long = True
            self._begun.clear()

    def _end(self, part: bytes) -> Frame | None:
        self._begin(part)
        coded, too_long = bytes(self._begun), self._is_too_long
        self._begun.clear()
        self._is_too_long = False
        if not coded and not too_long:
            return None
        frame = None if too_long else decoded(coded)
        if frame is None:
            self.bad += 1
            return None
        if self._next is not None:
            self.missing += (frame.sequence - self._next) % 256
        self._next = (frame.sequence + 1) % 256
        return frame


# Messages: one small class for each, with conversion to and from its payload.


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
    features: int = 0

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

    def can(self, feature: Feature) -> bool:
        """Return whether the firmware has this feature."""
        return bool(self.features >> feature & 1)


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


class BootButton(NamedTuple):
    """The answer to `ReadBootButton`: whether the board's BOOT button was down when this answer was written."""

    nonce: int
    is_down: bool


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


class Step(NamedTuple):
    """So many turns of `STEP_NS` after the step before (`LEAST_TURNS` or more), the lines of these bits are closed, and
    no others."""

    turns: int
    closed: int


class Steps(NamedTuple):
    """Steps for a tester, from number `first` on; it keeps those before."""

    first: int
    steps: tuple[Step, ...]


class Run(NamedTuple):
    """Asks a tester to carry out its steps, of which there are `steps`; a `Pong` with the nonce says that it has."""

    nonce: int
    steps: int


class ReadBootButton(NamedTuple):
    """Asks for a `BootButton` with the same nonce."""

    nonce: int


HostMessage: TypeAlias = HelloRequest | Ping | SetLamps | SetOutput | Bootloader | Steps | Run | ReadBootButton
Message: TypeAlias = Hello | Edges | Status | Pong | LogText | BootButton | HostMessage


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
        case BootButton():
            return Type.BOOT_BUTTON, struct.pack(BOOT_BUTTON, *message)
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
        case Steps(first, steps):
            return Type.STEPS, struct.pack(STEPS_HEAD, first) + b"".join(struct.pack(STEP, *step) for step in steps)
        case Run():
            return Type.RUN, struct.pack(RUN, *message)
        case ReadBootButton(nonce):
            return Type.READ_BOOT_BUTTON, struct.pack(READ_BOOT_BUTTON, nonce)


def _period(lamp: Lamp) -> int:
    return min(round(lamp.period_ms / LAMP_PERIOD_MS), 255)


def message_of(kind: int, payload: bytes) -> Message | None:
    """Parse a payload; return None if it is too short, uneven, or of a type that this version does not know."""
    reader = READERS.get(kind)
    try:
        return reader(payload) if reader else None
    except (struct.error, ValueError):
        return None


def _hello(payload: bytes) -> Hello:
    """In another version only the fixed part is certain to be there; in any version the features may be missing, or
    features and outputs."""
    size = struct.calcsize(HELLO)
    if len(payload) >= HELLO_FIXED and payload[0] != VERSION:
        payload = payload[:HELLO_FIXED].ljust(size, b"\0")
    if size - 2 <= len(payload) < size:
        payload = (payload + bytes((1 << Output.PINS,)) if len(payload) == size - 2 else payload) + b"\0"
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


def _boot_button(payload: bytes) -> BootButton:
    nonce, state = struct.unpack_from(BOOT_BUTTON, payload)
    return BootButton(nonce, state == 1)


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


def _steps(payload: bytes) -> Steps:
    (first,) = struct.unpack_from(STEPS_HEAD, payload)
    steps = struct.iter_unpack(STEP, payload[struct.calcsize(STEPS_HEAD) :])
    return Steps(first, tuple(Step(*step) for step in steps))


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
        Type.BOOT_BUTTON: _boot_button,
        Type.HELLO_REQUEST: lambda payload: HelloRequest(*struct.unpack_from(HELLO_REQUEST, payload)),
        Type.PING: lambda payload: Ping(*struct.unpack_from(PING, payload)),
        Type.LAMPS: _lamps,
        Type.OUTPUT: _output,
        Type.BOOTLOADER: _bootloader,
        Type.STEPS: _steps,
        Type.RUN: lambda payload: Run(*struct.unpack_from(RUN, payload)),
        Type.READ_BOOT_BUTTON: lambda payload: ReadBootButton(*struct.unpack_from(READ_BOOT_BUTTON, payload)),
    }
)
"""type -> the parser of its payload; raises struct.error or ValueError for an invalid payload."""


if __name__ == "__main__":
    import sys

    sys.stdout.write(c_header())
