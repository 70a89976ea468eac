"""The music: a tune for each game, one for the title and one for the result, composed here as code for a sampled band.

A layer is a few parts, each a list of notes for an instrument; `mido` writes it as MIDI, FluidSynth plays it with
FluidR3 (MIT, ``docs/licences.md``)::

    apt install fluidsynth fluid-soundfont-gm ffmpeg      # and this project's extra `sounds`

Each layer is played twice without reverberation, which has no period, and the second time is kept: what still sounds at
its end has begun before its beginning too, so that the loop has no seam. All keys have C and A flat, the voices of
amber and blue. The last lap is bass and chords a tone higher. The pulse is rendered by `synth`.
"""

import subprocess
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from mido import Message, MetaMessage, MidiFile, MidiTrack
from numpy.typing import NDArray

from cabinet.audio.music import BAR, GAMES, LAYERS, MOODS, PULSES, RATE, TUNES
from cabinet.audio.player import MUSIC
from tools.sounds.recipes import PULSE
from tools.sounds.synth import render, write_ogg

Loop = NDArray[np.float64]
BAND: Final = Path("/usr/share/sounds/sf2/FluidR3_GM.sf2")
TICKS: Final = 480
DRUMS: Final = 9
"""General MIDI's channel of the drums."""
KICK, STICK, SNARE, CLAP, CLOSED, OPEN, RIDE, TAMBOURINE = 36, 37, 38, 39, 42, 46, 51, 54
LOW_CONGA, HIGH_CONGA, SHAKER, TOM = 64, 63, 70, 45
TONE: Final = 2
"""Semitones by which the last lap is higher."""
BALANCE: Final = MappingProxyType({"kick": 1.0, "bass": 0.8, "hats": 0.35, "chords": 0.65, "bridge": 1.0, "lap": 1.0})
"""The root mean squares of the layers, in that of the kick."""
DRIVEN: Final = MappingProxyType({"kick": 4.0, "bass": 2.0, "hats": 4.0, "chords": 1.5, "bridge": 1.5, "lap": 1.5})
"""How far each layer is driven into saturation: its peaks would else leave no room for the rest of it."""
QUALITIES: Final = (2, 3, 4, 5, 6, 7)
"""The qualities of the files, as `write_ogg` has them: each has the first with which its seam is not heard."""


class Note(NamedTuple):
    """A note: when it begins and how long it lasts, in beats, its key and its velocity."""

    at: float
    long: float
    key: int
    velocity: int


class Part(NamedTuple):
    """What one instrument plays: a program of General MIDI, None for drums, and its notes."""

    program: int | None
    notes: Sequence[Note]


class Layer(NamedTuple):
    """A layer: its length in bars, and its parts."""

    bars: int
    parts: Sequence[Part]


class Score(NamedTuple):
    """A tune. `level` is how loud it is, in what the player allows; `balance` is beside `BALANCE`."""

    kick: Layer
    bass: Layer
    hats: Layer
    chords: Layer
    bridge: Layer
    level: float = 1.0
    balance: Mapping[str, float] = MappingProxyType({})


# Patterns


def hits(key: int, at: Sequence[float], velocity: int, bars: int = 1) -> list[Note]:
    """A drum at the same beats of each bar."""
    return [Note(bar * BAR + beat, 0.2, key, velocity) for bar in range(bars) for beat in at]


def bass_line(program: int, roots: Sequence[int], steps: Sequence[tuple[float, float, int]], loud: int = 96) -> Layer:
    """A bar on each root; `steps` are its notes: beat, length, and semitones above the root."""
    notes = [
        Note(bar * BAR + at, long, root + up, loud if at == int(at) else loud - 16)
        for bar, root in enumerate(roots)
        for at, long, up in steps
    ]
    return Layer(len(roots), [Part(program, notes)])


def stabs(
    program: int, chords: Sequence[Sequence[int]], rhythm: Sequence[tuple[float, float]], loud: int = 74
) -> Layer:
    """A bar on each chord, in a rhythm of beats and lengths."""
    return Layer(len(chords), [Part(program, chord_notes(chords, rhythm, loud))])


def chord_notes(chords: Sequence[Sequence[int]], rhythm: Sequence[tuple[float, float]], loud: int) -> list[Note]:
    """The notes of `stabs`."""
    return [
        Note(bar * BAR + at, long, key, loud)
        for bar, chord in enumerate(chords)
        for at, long in rhythm
        for key in chord
    ]


def melody(text: str, loud: int) -> list[Note]:
    """A melody from words of key and length in beats, ``72:1.5``; ``-`` is a rest."""
    notes, at = list[Note](), 0.0
    for each in text.split():
        key, _, long = each.partition(":")
        if key != "-":
            notes.append(Note(at, float(long) * 0.9, int(key), loud))
        at += float(long)
    return notes


def bridge(low: tuple[int, str], pad: tuple[int, str], lead: tuple[int, str], loud: int = 84) -> Layer:
    """Eight bars: a bass in quarters, chords that are held, and a melody, each with its program.

    Roots and chords are words, one a bar: ``41``, ``60-65-68``; the melody is as `melody` reads it.
    """
    roots = [int(root) for root in low[1].split()]
    chords = [[int(key) for key in chord.split("-")] for chord in pad[1].split()]
    quarters = [Note(bar * BAR + at, 0.8, root, 88) for bar, root in enumerate(roots) for at in range(BAR)]
    held = chord_notes(chords, ((0, 3.8),), 60)
    return Layer(8, [Part(low[0], quarters), Part(pad[0], held), Part(lead[0], melody(lead[1], loud))])


SIXTEENTHS: Final = tuple(at / 4 for at in range(16))
EIGHTHS: Final = tuple((eighth / 2, 0.4, up) for eighth, up in enumerate((0, 0, 12, 0, 0, 12, 0, 10)))
ROCK: Final = tuple((eighth / 2, 0.45, 0) for eighth in range(8))
SLAPPED: Final = (
    (0, 0.4, 0),
    (0.75, 0.2, 12),
    (1.5, 0.4, 0),
    (2.25, 0.2, 10),
    (2.5, 0.4, 12),
    (3.25, 0.2, 7),
    (3.5, 0.4, 0),
)
WALKED: Final = ((0, 0.9, 0), (1, 0.9, 7), (2, 0.9, 10), (3, 0.6, 7), (3.67, 0.3, 5))
COUNTED: Final = ((0, 0.6, 0), (0.75, 0.6, 0), (1.5, 0.4, 12), (2, 0.6, 0), (2.75, 0.6, 7), (3.5, 0.4, 12))
HELD: Final = ((0, 1.8, 0), (2.5, 1.2, 0))
SWUNG: Final = tuple(beat + off for beat in range(BAR) for off in (0, 0.67) if not (off and beat % 2 == 0))


# The tunes


def title() -> Score:
    """Slow and warm, E flat major: electric piano, a shaker, long basses."""
    chords = ((63, 67, 70, 74), (60, 63, 67, 70), (60, 63, 68, 72), (58, 63, 65, 70)) * 2
    return Score(
        Layer(1, [Part(None, [*hits(KICK, (0, 2.5), 70), *hits(STICK, (2,), 50)])]),
        bass_line(33, (39, 36, 32, 34), HELD, 84),
        Layer(2, [Part(None, [*hits(SHAKER, [at / 2 for at in range(8)], 46, 2), Note(7.5, 0.3, OPEN, 34)])]),
        stabs(4, chords, ((0, 1.4), (1.5, 0.4), (2.5, 1.4)), 62),
        bridge(
            (33, "32 32 34 34 36 36 34 34"),
            (89, "60-63-68 60-63-67 58-62-65 58-62-68 60-63-67 58-63-67 58-65-68 58-62-65"),
            (
                9,
                "-:2 75:1 77:1 79:3 75:1 -:2 77:1 79:1 82:3 77:1 -:2 79:1 80:1 84:2 82:2 80:1 79:1 77:2 74:4",
            ),
            58,
        ),
        level=0.62,
        balance={"kick": 0.55, "chords": 0.8, "bridge": 0.9},
    )


def result() -> Score:
    """A parade in A flat major: brass, piano, claps and a tambourine."""
    chords = ((56, 60, 63, 68), (55, 58, 63, 67), (53, 56, 60, 65), (53, 56, 61, 65)) * 2
    return Score(
        Layer(1, [Part(None, [*hits(KICK, range(BAR), 96), *hits(CLAP, (1, 3), 74)])]),
        bass_line(38, (32, 39, 41, 37), EIGHTHS, 88),
        Layer(2, [Part(None, [*hits(TAMBOURINE, (0.5, 1, 1.5, 2.5, 3, 3.5), 66, 2), Note(7.5, 0.4, OPEN, 50)])]),
        Layer(
            8,
            [
                Part(62, chord_notes(chords, ((0, 0.6), (1.5, 0.4), (2.5, 1.2)), 78)),
                Part(0, chord_notes(chords, ((0, 0.4), (1, 0.4), (2, 0.4), (3, 0.4)), 66)),
            ],
        ),
        bridge(
            (38, "37 37 39 39 41 41 39 39"),
            (48, "56-61-65 56-60-65 55-58-63 55-61-63 53-56-60 56-60-65 55-58-63 55-61-63"),
            (61, "77:2 80:2 84:3 80:1 82:2 79:2 75:4 77:2 80:2 84:3 87:1 87:4 82:4"),
        ),
        balance={"kick": 0.7, "hats": 0.7, "chords": 0.8},
    )


def speed() -> Score:
    """A house in C minor, 120 beats a minute: synthesised bass, chords behind the beat."""
    chords = (
        (60, 63, 67), (60, 63, 68), (60, 65, 68), (59, 62, 67), (60, 63, 67), (58, 63, 67), (60, 65, 68), (60, 62, 67),
    )  # fmt: skip
    return Score(
        Layer(1, [Part(None, [*hits(KICK, range(BAR), 112), *hits(CLAP, (1, 3), 62)])]),
        bass_line(38, (36, 32, 41, 31), EIGHTHS),
        Layer(
            2,
            [
                Part(
                    None,
                    [
                        *hits(CLOSED, (0.5, 1.5, 2.5, 3.5), 84, 2),
                        *(Note(at / 4, 0.1, SHAKER, 40 + 22 * (at % 4 == 2)) for at in range(2 * 4 * BAR)),
                        Note(7.5, 0.4, OPEN, 60),
                    ],
                )
            ],
        ),
        stabs(4, chords, ((0.5, 0.3), (1.5, 0.3), (2.75, 1.2))),
        bridge(
            (38, "41 41 36 36 32 34 31 31"),
            (50, "60-65-68 60-65-68 60-63-67 60-63-67 60-63-68 58-62-65 59-62-67 59-65-67"),
            (
                81,
                "72:0.5 75:0.5 77:1 80:1.5 77:0.5 75:4 72:0.5 75:0.5 79:1 75:1.5 72:0.5 70:4 "
                "68:0.5 72:0.5 75:1 80:2 77:1 74:1 70:2 71:1 74:1 79:2 77:1 74:1 71:2",
            ),
            66,
        ),
    )


def spit() -> Score:
    """A rock band in F minor, 138: two guitars in fifths, a bass in eighths."""
    fifths = ((53, 60, 65), (49, 56, 61), (51, 58, 63), (48, 55, 60)) * 2
    return Score(
        Layer(1, [Part(None, [*hits(KICK, (0, 1.5, 2), 112), *hits(SNARE, (1, 3), 96)])]),
        bass_line(34, (41, 37, 39, 36), ROCK),
        Layer(2, [Part(None, [*hits(CLOSED, [at / 2 for at in range(8)], 78, 2), Note(3.5, 0.4, OPEN, 70)])]),
        stabs(29, fifths, ((0, 0.9), (1, 0.3), (1.5, 0.9), (2.5, 0.3), (3, 0.8)), 80),
        bridge(
            (34, "34 34 41 41 37 39 36 36"),
            (29, "46-53-58 46-53-58 41-48-53 41-48-53 49-56 51-58 48-55 48-55"),
            (
                30,
                "73:1 72:1 70:1 68:1 70:2 65:2 72:1 70:1 68:1 65:1 68:4 65:1 68:1 73:2 70:1 75:1 "
                "79:2 76:1.5 79:0.5 84:2 82:1 79:1 76:2",
            ),
            74,
        ),
        balance={"chords": 0.6, "kick": 1.1},
    )


def mod_spit() -> Score:
    """A clockwork in E flat major, 112: marimba and vibraphone count threes against fours."""
    threes = ((63, 67, 70), (60, 63, 67), (60, 63, 68), (58, 62, 65)) * 2
    return Score(
        Layer(1, [Part(None, [*hits(KICK, range(BAR), 104), *hits(STICK, (0.75, 1.5, 2.75, 3.5), 70)])]),
        bass_line(35, (39, 36, 32, 34), COUNTED),
        Layer(2, [Part(None, [*hits(SHAKER, SIXTEENTHS, 58, 2), *hits(CLOSED, (0.5, 1.5, 2.5, 3.5), 72, 2)])]),
        Layer(
            8,
            [
                Part(
                    12,
                    [
                        Note(bar * BAR + at / 4, 0.2, chord[at % 3] + 12, 92 if at % 3 == 0 else 70)
                        for bar, chord in enumerate(threes)
                        for at in range(16)
                    ],
                )
            ],
        ),
        bridge(
            (35, "32 32 34 34 36 36 34 34"),
            (11, "60-63-68 63-68-72 58-62-65 62-65-70 60-63-67 63-67-72 58-62-65 58-65-68"),
            (
                13,
                "80:0.75 79:0.75 75:0.5 72:2 80:0.75 79:0.75 75:0.5 84:2 82:0.75 80:0.75 77:0.5 "
                "74:2 82:0.75 77:0.75 74:0.5 70:2 79:0.75 75:0.75 72:0.5 79:2 84:0.75 79:0.75 "
                "75:0.5 72:2 74:1 77:1 80:1 82:1 77:2 70:2",
            ),
        ),
        level=0.97,
        balance={"chords": 0.5},
    )


def speed_uno() -> Score:
    """A carnival in A flat major, 124: slapped bass, clavinet, congas."""
    chords = ((60, 63, 68), (60, 65, 68), (58, 61, 65), (58, 61, 67)) * 2
    congas = [*hits(LOW_CONGA, (0.5, 1, 2.5, 3), 84, 2), *hits(HIGH_CONGA, (1.5, 1.75, 3.5, 3.75), 76, 2)]
    return Score(
        Layer(1, [Part(None, [*hits(KICK, (0, 0.75, 2, 2.75), 108), *hits(CLAP, (1, 3), 80)])]),
        bass_line(36, (32, 41, 34, 39), SLAPPED),
        Layer(2, [Part(None, [*congas, *hits(SHAKER, SIXTEENTHS, 44, 2)])]),
        stabs(7, chords, ((0, 0.2), (0.75, 0.2), (1.5, 0.4), (2.75, 0.2), (3.25, 0.2), (3.5, 0.3)), 84),
        bridge(
            (36, "37 37 32 32 34 34 39 39"),
            (16, "56-61-65 56-61-65 56-60-63 56-60-63 58-61-65 58-61-65 55-58-63 55-61-63"),
            (
                61,
                "77:0.5 77:0.5 80:1 77:2 -:2 80:0.5 82:0.5 80:1 80:0.5 75:0.5 72:1 68:2 -:4 "
                "77:0.5 77:0.5 82:1 77:2 -:2 80:0.5 77:0.5 73:1 75:0.5 79:0.5 82:1 85:2 84:1 82:1 "
                "79:1 75:1",
            ),
        ),
        balance={"chords": 0.5},
    )


def speah() -> Score:
    """A swing of spies in B flat minor, 104: walking bass, brushes, vibraphone and a muted trumpet."""
    chords = ((61, 65, 70), (61, 65, 68), (58, 61, 66), (57, 60, 63)) * 2
    return Score(
        Layer(1, [Part(None, [*hits(KICK, (0, 2), 96), *hits(SNARE, (1, 3), 74), *hits(SNARE, (3.67,), 44)])]),
        bass_line(32, (34, 34, 30, 29), WALKED, 100),
        Layer(2, [Part(None, [*hits(RIDE, SWUNG, 78, 2), *hits(CLOSED, (1, 3), 60, 2)])]),
        stabs(11, chords, ((0, 0.6), (1.67, 0.9)), 84),
        bridge(
            (32, "39 39 34 34 30 30 29 29"),
            (11, "58-63-66 58-63-66 58-61-65 58-61-65 58-61-66 58-61-66 57-60-63 57-60-65"),
            (
                59,
                "-:1 70:0.67 73:0.33 75:2 78:1.67 75:0.33 73:2 -:1 65:0.67 68:0.33 70:2 73:1.67 "
                "70:0.33 65:2 -:1 66:0.67 70:0.33 73:2 78:2 77:2 75:1 72:1 69:1 72:1 65:4",
            ),
        ),
        balance={"hats": 0.3},
    )


SCORES: Final = MappingProxyType(
    {
        "title": title, "result": result, "spit": spit, "speed": speed, "mod_spit": mod_spit, "speed_uno": speed_uno,
        "speah": speah,
    }
)  # fmt: skip


# Files


def write_tunes(folder: Path, tunes: Iterable[str] = TUNES) -> None:
    """Write the layers of each tune into a folder of its own, all together as loud as the player allows."""
    for name in tunes:
        for layer, samples in files_of_tune(name):
            path = folder / name / f"{layer}.ogg"
            for quality in QUALITIES:
                write_ogg(path, samples, quality=quality)
                if layer in PULSES or not clicks(decoded(path)):
                    break


def clicks(loop: Loop) -> bool:
    """Return whether a loop bends more at its seam than it does within, but for one sample in a hundred."""
    usual = max(float(np.quantile(np.abs(np.diff(loop, 2)), 0.99)), 1)
    return bool(np.max(np.abs(np.diff([*loop[-2:], *loop[:2]], 2))) > 0.9 * usual)


def decoded(path: Path) -> Loop:
    """Return the samples of a file: mono; full scale is 32,767."""
    command = ["ffmpeg", "-loglevel", "error", "-i", str(path), "-f", "s16le", "-ac", "1", "-"]
    return np.frombuffer(subprocess.run(command, check=True, capture_output=True).stdout, "<i2").astype(np.float64)


def files_of_tune(name: str) -> Iterator[tuple[str, "array[int]"]]:
    """Yield the samples of each layer of a tune: mono, 16-bit, `RATE` a second."""
    score, beat = SCORES[name](), TUNES[name]
    layers: dict[str, Layer] = {layer: getattr(score, layer) for layer in LAYERS if layer in Score._fields}
    if name in GAMES:
        layers["lap"] = raised(score.bass, score.chords)
    loops = {layer: balanced(layer, played(notes, beat), score.balance) for layer, notes in layers.items()}
    by = 0.9 * MUSIC * score.level / loudest(loops)
    for layer, loop in loops.items():
        yield layer, array("h", [round(sample) for sample in 32767 * by * loop])
    if name in GAMES:
        pulse = render("pulse", PULSE)
        yield "beat", on_beat(pulse, beat)
        yield "half", on_beat(pulse, beat // 2)


def raised(bass: Layer, chords: Layer) -> Layer:
    """Return bass and chords a tone higher, as long as the chords."""
    again = range(chords.bars // bass.bars)
    lows = [note._replace(at=note.at + BAR * bass.bars * turn) for turn in again for note in bass.parts[0].notes]
    parts = [Part(bass.parts[0].program, lows), *chords.parts]
    up = [Part(part.program, [note._replace(key=note.key + TONE) for note in part.notes]) for part in parts]
    return Layer(chords.bars, up)


def on_beat(pulse: Sequence[int], length: int) -> "array[int]":
    """Return the pulse in a loop of so many samples; what does not fit begins it anew."""
    loop = [0] * length
    for at, sample in enumerate(pulse):
        loop[at % length] += sample
    return array("h", loop)


def played(layer: Layer, beat: int) -> Loop:
    """Return the samples of a layer that is repeated, `beat` of them in a beat: mono; full scale is 32,767."""
    with TemporaryDirectory() as folder:
        score, sound = Path(folder, "layer.mid"), Path(folder, "layer.raw")
        score.write_bytes(midi(layer, beat))
        options = ["-n", "-i", "-q", "-R", "0", "-C", "0", "-g", "0.5", "-r", str(RATE), "-T", "raw", "-O", "s16"]
        command = ["fluidsynth", *options, "-F", str(sound), str(BAND), str(score)]
        subprocess.run(command, check=True, capture_output=True)
        stereo = np.frombuffer(sound.read_bytes(), "<i2").astype(np.float64)
    length = layer.bars * BAR * beat
    mono = (stereo[::2] + stereo[1::2]) / 2
    return mono[length : 2 * length]


def midi(layer: Layer, beat: int) -> bytes:
    """Return a layer as a MIDI file in which it is played three times."""
    tracks = [MidiTrack([MetaMessage("set_tempo", tempo=beat * 1_000_000 // RATE)])]
    for number, part in enumerate(layer.parts):
        channel = DRUMS if part.program is None else number
        track = MidiTrack()
        if part.program is not None:
            track.append(Message("program_change", channel=channel, program=part.program))
        now = 0
        for tick, kind, key, velocity in sorted(events(part, layer.bars)):
            track.append(Message(kind, channel=channel, note=key, velocity=velocity, time=tick - now))
            now = tick
        tracks.append(track)
    file = BytesIO()
    MidiFile(tracks=tracks, ticks_per_beat=TICKS).save(file=file)
    return file.getvalue()


def events(part: Part, bars: int) -> Iterator[tuple[int, str, int, int]]:
    """Yield when each key goes down or up in three times of a part of so many bars, in ticks."""
    for time in range(3):
        for note in part.notes:
            begin = round((time * bars * BAR + note.at) * TICKS)
            yield begin, "note_on", note.key, note.velocity
            yield begin + round(note.long * TICKS), "note_off", note.key, 0


def balanced(layer: str, clean: Loop, own: Mapping[str, float]) -> Loop:
    """Return a loop with its part in the whole, saturated."""
    loop: Loop = np.tanh(DRIVEN[layer] / np.max(np.abs(clean)) * clean)
    return loop * (own.get(layer, BALANCE[layer]) / float(np.sqrt(np.mean(loop**2))))


def loudest(loops: Mapping[str, Loop]) -> float:
    """Return the largest sample of all sums of loops that the player makes of them."""
    length = max(map(len, loops.values()))
    whole = {layer: np.resize(loop, length) for layer, loop in loops.items()}
    sums: list[Any] = []
    for kick, bass, hats, chords, lap in MOODS.values():
        gains = {"kick": kick, "bass": bass, "hats": hats, "chords": chords, "lap": lap}
        verse = sum(gain * whole[layer] for layer, gain in gains.items() if layer in whole)
        between = kick * whole["kick"] + hats * whole["hats"] + max(bass, chords) * whole["bridge"]
        sums += [verse, between]
    return float(max(np.max(np.abs(each)) for each in sums))
