"""Executors on this machine: in this process, and in several processes."""

import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, Final

from cabinet.bulk.parts import Executor, Report, Task, do
from cabinet.errors import ExecutorFailed
from cabinet.strings.catalogue import word

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
    """Yield an executor with `jobs` processes; with one, work in this process. Afterwards drop what was not begun."""
    if jobs == 1:
        yield InProcess()
        return
    ignore = signal.SIGINT, signal.SIG_IGN
    pool = ProcessPoolExecutor(jobs, get_context(START), initializer=signal.signal, initargs=ignore)
    try:
        yield Processes(pool, jobs)
    finally:
        pool.shutdown(cancel_futures=True)
