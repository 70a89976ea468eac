"""One rule for every contact: the same contacts through every source, and who won the race for one pile."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, repeat
from math import sqrt
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.config.schema import Input
from cabinet.input.inputs import Inputs, PanelMap, Panels
from engine import judge
from engine.log_lines import CommandLine, GlitchLine
from engine.panel import Press
from engine.setup import Setup
from hardware.clock import MS, FakeClock
from hardware.debounce import Debounced
from hardware.evdev.controls import CODES
from hardware.evdev.fake import PAD
from hardware.evdev.kernel import Identity, duration_of
from hardware.evdev.radio import BUS_BLUETOOTH
from hardware.evdev.source import EvdevSource, Punctuality
from hardware.gpio import gpiod_factory
from hardware.gpio.backends import no_trace, open_source
from hardware.gpio.fake import FakeGpiod
from hardware.gpio.kernel import STORM_EDGES
from hardware.gpio.source import GpioSource
from hardware.source import EdgesLost, LineChattering
from tools.vm.encoders import PAIRS_MS, Wins
from workshop.certify.race import Starter, run
from workshop.certify.rigs import (
    FRAME,
    RIGS,
    US,
    Change,
    EncoderRig,
    HeaderRig,
    Rig,
    bouncing,
    late_threads,
    race,
    train,
)

if TYPE_CHECKING:
    from engine.panel import Press


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


@pytest.mark.needs("gpiod")
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
        if not isinstance(rig, HeaderRig) or rig.factory.lines.is_traced:
            assert (result.winner.seat, result.winner.dead_heat) == (worn, ())


@pytest.mark.needs("gpiod")
@pytest.mark.parametrize("spiked", [0, 1])
def test_a_spike_wins_no_race_on_any_source(rig: Rig, spiked: int, starter: Starter) -> None:
    begin = rig.clock() + 3 * MS
    spike_and_press = [*train(spiked, begin, (5,)), *train(spiked, begin + 70 * MS, (40_000,))]
    trains = {spiked: spike_and_press, 1 - spiked: train(1 - spiked, begin + MS, (40_000,))}
    assert race(rig, starter, 1, trains).winner.seat == 1 - spiked


@pytest.mark.needs("gpiod")
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


@pytest.mark.needs("gpiod")
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


@pytest.mark.long
@pytest.mark.needs("gpiod")
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


class OftenRead(HeaderRig):
    """Read by the program as well, every quarter of a millisecond: so a late thread is seen to be late."""

    def run_until(self, until_ns: int) -> None:
        while (step := min(self.clock() + MS // 4, until_ns)) > self.clock():
            super().run_until(step)
            self.factory.lines.pump()


@pytest.mark.needs("gpiod")
@pytest.mark.parametrize("seed", [124, 209, 291, 419])
def test_a_late_thread_that_was_seen_gives_no_race_to_the_later_press(seed: int, starter: Starter) -> None:
    """Seat 0 is first and bounces, and its thread alone is late; each of these was won outright by seat 1."""
    chance = random.Random(seed)
    latencies = chain([round(chance.uniform(0.5, 4) * MS)], repeat(100 * US))
    rig = OftenRead(FakeClock(10_000 * MS), is_traced=False, latency=lambda: next(latencies))
    chance.randrange(2)
    lead_ns = round(chance.uniform(0.11, 3) * MS)
    begin = rig.clock() + chance.randrange(MS, 9 * MS)
    trains = {0: bouncing(chance, 0, begin), 1: train(1, begin + lead_ns, (40_000,))}
    result = race(rig, starter, seed, trains)
    assert 0 in (result.winner.seat, *result.winner.dead_heat) or not result.is_judged
    rig.close()


@pytest.mark.needs("gpiod")
@pytest.mark.once
@pytest.mark.parametrize("both_bounce", [False, True])
def test_the_first_late_thread_of_all_gives_no_race_to_the_later_press(*, both_bounce: bool, starter: Starter) -> None:
    """The first press bounces while its thread is late, and the second comes in between."""
    for seed in range(60):
        chance, first = random.Random(seed), seed % 2
        late_us = chance.randrange(1_200, (6_000, 45_000)[seed // 2 % 2])
        quick = (round(chance.lognormvariate(0, 0.5) * 30 * US) for _ in repeat(None))
        latencies = chain([late_us * US], quick)
        rig = HeaderRig(FakeClock(10_000 * MS), is_traced=False, latency=latencies.__next__)
        begin = rig.clock() + 3 * MS
        second = begin + chance.randrange(300, 1_000) * US
        trains = {
            first: train(first, begin, (chance.randrange(200, 900), chance.randrange(100, min(late_us, 6_000)), 90_000))
        }
        trains[1 - first] = bouncing(chance, 1 - first, second) if both_bounce else train(1 - first, second, (40_000,))
        result = race(rig, starter, seed, trains)
        assert first in (result.winner.seat, *result.winner.dead_heat)
        rig.close()


@pytest.mark.needs("gpiod")
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


# -- Two encoders, one a seat: who is earlier for certain wins, and neither seat gains -----------------------------


HOLD_US: Final = 40_000
LONG_US: Final = 100_000
"""Longer than any stamp of a release is late."""


def proven(rig: EncoderRig) -> EncoderRig:
    """Press each encoder's first buttons in turn until its stamps count as punctual."""
    for number in range(2 * Punctuality.PROOF):
        seat, begin = number % 2, rig.clock() + MS
        rig.plan(seat, train(seat, begin, (16_000,)))
        rig.run_until(begin + 60 * MS)
        rig.inputs.drain(rig.clock())
    return rig


def wins(starter: Starter, intervals_ms: Sequence[int], lead_ms: float, races: int, seed: int) -> Wins:
    """Race so often with one seat ahead by the lead, each seat as often.

    Each encoder answers at a moment of its own phase, and says then how its contacts are.
    """
    chance = random.Random(seed)
    intervals_ns = [duration_of(f"{ms}ms") for ms in intervals_ms]
    rig, count = proven(EncoderRig(FakeClock(10_000 * MS), intervals_ns, chance)), Wins()
    for number in range(races):
        first, begin = number % 2, rig.clock() + chance.randrange(12 * MS, 24 * MS)
        trains = {first: train(first, begin, (HOLD_US,))}
        trains[1 - first] = train(1 - first, begin + round(lead_ms * MS), (HOLD_US,))
        result = race(rig, starter, chance.randrange(1 << 30), trains)
        winner, drawn = result.winner.seat, result.winner.dead_heat
        count = Wins(
            count.races + 1,
            count.earlier + (winner == first),
            count.wrong + (winner != first and not drawn),
            count.seat_0 + (winner == 0),
        )
    rig.close()
    return count


@pytest.mark.parametrize("pair", PAIRS_MS)
def test_presses_at_once_are_half_and_half_whatever_the_encoders_are(pair: tuple[int, int], starter: Starter) -> None:
    count = wins(starter, pair, 0, 100, seed=1)
    assert abs(count.bias) < 3


@pytest.mark.parametrize("pair", PAIRS_MS)
def test_no_race_that_is_certain_is_lost_by_the_earlier_press(pair: tuple[int, int], starter: Starter) -> None:
    for lead_ms in (0.5, 5):
        assert not wins(starter, pair, lead_ms, 30, seed=2).wrong


@pytest.mark.parametrize("pair", PAIRS_MS)
def test_a_lead_of_both_intervals_and_a_frame_always_wins(pair: tuple[int, int], starter: Starter) -> None:
    count = wins(starter, pair, sum(pair) + 1, 20, seed=3)
    assert count.earlier == count.races


BY_RADIO: Final = (
    PAD._replace(bus=BUS_BLUETOOTH, name="Wireless Controller"),
    PAD._replace(vendor=0x046D, product=0xC52B, name="Logitech USB Receiver"),
    PAD._replace(vendor=0x046D, product=0xC21F, name="Logitech Gamepad F710"),
    PAD._replace(vendor=0x045E, product=0x0719, name="Xbox 360 Wireless Receiver"),
    PAD._replace(vendor=0x2DC8, product=0x310A, name="8BitDo Ultimate 2C Wireless Controller"),
    PAD._replace(name="2.4G Composite Device"),
    PAD._replace(vendor=0x046D, name="Logitech Wireless Device PID:4076"),
)
"""They name an interval, which is that of the receiver."""


@pytest.mark.parametrize("is_late", [0, 1], ids=["the other is late", "it is late"])
@pytest.mark.parametrize("identity", [*BY_RADIO, PAD], ids=lambda identity: identity.name)
def test_a_race_against_radio_or_an_unknown_interval_is_drawn_and_not_judged_whoever_was_stamped_first(
    identity: Identity, is_late: int, starter: Starter
) -> None:
    interval = MS if identity in BY_RADIO else None
    rig = EncoderRig(FakeClock(10_000 * MS), (interval, 8 * MS), random.Random(4), identities=(identity, PAD))
    for number in range(12):
        begin = rig.clock() + 12 * MS + number * MS
        starts = {is_late: begin, 1 - is_late: begin + (9, 25, 40)[number % 3] * MS}
        result = race(rig, starter, number, {seat: train(seat, at, (HOLD_US,)) for seat, at in starts.items()})
        assert not result.is_judged
        assert result.winner.dead_heat == (0, 1)
    rig.close()


LATE_MS: Final[Mapping[str, Callable[[random.Random], float]]] = {
    "mostly 1.5 ms": lambda chance: chance.lognormvariate(0, 0.8) * 1.5,
    "up to 15 ms": lambda chance: chance.uniform(0, 15),
    "up to 25 ms": lambda chance: chance.uniform(0, 25),
    "up to 40 ms": lambda chance: chance.uniform(0, 40),
    "one in ten": lambda chance: chance.uniform(0, 9) if chance.random() < 0.1 else 0.05,
}


@pytest.mark.long
@pytest.mark.once
@pytest.mark.parametrize("late", [0, 1])
@pytest.mark.parametrize("pair", [(8, 8), (4, 4), (1, 1), (1, 8)])
@pytest.mark.parametrize("late_ms", LATE_MS.values(), ids=LATE_MS)
def test_an_encoder_whose_stamps_are_late_gives_no_race_to_the_later_press_not_even_the_first(
    late_ms: Callable[[random.Random], float], pair: tuple[int, int], late: int, starter: Starter
) -> None:
    """The soft interrupts of one seat alone are late, from the beginning on."""
    chance = random.Random(3)

    def latency(place: int) -> int:
        return min(round(late_ms(chance) * MS), 40 * MS) if place == late else 20 * US

    rig = EncoderRig(FakeClock(10_000 * MS), [ms * MS for ms in pair], chance, latency=latency)
    for _ in range(70):
        first, begin = chance.randrange(2), rig.clock() + chance.randrange(12 * MS, 24 * MS) + 20 * MS
        second = begin + chance.choice((200, 500, 1_000, 2_000)) * US
        trains = {first: train(first, begin, (LONG_US,)), 1 - first: train(1 - first, second, (LONG_US,))}
        result = race(rig, starter, chance.randrange(1 << 30), trains)
        assert result.winner.dead_heat == (0, 1)
        assert not result.is_judged
    rig.close()


@pytest.mark.parametrize("interval_ms", [1, 8])
def test_one_late_stamp_in_a_hundred_takes_no_race_from_an_encoder(interval_ms: int, starter: Starter) -> None:
    chance, answers = random.Random(3), iter(range(1_000))
    rig = EncoderRig(
        FakeClock(10_000 * MS),
        [interval_ms * MS] * 2,
        chance,
        latency=lambda _place: 3_400 * US if next(answers) == 603 else 40 * US,
    )
    proven(rig)
    for number in range(200):
        first, begin = number % 2, rig.clock() + chance.randrange(12 * MS, 24 * MS)
        trains = {first: train(first, begin, (HOLD_US,)), 1 - first: train(1 - first, begin + 20 * MS, (HOLD_US,))}
        result = race(rig, starter, number, trains)
        assert result.is_judged
        assert result.winner.seat == first
    rig.close()


# -- One encoder for both seats: its answers are in a certain order ------------------------------------------------


@pytest.mark.parametrize("interval_ms", [1, 4, 8])
def test_of_one_encoder_the_press_of_the_earlier_answer_wins_and_one_answer_is_drawn(
    interval_ms: int, starter: Starter
) -> None:
    chance = random.Random(9)
    rig, drawn = EncoderRig(FakeClock(10_000 * MS), (interval_ms * MS,), chance), 0
    for number in range(80):
        lead_ns = (interval_ms * MS // 2, interval_ms * MS)[number // 2 % 2]
        first, begin = number % 2, rig.clock() + chance.randrange(12 * MS, 24 * MS)
        trains = {first: train(first, begin, (HOLD_US,)), 1 - first: train(1 - first, begin + lead_ns, (HOLD_US,))}
        result = race(rig, starter, number, trains)
        stamps = {press.time_ns for press in result.presses}
        assert result.is_judged
        assert bool(result.winner.dead_heat) is (len(stamps) == 1)
        assert result.winner.dead_heat or result.winner.seat == first
        drawn += bool(result.winner.dead_heat)
        assert lead_ns < interval_ms * MS or not result.winner.dead_heat, "a lead of an interval always wins"
    assert drawn
    rig.close()


def test_two_devices_of_one_source_are_two_clocks(starter: Starter) -> None:
    """An answer of each, one interval apart, says nothing of their order."""
    rig = EncoderRig(FakeClock(10_000 * MS), (8 * MS, 8 * MS), random.Random(1))
    begin = rig.clock() + 40 * MS
    rig.phases, rig.coming = [begin % (8 * MS)] * 2, [Change(begin - 30 * MS, 0, False)]
    trains = {0: train(0, begin, (HOLD_US,)), 1: train(1, begin + 8 * MS, (HOLD_US,))}
    assert race(rig, starter, 1, trains).winner.dead_heat == (0, 1)
    rig.close()


# -- The doubt of a race is that of the devices that were pressed in it ---------------------------------------------


def test_a_press_on_a_keyboard_of_unknown_interval_takes_no_race_from_the_encoders(starter: Starter) -> None:
    clock = FakeClock(10_000 * MS)
    rig = EncoderRig(clock, (MS, MS, None), random.Random(2), identities=(PAD, PAD, PAD._replace(name="Operator's")))
    proven(rig)
    judged = []
    for number in range(3):
        if number == 1:
            for closed in (True, False):
                rig.encoders[2].key(CODES["x"], closed)
                rig.run_until(clock() + 20 * MS)
                rig.inputs.drain(clock())
        begin = clock() + 20 * MS
        result = race(rig, starter, number, {seat: train(seat, begin + seat * 5 * MS, (HOLD_US,)) for seat in (0, 1)})
        judged.append((result.is_judged, result.winner.seat, result.winner.dead_heat))
    assert judged == [(True, 0, ())] * 3
    assert isinstance(rig.raw, EvdevSource)
    assert (rig.raw.stamps.doubt, rig.raw.unjudged) == ("", ("Operator's",))
    rig.close()


# -- Buttons on an expander behind I2C -----------------------------------------------------------------------------

# Its driver stamps lines one after another in pin order, and no number is missing. So the lower pin has the earlier
# stamp in every tie, by more than the header's resolution: a race that is judged by such stamps is the lower pin's.

AMBERS, BLUES = (4, 7), (5, 6)
BUTTONS: PanelMap = {4: (0, "CARD1"), 7: (0, "CARD2"), 5: (1, "CARD1"), 6: (1, "CARD2")}
LINES = {place: int(line) for line, place in BUTTONS.items()}
READS_US = (100, 250, 500)
"""A reading at 1 MHz with the overhead of its message, at 400 kHz, at 100 kHz."""


def opened(monkeypatch: pytest.MonkeyPatch, clock: FakeClock, gpiod: FakeGpiod, resolution_us: float) -> GpioSource:
    monkeypatch.setattr(gpiod_factory, "import_gpiod", lambda: gpiod)
    monkeypatch.setattr(gpiod_factory, "gpio_chips", lambda: [gpiod.PATH])
    monkeypatch.setattr(gpiod_factory, "get_pi_revision", lambda: 0xC03111)
    resolution_ns = round(Input(resolution_us=resolution_us).resolution_us * US) or None
    lines, chip = list(LINES.values()), gpiod.label
    return open_source("gpiod", lines, chip=chip, clock=clock, resolution_ns=resolution_ns, trace=no_trace)


def races(clock: FakeClock, gpiod: FakeGpiod, source: GpioSource, count: int) -> list[tuple[Press, Press]]:
    """Press a button of each seat at the same instant, so many times; return the presses, the earlier stamp first."""
    inputs = Inputs([Panels(Debounced(source), BUTTONS)], lambda _event: None)
    inputs.start()
    gpiod.requests[0].stall()
    found = []
    for number in range(count):
        lines = AMBERS[number % 2], BLUES[number // 2 % 2]
        presses: list[Press] = []
        for high in (False, True):
            begin = clock() + 50 * MS
            for line in lines:
                gpiod.contact(line, [(begin, high)])
            while clock() < begin + 50 * MS:
                clock.advance(5 * MS)
                gpiod.run(clock())
                presses += [press for press in inputs.drain(clock()) if press.pressed]
        first, second = presses
        found.append((first, second))
    inputs.close()
    return found


@pytest.mark.needs("gpiod")
@pytest.mark.parametrize("read_us", READS_US)
def test_races_on_a_chip_that_nobody_has_checked_are_drawn_and_shown_as_not_judged(
    monkeypatch: pytest.MonkeyPatch, read_us: int
) -> None:
    clock, gpiod = FakeClock(10_000 * MS), FakeGpiod(label="mcp23017", expander_read_ns=read_us * US)
    source = opened(monkeypatch, clock, gpiod, 0)
    assert source.stamps.doubt == "chip"
    told = races(clock, gpiod, source, 300)
    lines = [tuple(LINES[press.seat, press.button] for press in pair) for pair in told]
    assert lines == [tuple(sorted(pair)) for pair in lines], "the stamps follow the pins"
    assert {second.time_ns - first.time_ns for first, second in told} == {read_us * US}
    assert not any(press.early_ns for pair in told for press in pair), "and no number says so"
    setup = Setup("speed")
    assert not any(judge.is_judged(setup, *pair) for pair in told)
    assert not any(judge.is_certainly_later(setup, *pair) for pair in told)
    assert {judge.reach_ns(setup, *pair) for pair in told} == {setup.reach_ns}


@pytest.mark.needs("gpiod")
@pytest.mark.parametrize("read_us", READS_US)
def test_with_a_written_resolution_they_are_dead_heats(monkeypatch: pytest.MonkeyPatch, read_us: int) -> None:
    clock, gpiod = FakeClock(10_000 * MS), FakeGpiod(label="mcp23017", expander_read_ns=read_us * US)
    source = opened(monkeypatch, clock, gpiod, 16 * read_us)
    assert not source.stamps.doubt
    told = races(clock, gpiod, source, 100)
    assert all(judge.is_judged(Setup("speed"), *pair) for pair in told)
    assert not any(judge.is_certainly_later(Setup("speed"), *pair) for pair in told)


@pytest.mark.needs("gpiod")
@pytest.mark.parametrize("label", gpiod_factory.HEADER_CHIPS)
def test_the_headers_chips_have_their_resolution_unwritten(monkeypatch: pytest.MonkeyPatch, label: str) -> None:
    source = opened(monkeypatch, FakeClock(), FakeGpiod(label=label), 0)
    assert (source.stamps.doubt, source.stamps.resolution_ns) == ("", 100 * US)
    source.close()


@pytest.mark.needs("gpiod")
def test_a_chip_that_comes_back_as_another_is_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its path says nothing: the header's chip and an expander may change their numbers."""
    clock, gpiod = FakeClock(10_000 * MS), FakeGpiod()
    monkeypatch.setattr(gpiod_factory, "import_gpiod", lambda: gpiod)
    source = open_source("gpiod", list(LINES.values()), chip=gpiod.PATH, clock=clock, trace=no_trace)
    source.start()
    doubts = [source.stamps.doubt]
    gpiod.unplug()
    clock.advance(MS)
    source.drain()
    gpiod.label = "mcp23017"
    gpiod.plug_in()
    for _ in range(3):
        clock.advance(300 * MS)
        source.drain()
    assert source.is_connected
    assert [*doubts, source.stamps.doubt] == ["", "chip"]
    source.close()
