"""A place in the queue: takes a name and the code on the cabinet's screen, and leaves the game a small file."""

import ipaddress
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path
from typing import Final, Literal, NamedTuple

from cabinet.live.requests import (
    DOOR,
    MOST_FILES,
    REQUEST,
    STALE_NS,
    STATUS,
    Door,
    Request,
    ServiceStatus,
    may_be_name,
    own_address,
    put,
    read,
)

S: Final = 1_000_000_000
MINUTE_NS: Final = 60 * S
MOST_OF_ONE: Final = 5
"""Attempts of one address in a minute."""
MOST_IN_ALL: Final = 30
"""Attempts of everybody together in a minute."""
MOST_WRONG: Final = 12
"""Wrong codes of everybody together in a minute: four digits take hours to guess, and change each match."""
MOST_WAITING: Final = MOST_FILES // 2
"""Requests that may wait for the game."""
STATUS_NS: Final = 5 * S
"""The longest time between two writings of the status."""

Answer = Literal["asked", "closed", "code", "name", "many", "full"]
"""What becomes of an attempt: the texts ``live.join.*``."""


class Attempt(NamedTuple):
    """When somebody tried, from where, and whether the code was wrong."""

    at: int
    address: str
    is_wrong: bool


class QueueDoor:
    """Takes requests while the game does; remembers the attempts of a minute, of which there are few."""

    def __init__(
        self, folder: Path, inbox: Path, port: int, clock: Callable[[], int] = time.monotonic_ns,
        address: Callable[[], str] = own_address,
    ) -> None:  # fmt: skip
        """`folder` is the game's, `inbox` the one that is written, `port` where pages are served; `address` returns
        this machine's."""
        self._address = address
        self._door = folder / DOOR
        self._inbox = inbox
        self._port = port
        self._clock = clock
        self._attempts: deque[Attempt] = deque()
        self._last = 0
        self._status = ServiceStatus(-STATUS_NS, 0, port)

    @property
    def door(self) -> Door | None:
        """What the game says of names by phone; None while it takes none."""
        return read(self._door, Door)

    def ask(self, name: str, code: str, address: str) -> Answer:
        """Ask for a place, as somebody at this address wants it."""
        now, door, who = self._clock(), self.door, network_of(address)
        if door is None:
            return "closed"
        while self._attempts and now - self._attempts[0].at >= MINUTE_NS:
            self._attempts.popleft()
        own = sum(attempt.address == who for attempt in self._attempts)
        wrong = sum(attempt.is_wrong for attempt in self._attempts)
        if own >= MOST_OF_ONE or wrong >= MOST_WRONG or len(self._attempts) >= MOST_IN_ALL:
            return "many"
        is_right = any(compare_digest(code.strip().encode(), each.encode()) for each in door.codes)
        self._attempts.append(Attempt(now, who, is_wrong=not is_right))
        if not is_right:
            return "code"
        name = name.strip().upper()
        if not may_be_name(name, door.letters):
            return "name"
        return "asked" if self._leave(Request(name, code.strip()), now) else "full"

    def tidy(self, readers: int) -> None:
        """Remove what the game has handled, or what is too old, and say how many look on; changes at once."""
        now, before = self._clock(), self._status
        if readers == before.readers and now - before.at < STATUS_NS:
            return
        self._status = ServiceStatus(now, readers, self._port, self._address())
        with suppress(OSError):
            door = self.door
            handled = door.handled if door is not None else 0
            for number in self._numbers():
                if number <= handled or now - number > STALE_NS:
                    (self._inbox / file_of(number)).unlink(missing_ok=True)
            put(self._inbox / STATUS, self._status)

    def _numbers(self) -> list[int]:
        return [int(match[1]) for path in self._inbox.iterdir() if (match := REQUEST.fullmatch(path.name))]

    def _leave(self, request: Request, now: int) -> bool:
        """Write a request, unless too many wait."""
        self._last = max(now, self._last + 1)
        try:
            door = self.door
            handled = door.handled if door is not None else 0
            if sum(number > handled for number in self._numbers()) >= MOST_WAITING:
                return False
            put(self._inbox / file_of(self._last), request)
        except OSError:
            return False
        return True


def file_of(number: int) -> str:
    """Return the name of a request's file."""
    return f"{number:020}.json"


def network_of(address: str) -> str:
    """Return an address, of IPv6 its first half: a phone has as many of those as it likes."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)
