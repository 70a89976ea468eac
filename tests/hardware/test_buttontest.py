"""The live test of the buttons: its table, and what is learnt of a switch's release bounce."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttontest import ButtonTest
from hardware.clock import MS, FakeClock
from hardware.debounce import ENOUGH, HELD_NS, REST_NS, ReleaseBounce, Settings
from hardware.fake import FakeSource
from hardware.source import EdgesLost, Line, SwitchEdge
from tools.bench.taps import presses

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


# The release bounce of one switch


def edges(*at_ns: int) -> list[SwitchEdge]:
    """Alternating edges, the first a closing."""
    return [SwitchEdge("test", "A", place % 2 == 0, at, "monotonic", at) for place, at in enumerate(at_ns)]


def learnt(*at_ns: int) -> ReleaseBounce:
    bounce = ReleaseBounce()
    for edge in edges(*at_ns):
        bounce.add(edge)
    bounce.settle(at_ns[-1] + REST_NS)
    return bounce


def test_a_clean_release_counts_as_one_without_bounce() -> None:
    bounce = learnt(0, 80 * MS)
    assert (bounce.releases, bounce.longest_ns) == (1, 0)


def test_bounce_of_the_press_is_none_of_the_release() -> None:
    assert learnt(0, 2 * MS, 5 * MS, 80 * MS).longest_ns == 0


def test_the_longest_time_open_before_a_short_reclosing_is_learnt() -> None:
    assert learnt(0, 80 * MS, 81 * MS, 82 * MS, 85 * MS, 86 * MS).longest_ns == 3 * MS


def test_a_second_tap_is_no_bounce() -> None:
    bounce = learnt(0, 40 * MS, 48 * MS, 90 * MS)
    assert (bounce.releases, bounce.longest_ns) == (1, 0)


def test_a_release_under_way_is_not_counted_yet() -> None:
    bounce = ReleaseBounce()
    for edge in edges(0, 80 * MS):
        bounce.add(edge)
    bounce.settle(80 * MS + REST_NS - 1)
    assert bounce.releases == 0


def test_a_closing_too_short_to_be_seen_closed_ends_the_stillness() -> None:
    bounce = ReleaseBounce()
    for edge in (*edges(0, 80 * MS), SwitchEdge("test", "A", False, 84 * MS, "monotonic", 84 * MS)):
        bounce.add(edge)
    bounce.settle(84 * MS + REST_NS)
    assert (bounce.releases, bounce.longest_ns) == (1, 4 * MS)


def test_what_is_under_way_when_edges_are_lost_is_not_counted() -> None:
    bounce = ReleaseBounce()
    for edge in edges(0, 80 * MS, 83 * MS):
        bounce.add(edge)
    bounce.forget()
    bounce.add(SwitchEdge("test", "A", False, 200 * MS, "monotonic", 200 * MS))
    bounce.settle(10_000 * MS)
    assert bounce.releases == 0


def test_ninety_nine_of_a_hundred_releases() -> None:
    bounce = ReleaseBounce()
    for push in range(200):
        at, gap = push * 300 * MS, 9 * MS if push == 7 else MS
        for edge in edges(at, at + 80 * MS, at + 80 * MS + gap, at + 81 * MS + gap):
            bounce.add(edge)
    bounce.settle(10**12)
    assert (bounce.releases, bounce.percentile_ns(99), bounce.longest_ns) == (200, MS, 9 * MS)


@given(st.lists(st.tuples(st.integers(1, 20 * MS), st.integers(1, HELD_NS - 1)), max_size=5))
def test_with_the_value_offered_no_release_that_was_seen_is_a_press(reclosings: list[tuple[int, int]]) -> None:
    push = [0, 80 * MS]
    for gap, closed in reclosings:
        push += [push[-1] + gap, push[-1] + gap + closed]
    bounce = learnt(*(push_at + at for push_at in range(0, ENOUGH * 1_000 * MS, 1_000 * MS) for at in push))
    offered = bounce.release_ms
    assert offered is not None
    assert offered >= Settings().release_ns // MS
    assert presses(edges(*push), Settings(release_ns=offered * MS)) == [0]
