"""The store's interface to the rest of the program: answers at once, saves when the disk has time.

`DiskStore` keeps everything in the data folder.
"""

import os
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Final

import msgspec

from cabinet.errors import CabinetError, reason_of
from cabinet.people.people import People
from cabinet.people.records import evening_day
from cabinet.regular_file import exists
from cabinet.store.errors import Unavailable, cause_of
from cabinet.store.ledger import (
    SINCE,
    Change,
    Cleared,
    Counted,
    EveningEnded,
    Ledger,
    MatchBegun,
    MatchEnded,
    Noted,
    Race,
    RaceRun,
    Seen,
    Setting,
    SettingSet,
    TakenBack,
)
from cabinet.store.lock import alone, shared_lock, write_state
from cabinet.store.logs import FOLDER, Files, MatchLog, RealFiles, is_held, log_path, photo_path
from cabinet.store.people import Journal, change_name
from cabinet.store.sqlite import FILE, Database, opened, read_only_ledger
from cabinet.store.worker import DiskWorker, Job, Memory, Receipt, Trouble, Waits, WorkerThread, for_a_while
from hardware.clock import Clock, monotonic_ns

Picture = Callable[[], bytes]
"""Returns the content of a picture's file; called by the thread of the worker."""

GIVEN: Final = 100
"""The number of recent logs remembered by name, because the worker may not have created their files yet."""


class NameChanged(msgspec.Struct, frozen=True):
    """The outcome of `Store.change_name`: the number of matches of that name, or why it stays as it was."""

    matches: int = 0
    problem: str = ""


class Store(ABC):
    """The cabinet's storage: the ledger answers, and each change goes to it and on to `_save`.

    No method waits for a disk or raises for a disk's failure.
    """

    def __init__(self, folder: Path | None = None) -> None:
        """`folder` is the data folder, None for a store without one."""
        self.folder = folder
        self._memory = Memory(Ledger())
        self._troubles: deque[Trouble] = deque()
        self._results: deque[tuple[str, Receipt]] = deque()

    @abstractmethod
    def begin_log(self, game: str, seed: int, when: time.struct_time) -> MatchLog:
        """Return a new log for a match."""

    @abstractmethod
    def continue_log(self, path: Path, length: int) -> MatchLog:
        """Return the log at `path`, cut to its first `length` bytes, for further lines."""

    @abstractmethod
    def keep_photo(self, log: Path, picture: Picture) -> None:
        """Write the photo of a match beside its log; it goes when the log goes."""

    @abstractmethod
    def describe(self, state: str) -> None:
        """Keep the running program's state where the doctor finds it, until the store is closed."""

    @abstractmethod
    def cut_off(self) -> Path | None:
        """Return the log of the latest match, if it has no outcome and no program is writing it; else None."""

    @abstractmethod
    def close(self, waits: Waits = for_a_while) -> bool:
        """Save everything; return whether that was done before `waits` gave up on the disk (`worker.Waits`).

        Only `troubles` and `saved` may follow; the troubles name every result that is not saved.
        """

    def begin(self, match: MatchBegun) -> None:
        """Record the start of a match; until it ends it is the match to resume."""
        self._change(match)

    def end(self, result: MatchEnded, races: Iterable[Race] = (), notes: Sequence[str] = ()) -> Receipt:
        """Record a match's outcome, with its races, and add lines to the evening's journal: all of it or nothing."""
        receipt = self._change(result, *map(RaceRun, races), *[Noted(tuple(notes))] * bool(notes))
        self._results.append((result.name, receipt))
        return receipt

    def take_back(self, match: str) -> Receipt:
        """Let a result count for no rating and no record; only while `People.can_take_back` says so."""
        return self._change(TakenBack(match))

    @abstractmethod
    def change_name(self, old: str, new: str, journal: Journal) -> "Callable[[], NameChanged | None]":
        """Begin to rename or merge a name, or to delete it where `new` is "", in everything that is kept.

        Return what returns the outcome, None until it is there. Nobody may play or change anything with names until
        then; afterwards `people`, `tonight` and `evening` have the new names.
        """

    @property
    def people(self) -> People:
        """Ratings, places and records, to be asked only; a taken-back or new result changes them at once."""
        return self._memory.ledger.people

    def seen(self, names: Sequence[str], at: int) -> None:
        """Record that people sat down or joined, the latest last; `at` in s since 1970. `begin` does it as well."""
        self._change(Seen(tuple(names), at))

    def tonight(self, at: float) -> Sequence[str]:
        """Return the names seen on the evening of `at` (s since 1970), who sat down last first."""
        day = evening_day(at)
        return [name for name, seen in reversed(self._memory.ledger.sitters.items()) if evening_day(seen) == day]

    def evening(self) -> Sequence[str]:
        """Return the lines of the running evening's journal, in their order; none without a running evening."""
        return tuple(self._memory.ledger.evening)

    def note(self, *lines: str) -> Receipt:
        """Add lines to the evening's journal."""
        return self._change(Noted(lines))

    def end_evening(self) -> Receipt:
        """Close the evening's journal: it stays in the database, and `evening` has no lines."""
        return self._change(EveningEnded())

    def count(self, counts: Mapping[str, int], at: float | None = None) -> None:
        """Increment counts, on the day of the evening of `at` (s since 1970; None: now)."""
        if counts:
            self._change(Counted(dict(counts), evening_day(time.time() if at is None else at)))

    def set(self, name: str, value: Setting | None) -> Receipt:
        """Store a setting; None deletes it."""
        return self._change(SettingSet(name, value))

    def set_and_count(self, name: str, value: Setting | None, counts: Mapping[str, int]) -> Receipt:
        """Store a setting and increment counts, today: both or neither."""
        day = evening_day(time.time())
        return self._change(SettingSet(name, value), *[Counted(dict(counts), day)] * bool(counts))

    def clear(self, *, audits: bool = False, races: bool = False) -> Receipt:
        """Reset counts, or the closest races with all other records.

        Of the counts stays when they were reset (`ledger.SINCE`), and the matches and presses before it.
        """
        receipt: dict[str, int] = {}
        if audits:
            before = self.audits()
            presses = sum(count for name, count in before.items() if name.startswith("press."))
            receipt = {SINCE: int(time.time()), "since.matches": before.get("matches", 0), "since.presses": presses}
        return self._change(Cleared(audits, races, receipt))

    def audits(self) -> Mapping[str, int]:
        """Return every count; a missing name means 0."""
        return self._memory.ledger.audits

    def settings(self) -> Mapping[str, Setting]:
        """Return every stored setting."""
        return self._memory.ledger.settings

    def closest(self, *, judged: bool) -> Sequence[Race]:
        """Return the closest races, closest first."""
        return self._memory.ledger.closest(judged=judged)

    @property
    def has_unsaved(self) -> bool:
        """Whether changes are not on the disk yet: for a moment, or for as long as it takes none."""
        return self._memory.has_unsaved

    @abstractmethod
    def read(self, act: Callable[[], object]) -> None:
        """Call `act` once all that was given before is saved, in a thread of its own: it may read long."""

    def troubles(self) -> Sequence[Trouble]:
        """Return the problems since the last call."""
        return [self._troubles.popleft() for _ in range(len(self._troubles))]

    def saved(self) -> Sequence[str]:
        """Return the names of the matches whose results have been saved since the last call."""
        names = []
        while self._results and self._results[0][1].is_saved:
            names.append(self._results.popleft()[0])
        return names

    def _change(self, *changes: Change) -> Receipt:
        receipt = self._memory.change(changes)
        self._save(receipt)
        return receipt

    @abstractmethod
    def _save(self, receipt: Receipt) -> None:
        """Have a receipt's changes saved, and sign it afterwards."""


class DiskStore(Store):
    """A store in the data folder: `photofinish.db`, and a log for each match in `matches`."""

    def __init__(
        self, folder: Path, files: Files | None = None, clock: Clock = monotonic_ns, logs_bytes: int = 0
    ) -> None:
        """Open the store in any state. Raises NewerDatabase; every other problem is reported by `troubles`.

        `logs_bytes`: the room for match logs; the oldest beyond it are deleted. 0 keeps all of them.
        """
        super().__init__(folder)
        self._folder = folder
        self._is_new = False
        self._lock: int | None = None
        self._given: deque[Path] = deque(maxlen=GIVEN)
        database = self._opened(folder)
        missing = folder / FILE if database is None else None
        worker = DiskWorker(files or RealFiles(), database, self._memory, self._troubles.append, missing)
        self._thread = WorkerThread(worker, clock)
        logs = folder / FOLDER if logs_bytes else None
        self._thread.put(lambda worker, now: worker.watch(logs, logs_bytes, now))

    def _opened(self, folder: Path) -> Database | None:
        """Return the database and take over its ledger; None, with a trouble, where it cannot be opened.

        Its readable content still counts: a full disk is no reason to lose the volume setting.
        """
        path = folder / FILE
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self._lock = shared_lock(folder)
            self._is_new = not exists(path)
            database, self._memory.ledger, aside = opened(path, time.localtime())
        except (OSError, Unavailable) as problem:
            reason = reason_of(problem)
            self._troubles.append(Trouble("store.none", str(path), reason, cause_of(problem, folder)))
            self._memory.ledger = read_only_ledger(path)
            return None
        if aside is not None:
            self._is_new = True
            self._troubles.append(Trouble("store.aside", aside.name))
        return database

    def begin_log(self, game: str, seed: int, when: time.struct_time) -> MatchLog:
        path = log_path(self._folder, game, seed, when, self._given)
        self._given.append(path)
        return _QueuedLog(path, self._thread, lambda worker, now: worker.begin(path, now))

    def continue_log(self, path: Path, length: int) -> MatchLog:
        return _QueuedLog(path, self._thread, lambda worker, now: worker.go_on(path, length, now))

    def keep_photo(self, log: Path, picture: Picture) -> None:
        self._thread.put(lambda worker, _now: worker.photo(photo_path(log), picture()))

    def describe(self, state: str) -> None:
        self._thread.put(lambda _worker, _now: self._write_state(state))

    def change_name(self, old: str, new: str, journal: Journal) -> "Callable[[], NameChanged | None]":
        found: list[NameChanged] = []
        self._thread.put(lambda worker, now: found.append(self._name_changed(worker, now, old, new, journal)))
        return lambda: found[0] if found else None

    def _name_changed(self, worker: DiskWorker, now: int, old: str, new: str, journal: Journal) -> "NameChanged":

        try:
            with alone(self._lock, self._folder):
                act = partial(change_name, folder=self._folder, old=old, new=new, journal=journal)
                return NameChanged(worker.rewrite(act, now))
        except CabinetError as problem:
            return NameChanged(problem=str(problem))

    def _write_state(self, state: str) -> None:
        with suppress(OSError):  # a disk that takes nothing is reported by whoever writes what matters
            write_state(self._folder, state)

    def read(self, act: Callable[[], object]) -> None:
        self._thread.put(lambda _worker, _now: Thread(target=act, name="reader", daemon=True).start())

    def begin(self, match: MatchBegun) -> None:
        self._is_new = False
        super().begin(match)

    def end(self, result: MatchEnded, races: Iterable[Race] = (), notes: Sequence[str] = ()) -> Receipt:
        receipt = super().end(result, races, notes)
        self._thread.put(lambda worker, now: worker.tidy(now))
        return receipt

    def cut_off(self) -> Path | None:
        """See `Store.cut_off`. A newly made database knows no match: then the newest log is the candidate."""
        begun = self._memory.ledger.open
        if begun is not None:
            path: Path | None = self._folder / FOLDER / f"{begun.name}.jsonl"
        else:
            path = self._newest_log() if self._is_new else None
        try:
            return None if path is None or is_held(path) else path
        except OSError:
            return None

    def close(self, waits: Waits = for_a_while) -> bool:
        self.describe("")
        is_done = self._thread.close(waits)
        if not is_done:
            self._troubles.append(Trouble("store.slow", FILE))
        unsaved = [name for name, receipt in self._results if not receipt.is_saved]
        self._troubles.extend(Trouble("store.unsaved", name) for name in unsaved)
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        return is_done and not unsaved

    def _save(self, receipt: Receipt) -> None:
        self._thread.put(lambda worker, now: worker.save(receipt, now))

    def _newest_log(self) -> Path | None:
        try:
            logs = [(path.stat().st_mtime_ns, path) for path in (self._folder / FOLDER).glob("*.jsonl")]
        except OSError:
            return None
        return max(logs)[1] if logs else None


class _QueuedLog:
    """A log whose lines the worker writes."""

    def __init__(self, path: Path, thread: WorkerThread, opening: Job) -> None:
        self.path = path
        self._thread = thread
        thread.put(opening)

    def write(self, lines: Iterable[str]) -> None:
        """See `MatchLog.write`."""
        text = "".join(f"{line}\n" for line in lines)
        self._thread.put(lambda worker, now: worker.write(self.path, text, now))

    def close(self) -> None:
        """See `MatchLog.close`."""
        self._thread.put(lambda worker, _now: worker.finish(self.path))
