"""The protocol: one source of its numbers, and bytes to frames to messages and back.

Python, the C header and the document say the same. Frames are the same however they are cut; whatever is spoiled is
counted and nothing is invented.
"""

import re
import struct
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board import protocol
from hardware.board.protocol import (
    MAX_ENCODED,
    MAX_PAYLOAD,
    VERSION,
    BootButton,
    Bootloader,
    Edge,
    Edges,
    Feature,
    Frame,
    FrameReader,
    Hello,
    HelloRequest,
    LogText,
    Message,
    Output,
    Ping,
    Pong,
    ReadBootButton,
    Reset,
    Run,
    SetLamps,
    SetOutput,
    Status,
    Step,
    Steps,
    Transport,
    Type,
    encoded,
    message_of,
    payload_of,
)
from hardware.lamps import Lamp, Motion

DEFINE = re.compile(r'^#define (PF_\w+) (?:"(.*)"|(\w+?)u?)$', re.MULTILINE)
ROW = re.compile(r"^\| `([A-Z_]+)` (0x[0-9a-f]+) \| ([^|]+) \|", re.MULTILINE)
WIDTHS = {"u8": 1, "u16": 2, "u32": 4, "u64": 8}


def defines(text: str) -> dict[str, int | str]:
    found = DEFINE.findall(text)
    return {name: word if word else int(number, 0) for name, word, number in found}


def told_by_python() -> dict[str, int | str]:
    return {**protocol.numbers(), "PF_USB_NAME": protocol.USB_NAME, "PF_TESTER_NAME": protocol.TESTER_NAME}


def test_the_c_header_is_written_from_the_numbers(repository: Path) -> None:
    header = (repository / "firmware" / "src" / "protocol.h").read_text(encoding="utf-8")
    assert header == protocol.c_header(), "python -m hardware.board.protocol > firmware/src/protocol.h"
    assert defines(header) == told_by_python()


@pytest.fixture
def told_in_tables(repository: Path) -> dict[str, tuple[int, str]]:
    page = (repository / "docs" / "protocol.md").read_text(encoding="utf-8")
    return {name: (int(number, 16), payload) for name, number, payload in ROW.findall(page)}


def test_the_tables_have_every_type_with_its_number(told_in_tables: dict[str, tuple[int, str]]) -> None:
    told = {name: number for name, (number, _) in told_in_tables.items()}
    assert told == {member.name: member.value for member in protocol.Type}


def bytes_told(payload: str) -> int:
    """Add up the fields of a payload as the tables write it."""
    fields = re.findall(r"\bu8\b|\bu16\b|\bu32\b|\bu64\b|\b\d+ bytes\b", payload)
    return sum(WIDTHS.get(field) or int(field.split()[0]) for field in fields)


def test_the_tables_describe_layouts_of_the_right_length(told_in_tables: dict[str, tuple[int, str]]) -> None:
    sizes = dict(protocol.sizes())
    sizes["EDGES"] = sizes["EDGES_HEAD"] + sizes["EDGE"]
    sizes["LAMPS"] = sizes["LAMPS_HEAD"] + sizes["LAMP"]
    sizes["STEPS"] = sizes["STEPS_HEAD"] + sizes["STEP"]
    sizes["LOG"] = sizes["LOG_HEAD"]
    for name, (_, payload) in told_in_tables.items():
        assert bytes_told(payload) == sizes[name], name


def test_the_most_edges_of_a_frame_are_as_told(repository: Path) -> None:
    most = (protocol.MAX_PAYLOAD - struct.calcsize(protocol.EDGES_HEAD)) // struct.calcsize(protocol.EDGE)
    assert f"up to {most} in a frame" in (repository / "docs" / "protocol.md").read_text(encoding="utf-8")


def test_all_lamps_fit_into_one_frame() -> None:
    sizes = protocol.sizes()
    assert sizes["LAMPS_HEAD"] + protocol.LAMPS * sizes["LAMP"] <= protocol.MAX_PAYLOAD


def test_a_longest_frame_needs_one_byte_of_stuffing() -> None:
    assert protocol.MAX_ENCODED <= 254


def test_no_two_pins_are_the_same() -> None:
    lines = range(protocol.FIRST_LINE_PIN, protocol.FIRST_LINE_PIN + protocol.LINES)
    pins = [*lines, *protocol.PLAIN_LAMP_PINS, protocol.CHAIN_PIN, protocol.UART_TX_PIN, protocol.UART_RX_PIN]
    assert len(set(pins)) == len(pins)
    assert set(pins) <= {*range(23), 26, 27, 28}, "a Pico brings out no others"


def test_the_registers_take_the_last_plain_lamps_pins() -> None:
    plain = protocol.PLAIN_LAMP_PINS
    assert set(protocol.REGISTER_PINS) == set(plain[protocol.PLAIN_BESIDE_REGISTERS :])
    assert len(plain) == protocol.PLAIN_LAMPS


def test_a_hello_of_older_firmware_has_pins_alone_or_no_features() -> None:
    hello = Hello(VERSION, (0, 1, 0), bytes(8), 7, Reset.POWER, Transport.USB, 16, 16, 1000, 5, 9, 1, 2**40, 0b11, 1)
    _, payload = payload_of(hello)
    before_features, before_outputs = (message_of(Type.HELLO, payload[:-left_out]) for left_out in (1, 2))
    assert isinstance(before_outputs, Hello)
    assert isinstance(before_features, Hello)
    assert [before_outputs.has(output) for output in Output] == [True, False]
    assert [hello.has(output) for output in Output] == [True, True]
    assert [each.can(Feature.BOOT_BUTTON) for each in (hello, before_features, before_outputs)] == [True, False, False]
    assert before_outputs == hello._replace(outputs=0b01, features=0)
    assert before_features == hello._replace(features=0)
    assert message_of(Type.HELLO, payload[:-3]) is None


def test_a_hello_of_another_version_is_read_as_far_as_versions_agree() -> None:
    board, boot = bytes(range(8)), (77).to_bytes(4, "little")
    payload = bytes((9, 1, 2, 3)) + board + boot + bytes((Reset.POWER, Transport.UART))
    hello = message_of(Type.HELLO, payload)
    assert isinstance(hello, Hello)
    assert (hello.protocol, hello.firmware, hello.board_id) == (9, (1, 2, 3), board)
    assert (hello.boot_id, hello.transport) == (77, Transport.UART)
    assert message_of(Type.HELLO, bytes((VERSION,)) + payload[1:]) is None
    assert message_of(Type.HELLO, payload[:-1]) is None


# Frames and messages

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
HELLO = Hello(1, (1, 2, 3), b"abcdefgh", 7, 2, 0, 16, 16, 1000, 5, 9, 1, 2**40, 0b11)


@pytest.mark.parametrize(
    "message",
    [
        HELLO,
        Edges(2**32 - 1, (Edge(0, True, 2**50), Edge(15, False, 2**50 + 17))),
        STATUS,
        Pong(1, 2, 3),
        LogText(3, "ring full: ä"),
        BootButton(2**32 - 1, is_down=True),
        HelloRequest(),
        Ping(2**32 - 1),
        SetLamps(128, 2, (Lamp((1, 2, 3), Motion.CHASE, 400, 64), Lamp())),
        SetOutput(Output.REGISTERS),
        Bootloader(),
        Steps(2047, (Step(5, 0x8001), Step(2**32 - 1, 0))),
        Run(2**32 - 1, 2048),
        ReadBootButton(7),
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
