"""Buttons on pins: through gpiozero's mock pins, and what may go wrong between a pin and the queue."""

import threading
from collections.abc import Iterator
from typing import Any

import gpiozero
import pytest

from hardware.clock import MS, FakeClock
from hardware.errors import PinTaken
from hardware.gpio.backends import open_source
from hardware.gpio.fake import StampedMockFactory
from hardware.gpio.source import QUEUE, GpioSource, LevelWatch, Stamp, Tap, stamp_ns
from hardware.source import EdgesLost, SwitchEdge
from tests.hardware.conftest import drained

PINS = (4, 5, 17)


@pytest.fixture
def factory(clock: FakeClock) -> StampedMockFactory:
    return StampedMockFactory(clock)


@pytest.fixture
def source(factory: StampedMockFactory, clock: FakeClock) -> Iterator[GpioSource]:
    made = GpioSource(factory, PINS, clock=clock, lag_ns=MS)
    made.start()
    yield made
    made.close()


def test_a_mock_pin_takes_the_stamp_it_is_given(
    factory: StampedMockFactory, source: GpioSource, clock: FakeClock
) -> None:
    clock.advance(60 * MS)
    factory.pin(17).drive_low(time_ns=1_000_000_123)
    assert source.drain() == [SwitchEdge("gpio", 17, True, 1_000_000_123, "monotonic", 1_000_000_123)]


def test_a_mock_pin_without_a_stamp_has_the_clocks(
    factory: StampedMockFactory, source: GpioSource, clock: FakeClock
) -> None:
    clock.advance(3 * MS)
    factory.pin(17).drive_low()
    (edge,) = source.drain()
    assert edge.time_ns == clock()


def test_pins_are_pulled_up_and_get_no_bounce_of_gpiozeros(factory: StampedMockFactory, source: GpioSource) -> None:
    assert {(factory.pin(pin).pull, factory.pin(pin).bounce) for pin in PINS} == {("up", None)}


def test_the_stamp_decides_not_the_pin_or_the_arrival(
    factory: StampedMockFactory, source: GpioSource, clock: FakeClock
) -> None:
    clock.advance(60 * MS)
    for pin, at in ((4, 1_020 * MS), (17, 1_010 * MS), (5, 1_015 * MS)):
        factory.pin(pin).drive_low(time_ns=at)
    assert [edge.line for edge in source.drain() if isinstance(edge, SwitchEdge)] == [17, 5, 4]


def test_a_lost_release_shows_in_the_levels(factory: StampedMockFactory, source: GpioSource, clock: FakeClock) -> None:
    factory.pin(5).drive_low(time_ns=clock() + MS)
    drained(source, clock, 10 * MS)
    factory.pin(5).lose_high()
    (loss,) = drained(source, clock, 300 * MS)
    assert isinstance(loss, EdgesLost)
    assert (loss.why, loss.count, loss.levels) == ("level", None, ((5, False),))


def test_a_level_that_disagrees_once_may_be_an_edge_on_its_way(
    factory: StampedMockFactory, source: GpioSource, clock: FakeClock
) -> None:
    drained(source, clock, 5 * MS)
    clock.advance(200 * MS)
    factory.pin(5).lose_low()
    assert source.drain() == []
    pin = factory.pin(5)
    pin._call_when_changed()  # the edge arrives now
    assert [type(event) for event in drained(source, clock, 300 * MS)] == [SwitchEdge]


def test_an_edge_between_two_disagreements_makes_the_second_one_the_first() -> None:
    watch = LevelWatch({4: False}, lag_ns=10 * MS)
    assert watch.compare({4: True}, 0) == ()
    watch.note(SwitchEdge("gpio", 4, pressed, at, "monotonic", at) for pressed, at in ((True, 1), (False, 2)))
    assert watch.compare({4: True}, 1_000 * MS) == ()
    assert watch.compare({4: True}, 2_000 * MS) == ((4, True),)


def test_a_line_that_floods_its_queue_loses_its_own_edges_only(
    factory: StampedMockFactory, source: GpioSource, clock: FakeClock
) -> None:
    clock.advance(900 * MS)
    for count in range(QUEUE + 10):
        pin = factory.pin(4)
        (pin.drive_high if count % 2 else pin.drive_low)(time_ns=1_100 * MS + count * 1_000)
    factory.pin(17).drive_low(time_ns=1_200 * MS)
    told = source.drain()
    assert [(loss.count, loss.why) for loss in told if isinstance(loss, EdgesLost)] == [(10, "flood")]
    assert [edge.time_ns for edge in told if isinstance(edge, SwitchEdge) and edge.line == 17] == [1_200 * MS]


def test_a_callback_never_raises_and_tells_that_it_could_not_understand(clock: FakeClock) -> None:
    tap = Tap("gpio", 4, clock, 0)
    nonsense: Any = None
    tap.changed(nonsense, 0)
    assert tap.drain() == []
    assert tap.faults() == [(1, "callback")]
    assert tap.faults() == []


def test_edges_from_another_thread_arrive(factory: StampedMockFactory, source: GpioSource, clock: FakeClock) -> None:
    clock.advance(60 * MS)
    hands = [threading.Thread(target=factory.pin(pin).drive_low, kwargs={"time_ns": 1_010 * MS + pin}) for pin in PINS]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert [edge.line for edge in source.drain() if isinstance(edge, SwitchEdge)] == list(PINS)


def test_two_owners_of_a_pin_are_refused(factory: StampedMockFactory, source: GpioSource, clock: FakeClock) -> None:
    with pytest.raises(PinTaken, match="GPIO 17"):
        GpioSource(factory, (16, 17), clock=clock).start()
    with pytest.raises(gpiozero.GPIOPinInUse):
        gpiozero.Button(4, pin_factory=factory)


def test_a_source_that_could_not_start_lets_go_of_its_pins(
    factory: StampedMockFactory, source: GpioSource, clock: FakeClock
) -> None:
    with pytest.raises(PinTaken):
        GpioSource(factory, (16, 17), clock=clock).start()
    GpioSource(factory, (16,), clock=clock).start()


def test_closing_frees_the_pins_and_closes_the_factory_if_asked(factory: StampedMockFactory, clock: FakeClock) -> None:
    closed: list[str] = []
    source = GpioSource(factory, PINS, clock=clock, on_close=lambda: closed.append("factory"))
    source.start()
    source.close()
    source.close()
    assert closed == ["factory"]
    GpioSource(factory, PINS, clock=clock).start()


def test_a_pin_that_lgpio_finds_busy_is_told(lgpio: Any, clock: FakeClock) -> None:
    lgpio.taken.add(5)
    source = open_source("lgpio", PINS, clock=clock)
    with pytest.raises(PinTaken, match="GPIO 5 taken by a kernel driver"):
        source.start()


@pytest.mark.parametrize("at", [0, 1, 123_456_789, 2**53 + 1, 10**18 + 7])
def test_a_stamp_is_gpiozeros_seconds_and_exact_beside(at: int) -> None:
    stamp = Stamp(at)
    assert stamp == at / 1e9
    assert stamp_ns(stamp) == at


@pytest.mark.parametrize("at", [0, 1, 999_999_999, 2**23 * 10**9 - 1])
def test_plain_float_seconds_are_exact_for_97_days(at: int) -> None:
    assert stamp_ns(at / 1e9) == at
