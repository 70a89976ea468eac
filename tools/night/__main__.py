"""Live through a night in virtual time and print what is resident after each hour: `python -m tools.night`.

The program is the real one with the keyboard as panels and DiskStore in a temporary folder; guests play a match of
every game each hour and open the operator's page, the rest is attract. An hour's figure is the mean over its last
twelve and a half minutes, two cycles of the demonstrations, with their minimum and maximum. `--step` is the least
virtual time of a round of the loop: 100 ms draw ten real frames for each second of it. Returns 1 if any hour after the
second has more than 2 % more than the second.
"""

import argparse
import gc
import os
import sys
import tempfile
import time
import tracemalloc
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

from cabinet.process import gc_tuning
from tools.night import memory
from tools.night.program import run, without_a_screen
from tools.xserver import x_server

FLAT: Final = 1.02
"""The limit of later hours' memory, as a multiple of the second hour's."""
CONFIG: Final = "[display]\nsize = [{width}, {height}]\nfps = 10\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the night and print its table; return the exit code. See the module."""
    given = options().parse_args(arguments)
    if given.tops:
        tracemalloc.start()
    table: list[int] = []
    samples: list[int] = []

    def sample() -> None:
        samples.append(memory.resident_kb())

    begun = time.monotonic()

    def hourly(hour: int) -> None:
        table.append(sum(samples) // len(samples))
        ratio = f"{table[-1] / table[1]:6.1%}" if hour > 1 else ""
        least, most = min(samples) / 1024, max(samples) / 1024
        figures = f"{table[-1] / 1024:7.1f} MB ({least:.0f} to {most:.0f})  {ratio:>7}"
        print(f"{hour:4d} h  {figures}  {time.monotonic() - begun:6.0f} s", flush=True)
        samples.clear()
        for line in [*(memory.counted() if given.objects else ()), *memory.made()]:
            print(f"        {line}")
        if given.collect:
            print(f"        {gc.collect()} objects in rings; then {memory.resident_kb() / 1024:.1f} MB")

    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        if given.window:
            stack.enter_context(in_a_window())
        else:
            without_a_screen()
        gc_tuning.calm()  # as the program does
        config = CONFIG.format(width=given.size[0], height=given.size[1])
        guests = run(Path(folder), config, given.hours, given.step, hourly, sample)
        matches = Counter(log.stem.split("-")[5] for log in Path(folder).rglob("*.jsonl"))
    print(f"matches: {', '.join(f'{game} {count}' for game, count in sorted(matches.items()))}")
    print(f"presses: {', '.join(f'{scene} {count}' for scene, count in sorted(guests.seen.items()))}")
    return int(max(table[2:], default=0) > FLAT * table[min(1, len(table) - 1)])


def options() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="python -m tools.night", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--hours", type=int, default=12)
    parser.add_argument("--step", type=int, default=100, help="ms of virtual time a round takes at least")
    parser.add_argument("--size", type=int, nargs=2, default=(800, 480), metavar=("WIDTH", "HEIGHT"))
    parser.add_argument("--window", action="store_true", help="in a real window (Xvfb)")
    parser.add_argument("--objects", action="store_true", help="count objects and surfaces after each hour")
    parser.add_argument("--tops", action="store_true", help="say which lines made most (tracemalloc; slow)")
    parser.add_argument("--collect", action="store_true", help="collect rings after each hour, and say how many")
    return parser


@contextmanager
def in_a_window() -> Iterator[None]:
    """Provide an X server for the window, and SDL's dummy audio driver."""
    with x_server() as display:
        os.environ.update(DISPLAY=display, SDL_VIDEODRIVER="x11", SDL_AUDIODRIVER="dummy")
        yield


if __name__ == "__main__":
    sys.exit(main())
