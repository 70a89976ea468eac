"""Installs firmware on a board: the boot ROM's drive, and the images that ship with the program.

The images are in `hardware/board/uf2`, so that a board needs no compiler; `make firmware` rebuilds them.
"""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from hardware.board.link import Link, Opener
from hardware.board.protocol import Bootloader, Hello, Transport
from hardware.board.session import MessageDecoder, MessageEncoder
from hardware.clock import MS, Clock
from hardware.errors import BoardSilent, NoDrive, NoImage

FOLDER: Final = Path(__file__).parent / "uf2"
MOUNTS: Final = ("/media/*/RPI-RP2", "/media/RPI-RP2", "/run/media/*/RPI-RP2", "/mnt/RPI-RP2", "/Volumes/RPI-RP2")
"""Where desktops mount the drive of a Pico that waits for its firmware."""
MARK: Final = "INFO_UF2.TXT"
"""The file that identifies such a drive."""

ASK_NS: Final = 250 * MS
"""The interval of HELLO requests to a board that has not identified itself, …"""
PATIENCE_NS: Final = 3_000 * MS
"""… and the time after which they end."""
STEP_S: Final = 0.01
LINGER_S: Final = 0.1
"""How long the line stays open after the last message."""


def into_boot_rom(opener: Opener, clock: Clock, name: str = "board") -> int:
    """Ask a running board, of any protocol version, for its boot ROM's drive; return its transport.

    Raises BoardSilent if the board does not identify itself, and any error of the opener.
    """
    link = opener()
    try:
        hello = _hello_of(link, clock, mouth := MessageEncoder())
        if hello is None:
            raise BoardSilent(name)
        link.write(mouth.bytes_of(Bootloader()))
        link.wait(LINGER_S)
    except OSError as error:
        raise BoardSilent(name) from error
    finally:
        link.close()
    return hello.transport


def _hello_of(link: Link, clock: Clock, mouth: MessageEncoder) -> Hello | None:
    decoder, begin, asked = MessageDecoder(), clock(), -ASK_NS
    while clock() - begin < PATIENCE_NS:
        if clock() - asked >= ASK_NS:
            asked = clock()
            link.write(mouth.hello_request())
        for message in (message for chunk in link.read() for message in decoder.decoded(chunk)):
            if isinstance(message, Hello):
                return message
        link.wait(STEP_S)
    return None


def image_for(transport: int, folder: Path = FOLDER) -> Path:
    """Return the image of the same build as the board's. Raises NoImage if none is shipped."""
    path = folder / f"photofinish-board-{Transport(transport).name.lower()}.uf2"
    if not path.is_file():
        raise NoImage(path.name)
    return path


def find_drive(root: Path = Path("/"), patterns: Iterable[str] = MOUNTS) -> Path | None:
    """Return the folder of a drive that waits for firmware, None if there is none."""
    found = [path for pattern in patterns for path in root.glob(pattern.removeprefix("/"))]
    return next((path for path in sorted(found) if (path / MARK).is_file()), None)


def copy_image(image: Path, drive: Path) -> None:
    """Copy an image to the drive; the board then starts it. Raises NoDrive for a folder that is no such drive."""
    if not (drive / MARK).is_file():
        raise NoDrive(str(drive))
    try:
        shutil.copyfile(image, drive / image.name)
    except OSError as error:
        raise NoDrive(f"{drive} ({error.strerror})") from error
