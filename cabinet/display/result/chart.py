"""The match as a picture: the cards left of every seat over time, and every race as a mark below."""

from typing import Final

import msgspec
import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.result.content import Chart
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit
from engine.units import S

LINES: Final = (1, 2, 5, 10, 15, 20, 25, 50)
"""The possible numbers of cards between two lines of the grid."""
MOST_LINES: Final = 3
A_SLICE: Final = 200
"""Points after which the drawing may be suspended."""


def chart_picture(toolkit: Toolkit, chart: Chart, size: tuple[int, int], races: str) -> pygame.Surface:
    """Draw the chart; `races` is the word below the row of races."""
    surface = pygame.Surface(size, pygame.SRCALPHA)
    plot = _plot_of(toolkit, chart, size)
    _draw_grid(toolkit, surface, chart, plot)
    _draw_races(toolkit, surface, chart, plot)
    _draw_lines(toolkit, surface, chart, plot)
    _draw_times(toolkit, surface, chart, plot, races)
    return surface


def time_text(time_ns: int) -> str:
    """Return a time of play in minutes and seconds: ``1:34``."""
    minutes, seconds = divmod(time_ns // S, 60)
    return f"{minutes}:{seconds:02d}"


def grid_step(most: int) -> int:
    """Return the number of cards between two lines, so that there are few."""
    return next((step for step in LINES if most <= step * MOST_LINES), -(-most // MOST_LINES))


def _badge_side(toolkit: Toolkit) -> int:
    return toolkit.px(15, 9)


class _Plot(msgspec.Struct, frozen=True):
    """The box of the curves, and its scale: a match of hours has thousands of points, so it is looked up once."""

    box: Box
    length_ns: int
    most: int

    def at(self, at_ns: int, cards: int = 0) -> tuple[int, int]:
        """Return the pixel of a point."""
        box = self.box
        return box.x + round(box.w * at_ns / self.length_ns), box.bottom - round(box.h * cards / self.most)


def _plot_of(toolkit: Toolkit, chart: Chart, size: tuple[int, int]) -> _Plot:
    """Return the plot: figures at its left, badges at its right, races and times below."""
    most = chart.most
    left = toolkit.text(str(most), 16, toolkit.theme.colours.quiet).get_width() + toolkit.px(8, 4)
    top = toolkit.px(6, 4)
    low = toolkit.text("0", 16, toolkit.theme.colours.quiet).get_height() + _badge_side(toolkit) + toolkit.px(12, 5)
    box = Box(left, top, size[0] - left - _badge_side(toolkit) - toolkit.px(10, 5), size[1] - top - low)
    return _Plot(box, max(1, chart.length_ns), max(1, most))


def _draw_grid(toolkit: Toolkit, surface: pygame.Surface, chart: Chart, plot: _Plot) -> None:
    colours, box = toolkit.theme.colours, plot.box
    most = chart.most
    step = grid_step(most)
    for cards in range(0, most + 1, step):
        y = plot.at(0, cards)[1]
        pygame.draw.rect(surface, colours.lane, (box.x, y, box.w, toolkit.px(1)))
        figure = toolkit.text(str(cards), 16, colours.quiet)
        ink = figure.get_bounding_rect()
        surface.blit(figure, (box.x - toolkit.px(6, 3) - ink.right, max(-ink.y, y - ink.centery)))
    for x in {plot.at(curve[0][0])[0] for curve in chart.curves[1:]}:
        pygame.draw.rect(surface, colours.key_edge, (x, box.y, toolkit.px(1), box.h))


def _draw_lines(toolkit: Toolkit, surface: pygame.Surface, chart: Chart, plot: _Plot) -> None:
    """Draw each seat's steps, a curve for each deal, and its badge where the last one ends."""
    seats = len(chart.curves[-1][-1][1]) if chart.curves else 0
    drawn = 0
    for curve in chart.curves:
        for seat in range(seats):
            before = plot.at(curve[0][0], curve[0][1][seat])
            for at_ns, left in curve[1:]:
                after = plot.at(at_ns, left[seat])
                _step(surface, toolkit.theme.seat(seat).colour, before, after, toolkit.px(2.4, 2))
                before = after
                drawn += 1
                if drawn % A_SLICE == 0:
                    toolkit.breathe()
    ends = [(plot.at(0, chart.curves[-1][-1][1][seat])[1], seat) for seat in range(seats)]
    side, free = _badge_side(toolkit), surface.get_height()
    for y, seat in sorted(ends, reverse=True):
        top = min(y - side // 2, free - side - 1)
        free = max(0, top)
        surface.blit(toolkit.badge(seat, side), (plot.box.right + toolkit.px(8, 4), max(0, top)))


def _step(surface: pygame.Surface, colour: Colour, start: tuple[int, int], end: tuple[int, int], thick: int) -> None:
    pygame.draw.rect(surface, colour, (start[0], start[1] - thick // 2, max(thick, end[0] - start[0]), thick))
    top, bottom = sorted((start[1], end[1]))
    pygame.draw.rect(surface, colour, (end[0], top - thick // 2, thick, bottom - top + thick))


def _draw_races(toolkit: Toolkit, surface: pygame.Surface, chart: Chart, plot: _Plot) -> None:
    """Draw a badge of the winner for every race; the closest has a white disc and a hairline."""
    colours, side = toolkit.theme.colours, _badge_side(toolkit)
    y = plot.box.bottom + toolkit.px(5, 3) + side // 2
    small = max(6, round(side * 0.85))
    for number, mark in enumerate(sorted(chart.marks, key=lambda mark: mark.is_closest), start=1):
        if number % A_SLICE == 0:
            toolkit.breathe()
        x = plot.at(mark.at_ns)[0]
        badge = toolkit.badge(mark.seat, small)
        if mark.is_closest:
            pygame.draw.rect(surface, colours.text, (x, plot.box.y, toolkit.px(1), y - plot.box.y))
            disc = toolkit.plate((side + toolkit.px(8, 4),) * 2, colours.text)
            surface.blit(disc, disc.get_rect(center=(x, y)))
        surface.blit(badge, badge.get_rect(center=(x, y)))


def _draw_times(toolkit: Toolkit, surface: pygame.Surface, chart: Chart, plot: _Plot, races: str) -> None:
    colours = toolkit.theme.colours
    start, end, word = (
        toolkit.text(text, 16, colours.quiet) for text in (time_text(0), time_text(chart.length_ns), races)
    )
    y = surface.get_height() - start.get_bounding_rect().bottom
    surface.blit(start, (plot.box.x, y))
    surface.blit(end, (plot.box.right - end.get_width(), y))
    middle = plot.box.x + (plot.box.w - word.get_width()) // 2
    is_free = plot.box.x + start.get_width() < middle < plot.box.right - end.get_width() - word.get_width()
    if chart.marks and is_free:
        surface.blit(word, (middle, y))
