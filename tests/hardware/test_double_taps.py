"""Quick second taps: heard with their own stamps, told apart from bounce, and counted where they are swallowed."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import MS
from hardware.debounce import Elapsed, Settings, start, step
from hardware.source import EdgesLost, LineStuck, PressSwallowed, RawEvent, SwitchEdge
from tests.hardware.test_debounce import SETTINGS, edge, run, trace
from tools.bench.taps import PRESS_BOUNCE_NS, Push, curve, double_tap, edges_of, presses, single_press, wrong

ONE_NUMBER = Settings(tap_ns=12 * MS)
"""The rule before quick taps counted: a closing counts after `release_ns`, and never before."""


def swallowed(text: str, settings: Settings = SETTINGS) -> list[tuple[float, float]]:
    """(stamp, time open before it) in ms of the closings swallowed in a trace such as "0v 40^ 45v 90^"."""
    out = run([*trace(text), Elapsed(10_000 * MS)], settings)
    return [(event.time_ns / MS, event.open_ns / MS) for event in out if isinstance(event, PressSwallowed)]


@pytest.mark.parametrize("bounce_ms", [1.0, 3.9])
def test_one_in_eight_second_taps_was_lost_and_one_in_seventy_is(bounce_ms: float) -> None:
    """831 of 6,541 were lost by one number of 12 ms: 12.7 %."""
    before, _ = wrong(double_tap, ONE_NUMBER, round(bounce_ms * MS))
    now, _ = wrong(double_tap, Settings(), round(bounce_ms * MS))
    assert 100 <= before <= 150
    assert now <= 15


def test_a_worn_switch_makes_fewer_phantoms_than_with_eight_ms_alone() -> None:
    eight = Settings(release_ns=8 * MS, tap_ns=8 * MS)
    lost, phantoms = wrong(double_tap, Settings(), 16 * MS)[0], wrong(single_press, Settings(), 16 * MS)[1]
    assert lost < wrong(double_tap, eight, 16 * MS)[0]
    assert phantoms < wrong(single_press, eight, 16 * MS)[1]


@given(st.integers(), st.integers(0, 12 * MS))
def test_release_bounce_up_to_release_ms_is_no_press(seed: int, bounce_ns: int) -> None:
    draw = Random(seed)
    assert presses(edges_of(single_press(draw), bounce_ns, draw), Settings()) == [0]


@given(st.lists(st.integers(1, 12 * MS - 1), min_size=2, max_size=12, unique=True), st.integers(20, 3_000))
def test_a_release_that_is_over_within_release_ms_is_no_press_wherever_it_bounces(
    after: list[int], hold_ms: int
) -> None:
    moments = [0, *sorted(after)][: len(after) // 2 * 2 + 1]
    edges = [edge("A", True, 0)]
    edges += [edge("A", place % 2 == 1, hold_ms * MS + at) for place, at in enumerate(moments)]
    assert presses(edges, Settings()) == [0]


@given(st.integers(), st.integers(0, PRESS_BOUNCE_NS))
def test_a_second_tap_after_the_bounce_and_seven_ms_is_heard_with_its_first_edge(seed: int, bounce_ns: int) -> None:
    draw = Random(seed)
    first = draw.randint(20 * MS, 40 * MS)
    second = first + bounce_ns + Settings().tap_ns + draw.randint(0, 20 * MS)
    taps = [Push(0, first), Push(second, second + draw.randint(6 * MS, 50 * MS))]
    assert presses(edges_of(taps, bounce_ns, draw, Settings().lockout_ns), Settings()) == [0, second]


@given(st.integers(), st.integers(0, 20 * MS), st.data())
def test_taps_are_the_same_however_the_trace_is_cut_into_drains(seed: int, bounce_ns: int, data: st.DataObject) -> None:
    draw = Random(seed)
    edges = edges_of(double_tap(draw), bounce_ns, draw)
    end = Elapsed(edges[-1].time_ns + 100 * MS)
    cut: list[RawEvent | Elapsed] = []
    for before, event in zip([None, *edges], edges, strict=False):
        if before is not None and data.draw(st.booleans()):
            cut.append(Elapsed(data.draw(st.integers(before.time_ns, event.time_ns - 1))))
        cut.append(event)
    assert run([*cut, end]) == run([*edges, end])


@given(st.integers(), st.integers(0, 20 * MS))
def test_nothing_is_told_later_than_the_settings_promise(seed: int, bounce_ns: int) -> None:
    draw, settings = Random(seed), Settings()
    edges = edges_of(double_tap(draw), bounce_ns, draw)
    state, events = start("test", {}, 0), iter([*edges, None])
    coming = next(events)
    for now in range(0, edges[-1].time_ns + 50 * MS, MS // 4):
        while coming is not None and coming.time_ns <= now:
            state, _ = step(state, coming, settings)
            coming = next(events)
        state, out = step(state, Elapsed(now), settings)
        assert all(event.time_ns > now - MS // 4 - settings.lag_ns for event in out if isinstance(event, SwitchEdge))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0v 40^ 45v 90^", [(45, 5)]),  # a second tap that came too soon
        ("0v 40^ 46.9v 90^", [(46.9, 6.9)]),
        ("0v 40^ 49v 53^", [(49, 9)]),  # a worn switch, or a tap of 4 ms
        ("0v 40^ 44.9v 90^", []),  # plain bounce opens the contact for less than the lockout
        ("0v 40^ 47v 90^", []),  # counts
        ("0v 40^ 52v 90^", []),
        ("0v 0.4^ 0.9v 1.1^ 1.6v 80^ 80.3v 80.9^ 83v 84^", []),
    ],
)
def test_a_closing_that_was_swallowed_is_reported_and_plain_bounce_is_not(
    text: str, expected: list[tuple[float, float]]
) -> None:
    assert swallowed(text) == expected


def test_every_swallowed_second_tap_is_reported_where_the_rule_is_off() -> None:
    assert swallowed("0v 40^ 50v 90^", ONE_NUMBER) == [(50, 10)]


@given(st.integers(), st.integers(0, Settings().lockout_ns))
def test_ordinary_bounce_is_never_reported(seed: int, bounce_ns: int) -> None:
    draw = Random(seed)
    edges = edges_of(single_press(draw), bounce_ns, draw, bounce_ns)
    assert [type(event) for event in run([*edges, Elapsed(10_000 * MS)])] == [SwitchEdge, SwitchEdge]


def test_a_longer_release_ms_is_waited_for_before_a_second_tap_counts() -> None:
    worn = [edge("A", place % 2 == 0, at_ms * MS) for place, at_ms in enumerate((0, 80, 88, 94))]
    assert presses(worn, Settings(release_ns=20 * MS)) == [0]
    assert presses(worn, Settings()) == [0, 88 * MS]


def test_a_second_tap_that_never_ends_is_stuck_from_its_first_edge_on() -> None:
    out = run([*trace("0v 40^ 48v 49^ 49.5v"), Elapsed(10**12)])
    assert out[-1] == LineStuck("test", "A", 48 * MS + Settings().stuck_ns)


def test_a_line_is_stuck_at_its_time_though_a_second_tap_is_undecided() -> None:
    settings = Settings(stuck_ns=100 * MS)
    out = run([*trace("0v 90^ 98v 101^"), Elapsed(10**12)], settings)
    assert LineStuck("test", "A", 100 * MS) in out


def test_a_muted_line_has_no_second_tap_under_way() -> None:
    settings = Settings(chatter_ns=8 * MS, tap_ns=9 * MS)
    out = run([*trace("0v 40^ 48v 49^ 49.5v"), Elapsed(10**12)], settings)
    assert [event.pressed for event in out if isinstance(event, SwitchEdge)] == [True, False]
    assert not [event for event in out if isinstance(event, PressSwallowed)]


def test_an_edge_from_before_a_decided_tap_is_refused() -> None:
    """The level was read back in between: deciding a second time would tell the press twice."""
    lost = EdgesLost("test", None, 51 * MS, "level", (("A", False),))
    out = run([*trace("0v 40^ 48v"), lost, Elapsed(60 * MS), edge("A", False, 50 * MS), Elapsed(10_000 * MS)])
    assert [event.why for event in out if isinstance(event, EdgesLost)] == ["level", "order"]
    assert len([event for event in out if isinstance(event, PressSwallowed)]) == 1


@pytest.mark.once
def test_the_bench_prints_the_curve_and_meets_its_bounds() -> None:
    header, *rows = curve(200)
    assert [row.met for row in rows] == [True, True, True, None, None, None, None]
    assert header.figure.split() == ["4", "ms", "6", "ms", "8", "ms", "12", "ms", "rule"]
