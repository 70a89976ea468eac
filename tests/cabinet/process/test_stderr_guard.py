"""C libraries on the terminal: ALSA's own messages, with ALSA's own library, which pygame's wheel brings."""

import os
import subprocess
import sys
from pathlib import Path

import pygame
import pytest

UNDERRUNS = """
import ctypes, errno, sys
from cabinet.audio.player import Levels, SoundPlayer
from cabinet.process.streams import ALSA

player = SoundPlayer(Levels(50))
if "opened" in sys.argv:
    player.open(print)
    assert player.is_open
alsa, pcm = ctypes.CDLL(ALSA), ctypes.c_void_p()
assert alsa.snd_pcm_open(ctypes.byref(pcm), b"default", 0, 0) == 0
for _ in range(3):
    alsa.snd_pcm_recover(pcm, -errno.EPIPE, 0)  # as SDL does in its thread after each underrun
sys.stderr.write("our own line\\n")
player.close()
"""


@pytest.mark.parametrize(("argument", "underruns"), [("closed", 3), ("opened", 0)])
def test_underruns_do_not_fill_the_journal(argument: str, underruns: int, tmp_path: Path) -> None:
    (library,) = (Path(pygame.__file__).parents[1] / "pygame_ce.libs").glob("libasound-*")
    (tmp_path / "libasound.so.2").symlink_to(library)
    config = tmp_path / "asound.conf"
    config.write_text("pcm.!default { type null }\nctl.!default { type null }\n", encoding="utf-8")
    environ = {"SDL_AUDIODRIVER": "alsa", "LD_LIBRARY_PATH": str(tmp_path), "ALSA_CONFIG_PATH": str(config)}
    command, environ = [sys.executable, "-c", UNDERRUNS, argument], {**os.environ, **environ}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("underrun occurred") == underruns
    assert [line for line in done.stderr.splitlines() if not line.startswith("ALSA lib")] == ["our own line"]
