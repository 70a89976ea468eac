"""The events that the hardware reports: edges, and faults.

A raw source reports `SwitchEdge` and `EdgesLost`. The debounce (`hardware/debounce.py`) passes both on, reduces the
edges to presses and releases, and adds `Glitch`, `PressSwallowed`, `LineStuck`,
`LineChattering` and `LineCalm`.

Every time is a compulsory integer, ns on CLOCK_MONOTONIC: no code on the way may replace it by "now".
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Line: TypeAlias = int | str
"""A source's name for one of its switches: a BCM number, a key's name, an input of a board."""

Levels: TypeAlias = tuple[tuple[Line, bool], ...]
"""(line, pressed) of some lines, as read back from the device."""

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
    `time_ns`.
    `arrived_ns` is when the edge reached this program, or None; it is for diagnosis, never for judging, and takes
    no part in equality. `early_ns` is how much before `time_ns` the edge may have happened: 0 for a true stamp, more
    where the kernel overwrote it (`hardware/gpio/sequence.py`).
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
