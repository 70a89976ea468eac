"""The result of a deal: a band across the table in the winner's colour, for as long as the match waits anyway."""

from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.result.burst import burst
from cabinet.display.result.page import DealPage
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Kit, beside
from cabinet.display.widgets.backdrop import chequer

HEIGHT: Final = 0.36
"""The band's height as a share of the screen's: that of the slow motion before it."""


class DealBanner:
    """One deal's band at a kit's size, drawn by the constructor; a frame is one blit."""

    def __init__(self, kit: Kit, page: DealPage, *, far: bool = False) -> None:
        """`far`: another player sits at the upper edge, and reads a copy that is turned round."""
        self._kit = kit
        self._page = page
        width, height = kit.size
        high = round(height * HEIGHT)
        self._y = (height - high) // 2
        self._panel = burst((width, high), (width // 2, high // 2), self._ground)
        square = kit.px(5, 3)
        for y in (0, high - 2 * square):
            pygame.draw.rect(self._panel, kit.theme.colours.night, (0, y, width, 2 * square))
            chequer(self._panel, Box(0, y, width, 2 * square), square, kit.theme.colours.text)
        room = Box(0, 2 * square, width, high - 4 * square)
        if far:
            half = Box(room.x, room.y, room.w, room.h // 2)
            words = self._words(half.w, half.h, lines=False)
            self._put(kit.turned(words), half)
            self._put(words, half.moved(0, half.h))
        else:
            self._put(self._words(room.w, room.h, lines=True), room)

    def sprites(self, _age_ns: int) -> list[Sprite]:
        """See `cabinet.display.table.view_state.Overlay`."""
        return [Sprite(self._panel, 0, self._y)]

    def is_moving(self, _age_ns: int) -> bool:
        """See `cabinet.display.table.view_state.Overlay`: the band stands."""
        return False

    @property
    def _ground(self) -> tuple[int, int, int]:
        theme = self._kit.theme
        return theme.seat(self._page.seat).colour if self._page.seat >= 0 else theme.colours.quiet

    def _put(self, words: pygame.Surface, box: Box) -> None:
        self._panel.blit(words, words.get_rect(center=box.centre))

    def _words(self, width: int, height: int, *, lines: bool) -> pygame.Surface:
        """Draw the title, the score beside it, and with `lines` the lines below."""
        kit, page, ink = self._kit, self._page, self._kit.theme.colours.dark_text
        cap = round(height * (0.34 if lines else 0.5))
        parts = [kit.badge(page.seat, cap, ink)] if page.seat >= 0 else []
        score = self._score(cap)
        spare = width - kit.px(40, 20) - cap - (score.get_width() if score is not None else 0) - kit.px(120, 60)
        parts.append(kit.inked(page.title, round(cap * 1.45 / kit.scale), ink, spare, "title"))
        parts += [score] if score is not None else []
        rows = [beside(parts, kit.px(32, 16))]
        rows += [kit.inked(line, 18, ink, width - kit.px(40, 20)) for line in page.lines] if lines else []
        gap = kit.px(12, 6)
        whole = pygame.Surface(
            (max(row.get_width() for row in rows), sum(row.get_height() + gap for row in rows) - gap), pygame.SRCALPHA
        )
        y = 0
        for row in rows:
            whole.blit(row, ((whole.get_width() - row.get_width()) // 2, y))
            y += row.get_height() + gap
        return whole

    def _score(self, cap: int) -> pygame.Surface | None:
        """Draw two figures with a dash, or a badge and a figure for each of several seats; None without a score."""
        kit, score, ink = self._kit, self._page.score, self._kit.theme.colours.dark_text
        if not score:
            return None
        size = round(cap * 1.45 / kit.scale)
        if len(score) == 2:
            return kit.inked(f"{score[0]} – {score[1]}", size, ink, kit.size[0] // 3, "title")
        parts = []
        for seat, figure in enumerate(score):
            parts += [kit.badge(seat, cap // 2, ink), kit.inked(str(figure), size // 2, ink, kit.size[0] // 6, "title")]
        return beside(parts, kit.px(6, 3))
