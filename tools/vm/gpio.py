"""The host's end of the simulated buttons: puts module and rig into a machine, runs the rig, judges what it saw.

    buttons = Buttons(machine)          # a booted cabinet
    buttons.put_in()
    buttons.rig("contacts", "pairs", "gpiod", "2000")

The rig itself is `tools/vm/rig`.
"""

import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from cabinet.scenes.match import CABINET
from tools.vm.base import kernel_release
from tools.vm.cached import cache
from tools.vm.image import wheels
from tools.vm.machine import SHARED, Machine
from tools.vm.modules import GPIO_SIM, build
from tools.vm.party import be_patient
from tools.vm.rig.chip import LABEL
from tools.vm.rig.player import PLACES

PYTHON: Final = "/opt/photofinish/current/venv/bin/python"
CONFIG: Final = "/etc/photofinish/config.toml"
MATCHES: Final = "/var/lib/photofinish/matches"
UNIT: Final = "Environment=SDL_VIDEODRIVER=dummy SDL_RENDER_DRIVER=software\n"
"""Drawing by an emulated processor takes all that it has; what is drawn is others' business."""
Options: TypeAlias = Mapping[str, object]
SEED: Final = 7
SLOW_S: Final = 600
"""For a counted machine on a busy host."""
RIG: Final = Path(__file__).parent / "rig"

Written: TypeAlias = tuple[int, bool, int, int]
"""line, pressed, and the clock before and after the write, ns."""


class Buttons:
    """Sixteen simulated buttons of an installed cabinet, at the pins of the default wiring."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine

    def put_in(self) -> None:
        """Build and load the module, and make the chip, unless that has been done."""
        if self.machine.run("test -d /opt/rig", check=False).code == 0:
            return
        self.make_chip()
        be_patient(self.machine, more=UNIT)

    def put_in_lgpio(self) -> None:
        """Install lgpio beside gpiod; nothing happens where it is."""
        shutil.copytree(wheels(), self.machine.share / "wheels", dirs_exist_ok=True)
        install = "-m pip install --quiet --no-index --disable-pip-version-check --root-user-action=ignore"
        self.machine.run(f"{PYTHON} {install} --find-links {SHARED}/wheels lgpio", seconds=180)

    def make_chip(self) -> None:
        """Build and load the module, and make the chip."""
        shutil.copy(build(GPIO_SIM, *kernel_release(), cache()), self.machine.share)
        self.bring_rig()
        self.machine.run(f"modprobe configfs && insmod {SHARED}/gpio-sim.ko", seconds=SLOW_S)
        self.machine.run(self._rig("chip", "make"), seconds=SLOW_S)

    def bring_rig(self) -> None:
        """Bring the rig into the machine."""
        shutil.copytree(RIG, self.machine.share / "rig/tools/vm/rig", dirs_exist_ok=True)
        self.machine.run(f"cp -R {SHARED}/rig /opt/rig", seconds=SLOW_S)

    def rig(self, part: str, *arguments: str, seconds: float = 240) -> Any:
        """Run a part of the rig as root and give the JSON that it prints. Raises AssertionError when it fails."""
        answer = self.machine.share / f"{part}.json"
        self.machine.run(f"{self._rig(part, *arguments)} > {SHARED}/{answer.name}", seconds=seconds)
        return json.loads(answer.read_text(encoding="utf-8"))

    def chip(self, *what: str) -> None:
        """Take the chip `away` from the kernel, bring it `back`, or `tap` a line."""
        self.machine.run(self._rig("chip", *what))

    def configure(self, game: str, preset: str, options: Options, backend: str = "gpiod") -> None:
        """Let the service want this match, read its buttons from the simulated chip, and begin anew."""
        header = (
            f'[input]\nsource = "gpio"\ngpio_chip = "{LABEL}"\ngpio_backend = "{backend}"\n'
            "resolution_us = 100\n"  # gpio-sim raises a hard interrupt a line (irq_sim), as the header does
        )
        self.begin_with(header, game, preset, options)

    def begin_with(self, settings: str, game: str, preset: str, options: Options) -> None:
        """Let the service want this match, with further settings, and begin anew."""
        rules = "\n".join(f"{name} = {json.dumps(value)}" for name, value in options.items())
        text = (
            f"{settings}"
            "[sound]\nvolume = 0\n"  # mixing takes a third of what an emulated processor does
            f'[match]\ngame = "{game}"\npreset = "{preset}"\nopponent = "person"\nseed = {SEED}\n'
            f"[options.{game}]\n{rules}\n"
        )
        self.machine.run(f"cat > {CONFIG}", stdin=text)
        anew = f"systemctl stop photofinish photofinish-error; rm -rf {MATCHES}; systemctl reset-failed photofinish"
        self.machine.run(anew, check=False)
        started = self.machine.run("systemctl start photofinish", seconds=200, check=False)
        assert started.code == 0, self.machine.out("journalctl --boot --unit photofinish --no-pager | tail -30")

    def play(
        self,
        game: str,
        preset: str,
        options: Options,
        taps: int | None = None,
        *,
        seed: int = SEED,
        seconds: float = 400,
    ) -> "Deal":
        """Play that match on the panels, from the title to its outcome, or the first taps of it."""
        some = [] if taps is None else [str(taps)]
        return self.played("pins", game, preset, options, *some, seed=seed, seconds=seconds)

    def played(
        self, kind: str, game: str, preset: str, options: Options, *more: str, seed: int = SEED, seconds: float = 400
    ) -> "Deal":
        """Let the rig's player play that match, on the `pins` or the `panels`; `more` are further words for it."""
        arguments = (kind, game, preset, str(seed), f"'{json.dumps(options)}'", MATCHES, *more)
        told = self.rig("player", *arguments, seconds=seconds)
        return Deal(told["log"], self.lines_of(told["log"]), [tuple(entry) for entry in told["written"]])

    def lines_of(self, log: str) -> list[dict[str, Any]]:
        """The complete lines that a log in the guest has now."""
        copy = self.machine.share / "log.jsonl"
        self.machine.run(f"cp {log} {SHARED}/{copy.name}")
        text = copy.read_text(encoding="utf-8")
        return [json.loads(line) for line in text[: text.rfind("\n") + 1].splitlines()]

    def _rig(self, part: str, *arguments: str) -> str:
        return " ".join(["cd /opt/rig && PYTHONPATH=/opt/rig", PYTHON, "-m", f"tools.vm.rig.{part}", *arguments])


@dataclass(frozen=True)
class Deal:
    """A match that was played on the simulated buttons: its log in the guest, the log's lines, the edges made."""

    path: str
    lines: list[dict[str, Any]]
    written: list[Written]

    def presses(self) -> list[tuple[list[object], int]]:
        """What the log has of buttons: seat, button, pressed; and when, ns since the log's zero."""
        pressed = [line for line in self.lines if "press" in line and line["source"] != CABINET]
        return [(line["press"], line["t"]) for line in pressed]

    def faults(self) -> list[str]:
        """What is not as it should be: a press too many or too few, or one whose stamp is not that of its edge."""
        logged = self.presses()
        made = [[*PLACES[line], pressed] for line, pressed, _, _ in self.written]
        wanted = [press for press, _ in logged]
        starts = [at for at in range(len(made) - len(wanted) + 1) if made[at : at + len(wanted)] == wanted]
        if not starts or not wanted:
            return [f"logged {wanted}", f"made {made}"]
        edges = self.written[starts[-1] :]
        earliest = max(before - at for (_, at), (_, _, before, _) in zip(logged, edges, strict=False))
        latest = min(after - at for (_, at), (_, _, _, after) in zip(logged, edges, strict=False))
        return [f"stamps are {earliest - latest} ns off their edges"] if earliest > latest else []
