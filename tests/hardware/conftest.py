"""What the hardware tests share: a clock that stands still, bounce traces, and stand-ins for device libraries."""

import importlib
import sys
from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

import pytest
from gpiozero.pins.local import LocalPiFactory

from hardware.clock import MS, FakeClock
from hardware.gpio.source import GpioSource
from hardware.source import EdgesLost, RawEvent


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock(1_000_000_000)


def drained(source: GpioSource, clock: FakeClock, for_ns: int) -> list[RawEvent]:
    """What a source tells in so long, asked as often as the program asks."""
    told: list[RawEvent] = []
    for _ in range(for_ns // (5 * MS)):
        clock.advance(5 * MS)
        told += source.drain()
    return told


def losses(told: Iterable[object]) -> list[EdgesLost]:
    return [event for event in told if isinstance(event, EdgesLost)]


class FakeLgpio(ModuleType):
    """The C library lgpio with an imagined chip: what gpiozero's own LGPIOFactory sees of it.

    It calls back at once, in the caller's thread, with kernel nanoseconds, as lgpio's thread does later.
    """

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    IS_IN = 1 << 8

    class error(Exception):  # noqa: N801 - lgpio's own name
        """What lgpio raises, with its text for the fault."""

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.error.__module__ = "lgpio"
        self.high = [True] * 32
        self.modes = dict.fromkeys(range(32), 0)
        self.callbacks: dict[int, Any] = {}
        self.taken: set[int] = set()
        self.chip_opens = True
        self.label = "pinctrl-bcm2711"
        self.gone: set[int] = set()
        """Handles of chips that are gone: they refuse everything, until they are opened anew."""
        self._handles = 0

    def gpiochip_open(self, chip: int) -> int:
        if not self.chip_opens:
            raise self.error("can not open gpiochip")
        self._handles += 1
        return chip << 16 | self._handles

    def gpio_get_chip_info(self, handle: int) -> list[object]:
        return [0, len(self.high), "gpiochip0", self.label]

    def unplug(self) -> None:
        """Take the chip away."""
        self.chip_opens = False
        self.gone |= set(range(self._handles + 1))

    def _check(self, handle: int) -> None:
        if handle & 0xFFFF in self.gone:
            raise self.error("unknown handle")

    def gpiochip_close(self, handle: int) -> None:
        self.callbacks.clear()

    def gpio_claim_input(self, handle: int, gpio: int, flags: int = 0) -> None:
        self._check(handle)
        if gpio in self.taken:
            raise self.error("GPIO busy")
        self.modes[gpio] = flags | self.IS_IN

    def gpio_claim_output(self, handle: int, gpio: int, level: int = 0) -> None:
        raise AssertionError("a button is never an output")

    def gpio_claim_alert(self, handle: int, gpio: int, edges: int, flags: int = 0) -> None:
        self.gpio_claim_input(handle, gpio, flags)

    def gpio_free(self, handle: int, gpio: int) -> None:
        self.modes[gpio] = 0

    def gpio_get_mode(self, handle: int, gpio: int) -> int:
        return self.modes[gpio]

    def gpio_read(self, handle: int, gpio: int) -> int:
        self._check(handle)
        return int(self.high[gpio])

    def callback(self, handle: int, gpio: int, edge: int, func: Any) -> "FakeCallback":
        self.callbacks[gpio] = func
        return FakeCallback(self, gpio)

    def drive(self, gpio: int, *, high: bool, time_ns: int) -> None:
        self.high[gpio] = high
        if gpio in self.callbacks:
            self.callbacks[gpio](0, gpio, int(high), time_ns)


class FakeCallback:
    def __init__(self, lgpio: FakeLgpio, gpio: int) -> None:
        self.lgpio = lgpio
        self.gpio = gpio

    def cancel(self) -> None:
        self.lgpio.callbacks.pop(self.gpio, None)


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeLgpio]:
    """Put the stand-in where gpiozero imports lgpio from, and pretend to be on a Pi 4.

    Whoever opens its factory closes it: gpiozero gives pins that are left to the next factory.
    """
    fake = FakeLgpio()
    monkeypatch.setitem(sys.modules, "lgpio", fake)
    sys.modules.pop("gpiozero.pins.lgpio", None)
    importlib.import_module("gpiozero.pins.lgpio")
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xC03111)
    yield fake
    assert not LocalPiFactory.pins, "pins are left to the next factory"
    sys.modules.pop("gpiozero.pins.lgpio", None)  # the next one imports the real library, or another stand-in
