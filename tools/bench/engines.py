"""Measurements on several engines, the source, the compiled one or another checkout's, each in a process of its own.

A worker is a program that reads a request a line and prints an answer a line. All workers live through the whole
measurement and are asked in turn, so that other load affects all alike.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tools.compiled.build import QUICK_CODE, ROOT, NoCompiler, kept

PLAIN: Final = "plain"
COMPILED: Final = "compiled"


def path_of(build: str) -> str:
    """Return the PYTHONPATH of a process that imports this engine and this checkout.

    The first time it compiles the engine, which takes some minutes. Raises NoCompiler where it cannot.
    """
    path = [str(ROOT)] if build == PLAIN else [str(kept(QUICK_CODE) / "lib"), str(ROOT)]
    return os.pathsep.join(path)


def builds() -> tuple[list[str], str]:
    """Return the engines that can be measured here, and why the compiled one is not among them; empty if it is."""
    try:
        path_of(COMPILED)
    except NoCompiler as reason:
        return [PLAIN], str(reason)
    return [PLAIN, COMPILED], ""


class Worker:
    """A process on one of the engines."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def ask(self, request: str) -> str:
        """Return the answer to a request. Raises RuntimeError if the worker has ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{request}\n")
        self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"the worker ended at {request!r}: see its message above")
        return answer.rstrip("\n")


@contextmanager
def worker(path: str, *program: str) -> Iterator[Worker]:
    """Start a program (arguments of Python's) as a worker with this PYTHONPATH, and end it with the context."""
    command = [sys.executable, "-P", *program]
    env = {**os.environ, "PYTHONPATH": path, "PHOTOFINISH_COMPILED": "no"}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as process:
        yield Worker(process)
