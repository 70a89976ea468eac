"""Runs in the guest beside the game, and tells what there is. Standard library only.

    looks.py witness SECONDS

says on a virtio port what the journal says, and what comes into the match logs. A JSON object a line, each with `at`,
CLOCK_MONOTONIC in ns: `{"at": 5, "said": "…"}` is a line of the program's journal, `{"at": 5, "log": "NAME.jsonl",
"text": "…"}` whole new lines of the newest log as they were written, synced or not, and `{"at": 5}` nothing but the
time. What the host has got is what somebody saw before the power went.

    looks.py left DATA LOG HAMMERED

prints what is left on the disk, as one JSON object: `log` is the log's bytes in base64, `check` what SQLite's own check
finds in the records, `results` the matches that have one, `hammered` the numbers of the hammer's results that are
there, each with its log; `named` their matches, and `journals` the lines of the hammer's tournaments, the running one
last.
"""

import base64
import json
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, BinaryIO

PORT = Path("/dev/virtio-ports/witness")
LOGS = Path("/var/lib/photofinish/matches")
JOURNAL = ("journalctl", "--boot", "--follow", "--lines=all", "--output=cat", "--unit=photofinish.service")
LOOK_S = 0.05
FILE = "photofinish.db"


def witness(seconds: float) -> None:
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


def left(data: Path, log: str, hammered: Path) -> None:
    """Look and print."""
    path = data / "matches" / log
    check, (results,) = asked(data / FILE, "SELECT name, 0 FROM matches WHERE reason IS NOT NULL")
    hammer_check, (numbers, closed, running) = asked(
        hammered / FILE,
        "SELECT name, begun FROM matches WHERE reason IS NOT NULL",
        "SELECT lines FROM evenings ORDER BY id",
        "SELECT line FROM evening ORDER BY id",
    )
    journals = [json.loads(lines) for (lines,) in closed]
    found = {
        "log": base64.b64encode(path.read_bytes()).decode() if path.is_file() else "",
        "check": check,
        "results": [name for name, _ in results],
        "hammer_check": hammer_check,
        "hammered": [number for name, number in numbers if has_log(hammered, name, number)],
        "named": [name for name, _ in numbers],
        "journals": [*journals, [line for (line,) in running]] if running else journals,
    }
    print(json.dumps(found))


def asked(path: Path, *questions: str) -> tuple[str, list[list[Any]]]:
    """What is wrong with a database (``ok`` for nothing), and the rows that answer each question.

    All answers are of one moment, by one transaction: the hammer goes on writing meanwhile.
    """
    if not path.is_file():
        return "none", [[] for _ in questions]
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
    try:
        connection.execute("BEGIN")
        check = connection.execute("PRAGMA integrity_check").fetchone()[0]
        return str(check), [connection.execute(question).fetchall() for question in questions]
    except sqlite3.Error as problem:
        return str(problem), [[] for _ in questions]
    finally:
        connection.close()


def has_log(folder: Path, name: str, number: int) -> bool:
    """Whether a result of the hammer has its log."""
    path = folder / "matches" / f"{name}.jsonl"
    return path.is_file() and path.read_text() == f"result {number}\n"


if __name__ == "__main__":
    act, *words = sys.argv[1:]
    if act == "witness":
        witness(float(words[0]))
    else:
        left(Path(words[0]), words[1], Path(words[2]))
