"""What every source of edges promises; the contract tests hold all of them to it.

A source is driven by one thread, the one that owns the match: `start`, then `drain` again and again, then `close`.
Whatever threads or callbacks a source has of its own only put edges into a queue.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from hardware.events import Event, Line

E_co = TypeVar("E_co", bound=Event, covariant=True)


class InputSource(Protocol[E_co]):
    """A device with switches. Its type parameter is what it tells: `RawEvent`, or `Event` behind a debounce.

    1. `drain` returns what happened since the last call, sorted by stamp, and each thing once. It never blocks, and
       never raises for what the device did: lost edges are an event. Before `start` and after `close` it is empty.
    2. On one line stamps never go back, from drain to drain either. Between lines they may: a late line is told
       late, with its own stamps.
    3. Whatever is stamped at or before `drained_ns` has been told. That instant never goes back.
    4. The level before a line's first edge is that of `levels()` right after `start`.
    5. While `is_there` is False the device is out of reach, and `drained_ns` stands still as long as what happened may
       yet be told.
    6. `start` raises a `HardwareError` when the device cannot be had. `close` may be called twice.
    """

    @property
    def name(self) -> str:
        """What the source is called in every edge, in the log and on the screen."""

    @property
    def resolution_ns(self) -> int:
        """Stamps closer than this cannot be told apart (GEN-1). Counts for the latest `drain`."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """The switches it has, in a fixed order."""

    @property
    def drained_ns(self) -> int:
        """The instant up to which everything has been told."""

    @property
    def is_there(self) -> bool:
        """False while the device is out of reach; a source that cannot lose its device is always there."""

    def start(self) -> None:
        """Take hold of the device."""

    def drain(self) -> Sequence[E_co]:
        """Give everything that happened and was not given yet, sorted by stamp."""

    def levels(self) -> Mapping[Line, bool]:
        """Tell of every line whether it is pressed, as the device has it now."""

    def close(self) -> None:
        """Let go of the device."""


def nonsense_of(source: object) -> str:
    """Say why a source that is out of reach cannot be believed; empty for one that does not answer.

    Only a device that speaks a protocol can contradict itself: the others have no `nonsense`.
    """
    return str(getattr(source, "nonsense", ""))
