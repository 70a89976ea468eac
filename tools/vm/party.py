"""A party in the virtual machine: two bots play on the cabinet, and somebody kills the program or pulls the plug.

Nobody needs a button for it: a match that was cut off is planted (`inside/plant.py`), the cabinet offers it, and one
key of the virtual keyboard says go on; the result's AGAIN is the same key. A witness and a hammer (`inside/`) run
beside the game; what they said is with the host before the power goes.
"""

import base64
import json
import shutil
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tools.vm.link import Done
from tools.vm.lives import Life, Verdict, judged, life_of, tournament_faults
from tools.vm.machine import SHARED, Build, Machine

INSIDE: Final = Path(__file__).resolve().parent / "inside"
DATA: Final = "/var/lib/photofinish"
HAMMERED: Final = "/var/lib/hammered"
PYTHON: Final = "/opt/photofinish/current/venv/bin/python"
JOURNAL: Final = "journalctl --boot --unit=photofinish.service --output=cat --no-pager | tail -40"
ACTION: Final = "x"
"""The key that is AMBER's ACTION."""
PORTS: Final = ("witness", "hammer")
DROP_IN: Final = "/etc/systemd/system/photofinish.service.d"
LONG_S: Final = 36_000
CONFIG: Final = "/etc/photofinish/config.toml"
PATIENCE_S: Final = 300.0
READ_S: Final = 2.0
SILENT: Final = "[sound]\nvolume = 0\n"
"""Sound without a card, and more pictures than it can draw, keep an emulated processor from what is looked at here."""
LITTLE: Final = "MemoryHigh=infinity\nMemoryMax=256M\nMemorySwapMax=0\n"
"""Lines of the unit: a party has as much memory as a Zero 2 W leaves, and less."""
HEARD_S: Final = 20.0
"""A key that was not heard in so long came too late."""


def build(folder: Path, *further: str, cache: str = "unsafe", size: tuple[int, int] = (1280, 720)) -> Build:
    """A machine with a port for each of those who speak to the host, into a file of their own name in `folder`.

    `further` are more words for QEMU.
    """
    folder.mkdir(parents=True, exist_ok=True)
    words = list(further)
    for name in PORTS:
        words += ["-chardev", f"file,id={name},path={folder}/{name},append=on"]
        words += ["-device", f"virtserialport,chardev={name},name={name}"]
    return Build(size=size, cache=cache, more=tuple(words))


def be_patient(machine: Machine, *, watchdog_s: int = 60, more: str = "") -> None:
    """Give the program more time from its next start on; `more` are further lines for its unit.

    An emulated processor is some ten times slower than a Raspberry Pi, and others may use the host as well: on a host
    that leaves it a third, a round of the program's loop has passed the unit's own 8 s, and a start its 60 s.
    """
    unit = f"[Service]\nTimeoutStartSec=300\nWatchdogSec={watchdog_s}\n{more}"
    made = f"mkdir -p {DROP_IN} && cat > {DROP_IN}/emulated.conf && systemctl daemon-reload"
    machine.run(made, stdin=unit, seconds=PATIENCE_S)


@dataclass(frozen=True)
class Restart:
    """How long the program was away after a fall, and then took to its first frame; by the journal's stamps, in ns."""

    delay_ns: int
    first_frame_ns: int


class Party:
    """Play on a machine that is on, and what becomes of it."""

    def __init__(self, machine: Machine, *, hammers: bool = True) -> None:
        """`hammers`: results are saved beside the game; nobody loses them but by a power cut."""
        self.machine = machine
        self._hammers = hammers
        self._reported: set[int] = set()
        self._folder = machine.folder
        self._pid = ""

    def prepare(self, best_of: int = 1) -> None:
        """Take the scripts along, and leave a match behind that the cabinet offers when it starts."""
        shutil.copytree(INSIDE, self.machine.share / "inside", dirs_exist_ok=True)
        run = self.run
        be_patient(self.machine, watchdog_s=20, more=LITTLE)
        run("systemctl stop photofinish-error.service; systemctl stop photofinish.service")
        run(f"sed -i 's/^.display.$/&\\nfps = 10/' {CONFIG} && cat >> {CONFIG}", stdin=SILENT)
        self.plant(best_of)
        run("systemctl start --no-block photofinish.service")
        self.begin_boot()

    def run(self, command: str, stdin: str = "") -> Done:
        """Run a command in the guest, however busy that is. Raises AssertionError when it fails."""
        return self.machine.run(command, stdin=stdin, seconds=PATIENCE_S)

    def out(self, command: str) -> str:
        """What a command in the guest prints, stripped."""
        return self.run(command).out.strip()

    def plant(self, best_of: int = 1) -> None:
        """Leave a match behind that was cut off; the program must not run."""
        as_player = "setpriv --reuid=photofinish --regid=photofinish --clear-groups"
        script = f"{SHARED}/inside/plant.py {DATA} {best_of}"
        self.run(f"cd / && {as_player} {PYTHON} {script}")

    def begin_boot(self) -> None:
        """The machine has booted: let the witness look, and the hammer hammer."""
        self._pid = ""
        self.reported()
        self._silence("hammer")
        if self._hammers:
            port = "/dev/virtio-ports/hammer"
            self._service("hammer", f"{PYTHON} {SHARED}/inside/hammer.py {HAMMERED} {port}")
        self.begin_life()

    def begin_life(self) -> None:
        """Let the witness look from here on."""
        self.run("systemctl stop witness.service 2>/dev/null || true")
        self._silence("witness")
        self._service("witness", f"python3 {SHARED}/inside/witness.py {LONG_S}")

    def _service(self, name: str, command: str) -> None:
        self.run(f"systemd-run --quiet --collect --unit={name} --working-directory=/ {command}")

    def _silence(self, name: str) -> None:
        """What was said before is another life's."""
        path = self._folder / name
        if path.exists():
            path.write_bytes(b"")

    # What is heard

    def life(self) -> Life:
        """What the witness has told so far."""
        with (self._folder / "witness").open(errors="replace", newline="") as told:
            return life_of(told)

    def reported(self) -> set[int]:
        """The results that the hammer has ever said were saved."""
        lines = (self._folder / "hammer").read_text().splitlines(keepends=True)
        self._reported |= {int(line) for line in lines if line.endswith("\n")}
        return self._reported

    def wait_until_offered(self) -> str:
        """Wait until the program is there again and offers a match; returns its log's name."""
        name = self.came_back()
        assert name, f"no match is offered:\n{self.out(JOURNAL)}"
        return name

    def came_back(self) -> str:
        """Wait for the next program's first frame; returns the log of the match that it offers, or nothing for none."""
        end = time.monotonic() + 300
        while time.monotonic() < end:
            told = self.out("systemctl show --property=ActiveState,MainPID --value photofinish.service").split()
            pid = next(word for word in told if word.isdigit())
            if "active" in told and pid != self._pid:
                self._pid = pid
                said = self.out(f"journalctl --boot --output=cat --no-pager _PID={pid}")
                offers = [line for line in said.splitlines() if line.endswith("is offered again.")]
                return offers[0].partition(" was cut off")[0] if offers else ""
            time.sleep(1.0)
        raise AssertionError(f"it does not come back:\n{self.out(JOURNAL)}")

    def play(self, seconds: float) -> None:
        """Say go on, and play for so long from then; what comes to its end is begun again."""
        self._say_go()
        end = time.monotonic() + seconds
        results = len(self.life().saved)
        while time.monotonic() < end:
            time.sleep(min(0.5, max(0.0, end - time.monotonic())))
            if len(self.life().saved) > results:
                results += 1
                time.sleep(3)
                self.machine.keys(ACTION)

    def _say_go(self) -> None:
        """Press ACTION at the offer. Who comes too late for it finds the title, and starts the program once more."""
        for _ in range(3):
            self.machine.keys(ACTION)
            end = time.monotonic() + HEARD_S
            while time.monotonic() < end:
                if any('"resume"' in text for _, text in self.life().seen):
                    return
                time.sleep(0.2)
            again = "systemctl reset-failed photofinish.service; systemctl restart --no-block photofinish.service"
            self.run(again)
            self.wait_until_offered()
        raise AssertionError(f"ACTION does not make the match go on:\n{self.out(JOURNAL)}")

    def tap(self, *keys: str) -> None:
        """Press keys one after the other, as slowly as an emulated processor reads them."""
        for key in keys:
            self.machine.keys(key)
            time.sleep(READ_S)

    # Cuts

    def kill(self, signal: str = "KILL") -> Life:
        """Kill the program; returns its life."""
        main = "systemctl show --property=MainPID --value photofinish.service"
        told = self.out(f"pid=$({main}); cut -d ' ' -f 1 /proc/uptime; kill -s {signal} $pid")
        at = int(float(told) * 1e9)
        life = self.life()
        life.ended_at = at
        return life

    def cut_power(self) -> Life:
        """Pull the plug; returns the machine's last life."""
        self.machine.cut_power()
        return self.life()

    def restart(self, seconds: float = 300) -> Restart:
        """How long the last fall took; waits for the first frame after it."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            told = self.out("journalctl --boot --unit=photofinish.service --output=json "
                                    "--output-fields=MESSAGE --no-pager _PID=1")  # fmt: skip
            found = restart_of(json.loads(line) for line in told.splitlines())
            if found is not None:
                return found
            time.sleep(0.5)
        raise AssertionError("the program did not come back")

    # What is left

    def verdict(self, life: Life) -> Verdict:
        """What became of a life's match, and whether what was reported saved is there. The program is up again."""
        reported = frozenset(self.reported())  # the hammer goes on: of what it says later nothing can be left yet
        script = f"{SHARED}/inside/left.py {DATA} {life.log or 'none'} {HAMMERED}"
        left = json.loads(self.out(f"python3 {script}"))
        verdict = judged(life, base64.b64decode(left["log"]))
        checks = [left["check"], *([left["hammer_check"]] if self._hammers else [])]
        faults = [f"the records are damaged: {check}" for check in checks if check != "ok"]
        gone = [name for name in life.saved if name not in left["results"]]
        gone += map(str, sorted(reported - set(left["hammered"])))
        faults += [f"a result that was reported saved is lost: {name}" for name in gone]
        faults += tournament_faults(left["journals"], left["named"]) if self._hammers else []
        return replace(verdict, faults=(*verdict.faults, *faults), results=tuple(life.saved), hammered=len(reported))


def restart_of(journal: Iterable[Mapping[str, str]]) -> Restart | None:
    """What systemd's own lines tell of the last fall; None while the program is not back."""
    exited = starting = ready = 0
    for line in journal:
        at, message = int(line["__MONOTONIC_TIMESTAMP"]) * 1000, line["MESSAGE"]
        if "Main process exited" in message:
            exited, starting, ready = at, 0, 0
        elif message.startswith("Starting "):
            starting = at
        elif message.startswith("Started "):
            ready = at
    return Restart(starting - exited, ready - starting) if exited and starting and ready else None


def wait_until(holds: Callable[[], bool], otherwise: Callable[[], str], seconds: float = 60) -> None:
    """Look until it holds. Raises AssertionError with `otherwise` when it does not in time."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, otherwise()
        time.sleep(0.5)
