"""One rule for every contact: the same contacts through every source, and who won the race for one pile."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.config.schema import Input
from cabinet.input.inputs import Inputs, Panels
from cabinet.input.panel_map import PanelMap, panel_map
from engine.panel import CARDS, Press
from engine.record import CommandLine, GlitchLine
from hardware.board.fake import FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.debounced import Debounced
from hardware.events import EdgesLost, Event, LineChattering, RawEvent
from hardware.fake import FakeSource
from hardware.gpio.fake_gpiod import FakeGpiod
from hardware.gpio.fake_interrupts import FakeInterruptTrace
from hardware.gpio.gpiod_factory import GpiodFactory
from hardware.gpio.kernel import STORM_EDGES
from hardware.gpio.source import GpioSource
from hardware.source import InputSource
from tests.cabinet.input.racing import MAP, Starter, run, winner_of

pytestmark = pytest.mark.needs("gpiod")

US = 1_000
PINS = panel_map(Input().pins)
FRAME = 5 * MS


class Change(NamedTuple):
    """A contact of a seat's first card closes or opens."""

    at_ns: int
    seat: int
    closed: bool


class Way(ABC):
    """A source behind the debounce, with its contacts closed and opened at given times."""

    def __init__(self, source: InputSource[RawEvent], buttons: PanelMap, clock: FakeClock) -> None:
        self.clock = clock
        self.raw = source
        self.lines = {place: line for line, place in buttons.items()}
        self.told: list[Event] = []
        self.inputs = Inputs([Panels(Debounced(source), buttons)], self.told.append)
        self.inputs.start()

    @abstractmethod
    def swing(self, seat: int, changes: Sequence[Change]) -> None:
        """Plan the contact's changes, all of them later than now."""

    def turn(self, until_ns: int) -> None:
        """Let time pass."""
        self.clock.move_to(until_ns)

    def line(self, seat: int) -> int:
        line = self.lines[seat, CARDS[0]]
        assert isinstance(line, int)
        return line

    def close(self) -> None:
        self.inputs.close()

    @property
    def is_exact(self) -> bool:
        """Whether every contact has its own stamp."""
        return True

    @property
    def is_judged(self) -> bool:
        return bool(getattr(self.raw, "is_judged", True))


class FakeWay(Way):
    def __init__(self, clock: FakeClock) -> None:
        self.script = FakeSource(list(PINS), clock)
        super().__init__(self.script, PINS, clock)

    def swing(self, seat: int, changes: Sequence[Change]) -> None:
        for at, _, closed in changes:
            self.script.edge(self.line(seat), closed, at_ns=at)


class BoardWay(Way):
    def __init__(self, clock: FakeClock) -> None:
        self.board = FakeBoard(clock, booted_ns=1_234_567)
        self.coming: list[Change] = []
        super().__init__(BoardSource(self.board.open, clock=clock), MAP, clock)

    def swing(self, seat: int, changes: Sequence[Change]) -> None:
        self.coming = sorted([*self.coming, *changes])

    def turn(self, until_ns: int) -> None:
        while self.coming and self.coming[0].at_ns <= until_ns:
            at, seat, closed = self.coming.pop(0)
            self.clock.move_to(at)
            self.board.edge(self.line(seat), closed)
        self.clock.move_to(until_ns)


class HeaderWay(Way):
    def __init__(self, clock: FakeClock, *, is_traced: bool, latency: Callable[[], int] = lambda: 100 * US) -> None:
        self.gpiod = FakeGpiod()
        self.gpiod.latency = latency
        trace = FakeInterruptTrace(clock) if is_traced else None
        if trace is not None:
            self.gpiod.on_interrupt = lambda line, at: trace.interrupt(line, at_ns=at)
        self.factory = GpiodFactory(FakeGpiod.PATH, gpiod=self.gpiod, clock=clock, trace=lambda: trace)
        pins = [line for line in PINS if isinstance(line, int)]
        super().__init__(GpioSource(self.factory, pins, clock=clock, on_close=self.factory.close), PINS, clock)
        self.gpiod.requests[0].stall()  # the reading thread lives in real time

    @property
    def is_exact(self) -> bool:
        return self.factory.is_traced

    def swing(self, seat: int, changes: Sequence[Change]) -> None:
        self.gpiod.contact(self.line(seat), [(at, not closed) for at, _, closed in changes])

    def turn(self, until_ns: int) -> None:
        while (step := min(self.clock() + MS // 4, until_ns)) > self.clock():
            self.clock.move_to(step)
            self.gpiod.run(step)
            self.factory.pump()  # as the reading thread does, which sleeps until the kernel has edges


WAYS: dict[str, Callable[[FakeClock], Way]] = {
    "fake": FakeWay,
    "board": BoardWay,
    "header, traced": lambda clock: HeaderWay(clock, is_traced=True),
    "header, by the request alone": lambda clock: HeaderWay(clock, is_traced=False),
}


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> Iterator[Way]:
    made = WAYS[request.param](FakeClock(10_000 * MS))
    yield made
    made.close()


def train(seat: int, begin_ns: int, lengths_us: Sequence[float]) -> list[Change]:
    """Closed for the first length, open for the second, and so on; open after the last."""
    changes, at = [], begin_ns
    for place, length in enumerate(lengths_us):
        changes.append(Change(at, seat, place % 2 == 0))
        at += round(length * US)
    return [*changes, Change(at, seat, False)]


class Race(NamedTuple):
    """The play that stands, the presses of both seats that do, and whether the race counts as judged."""

    winner: CommandLine
    presses: list[Press]
    is_judged: bool


def race(way: Way, starter: Starter, seed: int, trains: dict[int, list[Change]]) -> Race:
    """Both seats race for one pile, by these contacts; all of them after now."""
    match, told = starter.ready(seed, way.clock()), list[object]()
    presses: list[Press] = []
    for seat, changes in trains.items():
        way.swing(seat, changes)
    end = max(changes[-1].at_ns for changes in trains.values()) + 150 * MS
    while way.clock() < end:
        way.turn(way.clock() + FRAME)
        came = way.inputs.drain(way.clock())
        gone = way.inputs.glitches()
        run(match, came, told)
        run(match, gone, told)
        taken_back = {(glitch.seat, glitch.time_ns) for glitch in gone}
        presses += [press for press in came if press.pressed]
        presses = [press for press in presses if (press.seat, press.time_ns) not in taken_back]
    winner = winner_of(told)
    races = [line for line in told if isinstance(line, CommandLine) and line.command.do == "play"]
    return Race(winner, presses, way.is_judged and all(line.judged for line in races))


TRAINS_US = {
    "clean": (40_000,),
    "a touch of 5 µs": (5, 6_000, 40_000),
    "a touch of 20 µs": (20, 6_000, 40_000),
    "two touches": (8, 30, 5, 5_200, 40_000),
    "a touch of half a millisecond": (500, 5_500, 40_000),
    "ugly bounce of 12 ms": (30, 2_500, 40, 3_000, 60, 6_300, 40_000),
}


@pytest.mark.parametrize("worn", [0, 1])
@pytest.mark.parametrize("contacts", TRAINS_US.values(), ids=TRAINS_US)
def test_a_contact_counts_from_its_first_touch_on_every_source(way: Way, contacts: Sequence[float], worn: int) -> None:
    starter = Starter()
    for number in range(5):
        begin = way.clock() + 3 * MS
        trains = {worn: train(worn, begin, contacts), 1 - worn: train(1 - worn, begin + MS, (40_000,))}
        result = race(way, starter, number, trains)
        assert worn in (result.winner.seat, *result.winner.dead_heat)
        assert len(result.presses) == 2, "no press twice"
        if way.is_exact:
            assert (result.winner.seat, result.winner.dead_heat) == (worn, ())


@pytest.mark.parametrize("spiked", [0, 1])
def test_a_spike_wins_no_race_on_any_source(way: Way, spiked: int) -> None:
    begin = way.clock() + 3 * MS
    spike_and_press = [*train(spiked, begin, (5,)), *train(spiked, begin + 50 * MS, (40_000,))]
    trains = {spiked: spike_and_press, 1 - spiked: train(1 - spiked, begin + MS, (40_000,))}
    assert race(way, Starter(), 1, trains).winner.seat == 1 - spiked


@pytest.mark.parametrize("khz", [1, 20, 40])
@pytest.mark.parametrize("is_traced", [True, False])
def test_a_line_that_storms_is_masked_makes_no_press_and_takes_nothing_from_the_others(
    is_traced: bool, khz: int
) -> None:
    """A wire beside a pulsed lamp changes twice in each pulse; for half a second, and then it is a button again."""
    way = HeaderWay(FakeClock(10_000 * MS), is_traced=is_traced, latency=lambda: 5 * US)
    begin, half_ns = way.clock() + 3 * MS, 500 * US // khz
    noise = [Change(begin + count * half_ns, 0, count % 2 == 0) for count in range(1_000 * khz)]
    way.swing(0, [*noise, *train(0, begin + 1_000 * MS, (60_000,))])
    way.swing(1, [change for at in range(60, 900, 120) for change in train(1, begin + at * MS, (50_000,))])
    presses: list[Press] = []
    gone: set[tuple[int, int]] = set()
    most = 0
    while way.clock() < begin + 1_200 * MS:
        before = way.factory.lines.delays.events
        way.turn(way.clock() + FRAME)
        most = max(most, way.factory.lines.delays.events - before)
        presses += [press for press in way.inputs.drain(way.clock()) if press.pressed]
        gone |= {(glitch.seat, glitch.time_ns) for glitch in way.inputs.glitches()}
    stand = [(press.seat, press.time_ns - begin) for press in presses if (press.seat, press.time_ns) not in gone]
    assert stand == [*((1, at * MS) for at in range(60, 900, 120)), (0, 1_000 * MS)]
    storms = [event for event in way.told if isinstance(event, EdgesLost) and event.why == "storm"]
    assert bool(storms) is (khz > 10)
    assert {event.why for event in way.told if isinstance(event, EdgesLost)} <= {"storm"}
    assert sum(isinstance(event, LineChattering) for event in way.told) == 1
    assert most <= 2 * STORM_EDGES
    way.close()


@settings(max_examples=20)
@given(st.data(), st.sampled_from(sorted(WAYS)), st.sampled_from((1, 5, 20, 50)))
def test_with_spikes_on_every_line_the_plays_are_those_without_them(
    data: st.DataObject, name: str, a_second: int
) -> None:
    """The people press apart from each other, so that the order of their plays does not hang on a few ms."""
    seats = data.draw(st.lists(st.sampled_from((0, 1)), min_size=2, max_size=4))
    spikes_at = data.draw(st.integers(0, 1_000 * MS // a_second - 1))
    outcomes = []
    for with_spikes in (False, True):
        way = WAYS[name](FakeClock(10_000 * MS))
        match, told = Starter().ready(1, way.clock()), list[object]()
        changes: dict[int, list[Change]] = {0: [], 1: []}
        pushes = [(seat, way.clock() + (30 + 120 * place) * MS) for place, seat in enumerate(seats)]
        for seat, begin in pushes:
            changes[seat] += train(seat, begin, (60_000,))
        end = pushes[-1][1] + 100 * MS
        if with_spikes:
            for seat in (0, 1):
                for at in range(way.clock() + MS + spikes_at, end, 1_000 * MS // a_second):
                    if all(not begin - 8 * MS < at < begin + 90 * MS for its, begin in pushes if its == seat):
                        changes[seat] = [*changes[seat], *train(seat, at, (5,))]
        for seat, own in changes.items():
            way.swing(seat, sorted(own))
        pressed = []
        while way.clock() < end + 100 * MS:
            way.turn(way.clock() + FRAME)
            came = way.inputs.drain(way.clock())
            run(match, came, told)
            gone = way.inputs.glitches()
            run(match, gone, told)
            pressed += [(press.seat, press.time_ns) for press in came if press.pressed]
            pressed = [each for each in pressed if each not in [(glitch.seat, glitch.time_ns) for glitch in gone]]
        plays = [(line.seat, line.command, line.ok, line.why) for line in told if isinstance(line, CommandLine)]
        outcomes.append((plays, [seat for seat, _ in pressed]))
        assert any(isinstance(line, GlitchLine) for line in told) <= with_spikes
        way.close()
    assert outcomes[0] == outcomes[1]
    assert outcomes[0][1] == seats


def late_threads(chance: random.Random, median_ms: float, tail: float) -> Callable[[], int]:
    """Threads of that median latency; a share of them anywhere up to 50 ms."""

    def latency() -> int:
        if chance.random() < tail:
            return chance.randrange(48 * MS)
        return min(round(chance.lognormvariate(0, 0.8) * median_ms * MS), 48 * MS)

    return latency


def bouncing(chance: random.Random, seat: int, begin_ns: int) -> list[Change]:
    """A press on a switch that bounces for up to a millisecond or two."""
    lengths: list[float] = []
    for _ in range(chance.choice((1, 2, 3, 5))):
        lengths += [chance.lognormvariate(0, 1) * 60, chance.lognormvariate(0, 1) * 60]
    return train(seat, begin_ns, [*lengths, 40_000, 50, 80])


@pytest.mark.once
@pytest.mark.parametrize("is_traced", [True, False])
@pytest.mark.parametrize(("median_ms", "tail"), [(0.5, 0), (1.2, 0), (2, 0), (5, 0), (0.1, 0.1)])
def test_threads_of_any_lateness_let_nobody_win_who_was_later_and_make_no_press_twice(
    median_ms: float, tail: float, is_traced: bool
) -> None:
    chance = random.Random(7)
    way = HeaderWay(FakeClock(10_000 * MS), is_traced=is_traced, latency=late_threads(chance, median_ms, tail))
    starter = Starter()
    for number in range(120):
        worn, first, begin = number % 2, chance.randrange(2), way.clock() + chance.randrange(MS, 9 * MS)
        starts = {first: begin, 1 - first: begin + 200 * US}
        trains = {worn: bouncing(chance, worn, starts[worn]), 1 - worn: train(1 - worn, starts[1 - worn], (40_000,))}
        result = race(way, starter, number, trains)
        assert len({press.seat for press in result.presses}) == len(result.presses), "no press twice"
        if result.is_judged:
            assert first in (result.winner.seat, *result.winner.dead_heat)
        if is_traced:
            assert result.is_judged
            assert len(result.presses) == 2
            assert (result.winner.seat, result.winner.dead_heat) == (first, ())
    way.close()


@pytest.mark.once
def test_by_the_request_alone_a_clean_switch_gains_nothing_over_one_that_bounces() -> None:
    """Each is ahead by a millisecond half of the time; the threads are as quick as on a machine that has time."""
    chance, count, clean = random.Random(8), 400, 0.0
    way = HeaderWay(
        FakeClock(10_000 * MS),
        is_traced=False,
        latency=lambda: min(round(chance.lognormvariate(0, 0.8) * 100 * US), 900 * US),
    )
    starter = Starter()
    for number in range(count):
        worn, first, begin = number % 2, number // 2 % 2, way.clock() + chance.randrange(MS, 9 * MS)
        starts = {first: begin, 1 - first: begin + MS}
        trains = {worn: bouncing(chance, worn, starts[worn]), 1 - worn: train(1 - worn, starts[1 - worn], (40_000,))}
        winner = race(way, starter, number, trains).winner
        clean += winner.seat != worn
    assert abs(clean - count / 2) <= 3 * sqrt(count) / 2
    way.close()
