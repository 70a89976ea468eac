"""Pictures of 256 colours, chosen for each: a third of the bytes.

The colours of the look itself are always among them: a seat's small name must not fade into another seat's.
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pygame
from PIL import Image

from cabinet.display.theme import Colour, Theme

COLOURS = 256


def colours_in(look: object) -> Iterator[Colour]:
    """Every colour that a part of the theme names."""
    if isinstance(look, tuple) and len(look) == 3 and all(isinstance(part, int) for part in look):
        yield look
    elif isinstance(look, tuple):
        for part in look:
            yield from colours_in(part)
    elif isinstance(look, msgspec.Struct):
        for field in msgspec.structs.fields(look):
            yield from colours_in(getattr(look, field.name))


def save_in_palette(picture: pygame.Surface, path: Path) -> None:
    """Write the picture as PNG, in a palette of its own."""
    whole = Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB"))
    named = [part for colour in dict.fromkeys(colours_in(Theme())) for part in colour]
    others = COLOURS - len(named) // 3
    common = whole.quantize(others, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette((named + common[: 3 * others])[: 3 * COLOURS])
    whole.quantize(palette=palette, dither=Image.Dither.NONE).save(path, optimize=True)
