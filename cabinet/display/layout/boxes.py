"""Boxes in px, and the few lengths that all layouts share. No pygame, no game."""

from typing import Final, NamedTuple

from cabinet.display.theme import LARGE

ASPECT: Final = 1.4
"""Height of a card in widths."""

SMALLEST_SCREEN: Final = (480, 320)
"""The smallest screen that layouts are made for, in px."""

KEY: Final = 24
"""Height of a soft-key at 800×480, in px."""
LOWEST_KEY: Final = 18
"""Its height on the smallest screen, in px: room for capitals of 11 px."""


class Box(NamedTuple):
    """An upright rectangle in px: left, top, width, height. Usable wherever pygame takes a rectangle."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column to the right of the box."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row below the box."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel in the middle of the box."""
        return self.x + self.w // 2, self.y + self.h // 2

    def moved(self, dx: int = 0, dy: int = 0) -> "Box":
        """Return the box moved by (dx, dy) px."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def inset(self, dx: int, dy: int) -> "Box":
        """Return the box without a margin of `dx` px left and right and `dy` px above and below."""
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def turned(self, width: int, height: int) -> "Box":
        """Return the box on a screen of `width` by `height` px rotated by 180 degrees."""
        return Box(width - self.right, height - self.bottom, self.w, self.h)


Boxes = tuple[Box, ...]

NOWHERE: Final = Box(0, 0, 0, 0)
"""The box of a part that a seat does not have."""


def scale_of(size: tuple[int, int]) -> float:
    """Return how much larger than 800×480 the screen is, by its tighter side."""
    return min(size[0] / 800, size[1] / 480)


def px(scale: float, at_800: float, least: int = 1) -> int:
    """Return a length given for 800×480 on this screen, at least `least`, in px."""
    return max(least, round(at_800 * scale))


def key_height(scale: float, *, large: bool) -> int:
    """Return the height of a soft-key on a screen of that scale, in px; ``large``: a quarter more."""
    more = LARGE if large else 1
    return px(scale, KEY * more, round(LOWEST_KEY * more))


def card_size(width: int) -> tuple[int, int]:
    """Return width and height of a card `width` px wide."""
    return width, round(width * ASPECT)


def row(x: int, y: int, size: tuple[int, int], count: int, gap: int) -> Boxes:
    """Return `count` boxes of one size side by side, starting at (x, y) and continuing to the right."""
    return tuple(Box(x + place * (size[0] + gap), y, *size) for place in range(count))
