"""The synthesiser: short noise bursts and tones become samples, and samples a file.

`recipes` defines the layers of each sound; `render`, pure and deterministic, makes 16-bit mono samples of them. Every
sound begins and ends at silence, stays under `PEAK`, and is brought to its loudness, so that none startles. Files are
OGG Vorbis, 48,000 Hz, with the same bytes for the same samples and the same ffmpeg.
"""

import math
import random
import subprocess
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, repeat
from operator import add, mul, sub
from pathlib import Path
from typing import Final

RATE: Final = 48_000
"""Samples a second: those of the mixer (`cabinet.audio.player`), so that nothing is resampled while it plays."""
PEAK: Final = 0.62
"""The largest sample of a sound; full scale is 1."""
LOUDNESS: Final = 0.175
"""The root mean square over its loudest `WINDOW_S` to which a sound of level 1 is scaled."""
KNEE: Final = 0.5
"""Share of `PEAK` above which samples are bent, not cut: a crack may be as loud as its level says."""
WINDOW_S: Final = 0.05
REFERENCE_HZ: Final = 22_050
"""The rate at which `dull` is the filter's own coefficient."""
ATTACK_S: Final = 0.001
RELEASE_S: Final = 0.008
LEAD_S: Final = 0.002
TAIL_S: Final = 0.006
"""Silence before and behind a sound, s: the encoder smears what is sudden over some milliseconds."""
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
    """A decaying burst of noise. `dull` (0 to 1) is how much of its high frequencies is removed."""

    seconds: float
    dull: float
    decay: float = 60.0
    level: float = 1.0
    at: float = 0.0


Layer = Tone | Noise


@dataclass(frozen=True)
class Recipe:
    """A sound: its layers, and its loudness in that of a card."""

    layers: tuple[Layer, ...]
    level: float = 1.0


def render(name: str, recipe: Recipe) -> "array[int]":
    """Return the samples of a sound: signed 16-bit, mono, `RATE` a second. `name` is the seed of its noise."""
    lead = round(LEAD_S * RATE)
    length = max(round((layer.at + layer.seconds) * RATE) for layer in recipe.layers) + lead + round(TAIL_S * RATE)
    mixed = [0.0] * length
    for place, layer in enumerate(recipe.layers):
        start = lead + round(layer.at * RATE)
        wave = tone(layer) if isinstance(layer, Tone) else noise(layer, random.Random(f"{name} {place}"))
        part = slice(start, start + len(wave))
        mixed[part] = map(add, mixed[part], enveloped(wave, layer))
    gain = recipe.level * LOUDNESS / loudness(mixed)
    return array("h", [round(32767 * bent(gain * sample)) for sample in mixed])


def bent(sample: float) -> float:
    """Return a sample below `PEAK`: as it is up to the knee, above it the nearer to `PEAK` the larger it was."""
    knee = KNEE * PEAK
    over = (abs(sample) - knee) / (PEAK - knee)
    return sample if over <= 0 else math.copysign(knee + (PEAK - knee) * math.tanh(over), sample)


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
    keep = layer.dull ** (REFERENCE_HZ / RATE) if layer.dull else 0.0
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


def write_ogg(path: Path, samples: "array[int]", *, quality: float = 7) -> None:
    """Write signed 16-bit mono samples, `RATE` a second; `quality` is Vorbis's, from -1 to 10.

    Raises CalledProcessError where ffmpeg fails, FileNotFoundError where it is not installed (``apt install ffmpeg``).
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "s16le", "-ar", str(RATE), "-ac", "1", "-i", "-"]
    encode = ["-c:a", "libvorbis", "-q:a", str(quality), "-map_metadata", "-1", "-fflags", "+bitexact"]
    subprocess.run([*command, *encode, "-flags:a", "+bitexact", str(path)], input=samples.tobytes(), check=True)
