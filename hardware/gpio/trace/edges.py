"""Edges of lines whose every hard interrupt is traced: exact stamps, however late the interrupt's thread is.

The trace (`interrupts.py`) has the stamp of every interrupt, before its thread has run; the line request has the level
that the thread read, after it. Each interrupt changes its line's level, so the first one on an open contact is a
closing, and the next an opening: the edges are reported at once, by their parity. The request is the check: an event
says which level holds after its stamp, and where the parity has come to another level (the pin's controller made one
interrupt of two edges), an edge to that level is added. That waits for a millisecond: the thread may have read the
level of an edge whose interrupt was still to come.

Where the trace may have lost samples, an interrupt that it has may not be the contact's first. Its edge carries how
much earlier that may have been: back to the beginning of the loss.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from hardware.clock import MS
from hardware.gpio.trace.interrupts import HardInterrupt, InterruptsLost, InterruptStamps

TO_COME_NS: Final = 1 * MS
"""An edge's interrupt comes within this time, while the pin has its level already."""
BOUNCE_NS: Final = 20 * MS
"""The longest bounce: an interrupt that long before belongs to another contact."""
LATE_NS: Final = 50 * MS
"""No interrupt thread is later on a machine that keeps up: an event that has not come by then is not waited for."""
EXPIRED_NS: Final = 1_000 * MS
"""How long an event that was not waited for is still known to be that of its interrupt: on a processor that cannot keep
up it comes after all, and is no edge of its own."""
KEPT: Final = 4096
"""Interrupts kept for one line between two readings. Beyond that the oldest are dropped and reported as lost."""


class Edge(NamedTuple):
    """A line has come to a level (True is high) at `time_ns`, or up to `early_ns` earlier.

    `resolution_ns`: how far another edge must be to be in a certain order, where that is more than for most.
    """

    line: int
    high: bool
    time_ns: int
    early_ns: int
    resolution_ns: int = 0


@dataclass(slots=True)
class TracedLine:
    """One line: its level by parity, interrupts not reported yet, and those reported whose event has not come.

    `expired` are those whose event is not waited for any longer. `level` is the edge to the level of the last event,
    which may still be followed by an interrupt.
    """

    high: bool
    event_ns: int
    level: Edge | None = None
    waiting: deque[int] = field(default_factory=deque)
    unconfirmed: deque[int] = field(default_factory=deque)
    expired: deque[int] = field(default_factory=deque)


class TracedLines:
    """The lines of one request."""

    def __init__(self, trace: InterruptStamps, levels: Mapping[int, bool], begin_ns: int) -> None:
        """`levels` (True is high) are those of the request's lines since `begin_ns`."""
        self._trace = trace
        self._begin_ns = max(begin_ns, trace.since_ns)
        self._lines = {line: TracedLine(high, self._begin_ns) for line, high in levels.items()}
        self._losses: deque[InterruptsLost] = deque(maxlen=64)
        trace.watch(self._lines)

    @property
    def is_connected(self) -> bool:
        """True while every interrupt of every line is traced."""
        return self._trace.is_connected and not self._trace.unwatched

    def edges(self, until_ns: int) -> Iterator[Edge]:
        """Read the trace, and yield the edges up to a time, by line. To be called after the request was read.

        `until_ns` is a time between those two: a sample of that time or before is in the trace by now, so no line's
        later interrupt is reported before an earlier one.
        """
        for each in self._trace.read():
            if isinstance(each, InterruptsLost):
                self._losses.append(each)
            else:
                self._store(each)
        for number, line in self._lines.items():
            while line.waiting and line.waiting[0] <= until_ns:
                at = line.waiting.popleft()
                line.high, line.level = not line.high, None
                line.unconfirmed.append(at)
                yield Edge(number, line.high, at, self._early_ns(at))
            if line.level is not None and line.level.time_ns + TO_COME_NS <= until_ns:
                if line.level.high != line.high:
                    line.high = line.level.high
                    yield line.level
                line.level = None
            while line.unconfirmed and line.unconfirmed[0] < until_ns - LATE_NS:
                line.expired.append(line.unconfirmed.popleft())
            while line.expired and line.expired[0] < until_ns - EXPIRED_NS:
                line.expired.popleft()

    def has(self, line: int, stamp_ns: int) -> bool:
        """Return whether the interrupt of a line's event with that stamp was reported."""
        there = self._lines[line]
        return any(stamps and stamps[0] <= stamp_ns for stamps in (there.expired, there.unconfirmed))

    def confirm(self, number: int, stamp_ns: int, *, high: bool, early_ns: int) -> Edge | None:
        """Compare with the level that an event has after its stamp.

        If the trace has none of the event's interrupts, return its edge, which may have been `early_ns` earlier.
        """
        line = self._lines[number]
        is_known = self.has(number, stamp_ns)
        for stamps in (line.expired, line.unconfirmed):
            while stamps and stamps[0] <= stamp_ns:
                stamps.popleft()
        is_last = not line.unconfirmed and stamp_ns >= line.event_ns
        line.event_ns = max(line.event_ns, stamp_ns)
        if is_known:
            line.level = Edge(number, high, stamp_ns, 0) if is_last else None
            return None
        if is_last:
            line.high = high
        return None if line.unconfirmed else Edge(number, high, stamp_ns, early_ns)

    def restart(self, levels: Mapping[int, bool]) -> None:
        """Look up the interrupts again; these lines had none for a while, and have these levels now."""
        for number, high in levels.items():
            line = self._lines[number]
            line.high = high
            line.level = None
            line.waiting.clear()
            line.unconfirmed.clear()
            line.expired.clear()
        self._trace.watch(self._lines)

    def reported_until_ns(self, until_ns: int) -> int:
        """Return the time up to which every edge has been reported and confirmed, not beyond `until_ns`."""
        lines = self._lines.values()
        open_ns = [line.unconfirmed[0] for line in lines if line.unconfirmed]
        open_ns += [line.level.time_ns for line in lines if line.level is not None]
        return min([until_ns, *(at - 1 for at in open_ns)])

    def _store(self, interrupt: HardInterrupt) -> None:
        line = self._lines.get(interrupt.line)
        if line is None or interrupt.time_ns <= line.event_ns:
            return  # of another line, or of an event that was taken without it
        if len(line.waiting) == KEPT:
            oldest = line.waiting.popleft()
            self._losses.append(InterruptsLost(oldest, oldest))
        line.waiting.append(interrupt.time_ns)

    def _early_ns(self, at_ns: int) -> int:
        """Return how much earlier than an interrupt its contact may have begun, because samples were lost before it."""
        since = (lost.since_ns for lost in self._losses if lost.since_ns <= at_ns <= lost.until_ns + BOUNCE_NS)
        return at_ns - min(since, default=at_ns)
