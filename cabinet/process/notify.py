"""Notifications to systemd: ready after the first frame, and alive as long as people can play (sd_notify(3)); or alive
while the program waits for its screen.

The protocol is a few words in a datagram to a socket named in the environment, so it needs no library. Without
NOTIFY_SOCKET nothing is sent.
"""

import os
import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

ALIVE_NS: Final = 1_000_000_000
"""An input source that has not been drained for this long counts as frozen."""
START_NS: Final = 60_000_000_000
"""The time from the end of a wait to the first frame, ns: as long as a start may take (TimeoutStartSec of the unit)."""


class Notifier:
    """Sends notifications to the service manager. Never waits for it and never fails because of it."""

    def __init__(self, environ: Mapping[str, str], pid: int | None = None) -> None:
        """`environ` as systemd sets it: NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID."""
        self._address = socket_address(environ.get("NOTIFY_SOCKET", ""))
        self._socket: socket.socket | None = None
        meant = environ.get("WATCHDOG_PID", "") in ("", str(os.getpid() if pid is None else pid))
        usec = environ.get("WATCHDOG_USEC", "")
        self.watchdog_ns = int(usec) * 1000 if self._address and meant and usec.isdigit() else 0
        """The time after which systemd ends the program without a WATCHDOG=1; 0 without a watchdog."""
        self.is_extended = False
        """The watchdog waits for the first frame for as long as for a start (`START_NS`)."""

    def send(self, *assignments: str) -> None:
        """Send assignments such as ``READY=1``."""
        if self._address is None:
            return
        if self._socket is None:
            self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        with suppress(OSError):  # systemd is gone, or does not read: the game goes on
            self._socket.sendto("\n".join(assignments).encode(), self._address)

    def set_watchdog(self, time_ns: int) -> None:
        """Change the time after which systemd ends the program, if it watches it at all."""
        self.is_extended = bool(self.watchdog_ns) and time_ns != self.watchdog_ns
        if self.watchdog_ns:
            self.send(f"WATCHDOG_USEC={time_ns // 1000}")

    def close(self) -> None:
        """Send ``STOPPING=1``, and nothing more after it."""
        self.send("STOPPING=1")
        if self._socket is not None:
            self._socket.close()
        self._address = None


def socket_address(name: str) -> str | None:
    """Return the address in NOTIFY_SOCKET: a path, or ``@`` and a name in the abstract namespace; else None."""
    if name.startswith("@"):
        return f"\0{name[1:]}"
    return name if name.startswith("/") else None


class Wait:
    """A wait of unknown length before the first frame. The service manager hears that the program is ready and alive,
    so that no start of it fails, and what it waits for."""

    def __init__(self, notifier: Notifier, report: Callable[[str], None], clock: Callable[[], int]) -> None:
        """`clock` is CLOCK_MONOTONIC, ns."""
        self._notifier = notifier
        self._report = report
        self._clock = clock
        self._fed_at: int | None = None
        self._reason = ""

    def extend(self, reason: str) -> None:
        """Tell that the program still waits, perhaps for another reason now. To be called several times a second."""
        now = self._clock()
        if reason != self._reason:
            self._reason = reason
            self._report(reason)
            self._notifier.send("READY=1", f"STATUS={reason}")
        if self._fed_at is None or now - self._fed_at >= self._notifier.watchdog_ns // 4:
            self._fed_at = now
            self._notifier.send("WATCHDOG=1")

    def ends(self, reason: str) -> None:
        """The program goes on with its start, if it has waited at all."""
        if self._fed_at is not None:
            self._report(reason)
            self._notifier.set_watchdog(START_NS)
            self._notifier.send("STATUS=")
            self._fed_at, self._reason = None, ""


class Watchdog:
    """Feeds the watchdog from the main loop: only while pictures reach the screen and buttons reach the loop.

    Called after every round of the loop. A round counts if it showed a frame, or had nothing to draw; and only while
    every source has been drained up to a moment ago. All times are CLOCK_MONOTONIC, ns.
    """

    def __init__(
        self,
        notifier: Notifier,
        *,
        shown: Callable[[], int],
        is_stale: Callable[[int], bool],
        drained: Callable[[], int],
    ) -> None:
        """`shown` returns the number of frames so far, `is_stale` whether a frame is due, `drained` the time up to
        which the sources are drained."""
        self._notifier = notifier
        self._shown = shown
        self._is_stale = is_stale
        self._drained = drained
        self._is_ready = False
        self._frames = 0
        self._fed_at: int | None = None

    def __call__(self, now: int) -> None:
        """Called at the end of a round."""
        frames = self._shown()
        has_shown, self._frames = frames > self._frames, frames
        if not self._is_ready and frames:
            self._is_ready = True
            self._notifier.send("READY=1")
            if self._notifier.is_extended:
                self._notifier.set_watchdog(self._notifier.watchdog_ns)
        if self._is_due(now) and (has_shown or not self._is_stale(now)) and now - self._drained() <= ALIVE_NS:
            self._fed_at = now
            self._notifier.send("WATCHDOG=1")

    def _is_due(self, now: int) -> bool:
        watchdog_ns = self._notifier.watchdog_ns
        return self._is_ready and watchdog_ns > 0 and (self._fed_at is None or now - self._fed_at >= watchdog_ns // 4)
