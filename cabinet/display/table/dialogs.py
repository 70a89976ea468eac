"""Dialogs over the table: pauses, questions, results, and the replay of a race at the finish line.

The finish line is a strip with two lanes. Both seats' badges run in. When the winner's reaches the line the picture
stops, and the loser's is behind the line by the margin. The gap is shown in figures.
"""

from typing import Final

import pygame

from cabinet.display.cache import cached
from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import Board
from cabinet.display.margin_text import margin_text
from cabinet.display.motion import eased
from cabinet.display.stage import Sprite
from cabinet.display.table.view_state import Choice, Dialog, Words, place_word, said
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Kit, stacked
from cabinet.display.widgets.backdrop import chequer
from engine.contest import Contest

LANE_NS: Final = 300_000_000
"""Time that the strip covers: the longest margin that counts as a photo finish."""

TICK_NS: Final = 50_000_000
"""Interval of the strip's scale."""

WIDE: Final = 2.4
"""Dialogs wider than this many heights have the strip beside the words."""

LEAST_TITLE: Final = 22
"""The smallest title in a dialog, at 800×480."""

LINE: Final = 15
"""Letters of a dialog's lines, at 800×480."""

LINE_AT: Final = 0.86
"""Position of the finish line on the strip, as a share of its width."""


class Dialogs:
    """Draws dialogs and caches them."""

    def __init__(self, kit: Kit, words: Words) -> None:
        self._kit = kit
        self._words = words
        self._paper = cached(16, self._draw_paper)
        self._veil = cached(2, self._draw_veil)
        self._gap = cached(16, self._draw_gap)
        self._blank = cached(8, self._draw_blank)

    def sprites(self, dialog: Dialog, boards: tuple[Board, ...], *, told: bool) -> list[Sprite]:
        """Return the dialog on its boards; `told` adds the gap in figures after the replay."""
        sprites = [Sprite(self._veil(self._kit.size), 0, 0)]
        for board in self._fitting(dialog, boards):
            size = (board.box.w, board.box.h)
            sprites.append(Sprite(self._paper(dialog, size, board.turned), board.box.x, board.box.y))
            if told and dialog.contest is not None:
                gap = self._gap(dialog.contest)
                at = self._parts(dialog, Box(0, 0, *size))[1]
                sprites += self._tail(dialog.contest, at, board)
                inside = Box(at.x, at.bottom, at.w, self._gap_height())
                sprites.append(self._kit.put(_placed(inside, board), gap, turned=board.turned))
        return sprites

    def runners(self, dialog: Dialog, boards: tuple[Board, ...], part: float) -> list[Sprite]:
        """Return the two badges on the strip at the share `part` (0…1) of the replay."""
        if dialog.contest is None:
            return []
        sprites = []
        for board in self._fitting(dialog, boards):
            strip = self._parts(dialog, Box(0, 0, board.box.w, board.box.h))[1]
            for lane, seat, late in (
                (0, dialog.contest.winner, 0),
                (1, dialog.contest.loser, dialog.contest.margin_ns),
            ):
                sprites.append(self._runner(strip, board, lane, seat, late, part))
        return sprites

    def _runner(self, strip: Box, board: Board, lane: int, seat: int, late_ns: int, part: float) -> Sprite:
        side = self._badge_side(strip)
        goal = strip.w * LINE_AT - side - _behind(strip, late_ns)
        x = strip.x + max(0, round(goal * eased(part)))
        y = strip.y + lane * (strip.h // 2) + (strip.h // 2 - side) // 2
        return self._kit.put(_placed(Box(x, y, side, side), board), self._kit.badge(seat, side), turned=board.turned)

    def _tail(self, contest: Contest, strip: Box, board: Board) -> list[Sprite]:
        """Return a line in the loser's colour from its badge to the finish, which makes the gap visible."""
        length = round(_behind(strip, contest.margin_ns))
        if length < 2:
            return []
        x = strip.x + round(strip.w * LINE_AT) - length
        line = Box(x, strip.y + strip.h * 3 // 4 - self._kit.px(2), length, self._kit.px(3, 2))
        tail = self._kit.plate((line.w, line.h), self._kit.theme.seat(contest.loser).colour, radius=0)
        return [self._kit.put(_placed(line, board), tail, turned=board.turned)]

    def _fitting(self, dialog: Dialog, boards: tuple[Board, ...]) -> tuple[Board, ...]:
        """Return the boards, lower for a dialog without a race."""
        if dialog.contest is not None:
            return boards
        low = [min(board.box.h, self._kit.px(200, 120)) for board in boards]
        return tuple(
            Board(board.box.inset(0, (board.box.h - height) // 2), board.turned)
            for board, height in zip(boards, low, strict=True)
        )

    def _badge_side(self, strip: Box) -> int:
        return int(strip.h * 0.38)

    def _gap_height(self) -> int:
        return self._kit.px(58, 32)

    # Paper

    def _draw_veil(self, size: tuple[int, int]) -> pygame.Surface:
        veil = pygame.Surface(size)
        veil.fill(self._kit.theme.colours.night)
        veil.set_alpha(205)
        return veil

    def _draw_paper(self, dialog: Dialog, size: tuple[int, int], turned: bool) -> pygame.Surface:
        kit, colours = self._kit, self._kit.theme.colours
        box = Box(0, 0, *size)
        edge = kit.theme.seat(dialog.seat).colour if dialog.seat >= 0 else colours.key_edge
        plate = self._blank(size, edge)
        text, strip = self._parts(dialog, box)
        parts = [Sprite(plate, 0, 0), *self._words_in(dialog, text)]
        if dialog.contest is not None:
            parts.append(Sprite(self._strip(strip), strip.x, strip.y))
        return kit.panel(size, parts, turned=turned)

    def _draw_blank(self, size: tuple[int, int], edge: Colour) -> pygame.Surface:
        """Draw the plate, up to 1 MB at 800×480: it goes with the match, and is not kept in the kit for the night."""
        return self._kit.draw_plate(size, self._kit.theme.colours.plate, edge, radius=self._kit.px(18, 10))

    def _parts(self, dialog: Dialog, box: Box) -> tuple[Box, Box]:
        """Return the dialog's room for words, and the strip; the gap's figures are below the strip."""
        kit = self._kit
        margin = kit.px(26, 12)
        room = box.inset(margin, kit.px(14, 7))
        if dialog.contest is None:
            return room, Box(0, 0, 0, 0)
        if box.w > WIDE * box.h:
            return self._side_by_side(room)
        strip_h = min(kit.px(64, 34), box.h // 4)
        strip_y = room.bottom - self._gap_height() - strip_h
        return Box(room.x, room.y, room.w, strip_y - room.y - kit.px(6, 3)), Box(room.x, strip_y, room.w, strip_h)

    def _side_by_side(self, room: Box) -> tuple[Box, Box]:
        """Return both for a low dialog: the words at the left, the strip at the right."""
        gap = self._kit.px(18, 8)
        words = Box(room.x, room.y, int(room.w * 0.48), room.h)
        strip_h = min(self._kit.px(64, 34), room.h // 3)
        top = room.y + (room.h - strip_h - self._gap_height()) // 2
        return words, Box(words.right + gap, top, room.right - words.right - gap, strip_h)

    def _words_in(self, dialog: Dialog, box: Box) -> list[Sprite]:
        """Return the words, with the title as large as the box allows."""
        size, gap = self._kit.theme.type.title, self._kit.px(10, 5)
        texts = self._texts(dialog, box.w, size)
        while size > LEAST_TITLE and sum(text.get_height() for text in texts) + gap * (len(texts) - 1) > box.h:
            size, gap = size - 2, max(2, gap - 1)
            texts = self._texts(dialog, box.w, size)
        return stacked(box, texts, gap)

    def _texts(self, dialog: Dialog, width: int, size: int) -> list[pygame.Surface]:
        kit, colours = self._kit, self._kit.theme.colours
        colour = kit.theme.seat(dialog.seat).colour if dialog.seat >= 0 else colours.text
        badges = 2 * kit.type_size(size) if dialog.seat >= 0 else 0
        title = kit.fitted(dialog.title, size, colour, width - badges, "title")
        texts = [self._with_badge(title, dialog.seat)]
        if dialog.scores:
            texts += self._places(dialog.scores, width) if dialog.places else self._scores(dialog.scores, width)
        for line in dialog.lines:
            rows = [line] if kit.fits(line, width) else kit.rows(line, LINE, width)
            texts += [kit.fitted(row, LINE, colours.text, width) for row in rows]
        if dialog.choices:
            texts += self._choices(dialog.choices, width)
        return texts

    def _with_badge(self, title: pygame.Surface, seat: int) -> pygame.Surface:
        if seat < 0:
            return title
        kit = self._kit
        side = int(title.get_height() * 0.72)
        return _line([kit.badge(seat, side), title, kit.badge(seat, side)], kit.px(14, 8))

    def _scores(self, scores: tuple[int, ...], width: int) -> list[pygame.Surface]:
        """Return every seat's figure beside its badge: two against each other, more in one row or two."""
        kit, type_ = self._kit, self._kit.theme.type
        if len(scores) == 2:
            (first, badge), (last, other) = (self._score(seat, str(scores[seat]), type_.figure) for seat in (0, 1))
            dash = kit.text("–", type_.figure, kit.theme.colours.quiet, "title")
            return [_line([badge, first, dash, last, other], kit.px(12, 7))]
        return self._pairs([(seat, str(score)) for seat, score in enumerate(scores)], width)

    def _places(self, places: tuple[int, ...], width: int) -> list[pygame.Surface]:
        """Return the seats in the order of their places."""
        order = sorted(range(len(places)), key=places.__getitem__)
        return self._pairs([(seat, place_word(self._words, places[seat])) for seat in order], width)

    def _pairs(self, told: list[tuple[int, str]], width: int) -> list[pygame.Surface]:
        """Return badges with their figures in one row or two."""
        kit, type_ = self._kit, self._kit.theme.type
        size = type_.figure if len(told) <= 4 else round(type_.figure * 0.8)
        pairs = [_line([*reversed(self._score(seat, figure, size))], kit.px(5, 3)) for seat, figure in told]
        row = _line(pairs, kit.px(20, 10))
        if row.get_width() <= width:
            return [row]
        half = -(-len(pairs) // 2)
        return [_line(pairs[:half], kit.px(20, 10)), _line(pairs[half:], kit.px(20, 10))]

    def _score(self, seat: int, score: str, size: int) -> tuple[pygame.Surface, pygame.Surface]:
        """Return the figure and the badge of a seat."""
        kit = self._kit
        figure = kit.text(score, size, kit.theme.seat(seat).colour, "title")
        return figure, kit.badge(seat, int(figure.get_height() * 0.5))

    def _choices(self, choices: tuple[Choice, ...], width: int) -> list[pygame.Surface]:
        """Return the choices in a row, or below each other where the row is too long."""
        kit, colours = self._kit, self._kit.theme.colours
        parts: list[pygame.Surface] = []
        for choice in choices:
            name = kit.text(choice.button, kit.theme.type.key, colours.dark_text)
            cap = kit.plate((name.get_width() + kit.px(24, 14), name.get_height() + kit.px(8, 4)), colours.text).copy()
            cap.blit(name, name.get_rect(center=cap.get_rect().center))
            parts.append(_line([cap, kit.text(choice.text, kit.theme.type.key, colours.text)], kit.px(8, 5)))
        row = _line(parts, kit.px(30, 16))
        return [row] if row.get_width() <= width else parts

    # The finish line

    def _strip(self, strip: Box) -> pygame.Surface:
        """Draw two lanes, a mark every 50 ms behind the line, and the line itself, chequered."""
        kit, colours = self._kit, self._kit.theme.colours
        surface = pygame.Surface((strip.w, strip.h), pygame.SRCALPHA)
        surface.blit(kit.plate((strip.w, strip.h), colours.night, colours.lane, radius=kit.px(8, 4)), (0, 0))
        thin = kit.px(1)
        pygame.draw.rect(surface, colours.lane, (0, strip.h // 2, strip.w, thin))
        line = round(strip.w * LINE_AT)
        for behind in range(TICK_NS, LANE_NS + 1, TICK_NS):
            x = line - round(_behind(strip, behind))
            pygame.draw.rect(surface, colours.key_edge, (x, strip.h - strip.h // 6, thin, strip.h // 6))
        square = max(3, strip.h // 10)
        chequer(surface, Box(line, 0, 2 * square, strip.h), square, colours.text)
        return surface

    def _draw_gap(self, contest: Contest) -> pygame.Surface:
        """Draw the gap in figures, or the words for a dead heat."""
        kit, colours = self._kit, self._kit.theme.colours
        if contest.dead_heat:
            return kit.text(said(self._words, "table.dead_heat"), kit.theme.type.figure, colours.text, "title")
        figures = kit.figures(margin_text(contest.margin_ns), kit.px(36, 20), colours.segments)
        unit = kit.text(said(self._words, "table.ms"), kit.theme.type.key, colours.quiet)
        return _line([figures, unit], kit.px(8, 5), down=1.0)


def _behind(strip: Box, late_ns: int) -> float:
    """Return the distance of a late stamp from the line, in px; never beyond the strip."""
    return min(late_ns, LANE_NS) / LANE_NS * strip.w * (LINE_AT - 0.1)


def _line(parts: list[pygame.Surface], gap: int, down: float = 0.5) -> pygame.Surface:
    """Return the surfaces side by side; `down` 0 aligns their upper edges, 1 their lower edges."""
    height = max(part.get_height() for part in parts)
    line = pygame.Surface((sum(part.get_width() for part in parts) + gap * (len(parts) - 1), height), pygame.SRCALPHA)
    x = 0
    for part in parts:
        line.blit(part, (x, round((height - part.get_height()) * down)))
        x += part.get_width() + gap
    return line


def _placed(inside: Box, board: Board) -> Box:
    """Return a box relative to a board's upper left corner, on the screen; for a turned board, to its lower right."""
    if board.turned:
        return Box(board.box.right - inside.right, board.box.bottom - inside.bottom, inside.w, inside.h)
    return inside.moved(board.box.x, board.box.y)
