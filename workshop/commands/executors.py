"""`--jobs` and `--cluster`, the options of the commands that work in bulk; their progress."""

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import Final, TextIO, TypeVar

from tqdm import tqdm

from cabinet.process.streams import printed_to
from cabinet.strings.catalogue import word
from workshop.research.bulk import Executor, processes
from workshop.research.cluster import open_cluster

T = TypeVar("T")

TICK_S: Final = 0.5
"""The interval at which a bar is drawn at least, and after which it is, s."""


@contextmanager
def executor_of(args: argparse.Namespace, items: int, unit: str) -> Iterator[Executor]:
    """Yield the executor that the command line asks for; `items` are worked on, named `unit`.

    Raises ExecutorFailed for a cluster that cannot be used.
    """
    if args.cluster is None:
        with processes(allowed_jobs(args.jobs or 1, items, unit)) as executor:
            yield executor
        return

    with open_cluster(args.cluster, notify) as cluster:
        yield cluster


def allowed_jobs(given: int, items: int, unit: str) -> int:
    """Return the number of processes that are of use, with a message if that is fewer than given.

    More than there are processors are of no use, and more than there are items.
    """
    most = processors()
    if given > most:
        print(word("bulk.jobs", given=given, most=most), file=sys.stderr)
    useful = max(min(given, most, items), 1)
    if useful < min(given, most):
        print(word("bulk.few_items", given=given, items=items, unit=unit, useful=useful), file=sys.stderr)
    return useful


def processors() -> int:
    """Return the number of processors that this program may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def notify(text: str, stream: TextIO | None = None) -> None:
    """Print a line to the standard error, or to `stream`, above a progress bar."""
    with tqdm.external_write_mode(file=printed_to(sys.stderr)):
        print(text, file=stream or sys.stderr)


def watched(items: Iterable[T], total: int, unit: str) -> Iterator[T]:
    """Yield `total` items, with `progress`."""
    with progress(total, unit) as on_done:
        for item in items:
            yield item
            on_done(1)


@contextmanager
def progress(items: int, unit: str) -> Iterator[Callable[[int], object]]:
    """Show a progress bar with items a second and the time left; yield the function that takes items as done.

    Its clock goes on while nothing is done. Nothing is shown where the standard error is no terminal, or if all is done
    within half a second.
    """
    out, ended = printed_to(sys.stderr), Event()

    def tick() -> None:
        while not ended.wait(TICK_S):
            bar.delay = 0  # it is shown now, and so is to be cleared
            bar.refresh()

    with tqdm(total=items, unit=f" {unit}", leave=False, disable=None, delay=TICK_S, smoothing=0.1, file=out) as bar:
        ticking = Thread(target=tick, name="progress", daemon=True)
        if not bar.disable:
            ticking.start()
        try:
            yield bar.update
        finally:
            ended.set()
            if ticking.ident is not None:
                ticking.join()
