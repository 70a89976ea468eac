"""The stages of a build: each a folder that is kept, named by a hash of its inputs; a line a stage, with a bar of the
whole build; and what the host must have.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, TextIO

from tools.image.recipe import KEYRING, Arch
from tools.vm.cached import REPOSITORY, hash_of, made

WIDTH: Final = 24


def bar(share: float, width: int = WIDTH) -> str:
    """A bar for a share between 0 and 1."""
    full = round(max(0.0, min(1.0, share)) * width)
    return "#" * full + "-" * (width - full)


class Progress:
    """The line of the stage that is at work; on a terminal it is drawn anew in place."""

    def __init__(self, shares: Mapping[str, float], words: Mapping[str, str], stream: TextIO | None = None) -> None:
        """`shares`: how much of the build each stage is, in the order of the build; `words`: what a line says."""
        self._shares = shares
        self._words = words
        self._stream = stream or sys.stderr
        self._stage = ""
        self._last = ""
        self._done = 0.0

    def begin(self, stage: str) -> None:
        """A stage is looked for, or made."""
        self._stage = stage
        self._show(0.0, "\r" if self._stream.isatty() else "\n")

    def at(self, share: float) -> None:
        """So much of the stage is done; shown on a terminal only."""
        if self._stream.isatty():
            self._show(share, "\r")

    def end(self) -> None:
        """The stage is there."""
        if self._stream.isatty():
            self._show(1.0, "\n")
        self._done += self._shares[self._stage]

    def _show(self, share: float, end: str) -> None:
        whole = sum(self._shares.values())
        part = (self._done + share * self._shares[self._stage]) / whole
        line = f"[{bar(part)}] {round(100 * part):3d} %  {self._words[self._stage]}"
        if line != self._last or end == "\n":
            self._stream.write(f"{line:<100}".rstrip() + end if end == "\n" else f"{line:<100}{end}")
            self._stream.flush()
        self._last = line


class StageError(Exception):
    """A stage cannot be made; the text says why and names the log."""


@dataclass(frozen=True)
class Build:
    """Where a build keeps its stages, and to whom it reports."""

    folder: Path
    progress: Progress

    def stage(self, kind: str, inputs: Sequence[str], make: Callable[[Path], None], files: Iterable[Path] = ()) -> Path:
        """The finished folder of a stage, found or made now. `inputs` and the contents of `files` name it.

        Raises StageError when a program fails.
        """
        name = hash_of(files, "\n".join(inputs))
        self.progress.begin(kind)
        try:
            folder = made(kind, name, make, where=self.folder)
        except subprocess.CalledProcessError as error:
            raise StageError(f"{kind}: {error.cmd[0]} ended with {error.returncode}; {self.log_of(kind)}") from error
        self.progress.end()
        return folder

    def log_of(self, kind: str) -> Path:
        """The file with the words of the programs that a stage starts."""
        return self.folder / f"{kind}.log"

    def run(self, kind: str, *command: str, heard: Callable[[str], None] | None = None) -> None:
        """Run a program, its words into the stage's log; each line is given to `heard`.

        Raises CalledProcessError when it fails.
        """
        with self.log_of(kind).open("a") as log:
            log.write(f"$ {' '.join(command)}\n")
            log.flush()
            with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
                assert program.stdout is not None
                for line in program.stdout:
                    log.write(line)
                    if heard is not None:
                        heard(line)
        if program.returncode:
            raise subprocess.CalledProcessError(program.returncode, command)


def name_of(folder: Path) -> str:
    """A stage's name with its hash: the input of the stages behind it."""
    return folder.name


def digest_of(path: Path) -> str:
    """The SHA-256 of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def source_date() -> int:
    """The time of the checkout's commit, in seconds since 1970: no file of the image is younger.

    Raises StageError where there is no commit and SOURCE_DATE_EPOCH does not say it.
    """
    git = ["git", "-c", "safe.directory=*", "-C", str(REPOSITORY), "log", "-1", "--format=%ct"]
    done = subprocess.run(git, capture_output=True, text=True, check=False)
    if done.returncode:
        raise StageError("this is no checkout with a commit: set SOURCE_DATE_EPOCH to the time that files are to have")
    return int(done.stdout)


def empty(folder: Path) -> None:
    """Take a folder away, whatever it holds."""
    shutil.rmtree(folder, ignore_errors=True)


# What the host must have

PROGRAMS = {
    "mmdebstrap": "mmdebstrap",
    "tar": "tar",
    "dpkg-deb": "dpkg",
    "apt-get": "apt",
    "git": "git",
}
"""A program, and Debian's package that has it."""
EMULATED = {"update-binfmts": "binfmt-support", "arch-test": "arch-test", "qemu-aarch64-static": "qemu-user-static"}
BINFMT = Path("/proc/sys/fs/binfmt_misc")


def lacking(arch: Arch, further: Mapping[str, str] = MappingProxyType({})) -> str:
    """One line with what is missing and the remedy; nothing where all is there.

    `further` are more programs, each with its package: what a tool needs beside making the image.
    """
    if os.geteuid() != 0:
        return "the image's files belong to root and its packages run as root: sudo make image"
    foreign = arch.name != native()
    keyring = () if Path(KEYRING).exists() else ("debian-archive-keyring",)
    missing = missing_on_host({**PROGRAMS, **(EMULATED if foreign else {}), **further}, *keyring)
    return missing or (not_emulated(arch) if foreign else "")


def missing_on_host(programs: Mapping[str, str], *packages: str) -> str:
    """One line with the packages of those programs that are not there, and further packages; nothing for none."""
    missing = [*sorted({package for program, package in programs.items() if shutil.which(program) is None}), *packages]
    return f"missing on this machine: apt install {' '.join(missing)}" if missing else ""


def not_emulated(arch: Arch) -> str:
    """One line with the remedy where programs for a foreign processor do not run here."""
    if subprocess.run(["arch-test", arch.name], capture_output=True, check=False).returncode == 0:
        return ""
    mount = "" if (BINFMT / "status").exists() else f"mount -t binfmt_misc binfmt_misc {BINFMT}; "
    return f"programs for {arch.name} do not run here: {mount}update-binfmts --enable {arch.emulator}"


def native() -> str:
    """Debian's name for this machine's processor family."""
    command = ["dpkg", "--print-architecture"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
