"""The photo of a race: one still picture, a paper print as a slit camera makes it, 1280 by 720.

Time runs back from the line at the right. Each press is a line through the strip, each card's edge stops on its own
press, and its rows are drawn out behind it. It is drawn in parts (`prepare`), so that no frame draws it all.
"""

from functools import partial
from typing import Final

import pygame

from cabinet.display.cards import CardSize
from cabinet.display.layout.boxes import Box
from cabinet.display.margin_text import margin_text
from cabinet.display.page import DrawnInParts
from cabinet.display.result.content import Print
from cabinet.display.result.strip import Ruler, mark_text, ruler
from cabinet.display.shapes import SEAT_SHAPES, fading_in, stamp
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit, beside, in_middle
from cabinet.display.widgets import chequer

SIZE: Final = (1280, 720)
"""The size of every photo in px, whatever the screen's."""
PAPER: Final = (243, 239, 228)
INK: Final = (14, 17, 26)
FAINT: Final = (88, 90, 96)
"""Small words on the paper: 6 to 1 against it."""
STRIP: Final = Box(32, 124, 1216, 424)
LINE_X: Final = 1151
"""The line, and the room of the ruler from it to the strip's left edge."""
ROOM: Final = LINE_X - STRIP.x
LANES: Final = (Box(32, 168, 1216, 167), Box(32, 338, 1216, 166))
CARD: Final = CardSize(118, 164)
DRAWN_OUT: Final = 3.2
"""The length of a card's drawn-out rows in widths of the card."""
SCALED_IN: Final = 5
"""Parts in which a photo is scaled to a screen."""
ROWS: Final = 24
"""The rows of a card's picture that are drawn out."""


class PhotoOnScreen(DrawnInParts):
    """A finished photo, as large as a screen has room for, in the middle of the night; scaled in parts."""

    def __init__(self, photo: pygame.Surface, size: tuple[int, int], night: Colour, *, far: bool = False) -> None:
        """`size` is that of the screen, px. `far`: somebody reads from the upper edge, and each has one half."""
        screen = pygame.Surface(size)
        screen.fill(night)
        top = size[1] // 2 if far else 0
        share = min(size[0] / photo.get_width(), (size[1] - top) / photo.get_height())
        box = pygame.Rect(0, 0, round(photo.get_width() * share), round(photo.get_height() * share))
        box.center = (size[0] // 2, (top + size[1]) // 2)
        rows = range(0, photo.get_height(), photo.get_height() // SCALED_IN)

        def scale(row: int) -> None:
            high = photo.get_height() // SCALED_IN
            band = photo.subsurface((0, row, photo.get_width(), high))
            y, below = round(row * share), round((row + high) * share)
            screen.blit(pygame.transform.smoothscale(band, (box.w, below - y)), (box.x, box.y + y))

        def mirror() -> None:
            there = (size[0] - box.right, size[1] - box.bottom)
            screen.blit(pygame.transform.rotate(screen.subsurface(box), 180), there)

        super().__init__(screen, [*(partial(scale, row) for row in rows), *([mirror] if far else [])])


class Photo(DrawnInParts):
    """The picture of one print; `toolkit` may be of any screen, its fonts and card faces are used."""

    def __init__(self, toolkit: Toolkit, content: Print) -> None:
        self._toolkit = toolkit.with_size(SIZE)
        self._art = toolkit.art
        self._print = content
        self._scale: Ruler = ruler(content.margin_ns if not content.dead_heat else 0, 13)
        parts = (
            self._draw_paper,
            self._draw_lanes,
            partial(self._draw_runner, 0, LINE_X),
            partial(self._draw_runner, 1, self._lost_x),
            self._draw_rulers,
            self._draw_presses,
            self._draw_gap,
            self._draw_people,
            self._draw_facts,
        )
        super().__init__(pygame.Surface(SIZE, depth=24), parts)

    # Where things are

    def _x(self, time_ns: float) -> int:
        return LINE_X - round(self._scale.along(time_ns, ROOM))

    @property
    def _lost_x(self) -> int:
        """The loser's press on the strip."""
        return self._x(0 if self._print.dead_heat else self._print.margin_ns)

    def _colour(self, lane: int) -> Colour:
        return self._toolkit.theme.seat(self._print.seats[lane]).colour

    def _text(self, text: str, size: int, colour: Colour) -> pygame.Surface:
        return self._toolkit.fonts.get("text", size).render(text, True, colour)

    # Parts

    def _draw_paper(self) -> None:
        self._picture.fill(PAPER)
        for y in (0, SIZE[1] - 32):
            chequer(self._picture, Box(0, y, SIZE[0], 32), 16, INK)
        self._picture.blit(self._toolkit.draw_title(self._print.title, 52, INK, 700), (48, 52))
        for y, words in (
            (53, self._toolkit.draw_title(self._print.kind, 24, INK, 420)),
            (84, self._text(self._print.number, 24, FAINT)),
        ):
            self._picture.blit(words, words.get_rect(topright=(1232, y)))

    def _draw_lanes(self) -> None:
        colours = self._toolkit.theme.colours
        pygame.draw.rect(self._picture, INK, STRIP)
        for lane in LANES:
            pygame.draw.rect(self._picture, colours.night, lane)
            for y in range(lane.y, lane.bottom, 4):
                pygame.draw.line(self._picture, colours.floodlight, (lane.x, y), (lane.right - 1, y))
        dark = Box(LINE_X + 2, LANES[0].y, STRIP.right - LINE_X - 2, LANES[1].bottom - LANES[0].y)
        chequer(self._picture, dark, 24, colours.floodlight)
        pygame.draw.rect(self._picture, colours.text, (STRIP.x, LANES[0].bottom, STRIP.w, LANES[1].y - LANES[0].bottom))

    def _draw_runner(self, lane: int, x: int) -> None:
        """Draw a card whose right edge is on its press, and its rows drawn out behind it, fading to the left."""
        box, code = LANES[lane], self._print.cards[lane]
        area = self._picture.get_clip()
        self._picture.set_clip(pygame.Rect(box))
        length = round(CARD.width * DRAWN_OUT)
        at = x - CARD.width if code else x
        trail = self._trail(lane, code, length)
        self._picture.blit(trail, (at - length, box.y + (box.h - CARD.height) // 2))
        if code:
            self._picture.blit(self._art.card(code, CARD), (at, box.y + (box.h - CARD.height) // 2))
        badge = self._toolkit.badge(self._print.seats[lane], 40)
        self._picture.blit(badge, badge.get_rect(center=(at - 44, box.centre[1])))
        self._picture.set_clip(area)

    def _trail(self, lane: int, code: str, length: int) -> pygame.Surface:
        """Return the rows of a card, tinted with the seat's colour and drawn out to `length` px, fading to the left."""
        rows = pygame.Surface((2, ROWS), pygame.SRCALPHA)  # two alike: `smoothscale` reads past the end of one
        rows.fill(self._colour(lane))
        if code:
            small = pygame.transform.smoothscale(self._art.card(code, CARD), (8, ROWS))
            for y in range(ROWS):
                red, green, blue, _ = small.get_at((3, y))
                tint = self._colour(lane)
                shades = zip((red, green, blue), tint, strict=True)
                rows.fill(tuple((paper * 2 + seat * 3) // 6 for paper, seat in shades), (0, y, 2, 1))
        trail = pygame.transform.smoothscale(rows, (length, CARD.height))
        fade = fading_in((255, 255, 255), 215, 64, trail.get_size())
        trail.blit(fade, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return trail

    def _draw_rulers(self) -> None:
        """Draw the ruler above and below the strip, with a figure at every long mark."""
        colours = self._toolkit.theme.colours
        for edge, way in ((LANES[0].y, -1), (LANES[1].bottom, 1)):
            for time_ns in self._scale.fine_marks():
                x = self._x(time_ns)
                long = 16 if time_ns % self._scale.step_ns == 0 else 7
                pygame.draw.line(self._picture, colours.text, (x, edge), (x, edge + way * long), 2 if long > 7 else 1)
            for time_ns in self._scale.marks():
                figure = self._text(mark_text(time_ns, self._scale.step_ns), 22, colours.quiet)
                place = figure.get_rect(center=(self._x(time_ns), edge + way * 27))
                if place.left > STRIP.x + 4 and (way > 0 or not self._is_taken(place)):
                    self._picture.blit(figure, place)
        if not self._print.dead_heat:  # there the loser's flag has its place
            unit = self._text(self._print.unit, 22, colours.quiet)
            self._picture.blit(unit, unit.get_rect(midright=(STRIP.right - 12, LANES[1].bottom + 27)))

    def _is_taken(self, place: pygame.Rect) -> bool:
        """Return whether a figure would lie under the flag of a press."""
        flags = (pygame.Rect(x - 78, STRIP.y, 156, 44) for x in (LINE_X, self._lost_x))
        return any(flag.colliderect(place) for flag in flags)

    def _draw_presses(self) -> None:
        """Draw a line through the strip at each press, with a flag that names its seat and its distance."""
        margin = "0.0" if self._print.dead_heat else margin_text(self._print.margin_ns)
        presses = ((1, self._lost_x, margin), (0, LINE_X, "0.0"))
        for lane, x, text in presses:
            pygame.draw.rect(self._picture, self._colour(lane), (x - 1, STRIP.y + 4, 3, STRIP.h - 4 - 44))
            flag = self._flag(lane, text)
            y = STRIP.bottom - 42 if lane and self._print.dead_heat else STRIP.y + 2
            self._picture.blit(flag, flag.get_rect(midtop=(min(x, STRIP.right - flag.get_width() // 2 - 4), y)))

    def _flag(self, lane: int, text: str) -> pygame.Surface:
        name = self._toolkit.draw_title(self._print.names[lane], 21, INK, 90)
        figure = self._text(text, 23, INK)
        line = beside([name, figure], 14)
        return in_middle(self._toolkit.draw_plate((line.get_width() + 20, 36), self._colour(lane), radius=6), line)

    def _draw_gap(self) -> None:
        """Draw the gap in large figures where it is, with an arrow between the two presses."""
        colours, low = self._toolkit.theme.colours, LANES[1]
        if self._print.dead_heat:
            heat = self._toolkit.draw_title(self._print.heat, 84, colours.segments, 560)
            self._picture.blit(heat, heat.get_rect(center=(STRIP.x + ROOM // 3, low.centre[1])))
            return
        left, right = self._lost_x + 5, LINE_X - 4
        figures = self._toolkit.figures(margin_text(self._print.margin_ns), 106, colours.segments)
        unit = self._text(self._print.unit, 38, colours.segments)
        whole = beside([figures, unit], 18)
        middle = (left + right) // 2
        place = whole.get_rect(center=(middle, low.y + 72))
        self._picture.blit(figures, (place.x, low.y + 18))
        self._picture.blit(unit, (place.right - unit.get_width(), low.y + 18 + 106 - unit.get_bounding_rect().bottom))
        y = low.bottom - 22
        pygame.draw.rect(self._picture, colours.text, (left, y - 1, right - left, 3))
        for x, way in ((left, 1), (right, -1)):
            pygame.draw.polygon(self._picture, colours.text, [(x, y), (x + way * 18, y - 8), (x + way * 18, y + 8)])

    def _draw_people(self) -> None:
        """Draw who beats whom, each with the moment of the press."""
        x = 44
        beats = self._text(self._print.beats, 26, FAINT)
        room = (390 - beats.get_width()) // 2
        for lane in (0, 1):
            badge = self._outlined(self._print.seats[lane], 62)
            self._picture.blit(badge, (x, 580))
            name = self._toolkit.draw_title(self._print.names[lane], 70, INK, room)
            self._picture.blit(name, (x + 76, 574 + (72 - name.get_height()) // 2))
            self._picture.blit(self._text(self._print.stamps[lane], 20, FAINT), (x + 4, 654))
            x += 76 + name.get_width() + 26
            if lane == 0:
                self._picture.blit(beats, (x, 602))
                x += beats.get_width() + 24
        pygame.draw.rect(self._picture, (196, 191, 176), (664, 572, 2, 98))

    def _outlined(self, seat: int, side: int) -> pygame.Surface:
        """Draw a seat's badge with a dark outline, as paper is light."""
        shape = SEAT_SHAPES[self._toolkit.theme.seat(seat).shape]
        badge = stamp(shape, side, INK)
        inner = stamp(shape, side - 14, self._toolkit.theme.seat(seat).colour)
        badge.blit(inner, inner.get_rect(center=(side // 2, side // 2 + (2 if len(shape) == 1 else 0))))
        return badge

    def _draw_facts(self) -> None:
        """Draw the match at the left of the right half, the place and the day at its right."""
        for facts, side in ((self._print.match, "left"), (self._print.place, "right")):
            for number, fact in enumerate(facts):
                if number == 0:
                    drawn, y = self._toolkit.draw_title(fact, 32, INK, 290), 575
                else:
                    drawn, y = self._text(fact, 22 if number == 1 else 20, FAINT), 583 + 32 * number
                x = 684 if side == "left" else 1232 - drawn.get_width()
                self._picture.blit(drawn, (x, y))
