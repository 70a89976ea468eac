"""A USB stick for a machine: a file of the host, formatted there, plugged in by QEMU and pulled at any moment."""

import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tools.vm.machine import Machine

MAKERS: Final = {"vfat": ("mkfs.vfat", "-F", "32"), "exfat": ("mkfs.exfat",), "ext4": ("mkfs.ext4", "-q")}
PORT: Final = "stickport"
GONE_S: Final = 30.0


class UsbStick:
    """A stick that is plugged in until the block ends, and stays a file; the first machine's USB disk is `device`."""

    device: Final = "/dev/sda"

    def __init__(
        self, machine: Machine, file: Path, *, kind: str = "vfat", mb: int = 64, is_protected: bool = False
    ) -> None:
        """A `file` that is there is a stick already, and is not formatted."""
        self._machine = machine
        self.file = file
        self._is_protected = is_protected
        self._is_in = False
        if not file.exists():
            with file.open("wb") as new:
                new.truncate(mb << 20)
            subprocess.run([*MAKERS[kind], file], check=True, capture_output=True)

    def __enter__(self) -> Self:
        do = self._machine.qmp.do
        backing = {"driver": "file", "filename": str(self.file)}
        self._patiently("device_add", driver="qemu-xhci", id=PORT)
        node = {"node-name": "stick", "read-only": self._is_protected, "file": backing}
        do("blockdev-add", driver="raw", **node)
        do("device_add", driver="usb-storage", id="stick", bus=f"{PORT}.0", drive="stick", removable=True)
        self._is_in = True
        self._machine.wait_for(f"test -b {self.device} && grep --quiet [1-9] /sys/block/sda/size")
        return self

    def _patiently(self, command: str, **arguments: object) -> None:
        """Let QEMU do what it refuses until the guest, and it itself, have let go of a device that was taken away."""
        end = time.monotonic() + GONE_S
        while True:
            try:
                self._machine.qmp.do(command, **arguments)
            except ValueError:
                if time.monotonic() > end:
                    raise
                self._machine.go_on(0.2)
            else:
                return

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.pull()

    def pull(self) -> None:
        """Pull it out, whatever is written to it."""
        if not self._is_in:
            return
        self._is_in = False
        do = self._machine.qmp.do
        do("device_del", id="stick")
        self._machine.wait_for(f"! test -b {self.device}")
        do("device_del", id=PORT)
        self._patiently("blockdev-del", **{"node-name": "stick"})
