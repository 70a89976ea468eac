"""Runs in the guest with the cabinet's own Python: writes into the records beside the game, or in its place.

    records.py plant FOLDER BEST_OF

leaves a match of two bots behind, cut off after its first second. At its next start the cabinet offers it, and ACTION
goes on with it: play without a person.

    records.py hammer FOLDER PORT

saves results without end, and writes the number of each to the port as soon as its receipt is signed. Each result is
one of a tournament; when it has a champion, the next one begins.
"""

import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest
from cabinet.store.ledger import MatchBegun, MatchEnded
from cabinet.store.store import DiskStore, Store
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import Tournament

BOTS = MatchRequest("speed", "speed", ("bot:fast", "bot:fast"))
STEP_NS = 20_000_000
PLAYED_NS = 1_000_000_000
PAUSE_S = 0.2
"""Between two results: the game plays beside it."""
TOURNAMENT = Tournament(("ANA", "BEN", "KAI", "LEO", "MIA", "PIA", "TOM", "ZOE"), kind="double", best_of=3)


def plant(folder: Path, best_of: int) -> None:
    """Play a second of a match into the folder, and let go of it."""
    config = Config(options={"speed": {"best_of": best_of, "countdown": 1}})
    store = DiskStore(folder)
    session = MatchFactory(LoadedConfig(config, None, ""), folder, None, store).session(BOTS, 0, lambda _update: None)
    for now in range(0, PLAYED_NS, STEP_NS):
        session.advance(now, now)
    store.close()
    print(session.log.path.name if session.log else "")


def hammer(folder: Path, port: Path) -> None:
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
    act, folder, word = sys.argv[1:]
    if act == "plant":
        plant(Path(folder), int(word))
    else:
        hammer(Path(folder), Path(word))
