"""The three partitions as file systems, and the card that they make.

Its partition table is of the old kind (MBR), as bytes: the boot ROM of a Pi 3 reads no other.
"""

import os
import struct
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from tools.image import recipe
from tools.image.packages import Workshop
from tools.image.recipe import MIB
from tools.image.stages import Build, name_of

SECTOR: Final = 512
FAT32_LBA: Final = 0x0C
LINUX: Final = 0x83
_BEYOND_CYLINDERS: Final = b"\xfe\xff\xff"
"""The address by cylinders, heads and sectors of what has none."""
_ENTRY: Final = struct.Struct("<B3sB3sII")
_ENTRIES_AT: Final = 446


@dataclass(frozen=True)
class Partition:
    """A partition: its type, and where it lies in sectors of 512 bytes."""

    kind: int
    start: int
    sectors: int


def table(signature: int, partitions: Sequence[Partition]) -> bytes:
    """The first sector of a disk. Raises ValueError for more than four partitions, or for some that overlap."""
    if len(partitions) > 4:
        raise ValueError("a partition table has room for four partitions")
    for before, after in pairwise(partitions):
        if before.start + before.sectors > after.start:
            raise ValueError("partitions overlap")
    entries = b"".join(
        _ENTRY.pack(0, _BEYOND_CYLINDERS, part.kind, _BEYOND_CYLINDERS, part.start, part.sectors) for part in partitions
    )
    code = bytes(440) + struct.pack("<IH", signature, 0)
    return code + entries.ljust(4 * _ENTRY.size, b"\0") + b"\x55\xaa"


def partitions(sector: bytes) -> list[Partition]:
    """The partitions of a first sector. Raises ValueError where it has no table."""
    if len(sector) < SECTOR or sector[510:512] != b"\x55\xaa":
        raise ValueError("there is no partition table")
    rows = _ENTRY.iter_unpack(sector[_ENTRIES_AT:510])
    return [Partition(kind, start, sectors) for _, _, kind, _, start, sectors in rows if kind]


# The card

LAYOUT: Final = (
    ("boot", FAT32_LBA, recipe.FIRMWARE_MIB),
    ("root", LINUX, recipe.ROOT_MIB),
    ("data", LINUX, recipe.DATA_MIB),
)
XZ: Final = ("xz", "--compress", "--keep", "--threads=0", "--block-size=64MiB", "--lzma2=preset=6,dict=64MiB")
"""One setting, whose result does not depend on how many processors there are."""


def layout() -> list[Partition]:
    """Where the partitions lie; the last one ends with the image, and grows on the card."""
    found, start = list[Partition](), recipe.FIRST_MIB
    for _, kind, size in LAYOUT:
        found.append(Partition(kind, start * MIB // SECTOR, size * MIB // SECTOR))
        start += size
    return found


def file_systems(build: Build, workshop: Workshop, system: Path) -> Path:
    """A folder with `boot.img`, `root.img` and `data.img`. Raises StageError where something does not fit."""

    def make(folder: Path) -> None:
        for name in ("root", "data", "boot"):
            os.link(system / f"{name}.tar", folder / f"{name}.tar")
        with workshop.at(folder):
            _ext4(workshop, "root", recipe.ROOT_LABEL, recipe.ROOT_MIB)
            build.progress.at(0.7)
            _ext4(workshop, "data", recipe.DATA_LABEL, recipe.DATA_MIB)
            build.progress.at(0.9)
            _fat(workshop, folder)
        for name in ("root", "data", "boot"):
            (folder / f"{name}.tar").unlink()

    return build.stage("partitions", [workshop.name, name_of(system), repr(LAYOUT)], make, [Path(__file__)])


def _ext4(workshop: Workshop, name: str, label: str, size: int) -> None:
    """A file system whose bytes follow from the archive: fixed numbers, nothing asked of the host's kernel."""
    extended = (f"hash_seed={recipe.file_system_uuid(label + ' hash')}", "lazy_itable_init=0", "lazy_journal_init=0",
                "nodiscard", "root_owner=0:0")  # fmt: skip
    workshop.run(
        "partitions", "mke2fs", "-q", "-F", "-t", "ext4", "-T", "default", "-b", "4096", "-m", "0", "-L", label,
        "-U", recipe.file_system_uuid(label), "-E", ",".join(extended), "-d", f"/job/{name}.tar", f"/job/{name}.img",
        f"{size}M",
    )  # fmt: skip


def _fat(workshop: Workshop, folder: Path) -> None:
    image, files = "/job/boot.img", folder / "boot"
    files.mkdir()
    subprocess.run(["tar", "-xf", str(folder / "boot.tar"), "-C", str(files)], check=True)
    (folder / "boot.img").touch()
    os.truncate(folder / "boot.img", recipe.FIRMWARE_MIB * MIB)
    workshop.run("partitions", "mkfs.vfat", "--invariant", "-F", "32", "-n", recipe.FIRMWARE_LABEL, "-i",
                 recipe.FIRMWARE_VOLUME, image)  # fmt: skip
    for place in sorted([files, *(path for path in files.rglob("*") if path.is_dir())]):
        below = place.relative_to(files)
        if place != files:
            workshop.run("partitions", "mmd", "-i", image, f"::/{below}")
        names = sorted(f"/job/boot/{path.relative_to(files)}" for path in place.iterdir() if path.is_file())
        if names:
            workshop.run("partitions", "mcopy", "-m", "-i", image, *names, f"::/{below}" if place != files else "::/")
    subprocess.run(["rm", "-r", str(files)], check=True)


def card(build: Build, parts: Path, name: str) -> Path:
    """The whole card, `NAME.img` (sparse)."""

    def make(folder: Path) -> None:
        image = folder / f"{name}.img"
        image.write_bytes(table(recipe.DISK_SIGNATURE, layout()))
        for (part, _, _), place in zip(LAYOUT, layout(), strict=True):
            copy = ("dd", f"if={parts}/{part}.img", f"of={image}", "bs=1M", f"seek={place.start * SECTOR // MIB}",
                    "conv=sparse,notrunc", "status=none")  # fmt: skip
            build.run("card", *copy)
        last = layout()[-1]
        os.truncate(image, (last.start + last.sectors) * SECTOR)

    return build.stage("card", [name_of(parts), name], make, [Path(__file__)]) / f"{name}.img"


def packed(build: Build, workshop: Workshop, image: Path) -> Path:
    """The card as it is given away, `NAME.img.xz`."""

    def make(folder: Path) -> None:
        os.link(image, folder / image.name)
        with workshop.at(folder):
            workshop.run("packed", *XZ, f"/job/{image.name}")
        (folder / image.name).unlink()

    return build.stage("packed", [workshop.name, name_of(image.parent), *XZ], make) / f"{image.name}.xz"
