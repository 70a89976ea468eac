"""The announcer's clips as they are shipped: a recogniser hears in each the words that it should say."""

import re
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from cabinet.audio.music import RATE
from cabinet.audio.player import ASSETS, LANGUAGE, VOICE, files_of, length_ns
from tests.cabinet.audio.measured import read_folder
from tools.sounds.speech import CLIPS

FOLDER = f"voice/{LANGUAGE}"
TAKES = {f"{name}-{take}": text for name, texts in CLIPS.items() for take, text in enumerate(texts, 1)}
HEARS_HZ = 16_000
"""The rate of the recogniser's model."""


def words_of(text: str) -> str:
    """The words of a take as the recogniser writes them."""
    return re.sub(r"[!?,.]", "", text).lower().replace("uno", "oono").replace("spee-ah", "speeah")


@cache
def recogniser() -> Callable[[Sequence[float]], str]:
    """Return what hears one of the clips' phrases, whichever it is, in samples at `HEARS_HZ`."""
    from pocketsphinx import Decoder

    decoder = Decoder(lm=None, loglevel="FATAL")
    decoder.add_word("oono", "UW N OW", True)  # the dictionary's "uno" rhymes with "a no"
    decoder.add_word("speeah", "S P IY AA", True)  # Speahx
    phrases = " | ".join(sorted(set(map(words_of, TAKES.values()))))
    decoder.add_jsgf_string("clips", f"#JSGF V1.0; grammar clips; public <clip> = {phrases};")
    decoder.activate_search("clips")

    def hear(samples: Sequence[float]) -> str:
        loudest = max(map(abs, samples))
        quiet = [0.0] * (HEARS_HZ // 4)
        heard = array("h", [round(23_000 * sample / loudest) for sample in (*quiet, *samples, *quiet)])
        decoder.start_utt()
        decoder.process_raw(heard.tobytes(), full_utt=True)
        decoder.end_utt()
        found = decoder.hyp()
        return found.hypstr if found is not None else ""

    return hear


@pytest.mark.long
@pytest.mark.needs("pocketsphinx")
@pytest.mark.parametrize("take", TAKES)
def test_a_recogniser_hears_the_words_of_every_take_among_those_of_all(take: str) -> None:
    samples = read_folder(FOLDER)[take]
    third = RATE // HEARS_HZ
    slower = [sum(samples[at : at + third]) / third for at in range(0, len(samples) - third, third)]
    assert recogniser()(slower) == words_of(TAKES[take])


def test_there_is_a_file_for_each_take_and_no_other() -> None:
    assert sorted(read_folder(FOLDER)) == sorted(TAKES)
    assert files_of(FOLDER).keys() == CLIPS.keys()


def test_a_take_is_short_and_as_long_as_its_last_page_says() -> None:
    for take, samples in read_folder(FOLDER).items():
        assert 0.2 < len(samples) / RATE < 2.5, take
        assert length_ns(ASSETS / FOLDER / f"{take}.ogg") == pytest.approx(len(samples) * 1e9 / RATE, abs=1e6), take


def test_no_take_is_above_the_room_that_the_player_keeps_for_it() -> None:
    peaks = {take: max(map(abs, samples)) for take, samples in read_folder(FOLDER).items()}
    assert max(peaks.values()) <= VOICE
    assert min(peaks.values()) > 0.8 * VOICE


def test_all_that_is_shipped_for_ears_is_small(repository: Path) -> None:
    for folder, most in (("voice", 2_000_000), ("music", 3_000_000), ("sounds", 1_500_000)):
        files = (repository / "cabinet" / "assets" / folder).rglob("*.ogg")
        assert sum(path.stat().st_size for path in files) < most
