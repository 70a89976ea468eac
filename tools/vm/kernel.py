"""The kernel and its first file system, as QEMU starts them fastest.

Without KVM a kernel that unpacks itself costs 14 s. QEMU can start the plain ELF image instead, by its PVH entry.
"""

import ctypes
import gzip
import lzma
import mmap
import platform
import struct
import subprocess
import time
from collections.abc import Callable

SETUP_SECTORS = 0x1F1
PAYLOAD_OFFSET = 0x248
ZSTD = b"\x28\xb5\x2f\xfd"


def unpacked_kernel(vmlinuz: bytes) -> bytes:
    """The ELF image inside a bzImage, packed by xz or zstd as Debian's are. Raises ValueError for anything else."""
    (setup_sectors,) = struct.unpack_from("<B", vmlinuz, SETUP_SECTORS)
    offset, length = struct.unpack_from("<II", vmlinuz, PAYLOAD_OFFSET)
    begin = (setup_sectors + 1) * 512 + offset
    image = _unpacked(vmlinuz[begin : begin + length])
    if not image.startswith(b"\x7fELF"):
        raise ValueError("there is no ELF image in the kernel")
    return image


def _unpacked(packed: bytes) -> bytes:
    if packed.startswith(ZSTD):  # which Python learns to read with 3.14; four bytes with its length lie behind it
        return subprocess.run(("zstd", "-dcq"), input=packed[:-4], check=True, stdout=subprocess.PIPE).stdout
    try:
        return lzma.LZMADecompressor().decompress(packed)
    except lzma.LZMAError as error:
        raise ValueError("the kernel is packed neither with xz nor with zstd") from error


def unpacked_initrd(initrd: bytes) -> bytes:
    """The plain cpio archive of an initrd that was packed with gzip, or not at all."""
    return gzip.decompress(initrd) if initrd.startswith(b"\x1f\x8b") else initrd


# rdtsc; shl rdx, 32; or rax, rdx; ret
READ_TSC = bytes.fromhex("0f31 48c1e220 4809d0 c3")
ATTEMPTS = 16


def tsc_khz() -> int:
    """How fast this machine's time stamp counter runs, which is the guest's as well; 0 where there is none.

    Left to itself the guest measures it at boot against an emulated timer. On a busy machine that has come out at a
    twenty-fifth: every time-out of the guest then runs out twenty-five times too early.
    """
    if platform.machine() not in ("x86_64", "AMD64"):
        return 0
    with mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC) as page:
        page.write(READ_TSC)
        place = ctypes.c_char.from_buffer(page)
        counter = ctypes.CFUNCTYPE(ctypes.c_uint64)(ctypes.addressof(place))
        begin, first = simultaneous(time.monotonic_ns, counter)
        time.sleep(0.05)
        end, last = simultaneous(time.monotonic_ns, counter)
        del place, counter
    return round((last - first) * 1_000_000 / (end - begin))


def simultaneous(clock: Callable[[], int], counter: Callable[[], int]) -> tuple[int, int]:
    """Return what a clock and a counter show at the same moment.

    Whatever runs in between, a busy machine's other process for milliseconds, parts the two: of some attempts the one
    counts whose reading of the counter took least by the clock, and its middle is the moment.
    """
    attempts = [(clock(), counter(), clock()) for _ in range(ATTEMPTS)]
    before, count, after = min(attempts, key=lambda attempt: attempt[2] - attempt[0])
    return (before + after) // 2, count
