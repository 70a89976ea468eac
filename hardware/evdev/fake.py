"""Devices of ``/dev/input`` that are as strict as the kernel (drivers/input/evdev.c of Linux 6.1).

A reader's queue has `QUEUE` places and shows whole reports only. The event that fills it drops all others, which leaves
SYN_DROPPED and itself. Asking for the levels drops the events of keys in the queue. A device that is unplugged releases
its keys, and its reader can read nothing more, not even what waits.
"""

import errno
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from hardware.clock import MS, Clock
from hardware.evdev.kernel import EV_KEY, EV_SYN, SYN_DROPPED, SYN_REPORT, Identity, KernelEvent

QUEUE: Final = 64
"""EVDEV_MIN_BUFFER_SIZE: the queue of a reader of a keyboard."""
EV_MSC: Final = 4
MSC_SCAN: Final = 4
PAD: Final = Identity(0x1209, 0x0001, "", "usb-1/input0", "Imagined encoder")


class FakeDevice:
    """A keyboard with one reader, an `InputDevice`; a test presses its keys. Stamps are whole microseconds."""

    def __init__(
        self, keys: Iterable[int], clock: Clock, *, interval_ns: int | None = MS, identity: Identity = PAD
    ) -> None:
        """It is asked for news every `interval_ns`, and each event is stamped by `clock`, unless the test says when."""
        self.keys = frozenset(keys)
        self.interval_ns = interval_ns
        self.identity = identity
        self.is_open = True
        self._clock = clock
        self._down: set[int] = set()
        self._queue: list[KernelEvent] = []
        self._complete = 0  # the number of events up to the last SYN_REPORT: the reader sees no others
        self._is_plugged = True

    def key(self, code: int, pressed: bool, *, at_ns: int | None = None) -> None:
        """Press or release a key; the kernel drops what is no change."""
        self.report([(code, pressed)], at_ns=at_ns)

    def report(self, keys: Iterable[tuple[int, bool]], *, at_ns: int | None = None) -> None:
        """Press and release several keys in one report: they have one stamp."""
        stamp = (self._clock() if at_ns is None else at_ns) // 1000 * 1000
        for code, pressed in keys:
            if pressed != (code in self._down):
                (self._down.add if pressed else self._down.discard)(code)
                self._put(KernelEvent(stamp, EV_MSC, MSC_SCAN, 0x70000 + code))
                self._put(KernelEvent(stamp, EV_KEY, code, int(pressed)))
        if self._complete < len(self._queue):  # the kernel drops an empty report
            self._put(KernelEvent(stamp, EV_SYN, SYN_REPORT, 0))

    def repeat(self, code: int) -> None:
        """Let the kernel repeat a key that is held."""
        self._put(KernelEvent(self._clock() // 1000 * 1000, EV_KEY, code, 2))
        self._put(KernelEvent(self._clock() // 1000 * 1000, EV_SYN, SYN_REPORT, 1))

    def unplug(self) -> None:
        """Pull the plug."""
        self.report([(code, False) for code in sorted(self._down)])
        self._is_plugged = False

    def read(self) -> list[KernelEvent]:
        """See `InputDevice.read`."""
        self._check()
        events, self._queue, self._complete = self._queue[: self._complete], self._queue[self._complete :], 0
        return events

    def levels(self) -> frozenset[int]:
        """See `InputDevice.levels`."""
        self._check()
        kept: list[KernelEvent] = []
        in_report = self._complete = 0
        for event in self._queue:
            is_report = (event.type, event.code) == (EV_SYN, SYN_REPORT)
            if event.type == EV_KEY or (is_report and not in_report):
                continue
            kept.append(event)
            in_report = 0 if is_report else in_report + 1
            self._complete = len(kept) if is_report else self._complete
        self._queue = kept
        return frozenset(self._down)

    def close(self) -> None:
        """See `InputDevice.close`."""
        self.is_open = False

    def _put(self, event: KernelEvent) -> None:
        self._queue.append(event)
        if len(self._queue) == QUEUE:
            self._queue = [KernelEvent(event.time_ns, EV_SYN, SYN_DROPPED, 0), event]
            self._complete = 0
        if (event.type, event.code) == (EV_SYN, SYN_REPORT):
            self._complete = len(self._queue)

    def _check(self) -> None:
        if not self._is_plugged:
            raise OSError(errno.ENODEV, "No such device")


class FakeFolder:
    """The folder of the devices: a test plugs devices in and pulls them out."""

    def __init__(self, *devices: FakeDevice) -> None:
        self._devices = {Path(f"event{number}"): device for number, device in enumerate(devices)}
        self._next = len(devices)

    def plug(self, device: FakeDevice) -> None:
        """Plug a device in; it has a number of its own."""
        self._devices[Path(f"event{self._next}")] = device
        self._next += 1

    def unplug(self, device: FakeDevice) -> None:
        """Pull a device out."""
        device.unplug()
        self._devices = {path: each for path, each in self._devices.items() if each is not device}

    def paths(self) -> list[Path]:
        """Return the devices that there are (`kernel.paths_of`)."""
        return list(self._devices)

    def open(self, path: Path) -> FakeDevice:
        """Open a device. Raises OSError if it is gone."""
        if path not in self._devices:
            raise OSError(errno.ENOENT, "No such file or directory", str(path))
        return self._devices[path]
