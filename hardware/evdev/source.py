"""All keyboards of the machine as one source: keys by their places on a US keyboard, with the kernel's stamps.

The kernel keeps the events until they are read, so nothing here needs a thread; a queue that overflows is reported as
lost edges, and the keys are read back. A device may come at any time. One that goes takes its keys with it: those that
it held are released, and if anybody has played on it the source is disconnected until a device with its keys is back.

An edge is late by up to the device's interval (`SwitchEdge.early_ns`), and the order of two stamps is uncertain within
`RESOLUTION_NS`. A device whose interval is unknown claims `UNKNOWN_NS`: its races are drawn, and not judged.
"""

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

from hardware.clock import MONOTONIC, MS, Clock, monotonic_ns
from hardware.evdev.kernel import EV_KEY, EV_SYN, SYN_DROPPED, InputDevice, KernelDevice, paths_of
from hardware.events import EdgesLost, Line, RawEvent, SwitchEdge, Why
from hardware.source import Doubt

RESOLUTION_NS: Final = 1 * MS
"""A full-speed bus has one frame a millisecond, and the frames of two buses are not aligned."""
UNKNOWN_NS: Final = 25 * MS
"""The interval of a device that names none: longer than any race may be uncertain by."""
LAG_NS: Final = 1 * MS
"""How long after its stamp an event may not be in the queue yet. The kernel puts it there as soon as it is stamped, in
the same interrupt."""
LOOK_NS: Final = 500 * MS
"""The interval between two looks for devices that have come."""

CODES: Final[Mapping[str, int]] = {
    **{key: 2 + place for place, key in enumerate("1234567890-=")},
    **{key: 16 + place for place, key in enumerate("qwertyuiop[]")},
    **{key: 30 + place for place, key in enumerate("asdfghjkl;")},
    **{key: 44 + place for place, key in enumerate("zxcvbnm,./")},
    **{f"f{number}": 58 + number for number in range(1, 11)},
    **{f"[{sign}]": 71 + place for place, sign in enumerate("789-456+1230.")},
    **dict.fromkeys(("right alt", "alt gr"), 100),
    **{f"f{number}": 170 + number for number in range(13, 16)},
    **dict(
        zip(
            ("home", "up", "page up", "left", "right", "end", "down", "page down", "insert", "delete"),
            range(102, 112),
            strict=True,
        )
    ),
    "\\": 43,
    "backspace": 14,
    "tab": 15,
    "return": 28,
    "left ctrl": 29,
    "left shift": 42,
    "right shift": 54,
    "[*]": 55,
    "left alt": 56,
    "space": 57,
    "caps lock": 58,
    "numlock": 69,
    "scroll lock": 70,
    "f11": 87,
    "f12": 88,
    "enter": 96,
    "right ctrl": 97,
    "[/]": 98,
    "left meta": 125,
    "right meta": 126,
    "menu": 127,
    "print screen": 99,
    "sys req": 99,
    "power": 116,
    "equals": 117,
    "break": 119,
    "help": 138,
    "AC Back": 158,
    "clear": 355,
    "euro": 435,
}
"""The code of each key by its name in the configuration (`hardware.keyboard.KEYS`): its place on a US keyboard. Linux
has none for ``CurrencySubUnit``."""


class Keyboard:
    """A device that is open, and its keys that are down: as they were read, and as they were reported."""

    def __init__(self, device: InputDevice) -> None:
        self.device = device
        self.down = set(device.levels())
        self.reported: set[int] = set()
        self.has_played = False
        self.complete_ns = 0  # no event of it is missing up to here
        self.loss: Why | None = None
        self.is_gone = False


class KeyEvent(NamedTuple):
    """A key of a device was pressed or released."""

    time_ns: int
    keyboard: Keyboard
    code: int
    pressed: bool


class EvdevSource:
    """An `InputSource` of keys by their names; where several devices have a key, it is down while any of them holds it.

    `devices` returns the paths that there are, and `open_device` opens one; `clock` is CLOCK_MONOTONIC, ns.
    """

    def __init__(
        self,
        keys: Sequence[str],
        *,
        name: str = "evdev",
        clock: Clock = monotonic_ns,
        devices: Callable[[], Sequence[Path]] = paths_of,
        open_device: Callable[[Path], InputDevice] = KernelDevice,
    ) -> None:
        """A key for which Linux has no code (`CODES`) is never pressed."""
        self.name = name
        self.lines: tuple[Line, ...] = tuple(keys)
        self.resolution_ns = RESOLUTION_NS
        self.drained_ns = 0
        self.is_connected = True
        self._keys = {CODES[key]: key for key in keys if key in CODES}
        self._clock = clock
        self._paths = devices
        self._open_device = open_device
        self._keyboards: dict[Path, Keyboard] = {}
        self._events: list[KeyEvent] = []
        self._look_ns = 0
        self._is_open = False
        self.forbidden: Path | None = None
        """A device that may not be read, found at the last look."""

    @property
    def doubt(self) -> Doubt:
        """Why races are not judged by these stamps at present; empty if they are."""
        played = (keyboard.device for keyboard in self._keyboards.values() if keyboard.has_played)
        return "interval" if any(device.interval_ns is None for device in played) else ""

    @property
    def devices(self) -> tuple[InputDevice, ...]:
        """The devices that are open."""
        return tuple(keyboard.device for keyboard in self._keyboards.values())

    @property
    def interval_ns(self) -> int:
        """The longest interval of the devices that are open, ns; 0 while none is, or none is known."""
        return max((device.interval_ns or 0 for device in self.devices), default=0)

    def start(self) -> None:
        """Open the devices that there are; more may come. A key that is down counts once it has been released."""
        if self._is_open:
            return
        self._is_open = True
        now = self._clock()
        self.drained_ns = now - LAG_NS
        self._look(now)
        for keyboard in self._keyboards.values():
            keyboard.reported, keyboard.loss = set(keyboard.down), None

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
        told: list[RawEvent] = [edge for event in ready if (edge := self._edge(event, now))]
        for path, keyboard in list(self._keyboards.items()):
            if keyboard.loss is not None:
                told.append(self._settle(path, keyboard, now))
        self.drained_ns = max(self.drained_ns, now - LAG_NS)  # a device that has gone reports nothing more
        return told

    def levels(self) -> Mapping[Line, bool]:
        """See `InputSource.levels`. What waits is read for it, since the kernel's own answer drops that."""
        self._read(self._clock())
        down = set().union(*(keyboard.down for keyboard in self._keyboards.values()))
        return {line: CODES.get(str(line)) in down for line in self.lines}

    def close(self) -> None:
        """Close every device."""
        self._is_open = False
        for keyboard in self._keyboards.values():
            keyboard.device.close()
        self._keyboards, self._events = {}, []

    def _look(self, now: int) -> None:
        """Open the devices with any of the keys that have come since the last look."""
        self._look_ns = now + LOOK_NS
        self.forbidden = None
        for path in self._paths():
            if path in self._keyboards:
                continue
            try:
                self._take(path, self._open_device(path), now)
            except PermissionError:  # udev may not have given it to its group yet: a later look finds it
                self.forbidden = path
            except OSError:
                continue  # gone again

    def _take(self, path: Path, device: InputDevice, now: int) -> None:
        """Use a device that has come, if it has any of the keys. Raises OSError if it is gone again."""
        if self._keys.keys().isdisjoint(device.keys):
            device.close()
            return
        self._keyboards[path] = keyboard = Keyboard(device)
        keyboard.complete_ns = now
        keyboard.loss = "reader" if keyboard.down else None
        self.is_connected = True

    def _read(self, now: int) -> None:
        for keyboard in self._keyboards.values():
            if not keyboard.is_gone:
                try:
                    self._read_one(keyboard, now)
                except OSError:
                    keyboard.is_gone, keyboard.loss, keyboard.down = True, "reader", set()

    def _read_one(self, keyboard: Keyboard, now: int) -> None:
        for event in keyboard.device.read():
            if (event.type, event.code) == (EV_SYN, SYN_DROPPED):
                # The rest of this reading, and what comes until the levels are read, is contained in these levels.
                self._events = [each for each in self._events if each.keyboard is not keyboard or each.time_ns <= now]
                keyboard.loss, keyboard.down = "flood", set(keyboard.device.levels())
                return
            if event.type == EV_KEY and event.code in self._keys and event.value in (0, 1):
                (keyboard.down.add if event.value else keyboard.down.discard)(event.code)
                self._events.append(KeyEvent(event.time_ns, keyboard, event.code, bool(event.value)))
        if keyboard.loss is None:
            keyboard.complete_ns = now - LAG_NS

    def _edge(self, event: KeyEvent, now: int) -> SwitchEdge | None:
        """Return the edge that a key's event is to its line, if it is one."""
        time_ns, keyboard, code, pressed = event
        before = self._is_reported(code)
        (keyboard.reported.add if pressed else keyboard.reported.discard)(code)
        if self._is_reported(code) == before:
            return None
        keyboard.has_played |= pressed
        early = keyboard.device.interval_ns or UNKNOWN_NS
        return SwitchEdge(self.name, self._keys[code], pressed, time_ns, MONOTONIC, time_ns, now, early_ns=early)

    def _settle(self, path: Path, keyboard: Keyboard, now: int) -> EdgesLost:
        """Take over the levels of a device that lost events, came with keys held, or has gone."""
        before = {code for code in self._keys if self._is_reported(code)}
        keyboard.reported = set(keyboard.down)
        levels = tuple((key, self._is_reported(code)) for code, key in self._keys.items())
        changed = tuple(
            (key, down) for (key, down), code in zip(levels, self._keys, strict=True) if down != (code in before)
        )
        lost = EdgesLost(self.name, None, now, keyboard.loss or "reader", changed, keyboard.complete_ns)
        keyboard.loss, keyboard.complete_ns = None, now - LAG_NS
        if keyboard.is_gone:
            keyboard.device.close()
            del self._keyboards[path]
            self.is_connected &= not keyboard.has_played
        return lost

    def _is_reported(self, code: int) -> bool:
        return any(code in keyboard.reported for keyboard in self._keyboards.values())
