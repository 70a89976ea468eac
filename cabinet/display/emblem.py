"""Emblems above a word: cards by their codes, seats (``seat0``) and signs of `shapes.SIGNS`, side by side."""

from collections.abc import Sequence
from typing import Final

import pygame

from cabinet.display.cards import CardSize
from cabinet.display.layout.boxes import Box
from cabinet.display.page import Pages, Part, Picture
from cabinet.display.shapes import SIGNS
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit, stacked

A_FEW: Final = 3
"""Maximum number of parts of an emblem at their usual size."""
A_ROW: Final = 5
"""Maximum number of parts of an emblem in a row."""
APART: Final = 1.12
"""Distance from one seat or sign of an emblem to the next, in its widths."""
FILLED: Final = 0.86
"""Share of a tile's width that many parts fill."""


def emblem_of(parts: Sequence[str], ink: Colour) -> Part:
    """Return an emblem as large as its room."""
    return Picture(_draw_in_room, (0, 0), (tuple(parts), ink))


def _draw_in_room(toolkit: Toolkit, size: tuple[int, int], parts: Sequence[str], ink: Colour) -> pygame.Surface:
    drawn = emblem(toolkit, parts, size[0], ink)
    if (high := drawn.get_height()) > size[1]:
        drawn = emblem(toolkit, parts, size[0] * size[1] // high, ink)
    return toolkit.panel(size, [toolkit.put(Box(0, 0, *size), drawn)])


def emblem(toolkit: Toolkit, parts: Sequence[str], width: int, ink: Colour) -> pygame.Surface:
    """Return the parts above a tile's word side by side, cards overlapping, in the middle of `width` px.

    Many parts form several rows, so that each seat stays visible.
    """
    return toolkit.drawing(_draw_emblem, tuple(parts), width, ink)


def _draw_emblem(toolkit: Toolkit, parts: Sequence[str], width: int, ink: Colour) -> pygame.Surface:
    rows = Pages(len(parts), A_ROW)
    many = rows.widest if len(parts) > A_FEW else 0
    lines = [_row(toolkit, [parts[n] for n in rows.on(row)], width, ink, many) for row in range(rows.number)]
    whole = pygame.Surface((max(line.get_width() for line in lines), _height(lines, toolkit)), pygame.SRCALPHA)
    for sprite in stacked(Box(0, 0, *whole.get_size()), lines, toolkit.px(3)):
        whole.blit(sprite.surface, (sprite.x, sprite.y))
    return whole


def _height(lines: Sequence[pygame.Surface], toolkit: Toolkit) -> int:
    return sum(line.get_height() for line in lines) + toolkit.px(3) * (len(lines) - 1)


def _row(toolkit: Toolkit, parts: Sequence[str], width: int, ink: Colour, many: int) -> pygame.Surface:
    """Draw one row of an emblem; `many`, if it is not 0, is the number of parts that fill the tile's width."""
    pictures = [_one(toolkit, part, width, ink, many) for part in parts]
    is_fan = parts[0] not in SIGNS and not parts[0].startswith("seat")
    step = [round(picture.get_width() * (0.55 if is_fan else APART)) for picture in pictures]
    whole = pygame.Surface(
        (sum(step[:-1]) + pictures[-1].get_width(), max(picture.get_height() for picture in pictures)), pygame.SRCALPHA
    )
    x = 0
    for picture, along in zip(pictures, step, strict=True):
        whole.blit(picture, (x, 0))
        x += along
    return whole


def _one(toolkit: Toolkit, part: str, width: int, ink: Colour, many: int) -> pygame.Surface:
    """Draw one part of an emblem."""
    if part in SIGNS:
        return toolkit.sign(part, round(width * 0.2), ink)
    if part.startswith("seat"):
        side = round(width * FILLED / many / APART) if many else round(width * 0.24)
        return toolkit.badge(int(part.removeprefix("seat")), side)
    card = round(width * 0.38)
    return toolkit.art.card(part, CardSize(card, round(card * 1.4)))
