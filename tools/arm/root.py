"""Debian trixie for arm64 with the project's Python packages, in a folder that is kept by a hash of its ingredients.

No program for ARM runs while it is made: Debian's packages are unpacked and not configured, which Python does not
need, and the host's pip unpacks the wheels (decision 0004).
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final

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
