"""A film as a GIF, frame by frame by Pillow.

Pillow's own writer of films holds all frames in memory; here each is written when it has come, cut to the part that
differs from the one before.
"""

import struct
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any, Final

import pygame

from cabinet.errors import ReplayError
from cabinet.strings.catalogue import word

HEADER: Final = b"GIF89a"
LOOP: Final = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
"""The application extension by which a film begins again at its end, for ever."""
TRAILER: Final = b"\x3b"
COLOURS: Final = 256


def pillow() -> Any:
    """Return Pillow's modules for images, their differences, and GIFs. Raises ReplayError if it is not installed."""
    try:
        from PIL import GifImagePlugin, Image, ImageChops
    except ImportError as problem:
        raise ReplayError(word("replay.no_pillow")) from problem
    return Image, ImageChops, GifImagePlugin


def write_gif(path: Path, pictures: Iterable[pygame.Surface], size: tuple[int, int], fps: int) -> None:
    """Write a film. Raises ReplayError without Pillow, OSError where the disk does not take it."""
    image, chops, plugin = pillow()
    with path.open("wb") as file:
        file.write(HEADER + struct.pack("<2H3B", *size, 0x70, 0, 0) + LOOP)
        before, held, duration = None, None, 0
        for picture in pictures:
            frame = image.frombytes("RGB", size, pygame.image.tobytes(picture, "RGB"))
            box = (0, 0, *size) if before is None else chops.difference(frame, before).getbbox()
            before = frame
            if box is None:
                duration += 1000 // fps
                continue
            if held is not None:
                _write(file, plugin, held, duration)
            held, duration = (frame.crop(box).quantize(COLOURS, dither=image.Dither.NONE), box[:2]), 1000 // fps
        if held is not None:
            _write(file, plugin, held, duration)
        file.write(TRAILER)


def _write(file: IO[bytes], plugin: Any, held: tuple[Any, tuple[int, int]], duration: int) -> None:
    frame, corner = held
    for block in plugin.getdata(frame, corner, duration=duration, disposal=1, include_color_table=True):
        file.write(block)
