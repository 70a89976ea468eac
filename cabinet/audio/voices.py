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


RUN: Final = 6
"""The steps of a run of cards: each of its cards is higher than the one before, as far as the last step."""

SIDES: Final = {"": 0.0, "L": -0.3, "R": 0.3}
"""How far each of two piles lies from the middle, as a pan."""


def pan_of(name: str) -> float:
    """Return the pan of a sound by its name: that of the seat in it, and of the side behind an ``@``."""
    sound, _, side = name.partition("@")
    _, _, seat = sound.partition(".")
    return SIDES[side] + (VOICES[int(seat[0])].pan if seat[:1].isdigit() else 0.0)
