"""A GPIO chip of the kernel's own simulator (gpio-sim): made by configfs, its lines driven by writing to files.

    python -m tools.vm.rig.chip make | away | back | keys | tap LINE

A line that is pulled down is a pressed button. Whoever takes the lines pulls them up, as buttons are wired.
"""

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from hardware.pins import DEFAULT_PINS

CONFIGFS: Final = Path("/sys/kernel/config/gpio-sim")
NAME: Final = "cabinet"
LABEL: Final = "cabinet-buttons"
"""What the configuration calls it: its number changes when it goes and comes back."""
LINES: Final = 32
WARM_UP: Final = 20
"""A line without a button."""
KEYS_NAME: Final = "cabinet-keys"
FIRST_KEY: Final = 30


class SimulatedChip:
    """The chip called NAME. Needs root and the module; a line's number is what the configuration calls its pin."""

    def __init__(self) -> None:
        self._folder = CONFIGFS / NAME
        self._files: dict[int, int] = {}
        self._toggle = -1
        self._bounce = -1
        self._train = -1

    def make(self) -> None:
        """Make the chip, unless it is there; lines are called GPIO0, GPIO1 and so on."""
        if not self._folder.exists():
            bank = self._folder / "bank0"
            bank.mkdir(parents=True)
            (bank / "num_lines").write_text(str(LINES))
            (bank / "label").write_text(LABEL)
            for line in range(LINES):
                (bank / f"line{line}").mkdir()
                (bank / f"line{line}" / "name").write_text(f"GPIO{line}")
        self.bring_back()

    def take_away(self) -> None:
        """Take the chip from the kernel, whoever has its lines."""
        self._hang_up()
        (self._folder / "live").write_text("0")

    def bring_back(self) -> None:
        """Give the chip to the kernel; with all lines up, as if nobody pressed a button."""
        if (self._folder / "live").read_text().strip() == "0":
            (self._folder / "live").write_text("1")
            for line in range(LINES):
                (self._sysfs / f"sim_gpio{line}" / "pull").write_text("pull-up")

    @property
    def path(self) -> str:
        """The chip's device."""
        return f"/dev/{self._chip_name}"

    def press(self, line: int) -> None:
        """Pull a line down."""
        os.pwrite(self._file(line), b"pull-down", 0)

    def release(self, line: int) -> None:
        """Let a line go up."""
        os.pwrite(self._file(line), b"pull-up", 0)

    def toggle(self, *lines: int) -> None:
        """Invert several lines by one write: one pass of the interrupt handler stamps them all."""
        if self._toggle < 0:
            self._toggle = os.open(self._sysfs / "toggle", os.O_WRONLY)
        os.pwrite(self._toggle, f"{sum(1 << line for line in lines):#x}".encode(), 0)

    def bounce(self, line: int, pauses_us: Sequence[int]) -> list[tuple[int, int]]:
        """Invert a line, and again after each pause; gives the clock, ns, before and after each edge.

        WARM_UP has some edges before; it should be in the same request.
        """
        if self._bounce < 0:
            self._bounce = os.open(self._sysfs / "bounce", os.O_RDWR)
        os.pwrite(self._bounce, " ".join(map(str, (WARM_UP, line, *pauses_us))).encode(), 0)
        words = [int(word) for word in os.pread(self._bounce, 4096, 0).split()]
        return list(zip(words[::2], words[1::2], strict=True))

    def train(self, exact_ns: int, edges: Sequence[tuple[int, int]]) -> list[int]:
        """Invert lines at given times, `edges` as (line, ns since the beginning) in their order; blocks until the last.

        The edge at `exact_ns` is not kept waiting by the interrupt of an edge before it. Return the clock, ns, just
        before each edge.
        """
        if self._train < 0:
            self._train = os.open(self._sysfs / "train", os.O_RDWR)
        words = (exact_ns, *(number for edge in edges for number in edge))
        os.pwrite(self._train, " ".join(map(str, words)).encode(), 0)
        return [int(word) for word in os.pread(self._train, 4096, 0).split()]

    def make_keys(self) -> None:
        """Make a gpio-keys device of all buttons, KEYS_NAME: line 0 would be the key FIRST_KEY, and so on."""
        lines = [line for panel in DEFAULT_PINS for line in panel.values()]
        (self._sysfs / "keys").write_text(" ".join(f"{line} {FIRST_KEY + line}" for line in lines))

    def _file(self, line: int) -> int:
        if line not in self._files:
            self._files[line] = os.open(self._sysfs / f"sim_gpio{line}" / "pull", os.O_WRONLY)
        return self._files[line]

    def _hang_up(self) -> None:
        for file in (*self._files.values(), self._toggle, self._bounce, self._train):
            if file >= 0:
                os.close(file)
        self._files, self._toggle, self._bounce, self._train = {}, -1, -1, -1

    @property
    def _chip_name(self) -> str:
        return (self._folder / "bank0" / "chip_name").read_text().strip()

    @property
    def _sysfs(self) -> Path:
        device = (self._folder / "dev_name").read_text().strip()
        return Path("/sys/devices/platform") / device / self._chip_name

    def tap(self, line: int) -> None:
        """Press a button for as long as a finger does."""
        self.press(line)
        time.sleep(0.06)
        self.release(line)


if __name__ == "__main__":
    chip, wish = SimulatedChip(), sys.argv[1]
    if wish == "tap":
        chip.tap(int(sys.argv[2]))
    else:
        {"make": chip.make, "away": chip.take_away, "back": chip.bring_back, "keys": chip.make_keys}[wish]()
