"""One input device of Linux: its events with the kernel's stamps, its keys' levels, and how often it is asked for news.

Interface: linux/input.h, linux/input-event-codes.h and Documentation/input/event-codes.rst of Linux 6.1. A reader has a
queue of its own in the kernel; when it overflows, the kernel drops what is in it and reports SYN_DROPPED. A mask keeps
out of it what nobody wants to read. The kernel stamps a report once: all events up to its SYN_REPORT happened at one
instant, as far as is known.

A reader may grab a device: it alone has the events then, and to all others the device is silent. Its levels can still
be asked for.

A USB device answers when the host asks, every ``bInterval`` or more often; the stamp is that of the answer. The
interval stands in sysfs beside the device's endpoint (Documentation/ABI/stable/sysfs-bus-usb), and Linux rounds it down
to a power of two (drivers/usb/core/urb.c): who wants to be asked every 10 ms is asked every 8.
"""

import errno
import os
import struct
from array import array
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from hardware.clock import MS, monotonic_ns
from hardware.evdev.radio import RECEIVERS
from hardware.posix import ioctl

DEVICES: Final = Path("/dev/input")
"""The folder of the devices; those of this interface are called ``event`` and a number."""
SYSFS: Final = Path("/sys/class/input")
"""The folder where the kernel describes them."""

BUS_USB, BUS_VIRTUAL = 3, 6
"""Where a device says that it is plugged in (`Identity.bus`)."""

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
MASK: Final = struct.Struct("@IIQ")
"""``struct input_mask``: a type of events, and the size and the address of its bits, one a code."""
AXIS: Final = struct.Struct("@6i")
"""``struct input_absinfo``: value, minimum, maximum, fuzz, flat, resolution."""
READ: Final = 64 * EVENT.size
"""Bytes a reading asks for."""
FLAGS: Final = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC
"""How a device is opened."""


def _ioc(direction: int, number: int, size: int) -> int:
    """Return the number of a request as asm-generic/ioctl.h builds it; `direction` 1 is write, 2 read."""
    return direction << 30 | size << 16 | ord("E") << 8 | number


_SET_CLOCK: Final = _ioc(1, 0xA0, 4)
_GRAB: Final = _ioc(1, 0x90, 4)
_SET_MASK: Final = _ioc(1, 0x93, MASK.size)
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
    """A device that is open. Its stamps are the kernel's on CLOCK_MONOTONIC unless `is_stamped` is False."""

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

    @property
    def is_stamped(self) -> bool:
        """False where the kernel refuses CLOCK_MONOTONIC: an event has the time at which it was read."""

    def mask(self, axes: Iterable[int]) -> None:
        """Queue keys and these axes alone from now on. A kernel before 4.4 has no masks, and queues everything."""

    def read(self) -> list[KernelEvent]:
        """Return the events since the last call, in order; never waits. Raises OSError once the device is gone."""

    def levels(self) -> frozenset[int]:
        """Return the codes of the keys that are down, and drop the events of keys that were not read.

        Raises OSError once the device is gone.
        """

    def held(self) -> frozenset[int]:
        """Return the codes of the keys that are down, whoever reads the device; drops nothing.

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
        self._file = os.open(path, FLAGS)
        self._witness = -1  # a second reader, since the kernel drops a reader's events of keys when it asks for levels
        try:
            self._witness = os.open(path, FLAGS)
            self._set_mask(self._witness, EV_SYN, ())
            self.is_stamped = self._set_clock()
            bus, vendor, product, version = struct.unpack("@4H", self._ask(_ID, 8))
            texts = (self._text(_UNIQ), self._text(_PHYS), self._text(_NAME))
            self.identity = Identity(vendor, product, *texts, bus, version)
            self.keys = frozenset(bits(self._ask(_KEYS, KEYS // 8)))
            self.axes = {code: self._axis(code) for code in bits(self._ask(_AXES, AXES // 8))}
            self.interval_ns = interval_of(SYSFS / path.name) if self.is_stamped else None
        except BaseException:
            self.close()
            raise

    def mask(self, axes: Iterable[int]) -> None:
        """See `InputDevice.mask`."""
        self._set_mask(self._file, EV_ABS, axes)
        self._set_mask(self._file, EV_SYN, (EV_KEY, EV_ABS))  # the bits of EV_SYN are those of the types

    def read(self) -> list[KernelEvent]:
        """See `InputDevice.read`. A record that is not whole is an OSError too: what follows cannot be told apart."""
        chunks: list[bytes] = []
        try:
            while not chunks or len(chunks[-1]) == READ:
                chunks.append(os.read(self._file, READ))
        except BlockingIOError:
            pass
        except OSError:
            if not chunks:
                raise  # else the next reading says so
        if any(not chunk or len(chunk) % EVENT.size for chunk in chunks):
            raise OSError(errno.EIO, "not whole records")
        events = [event_of(*fields) for chunk in chunks for fields in EVENT.iter_unpack(chunk)]
        if self.is_stamped or not events:
            return events
        now = monotonic_ns()
        return [event._replace(time_ns=now) for event in events]

    def levels(self) -> frozenset[int]:
        """See `InputDevice.levels`."""
        return frozenset(bits(self._ask(_LEVELS, KEYS // 8)))

    def held(self) -> frozenset[int]:
        """See `InputDevice.held`."""
        return frozenset(bits(self._ask(_LEVELS, KEYS // 8, self._witness)))

    def positions(self) -> Mapping[int, int]:
        """See `InputDevice.positions`."""
        return {code: self._axis(code).value for code in self.axes}

    def grab(self, *, is_ours: bool) -> None:
        """See `InputDevice.grab`."""
        ioctl(self._file, _GRAB, int(is_ours))

    def close(self) -> None:
        """See `InputDevice.close`. The kernel ends a grab with it."""
        for file in {self._file, self._witness} - {-1}:
            os.close(file)
        self._file = self._witness = -1

    def _set_clock(self) -> bool:
        """Have events stamped by CLOCK_MONOTONIC; return False where the kernel refuses that."""
        try:
            ioctl(self._file, _SET_CLOCK, struct.pack("@i", 1))
        except OSError as problem:
            if problem.errno == errno.ENODEV:
                raise
            return False
        return True

    @staticmethod
    def _set_mask(file: int, kind: int, codes: Iterable[int]) -> None:
        """Queue these codes of a type of events alone, for one reader."""
        numbers = set(codes)
        field = bytes(sum(1 << bit for bit in range(8) if byte * 8 + bit in numbers) for byte in range(AXES // 8))
        address, size = (kept := array("B", field)).buffer_info()
        with suppress(OSError):  # an old kernel; a device that is gone says so at the next reading
            ioctl(file, _SET_MASK, MASK.pack(kind, size, address))
        del kept  # the kernel has read it

    def _axis(self, code: int) -> AxisInfo:
        value, least, most, fuzz, _, _ = AXIS.unpack(self._ask(_AXIS + code, AXIS.size))
        return AxisInfo(value, least, most, fuzz)

    def _ask(self, number: int, size: int, file: int | None = None) -> bytes:
        """Return the answer to a request that reads so many bytes at most; `file` is another reader's."""
        return bytes(ioctl(self._file if file is None else file, _ioc(2, number, size), bytes(size)))

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
    Of what a receiver's driver has made, whatever that is called, the interval is the receiver's own: unknown.
    """
    with suppress(OSError, ValueError):
        for folder in (node / "device").resolve(strict=True).parents:
            if (folder / "bInterfaceNumber").exists():
                if usb_id_of(folder.parent) in RECEIVERS:
                    return None
                inward = (end for end in folder.glob("ep_*") if (end / "direction").read_text().strip() == "in")
                return max((duration_of((end / "interval").read_text()) for end in inward), default=None)
    return None


def usb_id_of(folder: Path) -> tuple[int, int] | None:
    """Return vendor and product of a USB device by its folder in sysfs; None for a folder of something else."""
    with suppress(OSError, ValueError):
        return int((folder / "idVendor").read_text(), 16), int((folder / "idProduct").read_text(), 16)
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
