"""What the host must have to run programs for ARM."""

import os
from typing import Final

from tools.image.needs import EMULATED, missing_on_host, not_emulated
from tools.image.recipe import ARCHES

PROGRAMS: Final = {"mmdebstrap": "mmdebstrap", **EMULATED, "unshare": "util-linux", "setpriv": "util-linux"}
"""A program, and Debian's package that has it."""


def lacking() -> str:
    """One line with the first thing that is missing and its remedy; an empty text where nothing is."""
    if os.geteuid() != 0:
        return "a root of Debian is made and entered by root alone: sudo make test-arm"
    return missing_on_host(PROGRAMS) or not_emulated(ARCHES["arm64"])
