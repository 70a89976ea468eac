"""The table of a round robin, every name against every other, and the standings of a Swiss tournament."""

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

    def draw(self, surface: pygame.Surface, one: TablePage) -> None:
        """Draw a page's part of the table, and its pairings."""
        self._surface = surface
        page = self._page
        has_right = page.now is not None or page.pairings is not None
        room = self._frame.table if has_right else self._frame.area
        if page.cross is not None:
            self._draw_cross(page.cross, one, room)
        elif page.standings is not None:
            self._draw_standings(page.standings, one, room)
        if page.pairings is not None:
            self._draw_pairings(page.pairings, one.pairings, self._frame.pairings)

    def _put(self, text: str, height: int, colour: Colour, box: Box, across: float = 0.5) -> None:
        if text:
            drawn = capitals(self._kit, text, height, colour, box.w)
            sprite = self._kit.put(box, drawn, across)
            self._surface.blit(drawn, (sprite.x, sprite.y))

    def _high(self, rows: int) -> int:
        """Return the height of a row: more where few rows leave room."""
        return max(self._frame.row, min(round(self._frame.row * TALL), self._frame.area.h // (rows + 1)))

    # Round robin

    def _draw_cross(self, cross: Cross, one: TablePage, room: Box) -> None:
        """Draw rows of names with their scores; the head of a column is the number of its name."""
        kit, colours, high = self._kit, self._kit.theme.colours, self._high(len(one.rows))
        number, name, points = self._frame.cross_columns
        cell = min(kit.px(46, 28), (room.w - number - name - points) // max(1, len(one.columns)))
        x = room.x + number + name
        for place, column in enumerate(one.columns):
            self._put(str(column + 1), 14, colours.quiet, Box(x + place * cell, room.y, cell, high))
        end = x + len(one.columns) * cell
        self._put(cross.points_title, 14, colours.quiet, Box(end, room.y, points, high))
        for place, row in enumerate(one.rows):
            y = room.y + (place + 1) * high
            is_now = cross.now is not None and row in cross.now
            if place % 2 == 0:
                pygame.draw.rect(self._surface, colours.plate, (room.x, y, end + points - room.x, high))
            self._put(str(row + 1), 14, colours.quiet, Box(room.x, y, number, high))
            ink = colours.paper if is_now else colours.text
            self._put(cross.names[row], 16, ink, Box(room.x + number, y, name - kit.px(6, 3), high), 0.0)
            for step, column in enumerate(one.columns):
                self._draw_cell(cross, row, column, Box(x + step * cell, y, cell, high))
            self._put(cross.points[row], 16, colours.text, Box(end, y, points, high))

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

    def _draw_standings(self, standings: Standings, one: TablePage, room: Box) -> None:
        """Draw the standings in one column or two."""
        most = self._frame.room().rows
        split = len(one.rows) > most
        half = -(-len(one.rows) // 2) if split else len(one.rows)
        gap = self._kit.px(22, 12)
        width = (room.w - gap) // 2 if split else room.w
        for number, rows in enumerate((one.rows[:half], one.rows[half:])):
            if rows:
                self._draw_column(standings, rows, Box(room.x + number * (width + gap), room.y, width, room.h))

    def _draw_column(self, standings: Standings, rows: range, room: Box) -> None:
        kit, colours, high = self._kit, self._kit.theme.colours, self._high(len(rows))
        place_w, name_w = kit.px(38, 24), kit.px(64, 40)
        each = min(kit.px(92, 50), (room.w - place_w - name_w) // max(1, len(standings.heads)))
        for number, head in enumerate(standings.heads):
            x = room.x + place_w + name_w + number * each
            self._put(head, 14, colours.quiet, Box(x, room.y, each - kit.px(4, 2), high), 1.0)
        for line, row in enumerate(rows):
            standing, y = standings.rows[row], room.y + (line + 1) * high
            ink = colours.quiet if standing.is_out else colours.text
            wide = place_w + name_w + each * len(standings.heads)
            if line % 2 == 0:
                pygame.draw.rect(self._surface, colours.plate, (room.x, y, wide, high))
            self._put(standing.place, 14, colours.quiet, Box(room.x, y, place_w - kit.px(8, 4), high), 1.0)
            name = Box(room.x + place_w, y, name_w - kit.px(6, 3), high)
            self._put(standing.name, 16, ink, name, 0.0)
            if standing.is_out:
                pygame.draw.rect(self._surface, ink, (name.x, name.centre[1], name.w * 3 // 4, kit.px(2)))
            for number, figure in enumerate(standing.figures):
                x = room.x + place_w + name_w + number * each
                colour = ink if number == 0 else colours.quiet
                self._put(figure, 16, colour, Box(x, y, each - kit.px(4, 2), high), 1.0)

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
