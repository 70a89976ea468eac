"""An imagined kernel, our factory over it, and the buttons on three of its lines."""

from collections.abc import Iterator

import pytest

from hardware.clock import MS, FakeClock
from hardware.gpio.fake import FakeGpiod
from hardware.gpio.gpiod_factory import GpiodFactory
from hardware.gpio.source import GpioSource
from hardware.source import RawEvent, SwitchEdge

PINS = (4, 5, 6)


@pytest.fixture
def gpiod() -> FakeGpiod:
    return FakeGpiod()


@pytest.fixture
def factory(gpiod: FakeGpiod, clock: FakeClock) -> Iterator[GpiodFactory]:
    made = GpiodFactory(FakeGpiod.PATH, gpiod=gpiod, clock=clock)
    yield made
    made.close()


@pytest.fixture
def source(factory: GpiodFactory, clock: FakeClock) -> Iterator[GpioSource]:
    made = GpioSource(factory.header, PINS, clock=clock)
    made.start()
    yield made
    made.close()


def press(gpiod: FakeGpiod, line: int, clock: FakeClock, after_ns: int = MS) -> int:
    clock.advance(after_ns)
    gpiod.drive(line, high=False, time_ns=clock())
    return clock()


def stamps(events: list[RawEvent]) -> list[int]:
    return [event.time_ns for event in events if isinstance(event, SwitchEdge)]
