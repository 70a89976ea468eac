"""The live test of the buttons: counts per button, as lines of a table. Works with every source.

    test = ButtonTest({4: "AMBER CARD1", ...})
    while True:
        test.count(source.drain(), source.drained_ns)
        show(test.table())

It needs raw edges: a debounced source has removed the bounce.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from hardware import debounce
from hardware.debounce import Elapsed, ReleaseBounce, Settings
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
