"""The main loop in virtual time: what is handled before what, when it draws, and how long it sleeps."""

from collections.abc import Sequence

import pygame
import pytest

from cabinet.config.schema import Input
from cabinet.input.inputs import Inputs, Panels
from cabinet.input.panel_map import panel_map
from cabinet.loop import IDLE_MS, POLL_MS, QUICK_READ_MS, Loop
from cabinet.scenes.stack import Scene, SceneStack
from cabinet.screens.window import Reading
from engine.panel import Press
from hardware.clock import MS, FakeClock
from hardware.events import Event
from hardware.fake import FakeSource

PINS = panel_map(Input().pins)
FIRST = next(iter(PINS))


def no_trouble(event: Event) -> None:
    pytest.fail(f"unexpected: {event}")


class Desk:
    """A window without a screen: it hands out readings and counts what is shown."""

    def __init__(self, clock: FakeClock) -> None:
        self.screens = [pygame.Surface((8, 8))]
        self.readings: list[Reading] = []
        self.shown = 0
        self._clock = clock

    def wait(self, milliseconds: int) -> None:
        self._clock.advance(milliseconds * MS)

    def read(self, now: int) -> Reading:
        return self.readings.pop() if self.readings else Reading()

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        self.shown += 1


class Notes(Scene):
    """A scene that notes what it is told and is stale when the test says so."""

    def __init__(self) -> None:
        self.told: list[tuple[str, int]] = []
        self.stale = False
        self.deadline: int | None = None
        self.is_racing = False

    @property
    def needs_quick_reads(self) -> bool:
        return self.is_racing

    def handle(self, press: Press) -> None:
        self.told.append(("press", press.time_ns))

    def advance(self, now: int, drained: int) -> None:
        self.told.append(("advance", now))

    def next_deadline(self) -> int | None:
        return self.deadline

    def is_stale(self, now: int) -> bool:
        return self.stale

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        return [screen.get_rect()]


class Cabinet:
    """A loop with everything round it, in virtual time."""

    def __init__(self, *, wakes: bool = False) -> None:
        self.clock = FakeClock(1_000 * MS)
        self.desk = Desk(self.clock)
        self.source = FakeSource(list(PINS), self.clock)
        self.stack = SceneStack()
        self.scene = Notes()
        inputs = Inputs([Panels(self.source, PINS)], no_trouble)
        inputs.start()
        self.loop = Loop(self.stack, inputs, self.desk, self.clock, 50, wakes=wakes)
        self.stack.push(self.scene, self.clock())
        self.loop.round()

    def rounds(self, count: int) -> None:
        for _ in range(count):
            self.desk.wait(self.loop.sleep_ms(self.clock()))
            self.loop.round()


def test_what_was_pressed_is_handled_before_time_goes_on() -> None:
    cabinet = Cabinet()
    cabinet.scene.told.clear()
    cabinet.source.press(FIRST, at_ns=1_003 * MS)
    cabinet.clock.move_to(2_000 * MS)
    cabinet.loop.round()
    assert cabinet.scene.told == [("press", 1_003 * MS), ("advance", 2_000 * MS)]


def test_nothing_is_drawn_while_nothing_changes() -> None:
    cabinet = Cabinet()
    assert cabinet.desk.shown == 1
    cabinet.rounds(200)
    assert cabinet.desk.shown == 1


def test_what_changes_all_the_time_is_drawn_at_the_frame_rate_and_no_faster() -> None:
    cabinet = Cabinet()
    cabinet.scene.stale = True
    begun = cabinet.clock()
    cabinet.rounds(400)
    seconds = (cabinet.clock() - begun) / 1e9
    assert cabinet.desk.shown / seconds == pytest.approx(50, rel=0.1)


def test_after_a_stall_one_frame_is_drawn_and_not_all_that_were_missed() -> None:
    cabinet = Cabinet()
    cabinet.scene.stale = True
    cabinet.clock.advance(10_000 * MS)
    before = cabinet.desk.shown
    cabinet.rounds(3)
    assert cabinet.desk.shown - before <= 2


def test_a_screen_that_was_covered_is_drawn_again() -> None:
    cabinet = Cabinet()
    cabinet.desk.readings.append(Reading(exposed=True))
    cabinet.rounds(10)
    assert cabinet.desk.shown == 2


def test_it_sleeps_long_when_idle_and_reads_quickly_in_a_race() -> None:
    idle, polling = Cabinet(wakes=True), Cabinet(wakes=False)
    assert idle.loop.sleep_ms(idle.clock()) == IDLE_MS
    assert polling.loop.sleep_ms(polling.clock()) == POLL_MS
    idle.scene.is_racing = True
    assert idle.loop.sleep_ms(idle.clock()) == QUICK_READ_MS


def test_it_wakes_for_a_deadline_and_not_before() -> None:
    cabinet = Cabinet(wakes=True)
    cabinet.scene.deadline = cabinet.clock() + 30 * MS + 1
    assert cabinet.loop.sleep_ms(cabinet.clock()) == 31


def test_who_quits_leaves_every_scene() -> None:
    cabinet = Cabinet()
    cabinet.desk.readings.append(Reading(quits=True))
    assert not cabinet.loop.round()
    assert cabinet.stack.top is None


def test_it_ends_with_the_last_scene() -> None:
    cabinet = Cabinet()
    cabinet.stack.pop(cabinet.clock())
    cabinet.loop.run()
    assert cabinet.stack.top is None


def test_a_press_waits_for_one_call_of_the_warm_up_and_who_quits_for_no_more() -> None:
    cabinet = Cabinet()
    cabinet.scene.told.clear()
    called = list[str]()

    def press() -> None:
        called.append("press")
        cabinet.source.press(FIRST, at_ns=cabinet.clock())

    def quit_now() -> None:
        called.append("quit")
        assert "press" in dict(cabinet.scene.told)
        cabinet.desk.readings.append(Reading(quits=True))

    cabinet.loop.run((press, quit_now, lambda: called.append("too late")))
    assert called == ["press", "quit"]
