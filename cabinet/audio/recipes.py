"""The recipes of all sounds: a few tones and bursts of noise each. `synth` renders them.

Cards are short and quiet, and a race is the loudest. Sounds that belong to a seat exist once for each of the `voices`.
"""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from cabinet.audio.synth import Layer, Noise, Recipe, Tone
from cabinet.audio.voices import VOICES, Voice

QUIET: Final = 0.55
"""Loudness of clicks and the pulse, in that of a card."""
LOUD: Final = 1.7
"""Loudness of a race and of a result, in that of a card."""
ROLL_S: Final = 0.7
"""Length of the drum roll of a dead heat, s: the lot follows."""
ROLL_HITS: Final = 22
RECORD_AT_S: Final = 0.9
"""When the sound of a record begins, s: behind that of the result."""


def recipes_in_voice(voice: Voice) -> Iterator[tuple[str, Recipe]]:
    """Yield the recipes of the sounds of one seat by their names without its number."""
    pitch, pan = voice
    low = pitch / 2

    def of(*layers: Layer, level: float = 1.0) -> Recipe:
        return Recipe(layers, level, pan)

    yield "play", of(Noise(0.07, dull=0.35, decay=70), Tone(pitch * 0.75, low, 0.11, decay=30, level=1.3))
    yield (
        "bounce",  # a semitone apart, and falling: rough, as nothing else is
        of(
            Tone(pitch * 0.75, pitch * 0.66, 0.18, decay=14),
            Tone(pitch * 0.795, pitch * 0.7, 0.18, decay=14, level=0.5),
            Noise(0.05, dull=0.6, level=0.4),
        ),
    )
    yield "beaten", of(Tone(pitch * 1.5, pitch * 1.5, 0.11, decay=12), Tone(pitch, pitch, 0.24, decay=11, at=0.1))
    yield (
        "finish",
        of(
            Tone(pitch, pitch, 0.14, decay=9),
            Tone(pitch * 1.5, pitch * 1.5, 0.14, decay=9, at=0.08),
            Tone(pitch * 2, pitch * 2, 0.42, decay=7, at=0.16),
            level=LOUD,
        ),
    )
    yield (
        "lot",
        of(
            Noise(0.09, dull=0.2, decay=50, level=0.7, at=ROLL_S),
            Tone(pitch, pitch, 0.5, decay=6, at=ROLL_S),
            Tone(pitch * 2, pitch * 2, 0.5, decay=7, level=0.6, at=ROLL_S),
            level=LOUD,
        ),
    )
    yield (
        "last_card",
        of(Tone(pitch * 2, pitch * 2, 0.09, decay=14), Tone(pitch * 2, pitch * 2, 0.2, decay=12, at=0.13)),
    )
    yield "lead", of(Tone(pitch, pitch, 0.1, decay=14), Tone(pitch * 4 / 3, pitch * 4 / 3, 0.18, decay=13, at=0.08))
    yield (
        "shout",
        of(Tone(pitch * 1.5, pitch * 3, 0.22, decay=5), Tone(pitch * 2.25, pitch * 4.5, 0.22, decay=6, level=0.5)),
    )


OF_ALL: Final[Mapping[str, Recipe]] = MappingProxyType(
    {
        "deal": Recipe((Noise(0.09, dull=0.55),)),
        "turn": Recipe((Noise(0.05, dull=0.15, decay=90), Noise(0.05, dull=0.4, at=0.03, level=0.7))),
        "stuck": Recipe((Tone(233, 233, 0.16, decay=9), Tone(175, 175, 0.26, decay=8, at=0.17))),
        "beat": Recipe((Tone(523, 523, 0.13, decay=22),)),
        "go": Recipe((Tone(1046, 1046, 0.34, decay=8), Tone(1568, 1568, 0.34, decay=9, level=0.5))),
        "call": Recipe((Tone(784, 784, 0.12, decay=14), Tone(1175, 1175, 0.24, decay=9, at=0.1))),
        "catch": Recipe((Tone(988, 494, 0.26, decay=7), Tone(1480, 740, 0.26, decay=8, level=0.4))),
        "word": Recipe((Tone(587, 587, 0.12, decay=16), Tone(440, 440, 0.22, decay=10, at=0.1))),
        "photo_1": Recipe((Noise(0.05, dull=0.6, decay=50), Tone(1397, 1397, 0.14, decay=24, level=0.5))),
        "photo_2": Recipe((Noise(0.05, dull=0.3, decay=50), Tone(2093, 2093, 0.15, decay=22, level=0.7)), 1.3),
        "photo_3": Recipe(
            (
                Noise(0.05, dull=0.0, decay=50),
                Tone(3136, 3136, 0.16, decay=20),
                Noise(0.04, dull=0.0, decay=60, level=0.6, at=0.07),
            ),
            LOUD,
        ),
        "roll": Recipe(
            tuple(
                Noise(0.06, dull=0.55, decay=60, level=0.25 + 0.75 * hit / ROLL_HITS, at=ROLL_S * hit / ROLL_HITS)
                for hit in range(ROLL_HITS)
            ),
            1.3,
        ),
        "over": Recipe((Tone(880, 880, 0.5, decay=8), Tone(2429, 2429, 0.3, decay=12, level=0.3)), 1.3),
        "win": Recipe(
            (
                Tone(523, 523, 0.30, decay=9),
                Tone(659, 659, 0.30, decay=9, at=0.11),
                Tone(784, 784, 0.30, decay=9, at=0.22),
                Tone(1046, 1046, 0.55, decay=6, at=0.33),
            ),
            LOUD,
        ),
        "lose": Recipe(
            (
                Tone(392, 392, 0.24, decay=9),
                Tone(349, 349, 0.24, decay=9, at=0.15),
                Tone(311, 311, 0.24, decay=9, at=0.30),
                Tone(233, 233, 0.50, decay=6, at=0.45),
            ),
        ),
        "record": Recipe(
            tuple(
                Tone(hertz, hertz, 0.22, decay=11, at=RECORD_AT_S + 0.08 * place)
                for place, hertz in enumerate((1046, 1319, 1568, 2093, 1568, 2093))
            ),
            LOUD,
        ),
        "pulse": Recipe((Tone(110, 82, 0.13, decay=22), Tone(98, 73, 0.13, decay=24, level=0.7, at=0.15)), QUIET),
        "click": Recipe((Noise(0.02, dull=0.3, decay=150, level=0.6), Tone(1175, 1175, 0.05, decay=60)), QUIET),
    }
)
"""The sounds that belong to no seat, by name."""

SOUNDS: Final[Mapping[str, Recipe]] = MappingProxyType(
    {
        **OF_ALL,
        **{f"{name}.{seat}": recipe for seat, voice in enumerate(VOICES) for name, recipe in recipes_in_voice(voice)},
    }
)
"""Every sound by name, in the order in which a cabinet renders them: the seats of most games come first."""
