"""`python -m tools.arm`: the logs of 210 matches on an emulated ARM processor and on this one, then tests there.

Ends with 0 where all logs have the same bytes and the tests pass, with 1 where they do not. Words after the options go
to pytest: `python -m tools.arm tests/cabinet/people` runs that in place of the engine's and the store's tests.
"""

import argparse
import hashlib
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from tqdm import tqdm

from tools.arm.logs import apart, matches
from tools.arm.root import arm_root, command, lacking
from tools.vm.cached import REPOSITORY

TESTS: Final = ("tests/engine", "tests/cabinet/store", "--ignore=tests/engine/test_compiled.py")
"""The compiled engine's tests ask for mypyc and gcc, which are not in the root."""
PYTEST: Final = ("python3", "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider", "--timeout=3600")
"""An emulated processor is ten times slower, and a test's usual limit of time is not meant for it."""
LOGS: Final = ("-m", "tools.arm.logs")
MACHINE: Final = """
from platform import machine, python_version
from sqlite3 import sqlite_version
print(f"{machine()}, Python {python_version()}, SQLite {sqlite_version}")
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare the logs, then run the tests; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.arm", description=__doc__)
    parser.add_argument("--only", choices=("logs", "tests"))
    parser.add_argument("--again", action="store_true", help="without tests marked `once`, a fifth of cases")
    args, words = parser.parse_known_args(arguments)
    fault = lacking()
    if fault:
        print(f"arm: {fault}", file=sys.stderr)
        return 2
    try:
        root = arm_root()
        alike = args.only == "tests" or logs_are_alike(root)
    except subprocess.CalledProcessError as error:  # its own words stand above
        print(f"arm: {Path(error.cmd[0]).name} ended with {error.returncode}: {error.cmd}", file=sys.stderr)
        return 2
    again = ["--again"] if args.again else []
    passed = args.only == "logs" or tests_pass(root, [*again, *(words or TESTS)])
    return 0 if alike and passed else 1


def logs_are_alike(root: Path) -> bool:
    """Play the matches on both processors and print how many logs differ, with their names."""
    here = [sys.executable]
    there = command(root, "python3")
    print(f"here:  {output([*here, '-c', MACHINE])}\nthere: {output([*there, '-c', MACHINE])}", flush=True)
    mine, theirs = list(lines([*here, *LOGS], "here")), list(lines([*there, *LOGS], "there"))
    different = apart(mine, theirs)
    for name in different:
        print(f"differs: {name}")
    total = hashlib.sha256("\n".join(theirs).encode()).hexdigest()
    count = sum(int(line.split()[1]) for line in theirs)
    print(f"{len(theirs)} logs, {count:,} bytes, {len(different)} differ; SHA-256 of the list {total}", flush=True)
    return bool(theirs) and not different


def tests_pass(root: Path, words: Sequence[str]) -> bool:
    """Run pytest in the root, its words as they come."""
    return subprocess.run([*command(root, *PYTEST, *words)], check=False).returncode == 0


def lines(words: Sequence[str], label: str) -> Iterator[str]:
    """The lines that a program prints, with a bar for the matches. Raises CalledProcessError when it fails."""
    total = len(list(matches()))
    with subprocess.Popen(words, cwd=REPOSITORY, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        yield from (line.rstrip("\n") for line in tqdm(program.stdout, label, total, disable=None, leave=False))
    if program.returncode:
        raise subprocess.CalledProcessError(program.returncode, list(words))


def output(words: Sequence[str]) -> str:
    """The words that a program prints. Raises CalledProcessError when it fails."""
    return subprocess.run(words, cwd=REPOSITORY, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
