"""The mistakes in the card's file (`cabinet.card`), each with its line and remedy, until the file is mended.

Shown before the title when the program starts, and again before the records when nobody plays. LEFT and RIGHT turn the
pages, any other button leads to the title.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from cabinet.display.layout.boxes import Box
from cabinet.display.legend import Way
from cabinet.display.page import (
    LARGE,
    LEADING,
    PLAIN,
    SMALL,
    Grid,
    Mark,
    Part,
    Text,
    chequered,
    laid,
    marks,
    row,
    stack,
)
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import least_capitals
from cabinet.scenes.bases import Done, IdleTimer, Leave, StaticScene
from cabinet.strings.catalogue import word
from engine.panel import ACTION, LEFT, RIGHT, Press

PAGE_NS: Final = 20_000_000_000
"""How long each page is shown."""
LIST: Final = "list"
"""The mark of the room for the faults."""


class FaultLine(msgspec.Struct, frozen=True):
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
        self._page = 0
        self._pages: Sequence[Part] = ()
        """The list of each page."""
        framed = laid(toolkit, self._framed(Mark(name=LIST, is_ground=True)), self.room)
        self._pages = pages(toolkit, faults, marks(toolkit, framed)[LIST])
        self._turns = IdleTimer(PAGE_NS)

    def enter(self, now: int) -> None:
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
        return self._turns.ends_at

    def _show(self, page: int, now: int) -> None:
        self._page = page % len(self._pages)
        self._turns.restart(now)
        self.changed()

    # The picture

    def described(self) -> Part:
        return self._framed(self._pages[self._page])

    def _framed(self, faults: Part) -> Part:
        """Return the title, a list of faults, and the remedy of all."""
        colours = self.toolkit.theme.colours
        number = word("card.page.number", page=self._page + 1, count=len(self._pages)) if len(self._pages) > 1 else ""
        numbers = [(0, Text(number, SMALL, colours.quiet))] if number else []
        title = Text(word("card.page.title"), LARGE, colours.text)
        head = row((0, title), (1, chequered(14, colours.alarm)), *numbers, gap=18)
        remedy = Text(self.remedy, SMALL, colours.quiet, "text", 2)
        return stack((0, head), (1, faults), (0, remedy), gap=16)

    def _foot_ways(self) -> list[Way]:
        ways = [Way(ACTION, word("card.page.play"))]
        if len(self._pages) > 1:
            ways = [Way(LEFT, word("card.page.before")), Way(RIGHT, word("card.page.next")), *ways]
        return ways


def pages(toolkit: Toolkit, faults: Sequence[FaultLine], room: Box) -> list[Part]:
    """Return each page's list: as many faults as fit below each other, in the largest size in which all do."""
    for cap in (LARGE, PLAIN, SMALL):
        if _fits(toolkit, whole := _list(toolkit, faults, cap, room), room):
            return [whole]
    found: list[list[FaultLine]] = [[]]
    for fault in faults:
        if found[-1] and not _fits(toolkit, _list(toolkit, [*found[-1], fault], SMALL, room), room):
            found.append([])
        found[-1].append(fault)
    return [_list(toolkit, page, SMALL, room) for page in found]


def _fits(toolkit: Toolkit, part: Part, room: Box) -> bool:
    return part.height(toolkit, room.w).wished <= room.h


def _list(toolkit: Toolkit, faults: Sequence[FaultLine], cap: float, room: Box) -> Part:
    """Return faults, their places in a column of their own; one that is too long for the room is cut."""
    colours, high = toolkit.theme.colours, max(least_capitals(toolkit), toolkit.px(cap))
    most = 1 + (room.h - high) // round(high * (1 + LEADING))
    lines = [
        (
            Text(fault.place, cap, colours.alarm, down=0),
            Text(fault.problem, cap, colours.text, "text", most, down=0),
        )
        for fault in faults
    ]
    return Grid(tuple(lines), (0, 1), (0,) * len(lines), (16, 16), down=0)
