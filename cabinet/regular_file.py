"""Whether there is a file whose path a user gave, and safe reading of the whole of it.

A device never ends, and a pipe waits for a writer that may never come; so only regular files up to a limit are read.
"""

import os
import stat
from errno import EFBIG, EINVAL, EISDIR
from pathlib import Path

from cabinet.strings.catalogue import word


def exists(path: Path) -> bool:
    """Return whether something is at `path`. Raises OSError where this user may not look: Python's own answer is no
    there from version 3.14 on."""
    try:
        path.stat()
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def read_regular_file(path: Path, most: int) -> bytes:
    """Read the bytes of the regular file at `path` without blocking.

    Raises OSError, with its reason in words, if it cannot be read, is not a regular file, or has more than `most`
    bytes.
    """
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    with os.fdopen(file, "rb") as opened:
        mode = os.fstat(file).st_mode
        if stat.S_ISDIR(mode):
            raise OSError(EISDIR, os.strerror(EISDIR))
        if not stat.S_ISREG(mode):
            raise OSError(EINVAL, word("file.odd"))
        data = opened.read(most + 1)
    if len(data) > most:
        raise OSError(EFBIG, word("file.large", most=f"{most / 1e6:g} MB"))
    return data
