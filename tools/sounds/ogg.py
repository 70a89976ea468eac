"""Samples become OGG Vorbis files: 48,000 Hz, and the same bytes for the same samples and the same ffmpeg."""

import subprocess
from array import array
from pathlib import Path

from tools.sounds.synth import RATE


def write_ogg(path: Path, samples: "array[int]", *, quality: float = 7) -> None:
    """Write signed 16-bit mono samples, `RATE` a second; `quality` is Vorbis's, from -1 to 10.

    Raises CalledProcessError where ffmpeg fails, FileNotFoundError where it is not installed (``apt install ffmpeg``).
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    command = ["ffmpeg", "-loglevel", "error", "-y", "-f", "s16le", "-ar", str(RATE), "-ac", "1", "-i", "-"]
    encode = ["-c:a", "libvorbis", "-q:a", str(quality), "-map_metadata", "-1", "-fflags", "+bitexact"]
    subprocess.run([*command, *encode, "-flags:a", "+bitexact", str(path)], input=samples.tobytes(), check=True)
