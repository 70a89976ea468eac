"""Encodes and decodes frames: COBS with a trailing zero, and a CRC inside (`docs/protocol.md`). Pure.

COBS comes from the library `cobs`; the CRC from `binascii`, whose `crc_hqx` started at 0xFFFF is CRC-16/CCITT-FALSE.
"""

from binascii import crc_hqx
from typing import NamedTuple

from cobs import cobs

from hardware.board.protocol import CRC_START, MAX_ENCODED, MAX_PAYLOAD

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
