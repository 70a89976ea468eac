"""The stages in their order, from nothing to the packed card."""

import os
from pathlib import Path
from typing import Final

from tools.image import disk, manifest
from tools.image.base import base
from tools.image.packages import wheels
from tools.image.progress import Progress
from tools.image.recipe import Arch
from tools.image.stages import Build, digest_of, source_date
from tools.image.system import system, version
from tools.image.workshop import environment, workshop
from tools.vm.cached import REPOSITORY

FOLDER: Final = REPOSITORY / "build/image"
WORDS: Final = {
    "tools": "tools: package files of the programs that make file systems",
    "workshop": "workshop: those programs, installed",
    "packages": "packages: Debian's package files",
    "base": "base: packages installed and configured",
    "wheels": "wheels: Python's packages",
    "system": "system: the cabinet installed, the initrd made",
    "partitions": "partitions: three file systems",
    "card": "card: put together",
    "packed": "packed: by xz",
}
SHARES: Final = {"tools": 1, "workshop": 2, "packages": 6, "base": 40, "wheels": 1, "system": 30, "partitions": 3,
                 "card": 1, "packed": 16}  # fmt: skip
"""How much of the time each stage takes, with emulated packages."""


def new_build(folder: Path = FOLDER) -> Build:
    """A build that keeps its stages in a folder, and shows its progress."""
    folder.mkdir(parents=True, exist_ok=True)
    return Build(folder.resolve(), Progress(SHARES, WORDS))


def image(arch: Arch, build: Build, key: Path | None = None) -> list[Path]:
    """The packed image, its check sum and its manifest, made now as far as they are not there; `key` is the owner's.

    Raises StageError when a program fails.
    """
    raw, parts = card(arch, build, key)
    packed = disk.packed(build, workshop(build), raw)
    listed, summed = raw.with_suffix(".manifest.txt"), packed.with_name(f"{packed.name}.sha256")
    if not (listed.exists() and summed.exists()):
        sums = {path.name: digest_of(path) for path in (packed, raw)}
        listed.write_text(manifest.text(raw.stem, manifest.read(parts / "root.tar", parts / "data.tar"), sums))
        summed.write_text(f"{sums[packed.name]}  {packed.name}\n")
    return [packed, summed, listed]


def card(arch: Arch, build: Build, key: Path | None = None) -> tuple[Path, Path]:
    """The card as a disk, and the folder with its partitions' archives.

    Raises StageError when a program fails.
    """
    epoch = int(os.environ.get("SOURCE_DATE_EPOCH") or source_date())
    os.environ.update(environment(epoch))
    shop = workshop(build)
    debian = base(build, arch)
    parts = system(build, arch, debian, wheels(build, arch), epoch, key)
    name = f"photofinish-{version()}-{arch.name}"
    return disk.card(build, disk.partitions(build, shop, parts), name), parts
