"""What is on tonight, for people who walk by: the champion, large, and who is in line."""

from typing import Final

import pygame

from cabinet.display.attract.band import above_band
from cabinet.display.attract.page import Holder, Queued, TonightBoard
from cabinet.display.layout.boxes import Box
from cabinet.display.result.parts import DrawnInParts, burst
from cabinet.display.toolkit import Kit, beside, stacked
from cabinet.display.widgets.backdrop import chequer, night
from cabinet.display.widgets.capitals import capitals

SIZE: Final = (800, 440)
"""The room that the places below are given for, px."""
ACROSS: Final = 6
"""Tiles of names in a row."""


class TonightSheet(DrawnInParts):
    """The picture of one board, as large as the room above the band."""

    def __init__(self, kit: Kit, board: TonightBoard) -> None:
        self._kit = kit
        self._board = board
        self._room = above_band(kit)
        parts = (self._draw_ground, self._draw_head, self._draw_champion, self._draw_line)
        super().__init__(pygame.Surface(self._room[2:]), parts)

    def _span(self, x: float, y: float, right: float, bottom: float) -> Box:
        """Return a box given for `SIZE`, on this screen."""
        across, down = self._room.w / SIZE[0], self._room.h / SIZE[1]
        left, top = round(x * across), round(y * down)
        return Box(left, top, round(right * across) - left, round(bottom * down) - top)

    def _put(self, surface: pygame.Surface, box: Box, across: float = 0.5) -> None:
        sprite = self._kit.put(box, surface, across)
        self._picture.blit(sprite.surface, (sprite.x, sprite.y))

    # Parts

    def _draw_ground(self) -> None:
        self._picture.blit(night(self._kit), (0, 0))

    def _draw_head(self) -> None:
        kit, board, colours = self._kit, self._board, self._kit.theme.colours
        head = self._span(20, 10, 780, 58)
        title = capitals(kit, board.title, 34, colours.text, head.w // 2)
        self._put(title, head, 0.0)
        if board.rule:
            room = head.w - title.get_width() - kit.px(30, 16)
            self._put(capitals(kit, board.rule, 16, colours.quiet, room), head, 1.0)
        square = kit.px(4, 2)
        strip = self._span(0, 60, 800, 61)
        chequer(self._picture, Box(0, strip.y, strip.w, 2 * square), square, colours.chequer)

    def _draw_champion(self) -> None:
        """Draw the champion on a ground of their own colour; without one only the line is shown."""
        kit, champion = self._kit, self._board.champion
        if champion is None:
            return
        box = self._span(20, 84, 780, 236) if self._board.line else self._span(20, 84, 780, 420)
        ink = kit.theme.colours.dark_text
        lit = burst(box[2:], (box.w // 5, box.h // 2), kit.theme.seat(champion.seat).colour)
        mask = kit.draw_plate(box[2:], (255, 255, 255), radius=kit.px(16, 9))
        plate = mask.copy()
        plate.blit(lit, (0, 0), special_flags=pygame.BLEND_RGB_MULT)
        self._picture.blit(plate, box[:2])
        name = self._name(champion, box)
        crown = kit.sign("crown", round(kit.px(64, 34)), ink)
        parts = [crown, name]
        if self._board.crown:
            room = box.w - name.get_width() - crown.get_width() - kit.px(120, 60)
            parts.append(capitals(kit, self._board.crown, 34, ink, room))
        self._put(beside(parts, kit.px(28, 14)), box)

    def _name(self, champion: Holder, box: Box) -> pygame.Surface:
        kit, ink = self._kit, self._kit.theme.colours.dark_text
        cap = 84 if self._board.line else 120
        side = round(kit.px(cap) * 0.9)
        name = capitals(kit, champion.name, cap, ink, round(box.w * 0.5) - side)
        return beside([kit.badge(champion.seat, side, ink), name], kit.px(20, 10))

    def _draw_line(self) -> None:
        """Draw the names in line as tiles, the next one light; the last tile counts those that do not fit."""
        kit, board = self._kit, self._board
        if not board.line:
            return
        top = 250 if board.champion is not None else 84
        title = capitals(kit, board.line_title, 16, kit.theme.colours.quiet, kit.size[0] // 2)
        self._put(title, self._span(20, top, 780, top + 26), 0.0)
        area = self._span(20, top + 30, 780, 424)
        rows = min(-(-len(board.line) // ACROSS), max(1, area.h // kit.px(66, 44)))
        gap = kit.px(8, 5)
        width = (area.w - gap * (ACROSS - 1)) // ACROSS
        high = min((area.h - gap * (rows - 1)) // rows, kit.px(120, 70))
        shown, most = list(board.line), rows * ACROSS
        if len(shown) > most:
            left = len(shown) - most + 1
            shown = [*shown[: most - 1], Queued(board.more.format(count=left), "")]
        for place, queued in enumerate(shown):
            row, column = divmod(place, ACROSS)
            box = Box(area.x + column * (width + gap), area.y + row * (high + gap), width, high)
            self._draw_tile(queued, box, is_next=place == 0)

    def _draw_tile(self, queued: Queued, box: Box, *, is_next: bool) -> None:
        kit, colours = self._kit, self._kit.theme.colours
        fill, edge = (colours.paper, None) if is_next else (colours.plate, colours.key_edge)
        ink, faint = (colours.dark_text,) * 2 if is_next else (colours.text, colours.quiet)
        self._picture.blit(kit.draw_plate(box[2:], fill, edge, radius=kit.px(10, 6)), box[:2])
        room = box.w - kit.px(16, 8)
        share = 0.4 if queued.note else 0.45
        lines = [capitals(kit, queued.name, min(38, round(box.h / kit.scale * share)), ink, room)]
        if queued.note:
            lines.append(capitals(kit, queued.note, 14, faint, room))
        for sprite in stacked(box, lines, kit.px(7, 4)):
            self._picture.blit(sprite.surface, (sprite.x, sprite.y))
