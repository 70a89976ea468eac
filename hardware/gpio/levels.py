"""Compares the levels of the pins with those left by their edges: a difference means that an edge was lost.

An edge may be on its way while the pins are read, so a line must disagree twice, with no edge between.
"""

from collections.abc import Iterable, Mapping

from hardware.clock import MS
from hardware.events import Levels, Line, RawEvent, SwitchEdge

EVERY_NS = 100 * MS
"""How often the pins are normally read."""

AGAIN_NS = 50 * MS
"""The minimum time before a line that disagreed is read again. There is no hurry, and a level that is taken over
too soon, while the machine is too busy to deliver its edge, would cost that press.
"""


class LevelWatch:
    """The levels as the edges leave them, beginning with those at the start.

    An edge should be on its way for `lag_ns` at most; a line that disagreed is read again after twice that, or more.
    """

    def __init__(self, levels: Mapping[Line, bool], lag_ns: int) -> None:
        self._again_ns = max(AGAIN_NS, 2 * lag_ns)
        self._left = dict(levels)
        self._suspects: dict[Line, bool] = {}
        self._next_ns: int | None = None

    def note(self, events: Iterable[RawEvent]) -> None:
        """Follow the edges; after a loss, have the pins read at the next drain."""
        for event in events:
            if isinstance(event, SwitchEdge):
                self._left[event.line] = event.pressed
                self._suspects.pop(event.line, None)
            else:
                self._next_ns = 0

    def take_over(self, levels: Mapping[Line, bool]) -> Levels:
        """Restart with these levels; return those that differ from the levels that the edges left."""
        wrong = tuple((line, down) for line, down in levels.items() if down != self._left[line])
        self._left, self._suspects, self._next_ns = dict(levels), {}, None
        return wrong

    def is_due(self, now_ns: int) -> bool:
        """Return whether the pins must be read at `now_ns`."""
        if self._next_ns is None:
            self._next_ns = now_ns + EVERY_NS
        return now_ns >= self._next_ns

    def compare(self, levels: Mapping[Line, bool], now_ns: int) -> Levels:
        """Compare with the pins' levels at `now_ns`; return the lines that disagree for the second time, with level."""
        wrong = {line: down for line, down in levels.items() if down != self._left[line]}
        sure = tuple((line, down) for line, down in wrong.items() if self._suspects.get(line) == down)
        self._left.update(sure)
        self._suspects = {line: down for line, down in wrong.items() if (line, down) not in sure}
        self._next_ns = now_ns + (self._again_ns if self._suspects else EVERY_NS)
        return sure
