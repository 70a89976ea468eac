"""The chip: how it is found, what is said where it is not to be had, and what happens when it goes and comes back."""

from collections.abc import Iterator
from pathlib import Path

import gpiozero
import pytest

from hardware.clock import MS, FakeClock
from hardware.errors import GpioNotAllowed, NoGpioChip, NoSuchChip, NotARaspberryPi
from hardware.gpio import gpiod_factory
from hardware.gpio.fake import FakeGpiod
from hardware.gpio.gpiod_factory import GpiodFactory, GpiodPin, header_chip
from hardware.gpio.source import GpioSource
from hardware.source import EdgesLost
from tests.hardware.conftest import drained, losses
from tests.hardware.libgpiod.conftest import PINS, press, stamps

pytestmark = pytest.mark.needs("gpiod")


def test_a_chip_that_goes_away_is_told_once_and_raises_nothing(
    gpiod: FakeGpiod, source: GpioSource, clock: FakeClock
) -> None:
    gpiod.unplug()
    assert [loss.why for loss in losses(drained(source, clock, 300 * MS))] == ["reader"]


@pytest.fixture
def replugged(gpiod: FakeGpiod, clock: FakeClock) -> Iterator[GpioSource]:
    """A source that may open its chip again."""

    def opened() -> GpiodFactory:
        return GpiodFactory(FakeGpiod.PATH, gpiod=gpiod, clock=clock)

    made = GpioSource(opened(), PINS, clock=clock, reopen=opened)
    made.start()
    yield made
    made.close()


def test_a_chip_that_is_gone_is_told_with_the_instant_up_to_which_nothing_is_missing(
    gpiod: FakeGpiod, replugged: GpioSource, clock: FakeClock
) -> None:
    drained(replugged, clock, 20 * MS)
    known = replugged.drained_ns
    gpiod.unplug()
    (loss,) = drained(replugged, clock, 2_000 * MS)
    assert isinstance(loss, EdgesLost)
    assert (loss.why, loss.count, loss.since_ns) == ("reader", None, known)
    assert not replugged.is_connected
    assert gpiod.requests == []
    assert replugged.drained_ns > clock() - 10 * MS  # nothing more is to come: whoever waits for it would wait for ever


def test_a_chip_that_is_back_is_taken_again_and_its_edges_count(
    gpiod: FakeGpiod, replugged: GpioSource, clock: FakeClock
) -> None:
    press(gpiod, 6, clock)
    assert stamps(drained(replugged, clock, 20 * MS))
    gpiod.unplug()
    drained(replugged, clock, 700 * MS)
    gpiod.high[6], gpiod.high[5] = True, False
    gpiod.plug_in()
    (back,) = drained(replugged, clock, 600 * MS)
    assert isinstance(back, EdgesLost)
    assert (back.since_ns, sorted(back.levels)) == (None, [(5, True), (6, False)])
    assert replugged.is_connected
    at = press(gpiod, 6, clock)
    assert stamps(drained(replugged, clock, 200 * MS)) == [at]


def test_a_chip_that_is_back_before_it_may_be_opened_is_tried_until_it_may(
    gpiod: FakeGpiod, replugged: GpioSource, clock: FakeClock
) -> None:
    """The kernel makes its file root's own, and udev gives it to the group a moment later."""
    gpiod.unplug()
    drained(replugged, clock, 700 * MS)
    gpiod.forbidden = True
    gpiod.plug_in()
    assert drained(replugged, clock, 5_000 * MS) == []
    gpiod.forbidden = False
    assert [loss.why for loss in losses(drained(replugged, clock, 600 * MS))] == ["reader"]
    at = press(gpiod, 6, clock)
    assert stamps(drained(replugged, clock, 200 * MS)) == [at]


def test_a_chip_that_is_back_while_somebody_has_its_lines_is_tried_until_they_are_free(
    gpiod: FakeGpiod, replugged: GpioSource, clock: FakeClock
) -> None:
    gpiod.unplug()
    drained(replugged, clock, 700 * MS)
    gpiod.taken[6] = "gpioset"
    gpiod.plug_in()
    assert drained(replugged, clock, 5_000 * MS) == []
    assert gpiod.requests == []
    del gpiod.taken[6]
    drained(replugged, clock, 600 * MS)
    assert replugged.is_connected


def test_a_chip_that_is_back_by_another_number_is_found_by_its_label(
    gpiod: FakeGpiod, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its old number is not free before everybody has let go of the old one."""
    monkeypatch.setattr(gpiod_factory, "gpio_chips", lambda: [gpiod.PATH])

    def opened() -> GpiodFactory:
        return GpiodFactory(gpiod.label, gpiod=gpiod, clock=clock)

    source = GpioSource(opened(), PINS, clock=clock, reopen=opened)
    source.start()
    gpiod.unplug()
    drained(source, clock, 700 * MS)
    gpiod.PATH = "/dev/gpiochip3"
    gpiod.plug_in()
    drained(source, clock, 600 * MS)
    at = press(gpiod, 6, clock)
    assert stamps(drained(source, clock, 200 * MS)) == [at]
    source.close()


def test_a_chip_that_goes_ten_times_is_taken_again_ten_times(
    gpiod: FakeGpiod, replugged: GpioSource, clock: FakeClock
) -> None:
    for _ in range(10):
        gpiod.unplug()
        drained(replugged, clock, 700 * MS)
        gpiod.plug_in()
        drained(replugged, clock, 600 * MS)
        at = press(gpiod, 6, clock)
        assert stamps(drained(replugged, clock, 200 * MS)) == [at]
        gpiod.drive(6, high=True, time_ns=clock())
        drained(replugged, clock, 200 * MS)
    assert len(gpiod.requests) == 1


def test_a_chip_is_found_by_its_label_and_an_unknown_one_is_told(
    gpiod: FakeGpiod, monkeypatch: pytest.MonkeyPatch
) -> None:
    gpiod.label = "buttons"
    monkeypatch.setattr(gpiod_factory, "gpio_chips", lambda: [FakeGpiod.PATH])
    assert gpiod_factory.find_chip(gpiod, "buttons") == FakeGpiod.PATH
    with pytest.raises(NoSuchChip, match=r"no GPIO chip knobs \(there is buttons\)"):
        gpiod_factory.find_chip(gpiod, "knobs")
    gpiod.forbidden = True
    with pytest.raises(GpioNotAllowed):
        gpiod_factory.find_chip(gpiod, "buttons")


def test_a_named_chip_that_is_not_there_is_told_at_the_start(gpiod: FakeGpiod, clock: FakeClock) -> None:
    gpiod.unplug()
    factory = GpiodFactory(FakeGpiod.PATH, gpiod=gpiod, clock=clock)
    with pytest.raises(NoSuchChip, match=FakeGpiod.PATH):
        GpioSource(factory, PINS, clock=clock).start()


def test_no_permission_names_the_group(clock: FakeClock, monkeypatch: pytest.MonkeyPatch) -> None:
    gpiod = FakeGpiod(forbidden=True)
    monkeypatch.setattr(gpiod_factory, "is_raspberry_pi", lambda: True)
    monkeypatch.setattr(gpiod_factory, "group_of", lambda path: "gpio")
    with pytest.raises(GpioNotAllowed, match=r"usermod --append --groups gpio"):
        header_chip(gpiod, [FakeGpiod.PATH])
    monkeypatch.setattr(gpiod_factory, "group_of", lambda path: "root")
    with pytest.raises(GpioNotAllowed, match=r"raspberrypi-sys-mods"):
        header_chip(gpiod, [FakeGpiod.PATH])
    monkeypatch.setattr("hardware.gpio.kernel.group_of", lambda path: "gpio")
    with pytest.raises(GpioNotAllowed, match=r"groups gpio"):
        GpiodFactory(FakeGpiod.PATH, gpiod=gpiod, clock=clock).claim(PINS)


def test_a_chip_that_a_desk_computer_keeps_to_itself_is_no_header(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiod_factory, "is_raspberry_pi", lambda: False)
    with pytest.raises(NoGpioChip, match="keyboard"):
        header_chip(FakeGpiod(forbidden=True), [FakeGpiod.PATH])


def test_a_pi_is_known_by_what_its_firmware_says(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert not gpiod_factory.is_raspberry_pi(model)
    model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    assert gpiod_factory.is_raspberry_pi(model)
    model.write_bytes(b"Radxa ROCK 5B\0")
    assert not gpiod_factory.is_raspberry_pi(model)


@pytest.mark.parametrize("label", gpiod_factory.HEADER_CHIPS)
def test_the_header_is_found_by_its_chips_label(label: str) -> None:
    assert header_chip(FakeGpiod(label=label), [FakeGpiod.PATH]) == FakeGpiod.PATH


def test_a_machine_without_the_header_is_told_what_it_has() -> None:
    with pytest.raises(NoGpioChip, match=r"gpiochip0: gpio_ich"):
        header_chip(FakeGpiod(label="gpio_ich"), [FakeGpiod.PATH])
    with pytest.raises(NoGpioChip, match=r"No GPIO chip here"):
        header_chip(FakeGpiod(), [])


def test_no_pi_is_an_error_unless_the_chip_is_named(
    gpiod: FakeGpiod, clock: FakeClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unknown() -> int:
        raise gpiozero.PinUnknownPi("unable to locate Pi revision")

    monkeypatch.setattr(gpiod_factory, "get_pi_revision", unknown)
    monkeypatch.setattr(gpiod_factory, "gpio_chips", lambda: [FakeGpiod.PATH])
    with pytest.raises(NotARaspberryPi, match=r"unable to locate"):
        GpiodFactory(gpiod=gpiod, clock=clock).pin(4)
    assert isinstance(GpiodFactory(FakeGpiod.PATH, gpiod=gpiod, clock=clock).pin(4), GpiodPin)
