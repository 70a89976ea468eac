"""The trace of interrupts: each is given once, or lies in a stretch that was told as lost.

The same tests for the fake and for the real one, whose rings are files here; the kernel's own are for the virtual
machine. Then the ring's records, and the edges that are made of interrupts.
"""

import mmap
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware.clock import MS, FakeClock
from hardware.gpio.fake import FakeInterruptTrace
from hardware.gpio.trace.edges import EXPIRED_NS, LATE_NS, Edge, TracedLines
from hardware.gpio.trace.interrupts import (
    LOOK_NS,
    MISSING,
    HardInterrupt,
    InterruptsLost,
    InterruptStamps,
    InterruptTrace,
    Ring,
    Sample,
    Traced,
    UnknownFormat,
    interrupts_of,
    parse_format,
    parse_records,
)
from tests.hardware.gpio.perf_ring import FORMAT, MOVED, KernelRing, lost, record, sample

ROOM = 4096 // 48
"""About so many samples fit a ring of a page."""
BASE = 50
"""Line 4 has interrupt 54."""


class Rig(Protocol):
    """A trace, and what happens behind it."""

    clock: FakeClock

    @property
    def trace(self) -> InterruptStamps:
        """What is tried."""

    def interrupt(self, line: int, processor: int = 0) -> None:
        """An interrupt, now."""

    def end(self) -> None:
        """The kernel traces no more."""


class FakeRig:
    def __init__(self) -> None:
        self.clock = FakeClock(1_000 * MS)
        self.trace = FakeInterruptTrace(self.clock, capacity=ROOM, unseen=[9])

    def interrupt(self, line: int, processor: int = 0) -> None:
        self.trace.interrupt(line, at_ns=self.clock(), processor=processor)

    def end(self) -> None:
        self.trace.end()


class Files:
    """Folders and files that stand for /sys, and a ring for each of two processors."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.irqs = folder / "irq"
        self.online = folder / "online"
        self.online.write_text("0-1\n")
        self.rings = [KernelRing(folder / f"ring{number}") for number in range(2)]
        for line in (4, 5):
            self.irq(BASE + line, line)

    def irq(self, number: int, line: int, actions: str = "photofinish") -> None:
        (self.irqs / str(number)).mkdir(parents=True, exist_ok=True)
        (self.irqs / str(number) / "actions").write_text(f"{actions}\n")
        (self.irqs / str(number) / "hwirq").write_text(f"{line}\n")

    def trace(self, clock: FakeClock) -> InterruptTrace:
        return InterruptTrace(
            [ring.open() for ring in self.rings],
            parse_format(FORMAT),
            1,
            consumer="photofinish",
            processors="0-1\n",
            clock=clock,
            irqs=self.irqs,
            online=self.online,
        )


class MappedRig:
    def __init__(self, folder: Path) -> None:
        self.clock = FakeClock(1_000 * MS)
        self.files = Files(folder)
        self.trace = self.files.trace(self.clock)

    def interrupt(self, line: int, processor: int = 0) -> None:
        self.files.rings[processor].interrupt(self.clock(), BASE + line)

    def end(self) -> None:
        self.files.online.write_text("0\n")
        self.clock.advance(LOOK_NS)


@pytest.fixture(params=["fake", "mapped"])
def rig(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rig]:
    made: Rig = FakeRig() if request.param == "fake" else MappedRig(tmp_path)
    made.trace.watch([4, 5, 9])
    yield made
    made.trace.close()


@pytest.fixture
def mapped(tmp_path: Path) -> Iterator[MappedRig]:
    made = MappedRig(tmp_path)
    made.trace.watch([4, 5])
    yield made
    made.trace.close()


def lies_in(time_ns: int, told: list[Traced]) -> bool:
    return any(isinstance(event, InterruptsLost) and event.since_ns <= time_ns <= event.until_ns for event in told)


# The contract


def test_each_interrupt_is_given_once_in_the_order_of_the_stamps(rig: Rig) -> None:
    stamps = []
    for line, processor in ((4, 0), (5, 1), (5, 0), (4, 0)):
        rig.clock.advance(1000)
        rig.interrupt(line, processor)
        stamps.append(HardInterrupt(line, rig.clock()))
    assert rig.trace.read() == stamps
    assert rig.trace.read() == []
    assert rig.trace.is_connected


def test_lines_that_are_not_watched_are_passed_over(rig: Rig) -> None:
    rig.clock.advance(1)
    rig.interrupt(7)
    rig.interrupt(9)
    assert rig.trace.read() == []
    assert rig.trace.unwatched == {9}


def test_what_waits_when_lines_are_requested_anew_is_kept(rig: Rig) -> None:
    rig.clock.advance(1)
    rig.interrupt(4)
    rig.trace.watch([5])
    rig.interrupt(4)
    assert rig.trace.read() == [HardInterrupt(4, rig.clock())]


def test_an_interrupt_between_the_request_and_the_watch_is_given(rig: Rig) -> None:
    rig.trace.watch([])
    rig.clock.advance(1)
    rig.interrupt(4)
    rig.trace.watch([4])
    assert rig.trace.read() == [HardInterrupt(4, rig.clock())]


def test_a_ring_that_ran_full_tells_from_when_to_when(rig: Rig) -> None:
    rig.clock.advance(50 * MS)
    rig.trace.read()
    times = []
    for _ in range(2 * ROOM):
        rig.clock.advance(1000)
        rig.interrupt(4)
        times.append(rig.clock())
    rig.clock.advance(1000)
    told = rig.trace.read()
    given = [event.time_ns for event in told if isinstance(event, HardInterrupt)]
    assert given == times[: len(given)]
    assert told[-1] == InterruptsLost(given[-1], rig.clock())
    assert ROOM - 5 <= len(given) <= ROOM
    rig.clock.advance(1000)
    rig.interrupt(4)
    later = rig.trace.read()
    assert HardInterrupt(4, rig.clock()) in later  # behind a word of the loss, from the real one
    assert all(event.since_ns >= told[-1].until_ns for event in later if isinstance(event, InterruptsLost))


def test_the_end_is_told_and_final(rig: Rig) -> None:
    rig.clock.advance(50 * MS)
    rig.trace.read()
    asked = rig.clock()
    rig.interrupt(4)
    rig.end()
    told = rig.trace.read()
    (loss,) = (event for event in told if isinstance(event, InterruptsLost))
    assert loss.since_ns <= asked
    assert loss.until_ns == rig.clock()
    assert not rig.trace.is_connected
    rig.interrupt(4)
    rig.trace.watch([4])
    assert rig.trace.read() == []


def test_a_closed_one_gives_nothing(rig: Rig) -> None:
    rig.interrupt(4)
    rig.trace.close()
    rig.trace.close()
    assert rig.trace.read() == []
    assert not rig.trace.is_connected


STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from([4, 5]), st.sampled_from([0, 1]), st.integers(1, 2 * ROOM)),
        st.just("read"),
    ),
    max_size=12,
)


@pytest.mark.parametrize("kind", ["fake", "mapped"])
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(steps=STEPS, pause=st.integers(1, 3 * MS))
def test_an_interrupt_that_is_not_given_lies_in_a_loss(
    kind: str, tmp_path: Path, steps: list[tuple[int, int, int] | str], pause: int
) -> None:
    rig: Rig = FakeRig() if kind == "fake" else MappedRig(tmp_path)
    rig.trace.watch([4, 5])
    happened: list[HardInterrupt] = []
    told: list[Traced] = []
    for step in [*steps, "read"]:
        if isinstance(step, str):
            rig.clock.advance(pause)
            told += rig.trace.read()
            continue
        line, processor, count = step
        for _ in range(count):
            rig.clock.advance(pause)
            rig.interrupt(line, processor)
            happened.append(HardInterrupt(line, rig.clock()))
    given = [event for event in told if isinstance(event, HardInterrupt)]
    assert len(set(given)) == len(given)
    assert set(given) <= set(happened)
    assert [event for event in happened if event not in set(given) and not lies_in(event.time_ns, told)] == []
    rig.trace.close()


# The real one


def test_a_record_that_makes_no_sense_is_a_loss_around_it(mapped: MappedRig) -> None:
    mapped.clock.advance(1000)
    mapped.interrupt(4)
    first = mapped.clock()
    mapped.files.rings[0].write(record(9, bytes(16)))
    mapped.clock.advance(1000)
    mapped.interrupt(4)
    assert mapped.trace.read() == [
        HardInterrupt(4, first), InterruptsLost(first, mapped.clock()), HardInterrupt(4, mapped.clock())
    ]  # fmt: skip


def test_a_stamp_from_the_future_is_a_loss(mapped: MappedRig) -> None:
    mapped.files.rings[0].interrupt(mapped.clock() + 1, BASE + 4)
    assert mapped.trace.read() == [InterruptsLost(mapped.clock(), mapped.clock())]


def test_an_interrupt_of_another_name_is_not_ours(mapped: MappedRig) -> None:
    mapped.files.rings[0].interrupt(mapped.clock(), BASE + 4, "somebody")
    assert mapped.trace.read() == []


def test_a_number_that_meant_another_line_until_now_is_believed_for_neither(mapped: MappedRig) -> None:
    mapped.clock.advance(1000)
    mapped.interrupt(4)
    mapped.interrupt(5)
    mapped.files.irq(BASE + 4, 6)
    mapped.trace.watch([5, 6])
    now = mapped.clock()
    assert mapped.trace.read() == [InterruptsLost(now, now), HardInterrupt(5, now)]
    mapped.interrupt(4)
    assert mapped.trace.read() == [HardInterrupt(6, now)]


def test_samples_far_along_a_ring_that_counts_up_for_ever_are_read(mapped: MappedRig) -> None:
    mapped.files.rings[0].start_at(2**40 + 4096 - 24)
    for _ in range(300):
        mapped.clock.advance(1000)
        mapped.interrupt(4)
        assert mapped.trace.read() == [HardInterrupt(4, mapped.clock())]


def test_another_processor_than_was_traced_ends_it(mapped: MappedRig) -> None:
    mapped.files.online.write_text("0-3\n")
    assert mapped.trace.read() == []
    mapped.clock.advance(LOOK_NS)
    assert mapped.trace.read() == [InterruptsLost(mapped.clock() - LOOK_NS, mapped.clock())]
    assert not mapped.trace.is_connected


def test_a_line_of_two_chips_is_neither(tmp_path: Path) -> None:
    files = Files(tmp_path)
    files.irq(80, 4)
    files.irq(81, 6, "somebody,photofinish")
    files.irq(82, 7, "somebody")
    (files.irqs / "83").mkdir()
    assert interrupts_of(files.irqs, "photofinish") == {55: 5, 81: 6}
    assert interrupts_of(tmp_path / "nowhere", "photofinish") == {}


@pytest.mark.parametrize("pages", [0, 3])
def test_a_ring_that_cannot_be_mapped_leaves_the_descriptors_alone(tmp_path: Path, pages: int) -> None:
    ring = KernelRing(tmp_path / "ring", 4)
    descriptor = ring.open()
    with pytest.raises(ValueError, match="ring"):
        InterruptTrace([descriptor], parse_format(FORMAT), pages, consumer="photofinish", processors="0\n")
    os.close(descriptor)


# The fake alone


def test_a_sample_that_is_seen_late_holds_up_its_own_processor_only() -> None:
    clock = FakeClock(1_000 * MS)
    trace = FakeInterruptTrace(clock)
    trace.watch([4, 5])
    at = clock()
    trace.interrupt(4, at_ns=at + 1, delay_ns=5 * MS)
    trace.interrupt(4, at_ns=at + 2)
    trace.interrupt(5, at_ns=at + 3, processor=1)
    clock.advance(MS)
    assert trace.read() == [HardInterrupt(5, at + 3)]
    clock.advance(5 * MS)
    assert trace.read() == [HardInterrupt(4, at + 1), HardInterrupt(4, at + 2)]


def test_a_lost_sample_is_told_around_its_neighbours() -> None:
    clock = FakeClock(1_000 * MS)
    trace = FakeInterruptTrace(clock)
    trace.watch([4])
    at = clock()
    trace.interrupt(4, at_ns=at + 1)
    trace.interrupt(4, at_ns=at + 2, lost=True)
    trace.interrupt(4, at_ns=at + 3)
    clock.advance(MS)
    assert trace.read() == [HardInterrupt(4, at + 1), InterruptsLost(at + 1, at + 3), HardInterrupt(4, at + 3)]


def test_a_script_that_no_kernel_could_play_is_refused() -> None:
    trace = FakeInterruptTrace(FakeClock(0))
    trace.interrupt(4, at_ns=10)
    with pytest.raises(ValueError, match="behind one at 10"):
        trace.interrupt(4, at_ns=9)
    with pytest.raises(ValueError, match="seen"):
        trace.interrupt(4, at_ns=10, delay_ns=11 * MS)


# Records: samples in, interrupts out; whatever else the ring holds is a loss, and nothing of it raises

LAYOUT = parse_format(FORMAT)


def test_samples_are_read_in_the_order_of_the_ring() -> None:
    data = sample(5_000, 58) + sample(7_000, 59, "virtio1-req.0")
    assert parse_records(data, LAYOUT) == [Sample(5_000, 58, "photofinish"), Sample(7_000, 59, "virtio1-req.0")]


def test_fields_are_found_where_the_kernel_says_they_are() -> None:
    name = b"photofinish\0"
    raw = struct.pack("=HBBiIiQ", 7, 0, 0, 1, 24 | len(name) << 16, 0, 77) + name
    data = record(9, struct.pack("=QI", 9_000, len(raw)) + raw)
    assert parse_records(data, parse_format(MOVED)) == [Sample(9_000, 77, "photofinish")]


def test_a_field_has_a_sign_where_the_kernel_says_so() -> None:
    assert [field.signed for field in (LAYOUT.common_type, LAYOUT.irq, LAYOUT.name)] == [False, True, False]


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


# Edges of traced interrupts, whose kernel events come late

LINE = 4
PRESSED_NS = 10 * MS


@pytest.mark.parametrize("late_ns", [0, 5 * MS, LATE_NS - 1, LATE_NS + 5 * MS, 200 * MS, EXPIRED_NS - MS])
def test_an_event_is_no_edge_of_its_own_however_late_its_thread_is(late_ns: int) -> None:
    clock = FakeClock()
    trace = FakeInterruptTrace(clock)
    traced = TracedLines(trace, {LINE: True}, clock())
    trace.interrupt(LINE, at_ns=PRESSED_NS)
    clock.advance(20 * MS)
    assert list(traced.edges(clock())) == [Edge(LINE, False, PRESSED_NS, 0)]
    clock.advance(max(PRESSED_NS + late_ns - clock(), 0))
    assert list(traced.edges(clock())) == []
    stamp_ns = PRESSED_NS + 100_000  # the thread's stamp of the same interrupt
    assert traced.has(LINE, stamp_ns)
    assert traced.confirm(LINE, stamp_ns, high=False, early_ns=0) is None
    clock.advance(5 * MS)
    assert list(traced.edges(clock())) == []
    assert traced.reported_until_ns(clock()) == clock()


def test_an_event_that_never_comes_holds_nothing_up_and_is_forgotten() -> None:
    clock = FakeClock()
    trace = FakeInterruptTrace(clock)
    traced = TracedLines(trace, {LINE: True}, clock())
    trace.interrupt(LINE, at_ns=PRESSED_NS)
    clock.advance(PRESSED_NS + LATE_NS + MS)
    assert len(list(traced.edges(clock()))) == 1
    assert traced.reported_until_ns(clock()) == clock()
    clock.advance(EXPIRED_NS)
    assert list(traced.edges(clock())) == []
    late = traced.confirm(LINE, clock(), high=False, early_ns=0)
    assert late == Edge(LINE, False, clock(), 0), "an event without an interrupt is an edge"
