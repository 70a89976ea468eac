"""An open line to a board: what the source asks of it. The real one is `serial_link.py`, the fake's `fake.py`."""

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias


class Chunk(NamedTuple):
    """Bytes that arrived together, and when (CLOCK_MONOTONIC, ns)."""

    data: bytes
    arrived_ns: int


class Link(Protocol):
    """A line that was opened. Every method but `close` raises OSError once it is broken, and none but `wait` waits."""

    def read(self) -> list[Chunk]:
        """Give what arrived since the last call."""

    def write(self, data: bytes) -> bool:
        """Send a frame, or nothing of it: False where the line is full because the board does not read."""

    def wait(self, seconds: float) -> None:
        """Sleep until something has arrived or the time is over."""

    def close(self) -> None:
        """Let go of the line. May be called twice."""


Opener: TypeAlias = Callable[[], Link]
"""Finds and opens the line; raises HardwareError where it cannot be had."""


class WholeFrames:
    """Puts whole frames on a line that takes as many bytes as it has room for.

    A frame of which the line took a part goes first next time: half a frame would spoil the one behind it. At most one
    frame is kept like that, so whoever writes decides what is still worth sending later.
    """

    def __init__(self, some: Callable[[bytes], int]) -> None:
        """`some` writes what there is room for, without waiting, and gives how many bytes that were."""
        self._some = some
        self._rest = b""

    def write(self, data: bytes) -> bool:
        """See `Link.write`."""
        if not self.flush():
            return False
        taken = self._some(data)
        self._rest = data[taken:] if taken else b""
        return taken > 0

    def flush(self) -> bool:
        """Send what is left of the frame before; True if nothing is."""
        if self._rest:
            self._rest = self._rest[self._some(self._rest) :]
        return not self._rest
