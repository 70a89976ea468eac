"""The cost of years of records: start, title and operator's page with a full store and an empty store, in turns.

The full store has 100,000 matches between 500 people, of which the last 200 are not folded yet, and 12,500 logs of
1,000 MB in total length; they are sparse files, because only their last lines are read. The child process runs
`opened.py`. Times are processor times of all threads together, because other load changes wall times by more than a
tenth; each figure is the minimum of its runs.
`tests/cabinet/store` checks that the amount read from the disk does not grow with the records.
"""

import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from string import ascii_uppercase
from typing import Final

from cabinet.people.people import WINDOW
from cabinet.people.results import Figures, RaceFigure, Result, figures_text
from cabinet.people.standings import standings_of
from cabinet.store.ledger import write_sitters, write_standings
from cabinet.store.logs import FOLDER
from cabinet.store.sqlite import FILE, Database
from tools.bench.program import child
from tools.bench.report import Bench, Row

RUNS: Final = 5
MATCHES: Final = 100_000
PEOPLE: Final = 500
LOGS: Final = 12_500
LOG_BYTES: Final = 80_000
MOST: Final = 1.1
"""The limit of a time, as a multiple of the time with an empty store."""
FRAME_S: Final = 0.005
"""Smaller differences do not count: waiting for a key or a frame varies more from run to run."""
OVER: Final = b'\n{"t":9,"outcome":{"winner":0,"reason":"out","scores":[2,1]}}\n'
TIMED: Final = {
    "start": "start of the process to first frame",
    "menu": "RIGHT on the title to its question",
    "page": "both ACTIONs held to the operator's page",
    "findings": "both ACTIONs held to what the doctor found",
}


def fill(folder: Path) -> None:
    """Fill a data folder with the records of years of play."""
    Database(folder / FILE).close()
    with closing(connect(folder / FILE)) as connection, connection:
        played = [result(number) for number in range(MATCHES)]
        connection.executemany(
            "INSERT INTO matches (name, game, preset, players, begun, winner, reason, scores, seconds, figures, ended) "
            "VALUES (?, 'speed', 'speed', '[\"human\", \"human\"]', ?, 0, 'out', '[2, 1]', 63.5, ?, ?)",
            (
                (each.match, each.figures.at, figures_text(each.figures), number)
                for number, each in enumerate(played, start=1)
            ),
        )
        seats = [(each.match, seat, name) for each in played for seat, name in enumerate(each.names)]
        connection.executemany('INSERT INTO sat ("match", seat, name) VALUES (?, ?, ?)', seats)
        for each in played[-PEOPLE:]:
            write_sitters(connection, each.names, each.figures.at)
        standings = standings_of(played[-2 * PEOPLE : -WINDOW])
        standings.ended = MATCHES - WINDOW
        write_standings(connection, standings)
    logs = folder / FOLDER
    logs.mkdir()
    for number in range(LOGS):
        path = logs / f"2026-11-22T19-02-35-speed-{number}.jsonl"
        with path.open("wb") as log:
            log.seek(LOG_BYTES - len(OVER))
            log.write(OVER)
        os.utime(path, (1_700_000_000 + number,) * 2)


def result(number: int) -> Result:
    """Return the result of a match between two of `PEOPLE` people."""
    seats = (number % PEOPLE, 7 * number % PEOPLE)
    names = tuple(f"Q{ascii_uppercase[n // 26]}{ascii_uppercase[n % 26]}" for n in seats)
    figures = Figures(
        1_700_000_000 + number, "2026-11-22", places=(1, 2), deals_ms=(30_000 + number, 0), pace=(600, 500),
        races=(RaceFigure(0, 1, 1_000 + number, True),),
    )  # fmt: skip
    match = f"2026-11-22T19-02-35-speed-{number}"
    return Result(match, "speed", "speed", ("human", "human"), names, 0, "out", figures)


def run() -> Sequence[Row]:
    """Return a row for each measured wait."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as compiled:
        data = {name: Path(folder) / name / "photofinish" for name in ("empty", "full")}
        for each in data.values():
            each.mkdir(parents=True)
        fill(data["full"])
        taken: dict[str, list[Mapping[str, float]]] = {name: [] for name in data}
        child("opened", str(data["empty"].parent), compiled)  # every module is compiled
        for _ in range(RUNS):
            shutil.rmtree(data["empty"])
            data["empty"].mkdir()
            for name, each in data.items():
                taken[name].append(child("opened", str(each.parent), compiled))
    return [row(key, *(min(run[key] for run in taken[name]) for name in ("empty", "full"))) for key in TIMED]


def row(key: str, empty: float, full: float) -> Row:
    """Return the row of one comparison; times in s."""
    met = full <= max(MOST * empty, empty + FRAME_S)
    remark = f"{full * 1000:.0f} ms beside {empty * 1000:.0f} with an empty store; {MOST:.1f}× at most"
    return Row(f"{MATCHES:,} matches, 1,000 MB of logs: {TIMED[key]}", f"{full / empty:.2f}×", remark, met)


BENCH = Bench("full_store", run)
"""The cost of years of records."""
