"""Drawing of the pages of an evening: winner stays, the party, and tonight's names.

`QueuePicture` is winner stays: the two seats face each other, the line stands below, and its tiles slide left.
`PartyPicture` has a column for each team, `TonightPicture` options and names. All have the same head.
"""

from typing import Final

import pygame

from cabinet.display.evening.pages import (
    OptionTile,
    Parts,
    PartyPage,
    QueuePage,
    QueueSeat,
    Somebody,
    TeamColumn,
    TonightPage,
)
from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite, paste
from cabinet.display.theme import Colour, mixed
from cabinet.display.toolkit import Toolkit, beside, in_middle, stacked
from cabinet.display.widgets import chequer, key_caps, least_capitals, night

KEY_LETTERS: Final = 15
"""Letters of a key's cap below an option, at 800×480."""
TILES: Final = 6
"""Tiles of the line; with more names the last one counts the rest."""
TINT: Final = 0.14
"""How much of a seat's colour the ground of its side has."""
HEAD: Final = (0.03, 0.115)
SEATS: Final = (0.165, 0.575)
HEADING: Final = (0.605, 0.645)
LINE: Final = (0.665, 0.86)
"""Top and bottom in shares of the screen's height."""


class _Picture:
    """What all pages share: the ground, the head, and the rooms at a toolkit's size."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self._parts = toolkit.shared(Parts)
        self.ground = _head_ground(toolkit)

    def _head(self, title: str, rule: str) -> list[Sprite]:
        """Return a page's title at the left and its rule at the right."""
        toolkit, parts, colours, box = self._toolkit, self._parts, self._toolkit.theme.colours, self._box(HEAD)
        name = parts.line(title, box.h * 7 // 8, colours.text, box.w * 3 // 5)
        words = parts.line(rule, round(box.h * 0.42), colours.quiet, box.w - name.get_width() - toolkit.px(16, 8))
        return [toolkit.put(box, name, 0.0), toolkit.put(box, words, 1.0)]

    def _versus(self, words: str) -> pygame.Surface:
        """Draw the disc between two sides."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        side = toolkit.px(58, 34)
        text = self._parts.line(words, round(side * 0.4), colours.dark_text, round(side * 0.7))
        return in_middle(toolkit.plate((side, side), colours.paper), text)

    def _box(self, rows: tuple[float, float]) -> Box:
        width, height = self._toolkit.size
        margin, top = self._toolkit.px(20, 10), round(height * rows[0])
        return Box(margin, top, width - 2 * margin, round(height * rows[1]) - top)

    def _side(self, rows: tuple[float, float], seat: int) -> Box:
        """Return the room of seat 0 at the left, of 1 at the right."""
        page = self._box(rows)
        width = round(page.w * 0.447)
        return Box(page.x if seat == 0 else page.right - width, page.y, width, page.h)


class QueuePicture(_Picture):
    """Draws the page of winner stays."""

    def __init__(self, toolkit: Toolkit) -> None:
        super().__init__(toolkit)
        self._seat = toolkit.cached(self._draw_seat)
        self._tile = toolkit.cached(self._draw_tile)

    def sprites(self, page: QueuePage) -> list[Sprite]:
        """Return everything but the line, the ring and the foot."""
        toolkit, parts = self._toolkit, self._parts
        heading = self._box(HEADING)
        quiet = toolkit.theme.colours.quiet
        high = max(least_capitals(toolkit), heading.h * 3 // 4)
        text = parts.line(page.heading, high, quiet, heading.w // 2)
        note = parts.line(page.note, high, toolkit.theme.colours.caution, heading.w - text.get_width())
        return [
            *self._head(page.title, page.rule),
            *[
                Sprite(self._seat(seat, number, self.seat_box(number)[2:]), *self.seat_box(number)[:2])
                for number, seat in enumerate(page.seats)
            ],
            toolkit.put(self._box(SEATS), self._versus(page.versus)),
            toolkit.put(heading, text, 0.0),
            toolkit.put(heading, note, 1.0),
        ]

    def line(self, page: QueuePage, off: float = 0.0) -> list[Sprite]:
        """Return the tiles of the line, `off` tiles (0…1) to the right of their places, while they slide."""
        box = self._box(LINE)
        gap = self._toolkit.px(8, 5)
        width = (box.w - gap * (TILES - 1)) // TILES
        tiles = [*page.line, *([(page.more, "")] if page.more else [])]
        return [
            Sprite(
                self._tile(tile, (width, box.h), is_next=place == 0 and bool(tile[1])),
                box.x + place * (width + gap) + round(off * (width + gap)),
                box.y,
            )
            for place, tile in enumerate(tiles)
        ]

    def ring(self, seat: int, left: float, seconds: int) -> Sprite:
        """Return the ring at a seat that is waited for."""
        box = self._ring_box(self.seat_box(seat)[2:]).moved(*self.seat_box(seat)[:2])
        return Sprite(self._parts.ring(seat, box.w, left, seconds), box.x, box.y)

    def seat_box(self, seat: int) -> Box:
        """Return the panel of a seat: 0 at the left, 1 at the right."""
        return self._side(SEATS, seat)

    def _ring_box(self, size: tuple[int, int]) -> Box:
        side = round(min(size[1] * 0.52, size[0] * 0.36))
        pad = self._toolkit.px(16, 9)
        return Box(size[0] - side - pad, round(size[1] * 0.15), side, side)

    def _draw_seat(self, seat: QueueSeat, number: int, size: tuple[int, int]) -> pygame.Surface:
        toolkit, parts, colours = self._toolkit, self._parts, self._toolkit.theme.colours
        colour = toolkit.theme.seat(number).colour
        surface = parts.plate(size, mixed(colours.plate, colour, TINT), colour).copy()
        pad = toolkit.px(18, 9)
        top, low = Box(pad, pad // 2, size[0] - 2 * pad, round(size[1] * 0.2)), round(size[1] * 0.24)
        foot = Box(pad, size[1] - low - pad // 3, size[0] - 2 * pad, low)
        middle = Box(pad, top.bottom, size[0] - 2 * pad, foot.y - top.bottom)
        drawn = []
        if seat.is_champion:
            drawn.append(toolkit.put(top, toolkit.sign("crown", round(top.h * 1.15), colour)))
        elif seat.above:
            words = parts.line(seat.above, round(top.h * 0.62), colours.text, top.w - self._ring_box(size).w)
            drawn.append(toolkit.put(top, words, 0.0))
        is_waited_for = bool(seat.above)
        room = middle.w - (self._ring_box(size).w + pad // 2 if is_waited_for else 0)
        if seat.moves:
            low_middle = Box(middle.x, middle.bottom - round(middle.h * 0.27), room, round(middle.h * 0.27))
            drawn.append(toolkit.put(low_middle, self._moves(seat.moves, number, low_middle), 0.0, 0.4))
            middle = Box(middle.x, middle.y, middle.w, middle.h - low_middle.h)
        name = parts.somebody(seat.who, round(middle.h * (0.66 if is_waited_for else 0.74)), room)
        drawn.append(toolkit.put(Box(middle.x, middle.y, room, middle.h), name, 0.0 if is_waited_for else 0.5))
        drawn += self._seat_foot(seat, foot, colour)
        paste(surface, drawn)
        return surface

    def _moves(self, words: str, number: int, box: Box) -> pygame.Surface:
        """Draw an arrow from the other seat to this one, and the words."""
        toolkit, ink = self._toolkit, self._toolkit.theme.colours.caution
        high = max(least_capitals(toolkit), round(box.h * 0.6))
        arrow = toolkit.sign("left" if number == 0 else "right", round(high * 1.3), ink)
        gap = toolkit.px(8, 5)
        text = self._parts.line(words, high, ink, box.w - arrow.get_width() - gap)
        return beside([arrow, text] if number == 0 else [text, arrow], gap)

    def _seat_foot(self, seat: QueueSeat, box: Box, colour: Colour) -> list[Sprite]:
        """Return the flames with their words, or the button with its effect and who follows."""
        toolkit, parts, colours = self._toolkit, self._parts, self._toolkit.theme.colours
        high = max(least_capitals(toolkit), round(box.h * 0.46))
        if seat.wins_words:
            words = parts.line(seat.wins_words, high, colours.text, box.w * 2 // 5)
            if not seat.streak:
                return [toolkit.put(box, words, 0.5)]
            pitch = min(box.h, (box.w - words.get_width() - toolkit.px(14, 8)) // seat.streak)
            flames = [
                parts.flame(round(pitch * 0.96), colour, is_lit=number < seat.wins) for number in range(seat.streak)
            ]
            return [toolkit.put(box, beside(flames, max(1, pitch // 6)), 0.0), toolkit.put(box, words, 1.0)]
        follows = parts.line(seat.follows, high, colours.text, box.w * 9 // 20) if seat.follows else None
        room = box.w - (follows.get_width() + toolkit.px(14, 8) if follows else 0)
        drawn = [toolkit.put(box, self._way(seat, high, colour, room), 0.0)] if seat.action else []
        return [*drawn, toolkit.put(box, follows, 1.0)] if follows else drawn

    def _way(self, seat: QueueSeat, high: int, colour: Colour, width: int) -> pygame.Surface:
        """Draw a button's cap in the seat's colour, and its effect."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        side = round(high * 1.7)
        mark = (
            self._parts.line(seat.cap, high * 4 // 5, colours.dark_text, side * 2)
            if seat.cap
            else toolkit.sign(seat.sign, side * 5 // 8, colours.dark_text)
        )
        plate = toolkit.plate((max(side, mark.get_width() + side // 2), side), colour, radius=toolkit.px(7, 4))
        cap, gap = in_middle(plate, mark), toolkit.px(10, 6)
        return beside([cap, self._parts.line(seat.action, high, colours.text, width - cap.get_width() - gap)], gap)

    def _draw_tile(self, tile: tuple[str, str], size: tuple[int, int], *, is_next: bool) -> pygame.Surface:
        """Draw a name with its place; the next one is bright. The number of those behind has no place."""
        toolkit, parts, colours = self._toolkit, self._parts, self._toolkit.theme.colours
        fill, ink = (colours.paper, colours.dark_text) if is_next else (colours.plate, colours.text)
        surface = parts.plate(size, fill, None if is_next else colours.key_edge).copy()
        name, place = tile
        low = round(size[1] * 0.34) if place else 0
        text = parts.line(name, round(size[1] * 0.42), ink, size[0] - toolkit.px(14, 8))
        drawn = [toolkit.put(Box(0, toolkit.px(4, 2), size[0], size[1] - low), text)]
        if place:
            quiet = colours.dark_text if is_next else colours.quiet
            words = parts.line(place, max(least_capitals(toolkit), low // 2), quiet, size[0] - toolkit.px(10, 6))
            drawn.append(toolkit.put(Box(0, size[1] - low, size[0], low), words, 0.5, 0.25))
        paste(surface, drawn)
        return surface


def _head_ground(toolkit: Toolkit) -> pygame.Surface:
    """Draw the night with a chequered line under the title."""
    ground = night(toolkit).copy()
    square = toolkit.px(4, 2)
    y = round(toolkit.size[1] * HEAD[1]) + toolkit.px(7, 4)
    chequer(ground, Box(0, y, toolkit.size[0], 2 * square), square, toolkit.theme.colours.chequer)
    return ground


# The party: a column for each team with its score, who is up, and those who follow

TEAM_COLUMNS: Final = (0.165, 0.875)
"""Top and bottom in shares of the screen's height."""
TEAM_ACROSS, TEAM_DOWN = 4, 2
"""Tiles of those who follow; with more the last one counts the rest."""
TEAM_NAME: Final = (0.04, 0.21)
TEAM_UP: Final = (0.245, 0.485)
TEAM_ACTION: Final = (0.525, 0.625)
TEAM_NAMES: Final = (0.665, 0.85)
TEAM_JOIN: Final = (0.88, 0.97)
"""Rows of a column, in shares of its height."""


class PartyPicture(_Picture):
    """Draws the page of a party."""

    def __init__(self, toolkit: Toolkit) -> None:
        super().__init__(toolkit)
        self._column = toolkit.cached(self._draw_column)

    def sprites(self, page: PartyPage) -> list[Sprite]:
        """Return everything but the rings and the foot."""
        columns = []
        for seat, team in enumerate(page.teams):
            box = self.column_box(seat)
            columns.append(Sprite(self._column(team, seat, box[2:], has_won=seat == page.winner), box.x, box.y))
        versus = self._toolkit.put(self._box(TEAM_COLUMNS), self._versus(page.versus), 0.5, 0.4)
        return [*self._head(page.title, page.rule), *columns, versus]

    def ring(self, seat: int, left: float, seconds: int) -> Sprite:
        """Return the ring at a team's name that is waited for."""
        column = self.column_box(seat)
        box = self._ring_box(column[2:]).moved(column.x, column.y)
        return Sprite(self._parts.ring(seat, box.w, left, seconds), box.x, box.y)

    def column_box(self, seat: int) -> Box:
        """Return the column of a team: 0 at the left, 1 at the right."""
        return self._side(TEAM_COLUMNS, seat)

    def _ring_box(self, size: tuple[int, int]) -> Box:
        row = self._row(size, TEAM_UP)
        side = min(row.h, row.w * 2 // 5)
        return Box(row.right - side, row.y, side, side)

    def _row(self, size: tuple[int, int], rows: tuple[float, float]) -> Box:
        pad, top = self._toolkit.px(18, 9), round(size[1] * rows[0])
        return Box(pad, top, size[0] - 2 * pad, round(size[1] * rows[1]) - top)

    def _draw_column(self, team: TeamColumn, seat: int, size: tuple[int, int], *, has_won: bool) -> pygame.Surface:
        toolkit, parts, colours = self._toolkit, self._parts, self._toolkit.theme.colours
        colour = toolkit.theme.seat(seat).colour
        fill, ink = (colour, colours.dark_text) if has_won else (mixed(colours.plate, colour, TINT), colour)
        surface = parts.plate(size, fill, colour).copy()
        drawn = [*self._team(team, seat, self._row(size, TEAM_NAME), ink), *self._up(team, seat, size, has_won=has_won)]
        drawn += self._names(team, self._row(size, TEAM_NAMES))
        if team.join:
            row = self._row(size, TEAM_JOIN)
            drawn.append(toolkit.put(row, self._way(team.join, "right", team.join_cap, row, colour), 0.0))
        paste(surface, drawn)
        return surface

    def _team(self, team: TeamColumn, seat: int, row: Box, ink: Colour) -> list[Sprite]:
        """Return the team's shape and name, and its score."""
        toolkit, parts = self._toolkit, self._parts
        score = parts.line(str(team.score), row.h, ink, row.w // 3)
        name = parts.line(team.name, row.h // 2, ink, row.w - score.get_width() - row.h)
        title = beside([toolkit.badge(seat, round(row.h * 0.62), ink), name], toolkit.px(10, 6))
        return [toolkit.put(row, title, 0.0), toolkit.put(row, score, 1.0)]

    def _up(self, team: TeamColumn, seat: int, size: tuple[int, int], *, has_won: bool) -> list[Sprite]:
        """Return who is up, the line above, and the button."""
        toolkit, parts, colours = self._toolkit, self._parts, self._toolkit.theme.colours
        row, low = self._row(size, TEAM_UP), self._row(size, TEAM_ACTION)
        if has_won:
            return [toolkit.put(row, toolkit.sign("crown", row.h, colours.dark_text))]
        if not team.up:
            return []
        room = Box(row.x, row.y, row.w - self._ring_box(size).w - toolkit.px(8, 4), row.h)
        high = max(least_capitals(toolkit), row.h // 5)
        drawn = []
        if team.above:
            drawn.append(toolkit.put(room, parts.line(team.above, high, colours.text, room.w), 0.0, 0.0))
        name = Box(room.x, room.y + high + toolkit.px(8, 4), room.w, room.h - high - toolkit.px(8, 4))
        drawn.append(toolkit.put(name, parts.somebody(Somebody(team.up, seat), name.h * 9 // 10, name.w), 0.0, 1.0))
        if team.action:
            way = self._way(team.action, team.sign, team.cap, low, toolkit.theme.seat(seat).colour)
            drawn.append(toolkit.put(low, way, 0.0))
        return drawn

    def _names(self, team: TeamColumn, row: Box) -> list[Sprite]:
        """Return the tiles of those who follow."""
        toolkit, parts, colours = self._toolkit, self._parts, self._toolkit.theme.colours
        most = TEAM_ACROSS * TEAM_DOWN
        shown = list(team.names if len(team.names) <= most else team.names[: most - 1])
        if len(team.names) > most:
            shown.append(f"+{len(team.names) - len(shown)}")
        gap = toolkit.px(5, 3)
        width, high = (row.w - gap * (TEAM_ACROSS - 1)) // TEAM_ACROSS, (row.h - gap) // TEAM_DOWN
        plate = parts.plate((width, high), colours.plate, colours.key_edge)
        letters, tiles = max(least_capitals(toolkit), high * 3 // 5), []
        for place, name in enumerate(shown):
            tile = in_middle(plate, parts.line(name, letters, colours.text, width - toolkit.px(10, 6)))
            x, y = place % TEAM_ACROSS, place // TEAM_ACROSS
            tiles.append(Sprite(tile, row.x + x * (width + gap), row.y + y * (high + gap)))
        return tiles

    def _way(self, words: str, sign: str, key: str, row: Box, colour: Colour) -> pygame.Surface:
        """Draw a button's cap in the team's colour, and its effect."""
        toolkit, parts, colours = self._toolkit, self._parts, self._toolkit.theme.colours
        side = row.h
        high = max(least_capitals(toolkit), round(side * 0.6))
        mark = (
            parts.line(key, side * 3 // 5, colours.dark_text, side * 2)
            if key
            else toolkit.sign(sign, side * 2 // 3, colours.dark_text)
        )
        plate = toolkit.plate((max(side, mark.get_width() + side // 2), side), colour, radius=toolkit.px(6, 4))
        cap, gap = in_middle(plate, mark), toolkit.px(9, 5)
        return beside([cap, parts.line(words, high, colours.text, row.w - cap.get_width() - gap)], gap)


# Tonight: the options over their card buttons, and up to 32 names below

OPTION_TILES: Final = (0.165, 0.43)
NAMES_HEADING: Final = (0.465, 0.51)
NAMES: Final = (0.53, 0.88)
"""Top and bottom in shares of the screen's height."""
NAMES_ACROSS, NAMES_DOWN = 8, 4
"""Names: as many as a tournament has."""
OPTIONS: Final = 4
"""Option tiles; CARD5 leaves."""


class TonightPicture(_Picture):
    """Draws the page on which an evening begins."""

    def __init__(self, toolkit: Toolkit) -> None:
        super().__init__(toolkit)
        self._name = toolkit.cached(self._draw_name)
        self._tile = toolkit.cached(self._draw_tile)

    def sprites(self, page: TonightPage) -> list[Sprite]:
        """Return everything but the foot."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        box, heading = self._box(OPTION_TILES), self._box(NAMES_HEADING)
        gap = toolkit.px(10, 6)
        width = (box.w - gap * (OPTIONS - 1)) // OPTIONS
        tiles = [
            Sprite(self._tile(tile, place, (width, box.h)), box.x + place * (width + gap), box.y)
            for place, tile in enumerate(page.tiles)
            if tile.words
        ]
        high = max(least_capitals(toolkit), heading.h * 3 // 4)
        words = self._parts.line(page.heading, high, colours.quiet, heading.w // 2)
        ink = colours.good if page.is_enough else colours.caution
        return [
            *self._head(page.title, page.game),
            *tiles,
            toolkit.put(heading, words, 0.0),
            toolkit.put(heading, self._parts.line(page.state, high, ink, heading.w // 2), 1.0),
            *self._names(page),
        ]

    def _names(self, page: TonightPage) -> list[Sprite]:
        toolkit, box = self._toolkit, self._box(NAMES)
        if not page.names:
            words = self._parts.line(page.empty, toolkit.px(22, 14), toolkit.theme.colours.quiet, box.w)
            return [toolkit.put(box, words)]
        gap = toolkit.px(7, 4)
        size = ((box.w - gap * (NAMES_ACROSS - 1)) // NAMES_ACROSS, (box.h - gap * (NAMES_DOWN - 1)) // NAMES_DOWN)
        return [
            Sprite(
                self._name(who, size, is_chosen=place == page.chosen),
                box.x + place % NAMES_ACROSS * (size[0] + gap),
                box.y + place // NAMES_ACROSS * (size[1] + gap),
            )
            for place, who in enumerate(page.names)
        ]

    def _draw_name(self, who: Somebody, size: tuple[int, int], *, is_chosen: bool) -> pygame.Surface:
        toolkit, parts, colours = self._toolkit, self._parts, self._toolkit.theme.colours
        plate = parts.plate(size, colours.paper if is_chosen else colours.plate, colours.key_edge)
        high = max(least_capitals(toolkit), size[1] // 2)
        text = parts.somebody(who, high, size[0] - toolkit.px(8, 4), colours.dark_text if is_chosen else None)
        return in_middle(plate, text)

    def _draw_tile(self, tile: OptionTile, place: int, size: tuple[int, int]) -> pygame.Surface:
        """Draw an option with the number or the keys of its button hanging from it."""
        toolkit, parts, colours = self._toolkit, self._parts, self._toolkit.theme.colours
        number = parts.line(str(place + 1), least_capitals(toolkit), colours.text, size[0])
        if tile.keys:
            number = key_caps(toolkit, tile.keys, KEY_LETTERS)
        below = (round(size[0] * 0.8), number.get_height() + toolkit.px(12, 8))
        pill = in_middle(toolkit.plate(below, colours.key, colours.key_edge), number)
        surface = pygame.Surface(size, pygame.SRCALPHA)
        face = (size[0], size[1] - pill.get_height() // 2)
        surface.blit(parts.plate(face, colours.plate, colours.key_edge), (0, 0))
        room = Box(0, 0, size[0], size[1] - pill.get_height()).inset(toolkit.px(8, 4), toolkit.px(4, 2))
        ink = colours.text if tile.is_free else colours.key_edge
        lines = [parts.line(tile.words, toolkit.px(18, 11), colours.quiet if tile.value else ink, room.w)]
        if tile.value:
            lines.append(parts.line(tile.value, toolkit.px(34, 18), ink, room.w))
        paste(surface, stacked(room, lines, toolkit.px(12, 6)))
        if tile.is_free:
            surface.blit(pill, ((size[0] - pill.get_width()) // 2, size[1] - pill.get_height()))
        return surface
