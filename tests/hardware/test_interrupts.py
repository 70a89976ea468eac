"""`InterruptStamps`: every hard interrupt is given once, or lies in a stretch that was told as lost.

The same tests for the fake and for the real one, whose rings are files here; the kernel's own are for the
virtual machine.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware.clock import MS, FakeClock
from hardware.gpio.fake import FakeInterruptTrace
from hardware.gpio.trace.interrupts import (
    LOOK_NS,
    HardInterrupt,
    InterruptsLost,
    InterruptStamps,
    InterruptTrace,
    Traced,
    interrupts_of,
    parse_format,
)
from tests.hardware.perf_ring import FORMAT, KernelRing, record

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
