"""A fake board and the source that listens to it; a desk with both, which records what was told."""

from collections.abc import Callable, Iterator

import pytest

from hardware.board.fake import Cable, FakeBoard
from hardware.board.protocol import Frame, Message, encoded, payload_of
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.source import EdgesLost, RawEvent, SwitchEdge
from tests.hardware.conftest import losses


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(7_000_000_000)


@pytest.fixture
def board(clock: FakeClock) -> FakeBoard:
    return FakeBoard(clock)


@pytest.fixture
def source(board: FakeBoard, clock: FakeClock) -> Iterator[BoardSource]:
    made = BoardSource(board.open, clock=clock)
    made.start()
    yield made
    made.close()


@pytest.fixture
def listen(source: BoardSource, clock: FakeClock) -> Callable[[int], list[object]]:
    """Drain every 4 ms for so long; give all that was told."""

    def listened(for_ns: int) -> list[object]:
        told: list[object] = []
        for _ in range(for_ns // (4 * MS)):
            clock.advance(4 * MS)
            told += source.drain()
        return told

    return listened


S = 1_000 * MS
UP_NS = 9_720 * S
"""The board has been up for 2.7 hours, so a restart takes its ticks and numbers far back."""


class Desk:
    """A board that has been up for long, and a source that drains every 4 ms and has heard it for a while."""

    def __init__(self, byte_ns: int = 0, slewed: Callable[[int], int] | None = None) -> None:
        self.clock = FakeClock(10_000 * S, slewed)
        self.board = FakeBoard(self.clock, booted_ns=self.clock.raw_ns - UP_NS, cable=Cable(byte_ns=byte_ns))
        self.source = BoardSource(self.board.open, clock=self.clock)
        self.events: list[RawEvent] = []
        self.gone: list[tuple[int, int]] = []
        """Times (ns, from, to) in which the board counted as gone: nothing of it is waited for any more."""
        self.pressed: list[tuple[int, int]] = []
        """Line of each press, and its moment (ns)."""
        self.still: list[int] = []
        """Moments (ns) at which the board did not count as there: the match stands still."""
        self.claims: dict[int, int] = {}
        """Stamp of each edge that was told -> the error published with it (ns)."""
        self.source.start()
        for _ in range(10):
            self.press_one()
            self.listen(100 * MS)
        assert self.heard == 10
        self.events.clear()
        self.pressed.clear()

    @property
    def heard(self) -> int:
        return sum(isinstance(event, SwitchEdge) and event.pressed for event in self.events)

    @property
    def gaps(self) -> list[EdgesLost]:
        return losses(self.events)

    def put(self, message: Message) -> None:
        """Put a message on the line that the board never sent."""
        kind, payload = payload_of(message)
        assert self.board._link is not None
        self.board._link.put(encoded(Frame(kind, 0, payload)), self.clock.raw_ns)

    def press_one(self) -> None:
        line = len(self.pressed) % 16
        self.pressed.append((line, self.clock()))
        self.board.edge(line, True)
        self.listen(20 * MS)
        self.board.edge(line, False)

    def listen(self, for_ns: int, every_ns: int = 4 * MS) -> None:
        end = self.clock() + for_ns
        while self.clock() < end:
            self.clock.advance(min(every_ns, end - self.clock()))
            self.drain()

    def drain(self) -> None:
        before = self.source.drained_ns
        events = self.source.drain()
        if not self.source.is_connected and self.source.drained_ns == self.clock():
            since = self.gone[-1][1] if self.gone and self.gone[-1][1] == before else self.clock()
            self.gone.append((since, self.clock()))
        assert all(event.time_ns > before for event in events if isinstance(event, SwitchEdge)), "told already"
        assert before <= self.source.drained_ns <= self.clock()
        self.events += events
        resolution_ns = self.source.stamps.resolution_ns
        self.claims |= {event.time_ns: resolution_ns for event in events if isinstance(event, SwitchEdge)}
        self.still += [] if self.source.is_connected else [self.clock()]

    def presses_of(self, for_ns: int) -> int:
        """Press a button every half second for so long; give how many presses were heard in that time."""
        before, end = self.heard, self.clock() + for_ns
        while self.clock() < end:
            self.press_one()
            self.listen(480 * MS)
        return self.heard - before

    def is_told(self, line: int, at: int) -> bool:
        """Whether a press was told, within the error that is published with it."""
        presses = (event for event in self.events if isinstance(event, SwitchEdge) and event.pressed)
        return any(event.line == line and abs(event.time_ns - at) <= self.claims[event.time_ns] for event in presses)

    def is_in_a_gap(self, at: int) -> bool:
        """Whether a moment lies in a gap that was told, or in one in which the match stood still."""
        gaps = [(gap.since_ns, gap.time_ns) for gap in self.gaps if gap.since_ns is not None]
        stood_still = any(at <= moment <= at + 10 * MS for moment in self.still)
        return stood_still or any(since - MS <= at <= until + MS for since, until in gaps)
