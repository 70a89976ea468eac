"""What a page's boxes say about it, without a picture: parts that overlap or leave the page, small or missing words,
and lines that end where they must not."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.page import GAP, Flat, Laid, Text
from cabinet.display.toolkit import Toolkit

LEAST = 14
"""The least height of capitals at 800×480, px."""
LEAST_SMALL = 9
"""The same on a smaller screen, where the operator reads them."""


def faults(toolkit: Toolkit, laid: Sequence[Laid], room: Box) -> list[str]:
    """Return what is wrong with a page whose parts were laid in the room, in words; nothing for a good one."""
    found = list(_faults(toolkit, laid, pygame.Rect(room)))
    for each in laid:
        if isinstance(each.part, Flat):
            found += faults(toolkit, list(each.part.part.lay(toolkit, each.ink)), each.ink)
    return found


def _faults(toolkit: Toolkit, laid: Sequence[Laid], room: pygame.Rect) -> Iterator[str]:
    least = LEAST if toolkit.scale >= 1 else LEAST_SMALL
    for each in laid:
        if not room.contains(each.ink):
            yield f"outside the page: {_told(each)}"
        if isinstance(each.part, Text) and each.is_cut:
            yield f"cut: {_told(each)} in {each.room.w} by {each.room.h}"
        if isinstance(each.part, Text) and each.ink.h < least:
            yield f"low: {_told(each)}"
        if isinstance(each.part, Text) and not each.is_cut:
            yield from _ill_broken(each.part, each.part._set(toolkit, each.room.w, each.room.h).rows)
    seen = [each for each in laid if not each.is_ground]
    for one, other in combinations(seen, 2):
        if pygame.Rect(one.ink).colliderect(other.ink):
            yield f"overlap: {_told(one)}, {_told(other)}"


def _ill_broken(text: Text, rows: Sequence[str]) -> Iterator[str]:
    """A line begins with a mark, as in French it can, or a button stands in another line than its name."""
    named = text.words.replace("\n", GAP).split(GAP)
    yield from (f"begins with a mark: {row}" for row in rows[1:] if row[:1] in {*":;!?»"})
    for row in rows:
        if GAP in text.words and not set(row.split(GAP)) <= set(named):
            yield f"a button apart from its name: {row}"


def _told(laid: Laid) -> str:
    return f"{laid.part.words if isinstance(laid.part, Text) else type(laid.part).__name__} at {tuple(laid.ink)}"
