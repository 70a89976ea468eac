"""The cabinet's disk: the base after `systemd/install.sh` has run in it.

That happens in the booted machine and without a network: Debian's packages lie in its apt cache, and those of Python
come by the shared folder.
"""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tools.vm.base import base
from tools.vm.cached import REPOSITORY, hash_of, made
from tools.vm.machine import SHARED, Image, Machine
from tools.vm.suites import suite

CHECKOUT = ("cabinet", "engine", "hardware", "docs", "systemd", "pyproject.toml", "README.md", "LICENSE")
INSTALL = f"cd {SHARED}/checkout && PIP_NO_INDEX=1 PIP_FIND_LINKS={SHARED}/wheels ./systemd/install.sh"
# What may differ between two looks at the same system: what runs, what is noted about it, and what apt has done.
PASSING = "/dev /mnt /proc /run /sys /tmp /var/cache /var/lib/apt /var/lib/dpkg /var/lib/systemd /var/log /var/tmp"
FILES = "find / \\( " + " -o ".join(f"-path {path}" for path in PASSING.split()) + " \\) -prune -o -print | sort"
# Matches of bots that nobody watches, and a glow that breathes, cost more than a machine without KVM has.
NO_SHOW = "sed -i '/^.display.$/a attract_s = 0\\nreduced_motion = true' /etc/photofinish/config.toml"
PORTS = "ss --no-header --listening --tcp --udp --numeric | sort"


def installed(checkout: Path = REPOSITORY) -> Image:
    """The machine after the installer of a checkout has run in it and it was switched off in order.

    Beside the disk lie `install.log`, and `files` and `ports` as they were before. Raises AssertionError, with that
    log, when the installer fails.
    """
    start = base()
    made_of = hash_of([checkout / name for name in CHECKOUT], start.disk.parent.name)
    folder = made("installed", made_of, lambda folder: _install(folder, start, checkout))
    return Image(folder / "disk.qcow2", start.kernel, start.initrd)


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


def wheels() -> Path:
    """A folder with all Python packages that the installer wants, and lgpio where the machine's Python can have it."""
    debian = suite()
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"], "wheel"]
    if debian.lgpio:
        wanted.append("lgpio>=0.2.2")
    # for the C library that it has, or any before it
    names = ("manylinux2014_x86_64", *(f"manylinux_2_{minor}_x86_64" for minor in range(17, debian.libc + 1)))
    platforms = [word for name in names for word in ("--platform", name)]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:",
               f"--python-version={debian.python}", "--implementation=cp", *platforms, *wanted]  # fmt: skip

    def fetch(folder: Path) -> None:
        subprocess.run([*command, "--dest", str(folder)], check=True)

    return made("wheels", hash_of([], " ".join(command[1:])), fetch)


def _install(folder: Path, start: Image, checkout: Path) -> None:
    with Machine(start, folder) as machine:
        fill_share(machine.share, checkout)
        machine.boot()
        (folder / "files").write_text(machine.out(FILES))
        (folder / "ports").write_text(machine.out(PORTS))
        done = machine.run(f"{{ {INSTALL}; }} 2>&1", seconds=900, check=False)
        (folder / "install.log").write_text(done.out)
        told = machine.out("journalctl --boot --no-pager --unit=photofinish")
        assert done.code == 0, f"the installer ended with {done.code}:\n{done.out}\n{told}"
        machine.run(NO_SHOW)
        machine.shut_down()
    shutil.rmtree(machine.share)

