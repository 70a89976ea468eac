"""The clock map: as wrong as it says at most, never a step back, whatever the computer's own clock does."""

import random
from bisect import bisect_right
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.board.clockmap import READINGS_NS, TOLERANCE, ClockMap, SlewMap, TickMap
from hardware.clock import HOST, MAX_SLEW, MS, ClockReading, FakeClock, monotonic_ns
from hardware.source import SwitchEdge
from tests.hardware.board.conftest import Desk, S
from tools.bench.clocks import CLOCKS, PRESSES, Slewed, session


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
        for at in sorted(now + chance.randrange(-(10**8), 10**6) for _ in range(3)):
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


# The computer's clock is slewed, stepped in frequency, or stands still


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("name", CLOCKS)
def test_every_press_is_reported_within_its_bound_and_none_is_voided(name: str) -> None:
    told = session(CLOCKS[name], seed=3)
    assert (told.reported, told.voids, told.beyond) == (PRESSES, 0, 0)
    assert told.bound_ns < MS


def wandering(chance: random.Random, begin: int) -> Slewed:
    """A clock whose rate changes at random, by all that a kernel may; it is CLOCK_MONOTONIC_RAW before `begin`."""
    lasts = chance.choice((3 * MS, 30 * MS, 900 * MS))
    times = [*accumulate((chance.randrange(1, lasts) for _ in range(4_000)), initial=begin)]
    most = chance.choice((0.0005, 0.05, MAX_SLEW))
    offsets = [*accumulate((round((b - a) * chance.uniform(-most, most)) for a, b in pairwise(times)), initial=0)]

    def slewed(raw_ns: int) -> int:
        place = bisect_right(times, raw_ns)
        if not 0 < place < len(times):
            return raw_ns + (offsets[-1] if place else 0)
        a, b = times[place - 1], times[place]
        one, other = offsets[place - 1], offsets[place]
        return raw_ns + one + (other - one) * (raw_ns - a) // (b - a)

    return slewed


class Busy:
    """A computer whose clock wanders; it is interrupted now and then between the readings of its clocks."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.clock = FakeClock(10**9, wandering(chance, 10**9))

    def both(self) -> ClockReading:
        before = self.clock.raw_ns
        self.pass_ns(self.chance.choice((200, 200, 2_000, 3 * MS)))
        now = self.clock()
        self.pass_ns(self.chance.choice((200, 200, 2_000, 3 * MS)))
        return ClockReading.between(before, now, self.clock.raw_ns)

    def pass_ns(self, most: int) -> None:
        self.clock.advance(self.chance.randrange(most))


@pytest.mark.once
@settings(max_examples=100, deadline=None)
@given(st.floats(-100, 100), st.integers(0, 2**48))
def test_no_tick_is_further_off_than_its_bound_and_none_goes_back(ppm: float, seed: int) -> None:
    chance = random.Random(seed)
    busy, slew, last = Busy(chance), SlewMap(), (-1, -1)
    clock, host = ClockMap(1000, slew), busy.clock
    told: dict[int, int] = {}

    def tick() -> int:
        return (host.raw_ns + 77 * S + round(host.raw_ns * ppm / 1e6)) // 1000

    slew.add(busy.both())
    for _ in range(chance.choice((20, 200, 400))):
        slew.add(sent := busy.both())
        busy.pass_ns(MS)
        edges = []
        for _ in range(3):
            edges.append((tick(), host()))
            busy.pass_ns(chance.choice((2_000, 2 * MS)))
        received = tick()
        busy.pass_ns(MS)
        slew.add(arrived := busy.both())
        clock.add_ping(sent.raw_ns, received, received, arrived.raw_ns)
        for at, moment in edges:
            mapped = clock.to_ns(at)
            assert abs(mapped - moment) <= clock.error_ns(at)
            assert mapped > last[1] or at == last[0]
            last = at, mapped
            told[at] = mapped
        busy.pass_ns(chance.choice((MS, 50 * MS, 300 * MS)))
    late = [at for at in told if at > last[0] - READINGS_NS // 4000]
    assert [clock.to_ns(at) for at in late] == [told[at] for at in late]


def test_a_reading_that_says_less_than_the_last_one_has_no_effect() -> None:
    slew = SlewMap()
    for reading in (ClockReading(5_000, 5_000, 10), ClockReading(7_900, 7_000, 900), ClockReading(4_000, 4_000, 0)):
        slew.add(reading)
    assert slew.to_ns(8_000) == 8_000
    assert slew.bounds(8_000) == (8_000 - 340, 8_000 + 340)


def test_a_map_that_has_run_ahead_of_the_clock_waits_for_it_and_says_so() -> None:
    slew = SlewMap()
    slew.add(ClockReading(1_000_000, 1_000_000, 0))
    assert slew.to_ns(2_000_000) == 2_000_000
    slew.add(ClockReading(1_900_100, 2_000_100, 0))  # slewed by a tenth
    mapped = [slew.to_ns(raw) for raw in range(2_000_000, 2_000_400, 50)]
    assert mapped == sorted(set(mapped))
    low, high = slew.bounds(2_000_100)
    assert low <= 1_900_100 <= high


def test_readings_of_long_ago_are_forgotten() -> None:
    slew = SlewMap()
    for n in range(20_000):
        slew.add(ClockReading(n * 4 * MS, n * 4 * MS, 0))
    assert len(slew._readings) <= 2 * READINGS_NS // (4 * MS) + 1


def test_the_computers_clocks_are_read_together() -> None:
    before = monotonic_ns()
    one, other = HOST.both(), HOST.both()
    assert before <= one.ns <= other.ns <= monotonic_ns()
    assert one.raw_ns <= other.raw_ns
    off = abs((other.ns - one.ns) - (other.raw_ns - one.raw_ns))
    assert off <= one.error_ns + other.error_ns + MAX_SLEW * (other.raw_ns - one.raw_ns)


@pytest.mark.once
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**48), st.integers(0, 3))
def test_a_computer_that_sleeps_and_whose_clock_is_slewed_voids_only_where_an_edge_is_lost(
    seed: int, sleeps: int
) -> None:
    chance = random.Random(seed)
    desk = Desk(slewed=wandering(chance, 10_000 * S + 2 * S))
    begin, asleep = desk.board._sequence, set(chance.sample(range(30), sleeps))
    happened: dict[int, int] = {}
    for turn in range(30):
        happened[desk.board._sequence] = desk.clock()
        desk.board.edge(turn % 16, turn // 16 % 2 == 0)
        desk.listen(chance.randrange(1, 300) * MS, chance.choice((MS, 4 * MS, 16 * MS)))
        if turn in asleep:
            desk.board.suspend_host(chance.choice((200 * MS, 5 * S, 3_600 * S)))
    desk.listen(2 * S)
    told = [event for event in desk.events if isinstance(event, SwitchEdge)]
    gaps = [gap for gap in desk.gaps if gap.since_ns is not None]
    assert not gaps or len(told) < desk.board._sequence - begin, "a void without a lost edge"
    for sequence, at in happened.items():
        line = (sequence - begin) % 16
        is_told = any(event.line == line and abs(event.time_ns - at) <= desk.claims[event.time_ns] for event in told)
        assert is_told or any((gap.since_ns or 0) <= at + MS and at <= gap.time_ns + MS for gap in gaps)
    assert all(any(abs(event.time_ns - at) <= desk.claims[event.time_ns] for at in happened.values()) for event in told)
