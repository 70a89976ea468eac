"""Names that are renamed, merged and deleted: everything under them follows, and no result is lost."""

import errno
import json
import stat
import time
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.errors import CabinetError
from cabinet.match.factory import MatchFactory
from cabinet.match.request import PERSON, MatchRequest
from cabinet.people.names import former
from cabinet.people.people import standings_of
from cabinet.people.records import CLOSEST, EVER, STREAK
from cabinet.people.results import Result
from cabinet.store.errors import Unavailable
from cabinet.store.ledger import BaseStandings, Race
from cabinet.store.lock import InUse
from cabinet.store.logs import FOLDER
from cabinet.store.people import TEMPORARY, Journal, delete_person, merge_person, opened_report, rename_person
from cabinet.store.sqlite import FILE, Database
from cabinet.store.store import DiskStore, NameChanged
from cabinet.strings.catalogue import word
from engine.log import read
from engine.log_replay import verify
from engine.units import MS, S
from tests.cabinet.store.memory_store import MemoryStore

if TYPE_CHECKING:
    from tests.cabinet.conftest import Scorebook

KEPT = Journal(lambda line: line)
NOW = 1_790_000_000


def played(folder: Path, book: "Scorebook", results: Sequence[Result], lines: Sequence[str] = ()) -> None:
    """These matches have been played here."""
    store = DiskStore(folder)
    store.note(*lines)
    for result in results:
        store.begin(book.begun(result))
        margins = [race.margin_ns for race in result.figures.races]
        races = [Race(0, 1, margin, "speed", 5, match=result.match, names=result.names[:2]) for margin in margins]
        store.end(book.ended(result), races)
    store.close()
    assert list(store.troubles()) == []


def standings_in(folder: Path) -> str:
    store = DiskStore(folder)
    store.close()
    return store.people.standings()


def renamed(results: Sequence[Result], old: str, new: str) -> list[Result]:
    return [replace(each, names=tuple(new if name == old else name for name in each.names)) for each in results]


pairs = st.lists(st.permutations(["MIA", "BEN", "ZOE", ""]).map(lambda names: names[:2]), min_size=1, max_size=9)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(drawn=pairs, act=st.sampled_from(["rename", "merge", "delete"]))
def test_afterwards_everything_is_as_if_it_had_been_played_so(
    drawn: list[list[str]], act: str, book: "Scorebook", tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("records")
    results = [book.with_race(book.won(*names), 100 * n + 7) for n, names in enumerate(drawn)]
    with patch("cabinet.people.people.WINDOW", 3), patch("cabinet.people.people.STEP", 2):
        played(folder, book, results)
        if act == "rename":
            rename_person(folder, "MIA", "KAI", KEPT)
        elif act == "merge":
            merge_person(folder, "MIA", "BEN", KEPT)
        else:
            delete_person(folder, "MIA", KEPT)
        to = {"rename": "KAI", "merge": "BEN", "delete": former(1)}[act]
        assert standings_in(folder) == standings_of(renamed(results, "MIA", to)).text()
    with opened_report(folder) as report:
        assert "MIA" not in {person.name for person in report.people()}
        assert sum(1 for _ in report.sittings("MIA")) == 0


def test_the_lists_and_the_evening_follow(tmp_path: Path, book: "Scorebook") -> None:
    results = [book.with_race(book.won("MIA", "BEN"), 700), book.won("BEN", "MIA")]
    played(tmp_path, book, results, ['{"join":"MIA"}', '{"join":"BEN"}'])
    journal = Journal(lambda line: line.replace("MIA", "KAI"), lambda lines: [f"after {len(lines)}"])
    assert rename_person(tmp_path, "MIA", "KAI", journal) == 2
    store = DiskStore(tmp_path)
    assert store.closest(judged=True)[0].names == ("KAI", "BEN")
    assert store.tonight(results[0].figures.at) == ["KAI", "BEN"]
    assert store.evening() == ('{"join":"KAI"}', '{"join":"BEN"}', "after 2")
    assert store.people.records(CLOSEST, EVER, "")[0].names == ("KAI", "BEN")
    store.close()


def test_closed_evenings_follow_too(tmp_path: Path, book: "Scorebook") -> None:
    played(tmp_path, book, [book.won("MIA", "BEN")], ["MIA joins"])
    store = DiskStore(tmp_path)
    store.end_evening()
    store.close()
    delete_person(tmp_path, "MIA", Journal(lambda line: line.replace("MIA", "")))
    assert b"MIA joins" not in json.dumps(everything_in(tmp_path)).encode()


def everything_in(folder: Path) -> list[list[object]]:
    """Every row of every table."""
    database = Database(folder / FILE)
    try:
        tables = database.change(
            lambda run: [row[0] for row in run.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        )
        return database.change(lambda run: [list(map(list, run.execute(f"SELECT * FROM {table}"))) for table in tables])
    finally:
        database.close()


def test_a_deleted_name_is_nowhere_and_the_others_keep_their_results(tmp_path: Path, book: "Scorebook") -> None:
    results = [book.with_race(book.won("MIA", "BEN"), 700) for _ in range(4)]
    played(tmp_path, book, results)
    before = DiskStore(tmp_path)
    before.close()
    delete_person(tmp_path, "MIA", KEPT)
    assert "MIA" not in json.dumps(everything_in(tmp_path))
    assert not [path.name for path in tmp_path.rglob("*") if path.is_file() and b"MIA" in path.read_bytes()]
    after = DiskStore(tmp_path)
    after.close()
    assert after.people.rating("speed", "BEN") == before.people.rating("speed", "BEN")
    assert after.people.places("speed").keys() == {"BEN"}
    assert after.people.records(STREAK, EVER, "") == ()
    assert after.closest(judged=True)[0].names == ("", "BEN")
    delete_person(tmp_path, "BEN", KEPT)
    assert "BEN" not in json.dumps(everything_in(tmp_path))


def test_a_name_is_changed_in_standings_whose_results_were_lost(tmp_path: Path, book: "Scorebook") -> None:
    """A damaged database is begun anew with the standings that memory had, without the first results."""
    lost = [book.with_race(book.won("MIA", "BEN"), 700) for _ in range(4)]
    database = Database(tmp_path / FILE)
    database.apply([BaseStandings(standings_of(lost).text())])
    database.close()
    played(tmp_path, book, [book.won("MIA", "BEN")])
    before = DiskStore(tmp_path)
    before.close()
    rename_person(tmp_path, "MIA", "KAI", KEPT)
    after = DiskStore(tmp_path)
    after.close()
    assert after.people.rating("speed", "KAI") == before.people.rating("speed", "MIA")
    assert after.people.streak("speed", "speed", "KAI") == 5
    delete_person(tmp_path, "KAI", KEPT)
    assert "KAI" not in json.dumps(everything_in(tmp_path))


# Logs


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """The log of a match between MIA and a guest, with a photo, and its store closed."""
    store = DiskStore(tmp_path)
    made = MatchFactory(LoadedConfig(Config(), None, ""), tmp_path, 5, store)
    request = MatchRequest("speed", "speed", (PERSON, PERSON), names=("MIA", ""))
    session = made.session(request, 0, lambda _update: None)
    assert session.log is not None
    path = session.log.path
    session.control("leave", 100 * MS)
    session.advance(10 * S, 10 * S)
    store.keep_photo(path, lambda: b"a picture")
    session.close()
    store.close()
    return path


@pytest.mark.parametrize("act", ["rename", "delete"])
def test_the_first_line_of_a_log_follows_and_it_still_verifies(log: Path, tmp_path: Path, act: str) -> None:
    log.chmod(0o640)
    lines, changed = log.read_bytes().split(b"\n"), log.stat().st_mtime_ns
    if act == "rename":
        rename_person(tmp_path, "MIA", "KAI", KEPT)
    else:
        delete_person(tmp_path, "MIA", KEPT)
    after = read(log.read_bytes())
    verify(after)
    assert [seat.name for seat in after.setup.seats] == ["KAI" if act == "rename" else "AMBER", "BLUE"]
    assert (log.read_bytes().split(b"\n")[1:], log.stat().st_mtime_ns) == (lines[1:], changed)
    assert stat.S_IMODE(log.stat().st_mode) == 0o640
    photos = [path.suffix for path in (tmp_path / FOLDER).iterdir() if path != log]
    assert photos == ([".png"] if act == "rename" else [])


def test_a_log_stays_the_cabinets_own_when_root_asks(log: Path, tmp_path: Path) -> None:
    owner = (log.stat().st_uid, log.stat().st_gid)
    with (
        patch("cabinet.store.people.os.geteuid", return_value=owner[0] + 1),
        patch("cabinet.store.people.os.chown") as given,
    ):
        rename_person(tmp_path, "MIA", "KAI", KEPT)
    given.assert_called_once_with(log.with_name(log.name + TEMPORARY), *owner)


def test_a_log_that_has_gone_or_is_none_any_more_does_not_matter(log: Path, tmp_path: Path) -> None:
    log.write_bytes(b"no log\n")
    rename_person(tmp_path, "MIA", "KAI", KEPT)
    assert log.read_bytes() == b"no log\n"
    log.unlink()
    assert rename_person(tmp_path, "KAI", "MIA", KEPT) == 1


def test_what_was_cut_off_is_done_again_by_the_same_command(log: Path, tmp_path: Path) -> None:
    with patch("cabinet.store.people._write", side_effect=KeyboardInterrupt), pytest.raises(KeyboardInterrupt):
        rename_person(tmp_path, "MIA", "KAI", KEPT)
    assert rename_person(tmp_path, "MIA", "KAI", KEPT) == 1
    with opened_report(tmp_path) as report:
        assert [person.name for person in report.people()] == ["KAI"]


def test_a_log_that_the_disk_does_not_take_stops_the_change_and_stays_whole(log: Path, tmp_path: Path) -> None:
    before = log.read_bytes()
    with (
        patch("cabinet.store.people.os.fsync", side_effect=OSError(errno.ENOSPC, "No space left on device")),
        pytest.raises(CabinetError, match=r"cannot be written \(No space left"),
    ):
        rename_person(tmp_path, "MIA", "KAI", KEPT)
    assert (log.read_bytes(), list(log.parent.glob("*.renaming"))) == (before, [])
    with opened_report(tmp_path) as report:
        assert [person.name for person in report.people()] == ["MIA"]


# Beside a running cabinet


def test_beside_a_running_cabinet_names_are_read_and_not_changed(tmp_path: Path, book: "Scorebook") -> None:
    played(tmp_path, book, [book.won("MIA", "BEN")])
    running, another = DiskStore(tmp_path), DiskStore(tmp_path)
    with opened_report(tmp_path) as report:
        assert [person.name for person in report.people()] == ["BEN", "MIA"]
    for store in (running, another):
        with pytest.raises(InUse, match="End it first"):
            rename_person(tmp_path, "MIA", "KAI", KEPT)
        store.close()
    assert rename_person(tmp_path, "MIA", "KAI", KEPT) == 1


# -- While the cabinet runs


def answer_of(store: DiskStore, old: str, new: str, journal: Journal = KEPT) -> NameChanged:
    """Have a running store change a name, and wait for its thread."""
    answer, done = store.change_name(old, new, journal), Event()
    store._thread.put(lambda _worker, _now: done.set())
    assert done.wait(20)
    found = answer()
    assert found is not None
    return found


@pytest.mark.parametrize(("old", "new"), [("MIA", "KAI"), ("MIA", "BEN"), ("MIA", "")])
def test_a_running_store_changes_a_name_and_knows_what_a_restart_would(
    tmp_path: Path, book: "Scorebook", old: str, new: str
) -> None:
    results = [book.with_race(book.won(*pair), 900) for pair in (("MIA", "BEN"), ("ZOE", "MIA"), ("BEN", "ZOE"))]
    played(tmp_path, book, results, lines=['{"do":"winner_stays","names":["MIA","BEN"]}'])
    store = DiskStore(tmp_path)
    store.seen(["ZOE", "MIA"], NOW)
    journal = Journal(lambda line: line.replace("MIA", new), lambda _lines: ['{"do":"left"}'])
    assert answer_of(store, old, new, journal) == NameChanged(2)
    store.set("volume", 30)
    again = book.won("BEN", "ZOE")
    store.begin(book.begun(again))
    store.end(book.ended(again))
    known, lines = store.people.standings(), store.evening()
    tonight, races = store.tonight(NOW), store.closest(judged=True)
    store.close()
    assert list(store.troubles()) == []
    restarted = DiskStore(tmp_path)
    restarted.close()
    assert (known, lines) == (restarted.people.standings(), restarted.evening())
    assert (tonight, races) == (restarted.tonight(NOW), restarted.closest(judged=True))
    assert restarted.settings() == {"volume": 30}
    assert "MIA" not in known + "".join(lines) + "".join(tonight) + str(races)
    assert lines[-1] == '{"do":"left"}'
    assert b"MIA" not in (tmp_path / FILE).read_bytes()


def test_a_name_stays_while_a_log_is_written_or_another_program_plays_and_the_lock_is_kept(
    tmp_path: Path, book: "Scorebook"
) -> None:
    played(tmp_path, book, [book.won("MIA", "BEN")])
    store, other = DiskStore(tmp_path), DiskStore(tmp_path)
    assert answer_of(store, "MIA", "KAI").problem == word("people.in_use")
    other.close()
    log = store.begin_log("speed", 1, time.localtime(NOW))
    assert answer_of(store, "MIA", "KAI").problem == word("people.unsaved")
    log.close()
    with pytest.raises(InUse):
        rename_person(tmp_path, "MIA", "KAI", KEPT)
    assert answer_of(store, "MIA", "KAI") == NameChanged(1)
    with pytest.raises(InUse):
        rename_person(tmp_path, "KAI", "MIA", KEPT)
    another = DiskStore(tmp_path)
    assert another._lock is not None, "others may play here again"
    another.close()
    store.close()


def test_a_disk_that_fails_in_the_middle_brings_no_old_name_back(tmp_path: Path, book: "Scorebook") -> None:
    """The tables have the new name, but nothing can be read of them: the memory is taken anew before the next save."""
    played(tmp_path, book, [book.won("MIA", "BEN")])
    store = DiskStore(tmp_path)
    with patch.object(Database, "load", side_effect=Unavailable("gone")):
        assert answer_of(store, "MIA", "KAI") == NameChanged(1)
    store.seen(["ZOE"], NOW)
    store.close()
    assert list(store.tonight(NOW)) == ["ZOE"]
    assert "MIA" not in store.people.standings()
    assert "KAI" in standings_in(tmp_path)


def test_a_store_without_records_says_that_it_has_none() -> None:
    answer = MemoryStore().change_name("MIA", "KAI", KEPT)()
    assert answer is not None and answer.problem == word("people.unsaved")


def test_records_that_cannot_be_used_are_said_to_be(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"garbage" * 200)
    with pytest.raises(CabinetError, match="cannot be used"):
        rename_person(tmp_path, "MIA", "KAI", KEPT)
    with pytest.raises(CabinetError, match="cannot be used"), opened_report(tmp_path) as report:
        report.people()
