"""glibc's malloc, set up for a program that runs for weeks and draws pictures.

Left alone it raises the size from which a block has pages of its own up to that of the largest block that was ever
freed (mallopt(3), M_MMAP_THRESHOLD): pictures then lie between small objects, and the room between those is never given
back. Other C libraries are left as they are.
"""

import ctypes
from typing import Final

LARGE: Final = 64 * 1024
"""Bytes from which a block has pages of its own: all but the smallest pictures of cards and keys."""
M_TRIM_THRESHOLD: Final = -1
M_MMAP_THRESHOLD: Final = -3
"""Of glibc's malloc.h."""


class Heap:
    """The C library's allocator, as far as it is glibc's."""

    def __init__(self, library: object | None = None) -> None:
        """`library` stands in for the C library that the program runs with."""
        library = library or ctypes.CDLL(None)
        self._mallopt = getattr(library, "mallopt", None)
        self._trim = getattr(library, "malloc_trim", None)

    def settle(self) -> bool:
        """Fix from which size on pages are given back at once; False where that cannot be done. Once a program."""
        if self._mallopt is None:
            return False
        return all(self._mallopt(name, LARGE) == 1 for name in (M_MMAP_THRESHOLD, M_TRIM_THRESHOLD))

    def give_back(self) -> None:
        """Give back every free page: some milliseconds, so only while nobody plays."""
        if self._trim is not None:
            self._trim(0)
