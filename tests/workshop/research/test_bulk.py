"""Bulk work comes to the same however it is cut, in whatever order and how often its tasks are done."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.errors import ExecutorFailed
from tests.workshop.research.jobs import Squares, Unreliable
from workshop.research.bulk import A_WORKER_NS, FIRST, LENGTH_NS, MOST, InProcess, Report, Task, TaskSize, deliver, do


@given(data=st.data(), items=st.integers(0, 120), edge=st.integers(1, 60))
def test_every_item_is_delivered_once_and_in_order(data: st.DataObject, items: int, edge: int) -> None:
    job = Squares(items, edge)
    executor = Unreliable(data.draw)
    assert job.by(executor) == job.expected()
    executor.assert_bounded()


@settings(max_examples=30)
@given(data=st.data())
def test_what_is_reported_is_shown_once(data: st.DataObject) -> None:
    shown: list[int] = []
    job = Squares(80)
    list(deliver(job, Unreliable(data.draw), shown.append))
    assert sum(shown) == 80


@given(data=st.data(), item_ns=st.integers(1, 10**9), left=st.integers(1, 10**9), at_once=st.integers(1, 500))
def test_a_task_is_of_the_length_that_was_learned(data: st.DataObject, item_ns: int, left: int, at_once: int) -> None:
    size = TaskSize()
    assert 1 <= size.next(left, at_once) <= FIRST
    for _ in range(data.draw(st.integers(1, 5))):
        items = data.draw(st.integers(1, 1000))
        size.learn(items, items * item_ns)
    found = size.next(left, at_once)
    assert 1 <= found <= min(left, MOST)
    assert found == 1 or found * item_ns <= max(LENGTH_NS, at_once * A_WORKER_NS) * 1.001
    assert found == 1 or found <= left / (2 * at_once) + 1


def test_a_new_pace_is_learned_after_a_few_tasks() -> None:
    size = TaskSize()
    size.learn(100, 100 * 1_000_000)
    assert size.next(10**6, 1) == 1500
    for _ in range(20):
        size.learn(10, 10 * 100_000_000)
    assert 15 <= size.next(10**6, 1) <= 16


def test_a_scheduler_has_time_for_every_worker() -> None:
    size = TaskSize()
    size.learn(1, 5_000_000)
    assert size.next(10**9, 150) == size.next(10**9, 1) == 300
    assert size.next(10**9, 400) == 800


def test_a_task_that_takes_no_time_by_the_clock_is_no_reason_to_divide_by_nothing() -> None:
    size = TaskSize()
    size.learn(1, 0)
    assert size.next(10**9, 1) == MOST


class Gone(InProcess):
    """An executor that goes away after so many reports."""

    def __init__(self, reports: int) -> None:
        super().__init__()
        self.left = reports

    def wait(self) -> Any:
        if not self.left:
            raise ExecutorFailed("gone")
        self.left -= 1
        return super().wait()


def test_what_was_delivered_before_the_executor_went_is_whole() -> None:
    job, found = Squares(100), []
    with pytest.raises(ExecutorFailed):
        for part in deliver(job, Gone(3)):
            found += part.result
    assert found == job.expected()[: len(found)]
    assert len(found) >= 3


def full_disk() -> None:
    raise OSError(28, "No space left on device")


def no_memory() -> None:
    raise MemoryError


@pytest.mark.parametrize(("work", "words"), [(full_disk, "No space left on device"), (no_memory, "no memory left")])
def test_a_machine_without_room_is_named(work: Any, words: str) -> None:
    with pytest.raises(ExecutorFailed, match=words) as failed:
        do(Task(0, 1, work, ()))
    assert str(failed.value).startswith(("the machine ", "Dask"))


def test_a_report_has_the_time_of_its_own_thread() -> None:
    report = do(Task(0, 1, sum, (range(100_000),)))
    assert isinstance(report, Report)
    assert report.result == sum(range(100_000))
    assert report.busy_ns > 0
