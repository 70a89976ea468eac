"""A party in the virtual machine: two bots play on the cabinet, and somebody kills the program or pulls the plug.

Nobody needs a button for it: a match that was cut off is planted, the cabinet offers it, and one key of the virtual
keyboard says go on; the result's AGAIN is the same key. A witness and a hammer (`inside/`) run beside the game; what
they said is with the host before the power goes.

A *life* goes from a start of the program (or of the machine) to the moment when it is killed (or its power cut). What
it left behind is held against what was seen of it before it was cut off.
"""

import base64
import json
import shutil
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from cabinet.errors import CabinetError
from cabinet.match.factory import brains_of
from cabinet.tournaments.evening import Evening
from engine.log import Log, header, read
from engine.log_lines import as_text
from engine.log_replay import events, resume, verify
from engine.match import Match
from engine.panel import Control, Press
from engine.units import MS, S
from tools.vm.machine import SHARED, Build, Done, Machine

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


@dataclass
class Life:
    """What the witness told of one life. Times are the guest's CLOCK_MONOTONIC, in ns."""

    log: str = ""
    """The name of the log that was written to last."""
    before: str = ""
    """What that log held when the witness saw it first."""
    seen: list[tuple[int, str]] = field(default_factory=list)
    """When each line was there that came since."""
    saved: list[str] = field(default_factory=list)
    """The matches whose results were reported saved."""
    said: list[str] = field(default_factory=list)
    """The program's journal."""
    ended_at: int = 0
    """The last moment that was heard of."""

    def hear(self, line: Mapping[str, Any]) -> None:
        """Take in one thing that the witness said."""
        self.ended_at = line["at"]
        if "said" in line:
            self.said.append(line["said"])
            if "Saved: the result of " in line["said"]:
                self.saved.append(line["said"].partition("result of ")[2].rstrip("."))
        elif "log" in line:
            self._see(line)

    def _see(self, line: Mapping[str, Any]) -> None:
        if line["log"] != self.log:
            is_first = not self.log
            self.log, self.before, self.seen = line["log"], "", []
            if is_first:
                self.before = line["text"]
                return
        self.seen += [(line["at"], text) for text in line["text"].splitlines(keepends=True)]


@dataclass(frozen=True)
class Verdict:
    """What became of a life's match. `lost_ns`: how long before the end the first lost moment was; 0 for none."""

    faults: tuple[str, ...]
    lost_ns: int = 0
    lines: int = 0
    """Lines that were seen in this life."""
    checked: int = 0
    """Moments more than a second before the end that have been worked out and looked for."""
    stall_ns: int = 0
    """The longest that the program was late with a line: an emulated one stands still while a picture is drawn."""
    is_over: bool = False
    """The match had its outcome on the disk: it is not offered again."""
    results: tuple[str, ...] = ()
    """The matches whose results were reported saved since the machine booted."""
    hammered: int = 0
    """So many results beside the game were reported saved since the machine was made."""


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
        script = f"{SHARED}/inside/records.py plant {DATA} {best_of}"
        self.run(f"cd / && {as_player} {PYTHON} {script}")

    def begin_boot(self) -> None:
        """The machine has booted: let the witness look, and the hammer hammer."""
        self._pid = ""
        self.reported()
        self._silence("hammer")
        if self._hammers:
            port = "/dev/virtio-ports/hammer"
            self._service("hammer", f"{PYTHON} {SHARED}/inside/records.py hammer {HAMMERED} {port}")
        self.begin_life()

    def begin_life(self) -> None:
        """Let the witness look from here on."""
        self.run("systemctl stop witness.service 2>/dev/null || true")
        self._silence("witness")
        self._service("witness", f"python3 {SHARED}/inside/looks.py witness {LONG_S}")

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
        script = f"{SHARED}/inside/looks.py left {DATA} {life.log or 'none'} {HAMMERED}"
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


# What a life left behind. No machine from here on

MOST_LOST_NS: Final = S
"""So much of a match a cut may cost."""
STEP_NS: Final = 20 * MS
BEYOND_NS: Final = 10 * S
"""So far behind a log's end the match is worked out: what should have been in it and is not."""
KEYS: Final = "keyboard"
"""The source of presses that come from outside."""


def life_of(told: Iterable[str]) -> Life:
    """The life that the witness's lines tell of; a last one that was torn is left aside."""
    life = Life()
    for line in told:
        if line.endswith("\n"):
            life.hear(json.loads(line))
    return life


def judged(life: Life, left: bytes) -> Verdict:
    """Hold what is left of the life's log against what was seen, and against what must have happened."""
    faults: list[str] = []
    try:
        log = read(left)
        verify(log)
    except Exception as problem:  # noqa: BLE001 - whatever is wrong with a log, it is a fault
        return Verdict((f"{life.log}: {problem}",))
    kept = "".join(f"{line}\n" for line in log.lines)
    if not kept.startswith(life.before[: len(kept)]) or len(kept) < len(life.before):
        faults.append(f"{life.log}: what was there before is not there any more")
    zero = zero_of(life)
    lost = lost_lines(life, kept)
    lost_ns = max((life.ended_at - zero - time_of(line) for line in lost), default=0) if zero is not None else 0
    if lost_ns > MOST_LOST_NS:
        faults.append(f"{life.log}: lost is a moment {lost_ns / S:.3f} s before the end")
    checked = stall = 0
    if zero is not None:
        stall = stall_of(life, zero)
        latest = life.ended_at - zero - MOST_LOST_NS - stall
        wanted = [line for line in must_have(life, log) if time_of(line) <= latest]
        checked = len(wanted)
        there = set(log.lines)
        faults += [f"{life.log}: missing is {line[:90]}" for line in wanted if line not in there][:3]
    return Verdict(tuple(faults), lost_ns, len(life.seen), checked, stall, log.is_finished)


def zero_of(life: Life) -> int | None:
    """The moment at which the life's match had its zero; a little late, as lines are seen after they are final."""
    return min(zeros(life), default=None)


def stall_of(life: Life, zero: int) -> int:
    """How late the program was at most with what it wrote: nobody can have seen a moment before."""
    return max(zeros(life)) - zero


def zeros(life: Life) -> list[int]:
    """When the match's zero was, by each line that was seen: as late as that line came after it was final."""
    if not life.seen:
        return []
    setup = read((life.before or "".join(text for _, text in life.seen)).encode()).setup
    lag = setup.horizon_ns + setup.resolution_ns
    return [at - time_of(text) - lag for at, text in played(life)]


def played(life: Life) -> list[tuple[int, str]]:
    """What was seen of the game itself: not the header, nor what is written at once when a match is taken up again."""
    pauses = [number for number, (_, text) in enumerate(life.seen) if '"pause":"power"' in text]
    since = pauses[-1] + 1 if pauses else 0
    return [(at, text) for at, text in life.seen[since:] if text.startswith('{"t":') and '"resumed"' not in text]


def lost_lines(life: Life, kept: str) -> list[str]:
    """The lines that were seen and are not on the disk."""
    whole = life.before + "".join(text for _, text in life.seen)
    if whole.startswith(kept):
        return [line for line in whole[len(kept) :].splitlines() if line.startswith('{"t":')]
    return [] if kept.startswith(whole) else [text for _, text in life.seen if text not in kept]


def must_have(life: Life, log: Log) -> list[str]:
    """The lines that the match had to have told in this life, worked out anew from how it stood before.

    Two bots play, so all of it is certain; nothing where the life has not come to play.
    """
    resumes = [value["t"] for value in log.values if "resume" in value]
    if life.before:
        before = read(life.before.encode())
        later = [at for at in resumes if at > before.end]
        return going_on(before, later[0], log) if later else []
    return [] if resumes else from_the_start(log)


def going_on(before: Log, at: int, log: Log) -> list[str]:
    """What is told of a match that stood as `before` and was let go on at a moment of its own time."""
    resumed = resume(before, before.end + before.setup.reach_ns + 2, brains_of(before.setup))
    resumed.match.handle(Control("resume", resumed.match.zero_ns + at))
    return [*resumed.missing, *told_by(resumed.match, at, log)]


def from_the_start(log: Log) -> list[str]:
    """What is told of a match of bots from its beginning."""
    return [header(log.setup), *told_by(Match(log.setup, 0, brains_of(log.setup)), 0, log)]


def told_by(match: Match, begin: int, log: Log) -> list[str]:
    """The final lines of a match from one moment on, a while longer than the log, with the keys that are in it."""
    zero = match.zero_ns
    for event in events(log, zero):
        if isinstance(event, Press) and event.source == KEYS and event.time_ns > zero + begin:
            match.handle(event)
    lines, now = list[str](), zero + begin
    while now <= zero + log.end + BEYOND_NS and not match.is_final:
        match.advance(now)
        lines += [as_text(entry) for entry in match.final()]
        now += STEP_NS
    return lines


def time_of(line: str) -> int:
    """The moment of a line, in ns of its match's time; 0 of the header."""
    return int(json.loads(line).get("t", 0))


def tournament_faults(journals: Iterable[Sequence[str]], results: Collection[str]) -> list[str]:
    """What is wrong with the hammer's journals found after a cut: those of tournaments that ended, and the running one.

    `results`: the matches that have one in the records. Each journal has to fit, and a result is in the records and in
    one journal, or in neither.
    """
    wrong, noted = list[str](), list[str]()
    for lines in journals:
        try:
            evening = Evening.of(lines)
        except CabinetError as problem:
            wrong.append(f"tonight: {problem}")
            continue
        noted += [played.match for played in evening.results]
        if evening.now is None and not evening.is_over:
            wrong.append("tonight: nobody is up, and nobody is champion")
    wrong += [f"tonight: {match} is noted twice" for match in sorted(set(noted)) if noted.count(match) > 1]
    wrong += [f"tonight: the result of {match} is in no journal" for match in sorted(set(results) - set(noted))]
    wrong += [f"tonight: the result of {match} is not in the records" for match in sorted(set(noted) - set(results))]
    return wrong
