"""The controls of an input device, and their names: keys, buttons, hats, and sticks and triggers pushed past half.

A key has the name of its place on a US keyboard (`hardware.keyboard.KEYS`); a button, and one way of an axis, the name
that linux/input-event-codes.h gives it: ``BTN_SOUTH``, ``ABS_HAT0X-``.
"""

import struct
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from hardware.evdev.kernel import EV_ABS, EV_KEY, AxisInfo
from hardware.keyboard import letter_of
from hardware.posix import ioctl


class Control(NamedTuple):
    """A key or button by its code, or an axis pushed past half: `sign` is -1 or 1 then, and 0 for a key."""

    type: int
    code: int
    sign: int = 0


CODES: Final[Mapping[str, int]] = MappingProxyType(
    {
        **{key: 2 + place for place, key in enumerate("1234567890-=")},
        **{key: 16 + place for place, key in enumerate("qwertyuiop[]")},
        **{key: 30 + place for place, key in enumerate("asdfghjkl;")},
        **{key: 44 + place for place, key in enumerate("zxcvbnm,./")},
        **{f"f{number}": 58 + number for number in range(1, 11)},
        **{f"[{sign}]": 71 + place for place, sign in enumerate("789-456+1230.")},
        **dict.fromkeys(("right alt", "alt gr"), 100),
        **{f"f{number}": 170 + number for number in range(13, 16)},
        **dict(
            zip(
                ("home", "up", "page up", "left", "right", "end", "down", "page down", "insert", "delete"),
                range(102, 112),
                strict=True,
            )
        ),
        "\\": 43,
        "backspace": 14,
        "tab": 15,
        "return": 28,
        "left ctrl": 29,
        "left shift": 42,
        "right shift": 54,
        "[*]": 55,
        "left alt": 56,
        "space": 57,
        "caps lock": 58,
        "numlock": 69,
        "scroll lock": 70,
        "f11": 87,
        "f12": 88,
        "enter": 96,
        "right ctrl": 97,
        "[/]": 98,
        "left meta": 125,
        "right meta": 126,
        "menu": 127,
        "print screen": 99,
        "sys req": 99,
        "power": 116,
        "equals": 117,
        "break": 119,
        "help": 138,
        "AC Back": 158,
        "clear": 355,
        "euro": 435,
    }
)
"""The code of each key by its name in the configuration (`hardware.keyboard.KEYS`): its place on a US keyboard. Linux
has none for ``CurrencySubUnit``."""

BTN_MISC: Final = 0x100
BTN_JOYSTICK: Final = 0x120
BTN_SOUTH, BTN_EAST, BTN_C, BTN_NORTH, BTN_WEST = range(0x130, 0x135)
BTN_TL, BTN_TR, BTN_TL2, BTN_TR2, BTN_SELECT, BTN_START = range(0x136, 0x13C)
BTN_DIGI: Final = 0x140
"""From here on to `KEY_OK` the codes are those of tablets, touchpads and wheels."""
KEY_OK: Final = 0x160
BTN_TRIGGER_HAPPY: Final = 0x2C0
BTN_DPAD_UP, BTN_DPAD_DOWN, BTN_DPAD_LEFT, BTN_DPAD_RIGHT = range(0x220, 0x224)
ABS_X, ABS_Y, ABS_Z, ABS_RX, ABS_RY, ABS_RZ = range(6)
ABS_GAS, ABS_BRAKE = 9, 10
ABS_HAT0X, ABS_HAT0Y = 0x10, 0x11
ABS_HAT3Y: Final = 0x17

JOYSTICK: Final = (
    *("TRIGGER", "THUMB", "THUMB2", "TOP", "TOP2", "PINKIE"),
    *("BASE", "BASE2", "BASE3", "BASE4", "BASE5", "BASE6"),
)
PAD: Final = (
    *("SOUTH", "EAST", "C", "NORTH", "WEST", "Z", "TL", "TR", "TL2", "TR2"),
    *("SELECT", "START", "MODE", "THUMBL", "THUMBR"),
)
STICKS: Final = ("X", "Y", "Z", "RX", "RY", "RZ", "THROTTLE", "RUDDER", "WHEEL", "GAS", "BRAKE")

BUTTON_CODES: Final[Mapping[str, int]] = MappingProxyType(
    {
        **{f"BTN_{number}": 0x100 + number for number in range(10)},
        **{f"BTN_{name}": BTN_JOYSTICK + place for place, name in enumerate(JOYSTICK)},
        "BTN_DEAD": 0x12F,
        **{f"BTN_{name}": BTN_SOUTH + place for place, name in enumerate(PAD)},
        **{f"BTN_DPAD_{name}": BTN_DPAD_UP + place for place, name in enumerate(["UP", "DOWN", "LEFT", "RIGHT"])},
        **{f"BTN_TRIGGER_HAPPY{number}": BTN_TRIGGER_HAPPY - 1 + number for number in range(1, 41)},
    }
)
"""The code of each button of a joystick or gamepad."""

AXIS_CODES: Final[Mapping[str, int]] = MappingProxyType(
    {
        **{f"ABS_{name}": code for code, name in enumerate(STICKS)},
        **{f"ABS_HAT{number // 2}{'XY'[number % 2]}": ABS_HAT0X + number for number in range(8)},
    }
)
"""The code of each axis whose ends serve as buttons."""

AXES: Final = frozenset(AXIS_CODES.values())
TRIGGERS: Final = frozenset((ABS_Z, ABS_RZ, ABS_GAS, ABS_BRAKE))
"""Axes that are triggers where they rest at their least value, and sticks where they rest in the middle."""

NAMES: Final[Mapping[Control, str]] = MappingProxyType(
    {
        **{Control(EV_KEY, code): name for name, code in reversed([*CODES.items(), *BUTTON_CODES.items()])},
        **{
            Control(EV_ABS, code, sign): f"{name}{'+' if sign > 0 else '-'}"
            for name, code in AXIS_CODES.items()
            for sign in (-1, 1)
        },
    }
)
"""The names of the controls that have one."""

UNNAMED: Final = "key "
"""The beginning of the name of a key that has none: its code follows."""


def name_of(control: Control) -> str:
    """Return the name of a control, for people and for the configuration."""
    return NAMES.get(control) or f"{UNNAMED}{control.code}"


def control_of(name: str) -> Control | None:
    """Return the control of that name; None if there is none."""
    code = CODES.get(name, BUTTON_CODES.get(name))
    if code is not None:
        return Control(EV_KEY, code)
    if name[:-1] in AXIS_CODES and name[-1] in "+-":
        return Control(EV_ABS, AXIS_CODES[name[:-1]], 1 if name[-1] == "+" else -1)
    number = name.removeprefix(UNNAMED)
    return Control(EV_KEY, int(number)) if number != name and number.isascii() and number.isdigit() else None


# What is printed on a console's keys

KDGKBENT: Final = 0x4B46
"""Request of ioctl(2) for an entry of the console's table of keys (linux/kd.h, drivers/tty/vt/keyboard.c)."""
ENTRY: Final = struct.Struct("=BBH")
"""struct kbentry: 0, or 1 for the table with Shift; the key's code; its value."""
KT_LATIN, KT_LETTER = 0, 11
"""The types of values, in the upper byte, whose lower byte is a letter of Latin-1 (linux/keyboard.h)."""
UNICODE: Final = 0xF000
"""A value from here on is a letter's number in Unicode, exclusive-or this."""


def console_letters(terminal: int, ioctl: Callable[..., Any] = ioctl) -> Mapping[str, str]:
    """Return key -> the letter that the console's own table has on it, for the keys whose US name is one sign.

    `terminal` is an open file of one of the console's terminals; empty for any other file. The table is the one that
    the system has loaded for its keyboard. A figure above a sign, as on a French keyboard, is the key's name. A program
    that draws has to ask before SDL opens the screen, which takes the letters beyond ASCII out of the answer (K_OFF).
    """

    def ask(shift: int, code: int) -> str:
        _, _, value = ENTRY.unpack(ioctl(terminal, KDGKBENT, ENTRY.pack(shift, code, 0)))
        if value >= UNICODE:
            return letter_of(value ^ UNICODE)
        return letter_of(value & 0xFF) if value >> 8 in (KT_LATIN, KT_LETTER) else ""

    letters: dict[str, str] = {}
    try:
        for key, code in CODES.items():
            if len(key) == 1 and (letter := ask(0, code)):
                letters[key] = key if key.isdigit() and ask(1, code) == key else letter
    except OSError:
        return {}
    return letters


def is_stick(axis: AxisInfo) -> bool:
    """Return whether an axis rested in its middle when the device was opened: a trigger rests at its least value."""
    return 4 * (axis.value - axis.minimum) > axis.maximum - axis.minimum


class Axis:
    """An axis as two buttons, one a way: pressed from half of the way on, released below three eighths of it."""

    def __init__(self, code: int, info: AxisInfo) -> None:
        self._code = code
        self._info = info
        self._is_trigger = code in TRIGGERS and not is_stick(info)
        self._pushed: set[int] = set()

    def moved(self, value: int) -> Iterator[tuple[Control, bool]]:
        """Yield the controls that a new value presses or releases; a release first."""
        for sign, pressed in sorted(((sign, self._is_pushed(sign, value)) for sign in (-1, 1)), key=lambda way: way[1]):
            if pressed != (sign in self._pushed):
                (self._pushed.add if pressed else self._pushed.discard)(sign)
                yield Control(EV_ABS, self._code, sign), pressed

    def _is_pushed(self, sign: int, value: int) -> bool:
        least, most = self._info.minimum, self._info.maximum
        if least >= most:
            return False
        if self._is_trigger and sign < 0:
            return False
        way = value - least if self._is_trigger else sign * (2 * value - least - most)
        return 8 * way >= (3 if sign in self._pushed else 4) * (most - least)
