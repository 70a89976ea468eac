"""Buttons on header pins as an `InputSource`, over any gpiozero pin factory.

A button connects its pin to ground; the pin is pulled up, so low is pressed. The stamps are those that the
factory passes to `when_changed`: with ours (`gpiod_factory.py`) and with gpiozero's lgpio, the kernel's.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, NamedTuple, Protocol

import gpiozero

from hardware.clock import MONOTONIC, MS, Clock, monotonic_ns
from hardware.errors import HardwareError, PinTaken
from hardware.gpio.kernel import OnLost
from hardware.gpio.trace.interrupts import TraceFinder
from hardware.source import UNKNOWN_NS, Doubt, EdgesLost, Levels, Line, RawEvent, Stamped, StampQuality, SwitchEdge, Why

KERNEL_RESOLUTION_NS = 100_000
"""The interrupt handler walks pending lines one by one, so the order of two edges within this time is unknown
(`docs/wiring.md`, "The table")."""

AGAIN_NS = 500 * MS
"""The time between two attempts to open a chip that is gone."""

QUEUE = 2048
"""Edges kept for one line between two drains; a line that sends more loses its own, and no other line's."""


class Chip(Protocol):
    """What a source asks of a GPIO chip beside its pins, which are gpiozero's: `hardware.gpio.kernel.KernelLines`, or
    `PlainChip`."""

    @property
    def stamps_in_interrupt(self) -> bool:
        """Whether the chip is one of those that stamp each edge in its hard interrupt."""

    @property
    def is_traced(self) -> bool:
        """True while every interrupt is traced, so that each contact has its own stamp."""

    @property
    def is_punctual(self) -> bool:
        """False if interrupt threads exceeded the bound on a stamp's error: races then need a trace to be judged."""

    @property
    def overwritten(self) -> int:
        """The number of first contacts' stamps that the kernel has overwritten; this loses no edge."""

    @property
    def masked(self) -> Collection[int]:
        """The lines that storm, and are not listened to for a while."""

    @property
    def reported_until_ns(self) -> int | None:
        """The time up to which every edge has been passed on; None where that follows from the clock alone."""

    def claim(self, lines: Iterable[int], pull: str) -> None:
        """Request all these lines at once. Raises PinTaken or GpioNotAllowed."""

    def listen(self, when_lost: OnLost) -> None:
        """Call `when_lost` for edges that the kernel lost, in the thread that noticed the loss."""

    def pump(self) -> bool:
        """Pass every edge in the kernel's queue on; return False when the chip is gone."""

    def renew_trace(self) -> None:
        """Use the trace of interrupts that there is now."""


@dataclass(slots=True)
class PlainChip:
    """The chip behind a factory of gpiozero's own: its edges come by themselves, and nothing tells of lost ones."""

    stamps_in_interrupt: bool = True
    is_traced: bool = False
    is_punctual: bool = True
    overwritten: int = 0
    masked: Collection[int] = ()
    reported_until_ns: int | None = None

    def claim(self, lines: Iterable[int], pull: str) -> None:
        """See `Chip.claim`: gpiozero requests each pin by itself."""

    def listen(self, when_lost: OnLost) -> None:
        """See `Chip.listen`: lgpio does not number its edges."""

    def pump(self) -> bool:
        """See `Chip.pump`."""
        return True

    def renew_trace(self) -> None:
        """See `Chip.renew_trace`."""


class Header(NamedTuple):
    """A gpiozero pin factory (gpiozero publishes no types), and its chip."""

    factory: Any
    chip: Chip


@dataclass(frozen=True)
class Accuracy:
    """What is known of a header's stamps, ns.

    `resolution_ns` is None where nobody has measured it: then it is that of the header's chips, and another chip,
    perhaps an expander, has `UNKNOWN_NS` and a doubt. (A handler that reads 16 lines over I2C at 100 kHz needs some 8
    ms.) `lag_ns` is how long after its stamp an edge may still be on its way to the callback; `early_ns` how much
    before its stamp an edge may have been, where the factory's stamps do not carry that bound themselves.
    """

    resolution_ns: int | None = None
    lag_ns: int = 1 * MS
    early_ns: int = 0


class GpioSource:
    """An `InputSource` whose lines are BCM numbers, on the pins of a `Header`.

    `on_close` is called last, to close the factory. `trace` finds the trace of interrupts that the chip uses.
    `reopen` opens the header anew. With it, the source owns the factory: it closes the factory when it is closed and
    when the chip vanishes, and opens the factory again when the chip is back.
    """

    def __init__(
        self,
        header: Header,
        pins: Sequence[int],
        *,
        clock: Clock = monotonic_ns,
        accuracy: Accuracy | None = None,
        on_close: Callable[[], None] | None = None,
        reopen: Callable[[], Header] | None = None,
        trace: TraceFinder | None = None,
    ) -> None:
        self.name = self.missing_name = "gpio"
        self.distrust_reason = ""
        accuracy = accuracy or Accuracy()
        self._resolution_ns = accuracy.resolution_ns
        self.lines = tuple(pins)
        self.drained_ns = 0
        self.is_connected = True
        self._factory, self._chip = header
        self._clock = clock
        self._lag_ns = accuracy.lag_ns
        self._early_ns = accuracy.early_ns
        self._on_close = on_close or (header.factory.close if reopen else None)
        self._reopen = reopen
        self._trace = trace
        self._is_open = False
        self._tried_ns = 0
        self._taps: list[Tap] = []
        self._pins: dict[int, Any] = {}
        self._reserved: list[int] = []
        self._losses: deque[EdgesLost] = deque()
        self._watch = LevelWatch({}, accuracy.lag_ns)

    def start(self) -> None:
        """Take the pins, pull them up, listen. Raises PinTaken, or any error of the factory."""
        if self._is_open:
            return
        self._is_open = True
        self.drained_ns = self._clock() - self._lag_ns
        try:
            self._take_pins()
        except BaseException:
            self.close()
            raise
        self._watch = LevelWatch(self.levels(), self._lag_ns)

    def drain(self) -> list[RawEvent]:
        """Return the edges and losses so far, sorted by stamp. Reads the levels back at intervals."""
        if not self._is_open:
            return []
        now = self._clock()
        events = self._hear(now) if self.is_connected else self._try_again(now)
        until = now - self._lag_ns
        if self.is_connected and (reported := self._chip.reported_until_ns) is not None:
            until = reported  # a chip that knows how late its edges are says how far it has come
        self.drained_ns = max(self.drained_ns, until)
        return sorted(events, key=attrgetter("time_ns"))

    @property
    def stamps(self) -> StampQuality:
        """See `InputSource.stamps`: those of an unchecked chip are doubted unless its resolution was measured."""
        return StampQuality(
            resolution_ns=self._resolution(),
            stamped=self._stamped(),
            doubt=self._doubt(),
            is_traced=self._chip.is_traced,
            untraced=self._untraced(),
            overwritten=self._chip.overwritten,
        )

    def renew_trace(self, *, keep: bool = False) -> None:
        """See `TracedSource.renew_trace`."""
        if self._trace is None:
            return
        self._trace.renew(keep=keep)
        self._chip.renew_trace()

    def levels(self) -> Mapping[Line, bool]:
        """Read every pin; low is pressed. While the chip is gone the levels are unknown, and all count as released."""
        return {number: not pin.state for number, pin in self._pins.items()} or dict.fromkeys(self.lines, False)

    def close(self) -> None:
        """Release the pins, and the factory if the source owns it."""
        self._is_open = False
        self._let_go()

    def _resolution(self) -> int:
        if self._resolution_ns is not None:
            return self._resolution_ns
        return KERNEL_RESOLUTION_NS if self._chip.stamps_in_interrupt else UNKNOWN_NS

    def _stamped(self) -> Stamped:
        if not self._chip.stamps_in_interrupt:
            return "unchecked"
        return "first_edge" if self._chip.is_traced else "interval"

    def _doubt(self) -> Doubt:
        if self._resolution_ns is None and not self._chip.stamps_in_interrupt:
            return "chip"
        return "" if self._chip.is_punctual else "late"

    def _untraced(self) -> str:
        if self._chip.is_traced or self._trace is None:
            return ""
        return self._trace.reason or "the kernel shows no interrupt of some lines"

    def _hear(self, now: int) -> list[RawEvent]:
        """Return the factory's events; if the chip has gone, its last ones."""
        is_connected = self._chip.pump()
        reported: list[RawEvent] = [edge for tap in self._taps for edge in tap.drain()]
        reported += [EdgesLost(self.name, lost, now, why) for tap in self._taps for lost, why in tap.faults()]
        reported += [self._losses.popleft() for _ in range(len(self._losses))]
        self._watch.note(reported)
        if is_connected:
            try:
                return reported + self._read_back(now)
            except Exception as error:
                if not is_device_error(error):
                    raise
        self._go(now)
        return [*reported, EdgesLost(self.name, None, now, "reader", (), self.drained_ns)]

    def _go(self, now: int) -> None:
        """Release a chip that is gone."""
        self.is_connected = False
        self._tried_ns = now
        self._let_go()

    def _try_again(self, now: int) -> list[RawEvent]:
        """Reopen the chip if it is back. A button that is already down does not count as a press."""
        if self._reopen is None or now - self._tried_ns < AGAIN_NS:
            return []
        self._tried_ns = now
        try:
            self._factory, self._chip = self._reopen()
            self._on_close = self._factory.close
            self._take_pins()
            levels = self.levels()
        except Exception as error:
            self._let_go()
            if not isinstance(error, HardwareError) and not is_device_error(error):
                raise
            return []
        self.is_connected = True
        wrong = self._watch.take_over(levels)
        return [EdgesLost(self.name, None, now, "reader", wrong)]

    def _let_go(self) -> None:
        for pin in self._pins.values():
            with suppress(Exception):  # the device may be gone, and each library reports that with another exception
                pin.when_changed = None
            with suppress(Exception):
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
        """Answer gpiozero that two owners of one pin always conflict."""
        return True

    def _take_pins(self) -> None:
        self._chip.listen(self._lose)
        self._chip.claim(self.lines, "up")
        for number in self.lines:
            self._pins[number] = pin = self._reserve(number)
            tap = Tap(self.name, number, self._clock, self._early_ns)
            self._taps.append(tap)  # gpiozero keeps a weak reference only
            pin.when_changed = tap.changed

    def _reserve(self, number: int) -> Any:
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

    def _lose(self, count: int | None, time_ns: int, why: Why, levels: Mapping[int, bool]) -> None:
        pressed = tuple((line, not high) for line, high in levels.items())
        self._losses.append(EdgesLost(self.name, count, time_ns, why, pressed))

    def _read_back(self, now_ns: int) -> list[RawEvent]:
        if not self._watch.is_due(now_ns):
            return []
        masked = self._chip.masked  # their levels say nothing
        levels = {line: down for line, down in self.levels().items() if line not in masked}
        wrong = self._watch.compare(levels, now_ns)
        return [EdgesLost(self.name, None, now_ns - self._lag_ns, "level", wrong)] if wrong else []


def is_device_error(error: Exception) -> bool:
    """Return whether an error means that the device is gone: an OSError, or lgpio's own."""
    return isinstance(error, OSError) or type(error).__module__ == "lgpio"


class Tap:
    """The handler of one pin's `when_changed`: it enqueues, and never raises."""

    def __init__(self, source: str, number: int, clock: Clock, early_ns: int) -> None:
        """`early_ns` is how much before its stamp an edge may have happened, where the stamp carries no such bound."""
        self._source = source
        self._number = number
        self._clock = clock
        self._early_ns = early_ns
        self._queue: deque[SwitchEdge] = deque()
        self._flooded = 0
        self._unclear = 0

    def changed(self, ticks: float, state: float) -> None:
        """Queue an edge from gpiozero, on any thread.

        Errors are counted, not raised: one exception from here ends lgpio's only callback thread.
        """
        try:
            if len(self._queue) >= QUEUE:
                self._flooded += 1
                return
            at, now, early, resolution = stamp_ns(ticks), self._clock(), self._early_ns, 0
            if isinstance(ticks, Stamp):
                early, resolution = ticks.early_ns, ticks.resolution_ns
            edge = SwitchEdge(self._source, self._number, not state, at, MONOTONIC, at, now, 1, early, resolution)
            self._queue.append(edge)
        except Exception:  # noqa: BLE001 - see above
            self._unclear += 1

    def drain(self) -> list[SwitchEdge]:
        """Return the edges so far, in the order of their stamps."""
        return sorted((self._queue.popleft() for _ in range(len(self._queue))), key=attrgetter("time_ns"))

    def faults(self) -> list[tuple[int, Why]]:
        """Return the losses so far, and reset their counts."""
        flooded, self._flooded = self._flooded, 0
        unclear, self._unclear = self._unclear, 0
        faults: list[tuple[int, Why]] = [(flooded, "flood"), (unclear, "callback")]
        return [fault for fault in faults if fault[0]]


# Levels: those of the pins are compared with those left by their edges; a difference means that an edge was lost. An
# edge may be on its way while the pins are read, so a line must disagree twice, with no edge between.

LEVELS_EVERY_NS = 100 * MS
"""How often the pins are normally read."""

LEVELS_AGAIN_NS = 50 * MS
"""The minimum time before a line that disagreed is read again. There is no hurry, and a level that is taken over
too soon, while the machine is too busy to deliver its edge, would cost that press.
"""


class LevelWatch:
    """The levels as the edges leave them, beginning with those at the start.

    An edge should be on its way for `lag_ns` at most; a line that disagreed is read again after twice that, or more.
    """

    def __init__(self, levels: Mapping[Line, bool], lag_ns: int) -> None:
        self._again_ns = max(LEVELS_AGAIN_NS, 2 * lag_ns)
        self._left = dict(levels)
        self._suspects: dict[Line, bool] = {}
        self._next_ns: int | None = None

    def note(self, events: Iterable[RawEvent]) -> None:
        """Follow the edges; after a loss, have the pins read at the next drain."""
        for event in events:
            if isinstance(event, SwitchEdge):
                self._left[event.line] = event.pressed
                self._suspects.pop(event.line, None)
            else:
                self._next_ns = 0

    def take_over(self, levels: Mapping[Line, bool]) -> Levels:
        """Restart with these levels; return those that differ from the levels that the edges left."""
        wrong = tuple((line, down) for line, down in levels.items() if down != self._left[line])
        self._left, self._suspects, self._next_ns = dict(levels), {}, None
        return wrong

    def is_due(self, now_ns: int) -> bool:
        """Return whether the pins must be read at `now_ns`."""
        if self._next_ns is None:
            self._next_ns = now_ns + LEVELS_EVERY_NS
        return now_ns >= self._next_ns

    def compare(self, levels: Mapping[Line, bool], now_ns: int) -> Levels:
        """Compare with the pins' levels at `now_ns`; return the lines that disagree for the second time, with level."""
        wrong = {line: down for line, down in levels.items() if down != self._left[line]}
        sure = tuple((line, down) for line, down in wrong.items() if self._suspects.get(line) == down)
        self._left.update(sure)
        self._suspects = {line: down for line, down in wrong.items() if (line, down) not in sure}
        self._next_ns = now_ns + (self._again_ns if self._suspects else LEVELS_EVERY_NS)
        return sure


class Stamp(float):
    """Seconds on CLOCK_MONOTONIC, as gpiozero expects them, plus the exact `time_ns`.

    gpiozero hands `when_changed(ticks, state)` its ticks as seconds in a float. A float holds CLOCK_MONOTONIC to the
    nanosecond for the first 97 days after boot (2**23 s; its step is then 1.9 ns), and a cabinet runs longer than that.

    `early_ns` and `resolution_ns` are as of `hardware.source.SwitchEdge`.
    """

    time_ns: int
    early_ns: int
    resolution_ns: int

    def __new__(cls, time_ns: int, early_ns: int = 0, resolution_ns: int = 0) -> "Stamp":
        """Create the stamp of a time in ns."""
        stamp = super().__new__(cls, time_ns / 1e9)
        stamp.time_ns = time_ns
        stamp.early_ns, stamp.resolution_ns = early_ns, resolution_ns
        return stamp


def stamp_ns(ticks: float) -> int:
    """Return the nanoseconds of gpiozero's ticks: the exact value of a `Stamp`, else the float rounded to whole ns."""
    if isinstance(ticks, Stamp):
        return ticks.time_ns
    return round(ticks * 1e9)
