"""The clock map: as wrong as it says at most, and never a step back."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.board.clockmap import TOLERANCE, TickMap
from hardware.clock import MS


class Crystal:
    """A board's clock: off by `ppm`, which drifts by `drift` a second, in ticks of 1 µs."""

    def __init__(self, ppm: float, offset_ns: int) -> None:
        self.ppm = ppm
        self.offset_ns = offset_ns

    def tick(self, at_ns: int) -> int:
        return (at_ns + self.offset_ns + round(at_ns * self.ppm / 1e6)) // 1000


def ping(clock: TickMap, crystal: Crystal, at: int, there: int, back: int) -> int:
    """Send a ping; returns when the answer came."""
    tick = crystal.tick(at + there)
    clock.add_ping(at, tick, tick, at + there + back)
    return at + there + back


@pytest.mark.once
@settings(max_examples=60, deadline=None)
@given(st.floats(-100, 100), st.integers(0, 10**15), st.integers(0, 2**32))
def test_the_error_is_never_more_than_told_and_time_never_goes_back(ppm: float, offset: int, seed: int) -> None:
    chance = random.Random(seed)
    clock, crystal, now, last = TickMap(1000), Crystal(ppm, offset), 10**9, (-1, -1)
    for _ in range(chance.choice((20, 200, 2000))):
        there, back = (round(chance.expovariate(1 / 0.7e6)) + 60_000 for _ in "ab")
        now = ping(clock, crystal, now, there, back) + 50 * MS
        for at in sorted(now + chance.randrange(-10**8, 10**6) for _ in range(3)):
            tick = crystal.tick(at)
            mapped = clock.to_ns(tick)
            if tick > last[0]:
                assert mapped > last[1]
                last = tick, mapped
            assert abs(mapped - at) <= clock.error_ns(tick)


def test_after_a_minute_the_skew_is_known_and_the_error_small() -> None:
    chance = random.Random(5)
    clock, crystal, now = TickMap(1000), Crystal(37, 12345), 10**9
    while now < 70 * 10**9:
        there, back = (round(chance.expovariate(1 / 0.5e6)) + 100_000 for _ in "ab")
        now = ping(clock, crystal, now, there, back) + 50 * MS
    quality = clock.quality()
    assert quality.skew * 1e6 == pytest.approx(-37, abs=6)
    assert quality.error_ns < 400_000
    assert quality.samples == pytest.approx(60, abs=2)


@given(st.lists(st.integers(0, 10**9), min_size=2, max_size=60, unique=True), st.integers(0, 2**32))
def test_ticks_keep_their_order_and_their_moment_whatever_is_learnt_between(ticks: list[int], seed: int) -> None:
    chance = random.Random(seed)
    clock, crystal = TickMap(1000), Crystal(80, 0)
    ping(clock, crystal, 0, 3 * MS, 0)
    told: dict[int, int] = {}
    for tick in sorted(ticks):
        told[tick] = clock.to_ns(tick)
        ping(clock, crystal, tick * 1000, chance.randrange(5 * MS), chance.randrange(5 * MS))
    moments = [told[tick] for tick in sorted(ticks)]
    assert moments == sorted(set(moments))
    assert [clock.to_ns(tick) for tick in sorted(ticks)[-20:]] == moments[-20:]


def test_a_jump_of_a_clock_is_noticed_and_one_slow_ping_is_not() -> None:
    clock, crystal, now = TickMap(1000), Crystal(0, 0), 10**9
    for _ in range(20):
        now = ping(clock, crystal, now, 100_000, 100_000) + 50 * MS
    now = ping(clock, crystal, now, 30 * MS, 100_000) + 50 * MS
    assert not clock.has_jumped
    crystal.offset_ns += 3_600_000 * MS
    for _ in range(3):
        now = ping(clock, crystal, now, 100_000, 100_000) + 50 * MS
    assert clock.has_jumped


@settings(max_examples=60, deadline=None)
@given(st.floats(-100, 100), st.integers(0, 2**32))
def test_pongs_may_stop_for_minutes_and_the_map_neither_runs_away_nor_hides_its_error(ppm: float, seed: int) -> None:
    chance = random.Random(seed)
    clock, crystal, now = TickMap(1000), Crystal(ppm, 10**12), 10**9
    for _ in range(chance.randrange(1, 5)):
        for _ in range(chance.choice((1, 8, 100))):
            now = ping(clock, crystal, now, chance.randrange(40 * MS), chance.randrange(40 * MS)) + 50 * MS
            edge = now + chance.randrange(-100 * MS, 1)
            tick = crystal.tick(edge)
            assert abs(clock.to_ns(tick) - edge) <= clock.error_ns(tick)
        quiet = chance.randrange(300 * 1000) * MS
        for _ in range(6):
            now += quiet // 6
            tick = crystal.tick(now)
            off = abs(clock.to_ns(tick) - now)
            assert off <= clock.error_ns(tick) <= 2 * 45 * MS + 2 * TOLERANCE * (quiet + 2000 * MS)


def test_a_map_that_is_steered_stops_when_it_has_arrived() -> None:
    clock, crystal, now = TickMap(1000), Crystal(0, 0), 10**9
    for _ in range(4):
        now = ping(clock, crystal, now, 40 * MS, 0) + 50 * MS
    now = ping(clock, crystal, now, 100_000, 100_000)
    for after in (2, 10, 300):
        at = now + after * 1000 * MS
        tick = crystal.tick(at)
        assert abs(clock.to_ns(tick) - at) < MS
        assert clock.error_ns(tick) < after * 1000 * MS * TOLERANCE + MS
