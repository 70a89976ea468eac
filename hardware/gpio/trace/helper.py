"""The cabinet's privileged helper: opens the kernel's record of our buttons' interrupts as root and passes it on.

    python -IB -m hardware.gpio.trace.helper USER CONSUMER

systemd starts it for each connection to `photofinish-trace.socket`, with that connection. A peer other than USER is
refused. It opens the tracepoint irq:irq_handler_entry once for each processor, filters it for interrupts whose
handler is called CONSUMER, and sends one message: the descriptors (unix(7), SCM_RIGHTS) and a JSON object that
describes how to read them,

    {"version": 1, "format": "name: irq_handler_entry ...", "pages": 128, "online": "0-3\\n"}

or, if that fails, `{"version": 1, "error": "why"}`, which goes to the journal as well. Then it ends.
It uses the standard library only, and little of it (decision 0058).
"""

import ctypes
import errno
import mmap
import os
import socket
import struct
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from hardware.peer import FIRST_DESCRIPTOR, Refused, check_peer, encoded
from hardware.posix import ioctl

EVENT: Final = Path("/sys/kernel/tracing/events/irq/irq_handler_entry")
ONLINE: Final = Path("/sys/devices/system/cpu/online")
MLOCK_KB: Final = Path("/proc/sys/kernel/perf_event_mlock_kb")
"""The memory that may be mapped of each processor's event without a privilege: 516 by default, 512 KiB and a page."""
MOST_BYTES: Final = 512 * 1024
PARANOID: Final = Path("/proc/sys/kernel/perf_event_paranoid")

CALLS: Final[Mapping[tuple[str, int], int]] = MappingProxyType({("x86_64", 64): 298, ("aarch64", 64): 241})
"""(machine, bits of the program) -> the number of perf_event_open (`asm/unistd.h`).

A 32-bit program under a 64-bit kernel has other numbers: on ARM 241 is sched_setaffinity.
"""
TYPE_TRACEPOINT: Final = 2
SAMPLE_TIME_RAW: Final = 1 << 2 | 1 << 10
DISABLED_USE_CLOCKID: Final = 1 << 0 | 1 << 25
CLOEXEC: Final = 1 << 3
ENABLE: Final = 0x2400
SET_FILTER: Final = 0x40082406
ATTRIBUTES: Final = struct.Struct("=IIQQQQQ40xIi16x")
"""`struct perf_event_attr` (linux/perf_event.h) up to sample_max_stack: type, size, config, sample_period, sample_type,
read_format, flags; sample_stack_user, clockid."""

OpenEvent: TypeAlias = Callable[[bytes, int], int]
"""perf_event_open(2): takes attributes and a processor, returns a descriptor, raises OSError."""


def main(arguments: list[str]) -> int:
    """Answer the connection that systemd passed on. Return the exit code."""
    user, consumer = arguments
    with socket.socket(fileno=FIRST_DESCRIPTOR) as connection:
        return answer(connection, user, consumer)


def answer(connection: socket.socket, user: str, consumer: str, **files: Any) -> int:
    """Answer one connection; `files` are those of `opened`. Return the exit code."""
    try:
        try:
            check_peer(connection, user)
            reported, descriptors = opened(consumer, **files)
        except Refused as refused:
            print(refused, file=sys.stderr)  # noqa: T201 - its journal
            connection.send(encoded({"error": str(refused)}))
            return 1
        try:
            socket.send_fds(connection, [encoded(reported)], descriptors)
        finally:
            close_all(descriptors)  # the peer has its own copies by now
    except OSError as error:
        print(f"whoever asked has gone: {error}", file=sys.stderr)  # noqa: T201 - its journal
        return 1
    return 0


def opened(
    consumer: str,
    *,
    open_event: OpenEvent | None = None,
    event: Path = EVENT,
    online: Path = ONLINE,
    mlock_kb: Path = MLOCK_KB,
) -> tuple[dict[str, object], list[int]]:
    """Open and start the event on each processor. Return the answer and the descriptors. Raises Refused."""
    layout = text_of(event / "format", "the kernel's tracepoint irq:irq_handler_entry")
    wanted = attributes(number_of(event / "id", "the tracepoint's number"))
    processors, room = text_of(online, "which processors there are"), pages(mlock_kb)
    open_event = open_event or system_call()
    descriptors: list[int] = []
    try:
        for processor in listed(processors):
            descriptors.append(open_event(wanted, processor))
            start(descriptors[-1], consumer)
    except BaseException as error:
        close_all(descriptors)
        if isinstance(error, OSError):
            raise Refused(reason(error)) from error
        raise
    return {"format": layout, "pages": room, "online": processors}, descriptors


def close_all(descriptors: Iterable[int]) -> None:
    """Close descriptors of events."""
    for descriptor in descriptors:
        os.close(descriptor)


def text_of(path: Path, what: str) -> str:
    """Read a file of the kernel. Raises Refused, with the description of the file."""
    try:
        return path.read_text(encoding="ascii")
    except (OSError, ValueError) as error:
        problem = (error.strerror if isinstance(error, OSError) else None) or "not text"
        raise Refused(f"{what} cannot be read ({path}: {problem})") from error


def number_of(path: Path, what: str) -> int:
    """Read a file of the kernel that holds a number. Raises Refused, as `text_of`."""
    text = text_of(path, what).strip()
    if not text.isdecimal():
        raise Refused(f"{what} is no number ({path}: {text!r})")
    return int(text)


def listed(processors: str) -> list[int]:
    """Parse a list of processors in the kernel's format, "0-3,6". Raises Refused."""
    found: list[int] = []
    try:
        for part in processors.strip().split(","):
            first, _, last = part.partition("-")
            found += range(int(first), int(last or first) + 1)
    except ValueError:
        raise Refused(f"{processors.strip()!r} is no list of processors") from None
    return found


def attributes(number: int) -> bytes:
    """Return the attributes of the event: every hit, its stamp on CLOCK_MONOTONIC and its fields; not started yet."""
    size, period = ATTRIBUTES.size, 1
    return ATTRIBUTES.pack(
        TYPE_TRACEPOINT, size, number, period, SAMPLE_TIME_RAW, 0, DISABLED_USE_CLOCKID, 0, time.CLOCK_MONOTONIC
    )


def start(descriptor: int, consumer: str) -> None:
    """Filter for interrupts with a handler of that name, then start. Raises OSError."""
    ioctl(descriptor, SET_FILTER, f'name=="{consumer}"\0'.encode())
    ioctl(descriptor, ENABLE, 0)


def pages(mlock_kb: Path) -> int:
    """Return how many pages of samples a reader may map after the first page: a power of two, 512 KiB at most.

    That many hold 10,922 samples of 48 bytes: two seconds of a line that chatters at 5.4 kHz. Raises Refused.
    """
    allowed = number_of(mlock_kb, "how much may be mapped") * 1024 // mmap.PAGESIZE - 1
    most = min(allowed, MOST_BYTES // mmap.PAGESIZE)
    if most < 1:
        raise Refused(f"no page of samples may be mapped ({mlock_kb} is too small)")
    return int(1 << most.bit_length() - 1)


def reason(error: OSError) -> str:
    """Return the reason why the kernel did not open the event."""
    if error.errno == errno.ENOSYS:
        return "this kernel was built without perf events"
    if error.errno in (errno.EACCES, errno.EPERM):
        level = PARANOID.read_text(encoding="ascii").strip() if PARANOID.exists() else "unknown"
        return f"the kernel allows no perf events here (CAP_PERFMON is wanted; perf_event_paranoid is {level})"
    return f"the kernel does not open the perf event ({error.strerror or error})"


def call_number(machine: str, bits: int) -> int:
    """Return the number of perf_event_open for a program of `bits` bits. Raises Refused where it is unknown."""
    try:
        return CALLS[machine, bits]
    except KeyError:
        raise Refused(f"perf_event_open is not known to a {bits}-bit program on {machine}") from None


def system_call() -> OpenEvent:
    """Return perf_event_open(2), which no library offers. Raises Refused where its number is unknown here."""
    number = call_number(os.uname().machine, 8 * struct.calcsize("P"))
    library = ctypes.CDLL(None, use_errno=True)

    def open_event(wanted: bytes, processor: int) -> int:
        everybody, no_group = -1, -1
        words = [ctypes.c_long(word) for word in (everybody, processor, no_group, CLOEXEC)]
        descriptor = int(library.syscall(ctypes.c_long(number), wanted, *words))
        if descriptor < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return descriptor

    return open_event


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
