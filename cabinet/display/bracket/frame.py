"""The rooms of a tournament's page: head, the box of those who play now, and below them all the rest."""

from typing import Final

import pygame

from cabinet.display.bracket.bouts import Bouts
from cabinet.display.bracket.page import TournamentPage
from cabinet.display.bracket.plan import Room
from cabinet.display.bracket.tree import Frame
from cabinet.display.layout.boxes import NOWHERE, Box
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.backdrop import chequer
from cabinet.display.widgets.capitals import capitals

ACROSS: Final = 5
"""Columns of matches on a page."""


class PageFrame:
    """The rooms of a page above `bottom`, the first row of what lies at the foot of the screen, px."""

    def __init__(self, kit: Kit, bouts: Bouts, bottom: int) -> None:
        self.kit = kit
        self.row = bouts.row
        margin = kit.px(20, 10)
        self.head = Box(margin, kit.px(8, 5), kit.size[0] - 2 * margin, kit.px(48, 30))
        top = self.head.bottom + kit.px(14, 9)
        self.area = Box(margin, top, self.head.w, bottom - top - kit.px(6, 3))
        wide, high = round(self.area.w * 277 / 760), max(kit.px(84), kit.px(30, 19) + kit.px(40, 30))
        self.now = Box(self.area.right - wide, self.area.y + kit.px(6, 3), wide, high)
        self._bout = bouts.size(round(self.area.w * 128 / 760))

    def room(self) -> Room:
        """Return how much has room on a page."""
        rows = [(self.area.h - trees * self.title) // self.pitch for trees in (0, 1, 2)]
        pairings = 2 * self.pairing_rows(self.pairings.h)
        cells = (self.table.w - sum(self.cross_columns)) // self.kit.px(20, 17)
        return Room(ACROSS, rows[0], (rows[1], rows[2]), self.area.h // self.row - 1, cells, pairings)

    @property
    def table(self) -> Box:
        """The room of a table at the left of those who play now."""
        return Box(self.area.x, self.area.y, self.now.x - self.kit.px(18, 10) - self.area.x, self.area.h)

    @property
    def cross_columns(self) -> tuple[int, int, int]:
        """The widths of a cross table's number, name and points, px."""
        return self.kit.px(28, 18), self.kit.px(62, 38), self.kit.px(52, 34)

    @property
    def pairings(self) -> Box:
        """The room of a round's pairings, below those who play now, with a title."""
        top = self.now.bottom + self.kit.px(10, 6)
        return Box(self.now.x, top, self.now.w, self.area.bottom - top)

    def pairing_rows(self, height: int) -> int:
        """Return how many pairings fit above each other below their title, at least one."""
        return max(1, (height - self.title) // self.pitch)

    @property
    def pitch(self) -> int:
        """The least distance from match to match above each other, px."""
        return self._bout[1] + self.kit.px(4, 2)

    @property
    def title(self) -> int:
        """The height of the title above a tree or a list, px."""
        return self.kit.px(24, 17)

    def trees(self, page: TournamentPage) -> Frame:
        """Return the frame of a page's trees."""
        final = (self._bout[0], self._bout[1] + self.kit.px(56, 38))
        title = self.title if any(tree.title for tree in page.trees) else 0
        now = self.now if page.now is not None else NOWHERE
        across = (self.area.w - self._bout[0]) // (ACROSS - 1)
        return Frame(self.area, now, self._bout, self.pitch, across, title, final, self.kit.px(8, 5))

    def draw_head(self, surface: pygame.Surface, title: str, lines: tuple[str, ...]) -> None:
        """Draw the title, at its right up to two lines, and a chequered line below."""
        kit, colours, head = self.kit, self.kit.theme.colours, self.head
        drawn = capitals(kit, title, 34, colours.text, head.w // 2)
        surface.blit(drawn, (head.x, head.y + (head.h - drawn.get_height()) // 2))
        lines = tuple(line for line in lines if line)
        for number, line in enumerate(lines):
            ink = capitals(kit, line, 15, colours.quiet, head.w - drawn.get_width() - kit.px(30, 16))
            y = head.y + (2 * number + 1) * head.h // (2 * len(lines))
            surface.blit(ink, ink.get_rect(midright=(head.right, y)))
        square = kit.px(4, 2)
        chequer(surface, Box(0, head.bottom + kit.px(2), kit.size[0], 2 * square), square, colours.chequer)
