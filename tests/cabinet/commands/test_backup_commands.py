"""`photofinish backup` and `restore`: what they say."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from cabinet.cli import main
from cabinet.store.sqlite import FILE
from cabinet.store.store import DiskStore

if TYPE_CHECKING:
    from tests.cabinet.conftest import Scorebook


def test_records_are_copied_and_put_back_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], book: "Scorebook"
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("PHOTOFINISH_CONFIG", raising=False)
    monkeypatch.chdir(tmp_path)
    assert main(["backup", "records.db"]) == 2
    assert "no records here yet" in capsys.readouterr().err
    store = DiskStore(tmp_path / "photofinish")
    store.end(book.ended(book.won("MIA", "BEN")))
    assert main(["restore", "records.db"]) == 2
    assert "records.db is no backup that can be put back (No such file or directory)" in capsys.readouterr().err
    store.close()
    assert main(["backup", "records.db"]) == 0
    assert capsys.readouterr().out == "records.db has all records, and was checked. Finished matches: 1.\n"
    assert main(["restore", "records.db"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "The records of the backup are in place. Finished matches: 1."
    assert f"{FILE}.before-" in told[1]
    assert len(told) == 2
