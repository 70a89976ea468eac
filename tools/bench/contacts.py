"""What a contact is worth on each source: worn switches, spikes, storms, late threads, raced through the whole input.

The contacts are planned to the nanosecond, the sources are the shipped ones on their fakes, and the match judges. The
table in docs/wiring.md is this one; `tests/cabinet/input/test_contacts.py` holds its bounds.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from cabinet.config.schema import Input
from cabinet.input.inputs import Inputs, PanelMap, Panels, panel_map
from engine.log_lines import CommandLine
from engine.panel import CARDS, Press
from hardware.board.fake import FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.debounce import Debounced
from hardware.events import Event, RawEvent
from hardware.fake import FakeSource
from hardware.gpio.fake_gpiod import FakeGpiod
from hardware.gpio.gpiod_factory import GpiodFactory
from hardware.gpio.source import GpioSource
from hardware.gpio.trace.fake import FakeInterruptTrace
from hardware.source import InputSource
from tools.bench.racing import MAP, Starter, winner_of
from tools.bench.racing import run as deliver
from tools.bench.report import Bench, Row

US: Final = 1_000
PINS: Final = panel_map(Input().pins)
FRAME: Final = 5 * MS
"""The time between two drains."""


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
        self.events: list[Event] = []
        self.inputs = Inputs([Panels(Debounced(source), buttons)], self.events.append)
        self.inputs.start()

    @abstractmethod
    def swing(self, seat: int, changes: Sequence[Change]) -> None:
        """Plan the contact's changes, all of them later than now."""

    def turn(self, until_ns: int) -> None:
        """Let time pass."""
        self.clock.move_to(until_ns)

    def line(self, seat: int) -> int:
        """Return the line of a seat's first card."""
        line = self.lines[seat, CARDS[0]]
        assert isinstance(line, int)
        return line

    def close(self) -> None:
        """Close the source."""
        self.inputs.close()

    @property
    def is_exact(self) -> bool:
        """Whether every contact has its own stamp."""
        return True

    @property
    def is_judged(self) -> bool:
        """Whether the source says of itself that its races are judged."""
        return bool(getattr(self.raw, "is_judged", True))


class FakeWay(Way):
    """The scriptable fake."""

    def __init__(self, clock: FakeClock) -> None:
        self.script = FakeSource(list(PINS), clock)
        super().__init__(self.script, PINS, clock)

    def swing(self, seat: int, changes: Sequence[Change]) -> None:
        """See `Way.swing`."""
        for at, _, closed in changes:
            self.script.edge(self.line(seat), closed, at_ns=at)


class BoardWay(Way):
    """A button board on an imagined line."""

    def __init__(self, clock: FakeClock) -> None:
        self.board = FakeBoard(clock, booted_ns=1_234_567)
        self.coming: list[Change] = []
        super().__init__(BoardSource(self.board.open, clock=clock), MAP, clock)

    def swing(self, seat: int, changes: Sequence[Change]) -> None:
        """See `Way.swing`."""
        self.coming = sorted([*self.coming, *changes])

    def turn(self, until_ns: int) -> None:
        """See `Way.turn`."""
        while self.coming and self.coming[0].at_ns <= until_ns:
            at, seat, closed = self.coming.pop(0)
            self.clock.move_to(at)
            self.board.edge(self.line(seat), closed)
        self.clock.move_to(until_ns)


class HeaderWay(Way):
    """The header over a model of the kernel, whose threads begin after `latency` (ns), traced or not."""

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
        """See `Way.is_exact`."""
        return self.factory.is_traced

    def swing(self, seat: int, changes: Sequence[Change]) -> None:
        """See `Way.swing`."""
        self.gpiod.contact(self.line(seat), [(at, not closed) for at, _, closed in changes])

    def turn(self, until_ns: int) -> None:
        """See `Way.turn`."""
        while (step := min(self.clock() + MS // 4, until_ns)) > self.clock():
            self.clock.move_to(step)
            self.gpiod.run(step)
            self.factory.pump()  # as the reading thread does, which sleeps until the kernel has edges


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
        deliver(match, came, told)
        deliver(match, gone, told)
        taken_back = {(glitch.seat, glitch.time_ns) for glitch in gone}
        presses += [press for press in came if press.pressed]
        presses = [press for press in presses if (press.seat, press.time_ns) not in taken_back]
    winner = winner_of(told)
    races = [line for line in told if isinstance(line, CommandLine) and line.command.do == "play"]
    return Race(winner, presses, way.is_judged and all(line.judged for line in races))


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


WAYS: Final[Mapping[str, Callable[[FakeClock], Way]]] = MappingProxyType(
    {
        "fake": FakeWay,
        "board": BoardWay,
        "header, traced": lambda clock: HeaderWay(clock, is_traced=True),
        "header, by the request alone": lambda clock: HeaderWay(clock, is_traced=False),
    }
)
"""The sources by name; the interrupt threads of the header take 0.1 ms."""
TRAINS_US: Final[Mapping[str, Sequence[float]]] = MappingProxyType(
    {
        "clean": (40_000,),
        "a touch of 5 µs": (5, 6_000, 40_000),
        "a touch of 20 µs": (20, 6_000, 40_000),
        "two touches": (8, 30, 5, 5_200, 40_000),
        "a touch of half a millisecond": (500, 5_500, 40_000),
        "ugly bounce of 12 ms": (30, 2_500, 40, 3_000, 60, 6_300, 40_000),
    }
)
"""Contacts of worn switches: closed, open, closed, … for so many µs."""
STORM_KHZ: Final = 40
RACES: Final = 120
LATE_MS: Final = (0.5, 1.2, 2.0, 5.0)
"""Medians of the lateness of interrupt threads on a loaded machine."""


class Count(NamedTuple):
    """How races ended: won outright by the later seat though judged, drawn by lot, and not judged."""

    wrong: int = 0
    drawn: int = 0
    not_judged: int = 0

    def plus(self, result: Race, first: int) -> "Count":
        """Count one more race, in which that seat was first."""
        if not result.is_judged:
            return self._replace(not_judged=self.not_judged + 1)
        if result.winner.dead_heat:
            return self._replace(drawn=self.drawn + 1)
        return self._replace(wrong=self.wrong + (result.winner.seat != first))

    def __str__(self) -> str:
        return f"{self.wrong} / {self.drawn} / {self.not_judged}"


def worn(way: Way, starter: Starter) -> Count:
    """Race a worn switch, a millisecond ahead, against a clean one: each train ten times, either seat."""
    count = Count()
    for number in range(10 * len(TRAINS_US)):
        seat, begin = number % 2, way.clock() + 3 * MS
        trains = {seat: train(seat, begin, list(TRAINS_US.values())[number // 10])}
        trains[1 - seat] = train(1 - seat, begin + MS, (40_000,))
        count = count.plus(race(way, starter, number, trains), seat)
    return count


def late(way: Way, starter: Starter, chance: random.Random, races: int = RACES, lead_ns: int = 200 * US) -> Count:
    """Race a switch that bounces against a clean one; either seat is ahead by the lead."""
    count = Count()
    for number in range(races):
        seat, first, begin = number % 2, chance.randrange(2), way.clock() + chance.randrange(MS, 9 * MS)
        starts = {first: begin, 1 - first: begin + lead_ns}
        trains = {seat: bouncing(chance, seat, starts[seat]), 1 - seat: train(1 - seat, starts[1 - seat], (40_000,))}
        count = count.plus(race(way, starter, number, trains), first)
    return count


def spikes(way: Way, width_us: float, count: int = 100) -> int:
    """Return how many of so many spikes, 60 ms apart, are presses that stand."""
    begin = way.clock() + 3 * MS
    way.swing(0, [change for number in range(count) for change in train(0, begin + number * 60 * MS, (width_us,))])
    return len(standing(way, begin + (count * 60 + 100) * MS))


def storm(way: Way) -> tuple[int, int]:
    """Let a line change 80,000 times a second for half a second; return its presses, and the other seat's of five."""
    begin, half_ns = way.clock() + 3 * MS, 500 * US // STORM_KHZ
    way.swing(0, [Change(begin + place * half_ns, 0, place % 2 == 0) for place in range(1_000 * STORM_KHZ)])
    way.swing(1, [change for at in range(20, 500, 100) for change in train(1, begin + at * MS, (50_000,))])
    presses = standing(way, begin + 700 * MS)
    return sum(press.seat == 0 for press in presses), sum(press.seat == 1 for press in presses)


def standing(way: Way, until_ns: int) -> list[Press]:
    """Return the presses until then that stand."""
    presses: list[Press] = []
    while way.clock() < until_ns:
        way.turn(way.clock() + FRAME)
        presses += [press for press in way.inputs.drain(way.clock()) if press.pressed]
        gone = {(glitch.seat, glitch.time_ns) for glitch in way.inputs.glitches()}
        presses = [press for press in presses if (press.seat, press.time_ns) not in gone]
    return presses


def run() -> Sequence[Row]:
    """Return the rows: each source idle, then the header with late threads."""
    starter, rows = Starter(), [Row("races: lost by the first though judged / drawn / not judged", "")]
    for name, make in WAYS.items():
        count = worn(make(FakeClock(10_000 * MS)), starter)
        rows.append(Row(f"worn switch 1 ms ahead, of 60: {name}", str(count), "0 lost", not count.wrong))
    for is_traced in (True, False):
        name = "traced" if is_traced else "by the request alone"
        for median_ms, tail in (*((median, 0.0) for median in LATE_MS), (0.1, 0.1)):
            chance = random.Random(7)
            way = HeaderWay(FakeClock(10_000 * MS), is_traced=is_traced, latency=late_threads(chance, median_ms, tail))
            count = late(way, starter, chance)
            told = f"threads of {median_ms} ms" + (", one in ten up to 48 ms" if tail else "")
            rows.append(Row(f"0.2 ms ahead, {told}, of {RACES}: header, {name}", str(count), "0 lost", not count.wrong))
    for name, make in WAYS.items():
        stand = [spikes(make(FakeClock(10_000 * MS)), width) for width in (0.5, 5, 200)]
        figure = " / ".join(map(str, stand))
        rows.append(Row(f"spikes of 0.5, 5, 200 µs that count, of 100 each: {name}", figure, "0", not any(stand)))
    for name in ("header, traced", "header, by the request alone"):
        own, other = storm(WAYS[name](FakeClock(10_000 * MS)))
        rows.append(Row(f"a line at 40 kHz: its presses, the other seat's of 5: {name}", f"{own} / {other}", "0 / 5",
                        (own, other) == (0, 5)))  # fmt: skip
    return rows


BENCH = Bench("contacts", run)
