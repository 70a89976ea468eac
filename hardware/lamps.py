"""Lamps in the buttons: what each shall do, and what takes that to a device. A fake ships with it.

A lamp knows a colour and a motion; the motion runs by itself, on the device, so nothing is streamed.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple, Protocol


class Motion(IntEnum):
    """What a lamp does by itself; the numbers are those of the board's protocol."""

    STEADY = 0
    BLINK = 1
    PULSE = 2
    CHASE = 3


class Lamp(NamedTuple):
    """One lamp: (red, green, blue) from 0 to 255, its motion, how long a turn of that takes, and how far on in its turn
    it is, in 1/256. Dark if nothing is given.
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
        """How many there are."""

    def show(self, lamps: Sequence[Lamp], brightness: int) -> None:
        """Let lamp n do what the n-th of `lamps` says, and those behind the last be dark; `brightness` from 0 to 255.

        Never raises for a device that is out of reach: what was shown last is shown again when it is back.
        """


class FakeLamps:
    """Lamps that only remember: `history` has every row that was shown."""

    def __init__(self, count: int = 16) -> None:
        self.count = count
        self.history: list[tuple[Lamp, ...]] = []
        self.brightness = 255

    def show(self, lamps: Sequence[Lamp], brightness: int) -> None:
        """See `Lamps.show`."""
        self.brightness = brightness
        self.history.append((*lamps, *(DARK,) * (self.count - len(lamps)))[: self.count])

    def lit(self) -> Mapping[int, Lamp]:
        """Give the lamps that are not dark."""
        return {number: lamp for number, lamp in enumerate(self.history[-1]) if lamp != DARK} if self.history else {}
