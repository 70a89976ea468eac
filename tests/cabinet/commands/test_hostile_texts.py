"""What a log, a configuration, a database, a device or a file's name says: no terminal ever gets it unescaped."""

import errno
import gc
import io
import json
import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import Mock, call

import pytest

from cabinet.cli import main
from cabinet.commands.buttons import stamps_of
from cabinet.process.streams import PrintableStream, escaped, print_safely, printed_to
from cabinet.store.sqlite import FILE
from cabinet.store.store import DiskStore
from cabinet.strings.catalogue import word
from hardware.clock import FakeClock
from hardware.errors import HardwareError, SeveralBoards
from hardware.evdev.fake import PAD, FakeDevice, FakeFolder
from hardware.evdev.layouts import Layouts
from hardware.evdev.source import EvdevSource
from tests.cabinet.commands.test_bad_logs import whole_log

if TYPE_CHECKING:
    from tests.cabinet.conftest import Scorebook

pytestmark = pytest.mark.usefixtures("desk")

FORGED: Final = "final.jsonl: right, all 99 lines"
HOSTILE: Final = f"1\x1b[2J\x07\r\n{FORGED}\n\x9b2J\u202eknalb\x7f\u2028"
"""What it takes to write another line over ours: ESC, BEL, CR, LF, C1's CSI, and letters from right to left."""
IN_A_NAME: Final = HOSTILE.replace("/", "-") + "\udcff"
"""The same in the name of a file, with a byte that is no UTF-8."""

Type = Callable[..., str]


def assert_harmless(told: str) -> None:
    """Nothing in it moves a cursor or turns letters, and no line of it is a value's own."""
    assert [sign for sign in told if not sign.isprintable() and sign != "\n"] == []
    assert not [line for line in told.splitlines() if line.startswith(FORGED)], told


@pytest.fixture
def typed(capsys: pytest.CaptureFixture[str]) -> Type:
    """Types a command whatever becomes of it; returns what the terminal got, which is harmless."""

    def type_in(*arguments: object) -> str:
        capsys.readouterr()
        with suppress(SystemExit):
            main([str(each) for each in arguments])
        told = capsys.readouterr()
        assert_harmless(told.out + told.err)
        return told.out + told.err

    return type_in


def strings_replaced(value: Any) -> Iterator[Any]:
    """Each variant of a JSON value in which one text, or one key, is hostile."""
    if isinstance(value, str):
        yield HOSTILE
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from ([*value[:place], other, *value[place + 1 :]] for other in strings_replaced(item))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from ({**value, key: other} for other in strings_replaced(item))
            yield {HOSTILE if name == key else name: each for name, each in value.items()}


def test_every_text_of_a_log(tmp_path: Path, typed: Type) -> None:
    lines = whole_log().decode().splitlines()
    kinds = {tuple(json.loads(line)): number for number, line in reversed(list(enumerate(lines)))}
    hostile = [(number, other) for number in kinds.values() for other in strings_replaced(json.loads(lines[number]))]
    assert len(hostile) > 100
    for raw in (False, True):  # DEL, C1 and the controls of direction may stand in JSON as they are
        for number, other in hostile:
            text = json.dumps(other, ensure_ascii=not raw)
            log = tmp_path / "final.jsonl"
            log.write_text("\n".join([*lines[:number], text, *lines[number + 1 :], ""]), encoding="utf-8")
            if number == 0 or raw:
                typed("verify", log)
            if number == 0 and not raw:
                typed("verify", log, "--json")
                typed("replay", log, "--png", tmp_path / "photo.png")
                typed("play", "--resume", log)


def test_a_version_cannot_write_the_verdict(tmp_path: Path, typed: Type) -> None:
    """A log that differs, whose version moves up 20 lines and prints a verdict of its own."""
    first, *rest = whole_log().decode().splitlines()
    header = json.dumps({**json.loads(first), "version": HOSTILE})
    (tmp_path / "final.jsonl").write_text("\n".join([header, *rest[:-1], rest[0], ""]), encoding="utf-8")
    told = typed("verify", tmp_path / "final.jsonl")
    assert r"\x1b[2J\x07\r\n" in told
    assert r"\u202e" in told


READERS: Final = (
    ("config",),
    ("config", "--show"),
    ("games",),
    ("wiring",),
    ("doctor",),
    ("simulate", "--games", "1"),
    ("balance", "house"),
    ("players",),
)


@pytest.mark.parametrize("reader", READERS, ids=" ".join)
def test_every_text_of_a_configuration(reader: tuple[str, ...], tmp_path: Path, typed: Type) -> None:
    hostile, file = json.dumps(HOSTILE).replace("\x7f", "\\u007f"), tmp_path / "mine.toml"
    tables = [f"[{table}]\n{key} = {hostile}\n" for table, key in TEXTS]
    for text in (*tables, f"{hostile} = 1\n", f"[{hostile}]\nx = 1\n", f"x = {HOSTILE}\n", f"[match]\n{hostile} = 1\n"):
        file.write_text(text, encoding="utf-8", newline="")
        typed(*reader, "--config", file)
    file.write_text(f"[[presets]]\nname = {hostile}\ngame = {hostile}\ndescription = {hostile}\n", encoding="utf-8")
    typed(*reader, "--config", file)


TEXTS: Final = [
    ("display", "mode"), ("display", "language"), ("sound", "volume"), ("input", "source"), ("input", "gpio_backend"),
    ("input.board", "port"), ("input.board", "id"), ("match", "game"), ("match", "preset"), ("match", "opponent"),
    ("operator", "name"), ("operator", "power_off"), ("data", "folder"), ("input.keys.seat0", "CARD1"),
]  # fmt: skip


def test_every_text_of_a_card(tmp_path: Path, typed: Type) -> None:
    card = tmp_path / "photofinish.toml"
    for key in ("wifi_name", "wifi_password", "timezone", "name", HOSTILE):
        card.write_text(f"{json.dumps(key)} = {json.dumps(HOSTILE)}\n", encoding="utf-8")
        typed("card", "check", card)
        places = [f"--{name}={tmp_path / name}" for name in ("data", "run", "root")]
        typed("card", "apply", "--card", tmp_path, *places)


@pytest.fixture
def hostile_database(tmp_path: Path, book: "Scorebook") -> Path:
    """A cabinet's database in which every text is hostile, but for those that name a person."""
    folder = tmp_path / "made"
    store = DiskStore(folder)
    result = book.with_race(book.won("MIA", "BEN"), 700)
    store.begin(book.begun(result))
    store.end(book.ended(result), notes=['{"do":"joined","entrant":0,"name":"MIA"}'])
    store.set("volume", 40)
    store.close()
    with closing(sqlite3.connect(folder / FILE)) as database:
        tables = [str(row[0]) for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        for table in tables:
            for _, column, kind, *_ in database.execute(f"PRAGMA table_info({table})").fetchall():
                if kind == "TEXT":
                    database.execute(f'UPDATE OR IGNORE {table} SET "{column}" = ?', (HOSTILE,))
        database.commit()
    return folder / FILE


def test_every_text_of_a_database(hostile_database: Path, tmp_path: Path, typed: Type) -> None:
    typed("restore", hostile_database)
    data = tmp_path / "data" / "photofinish" / FILE
    data.parent.mkdir(parents=True, exist_ok=True)
    for command in (("players",), ("players", "export"), ("players", "export", "--csv"), ("doctor",), ("config",),
                    ("config", "--show"), ("doctor", "--json"), ("backup", tmp_path / "b.db")):  # fmt: skip
        data.write_bytes(hostile_database.read_bytes())
        typed(*command)


COMMANDS_WITH_FILES: Final = (
    ("verify", "{}"),
    ("verify", "{}", "--json"),
    ("replay", "{}"),
    ("replay", "{}", "--png", "{}.png"),
    ("play", "--resume", "{}"),
    ("restore", "{}"),
    ("backup", "{}"),
    ("card", "check", "{}"),
    ("card", "apply", "--card", "{}", "--data", "data", "--run", "run", "--root", "{}/root"),
    ("config", "--config", "{}"),
    ("games", "--config", "{}"),
    ("doctor", "--config", "{}"),
    ("bundle", "--key", "{}"),
    ("bundle", "--key", "{}", "--wheels", "{}", "--out", "{}"),
    ("certify", "--rows", "{}", "--out", "{}"),
    ("certify", "--recorded", "{}", "--out", "{}", "--source", "arrival", "--races", "20"),
    ("print", "labels", "--out", "{}"),
    ("simulate", "--games", "1", "--log", "{}"),
    ("balance", "house", "--svg", "{}/x"),
    ("board", "flash", "--file", "{}", "--drive", "{}"),
    ("players", "export", "--output", "{}"),
    ("{}",),
    ("play", "{}"),
    ("board", "{}"),
    ("simulate", "--seats", "{}", "--option", "{}", "--game", "{}"),
    ("certify", "--source", "{}", "--out", "x"),
)


@pytest.mark.parametrize("command", COMMANDS_WITH_FILES, ids=" ".join)
@pytest.mark.parametrize("kind", ["none", "file", "log", "folder"])
def test_every_name_of_a_file(command: tuple[str, ...], kind: str, tmp_path: Path, typed: Type) -> None:
    path = tmp_path / IN_A_NAME
    if kind == "folder":
        (path / IN_A_NAME).mkdir(parents=True)
        (path / f"{IN_A_NAME}.jsonl").write_bytes(whole_log())
    elif kind != "none":
        path.write_bytes(whole_log() if kind == "log" else b"x\n")
    typed(*(part.format(path) for part in command))


def test_every_name_of_a_device() -> None:
    clock = FakeClock()
    device = FakeDevice([30], clock, interval_ns=None, identity=PAD._replace(name=HOSTILE))
    folder = FakeFolder(device)
    keys = EvdevSource(Layouts({"a": 0}), clock=clock, devices=folder.paths, open_device=folder.open)
    keys.start()
    assert_harmless(escaped("\n".join(stamps_of(keys))))
    assert_harmless(escaped(str(SeveralBoards(HOSTILE, [(HOSTILE, HOSTILE)]))))
    assert_harmless(escaped(str(HardwareError(HOSTILE, HOSTILE))))


def test_a_value_begins_no_line_and_an_error_may() -> None:
    assert word("cli.problem", problem="a\nb").count("\n") == 0
    assert word("cli.problem", problem=Path("a\nb")).count("\n") == 0
    assert word("cli.problem", problem=ValueError("a\nb")).count("\n") == 1


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EPIPE, errno.EIO])
def test_a_standard_error_that_takes_nothing_ends_nothing(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match ended for a line of the journal. What was asked for is another matter."""
    full = Mock(io.TextIOBase(), closed=False)
    full.write.side_effect = full.flush.side_effect = OSError(number, os.strerror(number))
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, full)
    print_safely()
    sys.stderr.write("a notice\n")
    printed_to(sys.stderr).write("\r 50 %")
    sys.stderr.flush()
    with pytest.raises(OSError, match=os.strerror(number)):
        sys.stdout.write("what was asked for\n")


def test_a_stream_that_is_collected_does_not_touch_the_one_beneath() -> None:
    beneath = Mock(io.TextIOBase(), closed=False)
    stream = PrintableStream(beneath)
    stream.write("a line\n")
    del stream
    gc.collect()
    assert beneath.method_calls == [call.write("a line\n")]


def test_our_own_sequences_pass_beneath(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(sys, "stdout", terminal)
    print_safely()
    print_safely()  # a second command in one process: the same stream
    assert printed_to(sys.stdout) is terminal
    sys.stdout.write("\x1b[31mred\n")
    printed_to(sys.stdout).write("\x1b[32m")
    assert terminal.getvalue() == "\\x1b[31mred\n\x1b[32m"
