"""What the host must have to run programs for ARM."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

PROGRAMS: Final = {
    "mmdebstrap": "mmdebstrap",
    "arch-test": "arch-test",
    "update-binfmts": "binfmt-support",
    "qemu-aarch64-static": "qemu-user-static",
    "unshare": "util-linux",
    "setpriv": "util-linux",
}
"""A program, and Debian's package that has it."""
BINFMT: Final = Path("/proc/sys/fs/binfmt_misc")


def lacking() -> str:
    """One line with the first thing that is missing and its remedy; an empty text where nothing is."""
    if os.geteuid() != 0:
        return "a root of Debian is made and entered by root alone: sudo make test-arm"
    missing = sorted({package for program, package in PROGRAMS.items() if shutil.which(program) is None})
    if missing:
        return f"missing on this machine: apt install {' '.join(missing)}"
    if subprocess.run(["arch-test", "arm64"], capture_output=True, check=False).returncode:
        mount = "" if (BINFMT / "status").exists() else f"mount -t binfmt_misc binfmt_misc {BINFMT}; "
        return f"programs for arm64 do not run here: {mount}update-binfmts --enable qemu-aarch64"
    return ""
