"""The kernel of the machine under test, taken out of what Debian packs it in."""

import lzma
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tools.vm.base import PAYLOAD_OFFSET, unpacked_kernel
from tools.vm.machine import READINGS, simultaneous

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


STEPS = 3 * READINGS
INTERRUPTED = st.lists(st.integers(0, 5_000_000), min_size=STEPS, max_size=STEPS)


@given(INTERRUPTED, st.integers(0, READINGS - 1))
def test_the_time_stamp_counter_is_read_with_the_clock_whatever_runs_in_between(waits: list[int], quiet: int) -> None:
    """One attempt of all is not interrupted; before each other reading something else runs for so many nanoseconds."""
    waits[3 * quiet + 1 : 3 * quiet + 3] = [0, 0]
    now, steps = 0, iter(waits)

    def clock() -> int:
        nonlocal now
        now += 50 + next(steps)
        return now

    def counter() -> int:
        return 2 * clock()

    time_ns, count = simultaneous(clock, counter)
    assert count == 2 * time_ns
