"""Boots the card's image in QEMU's Raspberry Pi 3, up to its pins.

QEMU plays the Pi's card slot, serial lines and pin controller, but neither its firmware nor its display, so kernel and
initrd are handed over, and the program is left out. A unit by systemd's credentials writes to the serial line what it
found: the partitions, and sixteen lines that the kernel hands out in one request.
"""

import base64
import shlex
import subprocess
import time
from pathlib import Path
from typing import Final

from tools.image.recipe import FIRST_MIB, MIB, ROOT_LABEL
from tools.vm.card import booted_from

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


def boot(disk: Path, folder: Path, seconds: float = SECONDS) -> str:
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
    line = (f"root=LABEL={ROOT_LABEL} ro rootwait console=ttyAMA0,115200 console=ttyS1,115200 nokaslr loglevel=4 "
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
