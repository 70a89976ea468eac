"""The SDL library that pygame has loaded into this program, for the few functions that pygame does not pass on."""

import ctypes
import re
from pathlib import Path
from typing import Final

LIBRARY: Final = re.compile(r"/\S*/libSDL2-2\S*\.so\S*")
"""Matches SDL 2 in /proc/self/maps, and none of its companions (``libSDL2_image-2…``)."""


def sdl_library() -> ctypes.CDLL | None:
    """Return SDL 2; None where this program has not loaded it, or there is no /proc."""
    found = LIBRARY.search(maps_of_this_program())
    return ctypes.CDLL(found[0]) if found else None


def maps_of_this_program() -> str:
    """Return the files that this program has mapped (proc(5)); empty where there is no /proc."""
    try:
        return Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
