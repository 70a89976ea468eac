"""The one time there is: CLOCK_MONOTONIC in integer nanoseconds, and a clock for tests that stands still.

The kernel stamps GPIO edges on this clock, so everything that is compared with an edge must be read from it.
A clock is handed in wherever one is needed; nothing in this package reads the time on its own.
"""

import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Gives CLOCK_MONOTONIC, or what stands for it, in ns."""

MONOTONIC = "monotonic"
"""The id of this clock in `SwitchEdge.clock`; its ticks are nanoseconds."""

MS = 1_000_000
"""Nanoseconds in a millisecond."""


def monotonic_ns() -> int:
    """Read CLOCK_MONOTONIC, the clock of the kernel's edge stamps (linux/gpio.h, `gpio_v2_line_event`)."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


class FakeClock:
    """A clock that moves only when told to. Call it for the time, in ns."""

    def __init__(self, now_ns: int = 0) -> None:
        self._now_ns = now_ns

    def __call__(self) -> int:
        """Give the time, in ns."""
        return self._now_ns

    def advance(self, by_ns: int) -> None:
        """Go `by_ns` on. Raises ValueError when asked to go back."""
        self.move_to(self._now_ns + by_ns)

    def move_to(self, now_ns: int) -> None:
        """Go to `now_ns`. Raises ValueError when that is in the past: CLOCK_MONOTONIC never goes back."""
        if now_ns < self._now_ns:
            raise ValueError(f"a monotonic clock cannot go back from {self._now_ns} to {now_ns}")
        self._now_ns = now_ns
