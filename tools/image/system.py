"""The system of a card: the base with the cabinet in it, divided into the three partitions' archives.

`systemd/install.sh --image` does the work, in the base itself; here it is given what it needs, and afterwards taken
away whatever differs from build to build or belongs to one machine.
"""

import hashlib
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tools.image.recipe import Arch
from tools.image.stages import Build, empty, name_of
from tools.vm.cached import REPOSITORY
from tools.vm.image import lay_out, parts
from workshop.commands.bundle import PAGE

PARTS: Final = ("boot", "root", "data")
BUILT: Final = REPOSITORY / PAGE
"""The page that verifies, where it was built: part of the release then."""
WORK: Final = "tmp/work"
FOLDERS: Final = {
    "opt": "opt/photofinish",
    "etc": "etc/photofinish",
    "records": "var/lib/photofinish",
    "journal": "var/log/journal",
    "clock": "var/lib/systemd/timesync",
}
"""A folder of the data partition, and the one of the system in whose place it is mounted (systemd/image/etc/fstab)."""
OWN: Final = ("network", "ssh", "card")
"""Folders of the data partition that are mounted nowhere else."""
LEFT_BEHIND: Final = (
    *("tmp/*", "var/tmp/*", "var/cache/apt/*", "var/cache/debconf/*-old", "var/cache/ldconfig/*"),
    *("var/lib/apt/lists/*",),
    *("var/lib/dpkg/*-old", "var/log/*.log", "var/log/apt", "var/lib/systemd/random-seed", "var/lib/dbus/machine-id"),
    *("etc/passwd-", "etc/group-", "etc/shadow-", "etc/gshadow-", "etc/subuid-", "etc/subgid-", "etc/.pwd.lock"),
    *("etc/ssh/ssh_host_*", "boot/initrd.img-*", "boot/*.old", "root/.cache", "root/.*_history", "run/*"),
)
"""Caches, logs, copies, and whatever only one machine may have. The initrd is on the first partition."""
HASH_IS_CHECKED: Final = b"\x03\0\0\0"
HASH_IS_NOT_CHECKED: Final = b"\x01\0\0\0"
"""Flags of a cache of bytecode. SOURCE_DATE_EPOCH has Python put a hash there and no time, so that builds are alike."""
SOURCES: Final = """\
deb http://deb.debian.org/debian trixie main non-free-firmware
deb http://deb.debian.org/debian trixie-updates main non-free-firmware
deb http://security.debian.org/debian-security trixie-security main non-free-firmware
"""


def version() -> str:
    """The program's version."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    return str(project["project"]["version"])


def system(build: Build, arch: Arch, base: Path, wheels: Path, epoch: int, key: Path | None = None) -> Path:
    """A folder with an archive for each of PARTS, in which order, times and owners are fixed. `key`: see install.sh.

    Raises StageError when the installer or another program fails.
    """
    inputs = [arch.name, name_of(base.parent), name_of(wheels), str(epoch), version()]
    files = [*parts(REPOSITORY), Path(__file__), *([key] if key else []), *([BUILT] if BUILT.is_dir() else [])]

    def make(folder: Path) -> None:
        root = folder / "root"
        root.mkdir()
        build.run("system", "tar", "--extract", "--file", str(base), "--directory", str(root), "--numeric-owner")
        build.progress.at(0.1)
        _install(build, root, wheels, arch, key)
        build.progress.at(0.6)
        _make_initrd(build, root, arch)
        build.progress.at(0.85)
        _clean(root)
        for path in root.rglob("*.pyc"):
            trust(path)
        _divide(build, root, folder)
        for part in PARTS:
            _pack(build, folder / part, folder / f"{part}.tar", epoch)
            empty(folder / part)

    return build.stage("system", inputs, make, files)


def _install(build: Build, root: Path, wheels: Path, arch: Arch, key: Path | None) -> None:
    lay_out(REPOSITORY, root / WORK / "checkout")
    if BUILT.is_dir():
        shutil.copytree(BUILT, root / WORK / "checkout" / PAGE)
    shutil.copytree(wheels, root / WORK / "wheels")
    settings = (f"PIP_FIND_LINKS=/{WORK}/wheels", "PIP_NO_INDEX=1", "PYTHONHASHSEED=0")
    options = ["--image"]
    if key:
        shutil.copy(key, root / WORK / "owner.pem")
        options += ["--key", f"/{WORK}/owner.pem"]
    _inside(build, root, *settings, "bash", f"/{WORK}/checkout/systemd/install.sh", *options)
    (root / "etc/photofinish-image").write_text(f"photofinish {version()} {arch.name}\n")
    (root / "etc/machine-id").write_text(hashlib.sha256(b"photofinish machine\n").hexdigest()[:32] + "\n")
    (root / "etc/apt/sources.list").write_text(SOURCES)
    example = _example(root)
    firmware = root / "boot/firmware"
    firmware.mkdir(parents=True, exist_ok=True)
    if example:
        (firmware / "photofinish.toml").write_text(example)


def _example(root: Path) -> str:
    """The card's commented file, as the program itself prints it; nothing from a program that knows no card."""
    if not (root / WORK / "checkout/cabinet/card").is_dir():
        return ""
    command = ["env", f"PYTHONPATH={REPOSITORY}", sys.executable, "-m", "cabinet", "card", "example"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def _make_initrd(build: Build, root: Path, arch: Arch) -> None:
    """The one initrd, now that everything is there; raspi-firmware's hook fills the first partition."""
    release = next((root / "lib/modules").iterdir()).name
    _inside(build, root, "update-initramfs", "-c", "-k", release)
    if arch.name != "arm64":
        for name in (f"vmlinuz-{release}", f"initrd.img-{release}"):
            shutil.copy(root / "boot" / name, root / "boot/firmware" / name)


def _inside(build: Build, root: Path, *command: str) -> None:
    with _with_proc(root):
        build.run("system", "chroot", str(root), "env", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", *command)


@contextmanager
def _with_proc(root: Path) -> Iterator[None]:
    subprocess.run(["mount", "-t", "proc", "proc", str(root / "proc")], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", str(root / "proc")], check=True)


def _clean(root: Path) -> None:
    for pattern in LEFT_BEHIND:
        for path in root.glob(pattern):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
    (root / "etc/resolv.conf").unlink(missing_ok=True)  # a link that leads nowhere yet
    (root / "etc/resolv.conf").symlink_to("../run/systemd/resolve/stub-resolv.conf")


def trust(cache: Path) -> None:
    """Have a cache of bytecode taken without a look at its source, which is sealed with it (PEP 552)."""
    with cache.open("r+b") as file:
        header = file.read(8)
        if header[4:] == HASH_IS_CHECKED:
            file.seek(4)
            file.write(HASH_IS_NOT_CHECKED)


def _divide(build: Build, root: Path, folder: Path) -> None:
    """Take the first and the last partition's files out of the root's folder."""
    data = root / "data"
    data.mkdir()
    for name, place in FOLDERS.items():
        source = root / place
        source.mkdir(parents=True, exist_ok=True)
        shutil.move(source, data / name)
        source.mkdir()
    for name in OWN:
        (data / name).mkdir()
    (data / "ssh").chmod(0o755)
    (data / "network").chmod(0o700)
    _give(build, root, "records", "photofinish:photofinish", "0750")
    _give(build, root, "clock", "systemd-timesync:systemd-timesync", "0755")
    _give(build, root, "journal", "root:systemd-journal", "2755")
    shutil.move(data, folder / "data")
    data.mkdir()
    firmware = root / "boot/firmware"
    shutil.move(firmware, folder / "boot")
    firmware.mkdir()


def _give(build: Build, root: Path, name: str, owner: str, mode: str) -> None:
    _inside(build, root, "chown", owner, f"/data/{name}")
    _inside(build, root, "chmod", mode, f"/data/{name}")


def _pack(build: Build, folder: Path, archive: Path, epoch: int) -> None:
    alike: Sequence[str] = (
        *("--sort=name", f"--mtime=@{epoch}", "--clamp-mtime", "--numeric-owner", "--format=posix"),
        "--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime",
    )
    build.run("system", "tar", "--create", *alike, "--file", str(archive), "--directory", str(folder), ".")
