"""Input devices that a program makes (Linux's uinput): keyboards, gamepads and joysticks for the kernel's own evdev.

The kernel stamps, queues, repeats and smooths as it does for any device. Interface: linux/uinput.h of Linux 6.1. Needs
root and the module `uinput`.
"""

import fcntl
import os
import struct
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from hardware.clock import FakeClock, monotonic_ns
from hardware.evdev.kernel import AXIS, EV_ABS, EV_KEY, EV_SYN, EVENT, SYN_REPORT, AxisInfo, Identity

EV_MSC, EV_REP = 4, 0x14
MSC_SCAN: Final = 4
SETUP: Final = struct.Struct("@4H80sI")
"""``struct uinput_setup``: bus, vendor, product, version; name; number of force-feedback effects."""
_CREATE, _DESTROY = 0x5501, 0x5502


def _write(number: int, size: int) -> int:
    return 1 << 30 | size << 16 | ord("U") << 8 | number


_SETUP, _ABS_SETUP, _PHYS = _write(3, SETUP.size), _write(4, 4 + AXIS.size), _write(108, 8)
_EVENTS, _KEYS, _AXES, _MISC = (_write(number, 4) for number in (100, 101, 103, 104))


class RealClock(FakeClock):
    """CLOCK_MONOTONIC in place of a fake: to let time pass is to wait."""

    def __call__(self) -> int:
        """See `FakeClock`."""
        return monotonic_ns()

    def advance(self, by_ns: int) -> None:
        """Wait."""
        time.sleep(by_ns / 1e9)


class UinputDevice:
    """A device that is plugged in until `unplug`; hands press its keys and move its axes, as those of `FakeDevice`."""

    def __init__(
        self,
        identity: Identity,
        keys: Iterable[int],
        axes: Mapping[int, AxisInfo] | None = None,
        *,
        repeats: bool = False,
    ) -> None:
        """The identity's serial number stays away: uinput gives none. `repeats`: the kernel repeats a held key."""
        self._down: set[int] = set()
        self._file = os.open("/dev/uinput", os.O_WRONLY | os.O_CLOEXEC)
        kinds = (EV_KEY, EV_MSC, *([EV_ABS] if axes else []), *([EV_REP] if repeats else []))
        for request, numbers in ((_EVENTS, kinds), (_KEYS, keys), (_MISC, (MSC_SCAN,))):
            for number in numbers:
                fcntl.ioctl(self._file, request, number)
        for code, (value, least, most, fuzz) in (axes or {}).items():
            fcntl.ioctl(self._file, _AXES, code)
            fcntl.ioctl(self._file, _ABS_SETUP, struct.pack("@Hxx", code) + AXIS.pack(value, least, most, fuzz, 0, 0))
        words = (identity.bus, identity.vendor, identity.product, identity.version)
        fcntl.ioctl(self._file, _SETUP, SETUP.pack(*words, identity.name.encode(), 0))
        fcntl.ioctl(self._file, _PHYS, identity.port.encode() + b"\0")
        fcntl.ioctl(self._file, _CREATE)

    def key(self, code: int, pressed: bool) -> None:
        """Press or release a key, in a report of its own."""
        self.report([(code, pressed)])

    def move(self, axis: int, value: int) -> None:
        """Move an axis, in a report of its own."""
        self.report([], [(axis, value)])

    def report(self, keys: Iterable[tuple[int, bool]], axes: Iterable[tuple[int, int]] = ()) -> None:
        """Press and release several keys and move axes in one report, as a HID driver does."""
        events = []
        for code, pressed in keys:
            if pressed != (code in self._down):  # a HID driver names no key that stays as it was
                (self._down.add if pressed else self._down.discard)(code)
                events += [(EV_MSC, MSC_SCAN, 0x70000 + code), (EV_KEY, code, int(pressed))]
        events += [*((EV_ABS, axis, value) for axis, value in axes), (EV_SYN, SYN_REPORT, 0)]
        os.write(self._file, b"".join(EVENT.pack(0, 0, *event) for event in events))

    def unplug(self) -> None:
        """Pull the plug."""
        if self._file >= 0:
            fcntl.ioctl(self._file, _DESTROY)
            os.close(self._file)
            self._file = -1


def path_of(identity: Identity) -> Path:
    """Return the path of the device with this name and port. Raises FileNotFoundError where there is none."""
    for node in Path("/sys/class/input").glob("event*"):
        told = [(node / "device" / text).read_text().rstrip("\n") for text in ("name", "phys")]
        if told == [identity.name, identity.port]:
            return Path("/dev/input") / node.name
    raise FileNotFoundError(identity.name)
