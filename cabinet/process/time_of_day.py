"""Whether somebody has set the time of day since the machine was switched on.

A Raspberry Pi up to the 4 has no clock that runs on. Without a network its time goes on from when it was seen last
(photofinish-clock.service), so that an evening begins at the hour at which the one before ended.
"""

import ctypes
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Final

RTC: Final = Path("/sys/class/rtc/rtc0/since_epoch")
"""The time of a clock with a battery, in s since 1970; without its battery that begins anew."""
FIRST_TIME: Final = 1_735_689_600
"""The year 2025 in s since 1970: no clock of a working machine is before it."""
SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")
"""timesyncd's note: the network has given the time, however long ago."""
BY_HAND: Final = Path("/run/photofinish/time-set")
"""Our own note, which the kernel has no word for; both are gone with the machine's power."""
TIME_ERROR: Final = 5
"""What adjtimex(2) returns while STA_UNSYNC is set."""
TIMEX_BYTES: Final = 256
"""More than `struct timex` on any processor; its first member, 0, changes nothing."""


def synchronised() -> bool:
    """Return whether a time server steers the clock now, as the kernel says. Always where there is no such call."""
    if not sys.platform.startswith("linux"):
        return True

    state = int(c_library().adjtimex(ctypes.create_string_buffer(TIMEX_BYTES)))
    return 0 <= state < TIME_ERROR


@lru_cache(maxsize=1)  # each has types of its own, which are left to the collector: 40 in a second were a frame's time
def c_library() -> ctypes.CDLL:
    """Return the C library of this program."""
    return ctypes.CDLL(None)


def is_time_set(
    rtc: Path = RTC, notes: tuple[Path, ...] = (SYNCHRONISED, BY_HAND), steered: Callable[[], bool] = synchronised
) -> bool:
    """Return whether the time of day is believed: by a clock with a battery, a network, or the operator."""
    with suppress(OSError, ValueError):
        if int(rtc.read_text(encoding="ascii")) >= FIRST_TIME:
            return True
    return steered() or any(note.exists() for note in notes)


def note_time_set(note: Path = BY_HAND) -> None:
    """Note that the operator has set the clock; at a desk there is no place for that, and a clock."""
    with suppress(OSError):
        note.touch()
