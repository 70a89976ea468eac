"""Presses buttons whose contacts bounce, and prints when each edge was made beside what a reader saw of it, as JSON.

    python -m tools.vm.rig.bounce WAY PRESSES [--load] [--trace]

It goes on until the host has left so many presses undisturbed, and gives up after ten times as many.
`WAY` is the reader's; with `--trace` it reads every hard interrupt as well. `--load` keeps both CPUs busy; without it
they are only kept from halting, by somebody whom everybody else comes before, since waking an emulated processor takes
the host longer than a bounce. Three presses of four bounce: the contact opens again one to three times, 3 to 30 us
apart. A release is one edge. Answer: `{"trains": [[line, pressed, [[before, after], ...]], ...], ...}` and what the
reader prints; `before` and `after` are the clock around each edge.
"""

import argparse
import json
import os
import random
import time
from collections.abc import Sequence
from typing import Final, TypeAlias

from hardware.pins import DEFAULT_PINS
from tools.vm.rig.chip import WARM_UP, SimulatedChip
from tools.vm.rig.order import busy_cpus, reader

Train: TypeAlias = tuple[int, bool, list[tuple[int, int]]]

PAUSE_US: Final = (3, 30)
MOST_REOPENINGS: Final = 3
STILL_S: Final = (0.02, 0.03)
"""Between two trains: longer than any thread of the simulator's takes."""
APART_NS: Final = 20_000
"""From the clock before an edge to the clock after it; beyond, the host stopped the machine in between."""
MOST: Final = 10
"""So many times the wanted presses are made, at most: a host that is that busy shows nothing."""


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("way")
    parser.add_argument("presses", type=int)
    parser.add_argument("--load", action="store_true")
    parser.add_argument("--trace", action="store_true")
    args = parser.parse_args()
    chip = SimulatedChip()
    options = ["--trace"] if args.trace else []
    with (
        busy_cpus(os.SCHED_OTHER if args.load else os.SCHED_IDLE),
        reader(args.way, chip.path, *options, more=[WARM_UP]) as process,
    ):
        trains = press(chip, args.presses)
        time.sleep(0.5)
        told, _ = process.communicate()
    print(json.dumps({"trains": trains, **json.loads(told)}))


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
            time.sleep(chance.uniform(*STILL_S))
        undisturbed += is_undisturbed(trains[-2][2])
    return trains


def is_undisturbed(edges: Sequence[Sequence[int]]) -> bool:
    """Return whether the host let the machine run while it made these edges, each (before, after) in ns."""
    return all(after - before <= APART_NS for before, after in edges)


if __name__ == "__main__":
    main()
