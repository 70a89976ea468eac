"""What is printed on a console's keys, by the kernel's table of them (drivers/tty/vt/keyboard.c of Linux 6.1)."""

import errno
import struct
from collections.abc import Callable, Mapping

import pytest

from hardware.evdev.controls import CODES, KDGKBENT, console_letters
from hardware.keyboard import letter_of

HOLE = 0x0200
UNICODE_MODE, OFF = 3, 4
"""Of a terminal's keyboard (K_UNICODE, K_OFF)."""

Ask = Callable[[int, int, bytes], bytes]


def letter(sign: str) -> int:
    """The value that loadkeys writes for a sign: below 128 a letter or another sign, above by its number."""
    return ord(sign) ^ 0xF000 if ord(sign) >= 0x80 else (0x0B00 if sign.isalpha() else 0) | ord(sign)


def console(plain: Mapping[str, int], shifted: Mapping[str, int], mode: int = UNICODE_MODE) -> Ask:
    """The kernel's answers, with a US table where nothing else is said."""
    tables = [{key: letter(key) for key in CODES if len(key) == 1} | dict(plain), shifted]

    def ioctl(terminal: int, request: int, argument: bytes) -> bytes:
        if terminal != 0:
            raise OSError(errno.ENOTTY, "Inappropriate ioctl for device")
        assert request == KDGKBENT
        table, code, _ = struct.unpack("=BBH", argument)
        by_code = {CODES[key]: value for key, value in tables[table].items()}
        value = by_code.get(code, HOLE)
        return struct.pack("=BBH", table, code, HOLE if value >= 0xF000 and mode != UNICODE_MODE else value)

    return ioctl


GERMAN = {"y": letter("z"), "z": letter("y"), "-": letter("ß"), ";": letter("ö"), "=": 0x0501}
FRENCH = {
    "a": letter("q"),
    "q": letter("a"),
    "-": letter(")"),
    **{key: letter(sign) for key, sign in zip("1234567890", "&é\"'(-è_çà", strict=True)},
}


@pytest.mark.parametrize(
    ("plain", "shifted", "others"),
    [
        ({}, {}, {}),
        (GERMAN, {"7": letter("/")}, {"y": "z", "z": "y", "-": "ß", ";": "ö"}),
        (FRENCH, {key: letter(key) for key in "1234567890"}, {"a": "q", "q": "a", "-": ")"}),
        ({"a": 0x0444 ^ 0xF000}, {}, {}),
    ],
    ids=["US", "German", "French", "Russian"],
)
def test_keys_have_the_letters_of_the_consoles_table(
    plain: Mapping[str, int], shifted: Mapping[str, int], others: Mapping[str, str]
) -> None:
    """A dead key, and one with another script's letter alone, keep their US names."""
    letters = console_letters(0, console(plain, shifted))
    assert {key: sign for key, sign in letters.items() if sign != key} == others


def test_a_screen_that_is_open_leaves_ascii_alone() -> None:
    letters = console_letters(0, console(GERMAN, {}, OFF))
    assert (letters["y"], letters.get("-")) == ("z", None)


def test_what_is_no_console_has_no_letters() -> None:
    assert console_letters(5, console(GERMAN, {})) == {}


@pytest.mark.parametrize(
    ("number", "sign"),
    [(0x61, "a"), (0x41, "a"), (0xDF, "ß"), (0x17E, "ž"), (0x20, ""), (0, ""), (0x1B, ""), (0xAD, ""), (0x444, ""),
     (0x40000053, ""), (-1, "")],
)  # fmt: skip
def test_a_keys_letter_is_one_that_can_be_drawn(number: int, sign: str) -> None:
    assert letter_of(number) == sign
