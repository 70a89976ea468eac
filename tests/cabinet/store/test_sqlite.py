"""The store's database: its tables, and those of versions before."""

import errno
import fcntl
import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final
from unittest.mock import Mock, patch

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.errors import CabinetError
from cabinet.people.people import Standings, standings_of
from cabinet.people.ratings import CURVE
from cabinet.people.records import CLOSEST, EVER
from cabinet.people.results import Figures, RaceFigure, Result, figures_text
from cabinet.store.errors import (
    Damaged,
    NewerDatabase,
    Unavailable,
    cause_of,
    translated_sqlite_errors,
    try_to_write,
)
from cabinet.store.ledger import (
    LISTED,
    Change,
    Cleared,
    Counted,
    EveningEnded,
    Ledger,
    MatchBegun,
    MatchEnded,
    Noted,
    Race,
    RaceRun,
    Seen,
    SettingSet,
    TakenBack,
    has_outdated_standings,
    stored_standings,
    write_standings,
)
from cabinet.store.lock import alone
from cabinet.store.logs import RealFiles
from cabinet.store.people import opened_report
from cabinet.store.sqlite import (
    FILE,
    MIGRATIONS,
    WRITE_VERSION,
    Database,
    condition_of,
    damaged_in,
    fault_in,
    opened,
    read_only_ledger,
)
from cabinet.store.store import DiskStore
from cabinet.store.worker import DiskWorker, Memory, Trouble

if TYPE_CHECKING:
    from tests.cabinet.conftest import Scorebook
    from tests.cabinet.store.conftest import Notes


HEADER = 100
"""Bytes of SQLite's own: what it says there of the form of the file, it may set right before it finds more."""
WHEN = time.struct_time((2026, 11, 21, 18, 30, 5, 5, 325, 0))


def as_seats_go(result: Result) -> Result:
    """The result without the names of bots; () where nobody has one."""
    sitting = tuple(name * (player == "human") for name, player in zip(result.names, result.players, strict=True))
    return replace(result, names=sitting if any(sitting) else ())


names = st.text(st.characters(codec="utf-8"), max_size=8)
whole = st.integers(0, 2**40)
people = st.sampled_from(["", "MIA", "BEN", "ZOE", "#4"])
races = st.builds(
    Race, st.integers(0, 5), st.integers(0, 5), whole, names, whole, st.booleans(), names, st.tuples(people, people)
)
scores = st.lists(whole, max_size=4).map(tuple)
players = st.lists(names, max_size=4).map(tuple)
figures = st.builds(
    Figures,
    whole,
    st.sampled_from(["2026-11-22", "2026-11-23", "2026-12-01"]),
    st.booleans(),
    st.sampled_from([(1, 2), (2, 1), (1, 1)]),
    st.tuples(st.integers(0, 9), st.integers(0, 9)),
    st.tuples(st.integers(0, 9), st.integers(0, 9)),
    st.lists(st.builds(RaceFigure, st.just(0), st.just(1), whole, st.booleans()), max_size=2).map(tuple),
)
results = st.builds(
    Result,
    st.just("match"),
    st.sampled_from(["speed", "spit"]),
    st.sampled_from(["one", "two"]),
    st.sampled_from([("human", "human"), ("human", "bot:slow")]),
    st.tuples(people, people),
    st.none() | st.integers(0, 1),
    st.sampled_from(["out", "left"]),
    figures,
).map(as_seats_go)
changes = st.one_of(
    st.builds(MatchBegun, names, names, names, players, whole),
    st.builds(Seen, st.lists(people, max_size=3).map(tuple), whole),
    st.builds(Noted, st.lists(names, max_size=3).map(tuple)),
    st.just(EveningEnded()),
    st.builds(TakenBack, st.integers(0, 30).map("match {}".format)),
    results.map(lambda result: MatchEnded(result.match, result.winner, result.reason, (), 1.0, result)),
    st.builds(MatchEnded, names, st.none() | st.integers(0, 5), names, scores, st.floats(0, 900)),
    st.builds(RaceRun, races),
    st.builds(Counted, st.dictionaries(names, whole, max_size=3)),
    st.builds(SettingSet, names, st.none() | st.booleans() | st.integers(-(2**40), 2**40) | names),
    st.builds(Cleared, st.booleans(), st.booleans()),
)


def as_matches_go(told: Iterable[Change]) -> Iterator[Change]:
    """The changes, no match's name used twice, and every second outcome that of the match begun last.

    A match with a result is begun by the people who end it.
    """
    name = ""
    for number, change in enumerate(told):
        if isinstance(change, MatchBegun):
            name = f"{change.name} {number}"
            yield replace(change, name=name)
        elif isinstance(change, MatchEnded) and change.result is not None:
            result = replace(change.result, match=f"match {number}")
            yield MatchBegun(result.match, result.game, result.preset, result.players, 7, result.names)
            yield replace(change, name=result.match, result=result)
        elif isinstance(change, MatchEnded) and number % 2:
            yield replace(change, name=name)
        else:
            yield change


def ledger_of(told: Iterable[Change]) -> Ledger:
    ledger = Ledger()
    for change in told:
        change.remember(ledger)
    return ledger


def put_aside(folder: Path) -> list[str]:
    return damaged_in(sorted(path.name for path in folder.glob(f"{FILE}.damaged-*")))


@contextmanager
def few_results_apart() -> Iterator[None]:
    """Standings are folded after every third result, so that a short history has both parts."""
    with patch("cabinet.people.people.WINDOW", 3), patch("cabinet.people.people.STEP", 2):
        yield


@contextmanager
def database(path: Path) -> Iterator[Database]:
    one = Database(path)
    try:
        yield one
    finally:
        one.close()


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(told=st.lists(changes, max_size=30))
def test_what_the_database_gives_back_is_what_memory_has(
    told: list[Change], tmp_path_factory: pytest.TempPathFactory
) -> None:
    told = list(as_matches_go(told))
    path, anew = (tmp_path_factory.mktemp("store") / FILE for _ in range(2))
    with few_results_apart():
        with database(path) as one:
            for change in told:
                one.apply([change])
        known = ledger_of(told)
        with database(path) as again:
            assert again.load() == known
        history = list(known.changes())
        assert ledger_of(history) == known
        with database(anew) as other:
            other.apply(history)
            assert other.load() == known


def test_all_changes_of_one_call_are_saved_or_none(tmp_path: Path, notes: "Notes") -> None:
    with database(tmp_path / FILE) as one:
        with pytest.raises(sqlite3.IntegrityError):  # a bug of whoever told it, not a damaged file
            one.apply([Counted({"starts": 1}), RaceRun(notes.race(-1))])
        assert one.load() == Ledger()


def test_only_the_closest_races_of_each_kind_are_kept(tmp_path: Path, notes: "Notes") -> None:
    with database(tmp_path / FILE) as one:
        one.apply([RaceRun(notes.race(1000 - n, judged=judged)) for n in range(50) for judged in (True, False)])
        count = one._connection.execute("SELECT count(*) FROM races").fetchone()[0]
        assert count == 2 * LISTED
        assert [race.margin_ns for race in one.load().closest(judged=True)][:2] == [951, 952]


def test_every_change_is_on_the_disk_before_it_counts(tmp_path: Path) -> None:
    with database(tmp_path / FILE) as one:
        run = one._connection.execute
        assert run("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert run("PRAGMA synchronous").fetchone()[0] == 2
        assert run("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS)


def test_a_version_from_before_the_added_columns_and_this_one_take_turns_on_one_database(
    tmp_path: Path, notes: "Notes"
) -> None:
    """An upgrade, a rollback, and the upgrade again: nobody loses anything."""
    path = tmp_path / FILE
    with closing(sqlite3.connect(path)) as older:
        for statement in MIGRATIONS[0]:
            older.execute(statement)
        older.execute("PRAGMA user_version = 1")
        write = "INSERT INTO races (winner, loser, margin_ns, game, at, judged) VALUES (0, 1, ?, 'speed', 5, 1)"
        older.execute(write, (3000,))
        older.commit()
    with database(path) as one:
        assert one.load().closest(judged=True) == (notes.race(3000),)
        one.apply([RaceRun(replace(notes.race(1000), match="match-1"))])
    with closing(sqlite3.connect(path)) as older:
        older.execute(write, (2000,))
        older.commit()
    with database(path) as again:
        assert [race.match for race in again.load().closest(judged=True)] == ["match-1", "", ""]


def test_a_newer_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / FILE
    with database(path) as one:
        one._connection.execute("PRAGMA user_version = 99")
    before = path.read_bytes()
    with pytest.raises(NewerDatabase, match=r"newer version .* Install that version again, or set data\.folder"):
        opened(path, WHEN)
    assert path.read_bytes() == before
    assert put_aside(tmp_path) == []


def test_a_database_of_something_else_is_put_aside(tmp_path: Path) -> None:
    path = tmp_path / FILE
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    one, ledger, aside = opened(path, WHEN)
    one.close()
    assert aside == tmp_path / f"{FILE}.damaged-2026-11-21T18-30-05"
    assert ledger == Ledger()
    assert put_aside(tmp_path) == [aside.name]


def test_what_can_be_read_without_room_for_a_change_is_known_but_for_the_match_to_go_on_with(
    tmp_path: Path, notes: "Notes"
) -> None:
    path = tmp_path / FILE
    with database(path) as one:
        one.apply([notes.begun(1), SettingSet("volume", 40), RaceRun(notes.race(700))])
    before = path.read_bytes()
    ledger = read_only_ledger(path)
    assert (ledger.settings, ledger.closest(judged=True), ledger.open) == ({"volume": 40}, (notes.race(700),), None)
    assert [each.name for each in tmp_path.iterdir()] == [FILE], "nothing was made beside it"
    assert path.read_bytes() == before
    path.write_bytes(b"garbage" * 99)
    assert read_only_ledger(path) == read_only_ledger(tmp_path / "none") == Ledger()
    assert [each.name for each in tmp_path.iterdir()] == [FILE]


def test_of_two_that_are_put_aside_at_once_neither_is_lost(tmp_path: Path) -> None:
    for content in (b"first " * 400, b"second " * 400):
        (tmp_path / FILE).write_bytes(content)
        opened(tmp_path / FILE, WHEN)[0].close()
    assert [(tmp_path / name).read_bytes()[:5] for name in put_aside(tmp_path)] == [b"first", b"secon"]


def test_a_folder_where_a_file_belongs_is_not_to_be_had(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with pytest.raises(Unavailable):
        opened(tmp_path / FILE, WHEN)


# Ratings of another curve


def test_ratings_of_another_curve_are_made_anew_from_all_results_and_stored(tmp_path: Path, book: "Scorebook") -> None:
    results = [book.won("MIA", "BEN"), book.won("BEN", "MIA"), book.won("MIA", "ZOE")]
    folded = standings_of(results)
    folded.clear_records(1)
    old = json.loads(folded.text())
    del old["curve"]  # as a version before wrote it, with ratings of its own
    old["games"]["speed"]["ratings"]["MIA"]["mu"] = 99.0
    with database(tmp_path / FILE) as one:
        one.apply([change for each in results for change in (book.begun(each), book.ended(each))])
        one._connection.execute("INSERT INTO standings (id, ended, state) VALUES (1, 3, ?)", (json.dumps(old),))
    with database(tmp_path / FILE) as one:
        assert one.ask(stored_standings).games["speed"].ratings == folded.games["speed"].ratings, "to be asked only"
        people = one.load().people
        assert people.ratings("speed") == folded.games["speed"].ratings
        assert not one.ask(has_outdated_standings)
        assert one.ask(stored_standings).cleared == 1


def test_a_result_that_cannot_be_read_leaves_the_ratings_of_another_curve(tmp_path: Path, book: "Scorebook") -> None:
    results = [book.won("MIA", "BEN"), book.won("BEN", "MIA")]
    with database(tmp_path / FILE) as one:
        one.apply([change for each in results for change in (book.begun(each), book.ended(each))])
        one._connection.execute("UPDATE matches SET figures = '[' WHERE ended = 1")
        write_standings(one._connection, replace(standings_of(results), curve=0))
    with database(tmp_path / FILE) as one:
        assert one.load().people.ratings("speed").keys() == {"MIA", "BEN"}


# Many matches


def filled(path: Path, matches: int) -> Path:
    """A database in which so many matches have come to their end."""
    with database(path) as one:
        one.apply([RaceRun(race) for race in (Race(0, 1, 900, "speed", 5), Race(1, 0, 700, "spit", 6, judged=False))])
        one._connection.execute("BEGIN")
        one._connection.executemany(
            "INSERT INTO matches (name, game, preset, players, begun, winner, reason, scores, seconds) "
            "VALUES (?, 'speed', 'speed', '[\"human\", \"human\"]', ?, 0, 'out', '[2, 1]', 63.5)",
            ((f"2026-11-22T19-02-35-speed-{number}", 1_700_000_000 + number) for number in range(matches)),
        )
        one._connection.executemany("INSERT INTO sat SELECT name, ?, ? FROM matches", [(0, "MIA"), (1, "BEN")])
        one._connection.execute("UPDATE matches SET ended = id, figures = ?", (figures_text(Figures(places=(1, 2))),))
        write_standings(one._connection, Standings(ended=max(0, matches - 10), curve=CURVE))
        one._connection.execute("COMMIT")
    return path


@pytest.fixture(scope="module")
def long_kept(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database too large to be looked at whole before the first frame."""
    return filled(tmp_path_factory.mktemp("long kept") / FILE, 10_000).read_bytes()


def steps(connection: sqlite3.Connection, act: Callable[[], object]) -> int:
    """How many hundreds of its instructions SQLite takes for something."""
    count = [0]

    def one_more() -> int:
        count[0] += 1
        return 0

    connection.set_progress_handler(one_more, 100)
    act()
    connection.set_progress_handler(None, 0)
    return count[0]


def test_nothing_that_is_asked_or_told_takes_longer_the_more_matches_there_are(
    long_kept: bytes, tmp_path: Path, notes: "Notes", book: "Scorebook"
) -> None:
    (tmp_path / "many.db").write_bytes(long_kept)
    taken, result = [], book.won("MIA", "BEN")
    for path in (filled(tmp_path / "few.db", 10), tmp_path / "many.db"):
        with database(path) as one:
            told: list[Change] = [
                *(notes.begun(1), notes.ended(1), RaceRun(notes.race(500)), Counted({"matches": 1})),
                *(book.begun(result), book.ended(result), TakenBack(result.match), Noted(("line",)), EveningEnded()),
            ]
            looked = partial(fault_in, one._connection, whole=False)
            taken.append([steps(one._connection, act) for act in (looked, one.load, partial(one.apply, told))])
    assert taken[0] == pytest.approx(taken[1], abs=4)
    with database(tmp_path / "many.db") as one:
        assert steps(one._connection, one.check) > 100, "what takes long is seen to"


def test_a_small_database_is_checked_whole_when_it_is_opened_and_a_large_one_afterwards(
    long_kept: bytes, tmp_path: Path
) -> None:
    with database(filled(tmp_path / "few.db", 10)) as one:
        assert one.is_checked
    (tmp_path / "many.db").write_bytes(long_kept)
    with database(tmp_path / "many.db") as one:
        assert not one.is_checked
        one.check()
        assert one.is_checked


def test_damage_that_a_start_does_not_look_at_is_found_later_and_by_the_doctor(
    long_kept: bytes, tmp_path: Path
) -> None:
    middle = len(long_kept) // 2
    (tmp_path / FILE).write_bytes(long_kept[:middle] + b"\xff" * 4096 + long_kept[middle + 4096 :])
    with database(tmp_path / FILE) as one:
        assert len(one.load().closest(judged=True)) == 1
        with pytest.raises(Damaged):
            one.check()
    assert condition_of(tmp_path / FILE, whole=False) == "ok"
    assert condition_of(tmp_path / FILE) != "ok"


class Whole:
    """The bytes of a database with something of everything in it."""

    def __init__(self, content: bytes) -> None:
        self.content = content


@pytest.fixture(scope="module")
def whole_file(tmp_path_factory: pytest.TempPathFactory, notes: "Notes") -> Whole:
    path = tmp_path_factory.mktemp("whole") / FILE
    with database(path) as one:
        one.apply([notes.begun(1), notes.ended(1), notes.begun(2), SettingSet("volume", 40)])
        one.apply([RaceRun(notes.race(1_300_000 + n)) for n in range(15)])
        one.apply([Counted({f"press.{n}.CARD1": n for n in range(40)}), Noted(("line",) * 40)])
        figures = Figures(1, "2026-11-22", places=(1, 2), races=(RaceFigure(0, 1, 900, True),))
        with few_results_apart():
            for n in range(9):
                sitting = ("MIA", "BEN")
                result = Result(f"match {n}", "speed", "speed", ("human",) * 2, sitting, 0, "out", figures)
                one.apply([MatchBegun(result.match, "speed", "speed", result.players, n, sitting)])
                one.apply([MatchEnded(result.match, 0, "out", (), 1.0, result)])
    return Whole(path.read_bytes())


damage = st.one_of(
    st.tuples(st.just("cut"), st.floats(0, 1), st.just(b"")),
    st.tuples(st.just("over"), st.floats(0, 1), st.binary(min_size=1, max_size=600)),
)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(done=damage)
@example(done=("over", 0.0003, b"\x03"))
@example(done=("over", 0.06385491418566903, b"\x01"))
def test_whatever_is_in_the_file_the_cabinet_starts_and_nothing_is_thrown_away(
    done: tuple[str, float, bytes], whole_file: Whole, tmp_path_factory: pytest.TempPathFactory
) -> None:
    kind, where, garbage = done
    content = whole_file.content
    place = int(where * len(content))
    ruined = content[:place] if kind == "cut" else content[:place] + garbage + content[place + len(garbage) :]
    folder = tmp_path_factory.mktemp("ruined")
    (folder / FILE).write_bytes(ruined)
    try:
        one, ledger, aside = opened(folder / FILE, WHEN)
    except NewerDatabase:
        assert kind == "over"  # the garbage lies on the version's own four bytes
        return
    one.apply([Counted({"starts": 1})])
    one.close()
    assert isinstance(ledger, Ledger)
    assert isinstance(ledger.people.standings(), str), "what was accepted can be asked"
    if aside is not None:
        kept = aside.read_bytes()
        assert (len(kept), kept[HEADER:]) == (len(ruined), ruined[HEADER:])


def test_a_file_whose_header_lets_nothing_be_changed_is_put_aside(whole_file: Whole, tmp_path: Path) -> None:
    path, content = tmp_path / FILE, bytearray(whole_file.content)
    content[WRITE_VERSION] = 3
    path.write_bytes(content)
    one, _ledger, aside = opened(path, WHEN)
    one.apply([Counted({"starts": 1})])
    one.close()
    assert aside is not None
    assert aside.read_bytes() == content


# Why a disk does not keep anything


def refused(code: int) -> Unavailable:
    """SQLite's refusal with this result code, as the store raises it."""
    problem = sqlite3.OperationalError("refused")
    problem.sqlite_errorcode = code
    with pytest.raises(Unavailable) as caught, translated_sqlite_errors():
        raise problem
    return caught.value


@dataclass(frozen=True)
class Disk:
    """What statvfs(3) reports of a file system."""

    f_flag: int = 0
    f_bavail: int = 1_000_000
    f_frsize: int = 4096
    f_blocks: int = 2_000_000
    f_bfree: int = 1_000_000


@pytest.mark.parametrize(
    ("problem", "disk", "is_ours", "cause"),
    [
        (OSError(errno.ENOSPC, ""), Disk(), True, "full"),
        (refused(sqlite3.SQLITE_FULL), Disk(), True, "full"),
        (refused(sqlite3.SQLITE_IOERR_WRITE), Disk(f_bavail=0), True, "full"),  # the rest is root's reserve
        (refused(sqlite3.SQLITE_IOERR_WRITE), Disk(), True, "failing"),
        (OSError(errno.EIO, ""), Disk(), True, "failing"),
        (OSError(errno.EROFS, ""), Disk(), True, "read_only"),
        (refused(sqlite3.SQLITE_READONLY), Disk(f_flag=os.ST_RDONLY), False, "read_only"),
        (refused(sqlite3.SQLITE_READONLY), Disk(), False, "forbidden"),
        (refused(sqlite3.SQLITE_CANTOPEN), Disk(), False, "forbidden"),
        (OSError(errno.EACCES, ""), Disk(), True, "forbidden"),
        (refused(sqlite3.SQLITE_BUSY_SNAPSHOT), Disk(), True, "locked"),
        (OSError(errno.EWOULDBLOCK, ""), Disk(), True, "locked"),  # a log that another program continues
        (OSError(errno.ENOLCK, ""), Disk(), True, "no_locks"),
        (OSError(errno.EOPNOTSUPP, ""), Disk(), True, "no_locks"),
    ],
)
def test_each_cause_for_which_nothing_is_saved_has_its_own_remedy(
    problem: Exception, disk: Disk, is_ours: bool, cause: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "statvfs", lambda _: disk)
    monkeypatch.setattr(os, "access", lambda *_: is_ours)
    assert cause_of(problem, tmp_path) == cause


@pytest.mark.parametrize("call", ["lockf", "flock"])
@pytest.mark.parametrize("code", [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR_LOCK])
@pytest.mark.parametrize("number", [errno.ENOLCK, errno.EOPNOTSUPP])
def test_a_file_system_without_locks_is_named_and_no_other_program(
    call: str, code: int, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite calls its own lock "busy" there, as if another program had it."""
    monkeypatch.setattr(fcntl, call, Mock(side_effect=OSError(number, os.strerror(number))))
    assert cause_of(refused(code), tmp_path) == "no_locks"
    with pytest.raises(OSError, match=os.strerror(number)):
        try_to_write(tmp_path)  # as the doctor asks
    for held in (None, os.open(tmp_path, os.O_RDONLY)):
        if call == "flock":
            with pytest.raises(CabinetError, match=os.strerror(number)), alone(held, tmp_path):
                pass


def test_a_second_program_that_continues_the_same_match_is_told_so(tmp_path: Path) -> None:
    told: list[Trouble] = []
    files, log = RealFiles(), tmp_path / "matches/one.jsonl"
    first = files.create(log)
    second = DiskWorker(files, None, Memory(Ledger()), told.append)
    second.go_on(log, 0, 0)
    assert [(trouble.key, trouble.cause) for trouble in told] == [("store.log", "locked")]
    files.close(first)


@pytest.mark.parametrize("code", [sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY])
def test_a_database_that_the_disk_does_not_give_now_is_not_called_damaged(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a restart on a disk that has become read-only, on which SQLite makes no files of its own."""
    Database(tmp_path / FILE).close()
    problem = sqlite3.OperationalError("unable to open database file")
    problem.sqlite_errorcode = code
    monkeypatch.setattr("cabinet.store.sqlite.fault_in", Mock(side_effect=problem))
    assert condition_of(tmp_path / FILE) == "unavailable"


def test_a_database_of_another_account_is_not_called_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / FILE).write_bytes(b"anything")
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert condition_of(tmp_path / FILE) == "forbidden"


MATCHES: Final = 1000
TABLES: Final = (
    "CREATE TABLE matches (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, game TEXT NOT NULL, "
    "preset TEXT NOT NULL, players TEXT NOT NULL, begun INTEGER NOT NULL, winner INTEGER, reason TEXT, scores TEXT, "
    "seconds REAL) STRICT",
    "CREATE TABLE races (id INTEGER PRIMARY KEY, winner INTEGER NOT NULL, loser INTEGER NOT NULL, "
    "margin_ns INTEGER NOT NULL CHECK (margin_ns >= 0), game TEXT NOT NULL, at INTEGER NOT NULL, "
    "judged INTEGER NOT NULL CHECK (judged IN (0, 1)), \"match\" TEXT NOT NULL DEFAULT '') STRICT",
    "CREATE TABLE audits (name TEXT PRIMARY KEY, count INTEGER NOT NULL) STRICT, WITHOUT ROWID",
    "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID",
)
"""The tables as the version before names and the evening made them."""


class Before:
    """The version before: its own statements, word by word, on a file that it may find in any later state."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def makes(self) -> None:
        with closing(sqlite3.connect(self._path)) as connection:
            for statement in TABLES:
                connection.execute(statement)
            connection.execute("PRAGMA user_version = 1")
            connection.commit()

    def plays(self, *numbers: int) -> None:
        with closing(sqlite3.connect(self._path)) as connection:
            assert connection.execute("PRAGMA user_version").fetchone() == (1,), "it refuses a newer form"
            for number in numbers:
                self._plays(connection, number)
            connection.commit()

    def _plays(self, connection: sqlite3.Connection, number: int) -> None:
        name, players = f"before-{number}", json.dumps(["human", "human" if number % 2 else "bot:fast"])
        connection.execute(
            "INSERT INTO matches (name, game, preset, players, begun) VALUES (?, ?, ?, ?, ?) "
            "ON CONFLICT (name) DO NOTHING",
            (name, "speed", "speed", players, 1_700_000_000 + number),
        )
        connection.execute(
            "UPDATE matches SET winner = ?, reason = ?, scores = ?, seconds = ? WHERE name = ?",
            (number % 2, "out", "[2, 1]", 63.5, name),
        )
        connection.execute(
            'INSERT INTO races (winner, loser, margin_ns, game, at, judged, "match") VALUES (?, ?, ?, ?, ?, ?, ?)',
            (0, 1, 1_000_000 + number, "speed", 1_700_000_000 + number, 1, name),
        )
        connection.execute(
            "DELETE FROM races WHERE judged = ?1 AND id NOT IN "
            "(SELECT id FROM races WHERE judged = ?1 ORDER BY margin_ns, id LIMIT ?2)",
            (1, 20),
        )
        connection.execute(
            "INSERT INTO audits (name, count) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET count = count + "
            "excluded.count",
            ("matches", 1),
        )

    def reads(self) -> tuple[int, int, int]:
        """Give the number of matches, the closest margin, and the count of matches, as it asks for them."""
        with closing(sqlite3.connect(self._path)) as connection:
            (matches,) = connection.execute("SELECT count(*) FROM matches WHERE reason IS NOT NULL").fetchone()
            races = 'SELECT winner, loser, margin_ns, game, at, judged, "match" FROM races ORDER BY margin_ns, id'
            margin = connection.execute(races).fetchone()[2]
            audits = dict(connection.execute("SELECT name, count FROM audits").fetchall())
        return matches, margin, audits["matches"]


@pytest.fixture
def before(tmp_path: Path) -> Before:
    version = Before(tmp_path / FILE)
    version.makes()
    version.plays(*range(MATCHES))
    return version


def test_before_its_first_start_with_this_version_a_database_has_no_names(before: Before, tmp_path: Path) -> None:
    with opened_report(tmp_path) as report:
        assert (report.people(), list(report.sittings("MIA")), report.journal("MIA")) == ([], [], [])
        assert report.standings().places("speed") == {}


def test_an_upgrade_keeps_everything_and_a_rollback_reads_on(before: Before, tmp_path: Path, book: "Scorebook") -> None:
    upgraded = DiskStore(tmp_path)
    assert list(upgraded.troubles()) == []
    assert (len(upgraded.closest(judged=True)), upgraded.audits()["matches"]) == (20, MATCHES)
    assert upgraded.closest(judged=True)[0].names == ("", "")
    result = book.with_race(book.won("MIA", "BEN"), 900)
    upgraded.begin(book.begun(result))
    upgraded.end(book.ended(result), notes=["a line"])
    upgraded.count({"matches": 1})
    upgraded.close()

    before.plays(MATCHES)
    assert before.reads() == (MATCHES + 2, 1_000_000, MATCHES + 2)

    again = DiskStore(tmp_path)
    assert list(again.troubles()) == []
    assert again.people.standings() == upgraded.people.standings()
    assert [record.names for record in again.people.records(CLOSEST, EVER, "")] == [("MIA", "BEN")]
    assert (again.evening(), again.cut_off()) == (("a line",), None)
    again.close()
    assert condition_of(tmp_path / FILE) == "ok"
