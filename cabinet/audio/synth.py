"""The sounds, synthesised: short noise bursts for cards, tones for the rest. Pure, deterministic, no files.

`SOUNDS` defines the layers of each sound; `render` makes 16-bit mono samples of them. Every sound begins and ends at
silence, stays under `PEAK`, and is brought to about the same loudness, so that none startles.
"""

import math
import random
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from types import MappingProxyType
from typing import Final

RATE: Final = 22_050
"""Samples a second: enough for cards and beeps, and half the work for a Pi."""
PEAK: Final = 0.85
"""The largest sample; full scale is 1."""
LOUDNESS: Final = 0.16
"""The root mean square over its loudest `WINDOW_S` to which every sound is scaled, as far as `PEAK` allows."""
WINDOW_S: Final = 0.05
ATTACK_S: Final = 0.002
RELEASE_S: Final = 0.008


@dataclass(frozen=True)
class Tone:
    """A decaying sine with a little of its octave, gliding from `hertz` to `to_hertz`."""

    hertz: float
    to_hertz: float
    seconds: float
    decay: float = 12.0
    level: float = 1.0
    at: float = 0.0


@dataclass(frozen=True)
class Noise:
    """A decaying burst of noise. `dull` (0 to 1) is the share of its high frequencies that is removed."""

    seconds: float
    dull: float
    decay: float = 60.0
    level: float = 1.0
    at: float = 0.0


Layer = Tone | Noise

SOUNDS: Final[Mapping[str, tuple[Layer, ...]]] = MappingProxyType(
    {
        "deal": (Noise(0.09, dull=0.55),),
        "turn": (Noise(0.05, dull=0.15, decay=90), Noise(0.05, dull=0.4, at=0.03, level=0.7)),
        "play": (Noise(0.07, dull=0.35, decay=70), Tone(190, 120, 0.11, decay=30, level=1.3)),
        "bounce": (Tone(300, 150, 0.18, decay=14), Noise(0.05, dull=0.6, level=0.5)),
        "stuck": (Tone(233, 233, 0.16, decay=9), Tone(175, 175, 0.26, decay=8, at=0.17)),
        "beat": (Tone(523, 523, 0.13, decay=22),),
        "go": (Tone(1046, 1046, 0.34, decay=8), Tone(1568, 1568, 0.34, decay=9, level=0.5)),
        "shout": (Tone(440, 880, 0.22, decay=5), Tone(660, 1320, 0.22, decay=6, level=0.5)),
        "call": (Tone(784, 784, 0.12, decay=14), Tone(1175, 1175, 0.24, decay=9, at=0.1)),
        "catch": (Tone(988, 494, 0.26, decay=7), Tone(1480, 740, 0.26, decay=8, level=0.4)),
        "word": (Tone(587, 587, 0.12, decay=16), Tone(440, 440, 0.22, decay=10, at=0.1)),
        "win": (
            Tone(523, 523, 0.30, decay=9),
            Tone(659, 659, 0.30, decay=9, at=0.11),
            Tone(784, 784, 0.30, decay=9, at=0.22),
            Tone(1046, 1046, 0.55, decay=6, at=0.33),
        ),
    }
)
"""Every sound by name, each a sum of a few layers. Times in seconds, frequencies in Hz."""


def render(name: str) -> "array[int]":
    """Return the samples of a sound: signed 16-bit, mono, `RATE` a second. Raises KeyError for an unknown name."""
    layers = SOUNDS[name]
    length = max(round((layer.at + layer.seconds) * RATE) for layer in layers)
    mixed = [0.0] * length
    for place, layer in enumerate(layers):
        start = round(layer.at * RATE)
        wave = tone(layer) if isinstance(layer, Tone) else noise(layer, random.Random(f"{name} {place}"))
        for offset, sample in enumerate(enveloped(wave, layer), start):
            mixed[offset] += sample
    gain = min(LOUDNESS / loudness(mixed), PEAK / max(map(abs, mixed)))
    return array("h", [round(sample * gain * 32767) for sample in mixed])


def tone(layer: Tone) -> list[float]:
    """Return the bare wave of a tone; its phase advances by each instant's frequency, so a glide has no steps."""
    count = round(layer.seconds * RATE)
    step = 2 * math.pi / RATE
    rise = (layer.to_hertz - layer.hertz) / count
    phases = accumulate((layer.hertz + rise * place) * step for place in range(count))
    return [math.sin(phase) + 0.25 * math.sin(2 * phase) for phase in phases]


def noise(layer: Noise, chance: random.Random) -> list[float]:
    """Return the bare wave of a burst: white noise through a one-pole low-pass filter."""
    white = (chance.uniform(-1, 1) for _ in range(round(layer.seconds * RATE)))
    keep = layer.dull
    return list(accumulate(white, lambda last, new: keep * last + (1 - keep) * new, initial=0.0))[1:]


def enveloped(wave: list[float], layer: Layer) -> list[float]:
    """Return `wave` with a short attack, its decay, and a release to silence, so that neither end clicks."""
    attack, release = ATTACK_S * RATE, RELEASE_S * RATE
    fade = math.exp(-layer.decay / RATE)
    levels = accumulate(range(len(wave)), lambda level, _: level * fade, initial=layer.level)
    last = len(wave) - 1
    return [
        sample * level * min(1.0, place / attack, (last - place) / release)
        for place, (sample, level) in enumerate(zip(wave, levels, strict=False))
    ]


def loudness(samples: list[float]) -> float:
    """Return the root mean square over the loudest `WINDOW_S` of the samples."""
    window = min(len(samples), round(WINDOW_S * RATE))
    sums = [0.0, *accumulate(sample * sample for sample in samples)]
    loudest = max(sums[end] - sums[end - window] for end in range(window, len(sums)))
    return math.sqrt(loudest / window)
