"""The stick of the operator's page: what is on it afterwards, and that a bad one costs nothing and says what it is."""

import errno
import hashlib
import os
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from shutil import copytree
from typing import Any
from unittest.mock import Mock

import pytest

from cabinet.cli import main
from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config, Operator
from cabinet.doctor.checks import CheckContext
from cabinet.doctor.findings import FAIL, OK, Finding
from cabinet.errors import CabinetError
from cabinet.export.files import PAGE, TABLES
from cabinet.machine.client import Helper, LentStick
from cabinet.machine.folder import Folder, StickFault
from cabinet.machine.number import cabinet_number, shown_number
from cabinet.machine.stick import NotDone
from cabinet.scenes.choice import Choice
from cabinet.scenes.machine_pages import LOOK_NS, Message, Working
from cabinet.scenes.operator import Item
from cabinet.scenes.operator_pages import Row
from cabinet.service.operator_code import OperatorCode
from cabinet.service.stick import (
    LOCAL,
    WEEKLIES,
    About,
    Reports,
    about_backup,
    backups_on,
    export,
    moment_of,
    remove_old_weeklies,
    save_backup,
    take_backup,
)
from cabinet.service.stick_items import TRY_S, StickItems, StickTask, about_words
from cabinet.store.ledger import CODE
from cabinet.store.sqlite import FILE, TO_RESTORE
from cabinet.store.store import DiskStore
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, Press
from engine.units import S
from engine.version import VERSION
from tests.cabinet.conftest import Scorebook
from tests.cabinet.doctor.fake_machine import FakeMachine
from tests.cabinet.scenes.stories import Dialog, toolkit_of

NOW = time.struct_time((2026, 11, 27, 20, 15, 0, 4, 331, 0))
EXPORT, BACKUP = "export-2026-11-27-20-15", "backup-2026-11-27-20-15"
FOUND = (Finding("disk", OK, "plenty"), Finding("sound", FAIL, "no card", "Plug one in."))
REPORTS = Reports(b"it began\n", FOUND, Config(operator=Operator(code="1 2 3 4 5 A")))
CONTENT = {"2026-11-27T20-00-00-speed-1.jsonl": b"{}\n" * 1000, "2026-11-27T20-00-00-speed-1.photo.png": b"PNG"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of a cabinet that has played."""
    data, book = tmp_path_factory.mktemp("whole") / "data", Scorebook()
    store = DiskStore(data)
    for _ in range(3):
        result = book.won("MIA", "BEN")
        store.begin(book.begun(result))
        store.end(book.ended(result))
    store.set("volume", 30)
    store.set(CODE, "salted:hash")
    store.close()
    (data / "matches").mkdir(exist_ok=True)
    for name, content in CONTENT.items():
        (data / "matches" / name).write_bytes(content)
    (data / "matches" / "somebody's notes.txt").write_text("x")
    return data


@pytest.fixture
def data(whole: Path, tmp_path: Path) -> Path:
    return Path(copytree(whole, tmp_path / "data"))


class StickInHand:
    """A stick whose folder is one of this machine's."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir(exist_ok=True)
        self.folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY)

    @property
    def ours(self) -> Path:
        return self.path / "photofinish"

    def names(self) -> list[str]:
        return sorted(path.name for path in self.ours.iterdir()) if self.ours.exists() else []


@pytest.fixture
def stick(tmp_path: Path) -> Iterator[StickInHand]:
    made = StickInHand(tmp_path / "stick")
    yield made
    os.close(made.folder)


def contents(data: Path) -> dict[Path, bytes]:
    """The files of a data folder, but for those that SQLite keeps beside a database that is read."""
    files = (path for path in data.rglob("*") if path.is_file() and not path.name.endswith(("-shm", "-wal")))
    return {path: path.read_bytes() for path in files}


def nothing(_share: float) -> None:
    """Nobody looks how far it is."""


def exported(stick: StickInHand, data: Path) -> None:
    export(stick.folder, data, REPORTS, NOW, nothing)


def backed_up(stick: StickInHand, data: Path) -> None:
    save_backup(stick.folder, data, NOW, nothing)


# Export


def test_an_export_has_everything_with_sums_that_a_computer_checks(stick: StickInHand, data: Path) -> None:
    shares: list[float] = []
    found = export(stick.folder, data, REPORTS, NOW, shares.append)
    assert (found.name, found.files, found.left_out) == (EXPORT, 2, 0)
    folder = stick.ours / EXPORT
    files = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    log, photo = CONTENT
    assert files == {
        "SHA256SUMS", "records.db", "journal.txt", "doctor.txt", "config.toml", f"logs/{log}", f"photos/{photo}",
        PAGE, *TABLES,
    }  # fmt: skip
    assert "MIA" in (folder / PAGE).read_text(encoding="utf-8")
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"], cwd=folder, check=True)
    assert (folder / "logs" / log).read_bytes() == CONTENT[log]
    assert (folder / "journal.txt").read_bytes() == b"it began\n"
    assert "FAIL  sound       no card\n                  Plug one in.\n" in (folder / "doctor.txt").read_text()
    assert shares == sorted(shares)
    assert shares[-1] <= 1


def test_no_secret_is_in_it(stick: StickInHand, data: Path) -> None:
    with closing(sqlite3.connect(data / FILE)) as database:  # a code before, whose bytes are in the file still
        database.execute("PRAGMA secure_delete = OFF")
        database.execute("INSERT INTO audits VALUES (?, 1)", ("salted:hash" * 400,))
        database.execute("DELETE FROM audits WHERE length(name) > 4000")
        database.commit()
    exported(stick, data)
    backed_up(stick, data)
    for path in (path for path in stick.path.rglob("*") if path.is_file()):
        content = path.read_bytes()
        assert b"1 2 3 4 5 A" not in content, path
        assert b"salted:hash" not in content, path
    assert 'code = ""' in (stick.ours / EXPORT / "config.toml").read_text()


def test_a_clock_that_shows_the_same_minute_twice_writes_over_nothing(stick: StickInHand, data: Path) -> None:
    exported(stick, data)
    (data / "matches" / next(iter(CONTENT))).write_text("other")
    exported(stick, data)
    assert stick.names() == [EXPORT, f"{EXPORT}-2"]
    assert (stick.ours / EXPORT / "logs" / next(iter(CONTENT))).read_bytes() == CONTENT[next(iter(CONTENT))]


def test_a_cabinet_on_which_nobody_has_played_has_an_export(stick: StickInHand, tmp_path: Path) -> None:
    DiskStore(tmp_path / "new").close()
    found = export(stick.folder, tmp_path / "new", REPORTS, NOW, nothing)
    assert found.files == 0


def test_of_more_files_than_an_export_takes_the_newest_are_in_it(
    stick: StickInHand, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cabinet.service.stick.MOST_FILES", 1)
    log, photo = CONTENT
    os.utime(data / "matches" / log, (1, 1))
    found = export(stick.folder, data, REPORTS, NOW, nothing)
    assert (found.files, found.left_out) == (1, 1)
    assert (stick.ours / EXPORT / "photos" / photo).exists()


def test_a_log_that_is_deleted_meanwhile_is_left_out(
    stick: StickInHand, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the oldest are, while people play."""
    real = Folder.write

    def write(self: Folder, name: str, content: Any) -> str:
        if name == "config.toml":
            (data / "matches" / next(iter(CONTENT))).unlink()
        return real(self, name, content)

    monkeypatch.setattr(Folder, "write", write)
    found = export(stick.folder, data, REPORTS, NOW, nothing)
    assert (found.files, found.left_out) == (1, 1)
    assert list((stick.ours / EXPORT / "logs").iterdir()) == []


# Backup and restore


def test_a_backup_comes_back_on_another_cabinet_at_its_next_start(
    stick: StickInHand, data: Path, tmp_path: Path
) -> None:
    backed_up(stick, data)
    other = tmp_path / "other"
    store = DiskStore(other)
    store.set(CODE, "its own")
    assert backups_on(stick.folder) == [BACKUP]
    assert take_backup(stick.folder, BACKUP, other, store.settings(), nothing) == 3
    store.close()
    assert [path.name for path in other.glob(f"{LOCAL}*")] == []
    from cabinet.app import restored_notice

    assert restored_notice(other) == (word("stick.taken", matches=3), True)
    assert restored_notice(other) == ("", True)
    store = DiskStore(other)
    assert (store.settings(), store.people.streak("speed", "speed", "MIA")) == ({"volume": 30, CODE: "its own"}, 3)
    store.close()


def test_backups_are_listed_by_their_time_and_nothing_else_is(stick: StickInHand) -> None:
    for name in ("backup-2026-01-02-03-04", "backup-2026-11-27-20-15-2", "backup-x", EXPORT, f"{BACKUP}.unfinished"):
        (stick.ours / name).mkdir(parents=True)
    assert backups_on(stick.folder) == ["backup-2026-11-27-20-15-2", "backup-2026-01-02-03-04"]
    assert moment_of("backup-2026-11-27-20-15-2") == "27.11.2026 20:15"


def test_a_backup_says_how_many_matches_it_has_and_which_version_made_it(stick: StickInHand, data: Path) -> None:
    backed_up(stick, data)
    about = about_backup(stick.folder, BACKUP)
    assert about == About(3, VERSION)
    assert about_words(BACKUP, about) == word("stick.restore.about", matches=3, version=VERSION)
    for hostile in (b"[" * 100_000, b'{"matches":-1,"version":"1"}', b'{"matches":3,"version":"\\u202e"}', b""):
        (stick.ours / BACKUP / "about.json").write_bytes(hostile)
        assert about_backup(stick.folder, BACKUP) is None
    (stick.ours / BACKUP / "about.json").unlink()
    assert about_words(BACKUP, about_backup(stick.folder, BACKUP)) == word("stick.restore.line", name=BACKUP)


def test_a_stick_without_our_folder_has_no_backup(stick: StickInHand) -> None:
    assert backups_on(stick.folder) == []


def damage(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[100] ^= 1
    file.write_bytes(content)


def into_a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


def forge(folder: Path, change: Callable[[sqlite3.Connection], object]) -> None:
    """Change a backup, and give it the right sum."""
    with closing(sqlite3.connect(folder / "records.db")) as connection:
        change(connection)
        connection.commit()
    digits = hashlib.sha256((folder / "records.db").read_bytes()).hexdigest()
    (folder / "SHA256SUMS").write_text(f"{digits}  records.db\n")


PATH_FOR_A_NAME = "UPDATE matches SET name = '../../etc/passwd' WHERE id = 1"
BAD_BACKUPS: dict[str, tuple[Callable[[Path], object], str]] = {
    "a bit": (lambda folder: damage(folder / "records.db"), "damaged"),
    "no sums": (lambda folder: (folder / "SHA256SUMS").unlink(), "The stick has no SHA256SUMS"),
    "empty sums": (lambda folder: (folder / "SHA256SUMS").write_text(""), "damaged"),
    "no records": (lambda folder: (folder / "records.db").unlink(), "The stick has no records.db"),
    "a folder for records": (
        lambda folder: into_a_folder(folder / "records.db"),
        "something else where a plain file",
    ),
    "a path for a name": (
        lambda folder: forge(
            folder, lambda db: db.execute("UPDATE matches SET name = '../../etc/passwd' WHERE id = 1")
        ),
        "../../etc/passwd",
    ),
    "a view": (lambda folder: forge(folder, lambda db: db.execute("CREATE VIEW v AS SELECT 1")), "none of ours"),
    "huge sums": (lambda folder: (folder / "SHA256SUMS").write_bytes(b"x" * (2 << 20)), "too large"),
}


@pytest.mark.parametrize("case", BAD_BACKUPS)
def test_a_bad_backup_is_named_and_changes_nothing(stick: StickInHand, data: Path, case: str) -> None:
    backed_up(stick, data)
    break_it, told = BAD_BACKUPS[case]
    break_it(stick.ours / BACKUP)
    before = sorted(path.name for path in data.iterdir())
    with pytest.raises(CabinetError) as refused:
        take_backup(stick.folder, BACKUP, data, {}, nothing)
    assert told in str(refused.value)
    assert sorted(path.name for path in data.iterdir()) == before


def test_a_backup_larger_than_any_is_not_read_to_its_end(
    stick: StickInHand, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file may have holes, and claim to be as large as it likes."""
    backed_up(stick, data)
    os.truncate(stick.ours / BACKUP / "records.db", 1 << 40)
    monkeypatch.setattr("cabinet.service.stick.MOST_BYTES", 1 << 20)
    with pytest.raises(CabinetError, match="too large"):
        take_backup(stick.folder, BACKUP, data, {}, nothing)
    assert not (data / LOCAL).exists()


# Bad sticks


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, number: int, after: int) -> Iterator[None]:
    """The stick's kernel answers an error from the so manieth write on."""
    real, count = Folder.write, 0

    def write(self: Folder, name: str, content: Any) -> str:
        def broken() -> Iterator[bytes]:
            nonlocal count
            for chunk in content:
                count += 1
                if count > after:
                    raise OSError(number, os.strerror(number))
                yield chunk

        return real(self, name, broken())

    with monkeypatch.context() as patched:
        patched.setattr(Folder, "write", write)
        yield


@pytest.mark.parametrize("act", [exported, backed_up])
@pytest.mark.parametrize("after", [1])
@pytest.mark.parametrize(
    ("number", "key"), [(errno.ENOSPC, "full"), (errno.EIO, "gone"), (errno.ENODEV, "gone"), (errno.EROFS, "protected")]
)
def test_a_stick_that_fails_in_the_middle_is_named_and_nothing_half_done_has_a_name(
    stick: StickInHand,
    data: Path,
    monkeypatch: pytest.MonkeyPatch,
    number: int,
    key: str,
    after: int,
    act: Callable[[StickInHand, Path], None],
) -> None:
    before = contents(data)
    with failing(monkeypatch, number, after), pytest.raises(CabinetError) as refused:
        act(stick, data)
    assert str(refused.value).startswith(word(f"stick.fault.{key}", detail="records.db")[:20])
    assert stick.names() == []
    assert contents(data) == before


def test_a_stick_that_was_pulled_leaves_an_unfinished_folder_that_is_no_backup(
    stick: StickInHand, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Folder, "remove", lambda _self, _name: None)  # nothing answers any more
    with failing(monkeypatch, errno.EIO, 0), pytest.raises(CabinetError):
        backed_up(stick, data)
    assert stick.names() == [f"{BACKUP}.unfinished"]
    assert backups_on(stick.folder) == []
    monkeypatch.undo()
    backed_up(stick, data)
    assert backups_on(stick.folder) == [f"{BACKUP}-2"]


def test_what_the_stick_has_not_written_in_the_end_is_not_called_done(
    stick: StickInHand, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel takes everything at once, and says at the end what the stick did not."""

    def sync(_self: Folder) -> None:
        raise StickFault("gone", ".")

    monkeypatch.setattr(Folder, "sync", sync)
    with pytest.raises(CabinetError, match="pulled out"):
        backed_up(stick, data)
    assert stick.names() == []


def test_a_stick_with_too_little_room_is_refused_before_anything_is_written(
    stick: StickInHand, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Folder, "free", property(lambda _self: 3 << 10))
    for act in (exported, backed_up):
        with pytest.raises(CabinetError, match=r"has 0 MB free, and \d MB are needed. Nothing was written."):
            act(stick, data)
        assert stick.names() == []


def test_a_file_or_a_link_in_the_place_of_our_folder_is_named(stick: StickInHand, data: Path, tmp_path: Path) -> None:
    stick.ours.write_text("a file")
    with pytest.raises(CabinetError, match="something else"):
        backed_up(stick, data)
    stick.ours.unlink()
    (tmp_path / "elsewhere").mkdir()
    stick.ours.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CabinetError, match="something else"):
        exported(stick, data)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_folder_with_too_many_files_is_named(stick: StickInHand, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backed_up(stick, data)
    for number in range(60):
        (stick.ours / f"x{number}").touch()
    monkeypatch.setattr("cabinet.machine.folder.MOST_NAMES", 50)
    with pytest.raises(CabinetError, match="more than 50 files in the folder photofinish"):
        backups_on(stick.folder)


# The page


class LendingHelper(Helper):
    """A helper whose stick is a folder."""

    def __init__(self, path: Path, stick: StickInHand) -> None:
        super().__init__(path)
        self.lent = LentStick(stick.folder, {"name": "FLASH", "bytes": 1 << 30, "read_only": False})
        self.refuses = ""
        self.stays_busy = False
        self.asked: list[str] = []
        self.taken = b""
        self.refuses_update = ""

    def journal(self) -> bytes:
        raise NotDone("helper.silent")

    def ask(self, verb: str, **arguments: bool | int | str) -> None:
        self.asked.append(verb)

    def update(self, content: Iterable[bytes]) -> str:
        self.taken = b"".join(content)
        if self.refuses_update:
            raise NotDone(self.refuses_update, "why")
        return NEXT

    @contextmanager
    def stick(self) -> Iterator[LentStick]:
        if self.refuses:
            raise NotDone(self.refuses, "why")
        yield self.lent
        if self.stays_busy:
            raise NotDone("stick.busy", "FLASH")


class PromptStore(DiskStore):
    """A store whose reader has no thread of its own."""

    def read(self, act: Callable[[], object]) -> None:
        act()


class Page:
    """The page, with somebody at the panel, and the program behind it."""

    config = Config()
    file = LoadedConfig()
    modes = ()
    displays: int | None = None

    def __init__(self, data: Path, stick: StickInHand, socket: Path) -> None:
        socket.touch()
        self.store = PromptStore(data)
        self.helper = LendingHelper(socket, stick)
        self.restarts = 0
        self.toolkit = toolkit_of()
        self._data = data
        self.owner_key, self.releases = socket.with_name("owner.pem"), socket.parent
        self.owner_key.touch()
        self.lines = StickItems(self, self.store, self.helper, self.owner_key, self.releases)

    def updating(self) -> Item:
        """The line that leads to an update."""
        (item,) = (item for item in self.lines.settings() if item.leads_to is StickTask.UPDATE)
        return item

    is_typing = False

    def restart(self) -> None:
        self.restarts += 1

    def adopt_settings(self) -> None: ...

    def running_evening(self) -> None: ...

    def scan(self) -> None: ...

    def readers(self) -> None: ...

    def log(self, line: str) -> None: ...

    def check_context(self) -> CheckContext:
        return CheckContext(FakeMachine(), self.config, self._data)

    def open(self, task: StickTask) -> "Dialog[None]":
        dialog = Dialog(self.lines.tasks()[task](self.toolkit))
        assert isinstance(dialog.top, Working)
        dialog.advance(LOOK_NS, LOOK_NS)
        return dialog

    def press(self, dialog: "Dialog[None]", *buttons: str) -> None:
        for button in buttons:
            dialog.now += S
            dialog.handle(Press(0, button, True, dialog.now, "fake"))
            dialog.advance(dialog.now + LOOK_NS, dialog.now + LOOK_NS)


def test_a_backup_is_made_once_a_week_and_what_stands_against_it_is_told_once(
    stick: StickInHand, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = Page(data, stick, tmp_path / "socket")
    lines, now = page.lines, int(time.time())
    lines.tick(now)
    assert stick.names() == [], "off by default"
    (weekly,) = [item for item in lines.settings() if item.row().title == word("stick.weekly")]
    assert weekly.turn is not None and weekly.needs_code and lines.state() == ""
    weekly.turn(1)
    with monkeypatch.context() as patch:
        patch.setattr(page.helper, "stick", Mock(side_effect=NotDone("stick.none")))
        for at in (now, now + 1, now + TRY_S, now + TRY_S + 1):
            lines.tick(at)
        assert len(lines.complaints()) == 1 and lines.complaints() == []
    now += 2 * TRY_S
    for at in (now, now + 1, now + 2, now + 6 * 86_400, now + 8 * 86_400):
        lines.tick(at)
    names = stick.names()
    assert len(names) == 2 and all(name.startswith("backup-") for name in names)
    assert lines.state() and lines.complaints() == []
    page.store.close()


def test_the_last_backups_of_the_week_stay_and_nothing_else_of_a_stick_is_touched(
    stick: StickInHand, data: Path
) -> None:
    """The clock is set back for the newest; a backup asked for, another cabinet's, one that does not say whether it is
    the week's, and a note in a folder stay."""
    own = "12345678"

    def made(year: int, weekly_of: str) -> str:
        return save_backup(stick.folder, data, time.struct_time((year, *NOW[1:])), nothing, weekly_of).name

    kept = [made(2001, ""), made(2002, "87654321"), *(made(year, own) for year in (2003, 2004, 2005))]
    (stick.ours / kept[2] / "holiday ä.txt").write_text("mine")
    (stick.ours / kept[3] / "about.json").write_text("{")
    (stick.ours / kept[4] / "about.json").write_text('{"matches": 3, "version": "1.0.0"}')
    weekly = [made(year, own) for year in range(2010, 2010 + WEEKLIES + 1)]
    newest = made(2009, own)
    before = stick.names()
    (stick.ours / newest / "records.db").write_bytes(b"not what was written")
    assert remove_old_weeklies(stick.folder, newest, own) == () and stick.names() == before, "maybe no good one is left"
    newest = made(2008, own)
    assert set(remove_old_weeklies(stick.folder, newest, own)) == {*weekly[:2], before[5]}
    assert stick.names() == sorted([*kept, *weekly[2:], newest])


@pytest.mark.parametrize("number", ["own", "other", None])
def test_a_stick_with_the_cabinets_number_proves_the_owner(
    stick: StickInHand, data: Path, tmp_path: Path, number: str | None
) -> None:
    page = Page(data, stick, tmp_path / "socket")
    code = OperatorCode(page, page.store, lambda: 0, page.helper)
    stick.ours.mkdir()
    if number is not None:
        typed = ["owner", str(stick.ours), *([] if number == "own" else ["--number", "0000 0000"])]
        assert main(typed) == 0
    look = code.begin_look()
    page.store.close()
    assert look.is_done and code.is_proved == (number == "own")
    assert look.problem == ("" if number == "own" else word("code.other_number", number=shown_number(cabinet_number())))


@pytest.fixture
def page(data: Path, stick: StickInHand, tmp_path: Path) -> Iterator[Page]:
    made = Page(data, stick, tmp_path / "socket")
    yield made
    made.store.close()


def told(dialog: "Dialog[None]") -> tuple[str, bool]:
    assert isinstance(dialog.top, Message)
    return dialog.top._text, dialog.top._is_alarm


def test_the_lines_are_there_where_there_are_records_and_a_helper(page: Page, tmp_path: Path) -> None:
    *tasks, weekly = page.lines.settings()
    assert [item.leads_to for item in tasks] == list(StickTask)
    assert weekly.row().title == word("stick.weekly")
    (tmp_path / "socket").unlink()
    assert page.lines.settings() == ()


@pytest.mark.parametrize(("task", "kind"), [(StickTask.EXPORT, "export"), (StickTask.BACKUP, "backup")])
def test_it_says_where_everything_is_and_that_the_stick_can_be_pulled(
    page: Page, stick: StickInHand, task: StickTask, kind: str
) -> None:
    text, is_alarm = told(page.open(task))
    (name,) = stick.names()
    assert name.startswith(kind)
    assert "It is safe to pull FLASH. " in text
    assert f"photofinish/{name}" in text
    assert not is_alarm


@pytest.mark.parametrize("task", StickTask)
@pytest.mark.parametrize("key", ["stick.none", "stick.several", "stick.unknown", "helper.silent"])
def test_what_is_no_stick_is_said(page: Page, task: StickTask, key: str) -> None:
    page.helper.refuses = key
    assert told(page.open(task)) == (word(f"machine.error.{key}", detail="why"), True)


def test_a_protected_stick_is_said_before_anything_is_read(page: Page, stick: StickInHand) -> None:
    page.helper.lent.is_read_only = True
    for task in (StickTask.EXPORT, StickTask.BACKUP):
        assert told(page.open(task)) == (word("stick.fault.protected"), True)


def test_a_stick_that_does_not_finish_is_never_said_to_be_safe(page: Page) -> None:
    page.helper.stays_busy = True
    text, is_alarm = told(page.open(StickTask.BACKUP))
    assert (text, is_alarm) == (word("machine.error.stick.busy", detail="FLASH"), True)


def test_a_backup_is_chosen_confirmed_and_taken_by_a_restart(page: Page, data: Path) -> None:
    page.press(page.open(StickTask.BACKUP), ACTION)
    page.store.set("volume", 90)
    dialog = page.open(StickTask.RESTORE)
    assert isinstance(dialog.top, Choice)
    page.press(dialog, CARDS[0])
    assert isinstance(dialog.top, Choice)
    page.press(dialog, CARDS[0])
    text, is_alarm = told(dialog)
    assert "3 matches" in text
    assert not is_alarm
    assert (data / TO_RESTORE).exists()
    assert page.restarts == 0
    page.press(dialog, ACTION)
    assert page.restarts == 1


@pytest.mark.parametrize("presses", [(ACTION,), (CARDS[0], ACTION), (CARDS[0], LEFT)])
def test_the_way_back_changes_nothing(page: Page, data: Path, presses: tuple[str, ...]) -> None:
    page.press(page.open(StickTask.BACKUP), ACTION)
    dialog = page.open(StickTask.RESTORE)
    page.press(dialog, *presses)
    assert not (data / TO_RESTORE).exists()
    assert page.restarts == 0


def test_a_stick_without_a_backup_says_so(page: Page) -> None:
    assert told(page.open(StickTask.RESTORE)) == (word("stick.no_backup"), True)


def test_without_the_journal_an_export_says_why(page: Page, stick: StickInHand) -> None:
    page.open(StickTask.EXPORT)
    (folder,) = stick.ours.iterdir()
    assert (folder / "journal.txt").read_text() == word("machine.error.helper.silent", detail="")


def test_the_page_shows_how_far_it_is_and_no_button_ends_it(page: Page) -> None:
    shown: list[float | None] = [0.0, 0.4, None]
    scene = Working(page.toolkit, "TITLE", "text", lambda: shown.pop(0))
    scene.enter(0)
    for now in (0, LOOK_NS):
        scene.handle(Press(0, ACTION, True, now, "fake"))
        scene.advance(now, now)
        assert not scene.is_dismissed
    assert scene._share == 0.4
    scene.advance(2 * LOOK_NS, 2 * LOOK_NS)
    assert scene.is_dismissed


NEXT = "99.0.0"
BUNDLE = f"photofinish-{NEXT}.bundle"


@pytest.fixture
def with_bundle(stick: StickInHand) -> None:
    """A stick with the bundles of two versions, and what is none."""
    stick.ours.mkdir()
    for name in (BUNDLE, "photofinish-98.9.9.bundle", "photofinish-9..bundle", "other-9.bundle"):
        (stick.ours / name).write_bytes(name.encode() * 50_000)


def test_the_newest_update_is_confirmed_installed_and_followed_by_a_restart_of_the_machine(
    page: Page, with_bundle: None
) -> None:
    dialog = page.open(StickTask.UPDATE)
    assert isinstance(dialog.top, Choice)
    assert word("stick.update.yes", version=NEXT, now=VERSION) in [answer.line for answer in dialog.top._answers]
    page.press(dialog, CARDS[0])
    assert told(dialog) == (word("stick.updated.about", version=NEXT, now=VERSION), False)
    assert page.helper.taken == BUNDLE.encode() * 50_000
    assert page.helper.asked == []
    page.press(dialog, ACTION)
    assert page.helper.asked == ["restart"]
    assert page.restarts == 0


@pytest.mark.parametrize("buttons", [(ACTION,), (LEFT, LEFT, ACTION)])
def test_an_update_is_not_installed_by_who_goes_back(page: Page, with_bundle: None, buttons: tuple[str, ...]) -> None:
    page.press(page.open(StickTask.UPDATE), *buttons)
    assert page.helper.taken == b""
    assert page.helper.asked == []


def test_an_update_that_is_refused_says_so_and_restarts_nothing(page: Page, with_bundle: None) -> None:
    page.helper.refuses_update = "update.foreign"
    dialog = page.open(StickTask.UPDATE)
    page.press(dialog, CARDS[0])
    assert told(dialog) == (word("machine.error.update.foreign", detail="why"), True)
    page.press(dialog, ACTION)
    assert page.helper.asked == []


def test_a_stick_without_an_update_says_so(page: Page, stick: StickInHand) -> None:
    assert told(page.open(StickTask.UPDATE)) == (word("stick.no_update"), True)
    stick.ours.mkdir()
    assert told(page.open(StickTask.UPDATE)) == (word("stick.no_update"), True)


def test_a_bundle_that_is_a_link_is_not_followed(page: Page, stick: StickInHand, data: Path) -> None:
    stick.ours.mkdir()
    (stick.ours / BUNDLE).symlink_to(data / FILE)
    dialog = page.open(StickTask.UPDATE)
    page.press(dialog, CARDS[0])
    assert told(dialog) == (word("stick.fault.odd", detail=BUNDLE), True)
    assert page.helper.taken == b""


def test_without_an_owners_key_updates_are_off_and_the_page_says_how_to_have_them(page: Page) -> None:
    page.owner_key.unlink()
    item = page.updating()
    assert item.row() == Row(word("stick.update"), word("operator.off"))
    dialog = Dialog(page.lines.tasks()[StickTask.UPDATE](page.toolkit))
    assert told(dialog) == (word("machine.error.update.key", detail=""), True)


def test_an_update_that_was_taken_back_is_named_beside_the_version_that_plays(page: Page) -> None:
    item = page.updating()
    assert item.row().value == VERSION
    (page.releases / "fell-back").write_text(f"{NEXT}-0123456789ab\n")
    assert item.row().value == word("stick.update.back", now=VERSION, version=NEXT)


def test_the_database_in_the_data_folder_is_never_the_sticks(page: Page, data: Path, stick: StickInHand) -> None:
    """What the next start takes has our own tables, page for page of our own making."""
    page.press(page.open(StickTask.BACKUP), ACTION)
    (name,) = stick.names()
    take_backup(stick.folder, name, data, {}, nothing)
    theirs = (stick.ours / name / "records.db").read_bytes()
    assert (data / TO_RESTORE).read_bytes() != theirs
    assert (data / FILE).exists()
