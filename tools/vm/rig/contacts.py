"""Moves contacts of the simulated chip, and prints when, beside what a reader saw of them, as JSON.

    python -m tools.vm.rig.contacts pairs WAY PAIRS [--load] [--together]
    python -m tools.vm.rig.contacts bounce WAY PRESSES [--load] [--trace]
    python -m tools.vm.rig.contacts races WAY PLAN [--load]

`WAY` is the reader's, and what it prints is part of each answer. `--load` keeps the processors busy. `before` and
`after` are the clock around a write.

- `pairs`: a line of each player in each, in turn or (`--together`) by one write. Answer: `{"written": [[line, pressed,
  before, after], ...], ...}`; two entries are one pair.
- `bounce`: presses whose contacts bounce. It goes on until the host has left so many undisturbed, and gives up after
  ten times as many. Without `--load` the processors are only kept from halting, by somebody whom everybody else comes
  before, since waking an emulated processor takes the host longer than a bounce. Three presses of four bounce: the
  contact opens again one to three times, 3 to 30 us apart. A release is one edge. With `--trace` every hard interrupt
  is read as well. Answer: `{"trains": [[line, pressed, [[before, after], ...]], ...], ...}`.
- `races`: planned ones. PLAN is a file of JSON, `[[exact_ns, [[line, at_ns], ...]], ...]`: the edges of each race, as
  `SimulatedChip.train` takes them; each line is open at the beginning and at the end. Answer: `{"made": [[ns, ...],
  ...], ...}`, the clock just before each edge.
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
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Final, TypeAlias

from hardware.clock import MS, monotonic_ns
from hardware.pins import BUTTONS, DEFAULT_PINS
from tools.vm.rig.chip import WARM_UP, SimulatedChip

Written: TypeAlias = tuple[int, bool, int, int]
Train: TypeAlias = tuple[int, bool, list[tuple[int, int]]]

APART_NS: Final = 8 * MS
"""Between two edges of a line: the simulator's interrupt thread must have looked at the first by then."""
USER: Final = "photofinish"
COUNT: Final = Path("/run/rig/count")
PATIENCE_S: Final = 10

PAUSE_US: Final = (3, 30)
MOST_REOPENINGS: Final = 3
BETWEEN_TRAINS_S: Final = (0.02, 0.03)
"""Between two trains: longer than any thread of the simulator's takes."""
DISTURBED_NS: Final = 20_000
"""From the clock before an edge to the clock after it; beyond, the host stopped the machine in between."""
MOST: Final = 10
"""So many times the wanted presses are made, at most: a host that is that busy shows nothing."""

BETWEEN_RACES_S: Final = (0.008, 0.012)
"""Between two races: longer than a thread of the simulator or a gpio-keys device takes, and than the host looks around
a race for its edges (`tools.vm.certify.AFTER_NS`)."""
END_S: Final = 0.2


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    acts = parser.add_subparsers(dest="act", required=True)
    for act, what, option in (("pairs", int, "--together"), ("bounce", int, "--trace"), ("races", Path, "")):
        one = acts.add_parser(act)
        one.add_argument("way")
        one.add_argument("what", type=what)
        one.add_argument("--load", action="store_true")
        if option:
            one.add_argument(option, action="store_true")
    args = parser.parse_args()
    chip = SimulatedChip()
    if args.act == "pairs":
        told = pairs(chip, args.way, args.what, loaded=args.load, together=args.together)
    elif args.act == "bounce":
        told = bounces(chip, args.way, args.what, loaded=args.load, traced=args.trace)
    else:
        told = races(chip, args.way, json.loads(args.what.read_text(encoding="utf-8")), loaded=args.load)
    print(json.dumps(told))


# Pairs


def pairs(chip: SimulatedChip, way: str, count: int, *, loaded: bool, together: bool) -> dict[str, Any]:
    """Make so many pairs of edges."""
    with busy_cpus() if loaded else nullcontext(), reader(way, chip.path) as process:
        written = write_pairs(chip, count, together=together)
        came, _ = process.communicate()
    return {"written": written, **json.loads(came)}


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


# Contacts that bounce


def bounces(chip: SimulatedChip, way: str, presses: int, *, loaded: bool, traced: bool) -> dict[str, Any]:
    """Press until so many presses were undisturbed."""
    options = ["--trace"] if traced else []
    with (
        busy_cpus(os.SCHED_OTHER if loaded else os.SCHED_IDLE),
        reader(way, chip.path, *options, more=[WARM_UP]) as process,
    ):
        trains = press(chip, presses)
        time.sleep(0.5)
        told, _ = process.communicate()
    return {"trains": trains, **json.loads(told)}


def press(chip: SimulatedChip, presses: int) -> list[Train]:
    """Press and release one button after the other, until so many presses were undisturbed."""
    chance = random.Random(presses)
    lines = [line for panel in DEFAULT_PINS for line in panel.values()]
    trains: list[Train] = []
    undisturbed = 0
    while undisturbed < presses and len(trains) < 2 * MOST * presses:
        line = chance.choice(lines)
        reopenings = chance.randint(0, MOST_REOPENINGS)
        for pauses in ([chance.randint(*PAUSE_US) for _ in range(2 * reopenings)], []):
            trains.append((line, len(trains) % 2 == 0, chip.bounce(line, pauses)))
            time.sleep(chance.uniform(*BETWEEN_TRAINS_S))
        undisturbed += is_undisturbed(trains[-2][2])
    return trains


def is_undisturbed(edges: Sequence[Sequence[int]]) -> bool:
    """Return whether the host let the machine run while it made these edges, each (before, after) in ns."""
    return all(after - before <= DISTURBED_NS for before, after in edges)


# Races


def races(chip: SimulatedChip, way: str, plan: Sequence[Any], *, loaded: bool) -> dict[str, Any]:
    """Run the races of a plan."""
    chance = random.Random(len(plan))
    with busy_cpus() if loaded else nullcontext(), reader(way, chip.path) as process:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))  # below the kernel's threads, above the load
        made = []
        for exact_ns, edges in plan:
            made.append(chip.train(exact_ns, edges))
            time.sleep(chance.uniform(*BETWEEN_RACES_S))
        time.sleep(END_S)
        told, _ = process.communicate()
    return {"made": made, **json.loads(told)}


# Who reads, and who keeps the processors busy


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
