"""Memory: how much of it this process may take, and glibc's malloc set up for a program that runs for weeks.

The limit is the machine's, or less where systemd or a container sets one by control groups, version 2 (the kernel's
Documentation/admin-guide/cgroup-v2.rst): `memory.high`, above which the kernel slows the process down, and
`memory.max`, above which it kills it. A group is also bound by those around it.

Left alone, malloc raises the size from which a block has pages of its own up to that of the largest block that was ever
freed (mallopt(3), M_MMAP_THRESHOLD): pictures then lie between small objects, and the room between those is never given
back. Other C libraries are left as they are.
"""

import ctypes
import sys
from pathlib import Path
from typing import Final

from hardware.posix import physical_memory

LIMITS: Final = ("memory.high", "memory.max")
UNIFIED: Final = "0::"
"""The line of version 2 in /proc/self/cgroup."""


def memory_bytes(proc: Path = Path("/proc"), groups: Path = Path("/sys/fs/cgroup")) -> int:
    """Return the bytes that this process may take. `proc` and `groups`: the kernel's folders."""
    return min([physical_memory(), *_limits(proc, groups)])


def _limits(proc: Path, groups: Path) -> list[int]:
    """Return the limits of the process's group and of all around it; none where there is no such thing."""
    lines = _read(proc / "self" / "cgroup").splitlines()
    names = [line.removeprefix(UNIFIED) for line in lines if line.startswith(UNIFIED)]
    own = [groups / name.lstrip("/") for name in names]
    around = [group for each in own for group in (each, *each.parents) if group.is_relative_to(groups)]
    said = [_read(group / limit).strip() for group in around for limit in LIMITS]
    return [int(text) for text in said if text.isdecimal()]  # "max" is no limit


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # no such group, no version 2, or another system
        return ""


LARGE: Final = 16 * 1024
"""Bytes from which a block has pages of its own: nearly every picture. With four times as many up to 36 MB of an
evening lay free between small objects."""
M_TRIM_THRESHOLD: Final = -1
M_MMAP_THRESHOLD: Final = -3
"""Of glibc's malloc.h."""


FUNCTIONS: Final = ("mallopt", "malloc_trim")
"""Those of glibc's malloc.h that other C libraries may lack."""


class Heap:
    """The C library's allocator, as far as it is glibc's."""

    def __init__(self, library: object | None = None) -> None:
        """`library` stands in for the C library that the program runs with."""
        library = library or (None if sys.platform == "win32" else ctypes.CDLL(None))
        self._mallopt, self._trim = (getattr(library, name, None) for name in FUNCTIONS)

    def settle(self) -> bool:
        """Fix from which size on pages are given back at once; False where that cannot be done. Once a program."""
        if self._mallopt is None:
            return False
        return all(self._mallopt(name, LARGE) == 1 for name in (M_MMAP_THRESHOLD, M_TRIM_THRESHOLD))

    def give_back(self) -> None:
        """Give back every free page: some milliseconds, so only while nobody plays."""
        if self._trim is not None:
            self._trim(0)
