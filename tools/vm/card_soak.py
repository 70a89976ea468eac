"""`python -m tools.vm.card_soak`: cuts the power of a card in its first boot and in play, and kills its program there.

Every other cut in a first boot is aimed at its growth: it comes soon after the partition table was written. After each
the card has to boot, fill its size and show the cabinet; lives of play are judged as in `soak`. The report names the
commit; after a fault the exit code is 1.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from tools.image.disk import Partition, partitions
from tools.image.make import card, new_build
from tools.image.recipe import ARCHES
from tools.image.stages import lacking
from tools.vm.card import CardMachine
from tools.vm.image import SIZE
from tools.vm.machine import ATTEMPTS, Build
from tools.vm.party import DATA, HAMMERED, Party, build, wait_until
from tools.vm.soak import STRICTEST, Toll, cut_once, killed_once, report

TOOLS: Final = {"qemu-img": "qemu-utils", "mcopy": "mtools"}
EMULATED: Final = {
    "amd64": {"qemu-system-x86_64": "qemu-system-x86", **TOOLS},
    "arm64": {"qemu-system-aarch64": "qemu-system-arm", **TOOLS},
}
"""The programs that play each processor family's machine, with Debian's packages."""
FIRST_BOOT_S: Final = (5.0, 120.0)
"""A first boot is cut off somewhere in between, in seconds from switching on."""
GROWING_S: Final = (0.0, 30.0)
"""The others somewhere in between, in seconds from the moment at which the table had the larger partition."""
BOOT_S: Final = 1200.0
ACTIVE: Final = "systemctl is-active photofinish.service"
LOOK: Final = (
    "findmnt -no FSTYPE /; cat /sys/class/block/vda3/size; stat -fc %b /data; "
    "systemctl --failed --no-legend --plain | cut -d ' ' -f 1"
)
LEAST_BYTES: Final = 2.3 * 2**30
"""Of 4 GB, what is left for the data partition."""


@dataclass
class FirstBoots:
    """What cuts in first boots came to: the second of each cut, and what was wrong afterwards."""

    seconds: list[float] = field(default_factory=list)
    growing: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def text(self) -> str:
        """A line, and one for each fault."""
        cuts = f"{len(self.seconds)} ({spread(self.seconds)} after switching on) and {len(self.growing)} more"
        said = f"First boots cut off: {cuts} ({spread(self.growing)} after the partition had grown)"
        return "\n".join([f"{said}, faults: {len(self.faults)}.", *(f"- {fault}" for fault in self.faults)])


def spread(seconds: Sequence[float]) -> str:
    """The least and the most of some times."""
    return f"{min(seconds):.0f} to {max(seconds):.0f} s" if seconds else "none"


def main() -> int:
    """Do it and print the report."""
    parser = argparse.ArgumentParser(prog="python -m tools.vm.card_soak", description=__doc__)
    parser.add_argument("--arch", choices=sorted(ARCHES), default="arm64")
    parser.add_argument("--first", type=int, default=10, help="cuts in a first boot")
    parser.add_argument("--cuts", type=int, default=10, help="cuts in play")
    parser.add_argument("--kills", type=int, default=5, help="kills of the program in play")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--report", type=Path, help="write the report there as well")
    args = parser.parse_args()
    fault = lacking(ARCHES[args.arch], EMULATED[args.arch])
    if fault:
        print(f"card_soak: {fault}", file=sys.stderr)
        return 2
    disk, first = card(ARCHES[args.arch], new_build())[0], FirstBoots()
    cuts, kills = Toll("power cut"), Toll("kill -9")
    chance = Random(args.seed)
    for number in range(args.first):
        first_boot(disk, args.arch, chance, first, growing=number % 2 == 1)
        print(first.text(), file=sys.stderr, flush=True)
    ends = [(cut_once, cuts)] * args.cuts + [(killed_once, kills)] * args.kills
    for toll in plays(disk, args.arch, ends, chance):
        print(f"{toll.what}: {toll.verdicts[-1]}", file=sys.stderr, flush=True)
    text = f"{first.text()}\n\n{report([cuts, kills], args.seed)}"
    print(text)
    if args.report:
        args.report.write_text(text)
    return 1 if first.faults or cuts.faults or kills.faults else 0


def first_boot(disk: Path, arch: str, chance: Random, toll: FirstBoots, *, growing: bool = False) -> None:
    """A fresh card whose first boot is cut off, in its growth if so wanted; then it boots, and is looked at."""
    seconds = chance.uniform(*(GROWING_S if growing else FIRST_BOOT_S))
    cut = f"cut {seconds:.1f} s after {'it had grown' if growing else 'switching on'}"
    with _room(disk) as folder, CardMachine(disk, folder, arch, Build(size=SIZE, cache=STRICTEST)) as machine:
        machine.switch_on()
        if growing:
            wait_until_grown(machine)
        machine.go_on(seconds)
        machine.cut_power()
        (toll.growing if growing else toll.seconds).append(seconds)
        machine.boot(seconds=BOOT_S)
        try:
            machine.wait_for(ACTIVE, seconds=BOOT_S)
        except AssertionError as late:
            toll.faults.append(f"{cut}, then: {late}")
            return
        toll.faults += [f"{cut}: {fault}" for fault in found(machine.out(LOOK, seconds=300))]


def wait_until_grown(machine: CardMachine) -> None:
    """Wait until the partition table has the larger partition; a machine that hangs before is switched off and on."""
    least = table_of(machine).sectors
    for _ in range(ATTEMPTS):
        wait_until(
            lambda: table_of(machine).sectors > least or machine.hangs(),
            lambda: "the partition does not grow",
            BOOT_S,
        )
        if table_of(machine).sectors > least:
            return
        machine.cut_power()
        machine.switch_on()
    raise AssertionError(f"the machine hangs again and again:\n{machine.console()}")


def table_of(machine: CardMachine) -> Partition:
    """The last partition by the disk's own table, while the machine is on."""
    sector = machine.folder / "sector"
    sector.unlink(missing_ok=True)
    look = ("qemu-img", "dd", "-U", "-f", "qcow2", "-O", "raw", "bs=512", "count=1")
    subprocess.run([*look, f"if={machine.disk}", f"of={sector}"], check=True)
    return partitions(sector.read_bytes())[-1]


def found(told: str) -> list[str]:
    """What is wrong with a card by what LOOK tells of it."""
    kind, sectors, blocks, *failed = told.split()
    faults = [f"{unit} failed" for unit in failed]
    if kind != "overlay":
        faults.append(f"the root is {kind}, and not sealed")
    if int(sectors) * 512 < LEAST_BYTES:
        faults.append(f"the data partition has {sectors} sectors")
    if int(blocks) * 4096 < LEAST_BYTES * 0.95:
        faults.append(f"the data file system has {blocks} blocks")
    return faults


class CardParty(Party):
    """Play on a card: what the hammer writes lies on the data partition, too."""

    def begin_boot(self) -> None:
        """The machine has booted, and its system is as the image had it."""
        self.run(f"mkdir -p /data/hammered && ln -sfn /data/hammered {HAMMERED} && test -d {DATA}")
        super().begin_boot()


End = Callable[[Party, Toll, Random], None]
"""Plays for a random while, ends a life of the program or of the machine, and adds the verdict to the toll."""


def plays(disk: Path, arch: str, ends: Sequence[tuple[End, Toll]], chance: Random) -> Iterator[Toll]:
    """End lives of play on one card, one after the other; gives the toll after each."""
    if not ends:
        return
    with _room(disk) as folder, CardMachine(disk, folder, arch, build(folder, cache=STRICTEST, size=SIZE)) as machine:
        machine.boot(seconds=BOOT_S)
        machine.wait_for(ACTIVE, seconds=BOOT_S)
        party = CardParty(machine)
        party.prepare()
        party.wait_until_offered()
        for end, toll in ends:
            end(party, toll, chance)
            yield toll


@contextmanager
def _room(disk: Path) -> Iterator[Path]:
    """A folder beside the image: on a disk, and on no tmpfs."""
    with tempfile.TemporaryDirectory(prefix="soak-", dir=disk.parent.parent) as temporary:
        yield Path(temporary)


if __name__ == "__main__":
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    sys.exit(main())
