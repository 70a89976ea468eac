"""The cabinet's disk: the base after `systemd/install.sh` has run in it.

That happens in the booted machine and without a network: Debian's packages lie in its apt cache, and those of Python
come by the shared folder.
"""

import shutil
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory

from cabinet.commands.bundle import LEFT_OUT, download
from tools.vm.base import base
from tools.vm.cached import REPOSITORY, hash_of, made
from tools.vm.checkout import LOCKED, lay_out, parts
from tools.vm.machine import SHARED, Image, Machine
from tools.vm.suites import suite

UNPACKED = "/dev/shm"
"""Where a checkout is read from in the machine: the shared folder takes 20 ms for each file."""
INSTALL = (
    f"rm -rf {UNPACKED}/checkout && tar -x -f {SHARED}/checkout.tar -C {UNPACKED} && cd {UNPACKED}/checkout && "
    f"PIP_NO_INDEX=1 PIP_FIND_LINKS={SHARED}/wheels bash systemd/install.sh"
)
"""The installer of what `fill_share` packed, without options."""
# What may differ between two looks at the same system: what runs, what is noted about it, and what apt has done.
PASSING = "/dev /mnt /proc /run /sys /tmp /var/cache /var/lib/apt /var/lib/dpkg /var/lib/systemd /var/log /var/tmp"
FILES = "find / \\( " + " -o ".join(f"-path {path}" for path in PASSING.split()) + " \\) -prune -o -print | sort"
# Matches of bots that nobody watches, and a glow that breathes, cost more than a machine without KVM has.
NO_SHOW = "sed -i '/^.display.$/a attract_s = 0\\nreduced_motion = true' /etc/photofinish/config.toml"
PORTS = "ss --no-header --listening --tcp --udp --numeric | sort"


def installed() -> Image:
    """The machine after the installer of this checkout has run in it and it was switched off in order.

    Beside the disk lie `install.log`, and `files` and `ports` as they were before. Raises AssertionError, with that
    log, when the installer fails.
    """
    start = base()
    made_of = hash_of(parts(REPOSITORY), start.disk.parent.name, without=LEFT_OUT)
    folder = made("installed", made_of, lambda folder: _install(folder, start))
    return Image(folder / "disk.qcow2", start.kernel, start.initrd)


def fill_share(share: Path) -> None:
    """Put into a shared folder what INSTALL needs."""
    share.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        lay_out(REPOSITORY, Path(folder) / "checkout")
        pack(Path(folder) / "checkout", share)
    shutil.copytree(wheels(), share / "wheels", dirs_exist_ok=True)


def pack(checkout: Path, share: Path) -> None:
    """Put a laid out checkout into a shared folder, in one file: NAME.tar for a folder of that name."""
    with tarfile.open(share / f"{checkout.name}.tar", "w") as packed:
        packed.add(checkout, checkout.name)


def install_of(name: str) -> str:
    """Return the command that installs the checkout packed as NAME.tar."""
    return INSTALL.replace("/checkout", f"/{name}")


def wheels() -> Path:
    """A folder with all Python packages that the installer wants, and lgpio where the machine's Python can have it."""
    debian = suite()
    command = download("x86_64", debian.python, debian.libc, [])

    def fetch(folder: Path) -> None:
        for wanted in (["--require-hashes", "--requirement", str(LOCKED)], *[["lgpio>=0.2.2"]] * debian.lgpio):
            subprocess.run([*command, "--dest", str(folder), *wanted], check=True)

    return made("wheels", hash_of([LOCKED], " ".join(command[1:])), fetch)


def _install(folder: Path, start: Image) -> None:
    with Machine(start, folder) as machine:
        fill_share(machine.share)
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
