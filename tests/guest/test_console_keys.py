"""What is printed on a console's keys, by the real kernel's table; run in the guest (tests/vm)."""

import fcntl
import os
import struct
from collections.abc import Iterator

import pytest

from hardware.evdev.controls import CODES, console_letters
from tests.hardware.test_console_letters import FRENCH, GERMAN, OFF, UNICODE_MODE, letter

KDSKBENT, KDSKBMODE = 0x4B47, 0x4B45


def write(terminal: int, shift: int, key: str, value: int) -> None:
    fcntl.ioctl(terminal, KDSKBENT, struct.pack("=BBH", shift, CODES[key], value))


@pytest.fixture
def terminal() -> Iterator[int]:
    """A terminal of the console, with the US table before and after."""
    file = os.open("/dev/tty1", os.O_RDWR | os.O_NOCTTY)
    fcntl.ioctl(file, KDSKBMODE, UNICODE_MODE)
    kept = [(shift, key) for shift in (0, 1) for key in CODES if len(key) == 1]
    before = {at: fcntl.ioctl(file, 0x4B46, struct.pack("=BBH", at[0], CODES[at[1]], 0)) for at in kept}
    yield file
    fcntl.ioctl(file, KDSKBMODE, UNICODE_MODE)
    for entry in before.values():
        fcntl.ioctl(file, KDSKBENT, entry)
    os.close(file)


def others(terminal: int) -> dict[str, str]:
    return {key: sign for key, sign in console_letters(terminal).items() if key != sign}


def test_a_kernels_own_table_is_the_us_one(terminal: int) -> None:
    assert others(terminal) == {}


def test_a_german_table_and_the_letters_beyond_ascii_that_an_open_screen_hides(terminal: int) -> None:
    for key, value in GERMAN.items():
        write(terminal, 0, key, value)
    assert others(terminal) == {"y": "z", "z": "y", "-": "ß", ";": "ö"}
    fcntl.ioctl(terminal, KDSKBMODE, OFF)
    assert others(terminal) == {"y": "z", "z": "y"}


def test_a_french_table_has_its_figures_above_the_signs(terminal: int) -> None:
    for key, value in FRENCH.items():
        write(terminal, 0, key, value)
    for key in "1234567890":
        write(terminal, 1, key, letter(key))
    assert others(terminal) == {"a": "q", "q": "a", "-": ")"}


def test_a_pipe_is_no_console() -> None:
    reader, writer = os.pipe()
    assert console_letters(reader) == {}
    os.close(reader)
    os.close(writer)
