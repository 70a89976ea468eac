"""Over the table as it was: a race once more in slow motion, and the result of a deal.

`SlowMotion`: both cards run to the line, then the gap is shown in figures. Both run at one speed, so the loser is
behind by the margin all the way, on the ruler's scale. Each place on the table (`cabinet.display.layout.race`) shows it
to its reader. `DealBanner` is a band across the table in the winner's colour.
"""

from collections.abc import Sequence
from typing import Final

import pygame

from cabinet.display.cards import CardSize
from cabinet.display.layout.boxes import ASPECT, Board, Box
from cabinet.display.result.content import DealPage, RaceCards, burst
from cabinet.display.result.strip import FinishStrip, ruler
from cabinet.display.stage import Sprite
from cabinet.display.table.view_state import Words, said
from cabinet.display.toolkit import Toolkit, beside
from cabinet.display.widgets import chequer
from engine.units import MS

RUN_NS: Final = 1_500 * MS
"""How long the two run to the line."""
SLOW_NS: Final = 2_500 * MS
"""How long the whole slow motion lasts."""
WIDE: Final = 2.2
"""Places wider than so many heights have the gap beside the title; others have it below the strip."""
HEAD: Final = 0.27
"""The height of the title's row, as a share of a wide place's."""
TALLEST: Final = 0.62
"""The height of a strip in other places, as a share of its width."""
FIGURES: Final = 0.23
"""The height of the gap's figures there, as a share of the strip's width: four figures and a unit."""
LOWEST: Final = 0.22
"""The most that the gap takes there of the place's height."""
LARGE: Final = 0.65
"""The height of a card that has the whole screen, as a share of both lanes: half of the screen's."""
MARKS: Final = 13
"""The number of figures on a ruler as wide as the screen."""
FEWEST: Final = 4


class SlowMotion:
    """One race at its places. The constructor draws everything; a frame is six blits a place."""

    def __init__(self, toolkit: Toolkit, words: Words, race: RaceCards, places: Sequence[Board]) -> None:
        self._still = toolkit.theme.reduced_motion
        strip = toolkit.shared(FinishStrip)
        self._runs = [_Run(toolkit, strip, words, race, place) for place in places]

    def sprites(self, age_ns: int) -> list[Sprite]:
        """Return the race as it is `age_ns` after it began, from the bottom to the top."""
        part = 1.0 if self._still else min(1.0, age_ns / RUN_NS)
        return [sprite for run in self._runs for sprite in run.sprites(part)]

    def is_moving(self, age_ns: int) -> bool:
        """Return whether the next frame will differ."""
        return age_ns < RUN_NS and not self._still


class _Run:
    """The race at one place. Its parts lie relative to the place's upper left corner, as its reader sees it."""

    def __init__(self, toolkit: Toolkit, strip: FinishStrip, words: Words, race: RaceCards, place: Board) -> None:
        self._toolkit = toolkit
        self._race = race
        self._strip = strip
        self._place = place
        contest = race.contest
        width, height = place.box.w, place.box.h
        is_wide = width > WIDE * height
        pad = toolkit.px(14, 7)
        head = round(height * HEAD) if is_wide else toolkit.px(46, 28)
        is_screen = (width, height) == toolkit.size and not is_wide and width > height
        low = 0 if is_wide or is_screen else min(2 * round(width * FIGURES), round(height * LOWEST))
        high = height - head - pad
        if not is_wide and not is_screen:
            high = min(round(width * TALLEST), height - head - low - pad)
        top = 0 if is_wide or is_screen else (height - head - high - low) // 2
        self._at = Box(pad, top + head + pad // 2, width - 2 * pad, high)
        self._size = (self._at.w, self._at.h)
        self._scale = ruler(contest.margin_ns, max(FEWEST, round(MARKS * width / toolkit.size[0])))
        self._behind = 0.0 if contest.dead_heat else self._scale.along(contest.margin_ns, strip.room(self._size))
        self._panel = self._draw_panel(said(words, race.title), Box(pad, top + pad // 3, width - 2 * pad, head))
        unit = (said(words, "table.ms"), said(words, "table.dead_heat"))
        beside = Box(pad, pad // 3, width - 2 * pad, head)
        below = Box(pad, self._at.bottom, width - 2 * pad, low)
        lane = strip.lane(self._size)
        card_h = round(2 * lane * LARGE) if is_screen else lane - toolkit.px(6, 4)
        if is_screen:
            below = self._beside_the_cards(2 * lane - card_h, round(card_h / ASPECT))
        cap = round(head * 0.7) if is_wide else min(round(below.w * FIGURES), round(below.h * 0.62))
        gap = strip.gap(contest, cap, toolkit.theme.colours.segments, unit, unlit=False)
        self._gap = toolkit.put(beside, gap, 1.0) if is_wide else toolkit.put(below, gap)
        size = CardSize(round(card_h / ASPECT), card_h)
        self._cards = [toolkit.art.card(card, size) if card else None for card in race.cards]
        self._arrow = self._draw_arrow()

    def _beside_the_cards(self, high: int, wide: int) -> Box:
        """Return the room of the gap's figures below the winner's card: between both presses, or before two cards at
        the line: those of a dead heat, and of presses with the same stamp.

        `high` is the height that one card leaves of both lanes, `wide` a card's width, px.
        """
        line = self._at.x + self._strip.line_x(self._size)
        left, right = line - round(self._behind), line
        if not self._behind:
            left, right = self._at.x, line - wide - self._strip.side(self._size) - self._toolkit.px(12, 6)
        bottom = self._at.y + 2 * self._strip.lane(self._size)
        arrow = self._toolkit.px(14, 8)
        return Box(left, bottom - high + arrow, right - left, high - arrow)

    def sprites(self, part: float) -> list[Sprite]:
        """Return the race when the share `part` (0…1) of its time has passed."""
        run = 1 - (1 - part) ** 2
        room = self._strip.room(self._size)
        sprites = [Sprite(self._panel, 0, 0)]
        for lane, seat in enumerate((self._race.contest.winner, self._race.contest.loser)):
            sprites += self._runner(lane, seat, (self._behind if lane else 0.0) + (1 - run) * room)
        if part >= 1:
            sprites += [self._gap, *self._arrow]
        return [self._placed(sprite) for sprite in sprites]

    def _placed(self, sprite: Sprite) -> Sprite:
        """Return a sprite on the screen, turned for a reader at the upper edge."""
        box = self._place.box
        if not self._place.turned:
            return Sprite(sprite.surface, box.x + sprite.x, box.y + sprite.y)
        width, height = sprite.surface.get_size()
        surface = pygame.transform.flip(sprite.surface, True, True)
        return Sprite(surface, box.right - sprite.x - width, box.bottom - sprite.y - height)

    def _runner(self, lane: int, seat: int, back: float) -> list[Sprite]:
        """Return a seat's card with its edge where its press is, and its badge behind; clipped at the strip's left."""
        card = self._cards[lane]
        wide = card.get_width() if card is not None else 0
        sprites = [
            Sprite(sprite.surface, self._at.x + sprite.x, self._at.y + sprite.y)
            for sprite in self._strip.runner(self._size, lane, seat, back + wide)
        ]
        high = self._strip.lane(self._size)
        if card is not None:
            x = self._at.x + round(self._strip.line_x(self._size) - back) - wide
            y = lane * high + (high - card.get_height()) // 2
            if card.get_height() > high:  # as high as more than a lane: one at the upper edge, one at the lower
                y = lane * (2 * high - card.get_height())
            sprites.append(Sprite(card, x, self._at.y + y))
        return [sprite for sprite in sprites if sprite.x >= self._at.x]

    def _draw_arrow(self) -> list[Sprite]:
        """Draw the arrow from the loser's press to the line; none where both are too close for it."""
        gap = self._toolkit.px(5, 3)
        length = round(self._behind) - 2 * gap
        if length < self._toolkit.px(14, 8):
            return []
        arrow = self._strip.arrow(length)
        high = self._strip.lane(self._size)
        x = self._at.x + self._strip.line_x(self._size) - round(self._behind) + gap
        y = high + (high - arrow.get_height()) // 2
        tallest = max((card.get_height() for card in self._cards if card is not None), default=0)
        if tallest > high:  # just below the winner's card
            y = tallest + self._toolkit.px(2, 1)
        return [Sprite(arrow, x, self._at.y + y)]

    def _draw_panel(self, title: str, head: Box) -> pygame.Surface:
        toolkit, colours, box = self._toolkit, self._toolkit.theme.colours, self._place.box
        panel = pygame.Surface((box.w, box.h))
        panel.fill(colours.night)
        colour = toolkit.theme.seat(self._race.contest.winner).colour
        line = toolkit.px(3, 2)
        edges = (Box(0, 0, box.w, line), Box(0, box.h - line, box.w, line))
        if box.h == toolkit.size[1]:
            edges = (Box(0, 0, line, box.h), Box(box.w - line, 0, line, box.h))
        for edge in edges:
            pygame.draw.rect(panel, colour, edge)
        text = toolkit.inked(title, 20, colours.text, head.w if box.w < WIDE * box.h else box.w // 2)
        panel.blit(text, (head.x, head.y + (head.h - text.get_height()) // 2))
        panel.blit(self._strip.track(self._size, self._scale), (self._at.x, self._at.y))
        return panel


# The result of a deal: shown for as long as the match waits anyway

BANNER: Final = 0.36
"""The band's height as a share of the screen's: that of the slow motion before it."""


class DealBanner:
    """One deal's band at a toolkit's size, drawn by the constructor; a frame is one blit."""

    def __init__(self, toolkit: Toolkit, page: DealPage, *, far: bool = False) -> None:
        """`far`: another player sits at the upper edge, and reads a copy that is turned round."""
        self._toolkit = toolkit
        self._page = page
        width, height = toolkit.size
        high = round(height * BANNER)
        self._y = (height - high) // 2
        self._panel = burst((width, high), (width // 2, high // 2), self._ground)
        square = toolkit.px(5, 3)
        for y in (0, high - 2 * square):
            pygame.draw.rect(self._panel, toolkit.theme.colours.night, (0, y, width, 2 * square))
            chequer(self._panel, Box(0, y, width, 2 * square), square, toolkit.theme.colours.text)
        room = Box(0, 2 * square, width, high - 4 * square)
        if far:
            half = Box(room.x, room.y, room.w, room.h // 2)
            words = self._words(half.w, half.h, lines=False)
            self._put(toolkit.turned(words), half)
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
        theme = self._toolkit.theme
        return theme.seat(self._page.seat).colour if self._page.seat >= 0 else theme.colours.quiet

    def _put(self, words: pygame.Surface, box: Box) -> None:
        self._panel.blit(words, words.get_rect(center=box.centre))

    def _words(self, width: int, height: int, *, lines: bool) -> pygame.Surface:
        """Draw the title, the score beside it, and with `lines` the lines below."""
        toolkit, page, ink = self._toolkit, self._page, self._toolkit.theme.colours.dark_text
        cap = round(height * (0.34 if lines else 0.5))
        parts = [toolkit.badge(page.seat, cap, ink)] if page.seat >= 0 else []
        score = self._score(cap)
        spare = width - toolkit.px(40, 20) - cap - (score.get_width() if score is not None else 0) - toolkit.px(120, 60)
        parts.append(toolkit.inked(page.title, round(cap * 1.45 / toolkit.scale), ink, spare, "title"))
        parts += [score] if score is not None else []
        rows = [beside(parts, toolkit.px(32, 16))]
        rows += [toolkit.inked(line, 18, ink, width - toolkit.px(40, 20)) for line in page.lines] if lines else []
        gap = toolkit.px(12, 6)
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
        toolkit, score, ink = self._toolkit, self._page.score, self._toolkit.theme.colours.dark_text
        if not score:
            return None
        size = round(cap * 1.45 / toolkit.scale)
        if len(score) == 2:
            return toolkit.inked(f"{score[0]} – {score[1]}", size, ink, toolkit.size[0] // 3, "title")
        parts = []
        for seat, figure in enumerate(score):
            parts += [
                toolkit.badge(seat, cap // 2, ink),
                toolkit.inked(str(figure), size // 2, ink, toolkit.size[0] // 6, "title"),
            ]
        return beside(parts, toolkit.px(6, 3))
