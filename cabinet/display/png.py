"""A picture as a PNG file, written without holding up any other thread, and read piece by piece.

pygame's own encoder keeps the interpreter's lock for 60 ms and more, in which no frame is drawn and no press is judged;
`zlib` gives it back while it compresses. Its decoder reads a whole picture in one call; `bands` never does more at a
time than one band of rows.
"""

import struct
import zlib
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

import pygame

SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
RGB: Final = (8, 2, 0, 0, 0)
"""Bit depth, colour type, compression, filter method, interlacing (PNG specification, 11.2.2)."""

PIECE: Final = 1 << 16
"""The most bytes that are read from a file at a time."""
LARGEST: Final = 4096
"""The most pixels of a side that `bands` takes."""


class Band(NamedTuple):
    """Some rows of a picture of `size`: the index of the first, and three bytes a pixel; none yet where it is empty."""

    size: tuple[int, int]
    first: int
    pixels: bytes


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


def bands(file: BinaryIO, rows: int) -> Iterator[Band]:
    """Yield a picture that `png` has written, `rows` rows at a time, and an empty band after each other piece of work.

    Raises ValueError for any other file, OSError where it cannot be read.
    """
    if file.read(len(SIGNATURE)) != SIGNATURE:
        raise ValueError("no PNG")
    _, header = _whole_chunk(file, 13)
    width, height, *kind = struct.unpack(">II5B", header)
    if tuple(kind) != RGB or not (0 < width <= LARGEST and 0 < height <= LARGEST):
        raise ValueError("another kind of PNG")
    stride, done, raw = 3 * width + 1, 0, b""
    for unpacked in _unpacked(file, rows * stride):
        raw += unpacked
        while len(raw) >= min(rows, height - done) * stride > 0:
            count = min(rows, height - done)
            yield Band((width, height), done, _unfiltered(raw[: count * stride], stride))
            raw, done = raw[count * stride :], done + count
        if done == height and raw:
            raise ValueError("damaged")
        yield Band((width, height), done, b"")
    if done != height or raw:
        raise ValueError("cut off")


def _unpacked(file: BinaryIO, most: int) -> Iterator[bytes]:
    """Yield the rows of the image data, at most so many bytes at a time; none in a piece of work that yields none."""
    unpacker = zlib.decompressobj()
    try:
        for piece in _image_data(file):
            yield unpacker.decompress(piece, most)
            while unpacker.unconsumed_tail and not unpacker.eof:
                yield unpacker.decompress(unpacker.unconsumed_tail, most)
        while rest := unpacker.decompress(b"", most):
            yield rest
    except zlib.error as problem:
        raise ValueError("damaged") from problem


def _image_data(file: BinaryIO) -> Iterator[bytes]:
    """Yield the packed rows of the one chunk that `png` writes, in pieces, and compare its checksum."""
    length, kind = _chunk_head(file)
    if kind != b"IDAT":
        raise ValueError("another kind of PNG")
    crc, left = zlib.crc32(kind), length
    while left:
        piece = file.read(min(PIECE, left))
        if not piece:
            raise ValueError("cut off")
        crc, left = zlib.crc32(piece, crc), left - len(piece)
        yield piece
    if file.read(4) != struct.pack(">I", crc):
        raise ValueError("damaged")


def _whole_chunk(file: BinaryIO, length: int) -> tuple[bytes, bytes]:
    """Return a chunk's kind and its data of a known length; its checksum is skipped."""
    given, kind = _chunk_head(file)
    data = file.read(length + 4)
    if given != length or len(data) != length + 4:
        raise ValueError("damaged")
    return kind, data[:length]


def _chunk_head(file: BinaryIO) -> tuple[int, bytes]:
    head = file.read(8)
    if len(head) != 8:
        raise ValueError("cut off")
    length, kind = struct.unpack(">I4s", head)
    return length, kind


def _unfiltered(raw: bytes, stride: int) -> bytes:
    """Return rows without the byte before each, which names the filter: none, as `png` writes them."""
    if any(raw[::stride]):
        raise ValueError("another kind of PNG")
    return b"".join(raw[start + 1 : start + stride] for start in range(0, len(raw), stride))


# A photo, shrunk as it is read

ROWS: Final = 45
"""Rows of a photo that are unpacked and shrunk in one piece of work."""
Work = Generator[bool, None, pygame.Surface | None]
"""Yields True after each piece of work, and returns the photo; None without one."""


def read_photo(path: Path, size: tuple[int, int]) -> Work:
    """Read a photo as large as it fits into `size` px, band by band, each of which is shrunk at once.

    Raises ValueError for any other file, OSError where it cannot be read.
    """
    picture: pygame.Surface | None = None
    with path.open("rb") as file:
        for (width, height), first, pixels in bands(file, ROWS):
            if picture is None:
                part = min(size[0] / width, size[1] / height)
                picture = pygame.Surface((round(width * part), round(height * part)))
            if pixels:
                count = len(pixels) // (3 * width)
                top, bottom = (row * picture.get_height() // height for row in (first, first + count))
                band = pygame.image.frombuffer(pixels, (width, count), "RGB")
                picture.blit(pygame.transform.smoothscale(band, (picture.get_width(), bottom - top)), (0, top))
            yield True
    return picture
