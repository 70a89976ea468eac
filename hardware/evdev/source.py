"""All keyboards, encoders and gamepads of the machine as one source, with the kernel's stamps.

A line is a key by its place on a US keyboard, or a panel's button (`hardware.evdev.layouts.line_of`) that some device
serves: `Layouts` says which of a device's controls is which line.

The kernel keeps the events until they are read, in a queue that a fast gamepad with a moved stick fills in 40 ms. So
the kernel is asked to leave out what can be no press, and a thread reads ahead while the program is busy
(`ReadingAhead`). A queue that overflows all the same is reported as lost edges, and the controls are read back. A
device may come at any time. One that goes takes its controls with it: those that it held are released, and if anybody
has played on it the source is disconnected until a device for its seat has come, or one without a seat is pressed,
which has that seat then (`places.py`). A device that another program grabs is as good as gone; only the levels of its
keys show that somebody presses them.

An edge is late by up to the device's interval and `LATE_NS` (`SwitchEdge.early_ns`). Each device is a clock of its own:
the host asks it again only after it has stamped its answer, so that of two answers of one device the order is certain,
and what one answer tells has one stamp. A device whose interval is unknown, and one that sends by radio, claims
`UNKNOWN_NS` before and behind its stamps: its races are drawn, and not judged; no other device's are. So does an edge
whose stamp cannot be, and a device that has not shown yet that its stamps are punctual, or has shown that they are not
(`Punctuality`): those of a soft interrupt may be late.
"""

import errno
import threading
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from hardware.clock import MONOTONIC, MS, Clock, monotonic_ns
from hardware.evdev.controls import ABS_HAT0X, ABS_HAT3Y, AXES, Axis, Control, name_of
from hardware.evdev.kernel import EV_ABS, EV_KEY, EV_SYN, SYN_DROPPED, InputDevice, KernelDevice, KernelEvent, paths_of
from hardware.evdev.layouts import Assigned, Layouts, Placement
from hardware.evdev.radio import is_by_radio
from hardware.keyboard import TYPED
from hardware.source import UNKNOWN_NS, EdgesLost, Levels, Line, RawEvent, StampQuality, SwitchEdge, Why

TICK_NS: Final = 1_000
"""The kernel's stamps are whole microseconds."""
LATE_NS: Final = 1 * MS
"""How much later than the answer its stamp may be: the kernel makes it in a soft interrupt; a bus asks somewhere in its
frame of a millisecond."""
ASTRAY_NS: Final = 25 * MS
"""A stamp that is further than this from any moment at which it can have been made cannot be."""
LAG_NS: Final = 1 * MS
"""How long after its stamp an event may not be in the queue yet. The kernel puts it there as soon as it is stamped, in
the same interrupt."""
LOOK_NS: Final = 500 * MS
"""The interval between two looks for devices that have come."""
MOST_AHEAD: Final = 1 << 16
"""Events that are read ahead of one device at most; the kernel drops, and reports, what comes then."""
AHEAD_NS: Final = 10 * MS
"""The interval at which a thread reads what the program has not. A gamepad that reports 1,000 times a second and moves
four axes at once fills its queue of 128 events in 25 ms; by one stick alone in 42 ms."""
POWER: Final = 116
"""KEY_POWER: a device that has it is never grabbed, since the system listens for it there."""


def polled_ns(device: InputDevice) -> int | None:
    """Return how often a device is asked for what happens on it, ns; None where that is unknown, or hidden by radio."""
    identity = device.identity
    known = is_by_radio(identity.bus, identity.vendor, identity.product, identity.name)
    return None if known else device.interval_ns


class Punctuality:
    """Watches whether the stamps of a device keep to `LATE_NS`. Nobody knows that of a device before it has shown it.

    It is asked every `interval_ns`, so a key's release is a multiple of that after its press. What is off by more has a
    stamp that was made too late, for the device is asked by hardware. Of a millisecond's interval a quarter counts; of
    less than a millisecond nothing shows. A lateness that is always the same does not show either.
    """

    FEWEST: Final = 100
    """One pair in this many may be off."""
    PROOF: Final = 50
    """So many pairs have to be on the grid before a stamp counts as punctual. Where one stamp in ten is late, all of
    them are by chance in fewer than one case of a hundred."""
    SPAN_NS: Final = 500 * MS
    """A key that is held for longer shows nothing: the clocks of bus and computer drift apart."""

    def __init__(self, interval_ns: int) -> None:
        self._interval_ns = interval_ns
        self._may_be_off_ns = min(LATE_NS, interval_ns // 4)
        self._pressed: dict[Control, int] = {}
        self._pairs = self._late = 0

    @property
    def is_late(self) -> bool:
        """True if more than one pair in `FEWEST` was off, beginning with the first."""
        return self._late * self.FEWEST > self._pairs

    @property
    def is_proven(self) -> bool:
        """True once `PROOF` pairs have come, and hardly one of all was off."""
        return self._pairs >= self.PROOF and not self.is_late

    def note(self, control: Control, time_ns: int, *, pressed: bool) -> None:
        """Take the kernel's stamp of a press or release."""
        if pressed:
            self._pressed[control] = time_ns
            return
        held_ns = time_ns - self._pressed.pop(control, -self.SPAN_NS)
        if self._interval_ns >= MS and held_ns < self.SPAN_NS:
            off_ns = held_ns % self._interval_ns
            self._pairs += 1
            self._late += min(off_ns, self._interval_ns - off_ns) > self._may_be_off_ns


class Opened:
    """A device that is open, and its controls that are down: as they were read, and as they were reported."""

    def __init__(self, device: InputDevice, placement: Placement, clock: str) -> None:
        """`clock` names the order of its answers. Raises OSError if the device is gone again."""
        self.device = device
        self.clock = clock
        self.polled_ns = polled_ns(device)
        self.punctuality = Punctuality(self.polled_ns or 0)
        self.placement = placement
        self.down: set[Control] = set()
        self.reported: set[Control] = set()
        self.held_before: set[Control] = set()
        """What was down when it got its present seat: that counts once it has been released."""
        self.has_played = False
        self.is_grabbed = False
        self.is_withheld: bool | None = None  # None: nobody has tried
        self.is_astray = False  # some of its stamps could not be
        self.latest_ns = 0
        self.complete_ns = 0  # no event of it is missing up to here
        self.loss: Why | None = None
        self.is_gone = False
        self._axes = {code: Axis(code, info) for code, info in device.axes.items() if code in AXES}
        self._queued: set[int] = set()  # the axes that the kernel queues
        self._ahead: list[KernelEvent] = []
        self.read_back()

    @property
    def has_stamps(self) -> bool:
        """False where its stamps are not worth anything."""
        return self.device.is_stamped and not self.is_astray and not self.punctuality.is_late

    def mask(self, *, is_listened_to: bool) -> None:
        """Have the kernel queue what may be a press: keys, hats and the axes that serve a line; with a listener every
        axis. Raises OSError if the device is gone."""
        served = {control.code for control in self.placement.controls if control.type == EV_ABS}
        axes = {code for code in self._axes if is_listened_to or code in served or ABS_HAT0X <= code <= ABS_HAT3Y}
        fresh, self._queued = axes - self._queued, axes
        self.device.mask(axes)
        for code, value in self.device.positions().items():
            for control, pressed in self._axes[code].moved(value) if code in fresh else ():
                (self.down.add if pressed else self.down.discard)(control)

    def read_ahead(self) -> None:
        """Read what is in the kernel's queue for a later `read`. A device that is gone says so then."""
        if len(self._ahead) < MOST_AHEAD:
            with suppress(OSError):
                self._ahead += self.device.read()

    def read(self) -> list[KernelEvent]:
        """Return the events since the last call. Raises OSError once the device is gone."""
        ahead, self._ahead = self._ahead, []
        return ahead + self.device.read()

    def stamped(self, event: KernelEvent, read_ns: int, drained_ns: int) -> "Stamp":
        """Return when an event happened, as far as is known.

        No stamp lies after its reading, and none before what has been reported as complete: such a one is moved there,
        and the event may have happened at its own time. One that is further away than any device claims cannot be.
        """
        time_ns = max(min(event.time_ns, read_ns), self.latest_ns, drained_ns + 1)
        self.latest_ns = time_ns
        moved_ns = time_ns - event.time_ns
        self.is_astray = not 0 <= moved_ns <= ASTRAY_NS
        if self.is_astray or self.polled_ns is None:
            return Stamp(time_ns, UNKNOWN_NS, is_ordered=False)
        early_ns = self.polled_ns + LATE_NS + moved_ns if self.punctuality.is_proven else UNKNOWN_NS
        return Stamp(time_ns, early_ns, is_ordered=True)

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
        self._ahead = []
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
        return {lines[control] for control in self.down - self.held_before if control in lines}

    def is_complete(self, event: "ControlEvent", now: int) -> bool:
        """Whether an event can be reported by `now`: the first press on a device may win a seat, so it waits until all
        earlier ones of others are known."""
        panel = self.placement.panel
        is_first = panel is not None and panel.player.last is None and self.loss is None
        return event.stamp.time_ns <= (now - LAG_NS if is_first else now)


class Stamp(NamedTuple):
    """Something happened up to `early_ns` before `time_ns`; `is_ordered`: after all that its device told before."""

    time_ns: int
    early_ns: int
    is_ordered: bool


class ControlEvent(NamedTuple):
    """A control of a device was pressed or released."""

    stamp: Stamp
    opened: Opened
    control: Control
    pressed: bool

    def order(self) -> tuple[int, bool]:
        """What happened first is less; of one instant a press is before its copy by a program."""
        panel = self.opened.placement.panel
        return self.stamp.time_ns, panel is not None and panel.player.is_virtual


Listener: TypeAlias = Callable[[Placement, Control, bool, int], object]
"""Called with what a device serves at present, a control of it, whether that was pressed, and the stamp, ns."""


class ReadingAhead(threading.Thread):
    """Calls `read` again and again, which returns how long to wait until the next time, ns."""

    def __init__(self, read: Callable[[], int]) -> None:
        super().__init__(name="evdev-reader", daemon=True)
        self._read = read
        self._ends = threading.Event()

    def run(self) -> None:
        """Read until `stop` is called."""
        while not self._ends.wait(self._read() / 1e9):
            pass

    def stop(self) -> None:
        """End the thread and wait for it."""
        self._ends.set()
        self.join()


class EvdevSource:
    """An `InputSource` of all devices; where several have a line, it is down while any of them holds it.

    `devices` returns the paths that there are, and `open_device` opens one; `clock` is CLOCK_MONOTONIC, ns. Those of
    the kernel are read ahead by a thread; imagined ones live in virtual time, where a test calls `read_ahead`.
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
        self.distrust_reason = ""
        self.drained_ns = 0
        self._layouts = layouts
        self._clock = clock
        self._paths = devices
        self._open_device = open_device
        self._opened: dict[Path, Opened] = {}
        self._count = 0  # of the devices that were opened
        self._events: list[ControlEvent] = []
        self._awaited: list[Placement] = []
        self._told: list[RawEvent] = []
        self._listener: Listener | None = None
        self._typist: Callable[[str], None] | None = None
        self._kept: Collection[str] = ()
        self._last: dict[int, Placement] = {}
        self._latest_ns = dict.fromkeys(self.lines, 0)
        self._is_front = True
        self._is_in_front: Callable[[], bool] | None = None
        self._look_ns = 0
        self._read_ns = 0
        self._is_open = False
        self._lock = threading.Lock()  # over the devices, which the thread reads ahead
        self._thread: ReadingAhead | None = None
        self.forbidden: Path | None = None
        """A device that may not be read, found at the last look."""

    @property
    def stamps(self) -> StampQuality:
        """See `InputSource.stamps`; they are in doubt if no race of the devices that are played on can be judged."""
        played = [opened for opened in self._opened.values() if opened.has_played]
        is_none_judged = all(each.polled_ns is None or not each.has_stamps for each in played)
        return StampQuality(
            resolution_ns=TICK_NS,
            stamped="interval",
            interval_ns=max((polled_ns(device) or 0 for device in self.devices), default=0),
            doubt="interval" if played and is_none_judged else "",
        )

    @property
    def unjudged(self) -> tuple[str, ...]:
        """The names of the devices that somebody has played on, and whose races are not judged."""
        played = [opened for opened in self._opened.values() if opened.has_played]
        return tuple(opened.device.identity.name for opened in played if opened.polled_ns is None)

    @property
    def is_connected(self) -> bool:
        """False while a device that somebody played on is gone, and no other has come for its seat, or is withheld."""
        return not self._awaited and not any(self._kept_from_players())

    @property
    def missing_name(self) -> str:
        """The names of the devices that are waited for."""
        return ", ".join(each.identity.name for each in [*self._awaited, *self._kept_from_players()]) or self.name

    @property
    def devices(self) -> tuple[InputDevice, ...]:
        """The devices that serve some line."""
        return tuple(opened.device for opened in self._opened.values() if opened.placement.lines)

    @property
    def placed(self) -> tuple[tuple[InputDevice, Placement], ...]:
        """All devices that are open, and what their controls are."""
        return tuple((opened.device, opened.placement) for opened in self._opened.values())

    @property
    def withheld(self) -> tuple[str, ...]:
        """The names of devices that another program has grabbed, where a line of theirs is on no other device."""
        all_ = self._opened.values()
        heard = {line for each in all_ if not each.is_withheld for line in each.placement.lines.values()}
        kept = (each.placement for each in all_ if each.is_withheld)
        return tuple(each.identity.name for each in kept if not heard.issuperset(each.lines.values()))

    @property
    def unstamped(self) -> tuple[str, ...]:
        """The names of devices that serve some line, and whose stamps are not worth anything."""
        served = (each for each in self._opened.values() if each.placement.lines)
        return tuple(each.device.identity.name for each in served if not each.has_stamps)

    @property
    def moved(self) -> tuple[str, ...]:
        """The names of devices at another port than their buttons were assigned at."""
        return tuple(each.device.identity.name for each in self._opened.values() if each.placement.kind == "moved")

    @property
    def copies(self) -> tuple[str, ...]:
        """The names of devices that only repeat what another presses, and therefore serve nothing."""
        return self._layouts.copies

    @property
    def in_use(self) -> Mapping[int, Placement]:
        """Seat -> the device that it was last played on; before that a gamepad or encoder of it, if there is one.

        A seat without either has the keyboard, or nothing. Where there is a keyboard, a device whose buttons have
        numbers only has to be pressed first: it may be anything.
        """
        there = [opened.placement for opened in self._opened.values()]
        typed = {seat for each in there if each.kind == "keyboard" for seat in each.seats}
        pads = {
            seat: each
            for each in there
            if each.kind != "keyboard"
            for seat in each.seats
            if each.kind != "numbered" or seat not in typed
        }
        return pads | {seat: each for seat, each in self._last.items() if each in there}

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
        if self._open_device is KernelDevice:
            self._thread = ReadingAhead(self.read_ahead)
            self._thread.start()

    def read_ahead(self) -> int:
        """Read what is in the kernel's queues if nobody has for `AHEAD_NS`; return when to call again, in ns from now.

        Any thread may call it.
        """
        with self._lock:
            now = self._clock()
            if now >= self._read_ns + AHEAD_NS:
                self._read_ns = now
                for opened in self._opened.values():
                    opened.read_ahead()
            return self._read_ns + AHEAD_NS - now if self._opened else LOOK_NS

    def drain(self) -> list[RawEvent]:
        """Return the edges and losses so far, sorted by stamp. Looks for devices that have come, at intervals."""
        with self._lock:
            return self._drained() if self._is_open else []

    def _drained(self) -> list[RawEvent]:
        now = self._clock()
        if now >= self._look_ns:
            self._look(now)
        self._read(now)
        # What came while the devices were read waits for the next drain, so that a line's stamps never go back.
        ready = sorted((each for each in self._events if each.opened.is_complete(each, now)), key=ControlEvent.order)
        self._events = [event for event in self._events if not event.opened.is_complete(event, now)]
        told, self._told = self._told, []
        for event in ready:
            told += self._edges(event, now)
        for path, opened in list(self._opened.items()):
            if opened.loss is not None:
                lost = self._settle(path, opened, now)
                if opened.placement.lines or lost.levels:  # what serves nothing can have lost nothing
                    told.append(lost)
        self.drained_ns = max(self.drained_ns, now - LAG_NS)  # a device that has gone reports nothing more
        return told

    def levels(self) -> Mapping[Line, bool]:
        """See `InputSource.levels`. What waits is read for it, since the kernel's own answer drops that."""
        with self._lock:
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
        with self._lock:
            self._listener = listener
            self._mask()

    def type_to(self, typist: Callable[[str], None] | None, kept: Collection[str] = ()) -> None:
        """See `KeyboardSource.type_to`: of the keyboards alone; the keys of an encoder are buttons."""
        self._typist, self._kept = typist, kept

    def assign(self, assigned: Sequence[Assigned]) -> None:
        """Use other assignments. What is down at present counts once it has been released."""
        before = self._held()
        self._layouts.reassign(assigned)
        self._events, self._awaited = [], []
        for opened in sorted(self._opened.values(), key=lambda each: self._layouts.order(each.device.identity)):
            opened.placement = self._layouts.place(opened.device) or opened.placement.nothing
        with self._lock:
            self._mask()
        for opened in self._opened.values():  # once all have come: the last may have taken a seat from the first
            opened.placement = self._layouts.current(opened.placement)
            opened.reported, opened.held_before = set(opened.down), set()
        if changed := self._changed(before):
            self._told.append(EdgesLost(self.name, None, self._clock(), "reader", changed, self.drained_ns))

    def close(self) -> None:
        """Close every device."""
        self._is_open = False
        if self._thread is not None:
            self._thread.stop()
            self._thread = None
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
            self._set_front(in_front=self._is_in_front())
        for opened in self._opened.values():
            if not opened.is_gone:
                self._grab(opened, now)

    def _set_front(self, *, in_front: bool) -> None:
        """Note whether the terminal is in front; while it is not, nothing of the devices counts."""
        if in_front != self._is_front:
            self._is_front = in_front
            for opened in self._opened.values():
                opened.loss = opened.loss or "reader"

    def _grab(self, opened: Opened, now: int) -> None:
        """Grab a device that is used, or let the other terminal have it; note whether another program has grabbed it.

        Only trying tells that. Where no grab is wanted it is tried as the device comes, and when its keys are not as
        was heard: the kernel needs some 20 ms to let go again.
        """
        grabs = self._is_in_front is not None and POWER not in opened.device.keys
        wanted = grabs and self._is_front and bool(opened.placement.lines)
        is_in_doubt = self._is_front and bool(opened.placement.lines) and not opened.is_grabbed
        if wanted == opened.is_grabbed and not (is_in_doubt and self._may_be_withheld(opened, now)):
            return
        is_withheld = False
        try:
            if not opened.is_grabbed:
                opened.device.grab(is_ours=True)
            if not wanted:
                opened.device.grab(is_ours=False)
            opened.is_grabbed = wanted
        except OSError as problem:  # one that is gone says so at the next reading
            is_withheld = problem.errno == errno.EBUSY
        has_missed = is_in_doubt and not is_withheld and self._disagrees(opened, now)
        if has_missed or is_withheld != bool(opened.is_withheld):
            with suppress(OSError):
                opened.read_back()
            if opened.has_played or opened.held_lines() or opened.reported & opened.placement.lines.keys():
                opened.loss = opened.loss or "reader"
        opened.is_withheld = is_withheld

    def _may_be_withheld(self, opened: Opened, now: int) -> bool:
        return opened.is_withheld is not False or self._disagrees(opened, now)

    def _disagrees(self, opened: Opened, now: int) -> bool:
        """Return whether the kernel has other keys down than was heard: another program has the device, or had it."""
        try:
            held = {Control(EV_KEY, code) for code in opened.device.held()}
        except OSError:
            return False
        self._read_device(opened, now)
        return held != {control for control in opened.down if control.type == EV_KEY}

    def _kept_from_players(self) -> Iterator[Placement]:
        """Yield what the devices serve that somebody played on, and that another program has grabbed since."""
        return (each.placement for each in self._opened.values() if each.is_withheld and each.has_played)

    def _mask(self) -> None:
        for opened in self._opened.values():
            with suppress(OSError):  # one that is gone says so at the next reading
                opened.mask(is_listened_to=self._listener is not None)

    def _take(self, path: Path, device: InputDevice, now: int) -> None:
        """Use a device that has come, if it has anything to press. Raises OSError if it is gone again."""
        placement = self._layouts.place(device)
        if placement is None:
            device.close()
            return
        try:
            self._count += 1
            opened = Opened(device, placement, f"{self.name}{self._count}")
            opened.mask(is_listened_to=self._listener is not None)
        except OSError:
            self._layouts.leave(placement)
            device.close()
            raise
        self._opened[path] = opened
        opened.complete_ns = now
        opened.loss = "reader" if opened.held_lines() else None
        if changed := self._reseat():
            levels = tuple((line, False) for line in changed)
            self._told.append(EdgesLost(self.name, None, now, "reader", levels))
        self._end_wait(placement)

    def _end_wait(self, placement: Placement) -> None:
        """Wait no longer for the devices of the seats that this one serves; one that may be anything must be pressed,
        or be the one that was there."""
        self._awaited = [
            each
            for each in self._awaited
            if placement.seats.isdisjoint(each.seats)
            or (placement.kind == "numbered" and not placement.was_pressed and placement.identity != each.identity)
        ]

    def _reseat(self) -> list[Line]:
        """Let the devices serve what they serve now; return the lines that are released by it. What was held before
        a device got its seat is no press."""
        before = self._held()
        for opened in self._opened.values():
            if (placement := self._layouts.current(opened.placement)) is not opened.placement:
                opened.placement, opened.has_played = placement, False
                opened.held_before |= opened.reported
                opened.reported = set()
        return sorted(before - self._held(), key=self.lines.index)

    def _read(self, now: int) -> None:
        self._read_ns = now
        for opened in self._opened.values():
            if not opened.is_gone:
                self._read_device(opened, now)

    def _read_device(self, opened: Opened, now: int) -> None:
        """Read a device; one that cannot be read is gone."""
        try:
            self._read_one(opened, now)
        except OSError:
            opened.is_gone, opened.loss, opened.down = True, "reader", set()

    def _read_one(self, opened: Opened, now: int) -> None:
        if not self._is_front or opened.is_withheld:
            opened.read()
            opened.down = set()
            return
        if opened.loss == "reader":  # it may be back from another terminal
            opened.read_back()
        events, read_ns = opened.read(), self._clock()
        for event in events:
            if (event.type, event.code) == (EV_SYN, SYN_DROPPED):
                # The rest of this reading, and what comes until the levels are read, is contained in these levels.
                self._events = [each for each in self._events if each.opened is not opened or each.stamp.time_ns <= now]
                opened.loss = "flood"
                opened.read_back()
                return
            for control, pressed in opened.changes(event):
                stamp = opened.stamped(event, read_ns, self.drained_ns)
                if not opened.is_astray:
                    opened.punctuality.note(control, event.time_ns, pressed=pressed)
                self._pass_on(ControlEvent(stamp, opened, control, pressed))
        if opened.loss is None:
            opened.complete_ns = now - LAG_NS

    def _pass_on(self, event: ControlEvent) -> None:
        """Give a control's event to the listener, and a typed key of a keyboard to the typist; keep any other."""
        stamp, opened, control, pressed = event
        if self._listener is not None:
            self._listener(opened.placement, control, pressed, stamp.time_ns)
        key = name_of(control) if self._typist is not None and opened.placement.kind == "keyboard" else ""
        if self._typist is not None and pressed and key in TYPED and key not in self._kept:
            opened.held_before.add(control)  # neither is it a press where levels are read back
            self._typist(key)
        elif control in opened.placement.controls:
            self._events.append(event)

    def _edges(self, event: ControlEvent, now: int) -> Iterator[SwitchEdge]:
        """Yield the edges of the lines that a control's event changes: its own, and those of a device that has to give
        its seat to the one that is pressed."""
        stamp, opened, control, pressed = event
        opened.held_before.discard(control)
        if pressed and opened.placement.panel is not None:
            self._layouts.press(opened.placement, control, stamp.time_ns)
            for left in self._reseat():
                time_ns, early_ns, _ = self._not_before_its_last(left, stamp)
                yield SwitchEdge(self.name, left, False, time_ns, MONOTONIC, time_ns, now, early_ns=early_ns)
            self._end_wait(opened.placement)
        line = opened.placement.lines.get(control)
        was_down = line is not None and self._is_reported(line)
        (opened.reported.add if pressed else opened.reported.discard)(control)
        if line is None or self._is_reported(line) == was_down:
            return
        opened.has_played |= pressed
        if pressed:
            self._last[self._layouts.seat_of(line)] = opened.placement
        time_ns, early_ns, is_ordered = self._not_before_its_last(line, stamp)
        tick_ns = TICK_NS if is_ordered else 1
        coarse_ns = 0 if early_ns < UNKNOWN_NS else UNKNOWN_NS
        tick = time_ns // tick_ns
        yield SwitchEdge(self.name, line, pressed, time_ns, opened.clock, tick, now, tick_ns, early_ns, coarse_ns)

    def _not_before_its_last(self, line: Line, stamp: Stamp) -> Stamp:
        """Return the stamp of a line's next edge: its own or, where another device of the line has told a later edge
        already, that one's, as nobody knows then when it was."""
        latest_ns = self._latest_ns[line]
        if stamp.time_ns < latest_ns:
            stamp = Stamp(latest_ns, UNKNOWN_NS, is_ordered=False)
        self._latest_ns[line] = stamp.time_ns
        return stamp

    def _settle(self, path: Path, opened: Opened, now: int) -> EdgesLost:
        """Take over the levels of a device that lost events, came with controls held, or has gone."""
        before = self._held()
        opened.held_before &= opened.down
        opened.reported = opened.down - opened.held_before
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
