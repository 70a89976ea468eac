"""A picture as a PNG file, written without holding up any other thread.

pygame's own encoder keeps the interpreter's lock for 60 ms and more, in which no frame is drawn and no press is judged;
`zlib` gives it back while it compresses.
"""

import struct
import zlib
from typing import Final

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
RGB: Final = (8, 2, 0, 0, 0)
"""Bit depth, colour type, compression, filter method, interlacing (PNG specification, 11.2.2)."""


def png(size: tuple[int, int], pixels: bytes) -> bytes:
    """Return the PNG of a picture, `pixels` with three bytes a pixel, row by row. ValueError for a wrong length."""
    width, height = size
    row = 3 * width
    if len(pixels) != row * height:
        raise ValueError(f"{width} by {height} pixels need {row * height} bytes, and there are {len(pixels)}")
    rows = b"".join([b"\0" + pixels[start : start + row] for start in range(0, len(pixels), row)])
    header = struct.pack(">II5B", width, height, *RGB)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", zlib.compress(rows)) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
