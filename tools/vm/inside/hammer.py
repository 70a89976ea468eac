"""Runs in the guest with the cabinet's own Python: saves results without end, and says which have been reported saved.

Each result is one of a tournament; when it has a champion, the next one begins.

`hammer.py FOLDER PORT` writes the number of each result to the port as soon as its receipt is signed.
"""

import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

from cabinet.store.ledger import MatchBegun, MatchEnded
from cabinet.store.store import DiskStore, Store
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import Tournament

PAUSE_S = 0.2
"""Between two results: the game plays beside it."""
TOURNAMENT = Tournament(("ANA", "BEN", "KAI", "LEO", "MIA", "PIA", "TOM", "ZOE"), kind="double", best_of=3)


def save(folder: Path, port: Path) -> None:
    """Save results, each with a log of its own, until somebody ends it."""
    store = DiskStore(folder)
    number = next_number(folder)
    with port.open("wb", buffering=0) as out:
        while True:
            log = store.begin_log("speed", number, time.localtime())
            store.begin(MatchBegun(log.path.stem, "speed", "hammer", (), number))
            log.write([f"result {number}"])
            evening = tournament(store)
            assert evening.now is not None, "it has no champion"
            change = evening.result(evening.now, evening.now.names[number % 2], log.path.stem)
            receipt = store.end(MatchEnded(log.path.stem, number % 2, "out", (number,), 1.0), notes=change.lines)
            while not receipt.is_saved:
                time.sleep(0.005)
            out.write(b"%d\n" % number)
            log.close()
            number += 1
            time.sleep(PAUSE_S)


def tournament(store: Store) -> Evening:
    """Return the tournament that goes on, or a new one."""
    lines = store.evening()
    evening = Evening.of(lines) if lines else None
    if evening is not None and not evening.is_over:
        return evening
    if evening is not None:
        store.end_evening()
    change = Evening.begin(TOURNAMENT)
    store.note(*change.lines)
    return change.evening


def next_number(folder: Path) -> int:
    """One more than the last result that is in the records."""
    with closing(sqlite3.connect(folder / "photofinish.db")) as connection:
        last = connection.execute("SELECT max(begun) FROM matches").fetchone()[0]
    return int(last or 0) + 1


if __name__ == "__main__":
    save(Path(sys.argv[1]), Path(sys.argv[2]))
