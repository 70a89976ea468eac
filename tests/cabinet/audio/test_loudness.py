"""A race as the loudspeakers get it, recorded by SDL's disk driver and measured by ffmpeg: EBU R128."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.sounds.recording import figures_of, loudness_of

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
