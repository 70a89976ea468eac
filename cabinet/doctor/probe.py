"""What the doctor asks a machine. `Machine` is this one, `FakeMachine` one that tests and pictures make up.

A question that cannot be answered (no such file, no permission, no such program) is answered with None or nothing:
what that means is for the check to say.
"""

import grp
import os
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol

from cabinet.store.database import condition_of
from hardware.board.serial_link import any_on_usb, usb_ports
from hardware.errors import NoInterruptTrace
from hardware.gpio.interrupts import connect
from hardware.gpio.kernel import CONSUMER

PATIENCE_S: Final = 2.0
"""How long a program that is asked may take."""


class Probe(Protocol):
    """A machine. Paths are whole ones, as text."""

    def text(self, path: str) -> str | None:
        """What a file says, without white space round it."""

    def names(self, pattern: str) -> Sequence[str]:
        """The paths that match a pattern, sorted."""

    def may(self, path: str) -> bool:
        """Whether this program may read and write a path."""

    def owner(self, path: str) -> str:
        """The group that a path belongs to; empty if that has no name."""

    def folder(self, path: str) -> str | None:
        """A folder, or the nearest one above it that is there."""

    def free(self, path: str) -> int | None:
        """Bytes free on the disk of a folder."""

    def run(self, *command: str) -> str | None:
        """What a program prints, without white space round it."""

    def variable(self, name: str) -> str:
        """A variable of the environment; empty if it is not set."""

    def boards(self) -> Sequence[tuple[str, str]]:
        """The button boards that are plugged in over USB: device and id of each."""

    def trace(self) -> str:
        """Why interrupts are not stamped for this program; empty if they are."""

    def database(self, path: str) -> str:
        """The condition of a database: ``ok``, ``none``, ``newer``, or what is wrong with it."""

    def year(self) -> int:
        """What year it is by the machine's clock."""


class Machine:
    """The machine that the program runs on."""

    def text(self, path: str) -> str | None:
        """See `Probe.text`."""
        try:
            return Path(path).read_text(encoding="utf-8", errors="replace").strip("\0 \t\n")
        except OSError:
            return None

    def names(self, pattern: str) -> Sequence[str]:
        """See `Probe.names`."""
        try:
            return sorted(map(str, Path("/").glob(pattern.removeprefix("/"))))
        except OSError:
            return []

    def may(self, path: str) -> bool:
        """See `Probe.may`."""
        return os.access(path, os.R_OK | os.W_OK)

    def owner(self, path: str) -> str:
        """See `Probe.owner`."""
        try:
            return grp.getgrgid(Path(path).stat().st_gid).gr_name
        except (OSError, KeyError):
            return ""

    def folder(self, path: str) -> str | None:
        """See `Probe.folder`."""
        try:
            return next((str(each) for each in (Path(path), *Path(path).parents) if each.is_dir()), None)
        except OSError:
            return None

    def free(self, path: str) -> int | None:
        """See `Probe.free`."""
        try:
            return shutil.disk_usage(path).free
        except OSError:
            return None

    def run(self, *command: str) -> str | None:
        """See `Probe.run`."""
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=PATIENCE_S, check=False, stdin=subprocess.DEVNULL
            )
        except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    def variable(self, name: str) -> str:
        """See `Probe.variable`."""
        return os.environ.get(name, "")

    def boards(self) -> Sequence[tuple[str, str]]:
        """See `Probe.boards`."""
        return [(port.device, port.board_id) for port in usb_ports()] if any_on_usb() else []

    def trace(self) -> str:
        """See `Probe.trace`."""
        try:
            connect(consumer=CONSUMER, patience_s=PATIENCE_S).close()
        except NoInterruptTrace as reason:
            return reason.problem
        return ""

    def database(self, path: str) -> str:
        """See `Probe.database`."""
        return condition_of(Path(path))

    def year(self) -> int:
        """See `Probe.year`."""
        return time.localtime().tm_year


@dataclass
class FakeMachine:
    """A machine that is what it is told to be; by default a desk computer with a desktop on which all is well."""

    files: Mapping[str, str] = field(default_factory=dict)
    forbidden: Sequence[str] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    free_bytes: int | None = 8_000_000_000
    programs: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    usb_boards: Sequence[tuple[str, str]] = ()
    no_trace: str = ""
    condition: str = "ok"
    now_year: int = 2026

    def text(self, path: str) -> str | None:
        """See `Probe.text`."""
        return self.files.get(path)

    def names(self, pattern: str) -> Sequence[str]:
        """See `Probe.names`: a file stands there under its whole path."""
        return sorted(path for path in self.files if Path(path).match(pattern))

    def may(self, path: str) -> bool:
        """See `Probe.may`."""
        return path not in self.forbidden

    def owner(self, path: str) -> str:
        """See `Probe.owner`."""
        return self.owners.get(path, "")

    def folder(self, path: str) -> str | None:
        """See `Probe.folder`."""
        return path

    def free(self, path: str) -> int | None:
        """See `Probe.free`."""
        return self.free_bytes

    def run(self, *command: str) -> str | None:
        """See `Probe.run`: programs stand there with their arguments, a space between."""
        return self.programs.get(" ".join(command))

    def variable(self, name: str) -> str:
        """See `Probe.variable`."""
        return self.variables.get(name, "")

    def boards(self) -> Sequence[tuple[str, str]]:
        """See `Probe.boards`."""
        return self.usb_boards

    def trace(self) -> str:
        """See `Probe.trace`."""
        return self.no_trace

    def database(self, path: str) -> str:
        """See `Probe.database`."""
        return self.condition

    def year(self) -> int:
        """See `Probe.year`."""
        return self.now_year
