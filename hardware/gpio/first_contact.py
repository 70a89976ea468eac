"""Finds the first hard interrupt of each event of the line request: the true stamp of a contact that bounces.

The request reports each event of a line, with the stamp of the last interrupt before its thread ran; the trace
(`interrupts.py`) has the stamp of every interrupt. The interrupts of a line between one event's stamp and the next's
made the next event, and the earliest of them is its first contact. The request is the check. The trace is not trusted
for an event if it has more interrupts than the request has numbers for, none at all, or one much earlier than a thread
takes; nor if it may have lost a sample there. Then the stamp of the request holds, with the bound from its numbers.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple

from hardware.clock import MS
from hardware.gpio.interrupts import HardInterrupt, InterruptsLost, InterruptStamps
from hardware.gpio.sequence import Numbered

LONGEST_NS: Final = 20 * MS
"""No interrupt thread takes longer on a machine fit for play; an earlier interrupt belongs to another event."""
KEPT: Final = 4096
"""Interrupts kept for one line between two readings. Beyond that the oldest are dropped and reported as lost."""


class Contact(NamedTuple):
    """The first interrupt's stamp (ns), and the number of interrupts that made one event."""

    first_ns: int
    interrupts: int


class FirstContacts:
    """The first contacts of the lines of one request. `disbelieved` counts the events that contradict the trace."""

    def __init__(self, trace: InterruptStamps, lines: Iterable[int], begin_ns: int) -> None:
        """`lines` have just been requested, since `begin_ns`: their interrupts have numbers now."""
        self.disbelieved = 0
        self._trace = trace
        self._begin = max(begin_ns, trace.since_ns)
        self._interrupts: dict[int, deque[int]] = {line: deque(maxlen=KEPT) for line in lines}
        self._done: dict[int, int] = {}
        self._losses: deque[InterruptsLost] = deque(maxlen=64)
        trace.watch(self._interrupts)

    @property
    def is_there(self) -> bool:
        """True while every interrupt of every line is traced."""
        return self._trace.is_there and not self._trace.unwatched

    def gather(self) -> None:
        """Read the trace. To be called after the request was read, and before `contact`."""
        for each in self._trace.read():
            if isinstance(each, InterruptsLost):
                self._losses.append(each)
            else:
                self._store(each)

    def _store(self, interrupt: HardInterrupt) -> None:
        kept = self._interrupts.get(interrupt.line)
        if kept is None:
            return
        if len(kept) == KEPT:
            self._losses.append(InterruptsLost(kept[0], kept[0]))
        kept.append(interrupt.time_ns)

    def contact(self, event: Numbered, missing: int) -> Contact | None:
        """Return the interrupts that made an event; None where the trace may lack some of them.

        `missing` is how many numbers the event may own besides its own. Events of a line must be passed in their order,
        each followed by `done`.
        """
        line, last = event.line_offset, event.timestamp_ns
        begin = max(self._done.get(line, self._begin), last - LONGEST_NS)
        behind = [at for at in self._interrupts.get(line, ()) if begin < at <= last]
        if not behind:
            return None
        first = behind[0]
        if len(behind) - 1 > missing or self._may_lack_one(begin, first):
            return None
        return Contact(first, len(behind))

    def done(self, event: Numbered, *, is_believed: bool) -> None:
        """Mark an event as handled: interrupts up to its stamp belong to no other event."""
        kept = self._interrupts.get(event.line_offset)
        while kept and kept[0] <= event.timestamp_ns:
            kept.popleft()
        self._done[event.line_offset] = max(event.timestamp_ns, self._done.get(event.line_offset, 0))
        self.disbelieved += not is_believed and self.is_there

    def _may_lack_one(self, begin: int, first: int) -> bool:
        """Return True if samples may be missing between two times."""
        return any(lost.since_ns <= first and begin <= lost.until_ns for lost in self._losses)
