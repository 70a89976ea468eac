"""The operator's page: the machine's state, a test of every button, audits, settings, restart and power.

It covers any other scene, and CARD5 removes it. CARD1 to CARD4 turn to its four parts; LEFT and RIGHT move the
highlight, ACTION performs the highlighted line. An action that cannot be undone is confirmed twice, by two different
buttons. During the button test the buttons do nothing else: CARD5 held for two seconds, or a while without a press,
ends the test.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

import msgspec
import pygame
from msgspec.structs import replace

from cabinet.display.layout.boxes import Box
from cabinet.display.margin_text import margin_text
from cabinet.display.stage import Sprite
from cabinet.display.theme import SMALL_TYPE, Colour
from cabinet.display.toolkit import Toolkit, stacked
from cabinet.doctor.findings import FAIL, OK, WARN, Finding
from cabinet.input.audit import never_pressed
from cabinet.scenes.bases import Leave, StaticScene
from cabinet.scenes.legend import button_sign, icon_text, wrapped_text
from cabinet.store.ledger import Race
from cabinet.strings.catalogue import has_word, word
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press

PARTS: Final = ("state", "buttons", "records", "settings")
"""The parts, in the order of the card buttons; the fifth button leaves."""
PATIENCE_NS: Final = 120_000_000_000
"""Time without a press after which the operator is taken to have gone."""
TEST_NS: Final = 20_000_000_000
"""The same for the button test."""
LEAVE_TEST_NS: Final = 2_000_000_000
"""How long CARD5 is held to end the test."""
LOOK_NS: Final = 200_000_000
"""Interval of the checks whether the doctor is done, or an action has failed."""


class Row(NamedTuple):
    """A line of the settings, in words."""

    title: str
    value: str = ""


class ButtonState(NamedTuple):
    """The state of a button in the test."""

    is_down: bool = False
    presses: int = 0


class Item(msgspec.Struct, frozen=True):
    """A line of the settings: its name, its value, and the action of ACTION.

    `dangerous`: confirmed twice before it is performed. `leads_to`: a question over the page, which is its result then.
    """

    row: Callable[[], Row]
    act: Callable[[], object] = lambda: None
    dangerous: bool = False
    leads_to: Enum | None = None


class Service(msgspec.Struct, frozen=True):
    """The data and actions of the page. `findings` returns None while the doctor is at work; `seats` have panels.

    `items` returns the lines as they are now: an action may take some away, or bring others. `not_done` returns the
    sentence on an action that the machine refused; empty if there is none.
    """

    findings: Callable[[], Sequence[Finding] | None]
    audits: Callable[[], Mapping[str, int]]
    races: Callable[[], Sequence[Race]]
    items: Callable[[], Sequence[Item]]
    seats: Sequence[int] = (0, 1)
    not_done: Callable[[], str] = lambda: ""


@dataclass
class _Test:
    """The button test: the presses of each button since it began."""

    buttons: dict[tuple[int, str], ButtonState] = field(default_factory=dict)
    last: Press | None = None
    gap_ns: int | None = None
    held: dict[int, int] = field(default_factory=dict)
    """seat -> time at which its CARD5 went down"""

    def record(self, press: Press) -> None:
        """Record an edge."""
        place = (press.seat, press.button)
        state = self.buttons.get(place, ButtonState())
        self.buttons[place] = ButtonState(press.pressed, state.presses + press.pressed)
        if press.pressed:
            self.gap_ns = None if self.last is None else press.time_ns - self.last.time_ns
            self.last = press
        if press.button == CARDS[-1]:
            if press.pressed:
                self.held[press.seat] = press.time_ns
            else:
                self.held.pop(press.seat, None)


class OperatorPage(StaticScene[Leave | Enum]):
    """The page. All of its actions are in its `Service`; the result is `Leave`, or what an item leads to."""

    def __init__(self, toolkit: Toolkit, service: Service) -> None:
        super().__init__(
            Toolkit(
                replace(toolkit.theme, type=SMALL_TYPE), toolkit.fonts, toolkit.size, toolkit.art, drawn=toolkit.drawn
            )
        )
        self._service = service
        self._part = 0
        self._chosen = 0
        self._asked = 0
        self._test: _Test | None = None
        self._now = 0
        self._pressed_at = 0
        self._findings: Sequence[Finding] | None = None
        self._items = tuple(service.items())
        self._not_done = ""

    # Life

    def enter(self, now: int) -> None:
        """See `Scene.enter`."""
        self._now = self._pressed_at = now
        self._findings = self._service.findings()

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: the test needs releases as well."""
        self._pressed_at = max(self._pressed_at, press.time_ns)
        if self._test is not None:
            self._test.record(press)
            self.changed()
        elif press.pressed:
            self.pressed(press)

    def pressed(self, press: Press) -> None:
        """See `StaticScene.pressed`."""
        if self._asked:
            self._answer(press.button)
        elif press.button in CARDS:
            self._turn_to(CARDS.index(press.button))
        elif press.button in (LEFT, RIGHT):
            self._chosen += 1 if press.button == RIGHT else -1
            self._chosen %= max(1, self._lines)
        elif press.button == ACTION and PARTS[self._part] == "settings":
            self._do()
        else:
            self.refuse()
        self.changed()

    def advance(self, now: int, drained: int) -> None:
        """See `Scene.advance`."""
        self._now = now
        if self._findings is None:
            self._findings = self._service.findings()
            if self._findings is not None:
                self.changed()
        if self._service.not_done() != self._not_done:
            self._not_done = self._service.not_done()
            self.changed()
        if not self._asked:
            self._look_at_items()
        if self._test is not None and self._test_is_over(now):
            self._test = None
            self._part = 0
            self._pressed_at = now
            self.changed()
        elif now >= self._pressed_at + PATIENCE_NS:
            self.dismiss(Leave())

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        times = [self._pressed_at + PATIENCE_NS]
        if self._findings is None or PARTS[self._part] == "settings":
            times.append(self._now + LOOK_NS)
        if self._test is not None:
            times += [self._pressed_at + TEST_NS, *(since + LEAVE_TEST_NS for since in self._test.held.values())]
        return min(times)

    # Buttons

    @property
    def _lines(self) -> int:
        """The number of lines of the part that can be highlighted."""
        return {"state": len(self._findings or ()), "settings": len(self._items)}.get(PARTS[self._part], 0)

    def _turn_to(self, part: int) -> None:
        if part == len(PARTS):
            self.dismiss(Leave())
            return
        self._part = part
        self._chosen = 0
        self._test = _Test() if PARTS[part] == "buttons" else None

    def _test_is_over(self, now: int) -> bool:
        assert self._test is not None, "asked only while buttons are tested"
        held = any(now >= since + LEAVE_TEST_NS for since in self._test.held.values())
        return held or now >= self._pressed_at + TEST_NS

    def _look_at_items(self) -> None:
        """Take over the lines as they are now. The highlight stays with its line, or goes to the first where that went.

        Not while a line is being confirmed: nobody shall confirm another one.
        """
        before, self._items = self._items, tuple(self._service.items())
        titles = [item.row().title for item in self._items]
        was = [item.row().title for item in before]
        if titles == was:
            return
        if PARTS[self._part] == "settings":
            chosen = was[self._chosen]
            self._chosen = titles.index(chosen) if chosen in titles else 0
        self.changed()

    def _do(self) -> None:
        item = self._items[self._chosen]
        if item.dangerous:
            self._asked = 1
        elif item.leads_to is not None:
            self.dismiss(item.leads_to)
        else:
            item.act()

    def _answer(self, button: str) -> None:
        """Confirm with ACTION first, then RIGHT; any other button cancels."""
        if button == (ACTION, RIGHT)[self._asked - 1]:
            self._asked += 1
            if self._asked == 3:
                self._asked = 0
                self._items[self._chosen].act()
        else:
            self._asked = 0

    # The picture

    def sprites(self) -> Sequence[Sprite]:
        """Return the parts on top, the chosen part below, and at the foot the buttons' hint."""
        around, room, foot = frame(self.toolkit, self.page, self._part)
        return [*around, *self._content(room, foot)]

    def _content(self, room: Box, foot: Box) -> list[Sprite]:
        service = self._service
        match PARTS[self._part]:
            case "state":
                return state_page(self.toolkit, room, foot, self._findings, self._chosen)
            case "buttons":
                test = self._test or _Test()
                return buttons_page(self.toolkit, room, foot, service.seats, test.buttons, test.last, test.gap_ns)
            case "records":
                return records_page(self.toolkit, room, foot, service.seats, service.audits(), service.races())
        rows = [item.row() for item in self._items]
        return rows_page(self.toolkit, room, foot, rows, self._chosen, self._asked, self._not_done)


# The look of its parts: values in, sprites out

TABS: Final = ("operator.state", "operator.buttons", "operator.records", "operator.settings", "operator.leave")
"""The labels of the card buttons."""
RACES: Final = 9
"""Number of the closest races in the list."""


def frame(toolkit: Toolkit, page: Box, part: int) -> tuple[list[Sprite], Box, Box]:
    """Return the tabs on top, the room for the part, and the foot below it."""
    high = toolkit.px(40, 28)
    gap = toolkit.px(8, 4)
    width = (page.w - gap * (len(TABS) - 1)) // len(TABS)
    sprites = []
    for place, key in enumerate(TABS):
        box = Box(page.x + place * (width + gap), page.y, width, high)
        sprites.append(Sprite(tab(toolkit, place, key, box, is_open=place == part), box.x, box.y))
    foot = Box(page.x, page.bottom - toolkit.px(48, 34), page.w, toolkit.px(48, 34))
    room = Box(page.x, page.y + high + toolkit.px(12, 6), page.w, 0)
    return sprites, Box(room.x, room.y, room.w, foot.y - room.y - toolkit.px(6, 3)), foot


def tab(toolkit: Toolkit, place: int, key: str, box: Box, *, is_open: bool) -> pygame.Surface:
    """Draw one tab: the number of its button, and its name."""
    colours = toolkit.theme.colours
    fill, ink = (colours.paper, colours.dark_text) if is_open else (colours.key, colours.key_text)
    plate = toolkit.plate((box.w, box.h), fill, radius=toolkit.px(8, 5)).copy()
    text = toolkit.fitted(f"{word(f'button.{CARDS[place]}')}  {word(key)}", 17, ink, box.w - toolkit.px(12, 6))
    plate.blit(text, text.get_rect(center=plate.get_rect().center))
    return plate


def hint(toolkit: Toolkit, foot: Box, key: str) -> list[Sprite]:
    """Return the line that explains the buttons."""
    return stacked(foot, [icon_text(toolkit, word(key), 14, toolkit.theme.colours.quiet, foot.w)], 0)


def said(toolkit: Toolkit, foot: Box, text: str, colour: Colour) -> list[Sprite]:
    """Return a sentence at the foot, in two lines at most."""
    return stacked(foot, wrapped_text(toolkit, text, 15, colour, foot.w, most=2), 0)


class Table:
    """Lines of one height, from the top of a room downwards."""

    def __init__(self, toolkit: Toolkit, room: Box, lines: int, size: int = 15) -> None:
        self._toolkit = toolkit
        self._room = room
        self.size = size
        text = toolkit.fonts.get("text", toolkit.type_size(size)).get_linesize()
        self.high = max(min(text + toolkit.px(8, 3), room.h // max(1, lines)), 1)

    def bar(self, line: int, colour: Colour) -> Sprite:
        """Return the highlight behind a line."""
        box = Box(self._room.x, self._room.y + line * self.high, self._room.w, self.high)
        return Sprite(self._toolkit.plate((box.w, box.h), colour, radius=self._toolkit.px(6, 3)), box.x, box.y)

    def cell(self, line: int, left: float, right: float, text: str, colour: Colour, *, across: float = 0) -> Sprite:
        """Return text between two shares of the width."""
        toolkit, room = self._toolkit, self._room
        margin = toolkit.px(8, 4)
        box = Box(
            room.x + round(room.w * left) + margin,
            room.y + line * self.high,
            round(room.w * (right - left)) - margin,
            self.high,
        )
        return toolkit.put(box, toolkit.fitted(text, self.size, colour, box.w), across, 0.5)


# The parts


def state_page(toolkit: Toolkit, room: Box, foot: Box, findings: Sequence[Finding] | None, chosen: int) -> list[Sprite]:
    """Return the doctor's findings, and the remedy of the highlighted line."""
    colours = toolkit.theme.colours
    if findings is None:
        return stacked(room, [toolkit.text(word("operator.looking"), 22, colours.quiet)], 0)
    levels = {OK: colours.good, WARN: colours.caution, FAIL: colours.alarm}
    table = Table(toolkit, room, len(findings))
    sprites = [table.bar(chosen, colours.key)] if findings else []
    for line, finding in enumerate(findings):
        sprites += [
            table.cell(line, 0, 0.1, finding.level, levels[finding.level]),
            table.cell(line, 0.1, 0.26, finding.name, colours.text),
            table.cell(line, 0.26, 1, finding.message, colours.quiet),
        ]
    remedy = findings[chosen].remedy if chosen < len(findings) and findings[chosen].level != OK else ""
    return [
        *sprites,
        *(said(toolkit, foot, remedy, colours.text) if remedy else hint(toolkit, foot, "operator.hint.look")),
    ]


def rows_page(
    toolkit: Toolkit, room: Box, foot: Box, rows: Sequence[Row], chosen: int, asked: int, not_done: str = ""
) -> list[Sprite]:
    """Return settings and other actions, a line each; the foot has a question, or the action that failed."""
    colours = toolkit.theme.colours
    table = Table(toolkit, room, len(rows), 17)
    sprites = [table.bar(chosen, colours.key)]
    for line, row in enumerate(rows):
        ink = colours.text if line == chosen else colours.quiet
        sprites.append(table.cell(line, 0.06, 0.62, row.title, ink))
        sprites.append(table.cell(line, 0.62, 0.94, row.value, colours.text, across=1))
    if asked:
        question = word(("operator.sure.1", "operator.sure.2")[asked - 1], what=rows[chosen].title)
        return [*sprites, *stacked(foot, [icon_text(toolkit, question, 17, colours.alarm, foot.w)], 0)]
    return [
        *sprites,
        *(said(toolkit, foot, not_done, colours.alarm) if not_done else hint(toolkit, foot, "operator.hint.set")),
    ]


def records_page(
    toolkit: Toolkit, room: Box, foot: Box, seats: Sequence[int], audits: Mapping[str, int], races: Sequence[Race]
) -> list[Sprite]:
    """Return the audits on the left, the closest races on the right."""
    gap = toolkit.px(24, 12)
    left = Box(room.x, room.y, round(room.w * 0.5) - gap, room.h)
    right = Box(room.x + round(room.w * 0.5), room.y, room.w - round(room.w * 0.5), room.h)
    return [*counts(toolkit, left, audits), *race_list(toolkit, right, races), *never(toolkit, foot, seats, audits)]


def counts(toolkit: Toolkit, room: Box, audits: Mapping[str, int]) -> list[Sprite]:
    """Return the counts of interest to an operator, and how often each game was played."""
    colours = toolkit.theme.colours
    games = sorted(name for name in audits if name.startswith("game.") and has_word(name))
    lines = [(word(f"audit.{name}"), audits.get(name, 0)) for name in AUDITED]
    presses = sum(count for name, count in audits.items() if name.startswith("press."))
    lines.insert(1, (word("audit.presses"), presses))
    lines.append((word("audit.unclean"), max(0, audits.get("starts", 0) - audits.get("ends", 0) - 1)))
    lines += [(word(name), audits[name]) for name in games]
    table = Table(toolkit, room, len(lines) + 1)
    sprites = [table.cell(0, 0, 1, word("operator.counts"), colours.text)]
    for line, (title, count) in enumerate(lines, 1):
        is_bad = title in (word("audit.late"), word("audit.lost")) and count
        sprites.append(table.cell(line, 0, 0.74, title, colours.quiet))
        sprites.append(table.cell(line, 0.74, 1, str(count), colours.alarm if is_bad else colours.text, across=1))
    return sprites


AUDITED: Final = ("matches", "race", "dead_heat", "false_start", "late", "lost", "overwritten", "swallowed")
"""The counts that are always shown, in this order."""


def race_list(toolkit: Toolkit, room: Box, races: Sequence[Race]) -> list[Sprite]:
    """Return the closest races, closest first."""
    colours = toolkit.theme.colours
    table = Table(toolkit, room, max(RACES + 1, 10))
    sprites = [table.cell(0, 0, 1, word("operator.races"), colours.text)]
    if not races:
        return [*sprites, table.cell(1, 0, 1, word("operator.no_races"), colours.quiet)]
    for line, race in enumerate(races[:RACES], 1):
        look = toolkit.theme.seat(race.winner)
        sprites += [
            table.cell(line, 0, 0.3, f"{margin_text(race.margin_ns)} {word('table.ms')}", colours.text, across=1),
            table.cell(line, 0.3, 0.52, race.names[0] or word(f"seat.{race.winner}"), look.colour),
            table.cell(line, 0.52, 0.76, word(f"game.{race.game}"), colours.quiet),
            table.cell(line, 0.76, 1, time.strftime("%d.%m.%y", time.localtime(race.at)), colours.quiet),
        ]
    return sprites


def never(toolkit: Toolkit, foot: Box, seats: Sequence[int], audits: Mapping[str, int]) -> list[Sprite]:
    """Return the buttons that were never pressed and may be defective."""
    silent = never_pressed(audits, seats)
    if not silent:
        return hint(toolkit, foot, "operator.all_pressed")
    told = {seat: [button for of, button in silent if of == seat] for seat, _ in silent}
    names = "; ".join(silent_words(seat, buttons) for seat, buttons in told.items())
    return said(toolkit, foot, word("operator.never", names=names), toolkit.theme.colours.caution)


def silent_words(seat: int, buttons: Sequence[str]) -> str:
    """Return a seat's buttons that were never pressed, in words."""
    name = word(f"seat.{seat}")
    return word("operator.never.panel", seat=name) if len(buttons) == len(BUTTONS) else f"{name} {', '.join(buttons)}"


def buttons_page(
    toolkit: Toolkit,
    room: Box,
    foot: Box,
    seats: Sequence[int],
    buttons: Mapping[tuple[int, str], ButtonState],
    last: Press | None,
    gap_ns: int | None,
) -> list[Sprite]:
    """Return every panel, two in a row: a button is dark until pressed, then in the seat's colour, white while down."""
    gap = toolkit.px(40, 20)
    half = (room.w - gap) // 2
    line = toolkit.px(26, 16)
    high = (room.h - line) // -(-len(seats) // 2)
    sprites = []
    for place, seat in enumerate(seats):
        row, column = divmod(place, 2)
        box = Box(room.x + column * (half + gap), room.y + row * high, half, high)
        size, font = (24, "title") if len(seats) <= 2 else (15, "text")
        name = toolkit.text(word(f"seat.{seat}"), size, toolkit.theme.seat(seat).colour, font)
        sprites.append(Sprite(name, box.x, box.y))
        below = Box(box.x, box.y + name.get_height(), box.w, box.h - name.get_height())
        sprites += tested_panel(toolkit, seat, buttons, below)
    if last is not None:
        gap_text = "–" if gap_ns is None else f"{gap_ns / 1e6:.3f}"
        text = word(
            "operator.last",
            seat=word(f"seat.{last.seat}"),
            button=last.button,
            source=last.source,
            stamp=f"{last.time_ns / 1e9:.6f}",
            gap=gap_text,
        )
        told = toolkit.fitted(text, 14, toolkit.theme.colours.text, room.w)
        sprites.append(Sprite(told, room.x + (room.w - told.get_width()) // 2, room.bottom - told.get_height()))
    return [*sprites, *hint(toolkit, foot, "operator.hint.test")]


def tested_panel(toolkit: Toolkit, seat: int, buttons: Mapping[tuple[int, str], ButtonState], box: Box) -> list[Sprite]:
    """Return one panel under test, as it is built: five buttons above, three below."""
    gap = toolkit.px(8, 4)
    width = (box.w - 4 * gap) // 5
    height = min(width, (box.h - 2 * gap) // 2)
    top = box.y + (box.h - 2 * height - gap) // 2
    sprites = []
    for place, button in enumerate(BUTTONS):
        row, column = divmod(place, len(CARDS))
        cap = Box(box.x + (column + row) * (width + gap), top + row * (height + gap), width, height)
        state = buttons.get((seat, button), ButtonState())
        sprites.append(Sprite(tested_button(toolkit, seat, button, state, cap), cap.x, cap.y))
    return sprites


def tested_button(toolkit: Toolkit, seat: int, button: str, state: ButtonState, cap: Box) -> pygame.Surface:
    """Draw a button under test with its sign and the number of its presses."""
    colours = toolkit.theme.colours
    fill = colours.paper if state.is_down else toolkit.theme.seat(seat).colour if state.presses else colours.key_text
    cap_surface = toolkit.plate((cap.w, cap.h), fill, radius=cap.h // 4).copy()
    half = cap.h // 2
    sign = button_sign(toolkit, button, Box(0, 0, cap.w, half), colours.dark_text)
    cap_surface.blit(sign, sign.get_rect(center=(cap.w // 2, half // 2 + toolkit.px(3))))
    count = toolkit.fitted(str(state.presses), 15, colours.dark_text, cap.w)
    cap_surface.blit(count, count.get_rect(center=(cap.w // 2, half + half // 2)))
    return cap_surface
