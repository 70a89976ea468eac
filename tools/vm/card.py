"""A virtual machine that boots a card's image as it is: nothing is put into it, not even the agent.

The agent, and patience with an emulated processor, come as units by systemd's credentials on the kernel's line.

`boot_a_pi` has the image in QEMU's Raspberry Pi 3, up to its pins: QEMU plays the Pi's card slot, serial lines and pin
controller, but neither its firmware nor its display, so kernel and initrd are handed over, and the program is left out.
A unit writes to the serial line what it found: the partitions, and sixteen lines that the kernel hands out in one
request.
"""

import base64
import shlex
import shutil
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tools.image.recipe import FIRMWARE_MIB, FIRST_MIB, MIB, ROOT
from tools.vm.base import unpacked_kernel
from tools.vm.machine import CONSOLE, FAST, HARDWARE, LEAN, SHARED, Build, Image, Machine, says_it_hangs

AGENT: Final = f"""[Service]
ExecStartPre=/bin/sh -c 'modprobe 9pnet_virtio; mkdir -p {SHARED}; mountpoint -q {SHARED} || \
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144 host {SHARED}'
ExecStart=/usr/bin/python3 {SHARED}/vm-agent.py
Restart=always
RestartSec=1
KillMode=process
"""
PATIENCE: Final = "[Service]\nTimeoutStartSec=400\nWatchdogSec=60\n"
"""An emulated processor is some ten times slower than a Raspberry Pi's."""
UNITS: Final = {"extra-unit.vm-agent.service": AGENT, "unit-dropin.photofinish.service": PATIENCE}
SIZE: Final = "4G"
"""The card's, larger than the image."""


def credentials() -> str:
    """Words for the kernel's line that give systemd the units of UNITS and start the agent."""
    words = [
        f"systemd.set_credential_binary=systemd.{name}:{base64.b64encode(text.encode()).decode()}"
        for name, text in UNITS.items()
    ]
    limits = ("systemd.default_device_timeout_sec=300", "systemd.default_timeout_start_sec=400")
    return " ".join([*words, "systemd.wants=vm-agent.service", *limits])


@dataclass(frozen=True)
class Chip:
    """How QEMU plays a processor family's machine."""

    qemu: str
    hardware: tuple[str, ...]
    line: str


CHIPS: Final = {
    "amd64": Chip("qemu-system-x86_64", HARDWARE, f"{FAST} {CONSOLE} {LEAN}"),
    "arm64": Chip(
        "qemu-system-aarch64",
        (
            *("-machine", "virt", "-cpu", "cortex-a72"),
            *("-display", "none", "-device", "virtio-keyboard-pci", "-device", "virtio-rng-pci"),
            *("-audiodev", "none,id=sound", "-device", "intel-hda", "-device", "hda-output,audiodev=sound"),
            *("-device", "virtio-serial"),
        ),
        "mitigations=off nokaslr console=ttyAMA0 console=tty1 quiet loglevel=3",
    ),
}


class CardMachine(Machine):
    """A machine whose disk begins as a card's image."""

    def __init__(self, card: Path, folder: Path, arch: str = "amd64", build: Build | None = None) -> None:
        super().__init__(booted_from(card, folder, arch), folder, build=build)
        self._chip = CHIPS[arch]

    def hangs(self) -> bool:
        """Whether the kernel or systemd has said that it stands still. A card says nothing else on its serial line."""
        return says_it_hangs(self.console())

    def switch_on(self, words: str = "") -> None:
        """Switch on and wait for nothing."""
        self.share.mkdir(parents=True, exist_ok=True)
        shutil.copy(Path(__file__).with_name("agent.py"), self.share / "vm-agent.py")
        self._make_disk()
        super().switch_on(words)

    def put(self, name: str, data: bytes) -> None:
        """Put a file onto the card's first partition, as another computer does; the machine is off."""
        assert not self.is_on, "the card is in the machine"
        self._make_disk()
        put_on(self.disk, name, data)

    def _make_disk(self) -> None:
        if not self.disk.exists():
            create = ("qemu-img", "create", "-q", "-f", "qcow2", "-b", str(self.image.disk.resolve()), "-F", "raw")
            subprocess.run([*create, str(self.disk), SIZE], check=True)

    def _command(self, words: str) -> Sequence[str]:
        width, height = self.build.size
        graphics = "virtio-vga" if "x86" in self._chip.qemu else "virtio-gpu-pci"
        tsc = f"tsc_early_khz={self.build.tsc_khz}" if "x86" in self._chip.qemu else ""
        line = f"root={ROOT} ro {self._chip.line} {tsc} {self.image.words} {credentials()} {words}"
        return [
            *("setpriv", "--pdeathsig", "KILL"),
            *(self._chip.qemu, "-nodefaults", "-no-reboot", *self._chip.hardware, *self.build.processors),
            *("-m", str(self.build.memory_mb)),
            *("-kernel", str(self.image.kernel), "-initrd", str(self.image.initrd), "-append", line),
            *("-drive", f"file={self.disk},format=qcow2,if=virtio,cache={self.build.cache}"),
            *("-device", f"{graphics},xres={width},yres={height}"),
            *("-serial", f"file:{self.folder}/console.log"),
            *("-qmp", f"unix:{self.folder}/qmp,server=on,wait=off"),
            *("-chardev", f"socket,id=agent,path={self.folder}/agent,server=on,wait=off"),
            *("-device", "virtserialport,chardev=agent,name=agent"),
            *("-virtfs", f"local,path={self.share},mount_tag=host,security_model=none,multidevs=remap"),
            *self.build.more,
        ]


def put_on(disk: Path, name: str, data: bytes) -> None:
    """Put a file onto the first partition of a disk (qcow2) that no machine uses. Raises CalledProcessError."""
    part, file = disk.with_name("first.img"), disk.with_name("put")
    file.write_bytes(data)
    part.unlink(missing_ok=True)
    # qemu-img counts from the disk's beginning, whatever is skipped
    blocks = ("bs=1M", f"skip={FIRST_MIB}", f"count={FIRST_MIB + FIRMWARE_MIB}")
    subprocess.run(["qemu-img", "dd", "-f", "qcow2", "-O", "raw", *blocks, f"if={disk}", f"of={part}"], check=True)
    subprocess.run(["mcopy", "-n", "-o", "-i", str(part), str(file), f"::/{name}"], check=True)
    write = f"write -q -s {part} {FIRST_MIB}M {FIRMWARE_MIB}M"
    subprocess.run(["qemu-io", "-f", "qcow2", "-c", write, str(disk)], check=True)
    part.unlink()
    file.unlink()


def booted_from(card: Path, folder: Path, arch: str) -> Image:
    """The card with the kernel and the initrd of its first partition, taken out with mtools.

    Raises CalledProcessError where they are not there.
    """
    folder.mkdir(parents=True, exist_ok=True)
    first = f"{card}@@{FIRST_MIB * MIB}"
    listed = subprocess.run(["mdir", "-b", "-i", first, "::/"], check=True, capture_output=True, text=True).stdout
    names = {name: next(line for line in listed.split() if name in line) for name in ("vmlinuz", "initrd.img")}
    for name, path in names.items():
        subprocess.run(["mcopy", "-n", "-o", "-i", first, path, str(folder / name)], check=True)
    kernel, initrd = folder / "vmlinuz", folder / "initrd.img"
    if arch == "amd64":
        kernel.write_bytes(unpacked_kernel(kernel.read_bytes()))
    return Image(card, kernel, initrd)


# A Raspberry Pi

PINS: Final = (4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 22, 23, 24, 25, 26, 27)
"""The default wiring's."""
ASK: Final = (
    f"import gpiod; r = gpiod.request_lines('/dev/gpiochip0', config={{{PINS}: None}}); "
    "print('PI-LINES', len(r.get_values()), gpiod.Chip('/dev/gpiochip0').get_info().label, flush=True)"
)
LOOK: Final = (
    "echo PI-MODEL $$(tr -d '\\\\000' </proc/device-tree/model); echo PI-ROOT $$(findmnt -no FSTYPE /); "
    "echo PI-DATA $$(cat /sys/class/block/mmcblk*p3/size) $$(stat -fc %%b /data); echo PI-DONE"
)
PROBE: Final = f"""[Unit]
After=data.mount systemd-growfs@data.service
Requires=data.mount
[Service]
Type=oneshot
StandardOutput=tty
StandardError=tty
TTYPath=/dev/console
ExecStart=-/opt/photofinish/current/venv/bin/python -c "{ASK}"
ExecStart=/bin/sh -c "{LOOK}"
"""
NO_WATCHDOG: Final = "systemd.watchdog_sec=0"
"""QEMU resets its Pi as soon as the watchdog is set, not when it ran out (its hw/misc/bcm2835_powermgt.c)."""
SECONDS: Final = 3600.0
DONE: Final = "PI-DONE"


def boot_a_pi(disk: Path, folder: Path, seconds: float = SECONDS) -> str:
    """Boot until the unit has spoken, and return the serial lines. Raises TimeoutError where it does not.

    The card is an overlay of 4 GB: QEMU's slot takes powers of two.
    """
    image = booted_from(disk, folder, "arm64")
    first = f"{disk}@@{FIRST_MIB * MIB}"
    tree = folder / "board.dtb"
    subprocess.run(["mcopy", "-n", "-o", "-i", first, "::/bcm2837-rpi-3-b.dtb", str(tree)], check=True)
    overlay = folder / "card.qcow2"
    create = ["qemu-img", "create", "-q", "-f", "qcow2", "-b", str(disk.resolve()), "-F", "raw", str(overlay), "4G"]
    subprocess.run(create, check=True)
    unit = base64.b64encode(PROBE.encode()).decode()
    line = (f"root={ROOT} ro rootwait console=ttyAMA0,115200 console=ttyS1,115200 nokaslr loglevel=4 "
            f"systemd.default_device_timeout_sec=900 systemd.mask=photofinish.service systemd.wants=pi.service "
            f"{NO_WATCHDOG} systemd.set_credential_binary=systemd.extra-unit.pi.service:{unit}")  # fmt: skip
    command = [
        *("setpriv", "--pdeathsig", "KILL", "qemu-system-aarch64", "-M", "raspi3b", "-m", "1024", "-display", "none"),
        *("-kernel", str(image.kernel), "-initrd", str(image.initrd), "-dtb", str(tree), "-append", line),
        *("-drive", f"file={overlay},format=qcow2,if=sd,cache=unsafe", "-no-reboot"),
        *("-serial", f"file:{folder}/serial0", "-serial", f"file:{folder}/serial1"),
    ]
    (folder / "command").write_text(shlex.join(command))
    with subprocess.Popen(command, stdin=subprocess.DEVNULL) as process:
        try:
            return _heard(folder, process, seconds)
        finally:
            process.kill()


def _heard(folder: Path, process: subprocess.Popen[bytes], seconds: float) -> str:
    end = time.monotonic() + seconds
    while True:
        told = "".join(path.read_text(errors="replace") for path in sorted(folder.glob("serial*")))
        if DONE in told:
            return told
        if time.monotonic() > end or process.poll() is not None:
            raise TimeoutError(f"the Pi did not come so far; its serial lines end with:\n{told[-2000:]}")
        time.sleep(2)
