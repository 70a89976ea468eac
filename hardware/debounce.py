"""Eager debounce: turns a bounce trace into exactly one press, stamped with its first edge. Pure.

`step(state, event)` returns the next state and the events to report. The result is a function of the stamps alone: it
does not depend on how the trace is split into drains, nor on how late they come (decision 0021).

The rules, for each line by itself:

1. **A press never waits.** On a line at rest the first closing edge is the press, reported at once with its stamp.
   For `lockout_ns` after it every edge is bounce.
2. **A release counts after `release_ns` without another edge** (and never within the lockout). It is then reported with
   the stamp of its last raw edge. So a release within the lockout is reported afterwards, bounce while a button is held
   does not end the hold, and release bounce is no phantom press.
   A closing before that is a quick second tap, and is reported with its own stamp, if the contact was open and still
   for `tap_ns` before it, and is closed both `lockout_ns` after it and `release_ns` after that opening. Bounce opens
   the contact for a shorter time, or is over by then. A closing after `lockout_ns` of stillness or more that fails this
   is reported as a `PressSwallowed` (decision 0059).
3. **A touch passes its stamp on.** The kernel reads the level after it stamped the interrupt; an opening edge on a line
   at rest means that the contact had closed and opened again by then. That is no press, but a press that follows
   within the lockout gets the touch's stamp: the touch was the first contact.
4. **A press shorter than `glitch_ns` in total is also reported as a `Glitch`**, and so is a touch without a press.
5. **A line that is down for `stuck_ns` is reported as stuck; a line with more than `chatter_edges` in `chatter_ns` is
   muted** until it has been still for `calm_ns`. Neither affects the other lines.
6. Where edges were lost, the debounce takes over the level that was read back. It reports a lost release with the time
   of the reading; it does not report a lost press, because its time is unknown. If the edge was only late and arrives
   after all, it counts with its own stamp, as if the level had never been read.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from hardware.clock import MONOTONIC, MS
from hardware.events import (
    EdgesLost,
    Event,
    Glitch,
    Line,
    LineCalm,
    LineChattering,
    LineStuck,
    PressSwallowed,
    SwitchEdge,
)


@dataclass(frozen=True, slots=True)
class Settings:
    """The debounce's times, in ns. Raises ValueError for a negative value.

    5 ms of lockout is usual in good arcade-stick firmware; fingers need 50 ms and more for a press, and 400 edges a
    second are a dozen presses with fifteen bounces each. 6.2 ms is the longest bounce measured on ordinary switches
    (J. Ganssle, "A Guide to Debouncing": 16 of 18 kinds, 300 presses each), hence 7 ms for `tap_ns`; at or above
    `release_ns` it has no effect.
    """

    lockout_ns: int = 5 * MS
    release_ns: int = 12 * MS
    tap_ns: int = 7 * MS
    glitch_ns: int = 300_000
    stuck_ns: int = 30_000 * MS
    chatter_edges: int = 400
    chatter_ns: int = 1_000 * MS
    calm_ns: int = 1_000 * MS

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if getattr(self, name) < 0:
                raise ValueError(f"{name} cannot be below zero")

    @classmethod
    def off(cls) -> "Settings":
        """Return the settings for switches that are already debounced: every edge counts at once."""
        return cls(lockout_ns=0, release_ns=0, tap_ns=0, glitch_ns=0, chatter_ns=0)

    @property
    def lag_ns(self) -> int:
        """The longest time from the stamp of a release to its report: that of a release before a quick second tap."""
        return self.lockout_ns + self.release_ns


@dataclass(frozen=True, slots=True)
class Elapsed:
    """Everything stamped at or before `time_ns` has been reported. An input of `step`."""

    time_ns: int


class Tap(NamedTuple):
    """A closing that may be a quick second tap, and the last edge before it, which opened the contact."""

    opening: SwitchEdge
    closing: SwitchEdge

    @property
    def open_ns(self) -> int:
        """How long the contact was open and still, in ns."""
        return self.closing.time_ns - self.opening.time_ns


class LineState(NamedTuple):
    """The state of one line. A NamedTuple: it is copied several times per edge, and dataclasses are slower to copy.

    A line that is neither held nor muted nor touched is at rest: it changes only with another edge.

    `closed` is the level since `since_ns`, the stamp of the last raw edge, `last`. `held` is the debounced level, since
    `held_ns`; `told` is True if that hold was reported as a press. `tap` is a re-closing within a hold that is not
    decided yet. `unread` is the state before a level was read back, until the next edge.
    """

    source: str
    line: Line
    closed: bool
    since_ns: int
    held: bool
    held_ns: int
    told: bool = False
    last: SwitchEdge | None = None
    touch: SwitchEdge | None = None
    tap: Tap | None = None
    stuck: bool = False
    muted: bool = False
    window_ns: int = 0
    window_edges: int = 0
    unread: "LineState | None" = None


@dataclass(frozen=True, slots=True)
class State:
    """The debounce state of all lines of one source."""

    source: str
    lines: Mapping[Line, LineState]


Told = list[Event]
LineStep = tuple[LineState, Told]


def start(source: str, levels: Mapping[Line, bool], time_ns: int) -> State:
    """Return the state before the first edge. A line that is already down is held, but does not count as a press."""
    return State(
        source,
        {
            line: LineState(source, line, closed=down, since_ns=time_ns, held=down, held_ns=time_ns)
            for line, down in levels.items()
        },
    )


def step(state: State, event: SwitchEdge | EdgesLost | Elapsed, settings: Settings) -> tuple[State, Told]:
    """Process one event; return the next state and the events to report.

    Edges of one line must come in the order of their stamps; `Elapsed` must come after every edge at or before its
    time.
    """
    if isinstance(event, SwitchEdge):
        return _edge(state, event, settings)
    told: Told = []
    if isinstance(event, EdgesLost):
        told.append(event)
        lines = dict(state.lines)
        levels = {line: down for line, down in event.levels if line in lines}
        for line, down in levels.items():
            settled, due = _settle(lines[line], event.time_ns, settings)
            lines[line] = _read_back(settled, down, event.time_ns)
            told += due
        return State(state.source, lines), told
    changed = {}
    for line, old in state.lines.items():
        # this runs for every line at every drain, so it avoids a function call
        if old.held or old.muted or old.touch is not None:
            changed[line], due = _settle(old, event.time_ns, settings)
            told += due
    return (State(state.source, {**state.lines, **changed}) if changed else state), told


def _edge(state: State, edge: SwitchEdge, settings: Settings) -> tuple[State, Told]:
    old = state.lines.get(edge.line)
    if old is None:
        old = LineState(edge.source, edge.line, False, edge.time_ns, False, edge.time_ns)
    elif edge.time_ns < old.since_ns:
        if old.unread is None or not old.held or edge.time_ns < old.unread.since_ns:
            return state, [EdgesLost(edge.source, 1, edge.time_ns, "order")]
        old = old.unread  # the level that was read back has led to no report yet
    settled, told = _settle(old, edge.time_ns, settings)
    counted = _count(settled, edge, settings)
    if counted.muted:
        new, more = _mute(counted, edge) if not settled.muted else (counted, [])
    else:
        new, more = _judge(counted, edge, settings)
    new = new._replace(closed=edge.pressed, since_ns=edge.time_ns, last=edge, unread=None)
    return State(state.source, {**state.lines, edge.line: new}), told + more


def _count(line: LineState, edge: SwitchEdge, settings: Settings) -> LineState:
    """Count the edge in its chatter window. The first edge after a window ends opens the next."""
    if line.window_edges == 0 or edge.time_ns - line.window_ns > settings.chatter_ns:
        return line._replace(window_ns=edge.time_ns, window_edges=1)
    edges = line.window_edges + 1
    return line._replace(window_edges=edges, muted=line.muted or edges > settings.chatter_edges)


def _mute(line: LineState, edge: SwitchEdge) -> LineStep:
    told: Told = [replace(edge, pressed=False)] if line.told else []
    told.append(LineChattering(line.source, line.line, edge.time_ns, line.window_edges))
    return line._replace(held=False, told=False, touch=None, tap=None, stuck=False), told


def _judge(line: LineState, edge: SwitchEdge, settings: Settings) -> LineStep:
    """Report the press, if the edge is one. On a held line it changes the level and may begin a quick second tap."""
    if line.held:
        return (_with_tap(line, edge, settings) if edge.pressed else line), []
    if not edge.pressed:
        return line._replace(touch=line.touch or edge), []
    press = edge if line.touch is None else replace(line.touch, pressed=True, arrived_ns=edge.arrived_ns)
    return line._replace(held=True, held_ns=press.time_ns, told=True, touch=None), [press]


def _with_tap(line: LineState, closing: SwitchEdge, settings: Settings) -> LineState:
    """Store a re-closing after `lockout_ns` of stillness or more; of several, keep the re-closing after the longest."""
    if line.closed or line.last is None or settings.release_ns <= settings.lockout_ns:
        return line
    tap = Tap(line.last, closing)
    least = settings.lockout_ns if line.tap is None else max(settings.lockout_ns, line.tap.open_ns + 1)
    return line._replace(tap=tap) if tap.open_ns >= least else line


def _read_back(line: LineState, down: bool, time_ns: int) -> LineState:
    """Take over a level whose edges were lost. Report nothing: a lost press has no time."""
    if line.closed == down:
        return line
    made_up = SwitchEdge(line.source, line.line, down, time_ns, MONOTONIC, time_ns)
    line = line._replace(closed=down, since_ns=time_ns, last=made_up, unread=line._replace(unread=None))
    if down and not line.held and not line.muted:
        return line._replace(held=True, held_ns=time_ns, told=False, touch=None)
    return line


def _settle(line: LineState, now_ns: int, settings: Settings) -> LineStep:
    """Process everything that is due up to and including `now_ns` without a further edge."""
    told: Told = []
    while (due := _next_due(line, settings)) and due[0] <= now_ns:
        line, more = due[1](line, due[0], settings)
        told += more
    return line, told


Due = tuple[int, Callable[[LineState, int, Settings], LineStep]]


def _next_due(line: LineState, settings: Settings) -> Due | None:
    """Return the time of the next timeout of a line without further edges, and its handler; None if there is none."""
    if line.muted:
        return line.since_ns + settings.calm_ns, _calm
    if line.tap is not None:
        settled_ns = line.tap.closing.time_ns + settings.lockout_ns
        decided_ns = max(line.tap.opening.time_ns + settings.release_ns, settled_ns)
        if line.stuck or not line.closed or decided_ns <= line.held_ns + settings.stuck_ns:
            return decided_ns, _decide_tap
    if line.held and not line.closed:
        return max(line.since_ns + settings.release_ns, line.held_ns + settings.lockout_ns), _release
    if line.held and not line.stuck:
        return line.held_ns + settings.stuck_ns, _stick
    if line.touch is not None:
        return line.touch.time_ns + settings.lockout_ns, _forget_touch
    return None


def _calm(line: LineState, at_ns: int, _settings: Settings) -> LineStep:
    line = line._replace(muted=False, held=line.closed, held_ns=at_ns, told=False, window_edges=0)
    return line, [LineCalm(line.source, line.line, at_ns)]


def _release(line: LineState, _at_ns: int, settings: Settings) -> LineStep:
    told: Told = []
    if line.told and line.last is not None:
        told.append(replace(line.last, pressed=False))
        if (width := line.since_ns - line.held_ns) < settings.glitch_ns:
            told.append(Glitch(line.source, line.line, line.held_ns, width))
    if line.stuck:
        told.append(LineCalm(line.source, line.line, line.since_ns))
    return line._replace(held=False, told=False, stuck=False), told


def _decide_tap(line: LineState, at_ns: int, settings: Settings) -> LineStep:
    """Decide by the present level. Clear `unread`: an edge from before it must not decide a second time."""
    assert line.tap is not None
    tap, line = line.tap, line._replace(tap=None, unread=None)
    if not line.closed or tap.open_ns < settings.tap_ns:
        return line, [PressSwallowed(line.source, line.line, tap.closing.time_ns, tap.open_ns)]
    opened = line._replace(last=tap.opening, since_ns=tap.opening.time_ns)
    let_go, told = _release(opened, at_ns, settings)
    pressed = let_go._replace(held=True, held_ns=tap.closing.time_ns, told=True, last=line.last, since_ns=line.since_ns)
    return pressed, [*told, tap.closing]


def _stick(line: LineState, at_ns: int, _settings: Settings) -> LineStep:
    return line._replace(stuck=True), [LineStuck(line.source, line.line, at_ns)]


def _forget_touch(line: LineState, _at_ns: int, _settings: Settings) -> LineStep:
    told: Told = [Glitch(line.source, line.line, line.touch.time_ns, 0)] if line.touch else []
    return line._replace(touch=None), told
