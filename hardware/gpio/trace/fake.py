"""A fake `InterruptStamps` that plays a script: interrupts with their stamps, lost samples, and the end of the trace.

    trace = FakeInterruptTrace(clock)
    trace.watch([17])
    trace.interrupt(17, at_ns=81_000_000)
    trace.interrupt(17, at_ns=81_012_000, lost=True)

It has the kernel's limits: each processor has its own ring with limited room between two readings, which reports a
loss only when a later sample finds room; and the rings are independent of each other.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from hardware.clock import Clock
from hardware.gpio.trace.interrupts import UNDER_WAY_NS, HardInterrupt, InterruptsLost, Traced, when


@dataclass(frozen=True, slots=True)
class Scripted:
    """An interrupt of the script. Its sample is in the ring from `visible_ns` on, or never (`lost`)."""

    line: int
    time_ns: int
    visible_ns: int
    lost: bool


@dataclass(slots=True)
class FakeRing:
    """One processor's unread samples, oldest first. None before `known_ns` is missing without having been reported."""

    known_ns: int
    waiting: list[Scripted] = field(default_factory=list)
    last_ns: int = 0
    visible_ns: int = 0

    def drained(self, now: int, capacity: int) -> list[Scripted | InterruptsLost]:
        """Return the samples that are visible by now, and the intervals in which samples are missing."""
        due = [sample for sample in self.waiting if sample.visible_ns <= now]
        self.waiting = self.waiting[len(due) :]
        reported: list[Scripted | InterruptsLost] = []
        is_missing = False
        for sample in due:
            if sample.lost or not capacity:
                is_missing = True
                continue
            if is_missing:
                reported.append(InterruptsLost(self.known_ns, max(self.known_ns, sample.time_ns)))
            is_missing, capacity = False, capacity - 1
            self.known_ns = max(self.known_ns, sample.time_ns)
            reported.append(sample)
        if is_missing or not capacity:
            reported.append(InterruptsLost(self.known_ns, now))
            self.known_ns = now
        self.known_ns = max(self.known_ns, now - UNDER_WAY_NS)
        return reported


class FakeInterruptTrace:
    """Begins to trace when it is created. `capacity`: samples that a processor keeps until they are read.

    `unseen` are lines whose interrupts cannot be found. All times are ns on `clock`.
    """

    def __init__(self, clock: Clock, *, capacity: int = 10_000, unseen: Iterable[int] = ()) -> None:
        self.since_ns = clock()
        self.is_connected = True
        self.unwatched: frozenset[int] = frozenset()
        self._clock = clock
        self._capacity = capacity
        self._unseen = frozenset(unseen)
        self._lines: frozenset[int] = frozenset()
        self._rings: dict[int, FakeRing] = {}
        self._kept: list[Traced] = []
        self._looked_ns = self.since_ns
        self._ends = False

    def interrupt(self, line: int, *, at_ns: int, delay_ns: int = 0, lost: bool = False, processor: int = 0) -> None:
        """Script a hard interrupt; its sample is visible `delay_ns` later, at most UNDER_WAY_NS, and in its ring's
        order.

        Raises ValueError for a longer delay, or a stamp before the last one of its processor.
        """
        ring = self._rings.setdefault(processor, FakeRing(self.since_ns))
        if at_ns < ring.last_ns or not 0 <= delay_ns <= UNDER_WAY_NS:
            raise ValueError(f"an interrupt at {at_ns} seen {delay_ns} ns later, behind one at {ring.last_ns}")
        ring.last_ns, ring.visible_ns = at_ns, max(ring.visible_ns, at_ns + delay_ns)
        if at_ns > self.since_ns:
            ring.waiting.append(Scripted(line, at_ns, ring.visible_ns, lost))

    def end(self) -> None:
        """End the trace: the next reading finds that the kernel has stopped, and reports a loss since the reading
        before.
        """
        self._ends = True

    def watch(self, lines: Iterable[int]) -> None:
        """Return these lines' interrupts from now on. Unread samples are kept if their line was watched or is now."""
        wanted = frozenset(lines)
        found = wanted - self._unseen
        self._lines |= found
        self._kept += self._collect()
        self._lines, self.unwatched = found, wanted - found

    def read(self) -> list[Traced]:
        """Return everything since the last call, sorted."""
        kept, self._kept = self._kept, []
        return sorted([*kept, *self._collect()], key=when)

    def close(self) -> None:
        """End the trace and drop unread samples."""
        self.is_connected = False
        self._kept = []

    def _collect(self) -> list[Traced]:
        if not self.is_connected:
            return []
        now = self._clock()
        reported: list[Traced] = []
        for ring in self._rings.values():
            for event in ring.drained(now, self._capacity):
                if isinstance(event, InterruptsLost):
                    reported.append(event)
                elif event.line in self._lines:
                    reported.append(HardInterrupt(event.line, event.time_ns))
        if self._ends:
            self.is_connected = False
            reported.append(InterruptsLost(self._looked_ns, now))
        self._looked_ns = now
        return reported
