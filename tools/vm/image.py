"""The cabinet's disk: the base after `systemd/install.sh` has run in it, and the same after its boot.

The installer runs in the booted machine and without a network: Debian's packages lie in its apt cache, and those of
Python come by the shared folder.

`booted` is a disk and the memory of a suspended machine, from which others go on: a boot takes an emulated processor
half a minute or more, going on a few seconds. Whoever wants to see a boot starts from `installed` instead, or cuts the
power and boots. `python -m tools.vm.image` makes both, and all else that takes long to make, in advance.
"""

import os
import shutil
import subprocess
import tarfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from tools.vm import modules, party
from tools.vm.base import base, kernel_release, suite
from tools.vm.cached import REPOSITORY, cache, hash_of, made
from tools.vm.machine import ATTEMPTS, SHARED, Build, Image, Machine
from workshop.commands.bundle import LEFT_OUT, PARTS, download

LOCKED: Final = REPOSITORY / "systemd/locked.txt"
"""The Python packages of a cabinet, by version and hash."""
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


INSTALL_S: Final = 900
"""How long the installer may take on a host that is otherwise idle, s."""


def crowd() -> float:
    """Return how many times as long a machine takes as on an idle host, by those that wait for a processor (1 to 8)."""
    return min(8, max(1, os.getloadavg()[0] / (os.cpu_count() or 1)))


def installed() -> Image:
    """The machine after the installer of this checkout has run in it and it was switched off in order.

    Beside the disk lie `install.log`, and `files` and `ports` as they were before. Raises AssertionError, with that
    log, when the installer fails.
    """
    start = base()
    made_of = hash_of(parts(REPOSITORY), start.disk.parent.name, without=LEFT_OUT)
    folder = made("installed", made_of, lambda folder: _install(folder, start))
    return Image(folder / "disk.qcow2", start.kernel, start.initrd)


def _install(folder: Path, start: Image) -> None:
    with Machine(start, folder) as machine:
        fill_share(machine.share)
        machine.boot()
        (folder / "files").write_text(machine.out(FILES))
        (folder / "ports").write_text(machine.out(PORTS))
        done = machine.run(f"{{ {INSTALL}; }} 2>&1", seconds=INSTALL_S * crowd(), check=False)
        (folder / "install.log").write_text(done.out)
        told = machine.out("journalctl --boot --no-pager --unit=photofinish")
        assert done.code == 0, f"the installer ended with {done.code}:\n{done.out}\n{told}"
        machine.run(NO_SHOW)
        machine.shut_down()
    shutil.rmtree(machine.share)


# What the installer needs


def parts(checkout: Path) -> list[Path]:
    """Return what the installer wants of a checkout: its files and folders."""
    return [checkout / name for name in PARTS]


def lay_out(checkout: Path, folder: Path) -> None:
    """Copy what the installer wants into a folder, which is made if need be."""
    folder.mkdir(parents=True, exist_ok=True)
    for source in parts(checkout):
        if source.is_dir():
            ignore = shutil.ignore_patterns(*LEFT_OUT)
            shutil.copytree(source, folder / source.name, symlinks=True, ignore=ignore)
        else:
            shutil.copy(source, folder)


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


# After its boot

SIZE = (800, 480)
"""A screen that an emulated processor can fill."""
WATCHDOG = ("-device", "i6300esb", "-action", "watchdog=none")
"""A hardware watchdog that bites nobody: a busy host can keep the guest from feeding it."""
FIRST_FRAME = "first-frame"
READY = "systemctl is-active photofinish.service"
STARTS = "systemctl show --property NRestarts --value photofinish.service"
UP = "! systemctl list-jobs --quiet | grep -q ."


def booted_build(folder: Path, cache: str = "unsafe") -> Build:
    """Return what each machine is made of that goes on from `booted`; its files lie in `folder`."""
    return party.build(folder, *WATCHDOG, cache=cache, size=SIZE)


def booted() -> Image:
    """Return the installed cabinet, suspended on its title. The picture of its first frame lies beside the disk.

    What QEMU shows of a screen after it went on is wrong in size until the guest changes it. Raises AssertionError when
    it does not come to that, ValueError when QEMU does not suspend it.
    """
    start = installed()
    here = Path(__file__)
    made_by = [here, here.with_name("machine.py"), here.with_name("party.py")]
    folder = made("booted", hash_of(made_by, start.disk.parent.name), lambda folder: _boot(folder, start))
    return Image(folder / "disk.qcow2", start.kernel, start.initrd, memory=folder / "memory")


def _boot(folder: Path, start: Image) -> None:
    """Boot until the program came up at its first start: on a busy host its watchdog may end it, and tests count."""
    for left in reversed(range(ATTEMPTS)):
        with Machine(start, folder, build=booted_build(folder)) as machine:
            machine.boot()
            machine.wait_for(READY, seconds=240)
            machine.screenshot(FIRST_FRAME)
            machine.wait_for(UP, seconds=240)
            starts = machine.out(STARTS)
            if starts == "0":
                machine.suspend(folder / "memory")
                return
        assert left, f"the program was started anew {starts} times in {folder}"
        machine.disk.unlink()


if __name__ == "__main__":
    built = [modules.build(module, *kernel_release(), cache()) for module in modules.MODULES]
    print(booted().disk, *built, sep="\n")
