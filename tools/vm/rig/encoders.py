"""Two equal USB encoders that are software: hands on their buttons, and races between them.

    python -m tools.vm.rig.encoders hands PIPE

Buttons are pressed by orders from a pipe, for as long as this program runs. An order a line, of encoder 0 or 1 and its
buttons from 0 on: ``press ENCODER BUTTON``, ``release ENCODER BUTTON``, ``hold ENCODER BUTTON MS`` (and as long a rest
behind it, but no longer than `REST_S`), ``move ENCODER HOST`` (pull it out, and plug it into another host's port). The
pipe is there once both are plugged in.

    python -m tools.vm.rig.encoders races ONE_MS OTHER_MS RACES SEED LEAD_US [LEAD_US ...]

A contact of one closes, then one of the other, and the cabinet's source reads both.
The kernel's own host asks the encoders every ONE_MS and OTHER_MS, each in a phase that is drawn anew for each race;
at each lead each seat is ahead as often. A race counts if both contacts closed within `TIGHT_NS` of the plan, and if
both answers came within the interval and the resolution: who is away longer is the emulated machine. Answer: `{"early":
[ns, ns], "untimely": count, "late": count, "races": [[lead_us, first, closed, closed, stamp, stamp], ...]}`, where
`closed` is the moment just before a seat's contact closes, and `stamp` its press's, ns.
"""

import json
import os
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from hardware.clock import MS, monotonic_ns
from hardware.evdev.kernel import DEVICES, Identity, KernelDevice, paths_of
from hardware.evdev.layouts import Layouts
from hardware.evdev.source import LATE_NS, EvdevSource
from hardware.pins import BUTTONS
from hardware.source import SwitchEdge
from tools.vm.rig.devices import PHASES, PRODUCT, VENDOR, UsbEncoder

INTERVAL_MS: Final = 8
REST_S: Final = 0.2

TIGHT_NS: Final = 100_000
PATIENCE_NS: Final = 30_000 * MS
SETTLE_NS: Final = 2 * MS
"""How long a race's beginning is away: a phase that is new may have one question too many."""
SPIN_NS: Final = 100_000
"""The end of a wait that is spent awake: more than a sleep of a machine by itself is too long."""
OURS: Final = (VENDOR, PRODUCT)

Raced = tuple[int, int, int, int, int, int]


# Hands


def obey_all(pipe: str) -> None:
    """Carry out what comes from the pipe, for ever."""
    encoders = [UsbEncoder(number, INTERVAL_MS) for number in (0, 1)]
    os.mkfifo(pipe)
    while True:
        with Path(pipe).open(encoding="utf-8") as orders:
            for order in orders:
                obey(encoders, order)


def obey(encoders: Sequence[UsbEncoder], order: str) -> None:
    """Do what a line says. Raises ValueError for another line."""
    word, encoder, *more = order.split()
    numbers = [int(number) for number in more]
    match word, numbers:
        case (("press" | "release"), [button]):
            encoders[int(encoder)].report([(button, word == "press")])
        case "hold", [button, ms]:
            encoders[int(encoder)].report([(button, True)])
            time.sleep(ms / 1000)
            encoders[int(encoder)].report([(button, False)])
            time.sleep(min(ms / 1000, REST_S))
        case "move", [host]:
            encoders[int(encoder)].unplug()
            encoders[int(encoder)].plug_in(host)
        case _:
            raise ValueError(order)


# Races


def race_all(arguments: Sequence[str]) -> None:
    """Race, and print what came of it."""
    one, other, races, seed, *leads = map(int, arguments)
    chance = random.Random(seed)
    track, told = Track((one, other), chance), list[Raced]()
    plan = [(lead, number % 2) for lead in leads for number in range(races)]
    chance.shuffle(plan)
    for lead, first in plan:
        while (raced := track.race(first, lead * 1000)) is None:
            pass
        told.append((lead, first, *raced))
    print(json.dumps({"early": track.intervals_ns, "untimely": track.untimely, "late": track.late, "races": told}))


class Track:
    """Two encoders, their source, and hands on their contacts."""

    def __init__(self, intervals_ms: Sequence[int], chance: random.Random) -> None:
        self.chance = chance
        self.encoders = [UsbEncoder(number, interval) for number, interval in enumerate(intervals_ms)]
        paths = self._paths()
        self.source = EvdevSource(Layouts({}), devices=lambda: paths)
        self.source.start()
        self.intervals_ns = [device.interval_ns or 0 for device in self.source.devices]
        self._number = 0
        self.untimely = 0
        self.late = 0

    def race(self, first: int, lead_ns: int) -> tuple[int, int, int, int] | None:
        """Race once; returns when each seat's contact closed, and the presses' stamps; None if it does not count."""
        button = self._number % len(BUTTONS)
        self._number += 1
        phases = [self.chance.randrange(interval // 1000) for interval in self.intervals_ns]
        PHASES.write_text(",".join(map(str, phases)))
        closed = [0, 0]
        at = monotonic_ns() + SETTLE_NS + self.chance.randrange(max(self.intervals_ns))
        tight = True
        for seat in (first, 1 - first):
            wait_until(at)
            closed[seat] = monotonic_ns()
            self.encoders[seat].report([((button + seat) % len(BUTTONS), True)])  # as by two, not a pad and its copy
            tight = tight and monotonic_ns() - closed[seat] < 4 * TIGHT_NS
            at = closed[first] + lead_ns
        tight = tight and abs(closed[1 - first] - closed[first] - lead_ns) < TIGHT_NS
        wait_until(at + max(self.intervals_ns))
        stamps = self._stamps()
        if button == len(BUTTONS) - 1:
            for encoder in self.encoders:
                encoder.report([(place, False) for place in range(len(BUTTONS))])
            self._wait(2 * len(BUTTONS))
        late = any(stamps[seat] - closed[seat] > self.intervals_ns[seat] + LATE_NS for seat in (0, 1))
        self.untimely += not tight
        self.late += tight and late
        return None if late or not tight else (closed[0], closed[1], stamps[0], stamps[1])

    def _stamps(self) -> list[int]:
        stamps = [0, 0]
        for edge in self._wait(2):
            stamps[int(str(edge.line)[len("seat")])] = edge.time_ns
        return stamps

    def _wait(self, count: int) -> list[SwitchEdge]:
        """Wait for so many edges. Raises AssertionError when they do not come, or something else does."""
        edges: list[SwitchEdge] = []
        end = monotonic_ns() + PATIENCE_NS
        while len(edges) < count:
            time.sleep(0.001)
            for event in self.source.drain():
                if not isinstance(event, SwitchEdge):
                    raise AssertionError(f"{event} came")
                edges.append(event)
            if monotonic_ns() > end:
                raise AssertionError(f"{edges} came of {count}")
        return edges

    def _paths(self) -> list[Path]:
        """Return the encoders' devices, once both are there."""
        end = monotonic_ns() + PATIENCE_NS
        while len(paths := [path for path, identity in found() if (identity.vendor, identity.product) == OURS]) < 2:
            if monotonic_ns() > end:
                raise AssertionError(f"of two encoders there are {paths}")
            time.sleep(0.1)
        return paths


def wait_until(at_ns: int) -> None:
    """Return at a moment of `monotonic_ns`, not sooner."""
    if (ns := at_ns - monotonic_ns() - SPIN_NS) > 0:
        time.sleep(ns / 1e9)
    while monotonic_ns() < at_ns:
        pass


def found() -> Iterator[tuple[Path, Identity]]:
    """Yield all input devices that there are, with what they are."""
    for path in paths_of(DEVICES):
        device = KernelDevice(path)
        yield path, device.identity
        device.close()


if __name__ == "__main__":
    act, *words = sys.argv[1:]
    if act == "hands":
        obey_all(words[0])
    else:
        race_all(words)
