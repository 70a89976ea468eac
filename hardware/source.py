"""The interface of every source of edges; the contract tests check it for each of them.

A source is driven by one thread, the owner of the match: `start`, then `drain` again and again, then `close`.
The source's own threads and callbacks only put edges into a queue.
"""

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol, TypeAlias, TypeVar

from hardware.events import Event, Line

Doubt: TypeAlias = Literal["", "chip", "late", "interval"]
"""Why a source's stamps are not exact enough to judge: `chip` nobody has checked how this chip stamps; `late` the
interrupt threads exceed the bound on a stamp's error; `interval` nobody knows how often a device is asked for news; ""
they are."""

E_co = TypeVar("E_co", bound=Event, covariant=True)


class InputSource(Protocol[E_co]):
    """A device with switches. Its type parameter is the type of its events: `RawEvent`, or `Event` behind a debounce.

    1. `drain` returns the events since the last call, sorted by stamp, and each of them once. It never blocks, and
       never raises for a fault of the device: lost edges are an event. Before `start` and after `close` it is empty.
    2. On one line stamps never go back, from drain to drain either, and edges with one stamp come in the order in which
       they happened. Between lines stamps may go back: a late line is reported late, with its own stamps.
    3. Every event stamped at or before `drained_ns` has been reported. That time never goes back. (The `Glitch` of a
       line that is muted may come later: it takes back the press with which the line's noise began.)
    4. The level before a line's first edge is that of `levels()` right after `start`.
    5. While `is_connected` is False the device is disconnected, and `drained_ns` does not advance as long as earlier
       events may still be reported.
    6. `start` raises a `HardwareError` when the device is not available. `close` may be called twice.
    """

    @property
    def name(self) -> str:
        """The source's name in every edge, in the log and on the screen."""

    @property
    def resolution_ns(self) -> int:
        """The order of stamps closer than this is uncertain (GEN-1). Valid for the latest `drain`."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """The source's switches, in a fixed order."""

    @property
    def drained_ns(self) -> int:
        """The time up to which everything has been reported."""

    @property
    def is_connected(self) -> bool:
        """False while the device is disconnected; always True for a source that cannot lose its device."""

    def start(self) -> None:
        """Open the device."""

    def drain(self) -> Sequence[E_co]:
        """Return the events that were not returned yet, sorted by stamp."""

    def levels(self) -> Mapping[Line, bool]:
        """Return each line's current level on the device (True = pressed)."""

    def close(self) -> None:
        """Close the device."""


def missing_name(source: object) -> str:
    """Return the name of what is out of reach: of the device, where a source has several; else the source's own."""
    return str(getattr(source, "missing_name", "") or getattr(source, "name", ""))


def distrust_reason(source: object) -> str:
    """Return why the data of a disconnected source is not trusted; empty if the source does not answer.

    Only a device that speaks a protocol can contradict itself: the others have no `distrust_reason`.
    """
    return str(getattr(source, "distrust_reason", ""))
