"""Light on the buttons that were pressed: laid over whatever a scene has drawn, and lifted before it draws again.

So every press is seen in the next frame, whatever page is there, and no page has to draw for it. A button of the
screen fills white in the frame of its seat's colour, as under a finger; one that does nothing here goes dark. A button
that is not on the screen is answered at the edge of its seat.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.toolkit import Toolkit

SHOWN_NS: Final = 120_000_000
"""How long a press is lit, ns."""
FILL: Final = 165
"""How much of a button the light covers, of 255: what it says stays legible."""
DARK: Final = 140
"""The same for the shade on a button that does nothing."""
ROUND: Final = 1.2
"""The proportion of a box's sides up to which its button is round."""


class Answer(NamedTuple):
    """How the screen answers a press at once: with light on the button's `boxes` of the first screen, else at the edge
    of its seat. `is_refused`: the press does nothing here."""

    seat: int
    boxes: tuple[Box, ...] = ()
    is_refused: bool = False


class PressLight:
    """The light over the picture of one screen. All times are ns of one clock."""

    def __init__(self, toolkit: Toolkit, *, is_first: bool = True) -> None:
        """`is_first`: the boxes of the answers are on this screen."""
        self._toolkit = toolkit
        self._is_first = is_first
        self._lit: list[tuple[Answer, int]] = []
        self._below: list[tuple[pygame.Surface, pygame.Rect]] = []

    @property
    def ends_at(self) -> int | None:
        """When the first light goes out; None without any."""
        return min((until for _, until in self._lit), default=None)

    def begin(self, answers: Iterable[Answer], now: int) -> None:
        """Light the answers from the next `lay` on; those of one seat take the place of its earlier ones."""
        for answer in answers:
            self._lit = [each for each in self._lit if each[0].seat != answer.seat] + [(answer, now + SHOWN_NS)]

    def go_out(self) -> None:
        """Forget all light: the whole screen is drawn anew."""
        self._lit.clear()
        self._below.clear()

    def lift(self, screen: pygame.Surface) -> list[pygame.Rect]:
        """Restore the picture below the light; return the rectangles."""
        below, self._below = self._below, []
        return [screen.blit(picture, rect) for picture, rect in reversed(below)]

    def lay(self, screen: pygame.Surface, now: int) -> list[pygame.Rect]:
        """Light what is lit at `now`, over a picture without light; return the rectangles."""
        self._lit = [each for each in self._lit if each[1] > now]
        rects = []
        for answer, _ in self._lit:
            for box in (self._is_first and answer.boxes) or (self._edge(screen, answer),):
                rect = pygame.Rect(box).clip(screen.get_rect())
                self._below.append((screen.subsurface(rect).copy(), rect))
                self._light(screen, rect, answer)
                rects.append(rect)
        return rects

    def _edge(self, screen: pygame.Surface, answer: Answer) -> Box:
        """Return the edge of a seat: seats 0 and 2 have the left one, 1 and 3 the right one."""
        width, height = screen.get_size()
        wide = self._toolkit.px(10, 6)
        return Box(0 if answer.seat % 2 == 0 else width - wide, 0, wide, height)

    def _light(self, screen: pygame.Surface, rect: pygame.Rect, answer: Answer) -> None:
        """Draw the light by fills alone: nothing is waited for."""
        theme = self._toolkit.theme
        seat, colours = theme.seat(answer.seat).colour, theme.colours
        if not (self._is_first and answer.boxes):
            screen.fill(colours.key_edge if answer.is_refused else seat, rect)
            return
        long, short = max(rect.size), min(rect.size)
        radius = short // 2 if long <= ROUND * short else min(short // 4, self._toolkit.px(12, 7))
        light = pygame.Surface(rect.size, pygame.SRCALPHA)
        fill = (*colours.night, DARK) if answer.is_refused else (*colours.paper, FILL)
        pygame.draw.rect(light, fill, light.get_rect(), border_radius=radius)
        edge = colours.quiet if answer.is_refused else seat
        pygame.draw.rect(light, edge, light.get_rect(), width=self._toolkit.px(4, 2), border_radius=radius)
        screen.blit(light, rect)
