"""The button of each header pin, the reserved pins, and the table in `docs/wiring.md`.

Pins are BCM numbers, as gpiozero and pinout.xyz count them. Print the table with ``python -m hardware.pins``.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

from hardware.errors import NoSuchPin, PinTwice, ReservedPin

BUTTONS: Final = ("CARD1", "CARD2", "CARD3", "CARD4", "CARD5", "LEFT", "RIGHT", "ACTION")
"""The eight buttons of a seat, in the panel's order (`docs/wiring.md`, "The table")."""

DEFAULT_PINS: Final[tuple[Mapping[str, int], ...]] = tuple(
    MappingProxyType(dict(zip(BUTTONS, pins, strict=True)))
    for pins in ((4, 7, 8, 11, 16, 23, 24, 27), (5, 6, 9, 10, 17, 22, 25, 26))
)
"""seat -> button -> BCM number.

Both GPIO drivers of the Pi walk pending lines in rising order, so in a true tie the lower pin is stamped first.
The seats alternate in having the lower pin of a pair (ABBA): four buttons each, and over all pairs of one button of
each seat exactly half (decision 0020).
"""

BOARD_LINES: Final[tuple[Mapping[str, int], ...]] = tuple(
    MappingProxyType({button: 2 * place + panel for place, button in enumerate(BUTTONS)}) for panel in (0, 1)
)
"""panel -> button -> line of a button board: the first panel has the even lines, the second the odd ones."""

RESERVED: Final[Mapping[int, str]] = MappingProxyType(
    {
        2: "I2C", 3: "I2C",
        14: "the serial line", 15: "the serial line",
        18: "I2S sound", 19: "I2S sound", 20: "I2S sound", 21: "I2S sound",
    }
)  # fmt: skip
"""BCM number -> the purpose that the cabinet reserves it for."""

SPARE: Final = (12, 13)
"""The BCM numbers that no player has: for the operator's button and coin switches."""

HEADER: Final[Mapping[int, int]] = MappingProxyType(
    {
        2: 3, 3: 5, 4: 7, 5: 29, 6: 31, 7: 26, 8: 24, 9: 21, 10: 19, 11: 23, 12: 32, 13: 33, 14: 8, 15: 10,
        16: 36, 17: 11, 18: 12, 19: 35, 20: 38, 21: 40, 22: 15, 23: 16, 24: 18, 25: 22, 26: 37, 27: 13,
    }
)  # fmt: skip
"""BCM number -> number on the 40-pin header."""

GROUND: Final = (6, 9, 14, 20, 25, 30, 34, 39)
"""Header pins that are ground."""


def check_pins(buttons: Iterable[tuple[str, int]]) -> None:
    """Check (name, BCM number) of every button of a config.

    Raises NoSuchPin, ReservedPin or PinTwice for the first button that breaks a rule.
    """
    owner: dict[int, str] = {}
    for button, pin in buttons:
        if pin not in HEADER:
            raise NoSuchPin(pin, button)
        if pin in RESERVED:
            raise ReservedPin(pin, button, RESERVED[pin])
        if pin in owner:
            raise PinTwice(pin, (owner[pin], button))
        owner[pin] = button


def nearest_ground(header_pin: int) -> int:
    """Return the ground pin of the header with the shortest way to `header_pin`; rows are 2.54 mm apart."""

    def distance(ground: int) -> tuple[int, int]:
        rows = abs((ground + 1) // 2 - (header_pin + 1) // 2)
        return rows + (ground % 2 != header_pin % 2), ground

    return min(GROUND, key=distance)


def wiring_table() -> str:
    """Write the default pins as the Markdown table of `docs/wiring.md`, one row a button."""
    rows = [
        "| button | AMBER ▲ (seat 0) | header pin | ground near it | BLUE ● (seat 1) | header pin | ground near it |",
        "|---|---|---|---|---|---|---|",
    ]
    for button in BUTTONS:
        cells = [button]
        for pins in DEFAULT_PINS:
            header = HEADER[pins[button]]
            cells += [f"GPIO {pins[button]}", str(header), str(nearest_ground(header))]
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    import sys

    sys.stdout.write(wiring_table())
