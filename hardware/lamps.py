"""Lamps in the buttons: their state, and the interface of a device that shows it. A fake ships with it.

A lamp has a colour and a motion; the device runs the motion by itself, so nothing is streamed.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple, Protocol


class Motion(IntEnum):
    """The motion that a lamp repeats by itself; the numbers are those of the board's protocol."""

    STEADY = 0
    BLINK = 1
    PULSE = 2
    CHASE = 3


class Lamp(NamedTuple):
    """One lamp: (red, green, blue) from 0 to 255, its motion, the period of that motion, and its phase within the
    period in 1/256. Dark by default.
    """

    colour: tuple[int, int, int] = (0, 0, 0)
    motion: Motion = Motion.STEADY
    period_ms: int = 0
    phase: int = 0


DARK = Lamp()


class Lamps(Protocol):
    """A row of lamps."""

    @property
    def count(self) -> int:
        """The number of lamps."""

    def show(self, lamps: Sequence[Lamp], brightness: int) -> None:
        """Set lamp n to the n-th of `lamps` and darken those after the last; `brightness` from 0 to 255.

        Never raises when the device is disconnected: it shows the latest lamps again when it is back.
        """


class FakeLamps:
    """Lamps that only record: `history` holds every row that was shown."""

    def __init__(self, count: int = 16) -> None:
        self.count = count
        self.history: list[tuple[Lamp, ...]] = []
        self.brightness = 255

    def show(self, lamps: Sequence[Lamp], brightness: int) -> None:
        """See `Lamps.show`."""
        self.brightness = brightness
        self.history.append((*lamps, *(DARK,) * (self.count - len(lamps)))[: self.count])

    def lit(self) -> Mapping[int, Lamp]:
        """Return the lamps that are not dark."""
        return {number: lamp for number, lamp in enumerate(self.history[-1]) if lamp != DARK} if self.history else {}
