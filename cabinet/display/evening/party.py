"""Drawing of the party: a column for each team with its score, who is up, and those who follow."""

from typing import Final

import pygame

from cabinet.display.evening.pages import PartyPage, Somebody, TeamColumn
from cabinet.display.evening.parts import Parts
from cabinet.display.evening.queue import head, head_ground, tinted
from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Kit, beside
from cabinet.display.widgets.capitals import least_capitals

HEAD: Final = (0.03, 0.115)
COLUMNS: Final = (0.165, 0.875)
"""Top and bottom in shares of the screen's height."""
ACROSS, DOWN = 4, 2
"""Tiles of those who follow; with more the last one counts the rest."""
TEAM: Final = (0.04, 0.21)
UP: Final = (0.245, 0.485)
ACTION: Final = (0.525, 0.625)
NAMES: Final = (0.665, 0.85)
JOIN: Final = (0.88, 0.97)
"""Rows of a column, in shares of its height."""


class PartyPicture:
    """Draws the page at a kit's size."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._parts = kit.shared(Parts)
        self.ground = head_ground(kit, HEAD[1])
        self._column = kit.cached(self._draw_column)

    def sprites(self, page: PartyPage) -> list[Sprite]:
        """Return everything but the rings and the foot."""
        kit = self._kit
        columns = []
        for seat, team in enumerate(page.teams):
            box = self.column_box(seat)
            columns.append(Sprite(self._column(team, seat, box[2:], has_won=seat == page.winner), box.x, box.y))
        side = kit.px(58, 34)
        disc = kit.plate((side, side), kit.theme.colours.paper).copy()
        text = self._parts.line(page.versus, round(side * 0.4), kit.theme.colours.dark_text, round(side * 0.7))
        disc.blit(text, text.get_rect(center=disc.get_rect().center))
        return [
            *head(kit, self._parts, self._box(HEAD), page.title, page.rule),
            *columns,
            kit.put(self._box(COLUMNS), disc, 0.5, 0.4),
        ]

    def ring(self, seat: int, left: float, seconds: int) -> Sprite:
        """Return the ring at a team's name that is waited for."""
        column = self.column_box(seat)
        box = self._ring_box(column[2:]).moved(column.x, column.y)
        return Sprite(self._parts.ring(seat, box.w, left, seconds), box.x, box.y)

    def column_box(self, seat: int) -> Box:
        """Return the column of a team: 0 at the left, 1 at the right."""
        page = self._box(COLUMNS)
        width = round(page.w * 0.447)
        return Box(page.x if seat == 0 else page.right - width, page.y, width, page.h)

    def _box(self, rows: tuple[float, float]) -> Box:
        width, height = self._kit.size
        margin, top = self._kit.px(20, 10), round(height * rows[0])
        return Box(margin, top, width - 2 * margin, round(height * rows[1]) - top)

    def _ring_box(self, size: tuple[int, int]) -> Box:
        row = self._row(size, UP)
        side = min(row.h, row.w * 2 // 5)
        return Box(row.right - side, row.y, side, side)

    def _row(self, size: tuple[int, int], rows: tuple[float, float]) -> Box:
        pad, top = self._kit.px(18, 9), round(size[1] * rows[0])
        return Box(pad, top, size[0] - 2 * pad, round(size[1] * rows[1]) - top)

    def _draw_column(self, team: TeamColumn, seat: int, size: tuple[int, int], *, has_won: bool) -> pygame.Surface:
        kit, parts, colours = self._kit, self._parts, self._kit.theme.colours
        colour = kit.theme.seat(seat).colour
        fill, ink = (colour, colours.dark_text) if has_won else (tinted(colour, colours.plate), colour)
        surface = parts.plate(size, fill, colour).copy()
        drawn = [*self._team(team, seat, self._row(size, TEAM), ink), *self._up(team, seat, size, has_won=has_won)]
        drawn += self._names(team, self._row(size, NAMES))
        if team.join:
            row = self._row(size, JOIN)
            drawn.append(kit.put(row, self._way(team.join, "right", team.join_cap, row, colour), 0.0))
        surface.fblits([(part.surface, (part.x, part.y)) for part in drawn])
        return surface

    def _team(self, team: TeamColumn, seat: int, row: Box, ink: Colour) -> list[Sprite]:
        """Return the team's shape and name, and its score."""
        kit, parts = self._kit, self._parts
        score = parts.line(str(team.score), row.h, ink, row.w // 3)
        name = parts.line(team.name, row.h // 2, ink, row.w - score.get_width() - row.h)
        title = beside([kit.badge(seat, round(row.h * 0.62), ink), name], kit.px(10, 6))
        return [kit.put(row, title, 0.0), kit.put(row, score, 1.0)]

    def _up(self, team: TeamColumn, seat: int, size: tuple[int, int], *, has_won: bool) -> list[Sprite]:
        """Return who is up, the line above, and the button."""
        kit, parts, colours = self._kit, self._parts, self._kit.theme.colours
        row, low = self._row(size, UP), self._row(size, ACTION)
        if has_won:
            return [kit.put(Box(row.x, row.y, row.w, row.h), kit.sign("crown", row.h, colours.dark_text))]
        if not team.up:
            return []
        room = Box(row.x, row.y, row.w - self._ring_box(size).w - kit.px(8, 4), row.h)
        high = max(least_capitals(kit), row.h // 5)
        drawn = []
        if team.above:
            drawn.append(kit.put(room, parts.line(team.above, high, colours.text, room.w), 0.0, 0.0))
        name = Box(room.x, room.y + high + kit.px(8, 4), room.w, room.h - high - kit.px(8, 4))
        drawn.append(kit.put(name, parts.somebody(Somebody(team.up, seat), name.h * 9 // 10, name.w), 0.0, 1.0))
        if team.action:
            way = self._way(team.action, team.sign, team.cap, low, kit.theme.seat(seat).colour)
            drawn.append(kit.put(low, way, 0.0))
        return drawn

    def _names(self, team: TeamColumn, row: Box) -> list[Sprite]:
        """Return the tiles of those who follow."""
        kit, parts, colours = self._kit, self._parts, self._kit.theme.colours
        most = ACROSS * DOWN
        shown = list(team.names if len(team.names) <= most else team.names[: most - 1])
        if len(team.names) > most:
            shown.append(f"+{len(team.names) - len(shown)}")
        gap = kit.px(5, 3)
        width, high = (row.w - gap * (ACROSS - 1)) // ACROSS, (row.h - gap) // DOWN
        tiles = []
        for place, name in enumerate(shown):
            tile = parts.plate((width, high), colours.plate, colours.key_edge).copy()
            text = parts.line(name, max(least_capitals(kit), high * 3 // 5), colours.text, width - kit.px(10, 6))
            tile.blit(text, text.get_rect(center=tile.get_rect().center))
            x, y = place % ACROSS, place // ACROSS
            tiles.append(Sprite(tile, row.x + x * (width + gap), row.y + y * (high + gap)))
        return tiles

    def _way(self, words: str, sign: str, key: str, row: Box, colour: Colour) -> pygame.Surface:
        """Draw a button's cap in the team's colour, and its effect."""
        kit, parts, colours = self._kit, self._parts, self._kit.theme.colours
        side = row.h
        high = max(least_capitals(kit), round(side * 0.6))
        mark = (
            parts.line(key, side * 3 // 5, colours.dark_text, side * 2)
            if key
            else kit.sign(sign, side * 2 // 3, colours.dark_text)
        )
        cap = kit.plate((max(side, mark.get_width() + side // 2), side), colour, radius=kit.px(6, 4)).copy()
        cap.blit(mark, mark.get_rect(center=cap.get_rect().center))
        gap = kit.px(9, 5)
        return beside([cap, parts.line(words, high, colours.text, row.w - cap.get_width() - gap)], gap)
