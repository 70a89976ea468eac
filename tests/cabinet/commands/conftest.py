"""A cluster for the commands that work on one."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest


@pytest.fixture
def scheduler() -> Iterator[Callable[[], str]]:
    """Starts a scheduler with two workers, all of them in threads of this process; returns its address."""
    with ExitStack() as stack:

        def start() -> str:
            import distributed

            make: Any = distributed.LocalCluster
            local = make(n_workers=2, threads_per_worker=1, processes=False, protocol="tcp", dashboard_address=":0")
            return str(stack.enter_context(local).scheduler_address)

        yield start
