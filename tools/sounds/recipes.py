"""The recipes of all effects: a few tones and bursts of noise each. `synth` renders them.

Cards are short and quiet, and a race is the loudest. Sounds that belong to a seat exist once for each of the voices
(`cabinet.audio.player`). What is heard often has several takes, a little different in pitch and noise.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from cabinet.audio.player import RUN, VOICES
from cabinet.display.result.slow_motion import RUN_NS
from tools.sounds.synth import Layer, Noise, Recipe, Tone

QUIET: Final = 0.55
"""Loudness of clicks and the pulse, in that of a card."""
LOUD: Final = 1.7
"""Loudness of a race and of a result, in that of a card."""
ROLL_S: Final = 0.7
"""Length of the drum roll of a dead heat, s: the lot follows."""
ROLL_HITS: Final = 22
RECORD_AT_S: Final = 0.9
"""When the sound of a record begins, s: behind that of the result."""


TICKS: Final = 12
"""How often a replay ticks before the line."""

LADDER: Final = (1, 6 / 5, 4 / 3, 3 / 2, 9 / 5, 2)
"""The pitches of a run of cards, in that of its first: a minor pentatonic."""
DETUNED: Final = (1, 1.03, 0.97)
"""The pitches of the takes of a sound, in that of its first."""
TAKES: Final = MappingProxyType({"play": 2, "bounce": 2, "draw": 3, "turn": 3, "deal": 3, "click": 3, "take": 2})
"""How many takes there are of a kind; of the others there is one."""


def ticks_at(step: int) -> float:
    """Return when a replay has come so many twelfths of its way, s: its cards are the slower the nearer the line."""
    return RUN_NS / 1e9 * (1 - math.sqrt(1 - step / TICKS))


def played(pitch: float, step: int) -> Recipe:
    """Return the sound of a card: a crack and a body; higher in a run, a bell is on top."""
    body = pitch * 0.75 * LADDER[step]
    bell = Tone(4 * body, 4 * body, 0.16, decay=26, level=0.06 * step)
    thud = Tone(body, body * (0.9 if step else 2 / 3), 0.11, decay=30, level=1.3)
    crack = Noise(0.03, dull=0.0, decay=160, level=0.8)
    return Recipe((Noise(0.07, dull=0.35, decay=70), thud, crack, *((bell,) if step else ())))


def recipes_in_voice(pitch: float) -> Iterator[tuple[str, Recipe]]:
    """Yield the recipes of the sounds of one seat by their names without its number; `pitch` in Hz."""
    low = pitch / 2

    def of(*layers: Layer, level: float = 1.0) -> Recipe:
        return Recipe(layers, level)

    yield "ready", of(Tone(pitch, pitch, 0.1, decay=18), Tone(pitch * 1.25, pitch * 1.25, 0.16, decay=16, at=0.06))
    yield "draw", of(Noise(0.08, dull=0.75, decay=40), Tone(low, pitch * 0.75, 0.08, decay=30, level=0.4), level=QUIET)
    yield (
        "slap",
        of(Noise(0.1, dull=0.6, decay=45), Noise(0.04, dull=0.0, decay=120), Tone(low, low / 2, 0.14, decay=22)),
    )
    yield "point", of(Tone(pitch * 2, pitch * 2, 0.08, decay=20), Tone(pitch * 3, pitch * 3, 0.3, decay=10, at=0.07))
    yield (
        "streak",
        of(
            *(
                Tone(pitch * 2 * up, pitch * 2 * up, 0.12, decay=16, at=0.05 * at)
                for at, up in enumerate((1, 1.2, 1.5, 2))
            )
        ),
    )
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
        "motif",
        of(
            *(
                Tone(pitch * up, pitch * up, long, decay=5, level=1 - 0.1 * at, at=ROLL_S + 0.125 * at)
                for at, (up, long) in enumerate(((1, 0.2), (1, 0.2), (1.5, 0.2), (2, 0.55)))
            ),
            Tone(pitch, pitch, 0.5, decay=6, level=0.5, at=ROLL_S + 0.375),
            level=LOUD,
        ),
    )
    yield (
        "last_card",
        of(Tone(pitch * 2, pitch * 2, 0.09, decay=14), Tone(pitch * 2, pitch * 2, 0.2, decay=12, at=0.13)),
    )
    yield (
        "win",  # a fanfare: three calls, and the chord
        of(
            *(
                Tone(pitch * up, pitch * up, long, decay=6, level=0.8, at=at)
                for at, up, long in (
                    (0, 1, 0.12),
                    (0.12, 1, 0.12),
                    (0.24, 1, 0.14),
                    (0.4, 4 / 3, 0.16),
                    (0.56, 1.5, 0.4),
                )
            ),
            Tone(pitch * 2, pitch * 2, 0.45, decay=5, at=0.56),
            Tone(pitch * 2.5, pitch * 2.5, 0.45, decay=5, level=0.5, at=0.56),
            Noise(0.06, dull=0.3, decay=50, level=0.5, at=0.56),
            level=LOUD,
        ),
    )
    yield "lead", of(Tone(pitch, pitch, 0.1, decay=14), Tone(pitch * 4 / 3, pitch * 4 / 3, 0.18, decay=13, at=0.08))
    yield (
        "shout",
        of(Tone(pitch * 1.5, pitch * 3, 0.22, decay=5), Tone(pitch * 2.25, pitch * 4.5, 0.22, decay=6, level=0.5)),
    )


OF_ALL: Final[Mapping[str, Recipe]] = MappingProxyType(
    {
        "gather": Recipe(tuple(Noise(0.05, dull=0.6, at=0.03 * at, level=0.6 + 0.1 * at) for at in range(4))),
        "shuffle": Recipe(tuple(Noise(0.03, dull=0.5, decay=90, at=0.018 * at) for at in range(9)), QUIET),
        "take": Recipe((*(Noise(0.06, dull=0.5, at=0.05 * at) for at in range(3)), Tone(220, 147, 0.2, decay=14))),
        "colour": Recipe(
            tuple(Tone(hz, hz, 0.2, decay=12, at=0.04 * at) for at, hz in enumerate((659, 784, 988, 1319)))
        ),
        "direction": Recipe((Tone(330, 660, 0.12, decay=8), Tone(660, 330, 0.14, decay=8, at=0.11))),
        "pause": Recipe((Tone(523, 523, 0.1, decay=18), Tone(392, 392, 0.16, decay=16, at=0.09)), QUIET),
        "resume": Recipe((Tone(392, 392, 0.1, decay=18), Tone(523, 523, 0.16, decay=16, at=0.09)), QUIET),
        "void": Recipe((Tone(880, 110, 0.5, decay=5), Noise(0.5, dull=0.8, decay=6, level=0.5))),
        "nobody": Recipe((Tone(311, 294, 0.3, decay=7), Tone(294, 277, 0.5, decay=6, at=0.25))),
        "gasp": Recipe((Noise(0.3, dull=0.92, decay=4), Noise(0.4, dull=0.8, decay=9, level=0.4, at=0.1)), QUIET),
        "cheer": Recipe(
            (
                *(Noise(0.9, dull=0.85, decay=2.2, at=0.06 * at, level=0.6) for at in range(3)),
                *(
                    Noise(0.02, dull=0.3, decay=160, at=0.2 + 0.041 * at * (1 + at % 3 / 5), level=0.9)
                    for at in range(14)
                ),
            ),
        ),
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
                Noise(0.05, dull=0.25, decay=50),
                Tone(3136, 3136, 0.16, decay=20),
                Noise(0.04, dull=0.25, decay=60, level=0.6, at=0.07),
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
        "ticks": Recipe(
            (
                *(
                    Tone(880 + 40 * step, 880 + 40 * step, 0.05, decay=70, level=0.5, at=ticks_at(step))
                    for step in range(TICKS)
                ),
                *(Noise(0.02, dull=0.2, decay=150, level=0.5, at=ticks_at(step)) for step in range(TICKS)),
                Tone(1760, 1760, 0.3, decay=12, at=RUN_NS / 1e9),
                Noise(0.06, dull=0.2, decay=60, at=RUN_NS / 1e9),
            ),
        ),
        "shutter": Recipe(
            (
                Noise(0.03, dull=0.1, decay=120),
                Noise(0.05, dull=0.35, decay=80, level=0.9, at=0.075),
                Noise(0.25, dull=0.8, decay=9, level=0.3, at=0.13),
                Tone(2637, 2637, 0.1, decay=30, level=0.25, at=0.075),
            ),
            1.3,
        ),
        "board": Recipe(
            (
                *(Noise(0.05, dull=0.55, at=0.07 * at, level=0.8) for at in range(5)),
                *(Tone(hz, hz, 0.24, decay=11, at=0.14 + 0.07 * at) for at, hz in enumerate((415, 523, 622))),
            ),
        ),
        "gong": Recipe(
            (
                Tone(523, 523, 0.5, decay=6),
                Tone(831, 831, 0.6, decay=5, at=0.22),
                Tone(2093, 2093, 0.3, decay=14, level=0.2),
                Tone(3324, 3324, 0.3, decay=14, level=0.2, at=0.22),
            ),
        ),
        "refused": Recipe((Noise(0.03, dull=0.85, decay=90, level=0.6), Tone(196, 131, 0.08, decay=34)), QUIET),
        "click": Recipe((Noise(0.02, dull=0.3, decay=150, level=0.6), Tone(1175, 1175, 0.05, decay=60)), QUIET),
    }
)
"""The sounds that belong to no seat, by name."""

SOUNDS: Final[Mapping[str, Recipe]] = MappingProxyType(
    {
        **OF_ALL,
        **{f"{name}.{seat}": it for seat, voice in enumerate(VOICES) for name, it in recipes_in_voice(voice.hertz)},
        **{
            f"play.{seat}.{step}": played(voice.hertz, step) for seat, voice in enumerate(VOICES) for step in range(RUN)
        },
    }
)
"""Every sound by name."""


PULSE: Final = Recipe((Tone(110, 82, 0.13, decay=22), Tone(98, 73, 0.13, decay=24, level=0.7, at=0.15)), QUIET)
"""The pulse of the music's last layers, which `tune` lays on the beat."""


def every_take() -> Iterator[tuple[str, Recipe]]:
    """Yield the recipe of each take by its file's name: ``deal-2``."""
    for name, recipe in SOUNDS.items():
        for take in range(TAKES.get(name.partition(".")[0], 1)):
            yield f"{name}-{take + 1}", detuned(recipe, DETUNED[take])


def detuned(recipe: Recipe, by: float) -> Recipe:
    """Return a recipe with all its pitches multiplied."""
    layers = (
        replace(layer, hertz=layer.hertz * by, to_hertz=layer.to_hertz * by) if isinstance(layer, Tone) else layer
        for layer in recipe.layers
    )
    return replace(recipe, layers=tuple(layers))
