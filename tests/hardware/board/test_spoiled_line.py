"""A line that flips, drops, doubles and cuts bytes and sends noise: no exception, no invented edge, quick recovery."""

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.board.fake import FakeBoard
from hardware.board.protocol import Frame, FrameReader, encoded
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.source import EdgesLost, SwitchEdge

WAYS = ("flip", "drop", "double", "cut", "noise_before", "noise_behind", "lose", "twice", "zeros")


def spoiled(data: bytes, way: str, chance: random.Random) -> bytes:
    """Give what arrives of bytes that were sent."""
    place = chance.randrange(len(data))
    match way:
        case "flip":
            return data[:place] + bytes([data[place] ^ chance.randrange(1, 256)]) + data[place + 1 :]
        case "drop":
            return data[:place] + data[place + 1 :]
        case "double":
            return data[:place] + data[place : place + 1] + data[place:]
        case "cut":
            return data[:place]
        case "noise_before":
            return chance.randbytes(chance.randrange(300)) + data
        case "noise_behind":
            return data + chance.randbytes(chance.randrange(300))
        case "lose":
            return b""
        case "twice":
            return data + data
    return b"\0\0" + data + b"\0"


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**48), st.floats(0.01, 0.6), st.lists(st.sampled_from(WAYS), min_size=1, unique=True))
def test_whatever_is_spoiled_no_edge_is_invented_and_none_is_missing_untold(
    seed: int, share: float, ways: list[str]
) -> None:
    chance, clock = random.Random(seed), FakeClock(5_000 * MS)
    board = FakeBoard(clock)
    source = BoardSource(board.open, clock=clock)
    source.start()
    board.spoil = lambda data: spoiled(data, chance.choice(ways), chance) if chance.random() < share else data
    happened: list[tuple[int, bool, int]] = []
    told: list[SwitchEdge | EdgesLost] = []
    for turn in range(300):
        clock.advance(4 * MS)
        if chance.random() < 0.3:
            line, closed = chance.randrange(16), bool(turn % 2)
            board.edge(line, closed)
            happened.append((line, closed, clock()))
        told += source.drain()
    board.spoil = bytes
    for _ in range(500):
        clock.advance(4 * MS)
        told += source.drain()
    source.close()
    edges = [(event.line, event.pressed, event.time_ns) for event in told if isinstance(event, SwitchEdge)]
    assert not Counter(edges) - Counter(happened), "invented, or told twice"
    if len(edges) < len(happened):
        assert any(isinstance(event, EdgesLost) for event in told)
    assert source.levels() == {line: bool(board._levels >> line & 1) for line in range(16)}


@given(st.binary(max_size=600))
def test_after_any_noise_the_second_good_frame_is_heard_at_the_latest(noise: bytes) -> None:
    reader = FrameReader()
    reader.feed(noise)
    first, second = Frame(3, 1, b"status"), Frame(3, 2, b"status")
    assert reader.feed(encoded(first) + encoded(second))[-1:] == [second]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**48))
def test_a_board_that_hears_noise_answers_the_next_good_frame(seed: int) -> None:
    chance, clock = random.Random(seed), FakeClock(5_000 * MS)
    board = FakeBoard(clock)
    link = board.open()
    link.write(chance.randbytes(chance.randrange(1, 200)))
    link.write(b"\0" + encoded(Frame(0x82, 0, b"\1\2\3\4")))
    reader = FrameReader()
    answers = [frame.type for chunk in link.read() for frame in reader.feed(chunk.data)]
    assert answers[-1:] == [4]
