"""A copy of the checkout's tracked files, in which mutations are tried one after the other."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from pathlib import Path
from typing import Final

from tools.mutations.mutation import Mutation

FAILED: Final = 1
"""pytest's exit code where tests ran and some failed; any other is no verdict."""

LIMIT_S: Final = 600
"""Time for one mutation's tests: a mutation that makes the program hang is caught by its limit."""


class Verdict(Enum):
    """The result of a mutation's tests."""

    CAUGHT = "caught"
    MISSED = "MISSED"
    BROKEN = "BROKEN"
    """The tests did not run: the mutation is no fault, but an error of syntax or of import."""


Runner = Callable[[Path, Sequence[str]], int]
"""Runs tests in a folder, and returns pytest's exit code. Raises subprocess.TimeoutExpired."""


def run_tests(folder: Path, tests: Sequence[str]) -> int:
    """Run tests by pytest in a process of its own until one fails. See `Runner`."""
    # no byte code: a mutation and its repair may fall into one second, and be of one size
    environ = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=1", *tests]
    return subprocess.run(
        command, cwd=folder, env=environ, check=False, capture_output=True, timeout=LIMIT_S
    ).returncode


class Trial:
    """Tries mutations in a copy of the tracked files of `source`, made in the empty folder `copy`."""

    def __init__(self, source: Path, copy: Path, run: Runner = run_tests) -> None:
        self._copy = copy
        self._run = run
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=source, check=True, capture_output=True, text=True)
        for name in filter(None, listed.stdout.split("\0")):
            if (source / name).is_file():  # a link into the system may lead nowhere here
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source / name, copy / name)

    def passes(self, tests: Iterable[str]) -> bool:
        """Whether tests pass in the copy as it is."""
        return self._run(self._copy, list(dict.fromkeys(tests))) == 0

    def verdict(self, mutation: Mutation) -> Verdict:
        """Return how a mutation's tests end with it; the copy is right again afterwards. Raises TextMoved."""
        path = self._copy / mutation.file
        right = path.read_text(encoding="utf-8")
        path.write_text(mutation.mutated(self._copy), encoding="utf-8")
        try:
            code = self._run(self._copy, mutation.tests)
        except subprocess.TimeoutExpired:
            return Verdict.CAUGHT
        finally:
            path.write_text(right, encoding="utf-8")
        return {0: Verdict.MISSED, FAILED: Verdict.CAUGHT}.get(code, Verdict.BROKEN)
