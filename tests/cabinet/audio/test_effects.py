"""The effects: which there are, how loud each is."""

import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations, pairwise
from math import log2
from pathlib import Path

import pytest

from cabinet.audio.music import RATE
from cabinet.audio.player import RUN, VOICES, files_of, pan_of
from cabinet.display.result.slow_motion import RUN_NS
from tests.cabinet.audio.measured import decibels, pitch, read_folder
from tools.sounds.recipes import LOUD, QUIET, RECORD_AT_S, ROLL_S, SOUNDS, every_take
from tools.sounds.recording import figures_of, loudness_of
from tools.sounds.synth import PEAK, loudness, render

TAKES = [name for name, _ in every_take()]
IN_VOICE = sorted({name.partition(".")[0] for name in SOUNDS if "." in name})
SEMITONES_APART = 3


def measured(name: str) -> Sequence[float]:
    """The samples of a take; of a sound's first one where its name has none."""
    return read_folder("sounds")[name if "-" in name else f"{name}-1"]


def of_seat(sound: str, seat: int) -> str:
    return f"{sound}.{seat}.0" if sound == "play" else f"{sound}.{seat}"


def test_there_is_a_file_for_each_take_and_no_other() -> None:
    assert sorted(read_folder("sounds")) == sorted(TAKES)
    assert files_of("sounds").keys() == SOUNDS.keys()


def test_there_are_at_least_forty_kinds() -> None:
    assert len({name.partition(".")[0] for name in SOUNDS}) >= 40


def test_no_two_takes_are_alike() -> None:
    assert len({samples.tobytes() for samples in read_folder("sounds").values()}) == len(TAKES)


def test_a_run_of_cards_climbs() -> None:
    for seat in range(len(VOICES)):
        heard = [pitch(measured(f"play.{seat}.{step}")) for step in range(RUN)]
        assert heard == sorted(set(heard)), heard


def kind_of(take: str) -> str:
    return re.split("[.-]", take)[0]


def seconds() -> dict[str, float]:
    """How long each take is."""
    return {take: len(measured(take)) / RATE for take in TAKES}


def test_a_sound_is_over_before_it_can_tire() -> None:
    waits = {"lot": ROLL_S, "motif": ROLL_S, "record": RECORD_AT_S, "ticks": RUN_NS / 1e9}
    heard = {take: lasts - waits.get(kind_of(take), 0) for take, lasts in seconds().items()}
    assert {take: lasts for take, lasts in heard.items() if not 0.04 <= lasts <= 1.05} == {}


def test_sounds_of_play_are_shorter_than_the_time_between_two_plays() -> None:
    in_play = {"deal", "turn", "draw", "play", "bounce", "beat", "click"}
    assert {take: lasts for take, lasts in seconds().items() if kind_of(take) in in_play and lasts > 0.2} == {}


def test_no_sound_is_above_its_peak() -> None:
    peaks = {take: max(map(abs, measured(take))) for take in TAKES}
    assert {take: peak for take, peak in peaks.items() if peak > 1.15 * PEAK} == {}  # Vorbis is not exact


def test_there_is_no_click_at_either_end() -> None:
    ends = {take: max(map(abs, (measured(take)[0], *measured(take)[-4:]))) for take in TAKES}
    assert {take: end for take, end in ends.items() if end >= 0.01} == {}


def test_there_is_no_lasting_offset() -> None:
    offsets = {take: sum(measured(take)) / len(measured(take)) for take in TAKES}
    assert {take: offset for take, offset in offsets.items() if abs(offset) >= 0.02} == {}


@pytest.mark.parametrize("level", sorted({recipe.level for recipe in SOUNDS.values()}))
def test_sounds_of_one_level_are_about_equally_loud(level: float) -> None:
    loud = {name: decibels(loudness(measured(name))) for name, recipe in SOUNDS.items() if recipe.level == level}
    assert max(loud.values()) - min(loud.values()) < 3, loud


def test_a_race_is_the_loudest_and_a_click_the_quietest() -> None:
    loud = {name: loudness(measured(name)) for name in ("finish.0", "lot.1", "photo_3", "play.0.0", "click")}
    assert min(loud[name] for name in ("finish.0", "lot.1", "photo_3")) > loud["play.0.0"]
    assert loud["play.0.0"] > loud["click"]
    assert QUIET < 1 < LOUD


def test_the_same_sound_is_the_same_every_time() -> None:
    assert render("stuck", SOUNDS["stuck"]) == render("stuck", SOUNDS["stuck"])


def test_a_beat_has_the_pitch_that_it_states() -> None:
    assert pitch(measured("beat")) == pytest.approx(523, rel=0.03)


# Voices


def apart(one: float, other: float) -> float:
    """The distance of two pitches in semitones."""
    return abs(12 * log2(one / other))


@pytest.mark.parametrize("sound", sorted(set(IN_VOICE) - {"shout", "draw", "slap"}))  # a glide, and noises
def test_no_two_voices_are_within_three_semitones(sound: str) -> None:
    heard = [pitch(measured(of_seat(sound, seat))) for seat in range(len(VOICES))]
    assert all(heard)
    assert min(apart(*pair) for pair in combinations(heard, 2)) > SEMITONES_APART, heard


def test_voices_state_pitches_that_are_apart_and_amber_and_blue_the_most() -> None:
    assert min(apart(one.hertz, other.hertz) for one, other in combinations(VOICES, 2)) > SEMITONES_APART
    assert apart(VOICES[0].hertz, VOICES[1].hertz) > 2 * SEMITONES_APART


@pytest.mark.parametrize("sound", IN_VOICE)
def test_a_seat_is_heard_from_its_own_side(sound: str) -> None:
    assert [pan_of(of_seat(sound, seat)) for seat in range(len(VOICES))] == [voice.pan for voice in VOICES]


def test_a_card_is_heard_from_the_side_of_its_pile_and_one_loudspeaker_alone_has_all_of_them() -> None:
    for seat in range(len(VOICES)):
        left, right = pan_of(f"play.{seat}.2@L"), pan_of(f"play.{seat}.2@R")
        assert -1 < left < pan_of(f"play.{seat}.2") < right < 1
    assert pan_of("stuck") == 0


def test_the_picture_of_a_race_is_sharper_the_closer_it_was() -> None:
    """Zero crossings a second: the more, the brighter a sound."""
    bright = [sum(a < 0 <= b for a, b in pairwise(measured(name)[:1960])) for name in ("photo_1", "photo_2", "photo_3")]
    assert bright == sorted(set(bright))


def test_the_lot_falls_when_the_drum_ends() -> None:
    for seat in range(len(VOICES)):
        assert max(map(abs, measured(f"lot.{seat}")[: round((ROLL_S - 0.02) * RATE)])) < 0.001
    assert len(measured("roll")) / RATE == pytest.approx(ROLL_S, abs=0.06)


def test_a_replay_ticks_up_to_its_line() -> None:
    """What is heard at the line is the loudest, and nothing before it is as loud."""
    samples, line = measured("ticks"), round(RUN_NS / 1e9 * RATE)
    assert max(map(abs, samples[line:])) > 1.5 * max(map(abs, samples[: line - RATE // 50]))


# The page


ROW = re.compile(r"^\| `(\S+)` \| [^|]+ \| (.+) \|$", re.MULTILINE)


def figures(name: str) -> tuple[str, ...]:
    """A sound's length in ms, peak and loudness in dB, pitch in Hz."""
    samples = measured(name)
    cells = (round(1000 * len(samples) / RATE), decibels(max(map(abs, samples))), decibels(loudness(samples)))
    return (*map(str, cells), str(pitch(samples) or "–"))


def rows() -> dict[str, str]:
    """The cells of each row behind the occasion: a sound that seats share has one row, ``play.N``, seat by seat where
    they differ."""
    by_row: dict[str, list[tuple[str, ...]]] = {}
    for name in SOUNDS:
        seat = re.fullmatch(r"(\w+)\.\d(\.0)?", name)  # later cards of a run have no row
        if seat or "." not in name:
            by_row.setdefault(f"{seat[1]}.N" if seat else name, []).append(figures(name))
    return {
        row: " | ".join(cell[0] if len(set(cell)) == 1 else ", ".join(cell) for cell in zip(*found, strict=True))
        for row, found in by_row.items()
    }


def test_the_page_has_every_sound_as_it_is(repository: Path) -> None:
    text = (repository / "docs" / "sounds.md").read_text(encoding="utf-8")
    assert dict(ROW.findall(text)) == rows()


RECORDS = """
import pathlib, sys
from tools.sounds.recording import record
record("speed", 20, pathlib.Path(sys.argv[1]))
"""


@pytest.mark.needs("ffmpeg")
@pytest.mark.once
def test_a_race_has_minus_23_lufs_and_its_true_peak_is_below_minus_one_decibel(
    tmp_path: Path, repository: Path
) -> None:
    recording = tmp_path / "speed.raw"
    subprocess.run([sys.executable, "-c", RECORDS, str(recording)], check=True, capture_output=True, cwd=repository)
    lufs, peak_db = loudness_of(recording)
    assert -24 <= lufs <= -22
    assert peak_db < -1


def test_an_onset_that_sounds_as_the_one_before_is_told_from_another(tmp_path: Path) -> None:
    def blow(step: int) -> list[int]:
        return [round(9_000 * (-1) ** (at // step) * (1 - at / 4_000)) for at in range(4_000)]

    quiet = [0] * 20_000
    mono = [*quiet, *blow(40), *quiet, *blow(40), *quiet, *blow(55), *quiet]
    recording = tmp_path / "blows.raw"
    recording.write_bytes(b"".join(2 * sample.to_bytes(2, "little", signed=True) for sample in mono))
    onsets, alike, silence_s = figures_of(recording)
    assert (onsets, alike) == (3, 0.5)
    assert silence_s == pytest.approx(len(quiet) / 48_000, abs=0.02)
