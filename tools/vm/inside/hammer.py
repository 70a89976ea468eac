"""Runs in the guest with the cabinet's own Python: saves results without end, and says which have been reported saved.

`hammer.py FOLDER PORT` writes the number of each result to the port as soon as its receipt is signed.
"""

import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

from cabinet.store.changes import MatchBegun, MatchEnded
from cabinet.store.store import DiskStore

PAUSE_S = 0.2
"""Between two results: the game plays beside it."""


def save(folder: Path, port: Path) -> None:
    """Save results, each with a log of its own, until somebody ends it."""
    store = DiskStore(folder)
    number = next_number(folder)
    with port.open("wb", buffering=0) as out:
        while True:
            log = store.begin_log("speed", number, time.localtime())
            store.begin(MatchBegun(log.path.stem, "speed", "hammer", (), number))
            log.write([f"result {number}"])
            receipt = store.end(MatchEnded(log.path.stem, 0, "out", (number,), 1.0))
            while not receipt.is_saved:
                time.sleep(0.005)
            out.write(b"%d\n" % number)
            log.close()
            number += 1
            time.sleep(PAUSE_S)


def next_number(folder: Path) -> int:
    """One more than the last result that is in the records."""
    with closing(sqlite3.connect(folder / "photofinish.db")) as connection:
        last = connection.execute("SELECT max(begun) FROM matches").fetchone()[0]
    return int(last or 0) + 1


if __name__ == "__main__":
    save(Path(sys.argv[1]), Path(sys.argv[2]))
