"""`photofinish verify`: exit code 0, 1 or 2, a line or a table, and one message that says what to do."""

import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cabinet.cli import main
from cabinet.errors import ExecutorFailed
from cabinet.regular_file import HEAD, content_of
from cabinet.store.logs import read_log
from engine.verdict import Verdict, begins_a_log
from tests.workshop.research.jobs import Unreliable
from workshop.commands import executors, verify
from workshop.research import verification
from workshop.research.bulk import InProcess, deliver
from workshop.research.verification import LogsJob, LogTally, verify_files


@pytest.fixture
def logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[Path]:
    assert main(["simulate", "--games", "2", "--log", str(tmp_path), "--option", "best_of=1"]) == 0
    capsys.readouterr()
    return sorted(tmp_path.glob("*.jsonl"))


def test_right_logs_end_with_0(logs: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", *map(str, logs)]) == 0
    assert capsys.readouterr().out.count("right, all ") == 2


def test_one_log_is_one_line(logs: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(logs[0])]) == 0
    lines = logs[0].read_bytes().count(b"\n")
    assert capsys.readouterr().out == f"{logs[0]}: right, all {lines} lines\n"


def test_hidden_files_of_a_folder_are_passed_over_and_named_ones_are_read(
    logs: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    """macOS leaves `._NAME` beside each file on a stick."""
    twin = logs[0].with_name(f"._{logs[0].name}")
    twin.write_bytes(b"\0\5\x16\7")
    assert main(["verify", str(logs[0].parent)]) == 0
    assert "right" in capsys.readouterr().out
    assert main(["verify", str(twin)]) == 2


def test_an_unfinished_log_is_right_as_far_as_it_goes(logs: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    logs[0].write_bytes(logs[0].read_bytes()[:-30])
    assert main(["verify", str(logs[0])]) == 0
    assert "unfinished" in capsys.readouterr().out


def tamper(log: Path) -> int:
    """Have a log say something else; return the number of the line."""
    lines = log.read_text(encoding="utf-8").split("\n")
    place = next(place for place, line in enumerate(lines) if '"do":"play"' in line)
    lines[place] = lines[place].replace('"ok":true', '"ok":false')
    log.write_text("\n".join(lines), encoding="utf-8")
    return place + 1


def test_a_log_that_says_something_else_ends_with_1(logs: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    line = tamper(logs[0])
    assert main(["verify", *map(str, logs)]) == 1
    told = capsys.readouterr()
    assert f"{logs[0]}: line {line} differs" in told.err
    assert told.err.endswith("take another copy.\n")
    assert f"{logs[1]}: right" in told.out


@pytest.mark.parametrize("content", [None, b"", b"no log\n", b"\xff\xfe"])
def test_what_cannot_be_read_ends_with_2(
    tmp_path: Path, logs: list[Path], content: bytes | None, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other"
    if content is not None:
        path.write_bytes(content)
    assert main(["verify", str(path), str(logs[0])]) == 2
    assert str(path) in capsys.readouterr().err


def piped(content: bytes, *arguments: str) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "cabinet", *arguments]
    return subprocess.run(command, input=content, capture_output=True, check=False, timeout=60)


def test_standard_input_and_pipes_are_read_where_a_person_names_them(logs: list[Path], tmp_path: Path) -> None:
    done = piped(logs[0].read_bytes(), "verify", "-", str(logs[1]))
    assert (done.returncode, done.stdout.count(b"right, all")) == (0, 2)
    assert done.stdout.startswith(b"-: right, all")
    done = piped(b"no log\n", "verify", "-")
    assert (done.returncode, done.stderr[:3]) == (2, b"-: ")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    writer = Thread(target=pipe.write_bytes, args=(logs[0].read_bytes(),), daemon=True)
    writer.start()
    with pipe.open("rb") as opened:  # somebody reads, so the writer goes on
        assert main(["verify", f"/dev/fd/{opened.fileno()}"]) == 0
    photo = tmp_path / "photo.png"
    assert piped(logs[0].read_bytes(), "replay", "-", "--png", str(photo)).returncode in (0, 2)
    assert piped(b"[display]\n", "card", "check", "-").returncode == 0
    assert piped(b"nonsense", "card", "check", "-").returncode == 2


def test_what_is_no_log_is_refused_after_its_first_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Counting(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise AssertionError("the rest is read")

    assert content_of(Counting(b"no log\n" + b"x" * 10**6), 10**8, begins_a_log) == b"no log\n"
    film = tmp_path / "film.jsonl"
    with film.open("wb") as file:
        file.truncate(60_000_000)  # zeros, without a line end
    assert main(["verify", str(film)]) == 2
    assert len(read_log(film)) == HEAD


# -- Folders ----------------------------------------------------------------------------------------------------


@pytest.fixture
def archive(logs: list[Path], tmp_path: Path) -> Path:
    """A folder with right and bad logs in it and below it."""
    archive = tmp_path / "archive"
    (archive / "2026" / "11").mkdir(parents=True)
    main(["simulate", "--game", "spit", "--games", "1", "--option", "length=1", "--log", str(archive / "2026")])
    for number in range(12):
        shutil.copy(logs[number % 2], archive / "2026" / "11" / f"speed-{number}.jsonl")
    bad = sorted((archive / "2026" / "11").iterdir())
    tamper(bad[3])
    bad[4].write_bytes(bad[4].read_bytes()[:-30])
    bad[5].write_bytes(bad[5].read_bytes() + b"no line\n")
    (archive / "notes.txt").write_text("no log")
    return archive


TABLE = """
game       logs  right  unfinished  differ  unreadable
(no game)     1      0           0       0           1
speed        11      9           1       1           0
spit          1      1           0       0           0
all          13     10           1       1           1
"""


def test_a_folder_is_a_table_and_its_bad_logs_are_named(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert main(["verify", str(archive)]) == 2
    told = capsys.readouterr()
    shown = [line.rpartition("  ")[0].rstrip() for line in told.out.splitlines()]
    assert shown == TABLE.strip().splitlines()
    assert [line.split(": ")[0].rpartition("/")[2] for line in told.err.splitlines() if not line.startswith(" ")] == [
        "speed-11.jsonl",
        "speed-3.jsonl",
    ]
    assert "speed-11.jsonl: line" in told.err
    assert "speed-3.jsonl: line" in told.err


def as_json(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, Any]:
    capsys.readouterr()
    code = main(["verify", *map(str, arguments), "--json"])
    return code, json.loads(capsys.readouterr().out)


def test_json_has_the_table_and_the_bad_logs(
    archive: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    code, found = as_json(capsys, archive)
    assert code == 2
    assert found["games"]["speed"]["logs"] == 11
    assert [found[key] for key in ("logs", "right", "unfinished", "differs", "unreadable")] == [13, 10, 1, 1, 1]
    assert found["lines"] == sum(game["lines"] for game in found["games"].values()) > 500
    assert [bad["verdict"] for bad in found["bad"]] == ["differs", "unreadable"]
    assert all(bad["log"] in bad["problem"] for bad in found["bad"])
    monkeypatch.setattr(verify, "MOST_LISTED", 1)
    _, found = as_json(capsys, archive)
    assert (len(found["bad"]), found["bad_not_listed"]) == (1, 1)


def test_processes_and_a_cluster_print_the_same(
    archive: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, scheduler: Callable[[], str]
) -> None:
    monkeypatch.setattr(executors, "processors", lambda: 2)
    address = scheduler()
    for form in ([], ["--json"]):
        printed = []
        for where in ([], ["--jobs", "2"], ["--cluster", address], ["--cluster", address, "--shared"]):
            capsys.readouterr()
            code = main(["verify", str(archive), *form, *where])
            told = capsys.readouterr()
            printed.append((code, told.out, told.err))
        assert printed[0][0] == 2
        assert printed.count(printed[0]) == len(printed)


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_verdicts_are_the_same_in_any_order_and_cut(data: st.DataObject, archive: Path) -> None:
    paths = sorted(archive.rglob("*.jsonl"))
    alone = verify_files([str(path) for path in paths])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(verification, "MOST_CARRIED", data.draw(st.integers(1, 50_000)))
        job = LogsJob(paths, carry=data.draw(st.booleans()))
        found = [verdict for part in deliver(job, Unreliable(data.draw)) for verdict in part.result]
    assert tuple(found) == alone


def test_a_task_carries_about_so_many_bytes(logs: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "MOST_CARRIED", 10_000)
    (carried,) = LogsJob(logs * 50, carry=True).task(3, 100).arguments
    sizes = [len(log.data) for log in carried]
    assert sum(sizes[:-1]) < 10_000 <= sum(sizes)


class GoesAway(InProcess):
    """An executor that goes away after its first report."""

    reports = 0

    def wait(self) -> Any:
        self.reports += 1
        if self.reports == 2:
            raise ExecutorFailed("the scheduler has gone.")
        return super().wait()


def test_what_breaks_off_names_the_first_log_that_is_left(
    archive: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("workshop.research.bulk.InProcess", GoesAway)
    capsys.readouterr()
    assert main(["verify", str(archive)]) == 2
    told = capsys.readouterr()
    (line,) = [line for line in told.err.splitlines() if "gone" in line]
    paths = sorted(archive.rglob("*.jsonl"))
    done = int(line.partition("gone. ")[2].partition(" of")[0])
    assert f"{done} of {len(paths)} logs are verified" in line
    assert line.endswith(f"the first that is left is {paths[done]}.")
    assert told.out == ""


def test_a_folder_that_cannot_be_read_is_named_and_the_rest_verified(
    archive: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    walk = os.walk

    def locked(folder: Path, onerror: Callable[[OSError], object]) -> Any:
        onerror(PermissionError(13, "Permission denied", str(folder / "locked")))
        return walk(folder)

    monkeypatch.setattr(os, "walk", locked)
    code, found = as_json(capsys, archive)
    assert code == 2
    assert (found["logs"], found["unreadable"]) == (14, 2)
    assert any("locked is another account's. Ask as that one" in bad["problem"] for bad in found["bad"])


def test_a_tally_counts_every_log_once() -> None:
    tally = LogTally()
    assert tally.row([]) == {"logs": 0, "right": 0, "unfinished": 0, "differs": 0, "unreadable": 0, "lines": 0}
    for verdict in (Verdict("right", "spit", 9), Verdict("unreadable")):
        tally.add(verdict)
    assert tally.row(["spit"])["logs"] == 1
    assert tally.row(["spit", ""]) == {
        "logs": 2,
        "right": 1,
        "unfinished": 0,
        "differs": 0,
        "unreadable": 1,
        "lines": 9,
    }
