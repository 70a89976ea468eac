"""What bulk work on a cluster costs whom: processor time of client, scheduler and workers, by the number of workers.

    python -m tools.scale

Processor time, because many processes on few cores say nothing about machines that have a core for each: whoever spends
least for a match is the last to stand in the way. Prints a table in Markdown (docs/many-machines.md).
"""

import argparse
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import distributed

from cabinet.bulk.cluster import open_cluster
from cabinet.bulk.driver import deliver
from cabinet.bulk.parts import Executor, Task
from cabinet.match.simulate import Series, play_all
from cabinet.match.tally import Tally
from cabinet.match.verification import LogsJob
from engine.setup import Setup, seats_of

DASK = (sys.executable, "-m", "dask")


@dataclass(frozen=True)
class Times:
    """Processor time in s."""

    client: float
    scheduler: float
    workers: float

    def since(self, before: "Times") -> "Times":
        """Return the time that has passed."""
        return Times(
            self.client - before.client, self.scheduler - before.scheduler, self.workers - before.workers
        )


@contextmanager
def cluster_of(workers: int) -> Iterator[tuple[str, Any]]:
    """Start a scheduler and workers as processes of their own; yield its address and a client that looks at them."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    quiet: Any = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    port = address.rpartition(":")[2]
    scheduler = subprocess.Popen([*DASK, "scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard"], **quiet)
    worker = subprocess.Popen(
        [*DASK, "worker", address, "--nthreads", "1", "--nworkers", str(workers), "--no-dashboard"], **quiet
    )
    make: Any = distributed.Client
    try:
        with make(address, timeout=120, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=120)
            yield address, client
    finally:
        for process in (worker, scheduler):
            process.terminate()
            process.wait()


def times(client: Any) -> Times:
    """Return the processor time of everybody so far."""
    workers = sum(client.run(time.process_time).values())
    return Times(time.process_time(), client.run_on_scheduler(time.process_time), workers)


@dataclass(frozen=True)
class Nothing:
    """A job whose tasks have one item each and nothing to do: what they cost is what a task costs."""

    items: int

    def task(self, first: int, _most: int) -> Task[tuple[()]]:
        """Return a task of one item."""
        return Task(first, 1, tuple, ())


def kinds(series: Series, logs: Path) -> dict[str, Callable[[Executor], object]]:
    """Return the kinds of work by name; the third writes the logs that the later ones read."""

    def verify(carry: bool) -> Callable[[Executor], object]:
        return lambda executor: list(deliver(LogsJob(sorted(logs.iterdir()), carry=carry), executor))

    return {
        "an empty task": lambda executor: list(deliver(Nothing(series.matches), executor)),
        "`simulate`": lambda executor: list(play_all([series], executor, Tally)),
        "`simulate --log`": lambda executor: list(play_all([series], executor, Tally, logs)),
        "`verify`": verify(carry=True),
        "`verify --shared`": verify(carry=False),
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    args = parser.parse_args()
    series = Series(Setup("speed", {}, seats_of("bot:random", "bot:random"), 1), args.matches)
    print("| work | workers | client, ms a match or task | scheduler | all workers |\n|---|---|---|---|---|")
    for workers in args.workers:
        with TemporaryDirectory() as folder, cluster_of(workers) as (address, client):
            for name, work in kinds(series, Path(folder)).items():
                with open_cluster(address, print) as executor:
                    before = times(client)
                    work(executor)
                    spent = times(client).since(before)
                figures = (1000 * each / args.matches for each in (spent.client, spent.scheduler, spent.workers))
                print(f"| {name} | {workers} | " + " | ".join(f"{figure:.2f}" for figure in figures) + " |", flush=True)


if __name__ == "__main__":
    main()
