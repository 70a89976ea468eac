"""The numbers of the board's protocol: types, layouts, limits. `docs/protocol.md` explains their meaning.

This module is their only source. ``python -m hardware.board.protocol`` prints the text of `firmware/src/protocol.h` and
of the block in the document; `tests/hardware/board/test_protocol.py` compares all three.
"""

import struct
from collections.abc import Mapping
from enum import IntEnum
from typing import Final

from hardware.lamps import Motion

VERSION: Final = 1
"""The version on which both ends must agree. Every change that an old end would misread increments it."""


class Type(IntEnum):
    """The first byte of a frame, its type. The board sends types below 0x80, the host the others."""

    HELLO = 0x01
    EDGES = 0x02
    STATUS = 0x03
    PONG = 0x04
    LOG = 0x05
    HELLO_REQUEST = 0x81
    PING = 0x82
    LAMPS = 0x83
    BOOTLOADER = 0x84
    OUTPUT = 0x85


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


HELLO: Final = "<BBBB8sIBBBBIIIIQB"
"""protocol, firmware (3), board id, boot id, reset, transport, lines, lamps, tick ns, levels, edge seq, lost, time,
outputs: bit n for output n. Firmware from before the outputs omits the last field.
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

LINES: Final = 16
LAMPS: Final = 16
PLAIN_LAMPS: Final = 7
EDGE_CLOSED: Final = 0x80
"""The bit of an edge's first byte that is set when the contact closed; the lower seven are the line."""
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
UART_BAUD: Final = 1_000_000
USB_VENDOR: Final = 0x1209
USB_PRODUCT: Final = 0x0001
"""pid.codes' number for tests. No board that carries it may be given away or sold: docs/button-board.md."""
USB_NAME: Final = "Photo Finish button board"
"""The product string, which identifies a board because the vendor's number is only one for tests."""

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
    for kind in (Type, Reset, Transport, Output):
        named |= {f"{kind.__name__.upper()}_{member.name}": member.value for member in kind}
    named |= {f"EFFECT_{motion.name}": motion.value for motion in Motion}
    named |= {f"SIZE_{name}": size for name, size in sizes().items()}
    plain = (
        "LINES LAMPS PLAIN_LAMPS EDGE_CLOSED MAX_PAYLOAD MAX_ENCODED CRC_START CRC_POLYNOMIAL STATUS_MS HOST_SILENT_MS "
        "STORM_EDGES STORM_WINDOW_MS STORM_MASK_MS LAMP_PERIOD_MS BOOTLOADER_MAGIC UART_BAUD USB_VENDOR USB_PRODUCT "
        "FIRST_LINE_PIN CHAIN_PIN UART_TX_PIN UART_RX_PIN REGISTER_DATA_PIN REGISTER_CLOCK_PIN REGISTER_LATCH_PIN "
        "PLAIN_BESIDE_REGISTERS REGISTER_FRAME_US"
    )
    named |= {name: int(globals()[name]) for name in plain.split()}
    named |= {f"LAMP{lamp}_PIN": pin for lamp, pin in enumerate(PLAIN_LAMP_PINS)}
    return {f"PF_{name}": value for name, value in named.items()}


def sizes() -> Mapping[str, int]:
    """Return the size of each layout in bytes, by its name."""
    layouts = "HELLO EDGES_HEAD EDGE STATUS PONG LOG_HEAD HELLO_REQUEST PING LAMPS_HEAD LAMP OUTPUT BOOTLOADER"
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
    lines += ["", f'#define PF_USB_NAME "{USB_NAME}"', "", "#endif"]
    return "\n".join(lines) + "\n"


def _is_a_pattern(name: str) -> bool:
    return name.startswith(("PF_TYPE_", "PF_CRC_", "PF_USB_")) or name in ("PF_EDGE_CLOSED", "PF_BOOTLOADER_MAGIC")


if __name__ == "__main__":
    import sys

    sys.stdout.write(c_header())
