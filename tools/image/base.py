"""The base: Debian's packages installed and configured, as one archive. Nothing of the cabinet is in it."""

from collections.abc import Sequence
from pathlib import Path

from tools.image.packages import fetched, newest
from tools.image.recipe import SUITE, Arch, packages_of
from tools.image.stages import Build, name_of

LEAVE_OUT = ("doc/*", "man/*", "locale/*", "info/*", "lintian/*", "bash-completion/*")
KEPT = ("doc/*/copyright",)
"""Licences stay."""


def base(build: Build, arch: Arch) -> Path:
    """The archive `root.tar` of the configured system. Raises StageError when a program fails."""
    wanted = packages_of(arch)
    files = fetched(build, "packages", arch.name, wanted)

    def make(folder: Path) -> None:
        debian(build, "base", arch.name, wanted, files, folder / "root.tar")

    return build.stage("base", [name_of(files), *wanted, *LEAVE_OUT, *KEPT], make, [Path(__file__)]) / "root.tar"


def debian(build: Build, kind: str, arch: str, wanted: Sequence[str], files: Path, target: Path) -> None:
    """Install and configure packages from a folder of `fetched`, into a folder or an archive.

    Foreign packages are configured by qemu-user. No initrd is made: that waits until everything is there. Times follow
    from the packages, not from the commit.
    """
    paths = [f"--dpkgopt=path-exclude=/usr/share/{name}" for name in LEAVE_OUT]
    paths += [f"--dpkgopt=path-include=/usr/share/{name}" for name in KEPT]
    count, done = len(list(files.glob("*.deb"))), 0

    def heard(line: str) -> None:
        nonlocal done
        done += line.startswith(("Unpacking ", "Setting up "))
        build.progress.at(done / (2 * count))

    quiet = ("env", "INITRD=No", f"SOURCE_DATE_EPOCH={newest(files)}")
    build.run(
        kind, *quiet, "mmdebstrap", "--verbose", "--variant=apt", f"--architectures={arch}",
        '--aptopt=Acquire::Languages "none"', *paths, "--include=" + ",".join(wanted),
        SUITE, str(target), f"deb [trusted=yes] copy:{files} ./", heard=heard,
    )  # fmt: skip
