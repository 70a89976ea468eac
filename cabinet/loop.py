"""The main loop: read the clock, drain every source, advance the scene, draw if anything changed, sleep.

One thread does everything. The clock is read before the sources are drained, so that a stall of the program makes no
press too late: presses up to that time are handled before the scene's time advances.

A turn of the scene (its presses, its time, its picture) runs in slices: where much has to be drawn it is suspended
after a few ms (`cabinet.process.slices`). The sources are still drained then, and their presses wait for the end of the
turn, with their own stamps. Every press is answered with light on its button in the next frame; one that leads to
another scene, or that needs a drawing, before anything is built. Whatever a scene can draw ahead is drawn in the time
that is left over.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final, Protocol
from weakref import ref

import msgspec
import pygame

from cabinet.display.cache import DrawingCache
from cabinet.display.press_light import PressLight
from cabinet.input.inputs import DisconnectedSource, Inputs, Typed
from cabinet.process.slices import SLICE_NS, Slices
from cabinet.scenes.stack import Scene, SceneStack
from cabinet.screens.modes import Choice, Mode
from cabinet.screens.window import Reading
from engine.panel import Glitch, Press
from engine.units import MS
from hardware.source import EdgesLost

QUICK_READ_MS: Final = 1
"""The interval between two reads of the queue while a race is on, ms: the accuracy of a keyboard's press."""
POLL_MS: Final = 4
"""The interval between two drains of a source that cannot wake the program, while nothing else is due, ms."""
QUIET_MS: Final = 10
QUIET_NS: Final = 10_000 * MS
"""That interval where nobody has pressed anything for so long: looks take a third of an emulated processor, at 4 ms
nearly half. The first press is answered that much later; who was first is decided by stamps."""
IDLE_MS: Final = 250
"""The longest sleep, ms."""
SPARE_NS: Final = 2 * SLICE_NS
"""Time to the next thing that is due from which a slice of it is spare, ns."""
STALL_NS: Final = 500 * MS
"""Where a turn begins later than this after the last one, the program stood still: SIGSTOP, a suspended machine, a
process that waits for its memory. Nobody could see anything meanwhile, ns."""
AHEAD: Final = 0.7
"""The share of the drawings' budget that a scene may draw ahead: it must not push out what is in use."""


class WindowLike(Protocol):
    """The interface of `cabinet.screens.window.Window` that the program uses while it runs."""

    @property
    def screens(self) -> Sequence[pygame.Surface]:
        """The surfaces to draw on, one for each screen."""

    @property
    def choices(self) -> Sequence[Choice]:
        """The mode and the picture of each whole screen."""

    @property
    def displays(self) -> int | None:
        """How many whole screens there can be; None for windows of a desktop."""

    def lay_out(self, margin: float, rotate: int | None = None) -> bool:
        """Lay the picture out inside another margin (per cent), turned so (degrees); return False where it would be too
        small."""

    @property
    def offered(self) -> Sequence[Mode]:
        """The modes that an operator can choose; none where the mode is a desktop's."""

    def set_mode(self, mode: Mode | None) -> bool:
        """Change the screen's mode, None: to the one that the machine bears; return False where it is refused."""

    def exchange(self, *, on: bool) -> None:
        """Have the first two screens in the other order, or in their own."""

    def wait(self, milliseconds: int) -> None:
        """Sleep until an event arrives or the time is over."""

    def read(self, now: int) -> Reading:
        """Empty the event queue."""

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        """Show the changed rectangles of a screen."""


class Faults(msgspec.Struct, frozen=True):
    """What the sources have reported beside presses: presses taken back, devices out of reach, losses of edges."""

    glitches: Sequence[Glitch]
    missing: Sequence[DisconnectedSource]
    gaps: Sequence[EdgesLost]


class Drawing(msgspec.Struct, frozen=True):
    """How the loop draws: `drawn` are the scenes' drawings, between which a turn may be suspended by `slices`; `lights`
    is the light on pressed buttons of each screen."""

    drawn: DrawingCache
    slices: Slices
    lights: Sequence[PressLight] = ()


class Hooks(msgspec.Struct, frozen=True):
    """What the loop tells and asks the program.

    `heartbeat` is called with the time after every turn, `sound_devices` with what a reading of the queue says of them:
    whether the one that plays has gone, and whether another has come. `suspended` returns how long the machine has been
    suspended so far, ns: the clock stands still then.
    """

    heartbeat: Callable[[int], None] = lambda _now: None
    sound_devices: Callable[[bool, bool], None] = lambda _gone, _come: None
    suspended: Callable[[], int] = lambda: 0


class Loop:
    """Runs the scenes until the last has left the stack or the user quits."""

    def __init__(
        self,
        stack: SceneStack,
        inputs: Inputs,
        window: WindowLike,
        clock: Callable[[], int],
        fps: int,
        *,
        wakes: bool,
        drawing: Drawing | None = None,
        hooks: Hooks | None = None,
    ) -> None:
        """`wakes`: every source wakes `window.wait`, so that it may sleep until an event arrives.

        `clock` is CLOCK_MONOTONIC in ns.
        """
        self._stack = stack
        self._inputs = inputs
        self._window = window
        self._clock = clock
        self._frame_ns = 1_000_000_000 // fps
        self._wakes = wakes
        drawing = drawing or Drawing(DrawingCache(), Slices())
        self._hooks = hooks or Hooks()
        self._slices = drawing.slices
        self._lights = drawing.lights
        self._is_drawing = False
        self._next_frame = 0
        self._turned: tuple[int, int] | None = None
        """When the last turn began, and how long the machine had been suspended by then."""
        self._shown_ns = 0
        """The time up to which the picture shows everything."""
        self._pressed_ns = -QUIET_NS
        """When something was pressed or released last."""
        self._presses: list[Press] = []
        """Presses that wait for the end of a turn."""
        self._glitches: list[Glitch] = []
        self._turn: Callable[[], bool] | None = None
        """The rest of a suspended turn."""
        self._ahead_for: Callable[[], Scene[Any] | None] = lambda: None
        self._ahead: Callable[[], bool] | None = None
        """The rest of what the top scene can draw ahead."""
        self._ahead_until = 0
        self._drawn = drawing.drawn
        self._drawn.breathe = self._breathe
        self.drawn = 0
        """The number of frames drawn so far; unchanged while the picture is."""

    def run(self, warm_up: Iterable[Callable[[], object]] = ()) -> None:
        """Run rounds until there is no scene left; call each of `warm_up` after one of the first ones.

        So a press or a request to end waits for one of these calls at most.
        """
        calls = iter(warm_up)
        has_read = False
        while self.round():
            if self.is_suspended:
                continue
            if self._slices.is_over and not has_read:  # read the buttons before anything else
                has_read = True  # once: where each turn takes a whole slice, the program rests as well
                continue
            has_read = False
            call = next(calls, None)
            if call is not None:
                call()
                continue
            due_ns = self.due_ns(self._clock())
            if not self._draw_ahead(due_ns):
                self._window.wait(self.sleep_ms(due_ns))

    def round(self) -> bool:
        """Run one round: a turn, or the next slice of a suspended one; return False when no scene is left."""
        now = self._clock()
        self._inputs.type_keys(on=self._stack.takes_letters)
        reading = self._window.read(now)
        if reading.quits:
            self._finish_turn()
            self._stack.clear(now)
            return False
        if reading.exposed:
            self._stack.redraw()
        if reading.sound_gone or reading.sound_come:
            self._hooks.sound_devices(reading.sound_gone, reading.sound_come)
        self._slices.begin()
        self._presses += self._inputs.drain(now, only_sure=not self._stack.judges)
        self._glitches += self._inputs.glitches()
        if self._presses or self._glitches:
            self._pressed_ns = now
        if self._turn is None:
            presses, self._presses = self._presses, []
            glitches, self._glitches = self._glitches, []
            drained = min(now, self._inputs.drained_ns)  # not past presses that wait while the turn is suspended
            typed = self._inputs.typed()
            if typed:
                self._pressed_ns = now
            faults = Faults(glitches, self._inputs.missing, self._inputs.gaps())
            turn = partial(self._take_turn, presses, typed, faults, now, drained)
            self._turn = self._slices.start(turn)
        if self._turn():
            self._turn = None
            if self._ahead_for() is not self._stack.top:  # a scene that has gone keeps nothing
                self._ahead = None
            self._hooks.heartbeat(now)
        return self._stack.top is not None

    @property
    def is_suspended(self) -> bool:
        """Whether a turn is under way whose rest waits for the next round."""
        return self._turn is not None

    def _finish_turn(self) -> None:
        while self._turn is not None:
            self._turn = None if self._turn() else self._turn

    def _take_turn(
        self, presses: Sequence[Press], typed: Sequence[Typed], faults: Faults, now: int, drained: int
    ) -> None:
        """Pass the presses and the time to the scenes, and draw."""
        self._note_standstill(now)
        for press in presses:
            self._stack.handle(press)
        for key in typed:
            self._stack.type(key, now)
        if self._stack.is_leading_on:
            self._answer()
        for glitch in faults.glitches:
            self._stack.take_back(glitch)
        self._stack.missing(faults.missing, now)
        for gap in faults.gaps:
            self._stack.void(gap.since_ns or 0, now, gap.why)
        self._stack.advance(now, drained)
        self._slices.breathe()
        self._draw(now)

    def _note_standstill(self, now: int) -> None:
        """Tell the scenes, before they get the presses of the time, if the program has stood still since the last turn.

        Their time stops with the picture.
        """
        suspended = self._hooks.suspended()
        turned, slept = self._turned or (now, suspended)
        lasted = now - turned + suspended - slept
        if lasted > STALL_NS:
            self._stack.stood_still(self._shown_ns, now, lasted)
        self._turned = now, suspended

    def _breathe(self) -> None:
        """Answer the presses of this turn before anything is drawn for them; suspend the turn if its slice is over."""
        if self._stack.is_unanswered:
            self._answer()
        self._slices.breathe()

    def _answer(self) -> None:
        """Light the buttons whose presses wait for a picture, over the picture that is there."""
        if not self._lights or not self._stack.is_unanswered or not self._stack.answers_presses:
            return
        now = self._clock()
        self._begin_lights(now)
        for place, (light, screen) in enumerate(zip(self._lights, self._window.screens, strict=False)):
            self._window.show(place, [*light.lift(screen), *light.lay(screen, now)])
            if self._is_drawing:  # part of the picture below may be the next one already
                light.go_out()
        if self._is_drawing:
            self._stack.redraw()

    def _begin_lights(self, now: int) -> None:
        answers = self._stack.take_answers()
        for light in self._lights:
            light.begin(answers, now)

    def _draw_ahead(self, due_ns: int) -> bool:
        """Draw ahead for a slice if nothing is due meanwhile; return False if nothing was done.

        Not where that would make a keyboard's reads rarer in a race.
        """
        top = self._stack.top
        if top is None or due_ns < SPARE_NS or (self._wakes and self._stack.needs_quick_reads):
            return False
        if top is not self._ahead_for():
            self._ahead_for, self._ahead = ref(top), self._slices.start(top.draw_ahead)
            self._ahead_until = self._drawn.made + round(AHEAD * self._drawn.most)
        if self._ahead is None:
            return False
        if self._ahead() or self._drawn.made >= self._ahead_until:
            self._ahead = None
        return True

    def sleep_ms(self, due_ns: int) -> int:
        """Return how long the program may sleep where something is due in `due_ns`, ms."""
        is_quiet = self._clock() - self._pressed_ns >= QUIET_NS
        interval = IDLE_MS if self._wakes else QUIET_MS if is_quiet else POLL_MS
        longest = QUICK_READ_MS if self._stack.needs_quick_reads else interval
        return max(1, min(longest, -(-due_ns // MS)))

    def due_ns(self, now: int) -> int:
        """Return the time until something is due after a round that ended at `now`, ns; `IDLE_MS` at most."""
        due = [self._stack.next_deadline(), *(light.ends_at for light in self._lights)]
        if self._stack.is_stale(now) or (self._lights and self._stack.is_unanswered):
            due.append(self._next_frame)
        return min([IDLE_MS * MS, *(max(0, at - now) for at in due if at is not None)])

    def _draw(self, now: int) -> None:
        if now < self._next_frame:
            return
        self._shown_ns = now
        if not (self._stack.is_stale(now) or self._is_light_due(now)):
            return
        screens = self._window.screens
        if self._stack.draws_everything:
            for light in self._lights:
                light.go_out()
        lifted = [light.lift(screen) for light, screen in zip(self._lights, screens, strict=False)]
        self._is_drawing = True
        changed = [list(rects) for rects in self._stack.draw(screens, now)]
        self._is_drawing = False
        self._begin_lights(now)
        for place, light in enumerate(self._lights[: len(screens)]):
            changed[place] += [*lifted[place], *light.lay(screens[place], now)]
        for place, rects in enumerate(changed):
            if rects:
                self._window.show(place, rects)
        self.drawn += any(changed)
        self._next_frame = now + self._frame_ns - (now - self._next_frame) % self._frame_ns

    def _is_light_due(self, now: int) -> bool:
        """Return whether light on a button begins or ends."""
        ends = any(light.ends_at is not None and light.ends_at <= now for light in self._lights)
        return ends or bool(self._lights and self._stack.is_unanswered)
