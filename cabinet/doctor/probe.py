"""The doctor's queries to the machine; tests have another in its place.

A query without an answer (no such file, no permission, no such program) returns None or nothing; the check decides on
its meaning.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cabinet.process.engine_build import engine_build
from cabinet.process.time_of_day import is_time_set
from cabinet.regular_file import exists
from cabinet.store.errors import cause_of, try_to_write
from cabinet.store.sqlite import condition_of
from hardware.board.link import any_on_usb, usb_ports
from hardware.errors import BackendMissing
from hardware.posix import group_of

PATIENCE_S: Final = 2.0
"""How long a called program may take."""


class Probe:
    """The machine that the program runs on. Paths are absolute, as text."""

    def __init__(self, *, thorough: bool = True) -> None:
        """Not `thorough`: no question whose answer takes longer the more is on the disk, for who waits at a page."""
        self._thorough = thorough

    def text(self, path: str) -> str | None:
        """Return the content of a file, without white space round it."""
        try:
            return Path(path).read_text(encoding="utf-8", errors="replace").strip("\0 \t\n")
        except OSError:
            return None

    def glob(self, pattern: str) -> Sequence[str]:
        """Return the paths that match a pattern, sorted."""
        try:
            return sorted(map(str, Path("/").glob(pattern.removeprefix("/"))))
        except OSError:
            return []

    def is_accessible(self, path: str) -> bool:
        """Return whether this program may read and write a path."""
        return os.access(path, os.R_OK | os.W_OK)

    def group_of(self, path: str) -> str:
        """Return the group of a path; empty if that has no name."""
        try:
            return group_of(Path(path))
        except OSError:
            return ""

    def folder(self, path: str) -> str | None:
        """Return a folder, or its nearest existing parent."""
        try:
            there = (each for each in (Path(path), *Path(path).parents) if exists(each) and each.is_dir())
            return next(map(str, there), None)
        except OSError:
            return None

    def free(self, path: str) -> int | None:
        """Return the bytes free on the disk of a folder."""
        try:
            return shutil.disk_usage(path).free
        except OSError:
            return None

    def run(self, *command: str) -> str | None:
        """Return the output of a program, without white space round it."""
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=PATIENCE_S, check=False, stdin=subprocess.DEVNULL
            )
        except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
            return None
        return done.stdout.strip() if done.returncode == 0 else None

    def variable(self, name: str) -> str:
        """Return a variable of the environment; empty if it is not set."""
        return os.environ.get(name, "")

    def boards(self) -> Sequence[tuple[str, str]]:
        """Return the button boards on USB: device and id of each."""
        return [(port.device, port.board_id) for port in usb_ports()] if any_on_usb() else []

    def label(self, chip: str) -> str:
        """Return the label of a GPIO chip, given by its path or label; empty if it cannot be opened."""
        if not chip.startswith("/"):
            return chip
        from hardware.gpio.gpiod_factory import import_gpiod, label_at  # noqa: PLC0415 - gpiozero takes 30 ms

        try:
            return label_at(import_gpiod(), chip)
        except BackendMissing:
            return ""

    def unwritable(self, path: str) -> str:
        """Write a file into a folder, wait for the disk, and delete it; return why that failed (`cause_of`) or ""."""
        try:
            try_to_write(Path(path))
        except OSError as problem:
            return cause_of(problem, Path(path))
        return ""

    def database(self, path: str) -> str:
        """Return the condition of a database (`condition_of`)."""
        return condition_of(Path(path), whole=self._thorough)

    def year(self) -> int:
        """Return the year by the machine's clock."""
        return time.localtime().tm_year

    def is_time_set(self) -> bool:
        """Return whether somebody has set the time since the machine was switched on."""
        return is_time_set()

    def engine(self) -> str:
        """Return the build of the engine that this program uses: ``plain``, ``compiled`` or ``mixed``."""
        return engine_build()
