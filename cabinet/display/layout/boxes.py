"""Boxes in px, and the few lengths that every layout shares. No pygame, no game."""

from typing import Final, NamedTuple

ASPECT: Final = 1.4
"""Height of a card in widths."""

SMALLEST_SCREEN: Final = (480, 320)
"""The smallest screen that layouts are made for, in px."""


class Box(NamedTuple):
    """An upright rectangle in px: left, top, width, height. Usable wherever pygame takes a rectangle."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column to the right of it."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.y + self.h

    @property
    def centre(self) -> tuple[int, int]:
        """The pixel in its middle."""
        return self.x + self.w // 2, self.y + self.h // 2

    def moved(self, dx: int = 0, dy: int = 0) -> "Box":
        """The same box elsewhere."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def inset(self, dx: int, dy: int) -> "Box":
        """The box without a margin of dx px left and right, dy px above and below."""
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)

    def turned(self, width: int, height: int) -> "Box":
        """The box on a screen turned round by 180 degrees."""
        return Box(width - self.right, height - self.bottom, self.w, self.h)


NOWHERE: Final = Box(0, 0, 0, 0)
"""The box of a part that a seat does not have."""


def scale_of(size: tuple[int, int]) -> float:
    """How much larger than 800×480 the screen is, by its tighter side."""
    return min(size[0] / 800, size[1] / 480)


def px(scale: float, at_800: float, least: int = 1) -> int:
    """A length given for 800×480, on this screen, but never less than `least`."""
    return max(least, round(at_800 * scale))


def card_size(width: int) -> tuple[int, int]:
    """Width and height of a card so wide."""
    return width, round(width * ASPECT)


def row(x: int, y: int, size: tuple[int, int], count: int, gap: int) -> tuple[Box, ...]:
    """So many boxes of one size side by side, from (x, y) to the right."""
    return tuple(Box(x + place * (size[0] + gap), y, *size) for place in range(count))
