"""Requests the descriptors of the kernel's record of interrupts from the privileged helper (`helper.py`)."""

import json
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from hardware.errors import NoInterruptTrace
from hardware.gpio.trace.helper import close_all
from hardware.peer import VERSION

SOCKET: Final = Path("/run/photofinish-trace.socket")
"""Where the helper answers on an installed cabinet (`systemd/root/etc/systemd/system/photofinish-trace.socket`)."""
PATIENCE_S: Final = 6.0
"""The helper is a Python program that systemd starts for each connection: two seconds on an emulated processor. Less
than the watchdog allows the game's loop (WatchdogSec in photofinish.service).
"""
MOST_DESCRIPTORS: Final = 253
"""SCM_MAX_FD of the kernel."""
MOST_BYTES: Final = 1 << 16


def ask(path: Path = SOCKET, patience_s: float = PATIENCE_S) -> tuple[Mapping[str, Any], list[int]]:
    """Return the helper's answer and its descriptors, which the caller must close; waits `patience_s` at most.

    Raises NoInterruptTrace with the helper's reason, or with the fault of the connection.
    """
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as helper:
            helper.settimeout(patience_s)
            helper.connect(str(path))
            answer, descriptors, flags, _ = socket.recv_fds(
                helper, MOST_BYTES, MOST_DESCRIPTORS, socket.MSG_CMSG_CLOEXEC
            )
    except FileNotFoundError as error:
        raise NoInterruptTrace(f"there is no {path}") from error
    except TimeoutError as error:
        raise NoInterruptTrace(f"its helper does not answer within {patience_s:.0f} s") from error
    except OSError as error:
        raise NoInterruptTrace(f"{path}: {error.strerror or error}") from error
    try:
        return understood(answer, flags), descriptors
    except NoInterruptTrace:
        close_all(descriptors)
        raise


def understood(answer: bytes, flags: int) -> Mapping[str, Any]:
    """Parse the helper's answer. Raises NoInterruptTrace if it is truncated, of another protocol, or a refusal."""
    if not answer:
        raise NoInterruptTrace("its helper ended without an answer")
    try:
        header = json.loads(answer)
        version = header["version"]
    except (ValueError, TypeError, KeyError) as error:
        raise NoInterruptTrace("its helper's answer is not understood") from error
    if version != VERSION:
        raise NoInterruptTrace(f"its helper speaks version {version}, this program {VERSION}")
    if "error" in header:
        raise NoInterruptTrace(str(header["error"]))
    if flags & (socket.MSG_TRUNC | socket.MSG_CTRUNC):
        raise NoInterruptTrace("its helper's answer was cut off: too few file descriptors are allowed here")
    checked: Mapping[str, Any] = header
    return checked
