"""The scripted source: stamps, bounce, delay on the way, loss."""

import pytest

from hardware.clock import MS, FakeClock
from hardware.fake import FakeSource
from hardware.source import EdgesLost, RawEvent, SwitchEdge

START = 1_000 * MS


@pytest.fixture
def fake(clock: FakeClock) -> FakeSource:
    made = FakeSource(("A", "B"), clock)
    made.start()
    return made


def told(fake: FakeSource, clock: FakeClock, at_ms: int) -> list[tuple[object, bool, float]]:
    clock.move_to(START + at_ms * MS)
    return [brief(event) for event in fake.drain()]


def brief(event: RawEvent) -> tuple[object, bool, float]:
    assert isinstance(event, SwitchEdge)
    return event.line, event.pressed, (event.time_ns - START) / MS


def test_a_tap_with_bounce_changes_back_and_forth(fake: FakeSource, clock: FakeClock) -> None:
    fake.tap("A", at_ns=START + 10 * MS, hold_ns=50 * MS, bounce_ns=(1 * MS, 2 * MS))
    assert told(fake, clock, 100) == [
        ("A", True, 10), ("A", False, 11), ("A", True, 12),
        ("A", False, 60), ("A", True, 61), ("A", False, 62),
    ]  # fmt: skip


def test_bounce_that_ends_on_the_wrong_level_is_refused(fake: FakeSource) -> None:
    with pytest.raises(ValueError, match="even"):
        fake.press("A", at_ns=START + MS, bounce_ns=(100,))


def test_a_delayed_edge_keeps_its_stamp_and_arrives_late(fake: FakeSource, clock: FakeClock) -> None:
    fake.press("A", at_ns=START + 10 * MS, delay_ns=30 * MS)
    fake.press("B", at_ns=START + 20 * MS)
    assert told(fake, clock, 25) == [("B", True, 20)]
    assert fake.drained_ns == START + 10 * MS - 1
    assert told(fake, clock, 40) == [("A", True, 10)]
    assert fake.drained_ns == START + 40 * MS


def test_a_delayed_edge_holds_up_its_own_line(fake: FakeSource, clock: FakeClock) -> None:
    fake.press("A", at_ns=START + 10 * MS, delay_ns=30 * MS)
    fake.release("A", at_ns=START + 15 * MS)
    assert told(fake, clock, 39) == []
    assert told(fake, clock, 40) == [("A", True, 10), ("A", False, 15)]


def test_a_source_may_promise_more_than_it_keeps(clock: FakeClock) -> None:
    hasty = FakeSource(("A",), clock, promise_ns=5 * MS)
    hasty.start()
    hasty.press("A", at_ns=START + 10 * MS, delay_ns=30 * MS)
    clock.move_to(START + 25 * MS)
    assert hasty.drain() == []
    assert hasty.drained_ns == START + 20 * MS


def test_a_lost_edge_changes_the_level_and_is_told_as_lost(fake: FakeSource, clock: FakeClock) -> None:
    fake.edge("A", True, at_ns=START + 10 * MS, lost=True)
    clock.move_to(START + 20 * MS)
    assert fake.drain() == [EdgesLost("fake", 1, START + 10 * MS, "script", (("A", True),))]
    assert fake.levels() == {"A": True, "B": False}


def test_what_was_scripted_before_the_start_is_the_lines_past(clock: FakeClock) -> None:
    fake = FakeSource(("A",), clock)
    fake.press("A", at_ns=START - MS)
    fake.release("A", at_ns=START + 5 * MS)
    fake.start()
    assert fake.levels() == {"A": True}
    assert told(fake, clock, 10) == [("A", False, 5)]


def test_the_script_of_a_line_goes_forward(fake: FakeSource) -> None:
    fake.press("A", at_ns=START + 10 * MS)
    with pytest.raises(ValueError, match="before it"):
        fake.release("A", at_ns=START + 9 * MS)


def test_a_fake_clock_does_not_go_back(clock: FakeClock) -> None:
    with pytest.raises(ValueError, match="cannot go back"):
        clock.advance(-1)
