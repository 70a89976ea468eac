"""GPIO back ends by name: the one that was asked for, or an error that says what to do; never another."""

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

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
)
from hardware.gpio import backends, gpiod_factory
from hardware.gpio.backends import open_source
from hardware.gpio.fake import FakeGpiod
from hardware.source import EdgesLost, SwitchEdge
from tests.hardware.conftest import drained

PINS = (4, 5)


def test_an_unknown_name_is_refused_with_those_there_are() -> None:
    with pytest.raises(BackendUnknown, match=r"'pigpio'.*gpiod, lgpio"):
        open_source("pigpio", PINS)


@pytest.mark.needs("gpiod")
def test_gpiod_opens_the_header_and_closes_it_with_the_source(
    monkeypatch: pytest.MonkeyPatch, clock: FakeClock
) -> None:
    gpiod = FakeGpiod()
    monkeypatch.setattr(gpiod_factory, "import_gpiod", lambda: gpiod)
    monkeypatch.setattr(gpiod_factory, "gpio_chips", lambda: [FakeGpiod.PATH])
    monkeypatch.setattr(gpiod_factory, "get_pi_revision", lambda: 0xC03111)
    source = open_source("gpiod", PINS, clock=clock)
    source.start()
    assert len(gpiod.requests) == 1
    source.close()
    assert gpiod.requests == []


def test_gpiod_without_a_chip_says_how_to_play_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiod_factory, "import_gpiod", lambda: None)
    monkeypatch.setattr(gpiod_factory, "gpio_chips", list)
    with pytest.raises(NoGpioChip, match=r"input.source = \"keyboard\""):
        open_source("gpiod", PINS)


def test_lgpio_opens_gpiozeros_factory(lgpio: Any, clock: FakeClock) -> None:
    source = open_source("lgpio", PINS, clock=clock)
    source.start()
    assert sorted(lgpio.callbacks) == list(PINS)
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
        open_source("lgpio", PINS)


@pytest.mark.usefixtures("no_gpiozero_lgpio")
def test_the_empty_lgpio_of_newer_pythons_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", type(sys)("lgpio"))
    with pytest.raises(BackendMissing, match=r"input.gpio_backend = \"gpiod\""):
        open_source("lgpio", PINS)


def test_lgpio_without_a_chip_and_without_permission(
    lgpio: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    lgpio.chip_opens = False
    monkeypatch.setattr(backends, "gpio_chips", list)
    with pytest.raises(NoGpioChip):
        open_source("lgpio", PINS)
    monkeypatch.setattr(backends, "gpio_chips", lambda: [str(tmp_path)])
    with pytest.raises(GpioNotAllowed, match=str(tmp_path)):
        open_source("lgpio", PINS)


def test_a_chip_of_lgpios_that_goes_is_told_and_taken_again_when_it_is_back(lgpio: Any, clock: FakeClock) -> None:
    source = open_source("lgpio", PINS, clock=clock)
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
    source = open_source("lgpio", PINS, chip="/dev/gpiochip1", clock=clock)
    assert source.doubt == doubt
    assert open_source("lgpio", PINS, chip="/dev/gpiochip1", clock=clock, resolution_ns=500_000).doubt == ""


@pytest.mark.usefixtures("lgpio")
def test_lgpio_needs_no_pi_where_the_chip_is_named(monkeypatch: pytest.MonkeyPatch, clock: FakeClock) -> None:
    from gpiozero import PinUnknownPi

    def unknown() -> int:
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", unknown)
    source = open_source("lgpio", PINS, chip="/dev/gpiochip1", clock=clock)
    source.start()
    source.close()
    with pytest.raises(NoSuchChip, match="/dev/knobs"):
        open_source("lgpio", PINS, chip="/dev/knobs")


def test_lgpio_off_a_pi_is_told(lgpio: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import PinUnknownPi

    def unknown() -> int:
        raise PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", unknown)
    with pytest.raises(NotARaspberryPi):
        open_source("lgpio", PINS)


@pytest.mark.usefixtures("no_gpiozero_lgpio")
def test_the_real_lgpio_without_a_chip_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The real C library, as far as it goes without a chip: its refusal is understood, and so is its absence."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("gpiozero.pins.local.get_pi_revision", lambda: 0xC03111)
    monkeypatch.setattr(backends, "gpio_chips", list)
    with pytest.raises(NoGpioChip if find_spec("lgpio") else BackendMissing):
        open_source("lgpio", PINS, chip="/dev/gpiochip200")


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
