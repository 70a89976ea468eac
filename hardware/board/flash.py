"""Installs firmware on a board: the boot ROM's drive, and the images that ship with the program.

The images are in `hardware/board/uf2`, so that a board needs no compiler; `make firmware` rebuilds them.
"""

import errno
import os
import struct
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from hardware.board.link import Link, Opener
from hardware.board.protocol import Bootloader, Hello, Transport
from hardware.board.session import MessageDecoder, MessageEncoder
from hardware.clock import MS, Clock
from hardware.errors import BoardSilent, DriveFailed, NoDrive, NoImage, NotFirmware, UnknownChip, WrongChip

FOLDER: Final = Path(__file__).parent / "uf2"
LABELS: Final = ("RPI-RP2", "RP2350")
MOUNTS: Final = tuple(
    f"{place}/{label}" for place in ("/media/*", "/media", "/run/media/*", "/mnt", "/Volumes") for label in LABELS
)
"""Where desktops mount the drive of a Pico, or a Pico 2, that waits for its firmware."""
MARK: Final = "INFO_UF2.TXT"
"""The file that identifies such a drive, and the chip behind it."""
CHIPS: Final[Mapping[str, str]] = MappingProxyType({"RPI-RP2": "rp2040", "RP2350": "rp2350"})
"""`Board-ID` in that file -> the chip."""
FAMILIES: Final[Mapping[int, str]] = MappingProxyType(
    {0xE48BFF56: "rp2040", 0xE48BFF59: "rp2350", 0xE48BFF57: "rp2350"}
)
"""Family in a UF2 block -> the chip: RP2040, RP2350's ARM cores, and the block before those (erratum RP2350-E10)."""

UF2_BLOCK: Final = 512
UF2_MAGIC: Final = (0x0A324655, 0x9E5D5157)
PROTECTED: Final = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})

ASK_NS: Final = 250 * MS
"""The interval of HELLO requests to a board that has not identified itself, …"""
PATIENCE_NS: Final = 3_000 * MS
"""… and the time after which they end."""
STEP_S: Final = 0.01
LINGER_S: Final = 0.1
"""How long the line stays open after the last message."""


def into_boot_rom(opener: Opener, clock: Clock) -> int:
    """Ask a running board, of any protocol version, for its boot ROM's drive; return its transport.

    Raises BoardSilent if the board does not identify itself, and any error of the opener.
    """
    link = opener()
    try:
        hello = hello_of(link, clock, encoder := MessageEncoder())
        if hello is None:
            raise BoardSilent("board")
        link.write(encoder.bytes_of(Bootloader()))
        link.wait(LINGER_S)
    except OSError as error:
        raise BoardSilent("board") from error
    finally:
        link.close()
    return hello.transport


def hello_of(link: Link, clock: Clock, encoder: MessageEncoder) -> Hello | None:
    """Return what a board says of itself, whatever its protocol version; None if it is silent for `PATIENCE_NS`.

    Raises OSError where the line is broken.
    """
    decoder, begin, asked = MessageDecoder(), clock(), -ASK_NS
    while clock() - begin < PATIENCE_NS:
        if clock() - asked >= ASK_NS:
            asked = clock()
            link.write(encoder.hello_request())
        for message in (message for chunk in link.read() for message in decoder.decoded(chunk)):
            if isinstance(message, Hello):
                return message
        link.wait(STEP_S)
    return None


def image_for(transport: int, chip: str, folder: Path = FOLDER, *, tester: bool = False) -> Path:
    """Return the image of the same build as the board's, for its chip, or the tester's. Raises NoImage if none is
    shipped."""
    kind = f"tester-{chip}" if tester else f"board-{chip}-{Transport(transport).name.lower()}"
    path = folder / f"photofinish-{kind}.uf2"
    if not path.is_file():
        raise NoImage(path.name)
    return path


def find_drive(root: Path = Path("/")) -> Path | None:
    """Return the folder of a drive that waits for firmware, None if there is none."""
    found = [path for pattern in MOUNTS for path in root.glob(pattern.removeprefix("/"))]
    return next((path for path in sorted(found) if (path / MARK).is_file()), None)


def chip_behind(drive: Path) -> str:
    """Return the chip that waits behind a drive. Raises NoDrive for a folder that is no such drive, UnknownChip."""
    try:
        text = (drive / MARK).read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise NoDrive(str(drive)) from error
    names = [line.partition(":")[2].strip() for line in text.splitlines() if line.startswith("Board-ID:")]
    if not names or names[0] not in CHIPS:
        raise UnknownChip(str(drive), names[0] if names else "")
    return CHIPS[names[0]]


def chip_of_image(image: Path) -> str:
    """Return the chip that a UF2 file is for. Raises NoImage, or NotFirmware for anything else than such a file."""
    try:
        data = image.read_bytes()
    except OSError as error:
        raise NoImage(str(image)) from error
    chips = set()
    for at in range(0, len(data) - UF2_BLOCK + 1, UF2_BLOCK):
        *magic, family = struct.unpack_from("<II20xI", data, at)
        chips.add(FAMILIES.get(family) if tuple(magic) == UF2_MAGIC else None)
    chip = chips.pop() if len(chips) == 1 and len(data) % UF2_BLOCK == 0 else None
    if chip is None:
        raise NotFirmware(str(image))
    return chip


def copy_image(image: Path, drive: Path) -> None:
    """Copy an image to the drive and wait until it is written; the board then starts it.

    Raises NoDrive, UnknownChip, NoImage, NotFirmware; WrongChip, before anything is written, for another chip's image;
    DriveFailed if the drive is full, write-protected or gone.
    """
    chip, wanted = chip_of_image(image), chip_behind(drive)
    if chip != wanted:
        raise WrongChip(image.name, chip, str(drive), wanted)
    try:
        with (drive / image.name).open("wb") as file:
            file.write(image.read_bytes())
            file.flush()
            os.fsync(file.fileno())  # the boot ROM restarts a while after the last block: until then the drive is there
    except OSError as error:
        why = "full" if error.errno == errno.ENOSPC else "protected" if error.errno in PROTECTED else "gone"
        raise DriveFailed(str(drive), why, error.strerror or str(error)) from error
