"""`--jobs` and `--cluster` of the commands that work in bulk: the same output, and one message for each fault."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cabinet.cli import main
from cabinet.errors import ExecutorFailed
from workshop.commands import executors
from workshop.research import cluster as clusters
from workshop.research.bulk import InProcess


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints on its standard output; its standard error, which is no terminal, stays empty."""
    capsys.readouterr()
    assert main([*arguments]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


def logs(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("form", [["--json"], [], ["--timed", "--json", "--preset", "speed"]])
def test_simulate_prints_the_same_from_a_cluster_and_from_processes(
    form: list[str],
    scheduler: Callable[[], str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(executors, "processors", lambda: 2)
    arguments = ["simulate", "--option", "best_of=1", "--games", "9", *form]
    alone = output(capsys, *arguments, "--log", str(tmp_path / "alone"))
    for name, where in {"processes": ["--jobs", "2"], "cluster": ["--cluster", scheduler()]}.items():
        assert output(capsys, *arguments, *where, "--log", str(tmp_path / name)) == alone
        assert logs(tmp_path / name) == logs(tmp_path / "alone")


def test_more_processes_than_are_useful_are_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert executors.allowed_jobs(10**6, 10**6, "matches") == executors.processors()
    assert f"--jobs 1000000: this machine has {executors.processors()} processors" in capsys.readouterr().err


def test_more_processes_than_matches_are_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "processors", lambda: 8)
    assert executors.allowed_jobs(6, 2, "matches") == 2
    assert capsys.readouterr().err == "--jobs 6: there are 2 matches, so the number of processes is 2.\n"
    assert executors.allowed_jobs(6, 6, "matches") == 6
    assert executors.allowed_jobs(1, 0, "matches") == 1
    assert capsys.readouterr().err == ""


def test_a_scheduler_that_is_not_there_is_one_message(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "WAIT_S", 0.3)
    assert main(["simulate", "--games", "1", "--cluster", "tcp://127.0.0.1:9"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "no Dask scheduler answered at tcp://127.0.0.1:9 within 0.3 s" in line


class GoesAway(InProcess):
    """An executor whose scheduler goes away after its second report."""

    def __init__(self) -> None:
        super().__init__()
        self.reports = 0

    def wait(self) -> Any:
        self.reports += 1
        if self.reports == 3:
            raise ExecutorFailed("the scheduler has gone.")
        return super().wait()


def test_what_breaks_off_says_how_to_go_on_and_that_gives_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments = ["simulate", "--option", "best_of=1", "--log", str(tmp_path / "logs")]
    with monkeypatch.context() as patch:
        patch.setattr("workshop.research.bulk.InProcess", GoesAway)
        assert main([*arguments, "--games", "40", "--seed", "100"]) == 2
    told = capsys.readouterr()
    (line,) = told.err.splitlines()
    played = len(logs(tmp_path / "logs"))
    assert 1 < played < 40
    rest = ["--seed", str(100 + played), "--games", str(40 - played)]
    assert f"Matches 1 to {played} are played" in line
    assert f"the same command with {' '.join(rest)} plays the rest" in line
    assert told.out == ""
    assert main([*arguments, *rest]) == 0
    whole = ["simulate", "--option", "best_of=1", "--games", "40", "--seed", "100", "--log", str(tmp_path / "whole")]
    assert main(whole) == 0
    assert logs(tmp_path / "logs") == logs(tmp_path / "whole")
