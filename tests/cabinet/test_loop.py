"""The main loop in virtual time: what is handled before what, when it draws, and how long it sleeps."""

from collections.abc import Callable, Sequence
from itertools import count

import pygame
import pytest

from cabinet.config.schema import Input
from cabinet.display.cache import DrawingCache
from cabinet.display.press_light import SHOWN_NS, PressLight
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.input.inputs import Inputs, Panels, panel_map
from cabinet.loop import IDLE_MS, POLL_MS, QUICK_READ_MS, QUIET_MS, QUIET_NS, STALL_NS, Drawing, Hooks, Loop
from cabinet.process.slices import Slices
from cabinet.scenes.stack import Scene, SceneStack
from cabinet.screens.modes import Choice, Mode
from cabinet.screens.window import Reading
from engine.panel import Press
from hardware.clock import MS, FakeClock
from hardware.fake import FakeSource
from hardware.source import Event

PINS = panel_map(Input().pins)
FIRST = next(iter(PINS))


def no_trouble(event: Event) -> None:
    pytest.fail(f"unexpected: {event}")


class Waits(Exception):
    """The program has nothing to do, at a desk that somebody has left."""


class Desk:
    """A window without a screen: it hands out readings and counts what is shown."""

    def __init__(self, clock: FakeClock) -> None:
        self.screens = [pygame.Surface((8, 8))]
        self.choices: Sequence[Choice] = ()
        self.offered: Sequence[Mode] = ()
        self.displays: int | None = None
        self.readings: list[Reading] = []
        self.shown = 0
        self.show_more: Callable[[], None] = lambda: None
        self.is_left = False
        self.meanwhile: Callable[[], None] = lambda: None
        self._clock = clock

    def wait(self, milliseconds: int) -> None:
        if self.is_left:
            raise Waits
        self._clock.advance(milliseconds * MS)

    def read(self, now: int) -> Reading:
        self.meanwhile()
        return self.readings.pop() if self.readings else Reading()

    def lay_out(self, margin: float, rotate: int | None = None) -> bool:
        return not margin

    def exchange(self, *, on: bool) -> None:
        """One screen has no other."""

    def set_mode(self, mode: Mode | None) -> bool:
        return mode is None

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        self.shown += 1
        self.show_more()


class Notes(Scene[None]):
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


class Judging(Notes):
    """A scene that takes care of a standstill by itself."""

    def __init__(self, _cabinet: "Cabinet") -> None:
        super().__init__()
        self.stood_still_for: list[tuple[int, int, int]] = []

    def stood_still(self, since: int, now: int, lasted: int) -> bool:
        self.stood_still_for.append((since, now, lasted))
        return True


class Painting(Notes):
    """A scene whose picture takes some drawings; a press leads to another one, or asks for another picture."""

    def __init__(self, cabinet: "Cabinet", *, leads_on: bool = False, drawings: int = 3) -> None:
        super().__init__()
        self.stale = True
        self._cabinet = cabinet
        self._leads_on = leads_on
        self._drawings = drawings
        self._picture = 0
        self._draw = cabinet.drawn.cached(self._drawing)

    def _drawing(self, picture: int, number: int) -> pygame.Surface:
        self._cabinet.events.append("drawing")
        return pygame.Surface((1, 1))

    def handle(self, press: Press) -> None:
        super().handle(press)
        self._cabinet.events.append("press")
        if self._leads_on:
            following = Painting(self._cabinet)
            self._cabinet.stack.soon(lambda now: self._cabinet.stack.replace(following, now))
        self._picture += 1
        self.stale = True

    def draw(self, screen: pygame.Surface, now: int, *, everything: bool) -> list[pygame.Rect]:
        self.stale = False
        for number in range(self._drawings):
            self._draw(self._picture, number)
        return super().draw(screen, now, everything=everything)

    def draw_ahead(self) -> None:
        for number in range(self._drawings):
            self._draw(self._picture + 1, number)


class Light(PressLight):
    """The light of a screen; it notes when it is laid."""

    def __init__(self, events: list[str]) -> None:
        super().__init__(Toolkit(Theme(), Fonts(), (8, 8)))
        self._events = events

    def lay(self, screen: pygame.Surface, now: int) -> list[pygame.Rect]:
        rects = super().lay(screen, now)
        if rects:
            self._events.append("light")
        return rects


class Cabinet:
    """A loop with everything round it, in virtual time."""

    def __init__(self, *, wakes: bool = False, first: Callable[["Cabinet"], Notes] = lambda _cabinet: Notes()) -> None:
        self.events: list[str] = []
        """What happened, in its order: presses, drawings, light, pictures that were shown, heartbeats."""
        self.clock = FakeClock(1_000 * MS)
        self.desk = Desk(self.clock)
        self.source = FakeSource(list(PINS), self.clock)
        self.stack = SceneStack()
        self.drawn = DrawingCache()
        self.scene = first(self)
        inputs = Inputs([Panels(self.source, PINS)], no_trouble)
        inputs.start()
        self.suspended_ns = 0
        self.sound_devices: list[tuple[bool, bool]] = []
        drawing = Drawing(self.drawn, Slices(lambda: 0, 0), [Light(self.events)])
        hooks = Hooks(
            lambda _now: self.events.append("heartbeat"),
            lambda gone, come: self.sound_devices.append((gone, come)),
            lambda: self.suspended_ns,
        )
        self.loop = Loop(self.stack, inputs, self.desk, self.clock, 50, wakes=wakes, drawing=drawing, hooks=hooks)
        self.desk.show_more = lambda: self.events.append("shown")
        self.stack.push(self.scene, self.clock())
        self.turn()

    def turn(self) -> None:
        """Run rounds to the end of a turn, which every drawing suspends."""
        beats = self.events.count("heartbeat")
        while self.events.count("heartbeat") == beats:
            self.loop.round()

    def drawn_ahead(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Run the program until it waits; call `meanwhile` before each round."""
        self.desk.meanwhile = meanwhile
        self.desk.is_left = True
        with pytest.raises(Waits):
            self.loop.run()
        self.desk.is_left = False
        self.desk.meanwhile = lambda: None

    def pressed(self) -> "Cabinet":
        """Press a button of seat 0 now, and run the turn that handles it."""
        self.events.clear()
        self.source.press(FIRST, at_ns=self.clock())
        self.desk.wait(20)
        self.turn()
        return self

    def rounds(self, count: int) -> None:
        for _ in range(count):
            self.desk.wait(self.loop.sleep_ms(self.loop.due_ns(self.clock())))
            self.turn()


def test_what_was_pressed_is_handled_before_time_goes_on() -> None:
    cabinet = Cabinet()
    cabinet.scene.told.clear()
    cabinet.source.press(FIRST, at_ns=1_003 * MS)
    cabinet.clock.move_to(1_500 * MS)
    cabinet.loop.round()
    assert cabinet.scene.told == [("press", 1_003 * MS), ("advance", 1_500 * MS)]


def test_a_scenes_clock_stands_still_with_a_program_that_stands_still() -> None:
    cabinet = Cabinet()
    cabinet.clock.advance(STALL_NS)
    cabinet.turn()
    assert cabinet.scene.told[-1] == ("advance", 1_500 * MS), "a slow turn is none yet"
    cabinet.scene.told.clear()
    cabinet.source.press(FIRST, at_ns=cabinet.clock() + 20_000 * MS)
    cabinet.clock.advance(37_000 * MS)
    cabinet.turn()
    assert cabinet.scene.told == [("press", 1_500 * MS), ("advance", 1_500 * MS)]
    cabinet.rounds(1)
    assert cabinet.scene.told[-1] == ("advance", 1_504 * MS)


def test_a_suspended_machine_stands_still_as_well_though_its_clock_does_not_show_it() -> None:
    cabinet = Cabinet(first=Judging)
    assert isinstance(cabinet.scene, Judging)
    cabinet.clock.advance(10 * MS)
    cabinet.suspended_ns += 3_600_000 * MS
    cabinet.turn()
    cabinet.rounds(1)
    assert cabinet.scene.stood_still_for == [(1_000 * MS, 1_010 * MS, 3_600_010 * MS)]


def test_a_turn_that_takes_long_is_a_standstill_from_its_own_picture_on() -> None:
    cabinet = Cabinet(first=Judging)
    assert isinstance(cabinet.scene, Judging)
    cabinet.clock.advance(100 * MS)
    cabinet.turn()
    cabinet.clock.advance(600 * MS)
    cabinet.turn()
    assert cabinet.scene.stood_still_for == [(1_100 * MS, 1_700 * MS, 600 * MS)]


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


def test_news_of_sound_devices_are_passed_on() -> None:
    cabinet = Cabinet()
    cabinet.desk.readings += [Reading(sound_come=True), Reading(exposed=True), Reading(sound_gone=True)]
    cabinet.rounds(10)
    assert cabinet.sound_devices == [(True, False), (False, True)]


def test_it_sleeps_long_when_idle_and_reads_quickly_in_a_race() -> None:
    idle, polling = Cabinet(wakes=True), Cabinet(wakes=False)
    assert idle.loop.sleep_ms(idle.loop.due_ns(idle.clock())) == IDLE_MS
    assert polling.loop.sleep_ms(polling.loop.due_ns(polling.clock())) == QUIET_MS
    polling.pressed()
    assert polling.loop.sleep_ms(1_000 * MS) == POLL_MS
    polling.clock.advance(QUIET_NS)
    assert polling.loop.sleep_ms(1_000 * MS) == QUIET_MS
    idle.scene.is_racing = True
    assert idle.loop.sleep_ms(idle.loop.due_ns(idle.clock())) == QUICK_READ_MS


def test_it_wakes_for_a_deadline_and_not_before() -> None:
    cabinet = Cabinet(wakes=True)
    cabinet.scene.deadline = cabinet.clock() + 30 * MS + 1
    assert cabinet.loop.sleep_ms(cabinet.loop.due_ns(cabinet.clock())) == 31


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


def test_where_each_round_takes_a_whole_slice_the_program_warms_up_and_sleeps_as_well() -> None:
    cabinet, called, rounds = Cabinet(), list[int](), count()
    spent = count(0, 3 * MS)
    cabinet.loop._slices = Slices(lambda: next(spent), 2 * MS)

    def look() -> None:
        assert next(rounds) < 100, "it never rests"

    cabinet.desk.meanwhile, cabinet.desk.is_left = look, True
    with pytest.raises(Waits):
        cabinet.loop.run([lambda: called.append(1), lambda: called.append(2)])
    assert called == [1, 2]


def test_a_press_that_leads_on_is_answered_before_anything_is_built() -> None:
    cabinet = Cabinet(first=lambda cabinet: Painting(cabinet, leads_on=True)).pressed()
    assert cabinet.events == ["press", "light", "shown", *["drawing"] * 3, "shown", "heartbeat"]


def test_a_press_that_needs_a_drawing_is_answered_before_it() -> None:
    cabinet = Cabinet(first=Painting).pressed()
    assert cabinet.events == ["press", "light", "shown", *["drawing"] * 3, "shown", "heartbeat"]
    assert cabinet.stack.is_stale(cabinet.clock()), "the next picture covers the light"


def test_a_press_whose_picture_is_there_is_lit_in_it_and_the_light_goes_out() -> None:
    cabinet = Cabinet(first=lambda cabinet: Painting(cabinet, drawings=0)).pressed()
    assert cabinet.events == ["press", "light", "shown", "heartbeat"]
    lit = cabinet.desk.screens[0].copy()
    assert cabinet.loop.sleep_ms(cabinet.loop.due_ns(cabinet.clock())) * MS <= SHOWN_NS
    cabinet.clock.advance(SHOWN_NS)
    cabinet.turn()
    assert cabinet.events[4:] == ["shown", "heartbeat"]
    assert pygame.image.tobytes(lit, "RGB") != pygame.image.tobytes(cabinet.desk.screens[0], "RGB")


def test_at_a_table_in_play_light_waits_for_the_frame() -> None:
    class Match(Painting):
        @property
        def clicks(self) -> bool:
            return False

    cabinet = Cabinet(first=Match).pressed()
    assert cabinet.events == ["press", *["drawing"] * 3, "light", "shown", "heartbeat"]


def test_presses_in_a_long_turn_wait_for_its_end_with_their_own_stamps_and_time_waits_for_them() -> None:
    cabinet = Cabinet(first=Painting)
    begun = cabinet.clock()
    cabinet.source.press(FIRST, at_ns=begun)
    cabinet.desk.wait(20)
    cabinet.loop.round()
    assert cabinet.loop.is_suspended
    cabinet.source.release(FIRST, at_ns=begun + 21 * MS)
    cabinet.desk.wait(50)
    cabinet.scene.told.clear()
    cabinet.loop.round()
    assert cabinet.scene.told == [], "a scene is told nothing while it is suspended"
    cabinet.turn()
    assert cabinet.scene.told == []
    cabinet.turn()
    assert cabinet.scene.told == [("press", begun + 21 * MS), ("advance", begun + 70 * MS)]


def test_the_sources_are_not_drained_past_a_press_that_waits() -> None:
    """`advance` may call a press too late that comes after `drained`: one that waits must not be among them."""

    class Drained(Painting):
        def __init__(self, cabinet: Cabinet) -> None:
            super().__init__(cabinet)
            self.drained: list[int] = []

        def advance(self, now: int, drained: int) -> None:
            self._draw(self._picture, "before")
            self.drained.append(drained)

    cabinet = Cabinet(first=Drained)
    begun = cabinet.clock()
    cabinet.source.press(FIRST, at_ns=begun)
    cabinet.loop.round()
    cabinet.source.release(FIRST, at_ns=begun + MS)
    cabinet.desk.wait(50)
    cabinet.turn()
    assert isinstance(cabinet.scene, Drained)
    assert cabinet.scene.drained[-1] <= begun


def test_a_suspended_turn_is_no_sign_of_life() -> None:
    cabinet = Cabinet(first=Painting)
    cabinet.events.clear()
    cabinet.source.press(FIRST, at_ns=cabinet.clock())
    cabinet.desk.wait(20)
    for _ in range(4):
        cabinet.loop.round()
    assert cabinet.loop.is_suspended
    assert "heartbeat" not in cabinet.events


def test_who_quits_in_a_long_turn_leaves_every_scene_after_it() -> None:
    cabinet = Cabinet(first=Painting)
    cabinet.source.press(FIRST, at_ns=cabinet.clock())
    cabinet.desk.wait(20)
    cabinet.loop.round()
    cabinet.events.clear()
    cabinet.desk.readings.append(Reading(quits=True))
    assert not cabinet.loop.round()
    assert cabinet.events[-1] == "shown"
    assert cabinet.stack.top is None


def test_in_spare_time_a_scene_draws_ahead_and_a_press_waits_for_one_slice_at_most() -> None:
    cabinet = Cabinet(first=Painting)
    cabinet.events.clear()

    def press() -> None:
        if "press" not in cabinet.events:
            cabinet.source.press(FIRST, at_ns=cabinet.clock())
            cabinet.clock.advance(MS)

    cabinet.drawn_ahead(press)
    before = cabinet.events[: cabinet.events.index("press")]
    assert before.count("drawing") <= 1
    cabinet.events.clear()
    cabinet.drawn_ahead()
    assert "drawing" not in cabinet.pressed().events, "the picture was drawn ahead"
