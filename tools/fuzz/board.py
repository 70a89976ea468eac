"""Fuzz the host's end of a button board's line with atheris: ``python -m tools.fuzz.board``.

Needs `atheris` (``pip install atheris``), which is no dependency of the project. Options are libFuzzer's:
``-max_total_time=600``. A crash is an exception, an edge that was not sent, or parsers that disagree.
"""

import sys
from typing import Any

import atheris  # not installed with the project

with atheris.instrument_imports():
    from hardware.board.fake import FakeBoard
    from hardware.board.protocol import FrameReader, message_of
    from hardware.board.source import BoardSource
    from hardware.clock import FakeClock
    from hardware.events import SwitchEdge

MS = 1_000_000


def parse(data: bytes) -> None:
    """Check that parsing byte by byte and in one piece gives the same frames and counts, and read every frame."""
    whole, single = FrameReader(), FrameReader()
    frames = whole.feed(data)
    assert frames == [frame for byte in data for frame in single.feed(bytes([byte]))]
    assert (whole.bad, whole.missing) == (single.bad, single.missing)
    for frame in frames:
        message_of(frame.type, frame.payload)


def listen(data: bytes) -> None:
    """Check that a source that receives the data between good frames reports only the board's edges."""
    clock = FakeClock(5_000 * MS)
    board = FakeBoard(clock)
    source = BoardSource(board.open, clock=clock)
    source.start()
    link: Any = board._link
    sent: list[tuple[int, bool]] = []
    for place in range(0, len(data), 40):
        clock.advance(30 * MS)
        link.put(data[place : place + 40], clock())
        board.edge(place % 16, True)
        sent.append((place % 16, True))
        for event in source.drain():
            if isinstance(event, SwitchEdge):
                assert (event.line, event.pressed) in sent
        link = board._link or link
    source.close()


def one(data: bytes) -> None:
    """Run one input of the fuzzer."""
    parse(data)
    listen(data)


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
