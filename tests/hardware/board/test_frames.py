"""Bytes to frames: the same however they are cut; whatever is spoiled is counted and nothing is invented."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board.protocol import (
    MAX_ENCODED,
    MAX_PAYLOAD,
    Bootloader,
    Edge,
    Edges,
    Frame,
    FrameReader,
    Hello,
    HelloRequest,
    LogText,
    Message,
    Output,
    Ping,
    Pong,
    Run,
    SetLamps,
    SetOutput,
    Status,
    Step,
    Steps,
    Type,
    encoded,
    message_of,
    payload_of,
)
from hardware.lamps import Lamp, Motion

FRAMES = st.builds(Frame, st.integers(0, 255), st.integers(0, 255), st.binary(max_size=MAX_PAYLOAD))


def test_the_crc_is_the_one_that_the_page_names() -> None:
    body = b"123456789"
    assert encoded(Frame(body[0], body[1], body[2:])).endswith(b"\xb1\x29\0"), "0x29B1, low byte first"


@given(st.lists(FRAMES, max_size=6), st.data())
def test_byte_by_byte_and_all_at_once_give_the_same(frames: list[Frame], data: st.DataObject) -> None:
    line = b"".join(map(encoded, frames))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(line)), max_size=8)))
    pieces = [line[a:b] for a, b in zip([0, *cuts], [*cuts, len(line)], strict=True)]
    whole, single, cut = FrameReader(), FrameReader(), FrameReader()
    assert whole.feed(line) == frames
    assert [frame for byte in line for frame in single.feed(bytes([byte]))] == frames
    assert [frame for piece in pieces for frame in cut.feed(piece)] == frames
    assert {reader.bad for reader in (whole, single, cut)} == {0}


@given(st.binary(max_size=3 * MAX_ENCODED), st.data())
def test_noise_is_counted_alike_however_it_is_cut(noise: bytes, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(noise)))
    whole, parts = FrameReader(), FrameReader()
    frames = whole.feed(noise)
    assert parts.feed(noise[:cut]) + parts.feed(noise[cut:]) == frames
    assert (whole.bad, whole.missing) == (parts.bad, parts.missing)


@given(st.binary(max_size=2 * MAX_ENCODED), FRAMES)
def test_a_good_frame_behind_noise_and_a_zero_is_read(noise: bytes, frame: Frame) -> None:
    reader = FrameReader()
    reader.feed(noise + b"\0")
    assert reader.feed(encoded(frame)) == [frame]


@given(FRAMES, st.data())
def test_a_frame_with_a_bit_turned_round_is_no_frame(frame: Frame, data: st.DataObject) -> None:
    line = bytearray(encoded(frame))
    place = data.draw(st.integers(0, len(line) - 2))
    line[place] ^= 1 << data.draw(st.integers(0, 7))
    assert frame not in FrameReader().feed(bytes(line))


def test_a_frame_that_never_ends_costs_no_memory_and_one_bad_frame() -> None:
    reader = FrameReader()
    for _ in range(1000):
        assert reader.feed(b"x" * 1000) == []
    assert len(reader._begun) <= MAX_ENCODED
    assert reader.feed(b"\0" + encoded(Frame(1, 0, b""))) == [Frame(1, 0, b"")]
    assert reader.bad == 1


def test_frames_that_never_came_are_counted_by_their_numbers() -> None:
    reader = FrameReader()
    for number in (254, 255, 0, 3):
        reader.feed(encoded(Frame(1, number, b"")))
    assert (reader.missing, reader.bad) == (2, 0)


def test_a_payload_that_is_too_long_is_a_programmers_mistake() -> None:
    with pytest.raises(ValueError, match="at most 192"):
        encoded(Frame(1, 0, bytes(MAX_PAYLOAD + 1)))


STATUS = Status(2**63, 0xFFFF, 3, 4, 5, 6, 0x8001, 7)
HELLO = Hello(1, (1, 2, 3), b"abcdefgh", 7, 2, 0, 16, 16, 1000, 5, 9, 1, 2**40, 1 << Output.PINS)


@pytest.mark.parametrize(
    "message",
    [
        HELLO,
        Edges(2**32 - 1, (Edge(0, True, 2**50), Edge(15, False, 2**50 + 17))),
        STATUS,
        Pong(1, 2, 3),
        LogText(3, "ring full: ä"),
        HelloRequest(),
        Ping(2**32 - 1),
        SetLamps(128, 2, (Lamp((1, 2, 3), Motion.CHASE, 400, 64), Lamp())),
        SetOutput(Output.REGISTERS),
        Bootloader(),
        Steps(2047, (Step(5, 0x8001), Step(2**32 - 1, 0))),
        Run(2**32 - 1, 2048),
    ],
)
def test_a_message_comes_back_as_it_went(message: Message) -> None:
    kind, payload = payload_of(message)
    assert message_of(kind, payload) == message
    shorter = (None, LogText(3, "ring full: "), HELLO, STATUS._replace(masked=0, storms=0))
    assert message_of(kind, payload[:-1]) in shorter, "too short, or shorter text, or an end that was left out"


def test_the_status_of_firmware_that_masks_no_line_is_shorter() -> None:
    _, payload = payload_of(STATUS)
    assert message_of(Type.STATUS, payload[:26]) == STATUS._replace(masked=0, storms=0)
    assert message_of(Type.STATUS, payload[:25]) is None


@given(st.integers(0, 255), st.binary(max_size=MAX_PAYLOAD))
def test_any_payload_is_a_message_or_nothing(kind: int, payload: bytes) -> None:
    message = message_of(kind, payload)
    assert message is None or payload_of(message)[0] == kind


def test_edges_of_several_lines_may_stand_in_any_order() -> None:
    message = Edges(7, (Edge(3, True, 5_000), Edge(4, True, 4_990), Edge(3, False, 5_100)))
    assert message_of(*payload_of(message)) == message


def test_a_longer_payload_is_read_as_far_as_it_is_known() -> None:
    assert message_of(Type.PONG, payload_of(Pong(1, 2, 3))[1] + b"more") == Pong(1, 2, 3)
    assert message_of(Type.EDGES, payload_of(Edges(0, (Edge(0, True, 1),)))[1] + b"m") is None
