"""Every source keeps the contract of `hardware/source.py`, each driven by what stands behind its device."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from hardware.board.fake import FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import MONOTONIC, MS, FakeClock
from hardware.debounce import Debounced
from hardware.evdev.controls import (
    ABS_HAT0X,
    ABS_X,
    ABS_Y,
    ABS_Z,
    BTN_EAST,
    BTN_SOUTH,
    BTN_START,
    BTN_TL,
    BTN_TR,
    CODES,
)
from hardware.evdev.fake import PAD, FakeDevice, FakeFolder
from hardware.evdev.kernel import AxisInfo
from hardware.evdev.layouts import Layouts
from hardware.evdev.source import EvdevSource
from hardware.fake import FakeSource
from hardware.gpio.fake import FakeGpiod, StampedMockFactory
from hardware.gpio.gpiod_factory import GpiodFactory
from hardware.gpio.source import KERNEL_RESOLUTION_NS, Accuracy, GpioSource, Header, PlainChip
from hardware.keyboard import KeyboardSource
from hardware.source import EdgesLost, Event, Glitch, InputSource, Line, SwitchEdge

PINS = (4, 5, 6, 7)


class Bench(ABC):
    """A source with hands on its switches. `act` happens at the clock's time and has arrived a little later."""

    source: InputSource[Any]

    def __init__(self, clock: FakeClock) -> None:
        self.clock = clock

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.source.lines

    @abstractmethod
    def act(self, line: Line, pressed: bool) -> None:
        """Close or open a line, now."""

    def pass_time(self, by_ns: int) -> None:
        self.clock.advance(by_ns)

    def after(self, by_ns: int) -> list[Event]:
        self.pass_time(by_ns)
        return list(self.source.drain())

    def tells_clock_of(self, edge: SwitchEdge) -> bool:
        return (edge.clock, edge.tick, edge.tick_ns) == (MONOTONIC, edge.time_ns, 1)

    def is_moment(self, stamp_ns: int, at_ns: int) -> bool:
        """Whether a stamp is that of an act at this time."""
        return stamp_ns == at_ns

    def close(self) -> None:
        self.source.close()


class FakeBench(Bench):
    def __init__(self, clock: FakeClock) -> None:
        super().__init__(clock)
        self.source = self.script = FakeSource(PINS, clock)

    def act(self, line: Line, pressed: bool) -> None:
        self.script.edge(line, pressed, at_ns=self.clock())


class DebouncedBench(FakeBench):
    def __init__(self, clock: FakeClock) -> None:
        super().__init__(clock)
        self.source = Debounced(self.script)


class KeyboardBench(Bench):
    def __init__(self, clock: FakeClock) -> None:
        super().__init__(clock)
        self.source = self.keyboard = KeyboardSource(("a", "s", "d", "7"))

    def act(self, line: Line, pressed: bool) -> None:
        self.keyboard.feed(str(line), pressed, self.clock())

    def pass_time(self, by_ns: int) -> None:
        self.keyboard.mark_read(self.clock())
        super().pass_time(by_ns)
        self.keyboard.mark_read(self.clock())


class EvdevBench(Bench):
    """Two keyboards: the last line is on the second."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__(clock)
        keys = ("a", "s", "d", "7")
        first, second = (FakeDevice([CODES[key] for key in keys], clock) for _ in range(2))
        self.keyboards = {"a": first, "s": first, "d": first, "7": second}
        folder = FakeFolder(first, second)
        self.source = EvdevSource(
            Layouts(dict.fromkeys(keys, 0)), clock=clock, devices=folder.paths, open_device=folder.open
        )

    @property
    def lines(self) -> tuple[Line, ...]:
        """The other lines of the source are gamepads', and there is none."""
        return ("a", "s", "d", "7")

    def act(self, line: Line, pressed: bool) -> None:
        self.keyboards[str(line)].key(CODES[str(line)], pressed)

    def tells_clock_of(self, edge: SwitchEdge) -> bool:
        return (edge.clock, edge.tick * edge.tick_ns, edge.tick_ns) == ("evdev1", edge.time_ns, 1000)


class GamepadBench(Bench):
    """Two gamepads: a hat, a button and a trigger of the first, and the stick of the second."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__(clock)
        stick, hat = AxisInfo(0, -32768, 32767, 16), AxisInfo(0, -1, 1)
        axes = {ABS_X: stick, ABS_Y: stick, ABS_Z: AxisInfo(0, 0, 255), ABS_HAT0X: hat}
        keys = (BTN_SOUTH, BTN_EAST, BTN_TL, BTN_TR, BTN_START)
        first, second = (
            FakeDevice(keys, clock, axes=axes, identity=PAD._replace(port=port)) for port in ("usb-1", "usb-2")
        )
        self.hands: Mapping[Line, Callable[[bool], None]] = {
            "seat0.CARD1": lambda pressed: first.move(ABS_HAT0X, -pressed),
            "seat0.CARD4": lambda pressed: first.key(BTN_SOUTH, pressed),
            "seat0.LEFT": lambda pressed: first.move(ABS_Z, 200 * pressed),
            "seat1.CARD3": lambda pressed: second.move(ABS_X, 30_000 * pressed),
        }
        folder = FakeFolder(second, first)
        self.source = EvdevSource(Layouts({}), clock=clock, devices=folder.paths, open_device=folder.open)

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(self.hands)

    def act(self, line: Line, pressed: bool) -> None:
        self.hands[line](pressed)

    def tells_clock_of(self, edge: SwitchEdge) -> bool:
        return (edge.clock, edge.tick * edge.tick_ns, edge.tick_ns) == ("evdev1", edge.time_ns, 1000)


class MockPinBench(Bench):
    def __init__(self, clock: FakeClock) -> None:
        super().__init__(clock)
        self.factory = StampedMockFactory(clock)
        self.source = GpioSource(
            Header(self.factory, PlainChip()),
            PINS,
            clock=clock,
            accuracy=Accuracy(lag_ns=0),
            on_close=self.factory.close,
        )

    def act(self, line: Line, pressed: bool) -> None:
        pin = self.factory.pin(line)
        (pin.drive_low if pressed else pin.drive_high)(time_ns=self.clock())


class GpiodBench(Bench):
    def __init__(self, clock: FakeClock) -> None:
        super().__init__(clock)
        self.gpiod = FakeGpiod()
        factory = GpiodFactory(FakeGpiod.PATH, gpiod=self.gpiod, clock=clock)
        self.source = GpioSource(factory.header, PINS, clock=clock, on_close=factory.close)

    def act(self, line: Line, pressed: bool) -> None:
        assert isinstance(line, int)
        self.gpiod.drive(line, high=not pressed, time_ns=self.clock())


class LgpioBench(Bench):
    """gpiozero's own LGPIOFactory over a stand-in for the C library: its code runs, the library's does not."""

    def __init__(self, clock: FakeClock, lgpio: Any) -> None:
        super().__init__(clock)
        from gpiozero.pins.lgpio import LGPIOFactory

        self.lgpio = lgpio
        factory = LGPIOFactory()
        self.source = GpioSource(Header(factory, PlainChip()), PINS, clock=clock, on_close=factory.close)

    def act(self, line: Line, pressed: bool) -> None:
        self.lgpio.drive(line, high=not pressed, time_ns=self.clock())


class BoardBench(Bench):
    """A button board on an imagined line; its clock is another than ours, and its ticks are microseconds."""

    def __init__(self, clock: FakeClock) -> None:
        super().__init__(clock)
        self.board = FakeBoard(clock, booted_ns=-123_456_000)
        self.source = BoardSource(self.board.open, clock=clock)

    def act(self, line: Line, pressed: bool) -> None:
        assert isinstance(line, int)
        self.board.edge(line, pressed)

    def tells_clock_of(self, edge: SwitchEdge) -> bool:
        stamp = self.board.tick(edge.time_ns)
        return (edge.clock, edge.tick, edge.tick_ns) == ("0001020304050607-00000001", stamp, 1000)


BENCHES: Mapping[str, type[Bench]] = {
    "fake": FakeBench,
    "debounced": DebouncedBench,
    "keyboard": KeyboardBench,
    "evdev": EvdevBench,
    "evdev-gamepad": GamepadBench,
    "gpio-mock": MockPinBench,
    "board": BoardBench,
}


@pytest.fixture(
    name="bench",
    params=[*BENCHES, pytest.param("gpio-gpiod", marks=pytest.mark.needs("gpiod")), "gpio-lgpio"],
)
def bench_of_fakes(request: pytest.FixtureRequest, clock: FakeClock) -> Iterator[Bench]:
    match request.param:
        case "gpio-gpiod":
            made: Bench = GpiodBench(clock)
        case "gpio-lgpio":
            made = LgpioBench(clock, request.getfixturevalue("lgpio"))
        case kind:
            made = BENCHES[kind](clock)
    yield made
    made.close()


def edges(events: list[Event]) -> list[tuple[Line, bool, int]]:
    return [(event.line, event.pressed, event.time_ns) for event in events if isinstance(event, SwitchEdge)]


def test_nothing_is_told_before_start_and_after_close(bench: Bench) -> None:
    assert list(bench.source.drain()) == []
    bench.source.start()
    bench.pass_time(MS)
    bench.act(bench.lines[0], True)
    bench.source.close()
    bench.source.close()
    assert bench.after(50 * MS) == []


def test_an_edge_keeps_its_moment_however_late_it_is_drained(bench: Bench) -> None:
    bench.source.start()
    bench.pass_time(MS)
    at = bench.clock()
    bench.act(bench.lines[1], True)
    bench.clock.advance(777 * MS)
    ((line, pressed, stamp),) = edges(bench.after(MS))
    assert (line, pressed) == (bench.lines[1], True)
    assert bench.is_moment(stamp, at)


def test_each_edge_is_told_once(bench: Bench) -> None:
    bench.source.start()
    bench.pass_time(MS)
    bench.act(bench.lines[0], True)
    assert len(edges(bench.after(20 * MS))) == 1
    assert edges(bench.after(20 * MS)) == []


def test_edges_come_sorted_by_their_stamps(bench: Bench) -> None:
    bench.source.start()
    bench.pass_time(MS)
    for line in reversed(bench.lines):
        bench.act(line, True)
        bench.pass_time(MS)
    told = edges(bench.after(50 * MS))
    assert [line for line, _, _ in told] == list(reversed(bench.lines))
    assert [at for _, _, at in told] == sorted(at for _, _, at in told)


def test_an_edge_says_who_stamped_it_and_by_which_clock(bench: Bench) -> None:
    bench.source.start()
    bench.pass_time(MS)
    bench.act(bench.lines[0], True)
    (edge,) = bench.after(20 * MS)
    assert isinstance(edge, SwitchEdge)
    assert edge.source == bench.source.name
    assert bench.tells_clock_of(edge)
    assert edge.arrived_ns is not None and edge.arrived_ns >= edge.time_ns


def test_a_press_and_its_release_come_in_that_order(bench: Bench) -> None:
    bench.source.start()
    bench.pass_time(MS)
    bench.act(bench.lines[2], True)
    bench.pass_time(60 * MS)
    bench.act(bench.lines[2], False)
    assert [pressed for _, pressed, _ in edges(bench.after(60 * MS))] == [True, False]


@pytest.mark.parametrize("edge_count", [2, 3, 4])
def test_edges_of_one_instant_alternate_on_each_line_and_end_at_its_level(bench: Bench, edge_count: int) -> None:
    bench.source.start()
    bench.pass_time(MS)
    for line in reversed(bench.lines):
        for place in range(edge_count):
            bench.act(line, place % 2 == 0)
    told, levels = bench.after(50 * MS), bench.source.levels()
    for line in bench.lines:
        mine = edges([event for event in told if isinstance(event, SwitchEdge) and event.line == line])
        downs, stamps = [pressed for _, pressed, _ in mine], [at for _, _, at in mine]
        assert downs == [place % 2 == 0 for place in range(len(downs))]
        assert stamps == sorted(stamps)
        is_taken_back = any(isinstance(event, Glitch) and event.line == line for event in told)
        assert downs[-1:] == [levels[line] or is_taken_back]


def test_levels_follow_the_switches(bench: Bench) -> None:
    bench.source.start()
    bench.pass_time(MS)
    assert not any(bench.source.levels().values())
    bench.act(bench.lines[3], True)
    assert [line for line, down in bench.source.levels().items() if down] == [bench.lines[3]]


def test_all_up_to_drained_ns_has_been_told_and_it_never_goes_back(bench: Bench) -> None:
    bench.source.start()
    drained, told = bench.source.drained_ns, 0
    for turn in range(40):
        bench.pass_time(3 * MS)
        bench.act(bench.lines[turn % 4], turn % 8 < 4)
        for _, _, at in edges(bench.after(7 * MS)):
            assert at > drained
            told += 1
        assert drained <= bench.source.drained_ns <= bench.clock()
        drained = bench.source.drained_ns
    assert told > 10


def test_no_time_passes_for_a_source_that_is_left_alone(bench: Bench) -> None:
    bench.source.start()
    for _ in range(10):
        assert bench.after(300 * MS) == []


def test_a_source_with_its_device_is_there(bench: Bench) -> None:
    bench.source.start()
    bench.after(20 * MS)
    assert bench.source.is_connected


def test_resolution_is_told(bench: Bench) -> None:
    assert 0 < bench.source.stamps.resolution_ns <= 250 * MS


def test_stamps_are_worth_no_less_than_is_said(bench: Bench) -> None:
    bench.source.start()
    told = [*bench.after(20 * MS)]
    for pressed in (True, False):
        bench.act(bench.lines[0], pressed)
        told += bench.after(20 * MS)
    early_ns = max(event.early_ns for event in told if isinstance(event, SwitchEdge))
    stamps = bench.source.stamps
    assert early_ns == 0 or stamps.stamped == "interval"
    assert (stamps.interval_ns > 0) <= (stamps.stamped == "interval")
    assert isinstance(bench.source, FakeSource) <= (stamps.resolution_ns >= KERNEL_RESOLUTION_NS)


def test_a_line_held_from_before_the_start_tells_no_press(bench: Bench) -> None:
    bench.act(bench.lines[0], True)
    bench.pass_time(MS)
    bench.source.start()
    assert [event for event in bench.after(20 * MS) if not isinstance(event, EdgesLost)] == []
