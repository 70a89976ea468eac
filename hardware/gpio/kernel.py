"""One kernel request for all button lines: the kernel keeps their order and numbers their edges.

A thread sleeps until the kernel has edges, so that its queue never fills while the program is busy; `pump` reads it
empty from any thread, so that the program need not wait for that one. Kernel interface: linux/gpio.h, version 2.
"""

import errno
import os
import select
import threading
from collections.abc import Callable, Iterable
from typing import Any

from hardware.clock import Clock
from hardware.errors import GpioNotAllowed, NoSuchChip, PinTaken
from hardware.gpio.sequence import Sequence

BUFFER = 1024
"""Edges the kernel keeps for us: the most it takes (GPIO_V2_LINES_MAX × 16); its default is 16 a line."""

CONSUMER = "photofinish"
"""Who we are in `gpioinfo`."""

OnEdge = Callable[[int, bool, int], None]
"""Takes line, level (True is high), stamp in ns."""

OnLost = Callable[[int | None, int, str], None]
"""Takes count or None, stamp in ns of the event that showed it, and a `hardware.events.Why`."""


class KernelLines:
    """The lines of one GPIO chip that this program holds, in one request.

    `gpiod` is the package, or what stands for it. Both callbacks run in whichever thread pumps, under one lock; they
    must not raise.
    """

    def __init__(self, gpiod: Any, path: str, clock: Clock, on_edge: OnEdge, on_lost: OnLost) -> None:
        self._gpiod = gpiod
        self._path = path
        self._clock = clock
        self._on_edge = on_edge
        self._on_lost = on_lost
        self._pulls: dict[int, str] = {}
        self._lock = threading.RLock()
        self._request: Any = None
        self._reader: Reader | None = None
        self._sequence = Sequence()
        self._gone = False

    def claim(self, lines: Iterable[int], pull: str) -> None:
        """Take hold of `lines` with a pull ("up", "down", "floating"), beside those held already.

        The kernel cannot add to a request, so all lines are asked for anew; edges of that moment are lost, which is
        why a source claims all its lines at once. Raises PinTaken, GpioNotAllowed or NoSuchChip.
        """
        wanted = {**self._pulls, **dict.fromkeys(lines, pull)}
        if self._request is not None and wanted == self._pulls:
            return
        if self._request is not None and wanted.keys() == self._pulls.keys():
            self._request.reconfigure_lines(self._config(wanted))
            self._pulls = wanted
            return
        self._let_go()
        try:
            self._take(wanted)
        except BaseException:
            if self._pulls:
                self._take(self._pulls)  # a line that cannot be had costs no other
            raise

    def pull(self, line: int) -> str:
        """Give the pull of a line, "floating" when it is not held."""
        return self._pulls.get(line, "floating")

    def holds(self, line: int) -> bool:
        """Tell whether a line is in the request."""
        return self._request is not None and line in self._pulls

    def level(self, line: int) -> bool:
        """Read a line that is held; True is high."""
        with self._lock:
            return bool(self._request.get_value(line))

    def pump(self) -> bool:
        """Read the kernel's queue empty and hand every edge on. Gives False when the device is gone; never raises."""
        with self._lock:
            if self._request is None or self._gone:
                return False
            now = self._clock()
            try:
                while self._request.wait_edge_events(0):
                    for event in self._request.read_edge_events(BUFFER):
                        self._hand_on(event)
            except OSError:
                self._gone = True  # whoever pumps is told, and knows since when nothing has been read
                return False
            if lost := self._sequence.overdue(now):
                self._on_lost(lost, now, "sequence")
            return True

    def close(self) -> None:
        """Let go of all lines."""
        self._let_go()
        self._pulls = {}

    def _hand_on(self, event: Any) -> None:
        high = event.event_type is event.Type.RISING_EDGE
        self._on_edge(event.line_offset, high, event.timestamp_ns)
        if lost := self._sequence.take(event):
            self._on_lost(lost, event.timestamp_ns, "sequence")

    def _take(self, pulls: dict[int, str]) -> None:
        with self._lock:
            self._request = self._ask_for(pulls)
            self._pulls = pulls
            self._sequence = Sequence()
            self._gone = False
        self._reader = Reader(self._request.fileno(), self.pump)
        self._reader.start()

    def _let_go(self) -> None:
        if self._reader is not None:
            self._reader.stop()
            self._reader = None
        with self._lock:
            if self._request is not None:
                self._request.release()
                self._request = None

    def _config(self, pulls: dict[int, str]) -> dict[int, Any]:
        """Settings of every line: both edges, stamped on CLOCK_MONOTONIC, and no debounce of the kernel's."""
        line = self._gpiod.line
        bias = {"up": line.Bias.PULL_UP, "down": line.Bias.PULL_DOWN, "floating": line.Bias.DISABLED}
        return {
            number: self._gpiod.LineSettings(
                direction=line.Direction.INPUT,
                edge_detection=line.Edge.BOTH,
                bias=bias[pull],
                event_clock=line.Clock.MONOTONIC,
            )
            for number, pull in pulls.items()
        }

    def _ask_for(self, pulls: dict[int, str]) -> Any:
        try:
            return self._gpiod.request_lines(
                self._path, config=self._config(pulls), consumer=CONSUMER, event_buffer_size=BUFFER
            )
        except PermissionError as error:
            raise GpioNotAllowed(self._path, group_of(self._path)) from error
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENODEV):
                raise NoSuchChip(self._path) from error
            if error.errno != errno.EBUSY:
                raise
            pins, by = self._who_has(pulls)
            raise PinTaken(pins, by) from error

    def _who_has(self, pulls: Iterable[int]) -> tuple[list[int], str]:
        """Give those of the lines that are in use, and by whom as far as the kernel knows."""
        with self._gpiod.Chip(self._path) as chip:
            infos = [(line, chip.get_line_info(line)) for line in pulls]
        taken = [(line, info.consumer or "the kernel") for line, info in infos if info.used]
        if not taken:
            return sorted(pulls), "somebody who has let go in the meantime"
        return [line for line, _ in taken], " and ".join(sorted({consumer for _, consumer in taken}))


class Reader(threading.Thread):
    """Sleeps until the kernel has edges, then pumps. It ends when told to, or when the pump gives False."""

    def __init__(self, descriptor: int, pump: Callable[[], bool]) -> None:
        super().__init__(name="gpio-reader", daemon=True)
        self._pump = pump
        self._wake_read, self._wake_write = os.pipe()
        self._poll = select.poll()
        self._poll.register(descriptor, select.POLLIN)
        self._poll.register(self._wake_read, select.POLLIN)

    def run(self) -> None:
        """Wait for either end: edges, or the order to stop."""
        while True:
            ready = [descriptor for descriptor, _ in self._poll.poll()]
            if self._wake_read in ready or not self._pump():
                return

    def stop(self) -> None:
        """End the thread and wait for it."""
        os.write(self._wake_write, b"x")
        self.join()
        os.close(self._wake_read)
        os.close(self._wake_write)


def group_of(path: str) -> str:
    """Give the name of the group that owns a file, "" when there is none."""
    import grp  # not on every system that imports this module
    from pathlib import Path

    try:
        return grp.getgrgid(Path(path).stat().st_gid).gr_name
    except (OSError, KeyError):
        return ""
