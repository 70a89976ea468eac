"""Pictures of an X server's screen, read from the file in which Xvfb keeps it (``-fbdir``), of the XWD format."""

import struct
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pygame

HEADER: Final = struct.Struct(">25I")
"""The fixed part of an XWD header: big-endian words (X11/XWDFile.h)."""
TRIES: Final = 6
APART_S: Final = 0.003
"""The time between two readings, s: longer than a frame takes to be written."""
COLOUR_BYTES: Final = 12
"""The size of one entry of the colour map behind the header."""


class ScreenFile:
    """The screen in a folder that an X server writes to. Raises ValueError for pixels that are not 32 bits.

    The server writes while the file is read: a picture is whole when it is read twice alike.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / "Xvfb_screen0"

    def picture(self) -> pygame.Surface:
        """Return the screen as it is now."""
        data = self._file.read_bytes()
        for _ in range(TRIES):
            time.sleep(APART_S)
            before, data = data, self._file.read_bytes()
            if data == before:
                break
        words: Sequence[int] = HEADER.unpack_from(data)
        header, width, height, bits, row, colours = words[0], words[4], words[5], words[11], words[12], words[19]
        if bits != 32 or row != 4 * width:
            raise ValueError(f"a screen of {bits} bits a pixel in rows of {row} bytes")
        start = header + colours * COLOUR_BYTES
        return pygame.image.frombuffer(data[start : start + row * height], (width, height), "BGRA").convert(24)
