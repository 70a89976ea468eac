"""What every source of edges reports, and what it promises: events, and the interface `InputSource`.

A raw source reports `SwitchEdge` and `EdgesLost`. The debounce (`hardware/debounce.py`) passes both on, reduces the
edges to presses and releases, and adds `Glitch`, `PressSwallowed`, `LineStuck`, `LineChattering` and `LineCalm`.

Every time is a compulsory integer, ns on CLOCK_MONOTONIC: no code on the way may replace it by "now".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol, TypeAlias, TypeVar

Line: TypeAlias = int | str
"""A source's name for one of its switches: a BCM number, a key's name, an input of a board."""

Levels: TypeAlias = tuple[tuple[Line, bool], ...]
"""(line, pressed) of some lines, as read back from the device."""

UNKNOWN_NS: Final = 60_000_000
"""Claimed of a stamp of which nothing is known: longer than any contest reaches, so that no race is decided by it."""

Why: TypeAlias = Literal[
    "sequence", "level", "order", "flood", "callback", "reader", "script", "link", "reboot", "clock", "storm"
]
"""How the loss of edges was found:

`sequence` a line's or a board's numbering has a gap; `level` a line's level differs from its last edge's;
`order` an edge older than its predecessor on the same line was refused; `flood` one line outran its queue;
`callback` an edge came that could not be parsed; `reader` the device stopped answering;
`script` a fake's script lost them; `link` the line to a board was gone for too long; `reboot` the board restarted;
`clock` a clock jumped, and they have no time here; `storm` a board masks a line that changes too fast for a while:
`levels` names the line.
"""


@dataclass(frozen=True, slots=True)
class SwitchEdge:
    """A contact of `source` closed (`pressed`) or opened.

    `time_ns` is the time of the edge, stamped where it happened. `clock` names the clock that stamped it and `tick` is
    that clock's own reading, of `tick_ns` ns each: edges with the same `clock` are compared in ticks, others in
    `time_ns`. Ticks of more than 1 ns are a clock's own, and order its edges for certain, whatever `early_ns` is.
    `arrived_ns` is when the edge reached this program, or None; it is for diagnosis, never for judging, and takes
    no part in equality. `early_ns` is how much before `time_ns` the edge may have happened: 0 for a true stamp, more
    where the kernel overwrote it (`hardware/gpio/sequence.py`), or asks its device only now and then.
    `resolution_ns` is that of this stamp, where it is coarser than its source's.
    """

    source: str
    line: Line
    pressed: bool
    time_ns: int
    clock: str
    tick: int
    arrived_ns: int | None = field(default=None, compare=False)
    tick_ns: int = 1
    early_ns: int = 0
    resolution_ns: int = 0


@dataclass(frozen=True, slots=True)
class EdgesLost:
    """Edges of `source` are missing: `count` of them, or None where the number is unknown.

    `time_ns` is the stamp of the event that revealed the loss. `levels` are the levels that were read back at that
    time, as far as they disagree with the edges so far. `since_ns`, where the source knows it, is the time up to which
    nothing is missing: decisions after it may be wrong and must be recomputed.
    """

    source: str
    count: int | None
    time_ns: int
    why: Why
    levels: Levels = ()
    since_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Glitch:
    """The press of this line with the stamp `time_ns` was no finger's, and is taken back (decision 0021).

    `width_ns` is how long the contact was closed in all, 0 if that was shorter than a reading. No release is reported
    for such a press.
    """

    source: str
    line: Line
    time_ns: int
    width_ns: int


@dataclass(frozen=True, slots=True)
class PressSwallowed:
    """A closing that did not count, though the contact had been open and still for longer than in plain bounce.

    `time_ns` is the closing, `open_ns` how long the contact was open before it: at least `Settings.lockout_ns`, less
    than `release_ns`. It was a very quick second tap, or the bounce of a worn switch (decision 0021).
    """

    source: str
    line: Line
    time_ns: int
    open_ns: int


@dataclass(frozen=True, slots=True)
class LineStuck:
    """A line has been down for `Settings.stuck_ns`, so it looks stuck. `time_ns` is the end of that period."""

    source: str
    line: Line
    time_ns: int


@dataclass(frozen=True, slots=True)
class LineChattering:
    """A line changes as no finger can; it is muted until it is calm."""

    source: str
    line: Line
    time_ns: int


@dataclass(frozen=True, slots=True)
class LineCalm:
    """A stuck line was released, or a muted line has been still for `Settings.calm_ns`: it counts again."""

    source: str
    line: Line
    time_ns: int


RawEvent: TypeAlias = SwitchEdge | EdgesLost
"""An event of a source without a debounce."""

Event: TypeAlias = SwitchEdge | EdgesLost | Glitch | PressSwallowed | LineStuck | LineChattering | LineCalm
"""An event of any source."""


Doubt: TypeAlias = Literal["", "chip", "late", "interval"]
"""Why a source's stamps are not exact enough to judge: `chip` nobody has checked how this chip stamps; `late` the
interrupt threads exceed the bound on a stamp's error; `interval` nobody knows how often a device is asked for news; ""
they are."""

Stamped: TypeAlias = Literal["timer", "first_edge", "interval", "reading", "unchecked"]
"""What a stamp is: the time of a contact's first edge, by a board's `timer` or by an interrupt that is traced
(`first_edge`); the end of an `interval` in which the contact closed (`SwitchEdge.early_ns`); the time of the `reading`
of a queue; `unchecked` where nobody knows how this chip stamps. A match's log names those of the header's pins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StampQuality:
    """What a source's stamps are worth, as of its latest `drain`.

    The order of stamps closer than `resolution_ns` is uncertain (GEN-1). `interval_ns` is how often the slowest of
    several devices answers, 0 where none has to be asked. `doubt` is why races are not judged by these stamps, empty if
    they are. `is_traced`: every interrupt is traced; `untraced` is why not where each could be. `overwritten` is the
    number of first contacts' stamps that the kernel has overwritten since the start; this loses no edge.
    """

    resolution_ns: int
    stamped: Stamped
    interval_ns: int = 0
    doubt: Doubt = ""
    is_traced: bool = False
    untraced: str = ""
    overwritten: int = 0


E_co = TypeVar("E_co", bound=Event, covariant=True)


class InputSource(Protocol[E_co]):
    """A device with switches. Its type parameter is the type of its events: `RawEvent`, or `Event` behind a debounce.

    A source is driven by one thread, the owner of the match: `start`, then `drain` again and again, then `close`.
    The source's own threads and callbacks only put edges into a queue. The contract tests check each source for this:

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
    def stamps(self) -> StampQuality:
        """What its stamps are worth."""

    @property
    def lines(self) -> tuple[Line, ...]:
        """The source's switches, in a fixed order."""

    @property
    def drained_ns(self) -> int:
        """The time up to which everything has been reported."""

    @property
    def is_connected(self) -> bool:
        """False while the device is disconnected; always True for a source that cannot lose its device."""

    @property
    def missing_name(self) -> str:
        """The name of what is out of reach: of the device, where a source has several; else the source's own."""

    @property
    def distrust_reason(self) -> str:
        """Why the data of a disconnected device that answers is not trusted; only one with a protocol can contradict
        itself. Empty otherwise."""

    def start(self) -> None:
        """Open the device."""

    def drain(self) -> Sequence[E_co]:
        """Return the events that were not returned yet, sorted by stamp."""

    def levels(self) -> Mapping[Line, bool]:
        """Return each line's current level on the device (True = pressed)."""

    def close(self) -> None:
        """Close the device."""


class TracedSource(Protocol):
    """A source whose stamps are better with a trace of the interrupts, which may come at any time."""

    def renew_trace(self, *, keep: bool = False) -> None:
        """Use a trace that has come meanwhile, and request one again if there is none. Never waits.

        `keep`: until the next call a trace that comes is not used, so that a match has one kind of stamps. To be called
        between two matches, not in the middle of one.
        """
