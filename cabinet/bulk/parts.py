"""The values of bulk work: a job, its tasks, their reports, and the promise of an executor."""

import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from cabinet.errors import ExecutorFailed
from cabinet.strings.catalogue import word

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Task(Generic[R]):
    """A range of a job's items: `items` of them from number `first` on, done by ``work(*arguments)``.

    `work` is a function of a module and the arguments can be pickled, because another process or machine may do it.
    """

    first: int
    items: int
    work: Callable[..., R]
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Report(Generic[R]):
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
