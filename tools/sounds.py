"""Measure every sound and write the figures to ``docs/sounds.md``: ``python -m tools.sounds``.

Everything is measured on the samples that a loudspeaker gets, on the side nearer to the seat. It takes two seconds.
"""

import math
from array import array
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from cabinet.audio.recipes import SOUNDS
from cabinet.audio.synth import RATE, WINDOW_S, loudness, render

PAGE: Final = Path(__file__).parent.parent / "docs" / "sounds.md"
HEAD: Final = "| sound | when | length, ms | peak, dB | loudness, dB | pitch, Hz |\n|---|---|---|---|---|---|\n"
WHEN: Final = {
    "beat": "a beat of the countdown",
    "beaten": "the seat lost a race: a falling fifth, behind its winner's sound",
    "bounce": "a wrong card, or a foul: two tones a semitone apart",
    "call": "a call (UNO)",
    "catch": "somebody is caught, or doubted",
    "click": "a press in a menu",
    "deal": "cards are dealt, gathered or taken",
    "finish": "the seat won a race: root, fifth, octave",
    "go": "the countdown is over",
    "last_card": "the seat has one card left",
    "lead": "the seat has overtaken the leader",
    "lose": "a bot has won the match",
    "lot": "the lot of a dead heat fell to the seat: 700 ms behind the roll's beginning",
    "over": "the deal is over",
    "photo_1": "with `finish`: a margin of 20 ms or more",
    "photo_2": "with `finish`: a margin below 20 ms",
    "photo_3": "with `finish`: a margin below 2 ms",
    "play": "the seat plays a card",
    "pulse": "somebody has four cards left or fewer; `tension = false` turns it off",
    "record": "the closest race ever run here, 900 ms behind the result",
    "roll": "a dead heat: the drum roll",
    "shout": "the seat shouts",
    "stuck": "nobody can play",
    "turn": "a card is turned",
    "win": "somebody has won the match",
    "word": "the cabinet says a word",
}
"""The occasion of each sound, by its name without the seat."""
LOWEST_HZ: Final = 65.4
SEMITONES: Final = 72
"""Six octaves, the span in which a pitch is looked for."""


class Measured(NamedTuple):
    """A sound's length (ms), its peak and its loudness (dB below full scale), and its strongest tone (Hz, 0: none)."""

    length_ms: int
    peak_db: float
    loudness_db: float
    pitch_hz: int


def measured(name: str) -> Measured:
    """Measure a sound by its name."""
    samples = nearer(render(name, SOUNDS[name]))
    peak = max(map(abs, samples))
    return Measured(round(1000 * len(samples) / RATE), decibels(peak), decibels(loudness(samples)), pitch(samples))


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


TONAL: Final = 0.15
"""The least share of its energy that a tone has in one line."""


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


def table() -> str:
    """Return the table of all sounds in Markdown."""
    rows = []
    for name in sorted(SOUNDS):
        base, figures = name.partition(".")[0], measured(name)
        length, peak, loud, hertz = figures
        rows.append(f"| `{name}` | {WHEN[base]} | {length} | {peak} | {loud} | {hertz or '–'} |\n")
    return HEAD + "".join(rows)


def page_with(text: str, rows: str) -> str:
    """Return the page with the table in place of its own."""
    before, _, rest = text.partition(HEAD.splitlines()[0])
    after = rest.partition("\n\n")[2]
    return f"{before}{rows}\n{after}" if after else f"{before}{rows}"


if __name__ == "__main__":
    PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8"), table()), encoding="utf-8")
