"""The table of a round robin, every name against every other, and the standings of a Swiss tournament."""

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from cabinet.display.bracket.bouts import Bouts
from cabinet.display.bracket.frame import PageFrame
from cabinet.display.bracket.page import Cross, Pairings, Standings, TournamentPage
from cabinet.display.bracket.plan import TablePage
from cabinet.display.layout.boxes import Box
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Kit
from cabinet.display.widgets.capitals import capitals

TALL: Final = 1.5
"""How much higher than usual a row may be."""


class Tables:
    """Draws the table of one tournament and a round's pairings below those who play now."""

    def __init__(self, kit: Kit, bouts: Bouts, frame: PageFrame, page: TournamentPage) -> None:
        self._kit = kit
        self._bouts = bouts
        self._frame = frame
        self._page = page
        self._surface = pygame.Surface((1, 1))

    def parts(self, surface: pygame.Surface, one: TablePage) -> list[Callable[[], None]]:
        """Return the functions that draw a page's part of the table, a row each, and its pairings."""
        self._surface = surface
        page = self._page
        has_right = page.now is not None or page.pairings is not None
        room = self._frame.table if has_right else self._frame.area
        parts: list[Callable[[], None]] = []
        if page.cross is not None:
            parts += self._cross_parts(page.cross, one, room)
        elif page.standings is not None:
            parts += self._standings_parts(page.standings, one, room)
        if page.pairings is not None:
            parts.append(partial(self._draw_pairings, page.pairings, one.pairings, self._frame.pairings))
        return parts

    def _put(self, text: str, height: int, colour: Colour, box: Box, across: float = 0.5) -> None:
        if text:
            drawn = capitals(self._kit, text, height, colour, box.w)
            sprite = self._kit.put(box, drawn, across)
            self._surface.blit(drawn, (sprite.x, sprite.y))

    def _high(self, rows: int) -> int:
        """Return the height of a row: more where few rows leave room."""
        return max(self._frame.row, min(round(self._frame.row * TALL), self._frame.area.h // (rows + 1)))

    # Round robin

    def _cross_parts(self, cross: Cross, one: TablePage, room: Box) -> list[Callable[[], None]]:
        """Return the parts of a cross table: the head of a column is the number of its name."""
        number, name, points = self._frame.cross_columns
        cell = min(self._kit.px(46, 28), (room.w - number - name - points) // max(1, len(one.columns)))
        high = self._high(len(one.rows))
        head = Box(room.x, room.y, number + name + cell * len(one.columns) + points, high)
        rows = [partial(self._draw_cross_row, cross, one, row, head.moved(0, line * high), cell)
                for line, row in enumerate(one.rows, 1)]  # fmt: skip
        return [partial(self._draw_cross_head, cross, one, head, cell), *rows]

    def _draw_cross_head(self, cross: Cross, one: TablePage, box: Box, cell: int) -> None:
        number, name, points = self._frame.cross_columns
        quiet = self._kit.theme.colours.quiet
        x = box.x + number + name
        for place, column in enumerate(one.columns):
            self._put(str(column + 1), 14, quiet, Box(x + place * cell, box.y, cell, box.h))
        self._put(cross.points_title, 14, quiet, Box(box.right - points, box.y, points, box.h))

    def _draw_cross_row(self, cross: Cross, one: TablePage, row: int, box: Box, cell: int) -> None:
        kit, colours = self._kit, self._kit.theme.colours
        number, name, points = self._frame.cross_columns
        if (row - one.rows.start) % 2 == 0:
            pygame.draw.rect(self._surface, colours.plate, box)
        is_now = cross.now is not None and row in cross.now
        self._put(str(row + 1), 14, colours.quiet, Box(box.x, box.y, number, box.h))
        ink = colours.paper if is_now else colours.text
        self._put(cross.names[row], 16, ink, Box(box.x + number, box.y, name - kit.px(6, 3), box.h), 0.0)
        x = box.x + number + name
        for step, column in enumerate(one.columns):
            self._draw_cell(cross, row, column, Box(x + step * cell, box.y, cell, box.h))
        self._put(cross.points[row], 16, colours.text, Box(box.right - points, box.y, points, box.h))

    def _draw_cell(self, cross: Cross, row: int, column: int, box: Box) -> None:
        kit, colours = self._kit, self._kit.theme.colours
        if row == column:
            pygame.draw.rect(self._surface, colours.lane, box.inset(kit.px(1), kit.px(1)))
        elif cross.now is not None and {row, column} == set(cross.now):
            pygame.draw.rect(self._surface, colours.paper, box.inset(kit.px(1), kit.px(1)), kit.px(3, 2))
        text = cross.cells[row][column]
        other = cross.cells[column][row]
        self._put(text, 16, colours.text if _number(text) > _number(other) else colours.quiet, box)

    # Swiss

    def _standings_parts(self, standings: Standings, one: TablePage, room: Box) -> list[Callable[[], None]]:
        """Return the parts of the standings, in one column or two."""
        split = len(one.rows) > self._frame.room().rows
        half = -(-len(one.rows) // 2) if split else len(one.rows)
        gap = self._kit.px(22, 12)
        width = (room.w - gap) // 2 if split else room.w
        high = self._high(half)
        parts: list[Callable[[], None]] = []
        for number, rows in enumerate((one.rows[:half], one.rows[half:])):
            head = Box(room.x + number * (width + gap), room.y, width, high)
            if rows:
                parts.append(partial(self._draw_heads, standings, head))
            parts += [partial(self._draw_standing, standings, row, head.moved(0, line * high), is_lit=line % 2 == 1)
                      for line, row in enumerate(rows, 1)]  # fmt: skip
        return parts

    def _standing_columns(self, standings: Standings, width: int) -> tuple[int, int, int]:
        """Return the widths of the place, of the name and of each figure, px."""
        place, name = self._kit.px(38, 24), self._kit.px(64, 40)
        return place, name, min(self._kit.px(92, 50), (width - place - name) // max(1, len(standings.heads)))

    def _draw_heads(self, standings: Standings, box: Box) -> None:
        place, name, each = self._standing_columns(standings, box.w)
        for number, head in enumerate(standings.heads):
            x = box.x + place + name + number * each
            self._put(head, 14, self._kit.theme.colours.quiet, Box(x, box.y, each - self._kit.px(4, 2), box.h), 1.0)

    def _draw_standing(self, standings: Standings, row: int, box: Box, *, is_lit: bool) -> None:
        kit, colours, standing = self._kit, self._kit.theme.colours, standings.rows[row]
        place_w, name_w, each = self._standing_columns(standings, box.w)
        ink = colours.quiet if standing.is_out else colours.text
        if is_lit:
            wide = place_w + name_w + each * len(standings.heads)
            pygame.draw.rect(self._surface, colours.plate, (box.x, box.y, wide, box.h))
        self._put(standing.place, 14, colours.quiet, Box(box.x, box.y, place_w - kit.px(8, 4), box.h), 1.0)
        name = Box(box.x + place_w, box.y, name_w - kit.px(6, 3), box.h)
        self._put(standing.name, 16, ink, name, 0.0)
        if standing.is_out:
            pygame.draw.rect(self._surface, ink, (name.x, name.centre[1], name.w * 3 // 4, kit.px(2)))
        for number, figure in enumerate(standing.figures):
            x = box.x + place_w + name_w + number * each
            colour = ink if number == 0 else colours.quiet
            self._put(figure, 16, colour, Box(x, box.y, each - kit.px(4, 2), box.h), 1.0)

    # Pairings

    def _draw_pairings(self, pairings: Pairings, shown: range, room: Box) -> None:
        """Draw the matches of a round as plates in two columns."""
        kit, colours = self._kit, self._kit.theme.colours
        title = Box(room.x, room.y, room.w, self._frame.title)
        self._put(pairings.title, 15, colours.quiet, title, 0.0)
        gap = kit.px(8, 5)
        width = (room.w - gap) // 2
        size = self._bouts.size(width)
        most = self._frame.pairing_rows(room.h)
        for number, place in enumerate(shown):
            column, line = divmod(number, most)
            box = Box(room.x + column * (width + gap), title.bottom + line * self._frame.pitch, *size)
            self._bouts.draw(self._surface, pairings.bouts[place], box)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else -1
