"""The names page: each sitter's half is one picture, upright for its reader, and the ring lies over it.

Halves are tall, side by side; wide, at a cocktail table; or quarters, without room for the alphabet and the note.
"""

from itertools import pairwise
from typing import Final

import pygame

from cabinet.display.evening.pages import NamesHalf, Rings
from cabinet.display.layout.boxes import Box
from cabinet.display.page import (
    SMALL,
    SPACE,
    Cell,
    Flat,
    Mark,
    On,
    Part,
    Picture,
    Space,
    Text,
    key_caps,
    laid,
    marks,
    named,
    plate,
    row,
    sign,
    sprites,
    stack,
)
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import Discs, least_capitals

NAME_LETTERS: Final = 3
"""Letters of a name."""
WIDE: Final = 2.4
"""From this ratio of width to height on, a half has two columns."""
TALL: Final = 1.1
"""Up to this ratio a half has room for the alphabet and the note."""
SHOWN: Final = 6
"""Letters on the keys and on RIGHT."""
LEFT_CAP, RIGHT_CAP, ACTION_CAP = 5, 6, 7
"""Places of the buttons in `NamesHalf.caps`."""
LETTER: Final = 0.66
"""Width of a letter of the alphabet and its gap, in capitals."""
RADIUS: Final = 12
"""Of a tile's corners, px at 800×480."""


class NamesPicture:
    """Draws halves at a toolkit's size. `boxes`: the halves on the screen by seat; `turned`: seats that look back."""

    def __init__(self, toolkit: Toolkit, boxes: dict[int, Box], turned: frozenset[int]) -> None:
        self._toolkit = toolkit
        self._boxes = boxes
        self._turned = turned
        self._rings: dict[int, Box] = {}

    def sprites(self, halves: tuple[NamesHalf, ...]) -> list[Sprite]:
        """Return every half without its ring."""
        drawn, rings = list[Sprite](), dict[int, Box]()
        for half in halves:
            box = self._boxes[half.seat]
            part, room = half_part(self._toolkit, half, (box.w, box.h)), Box(0, 0, box.w, box.h)
            ring, is_turned = marks(self._toolkit, laid(self._toolkit, part, room))["ring"], half.seat in self._turned
            rings[half.seat] = (ring.turned(box.w, box.h) if is_turned else ring).moved(box.x, box.y)
            drawn += sprites(self._toolkit, Flat(part, is_turned=is_turned), box)
        self._rings = rings
        return drawn

    def ring(self, seat: int, left: float, seconds: int) -> Sprite:
        """Return the ring of a seat whose half was drawn, with the share of its time that is left, and the seconds."""
        box = self._rings[seat]
        ring = self._toolkit.shared(Rings).ring(seat, box.w, left, seconds)
        return Sprite(self._toolkit.turned(ring) if seat in self._turned else ring, box.x, box.y)


def half_part(toolkit: Toolkit, half: NamesHalf, size: tuple[int, int]) -> Part:
    """Return a half of that size in px."""
    ratio = size[0] / size[1]
    is_wide = ratio >= WIDE
    parts = _Half(toolkit, half, size[0] / toolkit.scale * (0.45 if is_wide else 0.9), size[1] / toolkit.scale)
    if is_wide:
        left = stack((20, parts.head(0.2)), (5, SPACE), (53, parts.letters(0.53)), (8, SPACE), (14, parts.note(0.14)))
        right = stack((12, parts.strip(0.12)), (3, SPACE), (85, parts.buttons(0.45, 0.16, 0.04)))
        return On(row((42, left), (55, right), gap=size[0] / toolkit.scale / 30), pad=(18, 8))
    if ratio <= TALL:
        name = (105, parts.head(0.105)), (10, SPACE), (230, parts.letters(0.23)), (55, SPACE), (50, parts.strip(0.05))
        ways = (20, SPACE), (460, parts.buttons(0.195, 0.11, 0.03)), (20, SPACE), (50, parts.note(0.05))
        return On(stack(*name, *ways), pad=(18, 8))
    head, letters = parts.head(0.15, has_note=False), parts.letters(0.23)
    page = stack((15, head), (2, SPACE), (23, letters), (3, SPACE), (57, parts.buttons(0.27, 0.12, 0.03)))
    return On(page, pad=(18, 8))


class _Half:
    """The parts of a half. The height of each is given as a share of the half's; `wide` and `high` are px at 800×480,
    a column's width and the half's height."""

    def __init__(self, toolkit: Toolkit, half: NamesHalf, wide: float, high: float) -> None:
        self._toolkit = toolkit
        self._half = half
        self._wide = wide
        self._high = high
        self._colours = toolkit.theme.colours
        self._colour = toolkit.theme.seat(half.seat).colour

    def head(self, share: float, *, has_note: bool = True) -> Part:
        """Return the seat's shape and word, the question or the refusal, and the ring's place."""
        half, high = self._half, min(share * self._high, self._wide / 7)
        is_refused = half.is_refused and not has_note
        ink = self._colours.alarm if is_refused else self._colours.quiet
        ask = Text(half.note if is_refused else half.ask, high * 0.42, ink, across=1)
        who = named(self._toolkit, half.who, half.seat, high * 0.56)
        return row((0, who), (1, ask), (0, Mark((high, high), name="ring")), gap=high / 4)

    def letters(self, share: float) -> Part:
        """Return the three letters on their plates; the next one's is lit and has a line."""
        half, high = self._half, share * self._high
        side, cells = high * 0.86, list[Cell]()
        for place in range(NAME_LETTERS):
            inside: Part = Text(half.letters[place : place + 1], high * 0.7, self._colour, across=0.5)
            if is_next := place == half.cursor:
                line = On(Space((side / 2, high / 18)), plate(self._colour, radius=0), fits=True, across=0.5)
                inside = stack((16, SPACE), (0, line), (2, SPACE))
            edge = self._colour if is_next else self._colours.key_edge
            cells.append((0, On(stack((0, Space((side, 0))), (1, inside)), plate(self._colours.plate, edge, RADIUS))))
        return row(*cells, gap=side / 10, across=0.5)

    def strip(self, share: float) -> Part:
        """Return the alphabet, as far as it has room, with the six letters of the keys on a plate, or the heading."""
        half, cap = self._half, share * self._high * 0.6
        if half.strip < 0:
            return Text(half.heading, cap, self._colours.quiet)
        fit = int(self._wide / max(cap, least_capitals(self._toolkit) / self._toolkit.scale) / LETTER)
        first = max(0, min(half.strip - (fit - SHOWN) // 2, len(half.alphabet) - fit))
        before, shown, after = (
            half.alphabet[begin:end]
            for begin, end in pairwise((first, half.strip, half.strip + SHOWN, max(first + fit, half.strip + SHOWN)))
        )
        ground = plate(self._colours.plate, self._colour, RADIUS)
        lit = On(self._in_line(shown, cap, self._colours.text), ground, (4, 0))
        others = [self._in_line(letters, cap, self._colours.quiet) for letters in (before, after)]
        parts = (len(before), others[0]), (len(shown) + 2, lit), (len(after), others[1])
        return row(*(cell for cell in parts if cell[0]))

    def _in_line(self, letters: str, cap: float, ink: Colour) -> Part:
        return row(*((1, Text(letter, cap, ink, across=0.5)) for letter in letters)) if letters else SPACE

    def buttons(self, keys: float, action: float, gap: float) -> Part:
        """Return the five tiles, ACTION and the arrows, each so high, the last two alike; or a tick and the arrows."""
        half, caps = self._half, self._half.caps or ("",) * 8
        plain = self._colours.plate, self._colours.key_edge
        arrows = row(
            (1, self._way(action, half.left, "left", caps[LEFT_CAP], self._colours.text, plain)),
            (1, self._way(action, half.right, "right", caps[RIGHT_CAP], self._colours.text, plain)),
            gap=6,
        )
        if half.is_done:
            return stack(
                (keys + gap + action, Picture(_draw_tick, (0, 0), (half.seat,))), (gap, SPACE), (action, arrows)
            )
        tiles = row(*((1, self._key(place, keys)) for place in range(len(half.keys))), gap=7) if half.keys else SPACE
        fill, ink = (self._colour, self._colours.dark_text) if half.is_full else (self._colours.plate, self._colour)
        act = self._way(action, half.action, "star", caps[ACTION_CAP], ink, (fill, self._colour))
        return stack((keys, tiles), (gap, SPACE), (action, act), (gap, SPACE), (action, arrows))

    def _key(self, place: int, share: float) -> Part:
        """Return a tile, and its button in the seat's colour hanging from it."""
        half, tile, colours = self._half, self._half.keys[place], self._colours
        fill, ink = (colours.paper, colours.dark_text) if tile.is_chosen else (colours.plate, colours.text)
        face = plate(fill, None if tile.is_chosen else colours.key_edge, RADIUS)
        words = Text(
            tile.text, min(share * self._high * 0.4, 34), ink if tile.is_free else colours.key_edge, across=0.5
        )
        cap = Text(half.caps[place] if half.caps else str(place + 1), SMALL, colours.dark_text, across=0.5)
        button: Part = On(cap, plate(self._colour), (4, 5)) if tile.text and tile.is_free else Space((0, SMALL + 10))
        inside = stack((1, On(words, pad=(5, 0))), (0, row((1, SPACE), (8, button), (1, SPACE), high=0)))
        return On(inside, stack((1, face), (0, Space((0, (SMALL + 10) / 2)))))

    def _way(self, share: float, words: str, name: str, cap: str, ink: Colour, colours: tuple[Colour, Colour]) -> Part:
        """Return a plate with a button's sign, or the name of its key, and the words; nothing without words."""
        if not words:
            return SPACE
        high = share * self._high * 0.46
        mark = key_caps(self._toolkit, [cap]) if cap else sign(name, high * 1.1, ink)
        cells: list[Cell] = [(0, mark), (0, Text(words, high, ink))]
        return On(row(*(cells[::-1] if name == "right" else cells), gap=7, across=0.5), plate(*colours), (7, 0))

    def note(self, share: float) -> Part:
        """Return what happens at zero, or why the last name was refused."""
        ink = self._colours.alarm if self._half.is_refused else self._colours.quiet
        return Text(self._half.note, share * self._high * 0.7, ink, "title", 2, across=0.5)


def _draw_tick(toolkit: Toolkit, size: tuple[int, int], seat: int) -> pygame.Surface:
    """Draw a disc with a tick in the middle of its room."""
    side = round(min(size) * 0.8)
    return toolkit.panel(size, [toolkit.put(Box(0, 0, *size), toolkit.shared(Discs).disc(seat, side, "tick"))])
