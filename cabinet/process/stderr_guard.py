"""Suppress the messages of C libraries on the terminal.

ALSA, libwayland and similar libraries write pages to the standard error stream when SDL probes for a device that is
missing. SDL reports the relevant fault as its own error, which the program puts into words.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

STDERR = 2
"""The file descriptor that C libraries write to, whatever stream `sys.stderr` is."""


@contextmanager
def silenced_libraries() -> Iterator[None]:
    """Discard everything written to file descriptor 2; meant for C code's messages, not for Python's own."""
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
