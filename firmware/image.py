"""From the linker's bytes to a file that can be dragged onto the board: boot2's CRC, then UF2.

``image.py uf2 firmware.bin firmware.uf2``, ``image.py sizes firmware.uf2 …``, and ``image.py ship FOLDER COMPILER
firmware.uf2 …``, which puts images where the program keeps those that it ships, with a note of what they were made of.
Standard library only: building the firmware needs no environment.
"""

import shutil
import struct
import sys
from hashlib import sha256
from pathlib import Path

FLASH = 0x10000000
"""Where the flash is in memory."""
BOOT2 = 256
"""The boot ROM reads so many bytes first; the last four are the CRC of the others."""
PAGE = 256
"""The payload of one UF2 block: what the flash programs at once."""
FAMILY = 0xE48BFF56
"""The RP2040's among UF2 families: its boot ROM takes no other."""

NOTE = "made-of.txt"
"""Beside shipped images: the compiler, the sum of the sources, and each image's."""

_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = 0x0AB16F30
_HAS_FAMILY = 0x2000


def crc32_mpeg2(data: bytes) -> int:
    """Give the CRC-32/MPEG-2, which the boot ROM computes: polynomial 0x04C11DB7, start all ones, nothing reflected."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1) ^ (0x04C11DB7 if crc & 0x80000000 else 0)
            crc &= 0xFFFFFFFF
    return crc


def with_crc(linked: bytes) -> bytes:
    """Give the image with boot2's CRC in its place. Raises ValueError if something stands there already."""
    if any(linked[BOOT2 - 4 : BOOT2]):
        raise ValueError("boot2 is longer than 252 bytes: its CRC has no room")
    crc = crc32_mpeg2(linked[: BOOT2 - 4])
    return linked[: BOOT2 - 4] + struct.pack("<I", crc) + linked[BOOT2:]


def uf2(image: bytes, address: int = FLASH) -> bytes:
    """Give the image as a UF2 file that the boot ROM's drive takes."""
    pages = [image[at : at + PAGE].ljust(PAGE, b"\0") for at in range(0, len(image), PAGE)]
    blocks = []
    for number, page in enumerate(pages):
        where = address + number * PAGE
        head = struct.pack("<8I", *_MAGIC, _HAS_FAMILY, where, PAGE, number, len(pages), FAMILY)
        blocks.append(head + page.ljust(476, b"\0") + struct.pack("<I", _MAGIC_END))
    return b"".join(blocks)


def image_of(file: bytes) -> bytes:
    """Give back the flash image in a UF2 file of ours. Raises ValueError for a file that is none."""
    image = bytearray()
    for at in range(0, len(file), 512):
        block = file[at : at + 512]
        magic1, magic2, _, where, size, *_, family = struct.unpack_from("<8I", block)
        if (magic1, magic2, family) != (*_MAGIC, FAMILY) or where != FLASH + len(image):
            raise ValueError(f"block {at // 512} is not one of an RP2040's UF2 file")
        image += block[32 : 32 + size]
    return bytes(image)


def sum_of_sources(firmware: Path) -> str:
    """Give one SHA-256 over everything that the images are made of, names and bytes."""
    files = sorted([*(firmware / "src").iterdir(), firmware / "Makefile", firmware / "image.py"])
    return sha256(b"".join(f"{path.name} {_sum_of(path)}\n".encode() for path in files)).hexdigest()


def note_of(firmware: Path, compiler: str, images: list[Path]) -> str:
    """Write what images were made of: `key: value` lines. A test compares it with the sources of today."""
    rows = {"compiler": compiler, "sources": sum_of_sources(firmware)} | {path.name: _sum_of(path) for path in images}
    return "".join(f"{key}: {value}\n" for key, value in rows.items())


def ship(folder: Path, compiler: str, images: list[Path]) -> None:
    """Copy images into the folder, with their note."""
    folder.mkdir(parents=True, exist_ok=True)
    for image in images:
        shutil.copyfile(image, folder / image.name)
    (folder / NOTE).write_text(note_of(Path(__file__).parent, compiler, images), encoding="utf-8")


def _sum_of(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def main(arguments: list[str]) -> None:
    """Carry out the command line of the module's docstring."""
    match arguments:
        case ["uf2", source, target]:
            Path(target).write_bytes(uf2(with_crc(Path(source).read_bytes())))
        case ["sizes", *files]:
            for file in map(Path, files):
                flash = file.with_suffix(".bin").stat().st_size
                print(f"{file}  {flash} bytes of flash, {file.stat().st_size} bytes of file")
        case ["ship", folder, compiler, *files]:
            ship(Path(folder), compiler, [*map(Path, files)])
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
