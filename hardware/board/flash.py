"""Giving a board its firmware: the boot ROM's drive, and the images that ship with the program.

`make firmware` builds the images and puts them into `hardware/board/uf2`; a wheel that is built after that holds them.
"""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from hardware.board.protocol import Transport
from hardware.errors import NoDrive, NoImage

FOLDER: Final = Path(__file__).parent / "uf2"
MOUNTS: Final = ("/media/*/RPI-RP2", "/media/RPI-RP2", "/run/media/*/RPI-RP2", "/mnt/RPI-RP2", "/Volumes/RPI-RP2")
"""Where desktops put the drive of a Pico that waits for its firmware."""
MARK: Final = "INFO_UF2.TXT"
"""The file by which such a drive is known."""


def image_for(transport: int, folder: Path = FOLDER) -> Path:
    """Give the image of the same build as the board has. Raises NoImage if none is shipped."""
    path = folder / f"photofinish-board-{Transport(transport).name.lower()}.uf2"
    if not path.is_file():
        raise NoImage(path.name)
    return path


def find_drive(root: Path = Path("/"), patterns: Iterable[str] = MOUNTS) -> Path | None:
    """Give the folder of a drive that waits for firmware, None if there is none."""
    found = [path for pattern in patterns for path in root.glob(pattern.removeprefix("/"))]
    return next((path for path in sorted(found) if (path / MARK).is_file()), None)


def copy_image(image: Path, drive: Path) -> None:
    """Copy an image to the drive; the board starts it by itself. Raises NoDrive for a folder that is no such drive."""
    if not (drive / MARK).is_file():
        raise NoDrive(str(drive))
    try:
        shutil.copyfile(image, drive / image.name)
    except OSError as error:
        raise NoDrive(f"{drive} ({error.strerror})") from error
