"""The game's side of root's helper (`helper.py`): asks for one thing, and waits for the answer.

A question takes as long as a Python program takes to start, two seconds on a small machine: asked in a thread of its
own, never by the loop.
"""

import json
import os
import socket
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Final

from cabinet.machine.stick import NotDone
from cabinet.machine.wireless import Network, Spot
from hardware.peer import VERSION, decoded

SOCKET: Final = Path("/run/photofinish-helper.socket")
"""Where the helper answers on an installed cabinet (`systemd/root/etc/systemd/system/photofinish-helper.socket`)."""
PATIENCE_S: Final = 60.0
"""How long an answer may take: of the commands that the helper runs, each has 20 s."""
RELEASE_S: Final = 120.0
"""How long a stick may take to write what the kernel holds of it."""
UPDATE_S: Final = 3600.0
"""How long a new version may take to be installed, as the helper itself has."""
MOST_BYTES: Final = 1 << 16
MOST_JOURNAL: Final = 32 << 20
"""Length of the longest journal that is taken, in bytes."""


class LentStick:
    """The folder of a stick as a descriptor, `folder`, until it is given back; its `name` and `size` in bytes."""

    def __init__(self, folder: int, answer: Mapping[str, Any]) -> None:
        self.folder = folder
        self.name = str(answer["name"])
        self.size = int(answer["bytes"])
        self.is_read_only = bool(answer["read_only"])


class Helper:
    """Root's helper, as the cabinet's user asks it."""

    def __init__(self, path: Path = SOCKET) -> None:
        self._path = path

    @property
    def is_there(self) -> bool:
        """Return whether this machine has a helper: an installed cabinet does, a desk does not."""
        return self._path.exists()

    def ask(self, verb: str, **arguments: bool | int | str) -> None:
        """Have something done. Raises NotDone."""
        with self._connected() as connection:
            _, descriptors = request(connection, verb, arguments)
            close_all(descriptors)

    def networks(self) -> Sequence[Network]:
        """Return the wireless networks in reach, the one in use first, then by their signals. Raises NotDone."""
        with self._connected() as connection:
            answer, descriptors = request(connection, "networks", {})
            close_all(descriptors)
        try:
            return [Network(bytes.fromhex(name), *more) for name, *more in answer["networks"]]
        except (KeyError, TypeError, ValueError) as problem:
            raise NotDone("answer") from problem

    def join(self, ssid: bytes, phrase: str) -> None:
        """Have a wireless network joined and kept; `phrase` "" is for an open one. Raises NotDone."""
        self.ask("join", ssid=ssid.hex(), phrase=phrase)

    def spot(self, name: str | None = None) -> Spot | None:
        """Have the machine be a wireless network of that name, "" for none; return which it is. Raises NotDone."""
        with self._connected() as connection:
            answer, descriptors = request(connection, "spot", {} if name is None else {"name": name})
            close_all(descriptors)
        try:
            return Spot(*map(str, answer["spot"])) if answer["spot"] else None
        except (KeyError, TypeError) as problem:
            raise NotDone("answer") from problem

    def journal(self) -> bytes:
        """Return what the cabinet's units have written to the journal, `MOST_JOURNAL` bytes at most. Raises NotDone."""
        with self._given("journal") as (_, _, descriptor), os.fdopen(descriptor, "rb") as pipe:
            return pipe.read(MOST_JOURNAL)

    def update(self, content: Iterable[bytes]) -> str:
        """Have a signed bundle installed, for the machine's next start; return its version.

        Raises NotDone, and whatever `content` raises: then nothing has changed.
        """
        with self._given("update") as (connection, _, descriptor):
            with suppress(BrokenPipeError), os.fdopen(descriptor, "wb") as pipe:  # refused before its end
                for chunk in content:
                    pipe.write(chunk)
            with translated(self._path):
                connection.settimeout(UPDATE_S)
                return str(parse_answer(connection.recv(MOST_BYTES)).get("installed", ""))

    @contextmanager
    def stick(self) -> Iterator[LentStick]:
        """Lend the stick for the block; after it the stick can be pulled. Raises NotDone, with ``stick.busy`` where the
        stick does not take what was written."""
        with self._given("stick") as (connection, answer, path_only):
            try:
                folder = os.open(".", os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC, dir_fd=path_only)
            except OSError as problem:
                raise NotDone("stick.unknown", str(problem)) from problem
            finally:
                os.close(path_only)
            try:
                yield LentStick(folder, answer)
            finally:
                os.close(folder)
            with translated(self._path):
                connection.settimeout(RELEASE_S)
                connection.send(b"{}")
                parse_answer(connection.recv(MOST_BYTES))

    @contextmanager
    def _given(self, verb: str) -> Iterator[tuple[socket.socket, Mapping[str, Any], int]]:
        """Ask for a thing that comes as one descriptor; the block must close that. Raises NotDone."""
        with self._connected() as connection:
            answer, descriptors = request(connection, verb, {})
            if len(descriptors) != 1:
                close_all(descriptors)
                raise NotDone("answer")
            yield connection, answer, descriptors[0]

    @contextmanager
    def _connected(self) -> Iterator[socket.socket]:
        with closing(socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)) as connection:
            with translated(self._path):
                connection.settimeout(PATIENCE_S)
                connection.connect(str(self._path))
            yield connection


def request(
    connection: socket.socket, verb: str, arguments: Mapping[str, object]
) -> tuple[Mapping[str, Any], list[int]]:
    """Ask, and return the answer with its descriptors, which the caller must close. Raises NotDone."""
    with translated(SOCKET):
        connection.send(json.dumps({"verb": verb, **arguments}).encode())
        message, descriptors, _, _ = socket.recv_fds(connection, MOST_BYTES, 4, socket.MSG_CMSG_CLOEXEC)
    try:
        return parse_answer(message), descriptors
    except NotDone:
        close_all(descriptors)
        raise


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Raise NotDone for a helper that is not there or does not answer."""
    try:
        yield
    except FileNotFoundError as problem:
        raise NotDone("helper.none", str(path)) from problem
    except TimeoutError as problem:
        raise NotDone("helper.silent") from problem
    except OSError as problem:
        raise NotDone("helper.failed", problem.strerror or str(problem)) from problem


def parse_answer(message: bytes) -> Mapping[str, Any]:
    """Return an answer. Raises NotDone for a refusal, and for an answer of another version or none."""
    if not message:  # it was ended, as after an hour
        raise NotDone("helper.ended")
    try:
        answer = decoded(message)
    except ValueError as problem:
        raise NotDone("answer") from problem
    if answer.get("version") != VERSION:
        raise NotDone("answer")
    if "error" in answer:
        raise NotDone(str(answer["error"]), str(answer.get("detail", "")))
    return answer


def close_all(descriptors: list[int]) -> None:
    """Close descriptors that are not used."""
    for descriptor in descriptors:
        os.close(descriptor)
