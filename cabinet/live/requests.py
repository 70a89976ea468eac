"""Places in the queue that people ask for by phone: what the game and the service for phones write for each other.

Two folders in memory, of which each program writes one and reads the other when it likes. Beside its events the game
has ``door.json`` (`Door`) while it takes names. In a folder of its own the service has a file a request, and
``status.json`` (`ServiceStatus`). The game trusts nothing of it: files are small, plain and few, or they are dropped.
"""

import os
import re
import secrets
import socket
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from stat import S_ISREG
from typing import Annotated, Final, TypeVar

import msgspec
from msgspec import Meta

from cabinet.people.names import LETTERS, is_name, is_refused
from cabinet.strings.catalogue import word
from hardware.clock import Clock, monotonic_ns
from hardware.posix import flags

DOOR: Final = "door.json"
STATUS: Final = "status.json"
REQUEST: Final = re.compile(r"(\d{20})\.json", re.ASCII)
"""A request's file is named by when it was made, CLOCK_MONOTONIC, ns."""
MOST_BYTES: Final = 512
"""The size of a file; what is larger is none of ours."""
MOST_FILES: Final = 64
"""How many files of the service's folder are looked at."""
MOST_TAKEN: Final = 8
"""How many requests are taken at once."""
CODE_DIGITS: Final = 4
STALE_NS: Final = 1_800_000_000_000
"""The age from which on a request counts for nothing: whoever made it has waited for half an hour."""
SILENT_NS: Final = 15_000_000_000
"""The age of the service's status from which on it is taken not to run."""
LINES_NS: Final = 60_000_000_000
MOST_LINES: Final = 5
"""How many lines about dropped requests the journal gets in `LINES_NS`."""

ELSEWHERE: Final = ("192.0.2.1", 9)
"""An address that is nobody's (RFC 5737)."""
OWN: Final = ("10.77.0.1", 9)
"""The address of a card whose radio is a Wi-Fi of its own (systemd/image/usr/local/lib/photofinish/hotspot.network)."""

File = TypeVar("File", bound="Door | Request | ServiceStatus")


class Door(msgspec.Struct, frozen=True):
    """What the game says: the codes that count, the one on the screen first; what names have besides A to Z; and the
    number of the last request that was handled, 0 before one: the service removes the files up to it."""

    codes: tuple[str, ...]
    letters: str
    handled: int


class Request(msgspec.Struct, frozen=True):
    """Somebody asks for a place under this name, and has read this code off the screen."""

    name: Annotated[str, Meta(max_length=8)]
    code: Annotated[str, Meta(max_length=8)]


class ServiceStatus(msgspec.Struct, frozen=True):
    """What the service says: when (CLOCK_MONOTONIC, ns), how many look on, at which port it listens, and this machine's
    address, "" for none: the game itself may make no socket of a network."""

    at: int
    readers: Annotated[int, Meta(ge=0, le=100_000)]
    port: Annotated[int, Meta(ge=1, le=65_535)]
    address: Annotated[str, Meta(pattern=r"^(\d{1,3}(\.\d{1,3}){3})?$")] = ""


def requests_in(environ: Mapping[str, str]) -> Path | None:
    """Return the service's folder as the game sees it: beside the game's own; None without a folder in memory."""
    runtime = environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    if runtime:
        return Path(f"{runtime}-live")
    own = environ.get("XDG_RUNTIME_DIR", "")
    return Path(own) / "photofinish-live" if own else None


def own_address() -> str:
    """Return this machine's address in its own Wi-Fi, else in the network that it is in; "" where it is in none."""
    own = address_towards(OWN)
    return own if own == OWN[0] else address_towards(ELSEWHERE)


def address_towards(place: tuple[str, int]) -> str:
    """Return the address from which this machine would send to a place; "" for none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as towards:
            towards.connect(place)  # of a datagram socket: chooses the address to send from, and sends nothing
            return str(towards.getsockname()[0])
    except OSError:
        return ""


def put(path: Path, value: Door | Request | ServiceStatus) -> None:
    """Write a file at once, whole or not at all, for everybody to read. Raises OSError."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_bytes(msgspec.json.encode(value))
    beside.chmod(0o644)
    beside.replace(path)


def read(path: Path, kind: type[File]) -> File | None:
    """Return what a file holds; None for none, for a link, a device or a pipe, for one too large, and for no `kind`."""
    try:
        descriptor = os.open(path, flags("RDONLY", "NOFOLLOW", "NONBLOCK", "CLOEXEC"))
        with os.fdopen(descriptor, "rb") as file:
            state = os.fstat(descriptor)
            if not S_ISREG(state.st_mode) or state.st_size > MOST_BYTES:
                return None
            return msgspec.json.decode(file.read(MOST_BYTES + 1), type=kind)
    except (OSError, msgspec.DecodeError, RecursionError):
        return None


def new_code() -> str:
    """Return a code of `CODE_DIGITS` digits that nobody can know before."""
    return f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}}"


class PhoneQueue:
    """The game's side: opens and closes the door, changes the code, and takes requests."""

    def __init__(
        self,
        folder: Path,
        inbox: Path,
        log: Callable[[str], None],
        clock: Clock = monotonic_ns,
        code: Callable[[], str] = new_code,
    ) -> None:
        """`folder` is that of the game's events, `inbox` the service's; `log` writes a line for the operator."""
        self._path = folder / DOOR
        self._inbox = inbox
        self._log = log
        self._clock = clock
        self._new_code = code
        self._door: Door | None = None
        self._is_written = True
        self._strange: set[str] = set()
        self._lines: deque[int] = deque()
        with suppress(OSError):
            self._path.unlink()  # what a program that fell has left

    @property
    def code(self) -> str:
        """The code for the screen; "" while no names are taken."""
        return self._door.codes[0] if self._door is not None and self._is_written else ""

    def open(self, letters: str) -> None:
        """Take names of A to Z and these letters from now on; where it is open already, nothing changes but them."""
        if self._door is None:
            self._write(Door((self._new_code(),), letters, 0))
        elif self._door.letters != letters or not self._is_written:
            self._write(msgspec.structs.replace(self._door, letters=letters))

    def close(self) -> None:
        """Take no more names."""
        if self._door is not None:
            self._door = None
            with suppress(OSError):
                self._path.unlink()

    def change_code(self) -> None:
        """Have another code from now on; the one before still counts, for who is writing it."""
        if self._door is not None:
            before = self._door.codes[0]
            while (code := self._new_code()) in self._door.codes:
                pass
            self._write(msgspec.structs.replace(self._door, codes=(code, before)))

    def take(self) -> list[str]:
        """Return the names that are asked for since the last call, the first one first, `MOST_TAKEN` at most."""
        door = self._door
        if door is None:
            return []
        new = sorted(number for number in self._numbers() if number > door.handled)[:MOST_TAKEN]
        if not new:
            return []
        self._write(msgspec.structs.replace(door, handled=new[-1]))
        return [name for number in new if (name := self._name_of(number, door))]

    def status(self) -> ServiceStatus | None:
        """Return what the service says; None where it does not run."""
        status = read(self._inbox / STATUS, ServiceStatus)
        return status if status is not None and 0 <= self._clock() - status.at < SILENT_NS else None

    def drop(self, reason: str) -> None:
        """Write into the journal why a request is dropped, unless many were just now."""
        now = self._clock()
        while self._lines and now - self._lines[0] >= LINES_NS:
            self._lines.popleft()
        if len(self._lines) < MOST_LINES:
            self._lines.append(now)
            self._log(word("live.dropped", reason=reason))
            if len(self._lines) == MOST_LINES:
                self._log(word("live.dropped.many"))

    def _write(self, door: Door) -> None:
        self._door = door
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            put(self._path, door)
            self._is_written = True
        except OSError:
            self._is_written = False

    def _numbers(self) -> Iterator[int]:
        """Yield the numbers of the requests that are there; a file that is none is dropped once."""
        now = self._clock()
        try:
            with os.scandir(self._inbox) as entries:
                names = [entry.name for entry in islice(entries, MOST_FILES)]
        except OSError:
            return
        for name in names:
            match = REQUEST.fullmatch(name)
            if match is not None and int(match[1]) <= now:
                yield int(match[1])
            elif name != STATUS and not name.startswith(".") and name not in self._strange:
                self._strange = {*list(self._strange)[-MOST_FILES:], name}
                self.drop(word("live.dropped.strange"))

    def _name_of(self, number: int, door: Door) -> str:
        """Return the name of a request; "" for one that counts for nothing."""
        request = read(self._inbox / f"{number:020}.json", Request)
        if request is None:
            why = "strange"
        elif self._clock() - number > STALE_NS or request.code not in door.codes:
            why = "stale"
        elif not may_be_name(request.name, door.letters):
            why = "name"
        else:
            return request.name
        self.drop(word(f"live.dropped.{why}"))
        return ""


def may_be_name(name: str, letters: str) -> bool:
    """Return whether a panel of this house would take a name: two or three of A to Z and `letters`, and no bad word."""
    return is_name(name) and {*name} <= {*LETTERS, *letters} and not is_refused(name)
