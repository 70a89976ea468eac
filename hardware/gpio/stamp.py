"""Carries exact nanoseconds through gpiozero's float seconds.

gpiozero hands `when_changed(ticks, state)` its ticks as seconds in a float. A float holds CLOCK_MONOTONIC to the
nanosecond for the first 97 days after boot (2**23 s; its step is then 1.9 ns), and a cabinet runs longer than that.
"""


class Stamp(float):
    """Seconds on CLOCK_MONOTONIC, as gpiozero expects them, plus the exact `time_ns` and `early_ns`.

    `early_ns` is how much before that the edge may have happened (`hardware.events.SwitchEdge`).
    """

    time_ns: int
    early_ns: int

    def __new__(cls, time_ns: int, early_ns: int = 0) -> "Stamp":
        """Create the stamp of a time in ns."""
        stamp = super().__new__(cls, time_ns / 1e9)
        stamp.time_ns = time_ns
        stamp.early_ns = early_ns
        return stamp


def stamp_ns(ticks: float) -> int:
    """Return the nanoseconds of gpiozero's ticks: the exact value of a `Stamp`, else the float rounded to whole ns."""
    if isinstance(ticks, Stamp):
        return ticks.time_ns
    return round(ticks * 1e9)
