"""A USB encoder that is software: a HID device with descriptors of its own, at the host of the kernel's dummy_hcd.

The device is FunctionFS's (Documentation/usb/functionfs.rst), because the kernel's own HID gadget has a fixed interval.
The host is the kernel's own: hub, usbhid, hid-generic, evdev. Needs root, configfs, and the modules libcomposite,
usb_f_fs and dummy_hcd (`tools/vm/modules.py`).
"""

import os
import struct
import subprocess
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

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

_SETUP: Final = 4  # FUNCTIONFS_SETUP
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
            if what != _SETUP:
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
