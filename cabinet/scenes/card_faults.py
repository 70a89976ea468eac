"""The mistakes in the card's file (`cabinet.card`), each with its line and remedy, until the file is mended.

Shown before the title when the program starts, and again before the records when nobody plays. LEFT and RIGHT turn the
pages, any other button leads to the title.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import capitals, chequer
from cabinet.scenes.bases import Done, IdleTimer, Leave, StaticScene
from cabinet.scenes.legend import Way, foot, foot_height, wrapped_text
from cabinet.strings.catalogue import word
from engine.panel import ACTION, LEFT, RIGHT, Press

PAGE_NS: Final = 20_000_000_000
"""How long each page is shown."""
SIZES: Final = (30, 26, 22, 19, 17)
"""Sizes of the letters at 800×480: the first in which all faults fit on one page, else the last."""


class FaultLine(NamedTuple):
    """A fault in words: its place, as ``LINE 12``, and the problem with its remedy."""

    place: str
    problem: str


class CardFaults(StaticScene[Done | Leave]):
    """The pages of faults: `Leave` by a button, `Done` after the last page."""

    allows_restart = True

    def __init__(self, toolkit: Toolkit, faults: Sequence[FaultLine], remedy: str = "") -> None:
        """`remedy` is that of all, below the faults."""
        super().__init__(toolkit)
        self.faults = faults
        self.remedy = remedy or word("card.page.remedy")
        self._pages = pages(toolkit, faults, self._list)
        self._page = 0
        self._turns = IdleTimer(PAGE_NS)

    @property
    def _list(self) -> Box:
        """The room for the faults, between the head and the remedy."""
        page, toolkit = self.page, self.toolkit
        top = page.y + toolkit.px(54, 38)
        return Box(page.x, top, page.w, toolkit.size[1] - foot_height(toolkit) - toolkit.px(64, 50) - top)

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._turns.restart(now)

    def pressed(self, press: Press) -> None:
        """Turn the page by LEFT and RIGHT where there are several; any other button leaves."""
        if len(self._pages) > 1 and press.button in (LEFT, RIGHT):
            self._show(self._page + (1 if press.button == RIGHT else -1), press.time_ns)
        else:
            self.dismiss(Leave())

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`: turns the page, and ends after the last."""
        if not self._turns.runs_out(now):
            return
        if self._page + 1 < len(self._pages):
            self._show(self._page + 1, now)
        else:
            self.dismiss(Done())

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        return self._turns.ends_at

    def _show(self, page: int, now: int) -> None:
        self._page = page % len(self._pages)
        self._turns.restart(now)
        self.changed()

    # The picture

    def sprites(self) -> Sequence[Sprite]:
        """See `StaticScene.sprites`."""
        toolkit, page = self.toolkit, self.page
        many, ways = len(self._pages) > 1, self._foot_ways()
        top = self._list.bottom + toolkit.px(10, 6)
        below = Box(page.x, top, page.w, toolkit.size[1] - foot_height(toolkit) - top)
        remedy = wrapped_text(toolkit, self.remedy, 15, toolkit.theme.colours.quiet, below.w, most=2)
        high = sum(line.get_height() for line in remedy)
        lines = [Sprite(line, below.x, below.y + (below.h - high) // 2) for line in remedy]
        for number, line in enumerate(lines):
            lines[number] = line._replace(y=line.y + number * line.surface.get_height())
        return [*self._head(many=many), *self._pages[self._page], *lines, foot(toolkit, ways)]

    def _foot_ways(self) -> list[Way]:
        ways = [Way(ACTION, word("card.page.play"))]
        if len(self._pages) > 1:
            ways = [Way(LEFT, word("card.page.before")), Way(RIGHT, word("card.page.next")), *ways]
        return ways

    def _head(self, *, many: bool) -> list[Sprite]:
        """Return the title between strips of chequers, and the number of the page."""
        toolkit, page, colours = self.toolkit, self.page, self.toolkit.theme.colours
        box = Box(page.x, page.y - toolkit.px(8, 4), page.w, toolkit.px(44, 30))
        title = capitals(toolkit, word("card.page.title"), 24, colours.text, page.w * 3 // 4, "title")
        number = word("card.page.number", page=self._page + 1, count=len(self._pages)) if many else ""
        told = capitals(toolkit, number, 16, colours.quiet, page.w // 4, "title") if many else None
        square = max(2, title.get_height() // 4)
        left = title.get_width() + toolkit.px(18, 9)
        right = told.get_width() + toolkit.px(18, 9) if told else 0
        strip = pygame.Surface((max(0, page.w - left - right), 4 * square), pygame.SRCALPHA)
        chequer(strip, Box(0, 0, *strip.get_size()), square, colours.alarm)
        sprites = [
            toolkit.put(box, title, 0.0),
            toolkit.put(Box(box.x + left, box.y, strip.get_width(), box.h), strip, 0.0),
        ]
        return [*sprites, toolkit.put(box, told, 1.0)] if told else sprites


def pages(toolkit: Toolkit, faults: Sequence[FaultLine], room: Box) -> list[list[Sprite]]:
    """Return the sprites of each page: as many faults as fit below each other, in the largest size that does."""
    for size in SIZES[:-1]:
        found = pages_in(toolkit, faults, room, size)
        if len(found) == 1 and found[0][-1].rect.bottom <= room.bottom:
            return found
    return pages_in(toolkit, faults, room, SIZES[-1])


def pages_in(toolkit: Toolkit, faults: Sequence[FaultLine], room: Box, size: int) -> list[list[Sprite]]:
    """Return the sprites of each page with letters of one size."""
    column = max(toolkit.text(fault.place, size, toolkit.theme.colours.alarm, "title").get_width() for fault in faults)
    column += toolkit.px(16, 8)
    found: list[list[Sprite]] = [[]]
    y = room.y
    for fault in faults:
        drawn = entry(toolkit, fault, size, column, room.w)
        if found[-1] and y + drawn.get_height() > room.bottom:
            found.append([])
            y = room.y
        found[-1].append(Sprite(drawn, room.x, y))
        y += drawn.get_height() + toolkit.px(10, 6)
    return found


def entry(toolkit: Toolkit, fault: FaultLine, size: int, column: int, width: int) -> pygame.Surface:
    """Draw one fault, its place in a column of its own."""
    colours, wide = toolkit.theme.colours, width - column
    place = toolkit.text(fault.place, size, colours.alarm, "title")
    rows = [toolkit.fitted(row, size, colours.text, wide) for row in toolkit.rows(fault.problem, size, wide)]
    step = max((row.get_height() for row in rows), default=0)
    drawn = pygame.Surface((width, max(place.get_height(), step * len(rows))), pygame.SRCALPHA)
    drawn.blit(place, (0, max(0, (step - place.get_height()) // 2)))
    for number, row in enumerate(rows):
        drawn.blit(row, (column, number * step))
    return drawn
