"""The standard streams of a command: closed by the caller, in another encoding, or broken by whoever reads them."""

import io
import os
import sys
from contextlib import suppress


def open_standard_streams() -> None:
    """Open the null device where the caller closed a standard stream (`>&-`).

    Otherwise the next file opened, such as the database, would get the stream's number, and printed lines with it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest free number, so this one
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))


def print_anything() -> None:
    """Print characters that the output's encoding lacks (in the name of a file from another system) as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def close_output() -> None:
    """Redirect standard output to the null device; otherwise Python reports the failed write again when it exits."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
