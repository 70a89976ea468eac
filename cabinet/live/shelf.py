"""What lies beside the events for whoever looks on: the boards, and the logs of the last matches.

All of it is a copy in memory, bounded, and nothing waits for it: logs are copied by a thread that the store starts once
they are written, and what cannot be written is left out.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from cabinet.errors import CabinetError
from cabinet.live.boards import BOARDS, LOGS, Boards, Placed, Places, Records, Row
from cabinet.people.people import People
from cabinet.people.records import KINDS, PERIODS, evening_day, shown
from cabinet.store.logs import read_log
from cabinet.store.store import Store
from engine.games import GAMES

MOST_LOGS: Final = 8
"""Logs that are kept, the last ones."""
MOST_LOG_BYTES: Final = 1024 * 1024
"""A longer log is left out: those of bots have 34 to 154 kB."""
MOST_PLACES: Final = 50
"""Places of a game that are told."""
BOARDS_S: Final = 10.0
"""How often the boards are looked at while nobody plays: a name may have been deleted."""


class Shelf:
    """Writes boards and logs into the folder of events."""

    def __init__(self, folder: Path, store: Store, clock: Callable[[], float] = time.time) -> None:
        """`clock` returns the time, s since 1970."""
        self._folder = folder
        self._store = store
        self._clock = clock
        self._written = b""
        self._looked_s = 0.0

    def show_boards(self, *, at_once: bool) -> None:
        """Write the boards if they have changed; `at_once` looks even if that was done a moment ago."""
        now = self._clock()
        if not at_once and 0 <= now - self._looked_s < BOARDS_S:
            return
        self._looked_s = now
        text = msgspec.json.encode(boards_of(self._store, now))
        if text != self._written and _put(self._folder / BOARDS, text):
            self._written = text

    def keep_log(self, match: str, log: Path) -> None:
        """Copy the log of a match that is over, once it is whole on the disk; `match` is its name in the events."""
        self._store.read(partial(copy_log, log, self._folder / LOGS / f"{match}.jsonl"))

    def remove(self) -> None:
        """Remove all of it."""
        self._written, self._looked_s = b"", 0.0
        logs = self._folder / LOGS
        try:
            for path in (self._folder / BOARDS, *logs_in(logs)):
                path.unlink(missing_ok=True)
            logs.rmdir()
        except OSError:  # never made
            pass


def copy_log(log: Path, to: Path) -> None:
    """Copy a log, and remove the oldest copies beyond `MOST_LOGS`; leave out one that is too long or cannot be read."""
    try:
        text = read_log(log)
    except CabinetError:  # whoever writes the log has reported it
        return
    if len(text) <= MOST_LOG_BYTES and _put(to, text):
        for old in logs_in(to.parent)[:-MOST_LOGS]:
            old.unlink(missing_ok=True)


def logs_in(folder: Path) -> Sequence[Path]:
    """Return the copies, the oldest first: their names are moments."""
    return sorted(folder.glob("*.jsonl"), key=lambda path: (len(path.name), path.name))


def _put(path: Path, text: bytes) -> bool:
    """Write a file that others may read, whole or not at all; return whether that was done."""
    new = path.with_name(f".{path.name}")
    try:
        path.parent.mkdir(exist_ok=True)
        path.parent.chmod(0o755)
        new.write_bytes(text)
        new.chmod(0o644)
        new.replace(path)
    except OSError:  # the folder is gone, or its file system is full
        return False
    return True


def boards_of(store: Store, now_s: float) -> Boards:
    """Return the boards at a moment, s since 1970."""
    judged, keyboard = (
        tuple(
            Row(race.margin_ns, tuple(map(shown, race.names)), (race.winner, race.loser), race.game, race.at)
            for race in store.closest(judged=judged)
        )
        for judged in (True, False)
    )
    people = store.people
    places = (Places(game.info.id, tuple(_placed(people, game.info.id))) for game in GAMES)
    return Boards(
        records=tuple(_records(people, evening_day(now_s))),
        places=tuple(each for each in places if each.rows),
        closest=judged,
        closest_keyboard=keyboard,
    )


def _records(people: People, day: str) -> Iterator[Records]:
    for kind in KINDS:
        for period in PERIODS:
            rows = tuple(
                Row(record.value, tuple(map(shown, record.names)), record.seats, record.game, record.at)
                for record in people.records(kind, period, day)
            )
            if rows:
                yield Records(kind, period, rows)


def _placed(people: People, game: str) -> Iterator[Placed]:
    ratings = people.ratings(game)
    for name, place in list(people.places(game).items())[:MOST_PLACES]:
        yield Placed(place.place, name, ratings[name].matches)
