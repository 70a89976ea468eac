"""The keyboard as a source: two halves of it are the two panels, for play at a desk.

No pygame here. Whoever reads the window's events tells this source of each key and of each reading:

    for event in read_the_queue():
        keyboard.feed(name_of(event), event.is_down, now_ns)
    keyboard.mark_read(now_ns)

A window's key events carry no usable time, and their order within one reading is the order of arrival, so all of one
reading have its moment for their stamp: "not judged to the microsecond", as the screen says. The resolution is the
time between two readings; nothing is put in place of what nobody knows.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from hardware.clock import MONOTONIC, MS
from hardware.events import Line, RawEvent, SwitchEdge
from hardware.wiring import BUTTONS

DEFAULT_KEYS: Final[tuple[Mapping[str, str], ...]] = tuple(
    MappingProxyType(dict(zip(BUTTONS, keys, strict=True)))
    for keys in (("a", "s", "d", "f", "g", "c", "v", "x"), ("7", "8", "9", "0", "-", "y", "u", "i"))
)
"""seat -> button -> key, named as `pygame.key.name` names it on a US keyboard.

A keyboard without diodes sees a fourth key, or swallows the third, where three keys that are down stand in an L of
its matrix: two on one row, two on one column. On the matrix that most of them inherit (`MATRIX`) the two seats share
neither a row nor a column, so one player can never ghost the other, and two keys of one player never do. No key of a
number pad, none that is a modifier or calls up a helper when held or struck five times (decision 0024).
"""

MATRIX: Final = (
    "1234 7890", "qwer uiop", "asdf jkl;", "zxcv m,. ",
    "   5 6= -", "   t y] [", "   g h  '", "   b n  /",
)  # fmt: skip
"""The letters of the IBM Model M's matrix, which cheap membranes still follow: rows of it, a place is a column.

(Firmware for its replacement controllers tells it, for example QMK's `keyboards/ibm/model_m`.)
"""

FINEST_NS: Final = 8 * MS
"""A plain USB or laptop keyboard is asked 125 times a second; reading its queue more often tells nothing more."""

COARSEST_NS: Final = 250 * MS
"""The finality horizon: what happened in a longer stall cannot be put in order any more, however coarse we call it."""


class KeyboardSource:
    """An `InputSource` fed by whoever owns the window. Its lines are the names of keys; others are not its business.

    Auto-repeat tells nothing. `resolution_ns` is the time between the last two readings, at least `finest_ns` and at
    most `coarsest_ns`, so drain after every reading.
    """

    def __init__(
        self,
        keys: Sequence[str],
        *,
        name: str = "keyboard",
        finest_ns: int = FINEST_NS,
        coarsest_ns: int = COARSEST_NS,
    ) -> None:
        self.name = name
        self.lines: tuple[Line, ...] = tuple(keys)
        self.drained_ns = 0
        self.is_there = True
        self.resolution_ns = coarsest_ns
        self._clamp = finest_ns, coarsest_ns
        self._down: set[str] = set()
        self._waiting: list[RawEvent] = []
        self._read_ns: int | None = None
        self._open = False

    def start(self) -> None:
        """Begin to listen. Keys that are down already are not known of until they come up and go down again."""
        self._open = True

    def feed(self, key: str, pressed: bool, time_ns: int) -> None:
        """Tell of a key event that a reading at `time_ns` found. Raises ValueError if one was later."""
        self._check(time_ns)
        if not self._open or key not in self.lines or pressed == (key in self._down):
            return
        (self._down.add if pressed else self._down.remove)(key)
        self._waiting.append(SwitchEdge(self.name, key, pressed, time_ns, MONOTONIC, time_ns, time_ns))

    def mark_read(self, time_ns: int) -> None:
        """Tell that the queue was read empty at `time_ns`. Raises ValueError for a moment before the last one."""
        self._check(time_ns)
        if self._read_ns is not None and time_ns > self._read_ns:
            finest, coarsest = self._clamp
            self.resolution_ns = min(max(time_ns - self._read_ns, finest), coarsest)
        self._read_ns = time_ns
        self.drained_ns = time_ns - 1  # a window that loses the keyboard may add releases at this very reading

    def release_all(self, time_ns: int) -> None:
        """Let go of every key: the window lost the keyboard, and would never hear of the releases."""
        for key in sorted(self._down):
            self.feed(key, False, time_ns)

    def drain(self) -> list[RawEvent]:
        """Give the edges of the readings since the last call."""
        told, self._waiting = self._waiting, []
        return told

    def levels(self) -> Mapping[Line, bool]:
        """Tell which keys are down, as far as the readings went."""
        return {line: line in self._down for line in self.lines}

    def close(self) -> None:
        """Listen no more."""
        self._open = False
        self._waiting = []

    def _check(self, time_ns: int) -> None:
        if self._read_ns is not None and time_ns < self._read_ns:
            raise ValueError(f"the queue was read at {self._read_ns} already, {time_ns} is before that")


def matrix_place(key: str) -> tuple[int, int]:
    """Give (row, column) of a key in `MATRIX`. Raises KeyError for a key that is not in it."""
    for row, keys in enumerate(MATRIX):
        if key != " " and key in keys:
            return row, keys.index(key)
    raise KeyError(key)


def ghosts(keys: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Give every three of `keys` in an L of `MATRIX`, the corner first: those may ghost when all are down."""
    places = {key: matrix_place(key) for key in keys}
    for corner, (row, column) in places.items():
        for along, (along_row, _) in places.items():
            for across, (_, across_column) in places.items():
                if corner not in (along, across) and along_row == row and across_column == column:
                    yield corner, along, across
