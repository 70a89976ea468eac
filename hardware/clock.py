"""The program's only clock: CLOCK_MONOTONIC in integer nanoseconds. `FakeClock` replaces it in tests.

The kernel stamps GPIO edges on this clock, so every time that is compared with an edge must be read from it.
Functions that need the time take a clock as a parameter; nothing in this package reads the time on its own.
"""

import time
from collections.abc import Callable

Clock = Callable[[], int]
"""Returns CLOCK_MONOTONIC, or a substitute for it, in ns."""

MONOTONIC = "monotonic"
"""The id of this clock in `SwitchEdge.clock`; its ticks are nanoseconds."""

MS = 1_000_000
"""Nanoseconds in a millisecond."""


def monotonic_ns() -> int:
    """Read CLOCK_MONOTONIC, the clock of the kernel's edge stamps (linux/gpio.h, `gpio_v2_line_event`)."""
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


class FakeClock:
    """A clock that moves only when a test moves it. Call it for the time, in ns."""

    def __init__(self, now_ns: int = 0) -> None:
        self._now_ns = now_ns

    def __call__(self) -> int:
        """Return the time, in ns."""
        return self._now_ns

    def advance(self, by_ns: int) -> None:
        """Advance by `by_ns`. Raises ValueError if `by_ns` is negative."""
        self.move_to(self._now_ns + by_ns)

    def move_to(self, now_ns: int) -> None:
        """Advance to `now_ns`. Raises ValueError when that is in the past: CLOCK_MONOTONIC never goes back."""
        if now_ns < self._now_ns:
            raise ValueError(f"a monotonic clock cannot go back from {self._now_ns} to {now_ns}")
        self._now_ns = now_ns
