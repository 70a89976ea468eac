"""Processes that this one starts for work of its own: none outlives it.

A child has one end of a pipe and nobody but its parent the other. When the parent ends, however it does, the kernel
sends the child SIGIO, which ends it whatever it is at (fcntl(2), O_ASYNC and F_SETOWN): no thread has to wait for its
turn, and after SIGKILL of the parent nobody works on.
"""

import os
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from multiprocessing import active_children, parent_process

from hardware.posix import FCNTL


def end_with_parent() -> None:
    """Have this process of ``multiprocessing`` end with its parent, whose affair Ctrl-C is."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    parent = parent_process()
    assert parent is not None, "a child's own"
    end_when_closed(parent.sentinel, os.getpid())
    if not parent.is_alive():  # it ended before it was watched
        os._exit(1)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait until the block's end: a process whose start it interrupts is not among the children yet, and
    `end_children` would miss it.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def end_children() -> None:
    """End the processes of ``multiprocessing`` at once, whatever they are at."""
    for child in active_children():
        child.kill()


def end_when_closed(pipe: int, process: int) -> None:
    """Have a process that holds one end of a pipe get SIGIO when the other is closed."""
    FCNTL.fcntl(pipe, FCNTL.F_SETOWN, process)
    FCNTL.fcntl(pipe, FCNTL.F_SETFL, FCNTL.fcntl(pipe, FCNTL.F_GETFL) | os.O_ASYNC)


def run(command: Sequence[str]) -> int:
    """Run a program that ends with this one; return its exit code. Raises OSError."""
    childs, ours = os.pipe()
    try:
        with subprocess.Popen(command, pass_fds=(childs,)) as child:
            end_when_closed(childs, child.pid)
            try:
                return child.wait()
            except BaseException:
                child.kill()
                raise
    finally:
        os.close(childs)
        os.close(ours)
