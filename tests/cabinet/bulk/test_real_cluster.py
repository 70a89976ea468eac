"""A cluster of four workers with nannies, each killed once in the middle: the figures are those of one process."""

import os
import signal
from pathlib import Path
from typing import Any

import dask
import distributed
import pytest

from cabinet.research.bulk import Executor, InProcess
from cabinet.research.cluster import open_cluster
from cabinet.research.simulate import Series, play_all
from cabinet.research.tally import Tally
from engine.setup import Setup, seats_of

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
