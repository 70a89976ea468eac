"""The thread that waits for the disk, so that no other thread has to."""

from collections.abc import Callable
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Final

from cabinet.store.clerk import Clerk
from hardware.clock import Clock

Job = Callable[[Clerk, int], None]
"""Work for the clerk, given the time (CLOCK_MONOTONIC, ns)."""

IDLE_S: Final = 60.0
"""The longest sleep of an idle writer."""
LOOK_S: Final = 0.5
"""The interval at which `close` asks whether to wait longer for the disk."""
GOODBYE_S: Final = 5.0
"""How long `close` waits for the disk if nobody decides otherwise."""

Waits = Callable[[float], bool]
"""Asked while the disk still works: given the seconds waited so far, it returns whether to wait longer."""


def for_a_while(waited_s: float) -> bool:
    """Wait for `GOODBYE_S`."""
    return waited_s < GOODBYE_S


class Writer:
    """Does jobs in the order of `put`, and the clerk's timed work in between."""

    def __init__(self, clerk: Clerk, clock: Clock) -> None:
        self._clerk = clerk
        self._clock = clock
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._bug: Exception | None = None
        self._thread = Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def put(self, job: Job) -> None:
        """Queue a job. Raises the exception of an earlier job: that is a bug, not the disk's fault."""
        if self._bug is not None:
            raise self._bug
        self._jobs.put(job)

    def close(self, waits: Waits = for_a_while) -> bool:
        """Finish all queued jobs and close the disk's files; return False after giving up on a slow disk.

        `waits` is asked every `LOOK_S` seconds. Raises the exception of a job, as `put` does.
        """
        self._jobs.put(None)
        self._thread.join(LOOK_S)
        waited = LOOK_S
        while self._thread.is_alive() and waits(waited):
            self._thread.join(LOOK_S)
            waited += LOOK_S
        if self._bug is not None:
            raise self._bug
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            while self._turn():
                pass
        except Exception as bug:  # noqa: BLE001 - raised in the thread that put the job
            self._bug = bug
        finally:
            self._clerk.close(self._clock())

    def _turn(self) -> bool:
        """Do one job, or the clerk's timed work; return False when there will be no more."""
        due = self._clerk.due
        wait = IDLE_S if due is None else max(0.0, (due - self._clock()) / 1e9)
        try:
            job = self._jobs.get(timeout=wait)
        except Empty:
            self._clerk.tick(self._clock())
            return True
        if job is None:
            return False
        job(self._clerk, self._clock())
        self._clerk.tick(self._clock())
        return True
