"""Input devices of the real kernel in a bare machine, and races between two USB encoders in it.

    sudo .venv/bin/python -m tools.vm.encoders 1 8      # prints a row of the table in docs/wiring.md

The guest makes the encoders, and its kernel asks them (`tools/vm/rig/encoders.py`); the match judges here.
"""

import argparse
import json
import random
import shutil
import tarfile
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, Final, NamedTuple

from cabinet.input.inputs import press_of
from engine.panel import CARDS
from hardware.clock import MS
from hardware.evdev.source import TICK_NS
from hardware.source import SwitchEdge
from tools.vm.base import base, kernel_release
from tools.vm.cached import REPOSITORY, cache
from tools.vm.machine import SHARED, Build, Machine
from tools.vm.modules import DUMMY_HCD, build
from workshop.certify.race import Starter, run, winner_of

FOLDER: Final = "/opt/guest"
"""Where the guest has its sources."""
SOURCES: Final = ("hardware", "tools/vm/rig")
MODULES: Final = ("uinput", "configfs", "libcomposite", "usb_f_fs", "udc-core", "usbhid", "hid-generic", "evdev")
HOSTS: Final = 4
"""The number of USB hosts; each has room for one device."""
RACING: Final = Build(counted=True, skips=True)
"""The machine of races: its time does not depend on how busy the host is, and most of a race is waiting."""
PAIRS_MS: Final = ((1, 1), (4, 4), (8, 8), (10, 10), (1, 8))
"""The intervals in the descriptors of the two seats' encoders, ms: those of 10 ms are asked every 8."""
LEADS_US: Final = (100, 500, 1000, 2000, 5000, 10_000, 20_000)
SECONDS_EACH: Final = 0.5
"""More than a race takes on a busy host."""


def put_in(machine: Machine) -> None:
    """Bring the sources and the kernel's modules into a bare machine."""
    unpack(machine, "sources", [(REPOSITORY / name, name) for name in SOURCES])
    add_hosts(machine)


def add_hosts(machine: Machine) -> None:
    """Give a machine USB hosts whose devices are programs in it (`tools.vm.rig.devices`)."""
    shutil.copy(build(DUMMY_HCD, *kernel_release(), cache()), machine.share)
    load = f"insmod {SHARED}/dummy_hcd.ko is_high_speed=0 num={HOSTS}"
    machine.run(f"modprobe -a {' '.join(MODULES)} && {load}", seconds=120)


def unpack(machine: Machine, name: str, entries: Iterable[tuple[Path, str]]) -> None:
    """Bring files and folders into the guest's folder, each under its name there: in one file, which is quicker."""
    with tarfile.open(machine.share / f"{name}.tar", "w") as packed:
        for path, inside in entries:
            packed.add(path, inside, filter=lambda entry: None if "__pycache__" in entry.name else entry)
    machine.run(f"mkdir -p {FOLDER} && tar -x -f {SHARED}/{name}.tar -C {FOLDER}", seconds=120)


class Wins(NamedTuple):
    """Of so many races: won by the earlier press, won by the later though no lot was drawn, and won by seat 0."""

    races: int = 0
    earlier: int = 0
    wrong: int = 0
    seat_0: int = 0

    @property
    def bias(self) -> float:
        """How far seat 0's share is from a half, in standard deviations of a fair coin."""
        return (self.seat_0 - self.races / 2) / (sqrt(self.races) / 2)


class Races(NamedTuple):
    """What became of races between two encoders: the wins by the lead, us, and how many races were set aside.

    `untimely`: a contact closed at another moment than planned; `late`: an answer was later than an encoder's interval,
    because the host of the machine was away.
    """

    wins: Mapping[int, Wins]
    untimely: int
    late: int

    @property
    def seat_0(self) -> tuple[float, float, float]:
        """The share of all races that seat 0 won, and its 95 % interval: each seat was ahead as often."""
        races, won = (sum(getattr(count, field) for count in self.wins.values()) for field in ("races", "seat_0"))
        half = 1.96 * sqrt(0.25 / races)
        return won / races, won / races - half, won / races + half

    def __str__(self) -> str:
        shares = [f"{lead / 1000:g} ms {100 * count.earlier / count.races:.1f} %" for lead, count in self.wins.items()]
        races, (share, low, high) = sum(count.races for count in self.wins.values()), self.seat_0
        return (
            f"{races} races, earlier wins: {', '.join(shares)}; wrong {sum(w.wrong for w in self.wins.values())}; "
            f"seat 0 {100 * share:.1f} % ({100 * low:.1f} to {100 * high:.1f}); aside {self.untimely} + {self.late}"
        )


def raced(machine: Machine, intervals_ms: Sequence[int], races: int, seed: int = 39) -> Races:
    """Race so often at each lead. Raises AssertionError where an encoder's answers do not come."""
    seed = 10_000 * seed + 100 * intervals_ms[0] + intervals_ms[1]  # no two pairs draw the same lots
    numbers = " ".join(map(str, (*intervals_ms, races, seed, *LEADS_US)))
    answer = machine.share / "races.json"
    command = f"cd {FOLDER} && PYTHONPATH={FOLDER} python3 -m tools.vm.rig.encoders races {numbers}"
    machine.run(f"{command} > {SHARED}/{answer.name}", seconds=60 + SECONDS_EACH * races * len(LEADS_US))
    return judged(json.loads(answer.read_text(encoding="utf-8")), random.Random(seed))


def judged(told: Mapping[str, Any], chance: random.Random) -> Races:
    """Let the match judge what the rig has told; `chance` says when in the match each race is."""
    starter, wins = Starter(), dict.fromkeys(LEADS_US, Wins())
    for number, (lead, first, _, _, *stamps) in enumerate(told["races"]):
        match = starter.ready(number, min(stamps) - chance.randrange(MS, 20 * MS))  # a lot follows from the stamp
        edges = [
            SwitchEdge("evdev", seat, True, at, f"evdev{seat}", at // TICK_NS, None, TICK_NS, told["early"][seat])
            for seat, at in enumerate(stamps)
        ]
        presses = [press_of(edge, (seat, CARDS[0]), TICK_NS) for seat, edge in enumerate(edges)]
        lines = list[object]()
        run(match, sorted(presses, key=lambda press: press.time_ns), lines)
        won = winner_of(lines)
        count = wins[lead]
        wins[lead] = Wins(
            count.races + 1,
            count.earlier + (won.seat == first),
            count.wrong + (won.seat != first and not won.dead_heat and lead > 0),
            count.seat_0 + (won.seat == 0),
        )
    return Races(wins, told["untimely"], told["late"])


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("intervals", nargs=2, type=int, metavar="MS")
    parser.add_argument("--races", type=int, default=2000, help="at each lead")
    parser.add_argument("--seed", type=int, default=39)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Machine(base(), Path(folder), build=RACING) as machine:
        machine.boot()
        put_in(machine)
        print(raced(machine, args.intervals, args.races, args.seed))


if __name__ == "__main__":
    main()
