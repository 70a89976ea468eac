"""Pages of the operator's page about the machine: the code's six buttons, a sentence, what takes long, the clock.

Each is a title, lines below it, and a hint at the foot.
"""

import calendar
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
import pygame

from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit, beside, stacked
from cabinet.display.widgets import capitals
from cabinet.scenes.bases import GUARD_NS, Done, Leave, LeftWhenIdle, StaticScene
from cabinet.scenes.legend import icon_text, wrapped_text
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, RIGHT, Press
from engine.units import MS, S

ENTRY_NS: Final = 15 * S
"""Time without a press after which a code that is being entered is left: every button belongs to it."""
READ_NS: Final = 120 * S
"""How long a sentence stands for somebody who reads it."""
LOOK_NS: Final = 200 * MS
"""Interval of the looks at how far something has come."""
TITLE, TEXT, HINT = 30, 22, 20
"""Sizes of the letters at 800×480; capitals of the smallest are 14 px high."""
MOST_LINES: Final = 9


class Entered(msgspec.Struct, frozen=True):
    """A whole code, whichever panel its buttons are on."""

    buttons: tuple[str, ...]


def page_of(
    toolkit: Toolkit, page: Box, title: str, body: Sequence[pygame.Surface], hint: str, colour: Colour | None = None
) -> list[Sprite]:
    """Return a title, what stands below it in the middle, and a hint at the foot; `colour` is the title's."""
    colours = toolkit.theme.colours
    head = Box(page.x, page.y, page.w, toolkit.px(48, 32))
    foot = Box(page.x, page.bottom - toolkit.px(30, 22), page.w, toolkit.px(30, 22))
    room = Box(page.x, head.bottom, page.w, foot.y - head.bottom)
    name = capitals(toolkit, title, TITLE, colour or colours.text, page.w, "title")
    below = [icon_text(toolkit, hint, HINT, colours.quiet, foot.w)] if hint else []
    return [toolkit.put(head, name), *stacked(room, body, toolkit.px(6, 3)), *stacked(foot, below, 0)]


class EnterCode(LeftWhenIdle[Entered]):
    """Takes six presses of any panel, and shows none of them but their number."""

    def __init__(self, toolkit: Toolkit, title: str, length: int, note: str = "") -> None:
        """`note` is a sentence below, as that the last code was wrong."""
        super().__init__(toolkit, idle_ns=ENTRY_NS)
        self._title = title
        self._length = length
        self._note = note
        self._buttons: tuple[str, ...] = ()

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`."""
        if len(self._buttons) < self._length:
            self._buttons = (*self._buttons, press.button)
            self.changed()
            if len(self._buttons) == self._length:
                self.dismiss(Entered(self._buttons))

    def sprites(self) -> Sequence[Sprite]:
        """See `StaticScene.sprites`."""
        toolkit, colours = self.toolkit, self.toolkit.theme.colours
        side = toolkit.px(44, 26)
        discs = [
            toolkit.plate((side, side), colours.text if place < len(self._buttons) else colours.key, radius=side // 2)
            for place in range(self._length)
        ]
        note = wrapped_text(toolkit, self._note, TEXT, colours.caution, self.page.w, most=3) if self._note else []
        row = beside(discs, toolkit.px(18, 10))
        return page_of(toolkit, self.page, self._title, [row, *note], word("code.hint"))


class Message(LeftWhenIdle[Done]):
    """A sentence that any button takes away, a moment after it came."""

    def __init__(self, toolkit: Toolkit, title: str, text: str, *, is_alarm: bool = False) -> None:
        super().__init__(toolkit, idle_ns=READ_NS)
        self._title = title
        self._text = text
        self._is_alarm = is_alarm
        self._came: int | None = None

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        super().enter(now)
        self._came = now

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`."""
        if self._came is not None and press.time_ns >= self._came + GUARD_NS:
            self.dismiss(Done())

    def sprites(self) -> Sequence[Sprite]:
        """See `StaticScene.sprites`."""
        toolkit, colours = self.toolkit, self.toolkit.theme.colours
        lines = wrapped_text(toolkit, self._text, TEXT, colours.text, self.page.w, most=MOST_LINES)
        colour = colours.alarm if self._is_alarm else colours.good
        return page_of(toolkit, self.page, self._title, lines, word("message.hint"), colour)


class Question(LeftWhenIdle[Done]):
    """A sentence to which ACTION says yes, which is `Done`, and CARD5 no."""

    def __init__(self, toolkit: Toolkit, title: str, text: str, hint: str = "wait.hint") -> None:
        """`hint` is the key of what the two buttons do."""
        super().__init__(toolkit, idle_ns=READ_NS)
        self._title = title
        self._text = text
        self._hint = hint

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`."""
        if press.button == ACTION:
            self.dismiss(Done())
        elif press.button == CARDS[-1]:
            self.dismiss(Leave())
        else:
            self.refuse()

    def sprites(self) -> Sequence[Sprite]:
        """See `StaticScene.sprites`."""
        toolkit, colours = self.toolkit, self.toolkit.theme.colours
        lines = wrapped_text(toolkit, self._text, TEXT, colours.text, self.page.w, most=MOST_LINES)
        return page_of(toolkit, self.page, self._title, lines, word(self._hint), colours.caution)


class ProveOwner(Question):
    """Says how to prove from inside the box that one is the owner; ends as that is proved, or by ACTION, which has the
    stick looked at."""

    def __init__(self, toolkit: Toolkit, title: str, text: str, is_proved: Callable[[], bool]) -> None:
        super().__init__(toolkit, title, text, "code.prove.hint")
        self._is_proved = is_proved
        self._now = 0

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        super().enter(now)
        self._now = now

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`."""
        self._now = now
        if self._is_proved():
            self.dismiss(Done())
        else:
            super().advance(now, drained)

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        return self._now + LOOK_NS


class Working(StaticScene[Done]):
    """What takes long, with a bar that says how far it is; no button ends it."""

    def __init__(self, toolkit: Toolkit, title: str, text: str, progress: Callable[[], float | None]) -> None:
        """`progress` returns how far it is, from 0 to 1; None when it is done."""
        super().__init__(toolkit)
        self._title = title
        self._text = text
        self._progress = progress
        self._share = 0.0
        self._look_at = 0

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._look_at = now

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`."""
        self.refuse()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`."""
        if now < self._look_at:
            return
        self._look_at = now + LOOK_NS
        share = self._progress()
        if share is None:
            self.dismiss(Done())
        elif share != self._share:
            self._share = share
            self.changed()

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        return self._look_at

    def sprites(self) -> Sequence[Sprite]:
        """See `StaticScene.sprites`."""
        toolkit, colours = self.toolkit, self.toolkit.theme.colours
        size = (self.page.w * 3 // 4, toolkit.px(22, 14))
        bar = toolkit.plate(size, colours.key, radius=size[1] // 2).copy()
        wide = max(size[1], round(size[0] * self._share))
        bar.blit(toolkit.plate((wide, size[1]), colours.text, radius=size[1] // 2), (0, 0))
        lines = wrapped_text(toolkit, self._text, TEXT, colours.caution, self.page.w, most=3)
        return page_of(toolkit, self.page, self._title, [bar, *lines], "")


# The clock


class ClockSet(msgspec.Struct, frozen=True):
    """The time that was set, in s since 1970."""

    at: int


FIELDS: Final = ("year", "month", "day", "hour", "minute")
"""The parts of the time, by the card buttons."""
LEAST: Final = (2020, 1, 1, 0, 0)
MOST: Final = (2099, 12, 31, 23, 59)


class SetClock(LeftWhenIdle[ClockSet]):
    """Sets year, month, day, hour and minute: a card button chooses one, LEFT and RIGHT change it, ACTION sets all."""

    def __init__(self, toolkit: Toolkit, now: time.struct_time) -> None:
        super().__init__(toolkit, idle_ns=READ_NS)
        shown = (now.tm_year, now.tm_mon, now.tm_mday, now.tm_hour, now.tm_min)
        self._values = [max(LEAST[place], min(value, MOST[place])) for place, value in enumerate(shown)]
        self._field = 3

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`."""
        if press.button == ACTION:
            year, month, day, hour, minute = self._values
            self.dismiss(ClockSet(int(time.mktime((year, month, day, hour, minute, 0, 0, 0, -1)))))
            return
        if press.button in CARDS:
            self._field = CARDS.index(press.button)
        else:
            self._turn(1 if press.button == RIGHT else -1)
        self.changed()

    def _turn(self, step: int) -> None:
        """Change the chosen part, around its end but for the year's; a day that its month has not becomes its last."""
        least, most = LEAST[self._field], self._most(self._field)
        value = self._values[self._field] + step
        if self._field == 0:
            value = max(least, min(value, most))
        self._values[self._field] = least + (value - least) % (most - least + 1)
        self._values[2] = min(self._values[2], self._most(2))

    def _most(self, field: int) -> int:
        return calendar.monthrange(*self._values[:2])[1] if field == 2 else MOST[field]

    def sprites(self) -> Sequence[Sprite]:
        """See `StaticScene.sprites`."""
        toolkit, page = self.toolkit, self.page
        gap = toolkit.px(12, 6)
        wide, high = (page.w - 4 * gap) // 5, toolkit.px(120, 76)
        parts = beside([self._part(place, wide, high) for place in range(len(FIELDS))], gap)
        return page_of(toolkit, page, word("clock.title"), [parts], word("clock.hint"))

    def _part(self, place: int, wide: int, high: int) -> pygame.Surface:
        """Draw a part of the time above its name and the number of its button."""
        toolkit, colours = self.toolkit, self.toolkit.theme.colours
        is_chosen = place == self._field
        plate = toolkit.plate((wide, high), colours.paper if is_chosen else colours.key, radius=high // 8).copy()
        ink = colours.dark_text if is_chosen else colours.key_text
        name = f"{word(f'button.{CARDS[place]}')} {word(f'clock.{FIELDS[place]}')}"
        lines = [
            toolkit.inked(f"{self._values[place]:02}", 40, ink, wide - gap_of(toolkit), "title"),
            toolkit.inked(name, HINT, ink, wide - gap_of(toolkit), "title"),
        ]
        for sprite in stacked(Box(0, 0, wide, high), lines, toolkit.px(12, 6)):
            plate.blit(sprite.surface, (sprite.x, sprite.y))
        return plate


def gap_of(toolkit: Toolkit) -> int:
    """Return the width that stays free beside the letters on a plate."""
    return toolkit.px(12, 8)
