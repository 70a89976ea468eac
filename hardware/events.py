"""What comes out of the hardware: edges, and what went wrong with them.

A raw source tells `SwitchEdge` and `EdgesLost`. The debounce (`hardware/debounce.py`) passes both on, thins the
edges out to presses and releases, and adds `Glitch`, `PressSwallowed`, `LineStuck`,
`LineChattering` and `LineCalm`.

Every time is an integer, ns on CLOCK_MONOTONIC, and compulsory: nothing on the way may put "now" in its place.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Line: TypeAlias = int | str
"""What a source calls one of its switches: a BCM number, a key's name, an input of a board."""

Levels: TypeAlias = tuple[tuple[Line, bool], ...]
"""(line, pressed) of some lines, as read back from the device."""

Why: TypeAlias = Literal[
    "sequence", "level", "order", "flood", "callback", "reader", "script", "link", "reboot", "clock", "storm"
]
"""How it came out that edges were lost:

`sequence` a line's or a board's numbering has a gap; `level` a line's level is not what its last edge left;
`order` an edge older than its predecessor on the same line was refused; `flood` one line outran its queue;
`callback` an edge came that could not be understood; `reader` the device stopped answering;
`script` a fake was told to lose them; `link` the line to a board was gone for too long; `reboot` the board began anew;
`clock` a clock jumped; `storm` a board leaves out a line that changes too fast for a while: `levels` names the line.
"""


@dataclass(frozen=True, slots=True)
class SwitchEdge:
    """A contact of `source` closed (`pressed`) or opened.

    `time_ns` is the moment, stamped where the edge happened. `clock` names the clock that stamped it and `tick` is
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
    """Edges of `source` are missing: `count` of them, or None where that cannot be known.

    `time_ns` is the stamp of the event that showed it. `levels` are the levels that were read back at that moment,
    as far as they disagree with the edges so far. `since_ns`, where the source knows it, is the instant up to which
    nothing is missing: what was decided after it may be wrong, and is to be played again.
    """

    source: str
    count: int | None
    time_ns: int
    why: Why
    levels: Levels = ()
    since_ns: int | None = None


@dataclass(frozen=True, slots=True)
class Glitch:
    """A pulse too short for a finger. `time_ns` is its first edge, `width_ns` its length (0: under one reading).

    A closing that was seen closed counted as a press all the same: a press never waits (decision 0021).
    """

    source: str
    line: Line
    time_ns: int
    width_ns: int


@dataclass(frozen=True, slots=True)
class PressSwallowed:
    """A closing that did not count, though the contact had been open and still for longer than plain bounce has.

    `time_ns` is the closing, `open_ns` how long the contact was open before it: at least `Settings.lockout_ns`, less
    than `release_ns`. It was a very quick second tap, or the bounce of a worn switch (decision 0059).
    """

    source: str
    line: Line
    time_ns: int
    open_ns: int


@dataclass(frozen=True, slots=True)
class LineStuck:
    """A line has been down for so long (`Settings.stuck_ns`) that it looks stuck. `time_ns` is when that was up."""

    source: str
    line: Line
    time_ns: int


@dataclass(frozen=True, slots=True)
class LineChattering:
    """A line sent `edges` edges within one window, more than any finger can; it is muted until it is calm."""

    source: str
    line: Line
    time_ns: int
    edges: int


@dataclass(frozen=True, slots=True)
class LineCalm:
    """A stuck line came free, or a chattering line has been quiet long enough: it counts again."""

    source: str
    line: Line
    time_ns: int


RawEvent: TypeAlias = SwitchEdge | EdgesLost
"""What a source tells before the debounce."""

Event: TypeAlias = SwitchEdge | EdgesLost | Glitch | PressSwallowed | LineStuck | LineChattering | LineCalm
"""What a source tells."""
