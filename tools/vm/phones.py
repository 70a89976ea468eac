"""What phones cost the game, on the real kernel's simulated pins, in a virtual machine.

    sudo .venv/bin/python -m tools.vm.phones [--rounds N] [--readers N]

A match of Speed is played by edges, each time by a program just started: with phones switched off; with `--readers` on
the stream; with the service killed again and again, stopped (SIGSTOP), its folder full, and gone in the middle of play.
Each must be as it should: each tap decided, its edges in the log with their stamps, the program not started anew.
Printed are medians and 99 of 100 of three times (`tools.vm.rig.timed`), and their ratios to those without. The machine
has one processor whose clock counts instructions (`Build.counted`), so other programs of the host change no figure, and
the readers, which are on the host as phones are elsewhere (`tools.vm.readers`), take none of it.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from tools.bench.report import percentile
from tools.vm import readers
from tools.vm.cached import REPOSITORY
from tools.vm.gpio import CONFIG, MATCHES, PYTHON, Buttons, Deal
from tools.vm.image import installed
from tools.vm.machine import Build, Machine
from tools.vm.party import be_patient
from tools.vm.rig.chip import LABEL
from tools.vm.rig.timed import FILE

OPTIONS: Final = {"best_of": 3, "turn_ms": 100, "countdown": 1, "stall_s": 60}
TAPS: Final = 130
"""So many of the match's 135 are made, at two to three a second."""
MOST_MISSING: Final = 16
"""Edges that the log may lack: those that led to the match, and the last, which are not final yet."""
UNIT: Final = "photofinish.service"
SERVICE: Final = "photofinish-live.service"
FOLDER: Final = "/run/photofinish/live"
PATIENCE_S: Final = 5400.0
"""A host that others use takes a minute for some seconds of the guest."""
HELD: Final = "systemd.unit=basic.target systemd.wants=vm-agent.service"
GO_ON: Final = "systemctl start --no-block multi-user.target"
TIMED: Final = f"""ExecStart=
ExecStart=/bin/sh -c 'stty -isig -echo && exec env PYTHONPATH=/opt/rig {PYTHON} -m tools.vm.rig.timed play --fullscreen'
"""
SETTINGS: Final = f"""
[live]
enabled = ENABLED
[display]
attract_s = 0
reduced_motion = true
[input]
source = "gpio"
gpio_chip = "{LABEL}"
resolution_us = 100
[match]
game = "speed"
preset = "speed"
opponent = "person"
seed = 7
[options.speed]
""" + "".join(f"{name} = {json.dumps(value)}\n" for name, value in OPTIONS.items())
STOP: Final = f"systemctl stop trouble {SERVICE} {UNIT} photofinish-error"
ANEW: Final = (
    f"rm -rf {MATCHES} {FOLDER}; systemctl reset-failed; systemctl start --no-block {UNIT} photofinish-live.path"
)
SPENT: Final = f"systemctl show --property {{}} --value {SERVICE}"
TROUBLE: Final = "systemd-run --quiet --collect --unit=trouble /bin/sh -c"


class Case(NamedTuple):
    """A way in which a match is played: whether phones are on, and what is done to them: `before` the program starts,
    and by a script `meanwhile`, once the readers are there."""

    name: str
    is_on: bool = True
    before: str = ""
    meanwhile: str = ""


WITHOUT: Final = Case("without", is_on=False)
WITH: Final = Case("readers")
TROUBLES: Final = (
    Case("killed", meanwhile=f"while sleep 3; do systemctl kill --signal=KILL {SERVICE}; done"),
    Case("stopped", meanwhile=f"systemctl kill --signal=STOP {SERVICE}; sleep 3600"),
    Case("full", before=f"mkdir {FOLDER}; mount -t tmpfs -o size=8k,uid=photofinish,mode=755 none {FOLDER}"),
    Case("gone", meanwhile=f"sleep 8; rm -rf {FOLDER}; touch {FOLDER}; sleep 3600"),
)
KINDS: Final = ("presses", "frames", "stretches")


@dataclass
class Played:
    """The times of a case's matches, ns; what the service had of memory, MB, and of the processor, s (the last match);
    how many lines the readers read."""

    times: dict[str, list[int]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    medians: dict[str, list[float]] = field(default_factory=lambda: {kind: [] for kind in KINDS})
    memory_mb: float = 0
    processor_s: float = 0
    lines: int = 0


class Rounds:
    """Matches on one machine."""

    def __init__(self, buttons: Buttons, count: int) -> None:
        """`count` readers follow where phones are on."""
        self.buttons = buttons
        self.machine = buttons.machine
        self.count = count
        self.seen = buttons.machine.folder / "readers.json"

    def run(self, command: str, stdin: str = "") -> str:
        """Run a command in the guest; return what it prints."""
        return self.machine.run(command, seconds=PATIENCE_S, stdin=stdin).out.strip()

    def play(self, case: Case, played: Played) -> None:
        """Play a match. Raises AssertionError for one that is not as it should be."""
        self.machine.run(STOP, seconds=PATIENCE_S, check=False)
        self.run(f"cat > {CONFIG}", SETTINGS.replace("ENABLED", str(case.is_on).lower()))
        self.run(f"umount {FOLDER} 2>/dev/null; {ANEW.partition(';')[0]}; {case.before or 'true'}")
        self.run(ANEW.partition(";")[2])
        self.machine.wait_for(f"systemctl is-active {UNIT}", seconds=PATIENCE_S)
        with ExitStack() as stack:
            if case.is_on and case.name != "full":
                self.machine.wait_for(f"systemctl is-active {SERVICE}", seconds=PATIENCE_S)
                self.follow(stack)
            if case.meanwhile:
                self.run(f"{TROUBLE} '{case.meanwhile}'")
            before = self.spent() if case.name == WITH.name else 0
            deal = self.buttons.play("speed", "speed", OPTIONS, TAPS, seconds=PATIENCE_S)
            if case.name == WITH.name:
                played.processor_s = self.spent() - before
                played.memory_mb = max(played.memory_mb, int(self.run(SPENT.format("MemoryCurrent"))) / 1e6)
                played.lines += self.told("lines")
        self.check(case, deal)
        self.run(f"systemctl stop {UNIT}")
        told = json.loads(self.run(f"cat /run/photofinish/{FILE}"))
        taps = sum(pressed for _, pressed, _, _ in deal.written)
        assert len(told["presses"]) == taps, f"{case.name}: {len(told['presses'])} presses of {taps} taps"
        for kind in KINDS:
            played.times[kind] += told[kind]
            played.medians[kind].append(median(told[kind]))

    def follow(self, stack: ExitStack) -> None:
        """Have readers follow, from when all do until the stack is left. Raises AssertionError where they do not."""
        self.seen.unlink(missing_ok=True)
        words = ("nice", sys.executable, "-m", readers.__name__, str(self.count), str(self.seen))
        process = stack.enter_context(subprocess.Popen(words, cwd=REPOSITORY))
        stack.callback(process.terminate)
        ends = time.monotonic() + PATIENCE_S
        while self.told("connected") < self.count:
            assert time.monotonic() < ends, f"{self.told('connected')} of {self.count} readers came"
            time.sleep(1)  # they say so once a second

    def told(self, what: str) -> int:
        """Return what the readers say of themselves; 0 before they say anything."""
        return int(json.loads(self.seen.read_text(encoding="utf-8"))[what]) if self.seen.exists() else 0

    def spent(self) -> float:
        """Return how long the service has had the processor, s."""
        return int(self.run(SPENT.format("CPUUsageNSec"))) / 1e9

    def check(self, case: Case, deal: Deal) -> None:
        """Look that a match is as it should be, and that the game says nothing of what happened to the service."""
        assert deal.faults() == [], f"{case.name}: {deal.faults()}"
        missing = len(deal.written) - len(deal.presses())
        assert missing <= MOST_MISSING, f"{case.name}: {missing} edges of {len(deal.written)} are not in the log"
        assert self.run(f"systemctl show --property NRestarts --value {UNIT}") == "0", case.name


def measured(rounds: int, count: int, say: Callable[[str], None]) -> Mapping[str, Played]:
    """Play all cases, those with and without phones so many times; return their times by the cases' names."""
    cases = [case for _ in range(rounds) for case in (WITHOUT, WITH)] + [*TROUBLES]
    found: dict[str, Played] = {}
    build = Build(size=(800, 480), counted=True, skips=True, more=readers.DEVICE)
    with (
        readers.house(count),
        tempfile.TemporaryDirectory() as folder,
        Machine(installed(), Path(folder), build=build) as machine,
    ):
        machine.boot(HELD, seconds=PATIENCE_S)
        buttons = Buttons(machine)
        buttons.make_chip()
        be_patient(machine, more=TIMED)
        machine.run(readers.JOIN, seconds=PATIENCE_S)
        machine.run(GO_ON, seconds=PATIENCE_S)
        table = Rounds(buttons, count)
        for case in cases:
            played = found.setdefault(case.name, Played())
            table.play(case, played)
            say(f"{case.name}: {', '.join(f'{kind} {played.medians[kind][-1] / 1e6:.3f}' for kind in KINDS)} ms")
    return found


def lines_of(found: Mapping[str, Played]) -> Sequence[str]:
    """Return the table: each case's times, ms, and their ratios to those without."""
    lines = [f"{'':10}" + "".join(f"{kind:>12} p50   ratio     p99   ratio" for kind in KINDS)]
    for name, played in found.items():
        cells = ""
        for kind in KINDS:
            mine, without = sorted(played.times[kind]), sorted(found[WITHOUT.name].times[kind])
            for share in (50, 99):
                value, base = percentile(mine, share), percentile(without, share)
                cells += (
                    f"{value / 1e6:>16.3f} {value / base:>7.3f}"
                    if share == 50
                    else f"{value / 1e6:>8.3f} {value / base:>7.3f}"
                )
        lines.append(f"{name:10}{cells}")
    for name, played in found.items():
        spread = ", ".join(f"{kind} {min(m) / 1e6:.3f}–{max(m) / 1e6:.3f}" for kind, m in played.medians.items())
        lines.append(f"{name}: {len(played.times['presses'])} presses; medians of matches, ms: {spread}")
    again = found[WITHOUT.name].medians
    if len(again[KINDS[0]]) > 1:
        noise = ", ".join(f"{kind} {max(again[kind]) / min(again[kind]):.3f}" for kind in KINDS)
        lines.append(f"the noise, one match without against another: {noise}")
    told = found[WITH.name]
    spent = f"{told.memory_mb:.0f} MB, {told.processor_s:.1f} s of the processor in a match"
    lines.append(f"the service: {spent}; its readers read {told.lines} lines")
    return lines


def main() -> int:
    """Measure, and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.vm.phones", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="matches with and without phones (3)")
    parser.add_argument("--readers", type=int, default=200, help="readers on the stream (200)")
    args = parser.parse_args()
    found = measured(args.rounds, args.readers, lambda line: print(line, file=sys.stderr, flush=True))
    print(*lines_of(found), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
