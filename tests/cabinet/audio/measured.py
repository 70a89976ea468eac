"""Sound files as the mixer reads them, and their figures: peak, loudness, pitch."""

import math
import os
import subprocess
import sys
from array import array
from collections.abc import Sequence
from functools import cache
from typing import Final

from cabinet.audio.music import RATE
from cabinet.audio.player import ASSETS
from tools.sounds.synth import WINDOW_S

LOWEST_HZ: Final = 65.4
SEMITONES: Final = 72
"""Six octaves, the span in which a pitch is looked for."""
TONAL: Final = 0.15
"""The least share of its energy that a tone has in one line."""


READS: Final = """
import pathlib, sys, pygame
pygame.mixer.init(48_000, -16, 2, 1024, allowedchanges=0)
for name in sys.stdin.read().split():
    samples = pygame.mixer.Sound(name).get_raw()
    sys.stdout.buffer.write(len(samples).to_bytes(4, "little") + samples)
"""
"""A program that writes the samples of files as the mixer has them: it opens no mixer in the tests' own process."""


def raw_folder(folder: str) -> dict[str, bytes]:
    """Return what the mixer makes of every file in a folder of the assets by its name: 16 bit, both sides."""
    paths = sorted((ASSETS / folder).glob("*.ogg"))
    command = [sys.executable, "-c", READS]
    environment = {**os.environ, "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    names = "\n".join(map(str, paths)).encode()
    told = subprocess.run(command, input=names, capture_output=True, check=True, env=environment).stdout
    found, at = dict[str, bytes](), 0
    for path in paths:
        size = int.from_bytes(told[at : at + 4], "little")
        found[path.stem] = told[at + 4 : at + 4 + size]
        at += 4 + size
    return found


@cache
def read_folder(folder: str) -> dict[str, "array[float]"]:
    """Return the samples of the left side of every file in a folder of the assets by its name; full scale is 1."""
    raw = raw_folder(folder)  # of which a list would take eight times as much as an array
    return {name: array("f", (sample / 32767 for sample in memoryview(raw[name]).cast("h")[::2])) for name in raw}


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
