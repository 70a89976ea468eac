"""The stages in their order, from nothing to the packed card, and its manifest."""

import os
import re
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from email.parser import Parser
from pathlib import Path
from typing import Final

from tools.image import disk
from tools.image.packages import base, environment, wheels, workshop
from tools.image.recipe import Arch
from tools.image.stages import Build, Progress, digest_of, source_date
from tools.image.system import system, version
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
        listed.write_text(manifest_text(raw.stem, packages_in(parts / "root.tar", parts / "data.tar"), sums))
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
    return disk.card(build, disk.file_systems(build, shop, parts), name), parts


# The manifest: packages with versions and licences, the program's Python packages, and check sums

LICENSE = re.compile(r"^License:[ \t]*(\S.*)$", re.MULTILINE)
UNSAID = "see its copyright file"


@dataclass(frozen=True, order=True)
class Package:
    """A package of Debian's or Python's."""

    name: str
    version: str
    licenses: str
    origin: str


def debian_packages(status: str, copyrights: dict[str, str]) -> list[Package]:
    """The installed packages of dpkg's status file; `copyrights`: the copyright file of each by its name."""
    found = []
    for paragraph in status.split("\n\n"):
        fields = dict(re.findall(r"^(\S+): (.*)$", paragraph, re.MULTILINE))
        if fields.get("Status", "").endswith(" installed"):
            name = fields["Package"]
            found.append(Package(name, fields["Version"], licenses(copyrights.get(name, "")), "Debian"))
    return sorted(found)


def licenses(copyright_file: str) -> str:
    """The names of the licences in a machine-readable copyright file, each once."""
    names = {name.strip() for name in LICENSE.findall(copyright_file)}
    return "; ".join(sorted(names)) or UNSAID


def python_package(metadata: str) -> Package:
    """A Python package by its METADATA."""
    fields = Parser().parsestr(metadata, headersonly=True)
    license_ = fields.get("License-Expression") or fields.get("License") or ""
    classifiers = [line for line in fields.get_all("Classifier", []) if line.startswith("License ::")]
    said = license_.strip().split("\n")[0] or "; ".join(line.rpartition(" :: ")[2] for line in classifiers)
    return Package(str(fields["Name"]), str(fields["Version"]), said or UNSAID, "Python")


def packages_in(root: Path, data: Path) -> list[Package]:
    """The packages in the archives of the root and of the data partition."""
    status, copyrights = "", dict[str, str]()
    for name, text in _texts(root, re.compile(r"\./(var/lib/dpkg/status|usr/share/doc/[^/]+/copyright)$")):
        if name.endswith("/status"):
            status = text
        else:
            copyrights[name.split("/")[-2]] = text
    metadata = _texts(data, re.compile(r"\./opt/releases/.*/site-packages/[^/]+\.dist-info/METADATA$"))
    return [*debian_packages(status, copyrights), *sorted(python_package(text) for _, text in metadata)]


def _texts(archive: Path, wanted: re.Pattern[str]) -> Iterable[tuple[str, str]]:
    with tarfile.open(archive) as tar:
        for member in tar:
            if wanted.fullmatch(member.name) and member.isfile():
                file = tar.extractfile(member)
                assert file is not None
                yield member.name, file.read().decode("utf-8", "replace")


def manifest_text(title: str, packages: Iterable[Package], sums: dict[str, str]) -> str:
    """The manifest: a title, the check sums, and a line a package with tabs between its columns."""
    lines = [title, "", *(f"SHA-256\t{name}\t{digest}" for name, digest in sums.items()), "",
             "origin\tpackage\tversion\tlicences"]  # fmt: skip
    lines += [f"{one.origin}\t{one.name}\t{one.version}\t{one.licenses}" for one in packages]
    return "\n".join(lines) + "\n"
