"""What the host must have to make an image."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from tools.image.recipe import KEYRING, Arch

PROGRAMS = {
    "mmdebstrap": "mmdebstrap",
    "tar": "tar",
    "dpkg-deb": "dpkg",
    "apt-get": "apt",
    "git": "git",
}
"""A program, and Debian's package that has it."""
EMULATED = {"update-binfmts": "binfmt-support", "arch-test": "arch-test", "qemu-aarch64-static": "qemu-user-static"}
BINFMT = Path("/proc/sys/fs/binfmt_misc")


def lacking(arch: Arch, further: Mapping[str, str] = MappingProxyType({})) -> str:
    """One line with what is missing and the remedy; nothing where all is there.

    `further` are more programs, each with its package: what a tool needs beside making the image.
    """
    if os.geteuid() != 0:
        return "the image's files belong to root and its packages run as root: sudo make image"
    foreign = arch.name != native()
    wanted = {**PROGRAMS, **(EMULATED if foreign else {}), **further}
    missing = sorted({package for program, package in wanted.items() if shutil.which(program) is None})
    if not Path(KEYRING).exists():
        missing.append("debian-archive-keyring")
    if missing:
        return f"missing on this machine: apt install {' '.join(missing)}"
    if foreign and not _runs(arch):
        return (f"programs for {arch.name} do not run here: mount -t binfmt_misc binfmt_misc {BINFMT}; "
                f"update-binfmts --enable {arch.emulator}")  # fmt: skip
    return ""


def native() -> str:
    """Debian's name for this machine's processor family."""
    command = ["dpkg", "--print-architecture"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _runs(arch: Arch) -> bool:
    return subprocess.run(["arch-test", arch.name], capture_output=True, check=False).returncode == 0
