"""`python -m tools.vm.here`: the kills of `soak`, without a machine round them: the program in an X server of its own.

The same match of two bots, the same key, and the same judge; only systemd, the screen and the emulated processor are
missing, so that a kill takes seconds. Needs Xvfb and xdotool.
"""

import argparse
import os
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from random import Random

from tools.vm.inside import plant
from tools.vm.lives import Life, Verdict, judged
from tools.vm.soak import PLAY_S, Toll, offered_rightly, report
from tools.xserver import x_server

LOOK_S = 0.02
PATIENCE_S = 60.0
HEARD_S = 5.0


def main() -> int:
    """Kill so often, and print the report."""
    parser = argparse.ArgumentParser(prog="python -m tools.vm.here", description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    args = parser.parse_args()
    toll, chance = Toll("kill -9, no machine"), Random(args.seed)
    with tempfile.TemporaryDirectory() as temporary, x_server() as display:
        place = Place(Path(temporary), display)
        for _ in range(args.kills):
            toll.verdicts.append(place.one_life(chance.uniform(*PLAY_S)))
            print(toll.verdicts[-1], file=sys.stderr, flush=True)
    print(report([toll], args.seed))
    return 1 if toll.faults else 0


class Place:
    """A data folder and a display, and the program on them."""

    def __init__(self, folder: Path, display: str) -> None:
        self._data = folder / "data"
        self._environ = {**os.environ, "DISPLAY": display, "SDL_VIDEODRIVER": "x11", "HOME": str(folder)}
        self._config = folder / "config.toml"
        self._config.write_text(f'[display]\nsize = [800, 480]\n[sound]\nvolume = 0\n[data]\nfolder = "{self._data}"\n')
        self._offered = ""
        self._program: subprocess.Popen[str] | None = None

    def one_life(self, seconds: float) -> Verdict:
        """Start if need be, play for so long, kill, start again; what became of it."""
        while not self._offered:
            if self._program is not None:
                self._kill()
            plant.main(self._data, 1)
            self._start()
        life, over = Life(), threading.Event()
        witness = threading.Thread(target=self._watch, args=(life, over))
        witness.start()
        self._go_on(life)
        time.sleep(seconds)
        self._kill()
        ended_at = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        over.set()
        witness.join()
        life.ended_at = ended_at
        left = (self._data / "matches" / life.log).read_bytes()
        self._start()
        return offered_rightly(self._records(judged(life, left)), life, self._offered)

    def _start(self) -> None:
        """Start the program, and wait for what it offers; nothing where the last match has its result."""
        self._offered = ""
        if not self._is_under_way():
            return
        command = [sys.executable, "-m", "cabinet", "play", "--config", str(self._config)]
        self._program = subprocess.Popen(command, env=self._environ, stderr=subprocess.PIPE, text=True)
        assert self._program.stderr is not None
        for line in self._program.stderr:
            if line.endswith("is offered again.\n"):
                self._offered = line.partition(" was cut off")[0]
                break
            if "Saved" in line or "cannot go on" in line:
                break

    def _is_under_way(self) -> bool:
        with closing(sqlite3.connect(self._data / "photofinish.db")) as records:
            last = records.execute("SELECT reason FROM matches ORDER BY id DESC LIMIT 1").fetchone()
        return last is not None and last[0] is None

    def _go_on(self, life: Life) -> None:
        end = time.monotonic() + PATIENCE_S
        while not any('"resume"' in text for _, text in life.seen):
            assert time.monotonic() < end, "the key does not make the match go on"
            subprocess.run(["xdotool", "key", "--delay", "50", "x"], env=self._environ, check=True)
            heard = time.monotonic() + HEARD_S
            while time.monotonic() < heard and not any('"resume"' in text for _, text in life.seen):
                time.sleep(LOOK_S)

    def _watch(self, life: Life, over: threading.Event) -> None:
        """See what comes into the log, as the witness in the machine does."""
        path, length = self._data / "matches" / self._offered, 0
        while not over.is_set():
            with path.open("rb") as file:
                file.seek(length)
                text = file.read()
            text = text[: text.rfind(b"\n") + 1]
            length += len(text)
            at = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
            if text:
                life.hear({"at": at, "log": path.name, "text": text.decode()})
            over.wait(LOOK_S)

    def _kill(self) -> None:
        assert self._program is not None
        self._program.kill()
        self._program.wait()
        if self._program.stderr is not None:
            self._program.stderr.close()
        self._program = None

    def _records(self, verdict: Verdict) -> Verdict:
        with closing(sqlite3.connect(self._data / "photofinish.db")) as records:
            check = records.execute("PRAGMA integrity_check").fetchone()[0]
        return verdict if check == "ok" else replace(verdict, faults=(*verdict.faults, f"the records: {check}"))


if __name__ == "__main__":
    sys.exit(main())
