"""The workshop: the programs that make file systems, in a small Debian of the image's own suite.

Bytes of a file system depend on the program that made it; so the host's versions do not count. mke2fs reads an archive
there (since 1.47.1), and takes every time stamp from that and from SOURCE_DATE_EPOCH.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.image.base import debian
from tools.image.packages import fetched
from tools.image.recipe import WORKSHOP
from tools.image.stages import Build, name_of


class Workshop:
    """A folder that programs are run in, with one more folder mounted at `/job`."""

    def __init__(self, build: Build, root: Path) -> None:
        self._build = build
        self._root = root

    @property
    def name(self) -> str:
        """Its stage's name, an input of what is made with it."""
        return name_of(self._root.parent)

    @contextmanager
    def at(self, job: Path) -> Iterator["Workshop"]:
        """Mount a folder at `/job` for as long as it lasts."""
        place = self._root / "job"
        if place.is_mount():  # a build was killed
            subprocess.run(["umount", str(place)], check=True)
        subprocess.run(["mount", "--bind", str(job), str(place)], check=True)
        try:
            yield self
        finally:
            subprocess.run(["umount", str(place)], check=True)

    def run(self, kind: str, *command: str) -> None:
        """Run a program in it; its words go to the stage's log. Raises CalledProcessError when it fails."""
        self._build.run(kind, "chroot", str(self._root), *command)


def workshop(build: Build) -> Workshop:
    """The workshop, made now if it is not there."""
    arch = subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()
    wanted = WORKSHOP.split()
    files = fetched(build, "tools", arch, wanted)

    def make(folder: Path) -> None:
        root = folder / "root"
        debian(build, "workshop", arch, wanted, files, root)
        (root / "job").mkdir()
        shutil.rmtree(root / "var/cache/apt", ignore_errors=True)

    return Workshop(build, build.stage("workshop", [name_of(files), *wanted], make) / "root")


def environment(epoch: int) -> dict[str, str]:
    """The environment in which builds are alike."""
    kept: Sequence[str] = ("PATH", "HOME", "TERM")
    return {**{name: os.environ[name] for name in kept if name in os.environ}, "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "DEBIAN_FRONTEND": "noninteractive", "SOURCE_DATE_EPOCH": str(epoch)}  # fmt: skip
