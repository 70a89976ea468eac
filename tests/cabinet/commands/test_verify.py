"""`photofinish verify`: exit code 0, 1 or 2, and one message that says what to do."""

from pathlib import Path

import pytest

from cabinet.cli import main


@pytest.fixture
def logs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> list[Path]:
    assert main(["simulate", "--games", "2", "--log", str(tmp_path), "--option", "best_of=1"]) == 0
    capsys.readouterr()
    return sorted(tmp_path.glob("*.jsonl"))


def test_right_logs_end_with_0(logs: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", *map(str, logs)]) == 0
    assert capsys.readouterr().out.count("right, all ") == 2


def test_an_unfinished_log_is_right_as_far_as_it_goes(logs: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    logs[0].write_bytes(logs[0].read_bytes()[:-30])
    assert main(["verify", str(logs[0])]) == 0
    assert "unfinished" in capsys.readouterr().out


def test_a_log_that_says_something_else_ends_with_1(logs: list[Path], capsys: pytest.CaptureFixture[str]) -> None:
    lines = logs[0].read_text(encoding="utf-8").split("\n")
    place = next(place for place, line in enumerate(lines) if '"do":"play"' in line)
    lines[place] = lines[place].replace('"ok":true', '"ok":false')
    logs[0].write_text("\n".join(lines), encoding="utf-8")
    assert main(["verify", *map(str, logs)]) == 1
    told = capsys.readouterr()
    assert f"{logs[0]}: line {place + 1} differs" in told.err
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
