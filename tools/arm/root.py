"""Debian trixie for arm64 with the project's Python packages, in a folder that is kept by a hash of its ingredients,
and a command in it, under qemu-user.

No program for ARM runs while it is made: Debian's packages are unpacked and not configured, which Python does not
need, and the host's pip unpacks the wheels (decision 0004).

A command's mounts and processes are in namespaces of their own: they end with it, also where it is killed, and the root
that is kept is never written to. The checkout is mounted read-only; `/tmp` is empty and vanishes.
"""

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tools.image.recipe import ARCHES
from tools.image.stages import EMULATED, missing_on_host, not_emulated
from tools.vm.base import SUITES
from tools.vm.cached import REPOSITORY, hash_of, made

DEBIAN: Final = SUITES["trixie"]
PACKAGES: Final = ("base-files", "coreutils", "dash", "libc-bin", "python3", "tzdata")
TESTING: Final = ("hypothesis", "pytest", "pytest-timeout", "pytest-xdist")
"""Of the extra `dev`, what the tests here import."""
SITE: Final = f"usr/local/lib/python{DEBIAN.python}/dist-packages"
SOURCE: Final = "src"
"""The empty folder in whose place the checkout is mounted."""
USER: Final = 1000
PASSWD: Final = f"root:x:0:0::/root:/bin/sh\nplayer:x:{USER}:{USER}::/tmp:/bin/sh\n"
GROUP: Final = f"root:x:0:\nplayer:x:{USER}:\n"


def arm_root() -> Path:
    """The root's folder, found or made now. Raises CalledProcessError where a package cannot be had."""
    pip = pip_command(tomllib.loads((REPOSITORY / "pyproject.toml").read_text()))

    def make(folder: Path) -> None:
        root = folder / "root"
        subprocess.run(
            ["mmdebstrap", "--quiet", "--mode=root", "--variant=extract", "--architectures=arm64",
             f"--include={','.join(PACKAGES)}", DEBIAN.name, str(root)], check=True,
        )  # fmt: skip
        (root / SOURCE).mkdir()
        (root / "etc/passwd").write_text(PASSWD)
        (root / "etc/group").write_text(GROUP)
        subprocess.run([*pip, "--target", str(root / SITE)], check=True)

    return made("arm", hash_of([Path(__file__)], " ".join(pip[1:])), make) / "root"


def pip_command(project: dict[str, dict[str, object]]) -> list[str]:
    """The host's pip, told to unpack what a parsed pyproject.toml asks for, for Debian's Python on aarch64.

    Markers of the project's own lines are left out: pip would ask them of the host's Python.
    """
    names = ("manylinux2014_aarch64", *(f"manylinux_2_{minor}_aarch64" for minor in range(17, DEBIAN.libc + 1)))
    platforms = [word for name in names for word in ("--platform", name)]
    return [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile",
            "--only-binary=:all:", f"--python-version={DEBIAN.python}", "--implementation=cp", *platforms,
            *wanted(project)]  # fmt: skip


def wanted(project: dict[str, dict[str, object]]) -> list[str]:
    """The requirements of the program, and those of TESTING among its extra `dev`, without markers.

    Raises ValueError where the extra has one of TESTING no more.
    """
    table = project["project"]
    needed, extras = table["dependencies"], table["optional-dependencies"]
    assert isinstance(needed, list)
    assert isinstance(extras, dict)
    named = {name_of(line): line for line in extras["dev"]}
    gone = sorted(set(TESTING) - named.keys())
    if gone:
        raise ValueError(f"pyproject.toml: the extra dev has no {', '.join(gone)}; tools/arm/root.py asks for it")
    return [str(line).partition(";")[0].strip() for line in [*needed, *(named[name] for name in TESTING)]]


def name_of(requirement: str) -> str:
    """The package's name of a requirement such as `pytest>=8.2`."""
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0]


# What the host must have

PROGRAMS: Final = {"mmdebstrap": "mmdebstrap", **EMULATED, "unshare": "util-linux", "setpriv": "util-linux"}
"""A program, and Debian's package that has it."""


def lacking() -> str:
    """One line with the first thing that is missing and its remedy; an empty text where nothing is."""
    if os.geteuid() != 0:
        return "a root of Debian is made and entered by root alone: sudo make test-arm"
    return missing_on_host(PROGRAMS) or not_emulated(ARCHES["arm64"])


# A command inside

CPU: Final = "cortex-a53"
"""The core of the Pi 3 and the Zero 2 W, the oldest that the image serves: ARMv8.0."""
NICE: Final = 10
ENVIRONMENT: Final = {
    "QEMU_CPU": CPU,
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONPATH": f"/{SOURCE}",
    "PYTHONPYCACHEPREFIX": "/tmp/compiled",
    "HYPOTHESIS_STORAGE_DIRECTORY": "/tmp/hypothesis",
    "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
    "PHOTOFINISH_COMPILED": "no",
}
MOUNTS: Final = f"""set -eu
root=$1 checkout=$2; shift 2
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind "$checkout" "$root/{SOURCE}"
mount -o remount,bind,ro "$root/{SOURCE}"
chroot --userspec={USER}:{USER} "$root" "$@"
exit $?
"""
"""The shell stays: the first process of a namespace ignores the signals of a fault, and would repeat it for ever."""


def command(root: Path, *words: str, checkout: Path = REPOSITORY, more: Mapping[str, str] | None = None) -> list[str]:
    """The words that run other words in the root, in the checkout's folder, as an ordinary user. Needs root."""
    settings = [f"{name}={value}" for name, value in {**ENVIRONMENT, **(more or {})}.items()]
    inner: Sequence[str] = ("/bin/sh", "-c", f'cd /{SOURCE} && exec "$@"', "sh", *words)
    return [
        *("env", "--ignore-environment", *settings),
        *("nice", "-n", str(NICE), "setpriv", "--pdeathsig=KILL", "unshare", "--mount", "--propagation=private"),
        *("--pid", "--fork", "--kill-child"),
        *("/bin/sh", "-c", MOUNTS, "sh", str(root), str(checkout)),
        *inner,
    ]
