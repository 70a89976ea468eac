"""Dialogs over the table: pauses, questions, results."""

from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.layout.parts import Board
from cabinet.display.stage import Sprite
from cabinet.display.table.view_state import Choice, Dialog, Words, place_word
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Kit, stacked
from cabinet.display.widgets.discs import STEPS, Discs

LEAST_TITLE: Final = 22
"""The smallest title in a dialog, at 800×480."""

LINE: Final = 19
"""Letters of a dialog's lines, at 800×480."""


class Dialogs:
    """Draws dialogs and caches them."""

    def __init__(self, kit: Kit, words: Words) -> None:
        self._kit = kit
        self._words = words
        self._discs = kit.shared(Discs)
        self._paper = kit.cached(self._draw_paper)
        self._veil = kit.cached(self._draw_veil)
        self._blank = kit.cached(self._draw_blank)

    def sprites(self, dialog: Dialog, boards: tuple[Board, ...]) -> list[Sprite]:
        """Return the dialog on its boards."""
        sprites = [Sprite(self._veil(self._kit.size), 0, 0)]
        for board in boards:
            high = min(board.box.h, self._kit.px(200, 160))
            box = board.box.inset(0, (board.box.h - high) // 2)
            sprites.append(Sprite(self._paper(dialog, (box.w, box.h), board.turned), box.x, box.y))
        return sprites

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
        margin = kit.px(26, 12)
        text = box.inset(margin, kit.px(14, 7))
        parts = [Sprite(plate, 0, 0)]
        if dialog.wait is not None:
            ring = self._ring_box(box)
            parts += self._waiting(dialog, ring)
            text = Box(ring.right + margin, text.y, text.right - ring.right - margin, text.h)
        return kit.panel(size, [*parts, *self._words_in(dialog, text)], turned=turned)

    def _ring_box(self, box: Box) -> Box:
        """Return the place of a ring at the left of the words."""
        side = min(box.h - self._kit.px(36, 20), box.w // 3)
        return Box(box.x + self._kit.px(26, 12), box.y + (box.h - side) // 2, side, side)

    def _waiting(self, dialog: Dialog, box: Box) -> list[Sprite]:
        """Return the ring in the colour of the dialog's seat as it has run out, and the seconds left inside."""
        kit, (left, whole) = self._kit, dialog.wait or (0, 1)
        ring = self._discs.ring(dialog.seat, box.w, STEPS - STEPS * left // max(1, whole))
        high = round(box.w * (0.44 if left < 10 else 0.32))
        seconds = kit.figures(str(left), high, kit.theme.colours.segments, False)
        return [Sprite(ring, box.x, box.y), kit.put(box, seconds)]

    def _draw_blank(self, size: tuple[int, int], edge: Colour) -> pygame.Surface:
        """Draw the plate, up to 1 MB at 800×480: it goes with the match, and is not kept in the kit for the night."""
        return self._kit.draw_plate(size, self._kit.theme.colours.plate, edge, radius=self._kit.px(18, 10))

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
            name = kit.text(choice.button, LINE, colours.dark_text)
            cap = kit.plate((name.get_width() + kit.px(24, 14), name.get_height() + kit.px(8, 4)), colours.text).copy()
            cap.blit(name, name.get_rect(center=cap.get_rect().center))
            parts.append(_line([cap, kit.text(choice.text, LINE, colours.text)], kit.px(8, 5)))
        row = _line(parts, kit.px(30, 16))
        return [row] if row.get_width() <= width else parts


def _line(parts: list[pygame.Surface], gap: int) -> pygame.Surface:
    """Return the surfaces side by side, on one middle line."""
    height = max(part.get_height() for part in parts)
    line = pygame.Surface((sum(part.get_width() for part in parts) + gap * (len(parts) - 1), height), pygame.SRCALPHA)
    x = 0
    for part in parts:
        line.blit(part, (x, round((height - part.get_height()) * 0.5)))
        x += part.get_width() + gap
    return line
