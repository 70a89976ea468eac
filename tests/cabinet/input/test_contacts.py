"""One rule for every contact: the same contacts through every source, and who won the race for one pile."""

import random
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.certify.race import Starter, run
from cabinet.certify.rigs import FRAME, RIGS, US, Change, HeaderRig, Rig, bouncing, late_threads, race, train
from engine.log_lines import CommandLine, GlitchLine
from hardware.clock import MS, FakeClock
from hardware.gpio.kernel import STORM_EDGES
from hardware.source import EdgesLost, LineChattering

if TYPE_CHECKING:
    from engine.panel import Press

pytestmark = pytest.mark.needs("gpiod")
TRAINS_US = {
    "clean": (40_000,),
    "a touch of 5 µs": (5, 6_000, 40_000),
    "a touch of 20 µs": (20, 6_000, 40_000),
    "two touches": (8, 30, 5, 5_200, 40_000),
    "a touch of half a millisecond": (500, 5_500, 40_000),
    "ugly bounce of 12 ms": (30, 2_500, 40, 3_000, 60, 6_300, 40_000),
}
"""Contacts of worn switches: closed, open, closed, … for so many µs."""


@pytest.fixture(scope="module")
def starter() -> Starter:
    return Starter()


@pytest.fixture(params=RIGS)
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    made = RIGS[request.param](FakeClock(10_000 * MS))
    yield made
    made.close()


@pytest.mark.parametrize("worn", [0, 1])
@pytest.mark.parametrize("contacts", TRAINS_US.values(), ids=TRAINS_US)
def test_a_contact_counts_from_its_first_touch_on_every_source(
    rig: Rig, contacts: Sequence[float], worn: int, starter: Starter
) -> None:
    for number in range(5):
        begin = rig.clock() + 3 * MS
        trains = {worn: train(worn, begin, contacts), 1 - worn: train(1 - worn, begin + MS, (40_000,))}
        result = race(rig, starter, number, trains)
        assert worn in (result.winner.seat, *result.winner.dead_heat)
        assert len(result.presses) == 2, "no press twice"
        if not isinstance(rig, HeaderRig) or rig.factory.is_traced:
            assert (result.winner.seat, result.winner.dead_heat) == (worn, ())


@pytest.mark.parametrize("spiked", [0, 1])
def test_a_spike_wins_no_race_on_any_source(rig: Rig, spiked: int, starter: Starter) -> None:
    begin = rig.clock() + 3 * MS
    spike_and_press = [*train(spiked, begin, (5,)), *train(spiked, begin + 50 * MS, (40_000,))]
    trains = {spiked: spike_and_press, 1 - spiked: train(1 - spiked, begin + MS, (40_000,))}
    assert race(rig, starter, 1, trains).winner.seat == 1 - spiked


@pytest.mark.parametrize("khz", [1, 20, 40])
@pytest.mark.parametrize("is_traced", [True, False])
def test_a_line_that_storms_is_masked_makes_no_press_and_takes_nothing_from_the_others(
    is_traced: bool, khz: int
) -> None:
    """A wire beside a pulsed lamp changes twice in each pulse; for half a second, and then it is a button again."""
    rig = HeaderRig(FakeClock(10_000 * MS), is_traced=is_traced, latency=lambda: 5 * US)
    begin, half_ns = rig.clock() + 3 * MS, 500 * US // khz
    noise = [Change(begin + count * half_ns, 0, count % 2 == 0) for count in range(1_000 * khz)]
    rig.plan(0, [*noise, *train(0, begin + 1_000 * MS, (60_000,))])
    rig.plan(1, [change for at in range(60, 900, 120) for change in train(1, begin + at * MS, (50_000,))])
    presses: list[Press] = []
    gone: set[tuple[int, int]] = set()
    most = 0
    while rig.clock() < begin + 1_200 * MS:
        before = rig.factory.lines.delays.events
        rig.run_until(rig.clock() + FRAME)
        most = max(most, rig.factory.lines.delays.events - before)
        presses += [press for press in rig.inputs.drain(rig.clock()) if press.pressed]
        gone |= {(glitch.seat, glitch.time_ns) for glitch in rig.inputs.glitches()}
    stand = [(press.seat, press.time_ns - begin) for press in presses if (press.seat, press.time_ns) not in gone]
    assert stand == [*((1, at * MS) for at in range(60, 900, 120)), (0, 1_000 * MS)]
    storms = [event for event in rig.events if isinstance(event, EdgesLost) and event.why == "storm"]
    assert bool(storms) is (khz > 10)
    assert {event.why for event in rig.events if isinstance(event, EdgesLost)} <= {"storm"}
    assert sum(isinstance(event, LineChattering) for event in rig.events) == 1
    assert most <= 2 * STORM_EDGES
    rig.close()


@settings(max_examples=20)
@given(data=st.data(), name=st.sampled_from(sorted(RIGS)), a_second=st.sampled_from((1, 5, 20, 50)))
def test_with_spikes_on_every_line_the_plays_are_those_without_them(
    starter: Starter, data: st.DataObject, name: str, a_second: int
) -> None:
    """The people press apart from each other, so that the order of their plays does not hang on a few ms."""
    seats = data.draw(st.lists(st.sampled_from((0, 1)), min_size=2, max_size=4))
    width_us = data.draw(st.sampled_from((0.5, 5, 200)))
    spikes_at = data.draw(st.integers(0, 1_000 * MS // a_second - 1))
    outcomes = []
    for with_spikes in (False, True):
        rig = RIGS[name](FakeClock(10_000 * MS))
        match, told = starter.ready(1, rig.clock()), list[object]()
        changes: dict[int, list[Change]] = {0: [], 1: []}
        pushes = [(seat, rig.clock() + (30 + 120 * place) * MS) for place, seat in enumerate(seats)]
        for seat, begin in pushes:
            changes[seat] += train(seat, begin, (60_000,))
        end = pushes[-1][1] + 100 * MS
        if with_spikes:
            for seat in (0, 1):
                for at in range(rig.clock() + MS + spikes_at, end, 1_000 * MS // a_second):
                    if all(not begin - 8 * MS < at < begin + 90 * MS for its, begin in pushes if its == seat):
                        changes[seat] = [*changes[seat], *train(seat, at, (width_us,))]
        for seat, own in changes.items():
            rig.plan(seat, sorted(own))
        pressed = []
        while rig.clock() < end + 100 * MS:
            rig.run_until(rig.clock() + FRAME)
            came = rig.inputs.drain(rig.clock())
            run(match, came, told)
            gone = rig.inputs.glitches()
            run(match, gone, told)
            pressed += [(press.seat, press.time_ns) for press in came if press.pressed]
            pressed = [each for each in pressed if each not in [(glitch.seat, glitch.time_ns) for glitch in gone]]
        plays = [(line.seat, line.command, line.ok, line.why) for line in told if isinstance(line, CommandLine)]
        outcomes.append((plays, [seat for seat, _ in pressed]))
        assert any(isinstance(line, GlitchLine) for line in told) <= with_spikes
        rig.close()
    assert outcomes[0] == outcomes[1]
    assert outcomes[0][1] == seats


@pytest.mark.once
@pytest.mark.parametrize("is_traced", [True, False])
@pytest.mark.parametrize(("median_ms", "tail"), [(0.5, 0), (1.2, 0), (2, 0), (5, 0), (0.1, 0.1)])
def test_threads_of_any_lateness_let_nobody_win_who_was_later_and_make_no_press_twice(
    median_ms: float, tail: float, is_traced: bool, starter: Starter
) -> None:
    chance = random.Random(7)
    rig = HeaderRig(FakeClock(10_000 * MS), is_traced=is_traced, latency=late_threads(chance, median_ms, tail))
    for number in range(60):
        worn, first, begin = number % 2, chance.randrange(2), rig.clock() + chance.randrange(MS, 9 * MS)
        starts = {first: begin, 1 - first: begin + 200 * US}
        trains = {worn: bouncing(chance, worn, starts[worn]), 1 - worn: train(1 - worn, starts[1 - worn], (40_000,))}
        result = race(rig, starter, number, trains)
        assert len({press.seat for press in result.presses}) == len(result.presses), "no press twice"
        if result.is_judged:
            assert first in (result.winner.seat, *result.winner.dead_heat)
        if is_traced:
            assert result.is_judged
            assert len(result.presses) == 2
            assert (result.winner.seat, result.winner.dead_heat) == (first, ())
    rig.close()


@pytest.mark.once
def test_by_the_request_alone_a_clean_switch_gains_nothing_over_one_that_bounces(starter: Starter) -> None:
    """Each is ahead by a millisecond half of the time; the threads are as quick as on a machine that has time."""
    chance, count, clean = random.Random(8), 240, 0.0
    rig = HeaderRig(
        FakeClock(10_000 * MS),
        is_traced=False,
        latency=lambda: min(round(chance.lognormvariate(0, 0.8) * 100 * US), 900 * US),
    )
    for number in range(count):
        worn, first, begin = number % 2, number // 2 % 2, rig.clock() + chance.randrange(MS, 9 * MS)
        starts = {first: begin, 1 - first: begin + MS}
        trains = {worn: bouncing(chance, worn, starts[worn]), 1 - worn: train(1 - worn, starts[1 - worn], (40_000,))}
        winner = race(rig, starter, number, trains).winner
        clean += winner.seat != worn
    assert abs(clean - count / 2) <= 3 * sqrt(count) / 2
    rig.close()
