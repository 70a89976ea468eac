"""The music: four layers of one tempo and one key, composed here as code and played by a sampled band.

A layer is a list of notes; `mido` writes it as MIDI, FluidSynth plays it with FluidR3 (MIT, ``docs/licences.md``)::

    apt install fluidsynth fluid-soundfont-gm ffmpeg      # and this project's extra `sounds`

Each layer is played twice without reverberation, which has no period, and the second time is kept: what still sounds at
its end has begun before its beginning too, so that the loop has no seam. No layer has a melody.
"""

import subprocess
from array import array
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from math import tanh
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Final, NamedTuple

from cabinet.audio.announcer import LAYERS, MOODS
from cabinet.audio.player import MUSIC, RATE
from tools.sounds.synth import write_ogg

BAND: Final = Path("/usr/share/sounds/sf2/FluidR3_GM.sf2")
BEAT_US: Final = 500_000
"""A beat, µs: 120 a minute, so a bar is two seconds, a whole number of FluidSynth's blocks of 64 samples."""
BAR: Final = 4
TICKS: Final = 480
DRUMS: Final = 9
"""General MIDI's channel of the drums."""
KICK, CLAP, CLOSED, OPEN, SHAKER = 36, 39, 42, 46, 70
ROOTS: Final = (36, 32, 41, 31)
"""C, A flat, F, G: the roots of C minor's chords, a bar each. Amber's voice is the C, blue's the A flat."""
CHORDS: Final = (
    (60, 63, 67), (60, 63, 68), (60, 65, 68), (59, 62, 67), (60, 63, 67), (58, 63, 67), (60, 65, 68), (60, 62, 67),
)  # fmt: skip
BALANCE: Final = MappingProxyType({"kick": 1.0, "bass": 0.8, "hats": 0.35, "chords": 0.65})
"""The root mean squares of the layers, in that of the kick."""
DRIVEN: Final = MappingProxyType({"kick": 4.0, "bass": 2.0, "hats": 4.0, "chords": 1.5})
"""How far each layer is driven into saturation: its peaks would else leave no room for the rest of it."""


class Note(NamedTuple):
    """A note: when it begins and how long it lasts, in beats, its key and its velocity."""

    at: float
    long: float
    key: int
    velocity: int


class Layer(NamedTuple):
    """A layer: its length in bars, its instrument (a program of General MIDI, None for drums), and its notes."""

    bars: int
    program: int | None
    notes: Sequence[Note]


def kick() -> Layer:
    """On every beat, and a clap on the second and the fourth."""
    beats = [Note(at, 0.5, KICK, 112) for at in range(BAR)]
    return Layer(1, None, [*beats, *(Note(at, 0.25, CLAP, 62) for at in (1, 3))])


def hats() -> Layer:
    """Between the beats; a shaker in sixteenths."""
    shakes = [Note(at / 4, 0.1, SHAKER, 40 + 22 * (at % 4 == 2)) for at in range(2 * 4 * BAR)]
    closed = (Note(at + 0.5, 0.2, CLOSED, 84) for at in range(2 * BAR))
    return Layer(2, None, [*closed, *shakes, Note(7.5, 0.4, OPEN, 60)])


def bass() -> Layer:
    """The chords' roots in eighths, with the octave before each bar's end."""
    steps = (0, 0, 12, 0, 0, 12, 0, 10)
    return Layer(
        len(ROOTS),
        38,
        [
            Note(bar * BAR + eighth / 2, 0.4, root + step, 96 if eighth % 2 == 0 else 78)
            for bar, root in enumerate(ROOTS)
            for eighth, step in enumerate(steps)
        ],
    )


def chords() -> Layer:
    """Short chords behind the beat, of which the last of each bar rings on."""
    rhythm = ((0.5, 0.3), (1.5, 0.3), (2.75, 1.2))
    return Layer(
        len(CHORDS),
        4,
        [
            Note(bar * BAR + at, long, key, 74)
            for bar, chord in enumerate(CHORDS)
            for at, long in rhythm
            for key in chord
        ],
    )


SCORE: Final = MappingProxyType({"kick": kick, "bass": bass, "hats": hats, "chords": chords})


def write_layers(folder: Path) -> None:
    """Write each layer into a folder, all together as loud as the player allows."""
    loops = dict(balanced({name: played(SCORE[name]()) for name in LAYERS}))
    by = 0.93 * MUSIC * 32767 / max(max(map(abs, mixed(loops, gains))) for gains in MOODS.values() if any(gains))
    for name, loop in loops.items():
        write_ogg(folder / f"{name}-1.ogg", array("h", [round(by * sample) for sample in loop]), quality=4)


def played(layer: Layer) -> "array[int]":
    """Return the samples of a layer that is repeated: mono, 16-bit, `RATE` a second."""
    with TemporaryDirectory() as folder:
        score, sound = Path(folder, "layer.mid"), Path(folder, "layer.raw")
        score.write_bytes(midi(layer))
        options = ["-n", "-i", "-q", "-R", "0", "-C", "0", "-g", "0.5", "-r", str(RATE), "-T", "raw", "-O", "s16"]
        command = ["fluidsynth", *options, "-F", str(sound), str(BAND), str(score)]
        subprocess.run(command, check=True, capture_output=True)
        stereo = array("h", sound.read_bytes())
    length = layer.bars * BAR * RATE * BEAT_US // 1_000_000
    mono = [(left + right) // 2 for left, right in zip(stereo[::2], stereo[1::2], strict=True)]
    return array("h", mono[length : 2 * length])


def midi(layer: Layer) -> bytes:
    """Return a layer as a MIDI file in which it is played three times."""
    from mido import Message, MetaMessage, MidiFile, MidiTrack

    channel = DRUMS if layer.program is None else 0
    track = MidiTrack([MetaMessage("set_tempo", tempo=BEAT_US)])
    if layer.program is not None:
        track.append(Message("program_change", channel=channel, program=layer.program))
    now = 0
    for tick, kind, key, velocity in sorted(events(layer)):
        track.append(Message(kind, channel=channel, note=key, velocity=velocity, time=tick - now))
        now = tick
    file = BytesIO()
    MidiFile(tracks=[track], ticks_per_beat=TICKS).save(file=file)
    return file.getvalue()


def events(layer: Layer) -> Iterator[tuple[int, str, int, int]]:
    """Yield when each key goes down or up in three times of a layer, in ticks."""
    for time in range(3):
        for note in layer.notes:
            begin = round((time * layer.bars * BAR + note.at) * TICKS)
            yield begin, "note_on", note.key, note.velocity
            yield begin + round(note.long * TICKS), "note_off", note.key, 0


def balanced(loops: Mapping[str, "array[int]"]) -> Iterator[tuple[str, list[float]]]:
    """Yield each loop with its part in the whole, saturated."""
    for name, clean in loops.items():
        by = DRIVEN[name] / max(map(abs, clean))
        loop = [tanh(by * sample) for sample in clean]
        root_mean_square = (sum(sample * sample for sample in loop) / len(loop)) ** 0.5
        yield name, [BALANCE[name] * sample / root_mean_square for sample in loop]


def mixed(loops: Mapping[str, Sequence[float]], gains: Sequence[float]) -> list[float]:
    """Return the sum of loops, each repeated up to the end of the longest."""
    whole = [0.0] * max(map(len, loops.values()))
    for gain, loop in zip(gains, loops.values(), strict=True):
        whole = [total + gain * loop[at % len(loop)] for at, total in enumerate(whole)] if gain else whole
    return whole
