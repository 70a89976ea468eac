"""A race once more, in slow motion, over the table as it was: both cards run to the line, then the gap in figures.

Both run at one speed, so the loser is behind by the margin all the way, on the ruler's scale.
"""

from typing import Final

import pygame

from cabinet.display.cards.faces import CardSize
from cabinet.display.layout.boxes import ASPECT, Box
from cabinet.display.result.page import RaceCards
from cabinet.display.result.ruler import ruler
from cabinet.display.result.strip import FinishStrip
from cabinet.display.stage import Sprite
from cabinet.display.table.view_state import Words, said
from cabinet.display.theme import MS
from cabinet.display.toolkit import Kit

RUN_NS: Final = 1_500 * MS
"""How long the two run to the line."""
SLOW_NS: Final = 2_500 * MS
"""How long the whole slow motion lasts."""


class SlowMotion:
    """One race at a kit's size. The constructor draws everything; a frame is six blits."""

    def __init__(self, kit: Kit, words: Words, race: RaceCards) -> None:
        self._kit = kit
        self._race = race
        self._strip = FinishStrip(kit)
        contest = race.contest
        width, height = kit.size
        pad = kit.px(14, 7)
        high = round(height * 0.36)
        self._box = Box(0, (height - high) // 2, width, high)
        head = round(high * 0.27)
        self._at = Box(pad, self._box.y + head + pad // 2, width - 2 * pad, high - head - pad)
        self._size = (self._at.w, self._at.h)
        self._scale = ruler(contest.margin_ns, 13)
        self._behind = 0.0 if contest.dead_heat else self._scale.along(contest.margin_ns, self._strip.room(self._size))
        self._panel = self._draw_panel(said(words, race.title), pad, head)
        unit = (said(words, "table.ms"), said(words, "table.dead_heat"))
        gap = self._strip.gap(contest, round(head * 0.7), kit.theme.colours.segments, unit)
        self._gap = Sprite(gap, width - pad - gap.get_width(), self._box.y + (head - gap.get_height()) // 2 + pad // 3)
        lane = self._strip.lanes_height(self._size) // 2
        card_h = lane - kit.px(6, 4)
        size = CardSize(round(card_h / ASPECT), card_h)
        self._cards = [kit.art.card(card, size) if card else None for card in race.cards]

    def sprites(self, age_ns: int) -> list[Sprite]:
        """Return the race as it is `age_ns` after it began, from the bottom to the top."""
        still = self._kit.theme.reduced_motion
        part = 1.0 if still else min(1.0, age_ns / RUN_NS)
        run = 1 - (1 - part) ** 2
        room = self._strip.room(self._size)
        sprites = [Sprite(self._panel, self._box.x, self._box.y)]
        for lane, seat in enumerate((self._race.contest.winner, self._race.contest.loser)):
            back = (self._behind if lane else 0.0) + (1 - run) * room
            sprites += self._runner(lane, seat, back)
        if part >= 1:
            sprites.append(self._gap)
            sprites += self._arrow()
        return sprites

    def is_moving(self, age_ns: int) -> bool:
        """Return whether the next frame will differ."""
        return age_ns < RUN_NS and not self._kit.theme.reduced_motion

    @property
    def next_change_ns(self) -> int:
        """The age at which the picture changes without moving: the gap appears."""
        return RUN_NS

    def _runner(self, lane: int, seat: int, back: float) -> list[Sprite]:
        """Return a seat's card with its edge where its press is, and its badge behind; clipped at the strip's left."""
        card = self._cards[lane]
        wide = card.get_width() if card is not None else 0
        sprites = [
            Sprite(sprite.surface, self._at.x + sprite.x, self._at.y + sprite.y)
            for sprite in self._strip.runner(self._size, lane, seat, back + wide)
        ]
        high = self._strip.lanes_height(self._size) // 2
        if card is not None:
            x = self._at.x + round(self._strip.line_x(self._size) - back) - wide
            sprites.append(Sprite(card, x, self._at.y + lane * high + (high - card.get_height()) // 2))
        return [sprite for sprite in sprites if sprite.x >= self._at.x]

    def _arrow(self) -> list[Sprite]:
        """Return the arrow from the loser's press to the line; none where both are too close for it."""
        gap = self._kit.px(5, 3)
        length = round(self._behind) - 2 * gap
        if length < self._kit.px(14, 8):
            return []
        arrow = self._strip.arrow(length)
        high = self._strip.lanes_height(self._size) // 2
        x = self._at.x + self._strip.line_x(self._size) - round(self._behind) + gap
        return [Sprite(arrow, x, self._at.y + high + (high - arrow.get_height()) // 2)]

    def _draw_panel(self, title: str, pad: int, head: int) -> pygame.Surface:
        kit, colours = self._kit, self._kit.theme.colours
        panel = pygame.Surface((self._box.w, self._box.h))
        panel.fill(colours.night)
        colour = kit.theme.seat(self._race.contest.winner).colour
        line = kit.px(3, 2)
        for y in (0, self._box.h - line):
            pygame.draw.rect(panel, colour, (0, y, self._box.w, line))
        text = kit.inked(title, 20, colours.text, self._box.w // 2)
        panel.blit(text, (pad, (head - text.get_height()) // 2 + pad // 3))
        panel.blit(self._strip.track(self._size, self._scale), (self._at.x, self._at.y - self._box.y))
        return panel
