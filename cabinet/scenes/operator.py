"""The operator's page: the machine's state, a test of every button, audits, settings, restart and power.

It covers any other scene, and CARD5 removes it. CARD1 to CARD4 turn to its four parts; LEFT and RIGHT move the
highlight, ACTION performs the highlighted line. An action that cannot be undone is confirmed twice, by two different
buttons. During the button test the buttons do nothing else: CARD5 held for two seconds, or a while without a press,
ends the test.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from cabinet.display.layout.boxes import Box
from cabinet.display.stage import Sprite
from cabinet.display.theme import SMALL_TYPE
from cabinet.display.toolkit import Kit
from cabinet.doctor.findings import Finding
from cabinet.scenes.bases import StaticScene
from cabinet.scenes.operator_pages import ButtonState, Row, buttons_page, frame, records_page, rows_page, state_page
from cabinet.store.changes import Race
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press

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


@dataclass(frozen=True)
class Item:
    """A line of the settings: its name, its value, and the action of ACTION.

    `dangerous`: confirmed twice before it is performed.
    """

    row: Callable[[], Row]
    act: Callable[[], object]
    dangerous: bool = False


@dataclass(frozen=True)
class Service:
    """The data and actions of the page. `findings` returns None while the doctor is at work; `seats` have panels.

    `items` returns the lines as they are now: an action may take some away, or bring others. `not_done` returns the
    sentence on an action that the machine refused; empty if there is none.
    """

    findings: Callable[[], Sequence[Finding] | None]
    audits: Callable[[], Mapping[str, int]]
    races: Callable[[], Sequence[Race]]
    items: Callable[[], Sequence[Item]]
    leave: Callable[[], None]
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


class OperatorPage(StaticScene):
    """The page. All of its actions are in its `Service`."""

    def __init__(self, kit: Kit, service: Service) -> None:
        super().__init__(Kit(replace(kit.theme, type=SMALL_TYPE), kit.fonts, kit.size, kit.art, drawn=kit.drawn))
        self._service = service
        self._part = 0
        self._chosen = 0
        self._asked = 0
        self._test: _Test | None = None
        self._now = 0
        self._pressed_at = 0
        self._findings: Sequence[Finding] | None = None
        self._items = tuple(service.items())
        self._has_left = False
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
            self._leave()

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
            self._leave()
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

    def _leave(self) -> None:
        if not self._has_left:
            self._has_left = True
            self._service.leave()

    # The picture

    def sprites(self) -> Sequence[Sprite]:
        """Return the parts on top, the chosen part below, and at the foot the buttons' hint."""
        around, room, foot = frame(self.kit, self.page, self._part)
        return [*around, *self._content(room, foot)]

    def _content(self, room: Box, foot: Box) -> list[Sprite]:
        service = self._service
        match PARTS[self._part]:
            case "state":
                return state_page(self.kit, room, foot, self._findings, self._chosen)
            case "buttons":
                test = self._test or _Test()
                return buttons_page(self.kit, room, foot, service.seats, test.buttons, test.last, test.gap_ns)
            case "records":
                return records_page(self.kit, room, foot, service.seats, service.audits(), service.races())
        rows = [item.row() for item in self._items]
        return rows_page(self.kit, room, foot, rows, self._chosen, self._asked, self._not_done)
