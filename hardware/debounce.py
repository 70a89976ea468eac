"""Eager debounce: turns a bounce trace into exactly one press, stamped with its first edge. Pure.

`step(state, event)` returns the next state and the events to report. The result is a function of the stamps alone: it
does not depend on how the trace is split into drains, nor on how late they come (decision 0021).

The rules, for each line by itself:

1. **A press never waits.** On a line at rest the first closing edge is the press, reported at once with its stamp.
   For `lockout_ns` after it every edge is bounce. An opening edge on an open line means that the contact had closed
   and opened again before the level was read: a closing and an opening at that stamp.
2. **A release counts after `release_ns` without another edge** (and never within the lockout). It is then reported with
   the stamp of its last raw edge. So a release within the lockout is reported afterwards, bounce while a button is held
   does not end the hold, and release bounce is no phantom press.
   A closing before that is a quick second tap, and is reported with its own stamp, if the contact was open and still
   for `tap_ns` before it, and is closed both `lockout_ns` after it and `release_ns` after that opening. Bounce opens
   the contact for a shorter time, or is over by then. A closing after `lockout_ns` of stillness or more that fails this
   is reported as a `PressSwallowed` (decision 0021).
3. **A contact too short for a finger is taken back** (decision 0021). It is over when it has been still for
   `release_ns`, when it closes again after `tap_ns` of stillness, or `bounce_ns` after its first edge. If it was closed
   for less than `glitch_ns` in all by then, a `Glitch` with the stamp of its press is reported in place of a release.
   So a first touch and the closing that follows it within the bounce are one press, at the touch.
4. **A line that changes as no finger can is muted** until it has been still for `calm_ns`: one that goes on changing
   for `chatter_ns` without `tap_ns` of stillness, one with more than `chatter_presses` presses in a second, and one
   that its source masks (`EdgesLost`, "storm"). A press with which such a change began is taken back. A line that is
   down for `stuck_ns` is reported as stuck. Neither affects the other lines.
5. Where edges were lost, the debounce takes over the level that was read back. It reports a lost release with the time
   of the reading; it does not report a lost press, because its time is unknown. If the edge was only late and arrives
   after all, it counts with its own stamp, as if the level had never been read.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import Final, NamedTuple

from hardware.clock import MONOTONIC, MS
from hardware.source import (
    EdgesLost,
    Event,
    Glitch,
    InputSource,
    Line,
    LineCalm,
    LineChattering,
    LineStuck,
    PressSwallowed,
    RawEvent,
    StampQuality,
    SwitchEdge,
)

SECOND_NS: Final = 1_000 * MS
BOUNCE_GAP_NS: Final = 7 * MS
"""The longest stillness within a bounce (`Settings` has the reason)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The debounce's times, in ns, and one count. 0 turns a rule off. Raises ValueError for a negative value.

    5 ms of lockout is usual in good arcade-stick firmware. 6.2 ms is the longest bounce measured on ordinary switches
    (J. Ganssle, "A Guide to Debouncing": 16 of 18 kinds, 300 presses each), hence 7 ms for `tap_ns`; at or above
    `release_ns` it has no effect. Worn switches bounce for 12 to 16 ms, hence `bounce_ns`. A finger closes a contact
    for 50 ms or more, 16 times a second at most, so it leaves the line still for more than 7 ms at least every 60 ms.
    `calm_ns` is longer than the time for which a source masks a line that storms (200 ms).
    """

    lockout_ns: int = 5 * MS
    release_ns: int = 12 * MS
    tap_ns: int = 7 * MS
    bounce_ns: int = 20 * MS
    glitch_ns: int = 300_000
    stuck_ns: int = 30_000 * MS
    chatter_ns: int = 100 * MS
    chatter_presses: int = 30
    calm_ns: int = 300 * MS

    def __post_init__(self) -> None:
        for name in self.__slots__:
            if getattr(self, name) < 0:
                raise ValueError(f"{name} cannot be below zero")

    @property
    def lag_ns(self) -> int:
        """The longest time from the stamp of an event to its report: that of a release before a quick second tap, or of
        a glitch. (What a muted line takes back may be older.)
        """
        return max(self.lockout_ns + self.release_ns, self.bounce_ns)


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
        return _earliest(self.closing) - self.opening.time_ns


class LineState(NamedTuple):
    """The state of one line. A NamedTuple: it is copied several times per edge, and dataclasses are slower to copy.

    A line that is neither held nor muted is at rest: it changes only with another edge.

    `closed` is the level since `since_ns`, the stamp of the last raw edge, `last`. `held` is the debounced level, since
    `held_ns`; `reported` is True if that hold was reported as a press. `closed_ns` is how long its contact was closed
    in all before `since_ns`, and `is_finger` whether that is known to be enough for a finger. `tap` is a re-closing
    within a hold that is not decided yet. `run_ns` is the first of the edges that followed each other without
    stillness. `window_presses` are the presses of the second that began at `window_ns`. `unread` is the state before a
    level was read back, until the next edge.
    """

    source: str
    line: Line
    closed: bool
    since_ns: int
    held: bool
    held_ns: int
    reported: bool = False
    closed_ns: int = 0
    is_finger: bool = False
    last: SwitchEdge | None = None
    tap: Tap | None = None
    stuck: bool = False
    muted: bool = False
    run_ns: int = 0
    window_ns: int = 0
    window_presses: int = 0
    unread: "LineState | None" = None

    def closed_by(self, now_ns: int) -> int:
        """How long the contact was closed in all until then, in ns."""
        return self.closed_ns + (now_ns - self.since_ns if self.closed else 0)


@dataclass(frozen=True, slots=True)
class State:
    """The debounce state of all lines of one source."""

    source: str
    lines: Mapping[Line, LineState]


Events = list[Event]
LineStep = tuple[LineState, Events]


def start(source: str, levels: Mapping[Line, bool], time_ns: int) -> State:
    """Return the state before the first edge. A line that is already down is held, but does not count as a press."""
    return State(
        source,
        {
            line: LineState(source, line, closed=down, since_ns=time_ns, held=down, held_ns=time_ns, run_ns=time_ns)
            for line, down in levels.items()
        },
    )


def step(state: State, event: SwitchEdge | EdgesLost | Elapsed, settings: Settings) -> tuple[State, Events]:
    """Process one event; return the next state and the events to report.

    Edges of one line must come in the order of their stamps; `Elapsed` must come after every edge at or before its
    time.
    """
    if isinstance(event, SwitchEdge):
        return _edge(state, event, settings)
    events: Events = []
    if isinstance(event, EdgesLost):
        events.append(event)
        lines = dict(state.lines)
        levels = {line: down for line, down in event.levels if line in lines}
        for line, down in levels.items():
            settled, due = _settle(lines[line], event.time_ns, settings)
            lines[line], more = _masked(settled, event.time_ns) if event.why == "storm" else (settled, [])
            lines[line] = _read_back(lines[line], down, event.time_ns)
            events += due + more
        return State(state.source, lines), events
    changed = {}
    for line, old in state.lines.items():
        # this runs for every line at every drain, so it avoids a function call
        if old.held or old.muted:
            changed[line], due = _settle(old, event.time_ns, settings)
            events += due
    return (State(state.source, {**state.lines, **changed}) if changed else state), events


def is_finger(state: State, line: Line, time_ns: int, now_ns: int, settings: Settings) -> bool:
    """Return whether by `now_ns`, without another edge, the press of a line with that stamp has lasted long enough."""
    there = state.lines.get(line)
    if there is None or not there.reported or there.held_ns != time_ns or there.is_finger:
        return True
    return there.closed_by(max(now_ns, there.since_ns)) >= settings.glitch_ns


def _edge(state: State, edge: SwitchEdge, settings: Settings) -> tuple[State, Events]:
    old = state.lines.get(edge.line)
    if old is None:
        old = LineState(edge.source, edge.line, False, edge.time_ns, False, edge.time_ns, run_ns=edge.time_ns)
    elif edge.time_ns < old.since_ns:
        if old.unread is None or not old.held or edge.time_ns < old.unread.since_ns:
            return state, [EdgesLost(edge.source, 1, edge.time_ns, "order")]
        old = old.unread  # the level that was read back has led to no report yet
    line, events = _settle(old, _earliest(edge), settings)
    if _earliest(edge) - line.since_ns >= settings.tap_ns:
        line = line._replace(run_ns=edge.time_ns)
    if not edge.pressed and not line.closed:
        line, more = _changed(line, replace(edge, pressed=True), settings)
        events += more
    line, more = _changed(line, edge, settings)
    return State(state.source, {**state.lines, edge.line: line}), events + more


def _earliest(edge: SwitchEdge) -> int:
    """Return the time up to which a line was still before an edge, ns: its interval may hide others."""
    return edge.time_ns - edge.early_ns


def _changed(line: LineState, edge: SwitchEdge, settings: Settings) -> LineStep:
    """Process an edge of a line on which everything up to it is settled."""
    line, events = (line, []) if line.muted else _judge(line, edge, settings)
    line = line._replace(
        closed_ns=line.closed_by(edge.time_ns), closed=edge.pressed, since_ns=edge.time_ns, last=edge, unread=None
    )
    if not line.muted and _chatters(line, edge.time_ns, settings):
        line, more = _masked(line, edge.time_ns)
        events += more
    return line, events


def _judge(line: LineState, edge: SwitchEdge, settings: Settings) -> LineStep:
    """Report the press, if the edge is one. On a held line it may begin a quick second tap, or a new contact."""
    if not edge.pressed:
        return line, []
    if not line.held:
        return _press(line, edge, settings)
    if edge.early_ns >= settings.tap_ns:
        line = line._replace(is_finger=True)
    if line.closed:
        return line, []
    if _is_too_short(line, settings):
        if _earliest(edge) - line.since_ns < settings.tap_ns:
            return line, []
        gone, events = _take_back(line)
        line, more = _press(gone, edge, settings)
        return line, events + more
    return _with_tap(line, edge, settings), []


def _is_too_short(line: LineState, settings: Settings) -> bool:
    """Return whether an open contact was closed for less than a finger's time in all."""
    return line.reported and not line.is_finger and line.closed_ns < settings.glitch_ns


def _press(line: LineState, edge: SwitchEdge, settings: Settings) -> LineStep:
    """Begin a contact, and report it as a press. One whose interval is that long may have been a finger's."""
    at, is_finger = edge.time_ns, edge.early_ns >= settings.tap_ns
    if at - line.window_ns > SECOND_NS:
        line = line._replace(window_ns=at, window_presses=0)
    presses = line.window_presses + 1
    begun = line._replace(
        held=True,
        held_ns=at,
        reported=True,
        closed=False,
        closed_ns=0,
        is_finger=is_finger,
        tap=None,
        window_presses=presses,
    )
    return begun, [edge]


def _take_back(line: LineState) -> LineStep:
    """Report that the press of this contact was no finger's."""
    presses = max(line.window_presses - 1, 0)
    gone = line._replace(held=False, reported=False, stuck=False, tap=None, window_presses=presses)
    return gone, [Glitch(line.source, line.line, line.held_ns, line.closed_ns)]


def _chatters(line: LineState, now_ns: int, settings: Settings) -> bool:
    """Return whether the line changes as no finger can."""
    is_restless = settings.chatter_ns and now_ns - line.run_ns > settings.chatter_ns
    return bool(is_restless or (settings.chatter_presses and line.window_presses > settings.chatter_presses))


def _masked(line: LineState, now_ns: int) -> LineStep:
    """Mute a line. A press since the line has been still last is taken back; one from before ends now."""
    if line.muted:
        return line, []
    events: Events = []
    if line.reported and line.held_ns >= line.run_ns:
        line, events = _take_back(line._replace(closed_ns=line.closed_by(now_ns)))
    elif line.reported and line.last is not None:
        events = [replace(line.last, pressed=False)]
    events.append(LineChattering(line.source, line.line, now_ns))
    line = line._replace(held=False, reported=False, tap=None, stuck=False, muted=True, window_presses=0)
    return line, events


def _with_tap(line: LineState, closing: SwitchEdge, settings: Settings) -> LineState:
    """Store a re-closing after `lockout_ns` of stillness or more; of several, keep the re-closing after the longest."""
    if line.last is None or settings.release_ns <= settings.lockout_ns:
        return line
    tap = Tap(line.last, closing)
    least = settings.lockout_ns if line.tap is None else max(settings.lockout_ns, line.tap.open_ns + 1)
    return line._replace(tap=tap) if tap.open_ns >= least else line


def _read_back(line: LineState, down: bool, time_ns: int) -> LineState:
    """Take over a level whose edges were lost. Report nothing: a lost press has no time."""
    if line.closed == down:
        return line
    made_up = SwitchEdge(line.source, line.line, down, time_ns, MONOTONIC, time_ns)
    before = line._replace(unread=None)
    line = line._replace(closed_ns=line.closed_by(time_ns), closed=down, since_ns=time_ns, last=made_up, unread=before)
    if down and not line.held and not line.muted:
        return line._replace(held=True, held_ns=time_ns, reported=False)
    return line


def _settle(line: LineState, now_ns: int, settings: Settings) -> LineStep:
    """Process everything that is due up to and including `now_ns` without a further edge."""
    events: Events = []
    while (due := _next_due(line, settings)) and due[0] <= now_ns:
        line, more = due[1](line, due[0], settings)
        events += more
    return line, events


Due = tuple[int, Callable[[LineState, int, Settings], LineStep]]


def _next_due(line: LineState, settings: Settings) -> Due | None:
    """Return the time of the next timeout of a line without further edges, and its handler; None if there is none."""
    if line.muted:
        return line.since_ns + settings.calm_ns, _calm
    if not line.held:
        return None
    due: list[Due] = []
    if line.reported and not line.is_finger and settings.glitch_ns:
        due.append((line.held_ns + settings.bounce_ns, _judge_contact))
    if line.tap is not None:
        settled_ns = line.tap.closing.time_ns + settings.lockout_ns
        due.append((max(line.tap.opening.time_ns + settings.release_ns, settled_ns), _decide_tap))
    if not line.closed:
        due.append((max(line.since_ns + settings.release_ns, line.held_ns + settings.lockout_ns), _release))
    elif not line.stuck:
        due.append((line.held_ns + settings.stuck_ns, _stick))
    return min(due, key=itemgetter(0), default=None)


def _calm(line: LineState, at_ns: int, _settings: Settings) -> LineStep:
    line = line._replace(muted=False, held=line.closed, held_ns=at_ns, reported=False, run_ns=at_ns, window_presses=0)
    return line, [LineCalm(line.source, line.line, at_ns)]


def _judge_contact(line: LineState, at_ns: int, settings: Settings) -> LineStep:
    """Take a contact back that was too short by the end of the longest bounce. If it has just closed, that is new."""
    if line.closed_by(at_ns) >= settings.glitch_ns:
        return line._replace(is_finger=True), []
    closing = line.last if line.closed else None
    line, events = _take_back(line._replace(closed_ns=line.closed_by(at_ns)))
    if closing is None:
        return line, events
    pressed, more = _press(line, closing, settings)
    return pressed._replace(closed=True), events + more


def _release(line: LineState, _at_ns: int, settings: Settings) -> LineStep:
    if _is_too_short(line, settings):
        return _take_back(line)
    events: Events = []
    if line.reported and line.last is not None:
        events.append(replace(line.last, pressed=False))
    if line.stuck:
        events.append(LineCalm(line.source, line.line, line.since_ns))
    return line._replace(held=False, reported=False, stuck=False), events


def _decide_tap(line: LineState, at_ns: int, settings: Settings) -> LineStep:
    """Decide by the present level. Clear `unread`: an edge from before it must not decide a second time."""
    assert line.tap is not None
    tap, line = line.tap, line._replace(tap=None, unread=None)
    if not line.closed or tap.open_ns < settings.tap_ns:
        return line, [PressSwallowed(line.source, line.line, tap.closing.time_ns, tap.open_ns)]
    opened = line._replace(last=tap.opening, since_ns=tap.opening.time_ns)
    let_go, events = _release(opened, at_ns, settings)
    pressed, more = _press(let_go, tap.closing, settings)
    pressed = pressed._replace(is_finger=True, closed=True, since_ns=line.since_ns, last=line.last)
    return pressed, events + more


def _stick(line: LineState, at_ns: int, _settings: Settings) -> LineStep:
    return line._replace(stuck=True), [LineStuck(line.source, line.line, at_ns)]


# -- How a switch bounces when it is let go ----------------------------------------------------------

HELD_NS: Final = 10 * MS
"""A contact closed for this long is held by a finger: bounce lasts 6.2 ms on ordinary switches (Ganssle)."""
REST_NS: Final = 50 * MS
"""A contact open for this long is at rest."""
ENOUGH: Final = 20
"""The number of releases needed before a value is offered."""
KEPT: Final = 1_000
"""The most releases that are stored for the percentile."""
MARGIN: Final = 1.5
"""A safety factor: some dozens of releases do not show the worst that the switch can do."""
MOST_MS: Final = 40
"""A switch that needs more than this should be replaced."""


class Release(NamedTuple):
    """One release, in ns: the longest stillness in its bounce, and the length of the bounce from its first opening."""

    gap_ns: int
    length_ns: int


class ReleaseBounce:
    """The measured release bounce of one switch."""

    def __init__(self) -> None:
        self.releases = 0
        self.longest_ns = 0
        self._longest_burst_ns = 0
        self._seen: deque[Release] = deque(maxlen=KEPT)
        self._closed = False
        self._since_ns: int | None = None
        self._began_ns: int | None = None
        self._gap_ns = 0

    def add(self, edge: SwitchEdge) -> None:
        """Process the line's next edge. An opening edge on an open contact means that it had closed in between."""
        self.settle(edge.time_ns)
        if edge.pressed and self._closed:
            return
        if self._closed:
            self._open(edge.time_ns)
        elif self._began_ns is not None and self._since_ns is not None:
            self._gap_ns = max(self._gap_ns, edge.time_ns - self._since_ns)
        self._closed, self._since_ns = edge.pressed, edge.time_ns

    def settle(self, now_ns: int) -> None:
        """Count a release that is over by `now_ns`."""
        if self._closed or self._began_ns is None or self._since_ns is None or now_ns - self._since_ns < REST_NS:
            return
        release = Release(self._gap_ns, self._since_ns - self._began_ns)
        self._began_ns = None
        self._seen.append(release)
        self.releases += 1
        self.longest_ns = max(self.longest_ns, release.gap_ns)
        if release.gap_ns * MARGIN >= Settings().tap_ns:
            self._longest_burst_ns = max(self._longest_burst_ns, release.length_ns)

    def forget(self) -> None:
        """Discard the release in progress, because edges were lost; the next release begins after an edge."""
        self._closed, self._since_ns, self._began_ns = False, None, None

    def percentile_ns(self, per_cent: int) -> int:
        """Return the open time (ns) that `per_cent` of the releases do not exceed; 0 where there were none."""
        gaps = sorted(release.gap_ns for release in self._seen)
        return gaps[min(len(gaps) * per_cent // 100, len(gaps) - 1)] if gaps else 0

    @property
    def release_ms(self) -> int | None:
        """The value that suits this switch, never below the default; None until there were `ENOUGH` releases.

        A value below the default would detect hardly more taps (docs/wiring.md). More is needed only where the contact
        stays open so long within the bounce that a re-closing could be a tap; `release_ms` then covers the whole
        bounce.
        """
        return None if self.releases < ENOUGH else self.needed_ms

    @property
    def needed_ms(self) -> int:
        """The value for the releases so far, never below the default; more of them can only raise it."""
        return -(-max(int(self._longest_burst_ns * MARGIN), Settings().release_ns) // MS)

    @property
    def burst_ns(self) -> int:
        """The longest bounce that `needed_ms` covers, ns; 0 where the default does."""
        return self._longest_burst_ns

    def _open(self, at_ns: int) -> None:
        if self._since_ns is not None and at_ns - self._since_ns >= HELD_NS:
            self._began_ns, self._gap_ns = at_ns, 0


class Debounced:
    """Wraps a raw `InputSource` and is itself an `InputSource` (`hardware/source.py`).

    For each line it reports presses and releases in turn. `drained_ns` stays `Settings.lag_ns` behind that of the raw
    source, because a release is reported only after it has been stable for that long.
    """

    def __init__(self, raw: InputSource[RawEvent], settings: Settings | None = None) -> None:
        self._raw = raw
        self._settings = settings or Settings()
        self._state = start(raw.name, {}, 0)
        self._next: Settings | None = None
        self._reported_ns = 0
        self._trains: dict[Line, tuple[int, int]] = {}
        self.releases: dict[Line, ReleaseBounce] = {}
        """How each line bounces when it is let go, since it was cleared."""
        self.bounces: dict[Line, int] = {}
        """The longest bounce of each line since it was cleared, in ns: from the first to the last of raw edges that are
        at most `BOUNCE_GAP_NS` apart."""

    @property
    def name(self) -> str:
        """The raw source's name."""
        return self._raw.name

    @property
    def stamps(self) -> StampQuality:
        """Those of the raw source: first edges keep their stamps."""
        return self._raw.stamps

    @property
    def lines(self) -> tuple[Line, ...]:
        """The raw source's lines."""
        return self._raw.lines

    @property
    def drained_ns(self) -> int:
        """The time up to which every press and release has been reported."""
        return max(self._reported_ns, self._raw.drained_ns - self._settings.lag_ns)

    @property
    def is_connected(self) -> bool:
        """Whether the raw source's device is connected."""
        return self._raw.is_connected

    @property
    def missing_name(self) -> str:
        """See `InputSource.missing_name`."""
        return self._raw.missing_name

    @property
    def distrust_reason(self) -> str:
        """See `InputSource.distrust_reason`."""
        return self._raw.distrust_reason

    def start(self) -> None:
        """Start the raw source. A line that is already down does not count as a press."""
        self._raw.start()
        self._state = start(self._raw.name, self._raw.levels(), self._raw.drained_ns)

    def adopt(self, settings: Settings) -> None:
        """Use other times from the next `drain` on. Those of what is not decided yet change with them."""
        self._next = settings if settings != self._settings else None

    def drain(self) -> list[Event]:
        """Return the presses, releases and faults since the last call, sorted by stamp."""
        if self._next is not None:  # what was reported up to now stays reported, though the lag grows
            self._reported_ns, self._settings, self._next = self.drained_ns, self._next, None
        reported: list[Event] = []
        for event in (*self._raw.drain(), Elapsed(self._raw.drained_ns)):
            self._state, more = step(self._state, event, self._settings)
            reported += more
            if isinstance(event, SwitchEdge):
                self._measure(event)
            elif isinstance(event, EdgesLost):
                for release in self.releases.values():
                    release.forget()
        return sorted(reported, key=lambda event: event.time_ns)

    def _measure(self, edge: SwitchEdge) -> None:
        began, last = self._trains.get(edge.line, (edge.time_ns, edge.time_ns))
        began = began if edge.time_ns - last <= BOUNCE_GAP_NS else edge.time_ns
        self._trains[edge.line] = began, edge.time_ns
        self.bounces[edge.line] = max(self.bounces.get(edge.line, 0), edge.time_ns - began)
        self.releases.setdefault(edge.line, ReleaseBounce()).add(edge)

    def measured(self) -> Mapping[Line, ReleaseBounce]:
        """Return how each line has bounced when it was let go, up to `drained_ns`."""
        for release in self.releases.values():
            release.settle(self._raw.drained_ns)
        return self.releases

    def is_finger(self, line: Line, time_ns: int, now_ns: int) -> bool:
        """Return whether the press of a line with that stamp has lasted long enough by `now_ns`, as far as is known."""
        return is_finger(self._state, line, time_ns, now_ns, self._settings)

    def levels(self) -> Mapping[Line, bool]:
        """Return the raw source's levels, including bounce."""
        return self._raw.levels()

    def close(self) -> None:
        """Close the raw source."""
        self._raw.close()
