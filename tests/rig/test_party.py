"""The soak's judge of tournaments that were cut off, the hammer that plays them, and what reads them from the disk."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from cabinet.store.ledger import MatchBegun, MatchEnded
from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import Tournament
from tests.cabinet.store.memory_store import MemoryStore
from tools.vm.inside import looks, records
from tools.vm.party import tournament_faults

NAMES = ("ANA", "BEN", "KAI", "LEO", "MIA")


def played(matches: int) -> list[str]:
    """The journal of a tournament after so many matches: m1, m2 …"""
    evening, lines = Evening.begin(Tournament(NAMES, kind="double"))
    journal = list(lines)
    for number in range(1, matches + 1):
        assert evening.now is not None
        evening, lines = evening.result(evening.now, evening.now.names[number % 2], f"m{number}")
        journal += lines
    return journal


def test_what_came_back_whole_is_right() -> None:
    assert tournament_faults([played(4)], {"m1", "m2", "m3", "m4"}) == []
    assert tournament_faults([], ()) == []


def test_a_result_that_is_only_on_one_side_is_found() -> None:
    assert tournament_faults([played(3)], {"m1", "m2", "m3", "m4"}) == ["tonight: the result of m4 is in no journal"]
    assert tournament_faults([played(3)], {"m1", "m2"}) == ["tonight: the result of m3 is not in the records"]
    assert tournament_faults([played(1), played(1)], {"m1"}) == ["tonight: m1 is noted twice"]


@pytest.mark.parametrize("torn", ['{"do":"resu', '{"do":"result","match":"m9"}'])
def test_a_torn_or_foreign_line_is_found(torn: str) -> None:
    lines = played(2)
    (fault, *_) = tournament_faults([[*lines, torn]], {"m1", "m2"})
    assert f"line {len(lines) + 1}" in fault.lower()


def test_the_hammer_plays_one_tournament_after_the_other() -> None:
    store, champions = MemoryStore(), 0
    for number in range(120):
        evening = records.tournament(store)
        assert evening.now is not None
        change = evening.result(evening.now, evening.now.names[number % 2], f"m{number}")
        champions += change.evening.is_over
        store.begin(MatchBegun(f"m{number}", "speed", "hammer", (), number))
        store.end(MatchEnded(f"m{number}", 0, "out", (number,), 1.0), notes=change.lines)
    assert champions >= 2


def test_a_result_that_is_saved_between_two_questions_is_in_both_answers_or_in_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / looks.FILE
    writer = sqlite3.connect(path, isolation_level=None)
    writer.executescript("PRAGMA journal_mode = WAL; CREATE TABLE results (x); CREATE TABLE journal (x)")

    class Reader(sqlite3.Connection):
        """A connection before whose each question a result is saved."""

        def execute(self, question: str, *more: Any) -> sqlite3.Cursor:
            if question.startswith("SELECT"):
                writer.executescript("BEGIN; INSERT INTO results VALUES (1); INSERT INTO journal VALUES (1); COMMIT")
            return super().execute(question, *more)

    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *args, **words: connect(*args, factory=Reader, **words))
    told, (results, journal) = looks.asked(path, "SELECT x FROM results", "SELECT x FROM journal")
    assert told == "ok"
    assert len(results) == len(journal)
    writer.close()
