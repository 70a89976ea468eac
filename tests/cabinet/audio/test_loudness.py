"""A race as the loudspeakers get it, recorded by SDL's disk driver and measured by ffmpeg: EBU R128."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools.sounds.recording import loudness_of

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
