"""Our pins as gpiozero's devices use them, beside the buttons: handlers, pulls, pins that somebody else has."""

import threading

import gpiozero
import pytest

from hardware.clock import MS, FakeClock
from hardware.errors import PinTaken
from hardware.gpio.fake import FakeGpiod
from hardware.gpio.gpiod_factory import GpiodFactory
from hardware.gpio.source import GpioSource
from tests.hardware.conftest import losses
from tests.hardware.libgpiod.conftest import PINS, press, stamps

pytestmark = pytest.mark.needs("gpiod")


def test_edges_are_read_by_the_thread_while_nobody_drains(
    gpiod: FakeGpiod, factory: GpiodFactory, clock: FakeClock
) -> None:
    came = threading.Event()

    def changed(ticks: float, state: int) -> None:
        came.set()

    pin = factory.pin(17)
    pin.input_with_pull("up")
    pin.when_changed = changed
    press(gpiod, 17, clock)
    assert came.wait(timeout=30)


def test_a_handler_that_fails_does_not_silence_the_other_pins(
    gpiod: FakeGpiod, factory: GpiodFactory, source: GpioSource, clock: FakeClock, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(ticks: float, state: int) -> None:
        raise RuntimeError("a lamp fell off")

    pin = factory.pin(17)
    pin.when_changed = fails
    press(gpiod, 17, clock)
    at = press(gpiod, 5, clock)
    told = source.drain()
    assert stamps(told) == [at]
    assert [loss.why for loss in losses(told)] == ["callback"]
    assert "a lamp fell off" in caplog.text


def test_closing_ends_the_reading_thread_and_lets_go_of_the_lines(
    gpiod: FakeGpiod, factory: GpiodFactory, source: GpioSource
) -> None:
    assert [thread.name for thread in threading.enumerate()].count("gpio-reader") == 1
    source.close()
    factory.close()
    assert gpiod.requests == []
    assert "gpio-reader" not in [thread.name for thread in threading.enumerate()]


def test_a_plain_gpiozero_button_works_on_it(gpiod: FakeGpiod, factory: GpiodFactory, clock: FakeClock) -> None:
    with gpiozero.Button(17, pin_factory=factory) as button:
        assert not button.is_pressed
        press(gpiod, 17, clock)
        assert button.is_pressed
        assert button.pin.pull == "up"


def test_pins_taken_one_by_one_end_up_in_one_request_too(gpiod: FakeGpiod, factory: GpiodFactory) -> None:
    for number in PINS:
        factory.pin(number).input_with_pull("up")
    assert [sorted(request.config) for request in gpiod.requests] == [list(PINS)]


@pytest.mark.parametrize(("edges", "expected"), [("both", [0, 1]), ("falling", [0]), ("rising", [1]), ("none", [])])
def test_a_pin_tells_the_edges_it_was_asked_for(
    gpiod: FakeGpiod, factory: GpiodFactory, clock: FakeClock, edges: str, expected: list[int]
) -> None:
    states: list[int] = []

    def changed(ticks: float, state: int) -> None:
        states.append(state)

    pin = factory.pin(17)
    pin.edges = edges
    pin.when_changed = changed
    for high in (False, True):
        clock.advance(MS)
        gpiod.drive(17, high=high, time_ns=clock())
    factory.pump()
    assert states == expected


def test_a_pin_is_an_input_without_bounce(factory: GpiodFactory) -> None:
    pin = factory.pin(17)
    assert (pin.function, pin.bounce) == ("input", None)
    with pytest.raises(gpiozero.PinInvalidFunction):
        pin.function = "output"
    with pytest.raises(gpiozero.PinInvalidBounce):
        pin.bounce = 0.01
    with pytest.raises(gpiozero.PinInvalidPull):
        pin.pull = "sideways"
    with pytest.raises(gpiozero.PinFixedPull):
        factory.pin(2).pull = "down"


def test_a_pin_that_cannot_be_had_later_costs_no_other(
    gpiod: FakeGpiod, factory: GpiodFactory, source: GpioSource, clock: FakeClock
) -> None:
    gpiod.taken[17] = "a fan"
    with pytest.raises(PinTaken, match=r"GPIO 17 taken by a fan"):
        gpiozero.Button(17, pin_factory=factory)
    at = press(gpiod, 5, clock)
    assert stamps(source.drain()) == [at]


def test_another_pull_changes_the_request_and_keeps_it(gpiod: FakeGpiod, factory: GpiodFactory) -> None:
    pin = factory.pin(17)
    pin.pull = "up"
    (request,) = gpiod.requests
    pin.pull = "down"
    assert gpiod.requests == [request]
    assert request.config[17].bias is gpiod.line.Bias.PULL_DOWN


def test_a_line_that_somebody_has_is_named_with_its_owner(clock: FakeClock) -> None:
    gpiod = FakeGpiod(taken={5: "spi0 CS1"})
    source = GpioSource(GpiodFactory(FakeGpiod.PATH, gpiod=gpiod, clock=clock), PINS, clock=clock)
    with pytest.raises(PinTaken, match=r"GPIO 5 taken by spi0 CS1.*config\.txt"):
        source.start()


def test_a_pin_that_another_device_of_the_program_has_is_refused(factory: GpiodFactory, clock: FakeClock) -> None:
    with gpiozero.Button(5, pin_factory=factory):
        source = GpioSource(factory, PINS, clock=clock)
        with pytest.raises(PinTaken, match=r"GPIO 5 taken by another part"):
            source.start()
