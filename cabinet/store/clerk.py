"""The clerk performs the disk's work in sequence: logs line by line, and the database.

It has no thread and no clock: `writer` runs it on a thread of its own, tests in virtual time. It raises nothing for a
failing disk: a log that cannot continue stops, changes that cannot be saved wait, and both are reported.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from cabinet.store.changes import Change, Trouble
from cabinet.store.database import Database, opened, put_aside
from cabinet.store.errors import Damaged, NewerDatabase, Unavailable
from cabinet.store.files import Files
from cabinet.store.ledger import Ledger
from cabinet.store.tidy import Shelf
from engine.units import MS

SYNC_NS: Final = 250 * MS
"""The longest time that a written line of a log may be lost in a power cut."""
RETRY_NS: Final = 10_000 * MS
"""The interval between two attempts to save changes that the disk refused; a new change retries them at once."""
CHECK_NS: Final = 2_000 * MS
"""The delay after the start before a large database is checked in full, so as not to slow the first frame."""
LOOK_NS: Final = 60_000 * MS
"""The delay after the start before the scan of the logs begins: it is not urgent."""
LOOK_AGAIN_NS: Final = 50 * MS
"""The interval between two parts of the scan."""
LOOKED_AT: Final = 50
"""The number of logs in a part: it takes at most a millisecond, which delays no frame."""

MOST_ANEW: Final = 3
"""Maximum number of replacements of a damaged database in one run of the program."""


class Receipt:
    """Whether a change has been saved.

    Any thread may read it; only the clerk signs it, once the change is on the disk.
    """

    def __init__(self, *, is_saved: bool = False) -> None:
        self.is_saved = is_saved


@dataclass(slots=True)
class _Log:
    """An open log: its file, and in bytes its length when it was opened, the length written and the length synced."""

    path: Path
    file: int
    before: int
    length: int
    safe: int


class Clerk:
    """Owns the open logs and the database. One thread uses it at a time. All times are CLOCK_MONOTONIC, ns."""

    def __init__(
        self,
        files: Files,
        database: Database | None,
        ledger: Ledger,
        report: Callable[[Trouble], None],
        missing: Path | None = None,
    ) -> None:
        """`ledger` always equals the content of `database`.

        `missing` is the path of a database that could not be opened: every save tries it again. Without either nothing
        is ever saved.
        """
        self._files = files
        self._database = database
        self._saved = ledger
        self._report = report
        self._missing = missing
        self._logs: dict[Path, _Log] = {}
        self._dirty_since: int | None = None
        self._waiting: list[tuple[Sequence[Change], Receipt]] = []
        self._retry_at: int | None = None
        self._anew = 0
        self._check_at: int | None = None
        self._shelf: Shelf | None = None
        self._room = 0
        self._look_at: int | None = None

    @property
    def due(self) -> int | None:
        """When `tick` is due, or None."""
        sync = None if self._dirty_since is None else self._dirty_since + SYNC_NS
        times = [sync, self._retry_at, self._look_at, None if self._logs else self._check_at]
        return min((at for at in times if at is not None), default=None)

    def tick(self, now: int) -> None:
        """Do the work that is due."""
        if self._dirty_since is not None and now >= self._dirty_since + SYNC_NS:
            self.sync()
        if self._retry_at is not None and now >= self._retry_at:
            self._save_waiting(now)
        if self._look_at is not None and now >= self._look_at:
            self._look(now)
        if self._check_at is not None and now >= self._check_at and not self._logs:
            self._check(now)

    def watch(self, folder: Path | None, most: int, now: int) -> None:
        """Schedule the slow work of the start for later calls of `tick`, and return at once. Called once.

        A database too large for a full check on opening is checked while no log is open, since a log would wait for
        it. The logs of `folder` are limited to `most` bytes from then on; with None all are kept.
        """
        if self._database is not None and not self._database.is_checked:
            self._check_at = now + CHECK_NS
        if folder is not None:
            self._shelf, self._room, self._look_at = Shelf(folder), most, now + LOOK_NS

    # Logs

    def begin(self, path: Path, now: int) -> None:
        """Create a new log."""
        self._hold(path, lambda: self._files.create(path), 0, now)

    def go_on(self, path: Path, length: int, now: int) -> None:
        """Continue an existing log after its first `length` bytes."""
        self._hold(path, lambda: self._files.reopen(path, length), length, now)

    def _hold(self, path: Path, opening: Callable[[], int], length: int, now: int) -> None:
        try:
            self._logs[path] = _Log(path, opening(), length, length, length)
        except OSError as problem:
            self._report(Trouble("store.log", path.name, problem.strerror or str(problem)))
        else:
            self._dirty_since = now if self._dirty_since is None else self._dirty_since

    def write(self, path: Path, text: str, now: int) -> None:
        """Add lines to a log; do nothing if it had to stop."""
        log = self._logs.get(path)
        if log is None:
            return
        data = text.encode()
        try:
            self._files.append(log.file, data)
        except OSError as problem:
            self._stop(log, log.length, problem)
        else:
            log.length += len(data)
            self._dirty_since = now if self._dirty_since is None else self._dirty_since

    def sync(self) -> None:
        """Make everything written safe from a power cut."""
        self._dirty_since = None
        for log in list(self._logs.values()):
            if log.safe == log.length and log.length:
                continue
            try:
                self._files.sync(log.file)
            except OSError as problem:
                self._stop(log, log.safe, problem)
            else:
                log.safe = log.length

    def finish(self, path: Path) -> None:
        """Make a log safe and close it."""
        self.sync()
        log = self._logs.pop(path, None)
        if log is not None:
            self._let_go(log)
            if self._shelf is not None:
                self._shelf.grow(log.length - log.before)

    def photo(self, path: Path, picture: bytes) -> None:
        """Write a photo beside its log; a disk that does not take it is reported, and loses nothing else."""
        try:
            file = self._files.create(path)
            try:
                self._files.append(file, picture)
            finally:
                self._files.close(file)
        except OSError as problem:
            self._report(Trouble("store.photo", path.name, problem.strerror or str(problem)))
        else:
            if self._shelf is not None:
                self._shelf.grow(len(picture))

    def _stop(self, log: _Log, whole: int, problem: OSError) -> None:
        """End the log: a missing line would make everything after it worthless."""
        del self._logs[log.path]
        self._report(Trouble("store.log", log.path.name, problem.strerror or str(problem)))
        try:
            self._files.cut(log.file, whole)
        except OSError as another:
            self._report(Trouble("store.log", log.path.name, another.strerror or str(another)))
        self._let_go(log)

    def _let_go(self, log: _Log) -> None:
        try:
            self._files.close(log.file)
        except OSError as problem:
            self._report(Trouble("store.log", log.path.name, problem.strerror or str(problem)))

    def tidy(self, now: int) -> None:
        """Delete the oldest logs beyond the limit, or begin a scan if their total size is not known."""
        if self._shelf is None or self._look_at is not None:
            return
        if self._shelf.is_known:
            self._tidy(self._shelf)
        else:
            self._look_at = now

    def _look(self, now: int) -> None:
        assert self._shelf is not None, "there is something to look at"
        self._shelf.look(LOOKED_AT, {path.name: log.before for path, log in self._logs.items()})
        self._look_at = now + LOOK_AGAIN_NS
        if self._shelf.is_known:
            self._look_at = None
            self._tidy(self._shelf)

    def _tidy(self, shelf: Shelf) -> None:
        """Delete logs beyond the limit (`Shelf.tidy`); none without the database, which names the logs to keep."""
        if self._database is None or self._waiting:
            return
        races = [race for judged in (True, False) for race in self._saved.closest(judged=judged)]
        keep = {race.match for race in races} | {path.stem for path in self._logs}
        if self._saved.open is not None:
            keep.add(self._saved.open.name)
        shelf.tidy(self._room, keep)

    # Database

    def save(self, changes: Sequence[Change], receipt: Receipt, now: int) -> None:
        """Write changes to the database, after those that still wait; sign the receipt when they are safe.

        The lines of the logs are made safe first: a match that counts as saved has its log.
        """
        self.sync()
        self._waiting.append((changes, receipt))
        self._save_waiting(now)

    def _save_waiting(self, now: int) -> None:
        self._retry_at = None
        database = self._database or self._found(now)
        if database is None:
            return
        changes = [change for group, _ in self._waiting for change in group]
        try:
            database.apply(changes)
        except Unavailable as problem:
            self._retry_at = now + RETRY_NS
            self._report(Trouble("store.full", database.path.name, str(problem)))
            return
        except Damaged as problem:
            self._begin_anew(database, str(problem), now)
            return
        for change in changes:
            self._saved.apply(change)
        for _, receipt in self._waiting:
            receipt.is_saved = True
        self._waiting.clear()

    def _found(self, now: int) -> Database | None:
        """Return the missing database if the disk now has it; a further failure is not reported again."""
        if self._missing is None:
            return None
        try:
            self._missing.parent.mkdir(parents=True, exist_ok=True)
            self._database, self._saved, aside = opened(self._missing, time.localtime())
        except (OSError, Unavailable, NewerDatabase):
            self._retry_at = now + RETRY_NS
            return None
        self._missing = None
        if aside is not None:
            self._report(Trouble("store.aside", aside.name))
        return self._database

    def _check(self, now: int) -> None:
        """Check in full a database that was too large for that at the start."""
        self._check_at = None
        if self._database is None:
            return
        try:
            self._database.check()
        except Unavailable:
            self._check_at = now + RETRY_NS
        except Damaged as problem:
            self._begin_anew(self._database, str(problem), now)

    def _begin_anew(self, damaged: Database, problem: str, now: int) -> None:
        """Rename a damaged database, and write its known content into a new one.

        Repeated damage is the disk's fault: after that nothing is saved.
        """
        damaged.close()
        self._database = None
        self._anew += 1
        if self._anew > MOST_ANEW:
            self._report(Trouble("store.none", damaged.path.name, problem))
            return
        try:
            when = time.localtime()
            aside = put_aside(damaged.path, when)
            self._database, _, _ = opened(damaged.path, when)
            self._database.apply(self._saved.history())
        except (Unavailable, Damaged) as another:
            self._report(Trouble("store.none", damaged.path.name, str(another)))
            return
        self._report(Trouble("store.aside", aside.name))
        self._retry_at = now

    def close(self, now: int) -> None:
        """Save as much as possible, and close everything."""
        if self._waiting:
            self._save_waiting(now)
        for path in list(self._logs):
            self.finish(path)
        while self._look_at is not None:
            self._look(now)
        if self._database is not None:
            self._database.close()
            self._database = None
