"""The live test of the buttons: counts per button, as lines of a table. Works with every source.

    test = ButtonTest({4: "AMBER CARD1", ...})
    while True:
        test.count(source.drain(), source.drained_ns)
        show(test.table())

It needs raw edges: a debounced source has removed the bounce. `ReleaseBounce` learns from them how a switch bounces on
release, and which `release_ms` suits it.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from hardware import debounce
from hardware.clock import MS
from hardware.debounce import Elapsed, Settings
from hardware.source import (
    EdgesLost,
    Event,
    Glitch,
    Line,
    LineCalm,
    LineChattering,
    LineStuck,
    PressSwallowed,
    RawEvent,
    SwitchEdge,
)

HEADINGS = (
    "button",
    "state",
    "presses",
    "shortest bounce",
    "last stamp",
    "to arrival",
    "glitches",
    "too soon",
    "release bounce: 99 %, most",
)
"""The columns of `ButtonTest.table`."""

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
        if self.releases < ENOUGH:
            return None
        needed_ns = int(self._longest_burst_ns * MARGIN)
        return -(-max(needed_ns, Settings().release_ns) // MS)

    def _open(self, at_ns: int) -> None:
        if self._since_ns is not None and at_ns - self._since_ns >= HELD_NS:
            self._began_ns, self._gap_ns = at_ns, 0


@dataclass(frozen=True, slots=True)
class Row:
    """The counts of one button. Times in ns; None before the first measurement.

    `shortest_ns` is the shortest time between two raw edges that counted as bounce; `latency_ns` that from the last
    edge's stamp to its arrival in the program; `swallowed` counts `PressSwallowed`.
    """

    name: str
    state: str = "up"
    presses: int = 0
    glitches: int = 0
    swallowed: int = 0
    shortest_ns: int | None = None
    last_ns: int | None = None
    latency_ns: int | None = None

    def with_raw(self, edge: SwitchEdge, bounce_ns: int) -> "Row":
        """Count a raw edge. A gap of `bounce_ns` or more before it is not bounce."""
        shortest = self.shortest_ns
        if self.last_ns is not None and (gap := edge.time_ns - self.last_ns) < bounce_ns:
            shortest = gap if shortest is None else min(gap, shortest)
        latency = None if edge.arrived_ns is None else edge.arrived_ns - edge.time_ns
        return replace(self, shortest_ns=shortest, last_ns=edge.time_ns, latency_ns=latency)

    def with_event(self, event: Event) -> "Row":
        """Count an event from the debounce."""
        match event:
            case SwitchEdge(pressed=pressed):
                return replace(self, state="DOWN" if pressed else "up", presses=self.presses + pressed)
            case Glitch():
                return replace(self, glitches=self.glitches + 1)
            case PressSwallowed():
                return replace(self, swallowed=self.swallowed + 1)
            case LineStuck():
                return replace(self, state="STUCK")
            case LineChattering():
                return replace(self, state="CHATTERS")
            case LineCalm():
                return replace(self, state="up")
        return self


class ButtonTest:
    """Sums up the raw events of one source. `names` maps its lines to their labels, in the table's order."""

    def __init__(self, names: Mapping[Line, str], settings: Settings | None = None) -> None:
        self.rows = {line: Row(name) for line, name in names.items()}
        self.bounces = {line: ReleaseBounce() for line in names}
        self.lost = 0
        self._settings = settings or Settings()
        self._debounce = debounce.start("", {}, 0)

    def count(self, events: Iterable[RawEvent], drained_ns: int) -> None:
        """Count the events of one drain; `drained_ns` is the source's own after that drain."""
        for event in (*events, Elapsed(drained_ns)):
            if isinstance(event, SwitchEdge) and event.line in self.rows:
                self.rows[event.line] = self.rows[event.line].with_raw(event, self._settings.release_ns)
                self.bounces[event.line].add(event)
            self._debounce, reported = debounce.step(self._debounce, event, self._settings)
            for out in reported:
                self._count(out)
        for bounce in self.bounces.values():
            bounce.settle(drained_ns)

    def release_ms(self) -> tuple[int, str, int] | None:
        """Return the `release_ms` that suits every button, the button that needs the most, and how many were measured.

        Only buttons that were released often enough are measured. Return None while there is none.
        """
        known = [(ms, line) for line, bounce in self.bounces.items() if (ms := bounce.release_ms) is not None]
        if not known:
            return None
        most, line = max(known, key=lambda pair: (pair[0], self.bounces[pair[1]].longest_ns))
        return most, self.rows[line].name, len(known)

    def table(self) -> list[str]:
        """Return the table: a line of headings, then one line per button."""
        cells = [HEADINGS, *(_cells(row, self.bounces[line]) for line, row in self.rows.items())]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        return [
            "  ".join(
                cell.ljust(width) if place < 2 else cell.rjust(width) for place, (cell, width) in enumerate(pairs)
            )
            for pairs in (list(zip(row, widths, strict=True)) for row in cells)
        ]

    def _count(self, event: Event) -> None:
        if isinstance(event, EdgesLost):
            self.lost += event.count or 1
            for bounce in self.bounces.values():
                bounce.forget()
        elif event.line in self.rows:
            self.rows[event.line] = self.rows[event.line].with_event(event)


def _cells(row: Row, bounce: ReleaseBounce) -> tuple[str, ...]:
    stamp = "-" if row.last_ns is None else f"{row.last_ns / 1e9:.6f} s"
    times = (_time(row.shortest_ns), stamp, _time(row.latency_ns))
    release = f"{_time(bounce.percentile_ns(99))}, {_time(bounce.longest_ns)}" if bounce.releases else "-"
    return (row.name, row.state, str(row.presses), *times, str(row.glitches), str(row.swallowed), release)


def _time(time_ns: int | None) -> str:
    """Format a short time: µs below 10 ms, ms from there on."""
    if time_ns is None:
        return "-"
    return f"{time_ns / 1e3:.0f} µs" if abs(time_ns) < 10_000_000 else f"{time_ns / 1e6:.1f} ms"
