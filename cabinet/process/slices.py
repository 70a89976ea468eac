"""Work in slices: a call is suspended where it says that it can be, and goes on in the caller's next slice.

A page takes many times a frame to draw, on a slow processor seconds. Cutting every scene into steps by hand would
spread that through all of them; a greenlet suspends the whole call from inside, on the same thread, and only where a
drawing begins or ends (`cabinet.display.cache.DrawingCache.breathe`). So the work stays plain code, and is never
interrupted anywhere else.
"""

from collections.abc import Callable
from contextvars import copy_context
from time import thread_time_ns
from typing import Final

from greenlet import getcurrent, greenlet

SLICE_NS: Final = 2_000_000
"""The processor time after which work is suspended at the next opportunity, ns. A drawing that has begun is finished,
so a stretch is that much longer than the longest drawing; the bound on it is 8 ms (`tools.bench.stretches`)."""


class Slices:
    """Runs calls in slices of processor time; all the work between two calls of `begin` is one slice."""

    def __init__(self, clock: Callable[[], int] = thread_time_ns, most_ns: int = SLICE_NS) -> None:
        """`clock` is the processor time of this thread, ns."""
        self._clock = clock
        self._most_ns = most_ns
        self._begun: int | None = None
        self.longest_ns = 0
        """The longest time from one `begin` to the next so far, ns of processor: the longest that a press waited."""

    def begin(self) -> None:
        """Begin a slice: called where the buttons are read."""
        now = self._clock()
        if self._begun is not None:
            self.longest_ns = max(self.longest_ns, now - self._begun)
        self._begun = now

    @property
    def is_over(self) -> bool:
        """Whether the slice has taken longer than it should."""
        return self._clock() - (self._begun or 0) > self._most_ns

    def start(self, call: Callable[[], object]) -> Callable[[], bool]:
        """Return a function that runs the call's next slice, and returns whether the call has ended.

        It raises what the call raises. To drop it is to end the call where it is suspended.
        """
        work = greenlet(call)
        work.gr_context = copy_context()  # a greenlet begins without the caller's, and so without its language

        def go_on() -> bool:
            work.switch()
            return bool(work.dead)

        return go_on

    def breathe(self) -> None:
        """Suspend the call that runs now if its slice is over; outside of `start` do nothing."""
        caller = getcurrent().parent
        if caller is not None and self._clock() - (self._begun or 0) >= self._most_ns:
            caller.switch()
