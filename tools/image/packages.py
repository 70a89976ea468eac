"""Debian's package files, fetched once and offered as an archive of their own; and the wheels of the program.

Later stages take packages from here alone, so two builds from the same folder have the same input.
"""

import hashlib
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from cabinet.commands.bundle import download
from tools.image.recipe import COMPONENTS, KEYRING, LIBC, MIRROR, PYTHON, SECURITY, SUITE, Arch
from tools.image.stages import Build
from tools.vm.image import LOCKED


def sources() -> str:
    """The lines of apt's sources: the suite, its updates, its security updates."""
    suites = ((MIRROR, SUITE), (MIRROR, f"{SUITE}-updates"), (SECURITY, f"{SUITE}-security"))
    return "".join(f"deb [signed-by={KEYRING}] {mirror} {name} {COMPONENTS}\n" for mirror, name in suites)


def fetched(build: Build, kind: str, arch: str, wanted: Sequence[str]) -> Path:
    """A folder with the package files of `wanted`, of all that they need and of Debian's essential ones.

    Beside them lies `Packages`, the index. The folder is made once: packages stay as they are until it is removed.
    """

    def fetch(folder: Path) -> None:
        downloads = build.folder / "downloads" / arch
        apt = _apt(downloads, arch)
        build.run(kind, *apt, "update")
        names = _names(apt, wanted)
        count = 0

        def heard(line: str) -> None:
            nonlocal count
            count += line.startswith("Get:")
            build.progress.at(count / len(names))

        build.run(kind, *apt, "--yes", "--download-only", "install", "?essential", "apt", *wanted, heard=heard)
        archives = downloads / "cache/archives"
        files = [_file_of(archives, name) for name in names]
        (folder / "Packages").write_text("\n".join(_entry(path) for path in files))
        for path in files:
            os.link(path, folder / path.name)

    return build.stage(kind, [arch, SUITE, sources(), *wanted], fetch)


def newest(files: Path) -> int:
    """When the youngest of the package files was built, in seconds since 1970: no file that it brings is younger."""
    return max(_built(path) for path in files.glob("*.deb"))


def _built(package: Path) -> int:
    """The time of a package's first member: `debian-binary`, in an archive of ar's."""
    with package.open("rb") as file:
        return int(file.read(36)[24:36])


def _apt(downloads: Path, arch: str) -> list[str]:
    for name in ("lists/partial", "cache/archives/partial"):
        (downloads / name).mkdir(parents=True, exist_ok=True)
    (downloads / "status").touch()
    (downloads / "sources.list").write_text(sources())
    options = {
        "Dir::State": downloads, "Dir::State::lists": downloads / "lists", "Dir::State::status": downloads / "status",
        "Dir::Cache": downloads / "cache", "Dir::Etc::sourcelist": downloads / "sources.list",
        "Dir::Etc::sourceparts": "/dev/null", "APT::Architecture": arch, "APT::Architectures": arch,
        "APT::Install-Recommends": "false", "APT::Sandbox::User": "root", "Acquire::Languages": "none",
    }  # fmt: skip
    return ["apt-get", *(word for name, value in options.items() for word in ("-o", f"{name}={value}"))]


def _names(apt: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """The names of the package files that an installation would fetch; all of them, fetched already or not."""
    command = [*apt, "-o", "Dir::Cache::archives=/nonexistent", "--print-uris", "--yes", "install", "?essential", "apt"]
    done = subprocess.run([*command, *wanted], check=True, capture_output=True, text=True)
    return sorted(line.split()[1] for line in done.stdout.splitlines() if line.startswith("'"))


def _file_of(archives: Path, name: str) -> Path:
    return archives / name


def _entry(path: Path) -> str:
    """A paragraph of the index: the package's own fields, and where it lies."""
    fields = subprocess.run(["dpkg-deb", "--field", str(path)], check=True, capture_output=True, text=True).stdout
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    return f"{fields.rstrip()}\nFilename: ./{path.name}\nSize: {path.stat().st_size}\nSHA256: {digest}\n"


def wheels(build: Build, arch: Arch) -> Path:
    """A folder with all Python packages that the installer wants, for the image's Python and processor."""
    command = download(arch.wheels, PYTHON, LIBC, ["--require-hashes", "--requirement", str(LOCKED)])

    def fetch(folder: Path) -> None:
        build.run("wheels", *command, "--dest", str(folder))

    return build.stage("wheels", command[1:], fetch, [LOCKED])
