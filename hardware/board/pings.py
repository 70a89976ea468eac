"""The pings of one boot of a board: when the next is due, and which are still unanswered. Pure."""

from typing import Final

from hardware.board.messages import Ping
from hardware.clock import MS

PING_NS: Final = 50 * MS
"""The time between two pings."""
LOST_PING_NS: Final = 1_000 * MS
"""No answer comes later than this."""
MOST_URGENT: Final = 8
"""The most urgent pings between two regular ones, so that wrong answers from a board do not keep us busy."""


class Pings:
    """Creates pings with unique nonces, and stores when each was sent (CLOCK_MONOTONIC_RAW, ns)."""

    def __init__(self) -> None:
        self._sent: dict[int, int] = {}
        self._nonce = 0
        self._regular_ns: int | None = None
        self._urgent = 0

    def due(self, raw_ns: int, *, urgent: bool) -> Ping | None:
        """Return the ping to send now, or None. Urgent pings follow as soon as the one before is answered."""
        self._sent = {nonce: at for nonce, at in self._sent.items() if raw_ns - at < LOST_PING_NS}
        if self._regular_ns is None or raw_ns - self._regular_ns >= PING_NS:
            self._regular_ns, self._urgent = raw_ns, 0
        elif urgent and not self._sent and self._urgent < MOST_URGENT:
            self._urgent += 1
        else:
            return None
        self._nonce = (self._nonce + 1) % 2**32
        self._sent[self._nonce] = raw_ns
        return Ping(self._nonce)

    def sent_ns(self, nonce: int) -> int | None:
        """Return when the ping with this nonce was sent, once; None for a nonce without an unanswered ping."""
        return self._sent.pop(nonce, None)

    def forget(self) -> None:
        """Drop all unanswered pings: the line was broken, or did not accept them."""
        self._sent.clear()
