"""The message panels of the table: lines and timing figures, as large as their box allows.

`cabinet.display.table.status_text` composes their content; this module draws it.
"""

from itertools import chain
from typing import NamedTuple

import pygame

from cabinet.display.fonts import Face
from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import Board
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour
from cabinet.display.toolkit import CELL, Kit, stacked
from cabinet.display.widgets.discs import STEPS, Discs

IDLE = "88.8"
"""All segments of the timing board, drawn unlit while it has no content."""

RING = 88
"""Largest ring round seconds, in px at 800×480."""
RING_BELOW = 112
"""Boards lower than this, in px at 800×480, have their ring beside the words."""
LOW = 72
"""Boards lower than this, in px at 800×480, have their figures beside the words."""


class Line(NamedTuple):
    """One line of a board: text, its size at 800×480, face and colour; `badge` puts a seat's shape before it."""

    text: str
    size: int
    colour: Colour
    face: Face = "title"
    badge: int = -1


class Content(NamedTuple):
    """The content of a board: lines, timing figures (empty for none), and a line below.

    With a `whole`, the figures are seconds left of so many, and a ring round them runs out.
    """

    lines: tuple[Line, ...] = ()
    figures: str = ""
    below: Line | None = None
    whole: int = 0


class Boards:
    """Draws boards and caches the result."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._discs = kit.shared(Discs)
        self._board = kit.cached(self._draw_board)
        self._line = kit.cached(self._draw_line)

    def show(self, board: Board, content: Content) -> list[Sprite]:
        """Return the parts of a board at their places; on a change, only the changed parts are drawn anew."""
        box = board.box
        parts = self._board(content, (box.w, box.h), board.turned)
        if not board.turned:
            return [Sprite(part, box.x + x, box.y + y) for part, x, y in parts]
        return [
            Sprite(self._kit.turned(part), box.right - x - part.get_width(), box.bottom - y - part.get_height())
            for part, x, y in parts
        ]

    def _draw_board(self, content: Content, size: tuple[int, int], turned: bool) -> list[Sprite]:
        """Return the parts of a board of that size, relative to its upper left corner.

        A board that is `turned` afterwards has no unlit segments: upside down they would mislead.
        """
        lines, figures, below, whole = content
        if figures and lines and below is not None and size[1] < self._kit.px(LOW, LOW // 2):
            return self._in_a_row(lines[0], figures, size, unlit=not turned)
        if whole and len(lines) == 1 and size[1] < self._kit.px(RING_BELOW, RING_BELOW // 2):
            return self._beside_a_ring(lines[0], int(figures), whole, size)
        gap = self._kit.px(8, 4)
        groups = [self._rows(line, size) for line in lines]
        if figures:
            colours = self._kit.theme.colours
            lit = colours.unlit if figures == IDLE and not lines else colours.segments
            last = self._rows(below, size) if below is not None else []
            taken = sum(part.get_height() + gap // 2 for part in (*chain(*groups), *last))
            room = (size[0], size[1] - taken)
            ring = [self._ring(int(figures), whole, min(room[0], room[1] - gap))] if whole else []
            groups.append(ring or [self._figures(figures, lit, room, unlit=not turned)])
        if below is not None:
            groups.append(self._rows(below, size))
        while len(groups) > 1 and sum(part.get_height() for part in chain(*groups)) > size[1]:
            groups.pop()  # the hint stands last: whoever knows the game needs it least
        drawn = [*chain(*groups)]
        while gap > 0 and sum(part.get_height() for part in drawn) + gap * (len(drawn) - 1) > size[1]:
            gap -= 1
        parts = stacked(Box(0, 0, *size), drawn, gap)
        board = pygame.Rect(0, 0, *size)
        if all(board.contains(part.rect) for part in parts):
            return parts
        return [Sprite(self._kit.panel(size, parts), 0, 0)]  # parts that extend beyond the board are cropped

    def _rows(self, line: Line, size: tuple[int, int]) -> list[pygame.Surface]:
        """Draw a line, broken between words where a board of that size needs it."""
        return [self._line(part, size) for part in self._wrapped(line, size[0])]

    def _in_a_row(self, line: Line, figures: str, size: tuple[int, int], *, unlit: bool) -> list[Sprite]:
        """Return the parts of a low board: the line, and the figures beside it with the board's height."""
        gap = self._kit.px(10, 5)
        head = self._line(line, (round(size[0] * 0.5), size[1]))
        room = (size[0] - head.get_width() - gap, size[1])
        board = self._figures(figures, self._kit.theme.colours.segments, room, unlit=unlit)
        x = (size[0] - head.get_width() - gap - board.get_width()) // 2
        middle = [(size[1] - part.get_height()) // 2 for part in (head, board)]
        return [Sprite(head, x, middle[0]), Sprite(board, x + head.get_width() + gap, middle[1])]

    def _figures(self, figures: str, colour: Colour, size: tuple[int, int], *, unlit: bool) -> pygame.Surface:
        """Draw the figures as large as the room allows."""
        digits = sum(sign.isdigit() for sign in figures)
        height = max(10, min(self._kit.px(50, 26), size[1], int(size[0] / (digits * CELL))))
        if round(height * CELL) * digits > size[0] and height > 10:  # the width of a digit's cell is rounded up
            height -= 1
        return self._kit.figures(figures, height, colour, unlit)

    def _beside_a_ring(self, line: Line, left: int, whole: int, size: tuple[int, int]) -> list[Sprite]:
        """Return the parts of a low board: a ring with the board's height, and the line beside it."""
        gap = self._kit.px(10, 5)
        ring = self._ring(left, whole, min(size[1] - gap, size[0] // 2))
        head = self._line(line, (size[0] - ring.get_width() - gap, size[1]))
        x = (size[0] - ring.get_width() - gap - head.get_width()) // 2
        parts = (ring, x), (head, x + ring.get_width() + gap)
        return [Sprite(part, at, (size[1] - part.get_height()) // 2) for part, at in parts]

    def _ring(self, left: int, whole: int, most: int) -> pygame.Surface:
        """Draw seconds left in a ring that runs out, at most `most` px across."""
        kit = self._kit
        side = max(1, min(most, kit.px(RING, RING // 2)))
        ring = self._discs.ring(-1, side, STEPS - STEPS * min(left, whole) // whole).copy()
        seconds = kit.figures(str(left), round(side * (0.44 if left < 10 else 0.36)), kit.theme.colours.segments, False)
        ring.blit(seconds, seconds.get_rect(center=ring.get_rect().center))
        return ring

    def _draw_line(self, line: Line, size: tuple[int, int]) -> pygame.Surface:
        kit = self._kit
        if line.size >= kit.theme.type.giant:
            return kit.fonts.for_capitals("title", int(size[1] * 0.62)).render(line.text, True, line.colour)
        if line.badge < 0:
            return kit.fitted(line.text, line.size, line.colour, size[0], line.face)
        badge = kit.badge(line.badge, max(9, round(kit.type_size(line.size) * 0.72)))
        gap = kit.px(6, 4)
        word = kit.fitted(line.text, line.size, line.colour, size[0] - badge.get_width() - gap, line.face)
        whole = pygame.Surface((badge.get_width() + gap + word.get_width(), word.get_height()), pygame.SRCALPHA)
        whole.blit(badge, (0, (word.get_height() - badge.get_height()) // 2))
        whole.blit(word, (badge.get_width() + gap, 0))
        return whole

    def _wrapped(self, line: Line, width: int) -> list[Line]:
        """Break a line of text between words where it does not fit; a title is made smaller instead."""
        if line.face == "title":
            return [line]
        if line.badge >= 0:
            width -= self._kit.fonts.get("text", self._kit.type_size(line.size)).get_height()
        wrapped = [line._replace(text=text, badge=-1) for text in self._kit.rows(line.text, line.size, width)]
        return [wrapped[0]._replace(badge=line.badge), *wrapped[1:]] if wrapped else []
