"""The debounce on a source: the same out, whatever the way there and however often it is drained."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import MS, FakeClock, monotonic_ns
from hardware.debounce import Debounced, Settings
from hardware.fake import FakeSource
from hardware.source import Event, Glitch, LineStuck, SwitchEdge

START = 1_000 * MS
END = 1_600 * MS

BOUNCE = (300_000, 500_000, 900_000, 1_500_000)


def play(every_ns: Sequence[int], delay_ns: int) -> list[Event]:
    """Drain a script of two lines after each of `every_ns` in turn; every edge is `delay_ns` on its way."""
    clock = FakeClock(START)
    fake = FakeSource(("A", "B"), clock)
    for line, press_ms in (("A", 10), ("B", 11), ("A", 100), ("B", 130), ("A", 220)):
        at = START + press_ms * MS
        fake.press(line, at_ns=at, bounce_ns=BOUNCE, delay_ns=delay_ns)
        fake.release(line, at_ns=at + 45 * MS, bounce_ns=BOUNCE, delay_ns=delay_ns)
    source = Debounced(fake)
    source.start()
    told: list[Event] = []
    turn = 0
    while clock() < END:
        clock.advance(every_ns[turn % len(every_ns)])
        turn += 1
        events = source.drain()
        assert [event.time_ns for event in events] == sorted(event.time_ns for event in events)
        told += events
    return sorted(told, key=lambda event: event.time_ns)


@given(
    every=st.lists(st.integers(100_000, 90 * MS), min_size=1, max_size=6),
    delay=st.integers(0, 200 * MS),
)
def test_the_same_edges_come_out_however_it_is_drained_and_delayed(every: list[int], delay: int) -> None:
    told = play(every, delay)
    assert told == play([1 * MS], 0)
    presses = [event for event in told if isinstance(event, SwitchEdge) and event.pressed]
    assert [(edge.line, (edge.time_ns - START) // MS) for edge in presses] == [
        ("A", 10), ("B", 11), ("A", 100), ("B", 130), ("A", 220),
    ]  # fmt: skip


def test_drained_stays_behind_by_as_long_as_a_release_may_take(clock: FakeClock) -> None:
    source = Debounced(FakeSource(("A",), clock), Settings(release_ns=20 * MS, lockout_ns=4 * MS))
    source.start()
    clock.advance(100 * MS)
    source.drain()
    assert source.drained_ns == clock() - 24 * MS


def test_the_resolution_and_lines_are_the_raw_sources(clock: FakeClock) -> None:
    source = Debounced(FakeSource(("A", "B"), clock, name="left", resolution_ns=77))
    assert (source.name, source.lines, source.resolution_ns) == ("left", ("A", "B"), 77)


def test_a_line_held_since_the_start_is_told_stuck_and_no_press(clock: FakeClock) -> None:
    fake = FakeSource(("A",), clock)
    fake.press("A", at_ns=START - MS)
    source = Debounced(fake, Settings(stuck_ns=100 * MS))
    source.start()
    clock.advance(150 * MS)
    assert source.drain() == [LineStuck("fake", "A", START + 100 * MS)]


def test_the_real_clock_is_the_kernels() -> None:
    import time

    before = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
    assert before <= monotonic_ns() <= time.clock_gettime_ns(time.CLOCK_MONOTONIC)


@pytest.mark.parametrize("hold_ns", [1, 299_999])
def test_a_spike_is_a_press_and_taken_back_however_late_it_is_seen(hold_ns: int) -> None:
    outcomes = set()
    for every in (1 * MS, 50 * MS):
        clock = FakeClock(START)
        fake = FakeSource(("A",), clock)
        fake.tap("A", at_ns=START + 7 * MS, hold_ns=hold_ns)
        source = Debounced(fake)
        source.start()
        told: list[Event] = []
        while clock() < END:
            clock.advance(every)
            told += source.drain()
        outcomes.add(tuple(told))
    (outcome,) = outcomes
    assert [type(event) for event in outcome] == [SwitchEdge, Glitch]
    assert {event.time_ns for event in outcome} == {START + 7 * MS}


def test_the_longest_bounce_of_each_line_is_measured_until_it_is_cleared() -> None:
    clock = FakeClock(START)
    fake = FakeSource(("A", "B"), clock)
    source = Debounced(fake)
    source.start()
    fake.press("A", at_ns=START + 10 * MS, bounce_ns=BOUNCE)
    fake.release("A", at_ns=START + 60 * MS, bounce_ns=BOUNCE[:2])
    fake.press("B", at_ns=START + 70 * MS)
    clock.advance(200 * MS)
    source.drain()
    assert source.bounces == {"A": BOUNCE[-1], "B": 0}
    source.bounces.clear()
    fake.release("B", at_ns=START + 210 * MS, bounce_ns=BOUNCE[:2])
    clock.advance(100 * MS)
    source.drain()
    assert source.bounces == {"B": BOUNCE[1]}
