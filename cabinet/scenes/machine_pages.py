"""Pages of the operator's page about the machine: the code's six buttons, a sentence, what takes long, the clock.

Each is a title, lines below it, and a hint at the foot.
"""

import calendar
import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from cabinet.display.page import HEAD, PLAIN, SMALL, SPACE, On, Part, Space, Text, plate, row, stack
from cabinet.display.theme import Colour
from cabinet.display.toolkit import Toolkit
from cabinet.scenes.bases import GUARD_NS, Done, Leave, LeftWhenIdle, StaticScene
from cabinet.scenes.operator_pages import Row, rows_table
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import MS, S

ENTRY_NS: Final = 15 * S
"""Time without a press after which a code that is being entered is left: every button belongs to it."""
READ_NS: Final = 120 * S
"""How long a sentence stands for somebody who reads it."""
LOOK_NS: Final = 200 * MS
"""Interval of the looks at how far something has come."""
MOST_LINES: Final = 9


class Entered(msgspec.Struct, frozen=True):
    """A whole code, whichever panel its buttons are on."""

    buttons: tuple[str, ...]


def page_of(toolkit: Toolkit, title: str, *body: Part, hint: str = "", colour: Colour | None = None) -> Part:
    """Return a title, what stands below it in the middle, and a hint at the foot; `colour` is the title's."""
    colours = toolkit.theme.colours
    head = Text(title, HEAD, colour or colours.text, across=0.5)
    foot = Text(hint, SMALL, colours.quiet, "text", 2, across=0.5)
    return stack((0, head), (1, stack(*((0, part) for part in body), gap=24)), (0, foot), gap=16)


def sentence(text: str, colour: Colour, rows: int = 3) -> Part:
    """Return a sentence that is to be read, in `rows` lines at most."""
    return Text(text, PLAIN, colour, "text", rows, across=0.5)


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
        if len(self._buttons) < self._length:
            self._buttons = (*self._buttons, press.button)
            self.changed()
            if len(self._buttons) == self._length:
                self.dismiss(Entered(self._buttons))

    def described(self) -> Part:
        colours, given = self.toolkit.theme.colours, len(self._buttons)
        fills = [colours.text if place < given else colours.key for place in range(self._length)]
        discs = row(*((0, On(Space((44, 44)), plate(fill))) for fill in fills), gap=18, across=0.5)
        note = [sentence(self._note, colours.caution)] if self._note else []
        return page_of(self.toolkit, self._title, discs, *note, hint=word("code.hint"))


class Message(LeftWhenIdle[Done]):
    """A sentence that any button takes away, a moment after it came."""

    def __init__(self, toolkit: Toolkit, title: str, text: str, *, is_alarm: bool = False) -> None:
        super().__init__(toolkit, idle_ns=READ_NS)
        self._title = title
        self._text = text
        self._is_alarm = is_alarm
        self._came: int | None = None

    def enter(self, now: int) -> None:
        super().enter(now)
        self._came = now

    def pressed(self, press: Press) -> None:
        if self._came is not None and press.time_ns >= self._came + GUARD_NS:
            self.dismiss(Done())
        else:
            self.refuse()

    def described(self) -> Part:
        colours = self.toolkit.theme.colours
        told = sentence(self._text, colours.text, MOST_LINES)
        colour = colours.alarm if self._is_alarm else colours.good
        return page_of(self.toolkit, self._title, told, hint=word("message.hint"), colour=colour)


class Question(LeftWhenIdle[Done]):
    """A sentence to which ACTION says yes, which is `Done`, and CARD5 no."""

    def __init__(self, toolkit: Toolkit, title: str, text: str, hint: str = "wait.hint") -> None:
        """`hint` is the key of what the two buttons do."""
        super().__init__(toolkit, idle_ns=READ_NS)
        self._title = title
        self._text = text
        self._hint = hint

    def pressed(self, press: Press) -> None:
        if press.button == ACTION:
            self.dismiss(Done())
        elif press.button == CARDS[-1]:
            self.dismiss(Leave())
        else:
            self.refuse()

    def described(self) -> Part:
        colours = self.toolkit.theme.colours
        told = sentence(self._text, colours.text, MOST_LINES)
        return page_of(self.toolkit, self._title, told, hint=word(self._hint), colour=colours.caution)


class AwaitedQuestion(Question):
    """A question that is answered by what happens meanwhile, or by ACTION."""

    def __init__(self, toolkit: Toolkit, title: str, text: str, has_happened: Callable[[], bool], hint: str) -> None:
        """`has_happened` is asked every `LOOK_NS`; `hint` is the key of what the two buttons do."""
        super().__init__(toolkit, title, text, hint)
        self._has_happened = has_happened
        self._now = 0

    def enter(self, now: int) -> None:
        super().enter(now)
        self._now = now

    def advance(self, now: int, drained: int) -> None:
        self._now = now
        if self._has_happened():
            self.dismiss(Done())
        else:
            super().advance(now, drained)

    def next_deadline(self) -> int | None:
        return self._now + LOOK_NS


class ProveOwner(AwaitedQuestion):
    """Says how to prove from inside the box that one is the owner; ends as that is proved, or by ACTION, which has the
    stick looked at."""

    def __init__(self, toolkit: Toolkit, title: str, text: str, is_proved: Callable[[], bool]) -> None:
        super().__init__(toolkit, title, text, is_proved, "code.prove.hint")


class Skip(msgspec.Struct, frozen=True):
    """Somebody skips what a page leads through."""


class TurnValue(LeftWhenIdle[Done | Skip]):
    """Asks for one value: LEFT and RIGHT turn it, ACTION goes on, CARD5 skips this and all that follows."""

    def __init__(self, toolkit: Toolkit, title: str, row: Callable[[], Row], turn: Callable[[int], object]) -> None:
        """`title` is the key of the question; `row` returns the line that is turned."""
        super().__init__(toolkit)
        self._title = title
        self._row = row
        self._turn = turn

    def pressed(self, press: Press) -> None:
        if press.button in (LEFT, RIGHT):
            self._turn(1 if press.button == RIGHT else -1)
            self.changed()
        elif press.button == ACTION:
            self.dismiss(Done())
        elif press.button == CARDS[-1]:
            self.dismiss(Skip())
        else:
            self.refuse()

    def described(self) -> Part:
        colours = self.toolkit.theme.colours
        value = Text(word("operator.turned", value=self._row().value), 2 * HEAD, colours.text, across=0.5)
        about = sentence(word(f"{self._title}.about"), colours.quiet)
        return page_of(self.toolkit, word(self._title), value, about, hint=word("first.turn.hint"))


class Picked(msgspec.Struct, frozen=True):
    """The line that was picked, 0 for the first."""

    place: int


class PickLine(LeftWhenIdle[Picked]):
    """Has one of many lines picked: LEFT and RIGHT move, ACTION takes, CARD5 leaves."""

    def __init__(self, toolkit: Toolkit, title: str, rows: Sequence[Row], place: int = 0) -> None:
        """`place` is the line that is highlighted at first."""
        super().__init__(toolkit, idle_ns=READ_NS)
        self._title = title
        self._rows = rows
        self._place = place

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`."""
        if press.button in (LEFT, RIGHT):
            self._place = (self._place + (1 if press.button == RIGHT else -1)) % len(self._rows)
            self.changed()
        elif press.button == ACTION:
            self.dismiss(Picked(self._place))
        elif press.button == CARDS[-1]:
            self.dismiss(Leave())
        else:
            self.refuse()

    def described(self) -> Part:
        """See `StaticScene.described`."""
        colours = self.toolkit.theme.colours
        table = rows_table(self.toolkit, self._rows, self._place, turning=False)
        head = Text(self._title, HEAD, colours.text, across=0.5)
        foot = Text(word("pick.hint"), SMALL, colours.quiet, "text", 2, across=0.5)
        return stack((0, head), (1, table), (0, foot), gap=16)


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
        self._look_at = now

    def pressed(self, press: Press) -> None:
        self.refuse()

    def advance(self, now: int, drained: int) -> None:
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
        return self._look_at

    def described(self) -> Part:
        colours = self.toolkit.theme.colours
        part = row((self._share, On(Space((22, 22)), plate(colours.text))), (1 - self._share, SPACE))
        bar = row((1, SPACE), (6, On(part, plate(colours.key))), (1, SPACE))
        return page_of(self.toolkit, self._title, bar, sentence(self._text, colours.caution))


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

    def described(self) -> Part:
        parts = row(*((1, self._part(place)) for place in range(len(FIELDS))), gap=12)
        return page_of(self.toolkit, word("clock.title"), parts, hint=word("clock.hint"))

    def _part(self, place: int) -> Part:
        """Return a part of the time above its name and the number of its button."""
        colours = self.toolkit.theme.colours
        is_chosen = place == self._field
        fill, ink = (colours.paper, colours.dark_text) if is_chosen else (colours.key, colours.key_text)
        name = f"{word(f'button.{CARDS[place]}')} {word(f'clock.{FIELDS[place]}')}"
        figure = Text(f"{self._values[place]:02}", HEAD, ink, across=0.5)
        return On(stack((0, figure), (0, Text(name, SMALL, ink, across=0.5)), gap=14), plate(fill, radius=14), (6, 28))
