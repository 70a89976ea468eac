"""One input device of Linux: its events with the kernel's stamps, its keys' levels, and how often it is asked for news.

Interface: linux/input.h, linux/input-event-codes.h and Documentation/input/event-codes.rst of Linux 6.1. A reader has a
queue of its own in the kernel; when it overflows, the kernel drops what is in it and reports SYN_DROPPED. The kernel
stamps a report once: all events up to its SYN_REPORT happened at one instant, as far as is known.

A USB device answers when the host asks, every ``bInterval`` or more often; the stamp is that of the answer. The
interval stands in sysfs beside the device's endpoint (Documentation/ABI/stable/sysfs-bus-usb), and Linux rounds it down
to a power of two (drivers/usb/core/urb.c): who wants to be asked every 10 ms is asked every 8.
"""

import fcntl
import os
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from hardware.clock import MS

DEVICES: Final = Path("/dev/input")
"""The folder of the devices; those of this interface are called ``event`` and a number."""
SYSFS: Final = Path("/sys/class/input")
"""The folder where the kernel describes them."""

EV_SYN: Final = 0
"""The type of events about the stream itself."""
EV_KEY: Final = 1
"""The type of events of keys and buttons: value 1 is pressed, 0 released, 2 repeated by the kernel."""
EV_ABS: Final = 3
"""The type of events of axes: hats, sticks, triggers."""
SYN_REPORT: Final = 0
SYN_DROPPED: Final = 3
KEYS: Final = 0x300
"""The number of codes of keys (KEY_CNT)."""
AXES: Final = 0x40
"""The number of codes of axes (ABS_CNT)."""

EVENT: Final = struct.Struct("@llHHi")
"""``struct input_event``: seconds, microseconds, type, code, value."""
AXIS: Final = struct.Struct("@6i")
"""``struct input_absinfo``: value, minimum, maximum, fuzz, flat, resolution."""
READ: Final = 64 * EVENT.size
"""Bytes a reading asks for."""


def _ioc(direction: int, number: int, size: int) -> int:
    """Return the number of a request as asm-generic/ioctl.h builds it; `direction` 1 is write, 2 read."""
    return direction << 30 | size << 16 | ord("E") << 8 | number


_SET_CLOCK: Final = _ioc(1, 0xA0, 4)
_GRAB: Final = _ioc(1, 0x90, 4)
_ID, _NAME, _PHYS, _UNIQ, _LEVELS = 0x02, 0x06, 0x07, 0x08, 0x18
_KEYS, _AXES, _AXIS = 0x20 + EV_KEY, 0x20 + EV_ABS, 0x40


class KernelEvent(NamedTuple):
    """One ``struct input_event``; `time_ns` is on CLOCK_MONOTONIC, in whole microseconds."""

    time_ns: int
    type: int
    code: int
    value: int


class Identity(NamedTuple):
    """What a device is: USB's vendor and product, its serial number, and where it is plugged in.

    Two equal devices without serial numbers differ in the port alone. `bus` is 3 for USB (BUS_USB); `version` is the
    device's own.
    """

    vendor: int
    product: int
    serial: str
    port: str
    name: str
    bus: int = 3
    version: int = 0


class AxisInfo(NamedTuple):
    """The fields of ``struct input_absinfo`` that count here: where an axis is, and between what it moves."""

    value: int
    minimum: int
    maximum: int
    fuzz: int = 0


class InputDevice(Protocol):
    """A device that is open, with its stamps on CLOCK_MONOTONIC."""

    @property
    def identity(self) -> Identity:
        """What it is."""

    @property
    def keys(self) -> frozenset[int]:
        """The codes of the keys that it has."""

    @property
    def axes(self) -> Mapping[int, AxisInfo]:
        """Its axes by their codes, each where it was when the device was opened."""

    @property
    def interval_ns(self) -> int | None:
        """How often it is asked for news, ns; None where that is unknown (Bluetooth, or no USB device)."""

    def read(self) -> list[KernelEvent]:
        """Return the events since the last call, in order; never waits. Raises OSError once the device is gone."""

    def levels(self) -> frozenset[int]:
        """Return the codes of the keys that are down, and drop the events of keys that were not read.

        Raises OSError once the device is gone.
        """

    def positions(self) -> Mapping[int, int]:
        """Return where its axes are. Raises OSError once the device is gone."""

    def grab(self, *, is_ours: bool) -> None:
        """Keep its events from all other readers of this machine, the console among them, or let them have it again.

        Raises OSError if another reader keeps it already, or the device is gone.
        """

    def close(self) -> None:
        """Close it."""


class KernelDevice:
    """A device of this machine, an `InputDevice`."""

    def __init__(self, path: Path) -> None:
        """Open it. Raises OSError."""
        self._file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        try:
            fcntl.ioctl(self._file, _SET_CLOCK, struct.pack("@i", 1))  # CLOCK_MONOTONIC
            bus, vendor, product, version = struct.unpack("@4H", self._ask(_ID, 8))
            texts = (self._text(_UNIQ), self._text(_PHYS), self._text(_NAME))
            self.identity = Identity(vendor, product, *texts, bus, version)
            self.keys = frozenset(bits(self._ask(_KEYS, KEYS // 8)))
            self.axes = {code: self._axis(code) for code in bits(self._ask(_AXES, AXES // 8))}
            self.interval_ns = interval_of(SYSFS / path.name)
        except BaseException:
            os.close(self._file)
            raise

    def read(self) -> list[KernelEvent]:
        """See `InputDevice.read`."""
        events = []
        with suppress(BlockingIOError):
            while chunk := os.read(self._file, READ):
                events += [event_of(*fields) for fields in EVENT.iter_unpack(chunk)]
                if len(chunk) < READ:
                    break
        return events

    def levels(self) -> frozenset[int]:
        """See `InputDevice.levels`."""
        return frozenset(bits(self._ask(_LEVELS, KEYS // 8)))

    def positions(self) -> Mapping[int, int]:
        """See `InputDevice.positions`."""
        return {code: self._axis(code).value for code in self.axes}

    def grab(self, *, is_ours: bool) -> None:
        """See `InputDevice.grab`."""
        fcntl.ioctl(self._file, _GRAB, int(is_ours))

    def close(self) -> None:
        """See `InputDevice.close`. The kernel ends a grab with it."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _axis(self, code: int) -> AxisInfo:
        value, least, most, fuzz, _, _ = AXIS.unpack(self._ask(_AXIS + code, AXIS.size))
        return AxisInfo(value, least, most, fuzz)

    def _ask(self, number: int, size: int) -> bytes:
        """Return the answer to a request that reads so many bytes at most."""
        return fcntl.ioctl(self._file, _ioc(2, number, size), bytes(size))

    def _text(self, number: int) -> str:
        """Return a text about the device; empty where it has none."""
        with suppress(OSError):
            return self._ask(number, 256).split(b"\0")[0].decode(errors="replace")
        return ""


def event_of(seconds: int, microseconds: int, kind: int, code: int, value: int) -> KernelEvent:
    """Return the event with these fields of ``struct input_event``."""
    return KernelEvent((seconds * 1_000_000 + microseconds) * 1000, kind, code, value)


def bits(field: bytes) -> Iterator[int]:
    """Yield the numbers of the bits that are set: the kernel's bit fields are arrays of ``long`` (little-endian)."""
    for place, byte in enumerate(field):
        for bit in range(8):
            if byte >> bit & 1:
                yield place * 8 + bit


def interval_of(node: Path) -> int | None:
    """Return how often the USB device behind a node of sysfs is asked for news, ns; None where it is not known.

    It is the longest interval of the interface's endpoints towards the host: which of them brings the keys is not told.
    """
    with suppress(OSError, ValueError):
        for folder in (node / "device").resolve(strict=True).parents:
            if (folder / "bInterfaceNumber").exists():
                inward = (end for end in folder.glob("ep_*") if (end / "direction").read_text().strip() == "in")
                return max((duration_of((end / "interval").read_text()) for end in inward), default=None)
    return None


def duration_of(text: str) -> int:
    """Return the ns between two questions to an endpoint whose interval sysfs writes so, ``10ms`` or ``125us``.

    Raises ValueError for another text.
    """
    text = text.strip()
    units = {"ms": MS, "us": 1000}
    if (unit := units.get(text[-2:])) is None:
        raise ValueError(f"an interval in neither ms nor us: {text!r}")
    number = int(text[:-2])
    return unit * (1 << number.bit_length() - 1 if unit == MS and number > 0 else number)


def paths_of(folder: Path = DEVICES) -> list[Path]:
    """Return the devices that there are, in the order of their numbers."""
    with suppress(OSError):
        found = (path for path in folder.iterdir() if path.name.removeprefix("event").isdigit())
        return sorted(found, key=lambda path: int(path.name.removeprefix("event")))
    return []
