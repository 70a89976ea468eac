"""Supervises the line to one board, so that no failure goes unnoticed. Pure; all times in ns on CLOCK_MONOTONIC.

Frames may come whole and still make no sense: the board has restarted and its HELLO was lost, its numbers jump, its
clock does, it answers no ping. One rule covers all of them:

1. **Resync.** As soon as a frame cannot be true, the board is asked for a `HELLO`, again every `ASK_NS`. Until it comes
   nothing more counts as known. The HELLO ends the resync: it shows another boot, or the
   state of this one (`session.py`).
   A HELLO is also requested when no frame with a number has come for `NUMBER_NS`.
2. **Reset.** After `RESYNC_NS` without a HELLO the board counts as gone, and the line is closed and reopened. The same
   happens when nothing is heard for `SILENT_NS`, when no ping is answered for `PONG_NS`, when it does not report its
   state for `STANDING_NS`, when a line that was opened makes no sense within `SENSE_NS`, and when more than
   `MOST_RESYNCS` resyncs come within `RESTLESS_NS`.
3. **Back.** It counts as there again with a HELLO and an answered ping on the new line; a board that made no sense only
   after `CALM_NS` without a resync.

So within one second of any failure, the board's edges are either heard, or `trouble` says why it counts as gone.
"""

from collections import deque
from enum import Enum
from typing import Final

from hardware.clock import MS

ASK_NS: Final = 100 * MS
"""The time between two HELLO_REQUESTs, while a HELLO is wanted."""
RESYNC_NS: Final = 400 * MS
"""How long a board whose frames cannot be true may take to report its state."""
SILENT_NS: Final = 350 * MS
"""A board that has sent nothing for this long is gone: it sends a message ten times a second."""
PONG_NS: Final = 3_000 * MS
"""A board that has answered no ping for this long is gone, whatever else it sends. Until then its edges are heard, and
their published error grows by 0.2 ms a second: a board with more to answer than its line carries drops answers.
"""
NUMBER_NS: Final = 300 * MS
"""A board reports the number of its edges ten times a second; after this long without, it is asked."""
STANDING_NS: Final = 3_000 * MS
"""After this long without, it is gone: missing edges could not be noticed."""
SENSE_NS: Final = 1_000 * MS
"""After the line was opened, the time for the board to identify itself and for its clock to be learnt."""
MOST_RESYNCS: Final = 8
"""The number of resyncs, each ended by a HELLO, …"""
RESTLESS_NS: Final = 1_000 * MS
"""… within this time; with more of them the board makes no sense."""
CALM_NS: Final = 1_000 * MS
"""The time without a resync that a board which made no sense needs."""


class Trouble(Enum):
    """Why a board counts as gone."""

    SILENT = "it says nothing"
    NAMELESS = "it does not say who it is"
    NUMBERS = "its frames contradict each other"
    PINGS = "it answers no pings"
    STANDING = "it does not say how it stands"
    RESTLESS = "it begins anew again and again"


class Supervisor:
    """Watches one board's line, over all its openings. The owner of the line reports to it and follows its requests."""

    def __init__(self) -> None:
        self.trouble: Trouble | None = None
        """Why the board counts as gone; None while it makes sense, or its line was merely broken."""
        self._opened_ns: int | None = None  # the start of the board's time to make sense
        self._heard_ns = 0
        self._asked_ns: int | None = None
        self._pinged_ns: int | None = None  # when the earliest ping since the last answer was sent
        self._numbered_ns = 0
        self._resync_since_ns: int | None = None
        self._is_greeted = False
        self._is_learnt = False
        self._resyncs: deque[int] = deque(maxlen=MOST_RESYNCS + 1)
        self._latest_resync_ns: int | None = None

    @property
    def is_sound(self) -> bool:
        """Whether the board is there: it identified itself and answered a ping since the line was opened."""
        return self._is_greeted and self._is_learnt and self.trouble is None

    @property
    def makes_sense(self) -> bool:
        """False for a board that answers and contradicts itself; a silent one may merely be unplugged."""
        return self.trouble in (None, Trouble.SILENT)

    def opened(self, now: int) -> None:
        """Report that the line was opened, and a HELLO requested."""
        self._opened_ns = self._heard_ns = self._numbered_ns = self._asked_ns = now
        self._resync_since_ns = self._pinged_ns = None
        self._is_greeted = self._is_learnt = False

    def closed(self) -> None:
        """Report that the line was closed."""
        self._opened_ns = self._resync_since_ns = self._pinged_ns = None
        self._is_greeted = self._is_learnt = False

    def broke(self) -> None:
        """Report that the line broke by itself, which ends any earlier trouble of the board."""
        self.trouble = None
        self.closed()

    def message_received(self, at: int) -> None:
        """Report a message from a board, true or not."""
        self._heard_ns = max(self._heard_ns, at)

    def numbered(self, at: int) -> None:
        """Report a trusted message with the number of edges."""
        self._numbered_ns = max(self._numbered_ns, at)

    def hello_received(self, now: int, *, anew: bool) -> None:
        """Report a trusted HELLO; `anew` if the board's clock has to be learnt after it."""
        if anew:
            self._note_resync(now)
            self._opened_ns, self._pinged_ns, self._is_learnt = now, None, False
        self._is_greeted = True

    def pinged(self, now: int) -> None:
        """Report that a ping was sent, or would have been if the line were not full."""
        self._pinged_ns = now if self._pinged_ns is None else self._pinged_ns

    def ping_answered(self, *, is_learnt: bool) -> None:
        """Report an answered ping; `is_learnt` once the board's clock is known."""
        self._pinged_ns = None
        self._is_learnt = is_learnt

    def jumped(self, now: int) -> None:
        """Report that one of the two clocks jumped: the board has to identify itself, and its clock is learnt anew."""
        self._is_greeted = self._is_learnt = False
        self._opened_ns, self._asked_ns = now, None
        self.resync(now, is_on=True)

    def resync(self, now: int, *, is_on: bool) -> None:
        """Report whether frames came that cannot be true and that no HELLO has settled yet."""
        if not is_on:
            self._resync_since_ns = None
        elif self._resync_since_ns is None:
            self._resync_since_ns = now
            self._asked_ns = None
            self._note_resync(now)

    def wants_hello(self, now: int) -> bool:
        """Return whether to ask for a HELLO now; if so, count it as asked."""
        is_odd = self._resync_since_ns is not None or not self._is_greeted or now - self._numbered_ns > NUMBER_NS
        is_wanted = self._opened_ns is not None and is_odd
        if not is_wanted or (self._asked_ns is not None and now - self._asked_ns < ASK_NS):
            return False
        self._asked_ns = now
        return True

    def should_reopen(self, now: int) -> bool:
        """Return whether to close the line and reopen it, because the board counts as gone (`trouble`)."""
        if self._opened_ns is None:
            return False
        trouble = self._new_trouble(now, self._opened_ns)
        if trouble is not None:
            self.trouble = trouble
            self._resyncs.clear()
        elif self._is_greeted and self._is_learnt and self._is_calm(now):
            self.trouble = None
        return trouble is not None

    def _new_trouble(self, now: int, opened_ns: int) -> Trouble | None:
        if now - self._heard_ns > SILENT_NS:
            return Trouble.SILENT
        if self._resync_since_ns is not None and now - self._resync_since_ns > RESYNC_NS:
            return Trouble.NUMBERS
        if len(self._resyncs) > MOST_RESYNCS and now - self._resyncs[0] < RESTLESS_NS:
            return Trouble.RESTLESS
        if self._pinged_ns is not None and now - self._pinged_ns > PONG_NS:
            return Trouble.PINGS
        if self._is_learnt and now - self._numbered_ns > STANDING_NS:
            return Trouble.STANDING
        if not self._is_learnt and now - opened_ns > SENSE_NS:
            return Trouble.PINGS if self._is_greeted else Trouble.NAMELESS
        return None

    def _note_resync(self, now: int) -> None:
        self._latest_resync_ns = now
        self._resyncs.append(now)

    def _is_calm(self, now: int) -> bool:
        if self._resync_since_ns is not None:
            return False
        return self.makes_sense or self._latest_resync_ns is None or now - self._latest_resync_ns >= CALM_NS
