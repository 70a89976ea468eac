"""A fake board and the source that listens to it."""

from collections.abc import Callable, Iterator

import pytest

from hardware.board.fake import FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock


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
