"""Mutations that tests must catch: each still finds its text. `python -m tools.mutations` tries each."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tools.mutations.__main__ import MUTATIONS, run
from tools.mutations.mutation import Mutation, TextMoved
from tools.mutations.trial import Trial, Verdict, run_tests


@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda mutation: mutation.name)
def test_its_text_is_there_once_and_its_tests_are_there(mutation: Mutation, repository: Path) -> None:
    compile(mutation.mutated(repository), mutation.file, "exec")
    assert mutation.old != mutation.new
    assert mutation.tests and [test for test in mutation.tests if not (repository / test).is_file()] == []


def test_there_are_enough_of_them_and_each_has_a_name_of_its_own() -> None:
    assert len({mutation.name for mutation in MUTATIONS}) == len(MUTATIONS) >= 20
    assert sum(mutation.file.startswith("cabinet/display/") for mutation in MUTATIONS) >= 10


ADD = Mutation("minus", "sums.py", "a + b", "a - b", ("test_sums.py",))
RIGHT = "def add(a, b):\n    return a + b  # a + 0 is a\n"


def quick(folder: Path, tests: Sequence[str]) -> int:
    """What pytest would say of the sums, without a process for each."""
    text = (folder / "sums.py").read_text(encoding="utf-8")
    return 2 if not text.startswith("def ") else int("a + b" not in text)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A checkout with one function and one test."""
    folder = tmp_path / "source"
    folder.mkdir()
    (folder / "sums.py").write_text(RIGHT)
    (folder / "test_sums.py").write_text("from sums import add\n\ndef test_add():\n    assert add(2, 1) == 3\n")
    (folder / "untracked.txt").touch()
    subprocess.run(["git", "init", "-q", "."], cwd=folder, check=True)
    subprocess.run(["git", "add", "sums.py", "test_sums.py"], cwd=folder, check=True)
    return folder


@pytest.mark.needs("git")
def test_a_fault_is_tried_in_a_copy_of_what_is_tracked_and_made_good_again(source: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    trial = Trial(source, copy)
    assert trial.verdict(ADD) is Verdict.CAUGHT
    assert {path.name for path in copy.glob("*.*")} == {"sums.py", "test_sums.py"}
    assert (source / "sums.py").read_text() == (copy / "sums.py").read_text() == RIGHT
    assert run_tests(copy, ["test_sums.py"]) == 0


@pytest.mark.needs("git")
def test_a_fault_is_caught_missed_or_none_at_all(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    harmless = ADD._replace(name="a comment", old="# a + 0 is a", new="#")
    broken = ADD._replace(name="no Python", old="def add", new="add")
    trial = Trial(source, tmp_path / "copy", quick)
    assert [trial.verdict(each) for each in (ADD, harmless, broken)] == list(Verdict)
    assert run(trial, [ADD]) == 0
    assert run(trial, [ADD, harmless]) == 1
    assert capsys.readouterr().out.endswith("1 of 2 caught\n")


@pytest.mark.needs("git")
def test_tests_that_never_end_have_caught_it(source: Path, tmp_path: Path) -> None:
    def endless(folder: Path, tests: Sequence[str]) -> int:
        raise subprocess.TimeoutExpired("pytest", 1)

    assert Trial(source, tmp_path / "copy", endless).verdict(ADD) is Verdict.CAUGHT


@pytest.mark.needs("git")
@pytest.mark.parametrize(("old", "found"), [("a + ", 2), ("a * b", 0)])
def test_a_text_that_is_not_there_once_is_said(source: Path, tmp_path: Path, old: str, found: int) -> None:
    moved = ADD._replace(old=old)
    with pytest.raises(TextMoved, match=re.escape(f"minus: sums.py holds its text {found} times: {old!r}")):
        moved.mutated(source)
    with pytest.raises(TextMoved, match=r"gone\.py is not there"):
        ADD._replace(file="gone.py").mutated(source)
    assert run(Trial(source, tmp_path / "copy", quick), [moved]) == 2


@pytest.mark.needs("git")
def test_nothing_is_tried_where_the_tests_fail_anyway(source: Path, tmp_path: Path) -> None:
    (source / "sums.py").write_text("def add(a, b):\n    return a - b\n")
    assert run(Trial(source, tmp_path / "copy", quick), [ADD]) == 2
