"""A partition table of the old kind (MBR), as bytes: the boot ROM of a Pi 3 reads no other."""

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

SECTOR: Final = 512
FAT32_LBA: Final = 0x0C
LINUX: Final = 0x83
_BEYOND_CYLINDERS: Final = b"\xfe\xff\xff"
"""The address by cylinders, heads and sectors of what has none."""
_ENTRY: Final = struct.Struct("<B3sB3sII")
_ENTRIES_AT: Final = 446


@dataclass(frozen=True)
class Partition:
    """A partition: its type, and where it lies in sectors of 512 bytes."""

    kind: int
    start: int
    sectors: int


def table(signature: int, partitions: Sequence[Partition]) -> bytes:
    """The first sector of a disk. Raises ValueError for more than four partitions, or for some that overlap."""
    if len(partitions) > 4:
        raise ValueError("a partition table has room for four partitions")
    for before, after in pairwise(partitions):
        if before.start + before.sectors > after.start:
            raise ValueError("partitions overlap")
    entries = b"".join(
        _ENTRY.pack(0, _BEYOND_CYLINDERS, part.kind, _BEYOND_CYLINDERS, part.start, part.sectors) for part in partitions
    )
    code = bytes(440) + struct.pack("<IH", signature, 0)
    return code + entries.ljust(4 * _ENTRY.size, b"\0") + b"\x55\xaa"


def partitions(sector: bytes) -> list[Partition]:
    """The partitions of a first sector. Raises ValueError where it has no table."""
    if len(sector) < SECTOR or sector[510:512] != b"\x55\xaa":
        raise ValueError("there is no partition table")
    rows = _ENTRY.iter_unpack(sector[_ENTRIES_AT:510])
    return [Partition(kind, start, sectors) for _, _, kind, _, start, sectors in rows if kind]
