"""One source of truth for the protocol's numbers: Python, the C header and the document say the same."""

import re
import struct
from pathlib import Path

import pytest

from hardware.board import protocol
from hardware.board.protocol import VERSION, Hello, Output, Reset, Transport, Type, message_of, payload_of

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


def test_a_hello_without_outputs_is_of_firmware_with_pins_alone() -> None:
    hello = Hello(VERSION, (0, 1, 0), bytes(8), 7, Reset.POWER, Transport.USB, 16, 16, 1000, 5, 9, 1, 2**40, 0b11)
    _, payload = payload_of(hello)
    before = message_of(Type.HELLO, payload[:-1])
    assert isinstance(before, Hello)
    assert [before.has(output) for output in Output] == [True, False]
    assert [hello.has(output) for output in Output] == [True, True]
    assert before == hello._replace(outputs=0b01)
    assert message_of(Type.HELLO, payload[:-2]) is None


def test_a_hello_of_another_version_is_read_as_far_as_versions_agree() -> None:
    board, boot = bytes(range(8)), (77).to_bytes(4, "little")
    payload = bytes((9, 1, 2, 3)) + board + boot + bytes((Reset.POWER, Transport.UART))
    hello = message_of(Type.HELLO, payload)
    assert isinstance(hello, Hello)
    assert (hello.protocol, hello.firmware, hello.board_id) == (9, (1, 2, 3), board)
    assert (hello.boot_id, hello.transport) == (77, Transport.UART)
    assert message_of(Type.HELLO, bytes((VERSION,)) + payload[1:]) is None
    assert message_of(Type.HELLO, payload[:-1]) is None
