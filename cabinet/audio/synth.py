"""The synthesiser: short noise bursts and tones become samples. Pure, deterministic, no files.

`recipes` defines the layers of each sound; `render` makes 16-bit stereo samples of them. Every sound begins and ends at
silence, stays under `PEAK`, and is brought to its loudness, so that none startles.
"""

import math
import random
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, repeat
from operator import add, mul, sub
from typing import Final

RATE: Final = 22_050
"""Samples a second: enough for cards and beeps, and half the work for a Pi."""
PEAK: Final = 0.48
"""The largest sample of a sound; full scale is 1. Two sounds at full volume stay below it; see `player.gain_of`."""
LOUDNESS: Final = 0.08
"""The root mean square over its loudest `WINDOW_S` to which a sound of level 1 is scaled, as far as `PEAK` allows."""
WINDOW_S: Final = 0.05
ATTACK_S: Final = 0.002
RELEASE_S: Final = 0.008
TABLE: Final = 2048
"""Steps of one period in the table of the wave: its error is below -60 dB."""


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


@dataclass(frozen=True)
class Recipe:
    """A sound: its layers, its loudness in that of a card, and its pan, from -1 (left) to 1 (right)."""

    layers: tuple[Layer, ...]
    level: float = 1.0
    pan: float = 0.0


def render(name: str, recipe: Recipe) -> "array[int]":
    """Return the samples of a sound: signed 16-bit, left and right in turn, `RATE` pairs a second.

    `name` is the seed of its noise. The nearer loudspeaker has the whole sound, the other one less of it.
    """
    length = max(round((layer.at + layer.seconds) * RATE) for layer in recipe.layers)
    mixed = [0.0] * length
    for place, layer in enumerate(recipe.layers):
        start = round(layer.at * RATE)
        wave = tone(layer) if isinstance(layer, Tone) else noise(layer, random.Random(f"{name} {place}"))
        part = slice(start, start + len(wave))
        mixed[part] = map(add, mixed[part], enveloped(wave, layer))
    gain = 32767 * min(recipe.level * LOUDNESS / loudness(mixed), PEAK / max(map(abs, mixed)))
    stereo = array("h", bytes(4 * length))
    for side, pan in enumerate((min(1.0, 1 - recipe.pan), min(1.0, 1 + recipe.pan))):
        scale = gain * pan
        stereo[side::2] = array("h", [int(sample * scale) for sample in mixed])
    return stereo


@lru_cache(maxsize=1)
def _wave() -> Sequence[float]:
    """Return one period of a tone: a sine and a quarter of its octave."""
    steps = [2 * math.pi * step / TABLE for step in range(TABLE)]
    return [math.sin(phase) + 0.25 * math.sin(2 * phase) for phase in steps]


def tone(layer: Tone) -> list[float]:
    """Return the bare wave of a tone; its phase advances by each instant's frequency, so a glide has no steps."""
    count, wave, last = round(layer.seconds * RATE), _wave(), TABLE - 1
    step, rise = layer.hertz * TABLE / RATE, (layer.to_hertz - layer.hertz) * TABLE / RATE / count
    steps = [step + rise * place for place in range(count)] if rise else repeat(step, count)
    return [wave[int(phase) & last] for phase in accumulate(steps)]


def noise(layer: Noise, chance: random.Random) -> list[float]:
    """Return the bare wave of a burst: white noise through a one-pole low-pass filter."""
    white = (2 * chance.random() - 1 for _ in range(round(layer.seconds * RATE)))
    keep = layer.dull
    return list(accumulate(white, lambda last, new: keep * last + (1 - keep) * new, initial=0.0))[1:]


def enveloped(wave: Sequence[float], layer: Layer) -> list[float]:
    """Return `wave` with a short attack, its decay, and a release to silence, so that neither end clicks."""
    fade = math.exp(-layer.decay / RATE)
    shaped = list(map(mul, wave, accumulate(repeat(fade, len(wave) - 1), mul, initial=layer.level)))
    attack, release = round(ATTACK_S * RATE), round(RELEASE_S * RATE)
    for place in range(attack):
        shaped[place] *= place / attack
    for place in range(release):
        shaped[-1 - place] *= place / release
    return shaped


def loudness(samples: Sequence[float]) -> float:
    """Return the root mean square over the loudest `WINDOW_S` of the samples of one side."""
    window = min(len(samples), round(WINDOW_S * RATE))
    sums = list(accumulate(map(mul, samples, samples), initial=0.0))
    return math.sqrt(max(map(sub, sums[window:], sums)) / window)
