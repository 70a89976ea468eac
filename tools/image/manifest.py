"""What an image holds: packages with versions and licences, the program's Python packages, and check sums."""

import re
import tarfile
from collections.abc import Iterable
from dataclasses import dataclass
from email.parser import Parser
from pathlib import Path

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


def read(root: Path, data: Path) -> list[Package]:
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


def text(title: str, packages: Iterable[Package], sums: dict[str, str]) -> str:
    """The manifest: a title, the check sums, and a line a package with tabs between its columns."""
    lines = [title, "", *(f"SHA-256\t{name}\t{digest}" for name, digest in sums.items()), "",
             "origin\tpackage\tversion\tlicences"]  # fmt: skip
    lines += [f"{one.origin}\t{one.name}\t{one.version}\t{one.licenses}" for one in packages]
    return "\n".join(lines) + "\n"
