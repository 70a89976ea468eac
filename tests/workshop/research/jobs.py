"""Jobs whose results are known in advance, and an executor that does all that a cluster may do to a task."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from hypothesis import strategies as st

from workshop.research.bulk import AHEAD, Executor, Report, Task, deliver, do


def squares(first: int, items: int) -> list[int]:
    return [number * number for number in range(first, first + items)]


@dataclass
class Squares:
    """A job of square numbers, in tasks that end at every multiple of `edge`."""

    items: int
    edge: int = 10**9

    def task(self, first: int, most: int) -> Task[list[int]]:
        items = min(most, self.items - first, self.edge - first % self.edge)
        return Task(first, items, squares, (first, items))

    def by(self, executor: Executor) -> list[int]:
        """The results in the order in which they are delivered."""
        found: list[int] = []
        for part in deliver(self, executor):
            assert part.first == len(found)
            assert part.items == len(part.result)
            found += part.result
        return found

    def expected(self) -> list[int]:
        return squares(0, self.items)


@dataclass
class Unreliable:
    """Does tasks in any order, some twice, at workers that come and go; a lost worker's task is done again.

    As with a cluster, a report may come long after another of the same task, and there may be no worker for a while.
    """

    draw: Callable[[Any], Any]
    flying: dict[int, Task[Any]] = field(default_factory=dict)
    done: dict[int, Task[Any]] = field(default_factory=dict)
    workers: int = 1
    most_workers: int = 1
    most_ahead: int = 0
    reported: set[int] = field(default_factory=set)

    def size(self) -> int:
        self.workers = self.draw(st.integers(0, 4))
        self.most_workers = max(self.most_workers, self.workers)
        return self.workers

    def submit(self, number: int, task: Task[Any]) -> None:
        assert number not in self.flying
        assert number not in self.done
        self.flying[number] = task
        oldest = min(set(range(number)) - self.reported, default=number)
        self.most_ahead = max(self.most_ahead, number - oldest + 1)

    def wait(self) -> Iterator[tuple[int, Report[Any]]]:
        assert self.flying, "nobody waits without a task"
        number = self.draw(st.sampled_from(sorted(self.flying)))
        if self.draw(st.booleans()):  # its worker is lost after the work, before the report
            do(self.flying[number])
        yield from self.report(number, self.flying.pop(number))
        if self.done and self.draw(st.booleans()):
            again = self.draw(st.sampled_from(sorted(self.done)))
            yield from self.report(again, self.done[again])

    def report(self, number: int, task: Task[Any]) -> Iterator[tuple[int, Report[Any]]]:
        self.done[number] = task
        self.reported.add(number)
        yield number, Report(do(task).result, self.draw(st.integers(0, 10**10)))

    def assert_bounded(self) -> None:
        assert self.most_ahead <= AHEAD * self.most_workers
