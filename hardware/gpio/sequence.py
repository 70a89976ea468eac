"""Finds lost edges by the kernel's numbering of them.

The kernel numbers the edges of a request in the hard interrupt (`seqno`, here `global_seqno`) and those of each line
when it queues them (`line_seqno`); a full queue drops its oldest (`gpiolib-cdev.c`, `linereq_put_event`). Two lines'
interrupt threads may queue in the other order than they were numbered, so a missing global number is a loss only
after a while; a gap in a line's own numbers is one at once.
"""

from typing import Protocol

SETTLE_NS = 50_000_000
"""A number that is missing this long after a later one was stamped will not come any more, however busy the machine."""

SPAN = 4096
"""Gaps longer than this are lost at once: no queue reorders so far (the kernel's holds 1024)."""


class Numbered(Protocol):
    """What this needs of `gpiod.EdgeEvent`."""

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


class Sequence:
    """The numbering of one request. Both methods give how many edges turned out to be lost, each counted once."""

    def __init__(self) -> None:
        self._last_global = 0
        self._last_of_line: dict[int, int] = {}
        self._missing: dict[int, int] = {}
        self._told_by_line = 0

    def take(self, event: Numbered) -> int:
        """Note an event; give the edges that its line's numbers show to be lost."""
        lost = max(0, event.line_seqno - self._last_of_line.get(event.line_offset, 0) - 1)
        self._last_of_line[event.line_offset] = event.line_seqno
        self._told_by_line += lost
        return lost + self._take_global(event)

    def overdue(self, drained_ns: int) -> int:
        """Give the edges whose numbers never came, now that the queue was empty at `drained_ns`."""
        late = [number for number, shown_ns in self._missing.items() if shown_ns + SETTLE_NS <= drained_ns]
        for number in late:
            del self._missing[number]
        return self._new(len(late))

    def _take_global(self, event: Numbered) -> int:
        number, expected = event.global_seqno, self._last_global + 1
        self._missing.pop(number, None)
        if number < expected:
            return 0
        self._last_global = number
        if number - expected > SPAN:
            return self._new(number - expected)
        self._missing.update(dict.fromkeys(range(expected, number), event.timestamp_ns))
        return 0

    def _new(self, lost: int) -> int:
        """Take off what the lines' own numbers have told already."""
        known = min(lost, self._told_by_line)
        self._told_by_line -= known
        return lost - known
