"""The voices of the seats: a pitch and a place between the loudspeakers each, so that ears know who it was.

A sound with a voice has its number behind its name: ``finish.1``. People sit at the first `VOICES` seats; the seats
after them, which are always bots', share the voices in turn.
"""

from typing import Final, NamedTuple


class Voice(NamedTuple):
    """A seat's fundamental in Hz, and its pan: -1 is the left loudspeaker, 1 the right."""

    hertz: float
    pan: float


VOICES: Final = (Voice(261.6, -0.6), Voice(415.3, 0.6), Voice(329.6, 0.3), Voice(523.3, -0.3))
"""By seat. Four semitones lie between neighbours, eight between the two seats of most games."""


def voiced(sound: str, seat: int) -> str:
    """Return the name of a sound in the voice of a seat."""
    return f"{sound}.{seat % len(VOICES)}"
