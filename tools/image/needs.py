"""What the host must have to make an image, and to run programs for another processor."""

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
    keyring = () if Path(KEYRING).exists() else ("debian-archive-keyring",)
    missing = missing_on_host({**PROGRAMS, **(EMULATED if foreign else {}), **further}, *keyring)
    return missing or (not_emulated(arch) if foreign else "")


def missing_on_host(programs: Mapping[str, str], *packages: str) -> str:
    """One line with the packages of those programs that are not there, and further packages; nothing for none."""
    missing = [*sorted({package for program, package in programs.items() if shutil.which(program) is None}), *packages]
    return f"missing on this machine: apt install {' '.join(missing)}" if missing else ""


def not_emulated(arch: Arch) -> str:
    """One line with the remedy where programs for a foreign processor do not run here."""
    if subprocess.run(["arch-test", arch.name], capture_output=True, check=False).returncode == 0:
        return ""
    mount = "" if (BINFMT / "status").exists() else f"mount -t binfmt_misc binfmt_misc {BINFMT}; "
    return f"programs for {arch.name} do not run here: {mount}update-binfmts --enable {arch.emulator}"


def native() -> str:
    """Debian's name for this machine's processor family."""
    command = ["dpkg", "--print-architecture"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()
