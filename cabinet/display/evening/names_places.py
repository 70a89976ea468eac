"""Places on one sitter's half of the names page: tall halves side by side, wide ones at a cocktail table, quarters.

Pure geometry in px; every box lies inside the half's size, at its own origin.
"""

from typing import Final, NamedTuple

from cabinet.display.evening.pages import KEYS
from cabinet.display.layout.boxes import NOWHERE, Box, px, scale_of

LETTERS: Final = 3
"""Letters of a name."""
WIDE: Final = 2.4
"""From this ratio of width to height on, a half has two columns."""
TALL: Final = 1.1
"""Up to this ratio a half has room for the alphabet and the note."""
TALL_ROWS: Final = (0.0, 0.105, 0.115, 0.345, 0.4, 0.45, 0.47, 0.665, 0.71, 0.82, 0.84, 0.93, 0.95, 1.0)
QUARTER_ROWS: Final = (0.0, 0.15, 0.17, 0.4, 0.0, 0.0, 0.43, 0.7, 0.74, 0.86, 0.88, 1.0, 0.0, 0.0)
"""Top and bottom of head, letters, strip, keys, action, arrows and note, in shares of the height; 0 to 0: left out."""


class HalfPlaces(NamedTuple):
    """Boxes of a half. `strip` and `note` are `NOWHERE` where they have no room."""

    head: Box
    ring: Box
    letters: tuple[Box, ...]
    strip: Box
    keys: tuple[Box, ...]
    action: Box
    left: Box
    right: Box
    note: Box


def half_places(size: tuple[int, int], screen: tuple[int, int]) -> HalfPlaces:
    """Return the places on a half of `size` on a screen, px."""
    ratio = size[0] / size[1]
    margin = px(scale_of(screen), 18, 7)
    whole = Box(0, 0, *size).inset(margin, px(scale_of(screen), 8, 4))
    if ratio >= WIDE:
        return _wide(whole)
    return _stacked(whole, TALL_ROWS if ratio <= TALL else QUARTER_ROWS)


def _stacked(whole: Box, rows: tuple[float, ...]) -> HalfPlaces:
    """Return the places in rows, as `TALL_ROWS` has them."""
    head, letters, strip, keys, action, arrows, note = (
        _rows(whole, top, bottom) if bottom else NOWHERE for top, bottom in zip(rows[::2], rows[1::2], strict=True)
    )
    return _places(head, letters, strip, keys, action, arrows, note)


def _wide(whole: Box) -> HalfPlaces:
    """Return the places in two columns: the name at the left, the buttons at the right."""
    gap = whole.w // 30
    left = Box(whole.x, whole.y, round(whole.w * 0.42), whole.h)
    right = Box(left.right + gap, whole.y, whole.right - left.right - gap, whole.h)
    return _places(
        _rows(left, 0.0, 0.2), _rows(left, 0.25, 0.78), _rows(right, 0.0, 0.12), _rows(right, 0.15, 0.6),
        _rows(right, 0.65, 0.81), _rows(right, 0.84, 1.0), _rows(left, 0.86, 1.0),
    )  # fmt: skip


def _places(head: Box, letters: Box, strip: Box, keys: Box, action: Box, arrows: Box, note: Box) -> HalfPlaces:
    ring = Box(head.right - head.h, head.y, head.h, head.h)
    head = Box(head.x, head.y, head.w - head.h - head.h // 4, head.h)
    gap = max(3, letters.w // 32)
    side = min((letters.w - 2 * gap) // LETTERS, round(letters.h * 0.86))
    x = letters.x + (letters.w - LETTERS * side - 2 * gap) // 2
    boxes = tuple(Box(x + place * (side + gap), letters.y, side, letters.h) for place in range(LETTERS))
    left, right = _shared(arrows, 2)
    return HalfPlaces(head, ring, boxes, strip, _shared(keys, KEYS), action, left, right, note)


def _shared(row: Box, count: int) -> tuple[Box, ...]:
    """Return `count` boxes of equal width in a row."""
    gap = max(3, row.w // 56)
    width = (row.w - gap * (count - 1)) // count
    return tuple(Box(row.x + place * (width + gap), row.y, width, row.h) for place in range(count))


def _rows(box: Box, top: float, bottom: float) -> Box:
    """Return the part of a box between two shares of its height."""
    y = box.y + round(box.h * top)
    return Box(box.x, y, box.w, box.y + round(box.h * bottom) - y)
