"""Runs in the guest with the cabinet's own Python: saves results without end, and says which have been reported saved.

`hammer.py FOLDER PORT SECONDS` writes the number of each result to the port as soon as its receipt is signed.
Afterwards `hammer.py FOLDER` says which of them are lost: neither in the records nor with its log.
"""

import sqlite3
import sys
import time
from pathlib import Path

from cabinet.store.changes import MatchBegun, MatchEnded
from cabinet.store.store import DiskStore

PAUSE_S = 0.05
"""Between two results: the game plays beside it."""


def save(folder: Path, port: Path, seconds: float) -> None:
    """Save results for so long, each with a log of its own."""
    store = DiskStore(folder)
    number = next_number(folder)
    end = time.monotonic() + seconds
    with port.open("wb", buffering=0) as out:
        while time.monotonic() < end:
            log = store.begin_log("speed", number, time.localtime())
            store.begin(MatchBegun(log.path.stem, "speed", str(number), (), number))
            log.write([f"result {number}"])
            receipt = store.end(MatchEnded(log.path.stem, 0, "out", (number,), 1.0))
            while not receipt.is_saved:
                time.sleep(0.002)
            out.write(b"%d\n" % number)
            log.close()
            number += 1
            time.sleep(PAUSE_S)
    store.close()


def next_number(folder: Path) -> int:
    """One more than the last result that is in the records."""
    return max((number for number, _ in saved(folder)), default=0) + 1


def saved(folder: Path) -> list[tuple[int, str]]:
    """Number and name of every result in the records; SQLite's own check comes first."""
    connection = sqlite3.connect(folder / "photofinish.db")
    try:
        (whole,) = connection.execute("PRAGMA integrity_check").fetchone()
        assert whole == "ok", whole
        rows = connection.execute("SELECT begun, name FROM matches WHERE reason = 'out' ORDER BY begun")
        return [(int(number), str(name)) for number, name in rows]
    finally:
        connection.close()


def report(folder: Path) -> None:
    """Print the number of each result that is there with its log."""
    for number, name in saved(folder):
        text = (folder / "matches" / f"{name}.jsonl").read_text()
        if text == f"result {number}\n":
            print(number)


if __name__ == "__main__":
    if len(sys.argv) == 2:
        report(Path(sys.argv[1]))
    else:
        save(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]))
