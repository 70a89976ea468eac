"""A file that somebody named, read whole: a plain one, and no larger than such a file can be.

A device gives no end, a pipe waits for a writer who may never come, and both look like files to whoever opens them.
"""

import os
import stat
from errno import EFBIG, EINVAL, EISDIR
from pathlib import Path

from cabinet.words import word


def read_plain(path: Path, most: int) -> bytes:
    """The bytes of the plain file at `path`. Never waits.

    Raises OSError, with its reason in words, for one that cannot be read, is no plain file, or has more than `most`
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
