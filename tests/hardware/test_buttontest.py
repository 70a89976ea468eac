"""The live test of the buttons, over sources and over single events."""

from collections.abc import Callable

import pytest

from hardware.buttontest import ENOUGH, ButtonTest
from hardware.clock import MS, FakeClock
from hardware.debounce import Settings
from hardware.fake import FakeSource
from hardware.gpio.fake import StampedMockFactory
from hardware.gpio.source import GpioSource
from hardware.keyboard import KeyboardSource
from hardware.source import EdgesLost, Line, RawEvent

START = 1_000 * MS


@pytest.fixture
def fake(clock: FakeClock) -> FakeSource:
    made = FakeSource(("A", "B"), clock)
    made.start()
    return made


def try_out(fake: FakeSource, clock: FakeClock, until_ms: int, settings: Settings | None = None) -> ButtonTest:
    test = ButtonTest({"A": "AMBER CARD1", "B": "BLUE ACTION"}, settings)
    while clock() < START + until_ms * MS:
        clock.advance(5 * MS)
        test.count(fake.drain(), fake.drained_ns)
    return test


def test_a_bouncing_press_is_one_press_and_shows_its_shortest_bounce(fake: FakeSource, clock: FakeClock) -> None:
    fake.press("A", at_ns=START + 10 * MS, bounce_ns=(400_000, 450_000))
    row = try_out(fake, clock, 40).rows["A"]
    assert (row.presses, row.state, row.shortest_ns) == (1, "DOWN", 50_000)
    assert row.last_ns == START + 10 * MS + 450_000


def test_the_time_to_arrival_is_that_of_the_last_edge(fake: FakeSource, clock: FakeClock) -> None:
    fake.press("A", at_ns=START + 10 * MS, delay_ns=25 * MS)
    assert try_out(fake, clock, 50).rows["A"].latency_ns == 25 * MS


def test_a_pause_between_two_presses_is_no_bounce(fake: FakeSource, clock: FakeClock) -> None:
    for at_ms in (10, 100):
        fake.tap("A", at_ns=START + at_ms * MS, hold_ns=30 * MS)
    row = try_out(fake, clock, 200).rows["A"]
    assert (row.presses, row.state, row.shortest_ns) == (2, "up", None)


def test_glitches_and_losses_are_counted(fake: FakeSource, clock: FakeClock) -> None:
    fake.tap("A", at_ns=START + 10 * MS, hold_ns=100_000)
    fake.edge("B", True, at_ns=START + 10 * MS, lost=True)
    test = try_out(fake, clock, 60)
    assert (test.rows["A"].glitches, test.lost) == (1, 1)


def test_a_second_tap_that_came_too_soon_is_counted_for_its_button(fake: FakeSource, clock: FakeClock) -> None:
    fake.tap("A", at_ns=START + 10 * MS, hold_ns=30 * MS)
    fake.tap("A", at_ns=START + 46 * MS, hold_ns=30 * MS)
    rows = try_out(fake, clock, 200).rows
    assert (rows["A"].presses, rows["A"].swallowed, rows["B"].swallowed) == (1, 1, 0)


def let_go(fake: FakeSource, line: Line, times: int, *reclosings_ms: tuple[float, float]) -> None:
    """Push a button so often, each time with these re-closings (from, to) in ms after it is let go."""
    for push in range(times):
        at_ns = START + (10 + 200 * push) * MS
        fake.edge(line, True, at_ns=at_ns)
        fake.edge(line, False, at_ns=at_ns + 80 * MS)
        for begin_ms, end_ms in reclosings_ms:
            fake.edge(line, True, at_ns=at_ns + 80 * MS + round(begin_ms * MS))
            fake.edge(line, False, at_ns=at_ns + 80 * MS + round(end_ms * MS))


def test_the_release_bounce_of_each_switch_is_learnt_and_shown(fake: FakeSource, clock: FakeClock) -> None:
    let_go(fake, "A", 1, (0.2, 0.3), (1.5, 2.0))
    test = try_out(fake, clock, 300)
    assert test.table()[1].endswith("1200 µs, 1200 µs")
    assert test.release_ms() is None


def test_a_value_is_offered_once_there_were_enough_releases(fake: FakeSource, clock: FakeClock) -> None:
    let_go(fake, "A", ENOUGH, (0.2, 0.3), (1.5, 2.0))
    assert try_out(fake, clock, 200 * ENOUGH + 100).release_ms() == (12, "AMBER CARD1", 1)


def test_the_value_offered_for_a_worn_switch_is_longer_than_its_bounce(fake: FakeSource, clock: FakeClock) -> None:
    let_go(fake, "A", ENOUGH)
    let_go(fake, "B", ENOUGH, (9.0, 15.5))
    test = try_out(fake, clock, 200 * ENOUGH + 100)
    assert test.rows["B"].presses > ENOUGH
    offered = test.release_ms()
    assert offered == (24, "BLUE ACTION", 2)


@pytest.mark.parametrize(
    ("edges", "state"),
    [(1, "STUCK"), (301, "CHATTERS")],
)
def test_a_line_in_trouble_shows_its_state(fake: FakeSource, clock: FakeClock, edges: int, state: str) -> None:
    for count in range(edges):
        fake.edge("A", count % 2 == 0, at_ns=START + 10 * MS + count * 500_000)
    test = try_out(fake, clock, 200, Settings(stuck_ns=100 * MS))
    assert f"AMBER CARD1  {state}" in test.table()[1]


def test_a_line_that_came_free_is_up_again(fake: FakeSource, clock: FakeClock) -> None:
    fake.tap("A", at_ns=START + 10 * MS, hold_ns=150 * MS)
    assert try_out(fake, clock, 300, Settings(stuck_ns=100 * MS)).rows["A"].state == "up"


def test_a_chattering_line_that_is_calm_again_has_the_state_it_is_in(fake: FakeSource, clock: FakeClock) -> None:
    for count in range(302):
        fake.edge("A", count % 2 == 0, at_ns=START + 10 * MS + count * 500_000)
    assert try_out(fake, clock, 500).rows["A"].state == "up"


def test_the_table_has_a_line_a_button_in_columns(fake: FakeSource, clock: FakeClock) -> None:
    fake.press("A", at_ns=START + 10 * MS, bounce_ns=(400_000, 450_000))
    assert try_out(fake, clock, 40).table() == [
        "button       state  presses  shortest bounce  last stamp  to arrival  glitches  too soon"
        "  release bounce: 99 %, most",
        "AMBER CARD1  DOWN         1            50 µs  1.010450 s     4550 µs         0         0"
        "                           -",
        "BLUE ACTION  up           0                -           -           -         0         0"
        "                           -",
    ]


def test_a_loss_without_a_count_is_one() -> None:
    test = ButtonTest({})
    test.count([EdgesLost("gpio", None, 5, "level")], 10)
    assert test.lost == 1


def on_mock_pins(clock: FakeClock) -> tuple[Line, Callable[[], list[RawEvent]]]:
    factory = StampedMockFactory(clock)
    source = GpioSource(factory, (17,), clock=clock, lag_ns=0)
    source.start()
    factory.pin(17).drive_low(time_ns=clock())
    return 17, source.drain


def on_a_keyboard(clock: FakeClock) -> tuple[Line, Callable[[], list[RawEvent]]]:
    source = KeyboardSource(("a",))
    source.start()
    source.feed("a", True, clock())
    return "a", source.drain


@pytest.mark.parametrize("press_on", [on_mock_pins, on_a_keyboard])
def test_it_works_with_every_source(
    clock: FakeClock, press_on: Callable[[FakeClock], tuple[Line, Callable[[], list[RawEvent]]]]
) -> None:
    line, drain = press_on(clock)
    test = ButtonTest({line: "AMBER CARD1"})
    test.count(drain(), clock())
    assert "DOWN" in test.table()[1]
    assert test.rows[line].latency_ns == 0
