"""Makes pairs of edges, a line of each player in each, and prints them beside what a reader made of them, as JSON.

    python -m tools.vm.rig.order WAY PAIRS [--load] [--together]

`WAY` is the reader's. `--load` keeps both CPUs busy. `--together` makes both edges of a pair by one write. Answer:
`{"written": [[line, pressed, before, after], ...], ...}` and what the reader prints; two entries of `written` are one
pair, `before` and `after` are the clock around the write.
"""

import argparse
import grp
import json
import os
import pwd
import random
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Final, TypeAlias

from hardware.clock import MS, monotonic_ns
from hardware.pins import BUTTONS, DEFAULT_PINS
from tools.vm.rig.chip import SimulatedChip

Written: TypeAlias = tuple[int, bool, int, int]

APART_NS: Final = 8 * MS
"""Between two edges of a line: the simulator's interrupt thread must have looked at the first by then."""
USER: Final = "photofinish"
COUNT: Final = Path("/run/rig/count")
PATIENCE_S: Final = 10


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("way")
    parser.add_argument("pairs", type=int)
    parser.add_argument("--load", action="store_true")
    parser.add_argument("--together", action="store_true")
    args = parser.parse_args()
    chip = SimulatedChip()
    with busy_cpus() if args.load else nullcontext(), reader(args.way, chip.path) as process:
        written = write_pairs(chip, args.pairs, together=args.together)
        came, _ = process.communicate()
    print(json.dumps({"written": written, **json.loads(came)}))


def write_pairs(chip: SimulatedChip, pairs: int, *, together: bool) -> list[Written]:
    """Press a button of each panel and the next, then let go of them in the same way, again and again."""
    chance = random.Random(pairs)
    buttons = [(DEFAULT_PINS[0][name], DEFAULT_PINS[1][name]) for name in BUTTONS]
    written: list[Written] = []
    pressed = False
    while len(written) < 2 * pairs:
        pressed, begin = not pressed, monotonic_ns()
        chance.shuffle(buttons)
        for pair in buttons:
            lines = chance.sample(pair, 2)
            written += write_together(chip, lines, pressed) if together else write_in_turn(chip, lines, pressed)
            time.sleep(chance.random() * 0.001)
        time.sleep(max(0, begin + 2 * APART_NS - monotonic_ns()) / 1e9)
        wait_for_count(len(written))
    return written


def wait_for_count(count: int) -> None:
    """Wait until so many edges have come. Raises AssertionError when they do not: some were lost, or never made."""
    end = time.monotonic() + PATIENCE_S
    while int(COUNT.read_text() or 0) < count:
        if time.monotonic() > end:
            raise AssertionError(f"{COUNT.read_text()} edges came of {count}")
        time.sleep(0.002)


def write_in_turn(chip: SimulatedChip, lines: list[int], pressed: bool) -> list[Written]:
    """One write after the other, as fast as they go."""
    act = chip.press if pressed else chip.release
    first, second = lines
    before = monotonic_ns()
    act(first)
    between = monotonic_ns()
    act(second)
    return [(first, pressed, before, between), (second, pressed, between, monotonic_ns())]


def write_together(chip: SimulatedChip, lines: list[int], pressed: bool) -> list[Written]:
    """One write for both."""
    before = monotonic_ns()
    chip.toggle(*lines)
    after = monotonic_ns()
    return [(line, pressed, before, after) for line in lines]


@contextmanager
def reader(way: str, path: str, *options: str, more: Iterable[int] = ()) -> Iterator["subprocess.Popen[str]"]:
    """The reader as the user that the service has, which is not root; of all buttons' lines, and some more."""
    lines = [str(line) for panel in DEFAULT_PINS for line in panel.values()] + [str(line) for line in more]
    user = pwd.getpwnam(USER)
    COUNT.parent.mkdir(exist_ok=True)
    COUNT.parent.chmod(0o777)  # lgpio too wants a working directory that it may write to
    COUNT.unlink(missing_ok=True)
    COUNT.touch()
    COUNT.chmod(0o666)
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.vm.rig.reader", *options, way, path, str(COUNT), *lines],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        user=user.pw_uid,
        group=user.pw_gid,
        extra_groups=[grp.getgrnam(name).gr_gid for name in ("gpio", "input")],
        cwd=COUNT.parent,
    )
    assert process.stdout is not None
    if process.stdout.readline() != "ready\n":
        raise AssertionError(f"the reader ended with {process.wait()}")
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def busy_cpus(policy: int = os.SCHED_OTHER) -> Iterator[None]:
    """Both CPUs have something to do all the time; `policy` is its scheduling policy."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(os.cpu_count() or 1)]
    for process in busy:
        os.sched_setscheduler(process.pid, policy, os.sched_param(0))
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
