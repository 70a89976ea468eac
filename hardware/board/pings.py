"""The pings of one boot of a board: when the next one is due, and which of them are not answered yet. Pure."""

from typing import Final

from hardware.board.messages import Ping
from hardware.clock import MS

PING_NS: Final = 50 * MS
"""Between two pings."""
LOST_PING_NS: Final = 1_000 * MS
"""An answer does not come later."""
MOST_URGENT: Final = 8
"""So many urgent ones fit between two others, so that a board that answers nonsense at once does not keep us busy."""


class Pings:
    """Gives pings with a nonce of their own, and remembers when each was sent (CLOCK_MONOTONIC, ns)."""

    def __init__(self) -> None:
        self._sent: dict[int, int] = {}
        self._nonce = 0
        self._regular_ns: int | None = None
        self._urgent = 0

    def due(self, now: int, *, urgent: bool) -> Ping | None:
        """Give the ping that is to be sent now, if one is; urgent ones follow as soon as the one before is answered."""
        self._sent = {nonce: at for nonce, at in self._sent.items() if now - at < LOST_PING_NS}
        if self._regular_ns is None or now - self._regular_ns >= PING_NS:
            self._regular_ns, self._urgent = now, 0
        elif urgent and not self._sent and self._urgent < MOST_URGENT:
            self._urgent += 1
        else:
            return None
        self._nonce = (self._nonce + 1) % 2**32
        self._sent[self._nonce] = now
        return Ping(self._nonce)

    def sent_ns(self, nonce: int) -> int | None:
        """Give when the ping that is answered was sent, once; None for a nonce that nobody waits for."""
        return self._sent.pop(nonce, None)

    def forget(self) -> None:
        """The line was broken, or did not take the ping: what was asked will not be answered."""
        self._sent.clear()
