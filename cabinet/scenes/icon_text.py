"""Lines of words with signs among them: ``"[left] [right] move"`` in the catalogue is two arrows and a word."""

import re
from functools import reduce

import pygame

from cabinet.display.theme import Colour
from cabinet.display.toolkit import Kit

MARKED = re.compile(r"\[(\w+)\]")


def icon_text(kit: Kit, text: str, size: int, colour: Colour, width: int) -> pygame.Surface:
    """Draw one line no wider than `width` px; ``[name]`` is a sign of `shapes.SIGNS`. `size` as for `Kit.text`."""
    parts = line_parts(kit, text, size, colour)
    long = sum(part.get_width() for part in parts)
    if long > width and kit.type_size(size) > kit.least_type():
        return icon_text(kit, text, size - 1, colour, width)
    high = max(part.get_height() for part in parts)
    line = pygame.Surface((long, high), pygame.SRCALPHA)
    reduce(lambda x, part: x + line.blit(part, (x, (high - part.get_height()) // 2)).w, parts, 0)
    return line


def line_parts(kit: Kit, text: str, size: int, colour: Colour) -> list[pygame.Surface]:
    """Return the words and signs of a line as surfaces."""
    side = kit.type_size(size) * 3 // 4
    parts = []
    for place, piece in enumerate(MARKED.split(text)):
        if place % 2:
            parts.append(kit.sign(piece, side, colour))
        elif piece:
            parts.append(kit.text(piece, size, colour))
    return parts


def wrapped_text(kit: Kit, text: str, size: int, colour: Colour, width: int, *, most: int) -> list[pygame.Surface]:
    """Return the text in at most `most` lines no wider than `width` px: smaller letters first, then truncated."""
    lines = kit.rows(text, size, width)
    while len(lines) > most and kit.type_size(size) > kit.least_type():
        size -= 1
        lines = kit.rows(text, size, width)
    kept = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [kit.fitted(line, size, colour, width) for line in kept]
