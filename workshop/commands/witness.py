"""`photofinish witness`: show the file that `photofinish doctor --witness` wrote, or several as a table.

`bear` makes the file: it lets the program play by itself in a process of its own, measures meanwhile, races contacts
where a tester is wired, and prints all that is in the file before it writes it.
"""

import argparse
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import BinaryIO, Final

import msgspec
from msgspec.structs import replace

from cabinet.config.schema import Display
from cabinet.doctor.checks import CheckContext
from cabinet.errors import CabinetError, reason_of
from cabinet.process.engine_build import engine_build
from cabinet.process.revision import version_text
from cabinet.strings.catalogue import word
from cabinet.strings.columns import in_columns
from engine.version import VERSION
from workshop.certify.report import certificate
from workshop.certify.tester import race_with, wired_rig
from workshop.certify.trials import Row
from workshop.commands.executors import watched
from workshop.witness.figures import Samples, measured, times_of
from workshop.witness.witness_file import (
    FORMAT,
    Claim,
    Picture,
    Witness,
    checks_of,
    lines_of,
    machine_of,
    packed,
    presses_of,
    program_of,
    read_witness,
    row_of,
    version_of,
)

SECONDS: Final = 600
QUICK_SECONDS: Final = 60
RACES: Final = 1000
QUICK_RACES: Final = 100
STARTS_S: Final = 60
"""How long the program may take to start and to end beside its time, s."""
LIBRARIES: Final = ("pygame-ce", "gpiod", "gpiozero", "msgspec", "greenlet")
DRAWN_IN_MEMORY: Final = "dummy"
DECLINED: Final = 1
YES: Final = ("y", "yes")


def run(args: argparse.Namespace) -> int:
    """Show one witness whole, or several as rows of the table of `docs/machines.md`. Raises CabinetError."""
    witnesses = [read_witness(path) for path in args.files]
    if len(witnesses) == 1 and not args.table:
        print("\n".join(in_columns(lines_of(witnesses[0]))))
        return 0
    print("| " + " | ".join(word("witness.head").split(", ")) + " |")
    print("|---" * len(row_of(witnesses[0])) + "|")
    for witness in witnesses:
        print(f"| {' | '.join(row_of(witness))} |")
    return 0


def bear(args: argparse.Namespace, context: CheckContext) -> int:
    """Measure, print what was found, and write it where the person agrees; return 0, or 1 for a no. Raises
    CabinetError before anything is measured where the file cannot be written; HardwareError for a tester."""
    path: Path = args.witness if args.witness.name else Path(f"photofinish-witness-{time.strftime('%Y-%m-%d')}.json.gz")
    if path.exists():
        raise CabinetError(word("witness.exists", path=path))
    if not args.yes and not sys.stdin.isatty():
        raise CabinetError(word("witness.nobody"))
    with claimed(path) as file:
        witness = witness_of(args, context)
        data = packed(witness)
        print("\n".join(in_columns(lines_of(witness))))
        print(word("witness.without"))
        if not args.yes and not agreed(word("witness.ask", path=path, size=len(data))):
            print(word("witness.unwritten"), file=sys.stderr)
            return DECLINED
        file.write(data)
    print(word("witness.written", path=path))
    return 0


@contextmanager
def claimed(path: Path) -> Iterator[BinaryIO]:
    """Yield a new file, which goes if nothing is written: whoever may not write learns that at once.

    Raises CabinetError where it cannot be written.
    """
    try:
        file = path.open("xb")
    except OSError as problem:
        raise CabinetError(word("witness.unwritable", path=path, reason=reason_of(problem))) from problem
    try:
        with file:
            yield file
    finally:
        if not path.stat().st_size:
            path.unlink()


def agreed(question: str) -> bool:
    """Return whether the person at the terminal agrees."""
    try:
        return input(question).strip().lower() in YES
    except EOFError:
        print()
        return False


def witness_of(args: argparse.Namespace, context: CheckContext) -> Witness:
    """Return all that is measured and found on this machine."""
    seconds = QUICK_SECONDS if args.quick else SECONDS
    races = race(args, context) if args.tester else []
    print(word("witness.plays", minutes=seconds // 60), file=sys.stderr)
    samples = Samples(context.machine, context.data)
    with rehearsal(seconds, context.config.display, driver_for(context)) as child:
        looks = watched(range(seconds + STARTS_S), seconds + STARTS_S, word("witness.unit"))
        wakeups = measured(samples, looks, lambda: child.is_over)
        picture = child.seen
    running = context.running
    return Witness(
        witness=FORMAT,
        day=time.strftime("%Y-%m-%d"),
        seconds=seconds,
        versions=versions(),
        machine=machine_of(context.machine),
        source=context.config.input.source,
        sources=tuple(map(presses_of, running.sources)) if running else (),
        findings=checks_of(context),
        picture=picture,
        program=program_of(context),
        wakeups=wakeups,
        sync=times_of(samples.sync_ns),
        ranges=dict(samples.ranges),
        throttled=samples.throttled,
        races=tuple(races),
    )


def versions() -> dict[str, str]:
    """Return the versions of the program, of Python and of the libraries that take part."""
    found = {"photofinish": version_text(VERSION), "engine": engine_build(), "python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return {name: each if name == "engine" else version_of(each) for name, each in found.items()}


def race(args: argparse.Namespace, context: CheckContext) -> Sequence[Claim]:
    """Race with the tester on this cabinet's own source. Raises CabinetError, HardwareError."""
    if context.running is not None:
        raise CabinetError(word("witness.plays_now"))
    config = context.config.input
    source = config.source if config.source in ("gpio", "board") else "board" if context.machine.boards() else "gpio"
    rig = wired_rig(args.tester, replace(config, source=source), Random(1), args.lines)
    count = QUICK_RACES if args.quick else RACES
    rows: list[Row] = list(watched(race_with(rig, f"{source}-tester", count, 1), count, word("certify.unit")))
    return [Claim(each.claim, each.held, each.figures) for each in certificate(rows[0].source, rows).verdicts]


# The program that plays by itself


def driver_for(context: CheckContext) -> str:
    """Return SDL's driver for it: of a desktop, of the bare screen where that is free, else none that shows."""
    machine = context.machine
    if machine.variable("DISPLAY") or machine.variable("WAYLAND_DISPLAY"):
        return ""
    return DRAWN_IN_MEMORY if context.running or not machine.glob("/dev/dri/card*") else "kmsdrm"


class Rehearsal:
    """The process in which the program plays by itself, with its records and its answer in a folder that goes."""

    def __init__(self, seconds: int, display: Display, driver: str, folder: Path) -> None:
        self._answer, self._said = folder / "answer", folder / "said"
        environ = {**os.environ, "SDL_AUDIODRIVER": DRAWN_IN_MEMORY} | ({"SDL_VIDEODRIVER": driver} if driver else {})
        environ.pop("NOTIFY_SOCKET", None)
        command = [sys.executable, "-m", "workshop.witness.rehearsal", str(seconds), str(folder)]
        with self._answer.open("wb") as answer, self._said.open("wb") as said:
            self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=answer, stderr=said, env=environ)
        assert self.process.stdin is not None, "it was asked for"
        self.process.stdin.write(msgspec.json.encode(display))
        self.process.stdin.close()

    @property
    def is_over(self) -> bool:
        """Whether the process has ended."""
        return self.process.poll() is not None

    @property
    def seen(self) -> Picture:
        """What it has seen. Raises CabinetError where it did not end, or not well."""
        if not self.is_over:
            raise CabinetError(word("witness.late"))
        try:
            return msgspec.json.decode(self._answer.read_bytes().strip().rpartition(b"\n")[2], type=Picture)
        except (msgspec.MsgspecError, RecursionError) as problem:
            said = self._said.read_text(encoding="utf-8", errors="replace").strip().rpartition("\n")[2]
            raise CabinetError(word("witness.failed", reason=said or self.process.returncode)) from problem


@contextmanager
def rehearsal(seconds: int, display: Display, driver: str) -> Iterator[Rehearsal]:
    """Yield a program that plays by itself; it ends with the context at the latest."""
    with TemporaryDirectory(prefix="photofinish-") as folder:
        child = Rehearsal(seconds, display, driver, Path(folder))
        try:
            yield child
        finally:
            child.process.kill()
            child.process.wait()
