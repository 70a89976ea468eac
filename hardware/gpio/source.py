"""Buttons on header pins as an `InputSource`, over any gpiozero pin factory.

A button lies between its pin and ground; the pin is pulled up, so low is pressed. The stamps are those that the
factory hands to `when_changed`: with ours (`gpiod_factory.py`) and with gpiozero's lgpio, the kernel's.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

import gpiozero

from hardware.clock import MONOTONIC, MS, Clock, monotonic_ns
from hardware.errors import PinTaken
from hardware.events import EdgesLost, Line, RawEvent, SwitchEdge, Why
from hardware.gpio.levels import LevelWatch
from hardware.gpio.stamp import stamp_ns

KERNEL_RESOLUTION_NS = 100_000
"""The interrupt handler walks pending lines one by one; two edges within it cannot be told apart (architecture, 4)."""

QUEUE = 2048
"""Edges kept for one line between two drains; a line that sends more loses its own, and no other line's."""


class GpioSource:
    """An `InputSource` whose lines are BCM numbers.

    `factory` is a gpiozero pin factory. If it has `claim(numbers)`, it is asked for all lines at once; if it has
    `pump()`, a drain makes it hand over what the kernel has; `when_lost` takes its losses. `lag_ns` is how long after
    its stamp an edge may still be on its way to the callback. `on_close` is called last, to close the factory.
    """

    def __init__(
        self,
        factory: Any,
        pins: Sequence[int],
        *,
        clock: Clock = monotonic_ns,
        name: str = "gpio",
        resolution_ns: int = KERNEL_RESOLUTION_NS,
        lag_ns: int = 1 * MS,
        on_close: Callable[[], None] | None = None,
    ) -> None:
        self.name = name
        self.resolution_ns = resolution_ns
        self.lines: tuple[Line, ...] = tuple(pins)
        self.drained_ns = 0
        self.is_there = True
        self._factory = factory
        self._clock = clock
        self._lag_ns = lag_ns
        self._on_close = on_close
        self._numbers = tuple(pins)
        self._taps: list[Tap] = []
        self._pins: dict[int, Any] = {}
        self._reserved: list[int] = []
        self._losses: deque[EdgesLost] = deque()
        self._watch = LevelWatch({}, lag_ns)

    def start(self) -> None:
        """Take the pins, pull them up, listen. Raises PinTaken, or what the factory raises."""
        if self._pins:
            return
        self.drained_ns = self._clock() - self._lag_ns
        try:
            self._take_pins()
        except BaseException:
            self.close()
            raise
        self._watch = LevelWatch(self.levels(), self._lag_ns)

    def drain(self) -> list[RawEvent]:
        """Give the edges so far, sorted by stamp, and what was lost. Reads the levels back now and then."""
        if not self._pins:
            return []
        now = self._clock()
        if pump := getattr(self._factory, "pump", None):
            pump()
        told: list[RawEvent] = [edge for tap in self._taps for edge in tap.take()]
        told += [EdgesLost(self.name, lost, now, why) for tap in self._taps for lost, why in tap.faults()]
        told += [self._losses.popleft() for _ in range(len(self._losses))]
        self._watch.note(told)
        told += self._read_back(now)
        self.drained_ns = now - self._lag_ns
        return sorted(told, key=attrgetter("time_ns"))

    def levels(self) -> Mapping[Line, bool]:
        """Read every pin; low is pressed."""
        return {number: not pin.state for number, pin in self._pins.items()}

    def close(self) -> None:
        """Let go of the pins, and of the factory if that is ours to close."""
        for pin in self._pins.values():
            pin.when_changed = None
            pin.close()
        if self._reserved:
            self._factory.release_pins(self, *self._reserved)
        self._pins = {}
        self._reserved = []
        self._taps = []
        if self._on_close is not None:
            on_close, self._on_close = self._on_close, None
            on_close()

    def _conflicts_with(self, _other: object) -> bool:
        """Tell gpiozero that two owners of one pin are one too many."""
        return True

    def _take_pins(self) -> None:
        if hasattr(self._factory, "when_lost"):
            self._factory.when_lost = self._lose
        if claim := getattr(self._factory, "claim", None):
            claim(self._numbers)
        for number in self._numbers:
            self._pins[number] = pin = self._take(number)
            tap = Tap(self.name, number, self._clock)
            self._taps.append(tap)  # gpiozero keeps a weak reference only
            pin.when_changed = tap.changed

    def _take(self, number: int) -> Any:
        try:
            self._factory.reserve_pins(self, number)
            self._reserved.append(number)
            pin = self._factory.pin(number)
            pin.input_with_pull("up")
        except gpiozero.GPIOPinInUse as error:
            raise PinTaken([number], "another part of this program") from error
        except Exception as error:
            if type(error).__module__ == "lgpio" and "busy" in str(error):
                raise PinTaken([number], "a kernel driver or another program") from error
            raise
        return pin

    def _lose(self, count: int | None, time_ns: int, why: Why) -> None:
        self._losses.append(EdgesLost(self.name, count, time_ns, why))

    def _read_back(self, now_ns: int) -> list[RawEvent]:
        if not self._watch.is_due(now_ns):
            return []
        try:
            wrong = self._watch.compare(self.levels(), now_ns)
        except OSError:
            return []  # the device is gone; the factory has said so
        return [EdgesLost(self.name, None, now_ns - self._lag_ns, "level", wrong)] if wrong else []


class Tap:
    """What hangs on one pin's `when_changed`: it enqueues, and never raises."""

    def __init__(self, source: str, number: int, clock: Clock) -> None:
        self._source = source
        self._number = number
        self._clock = clock
        self._queue: deque[SwitchEdge] = deque()
        self._flooded = 0
        self._unclear = 0

    def changed(self, ticks: float, state: float) -> None:
        """Take an edge from gpiozero, in whichever thread it comes.

        Whatever goes wrong is counted, not raised: one exception out of here ends lgpio's only callback thread.
        """
        try:
            if len(self._queue) >= QUEUE:
                self._flooded += 1
                return
            at = stamp_ns(ticks)
            edge = SwitchEdge(self._source, self._number, not state, at, MONOTONIC, at, self._clock())
            self._queue.append(edge)
        except Exception:  # noqa: BLE001 - see above
            self._unclear += 1

    def take(self) -> list[SwitchEdge]:
        """Give the edges so far, in the order of their stamps."""
        return sorted((self._queue.popleft() for _ in range(len(self._queue))), key=attrgetter("time_ns"))

    def faults(self) -> list[tuple[int, Why]]:
        """Give the losses so far, and forget them."""
        flooded, self._flooded = self._flooded, 0
        unclear, self._unclear = self._unclear, 0
        faults: list[tuple[int, Why]] = [(flooded, "flood"), (unclear, "callback")]
        return [fault for fault in faults if fault[0]]
