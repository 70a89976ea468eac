"""The board that the program runs on, and whether its kernel keeps every edge of the header's pins.

Begin with `edge_loss`. Imports little: the program asks at its start.
"""

import re
from typing import Final

from cabinet.doctor.probe import Probe

EDGE_FIX: Final = (6, 1, 28)
"""The first kernel of the Raspberry Pi's own branch with the work-around for lost edges (raspberrypi/linux#5457).

No other kernel has it: `drivers/pinctrl/bcm/pinctrl-bcm2835.c` of Debian's 6.12.107, read in 2026, lacks it.
"""
OF_RASPBERRY_PI: Final = re.compile(r"-rpi|\+rpt|-v[678]l?(-16k)?\+$|^\d+\.\d+\.\d+\+$|-raspi$")
"""Release names of the Raspberry Pi's own kernels: of its packages, of those before 2023, of Ubuntu's."""


def model_of(machine: Probe) -> str:
    """Return the model of this Raspberry Pi; empty if it is none."""
    model = machine.text("/proc/device-tree/model") or ""
    return model if model.startswith("Raspberry Pi") else ""


def release_of(machine: Probe) -> str:
    """Return the kernel's release."""
    return machine.text("/proc/sys/kernel/osrelease") or "?"


def is_header(chip: str) -> bool:
    """Return whether `gpio_chip` may name the header's chip: all of those have such a label. "" is the header's."""
    return not chip or chip.startswith(("/", "pinctrl-"))


def edge_loss(machine: Probe) -> str:
    """Return the key of the words on a kernel that may lose one of two edges of the header that come together; empty
    for one that keeps both.

    Such are all kernels but the Raspberry Pi's own, and those from before the work-around.
    """
    model, release = model_of(machine), release_of(machine)
    if not model or "Raspberry Pi 5" in model:  # its header has another chip
        return ""
    if not OF_RASPBERRY_PI.search(release):
        return "doctor.kernel.not_pis_own"
    numbers = tuple(map(int, re.findall(r"\d+", release)[:3]))
    # the packages of 2023-10 and later are called 6.1.0-rpi4 and so on, and have it
    return "doctor.kernel.loses_edges" if numbers < EDGE_FIX and "-rpi" not in release else ""
