"""The disks that a machine starts from, kept in `build/vm` by a hash of what they are made of.

`base` is a bare Debian bookworm, as near to a fresh Raspberry Pi OS Lite as a PC's Debian is. `installed` is that after
`systemd/install.sh` has run in it, without a network: Debian's packages lie in its apt cache, and those of Python
come by the shared folder.

`PHOTOFINISH_VM_CACHE` names another folder than `build/vm`, for several checkouts that share what they have.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.vm.extras import HERE, INGREDIENTS, put_extras
from tools.vm.kernel import unpacked_initrd, unpacked_kernel
from tools.vm.machine import SHARED, Image, Machine

REPOSITORY = HERE.parents[1]
SUITE = "bookworm"
# What a fresh Raspberry Pi OS Lite has of what matters here.
STOCK = (
    "systemd systemd-sysv systemd-timesyncd udev dbus libpam-systemd kmod procps iproute2 sudo login e2fsprogs "
    "initramfs-tools linux-image-amd64 python3 python3-venv ca-certificates openssh-server "
    "libgbm1 libdrm2 libegl1 libgl1-mesa-dri alsa-utils"
)
# What it may not have, so that the installer asks apt for it; fetched beforehand, for the guest has no network.
LATER = "libgles2 polkitd overlayroot"
LEAVE_OUT = ("doc", "man", "locale", "info")
DISK = "4G"
CHECKOUT = ("cabinet", "engine", "hardware", "docs", "systemd", "pyproject.toml", "README.md", "LICENSE")
# Wheels for the C library that bookworm has, 2.36, or any before it.
PLATFORMS = ("manylinux2014_x86_64", *(f"manylinux_2_{minor}_x86_64" for minor in range(17, 37)))
INSTALL = f"cd {SHARED}/checkout && PIP_NO_INDEX=1 PIP_FIND_LINKS={SHARED}/wheels ./systemd/install.sh"


def base() -> Image:
    """A bare Debian with the agent in it. Raises CalledProcessError when it cannot be made; needs root."""
    made_of = [*INGREDIENTS, HERE / "image.py", HERE / "kernel.py"]
    return _image(_made("base", _hash(made_of), _make_base))


def wheels() -> Path:
    """A folder with all Python packages that the installer wants."""
    return _made("wheels", _hash([REPOSITORY / "pyproject.toml", HERE / "image.py"]), _make_wheels)


def installed(checkout: Path = REPOSITORY) -> Image:
    """The base after the installer of a checkout has run in it and the machine was switched off in order.

    Beside the disk lies `install.log`. Raises AssertionError, with that log, when the installer fails.
    """
    start = base()
    made_of = [checkout / name for name in CHECKOUT]
    return _image(
        _made("installed", _hash(made_of, start.disk.parent.name), lambda folder: _install(folder, start, checkout)),
        start,
    )


def fill_share(share: Path, checkout: Path = REPOSITORY) -> None:
    """Put into a shared folder what INSTALL needs."""
    shutil.rmtree(share / "checkout", ignore_errors=True)
    for name in CHECKOUT:
        source, target = checkout / name, share / "checkout" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    shutil.copytree(wheels(), share / "wheels", dirs_exist_ok=True)


# Making


def _make_base(folder: Path) -> None:
    root = folder / "root"
    leave_out = [f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in LEAVE_OUT]
    fetch = f'chroot "$1" apt-get install --yes --no-install-recommends --download-only {LATER}'
    packages = "--include=" + ",".join(STOCK.split())
    _run("mmdebstrap", "--quiet", "--variant=minbase", "--skip=cleanup/apt", *leave_out, packages,
         f"--customize-hook={fetch}", SUITE, str(root))  # fmt: skip
    version = next((root / "lib/modules").iterdir()).name
    put_extras(root, version)
    (root / "etc/resolv.conf").unlink(missing_ok=True)
    # without one, systemd takes it for a first boot and enables everything that it has
    _run("chroot", str(root), "systemd-machine-id-setup")
    _run("chroot", str(root), "depmod", version)
    _run("chroot", str(root), "update-initramfs", "-c", "-k", version)
    (folder / "kernel").write_bytes(unpacked_kernel((root / f"boot/vmlinuz-{version}").read_bytes()))
    (folder / "initrd").write_bytes(unpacked_initrd((root / f"boot/initrd.img-{version}").read_bytes()))
    _run("mkfs.ext4", "-q", "-F", "-d", str(root), str(folder / "disk.raw"), DISK)
    _run("qemu-img", "convert", "-O", "qcow2", str(folder / "disk.raw"), str(folder / "disk.qcow2"))
    (folder / "disk.raw").unlink()
    shutil.rmtree(root)


def _make_wheels(folder: Path) -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"], "wheel", "lgpio>=0.2.2"]
    platforms = [word for name in PLATFORMS for word in ("--platform", name)]
    _run(sys.executable, "-m", "pip", "download", "--quiet", "--dest", str(folder), "--only-binary=:all:",
         "--python-version=3.11", "--implementation=cp", *platforms, *wanted)  # fmt: skip


def _install(folder: Path, start: Image, checkout: Path) -> None:
    with Machine(start, folder) as machine:
        fill_share(machine.share, checkout)
        machine.boot()
        done = machine.run(f"{{ {INSTALL}; }} 2>&1", seconds=600, check=False)
        (folder / "install.log").write_text(done.out)
        assert done.code == 0, f"the installer ended with {done.code}:\n{done.out}"
        machine.shut_down()
    shutil.rmtree(machine.share)


# Keeping


def cache() -> Path:
    """The folder where images are kept."""
    return Path(os.environ.get("PHOTOFINISH_VM_CACHE") or REPOSITORY / "build/vm")


def _made(kind: str, made_of: str, make: Callable[[Path], None]) -> Path:
    """The folder of this kind and hash: the one that is there, or made now while others who want it wait."""
    folder = cache() / f"{kind}-{made_of}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with _alone(folder.with_suffix(".lock")):
        if not folder.exists():
            unfinished = folder.with_suffix(".unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir()
            make(unfinished)
            unfinished.rename(folder)
    return folder


def _image(folder: Path, start: Image | None = None) -> Image:
    boots = start.kernel.parent if start else folder
    return Image(folder / "disk.qcow2", boots / "kernel", boots / "initrd")


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _hash(paths: Iterable[Path], more: str = "") -> str:
    found = hashlib.sha256(more.encode())
    for path in paths:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_symlink() or (file.is_file() and "__pycache__" not in file.parts):
                what = str(file.readlink()).encode() if file.is_symlink() else file.read_bytes()
                name = str(file.relative_to(path.parent))
                found.update(json.dumps([name, hashlib.sha256(what).hexdigest()]).encode())
    return found.hexdigest()[:16]


def _run(*command: str) -> None:
    subprocess.run(command, check=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive", "INITRD": "No"})
