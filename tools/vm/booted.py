"""The installed cabinet after its boot: a disk and the memory of a suspended machine, from which others go on.

`python -m tools.vm.booted` makes it, and all else that takes long to make, in advance. A boot takes an emulated
processor half a minute or more, going on a few seconds. Whoever wants to see a boot starts from `installed` instead, or
cuts the power and boots.
"""

from pathlib import Path

from tools.vm.base import kernel_release
from tools.vm.cached import cache, hash_of, made
from tools.vm.image import installed
from tools.vm.machine import ATTEMPTS, Build, Image, Machine
from tools.vm.modules import MODULES
from tools.vm.modules import build as build_module
from tools.vm.party import build

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
    return build(folder, *WATCHDOG, cache=cache, size=SIZE)


def booted() -> Image:
    """Return the installed cabinet, suspended on its title. The picture of its first frame lies beside the disk.

    What QEMU shows of a screen after it went on is wrong in size until the guest changes it. Raises AssertionError when
    it does not come to that, ValueError when QEMU does not suspend it.
    """
    start = installed()
    here = Path(__file__)
    parts = [here, here.with_name("machine.py"), here.with_name("party.py")]
    folder = made("booted", hash_of(parts, start.disk.parent.name), lambda folder: _boot(folder, start))
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
    modules = [build_module(module, *kernel_release(), cache()) for module in MODULES]
    print(booted().disk, *modules, sep="\n")
