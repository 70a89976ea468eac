"""What all pages of a tournament share: the rooms of a page, and a match drawn on it.

`Bouts` draws a match as a small plate with two rows, and those who play now as a large one. `PageFrame` has the head,
the box of those who play now, and below them all the rest.
"""

from typing import Final

import pygame

from cabinet.display.bracket.content import Bout, Duel, TournamentPage
from cabinet.display.bracket.plan import Frame, Room
from cabinet.display.layout.boxes import NOWHERE, Box
from cabinet.display.table.view_state import Words, said
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit, beside, in_middle
from cabinet.display.widgets import capitals, chequer, least_capitals


class Bouts:
    """Draws matches at a toolkit's size."""

    def __init__(self, toolkit: Toolkit, words: Words) -> None:
        self._toolkit = toolkit
        self._words = words

    @property
    def row(self) -> int:
        """The height of one name's row, px: 23 at 800×480."""
        return max(self._toolkit.px(23), least_capitals(self._toolkit) + 5)

    def size(self, width: int) -> tuple[int, int]:
        """Return the size of a match of that width, px."""
        return width, 2 * self.row + self._toolkit.px(2)

    def draw(self, surface: pygame.Surface, bout: Bout, box: Box) -> None:
        """Draw a match: the winner light, the loser quiet, those who play now in their seats' colours."""
        toolkit, colours, radius = self._toolkit, self._toolkit.theme.colours, self._toolkit.px(6, 4)
        if bout.state == "now":
            rim = toolkit.px(3, 2)
            outer = box.inset(-rim, -rim)
            surface.blit(toolkit.plate(outer[2:], (4, 5, 10), colours.paper, radius=radius), outer[:2])
        else:
            edge = colours.lane if bout.state in ("open", "bye") else colours.key_edge
            surface.blit(toolkit.plate(box[2:], colours.plate, edge, radius=radius), box[:2])
        middle = box.y + box.h // 2
        if bout.state != "now":
            pygame.draw.rect(surface, colours.lane, (box.x + toolkit.px(8, 5), middle, box.w - 2 * toolkit.px(8, 5), 1))
        tag = self._tag(bout)
        for number, side in enumerate(bout.sides):
            row = Box(box.x, box.y + toolkit.px(1) + number * self.row, box.w, self.row)
            room = row.w - toolkit.px(28, 16) - (tag.get_width() if tag else toolkit.px(18, 11))
            name = self._name(bout, number, room)
            surface.blit(name, (row.x + toolkit.px(13, 8), row.y + (row.h - name.get_height()) // 2))
            if side.score is not None:
                ink = colours.text if side.wins or bout.state == "now" else colours.quiet
                score = capitals(toolkit, str(side.score), 16, ink, toolkit.px(24, 14))
                x = row.right - toolkit.px(10, 6) - score.get_width()
                surface.blit(score, (x, row.y + (row.h - score.get_height()) // 2))
        if tag is not None:
            surface.blit(tag, tag.get_rect(midright=(box.right - toolkit.px(6, 4), middle)))

    def _name(self, bout: Bout, number: int, room: int) -> pygame.Surface:
        toolkit, colours, side = self._toolkit, self._toolkit.theme.colours, bout.sides[number]
        if not side.name:
            if bout.state == "bye":
                return capitals(toolkit, said(self._words, "bracket.bye"), 14, colours.quiet, room)
            dash = pygame.Surface((toolkit.px(22, 13), toolkit.px(3, 2)))
            dash.fill(colours.key_edge)
            return dash
        if bout.state == "now":
            seat = bout.seats[number]
            mark = toolkit.badge(seat, toolkit.px(16, 11))
            gap = toolkit.px(8, 5)
            name = capitals(toolkit, side.name, 16, toolkit.theme.seat(seat).colour, room - mark.get_width() - gap)
            return beside([mark, name], gap)
        ink = self._ink(bout, number)
        name = capitals(toolkit, side.name, 16, ink, room)
        return struck(toolkit, name, ink) if side.is_out else name

    def _ink(self, bout: Bout, number: int) -> Colour:
        colours = self._toolkit.theme.colours
        is_quiet = bout.state == "done" and not bout.sides[number].wins
        return colours.quiet if is_quiet else colours.text

    def _tag(self, bout: Bout) -> pygame.Surface | None:
        """Draw the mark of the next match."""
        if bout.state != "next":
            return None
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        text = capitals(toolkit, said(self._words, "bracket.next"), 14, colours.text, toolkit.px(60, 34))
        size = (text.get_width() + toolkit.px(14, 8), text.get_height() + toolkit.px(10, 6))
        return in_middle(toolkit.plate(size, colours.key), text)

    def draw_now(self, surface: pygame.Surface, duel: Duel, box: Box) -> None:
        """Draw who plays now: the centre of the page."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        surface.blit(toolkit.draw_plate(box[2:], (4, 5, 10), colours.paper, radius=toolkit.px(12, 7)), box[:2])
        head = capitals(toolkit, said(self._words, "bracket.now"), 14, colours.text, box.w // 3)
        parts = [head]
        if duel.line:
            room = box.w - head.get_width() - toolkit.px(40, 24)
            parts.append(capitals(toolkit, duel.line, 14, colours.quiet, room))
        top = beside(parts, toolkit.px(10, 6))
        surface.blit(top, top.get_rect(midtop=(box.centre[0], box.y + toolkit.px(10, 6))))
        dash = pygame.Surface((toolkit.px(16, 9), toolkit.px(4, 2)))
        dash.fill(colours.quiet)
        gap = toolkit.px(12, 7)
        room = (box.w - dash.get_width() - toolkit.px(16, 10) - 4 * gap) // 2 - toolkit.px(30, 18)
        names = []
        for name, seat in zip(duel.names, duel.seats, strict=True):
            drawn = capitals(toolkit, name, 34, toolkit.theme.seat(seat).colour, room)
            names.append(beside([toolkit.badge(seat, toolkit.px(30, 18)), drawn], gap))
        line = beside([names[0], dash, names[1]], gap)
        low = box.y + toolkit.px(30, 19)
        surface.blit(line, line.get_rect(center=(box.centre[0], low + (box.bottom - low - toolkit.px(6, 4)) // 2)))


ACROSS: Final = 5
"""Columns of matches on a page."""


class PageFrame:
    """The rooms of a page above `bottom`, the first row of what lies at the foot of the screen, px."""

    def __init__(self, toolkit: Toolkit, bouts: Bouts, bottom: int) -> None:
        self.toolkit = toolkit
        self.row = bouts.row
        margin = toolkit.px(20, 10)
        self.head = Box(margin, toolkit.px(8, 5), toolkit.size[0] - 2 * margin, toolkit.px(48, 30))
        top = self.head.bottom + toolkit.px(14, 9)
        self.area = Box(margin, top, self.head.w, bottom - top - toolkit.px(6, 3))
        wide, high = round(self.area.w * 277 / 760), max(toolkit.px(84), toolkit.px(30, 19) + toolkit.px(40, 30))
        self.now = Box(self.area.right - wide, self.area.y + toolkit.px(6, 3), wide, high)
        self._bout = bouts.size(round(self.area.w * 128 / 760))

    def room(self) -> Room:
        """Return how much has room on a page."""
        rows = [(self.area.h - trees * self.title) // self.pitch for trees in (0, 1, 2)]
        pairings = 2 * self.pairing_rows(self.pairings.h)
        cells = (self.table.w - sum(self.cross_columns)) // self.toolkit.px(20, 17)
        return Room(ACROSS, rows[0], (rows[1], rows[2]), (self.area.h - self.row) // self.row - 1, cells, pairings)

    @property
    def table(self) -> Box:
        """The room of a table at the left of those who play now."""
        return Box(self.area.x, self.area.y, self.now.x - self.toolkit.px(18, 10) - self.area.x, self.area.h)

    @property
    def cross_columns(self) -> tuple[int, int, int]:
        """The widths of a cross table's number, name and points, px."""
        return self.toolkit.px(28, 18), self.toolkit.px(62, 38), self.toolkit.px(52, 34)

    @property
    def pairings(self) -> Box:
        """The room of a round's pairings, below those who play now, with a title."""
        top = self.now.bottom + self.toolkit.px(10, 6)
        return Box(self.now.x, top, self.now.w, self.area.bottom - top)

    def pairing_rows(self, height: int) -> int:
        """Return how many pairings fit above each other below their title, at least one."""
        return max(1, (height - self.title) // self.pitch)

    @property
    def pitch(self) -> int:
        """The least distance from match to match above each other, px."""
        return self._bout[1] + self.toolkit.px(4, 2)

    @property
    def title(self) -> int:
        """The height of the title above a tree or a list, px."""
        return self.toolkit.px(24, 17)

    def trees(self, page: TournamentPage) -> Frame:
        """Return the frame of a page's trees."""
        final = (self._bout[0], self._bout[1] + self.toolkit.px(56, 38))
        title = self.title if any(tree.title for tree in page.trees) else 0
        now = self.now if page.now is not None else NOWHERE
        across = (self.area.w - self._bout[0]) // (ACROSS - 1)
        return Frame(self.area, now, self._bout, self.pitch, across, title, final, self.toolkit.px(8, 5))

    def draw_head(self, surface: pygame.Surface, title: str, lines: tuple[str, ...]) -> None:
        """Draw the title, at its right up to two lines, and a chequered line below."""
        toolkit, colours, head = self.toolkit, self.toolkit.theme.colours, self.head
        drawn = capitals(toolkit, title, 34, colours.text, head.w // 2)
        surface.blit(drawn, (head.x, head.y + (head.h - drawn.get_height()) // 2))
        lines = tuple(line for line in lines if line)
        for number, line in enumerate(lines):
            ink = capitals(toolkit, line, 15, colours.quiet, head.w - drawn.get_width() - toolkit.px(30, 16))
            y = head.y + (2 * number + 1) * head.h // (2 * len(lines))
            surface.blit(ink, ink.get_rect(midright=(head.right, y)))
        square = toolkit.px(4, 2)
        chequer(surface, Box(0, head.bottom + toolkit.px(2), toolkit.size[0], 2 * square), square, colours.chequer)


def struck(toolkit: Toolkit, name: pygame.Surface, ink: Colour) -> pygame.Surface:
    """Return a name with a line through it: whoever it is has gone."""
    through = name.copy()
    pygame.draw.rect(through, ink, (0, name.get_height() // 2, name.get_width(), max(1, toolkit.px(2))))
    return through
