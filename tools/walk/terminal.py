"""A button board on a terminal device, whose edges have the stamps that the walk wants, to the microsecond.

The board is `hardware.board.fake` on a thread. Its clock follows CLOCK_MONOTONIC, but stands at the wanted time of an
edge while that edge is made; the board has said nothing later by then, so its line stays in the order of time.
"""

import heapq
import os
import select
import threading
import tty
from collections.abc import Iterable
from typing import Final, NamedTuple

from cabinet.config.schema import Input
from cabinet.input.panel_map import lines_map
from hardware.board.fake import FakeBoard
from hardware.clock import FakeClock, monotonic_ns

PANELS: Final = 2


class Edge(NamedTuple):
    """A button that closes or opens at a time on CLOCK_MONOTONIC, ns."""

    at_ns: int
    seat: int
    button: str
    closed: bool


class Terminal:
    """Two panels on a board; `device` is the port for ``[input.board]``."""

    def __init__(self) -> None:
        self._far, self._near = os.openpty()
        tty.setraw(self._near)
        self.device = os.ttyname(self._near)
        wiring = Input().lines
        lines = lines_map((wiring.panel0, wiring.panel1), range(PANELS))
        self._lines = {place: int(line) for line, place in lines.items()}
        self._clock = FakeClock(monotonic_ns())
        self._board = FakeBoard(self._clock, booted_ns=self._clock.raw_ns)
        self._edges: list[Edge] = []
        self._lock = threading.Lock()
        self._is_running = True
        self._thread = threading.Thread(target=self._run, name="board", daemon=True)
        self._thread.start()

    def plan(self, edges: Iterable[Edge]) -> None:
        """Make these edges when their time comes; those of the past at once, with the present time."""
        with self._lock:
            for edge in edges:
                heapq.heappush(self._edges, edge)

    def close(self) -> None:
        """End the thread and close the device."""
        self._is_running = False
        self._thread.join()
        os.close(self._far)
        os.close(self._near)

    def _run(self) -> None:
        link = self._board.open()
        while self._is_running:
            ready, _, _ = select.select([self._far], [], [], 0.001)
            now = monotonic_ns()
            with self._lock:
                due = []
                while self._edges and self._edges[0].at_ns <= now:
                    due.append(heapq.heappop(self._edges))
            for edge in due:
                self._clock.move_to(max(self._clock.raw_ns, edge.at_ns))
                self._board.edge(self._lines[edge.seat, edge.button], edge.closed)
            self._clock.move_to(now)
            if ready:
                link.write(os.read(self._far, 4096))
            for chunk in link.read():
                os.write(self._far, chunk.data)
