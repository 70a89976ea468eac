"""The disk's side of the store: the memory that is shared with it, the worker, and its thread.

`DiskWorker` has no thread and no clock: `WorkerThread` runs it, tests run it in virtual time. It raises nothing for a
failing disk: a log that cannot continue stops, changes that cannot be saved wait, and both are reported.
"""

import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from sqlite3 import Connection
from threading import Lock, Thread
from typing import Final, TypeVar

import msgspec

from cabinet.errors import CabinetError
from cabinet.store.errors import Damaged, NewerDatabase, Unavailable, cause_of, unusable
from cabinet.store.ledger import Change, Ledger, log_number, matches_with_kept_logs
from cabinet.store.logs import Files
from cabinet.store.retention import LogRetention
from cabinet.store.sqlite import Database, opened, quarantine
from cabinet.strings.catalogue import word
from engine.units import MS
from hardware.clock import Clock

T = TypeVar("T")

SYNC_NS: Final = 250 * MS
"""The longest time that a written line of a log may be lost in a power cut."""
RETRY_NS: Final = 10_000 * MS
"""The interval between two attempts to save changes that the disk refused; a new change retries them at once."""
CHECK_NS: Final = 2_000 * MS
"""The delay after the start before a large database is checked in full, so as not to slow the first frame."""
SCAN_NS: Final = 60_000 * MS
"""The delay after the start before the scan of the logs begins: it is not urgent."""
SCAN_AGAIN_NS: Final = 50 * MS
"""The interval between two parts of the scan."""
SCANNED_AT_ONCE: Final = 50
"""The number of logs in a part: it takes at most a millisecond, which delays no frame."""
MOST_ANEW: Final = 3
"""Maximum number of replacements of a damaged database in one run of the program."""
IDLE_S: Final = 60.0
"""The longest sleep of an idle thread."""
ASK_S: Final = 0.5
"""The interval at which `close` asks whether to wait longer for the disk."""
CLOSING_S: Final = 5.0
"""How long `close` waits for the disk if nobody decides otherwise."""


class Trouble(msgspec.Struct, frozen=True):
    """A problem with the disk that the operator must know: a key of the words, with its values.

    `cause` is one of `cause_of`; empty where there is only one remedy.
    """

    key: str
    name: str
    reason: str = ""
    cause: str = ""


class Receipt:
    """Changes that are saved together, and whether they are on the disk.

    Any thread may read `is_saved`; `changes` are those still to be written, and only the worker asks for them.
    """

    def __init__(self, changes: Sequence[Change] = ()) -> None:
        self.changes = changes
        self.is_saved = False


def changes_of(receipts: Iterable[Receipt]) -> Sequence[Change]:
    """Return the changes still to be written, in their order."""
    return [change for receipt in receipts for change in receipt.changes]


class Memory:
    """The ledger, and the receipts of its changes that are not saved: the database with those applied equals it.

    The main thread asks and changes it, the worker signs the receipts. Neither waits for a disk while it has the lock.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self._unsaved: deque[Receipt] = deque()
        self._lock = Lock()

    def change(self, changes: Sequence[Change]) -> Receipt:
        """Apply changes; they are to be saved in this order."""
        receipt = Receipt(changes)
        with self._lock:
            for change in changes:
                change.remember(self.ledger)
            self._unsaved.append(receipt)
        return receipt

    @property
    def has_unsaved(self) -> bool:
        """Whether changes are not on the disk yet."""
        return bool(self._unsaved)

    def sign(self, receipts: Sequence[Receipt]) -> None:
        """Note that the oldest unsaved receipts are on the disk."""
        with self._lock:
            for receipt in receipts:
                assert self._unsaved.popleft() is receipt, "they are saved in their order"
                receipt.is_saved = True

    def snapshot(self) -> tuple[Sequence[Change], Sequence[Receipt]]:
        """Return changes that give an empty database the whole ledger, and the receipts whose changes it has in it."""
        with self._lock:
            return tuple(self.ledger.changes()), tuple(self._unsaved)

    def reload(self, saved: Ledger) -> None:
        """Begin again with what a database has that was not there at the start; unsaved changes are applied to it."""
        with self._lock:
            for change in changes_of(self._unsaved):
                change.remember(saved)
            self.ledger = saved


class _Log(msgspec.Struct):
    """An open log: its file, and in bytes its length when it was opened, the length written and the length synced."""

    path: Path
    file: int
    before: int
    length: int
    safe: int


class DiskWorker:
    """Owns the open logs and the database. One thread uses it at a time. All times are CLOCK_MONOTONIC, ns."""

    def __init__(
        self,
        files: Files,
        database: Database | None,
        memory: Memory,
        report: Callable[[Trouble], None],
        missing: Path | None = None,
    ) -> None:
        """`missing` is the path of a database that could not be opened: every save tries it again.

        Without it and without a database nothing is ever saved.
        """
        self._files = files
        self._database = database
        self._memory = memory
        self._report = report
        self._missing = missing
        self._logs: dict[Path, _Log] = {}
        self._dirty_since: int | None = None
        self._waiting: list[Receipt] = []
        self._retry_at: int | None = None
        self._anew = 0
        self._is_empty = False
        """Whether the database is a new one, in place of a damaged one, and has nothing in it yet."""
        self._check_at: int | None = None
        self._retention: LogRetention | None = None
        self._room = 0
        self._scan_at: int | None = None

    @property
    def due(self) -> int | None:
        """When `tick` is due, or None."""
        sync = None if self._dirty_since is None else self._dirty_since + SYNC_NS
        times = [sync, self._retry_at, self._scan_at, None if self._logs else self._check_at]
        return min((at for at in times if at is not None), default=None)

    def tick(self, now: int) -> None:
        """Do the work that is due."""
        if self._dirty_since is not None and now >= self._dirty_since + SYNC_NS:
            self.sync()
        if self._retry_at is not None and now >= self._retry_at:
            self._save_waiting(now)
        if self._scan_at is not None and now >= self._scan_at:
            self._scan(now)
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
            self._retention, self._room, self._scan_at = LogRetention(folder), most, now + SCAN_NS

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
            self._complain("store.log", path, problem)
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
            self._close(log)
            if self._retention is not None:
                self._retention.grow(log.length - log.before)

    def photo(self, path: Path, picture: bytes) -> None:
        """Write a photo beside its log; a disk that does not take it is reported, and loses nothing else."""
        try:
            file = self._files.create(path)
            try:
                self._files.append(file, picture)
            finally:
                self._files.close(file)
        except OSError as problem:
            self._complain("store.photo", path, problem)
        else:
            if self._retention is not None:
                self._retention.grow(len(picture))

    def _stop(self, log: _Log, whole: int, problem: OSError) -> None:
        """End the log: a missing line would make everything after it worthless."""
        del self._logs[log.path]
        self._complain("store.log", log.path, problem)
        try:
            self._files.cut(log.file, whole)
        except OSError as another:
            self._complain("store.log", log.path, another)
        self._close(log)

    def _close(self, log: _Log) -> None:
        try:
            self._files.close(log.file)
        except OSError as problem:
            self._complain("store.log", log.path, problem)

    def _complain(self, key: str, path: Path, problem: OSError) -> None:
        self._report(Trouble(key, path.name, problem.strerror or str(problem), cause_of(problem, path.parent)))

    # Old logs

    def tidy(self, now: int) -> None:
        """Delete the oldest logs beyond the limit, or begin a scan if their total size is not known."""
        if self._retention is None or self._scan_at is not None:
            return
        if self._retention.is_known:
            self._tidy(self._retention, now)
        else:
            self._scan_at = now

    def _scan(self, now: int) -> None:
        """Scan a part of the folder. Without the database, which has the order of the matches, begin again later."""
        assert self._retention is not None, "there is something to scan"
        retention, written = self._retention, {path.name: log.before for path, log in self._logs.items()}
        self._scan_at = None
        if not self._ask(lambda run: retention.scan(SCANNED_AT_ONCE, written, partial(log_number, run)), now):
            retention.forget()
        elif retention.is_known:
            self._tidy(retention, now)
        else:
            self._scan_at = now + SCAN_AGAIN_NS

    def _tidy(self, retention: LogRetention, now: int) -> None:
        """Delete logs beyond the limit; none without the database, which names the logs to keep."""
        written = {path.stem for path in self._logs}
        if not self._waiting:
            self._ask(lambda run: retention.tidy(self._room, matches_with_kept_logs(run) | written), now)

    def _ask(self, act: Callable[[Connection], object], now: int) -> bool:
        """Do what asks the database, and return whether that was possible."""
        if self._database is None or self._is_empty:
            return False
        try:
            self._database.ask(act)
        except Unavailable:
            return False
        except Damaged as problem:
            self._begin_anew(self._database, str(problem), now)
            return False
        return True

    # Database

    def save(self, receipt: Receipt, now: int) -> None:
        """Write a receipt's changes to the database, after those that still wait; sign it when they are safe.

        The lines of the logs are made safe first: a match that counts as saved has its log.
        """
        self.sync()
        self._waiting.append(receipt)
        self._save_waiting(now)

    def _save_waiting(self, now: int) -> None:
        self._retry_at = None
        database = self._database or self._open_missing(now)
        if database is None:
            return
        changes, included = self._memory.snapshot() if self._is_empty else (changes_of(self._waiting), ())
        try:
            database.apply(changes)
        except Unavailable as problem:
            self._retry_at = now + RETRY_NS
            cause = cause_of(problem, database.path.parent)
            self._report(Trouble("store.unkept", database.path.name, str(problem), cause))
            return
        except Damaged as problem:
            self._begin_anew(database, str(problem), now)
            return
        self._is_empty = False
        for receipt in included:
            receipt.changes = ()
        self._memory.sign(self._waiting)
        self._waiting.clear()

    def _open_missing(self, now: int) -> Database | None:
        """Return the missing database if the disk now has it; a further failure is not reported again."""
        if self._missing is None:
            return None
        try:
            self._missing.parent.mkdir(parents=True, exist_ok=True)
            self._database, saved, aside = opened(self._missing, time.localtime())
        except (OSError, Unavailable, NewerDatabase):
            self._retry_at = now + RETRY_NS
            return None
        self._missing = None
        if aside is None:
            self._memory.reload(saved)
        else:
            self._is_empty = True
            self._report(Trouble("store.aside", aside.name))
        return self._database

    def rewrite(self, act: Callable[[Database], T], now: int) -> T:
        """Return the result of what changes the database otherwise than by `Change`s, and take its ledger anew.

        Raises CabinetError where it cannot be done: something is still unsaved, or a log is being written.
        """
        if self._waiting or self._is_empty:
            self._save_waiting(now)
        database = self._database
        if database is None or self._waiting or self._is_empty or self._logs:
            raise CabinetError(word("people.unsaved"))
        try:
            return act(database)
        except (Unavailable, Damaged) as problem:
            raise unusable(database.path, problem) from problem
        finally:
            self._take_over(database)

    def _take_over(self, database: Database) -> None:
        """Take the ledger of a database that has changed; the next save opens one anew that cannot be read now."""
        try:
            self._memory.reload(database.load())
        except (Unavailable, Damaged):
            database.close()
            self._database, self._missing = None, database.path

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
        """Rename a damaged database, and write the whole ledger into a new one.

        Repeated damage is the disk's fault: after that nothing is saved.
        """
        damaged.close()
        self._database = None
        self._anew += 1
        if self._anew > MOST_ANEW:
            self._report(Trouble("store.none", damaged.path.name, problem, "failing"))
            return
        try:
            when = time.localtime()
            aside = quarantine(damaged.path, when)
            self._database, _, _ = opened(damaged.path, when)
        except Unavailable as another:
            self._report(Trouble("store.none", damaged.path.name, str(another), cause_of(another, damaged.path.parent)))
            return
        self._report(Trouble("store.aside", aside.name))
        self._is_empty = True
        if self._retention is not None:  # it knows the numbers of the old one
            self._retention = LogRetention(self._retention.folder)
        self._save_waiting(now)

    def close(self, now: int) -> None:
        """Save as much as possible, and close everything."""
        if self._waiting or self._is_empty:
            self._save_waiting(now)
        for path in list(self._logs):
            self.finish(path)
        while self._scan_at is not None:
            self._scan(now)
        if self._database is not None:
            self._database.close()
            self._database = None


Job = Callable[[DiskWorker, int], None]
"""Work for the worker, given the time (CLOCK_MONOTONIC, ns)."""
Waits = Callable[[float], bool]
"""Asked while the disk still works: given the seconds waited so far, it returns whether to wait longer."""


def for_a_while(waited_s: float) -> bool:
    """Wait for `CLOSING_S`."""
    return waited_s < CLOSING_S


class WorkerThread:
    """The thread that waits for the disk: does jobs in the order of `put`, and the worker's timed work in between."""

    def __init__(self, worker: DiskWorker, clock: Clock) -> None:
        self._worker = worker
        self._clock = clock
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._bug: Exception | None = None
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Queue a job. Raises the exception of an earlier job: that is a bug, not the disk's fault."""
        if self._bug is not None:
            raise self._bug
        self._jobs.put(job)

    def close(self, waits: Waits = for_a_while) -> bool:
        """Finish all queued jobs and close the disk's files; return False after giving up on a slow disk.

        `waits` is asked every `ASK_S` seconds. Raises the exception of a job, as `put` does.
        """
        self._jobs.put(None)
        self._thread.join(ASK_S)
        waited = ASK_S
        while self._thread.is_alive() and waits(waited):
            self._thread.join(ASK_S)
            waited += ASK_S
        if self._bug is not None:
            raise self._bug
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            while self._turn():
                pass
        except Exception as bug:  # noqa: BLE001 - raised in the thread that put the job
            self._bug = bug
        finally:
            self._worker.close(self._clock())

    def _turn(self) -> bool:
        """Do one job, or the worker's timed work; return False when there will be no more."""
        due = self._worker.due
        wait = IDLE_S if due is None else max(0.0, (due - self._clock()) / 1e9)
        try:
            job = self._jobs.get(timeout=wait)
        except Empty:
            self._worker.tick(self._clock())
            return True
        if job is None:
            return False
        job(self._worker, self._clock())
        self._worker.tick(self._clock())
        return True
