"""The figures of court cards and jokers: each suit wears its own headgear.

King: a tall crown with a cross. Queen: a coronet of pearls. Jack: a cap with a long feather. Joker: a fool's cap with
three bells. They are bold enough to be distinguished from across a room, and clear of the index.
"""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

import pygame

from cabinet.display.shapes import FINER, SUITS, Part, Point, paint, painted
from cabinet.display.theme import Colour

HEIGHT: Final = 1.29
"""Height of a figure in widths."""

_HEAD: Final = 0.66
"""Width of the suit under the headgear, as a share of the figure's."""


def court(rank: str, suit: str, width: int, ink: Colour, paper: Colour) -> pygame.Surface:
    """Draw the figure of a J, Q or K: the suit below, its headgear above, in `ink`, with fine lines in `paper`."""
    gear, lines = _GEAR[rank]

    def draw(big: pygame.Surface) -> None:
        side = float(width * FINER)
        suit_side = _HEAD * side
        paint(big, SUITS[suit], ((side - suit_side) / 2, side * HEIGHT - suit_side, suit_side), ink)
        paint(big, gear, (0.0, 0.0, side), ink)
        paint(big, lines, (0.0, 0.0, side), paper)

    return painted((width, round(width * HEIGHT)), ink, draw)


def joker(width: int, ink: Colour, second: Colour, paper: Colour) -> pygame.Surface:
    """Draw the fool's cap in two inks."""

    def draw(big: pygame.Surface) -> None:
        side = float(width * FINER)
        for parts, colour in (
            (_CAP_MIDDLE, second),
            (_CAP_SIDES, ink),
            (_BELLS, ink),
            (_FOOL_BAND, second),
            (_FOOL_LINES, paper),
        ):
            paint(big, parts, (0.0, 0.2 * side, side), colour)

    return painted((width, round(width * HEIGHT)), ink, draw)


def ghost(width: int, ink: Colour, paper: Colour) -> pygame.Surface:
    """Draw a ghost with two eyes and a wavy hem, the sign of a missing pile."""

    def draw(big: pygame.Surface) -> None:
        side = float(width * FINER)
        paint(big, _GHOST, (0.0, 0.0, side), ink)
        paint(big, _GHOST_FACE, (0.0, 0.0, side), paper)

    return painted((width, round(width * HEIGHT)), ink, draw)


def _arc(cx: float, cy: float, rx: float, ry: float, start: float, end: float, steps: int = 20) -> list[Point]:
    """Return points on an ellipse; angles in turns, 0 to the right, a quarter downwards."""
    angles = [2 * pi * (start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(cx + rx * cos(angle), cy + ry * sin(angle)) for angle in angles]


def _bar(left: float, top: float, right: float, bottom: float) -> list[Point]:
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


_KING: Final[tuple[Part, ...]] = (
    [(0.17, 0.7), (0.06, 0.26), (0.3, 0.43), (0.5, 0.16), (0.7, 0.43), (0.94, 0.26), (0.83, 0.7)],
    _bar(0.47, 0.0, 0.53, 0.2),
    _bar(0.41, 0.05, 0.59, 0.11),
    (0.06, 0.25, 0.055),
    (0.94, 0.25, 0.055),
)
_KING_LINES: Final[tuple[Part, ...]] = (
    _bar(0.16, 0.575, 0.84, 0.605),
    [(0.5, 0.33), (0.56, 0.42), (0.5, 0.51), (0.44, 0.42)],
)
_QUEEN: Final[tuple[Part, ...]] = (
    [
        (0.14, 0.7),
        *_arc(0.14, 0.44, 0.1, 0.14, 0.5, 0.75, 6),
        *_arc(0.285, 0.36, 0.105, 0.12, 0.5, 0.0, 10),
        *_arc(0.5, 0.27, 0.12, 0.1, 0.5, 1.0, 10),
        *_arc(0.715, 0.36, 0.105, 0.12, 0.5, 0.0, 10),
        *_arc(0.86, 0.44, 0.1, 0.14, 0.75, 1.0, 6),
        (0.86, 0.7),
    ],
    (0.5, 0.12, 0.085),
    (0.145, 0.26, 0.06),
    (0.855, 0.26, 0.06),
    (0.315, 0.3, 0.045),
    (0.685, 0.3, 0.045),
)
_QUEEN_LINES: Final[tuple[Part, ...]] = (
    _bar(0.14, 0.575, 0.86, 0.605),
    (0.5, 0.43, 0.07),
    (0.3, 0.5, 0.04),
    (0.7, 0.5, 0.04),
)
_JACK: Final[tuple[Part, ...]] = (
    # the cap, leaning to the left, its brim below
    [(0.13, 0.6), *_arc(0.4, 0.52, 0.33, 0.26, 0.5, 0.97, 20), (0.88, 0.6)],
    [*_arc(0.5, 0.645, 0.4, 0.06, 0.0, 1.0, 28)],
    # the feather, out of the cap and over to the right
    [(0.55, 0.5), (0.6, 0.3), (0.7, 0.13), (0.84, 0.02), (0.99, 0.0), (0.96, 0.18), (0.84, 0.39), (0.66, 0.52)],
)
_JACK_LINES: Final[tuple[Part, ...]] = (
    [(0.585, 0.5), (0.69, 0.3), (0.93, 0.05), (0.715, 0.315), (0.61, 0.51)],
    _bar(0.16, 0.555, 0.84, 0.585),
)


def _flatter(parts: Sequence[Part], share: float = 0.86) -> tuple[Part, ...]:
    """Return the parts with their heights reduced; discs stay round."""
    return tuple(
        [(x, y * share) for x, y in part] if isinstance(part, list) else (part[0], part[1] * share, part[2])
        for part in parts
    )


_GEAR: Final = {
    "K": (_flatter(_KING), _flatter(_KING_LINES)),
    "Q": (_flatter(_QUEEN), _flatter(_QUEEN_LINES)),
    "J": (_flatter(_JACK), _flatter(_JACK_LINES)),
}

_CAP_MIDDLE: Final[tuple[Part, ...]] = ([(0.24, 0.9), (0.34, 0.42), (0.5, 0.12), (0.66, 0.42), (0.76, 0.9)],)
_CAP_SIDES: Final[tuple[Part, ...]] = (
    [(0.24, 0.9), (0.44, 0.62), (0.36, 0.44), (0.2, 0.4), (0.06, 0.56), (0.08, 0.72), (0.16, 0.66)],
    [(0.76, 0.9), (0.56, 0.62), (0.64, 0.44), (0.8, 0.4), (0.94, 0.56), (0.92, 0.72), (0.84, 0.66)],
)
_BELLS: Final[tuple[Part, ...]] = ((0.5, 0.1, 0.085), (0.085, 0.75, 0.075), (0.915, 0.75, 0.075))
_FOOL_BAND: Final[tuple[Part, ...]] = (_bar(0.2, 0.88, 0.8, 1.03),)
_FOOL_LINES: Final[tuple[Part, ...]] = (
    (0.5, 0.955, 0.035),
    (0.32, 0.955, 0.035),
    (0.68, 0.955, 0.035),
    _bar(0.2, 0.865, 0.8, 0.885),
)
_GHOST: Final[tuple[Part, ...]] = (
    [
        *_arc(0.5, 0.47, 0.42, 0.45, 0.5, 1.0, 32),
        (0.94, 1.2),
        *_arc(0.82, 1.1, 0.1, 0.12, 0.0, 0.5, 12),
        *_arc(0.61, 1.12, 0.11, 0.1, 1.0, 0.5, 12),
        *_arc(0.39, 1.1, 0.11, 0.13, 0.0, 0.5, 12),
        *_arc(0.18, 1.12, 0.1, 0.1, 1.0, 0.5, 12),
        (0.06, 1.2),
    ],
)
_GHOST_FACE: Final[tuple[Part, ...]] = (
    [*_arc(0.36, 0.45, 0.075, 0.115, 0.0, 1.0, 24)],
    [*_arc(0.64, 0.45, 0.075, 0.115, 0.0, 1.0, 24)],
    [*_arc(0.5, 0.72, 0.07, 0.05, 0.0, 1.0, 20)],
)
