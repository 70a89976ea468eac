"""Debian's package files and Python's wheels, and what is installed of them alone.

Package files are fetched once and offered as an archive of their own: later stages take packages from there, so two
builds from the same folder have the same input. The base is the packages of the card's system, installed and
configured; nothing of the cabinet is in it.

The workshop is a small Debian of the image's own suite with the programs that make file systems. Bytes of a file system
depend on the program that made it; so the host's versions do not count. mke2fs reads an archive there (since 1.47.1),
and takes every time stamp from that and from SOURCE_DATE_EPOCH.
"""

import hashlib
import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.image.recipe import COMPONENTS, KEYRING, LIBC, MIRROR, PYTHON, SECURITY, SUITE, WORKSHOP, Arch, packages_of
from tools.image.stages import Build, name_of
from tools.vm.image import LOCKED
from workshop.commands.bundle import download


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
    command = download(arch.wheels, PYTHON, LIBC, [])

    def fetch(folder: Path) -> None:
        build.run("wheels", *command, "--require-hashes", "--requirement", str(LOCKED), "--dest", str(folder))

    return build.stage("wheels", command[1:], fetch, [LOCKED])  # wherever the checkout lies: a release's is a new one


# The base

LEAVE_OUT = ("doc/*", "man/*", "locale/*", "info/*", "lintian/*", "bash-completion/*")
KEPT = ("doc/*/copyright",)
"""Licences stay."""
UNPACK = (
    *("env", "DEBIAN_FRONTEND=noninteractive", "dpkg", "--unpack", "--skip-same-version"),
    *("--force-architecture", "--force-depends", "--force-unsafe-io", "--log=/dev/null"),
)
"""Scripts run in the root; what the packages need is checked when they are configured."""


def base(build: Build, arch: Arch) -> Path:
    """The archive `root.tar` of the configured system. Raises StageError when a program fails."""
    wanted = packages_of(arch)
    files = fetched(build, "packages", arch.name, wanted)

    def make(folder: Path) -> None:
        debian(build, "base", arch.name, wanted, files, folder / "root.tar")

    return build.stage("base", [name_of(files), *wanted, *LEAVE_OUT, *KEPT], make, [Path(__file__)]) / "root.tar"


def debian(build: Build, kind: str, arch: str, wanted: Sequence[str], files: Path, target: Path) -> None:
    """Install and configure packages from a folder of `fetched`, into a folder or an archive.

    The host's dpkg unpacks all but the essential ones: emulated, unpacking takes as long as configuring. Foreign
    packages are configured by qemu-user. No initrd is made: that waits until everything is there. Times follow from
    the packages, not from the commit.
    """
    left_out = [f"--path-exclude=/usr/share/{name}" for name in LEAVE_OUT]
    left_out += [f"--path-include=/usr/share/{name}" for name in KEPT]
    unpack = f'{shlex.join(UNPACK)} --root="$1" {shlex.join([*left_out, "--recursive", str(files)])}'
    count, done = len(list(files.glob("*.deb"))), 0

    def heard(line: str) -> None:
        nonlocal done
        done += line.startswith(("Unpacking ", "Setting up "))
        build.progress.at(done / (2 * count))

    quiet = ("env", "INITRD=No", f"SOURCE_DATE_EPOCH={newest(files)}")
    build.run(
        kind, *quiet, "mmdebstrap", "--verbose", "--variant=apt", f"--architectures={arch}",
        '--aptopt=Acquire::Languages "none"', *(f"--dpkgopt={option.removeprefix('--')}" for option in left_out),
        f"--essential-hook={unpack}", "--include=" + ",".join(wanted),
        SUITE, str(target), f"deb [trusted=yes] copy:{files} ./", heard=heard,
    )  # fmt: skip


# The workshop


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
