"""An executor at a Dask scheduler: many processes on many machines (``docs/many-machines.md``).

Dask does a task at least once. A worker that dies has its tasks done by another; after a few such deaths
(``allowed-failures``) Dask gives a task up with `KilledWorker`, and here it is sent again, `LIVES` times in all. So
workers that die and are replaced cost time. A scheduler that goes away ends the work with one message.
"""

import asyncio
import logging
import platform
import time
import uuid
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, NamedTuple

import engine
from cabinet.errors import CabinetError, ExecutorFailed
from cabinet.strings.catalogue import word
from engine.version import VERSION
from hardware.packages import install_line
from workshop.research.bulk import Report, Task, do

PACKAGES = ("engine", "cabinet/match", "workshop/research")
"""The folders whose sources decide about results."""


class Identity(NamedTuple):
    """The versions of a process: this program, Python (3.11), Dask, and a digest of the sources."""

    program: str
    python: str
    dask: str
    sources: str

    def difference(self, other: "Identity") -> str:
        """Return in words how another process's versions differ from these; empty if they do not."""
        names = (word("bulk.program"), "Python", "Dask")
        differing = [
            word("bulk.differs", name=name, theirs=theirs, ours=ours)
            for name, ours, theirs in zip(names, self, other, strict=False)
            if ours != theirs
        ]
        if not differing and self.sources != other.sources:
            return word("bulk.sources", version=self.program)
        return ", ".join(differing)


@lru_cache(maxsize=1)
def identity() -> Identity:
    """Return the versions of this process. The sources are read once."""
    python = ".".join(platform.python_version_tuple()[:2])
    return Identity(VERSION, python, version("distributed"), digest(Path(engine.__file__).parents[1]))


def digest(root: Path) -> str:
    """Return a digest of the sources below `root` that decide about results."""
    found = blake2b(digest_size=8)
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            found.update(path.relative_to(root).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest()


Client = Any
"""Dask's client. Most of its methods have no types."""
DaskFuture = Any
"""A task at the scheduler."""
Notify = Callable[[str], object]
"""Shows a notice to whoever waits."""

WAIT_S: Final = 10.0
"""The time limit for the scheduler's first answer and for its first worker, s."""
LOOK_S: Final = 2.0
"""The time between two looks at the number of workers, s."""
LIVES: Final = 10
"""How often a task is sent before it counts as one that kills its workers."""
LOGGERS: Final = ("distributed", "distributed.client", "distributed.core", "tornado", "tornado.application")
"""The loggers by which Dask reports to the terminal the same as the message here."""
LARGE_TASK: Final = "1GB"
"""The size of a task from which on Dask warns; a packed log may be large."""


def do_here(task: Task[Any]) -> tuple[Identity, Report[Any]]:
    """Do a task at a worker; return the worker's versions and the report."""
    return identity(), do(task)


class Cluster:
    """Does tasks at the workers of a scheduler."""

    def __init__(self, client: Client, address: str, notify: Notify) -> None:
        self._client = client
        self._address = address
        self._notify = notify
        self._run = uuid.uuid4().hex
        self._done: SimpleQueue[DaskFuture] = SimpleQueue()
        self._tasks: dict[str, tuple[int, Task[Any], int, DaskFuture]] = {}
        self._sent = 0
        self._workers = 0
        self._looked = 0.0

    def size(self) -> int:
        """Return the number of workers, as of at most `LOOK_S` ago; a worker does one task at a time."""
        if time.monotonic() - self._looked >= LOOK_S:
            self._look()
        return self._workers

    def submit(self, number: int, task: Task[Any]) -> None:
        """Send the task to the scheduler."""
        self._send(number, task, 1)

    def wait(self) -> Iterator[tuple[int, Report[Any]]]:
        """Yield the reports that have come. Raises ExecutorFailed if the scheduler has gone, if a worker has other
        versions than this program, or if a task has ended `LIVES` workers."""
        finished = {}
        for future in self._next():
            if future.status == "finished":
                finished[future.key] = future
            elif future.key in self._tasks:
                self._again(future)
        for key, answer in self._gathered(finished).items():
            if answer is None:  # its worker died before the result was here
                self._done.put(finished[key])
            elif key in self._tasks:
                number = self._tasks.pop(key)[0]
                self._check("", answer[0])
                yield number, answer[1]

    def check_workers(self) -> None:
        """Raise ExecutorFailed if a worker or the scheduler has other versions than this program."""
        answers = self._client.run(identity, on_error="return")
        for worker, answer in answers.items():
            if isinstance(answer, ImportError | AttributeError):
                raise ExecutorFailed(word("bulk.no_program", worker=worker, ours=identity().program))
            if isinstance(answer, Identity):
                self._check(worker, answer)

    def check_threads(self) -> None:
        """Give a notice if workers have several threads: the rules are Python, and one thread runs at a time."""
        if any(threads > 1 for threads in self._client.nthreads().values()):
            self._notify(word("bulk.threads"))

    def abandon(self) -> None:
        """Take back the tasks that are not done."""
        futures = [future for _, _, _, future in self._tasks.values()]
        self._tasks.clear()
        if futures and self._client.status == "running":
            with suppress(OSError, CancelledError):
                self._client.cancel(futures)

    def _send(self, number: int, task: Task[Any], life: int) -> None:
        self._sent += 1
        key = f"photofinish-{self._run}-{self._sent}"
        try:
            future = self._client.submit(do_here, task, key=key, pure=False)
        except (OSError, RuntimeError, CancelledError) as problem:
            raise self._gone() from problem
        self._tasks[key] = number, task, life, future
        future.add_done_callback(self._done.put)

    def _next(self) -> list[DaskFuture]:
        """Wait for the next future that is done; return it and all others that are."""
        done: list[DaskFuture] = []
        while True:
            try:
                done.append(self._done.get_nowait() if done else self._done.get(timeout=LOOK_S))
            except Empty:
                if done:
                    return done
                self._look()

    def _gathered(self, futures: dict[str, DaskFuture]) -> dict[str, Any]:
        try:
            answers: dict[str, Any] = self._client.gather(futures, errors="skip") if futures else {}
        except (OSError, CancelledError) as problem:
            raise self._gone() from problem
        return answers

    def _again(self, future: DaskFuture) -> None:
        """Send a task again whose workers or result are lost. Raises any other fault of a task."""
        number, task, life, _ = self._tasks.pop(str(future.key))
        if future.status == "cancelled":
            raise self._gone()
        if future.status != "error":  # done once, but its result was lost with the worker
            self._send(number, task, life)
            return
        fault = future.exception(timeout=WAIT_S)
        if isinstance(fault, import_module("distributed").KilledWorker):
            if life == LIVES:
                last = task.first + task.items - 1
                raise ExecutorFailed(word("bulk.deadly", first=task.first, last=last, lives=LIVES)) from fault
            self._send(number, task, life + 1)
            return
        if not isinstance(fault, CabinetError):
            self.check_workers()  # a worker that came later, with other sources, fails in any way
        if isinstance(fault, BaseException):
            raise fault
        raise self._gone()

    def _look(self) -> None:
        """Ask for the number of workers. Give a notice when the last has gone."""
        try:
            workers = len(self._client.nthreads()) if self._client.status == "running" else None
        except (OSError, CancelledError) as problem:
            raise self._gone() from problem
        if workers is None:
            raise self._gone()
        if self._workers and not workers:
            self._notify(word("bulk.nobody_left", address=self._address))
        self._workers = workers
        self._looked = time.monotonic()

    def _check(self, worker: str, theirs: Identity) -> None:
        difference = identity().difference(theirs)
        if difference:
            raise ExecutorFailed(word("bulk.other", worker=worker or word("bulk.a_worker"), difference=difference))

    def _gone(self) -> ExecutorFailed:
        return ExecutorFailed(word("bulk.gone", address=self._address))


@contextmanager
def open_cluster(address: str, notify: Notify) -> Iterator[Cluster]:
    """Yield an executor at the scheduler of this address, once it has a worker. Drop undone tasks afterwards.

    Raises ExecutorFailed without Dask, without a scheduler or worker within `WAIT_S`, and for other versions there.
    """
    try:
        dask, distributed = import_module("dask"), import_module("distributed")
    except ImportError as problem:
        raise ExecutorFailed(word("bulk.no_dask", line=install_line("cluster"))) from problem
    with (
        _quiet(),
        warnings.catch_warnings(),
        dask.config.set({"distributed.admin.large-graph-warning-threshold": LARGE_TASK}),
    ):
        warnings.simplefilter("ignore", distributed.versions.VersionMismatchWarning)
        client = _connected(address)
        try:
            cluster = Cluster(client, address, notify)
            _await_workers(client, address)
            cluster.check_workers()
            cluster.check_threads()
            try:
                yield cluster
            finally:
                cluster.abandon()
        finally:
            client.close(timeout=1)


def _connected(address: str) -> Client:
    try:
        kind = asyncio.run(asyncio.wait_for(_kind_at(address), WAIT_S))
        if kind != "Scheduler":
            raise ValueError(kind)
        return import_module("distributed").Client(address, timeout=WAIT_S, set_as_default=False)
    except Exception as problem:  # whatever answers there may send anything
        key = "bulk.no_tls" if isinstance(problem, TypeError) and address.startswith("tls:") else "bulk.no_scheduler"
        raise ExecutorFailed(word(key, address=address, seconds=f"{WAIT_S:g}")) from problem


async def _kind_at(address: str) -> str:
    """Return the kind of Dask's server that answers. Dask's client waits for ever if something else does."""
    distributed = import_module("distributed")
    security = distributed.Security().get_connection_args("client")
    async with distributed.rpc(address, timeout=WAIT_S, connection_args=security) as server:
        return str((await server.identity())["type"])


def _await_workers(client: Client, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=WAIT_S)
    except OSError as problem:
        raise ExecutorFailed(word("bulk.no_workers", address=address, seconds=f"{WAIT_S:g}")) from problem


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Dask's reports of lost connections from the terminal, where one message says the same."""
    loggers = [logging.getLogger(name) for name in LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
