"""Figures of a sound as the loudspeaker nearer to its seat gets it: peak, loudness, pitch."""

import math
from array import array
from collections.abc import Sequence
from typing import Final

from cabinet.audio.synth import RATE, WINDOW_S

LOWEST_HZ: Final = 65.4
SEMITONES: Final = 72
"""Six octaves, the span in which a pitch is looked for."""
TONAL: Final = 0.15
"""The least share of its energy that a tone has in one line."""


def nearer(stereo: "array[int]") -> list[float]:
    """Return the samples of the louder side; full scale is 1."""
    left, right = stereo[0::2], stereo[1::2]
    side = left if max(map(abs, left)) >= max(map(abs, right)) else right
    return [sample / 32767 for sample in side]


def decibels(part: float) -> float:
    """Return a part of full scale in dB."""
    return round(20 * math.log10(part), 1)


def pitch(samples: Sequence[float]) -> int:
    """Return the strongest tone of the loudest tenth of a second, to a sixth of a semitone; 0 for mere noise."""
    piece = loudest(samples, round(2 * WINDOW_S * RATE))
    energy = sum(sample * sample for sample in piece)
    coarse = max(range(SEMITONES), key=lambda step: power(piece, hertz_of(step)))
    fine = max((coarse + sixth / 6 for sixth in range(-6, 7)), key=lambda step: power(piece, hertz_of(step)))
    share = 2 * power(piece, hertz_of(fine)) / (len(piece) * energy)
    return round(hertz_of(fine)) if share > TONAL else 0


def hertz_of(step: float) -> float:
    """Return the frequency of so many semitones above the lowest."""
    return float(LOWEST_HZ * 2 ** (step / 12))


def loudest(samples: Sequence[float], window: int) -> Sequence[float]:
    """Return the loudest piece of so many samples, looked for at every quarter of a piece."""
    starts = range(0, max(1, len(samples) - window), window // 4)
    best = max(starts, key=lambda start: sum(sample * sample for sample in samples[start : start + window]))
    return samples[best : best + window]


def power(samples: Sequence[float], hertz: float) -> float:
    """Return the squared amplitude of one frequency (Goertzel's algorithm)."""
    turn = 2 * math.cos(2 * math.pi * hertz / RATE)
    last = before = 0.0
    for sample in samples:
        last, before = sample + turn * last - before, last
    return last * last + before * before - turn * last * before
