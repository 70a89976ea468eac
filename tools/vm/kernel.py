"""The kernel and its first file system, as QEMU starts them fastest.

Without KVM a kernel that unpacks itself costs 14 s. QEMU can start the plain ELF image instead, by its PVH entry.
"""

import gzip
import lzma
import struct

SETUP_SECTORS = 0x1F1
PAYLOAD_OFFSET = 0x248


def unpacked_kernel(vmlinuz: bytes) -> bytes:
    """The ELF image inside a bzImage. Raises ValueError when it is packed otherwise than by xz, as Debian does."""
    (setup_sectors,) = struct.unpack_from("<B", vmlinuz, SETUP_SECTORS)
    offset, length = struct.unpack_from("<II", vmlinuz, PAYLOAD_OFFSET)
    begin = (setup_sectors + 1) * 512 + offset
    try:
        image = lzma.LZMADecompressor().decompress(vmlinuz[begin : begin + length])
    except lzma.LZMAError as error:
        raise ValueError("the kernel is not packed with xz") from error
    if not image.startswith(b"\x7fELF"):
        raise ValueError("there is no ELF image in the kernel")
    return image


def unpacked_initrd(initrd: bytes) -> bytes:
    """The plain cpio archive of an initrd that was packed with gzip, or not at all."""
    return gzip.decompress(initrd) if initrd.startswith(b"\x1f\x8b") else initrd
