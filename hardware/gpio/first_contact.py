"""Finds the first hard interrupt behind each event of the line request: the true stamp of a contact that bounces.

The request says which line had an event, with the stamp of the last interrupt before its thread ran; the trace
(`interrupts.py`) has the stamp of every interrupt. Those of a line between one event's stamp and the next's made the
next event, and the earliest of them is its first contact. The request is the check: a trace that has more interrupts
behind an event than the request has numbers for, none at all, or one much earlier than a thread takes, is not believed,
and neither is one that may have lost a sample there. Then the stamp of the request holds, with what its numbers say.
"""

from collections import deque
from collections.abc import Iterable
from typing import Final, NamedTuple

from hardware.clock import MS
from hardware.gpio.interrupts import HardInterrupt, InterruptsLost, InterruptStamps
from hardware.gpio.sequence import Numbered

LONGEST_NS: Final = 20 * MS
"""No interrupt thread takes longer on a machine that a game is played on; a first interrupt of before is another's."""
KEPT: Final = 4096
"""Interrupts kept for one line between two readings; of a line that sends more the oldest go, and are told lost."""


class Contact(NamedTuple):
    """The first interrupt's stamp (ns), and how many interrupts made one event."""

    first_ns: int
    interrupts: int


class FirstContacts:
    """The first contacts of the lines of one request. `disbelieved` counts the events that the trace did not fit."""

    def __init__(self, trace: InterruptStamps, lines: Iterable[int], begin_ns: int) -> None:
        """`lines` have just been asked for, since `begin_ns`: their interrupts have numbers now."""
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
        """Read the trace. To be called after the request was read, and before its events are asked about."""
        for each in self._trace.read():
            if isinstance(each, InterruptsLost):
                self._losses.append(each)
            else:
                self._keep(each)

    def _keep(self, interrupt: HardInterrupt) -> None:
        kept = self._interrupts.get(interrupt.line)
        if kept is None:
            return
        if len(kept) == KEPT:
            self._losses.append(InterruptsLost(kept[0], kept[0]))
        kept.append(interrupt.time_ns)

    def contact(self, event: Numbered, missing: int) -> Contact | None:
        """The interrupts behind an event; None where the trace does not have them all for certain.

        `missing` is how many numbers the event may own besides its own. Events of a line must be asked in their order,
        and `done` told of each.
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
        """An event was handed on: what lies up to its stamp is no other event's."""
        kept = self._interrupts.get(event.line_offset)
        while kept and kept[0] <= event.timestamp_ns:
            kept.popleft()
        self._done[event.line_offset] = max(event.timestamp_ns, self._done.get(event.line_offset, 0))
        self.disbelieved += not is_believed and self.is_there

    def _may_lack_one(self, begin: int, first: int) -> bool:
        """True if samples may be missing between two instants."""
        return any(lost.since_ns <= first and begin <= lost.until_ns for lost in self._losses)
