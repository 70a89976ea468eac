"""From edge to press: a button board on a terminal device, through pyserial, parser, clock map, debounce and panel map.

The same run measures a bare pyserial loop that discards the same bytes: the difference is our own cost, and the rows
between break it down. The board is the software board on a thread, so both figures include the terminal's and the
scheduler's time; the row reports a machine that is too busy for that thread.
"""

import os
import select
import threading
import tty
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import serial

from cabinet.config.schema import Input
from cabinet.input.inputs import Inputs, Panels, lines_map
from hardware.board.fake import FakeBoard
from hardware.board.link import SerialLink
from hardware.board.protocol import Type
from hardware.board.source import BoardSource
from hardware.clock import FakeClock, monotonic_ns
from hardware.debounce import Debounced
from hardware.errors import BoardSilent
from hardware.source import Event, RawEvent, SwitchEdge
from tools.bench.report import Bench, Row, percentile

EDGES = 400
GAP_NS = 20_000_000
"""The interval between two edges: longer than the debounce's lockout, with fewer presses than a line that chatters."""
WARM = 20
EDGES_TYPE = bytes([Type.EDGES])
PATIENCE_NS = 60_000_000_000
"""The time limit of a run: ten times the duration on an idle machine."""


class TooBusy(Exception):
    """The machine had so little time for the terminal's thread that edges were lost, or the board seemed silent."""


class Parts(NamedTuple):
    """The ns that a press spends in each part, in the order of its path."""

    line: int
    thread: int
    parser: int
    debounce: int

    @property
    def whole(self) -> int:
        """The ns from the edge to the press."""
        return sum(self)


PARTS = (
    "the terminal, to our reading thread",
    "from that thread to the loop",
    "frames, messages, clock map",
    "debounce, panel map",
)


class Watched(BoardSource):
    """A source that records when its last edge arrived, and when `drain` returned it."""

    arrived_ns = given_ns = 0

    def drain(self) -> list[RawEvent]:
        """See `BoardSource.drain`."""
        events = super().drain()
        edges = [event for event in events if isinstance(event, SwitchEdge)]
        if edges:
            self.arrived_ns, self.given_ns = edges[-1].arrived_ns or 0, monotonic_ns()
        return events


class Terminal:
    """A software board behind a terminal device. It closes and opens a line every `GAP_NS`, and records the times."""

    def __init__(self) -> None:
        self._far, near = os.openpty()
        tty.setraw(near)
        self.device = os.ttyname(near)
        self.sent: list[int] = []
        self.is_running = True
        self.is_pressing = False
        self._clock = FakeClock(monotonic_ns())
        self._board = FakeBoard(self._clock, booted_ns=self._clock.raw_ns)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self.is_running = False
        self._thread.join()

    def _run(self) -> None:
        link, next_edge = self._board.open(), 0
        while self.is_running:
            ready, _, _ = select.select([self._far], [], [], 0.001)
            self._clock.move_to(monotonic_ns())
            if ready:
                link.write(os.read(self._far, 4096))
            if self.is_pressing and monotonic_ns() >= next_edge:
                next_edge = monotonic_ns() + GAP_NS
                self.sent.append(monotonic_ns())
                self._board.edge(0, len(self.sent) % 2 == 1)
            for chunk in link.read():
                os.write(self._far, chunk.data)


def no_trouble(event: Event) -> None:
    """Raise TooBusy: no event other than an edge may occur here."""
    raise TooBusy(str(event))


def through_the_host() -> list[Parts]:
    """Return the ns from each closing edge to its press, by part."""
    terminal = Terminal()
    lines = Input().lines
    source = Watched(lambda: SerialLink(terminal.device))
    inputs = Inputs([Panels(Debounced(source), lines_map(lines, (0, 1)))], no_trouble)
    marks: list[tuple[int, int, int, int]] = []

    def listen() -> None:
        source.wait(0.001)
        awake = monotonic_ns()
        presses = [press for press in inputs.drain(awake) if press.pressed]
        here = source.arrived_ns, max(awake, source.arrived_ns), source.given_ns, monotonic_ns()
        marks.extend(here for _ in presses)

    try:
        inputs.start()
        sent = pressed(terminal, marks, listen)
    except BoardSilent as problem:
        raise TooBusy from problem
    finally:
        inputs.close()
        terminal.close()
    both = zip(sent[::2], marks, strict=False)
    return [Parts(*(b - a for a, b in zip((went, *rest), rest, strict=False))) for went, rest in both][WARM:]


def through_pyserial() -> list[int]:
    """Return the ns from each edge to its bytes in a loop that does nothing else."""
    terminal = Terminal()
    arrived: list[int] = []
    with serial.Serial(terminal.device, timeout=0.02) as port:

        def listen() -> None:
            data = port.read(1)
            data += port.read(port.in_waiting)
            arrived.extend(monotonic_ns() for frame in data.split(b"\0") if frame[1:2] == EDGES_TYPE)

        sent = pressed(terminal, arrived, listen, each=1)
        terminal.close()
    return [came - went for went, came in zip(sent, arrived, strict=False)][WARM:]


def pressed(terminal: Terminal, arrived: Sequence[object], listen: Callable[[], None], each: int = 2) -> list[int]:
    """Let the board press until `EDGES` have arrived, `each` of them an arrival; return when they were sent (ns).

    Raises TooBusy after `PATIENCE_NS`.
    """
    end = monotonic_ns() + PATIENCE_NS
    terminal.is_pressing = True
    while len(arrived) * each < EDGES:
        if monotonic_ns() > end:
            raise TooBusy
        listen()
    terminal.is_pressing = False
    return terminal.sent


def run() -> Sequence[Row]:
    """Return the rows of our path, its parts, and the bare loop; or a single row for a machine that was too busy."""
    try:
        return list(rows(through_the_host(), through_pyserial()))
    except TooBusy:
        return [Row("board: edge to press", "-", "the machine was too busy for it: try again when nothing else runs")]


def rows(ours: Sequence[Parts], bare: Sequence[int]) -> Iterator[Row]:
    """Yield the table's rows: the median and the 99th percentile of each."""
    whole, loop = [parts.whole for parts in ours], percentile(bare, 50)
    ratio = percentile(whole, 50) / loop
    yield Row("board: edge to press", *told(whole, f", {ratio:.1f} times the bare loop"))
    for name, spent in zip(PARTS, zip(*ours, strict=True), strict=True):
        yield Row(f"board:   {name}", *told(spent))
    yield Row("board: bare pyserial", *told(bare))


def told(spent: Sequence[int], more: str = "") -> tuple[str, str]:
    """Return the figure and its remark."""
    p50, p99 = (percentile(spent, per_cent) / 1000 for per_cent in (50, 99))
    return f"{p50:.0f} µs", f"median; {p99:.0f} µs in 99 of 100{more}"


BENCH = Bench("board", run)
