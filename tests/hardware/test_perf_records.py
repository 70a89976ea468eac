"""Samples in, interrupts out; whatever else the ring holds is a loss, and nothing of it raises."""

import mmap
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.gpio.trace.interrupts import MISSING, Ring, Sample, UnknownFormat, parse_format, parse_records
from tests.hardware.perf_ring import FORMAT, MOVED, lost, record, sample

LAYOUT = parse_format(FORMAT)


def test_samples_are_read_in_the_order_of_the_ring() -> None:
    data = sample(5_000, 58) + sample(7_000, 59, "virtio1-req.0")
    assert parse_records(data, LAYOUT) == [Sample(5_000, 58, "photofinish"), Sample(7_000, 59, "virtio1-req.0")]


def test_a_sample_of_ours_takes_48_bytes() -> None:
    """What the size of the ring is reckoned by."""
    assert len(sample(1, 2)) == 48


def test_fields_are_found_where_the_kernel_says_they_are() -> None:
    name = b"photofinish\0"
    raw = struct.pack("=HBBiIiQ", 7, 0, 0, 1, 24 | len(name) << 16, 0, 77) + name
    data = record(9, struct.pack("=QI", 9_000, len(raw)) + raw)
    assert parse_records(data, parse_format(MOVED)) == [Sample(9_000, 77, "photofinish")]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no ID"),
        (FORMAT.replace("irq;", "ira;"), "irq"),
        (FORMAT.replace("common_type;", "common_tape;"), "common_type"),
        (FORMAT.replace("__data_loc char[] name", "char name[16]"), "__data_loc"),
        (FORMAT.replace("offset:8;\tsize:4", "offset:8;\tsize:3"), "irq"),
    ],
)
def test_a_format_without_what_is_needed_is_refused_in_words(text: str, told: str) -> None:
    with pytest.raises(UnknownFormat, match=told):
        parse_format(text)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(lost(3), id="lost"),
        pytest.param(record(5, bytes(24)), id="throttled"),
        pytest.param(record(77, bytes(8)), id="unknown"),
        pytest.param(record(9, b"\0\0"), id="short sample"),
        pytest.param(record(9, struct.pack("=QI", 5, 500)), id="raw data beyond the record"),
        pytest.param(sample(5, 58, number=226), id="another tracepoint"),
        pytest.param(record(9, struct.pack("=QI", 5, 2) + struct.pack("=H", 225)), id="no irq"),
        pytest.param(
            record(9, struct.pack("=QI", 5, 16) + struct.pack("=HBBiiI", 225, 0, 0, 1, 58, 16 | 99 << 16)),
            id="a name beyond the raw data",
        ),
    ],
)
def test_what_is_no_sample_is_a_loss_and_the_next_one_is_read(data: bytes) -> None:
    assert parse_records(data + sample(9_000, 58), LAYOUT) == [MISSING, Sample(9_000, 58, "photofinish")]


def test_a_record_of_impossible_size_loses_the_rest() -> None:
    good = sample(5_000, 58)
    for size in (0, 7, 4000):
        bad = struct.pack("=IHH", 9, 0, size)
        assert parse_records(good + bad + good, LAYOUT) == [Sample(5_000, 58, "photofinish"), MISSING]


def test_the_end_of_a_throttling_says_nothing_by_itself() -> None:
    assert parse_records(record(6, bytes(24)), LAYOUT) == []


@given(st.binary(max_size=200))
def test_no_bytes_raise(data: bytes) -> None:
    parse_records(data, LAYOUT)


@given(st.lists(st.one_of(st.binary(max_size=60).map(lambda raw: record(9, raw)), st.just(lost(1)))))
def test_no_record_raises_and_each_tells_something(records: list[bytes]) -> None:
    assert len(parse_records(b"".join(records), LAYOUT)) == len(records)


@given(st.binary(min_size=48, max_size=48), st.integers(0, 47))
def test_a_sample_that_is_cut_off_is_a_loss(_: bytes, size: int) -> None:
    assert parse_records(sample(5, 58)[:size], LAYOUT) == ([MISSING] if size else [])


# The ring

SIZE = 4096


def ring(head: int, tail: int, data: bytes = b"") -> tuple[bytearray, Ring]:
    memory = bytearray(mmap.PAGESIZE + SIZE)
    struct.pack_into("=QQ", memory, 1024, head, tail)
    for place, byte in enumerate(data, start=tail):
        memory[mmap.PAGESIZE + place % SIZE] = byte
    return memory, Ring(memoryview(memory), mmap.PAGESIZE)


def tail_of(memory: bytearray) -> int:
    tail: int = struct.unpack_from("=Q", memory, 1032)[0]
    return tail


@given(st.integers(0, 2**63), st.binary(max_size=SIZE))
def test_what_was_written_is_taken_once_wherever_the_ring_begins(tail: int, data: bytes) -> None:
    memory, mapped = ring(tail + len(data), tail, data)
    assert mapped.read() == (data, SIZE - len(data) < 256)
    assert tail_of(memory) == tail + len(data)
    assert mapped.read() == (b"", False)
    mapped.release()


@pytest.mark.parametrize(("head", "tail"), [(100, 200), (SIZE + 101, 100), (2**64 - 1, 0)])
def test_ends_that_make_no_sense_are_a_loss(head: int, tail: int) -> None:
    memory, mapped = ring(head, tail)
    assert mapped.read() == (b"", True)
    assert tail_of(memory) == head
    assert mapped.read() == (b"", False)
    mapped.release()


@pytest.mark.parametrize("size", [0, 100, 4096 + 48, 3 * 4096])
def test_a_ring_is_a_power_of_two(size: int) -> None:
    with pytest.raises(ValueError, match="a ring of"):
        Ring(memoryview(bytearray(mmap.PAGESIZE + size)), mmap.PAGESIZE)
