"""All keyboards, encoders and gamepads of the machine as one source, with the kernel's stamps.

A line is a key by its place on a US keyboard, or a panel's button (`hardware.evdev.layouts.line_of`) that some device
serves: `Layouts` says which of a device's controls is which line.

The kernel keeps the events until they are read, so nothing here needs a thread; a queue that overflows is reported as
lost edges, and the controls are read back. A device may come at any time. One that goes takes its controls with it:
those that it held are released, and if anybody has played on it the source is disconnected until a device for its seat
has come.

An edge is late by up to the device's interval (`SwitchEdge.early_ns`), and the order of two stamps is uncertain within
`RESOLUTION_NS`. A device whose interval is unknown claims `UNKNOWN_NS`: its races are drawn, and not judged.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from hardware.clock import MONOTONIC, MS, Clock, monotonic_ns
from hardware.evdev.controls import AXES, Axis, Control
from hardware.evdev.kernel import EV_ABS, EV_KEY, EV_SYN, SYN_DROPPED, InputDevice, KernelDevice, KernelEvent, paths_of
from hardware.evdev.layouts import Assigned, Layouts, Placement
from hardware.source import Doubt, EdgesLost, Levels, Line, RawEvent, SwitchEdge, Why

RESOLUTION_NS: Final = 1 * MS
"""A full-speed bus has one frame a millisecond, and the frames of two buses are not aligned."""
UNKNOWN_NS: Final = 25 * MS
"""The interval of a device that names none: longer than any race may be uncertain by."""
LAG_NS: Final = 1 * MS
"""How long after its stamp an event may not be in the queue yet. The kernel puts it there as soon as it is stamped, in
the same interrupt."""
LOOK_NS: Final = 500 * MS
"""The interval between two looks for devices that have come."""
POWER: Final = 116
"""KEY_POWER: a device that has it is never grabbed, since the system listens for it there."""


class Opened:
    """A device that is open, and its controls that are down: as they were read, and as they were reported."""

    def __init__(self, device: InputDevice, placement: Placement) -> None:
        """Raises OSError if the device is gone again."""
        self.device = device
        self.placement = placement
        self.down: set[Control] = set()
        self.reported: set[Control] = set()
        self.has_played = False
        self.is_grabbed = False
        self.complete_ns = 0  # no event of it is missing up to here
        self.loss: Why | None = None
        self.is_gone = False
        self._axes: dict[int, Axis] = {}
        self.read_back()

    def changes(self, event: KernelEvent) -> Iterator[tuple[Control, bool]]:
        """Yield the controls that an event presses or releases."""
        if event.type == EV_KEY and event.value in (0, 1):
            changed = [(Control(EV_KEY, event.code), bool(event.value))]
        elif event.type == EV_ABS and event.code in self._axes:
            changed = list(self._axes[event.code].moved(event.value))
        else:
            return
        for control, pressed in changed:
            if pressed != (control in self.down):
                (self.down.add if pressed else self.down.discard)(control)
                yield control, pressed

    def read_back(self) -> None:
        """Take over what is down on the device, and drop what was not read. Raises OSError if it is gone."""
        self._axes = {code: Axis(code, info) for code, info in self.device.axes.items() if code in AXES}
        self.down = {Control(EV_KEY, code) for code in self.device.levels()}
        for code, value in self.device.positions().items():
            if code in self._axes:
                self.down |= {control for control, _ in self._axes[code].moved(value)}

    def has_reported(self, line: Line) -> bool:
        """Whether it holds a line, as far as was reported."""
        return any(self.placement.lines.get(control) == line for control in self.reported)

    def held_lines(self) -> set[Line]:
        """The lines that it holds."""
        lines = self.placement.lines
        return {lines[control] for control in self.down if control in lines}


class ControlEvent(NamedTuple):
    """A control of a device was pressed or released."""

    time_ns: int
    opened: Opened
    control: Control
    pressed: bool


Listener: TypeAlias = Callable[[Placement, Control, bool, int], object]
"""Called with what a device serves at present, a control of it, whether that was pressed, and the stamp, ns."""


class EvdevSource:
    """An `InputSource` of all devices; where several have a line, it is down while any of them holds it.

    `devices` returns the paths that there are, and `open_device` opens one; `clock` is CLOCK_MONOTONIC, ns.
    """

    def __init__(
        self,
        layouts: Layouts,
        *,
        clock: Clock = monotonic_ns,
        devices: Callable[[], Sequence[Path]] = paths_of,
        open_device: Callable[[Path], InputDevice] = KernelDevice,
    ) -> None:
        """`layouts` says what each device's controls are."""
        self.name = "evdev"
        self.lines: tuple[Line, ...] = layouts.lines
        self.resolution_ns = RESOLUTION_NS
        self.drained_ns = 0
        self._layouts = layouts
        self._clock = clock
        self._paths = devices
        self._open_device = open_device
        self._opened: dict[Path, Opened] = {}
        self._events: list[ControlEvent] = []
        self._awaited: list[Placement] = []
        self._told: list[RawEvent] = []
        self._listener: Listener | None = None
        self._last: dict[int, Placement] = {}
        self._is_front = True
        self._is_in_front: Callable[[], bool] | None = None
        self._look_ns = 0
        self._is_open = False
        self.forbidden: Path | None = None
        """A device that may not be read, found at the last look."""

    @property
    def doubt(self) -> Doubt:
        """Why races are not judged by these stamps at present; empty if they are."""
        played = (opened.device for opened in self._opened.values() if opened.has_played)
        return "interval" if any(device.interval_ns is None for device in played) else ""

    @property
    def is_connected(self) -> bool:
        """False while a device that somebody played on is gone, and no other has come for its seat."""
        return not self._awaited

    @property
    def missing_name(self) -> str:
        """The names of the devices that are waited for; empty if none is."""
        return ", ".join(placement.identity.name for placement in self._awaited)

    @property
    def devices(self) -> tuple[InputDevice, ...]:
        """The devices that serve some line."""
        return tuple(opened.device for opened in self._opened.values() if opened.placement.lines)

    @property
    def placed(self) -> tuple[tuple[InputDevice, Placement], ...]:
        """All devices that are open, and what their controls are."""
        return tuple((opened.device, opened.placement) for opened in self._opened.values())

    @property
    def moved(self) -> tuple[str, ...]:
        """The names of devices at another port than their buttons were assigned at."""
        return tuple(each.device.identity.name for each in self._opened.values() if each.placement.kind == "moved")

    @property
    def in_use(self) -> Mapping[int, Placement]:
        """Seat -> the device that it was last played on; before that a gamepad or encoder of it, if there is one.

        A seat without either has the keyboard, or nothing.
        """
        there = [opened.placement for opened in self._opened.values()]
        pads = {seat: each for each in there if each.kind != "keyboard" for seat in each.seats}
        return pads | {seat: each for seat, each in self._last.items() if each in there}

    @property
    def interval_ns(self) -> int:
        """The longest interval of the devices that serve some line, ns; 0 while none does, or none is known."""
        return max((device.interval_ns or 0 for device in self.devices), default=0)

    def start(self) -> None:
        """Open the devices that there are; more may come. A control that is down counts once it has been released."""
        if self._is_open:
            return
        self._is_open = True
        now = self._clock()
        self.drained_ns = now - LAG_NS
        self._look(now)
        for opened in self._opened.values():
            opened.reported, opened.loss = set(opened.down), None

    def drain(self) -> list[RawEvent]:
        """Return the edges and losses so far, sorted by stamp. Looks for devices that have come, at intervals."""
        if not self._is_open:
            return []
        now = self._clock()
        if now >= self._look_ns:
            self._look(now)
        self._read(now)
        # What came while the devices were read waits for the next drain, so that a line's stamps never go back.
        ready = sorted((event for event in self._events if event.time_ns <= now), key=attrgetter("time_ns"))
        self._events = [event for event in self._events if event.time_ns > now]
        told, self._told = self._told, []
        told += [edge for event in ready if (edge := self._edge(event, now))]
        for path, opened in list(self._opened.items()):
            if opened.loss is not None:
                told.append(self._settle(path, opened, now))
        self.drained_ns = max(self.drained_ns, now - LAG_NS)  # a device that has gone reports nothing more
        return told

    def levels(self) -> Mapping[Line, bool]:
        """See `InputSource.levels`. What waits is read for it, since the kernel's own answer drops that."""
        self._read(self._clock())
        held = set[Line]().union(*(opened.held_lines() for opened in self._opened.values()))
        return {line: line in held for line in self.lines}

    def grab_while(self, is_in_front: Callable[[], bool]) -> None:
        """Keep all events from the console and other programs as long as `is_in_front`, asked every `LOOK_NS`.

        While it is not, nothing counts as a press here. A device with a power key is left to the system.
        """
        self._is_in_front = is_in_front

    def listen(self, listener: Listener | None) -> None:
        """Tell `listener` of all controls of all devices from now on, also of those that are no line; None: nobody."""
        self._listener = listener

    def assign(self, assigned: Sequence[Assigned]) -> None:
        """Use other assignments. What is down at present counts once it has been released."""
        before = self._held()
        self._layouts.reassign(assigned)
        self._events, self._awaited = [], []
        for opened in sorted(self._opened.values(), key=lambda each: self._layouts.order(each.device.identity)):
            opened.placement = self._layouts.place(opened.device) or opened.placement.nothing
            opened.reported = set(opened.down)
        if changed := self._changed(before):
            self._told.append(EdgesLost(self.name, None, self._clock(), "reader", changed, self.drained_ns))

    def close(self) -> None:
        """Close every device."""
        self._is_open = False
        for opened in self._opened.values():
            opened.device.close()
        self._opened, self._events = {}, []

    def _look(self, now: int) -> None:
        """Open the devices that have come since the last look."""
        self._look_ns = now + LOOK_NS
        self.forbidden = None
        come: dict[Path, InputDevice] = {}
        for path in self._paths():
            if path in self._opened:
                continue
            try:
                come[path] = self._open_device(path)
            except PermissionError:  # udev may not have given it to its group yet: a later look finds it
                self.forbidden = path
            except OSError:
                continue  # gone again
        for path in sorted(come, key=lambda path: self._layouts.order(come[path].identity)):
            with suppress(OSError):  # gone again
                self._take(path, come[path], now)
        if self._is_in_front is not None:
            self._keep(in_front=self._is_in_front())

    def _keep(self, *, in_front: bool) -> None:
        """Grab the devices that are used, or let the other terminal have them and take nothing of them."""
        if in_front != self._is_front:
            self._is_front = in_front
            for opened in self._opened.values():
                opened.loss = opened.loss or "reader"
        for opened in self._opened.values():
            wanted = in_front and bool(opened.placement.lines) and POWER not in opened.device.keys
            if wanted != opened.is_grabbed:
                with suppress(OSError):  # another program keeps it, or it is gone: it is read as it comes
                    opened.device.grab(is_ours=wanted)
                    opened.is_grabbed = wanted

    def _take(self, path: Path, device: InputDevice, now: int) -> None:
        """Use a device that has come, if it has anything to press. Raises OSError if it is gone again."""
        placement = self._layouts.place(device)
        if placement is None:
            device.close()
            return
        try:
            self._opened[path] = opened = Opened(device, placement)
        except OSError:
            self._layouts.leave(placement)
            device.close()
            raise
        opened.complete_ns = now
        opened.loss = "reader" if opened.held_lines() else None
        self._awaited = [each for each in self._awaited if placement.seats.isdisjoint(each.seats)]

    def _read(self, now: int) -> None:
        for opened in self._opened.values():
            if not opened.is_gone:
                try:
                    self._read_one(opened, now)
                except OSError:
                    opened.is_gone, opened.loss, opened.down = True, "reader", set()

    def _read_one(self, opened: Opened, now: int) -> None:
        if not self._is_front:
            opened.device.read()
            opened.down = set()
            return
        if opened.loss == "reader":  # it may be back from another terminal
            opened.read_back()
        for event in opened.device.read():
            if (event.type, event.code) == (EV_SYN, SYN_DROPPED):
                # The rest of this reading, and what comes until the levels are read, is contained in these levels.
                self._events = [each for each in self._events if each.opened is not opened or each.time_ns <= now]
                opened.loss = "flood"
                opened.read_back()
                return
            for control, pressed in opened.changes(event):
                if self._listener is not None:
                    self._listener(opened.placement, control, pressed, event.time_ns)
                if control in opened.placement.lines:
                    self._events.append(ControlEvent(event.time_ns, opened, control, pressed))
        if opened.loss is None:
            opened.complete_ns = now - LAG_NS

    def _edge(self, event: ControlEvent, now: int) -> SwitchEdge | None:
        """Return the edge that a control's event is to its line, if it is one."""
        time_ns, opened, control, pressed = event
        line = opened.placement.lines[control]
        before = self._is_reported(line)
        (opened.reported.add if pressed else opened.reported.discard)(control)
        if self._is_reported(line) == before:
            return None
        opened.has_played |= pressed
        if pressed:
            self._last[self._layouts.seat_of(line)] = opened.placement
        early = opened.device.interval_ns or UNKNOWN_NS
        return SwitchEdge(self.name, line, pressed, time_ns, MONOTONIC, time_ns, now, early_ns=early)

    def _settle(self, path: Path, opened: Opened, now: int) -> EdgesLost:
        """Take over the levels of a device that lost events, came with controls held, or has gone."""
        before = self._held()
        opened.reported = set(opened.down)
        lost = EdgesLost(self.name, None, now, opened.loss or "reader", self._changed(before), opened.complete_ns)
        opened.loss, opened.complete_ns = None, now - LAG_NS
        if opened.is_gone:
            opened.device.close()
            del self._opened[path]
            self._layouts.leave(opened.placement)
            if opened.has_played:
                self._awaited.append(opened.placement)
        return lost

    def _is_reported(self, line: Line) -> bool:
        return any(opened.has_reported(line) for opened in self._opened.values())

    def _held(self) -> set[Line]:
        """Return the lines that are down, as far as was reported."""
        return {line for line in self.lines if self._is_reported(line)}

    def _changed(self, before: set[Line]) -> Levels:
        """Return the lines that are no longer as before, with their levels."""
        after = self._held()
        return tuple((line, line in after) for line in self.lines if (line in before) != (line in after))
