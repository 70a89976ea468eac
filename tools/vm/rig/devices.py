"""Input devices that a program makes. The kernel stamps, queues, repeats and smooths as it does for any device.

- `UinputDevice`: keyboards, gamepads and joysticks for the kernel's own evdev, by Linux's uinput (linux/uinput.h of
  Linux 6.1). Needs root and the module `uinput`.
- `UsbEncoder`: a HID device with descriptors of its own, at the host of the kernel's dummy_hcd. It is FunctionFS's
  (Documentation/usb/functionfs.rst), because the kernel's own HID gadget has a fixed interval. The host is the kernel's
  own: hub, usbhid, hid-generic, evdev. Needs root, configfs, and the modules libcomposite, usb_f_fs and dummy_hcd
  (`tools/vm/modules.py`).
"""

import fcntl
import os
import struct
import subprocess
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
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


# USB encoders

GADGETS: Final = Path("/sys/kernel/config/usb_gadget")
PHASES: Final = Path("/sys/module/dummy_hcd/parameters/poll_phase_us")
"""When in the interval each host asks its device, us, one number a host."""
VENDOR, PRODUCT = 0x1209, 0x0001
"""Of pid.codes, for tests."""
BUTTONS: Final = 16

JOYSTICK: Final = bytes.fromhex(
    "05 01 09 04 a1 01"  # usage page generic desktop, usage joystick, collection application
    "15 00 25 01 75 01 95 10 05 09 19 01 29 10 81 02"  # buttons 1 to 16, a bit each
    "05 01 15 00 26 ff 00 75 08 95 02 09 30 09 31 81 02"  # X and Y, 0 to 255
    "c0"
)
"""The report descriptor of an encoder (USB HID 1.11): `BUTTONS` buttons and a stick, as zero-delay boards have them."""
_IDLE_STICK: Final = bytes((128, 128))

_SETUP_CAME: Final = 4  # FUNCTIONFS_SETUP
_EVENT: Final = struct.Struct("<BBHHHB3x")
"""``struct usb_functionfs_event`` with a setup: request type, request, value, index, length; the event's type."""
_IN, _REPORT_DESCRIPTOR, _GET_DESCRIPTOR = 0x80, 0x22, 6


class UsbEncoder:
    """An encoder plugged into the host of this number; it is asked every `interval_ms` at full speed."""

    def __init__(self, number: int, interval_ms: int, serial: str = "") -> None:
        """Plug it in. Returns once the host has configured it."""
        self._name = f"encoder{number}"
        self._gadget = GADGETS / self._name
        self._mount = Path(f"/dev/{self._name}")
        self._down = 0
        self._clear()
        self._make(serial)
        self._control = os.open(self._mount / "ep0", os.O_RDWR)
        os.write(self._control, _descriptors(interval_ms))
        os.write(self._control, struct.pack("<IIII", 2, 16, 0, 0))  # no strings
        self._keys = os.open(self._mount / "ep1", os.O_RDWR)
        self._is_configured = threading.Event()
        threading.Thread(target=self._answer, daemon=True).start()
        (self._gadget / "UDC").write_text(f"dummy_udc.{number}")
        if not self._is_configured.wait(60):
            raise AssertionError(f"the host does not configure {self._name}")

    def report(self, changes: Iterable[tuple[int, bool]]) -> None:
        """Press and release buttons, numbered from 0: what the device answers when the host asks next."""
        for button, pressed in changes:
            self._down = self._down | 1 << button if pressed else self._down & ~(1 << button)
        os.write(self._keys, self._down.to_bytes(2, "little") + _IDLE_STICK)

    def unplug(self) -> None:
        """Pull the plug; `plug_in` puts it back."""
        (self._gadget / "UDC").write_text("\n")

    def plug_in(self, number: int) -> None:
        """Plug it into a host again, with no button pressed."""
        self._down = 0
        self._is_configured.clear()
        (self._gadget / "UDC").write_text(f"dummy_udc.{number}")
        if not self._is_configured.wait(60):
            raise AssertionError(f"the host does not configure {self._name}")

    def _clear(self) -> None:
        """Remove what a program has left behind that has ended."""
        if not self._gadget.exists():
            return
        subprocess.run(["umount", str(self._mount)], check=False)
        (self._gadget / f"configs/c.1/ffs.{self._name}").unlink(missing_ok=True)
        for folder in ("configs/c.1", f"functions/ffs.{self._name}", "strings/0x409", ""):
            (self._gadget / folder).rmdir()
        self._mount.rmdir()

    def _make(self, serial: str) -> None:
        texts = self._gadget / "strings/0x409"
        function, config = self._gadget / f"functions/ffs.{self._name}", self._gadget / "configs/c.1"
        for folder in (texts, function, config):
            folder.mkdir(parents=True)
        for path, text in (
            (self._gadget / "idVendor", hex(VENDOR)),
            (self._gadget / "idProduct", hex(PRODUCT)),
            (texts / "manufacturer", "Photo Finish"),
            (texts / "product", "Encoder"),
            *([(texts / "serialnumber", serial)] if serial else []),
        ):
            path.write_text(text)
        (config / function.name).symlink_to(function)
        self._mount.mkdir()
        subprocess.run(["mount", "-t", "functionfs", self._name, str(self._mount)], check=True)

    def _answer(self) -> None:
        """Answer what the host asks about the interface, as long as the program runs."""
        while event := os.read(self._control, _EVENT.size):
            kind, request, value, _, length, what = _EVENT.unpack(event)
            if what != _SETUP_CAME:
                continue
            with suppress(OSError):  # the host has asked for something else by now
                if not kind & _IN:  # SET_IDLE: nothing to do
                    os.read(self._control, length)
                elif (request, value >> 8) == (_GET_DESCRIPTOR, _REPORT_DESCRIPTOR):
                    os.write(self._control, JOYSTICK[:length])
                    self._is_configured.set()
                else:  # GET_REPORT
                    os.write(self._control, (bytes(2) + _IDLE_STICK)[:length])


def _descriptors(interval_ms: int) -> bytes:
    """Return FunctionFS's descriptors: an interface, its HID descriptor, and an endpoint towards the host."""
    interface = struct.pack("<BBBBBBBBB", 9, 4, 0, 0, 1, 3, 0, 0, 0)
    hid = struct.pack("<BBHBBBH", 9, 0x21, 0x0111, 0, 1, _REPORT_DESCRIPTOR, len(JOYSTICK))
    endpoint = struct.pack("<BBBBHB", 7, 5, 0x81, 3, 8, interval_ms)
    body = interface + hid + endpoint
    return struct.pack("<IIII", 3, 16 + len(body), 1, 3) + body  # magic, length, full speed, three descriptors
