"""Whether there is a file whose path a user gave, and safe reading of the whole of it.

A device never ends, and a pipe waits for a writer that may never come; so only regular files up to a limit are read.
"""

import os
import stat
from collections.abc import Callable
from errno import EFBIG, EINVAL, EISDIR
from pathlib import Path
from typing import BinaryIO, Final

from cabinet.strings.catalogue import word
from hardware.posix import flags

STDIN: Final = Path("-")
"""What names standard input on the command line."""
HEAD: Final = 1 << 20
"""The most bytes of a first line."""


def exists(path: Path) -> bool:
    """Return whether something is at `path`. Raises OSError where this user may not look: Python's own answer is no
    there from version 3.14 on."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def is_stream(path: Path) -> bool:
    """Return whether a path names standard input or a pipe."""
    try:
        return path == STDIN or stat.S_ISFIFO(path.stat().st_mode)
    except OSError:
        return False


def read_named_file(path: Path, most: int, begins: Callable[[bytes], bool] | None = None) -> bytes:
    """Read as `read_regular_file`, or to its end the stream that a person has named: ``-``, or a pipe into which
    somebody writes."""
    if not is_stream(path):
        return read_regular_file(path, most, begins)
    file = os.dup(0) if path == STDIN else os.open(path, flags("RDONLY", "CLOEXEC", "NONBLOCK"))
    with os.fdopen(file, "rb") as opened:
        return content_of(opened, most, begins, b"" if path == STDIN else beginning_of(file))


def beginning_of(pipe: int) -> bytes:
    """Return what can be read from a pipe at once, and let the next reader wait. Raises OSError if nobody writes."""
    try:
        begin = os.read(pipe, HEAD)
    except BlockingIOError:  # somebody will
        begin = None
    if begin == b"":
        raise OSError(EINVAL, word("file.odd"))
    os.set_blocking(pipe, True)
    return begin or b""


def read_regular_file(path: Path, most: int, begins: Callable[[bytes], bool] | None = None) -> bytes:
    """Read the bytes of the regular file at `path` without blocking; only the first line where `begins` refuses that.

    Raises OSError, with its reason in words, if it cannot be read, is not a regular file, or has more than `most`
    bytes.
    """
    file = os.open(path, flags("RDONLY", "CLOEXEC", "NONBLOCK"))
    with os.fdopen(file, "rb") as opened:
        state = os.fstat(file)
        if stat.S_ISDIR(state.st_mode):
            raise OSError(EISDIR, os.strerror(EISDIR))
        if not stat.S_ISREG(state.st_mode):
            raise OSError(EINVAL, word("file.odd"))
        if state.st_size > most:
            raise too_large(most)
        return content_of(opened, most, begins)


def content_of(opened: BinaryIO, most: int, begins: Callable[[bytes], bool] | None, begin: bytes = b"") -> bytes:
    """Read a file, of which `begin` has been read, as `read_regular_file`."""
    if begins is not None:
        begin += b"" if b"\n" in begin else opened.readline(HEAD)
        first, end, _ = begin.partition(b"\n")
        if not begins(first):
            return first + end
    data = begin + opened.read(most + 1 - len(begin))
    if len(data) > most:
        raise too_large(most)
    return data


def too_large(most: int) -> OSError:
    """Return the error for more than `most` bytes."""
    return OSError(EFBIG, word("file.large", most=f"{most / 1e6:g} MB"))
