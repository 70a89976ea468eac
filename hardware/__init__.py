"""Photo Finish's buttons and clocks: from a contact that closes to a stamped edge.

May import: the standard library, `hardware`, gpiozero, gpiod, serial, cobs. Never `engine`, `cabinet` or
pygame (`tests/repo/test_sources.py` enforces it). Each module for a real device has a fake, which ships with
the package and passes the same contract tests (`tests/hardware/test_source_contract.py`).

To use it: the names below are the offer, `InputSource` first. Each is imported when it is first used, so a program that
needs one kind of buttons does not load the others.

To read it, in this order:

1. `hardware/source.py`: the events that this package reports, edges first, and the interface of every source of edges.
2. `hardware/debounce.py`: turns a bounce trace into exactly one press, and applies it to a source.
3. The sources: `fake.py` (scripted), `keyboard.py` (a window's keys), `evdev/` (Linux's keyboards and gamepads),
   `gpio/` (the Raspberry Pi's header), `board/` (the button board).
4. `pins.py` (the pin of each button), `errors.py` (every error that a builder can meet, with its remedy), and
   `posix.py` (locks, `ioctl` and accounts, or what stands in for them where the system has none).

Decision records 0020 to 0026, 0058, 0060, 0141 and 0146 in `docs/decisions` give the reasons for this design.
"""

from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hardware.board.fake import FakeBoard
    from hardware.board.source import BoardSource
    from hardware.clock import FakeClock, monotonic_ns
    from hardware.debounce import Debounced
    from hardware.errors import HardwareError
    from hardware.evdev.source import EvdevSource
    from hardware.fake import FakeSource
    from hardware.gpio.backends import BACKENDS, open_source
    from hardware.gpio.source import GpioSource
    from hardware.keyboard import KeyboardSource
    from hardware.lamps import FakeLamps, Lamp, Lamps, Motion
    from hardware.source import (
        EdgesLost,
        Event,
        Glitch,
        InputSource,
        LineCalm,
        LineChattering,
        LineStuck,
        PressSwallowed,
        RawEvent,
        SwitchEdge,
    )

__all__ = [  # noqa: RUF022  # in the order of a reader's questions
    # a source of edges, and its debounced form
    "InputSource", "Debounced",
    "GpioSource", "BACKENDS", "open_source", "BoardSource", "EvdevSource", "KeyboardSource", "FakeSource", "FakeBoard",
    # its events
    "RawEvent", "SwitchEdge", "EdgesLost",
    "Event", "Glitch", "PressSwallowed", "LineStuck", "LineChattering", "LineCalm",
    # clocks, lamps, errors
    "monotonic_ns", "FakeClock", "Lamps", "Lamp", "Motion", "FakeLamps", "HardwareError",
]  # fmt: skip

_HOMES: Final = MappingProxyType(
    {
        "board.fake": ("FakeBoard",),
        "board.source": ("BoardSource",),
        "clock": ("FakeClock", "monotonic_ns"),
        "debounce": ("Debounced",),
        "errors": ("HardwareError",),
        "evdev.source": ("EvdevSource",),
        "fake": ("FakeSource",),
        "gpio.backends": ("BACKENDS", "open_source"),
        "gpio.source": ("GpioSource",),
        "keyboard": ("KeyboardSource",),
        "lamps": ("FakeLamps", "Lamp", "Lamps", "Motion"),
        "source": (
            *("InputSource", "RawEvent", "SwitchEdge", "EdgesLost"),
            *("Event", "Glitch", "PressSwallowed", "LineStuck", "LineChattering", "LineCalm"),
        ),
    }
)
"""The public names of each module; `tests/repo/test_sources.py` compares them with the imports above."""


def __getattr__(name: str) -> object:
    """Import a public name when it is first used; raise AttributeError for any other name."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"hardware.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
