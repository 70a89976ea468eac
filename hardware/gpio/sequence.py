"""Interprets the kernel's two numberings of its events: which stamps were overwritten, and which edges were lost.

The hard interrupt takes the request's next number (`seqno`, here `global_seqno`) and overwrites the line's stamp; the
line's own number (`line_seqno`) counts events that were queued (`gpiolib-cdev.c`, `edge_irq_handler` and
`edge_irq_thread`; a model of both is `KernelModel` in `fake.py`). So

- **a gap in a line's numbers is a loss**: a full queue dropped its oldest;
- **a number of the request that never arrives is an overwritten stamp**: an edge came before the thread had made an
  event of the one before it. The event has the later stamp. No edge is lost that the debounce would need;
- **a gap before a number that occurs twice is neither**: the interrupt came after the thread had read the stamp and
  before it read the number. The first event's stamp is true, and its own number is the missing one;
- a missing number may belong to another line, whose thread is late. It arrives within `lag_ns` or never, so an
  event after a gap waits that long, and no other event waits;
- where two lines could own a missing number, both are treated as overwritten. The interrupts that an event's stamp
  replaced came within `lag_ns` before that stamp, so a number that was given out earlier is not its own. Nor is one
  given out before an event that the program had read `BEGIN_NS` before that stamp: interrupt threads have one real-time
  priority, so they begin in the order in which they were woken, and before the program, but for those few that begin
  on another processor at the same time. Of an event whose thread was seen to be late neither is known: any number that
  never arrived may be its own. Where nobody knows yet whether the threads are punctual, the same holds for every event
  (`Settled.others`): a press that came between a late one's first contact and its stamp would win a race it has lost.

A request of one line has no numbers of its own: its events have the line's, in which no overwritten stamp shows.
"""

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple, Protocol, TypeAlias

FORGET_NS: Final = 50_000_000
"""A number still missing this long after a later number was stamped never arrives, however busy the machine is."""

BEGIN_NS: Final = 100_000
"""A thread has begun so long after the program has read an event of a later number; both run on processors of their own
then, and one wakes up more slowly. It is what a stamp of the kernel is claimed to be good for."""

SPAN: Final = 4096
"""The most missing numbers kept of one gap: no queue reorders further (the kernel's holds 1024)."""


class Numbered(Protocol):
    """The fields of `gpiod.EdgeEvent` that are read here."""

    @property
    def timestamp_ns(self) -> int:
        """The stamp."""

    @property
    def line_offset(self) -> int:
        """The line."""

    @property
    def global_seqno(self) -> int:
        """The number in the request, from 1."""

    @property
    def line_seqno(self) -> int:
        """The number on the line, from 1."""


IsKnown: TypeAlias = Callable[[Numbered, int], bool]
"""Takes an event and the count of missing numbers it may own; returns True if its first stamp is known otherwise."""


@dataclass(slots=True)
class Waiting:
    """An event whose numbers are not clear yet. It may own the missing numbers above `after` and below `number`."""

    event: Numbered
    after: int
    number: int
    lost: int
    is_late: bool


class Missing(NamedTuple):
    """A number that has not come: its interrupt came before `before_ns`, the earliest stamp of any later number.

    `read_ns` is when such a later number was first read.
    """

    before_ns: int
    read_ns: int


class Settled(NamedTuple):
    """An event, how many stamps its own may have replaced, and how many edges of its line were lost before it.

    `is_late`: its thread took longer than it may. `others`: how many more stamps it may have replaced if so.
    """

    event: Numbered
    missing: int
    lost: int
    is_late: bool
    others: int = 0


@dataclass(slots=True)
class LineNumbers:
    """The last numbers of one line, and its waiting events, in order."""

    number: int = 0
    line_number: int = 0
    waiting: deque[Waiting] = field(default_factory=deque)


class Sequence:
    """The numbering of one request. `lag_ns` is how long an interrupt's thread may take.

    `overwritten` counts the stamps overwritten so far, for the operator; a number counts once it is certain.
    """

    def __init__(self, lag_ns: int) -> None:
        self.overwritten = 0
        self._lag_ns = lag_ns
        self._last = 0
        self._lines: dict[int, LineNumbers] = {}
        self._missing: dict[int, Missing] = {}
        self._lost = 0
        """Lost edges whose numbers are among the missing ones."""

    def record(self, event: Numbered, read_ns: int, *, is_late: bool = False) -> None:
        """Record an event that was read by `read_ns`.

        The events of one line must come in its order; lines may be interleaved in any order.
        """
        line = self._lines.setdefault(event.line_offset, LineNumbers())
        number = event.global_seqno
        self._note(number, event.timestamp_ns, read_ns)
        lost = max(0, event.line_seqno - line.line_number - 1)
        self._lost += lost
        if number == line.number and line.waiting:
            self._give_back(line.waiting[-1])
        line.waiting.append(Waiting(event, line.number, number, lost, is_late))
        line.number, line.line_number = number, event.line_seqno

    def settled(self, known_ns: int, is_known: IsKnown = lambda _event, _missing: False) -> Iterator[Settled]:
        """Yield the events whose numbers are clear, given that every thread woken before `known_ns` has run.

        An event for which `is_known` is True need not wait. The result is sorted within each line only: sort it by
        stamp where that matters.
        """
        for line in self._lines.values():
            while line.waiting and (found := self._judged(line.waiting[0], known_ns, is_known)) is not None:
                line.waiting.popleft()
                yield found
        self._forget(known_ns)

    def _judged(self, waiting: Waiting, known_ns: int, is_known: IsKnown) -> Settled | None:
        """Return an event with the result from its numbers; None while a missing number may still arrive."""
        event, found = waiting.event, max(0, len(self._between(waiting)) - waiting.lost)
        if found and event.timestamp_ns > known_ns and not is_known(event, found):
            return None
        missing = max(0, len(self._may_own(waiting)) - waiting.lost)
        return Settled(event, missing, waiting.lost, waiting.is_late, found - missing)

    def _between(self, waiting: Waiting) -> list[int]:
        """Return the missing numbers that an event may own if its thread was late."""
        return [number for number in self._missing if waiting.after < number < waiting.number]

    def _may_own(self, waiting: Waiting) -> list[int]:
        between, stamp = self._between(waiting), waiting.event.timestamp_ns
        return [number for number in between if waiting.is_late or self._is_recent(self._missing[number], stamp)]

    def _is_recent(self, missing: Missing, stamp: int) -> bool:
        """Return whether an event with that stamp may own a missing number, if its thread was punctual."""
        return missing.before_ns >= stamp - self._lag_ns and missing.read_ns >= stamp - BEGIN_NS

    def _give_back(self, earlier: Waiting) -> None:
        """Give the earlier event its own number, the last missing one below, because its number occurred twice."""
        if own := self._may_own(earlier):
            earlier.number = own[-1]
            del self._missing[own[-1]]

    def _note(self, number: int, stamp_ns: int, read_ns: int) -> None:
        self._missing.pop(number, None)
        if number > self._last:
            gap = range(max(self._last + 1, number - SPAN), number)
            self.overwritten += number - self._last - 1 - len(gap)
            self._missing.update(dict.fromkeys(gap, Missing(stamp_ns, read_ns)))
            self._last = number
            return
        for earlier, missing in self._missing.items():
            if earlier < number and stamp_ns < missing.before_ns:
                self._missing[earlier] = missing._replace(before_ns=stamp_ns)

    def _forget(self, known_ns: int) -> None:
        """Count the missing numbers that will never arrive as overwritten, except those of reported lost edges."""
        gone = [number for number, missing in self._missing.items() if missing.before_ns + FORGET_NS <= known_ns]
        for number in gone:
            del self._missing[number]
        known = min(len(gone), self._lost)
        self._lost -= known
        self.overwritten += len(gone) - known
