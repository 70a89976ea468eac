"""The driver of bulk work: cuts a job into tasks, keeps the executor busy, delivers the results in order.

Tasks take one to two seconds of processor time, by the time that earlier ones took (more with very many workers);
towards the end of a job they are smaller, so that nobody waits long for the last. The tasks between the next result to
deliver and the newest submitted one are at most `AHEAD` for each that the executor does at once: this bounds the memory
here, whatever the job's size and the order in which reports come.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from cabinet.bulk.parts import Executor, Job, Task

R = TypeVar("R")

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


@dataclass(frozen=True, slots=True)
class Delivery(Generic[R]):
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


def deliver(
    job: Job[R], executor: Executor, on_done: Callable[[int], object] = no_progress
) -> Iterator[Delivery[R]]:
    """Do the whole job; yield its results by item number, each item once, however often a task was done.

    `on_done` gets the number of items of every task as it is reported, in any order. Raises ExecutorFailed, and the
    errors of the job's own work; what was yielded before is whole.
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
