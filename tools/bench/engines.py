"""Measurements on either engine, the source or the compiled one, each in a process of its own.

A worker is a program that reads a request a line and prints an answer a line. Both workers live through the whole
measurement and are asked in turn, so that other load affects both alike.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from tools.compiled.build import QUICK_CODE, ROOT, NoCompiler, kept

PLAIN: Final = "plain"
COMPILED: Final = "compiled"


def environment(build: str) -> Mapping[str, str]:
    """Return the environment of a Python process (``python -P``) that imports this engine and this checkout.

    The first time it compiles the engine, which takes some minutes. Raises NoCompiler where it cannot.
    """
    path = [str(ROOT)] if build == PLAIN else [str(kept(QUICK_CODE) / "lib"), str(ROOT)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path), "PHOTOFINISH_COMPILED": "no"}


def builds() -> tuple[list[str], str]:
    """Return the engines that can be measured here, and why the compiled one is not among them; empty if it is."""
    try:
        environment(COMPILED)
    except NoCompiler as reason:
        return [PLAIN], str(reason)
    return [PLAIN, COMPILED], ""


class Worker:
    """A process on one of the two engines."""

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
def worker(build: str, module: str) -> Iterator[Worker]:
    """Start a module as a worker on an engine, and end it with the context."""
    command = [sys.executable, "-P", "-m", module]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment(build)
    ) as process:
        yield Worker(process)
