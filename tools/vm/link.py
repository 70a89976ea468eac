"""The host's end of a virtual machine's sockets: the agent in the guest, QEMU's own control (QMP), and its screen."""

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from typing import Any

CONNECTS_S = 20.0
"""So long QEMU may take to make its sockets."""


class Gone(Exception):
    """The machine ended while something was expected of it."""


@dataclass(frozen=True)
class Done:
    """How a command in the guest ended. `code` is None if it did not end in time."""

    code: int | None
    out: str
    err: str


def connected(path: Path) -> socket.socket:
    """A connection to a socket that QEMU is about to make. Raises Gone when it does not come."""
    end = time.monotonic() + CONNECTS_S
    while True:
        link = socket.socket(socket.AF_UNIX)
        try:
            link.connect(str(path))
        except (FileNotFoundError, ConnectionRefusedError) as error:
            link.close()
            if time.monotonic() > end:
                raise Gone(f"QEMU did not make {path.name}") from error
            time.sleep(0.05)
        else:
            return link


def _messages(link: socket.socket) -> Iterator[dict[str, Any]]:
    with link.makefile("rb") as lines:
        try:
            for line in lines:
                if line.startswith(b"{"):
                    yield json.loads(line)
        except ConnectionResetError:
            return


class Job:
    """A command that runs in the guest."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.answer: Queue[Done | None] = Queue()

    def wait(self, seconds: float) -> Done:
        """How it ended. Raises Gone when the machine ends before, or nothing is heard for so long."""
        try:
            done = self.answer.get(timeout=seconds)
        except Empty:
            raise Gone(f"nothing was heard for {seconds:.0f} s of: {self.command}") from None
        if done is None:
            raise Gone(f"the machine ended during: {self.command}")
        return done


class AgentLink:
    """Gives jobs to the agent; answers come in any order."""

    def __init__(self, path: Path) -> None:
        self._link = connected(path)
        self._jobs: dict[int, Job] = {}
        self._count = 0
        self._ready: Queue[bool] = Queue()
        self._lock = threading.Lock()
        threading.Thread(target=self._listen, daemon=True).start()

    def wait_until_ready(self, seconds: float, gives_up: Callable[[], bool] = lambda: False) -> None:
        """Wait for the agent's first word. Raises Gone when the machine ends, is late, or is given up."""
        end = time.monotonic() + seconds
        while True:
            try:
                ready = self._ready.get(timeout=1)
            except Empty:
                if gives_up() or time.monotonic() > end:
                    raise Gone(f"the guest did not come up within {seconds:.0f} s, or hangs") from None
            else:
                if not ready:
                    raise Gone("the machine ended before it was up")
                return

    def start(self, command: str, *, stdin: str = "", seconds: float = 60) -> Job:
        """Begin a command; after so many seconds the guest ends it."""
        job = Job(command)
        with self._lock:
            self._count += 1
            self._jobs[self._count] = job
            line = {"id": self._count, "command": command, "input": stdin, "timeout": seconds}
            self._link.sendall(json.dumps(line).encode() + b"\n")
        return job

    def close(self) -> None:
        """Hang up."""
        self._link.close()

    def _listen(self) -> None:
        for message in _messages(self._link):
            if "ready" in message:
                self._ready.put(True)
            else:
                job = self._jobs.pop(message["id"])
                job.answer.put(Done(message["code"], message["out"], message["err"]))
        self._ready.put(False)
        for job in list(self._jobs.values()):
            job.answer.put(None)


class Qmp:
    """QEMU's control: a command, an answer. Events in between are left aside."""

    def __init__(self, path: Path) -> None:
        self._link = connected(path)
        self._messages = _messages(self._link)
        next(self._messages)  # its greeting
        self.do("qmp_capabilities")

    def do(self, command: str, **arguments: object) -> Mapping[str, Any]:
        """Let QEMU do something and give its answer. Raises Gone when it has ended, ValueError when it refuses."""
        try:
            self._link.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        except OSError as error:
            raise Gone(f"QEMU had ended before {command}") from error
        for message in self._messages:
            if "error" in message:
                raise ValueError(f"{command}: {message['error']['desc']}")
            if "return" in message:
                answer: Mapping[str, Any] = {"return": message["return"]}
                return answer
        raise Gone(f"QEMU ended during {command}")

    def wait_for(self, query: str, name: str, *wanted: str, seconds: float = 120) -> None:
        """Ask until a field of a query's answer has one of the values. Raises ValueError when it fails or is late."""
        end = time.monotonic() + seconds
        while (found := self.do(query)["return"].get(name)) not in wanted:
            if found == "failed" or time.monotonic() > end:
                raise ValueError(f"{query}: {name} is {found}, and not {' or '.join(wanted)}")
            time.sleep(0.1)

    def close(self) -> None:
        """Hang up."""
        self._link.close()


def resize_screen(path: Path, width: int, height: int) -> None:
    """Give QEMU's screen another size, as a viewer may (RFB 3.8, SetDesktopSize): the guest sees another monitor."""
    with connected(path) as link, link.makefile("rb") as answers:
        link.settimeout(20)
        answers.read(12)  # the server's version
        link.sendall(b"RFB 003.008\n")
        answers.read(answers.read(1)[0])  # the ways to log in
        link.sendall(b"\1")  # without a password
        answers.read(4)
        link.sendall(b"\1")  # beside other viewers
        *_, name = struct.unpack(">HH16sI", answers.read(24))
        answers.read(name)
        extended_desktop_size = -308
        link.sendall(struct.pack(">BxHi", 2, 1, extended_desktop_size))
        link.sendall(struct.pack(">BxHHBx", 251, width, height, 1))
        link.sendall(struct.pack(">IHHHHI", 0, 0, 0, width, height, 0))  # its only screen
        answers.read(1)  # QEMU has read it
