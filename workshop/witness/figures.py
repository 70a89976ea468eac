"""What a machine does in some minutes, in figures: how late a thread wakes up, how long the disk takes, its heat.

`measured` looks once a second; a thread of its own sleeps and compares. What a machine does not tell is absent.
"""

import os
import re
from array import array
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from threading import Event, Thread
from time import monotonic_ns, sleep
from typing import Annotated, Final

import msgspec
from msgspec import Meta

from cabinet.doctor.checks import throttled
from cabinet.doctor.probe import Probe

MS: Final = 1_000_000
TICK_NS: Final = 5 * MS
"""The interval at which the thread wakes up."""
BLOCK: Final = 4096
"""What is written before the disk is waited for, bytes: a line of a log is less."""
KIB: Final = re.compile(r"^(MemTotal|MemAvailable|SwapTotal|SwapFree):\s+(\d+) kB$", re.MULTILINE)
"""Lines of `/proc/meminfo` (proc(5))."""
HEAT: Final = "/sys/class/thermal/thermal_zone0/temp"
PACE: Final = "/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq"

Number = Annotated[float, Meta(ge=-1e15, le=1e15)]
Count = Annotated[int, Meta(ge=0, le=10**15)]


class Times(msgspec.Struct, frozen=True):
    """Some times, ms: their number, what 50, 99 and 99.9 of 100 do not exceed, and the longest."""

    count: Count
    p50: Number
    p99: Number
    p99_9: Number
    most: Number


class Range(msgspec.Struct, frozen=True):
    """The least and the greatest of some values."""

    least: Number
    most: Number


def times_of(times_ns: Iterable[int]) -> Times | None:
    """Return the figures of times in ns; None without any."""
    ascending = sorted(times_ns)
    if not ascending:
        return None
    last = len(ascending) - 1
    nth = [ascending[min(last, len(ascending) * share // 1000)] for share in (500, 990, 999)]
    p50, p99, p99_9, most = (round(each / MS, 3) for each in (*nth, ascending[last]))
    return Times(len(ascending), p50, p99, p99_9, most)


class Wakeups(Thread):
    """A thread that sleeps until a moment, and notes how much later it wakes up."""

    def __init__(self) -> None:
        super().__init__(name="wakeups", daemon=True)
        self.late_ns = array("q")
        self.ended = Event()

    def run(self) -> None:
        """Sleep and compare until `ended`."""
        due = monotonic_ns()
        while not self.ended.is_set():
            due += TICK_NS
            sleep(max(0, due - monotonic_ns()) / 1e9)
            now = monotonic_ns()
            self.late_ns.append(now - due)
            due = max(due, now - TICK_NS)  # a long stop is one late waking, not many


class Samples:
    """One look a second at heat, pace, memory and disk."""

    def __init__(self, machine: Probe, folder: Path) -> None:
        """`folder` is where the program saves."""
        self._machine = machine
        self._folder = machine.folder(str(folder))
        self._seen: dict[str, list[float]] = {}
        self._bits = 0
        self.sync_ns: list[int] = []

    def look(self) -> None:
        """Read everything once."""
        memory = dict(KIB.findall(self._machine.text("/proc/meminfo") or ""))
        for name, kib in memory.items():
            self._note(f"{name}_mb", kib, 1024 / 1_000_000)
        self._note("heat_c", self._machine.text(HEAT), 1 / 1000)
        self._note("pace_mhz", self._machine.text(PACE), 1 / 1000)
        self._bits |= throttled(self._machine) or 0
        if self._folder is not None:
            with suppress(OSError):
                self.sync_ns.append(time_of_sync(self._folder))

    def _note(self, name: str, text: str | None, unit: float) -> None:
        if text is not None and re.fullmatch(r"-?[0-9]{1,12}", text, re.ASCII):
            self._seen.setdefault(name, []).append(round(int(text) * unit, 1))

    @property
    def ranges(self) -> Mapping[str, Range]:
        """The least and the greatest value of each, by its name: °C, MHz, MB."""
        return {name: Range(min(values), max(values)) for name, values in self._seen.items()}

    @property
    def throttled(self) -> int:
        """The bits that the firmware has reported on power and heat, all of them together."""
        return self._bits


def time_of_sync(folder: str) -> int:
    """Write a block into a file that is never seen, and wait for the disk; return how long that took, ns. Raises
    OSError."""
    with TemporaryFile(dir=folder, buffering=0) as file:
        begun = monotonic_ns()
        file.write(bytes(BLOCK))
        os.fsync(file.fileno())
        return monotonic_ns() - begun


def measured(
    samples: Samples, seconds: Iterable[int], is_over: Callable[[], bool], pause: Callable[[float], None] = sleep
) -> Times | None:
    """Look once in each of `seconds` until `is_over`; return how late the thread woke up meanwhile."""
    wakeups = Wakeups()
    wakeups.start()
    try:
        for _ in seconds:
            samples.look()
            if is_over():
                break
            pause(1)
    finally:
        wakeups.ended.set()
        wakeups.join()
    return times_of(wakeups.late_ns)
