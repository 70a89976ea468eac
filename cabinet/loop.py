"""The main loop: read the clock, drain every source, advance the scene, draw if anything changed, sleep.

One thread does everything. The clock is read before the sources are drained, so that a stall of the program makes no
press too late: presses up to that time are handled before the scene's time advances.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Protocol

import pygame

from cabinet.input.inputs import Inputs
from cabinet.scenes.stack import SceneStack
from cabinet.screens.window import Reading

QUICK_READ_MS: Final = 1
"""The interval between two reads of the queue while a race is on, ms: the accuracy of a keyboard's press."""
POLL_MS: Final = 4
"""The interval between two drains of a source that cannot wake the program, while nothing else is due, ms."""
IDLE_MS: Final = 250
"""The longest sleep, ms."""
MS: Final = 1_000_000


class WindowLike(Protocol):
    """The interface of `cabinet.screens.window.Window` that the loop uses."""

    @property
    def screens(self) -> Sequence[pygame.Surface]:
        """The surfaces to draw on, one for each screen."""

    def wait(self, milliseconds: int) -> None:
        """Sleep until an event arrives or the time is over."""

    def read(self, now: int) -> Reading:
        """Empty the event queue."""

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        """Show the changed rectangles of a screen."""


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
        heartbeat: Callable[[int], None] = lambda _now: None,
    ) -> None:
        """`wakes`: every source wakes `window.wait`, so that it may sleep until an event arrives.

        `clock` is CLOCK_MONOTONIC in ns; `heartbeat` is called with its time after every round.
        """
        self._stack = stack
        self._inputs = inputs
        self._window = window
        self._clock = clock
        self._frame_ns = 1_000_000_000 // fps
        self._wakes = wakes
        self._heartbeat = heartbeat
        self._next_frame = 0
        self.drawn = 0
        """The number of frames drawn so far; unchanged while the picture is."""

    def run(self, warm_up: Iterable[Callable[[], object]] = ()) -> None:
        """Run rounds until there is no scene left; call each of `warm_up` after one of the first ones.

        So a press or a request to end waits for one of these calls at most.
        """
        calls = iter(warm_up)
        while self.round():
            call = next(calls, None)
            if call is not None:
                call()
            else:
                self._window.wait(self.sleep_ms(self._clock()))

    def round(self) -> bool:
        """Run one round; return False when no scene is left."""
        now = self._clock()
        reading = self._window.read(now)
        if reading.quits:
            self._stack.clear(now)
            return False
        if reading.exposed:
            self._stack.redraw()
        for press in self._inputs.drain(now, only_sure=not self._stack.judges):
            self._stack.handle(press)
        for glitch in self._inputs.glitches():
            self._stack.take_back(glitch)
        self._stack.missing(self._inputs.missing, now)
        for gap in self._inputs.gaps():
            self._stack.void(gap.since_ns or 0, now, gap.why)
        self._stack.advance(now, min(now, self._inputs.drained_ns))
        self._draw(now)
        self._heartbeat(now)
        return self._stack.top is not None

    def sleep_ms(self, now: int) -> int:
        """Return how long the program may sleep after a round that ended at `now`, ms."""
        longest = QUICK_READ_MS if self._stack.needs_quick_reads else IDLE_MS if self._wakes else POLL_MS
        due = [self._stack.next_deadline()]
        if self._stack.is_stale(now):
            due.append(self._next_frame)
        waits = [max(0, -((now - at) // MS)) for at in due if at is not None]
        return max(1, min([longest, *waits]))

    def _draw(self, now: int) -> None:
        if now < self._next_frame or not self._stack.is_stale(now):
            return
        changed = self._stack.draw(self._window.screens, now)
        for place, rects in enumerate(changed):
            if rects:
                self._window.show(place, rects)
        self.drawn += any(changed)
        self._next_frame = now + self._frame_ns - (now - self._next_frame) % self._frame_ns
