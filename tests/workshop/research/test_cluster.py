"""Executors of this machine and of a cluster do the same, and each fault of theirs is one message.

The cluster's scheduler and workers are Dask's own, in threads of this process; at last in processes that are killed.
"""

import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import Any

import pytest

from cabinet.errors import ExecutorFailed, LogFileError
from engine.setup import Setup, seats_of
from tests.workshop.research.jobs import Squares
from workshop.research import cluster as clusters
from workshop.research.bulk import Executor, InProcess, Report, Task, processes
from workshop.research.cluster import Identity, digest, identity, open_cluster
from workshop.research.simulate import Series, play_all
from workshop.research.tally import Tally


def local_cluster(workers: int, threads: int = 1) -> Any:
    """A scheduler and its workers in threads of this process."""
    import distributed  # 18 MB, here and below: not for those who only collect the tests

    make: Any = distributed.LocalCluster
    return make(n_workers=workers, threads_per_worker=threads, processes=False, dashboard_address=":0")


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    """The address of a scheduler with two workers."""
    with local_cluster(2) as local:
        yield local.scheduler_address


@pytest.fixture(params=["in this process", "in two processes", "on a cluster"])
def opened(request: pytest.FixtureRequest) -> AbstractContextManager[Executor]:
    if request.param == "on a cluster":
        return open_cluster(request.getfixturevalue("scheduler"), print)
    return processes(1 if request.param == "in this process" else 2)


def test_a_job_is_done(opened: AbstractContextManager[Executor]) -> None:
    job = Squares(300, 70)
    with opened as executor:
        assert executor.size() in (1, 2)
        assert job.by(executor) == job.expected()
        assert job.by(executor) == job.expected(), "and another after it"


def unwritable() -> None:
    raise LogFileError("the log cannot be written")


def full_disk() -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    ("work", "error", "words"),
    [
        (unwritable, LogFileError, "the log cannot be written"),
        (full_disk, ExecutorFailed, f"{os.uname().nodename} cannot go on .No space left"),
        (int, ValueError, "invalid literal"),
    ],
)
def test_the_error_of_a_task_is_raised_here(
    opened: AbstractContextManager[Executor], work: Any, error: type[Exception], words: str
) -> None:
    with opened as executor:
        executor.submit(0, Task(0, 1, work, ("x",) if work is int else ()))
        with pytest.raises(error, match=words):
            list(executor.wait())


def test_what_was_not_begun_is_dropped(opened: AbstractContextManager[Executor]) -> None:
    job = Squares(100)
    with opened as executor:
        for number in range(20):
            executor.submit(number, job.task(0, 5))


def test_a_process_that_is_ended_is_one_message() -> None:
    with processes(2) as executor:
        executor.submit(0, Task(0, 1, os._exit, (1,)))
        with pytest.raises(ExecutorFailed, match="give a smaller --jobs"):
            list(executor.wait())
        with pytest.raises(ExecutorFailed, match="give a smaller --jobs"):
            executor.submit(1, Task(0, 1, int, ()))


# -- The cluster's own faults -----------------------------------------------------------------------------------


def test_a_scheduler_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "WAIT_S", 0.3)
    with (
        pytest.raises(ExecutorFailed, match=r"no Dask scheduler answered at tcp://127.0.0.1:9 within 0\.3 s"),
        open_cluster("tcp://127.0.0.1:9", print),
    ):
        pass


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.0 400 Bad Request\r\n\r\n", b"SSH-2.0-OpenSSH_9.2\r\n"])
def test_a_port_where_something_else_answers(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "WAIT_S", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"

        def speak() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = server.accept()
                    spoken.append(connection)
                    connection.sendall(answer)

        spoken: list[socket.socket] = []
        speaker = threading.Thread(target=speak, daemon=True)
        speaker.start()
        with pytest.raises(ExecutorFailed, match="no Dask scheduler answered"), open_cluster(address, print):
            pass
        server.shutdown(socket.SHUT_RDWR)
        speaker.join()
        for connection in spoken:
            connection.close()


def test_tls_without_certificates_says_so() -> None:
    with pytest.raises(ExecutorFailed, match="needs certificates"), open_cluster("tls://127.0.0.1:9", print):
        pass


def test_a_worker_is_no_scheduler(monkeypatch: pytest.MonkeyPatch) -> None:
    with local_cluster(1) as local:
        (worker,) = local.workers.values()
        with pytest.raises(ExecutorFailed, match="no Dask scheduler answered"), open_cluster(worker.address, print):
            pass


def test_a_scheduler_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "WAIT_S", 0.3)
    with (
        local_cluster(0) as local,
        pytest.raises(ExecutorFailed, match=r"has had no worker for 0\.3 s"),
        open_cluster(local.scheduler_address, print),
    ):
        pass


def test_the_last_worker_has_gone_and_another_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "LOOK_S", 0.01)
    job, notices = Squares(50), []
    with local_cluster(1) as local:

        def told(text: str) -> None:
            notices.append(text)
            local.scale(1)

        with open_cluster(local.scheduler_address, told) as executor:
            assert executor.size() == 1
            local.scale(0)
            while executor.size():
                pass
            assert job.by(executor) == job.expected()
    (notice,) = notices
    assert "No worker is left" in notice


def test_a_scheduler_that_goes_in_the_middle() -> None:
    with local_cluster(1) as local:
        address = local.scheduler_address
        with (
            pytest.raises(ExecutorFailed, match="has gone, or has dropped the work"),
            open_cluster(address, print) as executor,
        ):
            executor.submit(0, Task(0, 1, sum, (range(10),)))
            assert [report.result for _, report in executor.wait()] == [45]
            local.close()
            Squares(1000).by(executor)


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(ExecutorFailed, match=r"pip install --editable \S+\[cluster\]'?$"),
        open_cluster("tcp://127.0.0.1:9", print),
    ):
        pass


def test_threads_that_share_a_process_are_told() -> None:
    notices: list[str] = []
    with (
        local_cluster(1, threads=3) as local,
        open_cluster(local.scheduler_address, notices.append),
    ):
        assert len(notices) == 1
    assert "--nthreads 1" in notices[0]


class Client:
    """A stand-in for Dask's client, whose tasks end as the test says."""

    status = "running"

    def __init__(self, *ends: object, identities: Any = None) -> None:
        self.ends = list(ends)
        self.identities = identities or {"tcp://10.0.0.7:4000": identity()}
        self.submitted: list[str] = []

    def nthreads(self) -> dict[str, int]:
        return dict.fromkeys(self.identities, 1)

    def run(self, _function: object, **_how: object) -> Any:
        return self.identities

    def submit(self, _do: object, _task: object, *, key: str, pure: bool) -> "Future":
        assert not pure
        assert key not in self.submitted, "every life of a task has a key of its own"
        self.submitted.append(key)
        return Future(key, self.ends.pop(0))

    def gather(self, futures: dict[str, "Future"], errors: str) -> dict[str, object]:
        assert errors == "skip"
        return {key: future.result_once() for key, future in futures.items()}


class Future:
    def __init__(self, key: str, end: object) -> None:
        self.key = key
        self._lost = end == "lost once"
        self._fault = end if isinstance(end, Exception) else None
        self.status = "error" if self._fault else end if end in ("cancelled", "lost") else "finished"

    def add_done_callback(self, call: Any) -> None:
        call(self)

    def result_once(self) -> object:
        lost, self._lost = self._lost, False
        return None if lost else (identity(), Report("result", 1))

    def exception(self, timeout: float) -> Exception | None:
        return self._fault


def killed() -> Exception:
    import distributed

    nobody: Any = None
    return distributed.KilledWorker("a", nobody, 3)


def reports_of(client: Client) -> list[tuple[int, object]]:
    executor = clusters.Cluster(client, "tcp://10.0.0.1:8786", print)
    executor.submit(7, Task(0, 5, sum, ((),)))
    found: list[tuple[int, object]] = []
    for _ in range(20):
        if found:
            break
        found += [(number, report.result) for number, report in executor.wait()]
    return found


def test_a_task_whose_workers_died_is_sent_again() -> None:
    client = Client(*[killed()] * (clusters.LIVES - 1), "done")
    assert reports_of(client) == [(7, "result")]
    assert len(client.submitted) == clusters.LIVES


def test_a_task_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(ExecutorFailed, match=r"every worker dies of the same work \(items 0 to 4, 10 times"):
        reports_of(Client(*[killed()] * clusters.LIVES))


def test_a_result_that_was_lost_with_its_worker_is_waited_for() -> None:
    assert reports_of(Client("lost once")) == [(7, "result")]


def test_a_result_that_is_lost_before_anybody_asked_for_it_is_worked_out_again() -> None:
    client = Client("lost", "lost", "done")
    assert reports_of(client) == [(7, "result")]
    assert len(client.submitted) == 3


def test_work_that_somebody_else_cancelled_has_gone() -> None:
    with pytest.raises(ExecutorFailed, match="dropped the work"):
        reports_of(Client("cancelled"))


# -- Versions ---------------------------------------------------------------------------------------------------

OTHERS = {
    "program": (identity()._replace(program="9.9"), "Photo Finish 9.9 there and"),
    "python": (identity()._replace(python="3.99"), "Python 3.99 there and"),
    "dask": (identity()._replace(dask="2020.1"), "Dask 2020.1 there and"),
    "sources": (identity()._replace(sources="0"), "other sources of Photo Finish"),
    "none": (ModuleNotFoundError("cabinet"), "cannot load Photo Finish"),
}


@pytest.mark.parametrize("other", OTHERS)
def test_a_worker_of_another_version_is_named(other: str) -> None:
    answer, words = OTHERS[other]
    client = Client("done", identities={"tcp://10.0.0.6:1": identity(), "tcp://10.0.0.7:4000": answer})
    with pytest.raises(ExecutorFailed, match=words) as failed:
        clusters.Cluster(client, "tcp://10.0.0.1:8786", print).check_workers()
    assert str(failed.value).startswith("tcp://10.0.0.7:4000 ")


def test_a_worker_of_another_version_that_comes_later_is_found_by_its_fault() -> None:
    client = Client(AttributeError("no such function"), identities={"tcp://10.0.0.7:4000": OTHERS["program"][0]})
    with pytest.raises(ExecutorFailed, match=r"tcp://10.0.0.7:4000 .*9\.9 there"):
        reports_of(client)


def test_a_worker_of_another_version_is_found_by_its_result(monkeypatch: pytest.MonkeyPatch) -> None:
    client = Client("done")
    monkeypatch.setattr(clusters, "identity", lambda: Identity("9.9", "3.99", "1", "0"))
    with pytest.raises(ExecutorFailed, match="a worker has not the same versions"):
        reports_of(client)


def test_a_fault_of_the_program_is_no_message(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError):
        reports_of(Client(ZeroDivisionError()))


def test_the_digest_sees_every_change_of_the_rules(tmp_path: Any) -> None:
    (tmp_path / "engine" / "games").mkdir(parents=True)
    rule = tmp_path / "engine" / "games" / "spit.py"
    digests = {digest(tmp_path)}
    for text in ("a = 1\n", "a = 2\n"):
        rule.write_text(text)
        digests.add(digest(tmp_path))
    rule.rename(rule.with_name("speed.py"))
    assert len(digests | {digest(tmp_path)}) == 4


WORKERS = 4
MATCHES = 160
SERIES = Series(Setup("speed", {"best_of": 1}, seats_of("bot:random", "bot:random"), 1), MATCHES)

SETTINGS = {
    "distributed.scheduler.allowed-failures": 0,  # no kinder than a cluster of bad luck
    "distributed.worker.multiprocessing-method": "forkserver",  # a new worker need not import Dask anew
    "distributed.deploy.lost-worker-timeout": "10m",  # on a busy machine a worker takes long to come back
}


class Killer:
    """Kills one worker after the other, one at each report; their nannies start others."""

    def __init__(self, nannies: list[Any]) -> None:
        self.nannies = nannies
        self.first = [nanny.process.pid for nanny in nannies]
        self.left = list(self.first)

    def __call__(self, _items: int) -> None:
        if self.left:
            os.kill(self.left.pop(), signal.SIGKILL)


def play(executor: Executor, logs: Path, on_done: Any) -> tuple[dict[str, Any], dict[str, bytes]]:
    total = Tally()
    for _, _, part in play_all([SERIES], executor, Tally, logs, on_done):
        total.merge(part)
    return total.as_dict(), {path.name: path.read_bytes() for path in logs.iterdir()}


@pytest.mark.once
def test_workers_that_die_and_are_replaced_cost_time_and_never_a_match(tmp_path: Path) -> None:
    import dask
    import distributed

    alone = play(InProcess(), tmp_path / "alone", lambda _items: None)
    assert alone[0]["matches"] == len(alone[1]) == MATCHES
    make: Any = distributed.LocalCluster
    with (
        dask.config.set(SETTINGS),
        make(n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=":0") as local,
    ):
        killer = Killer(list(local.workers.values()))
        assert len(set(killer.first)) == WORKERS
        with open_cluster(local.scheduler_address, print) as cluster:
            assert cluster.size() == WORKERS
            assert play(cluster, tmp_path / "cluster", killer) == alone
        assert not killer.left
        assert not {nanny.process.pid for nanny in killer.nannies} & set(killer.first)
