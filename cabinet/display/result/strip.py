"""The finish line: two lanes, a chequered line at the right, and a ruler that counts back from it.

The winner's badge stands at the line; the loser's is behind it by the margin, on the ruler's scale.
"""

from math import floor, log10
from typing import Final

import msgspec
import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.margin_text import margin_text
from cabinet.display.shapes import fading_in
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit, beside
from cabinet.display.widgets import chequer
from engine.log_lines import Contest

# The scale: how much time the strip covers, and where its marks stand. Pure.

GAP_SHARE: Final = 0.55
"""The share of a strip that the gap takes, within the 40 to 65 % that the eye reads at once."""
LEAST_NS: Final = 100
"""The smallest time between two marks with a figure."""
HEAT_NS: Final = 1_000_000
"""The time that a strip covers when nobody can say how large the gap is."""
RULER_STEPS: Final = (1, 2, 5, 10)


class Ruler(msgspec.Struct, frozen=True):
    """A strip's scale: the time from one end to the other, and between two marks with a figure, both in ns."""

    span_ns: int
    step_ns: int

    def along(self, time_ns: float, length: int) -> float:
        """Return how far before the line that time lies on a strip of `length` px."""
        return time_ns / self.span_ns * length

    def marks(self) -> tuple[int, ...]:
        """Return the times with a figure, from 0 at the line, in ns."""
        return tuple(range(0, self.span_ns + 1, self.step_ns))

    def fine_marks(self) -> tuple[int, ...]:
        """Return the times between them: ten to a step, or five of twos, in ns."""
        fine = max(1, self.step_ns // 10)
        return tuple(range(0, self.span_ns + 1, fine))


def ruler(margin_ns: int, marks: int = 7) -> Ruler:
    """Return the scale on which a margin takes `GAP_SHARE` of the strip, with about `marks` figures.

    It is the same for all heats. Under a millisecond the figures count tenths, and below that hundredths.
    """
    span = round(margin_ns / GAP_SHARE) if margin_ns > 0 else HEAT_NS
    rough = max(LEAST_NS, span / marks)
    power = 10 ** floor(log10(rough))
    step = min((power * step for step in RULER_STEPS), key=lambda each: abs(log10(each / rough)))
    return Ruler(span, max(LEAST_NS, round(step)))


def mark_text(time_ns: int, step_ns: int) -> str:
    """Return a mark's figure in ms, with enough decimals to distinguish it from the next."""
    decimals = max(0, -floor(log10(step_ns / 1e6)))
    return f"{time_ns / 1e6:.{decimals}f}"


# The strip

LANES: Final = 0.68
"""The least share of the strip's height that the two lanes take; the ruler is below them."""
RULER: Final = 48
"""The most height of the ruler, px at 800×480."""
BADGE: Final = 0.74
"""A badge's side in heights of a lane."""
FADE: Final = 32
"""The steps of a streak from nothing to its full colour."""
STRONG: Final = 190
"""The opacity of a streak at its badge, 0…255."""


class FinishStrip:
    """Draws finish lines of one toolkit's screen. Every returned surface is shared: do not draw on it."""

    def __init__(self, toolkit: Toolkit) -> None:
        self._toolkit = toolkit
        self.track = toolkit.cached(self._track)
        self.streak = toolkit.cached(self._streak)

    # Geometry, relative to the strip's upper left corner

    def line_x(self, size: tuple[int, int]) -> int:
        """Return the left edge of the line, in px."""
        return size[0] - self._square(size) * 2 - self._pad(size)

    def side(self, size: tuple[int, int]) -> int:
        """Return a badge's side in px."""
        return round(self.lane(size) * BADGE)

    def badge_box(self, size: tuple[int, int], lane: int, behind_px: float) -> Box:
        """Return the box of a badge in lane 0 or 1, whose front is so far before the line."""
        side, high = self.side(size), self.lane(size)
        return Box(round(self.line_x(size) - behind_px) - side, lane * high + (high - side) // 2, side, side)

    def room(self, size: tuple[int, int]) -> int:
        """Return the length of the ruler in px: the whole strip but a badge's width at its left end."""
        return self.line_x(size) - self.side(size) - self._pad(size)

    def lane(self, size: tuple[int, int]) -> int:
        """Return the height of one of the two lanes in px."""
        return max(round(size[1] * LANES), size[1] - self._toolkit.px(RULER, RULER // 2)) // 2

    # Drawing

    def still(self, contest: Contest, scale: Ruler, size: tuple[int, int]) -> list[Sprite]:
        """Return the finished race: the track, both streaks and badges, and an arrow as long as the margin."""
        behind = 0.0 if contest.dead_heat else scale.along(contest.margin_ns, self.room(size))
        sprites = [Sprite(self.track(size, scale), 0, 0)]
        for lane, seat, back in ((0, contest.winner, 0.0), (1, contest.loser, behind)):
            box = self.badge_box(size, lane, back)
            sprites += self.runner(size, lane, seat, back)
            if lane and back > 3 * self._pad(size):
                arrow = self.arrow(self.line_x(size) - box.right - self._pad(size))
                sprites.append(Sprite(arrow, box.right + self._pad(size) // 2, box.centre[1] - arrow.get_height() // 2))
        return sprites

    def runner(self, size: tuple[int, int], lane: int, seat: int, behind_px: float) -> list[Sprite]:
        """Return a badge in its lane, and the streak behind it."""
        box = self.badge_box(size, lane, behind_px)
        length = max(0, min(box.x, size[0] // 2))
        sprites = []
        if length > 4:
            streak = self.streak(seat, size[0] // 2, max(3, self.side(size) // 5))
            shown = streak.subsurface((streak.get_width() - length, 0, length, streak.get_height()))
            sprites.append(Sprite(shown, box.x - length, box.centre[1] - streak.get_height() // 2))
        return [*sprites, Sprite(self._toolkit.badge(seat, box.w), box.x, box.y)]

    def gap(
        self, contest: Contest, cap: int, colour: Colour, words: tuple[str, str], *, unlit: bool = True
    ) -> pygame.Surface:
        """Draw the margin in figures `cap` px high with its unit, or the words of a dead heat.

        `words` are the unit and the dead heat's words; `unlit` as in `Toolkit.figures`.
        """
        toolkit = self._toolkit
        unit, heat = words
        if contest.dead_heat:
            return toolkit.fonts.for_capitals("title", cap).render(heat, True, colour)
        figures = toolkit.figures(margin_text(contest.margin_ns), cap, colour, unlit)
        ms = toolkit.text(unit, 16, colour)
        line = beside([figures, ms], toolkit.px(6, 3))
        line.fill((0, 0, 0, 0))
        line.blit(figures, (0, (line.get_height() - figures.get_height()) // 2))
        below = (line.get_height() + figures.get_height()) // 2 - ms.get_bounding_rect().bottom
        line.blit(ms, (line.get_width() - ms.get_width(), below))
        return line

    def arrow(self, length: int) -> pygame.Surface:
        """Draw a line of that length, px, with a head at each end."""
        toolkit = self._toolkit
        head = toolkit.px(10, 6)
        colour = toolkit.theme.colours.text
        surface = pygame.Surface((max(length, 1), head), pygame.SRCALPHA)
        thin = toolkit.px(2)
        pygame.draw.rect(surface, colour, (0, (head - thin) // 2, length, thin))
        if length > 3 * head:
            for name, x in (("left", 0), ("right", length - head)):
                surface.blit(toolkit.sign(name, head, colour), (x, 0))
        return surface

    # Internals

    def _square(self, size: tuple[int, int]) -> int:
        return max(3, self.lane(size) // 6)

    def _pad(self, size: tuple[int, int]) -> int:
        return max(2, self.lane(size) // 8)

    def _track(self, size: tuple[int, int], scale: Ruler) -> pygame.Surface:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        high = 2 * self.lane(size)
        surface = pygame.Surface(size, pygame.SRCALPHA)
        area = pygame.Rect(0, 0, size[0], high)
        pygame.draw.rect(surface, colours.night, area, border_radius=toolkit.px(6, 3))
        pygame.draw.rect(surface, colours.key_edge, area, width=toolkit.px(2), border_radius=toolkit.px(6, 3))
        pygame.draw.rect(surface, colours.lane, (toolkit.px(2), high // 2, size[0] - toolkit.px(4), toolkit.px(1)))
        line, square, inset = self.line_x(size), self._square(size), toolkit.px(3, 2)
        chequer(surface, Box(line, inset, 2 * square, high - 2 * inset), square, colours.text)
        self._draw_marks(surface, size, scale)
        return surface

    def _draw_marks(self, surface: pygame.Surface, size: tuple[int, int], scale: Ruler) -> None:
        toolkit, colours = self._toolkit, self._toolkit.theme.colours
        high, line, room = 2 * self.lane(size), self.line_x(size), self.room(size)
        long, short, thin = toolkit.px(10, 6), toolkit.px(5, 3), toolkit.px(2)
        for time_ns in scale.fine_marks():
            x = line - round(scale.along(time_ns, room))
            pygame.draw.rect(surface, colours.quiet, (x, high + toolkit.px(4, 2), toolkit.px(1), short))
        last = size[0]
        for time_ns in scale.marks():
            x = line - round(scale.along(time_ns, room))
            pygame.draw.rect(surface, colours.text, (x, high + toolkit.px(4, 2), thin, long))
            figure = toolkit.text(mark_text(time_ns, scale.step_ns), 16, colours.quiet)
            left = max(0, min(x - figure.get_width() // 2, size[0] - figure.get_width()))
            if left + figure.get_width() <= last:
                ink = figure.get_bounding_rect()
                surface.blit(figure, (left, size[1] - ink.bottom))
                last = left - toolkit.px(8, 4)

    def _streak(self, seat: int, length: int, height: int) -> pygame.Surface:
        colour = self._toolkit.theme.seat(seat).colour
        return fading_in(colour, STRONG, FADE, (max(1, length), height))
