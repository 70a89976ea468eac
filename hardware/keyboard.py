"""The keyboard as a source: its two halves are the two panels, for play at a desk.

This module does not use pygame. The owner of the window's event queue reports each key and each reading:

    for event in read_the_queue():
        keyboard.feed(name_of(event), event.is_down, now_ns)
    keyboard.mark_read(now_ns)

A window's key events carry no usable time, and within one reading they are in the order of arrival. So the first event
of a reading has the time of that reading as its stamp, and each of the others 1 ns more than the one before it: the
stamps carry the order of arrival and nothing else (decision 0024). The resolution is the time between two readings, so
two keys of one reading are a dead heat all the same; the screen says "not judged to the microsecond".
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from hardware.clock import MONOTONIC, MS
from hardware.pins import BUTTONS
from hardware.source import Line, RawEvent, StampQuality, SwitchEdge

DEFAULT_KEYS: Final[tuple[Mapping[str, str], ...]] = tuple(
    MappingProxyType(dict(zip(BUTTONS, keys, strict=True)))
    for keys in (("a", "s", "d", "f", "g", "c", "v", "x"), ("7", "8", "9", "0", "-", "y", "u", "i"))
)
"""seat -> button -> key, named as `pygame.key.name` names it on a US keyboard.

A keyboard without diodes sees a fourth key, or swallows the third, when three pressed keys form an L in
its matrix: two on one row, two on one column. On the Model M's matrix, which most keyboards inherit, the two seats
share neither a row nor a column, so one player can never ghost the other, and two keys of one player never do. No key
of a number pad, no modifier, and no key that opens a helper when held or struck five times (decision 0024).
"""

KEYS: Final = frozenset(
    (
        *"abcdefghijklmnopqrstuvwxyz0123456789,-./;=[]\\",
        *(f"f{number}" for number in range(1, 16)),
        *(f"[{sign}]" for sign in "0123456789+-*/."),  # the number pad's
        *("space", "tab", "return", "enter", "backspace", "insert", "delete", "home", "end", "page up", "page down"),
        *("up", "down", "left", "right", "caps lock", "numlock", "scroll lock", "print screen", "sys req", "break"),
        *(f"{side} {key}" for side in ("left", "right") for key in ("shift", "ctrl", "alt", "meta")),
        *("alt gr", "menu", "help", "clear", "equals", "power", "euro", "AC Back", "CurrencySubUnit"),
    )
)
"""Every name that a button's key may have: those of a window's keys but `ESCAPE`."""

SIGNS: Final = frozenset(key for key in KEYS if len(key) == 1)
"""The keys that bear one letter, figure or sign."""
TYPED: Final = SIGNS | {
    *("backspace", "delete", "return", "enter", "tab", "space", "left", "right", "up", "down", "home", "end"),
    *(f"[{figure}]" for figure in "0123456789"),
}
"""The keys with which text is typed, where a source is told to take them so (`KeyboardSource.type_to`)."""

ESCAPE: Final = "escape"
"""The window keeps this key for itself: it ends the program, or the test of the buttons."""

FINEST_NS: Final = 8 * MS
"""A plain USB or laptop keyboard is polled 125 times a second; reading its queue more often gives nothing more."""

LATIN_END: Final = 0x180
"""The first number in Unicode after the letters of Europe's Latin alphabets."""

COARSEST_NS: Final = 250 * MS
"""The finality horizon: after a longer stall the order of its events cannot be decided, at any resolution."""


def letter_of(number: int) -> str:
    """Return the letter or sign with this number in Unicode, as a key's name; empty if it is no Latin one.

    Keys with letters of other scripts bear the Latin ones of a US keyboard as well.
    """
    letter = chr(number).lower() if 0 < number < LATIN_END else ""
    return letter if letter.isprintable() and not letter.isspace() else ""


class KeyboardSource:
    """An `InputSource` fed by the owner of the window. Its lines are the names of keys; it ignores other keys.

    It ignores auto-repeat. The resolution of `stamps` is the time between the last two readings, at least `finest_ns`
    and at most `coarsest_ns`, so drain after every reading.
    """

    def __init__(
        self,
        keys: Sequence[str],
        *,
        finest_ns: int = FINEST_NS,
        coarsest_ns: int = COARSEST_NS,
    ) -> None:
        self.name = self.missing_name = "keyboard"
        self.distrust_reason = ""
        self.lines: tuple[Line, ...] = tuple(keys)
        self.drained_ns = 0
        self.is_connected = True
        self.letters: Mapping[str, str] = {}
        """Key -> what is printed on it, as far as the owner of the window knows; it has its US name otherwise."""
        self.stamps = StampQuality(resolution_ns=coarsest_ns, stamped="reading")
        self._clamp = finest_ns, coarsest_ns
        self._down: set[str] = set()
        self._waiting: list[RawEvent] = []
        self._read_ns: int | None = None
        self._next_ns = 0  # the next stamp is not before this
        self._open = False
        self._listener: Callable[[str, bool, int], None] | None = None
        self._typist: Callable[[str], None] | None = None
        self._kept: Collection[str] = ()

    def adopt(self, keys: Sequence[str]) -> None:
        """Take other keys as its lines. One that is down and no line any more is released by its next event."""
        self.lines = tuple(keys)

    def listen(self, listener: Callable[[str, bool, int], None] | None) -> None:
        """Give `listener` each event of any of `KEYS`: name, whether it is down, time (ns). None: nobody."""
        self._listener = listener

    def type_to(self, typist: Callable[[str], None] | None, kept: Collection[str] = ()) -> None:
        """Give `typist` the name of each of `TYPED` that goes down, and make no edge of it; None: edges again.

        `kept` are keys that stay lines. The release of a key that was a line when it went down is an edge all the same.
        """
        self._typist, self._kept = typist, kept

    def start(self) -> None:
        """Begin to listen. A key that is already down is unknown until it is released and pressed again."""
        self._open = True

    def feed(self, key: str, pressed: bool, time_ns: int) -> None:
        """Report a key event found by a reading at `time_ns`. Raises ValueError after a report of a later reading."""
        self._check(time_ns)
        if self._listener is not None and key in KEYS:
            self._listener(key, pressed, time_ns)
        if self._open and pressed and self._typist is not None and key in TYPED and key not in self._kept:
            self._typist(key)
            return
        if not self._open or not (key in self.lines or key in self._down) or pressed == (key in self._down):
            return
        (self._down.add if pressed else self._down.remove)(key)
        stamp = max(time_ns, self._next_ns)
        self._next_ns = stamp + 1
        self._waiting.append(SwitchEdge(self.name, key, pressed, stamp, MONOTONIC, stamp, stamp))

    def mark_read(self, time_ns: int) -> None:
        """Report that the queue was read empty at `time_ns`. Raises ValueError if that is before the last reading."""
        self._check(time_ns)
        if self._read_ns is not None and time_ns > self._read_ns:
            finest, coarsest = self._clamp
            resolution_ns = min(max(time_ns - self._read_ns, finest), coarsest)
            if resolution_ns != self.stamps.resolution_ns:
                self.stamps = replace(self.stamps, resolution_ns=resolution_ns)
        self._read_ns = time_ns
        self.drained_ns = time_ns - 1  # a window that loses the keyboard may add releases to this very reading

    def release_all(self, time_ns: int) -> None:
        """Release every key: the window lost the keyboard and would never receive the releases."""
        for key in sorted(self._down):
            self.feed(key, False, time_ns)

    def drain(self) -> list[RawEvent]:
        """Return the edges of the readings since the last call."""
        reported, self._waiting = self._waiting, []
        return reported

    def levels(self) -> Mapping[Line, bool]:
        """Return the level of each key as of the last reading (True = pressed)."""
        return {line: line in self._down for line in self.lines}

    def close(self) -> None:
        """Stop listening."""
        self._open = False
        self._waiting = []

    def _check(self, time_ns: int) -> None:
        if self._read_ns is not None and time_ns < self._read_ns:
            raise ValueError(f"the queue was read at {self._read_ns} already, {time_ns} is before that")
