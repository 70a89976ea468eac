"""The disk after a power cut is read as of one moment, although the hammer goes on writing."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tools.vm.inside import left


def test_a_result_that_is_saved_between_two_questions_is_in_both_answers_or_in_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / left.FILE
    writer = sqlite3.connect(path, isolation_level=None)
    writer.executescript("PRAGMA journal_mode = WAL; CREATE TABLE results (x); CREATE TABLE journal (x)")

    class Reader(sqlite3.Connection):
        """A connection before whose each question a result is saved."""

        def execute(self, question: str, *more: Any) -> sqlite3.Cursor:
            if question.startswith("SELECT"):
                writer.executescript(
                    "BEGIN; INSERT INTO results VALUES (1); INSERT INTO journal VALUES (1); COMMIT"
                )
            return super().execute(question, *more)

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **words: connect(*args, factory=Reader, **words))
    told, (results, journal) = left.asked(path, "SELECT x FROM results", "SELECT x FROM journal")
    assert told == "ok"
    assert len(results) == len(journal)
    writer.close()
