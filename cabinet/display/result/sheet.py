"""The result of a match on a whole screen: who won, the score, the closest race, the chart, the figures, the ways on.

The sheet is drawn once, part by part (`prepare` draws one), so that no frame has to draw it; afterwards a frame is a
blit. With a seat at the far edge of a cocktail table, a band at the top repeats the title, turned round.
"""

from typing import Final

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.page import DrawnInParts
from cabinet.display.result.chart import chart_picture
from cabinet.display.result.content import Figure, ResultPage, burst
from cabinet.display.result.strip import FinishStrip, ruler
from cabinet.display.stage import eased
from cabinet.display.table.view_state import Choice, Words, place_word, said
from cabinet.display.theme import cropped
from cabinet.display.toolkit import Toolkit, beside, in_middle
from cabinet.display.widgets import chequer, key_caps, night
from engine.panel import ACTION, BUTTON_INDEX, LEFT, RIGHT
from engine.units import MS

FLOOD_NS: Final = 300 * MS
"""How long the colour takes to fill the screen."""
RISE_NS: Final = 250 * MS
"""How long it then takes to rise to the header."""
SIGNS: Final = {ACTION: "star", LEFT: "left", RIGHT: "right"}
"""The signs of the buttons that have one; a card button has its number."""


class ResultSheet(DrawnInParts):
    """The picture of one result at a toolkit's size."""

    def __init__(self, toolkit: Toolkit, words: Words, page: ResultPage, *, far: bool = False) -> None:
        """`far`: another player sits at the upper edge."""
        self._toolkit = toolkit
        self._words = words
        self._page = page
        self._strip = toolkit.shared(FinishStrip)
        width, height = toolkit.size
        self._far = Box(0, 0, width, round(height * 0.125) if far else 0)
        self._box = Box(0, self._far.h, width, height - self._far.h)
        self._colour = toolkit.theme.seat(page.seat).colour if page.seat >= 0 else toolkit.theme.colours.quiet
        self._flood = pygame.Surface(toolkit.size)
        toolkit.breathe()  # before the second whole screen
        parts = (
            self._draw_ground,
            self._draw_burst,
            self._draw_header,
            self._draw_far,
            self._draw_race,
            self._draw_chart,
            self._draw_figures,
            self._draw_choices,
        )
        super().__init__(pygame.Surface(toolkit.size), parts)

    @property
    def header_bottom(self) -> int:
        """The first row below the header, in px."""
        return self._y(138)

    @property
    def bar(self) -> Box:
        """The room of the wait at the foot."""
        return Box(0, self._toolkit.size[1] - self._toolkit.px(4, 3), self._toolkit.size[0], self._toolkit.px(4, 3))

    def draw(self, surface: pygame.Surface, age_ns: int, left: float) -> list[pygame.Rect]:
        """Draw the sheet `age_ns` after it came, with the share `left` (0…1) of the wait; return the rectangles."""
        picture = self.picture
        if self._toolkit.theme.reduced_motion or not self.is_moving(age_ns):
            surface.blit(picture, (0, 0))
            self._draw_bar(surface, left)
        elif age_ns < FLOOD_NS:  # the table stays below until the colour has covered it
            surface.blit(picture, (0, 0), (0, 0, self._toolkit.size[0], self.header_bottom))
            self._draw_flood(surface, self._toolkit.size[1] * eased(age_ns / FLOOD_NS))
        else:
            surface.blit(picture, (0, 0))
            rise = (self._toolkit.size[1] - self.header_bottom) * eased((age_ns - FLOOD_NS) / RISE_NS)
            self._draw_flood(surface, self._toolkit.size[1] - rise)
        return [surface.get_rect()]

    def draw_bar(self, surface: pygame.Surface, left: float) -> list[pygame.Rect]:
        """Draw only the wait again; return its rectangle."""
        bar = pygame.Rect(self.bar)
        surface.blit(self.picture, bar, bar)
        self._draw_bar(surface, left)
        return [bar]

    @staticmethod
    def is_moving(age_ns: int) -> bool:
        """Return whether the colour still moves."""
        return age_ns < FLOOD_NS + RISE_NS

    def _draw_flood(self, surface: pygame.Surface, bottom: float) -> None:
        """Draw the colour from the header down to a row."""
        header = self.header_bottom
        surface.blit(self._flood, (0, header), (0, header, self._toolkit.size[0], max(0, round(bottom) - header)))

    def _draw_bar(self, surface: pygame.Surface, left: float) -> None:
        bar = self.bar
        pygame.draw.rect(surface, self._toolkit.theme.colours.key, bar)
        pygame.draw.rect(surface, self._toolkit.theme.colours.quiet, (bar.x, bar.y, round(bar.w * left), bar.h))

    # Places, given for 800×480

    def _x(self, at_800: float) -> int:
        return round(at_800 * self._box.w / 800)

    def _y(self, at_480: float) -> int:
        return self._box.y + round(at_480 * self._box.h / 480)

    def _span(self, x: float, y: float, right: float, bottom: float) -> Box:
        return Box(self._x(x), self._y(y), self._x(right) - self._x(x), self._y(bottom) - self._y(y))

    # Parts

    def _draw_ground(self) -> None:
        self._picture.blit(night(self._toolkit), (0, 0))

    def _draw_burst(self) -> None:
        toolkit, header = self._toolkit, self._span(0, 0, 800, 138)
        heart = (round(header.w * 0.09), header.y + header.h // 2)
        self._flood = burst(toolkit.size, heart, self._colour)
        area = pygame.Rect(0, 0, header.w, header.bottom)
        self._picture.blit(self._flood, area, area)
        square = max(3, round(6 * self._box.h / 480))
        pygame.draw.rect(self._picture, toolkit.theme.colours.night, (0, header.bottom, header.w, 2 * square))
        chequer(self._picture, Box(0, header.bottom, header.w, 2 * square), square, toolkit.theme.colours.text)

    def _draw_header(self) -> None:
        toolkit, page, ink = self._toolkit, self._page, self._toolkit.theme.colours.dark_text
        room = self._span(30, 16, 500, 104)
        side = round(room.h * 0.8) if page.seat >= 0 else 0
        gap = toolkit.px(14, 8) if side else 0
        title = toolkit.draw_title(page.title, round(room.h * 0.82), ink, room.w - side - gap)
        if side:
            self._picture.blit(toolkit.badge(page.seat, side, ink), (room.x, room.y + (room.h - side) // 2))
        self._picture.blit(title, (room.x + side + gap, room.y + (room.h - title.get_height()) // 2))
        reason = toolkit.inked(page.reason, 19, ink, room.w)
        self._picture.blit(reason, (room.x, self._y(119) - reason.get_height() // 2))
        if page.score:
            divider = self._span(520, 18, 523, 122)
            pygame.draw.rect(self._picture, ink, divider)
            box = self._span(540, 14, 784, 130)
            self._picture.blit(score_picture(toolkit, self._words, page, (box.w, box.h)), box[:2])

    def _draw_far(self) -> None:
        """Draw the title once more for the far edge, turned round."""
        if not self._far.h:
            return
        toolkit, page, ink = self._toolkit, self._page, self._toolkit.theme.colours.dark_text
        cap = round(self._far.h * 0.5)
        parts = [toolkit.badge(page.seat, cap, ink)] if page.seat >= 0 else []
        parts.append(toolkit.draw_title(page.title, cap, ink, round(self._far.w * 0.55)))
        if page.score and not page.places and len(page.score) == 2:
            parts.append(toolkit.draw_title(f"{page.score[0]} – {page.score[1]}", cap, ink, round(self._far.w * 0.25)))
        line = toolkit.turned(beside(parts, toolkit.px(24, 12)))
        self._picture.blit(line, line.get_rect(center=self._far.centre))
        pygame.draw.rect(self._picture, ink, (0, self._far.bottom - toolkit.px(2), self._far.w, toolkit.px(2)))

    def _draw_race(self) -> None:
        toolkit, page, colours = self._toolkit, self._page, self._toolkit.theme.colours
        if page.contest is None:
            return
        key = "result.closest_ever" if page.is_record else "result.closest_race"
        box = self._span(20, 208, 388, 326)
        head = self._span(20, 158, 388, 202)
        words = (said(self._words, "table.ms"), said(self._words, "table.dead_heat"))
        gap = self._strip.gap(page.contest, round(head.h * 0.84), colours.segments, words)
        title = self._heading(said(self._words, key), 18, head.w - gap.get_width() - toolkit.px(10, 6))
        self._picture.blit(title, (head.x, head.y + (head.h - title.get_height()) // 2))
        self._picture.blit(gap, (head.right - gap.get_width(), head.y + (head.h - gap.get_height()) // 2))
        scale = ruler(page.contest.margin_ns)
        for sprite in self._strip.still(page.contest, scale, (box.w, box.h)):
            self._picture.blit(sprite.surface, (box.x + sprite.x, box.y + sprite.y))

    def _draw_chart(self) -> None:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        left = 414 if self._page.contest is not None else 20
        title = toolkit.inked(said(self._words, "result.cards_left"), 18, colours.quiet, self._x(340))
        head = self._span(left, 158, 784, 194)
        self._picture.blit(title, (head.x, head.y + (head.h - title.get_height()) // 2))
        box = self._span(left, 194, 784, 332)
        races = said(self._words, "result.races")
        self._picture.blit(chart_picture(toolkit, self._page.chart, (box.w, box.h), races), box[:2])

    def _draw_figures(self) -> None:
        figures = self._page.figures
        if not figures:
            return
        room, gap = self._span(20, 340, 780, 412), self._x(10)
        width = (room.w - gap * (len(figures) - 1)) // len(figures)
        for number, figure in enumerate(figures):
            box = Box(room.x + number * (width + gap), room.y, width, room.h)
            self._draw_figure(figure, box)

    def _draw_figure(self, figure: Figure, box: Box) -> None:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        plate = toolkit.draw_plate((box.w, box.h), colours.plate, radius=toolkit.px(10, 6))
        title = self._heading(figure.title, 15, box.w - toolkit.px(12, 6))
        plate.blit(title, ((box.w - title.get_width()) // 2, round(box.h * 0.14)))
        cap = round(box.h * 0.36)
        line = self._pairs(figure, cap)
        while line.get_width() > box.w - toolkit.px(28, 14) and cap > toolkit.px(12, 8):
            cap -= 1
            line = self._pairs(figure, cap)
        low = Box(0, round(box.h * 0.42), box.w, round(box.h * 0.52))
        plate.blit(line, line.get_rect(center=low.centre))
        self._picture.blit(plate, box[:2])

    def _heading(self, text: str, size: int, room: int) -> pygame.Surface:
        return self._toolkit.inked(
            text, size, self._toolkit.theme.colours.quiet, room, self._toolkit.face_for(text, room)
        )

    def _pairs(self, figure: Figure, cap: int) -> pygame.Surface:
        """Draw each seat's badge and text, its capitals `cap` px high; the best in their colours."""
        toolkit, pairs = self._toolkit, []
        for seat, text in enumerate(figure.texts):
            if text:
                colour = toolkit.theme.seat(seat).colour if seat in figure.best else toolkit.theme.colours.text
                drawn = toolkit.draw_title(text, cap, colour, toolkit.size[0])
                pairs.append(beside([toolkit.badge(seat, cap), drawn], toolkit.px(6, 3)))
        return beside(pairs, toolkit.px(20, 8))

    # The ways on

    def _draw_choices(self) -> None:
        room, gap = self._span(20, 424, 780, 470), self._x(10)
        x, end = room.x, self._x(640)
        for number, choice in enumerate(self._page.choices):
            widths = (204, 198) if choice.keys and self._page.next_up else (234, 168)
            width = self._x(widths[min(number, 1)])
            if choice.button not in SIGNS:
                end = min(end, self._draw_plain_choice(choice, room) - 2 * gap)
                continue
            box = Box(x, room.y, width, room.h)
            self._draw_choice(choice, box, is_first=number == 0)
            x = box.right + gap
        if self._page.next_up:
            room = Box(x + gap, room.y, end - x - gap, room.h)
            ink = self._toolkit.theme.colours.text
            words = self._toolkit.draw_title(self._page.next_up, round(room.h * 0.5), ink, room.w)
            self._picture.blit(words, (room.x, room.y + (room.h - words.get_height()) // 2))

    def _draw_choice(self, choice: Choice, box: Box, *, is_first: bool) -> None:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        ink = colours.dark_text if is_first else colours.text
        fill, edge = (self._colour, None) if is_first else (colours.plate, colours.key_edge)
        cap = round(box.h * 0.5)
        sign = toolkit.sign(SIGNS[choice.button], round(cap * 1.1), ink)
        keys = [key_caps(toolkit, choice.keys, 17)] if choice.keys else []
        taken = sum(part.get_width() + toolkit.px(10, 5) for part in (sign, *keys))
        word = toolkit.draw_title(choice.text, cap, ink, box.w - taken - toolkit.px(30, 15))
        line = beside([sign, *keys, word], toolkit.px(10, 5))
        self._picture.blit(in_middle(toolkit.draw_plate((box.w, box.h), fill, edge), line), box[:2])

    def _draw_plain_choice(self, choice: Choice, room: Box) -> int:
        """Draw a choice of a card button at the right: the number on a cap, and the word; return its left edge."""
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        number = toolkit.text(str(BUTTON_INDEX[choice.button] + 1), 17, colours.quiet)
        side = max(number.get_width(), number.get_height()) + toolkit.px(8, 4)
        plate = toolkit.draw_plate((side, side), colours.night, colours.key_edge, radius=toolkit.px(6, 3))
        keys = [key_caps(toolkit, choice.keys, 17)] if choice.keys else []
        line = beside([in_middle(plate, number), *keys, toolkit.text(choice.text, 18, colours.text)], toolkit.px(9, 5))
        return self._picture.blit(line, line.get_rect(midright=(room.right, room.centre[1]))).x


# The score at the right of the header: two figures, or one for each of several seats

MOST_IN_A_ROW: Final = 4


def score_picture(toolkit: Toolkit, words: Words, page: ResultPage, size: tuple[int, int]) -> pygame.Surface:
    """Draw the score in dark letters for a coloured ground, transparent around them."""
    surface = pygame.Surface(size, pygame.SRCALPHA)
    ink = toolkit.theme.colours.dark_text
    title = toolkit.inked(page.score_title, 17, ink, size[0])
    surface.blit(title, ((size[0] - title.get_width()) // 2, 0))
    top = title.get_height() + toolkit.px(8, 3)
    room = Box(0, top, size[0], size[1] - top)
    if len(page.score) == 2 and not page.places:
        _draw_two(toolkit, surface, page, room)
    else:
        _draw_many(toolkit, surface, page, room, words)
    return surface


def _draw_two(toolkit: Toolkit, surface: pygame.Surface, page: ResultPage, room: Box) -> None:
    """Draw two figures with a dash between them, and each seat's badge and name below its own."""
    ink = toolkit.theme.colours.dark_text
    low = round(room.h * 0.3)
    cap = room.h - low - toolkit.px(8, 3)
    middle = room.w // 2
    dash = toolkit.px(20, 10)
    pygame.draw.rect(surface, ink, (middle - dash // 2, room.y + cap // 2 - toolkit.px(3), dash, toolkit.px(5, 3)))
    for seat, side in ((0, -1), (1, 1)):
        x = middle + side * round(room.w * 0.26)
        figure = cropped(toolkit.fonts.for_capitals("title", cap).render(str(page.score[seat]), True, ink))
        surface.blit(figure, figure.get_rect(midtop=(x, room.y)))
        name = toolkit.inked(page.names[seat], 20, ink, round(room.w * 0.4), "title")
        line = beside([toolkit.badge(seat, round(low * 0.75), ink), name], toolkit.px(5, 3))
        surface.blit(line, line.get_rect(midbottom=(x, room.bottom)))


def _draw_many(toolkit: Toolkit, surface: pygame.Surface, page: ResultPage, room: Box, words: Words) -> None:
    """Draw a badge and a figure for every seat, in rows; places in their order."""
    ink = toolkit.theme.colours.dark_text
    order = sorted(range(len(page.score)), key=page.score.__getitem__) if page.places else range(len(page.score))
    scores = [(seat, place_word(words, page.score[seat]) if page.places else str(page.score[seat])) for seat in order]
    rows = -(-len(scores) // MOST_IN_A_ROW) if len(scores) > MOST_IN_A_ROW else min(2, len(scores))
    across = -(-len(scores) // rows)
    high, wide = room.h // rows, room.w // across
    side = min(round(high * 0.62), round(wide * 0.36))
    for number, (seat, text) in enumerate(scores):
        row, column = divmod(number, across)
        word = toolkit.inked(text, 26, ink, wide - side - toolkit.px(8, 4), "title")
        if word.get_height() > high - 2:
            word = pygame.transform.smoothscale_by(word, (high - 2) / word.get_height())
        line = beside([toolkit.badge(seat, side, ink), word], toolkit.px(5, 3))
        surface.blit(line, line.get_rect(center=(column * wide + wide // 2, room.y + row * high + high // 2)))
