"""gpiozero's mock pins, driven at given times: pins for tests without a Raspberry Pi.

    factory = StampedMockFactory(clock)
    factory.pin(17).drive_low(time_ns=81_000_000)      # a finger on the button at GPIO 17
    factory.pin(17).lose_high()                        # it lets go, and the kernel loses the edge

gpiozero's own `MockPin` stamps "now" and has no lost edges.
"""

from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from hardware.clock import Clock
from hardware.gpio.stamp import Stamp

PI_4B = "c03111"
"""Revision code of the Pi that the factory simulates."""


class StampedMockPin(MockPin):  # type: ignore[misc]  # gpiozero publishes no types
    """A mock pin whose edges have the given stamp, or else the time of the factory's clock, in ns."""

    _edge_ns: int | None = None

    def drive_low(self, time_ns: int | None = None) -> None:
        """Pull the pin low at `time_ns`; with the pull-up of a button, this is its press."""
        self._edge_ns = time_ns
        super().drive_low()

    def drive_high(self, time_ns: int | None = None) -> None:
        """Release the pin to high at `time_ns`."""
        self._edge_ns = time_ns
        super().drive_high()

    def lose_low(self) -> None:
        """Pull the pin low without reporting the edge."""
        self._change_state(False)

    def lose_high(self) -> None:
        """Release the pin to high without reporting the edge."""
        self._change_state(True)

    def _call_when_changed(self) -> None:
        stamp = self.factory.ticks() if self._edge_ns is None else Stamp(self._edge_ns)
        PiPin._call_when_changed(self, stamp, int(self.state))


class StampedMockFactory(MockFactory):  # type: ignore[misc]  # gpiozero publishes no types
    """gpiozero's mock factory with `StampedMockPin`s and a given clock."""

    lag_ns = 0

    def __init__(self, clock: Clock) -> None:
        super().__init__(PI_4B, StampedMockPin)
        self._clock = clock

    def ticks(self) -> float:
        """Return the clock's time as a `Stamp`."""
        return Stamp(self._clock())

    @staticmethod
    def ticks_diff(later: float, earlier: float) -> float:
        """Return the seconds between two ticks."""
        return later - earlier
