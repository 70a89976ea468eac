"""A match of bots as the loudspeakers get it: the program's own player on SDL's disk driver.

``python -m tools.sounds.recording FOLDER`` records the first seconds of each game into FOLDER and prints the loudness
and the true peak that ffmpeg measures (EBU R128). The mixer takes its time, as a sound card does.
"""

import os
import re
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import NamedTuple

from engine.games import GAMES


class Loudness(NamedTuple):
    """Integrated loudness in LUFS, true peak in dB of full scale."""

    lufs: float
    peak_db: float


def loudness_of(recording: Path) -> Loudness:
    """Measure a recording with ffmpeg's filter ebur128. Raises FileNotFoundError where it is not installed."""
    raw = ["-f", "s16le", "-ar", "48000", "-ac", "2", "-i", str(recording)]
    command = ["ffmpeg", "-nostats", "-hide_banner", *raw, "-af", "ebur128=peak=true", "-f", "null", "-"]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    summary = told.rpartition("Summary:")[2]
    figures = [float(found[1]) for found in re.finditer(r"(?:I|Peak):\s+(-?[\d.]+|-inf) ", summary)]
    return Loudness(figures[0], figures[-1])


def record(game: str, seconds: float, recording: Path, volume: int = -1, seed: int = 7) -> None:
    """Record a match between two fast bots with the configuration as delivered; `volume` in its place, if given.

    Call it once in a process: SDL reads its environment when the mixer opens.
    """
    os.environ.update(SDL_AUDIODRIVER="disk", SDL_DISKAUDIOFILE=str(recording))
    from cabinet.audio.match_sounds import MatchSounds
    from cabinet.audio.player import Levels, SoundPlayer  # pygame reads the environment that `record` has set
    from cabinet.config.file import LoadedConfig
    from cabinet.config.schema import Config
    from cabinet.match.factory import MatchFactory, brains_of
    from cabinet.match.request import MatchRequest
    from engine.log_lines import Update
    from engine.match import Match

    sound = Config().sound
    levels = Levels(sound.volume if volume < 0 else volume, sound.music, sound.voice)
    player = SoundPlayer(levels)
    player.open(print)
    for thread in threading.enumerate():
        if thread.name == "sounds":
            thread.join()
    factory = MatchFactory(LoadedConfig(Config(), None, ""), Path(), seed)
    setup = factory.setup(MatchRequest(game, "", ("bot:fast", "bot:fast")))
    heard = MatchSounds(player.play, tension=sound.tension, game=game)
    zero = time.monotonic_ns()
    match = Match(setup, zero, brains_of(setup))
    updates = [Update(match.opening())]
    while (now := time.monotonic_ns()) < zero + seconds * 1e9:
        updates.append(match.advance(now, now))
        for update in updates:
            heard.on_entries(update.entries)
        updates.clear()
        heard.on_table(match.table, now)
        heard.advance(now)
        time.sleep(0.001)
    player.close()


def main(folder: Path, seconds: float) -> None:
    """Record all games at once, each in a process of its own, and print their figures."""
    folder.mkdir(parents=True, exist_ok=True)
    recordings = {game.info.id: folder / f"{game.info.id}.raw" for game in GAMES}
    code = (
        "import sys; from tools.sounds.recording import *; record(sys.argv[1], float(sys.argv[2]), Path(sys.argv[3]))"
    )
    runs = [
        subprocess.Popen([sys.executable, "-c", code, game, str(seconds), str(path)], stdout=subprocess.DEVNULL)
        for game, path in recordings.items()
    ]
    for run, (game, path) in zip(runs, recordings.items(), strict=True):
        if run.wait():
            raise SystemExit(f"the recording of {game} failed")
        lufs, peak_db = loudness_of(path)
        print(f"{game:10} {lufs:6.1f} LUFS {peak_db:6.1f} dB", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 40)
