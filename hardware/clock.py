"""The computer's two clocks, in integer nanoseconds. `FakeClock` replaces them in tests.

**CLOCK_MONOTONIC** is the program's only time. The kernel stamps GPIO edges and traced interrupts on it, so every time
that is compared with an edge must be read from it. NTP slews it: systemd-timesyncd by up to some 5 %, chrony by 8 %.
Two stamps on it are in the order of their edges all the same, and a duration of some ms is off by 8 % at most.

**CLOCK_MONOTONIC_RAW** is the bare oscillator: nothing slews it. The board's oscillator is compared with this one
(`hardware/board/clockmap.py`). Both stand still while the computer is suspended.

Functions that need the time take a clock as a parameter; nothing in this package reads the time on its own.
"""

import sys
import time
from collections.abc import Callable
from math import ceil
from typing import Final, NamedTuple, Protocol

Clock = Callable[[], int]
"""Returns CLOCK_MONOTONIC, or a substitute for it, in ns."""

MONOTONIC = "monotonic"
"""The id of this clock in `SwitchEdge.clock`; its ticks are nanoseconds."""

MS = 1_000_000
"""Nanoseconds in a millisecond."""
MAX_SLEW: Final = 0.11
"""The largest fraction by which CLOCK_MONOTONIC runs faster or slower than CLOCK_MONOTONIC_RAW. The kernel adjusts a
clock by 11 % at most (`clocksource_max_adjustment` in kernel/time/clocksource.c); NTP may ask for 10 % and 500 ppm.
"""
READS: Final = 3
"""The number of readings of which the tightest counts: the program may be interrupted between the two clocks."""
TIGHT_NS: Final = 2_000
"""No further reading is taken after one that is tighter than this."""
COUNTER_NS: Final = 100
"""More than one count of the slowest counter behind the clocks: 52 ns on a Pi 3."""


class ClockReading(NamedTuple):
    """Both clocks at one moment: CLOCK_MONOTONIC was `ns`, give or take `error_ns`, when CLOCK_MONOTONIC_RAW was
    `raw_ns`.
    """

    ns: int
    raw_ns: int
    error_ns: int
    suspended_ns: int = 0
    """How long the computer had been suspended by then."""

    @classmethod
    def between(cls, before_ns: int, ns: int, after_ns: int) -> "ClockReading":
        """Return the reading of a CLOCK_MONOTONIC that was read between two readings of CLOCK_MONOTONIC_RAW, in ns."""
        half = (after_ns - before_ns + 1) // 2
        return cls(ns, before_ns + half, ceil(half * (1 + MAX_SLEW)) + COUNTER_NS)


class HostClock(Protocol):
    """Both clocks of a computer. Call it for CLOCK_MONOTONIC: it is a `Clock`."""

    def __call__(self) -> int:
        """Return CLOCK_MONOTONIC, in ns."""

    def both(self) -> ClockReading:
        """Read both clocks together."""


def monotonic_ns() -> int:
    """Read CLOCK_MONOTONIC, the clock of the kernel's edge stamps (linux/gpio.h, `gpio_v2_line_event`)."""
    if sys.platform == "win32":
        return time.monotonic_ns()
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def suspended_ns() -> int:
    """Return how long this computer has been suspended since its boot, in ns, to some microseconds.

    On Linux CLOCK_MONOTONIC stands still in that time and CLOCK_BOOTTIME does not (clock_gettime(2)). Elsewhere it is
    0: on macOS CLOCK_MONOTONIC runs on.
    """
    if sys.platform != "linux":
        return 0
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME) - monotonic_ns()


class SystemClock:
    """The clocks of this computer, a `HostClock`."""

    def __call__(self) -> int:
        """Return CLOCK_MONOTONIC, in ns."""
        return monotonic_ns()

    def both(self) -> ClockReading:
        """Read both clocks together, CLOCK_MONOTONIC between two readings of the other."""
        suspended = suspended_ns()
        best = self._once()
        for _ in range(READS - 1):
            if best.error_ns < TIGHT_NS:
                break
            best = min(best, self._once(), key=lambda reading: reading.error_ns)
        return best._replace(suspended_ns=suspended)

    def _once(self) -> ClockReading:
        before = time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW)
        now = monotonic_ns()
        return ClockReading.between(before, now, time.clock_gettime_ns(time.CLOCK_MONOTONIC_RAW))


HOST: Final = SystemClock()
"""The clocks of this computer."""


class FakeClock:
    """A `HostClock` that moves only when a test moves it.

    `slewed` returns CLOCK_MONOTONIC for a time on CLOCK_MONOTONIC_RAW, both in ns; without it the two are equal. A test
    moves CLOCK_MONOTONIC_RAW, which is also the time of the world around the computer.
    """

    def __init__(self, now_ns: int = 0, slewed: Callable[[int], int] | None = None) -> None:
        self.raw_ns = now_ns
        self._sleeps: tuple[tuple[int, int], ...] = ()
        self._slewed = slewed

    def __call__(self) -> int:
        """Return CLOCK_MONOTONIC, in ns."""
        return self.at(self.raw_ns).ns

    def both(self) -> ClockReading:
        """See `HostClock.both`."""
        return self.at(self.raw_ns)

    def at(self, raw_ns: int) -> ClockReading:
        """Return the reading of both clocks at a time on CLOCK_MONOTONIC_RAW, past or future."""
        suspended = sum(for_ns for begin_ns, for_ns in self._sleeps if begin_ns <= raw_ns)
        return ClockReading(raw_ns if self._slewed is None else self._slewed(raw_ns), raw_ns, 0, suspended)

    def suspend(self, for_ns: int) -> None:
        """Let the computer be suspended now for so long: both clocks stand still."""
        self._sleeps = (*self._sleeps, (self.raw_ns, for_ns))

    def advance(self, by_ns: int) -> None:
        """Advance by `by_ns`. Raises ValueError if `by_ns` is negative."""
        self.move_to(self.raw_ns + by_ns)

    def move_to(self, raw_ns: int) -> None:
        """Advance to `raw_ns` on CLOCK_MONOTONIC_RAW, which never goes back: raises ValueError if that is past."""
        if raw_ns < self.raw_ns:
            raise ValueError(f"a monotonic clock cannot go back from {self.raw_ns} to {raw_ns}")
        self.raw_ns = raw_ns
