"""The store's interface to the rest of the program: answers at once, saves when the disk has time.

`MemoryStore` keeps nothing after it is closed; it serves play without records and passes the same contract tests.
`DiskStore` keeps everything in the data folder.
"""

import os
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from cabinet.people.calendar import evening_day
from cabinet.people.people import People
from cabinet.store.changes import (
    Change,
    Cleared,
    Counted,
    EveningEnded,
    MatchBegun,
    MatchEnded,
    Noted,
    Race,
    RaceRun,
    Seen,
    Setting,
    SettingSet,
    TakenBack,
    Trouble,
)
from cabinet.store.clerk import Clerk, Receipt
from cabinet.store.database import FILE, Database, glimpsed, opened
from cabinet.store.errors import Unavailable
from cabinet.store.files import Files, RealFiles, is_held
from cabinet.store.ledger import Ledger
from cabinet.store.log_file import FOLDER, MatchLog, log_path, photo_path
from cabinet.store.use import in_use, write_state
from cabinet.store.writer import Job, Waits, Writer, for_a_while
from hardware.clock import Clock, monotonic_ns

Picture = Callable[[], bytes]
"""Returns the content of a picture's file; called by the thread that writes."""

GIVEN: Final = 100
"""The number of recent logs remembered by name, because the writer may not have created their files yet."""


class Store(Protocol):
    """The cabinet's storage. No method waits for a disk or raises for a disk's failure."""

    def begin_log(self, game: str, seed: int, when: time.struct_time) -> MatchLog:
        """Return a new log for a match."""

    def continue_log(self, path: Path, length: int) -> MatchLog:
        """Return the log at `path`, cut to its first `length` bytes, for further lines."""

    def keep_photo(self, log: Path, picture: Picture) -> None:
        """Write the photo of a match beside its log; it goes when the log goes."""

    def begin(self, match: MatchBegun) -> None:
        """Record the start of a match; until it ends it is the match to resume."""

    def end(self, result: MatchEnded, races: Iterable[Race] = (), notes: Sequence[str] = ()) -> Receipt:
        """Record a match's outcome, with its races, and add lines to the evening's journal: all of it or nothing."""

    def take_back(self, match: str) -> Receipt:
        """Let a result count for no rating and no record; only while `People.can_take_back` says so."""

    @property
    def people(self) -> People:
        """Ratings, places and records, to be asked only; a taken-back or new result changes them at once."""

    def seen(self, names: Sequence[str], at: int) -> None:
        """Record that people sat down or joined, the latest last; `at` in s since 1970. `begin` does it as well."""

    def tonight(self, at: float) -> Sequence[str]:
        """Return the names seen on the evening of `at` (s since 1970), who sat down last first."""

    def evening(self) -> Sequence[str]:
        """Return the lines of the running evening's journal, in their order; none without a running evening."""

    def note(self, *lines: str) -> Receipt:
        """Add lines to the evening's journal."""

    def end_evening(self) -> Receipt:
        """Close the evening's journal: it stays in the database, and `evening` has no lines."""

    def count(self, counts: Mapping[str, int]) -> None:
        """Increment counts."""

    def set(self, name: str, value: Setting | None) -> Receipt:
        """Store a setting; None deletes it."""

    def clear(self, *, audits: bool = False, races: bool = False) -> Receipt:
        """Reset counts, or the closest races with all other records."""

    def describe(self, state: str) -> None:
        """Keep the running program's state where the doctor finds it, until the store is closed."""

    def audits(self) -> Mapping[str, int]:
        """Return every count; a missing name means 0."""

    def settings(self) -> Mapping[str, Setting]:
        """Return every stored setting."""

    def closest(self, *, judged: bool) -> Sequence[Race]:
        """Return the closest races, closest first."""

    def cut_off(self) -> Path | None:
        """Return the log of the latest match, if it has no outcome and no program is writing it; else None."""

    def troubles(self) -> Sequence[Trouble]:
        """Return the problems since the last call."""

    def saved(self) -> Sequence[str]:
        """Return the names of the matches whose results have been saved since the last call."""

    def close(self, waits: Waits = for_a_while) -> bool:
        """Save everything; return whether that was done before `waits` gave up on the disk (`writer.Waits`).

        Only `troubles` and `saved` may follow; the troubles name every result that is not saved.
        """


class _Remembering:
    """The common part of both stores: the ledger answers, and changes go to it and on to `_save`."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self._troubles: deque[Trouble] = deque()
        self._results: deque[tuple[str, Receipt]] = deque()

    def begin(self, match: MatchBegun) -> None:
        """See `Store.begin`."""
        self._change(match)

    def end(self, result: MatchEnded, races: Iterable[Race] = (), notes: Sequence[str] = ()) -> Receipt:
        """See `Store.end`."""
        receipt = self._change(result, *map(RaceRun, races), *[Noted(tuple(notes))] * bool(notes))
        self._results.append((result.name, receipt))
        return receipt

    def take_back(self, match: str) -> Receipt:
        """See `Store.take_back`."""
        return self._change(TakenBack(match))

    @property
    def people(self) -> People:
        """See `Store.people`."""
        return self._ledger.people

    def seen(self, names: Sequence[str], at: int) -> None:
        """See `Store.seen`."""
        self._change(Seen(tuple(names), at))

    def tonight(self, at: float) -> Sequence[str]:
        """See `Store.tonight`."""
        day = evening_day(at)
        return [name for name, seen in reversed(self._ledger.sitters().items()) if evening_day(seen) == day]

    def evening(self) -> Sequence[str]:
        """See `Store.evening`."""
        return tuple(self._ledger.evening)

    def note(self, *lines: str) -> Receipt:
        """See `Store.note`."""
        return self._change(Noted(lines))

    def end_evening(self) -> Receipt:
        """See `Store.end_evening`."""
        return self._change(EveningEnded())

    def count(self, counts: Mapping[str, int]) -> None:
        """See `Store.count`."""
        if counts:
            self._change(Counted(dict(counts)))

    def set(self, name: str, value: Setting | None) -> Receipt:
        """See `Store.set`."""
        return self._change(SettingSet(name, value))

    def clear(self, *, audits: bool = False, races: bool = False) -> Receipt:
        """See `Store.clear`."""
        return self._change(Cleared(audits, races))

    def audits(self) -> Mapping[str, int]:
        """See `Store.audits`."""
        return self._ledger.audits

    def settings(self) -> Mapping[str, Setting]:
        """See `Store.settings`."""
        return self._ledger.settings

    def closest(self, *, judged: bool) -> Sequence[Race]:
        """See `Store.closest`."""
        return self._ledger.closest(judged=judged)

    def troubles(self) -> Sequence[Trouble]:
        """See `Store.troubles`."""
        return [self._troubles.popleft() for _ in range(len(self._troubles))]

    def saved(self) -> Sequence[str]:
        """See `Store.saved`. Receipts are signed in their order."""
        names = []
        while self._results and self._results[0][1].is_saved:
            names.append(self._results.popleft()[0])
        return names

    def _change(self, *changes: Change) -> Receipt:
        for change in changes:
            self._ledger.apply(change)
        return self._save(changes)

    def _save(self, changes: Sequence[Change]) -> Receipt:
        raise NotImplementedError


class MemoryStore(_Remembering):
    """A store without a disk. It discards logs; every change counts as saved, because there is nothing to lose."""

    def __init__(self) -> None:
        super().__init__(Ledger())

    def begin_log(self, game: str, seed: int, when: time.struct_time) -> MatchLog:
        """See `Store.begin_log`."""
        return _LogNowhere(log_path(Path(), game, seed, when))

    def continue_log(self, path: Path, length: int) -> MatchLog:
        """See `Store.continue_log`."""
        return _LogNowhere(path)

    def describe(self, state: str) -> None:
        """See `Store.describe`: there is no folder to ask."""

    def keep_photo(self, log: Path, picture: Picture) -> None:
        """See `Store.keep_photo`: there is no log."""

    def cut_off(self) -> Path | None:
        """See `Store.cut_off`: there is no log to resume."""
        return None

    def close(self, waits: Waits = for_a_while) -> bool:
        """See `Store.close`."""
        return True

    def _save(self, changes: Sequence[Change]) -> Receipt:
        return Receipt(is_saved=True)


class DiskStore(_Remembering):
    """A store in the data folder: `photofinish.db`, and a log for each match in `matches`."""

    def __init__(
        self, folder: Path, files: Files | None = None, clock: Clock = monotonic_ns, logs_bytes: int = 0
    ) -> None:
        """Open the store in any state. Raises NewerDatabase; every other problem is reported by `troubles`.

        `logs_bytes`: the room for match logs; the oldest beyond it are deleted. 0 keeps all of them.
        """
        super().__init__(Ledger())
        self._folder = folder
        self._is_new = False
        self._use: int | None = None
        self._given: deque[Path] = deque(maxlen=GIVEN)
        database = self._opened(folder)
        missing = folder / FILE if database is None else None
        clerk = Clerk(files or RealFiles(), database, copy_of(self._ledger), self._troubles.append, missing)
        self._writer = Writer(clerk, clock)
        logs = folder / FOLDER if logs_bytes else None
        self._writer.put(lambda clerk, now: clerk.watch(logs, logs_bytes, now))

    def _opened(self, folder: Path) -> Database | None:
        """Return the database and take over its ledger; None, with a trouble, where it cannot be opened.

        Its readable content still counts: a full disk is no reason to lose the volume setting.
        """
        path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._use = in_use(folder)
            self._is_new = not path.exists()
            database, self._ledger, aside = opened(path, time.localtime())
        except (OSError, Unavailable) as problem:
            reason = getattr(problem, "strerror", None) or str(problem)
            self._troubles.append(Trouble("store.none", str(path), reason))
            self._ledger = glimpsed(path)
            return None
        if aside is not None:
            self._is_new = True
            self._troubles.append(Trouble("store.aside", aside.name))
        return database

    def begin_log(self, game: str, seed: int, when: time.struct_time) -> MatchLog:
        """See `Store.begin_log`."""
        path = log_path(self._folder, game, seed, when, self._given)
        self._given.append(path)
        return _QueuedLog(path, self._writer, lambda clerk, now: clerk.begin(path, now))

    def continue_log(self, path: Path, length: int) -> MatchLog:
        """See `Store.continue_log`."""
        return _QueuedLog(path, self._writer, lambda clerk, now: clerk.go_on(path, length, now))

    def keep_photo(self, log: Path, picture: Picture) -> None:
        """See `Store.keep_photo`."""
        self._writer.put(lambda clerk, _now: clerk.photo(photo_path(log), picture()))

    def describe(self, state: str) -> None:
        """See `Store.describe`."""
        self._writer.put(lambda _clerk, _now: self._write_state(state))

    def _write_state(self, state: str) -> None:
        with suppress(OSError):  # a disk that takes nothing is reported by whoever writes what matters
            write_state(self._folder, state)

    def begin(self, match: MatchBegun) -> None:
        """See `Store.begin`."""
        self._is_new = False
        super().begin(match)

    def end(self, result: MatchEnded, races: Iterable[Race] = (), notes: Sequence[str] = ()) -> Receipt:
        """See `Store.end`."""
        receipt = super().end(result, races, notes)
        self._writer.put(lambda clerk, now: clerk.tidy(now))
        return receipt

    def cut_off(self) -> Path | None:
        """See `Store.cut_off`. A newly made database knows no match: then the newest log is the candidate."""
        begun = self._ledger.open
        if begun is not None:
            path: Path | None = self._folder / FOLDER / f"{begun.name}.jsonl"
        else:
            path = self._newest_log() if self._is_new else None
        try:
            return None if path is None or is_held(path) else path
        except OSError:
            return None

    def close(self, waits: Waits = for_a_while) -> bool:
        """See `Store.close`."""
        self.describe("")
        is_done = self._writer.close(waits)
        if not is_done:
            self._troubles.append(Trouble("store.slow", FILE))
        unsaved = [name for name, receipt in self._results if not receipt.is_saved]
        self._troubles.extend(Trouble("store.unsaved", name) for name in unsaved)
        if self._use is not None:
            os.close(self._use)
            self._use = None
        return is_done and not unsaved

    def _save(self, changes: Sequence[Change]) -> Receipt:
        receipt = Receipt()
        self._writer.put(lambda clerk, now: clerk.save(changes, receipt, now))
        return receipt

    def _newest_log(self) -> Path | None:
        try:
            logs = [(path.stat().st_mtime_ns, path) for path in (self._folder / FOLDER).glob("*.jsonl")]
        except OSError:
            return None
        return max(logs)[1] if logs else None


def copy_of(ledger: Ledger) -> Ledger:
    """Return a ledger with the same content."""
    copy = Ledger()
    for change in ledger.history():
        copy.apply(change)
    return copy


class _QueuedLog:
    """A log whose lines the writer writes."""

    def __init__(self, path: Path, writer: Writer, opening: Job) -> None:
        self.path = path
        self._writer = writer
        writer.put(opening)

    def write(self, lines: Iterable[str]) -> None:
        """See `MatchLog.write`."""
        text = "".join(f"{line}\n" for line in lines)
        self._writer.put(lambda clerk, now: clerk.write(self.path, text, now))

    def close(self) -> None:
        """See `MatchLog.close`."""
        self._writer.put(lambda clerk, _now: clerk.finish(self.path))


class _LogNowhere:
    """A log that discards its lines."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, lines: Iterable[str]) -> None:
        """See `MatchLog.write`."""

    def close(self) -> None:
        """See `MatchLog.close`."""
