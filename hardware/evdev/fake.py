"""Devices of ``/dev/input`` that are as strict as the kernel (drivers/input/evdev.c of Linux 6.1).

A reader's queue has `QUEUE` places, or more for a device with many axes, and shows whole reports only. A report of more
events than the kernel expects of the device comes in parts, each a report to its reader, with one stamp. The event that
fills the queue drops all others, which leaves SYN_DROPPED and itself. What a mask keeps out takes no place, and a
report of which nothing is left is none. Asking for the levels drops the events of keys in the queue; asking where the
axes are drops nothing. A value within an axis's fuzz is smoothed away. While another program has grabbed the device,
its reader has no event, and may ask for its levels. A device that is unplugged releases its keys, leaves its axes, and
its reader can read nothing more, not even what waits.

`tests/guest/test_evdev_kernel.py` compares these devices with those of the real kernel, event by event.
"""

import errno
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from hardware.clock import MS, Clock
from hardware.evdev.kernel import EV_ABS, EV_KEY, EV_SYN, SYN_DROPPED, SYN_REPORT, AxisInfo, Identity, KernelEvent

QUEUE: Final = 64
"""EVDEV_MIN_BUFFER_SIZE: the queue of a reader of a keyboard."""
PACKETS: Final = 8
"""EVDEV_BUF_PACKETS: a reader has room for so many reports as they are expected."""
EXPECTED: Final = 8
"""The kernel expects an event for every axis and so many more in a report (input_estimate_events_per_packet)."""
EV_MSC: Final = 4
MSC_SCAN: Final = 4
PAD: Final = Identity(0x1209, 0x0001, "", "usb-1/input0", "Imagined encoder")


class FakeDevice:
    """A device with one reader, an `InputDevice`; a test presses its keys and moves its axes. Stamps are whole
    microseconds."""

    def __init__(
        self,
        keys: Iterable[int],
        clock: Clock,
        *,
        interval_ns: int | None = MS,
        identity: Identity = PAD,
        axes: Mapping[int, AxisInfo] | None = None,
        is_stamped: bool = True,
        has_masks: bool = True,
    ) -> None:
        """It is asked for news every `interval_ns`, and each event is stamped by `clock`, unless the test says when.

        `is_stamped`: False for a kernel that refuses CLOCK_MONOTONIC; `has_masks`: False for one before 4.4.
        """
        self.keys = frozenset(keys)
        self.axes = dict(axes or {})
        self.expected = len(self.axes) + EXPECTED
        self.queue = max(QUEUE, 1 << (PACKETS * self.expected - 1).bit_length())
        self.is_grabbed = False
        self.is_kept_by_another = False
        """Whether another program has grabbed it."""
        self.is_stamped = is_stamped
        self.interval_ns = interval_ns if is_stamped else None
        self.identity = identity
        self.is_open = True
        self._clock = clock
        self._down: set[int] = set()
        self._has_masks = has_masks
        self._masked: frozenset[int] | None = None  # the axes that pass; None: no mask
        self._queue: list[KernelEvent] = []
        self._complete = 0  # the number of events up to the last SYN_REPORT: the reader sees no others
        self._is_plugged = True

    def key(self, code: int, pressed: bool, *, at_ns: int | None = None) -> None:
        """Press or release a key; the kernel drops what is no change."""
        self.report([(code, pressed)], at_ns=at_ns)

    def move(self, axis: int, value: int) -> None:
        """Move an axis; the kernel drops what is no change, and smooths what is within its fuzz."""
        self.report([], [(axis, value)])

    def report(
        self, keys: Iterable[tuple[int, bool]], axes: Iterable[tuple[int, int]] = (), *, at_ns: int | None = None
    ) -> None:
        """Press and release several keys and move axes in one report: they have one stamp."""
        stamp = (self._clock() if at_ns is None else at_ns) // 1000 * 1000
        events = list(self._events(keys, axes))
        for begin in range(0, len(events), self.expected):
            part = events[begin : begin + self.expected]
            for event in (*part, (EV_SYN, SYN_REPORT, int(len(part) == self.expected))):
                self._put(KernelEvent(stamp, *event))

    def _events(
        self, keys: Iterable[tuple[int, bool]], axes: Iterable[tuple[int, int]]
    ) -> Iterator[tuple[int, int, int]]:
        """Yield type, code and value of what these changes are to a reader; what changes nothing is dropped."""
        for code, pressed in keys:
            if pressed != (code in self._down):
                (self._down.add if pressed else self._down.discard)(code)
                yield EV_MSC, MSC_SCAN, 0x70000 + code
                yield EV_KEY, code, int(pressed)
        for axis, value in axes:
            before = self.axes[axis]
            if (value := smoothed(value, before.value, before.fuzz)) != before.value:
                self.axes[axis] = before._replace(value=value)
                yield EV_ABS, axis, value

    def repeat(self, code: int) -> None:
        """Let the kernel repeat a key that is held."""
        self._put(KernelEvent(self._clock() // 1000 * 1000, EV_KEY, code, 2))
        self._put(KernelEvent(self._clock() // 1000 * 1000, EV_SYN, SYN_REPORT, 1))

    def unplug(self) -> None:
        """Pull the plug."""
        self.report([(code, False) for code in sorted(self._down)])
        self._is_plugged = False

    def mask(self, axes: Iterable[int]) -> None:
        """See `InputDevice.mask`."""
        if self._has_masks:
            self._masked = frozenset(axes)

    def read(self) -> list[KernelEvent]:
        """See `InputDevice.read`."""
        self._check()
        events, self._queue, self._complete = self._queue[: self._complete], self._queue[self._complete :], 0
        return events if self.is_stamped else [event._replace(time_ns=self._clock()) for event in events]

    def levels(self) -> frozenset[int]:
        """See `InputDevice.levels`."""
        self._check()
        kept: list[KernelEvent] = []
        in_report, self._complete = 1, 0  # the first report stays, if nothing is left of it as well
        for event in self._queue:
            is_report = (event.type, event.code) == (EV_SYN, SYN_REPORT)
            if event.type == EV_KEY or (is_report and not in_report):
                continue
            kept.append(event)
            in_report = 0 if is_report else in_report + 1
            self._complete = len(kept) if is_report else self._complete
        self._queue = kept
        return frozenset(self._down)

    def held(self) -> frozenset[int]:
        """See `InputDevice.held`."""
        self._check()
        return frozenset(self._down)

    def positions(self) -> Mapping[int, int]:
        """See `InputDevice.positions`."""
        self._check()
        return {axis: info.value for axis, info in self.axes.items()}

    def grab(self, *, is_ours: bool) -> None:
        """See `InputDevice.grab`."""
        self._check()
        if self.is_kept_by_another or is_ours == self.is_grabbed:
            raise OSError(errno.EBUSY if is_ours else errno.EINVAL, "refused")
        self.is_grabbed = is_ours

    def close(self) -> None:
        """See `InputDevice.close`."""
        self.is_open = self.is_grabbed = False

    def _put(self, event: KernelEvent) -> None:
        is_report = (event.type, event.code) == (EV_SYN, SYN_REPORT)
        if self.is_kept_by_another or self._is_filtered(event) or (is_report and self._complete == len(self._queue)):
            return
        self._queue.append(event)
        if len(self._queue) == self.queue:
            self._queue = [KernelEvent(event.time_ns, EV_SYN, SYN_DROPPED, 0), event]
            self._complete = 0
        if is_report:
            self._complete = len(self._queue)

    def _is_filtered(self, event: KernelEvent) -> bool:
        if self._masked is None or event.type in (EV_SYN, EV_KEY):
            return False
        return event.type != EV_ABS or event.code not in self._masked

    def _check(self) -> None:
        if not self._is_plugged:
            raise OSError(errno.ENODEV, "No such device")


def smoothed(value: int, before: int, fuzz: int) -> int:
    """Return what the kernel makes of an axis's new value (input_defuzz_abs_event)."""
    away = abs(value - before)
    if away < fuzz // 2:
        return before
    if away < fuzz:
        return int((before * 3 + value) / 4)
    return int((before + value) / 2) if away < fuzz * 2 else value


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
