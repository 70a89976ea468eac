"""Logs on their way between processes and machines: compressed quickly rather than well.

A log is repetitive text; the quickest level of zlib leaves a fifth of it or less.
"""

import zlib
from typing import Final

LEVEL: Final = 1


def packed(data: bytes) -> bytes:
    """Return a log's bytes, compressed."""
    return zlib.compress(data, LEVEL)


def unpacked(data: bytes) -> bytes:
    """Return the bytes that `packed` was given."""
    return zlib.decompress(data)
