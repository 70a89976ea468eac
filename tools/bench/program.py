"""The program as a process: from its start to the first frame, its work while nobody plays, its answers, its memory.

It is the real program, with SDL's dummy video driver and a scripted keyboard. The child process runs `first_frame.py`.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from time import monotonic_ns

from tools.bench.report import Bench, Row, percentile

RUNS = 5
MOST_IDLE = 0.04
"""The share of a core that the title may take while nobody plays."""
PAGES_MS = {"800x480": 150, "1280x720": 250}
"""By the size of the screen, within which time the page behind ACTION at the title is there, ms."""


def child(module: str, home: str, compiled: str, *words: str) -> dict[str, float]:
    """Run a module of this folder, which measures the program on its data below `home`; return the figures it prints.

    `compiled` is the folder for the modules' bytecode: from the second start on it is filled, as on every machine where
    the program was installed, or was started before.
    """
    environ = {**os.environ, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYTHONPYCACHEPREFIX": compiled}
    environ |= dict.fromkeys(("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"), home)
    environ.pop("PYTHONDONTWRITEBYTECODE", None)
    command = [sys.executable, "-m", f"tools.bench.{module}", *words]
    told = subprocess.run(command, env=environ, capture_output=True, text=True, check=True, timeout=120)
    figures: dict[str, float] = json.loads(told.stdout.splitlines()[-1])
    return figures


def started(compiled: str, size: str) -> dict[str, float]:
    """Start the program once; return its figures, and ``start_s``, measured from before the process."""
    with tempfile.TemporaryDirectory() as home:
        begun = monotonic_ns()
        figures = child("first_frame", home, compiled, size)
    return {**figures, "start_s": (figures["first_frame_ns"] - begun) / 1e9}


def run() -> Sequence[Row]:
    """Return the rows of start-up, idling and memory."""
    with tempfile.TemporaryDirectory() as compiled:
        first, *runs = [started(compiled, "800x480") for _ in range(1 + RUNS)]
        answers = {size: started(compiled, size) for size in PAGES_MS}
    start = percentile([each["start_s"] for each in runs], 50)
    share = percentile([each["idle_share"] for each in runs], 50)
    draws = max(each["idle_draws"] for each in runs)
    memory = percentile([each["memory_mb"] for each in runs], 50)
    return [
        Row("start of the process to first frame", f"{start:.2f} s", f"median of {RUNS}"),
        Row("the very first start", f"{first['start_s']:.2f} s", "every module is compiled"),
        Row("idle at the title: frames drawn", f"{draws:.0f}", "in 2 s: the discs glow, the tape runs"),
        Row("idle at the title: processor", f"{share:.1%}", "of one core; SDL is asked every ms", share < MOST_IDLE),
        Row("memory at the table", f"{memory:.0f} MB", "resident, at most"),
        *(row for size, figures in answers.items() for row in _answers(size, figures)),
    ]


def _answers(size: str, figures: dict[str, float]) -> Sequence[Row]:
    """Return the rows of ACTION at the title: its light, and the page behind it."""
    return [
        Row(f"ACTION at the title to its light, {size}", f"{figures['answer_ms']:.1f} ms", "processor, all threads"),
        Row(
            f"ACTION at the title to the page behind it, {size}", f"{figures['page_ms']:.0f} ms",
            f"asked: {PAGES_MS[size]} ms", figures["page_ms"] <= PAGES_MS[size],
        ),
    ]  # fmt: skip


BENCH = Bench("program", run)
