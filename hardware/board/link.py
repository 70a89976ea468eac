"""The interface of an open line to a board. The real line is in `serial_link.py`, the fake's in `fake.py`."""

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias

from hardware.clock import ClockReading


class Chunk(NamedTuple):
    """Bytes that arrived together, and the computer's clocks at their arrival."""

    data: bytes
    arrived: ClockReading


class Link(Protocol):
    """An open line. Every method but `close` raises OSError once it is broken, and only `wait` blocks."""

    def read(self) -> list[Chunk]:
        """Return the bytes that arrived since the last call."""

    def write(self, data: bytes) -> bool:
        """Send a whole frame, or nothing and return False if the line is full because the board does not read."""

    def wait(self, seconds: float) -> None:
        """Sleep until bytes have arrived or the time is over."""

    def close(self) -> None:
        """Close the line. May be called twice."""


Opener: TypeAlias = Callable[[], Link]
"""Finds and opens the line; raises HardwareError if that fails."""


class WholeFrames:
    """Writes whole frames to a line that accepts only as many bytes as it has room for.

    The rest of a partly written frame is sent first next time: half a frame would spoil the one after it. At most one
    frame is kept like that; the caller decides which other frames are still worth sending later.
    """

    def __init__(self, some: Callable[[bytes], int]) -> None:
        """`some` writes as many bytes as there is room for, without waiting, and returns their number."""
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
        """Send the rest of the previous frame; return True if nothing is left."""
        if self._rest:
            self._rest = self._rest[self._some(self._rest) :]
        return not self._rest
