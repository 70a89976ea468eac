"""The operator's page: the machine's state, a test of every button, audits, settings, restart and power.

It covers any other scene, and CARD5 removes it. CARD1 to CARD4 turn to its four parts; LEFT and RIGHT move the
highlight, ACTION performs the highlighted line. The settings have a page a topic: CARD4 turns to the next one, and the
highlight goes on from the last line of one to the first of the next. A value is turned by LEFT and RIGHT after ACTION,
until the next ACTION. An action that cannot be undone is confirmed twice, by two different buttons, and its end is
said. During the button test the buttons do nothing else: CARD5 held for two seconds, or ten minutes without a press,
ends the test.
"""

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal, NamedTuple

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
TOPICS: Final = ("play", "sound", "screen", "lamps", "tonight", "people", "machine")
"""The topics of the settings, in the order of their pages; a topic without a line has none."""
PATIENCE_NS: Final = 120_000_000_000
"""Time without a press after which the operator is taken to have gone."""
TEST_NS: Final = 600_000_000_000
"""The same for the button test: the operator is behind the panel, with a screwdriver."""
HELD_NS: Final = 10_000_000_000
"""A button that is down for so long in the test is called held."""
CHATTER_NS: Final = 400_000_000
CHATTER_PRESSES: Final = 7
"""So many presses of a button in that time are more than a finger makes, which taps some twelve times a second."""
LEAVE_TEST_NS: Final = 2_000_000_000
"""How long CARD5 is held to end the test."""
LOOK_NS: Final = 200_000_000
"""Interval of the checks whether the doctor is done, or an action has failed."""


class Task(Enum):
    """What the page leads to beside the questions of an evening."""

    ASSIGN = "assign"
    SCREEN_TEST = "screen_test"


class Row(NamedTuple):
    """A line of the settings, in words."""

    title: str
    value: str = ""


class ButtonState(NamedTuple):
    """The state of a button in the test."""

    is_down: bool = False
    presses: int = 0
    since_ns: int = 0
    """When it went down last."""
    chatters: bool = False

    def is_held(self, now: int) -> bool:
        """Return whether it has been down for longer than a finger stays."""
        return self.is_down and now >= self.since_ns + HELD_NS


class Item(msgspec.Struct, frozen=True):
    """A line of the settings: its name, its value, and the action of ACTION.

    `topic` is the page of `TOPICS` on which it stands. `dangerous`: confirmed twice before it is performed. `leads_to`:
    a question over the page, which is its result then. `turn` changes the value: by -1 to the one before, by 1 to the
    next; the line has no other action then.
    """

    row: Callable[[], Row]
    act: Callable[[], object] = lambda: None
    dangerous: bool = False
    leads_to: Enum | None = None
    turn: Callable[[int], object] | None = None
    topic: str = TOPICS[-1]


class Service(msgspec.Struct, frozen=True):
    """The data and actions of the page. `findings` returns None while the doctor is at work; `seats` have panels.

    `items` returns the lines as they are now, topic by topic: an action may take some away, or bring others. `not_done`
    returns the sentence on an action that the machine refused; empty if there is none.
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
    recent: dict[tuple[int, str], deque[int]] = field(default_factory=dict)
    """The times of each button's last `CHATTER_PRESSES` presses."""

    def record(self, press: Press) -> None:
        """Record an edge."""
        place = (press.seat, press.button)
        state = self.buttons.get(place, ButtonState())
        times = self.recent.setdefault(place, deque(maxlen=CHATTER_PRESSES))
        if press.pressed:
            times.append(press.time_ns)
        chatters = len(times) == CHATTER_PRESSES and times[-1] - times[0] < CHATTER_NS
        since = press.time_ns if press.pressed else state.since_ns
        self.buttons[place] = ButtonState(
            press.pressed, state.presses + press.pressed, since, state.chatters or chatters
        )
        if press.pressed:
            self.gap_ns = None if self.last is None else press.time_ns - self.last.time_ns
            self.last = press
        if press.button == CARDS[-1]:
            if press.pressed:
                self.held[press.seat] = press.time_ns
            else:
                self.held.pop(press.seat, None)

    def verdict(self, seats: Sequence[int], now: int) -> tuple[str, bool]:
        """Return what the test has shown of the panels so far, and whether that is good."""
        named = {
            "operator.test.held": [of for of, each in self.buttons.items() if each.is_held(now)],
            "operator.test.chatters": [of for of, each in self.buttons.items() if each.chatters],
        }
        faults = [word(key, buttons=_button_names(places)) for key, places in named.items() if places]
        if faults:
            return "  ".join(faults), False
        every = [(seat, button) for seat in seats for button in BUTTONS]
        missing = [place for place in every if not self.buttons.get(place, ButtonState()).presses]
        if not missing:
            return word("operator.test.good", count=len(every)), True
        if len(missing) > MOST_NAMED:
            return word("operator.test.missing", count=len(missing)), False
        return word("operator.test.missing_these", buttons=_button_names(missing)), False

    @property
    def next_held(self) -> int | None:
        """When the next button that is down will be called held."""
        return min((each.since_ns + HELD_NS for each in self.buttons.values() if each.is_down), default=None)


MOST_NAMED: Final = 4
"""So many buttons are named; more are counted."""


def _button_names(places: Sequence[tuple[int, str]]) -> str:
    return ", ".join(f"{word(f'seat.{seat}')} {button}" for seat, button in sorted(places))


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
        self._is_turning = False
        self._done = ""
        """What was done last, in words."""

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
        self._done = ""
        turns = self._items[self._chosen].turn if self._is_turning else None
        if self._asked:
            self._answer(press.button)
        elif turns is not None and press.button in (LEFT, RIGHT):
            turns(1 if press.button == RIGHT else -1)
        elif turns is not None and press.button == ACTION:
            self._is_turning = False
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
        before, self._now = self._now, now
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
        elif self._test is not None:
            held = self._test.next_held
            if held is not None and before < held <= now:
                self.changed()
        elif now >= self._pressed_at + PATIENCE_NS:
            self.dismiss(Leave())

    def next_deadline(self) -> int | None:
        """See `Scene.next_deadline`."""
        times = [self._pressed_at + PATIENCE_NS]
        if self._findings is None or PARTS[self._part] == "settings":
            times.append(self._now + LOOK_NS)
        if self._test is not None:
            times = [self._pressed_at + TEST_NS, *(since + LEAVE_TEST_NS for since in self._test.held.values())]
            held = self._test.next_held
            times += [held] if held is not None and held > self._now else []
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
        is_open = part == self._part and PARTS[part] == "settings"
        self._chosen = self._next_topic() if is_open else 0
        self._part = part
        self._is_turning = False
        self._test = _Test() if PARTS[part] == "buttons" else None

    def _next_topic(self) -> int:
        """Return the first line of the topic after the chosen line's."""
        topics = [item.topic for item in self._items]
        return (topics.index(topics[self._chosen]) + topics.count(topics[self._chosen])) % len(topics)

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
            self._is_turning = self._is_turning and chosen in titles
            self._chosen = titles.index(chosen) if chosen in titles else 0
        self.changed()

    def _do(self) -> None:
        item = self._items[self._chosen]
        if item.dangerous:
            self._asked = 1
        elif item.leads_to is not None:
            self.dismiss(item.leads_to)
        elif item.turn is not None:
            self._is_turning = True
        else:
            item.act()

    def _answer(self, button: str) -> None:
        """Confirm with ACTION first, then RIGHT; any other button cancels."""
        if button == (ACTION, RIGHT)[self._asked - 1]:
            self._asked += 1
            if self._asked == 3:
                self._asked = 0
                item = self._items[self._chosen]
                self._done = word("operator.done", what=item.row().title)
                item.act()
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
                verdict = test.verdict(service.seats, self._now)
                parts = (test.buttons, test.last, test.gap_ns)
                return buttons_page(self.toolkit, room, foot, service.seats, *parts, verdict)
            case "records":
                return records_page(self.toolkit, room, foot, service.seats, service.audits(), service.races())
        return self._settings_page(room, foot)

    def _settings_page(self, room: Box, foot: Box) -> list[Sprite]:
        topics = [item.topic for item in self._items]
        topic = topics[self._chosen]
        strip, room = topic_strip(self.toolkit, room, tuple(dict.fromkeys(topics)), topic)
        rows = [item.row() for item in self._items if item.topic == topic]
        chosen = self._chosen - topics.index(topic)
        note = self._note(rows[chosen])
        return [*strip, *rows_page(self.toolkit, room, foot, rows, chosen, note, turning=self._is_turning)]

    def _note(self, row: Row) -> "Note":
        """Return the sentence at the foot, with `row` highlighted."""
        if self._asked:
            key = ("operator.sure.1", "operator.sure.2")[self._asked - 1]
            return Note(word(key, what=row.title), "alarm", is_signs=True)
        if self._not_done:
            return Note(self._not_done, "alarm")
        if self._done:
            return Note(self._done, "good")
        return Note(word("operator.hint.turn" if self._is_turning else "operator.hint.set"), is_signs=True)


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

    @classmethod
    def readable(cls, toolkit: Toolkit, room: Box, lines: int, chosen: int) -> "tuple[Table, range]":
        """Return a table of lines that can be read standing, and those that fit around the chosen one."""
        text = toolkit.fonts.get("text", toolkit.type_size(LARGE)).get_linesize()
        fit = max(1, room.h // (text + toolkit.px(6, 3)))
        first = max(0, min(chosen - fit // 2, lines - fit))
        return cls(toolkit, room, min(fit, lines), LARGE), range(first, min(lines, first + fit))

    def place(self, shown: range, lines: int, toolkit: Toolkit) -> list[Sprite]:
        """Return a bar at the right edge that says which of the lines are shown; nothing where all are."""
        if len(shown) == lines:
            return []
        room, wide = self._room, toolkit.px(4, 3)
        top, high = room.h * shown.start // lines, max(1, room.h * len(shown) // lines)
        bar = toolkit.plate((wide, high), toolkit.theme.colours.quiet, radius=wide // 2)
        return [Sprite(bar, room.right - wide, room.y + top)]

    def bar(self, line: int, colour: Colour) -> Sprite:
        """Return the highlight behind a line."""
        box = Box(self._room.x, self._room.y + line * self.high, self._room.w, self.high)
        return Sprite(self._toolkit.plate((box.w, box.h), colour, radius=self._toolkit.px(6, 3)), box.x, box.y)

    def cell(self, line: int, left: float, right: float, text: str, colour: Colour, *, across: float = 0) -> Sprite:
        """Return text between two shares of the width."""
        toolkit, box = self._toolkit, self._box(line, left, right)
        return toolkit.put(box, toolkit.fitted(text, self.size, colour, box.w), across, 0.5)

    def fits(self, left: float, right: float, text: str) -> bool:
        """Return whether text stands whole between two shares of the width."""
        return self._toolkit.fits(text, self._box(0, left, right).w)

    def _box(self, line: int, left: float, right: float) -> Box:
        room, margin = self._room, self._toolkit.px(8, 4)
        x, wide = room.x + round(room.w * left) + margin, round(room.w * (right - left)) - margin
        return Box(x, room.y + line * self.high, wide, self.high)


# The parts


LARGE: Final = 20
"""The size of letters that are read standing: capitals of 14 px at 800×480."""


class Note(NamedTuple):
    """The sentence at the foot, in the colour of that name; `is_signs`: with signs of buttons in brackets."""

    text: str
    colour: Literal["quiet", "good", "alarm"] = "quiet"
    is_signs: bool = False

    @property
    def is_hint(self) -> bool:
        """Return whether it only explains the buttons."""
        return self.is_signs and self.colour == "quiet"


def state_page(toolkit: Toolkit, room: Box, foot: Box, findings: Sequence[Finding] | None, chosen: int) -> list[Sprite]:
    """Return the doctor's findings, and the whole text and the remedy of the highlighted line."""
    colours = toolkit.theme.colours
    if findings is None:
        return stacked(room, [toolkit.text(word("operator.looking"), 22, colours.quiet)], 0)
    levels = {OK: colours.good, WARN: colours.caution, FAIL: colours.alarm}
    chosen = min(chosen, max(0, len(findings) - 1))
    table, shown = Table.readable(toolkit, room, len(findings), chosen)
    sprites = [table.bar(chosen - shown.start, colours.key)] if findings else []
    for line, finding in enumerate(findings[shown.start : shown.stop]):
        sprites += [
            table.cell(line, 0, 0.1, finding.level, levels[finding.level]),
            table.cell(line, 0.1, 0.29, finding.name, colours.text),
            table.cell(line, 0.29, 0.985, finding.message, colours.quiet),
        ]
    sprites += table.place(shown, len(findings), toolkit)
    if not findings:
        return [*sprites, *hint(toolkit, foot, "operator.hint.look")]
    finding = findings[chosen]
    whole = finding.remedy if finding.level != OK and finding.remedy else finding.message
    return [*sprites, *said(toolkit, foot, whole, colours.text)]


def topic_strip(toolkit: Toolkit, room: Box, topics: Sequence[str], topic: str) -> tuple[list[Sprite], Box]:
    """Return the names of the topics in a line, the open one bright and underlined, and the room below."""
    colours = toolkit.theme.colours
    names = [
        toolkit.text(word(f"topic.{name}"), LARGE, colours.text if name == topic else colours.quiet, "title")
        for name in topics
    ]
    high, gap = names[0].get_height(), toolkit.px(4, 2)
    apart = min(toolkit.px(36, 14), (room.w - sum(name.get_width() for name in names)) // len(names))
    sprites, x = [], room.x + toolkit.px(8, 4)
    for name, drawn in zip(topics, names, strict=True):
        sprites.append(Sprite(drawn, x, room.y))
        if name == topic:
            line = toolkit.plate((drawn.get_width(), toolkit.px(3, 2)), colours.text, radius=1)
            sprites.append(Sprite(line, x, room.y + high))
        x += drawn.get_width() + apart
    taken = high + toolkit.px(3, 2) + gap
    return sprites, Box(room.x, room.y + taken, room.w, room.h - taken)


def rows_page(
    toolkit: Toolkit, room: Box, foot: Box, rows: Sequence[Row], chosen: int, note: Note, *, turning: bool = False
) -> list[Sprite]:
    """Return settings and other actions, a line each, and the note at the foot; a value that is turned has arrows.

    Where the highlighted line is cut, a foot that only explains the buttons has the whole line instead.
    """
    colours = toolkit.theme.colours
    table, shown = Table.readable(toolkit, room, len(rows), chosen)
    sprites = [table.bar(chosen - shown.start, colours.key)]
    for line, row in enumerate(rows[shown.start : shown.stop]):
        is_chosen = line + shown.start == chosen
        sprites.append(table.cell(line, 0.03, 0.62, row.title, colours.text if is_chosen else colours.quiet))
        value = word("operator.turned", value=row.value) if is_chosen and turning else row.value
        sprites.append(table.cell(line, 0.62, 0.97, value, colours.text, across=1))
        if is_chosen and note.is_hint and not (table.fits(0.03, 0.62, row.title) and table.fits(0.62, 0.97, value)):
            note = Note(word("operator.whole", title=row.title, value=row.value) if row.value else row.title)
    sprites += table.place(shown, len(rows), toolkit)
    ink: Colour = getattr(colours, note.colour)
    if note.is_signs:
        return [*sprites, *stacked(foot, [icon_text(toolkit, note.text, 17, ink, foot.w)], 0)]
    return [*sprites, *said(toolkit, foot, note.text, ink)]


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
    verdict: tuple[str, bool],
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
    text, is_good = verdict
    colours = toolkit.theme.colours
    lines = [
        toolkit.fitted(text, 17, colours.good if is_good else colours.caution, foot.w),
        icon_text(toolkit, word("operator.hint.test"), 14, colours.quiet, foot.w),
    ]
    return [*sprites, *stacked(foot, lines, 0)]


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
