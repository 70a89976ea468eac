"""From edge to press: a button board on a terminal device, through pyserial, parser, clock map, debounce and panel map.

Beside it, in the same run, a bare pyserial loop that does nothing with the same bytes: what is left between the two is
ours. The board is the one in software, on a thread, so both figures hold the terminal's and the scheduler's time.
"""

import os
import select
import threading
import tty
from collections.abc import Callable, Sequence
from time import perf_counter_ns

import serial

from cabinet.config import Input
from cabinet.inputs import Inputs, Panels, lines_map
from hardware.board.fake import FakeBoard
from hardware.board.protocol import Type
from hardware.board.serial_link import SerialLink
from hardware.board.source import BoardSource
from hardware.clock import monotonic_ns
from hardware.debounced import Debounced
from hardware.events import Event
from tools.bench.report import Bench, Row, percentile

EDGES = 400
GAP_NS = 15_000_000
"""Between two edges: longer than the debounce's lockout."""
WARM = 20
EDGES_TYPE = bytes([Type.EDGES])


class Terminal:
    """A board in software behind a terminal device. It closes and opens a line now and then, and notes when."""

    def __init__(self) -> None:
        self._far, near = os.openpty()
        tty.setraw(near)
        self.device = os.ttyname(near)
        self.sent: list[int] = []
        self.is_running = True
        self.is_pressing = False
        self._board = FakeBoard(monotonic_ns, booted_ns=monotonic_ns())
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
            if ready:
                link.write(os.read(self._far, 4096))
            if self.is_pressing and monotonic_ns() >= next_edge:
                next_edge = monotonic_ns() + GAP_NS
                self.sent.append(perf_counter_ns())
                self._board.edge(0, len(self.sent) % 2 == 1)
            for chunk in link.read():
                os.write(self._far, chunk.data)


def no_trouble(event: Event) -> None:
    """Nothing may be lost here."""
    raise AssertionError(f"unexpected: {event}")


def through_the_host() -> list[int]:
    """The ns from each closing edge to its press."""
    terminal = Terminal()
    lines = Input().lines
    source = BoardSource(lambda: SerialLink(terminal.device))
    inputs = Inputs([Panels(Debounced(source), lines_map((lines.panel0, lines.panel1), (0, 1)))], no_trouble)
    inputs.start()
    arrived: list[int] = []

    def listen() -> None:
        source.wait(0.001)
        arrived.extend(perf_counter_ns() for press in inputs.drain() if press.pressed)

    sent = pressed(terminal, arrived, listen)
    inputs.close()
    terminal.close()
    return [came - went for went, came in zip(sent[::2], arrived, strict=False)][WARM:]


def through_pyserial() -> list[int]:
    """The ns from each edge to its bytes in a loop that does nothing else."""
    terminal = Terminal()
    arrived: list[int] = []
    with serial.Serial(terminal.device, timeout=0.02) as port:

        def listen() -> None:
            data = port.read(1)
            data += port.read(port.in_waiting)
            arrived.extend(perf_counter_ns() for frame in data.split(b"\0") if frame[1:2] == EDGES_TYPE)

        sent = pressed(terminal, arrived, listen, each=1)
        terminal.close()
    return [came - went for went, came in zip(sent, arrived, strict=False)][WARM:]


def pressed(terminal: Terminal, arrived: Sequence[int], listen: Callable[[], None], each: int = 2) -> list[int]:
    """Let the board press until enough has arrived; give when its edges were sent, `each` of them to one arrival."""
    terminal.is_pressing = True
    while len(arrived) * each < EDGES:
        listen()
    terminal.is_pressing = False
    return terminal.sent


def run() -> Sequence[Row]:
    """Two rows: ours, and the bare loop."""
    rows = []
    for what, measure in (("board: edge to press", through_the_host), ("board: bare pyserial", through_pyserial)):
        spent = measure()
        p50, p99 = (percentile(spent, per_cent) / 1000 for per_cent in (50, 99))
        rows.append(Row(what, f"{p50:.0f} µs", f"median; {p99:.0f} µs in 99 of 100"))
    return rows


BENCH = Bench("board", run)
