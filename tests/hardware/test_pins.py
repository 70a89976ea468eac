"""The default pins, their table in the docs, and configs that cannot be wired."""

from pathlib import Path

import pytest
from gpiozero.pins.pi import PiBoardInfo

from hardware.errors import NoSuchPin, PinTwice, ReservedPin
from hardware.pins import (
    BUTTONS,
    DEFAULT_PINS,
    GROUND,
    HEADER,
    check_pins,
    nearest_ground,
    wiring_table,
)


def buttons() -> list[tuple[str, int]]:
    return [(f"seat{seat}.{name}", pin) for seat, pins in enumerate(DEFAULT_PINS) for name, pin in pins.items()]


def test_the_default_can_be_wired() -> None:
    check_pins(buttons())
    assert len(buttons()) == 16


def test_the_document_holds_the_default(repository: Path) -> None:
    text = (repository / "docs" / "wiring.md").read_text(encoding="utf-8")
    assert wiring_table() in text, "docs/wiring.md: put in what `python -m hardware.pins` prints"


def test_the_document_tells_every_ground_and_every_pin_that_stays_free(repository: Path) -> None:
    text = (repository / "docs" / "wiring.md").read_text(encoding="utf-8")
    assert f"header pins {', '.join(map(str, GROUND[:-1]))} and {GROUND[-1]}" in text
    kept = text.partition("## Pins that stay free")[2].partition("##")[0]
    told = [cells.split("|") for cells in kept.splitlines() if cells.startswith("| ") and "GPIO" not in cells]
    pairs = {
        (int(pin), int(header))
        for _, pins, headers, *_ in told
        for pin, header in zip(pins.split(","), headers.split(","), strict=True)
    }
    used = {pin for pins in DEFAULT_PINS for pin in pins.values()}
    assert pairs == {(pin, header) for pin, header in HEADER.items() if pin not in used}


@pytest.mark.parametrize("revision", [0xA02082, 0xC03111, 0xC04170])
def test_header_numbers_are_those_that_gpiozero_knows(revision: int) -> None:
    pins = PiBoardInfo.from_revision(revision).headers["J8"].pins
    assert {
        HEADER[int(info.name[4:])]: info.name
        for info in pins.values()
        if info.name[4:].isdigit() and int(info.name[4:]) in HEADER
    } == {number: info.name for number, info in pins.items() if number in HEADER.values()}
    assert {number for number, info in pins.items() if info.name == "GND"} == set(GROUND)


@pytest.mark.parametrize("pin", [2, 3, 14, 15, 18, 19, 20, 21])
def test_a_reserved_pin_is_refused_with_what_it_is_for(pin: int) -> None:
    with pytest.raises(ReservedPin, match=rf"seat1.LEFT is on GPIO {pin}, which is kept for (I2|the serial)"):
        check_pins([("seat1.LEFT", pin)])


def test_a_pin_given_twice_is_refused_with_both_buttons() -> None:
    with pytest.raises(PinTwice, match=r"GPIO 7 is given to seat0.CARD1 and to seat1.ACTION"):
        check_pins([("seat0.CARD1", 7), ("seat1.ACTION", 7)])


@pytest.mark.parametrize("pin", [-1, 0, 1, 28, 46])
def test_a_pin_that_the_header_has_not_is_refused(pin: int) -> None:
    with pytest.raises(NoSuchPin, match=f"GPIO {pin}"):
        check_pins([("seat0.CARD1", pin)])


def test_the_players_take_turns_at_the_lower_pin() -> None:
    amber, blue = DEFAULT_PINS
    assert sum(amber[name] < blue[name] for name in BUTTONS) == 4
    assert sum(a < b for a in amber.values() for b in blue.values()) == 32
    owners = ["amber" if pin in amber.values() else "blue" for pin in sorted([*amber.values(), *blue.values()])]
    assert owners == ["amber", "blue", "blue", "amber"] * 4


@pytest.mark.parametrize(("header", "ground"), [(7, 9), (29, 30), (11, 9), (40, 39), (1, 6)])
def test_the_nearest_ground_is_near(header: int, ground: int) -> None:
    assert nearest_ground(header) == ground
