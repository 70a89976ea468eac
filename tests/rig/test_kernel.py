"""The kernel of the machine under test, taken out of what Debian packs it in."""

import lzma
import struct

import pytest

from tools.vm.kernel import PAYLOAD_OFFSET, unpacked_kernel

ELF = b"\x7fELF and so on"
PLACE = 256


def packed(payload: bytes) -> bytes:
    """A bzImage with nothing in it but this payload."""
    image = bytearray(512 + PLACE)
    struct.pack_into("<II", image, PAYLOAD_OFFSET, PLACE, len(payload))
    return bytes(image) + payload


def test_it_comes_out_of_xz() -> None:
    assert unpacked_kernel(packed(lzma.compress(ELF))) == ELF


@pytest.mark.parametrize(
    ("payload", "why"), [(b"garbage" * 9, "neither with xz nor with zstd"), (lzma.compress(b"other"), "no ELF image")]
)
def test_what_is_no_kernel_is_refused(payload: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        unpacked_kernel(packed(payload))
