"""What a command has started ends with it, whatever ends that: real processes, and a pipe that all of them hold."""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import cast

import pytest

from workshop.research.bulk import Processes, Task

PATIENCE_S = 60.0
"""How long a busy machine may take; an idle one takes 0.1 to 0.4 s."""
BUSY = """
import os
from workshop.research.bulk import Task, processes
from tests.workshop.research.test_children import stay
if __name__ == "__main__":
    with processes(2) as executor:
        for number in (0, 1):
            executor.submit(number, Task(number, 1, stay, ()))
        list(executor.wait())
"""
"""A command whose two processes work for ever."""
PROGRAM = """
import sys
from cabinet.process.children import run
run([sys.executable, "-c", "print('begun', flush=True)\\nwhile True: pass"])
"""
"""One that runs a program, as the making of a bundle runs pip."""


def stay() -> None:
    """Say that the work has begun, and never end."""
    os.write(1, b"begun\n")
    while True:
        pass


@pytest.fixture(autouse=True)
def _no_signal_is_ignored() -> Iterator[None]:
    """What is ignored here, behind nohup or in the background, is so in every program that is started."""
    interrupt = signal.signal(signal.SIGINT, signal.default_int_handler)
    hangup = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGHUP, hangup)


def code_after(program: Sequence[str], begun: int, end: signal.Signals, *, everybody: bool) -> int:
    """Start a program, wait for so many lines, send a signal to it, or to everybody as a terminal does; return its exit
    code once the last process that holds its output has ended."""
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True) as ran:
        assert ran.stdout is not None
        try:
            for _ in range(begun):
                assert ran.stdout.readline() == b"begun\n"
            (os.killpg if everybody else os.kill)(ran.pid, end)
            is_readable, _, _ = select.select([ran.stdout], [], [], PATIENCE_S)
            assert is_readable, "a process works on"
            assert ran.stdout.read() == b"", "the end of all that hold it"
            return ran.wait()
        finally:
            with suppress(ProcessLookupError):  # all have ended
                os.killpg(ran.pid, signal.SIGKILL)


@pytest.mark.parametrize("program", [BUSY, PROGRAM], ids=["processes", "a program"])
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
def test_nobody_works_on_when_a_command_has_ended(
    program: str, end: signal.Signals, tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "command.py"
    script.write_text(program)
    monkeypatch.setenv("PYTHONPATH", str(repository))
    began = 2 if program == BUSY else 1
    code = code_after([sys.executable, str(script)], began, end, everybody=False)
    assert code == (-end if end != signal.SIGINT else code)


def test_ctrl_c_on_a_terminal_reaches_everybody_and_ends_all(
    tmp_path: Path, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = tmp_path / "command.py"
    script.write_text(BUSY)
    monkeypatch.setenv("PYTHONPATH", str(repository))
    assert code_after([sys.executable, str(script)], 2, signal.SIGINT, everybody=True) != 0


def test_ctrl_c_waits_while_processes_are_started() -> None:
    """One that was being started was no child yet, and worked for ever: once in some twenty runs on a busy machine."""

    class Pool:
        held = False

        def submit(self, *_: object) -> Future[object]:
            signal.raise_signal(signal.SIGINT)
            self.held = signal.SIGINT in signal.sigpending()
            return Future()

    pool = Pool()
    with pytest.raises(KeyboardInterrupt):
        Processes(cast(ProcessPoolExecutor, pool), 1).submit(0, Task(0, 1, stay, ()))
    assert pool.held


def test_one_place_starts_processes_that_work_in_bulk(repository: Path) -> None:
    found = [
        str(path.relative_to(repository))
        for package in ("cabinet", "workshop")
        for path in sorted((repository / package).rglob("*.py"))
        if any(name in path.read_text(encoding="utf-8") for name in ("ProcessPoolExecutor(", "Process(", "os.fork("))
    ]
    assert found == ["workshop/research/bulk.py"]
