"""An open line to a board: what the source asks of it. The real one is `serial_link.py`, the fake's `fake.py`."""

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeAlias


class Chunk(NamedTuple):
    """Bytes that arrived together, and when (CLOCK_MONOTONIC, ns)."""

    data: bytes
    arrived_ns: int


class Link(Protocol):
    """A line that was opened. Every method but `close` raises OSError once the line is broken."""

    def read(self) -> list[Chunk]:
        """Give what arrived since the last call; never blocks."""

    def write(self, data: bytes) -> None:
        """Send bytes."""

    def wait(self, seconds: float) -> None:
        """Sleep until something has arrived or the time is over."""

    def close(self) -> None:
        """Let go of the line. May be called twice."""


Opener: TypeAlias = Callable[[], Link]
"""Finds and opens the line; raises HardwareError where it cannot be had."""
