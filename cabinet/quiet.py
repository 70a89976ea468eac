"""Keep libraries from talking on the terminal.

ALSA, libwayland and their like write pages to the standard error stream when a device that SDL merely asks for is
not there. What matters of it comes back as SDL's own error, which the program puts into words.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

STDERR = 2
"""The file descriptor that C libraries write to, whatever Python calls `sys.stderr`."""


@contextmanager
def quiet_libraries() -> Iterator[None]:
    """Whatever C code writes to the standard error stream in here is dropped; Python's own is not meant to be."""
    sys.stderr.flush()
    kept = os.dup(STDERR)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, STDERR)
        yield
    finally:
        os.dup2(kept, STDERR)
        os.close(nowhere)
        os.close(kept)
