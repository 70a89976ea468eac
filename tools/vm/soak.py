"""`python -m tools.vm.soak`: kills the program and cuts the power, again and again, while two bots play.

Every life is judged (`party`): nothing that was reported saved may be lost, nothing older than a second, the records
are whole, and the match is offered again. The report names the commit; after a fault the exit code is 1.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

from engine.units import MS, S
from tools.vm.cached import REPOSITORY
from tools.vm.image import booted_build, installed
from tools.vm.machine import Image, Machine
from tools.vm.party import Life, Party, Restart, Verdict

STRICTEST = "directsync"
"""QEMU's cache mode for power cuts: every write goes past the host's memory, and waits for the host's disk."""
PLAY_S = (0.5, 8.0)
"""A life is cut off somewhere in between, counted from GO ON."""


@dataclass
class Toll:
    """What a row of kills or cuts came to."""

    what: str
    verdicts: list[Verdict] = field(default_factory=list)
    restarts: list[Restart] = field(default_factory=list)

    @property
    def faults(self) -> list[str]:
        """Everything that went wrong."""
        numbered = enumerate(self.verdicts, start=1)
        return [f"{self.what} {number}: {fault}" for number, verdict in numbered for fault in verdict.faults]

    def row(self) -> str:
        """A row of the report's table."""
        worst = max((verdict.lost_ns for verdict in self.verdicts), default=0)
        stall = max((verdict.stall_ns for verdict in self.verdicts), default=0)
        lines, checked = (sum(getattr(verdict, name) for verdict in self.verdicts) for name in ("lines", "checked"))
        results = len({name for verdict in self.verdicts for name in verdict.results})
        results += max((verdict.hammered for verdict in self.verdicts), default=0)
        seconds = [f"{value / S:.2f} s" for value in (worst, stall)]
        cells = (self.what, len(self.verdicts), *seconds, f"{lines} / {checked}", results, len(self.faults))
        return "| " + " | ".join(map(str, cells)) + " |"


def main() -> int:
    """Do it and print the report."""
    parser = argparse.ArgumentParser(prog="python -m tools.vm.soak", description=__doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--cuts", type=int, default=30)
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--report", type=Path, help="write the report there as well")
    args = parser.parse_args()
    if os.geteuid() != 0:
        parser.error("the virtual machine's disk is made by root")
    image, tolls, text = installed(), list[Toll](), ""
    rows = [kills(image, args.kills, Random(args.seed))] if args.kills else []
    rows += [cuts(image, args.cuts, Random(args.seed + 1))] if args.cuts else []
    for row in rows:
        tolls.append(Toll(""))
        for tolls[-1] in row:
            print(f"{tolls[-1].what} {len(tolls[-1].verdicts)}: {tolls[-1].verdicts[-1]}", file=sys.stderr, flush=True)
            text = report(tolls, args.seed)
            if args.report:
                args.report.write_text(text)
    print(text)
    return 1 if any(toll.faults for toll in tolls) else 0


def kills(image: Image, count: int, chance: Random) -> Iterator[Toll]:
    """Kill the program so often, at random moments of play; gives the same toll after each."""
    toll = Toll("kill -9")
    with offered_party(image, hammers=False) as party:
        for _ in range(count):
            killed_once(party, toll, chance)
            yield toll


@contextmanager
def offered_party(image: Image, cache: str = "unsafe", *, hammers: bool = True) -> Iterator[Party]:
    """A machine on which a match that was cut off is offered; its disk lies beside the image's, on no tmpfs."""
    with tempfile.TemporaryDirectory(prefix="party-", dir=image.disk.parent.parent) as temporary:
        folder = Path(temporary)
        with Machine(image, folder, build=booted_build(folder, cache)) as machine:
            machine.boot(seconds=600)
            party = Party(machine, hammers=hammers)
            party.prepare()
            party.wait_until_offered()
            yield party


def killed_once(party: Party, toll: Toll, chance: Random, plays_s: tuple[float, float] = PLAY_S) -> None:
    """A life of the program, its end, and the start of the next."""
    party.play(chance.uniform(*plays_s))
    life = party.kill()
    party.begin_life()
    offered = party.came_back()
    toll.verdicts.append(offered_rightly(party.verdict(life), life, offered))
    toll.restarts.append(party.restart())
    again(party, offered)
    party.run("systemctl reset-failed photofinish.service")


def offered_rightly(verdict: Verdict, life: Life, offered: str) -> Verdict:
    """The verdict, with a fault more if another match is offered than the one that was cut off, or a finished one."""
    wanted = "" if verdict.is_over else life.log
    if offered == wanted:
        return verdict
    fault = f"offered is {offered or 'nothing'}, and not {wanted or 'nothing'}"
    return replace(verdict, faults=(*verdict.faults, fault))


def again(party: Party, offered: str) -> None:
    """A match that had come to its end when it was cut off is not offered: another one takes its place."""
    if not offered:
        party.run("systemctl stop photofinish.service")
        party.plant()
        party.run("systemctl start --no-block photofinish.service")
        party.begin_life()
        party.wait_until_offered()


def cuts(image: Image, count: int, chance: Random) -> Iterator[Toll]:
    """Cut the power so often, at random moments of play; gives the same toll after each."""
    toll = Toll("power cut")
    with offered_party(image, STRICTEST) as party:
        for _ in range(count):
            cut_once(party, toll, chance)
            yield toll


def cut_once(party: Party, toll: Toll, chance: Random, plays_s: tuple[float, float] = PLAY_S) -> None:
    """A life of the machine, its end, and the next boot."""
    party.play(chance.uniform(*plays_s))
    life = party.cut_power()
    party.machine.boot(seconds=600)
    party.begin_boot()
    offered = party.came_back()
    toll.verdicts.append(offered_rightly(party.verdict(life), life, offered))
    again(party, offered)


def report(tolls: Sequence[Toll], seed: int) -> str:
    """The table, and what was measured of restarts."""
    git = ["git", "-c", "safe.directory=*", "-C", str(REPOSITORY), "describe", "--always", "--dirty"]
    commit = subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    lines = [
        f"Commit {commit}, seed {seed}, power cuts with QEMU's cache mode `{STRICTEST}`.",
        "",
        "| what | times | most lost of a match | longest stall | lines seen / worked out | results saved | faults |",
        "|---|---|---|---|---|---|---|",
        *(toll.row() for toll in tolls),
    ]
    restarts = [restart for toll in tolls for restart in toll.restarts]
    if restarts:
        delays = sorted(restart.delay_ns / MS for restart in restarts)
        starts = sorted(restart.first_frame_ns / S for restart in restarts)
        lines += ["", f"From the end of a killed program to the start of the next {delays[len(delays) // 2]:.0f} ms "
                  f"(at most {delays[-1]:.0f}); from there to its first frame {starts[len(starts) // 2]:.1f} s "
                  f"(at most {starts[-1]:.1f}) on the emulated processor."]  # fmt: skip
    faults = [fault for toll in tolls for fault in toll.faults]
    return "\n".join([*lines, "", *(f"- {fault}" for fault in faults)]).rstrip() + "\n"


if __name__ == "__main__":
    sys.exit(main())
