"""The computer's clock is slewed, stepped in frequency, or stands still: no press is voided, none told wrongly."""

import random
from bisect import bisect_right
from itertools import accumulate, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.board.clockmap import READINGS_NS, ClockMap, SlewMap
from hardware.clock import HOST, MAX_SLEW, MS, ClockReading, FakeClock, monotonic_ns
from hardware.source import SwitchEdge
from tests.hardware.board.desk import Desk, S
from tools.bench.clocks import CLOCKS, PRESSES, Slewed, session


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
    assert all(
        any(abs(event.time_ns - at) <= desk.claims[event.time_ns] for at in happened.values()) for event in told
    )
