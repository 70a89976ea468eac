"""A board of records: the first place is the loudest, four more stand below it."""

from collections.abc import Callable
from functools import partial
from typing import Final

import pygame

from cabinet.display.attract.band import above_band
from cabinet.display.attract.page import PLACES, Holder, RecordBoard, RecordRow
from cabinet.display.layout.boxes import Box
from cabinet.display.result.parts import DrawnInParts, mixed
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Kit, beside
from cabinet.display.widgets.backdrop import chequer, night
from cabinet.display.widgets.capitals import capitals

SIZE: Final = (800, 440)
"""The room that the places below are given for, px."""
DIM: Final = 0.12
"""How far the first place's ground lies from night towards its holder's colour."""


class RecordSheet(DrawnInParts):
    """The picture of one board, as large as the room above the band."""

    def __init__(self, kit: Kit, board: RecordBoard) -> None:
        self._kit = kit
        self._board = board
        self._room = above_band(kit)
        rows = [partial(self._draw_row, number) for number in range(1, PLACES)]
        parts: list[Callable[[], None]] = [self._draw_ground, self._draw_head, self._draw_first, *rows]
        super().__init__(pygame.Surface(self._room[2:]), parts)

    def _span(self, x: float, y: float, right: float, bottom: float) -> Box:
        """Return a box given for `SIZE`, on this screen."""
        across, down = self._room.w / SIZE[0], self._room.h / SIZE[1]
        left, top = round(x * across), round(y * down)
        return Box(left, top, round(right * across) - left, round(bottom * down) - top)

    def _row(self, number: int) -> RecordRow | None:
        return self._board.rows[number] if number < len(self._board.rows) else None

    def _put(self, surface: pygame.Surface, box: Box, across: float = 0.0) -> None:
        sprite = self._kit.put(box, surface, across)
        self._picture.blit(sprite.surface, (sprite.x, sprite.y))

    # Parts

    def _draw_ground(self) -> None:
        self._picture.blit(night(self._kit), (0, 0))

    def _draw_head(self) -> None:
        kit, board, colours = self._kit, self._board, self._kit.theme.colours
        head = self._span(20, 14, 780, 66)
        tabs = self._tabs()
        room = head.w - tabs.get_width() - kit.px(30, 16)
        title = capitals(kit, board.title, 42, colours.text, round(room * 0.62) if board.line else room)
        words = [title]
        if board.line:
            words.append(capitals(kit, board.line, 18, colours.quiet, room - title.get_width() - kit.px(16, 8)))
        self._put(beside(words, kit.px(16, 8)), head)
        self._put(tabs, head, 1.0)

    def _tabs(self) -> pygame.Surface:
        """Draw the words of all spans, this board's on a light plate."""
        kit, colours, drawn = self._kit, self._kit.theme.colours, []
        for number, span in enumerate(self._board.spans):
            ink = colours.dark_text if number == self._board.span else colours.quiet
            words = capitals(kit, span, 15, ink, kit.size[0] // 6)
            if number == self._board.span:
                plate = kit.draw_plate((words.get_width() + kit.px(28, 14), kit.px(30, 20)), colours.paper)
                plate.blit(words, words.get_rect(center=plate.get_rect().center))
                words = plate
            drawn.append(words)
        return beside(drawn, kit.px(20, 10)) if drawn else pygame.Surface((1, 1), pygame.SRCALPHA)

    def _draw_first(self) -> None:
        kit, colours, row = self._kit, self._kit.theme.colours, self._row(0)
        box = self._span(20, 76, 780, 182)
        colour = kit.theme.seat(row.holder.seat).colour if row else colours.key_edge
        ground = mixed(colours.night, colour, DIM)
        self._picture.blit(kit.draw_plate(box[2:], ground, colour, radius=kit.px(14, 8)), box[:2])
        square = max(3, box.h // 9)
        strip = Box(box.x + kit.px(4, 3), box.y + kit.px(3, 2), 2 * square, box.h - 2 * kit.px(3, 2))
        pygame.draw.rect(self._picture, colours.dark_text, strip)
        chequer(self._picture, strip, square, colours.paper)
        if row is None:
            self._put(capitals(kit, self._board.free, 30, colours.quiet, box.w // 2), box, 0.5)
            return
        self._put(self._figure(row, 70, self._span(0, 0, 180, 9).w), self._span(66, 76, 300, 182))
        self._put(self._people(row, (56, 36), self._span(0, 0, 350, 9).w), self._span(314, 76, 690, 182))
        self._put(self._place_and_time(row, 26), self._span(660, 76, 764, 182), 1.0)

    def _draw_row(self, number: int) -> None:
        kit, colours, row = self._kit, self._kit.theme.colours, self._row(number)
        top = 182 + 58 * (number - 1)
        line = self._span(20, top + 57, 780, top + 58)
        if number < PLACES - 1:
            pygame.draw.rect(self._picture, colours.lane, (line.x, line.y, line.w, kit.px(1)))
        rank = capitals(kit, str(number + 1), 24, colours.quiet, kit.px(40, 24))
        self._put(rank, self._span(20, top, 50, top + 58), 0.5)
        if row is None:
            if number == max(1, len(self._board.rows)):
                free = capitals(kit, self._board.free, 18, colours.quiet, kit.size[0] // 2)
                self._put(free, self._span(68, top, 500, top + 58))
            return
        self._put(self._figure(row, 36, self._span(0, 0, 150, 9).w), self._span(68, top, 300, top + 58))
        self._put(self._people(row, (30, 24), self._span(0, 0, 270, 9).w), self._span(316, top, 600, top + 58))
        when = capitals(kit, row.when, 15, colours.quiet, kit.px(84, 48), "text")
        self._put(when, self._span(700, top, 780, top + 58), 1.0)
        if row.what:
            what = capitals(kit, row.what, 18, colours.text, self._span(0, 0, 100, 9).w)
            self._put(what, self._span(584, top, 690, top + 58), 1.0)

    # Pieces

    def _figure(self, row: RecordRow, cap: int, width: int) -> pygame.Surface:
        """Draw the figure as on a timing board, at most `width` px wide, and its unit on the same foot."""
        kit, colours = self._kit, self._kit.theme.colours
        high = kit.px(cap)
        board = kit.figures(row.figure, high, colours.segments)
        while board.get_width() > width and high > kit.px(14, 9):
            high -= 1
            board = kit.figures(row.figure, high, colours.segments)
        unit = capitals(kit, row.unit, 14, colours.text, kit.px(80, 44), "text")
        line = pygame.Surface((board.get_width() + kit.px(10, 6) + unit.get_width(), high), pygame.SRCALPHA)
        line.blit(board, (0, 0))
        line.blit(unit, unit.get_rect(bottomright=(line.get_width(), high)))
        return line

    def _people(self, row: RecordRow, caps: tuple[int, int], width: int) -> pygame.Surface:
        """Draw who holds the place, and smaller whom they beat."""
        kit, quiet = self._kit, self._kit.theme.colours.quiet
        if row.beaten is None:
            return self._name(row.holder, caps[0], width)
        beats = capitals(kit, self._board.beats, 14, quiet, kit.px(60, 34), "text")
        room = width - beats.get_width() - 2 * kit.px(16, 7)
        first = self._name(row.holder, caps[0], room * 3 // 5)
        second = self._name(row.beaten, caps[1], room - first.get_width())
        return beside([first, beats, second], kit.px(16, 7))

    def _name(self, holder: Holder, cap: int, width: int) -> pygame.Surface:
        kit = self._kit
        colour: Colour = kit.theme.seat(holder.seat).colour
        side = round(kit.px(cap) * 0.92)
        gap = kit.px(cap / 4, 5)
        name = capitals(kit, holder.name, cap, colour, width - side - gap)
        return beside([kit.badge(holder.seat, side), name], gap)

    def _place_and_time(self, row: RecordRow, cap: int) -> pygame.Surface:
        """Draw the game above the time."""
        kit, colours = self._kit, self._kit.theme.colours
        width = self._span(0, 0, 104, 9).w
        lines = [capitals(kit, row.what, cap, colours.text, width)] if row.what else []
        lines += [capitals(kit, row.when, 15, colours.quiet, width, "text")] if row.when else []
        gap = kit.px(10, 5)
        high = sum(line.get_height() for line in lines) + gap * max(0, len(lines) - 1)
        whole = pygame.Surface((width, max(1, high)), pygame.SRCALPHA)
        y = 0
        for line in lines:
            whole.blit(line, (width - line.get_width(), y))
            y += line.get_height() + gap
        return whole
