"""Buttons on pins: through gpiozero's mock pins, what may go wrong before the queue, and the back ends by name."""

import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import gpiozero
import pytest

from hardware.clock import MS, FakeClock
from hardware.errors import (
    BackendMissing,
    BackendUnknown,
    GpioNotAllowed,
    HardwareError,
    NoGpioChip,
    NoSuchChip,
    NotARaspberryPi,
    PinTaken,
)
from hardware.gpio import backends, gpiod_factory
from hardware.gpio.backends import open_source
from hardware.gpio.fake import FakeGpiod, StampedMockFactory
from hardware.gpio.source import QUEUE, Accuracy, GpioSource, Header, LevelWatch, PlainChip, Stamp, Tap, stamp_ns
from hardware.source import EdgesLost, SwitchEdge
from tests.hardware.conftest import drained

PINS = (4, 5, 17)


@pytest.fixture
def factory(clock: FakeClock) -> StampedMockFactory:
    return StampedMockFactory(clock)


@pytest.fixture
def source(factory: StampedMockFactory, clock: FakeClock) -> Iterator[GpioSource]:
    made = GpioSource(Header(factory, PlainChip()), PINS, clock=clock, accuracy=Accuracy(lag_ns=MS))
    made.start()
    yield made
    made.close()


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
        GpioSource(Header(factory, PlainChip()), (16, 17), clock=clock).start()
    with pytest.raises(gpiozero.GPIOPinInUse):
        gpiozero.Button(4, pin_factory=factory)


def test_a_source_that_could_not_start_lets_go_of_its_pins(
    factory: StampedMockFactory, source: GpioSource, clock: FakeClock
) -> None:
    with pytest.raises(PinTaken):
        GpioSource(Header(factory, PlainChip()), (16, 17), clock=clock).start()
    GpioSource(Header(factory, PlainChip()), (16,), clock=clock).start()


def test_closing_frees_the_pins_and_closes_the_factory_if_asked(factory: StampedMockFactory, clock: FakeClock) -> None:
    closed: list[str] = []
    source = GpioSource(Header(factory, PlainChip()), PINS, clock=clock, on_close=lambda: closed.append("factory"))
    source.start()
    source.close()
    source.close()
    assert closed == ["factory"]
    GpioSource(Header(factory, PlainChip()), PINS, clock=clock).start()


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


# Back ends: the one that was asked for, or an error that says what to do; never another

TWO_PINS = (4, 5)


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(BackendUnknown, match=r"'pigpio'.*gpiod, lgpio"):
        open_source("pigpio", TWO_PINS)


@pytest.mark.needs("gpiod")
def test_gpiod_opens_the_header_and_closes_it_with_the_source(
    monkeypatch: pytest.MonkeyPatch, clock: FakeClock
) -> None:
    gpiod = FakeGpiod()
    monkeypatch.setattr(gpiod_factory, "import_gpiod", lambda: gpiod)
    monkeypatch.setattr(gpiod_factory, "gpio_chips", lambda: [FakeGpiod.PATH])
    monkeypatch.setattr(gpiod_factory, "get_pi_revision", lambda: 0xC03111)
    source = open_source("gpiod", TWO_PINS, clock=clock)
    source.start()
    assert len(gpiod.requests) == 1
    source.close()
    assert gpiod.requests == []


def test_gpiod_without_a_chip_says_how_to_play_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiod_factory, "import_gpiod", lambda: None)
    monkeypatch.setattr(gpiod_factory, "gpio_chips", list)
    with pytest.raises(NoGpioChip, match=r"input.source = \"keyboard\""):
        open_source("gpiod", TWO_PINS)


def test_lgpio_opens_gpiozeros_factory(lgpio: Any, clock: FakeClock) -> None:
    source = open_source("lgpio", TWO_PINS, clock=clock)
    source.start()
    assert sorted(lgpio.callbacks) == list(TWO_PINS)
    source.close()
    assert lgpio.callbacks == {}


@pytest.fixture
def no_gpiozero_lgpio() -> Iterator[None]:
    """Forget gpiozero's module, so that it is imported anew; also afterwards."""
    sys.modules.pop("gpiozero.pins.lgpio", None)
    yield
    sys.modules.pop("gpiozero.pins.lgpio", None)


@pytest.mark.usefixtures("no_gpiozero_lgpio")
def test_lgpio_that_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(BackendMissing, match=r"Python 3.12 or older"):
        open_source("lgpio", TWO_PINS)


@pytest.mark.usefixtures("no_gpiozero_lgpio")
def test_the_empty_lgpio_of_newer_pythons_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", type(sys)("lgpio"))
    with pytest.raises(BackendMissing, match=r"input.gpio_backend = \"gpiod\""):
        open_source("lgpio", TWO_PINS)


def test_lgpio_without_a_chip_and_without_permission(
    lgpio: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lgpio.chip_opens = False
    monkeypatch.setattr(backends, "gpio_chips", list)
    with pytest.raises(NoGpioChip):
        open_source("lgpio", TWO_PINS)
    monkeypatch.setattr(backends, "gpio_chips", lambda: [str(tmp_path)])
    with pytest.raises(GpioNotAllowed, match=str(tmp_path)):
        open_source("lgpio", TWO_PINS)


def test_a_chip_of_lgpios_that_goes_is_told_and_taken_again_when_it_is_back(lgpio: Any, clock: FakeClock) -> None:
    source = open_source("lgpio", TWO_PINS, clock=clock)
    source.start()
    lgpio.unplug()
    told = drained(source, clock, 1_200 * MS)
    assert [event.why for event in told if isinstance(event, EdgesLost)] == ["reader"]
    assert not source.is_connected
    lgpio.chip_opens = True
    drained(source, clock, 600 * MS)
    assert source.is_connected
    lgpio.drive(4, high=False, time_ns=clock())
    (edge,) = drained(source, clock, 20 * MS)
    assert isinstance(edge, SwitchEdge) and edge.pressed
    source.close()
    assert lgpio.callbacks == {}


@pytest.mark.parametrize(("label", "doubt"), [("pinctrl-rp1", ""), ("mcp23017", "chip"), ("", "chip")])
def test_a_chip_of_lgpios_that_nobody_has_checked_is_in_doubt(
    lgpio: Any, clock: FakeClock, label: str, doubt: str
) -> None:
    lgpio.label = label
    source = open_source("lgpio", TWO_PINS, chip="/dev/gpiochip1", clock=clock)
    assert source.stamps.doubt == doubt
    assert open_source("lgpio", TWO_PINS, chip="/dev/gpiochip1", clock=clock, resolution_ns=500_000).stamps.doubt == ""


@pytest.mark.usefixtures("lgpio")
def test_lgpio_needs_no_pi_where_the_chip_is_named(monkeypatch: pytest.MonkeyPatch, clock: FakeClock) -> None:
    from gpiozero import PinUnknownPi

    def unknown() -> int:
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", unknown)
    source = open_source("lgpio", TWO_PINS, chip="/dev/gpiochip1", clock=clock)
    source.start()
    source.close()
    with pytest.raises(NoSuchChip, match="/dev/knobs"):
        open_source("lgpio", TWO_PINS, chip="/dev/knobs")


def test_lgpio_off_a_pi_is_told(lgpio: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import PinUnknownPi

    def unknown() -> int:
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", unknown)
    with pytest.raises(NotARaspberryPi):
        open_source("lgpio", TWO_PINS)


@pytest.mark.usefixtures("no_gpiozero_lgpio")
def test_the_real_lgpio_without_a_chip_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The real C library, as far as it goes without a chip: its refusal is understood, and so is its absence."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xC03111)
    monkeypatch.setattr(backends, "gpio_chips", list)
    with pytest.raises(NoGpioChip if find_spec("lgpio") else BackendMissing):
        open_source("lgpio", TWO_PINS, chip="/dev/gpiochip200")


@pytest.mark.parametrize("kind", [*HardwareError.__subclasses__(), NotARaspberryPi, NoSuchChip])
def test_every_error_says_what_to_do_and_ends_the_program_with_2(kind: type[HardwareError]) -> None:
    samples: dict[str, Any] = {
        "found": ["x"], "path": "/dev/gpiochip0", "group": "gpio", "pins": [4], "by": "spi0", "pin": 4,
        "buttons": ("a", "b"), "button": "a", "used_for": "sound", "name": "gpiod", "known": ["gpiod"],
        "detail": "gone", "remedy": "Install it.", "wanted": "with the id 0a", "port": "/dev/ttyACM0", "reason": "busy",
        "where": "/media", "board_id": "0a", "boards": [("0a", "/dev/ttyACM0"), ("0a", "/dev/ttyACM1")],
        "board": "board", "firmware": "1.2.3", "theirs": 2, "ours": 1, "output": "registers",
        "image": "board.uf2", "chip": "rp2040", "drive": "/media/RPI-RP2", "why": "full", "error": "no space left",
    }  # fmt: skip
    names = kind.__init__.__code__.co_varnames[1 : kind.__init__.__code__.co_argcount]
    error = kind(*(samples[name] for name in names))
    assert error.remedy and error.remedy.endswith(".")
    assert str(error) == f"{error.problem}. {error.remedy}"
