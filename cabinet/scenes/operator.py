"""The operator's page: the machine's state, a test of every button, audits, settings, restart and power.

It covers any other scene, and CARD5 removes it. CARD1 to CARD4 turn to its four parts; LEFT and RIGHT move the
highlight, ACTION performs the highlighted line. The settings have a page a topic: CARD4 turns to the next one, and the
highlight goes on from the last line of one to the first of the next. A value is turned by LEFT and RIGHT after ACTION,
until the next ACTION; CARD1 puts it back meanwhile. What the highlighted line does is said at the foot. An action
that cannot be undone is confirmed twice, by two different buttons, and its end is said. During the button test the
buttons do nothing else: it asks for one after the other. ACTION held for two seconds shows the last edges, then the
shortest press and the longest bounce of each button; LEFT held for two seconds has the buttons assigned; CARD5 held for
two seconds, or ten minutes without a press, ends the test. Where a button bounces for longer than is waited for, the
end of the test offers to wait longer.
"""

from collections import deque
from collections.abc import Callable, Coroutine, Mapping, Sequence
from enum import Enum
from typing import Any, Final, Protocol, TypeAlias, get_args

import msgspec

from cabinet.display.page import Part, sprites, stack
from cabinet.display.stage import Sprite
from cabinet.display.toolkit import Toolkit, with_small_type
from cabinet.doctor.findings import Finding
from cabinet.input.assigning import place_words
from cabinet.input.sources import Rollover
from cabinet.lamp_patterns import IDLE, Light
from cabinet.scenes.bases import Leave, StaticScene
from cabinet.scenes.operator_pages import (
    EDGES,
    HELD_NS,
    TABS,
    VIEWS,
    ButtonState,
    Note,
    Row,
    Spans,
    TestView,
    audits_page,
    buttons_page,
    edges_page,
    foot_lines,
    frame,
    note_line,
    rows_table,
    state_page,
    topic_strip,
    verdict_lines,
)
from cabinet.store.audits import STRETCHES, Audits
from cabinet.store.ledger import Race
from cabinet.strings.catalogue import word
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press

PARTS: Final = ("state", "buttons", "audits", "settings")
"""The parts, in the order of the card buttons; the fifth button leaves."""
TOPICS: Final = (
    "play", "games", "sound", "screen", "lamps", "tonight", "people", "live", "coins", "stick", "machine", "changed",
)  # fmt: skip
"""The topics of the settings, in the order of their pages; a topic without a line has none."""
MACHINE: Final = "machine"
"""The topic of a line that has no other."""
PATIENCE_NS: Final = 120_000_000_000
"""Time without a press after which the operator is taken to have gone."""
TEST_NS: Final = 600_000_000_000
"""The same for the button test: the operator is behind the panel, with a screwdriver."""
PUT_BACK: Final = CARDS[0]
"""The button that puts a value back while it is turned."""
CHATTER_NS: Final = 400_000_000
CHATTER_PRESSES: Final = 7
"""So many presses of a button in that time are more than a finger makes, which taps some twelve times a second."""
LEAVE_TEST_NS: Final = 2_000_000_000
"""How long CARD5 is held to end the test, and ACTION to see its next page."""
LOOK_NS: Final = 200_000_000
"""Interval of the checks whether the doctor is done, or an action has failed."""


class Task(Enum):
    """What the page leads to beside the questions of an evening."""

    ASSIGN = "assign"
    WAIT = "wait"
    SCREEN_TEST = "screen_test"
    MARGIN = "margin"
    MODE = "mode"
    ROTATE = "rotate"
    RENAME = "rename"
    MERGE = "merge"
    DELETE = "delete"


class Item(msgspec.Struct, frozen=True):
    """A line of the settings: its name, its value, and the action of ACTION.

    `topic` is the page of `TOPICS` on which it stands. `dangerous`: confirmed twice before it is performed. `leads_to`:
    a question over the page, which is its result then. `turn` changes the value: by -1 to the one before, by 1 to the
    next; ACTION ends that and performs `act`; who goes elsewhere instead drops what was tried, and `light` is what the
    lamps show meanwhile. What `act` returns as text is said when it is done. `put_back` takes a changed value back to
    the files' in one step: CARD1, while it is turned. `help` says what the line does, and who notices it. `is_ordered`:
    its values go from less to more.

    `needs_code`: only who has entered the operator's code does it. `is_open`: guests may do it, however well the
    cabinet is locked; any other line, once there is a code, needs it as well. `is_locked`: it leads to the code now.
    """

    row: Callable[[], Row]
    act: Callable[[], object] = lambda: None
    dangerous: bool = False
    leads_to: Enum | None = None
    turn: Callable[[int], object] | None = None
    drop: Callable[[], object] = lambda: None
    light: Callable[[], Light] = lambda: IDLE
    topic: str = MACHINE
    needs_code: bool = False
    put_back: Callable[[], object] | None = None
    help: str = ""
    is_ordered: bool = True
    is_open: bool = False
    is_locked: bool = False


Page: TypeAlias = Callable[[Toolkit], Coroutine[Any, Any, None]]
"""Shows what a line leads to, over the operator's page."""


class PanelsUnderTest(Protocol):
    """What the test of the buttons needs of the panels."""

    @property
    def seats(self) -> Sequence[int]:
        """The seats with panels."""

    def measure_bounces(self) -> None:
        """Begin to measure how long contacts bounce."""

    def bounces(self) -> Spans:
        """Return the longest bounce of each button since then, in ns."""

    @property
    def can_be_assigned(self) -> bool:
        """Whether who tests the buttons may have them assigned, and bounce waited for."""

    @property
    def needs_longer_wait(self) -> bool:
        """Whether a button has bounced since `measure_bounces` for longer than is waited for, and that can be set."""

    def shared_keys(self) -> Mapping[tuple[int, str], str]:
        """Return the names of all cards' keys where both seats play on one keyboard."""


class AuditReader(Protocol):
    """Where the audits come from."""

    def read(self) -> None:
        """Begin to read them."""

    def found(self) -> Mapping[str, Audits] | None:
        """Return what was read last; None until it is there."""

    def races(self) -> Sequence[Race]:
        """Return the closest races."""


class Service(Protocol):
    """The data and actions of the page, for one visit."""

    @property
    def panels(self) -> PanelsUnderTest:
        """What the test of the buttons shows."""

    @property
    def audits(self) -> AuditReader:
        """What the part of that name shows."""

    def findings(self) -> Sequence[Finding] | None:
        """Return what the doctor has found; None while it is at work."""

    def items(self) -> Sequence[Item]:
        """Return the lines as they are now, topic by topic: an action may take some away, or bring others."""

    def not_done(self) -> str:
        """Return the sentence on an action that the machine refused; "" if there is none."""

    def acknowledge(self) -> None:
        """Drop that sentence: a button has been pressed since."""


class _Test(msgspec.Struct):
    """The button test: the presses of each button of `seats` since it began."""

    seats: Sequence[int] = ()
    buttons: dict[tuple[int, str], ButtonState] = msgspec.field(default_factory=dict)
    last: Press | None = None
    gap_ns: int | None = None
    held: dict[tuple[int, str], int] = msgspec.field(default_factory=dict)
    """(seat, one of `HELD`) -> time at which it went down"""
    other: tuple[tuple[int, str], tuple[int, str]] | None = None
    """The button that was asked for, and the one that has answered instead at the last press."""
    edges: deque[Press] = msgspec.field(default_factory=lambda: deque(maxlen=EDGES))
    views: deque[TestView] = msgspec.field(default_factory=lambda: deque(get_args(TestView)))
    """What is shown, and after it what a long ACTION turns to."""
    rollover: Rollover = msgspec.field(default_factory=lambda: Rollover({}))
    recent: dict[tuple[int, str], deque[int]] = msgspec.field(default_factory=dict)
    """The times of each button's last `CHATTER_PRESSES` presses."""

    def record(self, press: Press) -> None:
        """Record an edge."""
        place = (press.seat, press.button)
        if press.pressed:
            asked = next(iter(self.missing), None)
            self.other = (asked, place) if asked is not None and asked != place else None
        state = self.buttons.get(place, ButtonState())
        times = self.recent.setdefault(place, deque(maxlen=CHATTER_PRESSES))
        if press.pressed:
            times.append(press.time_ns)
        chatters = len(times) == CHATTER_PRESSES and times[-1] - times[0] < CHATTER_NS
        was_held = state.is_held(press.time_ns)
        since = press.time_ns if press.pressed else state.since_ns
        shortest = state.shortest_ns
        if not press.pressed and state.is_down:
            shortest = min(press.time_ns - since, shortest if shortest is not None else press.time_ns)
        self.buttons[place] = ButtonState(
            press.pressed, state.presses + press.pressed, since, state.chatters or chatters, shortest, was_held
        )
        self.edges.append(press)
        self.rollover.record(place, press.pressed)
        if press.pressed:
            self.gap_ns = None if self.last is None else press.time_ns - self.last.time_ns
            self.last = press
        fifth = (press.seat, CARDS[-1])
        if press.pressed and press.button in HELD:
            self.held[place] = press.time_ns
        elif not press.pressed:
            self.held.pop(place, None)
        if sum(self.buttons[press.seat, card].is_down for card in CARDS if (press.seat, card) in self.buttons) > 1:
            self.held.pop(fifth, None)  # all cards at once lead nowhere

    def turn_view(self, now: int) -> bool:
        """Show the next of `views` where ACTION has been held; return whether that is so."""
        long = self.long_held(ACTION, now)
        for place in long:
            del self.held[place]
            self.views.rotate(-1)
        return bool(long)

    def long_held(self, button: str, now: int) -> list[tuple[int, str]]:
        """Return where a button of `HELD` is held, for as long as it takes."""
        return [place for place, since in self.held.items() if place[1] == button and now >= since + LEAVE_TEST_NS]

    @property
    def missing(self) -> list[tuple[int, str]]:
        """The buttons that were not pressed yet, in the order in which they are asked for."""
        every = ((seat, button) for seat in self.seats for button in BUTTONS)
        return [place for place in every if not self.buttons.get(place, ButtonState()).presses]

    def verdict(self, now: int, *, can_be_assigned: bool) -> tuple[str, bool]:
        """Return what the test has shown of the panels so far, and whether that is good.

        `can_be_assigned`: a button that answers in place of another can be put right.
        """
        named = {
            "operator.test.held": [of for of, each in self.buttons.items() if each.is_held(now)],
            "operator.test.chatters": [of for of, each in self.buttons.items() if each.chatters],
        }
        faults = [word(key, buttons=_button_names(places)) for key, places in named.items() if places]
        if faults:
            return "  ".join(faults), False
        missing = self.missing
        if not missing and self.rollover.keys:
            return self.rollover.verdict
        if not missing:
            return word("operator.test.good", count=len(self.seats) * len(BUTTONS)), True
        if self.other is not None and can_be_assigned:
            asked, answered = (place_words(*place) for place in self.other)
            return word("operator.test.other", asked=asked, answered=answered), False
        if len(missing) > MOST_NAMED:
            return word("operator.test.missing", button=place_words(*missing[0]), count=len(missing)), False
        return word("operator.test.missing_these", buttons=_button_names(missing)), False

    @property
    def shortest(self) -> Spans:
        """How long the shortest press of each button was that has been let go of."""
        return {place: each.shortest_ns for place, each in self.buttons.items() if each.shortest_ns is not None}

    @property
    def next_held(self) -> int | None:
        """When the next button that is down will be called held."""
        return min((each.since_ns + HELD_NS for each in self.buttons.values() if each.is_down), default=None)


HELD: Final = (CARDS[-1], ACTION, LEFT)
"""The buttons that do something during the test once they have been held."""
MOST_NAMED: Final = 4
"""So many buttons are named; more are counted."""


def _button_names(places: Sequence[tuple[int, str]]) -> str:
    return ", ".join(place_words(*place) for place in sorted(places))


class OperatorPage(StaticScene[Leave | Enum]):
    """The page. All of its actions are in its `Service`; the result is `Leave`, or what an item leads to."""

    def __init__(self, toolkit: Toolkit, service: Service) -> None:
        super().__init__(toolkit.shared(with_small_type))
        self._service = service
        self._part = 0
        self._chosen = 0
        self._confirmations = 0
        self._test: _Test | None = None
        self._now = 0
        self._pressed_at = 0
        self._findings: Sequence[Finding] | None = None
        self._are_read = False
        self._stretch = 0
        self._view = 0
        self._items = tuple(service.items())
        self._rows = [item.row() for item in self._items]
        """The lines as they were seen last."""
        self._not_done = ""
        self._is_turning = False
        self._look_at = 0
        """When the lines are looked at again; they are made anew for it."""
        self._told: Note | None = None
        """What came of the last action, in words."""

    # Life

    def tell(self, note: Note) -> None:
        """Say at the foot what came of a question, until the next press."""
        self._told = note
        self.changed()

    def enter(self, now: int) -> None:
        self._now = self._pressed_at = now
        self._findings = self._service.findings()

    def leave(self, now: int) -> None:
        self._drop()

    def handle(self, press: Press) -> None:
        """See `Scene.handle`: the test needs releases as well."""
        self._pressed_at = max(self._pressed_at, press.time_ns)
        if self._test is not None:
            self._test.record(press)
            self.changed()
        elif press.pressed:
            self.pressed(press)

    def pressed(self, press: Press) -> None:
        self._told = None
        self._look_at = press.time_ns
        self._service.acknowledge()
        if self._confirmations:
            self._answer(press.button)
        elif self._is_turning and self._turned(self._items[self._chosen], press.button):
            pass
        elif press.button in CARDS:
            self._turn_to(CARDS.index(press.button))
        elif press.button in (LEFT, RIGHT) and PARTS[self._part] == "audits":
            self._view = (self._view + (1 if press.button == RIGHT else -1)) % len(VIEWS)
        elif press.button in (LEFT, RIGHT):
            self._chosen += 1 if press.button == RIGHT else -1
            self._chosen %= max(1, self._lines)
        elif press.button == ACTION and PARTS[self._part] == "settings":
            self._do()
        else:
            self.refuse()
        self.changed()

    def advance(self, now: int, drained: int) -> None:
        before, self._now = self._now, now
        if self._findings is None:
            self._findings = self._service.findings()
            if self._findings is not None:
                self.changed()
        if not self._are_read and PARTS[self._part] == "audits" and self._service.audits.found() is not None:
            self._are_read = True
            self.changed()
        if self._service.not_done() != self._not_done:
            self._not_done = self._service.not_done()
            self.changed()
        if not self._confirmations and now >= self._look_at:
            self._look_at = now + LOOK_NS
            self._look_at_items()
        if self._test is not None and self._test_is_over(now):
            self._end_test(now)
        elif self._test is not None:
            self._advance(self._test, before)
        elif now >= self._pressed_at + PATIENCE_NS:
            self.dismiss(Leave())

    def _end_test(self, now: int) -> None:
        """Leave the test for the state; what is to be put right is asked first."""
        panels, test, self._test = self._service.panels, self._test, None
        assert test is not None, "ended only while buttons are tested"
        self._part = 0
        self._pressed_at = now
        self.changed()
        if panels.can_be_assigned and test.long_held(LEFT, now):
            self.dismiss(Task.ASSIGN)
        elif panels.needs_longer_wait:
            self.dismiss(Task.WAIT)

    def _advance(self, test: _Test, before: int) -> None:
        """Let the test's time, which was `before`, come to now."""
        held = test.next_held
        if test.turn_view(self._now) or (held is not None and before < held <= self._now):
            self.changed()

    def next_deadline(self) -> int | None:
        times = [self._pressed_at + PATIENCE_NS]
        is_reading = PARTS[self._part] == "audits" and not self._are_read
        if self._findings is None or is_reading or PARTS[self._part] == "settings":
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
        self._drop()
        if part == len(PARTS):
            self.dismiss(Leave())
            return
        is_open = part == self._part
        if PARTS[part] == "audits":
            self._stretch = (self._stretch + 1) % len(STRETCHES) if is_open else 0
            if not is_open:
                self._service.audits.read()
                self._are_read, self._view = False, 0
        self._chosen = self._next_topic() if is_open and PARTS[part] == "settings" else 0
        self._part = part
        self._test = None
        if PARTS[part] == "buttons":
            self._service.panels.measure_bounces()
            panels = self._service.panels
            self._test = _Test(panels.seats, rollover=Rollover(panels.shared_keys()))

    def _drop(self) -> None:
        """Take nothing of what is being tried."""
        if self._is_turning:
            self._is_turning = False
            self._items[self._chosen].drop()

    def _next_topic(self) -> int:
        """Return the first line of the topic after the chosen line's."""
        topics = [item.topic for item in self._items]
        return (topics.index(topics[self._chosen]) + topics.count(topics[self._chosen])) % len(topics)

    def _test_is_over(self, now: int) -> bool:
        assert self._test is not None, "asked only while buttons are tested"
        ways = (CARDS[-1], LEFT) if self._service.panels.can_be_assigned else (CARDS[-1],)
        return any(self._test.long_held(way, now) for way in ways) or now >= self._pressed_at + TEST_NS

    def _look_at_items(self) -> None:
        """Take over the lines as they are now. The highlight stays with its line, or goes to a harmless one where that
        went.

        Not while a line is being confirmed: nobody shall confirm another one.
        """
        self._items = tuple(self._service.items())
        before, self._rows = self._rows, [item.row() for item in self._items]
        if self._rows == before:
            return
        titles, was = ([row.title for row in rows] for rows in (self._rows, before))
        if PARTS[self._part] == "settings":
            chosen = was[self._chosen]
            if chosen in titles:
                self._chosen = titles.index(chosen)
            elif not self._is_turning or self._chosen >= len(titles):  # else the language is turned, and all titles
                self._is_turning, self._chosen = False, self._harmless()
        self.changed()

    def _harmless(self) -> int:
        """Return the first line at which ACTION, pressed on, does nothing and leads nowhere: one with a value."""
        harmless = (each.turn is not None and each.leads_to is None and not each.dangerous for each in self._items)
        return next((at for at, is_harmless in enumerate(harmless) if is_harmless), 0)

    def _do(self) -> None:
        item = self._items[self._chosen]
        if item.dangerous:
            self._confirmations = 1
        elif item.leads_to is not None:
            self.dismiss(item.leads_to)
        elif item.turn is not None:
            self._is_turning = True
        else:
            self._say(item.act())

    def _turned(self, item: Item, button: str) -> bool:
        """Turn the highlighted line's value, put it back or take it; return False for a button that does none of it."""
        if button in (LEFT, RIGHT) and item.turn is not None:
            item.turn(1 if button == RIGHT else -1)
        elif button == PUT_BACK and item.put_back is not None:
            item.put_back()
        elif button == ACTION:
            self._is_turning = False
            item.act()
        else:
            return False
        return True

    def _say(self, receipt: object) -> None:
        """Say at the foot what an action returned as text."""
        if isinstance(receipt, str):
            self._told = Note(receipt, "good")

    def _answer(self, button: str) -> None:
        """Confirm with ACTION first, then RIGHT; any other button cancels."""
        if button == (ACTION, RIGHT)[self._confirmations - 1]:
            self._confirmations += 1
            if self._confirmations == 3:
                self._confirmations = 0
                item = self._items[self._chosen]
                done = word("operator.done", what=item.row().title)
                receipt = item.act()
                self._say(receipt if isinstance(receipt, str) else done)
        else:
            self._confirmations = 0

    @property
    def lamps(self) -> Light:
        """See `Scene.lamps`: what the line that is turned shows."""
        return self._items[self._chosen].light() if self._is_turning else super().lamps

    # The picture

    def sprites(self) -> Sequence[Sprite]:
        """Return the parts on top, the chosen part below, and at the foot the buttons' hint."""
        return sprites(self.toolkit, self.described(), self.page)

    def described(self) -> Part:
        """Return the page's description."""
        can_go_back = self._is_turning and self._items[self._chosen].put_back is not None
        return frame(self.toolkit, self._part, *self._content(), first="operator.put_back" if can_go_back else TABS[0])

    def _content(self) -> tuple[Part, Part]:
        """Return the chosen part, and what stands at the foot."""
        service, toolkit = self._service, self.toolkit
        match PARTS[self._part]:
            case "state":
                page, foot = state_page(toolkit, self._findings, self._chosen)
                return page, foot if self._told is None else note_line(toolkit, self._told)
            case "buttons":
                test = self._test or _Test()
                can = service.panels.can_be_assigned
                verdict, now = test.verdict(self._now, can_be_assigned=can), test.views[0]
                foot = verdict_lines(toolkit, verdict, can_be_assigned=can)
                if now == "edges":
                    return edges_page(toolkit, tuple(test.edges), test.shortest, self._bounced), foot
                spans = {"shortest": test.shortest, "bounce": self._bounced}.get(now)
                title = word(f"test_view.{now}") if spans is not None else ""
                return buttons_page(
                    toolkit, service.panels.seats, test.buttons, test.last, test.gap_ns, spans, title
                ), foot
            case "audits":
                stretch, view = tuple(STRETCHES)[self._stretch], VIEWS[self._view]
                found, races = service.audits.found(), service.audits.races()
                return audits_page(toolkit, service.panels.seats, found, stretch, view, races, self._not_done)
        return self._settings_page()

    @property
    def _bounced(self) -> Spans:
        """How long each button has bounced at most; without those that have not."""
        return {place: ns for place, ns in self._service.panels.bounces().items() if ns}

    def _settings_page(self) -> tuple[Part, Part]:
        """Return the lines of the chosen one's topic. Where that line is cut, the hint makes way for the whole line."""
        topics = [item.topic for item in self._items]
        topic = topics[self._chosen]
        strip = topic_strip(self.toolkit, tuple(dict.fromkeys(topics)), topic)
        rows = [item.row() for item in self._items if item.topic == topic]
        chosen = self._chosen - topics.index(topic)
        item = self._items[self._chosen]
        table = rows_table(self.toolkit, rows, chosen, turning=self._is_turning)
        text = self._sentence(item, rows[chosen], is_cut=table.is_cut(self.toolkit, self.page.w))
        return stack((0, strip), (1, table), gap=6), foot_lines(self.toolkit, text, self._hint(item, rows[chosen]))

    def _sentence(self, item: Item, row: Row, *, is_cut: bool) -> Note:
        """Return what is said at the foot: what was not done, what was, or what the highlighted line is about."""
        if self._not_done:
            return Note(self._not_done, "alarm")
        if self._told is not None:
            return self._told
        whole = word("operator.whole", title=row.title, value=row.value) if row.value else row.title
        if is_cut:
            return Note(f"{whole}. {item.help}" if item.help else whole)
        if row.is_changed or (self._is_turning and row.default):
            default = word("operator.default", value=row.default)
            return Note(f"{item.help} {default}" if item.help else default)
        return Note(item.help)

    def _hint(self, item: Item, row: Row) -> Note:
        """Return what the buttons do now."""
        if self._confirmations:
            key = ("operator.sure.1", "operator.sure.2")[self._confirmations - 1]
            return Note(word(key, what=row.title), "alarm", is_signs=True)
        if self._is_turning:
            return Note(word("operator.hint.turn" if item.is_ordered else "operator.hint.switch"), is_signs=True)
        return Note(word("operator.hint.locked" if item.is_locked else "operator.hint.set"), is_signs=True)
