"""The pins of the Raspberry Pi's header, of a Pico, and of the shift registers of its lamps, in their places."""

from types import MappingProxyType
from typing import Final, NamedTuple

from hardware.board.protocol import (
    CHAIN_PIN,
    FIRST_LINE_PIN,
    LINES,
    PLAIN_LAMP_PINS,
    REGISTER_CLOCK_PIN,
    REGISTER_DATA_PIN,
    REGISTER_LATCH_PIN,
    UART_RX_PIN,
    UART_TX_PIN,
    Output,
)
from hardware.pins import GROUND, HEADER


class Pin(NamedTuple):
    """One pin: its number on the connector, its printed name, and its GPIO (BCM or GP number), None for power.

    On a shift register, `gpio` is the number of the lamp.
    """

    number: int
    name: str
    gpio: int | None = None


class Connector(NamedTuple):
    """Two columns of pins, each from top to bottom."""

    name: str
    left: tuple[Pin, ...]
    right: tuple[Pin, ...]


PI_POWER: Final = MappingProxyType({1: "3V3", 17: "3V3", 2: "5V", 4: "5V", 27: "ID_SD", 28: "ID_SC"})
PICO_LEFT: Final = (0, 1, "GND", 2, 3, 4, 5, "GND", 6, 7, 8, 9, "GND", 10, 11, 12, 13, "GND", 14, 15)
PICO_RIGHT: Final = (
    "VBUS", "VSYS", "GND", "3V3_EN", "3V3", "VREF", 28, "GND", 27, 26, "RUN", 22, "GND", 21, 20, 19, 18, "GND", 17, 16,
)  # fmt: skip
REGISTER_LEFT: Final = ("QB", "QC", "QD", "QE", "QF", "QG", "QH", "GND")
REGISTER_RIGHT: Final = ("VCC", "QA", "SER", "OE", "RCLK", "SRCLK", "SRCLR", "QH'")
REGISTER_LAMPS: Final = 8


def header() -> Connector:
    """Return the 40-pin header, pin 1 at the top left, for a viewer of a Pi with its header at the right edge."""
    gpio = {number: pin for pin, number in HEADER.items()}

    def pin(number: int) -> Pin:
        if number in gpio:
            return Pin(number, f"GPIO {gpio[number]}", gpio[number])
        return Pin(number, "GND" if number in GROUND else PI_POWER[number])

    return Connector("Raspberry Pi", tuple(map(pin, range(1, 41, 2))), tuple(map(pin, range(2, 41, 2))))


def pico() -> Connector:
    """Return the pins of a Pico, its USB socket at the top, seen from above."""

    def pin(number: int, what: object) -> Pin:
        return Pin(number, f"GP{what}", what) if isinstance(what, int) else Pin(number, str(what))

    left = tuple(pin(number, what) for number, what in enumerate(PICO_LEFT, start=1))
    right = tuple(pin(40 - place, what) for place, what in enumerate(PICO_RIGHT))
    return Connector("Raspberry Pi Pico", left, right)


def registers() -> tuple[Connector, Connector]:
    """Return both 74HC595 of a board's lamps, the register wired to the board first; notch at the top."""

    def pin(register: int, number: int, name: str) -> Pin:
        is_lamp = len(name) == 2 and name.startswith("Q")
        return Pin(number, name, REGISTER_LAMPS * register + ord(name[1]) - ord("A") if is_lamp else None)

    def made(register: int) -> Connector:
        left = tuple(pin(register, number, name) for number, name in enumerate(REGISTER_LEFT, start=1))
        right = tuple(pin(register, 16 - place, name) for place, name in enumerate(REGISTER_RIGHT))
        return Connector(f"74HC595 {register + 1}", left, right)

    return made(0), made(1)


def register_connections() -> tuple[dict[str, str], dict[str, str]]:
    """Return, for each of the two, pin name -> its connection, except the lamps."""
    clocks = {"SRCLK": f"GP{REGISTER_CLOCK_PIN}", "RCLK": f"GP{REGISTER_LATCH_PIN}"}
    both = {"VCC": "3V3", "SRCLR": "3V3", "OE": "GND", "GND": "GND", **clocks}
    first = {"SER": f"GP{REGISTER_DATA_PIN}", "QH'": "74HC595 2, SER"}
    return {**both, **first}, {**both, "SER": "74HC595 1, QH'", "QH'": "nothing"}


def place_of_lamp(lamp: int, output: Output) -> str:
    """Return the wiring place of a plain lamp; empty where there is none, so that it is on the chain alone."""
    if output is Output.REGISTERS:
        register, place = divmod(lamp, REGISTER_LAMPS)
        return f"74HC595 {register + 1}, Q{'ABCDEFGH'[place]}"
    return f"GP{PLAIN_LAMP_PINS[lamp]}" if lamp < len(PLAIN_LAMP_PINS) else ""


def reserved_on_pico(output: Output) -> dict[int, str]:
    """Return GP number -> its use in the board's firmware, except the buttons."""
    kept = {pin: f"lamp {lamp}" for lamp, pin in enumerate(PLAIN_LAMP_PINS)}
    if output is Output.REGISTERS:
        kept |= {REGISTER_DATA_PIN: "registers: SER", REGISTER_CLOCK_PIN: "registers: SRCLK"}
        kept[REGISTER_LATCH_PIN] = "registers: RCLK"
    uart = {UART_TX_PIN: "UART out", UART_RX_PIN: "UART in"}
    return {**kept, CHAIN_PIN: "lamps (WS2812)", **uart}


def pin_of_line(line: int) -> int:
    """Return the GP number of a board's line. Raises ValueError for a line that the board does not have."""
    if not 0 <= line < LINES:
        raise ValueError(f"a board has the lines 0 to {LINES - 1}, not {line}")
    return FIRST_LINE_PIN + line
