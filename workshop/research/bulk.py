"""The values of bulk work: a job, its tasks, their reports, and the promise of an executor."""

import socket
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, Final, Generic, Protocol, TypeVar

import msgspec

from cabinet.errors import ExecutorFailed
from cabinet.process.children import end_children, end_with_parent, interrupts_held
from cabinet.strings.catalogue import word

R = TypeVar("R")


class Task(msgspec.Struct, Generic[R], frozen=True):
    """A range of a job's items: `items` of them from number `first` on, done by ``work(*arguments)``.

    `work` is a function of a module and the arguments can be pickled, because another process or machine may do it.
    """

    first: int
    items: int
    work: Callable[..., R]
    arguments: tuple[Any, ...]


class Report(msgspec.Struct, Generic[R], frozen=True):
    """The result of a task, and the processor time that it took, in ns."""

    result: R
    busy_ns: int


class Job(Protocol[R]):
    """Work on items that are numbered from 0."""

    @property
    def items(self) -> int:
        """The number of items."""

    def task(self, first: int, most: int) -> Task[R]:
        """Return a task of 1 to `most` items, from number `first` on."""


class Executor(Protocol):
    """Does tasks.

    Every submitted task is reported at least once unless `wait` raises, in any order, and perhaps more than once.
    """

    def size(self) -> int:
        """Return how many tasks can be done at the same time now; it may change, and be 0."""

    def submit(self, number: int, task: Task[Any]) -> None:
        """Take a task under a number of its own, without waiting for it."""

    def wait(self) -> Iterator[tuple[int, Report[Any]]]:
        """Wait until a task is done; yield the number and report of each that is.

        Raises ExecutorFailed if no further reports will come, and the errors of a task.
        """


def do(task: Task[R]) -> Report[R]:
    """Do a task here. Raises ExecutorFailed if this machine's disk or memory is full."""
    began = time.thread_time_ns()
    try:
        result = task.work(*task.arguments)
    except OSError as problem:
        text = word("bulk.machine", machine=socket.gethostname(), reason=problem.strerror or problem)
        raise ExecutorFailed(text) from problem
    except MemoryError as problem:
        raise ExecutorFailed(word("bulk.memory", machine=socket.gethostname())) from problem
    return Report(result, time.thread_time_ns() - began)


AHEAD: Final = 3
"""The most tasks for each that the executor does at once: one is done, one waits there, one waits for its turn here."""
LENGTH_NS: Final = 1_500_000_000
"""The processor time of a task, ns: long beside the milliseconds of sending it, short beside a lost worker's."""
A_WORKER_NS: Final = 10_000_000
"""The least processor time of a task for each that is done at once, ns. A scheduler spends about 5 ms on a task, so it
has time for any number of workers; this makes tasks longer from 150 workers on."""
FIRST: Final = 4
"""The most items of a task before any report has come."""
MOST: Final = 100_000
"""The most items of a task."""
WEIGHT: Final = 0.3
"""The weight of the newest report in the mean time of an item."""


class Delivery(msgspec.Struct, Generic[R], frozen=True):
    """The result of `items` items from number `first` on."""

    first: int
    items: int
    result: R


class TaskSize:
    """The number of items that make a task of `LENGTH_NS`, learned from reports."""

    def __init__(self) -> None:
        self._item_ns = 0.0

    def learn(self, items: int, busy_ns: int) -> None:
        """Take a report's figures into the mean."""
        newest = max(busy_ns, 1) / items
        self._item_ns += (newest - self._item_ns) * (WEIGHT if self._item_ns else 1)

    def next(self, left: int, at_once: int) -> int:
        """Return the most items of the next task, with `left` items to submit and `at_once` tasks done at once."""
        length = max(LENGTH_NS, at_once * A_WORKER_NS)
        wanted = int(length / self._item_ns) if self._item_ns else FIRST
        share = -(-left // (2 * at_once))
        return max(min(wanted, share, MOST), 1)


def no_progress(_items: int) -> None:
    """Show no progress."""


def deliver(job: Job[R], executor: Executor, on_done: Callable[[int], object] = no_progress) -> Iterator[Delivery[R]]:
    """Do the whole job; yield its results by item number, each item once, however often a task was done.

    `on_done` gets the number of items of every task as it is reported, in any order. Raises ExecutorFailed, and the
    errors of the job's own work; all earlier results are complete.
    """
    size = TaskSize()
    flying: dict[int, Task[R]] = {}
    waiting: dict[int, Delivery[R]] = {}
    planned = submitted = turn = 0
    while turn < submitted or planned < job.items:
        at_once = max(executor.size(), 1)
        while planned < job.items and submitted - turn < AHEAD * at_once:
            task = job.task(planned, size.next(job.items - planned, at_once))
            executor.submit(submitted, task)
            flying[submitted] = task
            planned, submitted = planned + task.items, submitted + 1
        for number, report in executor.wait():
            done: Task[Any] | None = flying.pop(number, None)
            if done is not None:  # otherwise it was done twice, and counted
                size.learn(done.items, report.busy_ns)
                waiting[number] = Delivery(done.first, done.items, report.result)
                on_done(done.items)
        while turn in waiting:
            yield waiting.pop(turn)
            turn += 1


START: Final = "forkserver"
"""How processes begin (``multiprocessing``): by a fork of a process without threads. A fork of this one could inherit a
lock that one of its threads holds, and with Python's own handlers of signals it then outlives SIGTERM."""


class InProcess:
    """Does one task after the other in this process."""

    def __init__(self) -> None:
        self._tasks: deque[tuple[int, Task[Any]]] = deque()

    def size(self) -> int:
        """Return 1."""
        return 1

    def submit(self, number: int, task: Task[Any]) -> None:
        """Put the task at the end of the line."""
        self._tasks.append((number, task))

    def wait(self) -> Iterator[tuple[int, Report[Any]]]:
        """Do the first task in line; yield its report."""
        number, task = self._tasks.popleft()
        yield number, do(task)


class Processes:
    """Does tasks in several processes of this machine."""

    def __init__(self, pool: ProcessPoolExecutor, jobs: int) -> None:
        self._pool = pool
        self._jobs = jobs
        self._numbers: dict[Future[Report[Any]], int] = {}

    def size(self) -> int:
        """Return the number of processes."""
        return self._jobs

    def submit(self, number: int, task: Task[Any]) -> None:
        """Send the task to the pool."""
        try:
            with interrupts_held():  # the first ones start the processes
                self._numbers[self._pool.submit(do, task)] = number
        except BrokenProcessPool as problem:
            raise ExecutorFailed(word("bulk.process_ended")) from problem

    def wait(self) -> Iterator[tuple[int, Report[Any]]]:
        """Yield the reports that have come. Raises ExecutorFailed if a process was ended from outside."""
        done, _ = wait(self._numbers, return_when=FIRST_COMPLETED)
        for future in done:
            try:
                yield self._numbers.pop(future), future.result()
            except BrokenProcessPool as problem:
                raise ExecutorFailed(word("bulk.process_ended")) from problem


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """Yield an executor with `jobs` processes; with one, work in this process. Drop unbegun tasks afterwards.

    No process outlives this one, nor the block by more than what ends it regularly.
    """
    if jobs == 1:
        yield InProcess()
        return
    pool = ProcessPoolExecutor(jobs, get_context(START), initializer=end_with_parent)
    try:
        yield Processes(pool, jobs)
    except BaseException:
        end_children()  # nobody waits for what is being done
        raise
    finally:
        pool.shutdown(cancel_futures=True)


LEVEL: Final = 1


def packed(data: bytes) -> bytes:
    """Return a log's bytes, compressed."""
    return zlib.compress(data, LEVEL)


def unpacked(data: bytes) -> bytes:
    """Return the bytes that `packed` was given."""
    return zlib.decompress(data)
