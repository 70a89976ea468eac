"""Runs in the guest beside the game: says on a virtio port what the journal says, and what comes into the match logs.

A JSON object a line, each with `at`, CLOCK_MONOTONIC in ns: `{"at": 5, "said": "…"}` is a line of the program's
journal, `{"at": 5, "log": "NAME.jsonl", "text": "…"}` whole new lines of the newest log as they were written, synced or
not, and `{"at": 5}` nothing but the time. What the host has got is what somebody saw before the power went.
Standard library only.
"""

import json
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import BinaryIO

PORT = Path("/dev/virtio-ports/witness")
LOGS = Path("/var/lib/photofinish/matches")
JOURNAL = ("journalctl", "--boot", "--follow", "--lines=all", "--output=cat", "--unit=photofinish.service")
LOOK_S = 0.05


def main(seconds: float) -> None:
    """Look and say, for so long."""
    with PORT.open("wb", buffering=0) as port:
        voice = Voice(port)
        threading.Thread(target=read_aloud, args=(voice,), daemon=True).start()
        logs = Logs()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            voice.say(**logs.news())
            time.sleep(LOOK_S)


class Voice:
    """Says one thing after the other; each has been heard when `say` returns."""

    def __init__(self, port: BinaryIO) -> None:
        self._port = port
        self._lock = threading.Lock()

    def say(self, **what: str) -> None:
        """Say something, and when it was."""
        with self._lock:
            line = {"at": time.clock_gettime_ns(time.CLOCK_MONOTONIC), **what}
            self._port.write(json.dumps(line).encode() + b"\n")


def read_aloud(voice: Voice) -> None:
    """Say every line of the program's journal."""
    with subprocess.Popen(JOURNAL, stdout=subprocess.PIPE, text=True) as journal:
        assert journal.stdout is not None
        for line in journal.stdout:
            voice.say(said=line.rstrip("\n"))


class Logs:
    """The newest log, and how much of it was read."""

    def __init__(self) -> None:
        self._path: Path | None = None
        self._length = 0

    def news(self) -> dict[str, str]:
        """The whole lines that are new in the newest log."""
        newest = max(LOGS.glob("*.jsonl"), key=lambda path: (path.stat().st_mtime_ns, path.name), default=None)
        if newest is None:
            return {}
        if newest != self._path:
            self._path, self._length = newest, 0
        with newest.open("rb") as file:
            file.seek(self._length)
            text = file.read()
        text = text[: text.rfind(b"\n") + 1]
        self._length += len(text)
        return {"log": newest.name, "text": text.decode()} if text else {}


if __name__ == "__main__":
    main(float(sys.argv[1]))
