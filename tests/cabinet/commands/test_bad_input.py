"""Whatever is wrong with what somebody typed or wrote is one clear message and the exit code that the manual names.

Command lines, configurations and databases, and logs in test_bad_logs.py: each case says which words its message must
have, one that names the thing and one of the remedy or the limit. Nothing of Python's may show, nothing may hang, and
no file may change.
"""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from cabinet.cli import main
from cabinet.store.errors import NewerDatabase
from cabinet.store.sqlite import FILE, condition_of
from cabinet.store.store import DiskStore
from tests.cabinet.commands.refusals import Run, assert_refused

pytestmark = pytest.mark.usefixtures("desk")


NOBODY: Final = 65534
"""The number of an account that owns nothing."""

# -- Command lines ----------------------------------------------------------------------------------------------

FIFTEEN: Final = ",".join(["bot:random"] * 15)
LONG: Final = "9" * 5000

COMMAND_LINES: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "no such command": ("fly", ("fly", "There are: play")),
    "a word too many": ("wiring board --board x", ("--board x",)),
    "fifteen seats": (f"simulate --games 1 --seats {FIFTEEN}", ("15 seats", "speed takes 2 to 4")),
    "one seat": ("simulate --games 1 --seats bot:random", ("1 seat is named", "speed takes 2 to 4")),
    "no seats": ("simulate --games 1 --seats=", ("--seats ''", "bot:fast,bot:slow")),
    "a seat without a name": ("simulate --games 1 --seats bot:fast,,bot:fast", ("bot:fast,,bot:fast", "name a player")),
    "people cannot be simulated": ("simulate --games 1 --seats human,human", ("human,human", "bot:random")),
    "bots and random seats": ("simulate --games 1 --seats bot:fast,bot:random", ("bot:fast,bot:random",)),
    "no such bot": ("simulate --games 1 --seats bot:quick,bot:fast", ("no bot is called quick. There are: slow",)),
    "nearly a bot": ("simulate --games 1 --seats bot:slwo,bot:fast", ("slwo; did you mean slow? There are",)),
    "no such game": ("simulate --game bridge", ("no game is called bridge. There are: spit",)),
    "nearly a game": ("simulate --game spite", ("no game is called spite; did you mean spit? There are: spit",)),
    "no such preset": ("simulate --preset nope", ("speed has no preset nope. There are: speed",)),
    "no such option": ("simulate --option bidding=1", ("unknown option bidding for speed. It takes: quick_play",)),
    "nearly an option": ("simulate --option joker=1", ("joker for speed; did you mean jokers? It takes",)),
    "an option without a value": ("simulate --option jokers", ("--option 'jokers'", "NAME=VALUE")),
    "an option out of range": ("simulate --option hand_size=9", ("hand_size = 9", "it takes 5 | 4")),
    "two signs": ("simulate --option hand_size=--5", ("hand_size = --5", "it takes")),
    "a raised figure": ("simulate --option hand_size=²", ("hand_size = ²", "it takes")),
    "a figure of another script": ("simulate --option hand_size=５", ("hand_size = ５", "it takes")),
    "two signs in a list": ("simulate --option caps=--5,5", ("caps = --5,5", "10 to 7200")),
    "a handicap for two where three sit": (
        "simulate --option handicap=1,0 --seats bot:fast,bot:fast,bot:fast",
        ("handicap = 1,0", "3 numbers, one for each seat"),
    ),
    "a handicap for everybody": ("simulate --option handicap=1,1", ("handicap = 1,1", "at least one of them 0")),
    "a handicap in words": ("simulate --option handicap=two", ("handicap = two", "0 to 4")),
    "a handicap that leaves no card": (
        "simulate --option handicap=4,0 --option hand_size=4",
        ("handicap = 4,0", "3 at most"),
    ),
    "a handicap that leaves no spit card": (
        "simulate --game spit --option handicap=4,4,0 --seats bot:fast,bot:fast,bot:fast",
        ("handicap = 4,4,0", "can give 6"),
    ),
    "a game without handicaps": (
        "simulate --game speah --option handicap=1,0",
        ("option handicap: speah has none; leave it out",),
    ),
    "one nought for a list": ("simulate --option caps=0", ("caps = 0:", "such as 0,0")),
    "a list too short": ("simulate --option caps=120", ("caps = 120", "N,N: each 10 to 7200")),
    "five thousand digits": (f"simulate --option best_of={LONG}", ("best_of = 9999", "…", "it takes")),
    "options at odds": ("simulate --game spit --option cards_seen=own_screen --option running=1", ("running",)),
    "a negative seed": ("simulate --seed -1", ("--seed", "'-1'", "from 0 to")),
    "a seed of five thousand digits": (f"simulate --seed {LONG}", ("--seed", "…", "from 0 to")),
    "a seed that is half": ("simulate --seed 1.5", ("--seed", "whole number")),
    "no games": ("simulate --games 0", ("--games", "'0'", "from 1 to")),
    "games in words": ("simulate --games many", ("--games", "'many'", "whole number")),
    "no jobs": ("simulate --jobs 0", ("--jobs", "'0'", "from 1 to")),
    "a cluster and processes": ("simulate --cluster 10.0.0.5:8786 --jobs 1", ("--jobs", "--cluster")),
    "a cluster without a port": ("simulate --cluster 10.0.0.5", ("10.0.0.5", "like tcp://10.0.0.5:8786")),
    "a cluster of nothing": ("simulate --cluster=", ("'' is no address", "like tcp://10.0.0.5:8786")),
    "a port too high": ("simulate --cluster a:65536", ("a:65536", "like tcp://10.0.0.5:8786")),
    "a port of nought": ("simulate --cluster a:0", ("a:0", "like tcp://10.0.0.5:8786")),
    "another protocol": ("simulate --cluster http://a:80", ("http://a:80", "like tcp://10.0.0.5:8786")),
    "a cluster that is a book": (f"simulate --cluster {LONG}", ("9999", "…", "like tcp://10.0.0.5:8786")),
    "no preset to balance": ("balance", ("name a preset", "--all")),
    "a preset and all": ("balance speed --all", ("speed and --all", "name one preset")),
    "no such preset to balance": ("balance bridge", ("no preset is called bridge", "photofinish games")),
    "nearly a preset to balance": ("balance four_card_sped", ("did you mean four_card_speed?",)),
    "a preset that is a book": (f"balance {LONG}", ("9999", "…", "photofinish games")),
    "a drawing of all": ("balance --all --svg all.svg", ("--svg draws one preset", "in place of --all")),
    "a drawing that is a folder": ("balance speed --games 1 --svg .", ("cannot be written", "another file")),
    "no such level": ("balance speed --level quick", ("--level", "no bot is called quick", "slow")),
    "nobody of that pace": ("simulate --games 1 --seats person:200,bot:20", ("person:200", "person:8 to person:120")),
    "nobody at all": ("balance speed --level person:", ("person:", "person:8 to person:120")),
    "no matches to balance": ("balance speed --games 0", ("--games", "'0'", "from 1 to")),
    "two forms of figures": ("balance speed --json --markdown", ("--markdown", "--json")),
    "a log folder that is a file": ("simulate --games 1 --log taken", ("taken", "give --log another")),
    "a folder without a log": ("verify folder", ("folder cannot be read", "no *.jsonl in it", "Give the path")),
    "logs that are shared with nobody": ("verify taken --shared", ("--shared", "Leave it out")),
    "logs to a cluster and to processes": ("verify taken --jobs 2 --cluster a:1", ("--jobs", "--cluster")),
    "a log folder in the kernel's": ("simulate --games 1 --log /proc/no", ("/proc/no", "give --log another")),
    "a window too small": ("play --size 479x320", ("479x320", "from 480x320")),
    "a window too wide": ("play --size 7681x480", ("7681x480", "to 7680x4320")),
    "a window too high": ("play --size 800x4321", ("800x4321", "to 7680x4320")),
    "a window of terabytes": ("play --size 999999x999999", ("999999x999999", "to 7680x4320")),
    "a window in raised figures": ("play --size ²²²²x480", ("²²²²x480", "like 800x480")),
    "a seed of nought to play": ("play --seed 0", ("--seed", "from 1 to")),
    "a seed beyond the config's": ("play --seed 9223372036854775808", ("--seed", "to 9223372036854775807")),
    "no log to go on with": ("play --resume no.jsonl", ("no.jsonl cannot be read", "Give the path")),
    "a folder to go on with": ("play --resume folder", ("folder cannot be read", "Give the path")),
    "a pipe to go on with": ("play --resume pipe", ("pipe cannot be read", "no plain file")),
    "no config": ("config --config no.toml", ("no.toml: cannot be read", "--show")),
    "a folder for a config": ("config --config folder", ("folder: cannot be read", "--show")),
    "a pipe for a config": ("config --config pipe", ("pipe: cannot be read", "no plain file")),
    "a device for a config": ("config --config /dev/zero", ("/dev/zero: cannot be read", "no plain file")),
    "a picture into a folder": ("wiring --svg folder", ("folder cannot be written", "name another file")),
    "no such sheet": ("print panels --out x", ("panels", "there are panel, wiring")),
    "sheets into a file": ("print labels --out taken", ("taken", "cannot be written", "--out")),
    "nuts that touch": ("print panel --out x --pitch 35", ("35.1 mm apart", "need 39", "--pitch")),
    "a nut smaller than its hole": ("print panel --out x --nut 25", ("25 mm", "30 mm", "--nut")),
    "no hand is so wide": ("print panel --out x --pitch 50", ("--pitch", "200 mm", "45 at most")),
    "a length that is none": ("print panel --out x --rows nan", ("nan", "from 1 to 200")),
    "a screen for ants": ("print side --out x --screen 1", ("'1'", "inches from 5 to 24")),
    "a sticker that leads nowhere": ("print sticker --out x", ("address", "--docs")),
    "a time that goes back": ("board --seconds -1", ("--seconds", "'-1'", "more than 0")),
    "a time for ever": ("board --seconds inf", ("--seconds", "'inf'", "at most")),
    "a time that is none": ("board --seconds nan", ("--seconds", "'nan'", "more than 0")),
    "a time in words": ("board --seconds soon", ("--seconds", "'soon'", "seconds")),
    "no board": ("board", ("no button board", "Plug it in")),
}


@pytest.mark.parametrize("case", COMMAND_LINES)
def test_a_command_line(case: str, run: Run, desk: Path) -> None:
    (desk / "folder").mkdir()
    (desk / "taken").write_text("mine", encoding="utf-8")
    os.mkfifo(desk / "pipe")
    line, words = COMMAND_LINES[case]
    assert_refused(run(*line.split(" ")), *words)
    assert (desk / "taken").read_text(encoding="utf-8") == "mine"
    assert not (desk / "data").exists()


def test_more_processes_than_processors_are_fewer_and_that_is_said(run: Run) -> None:
    code, told = run("simulate", "--jobs", "9999", "--games", "2", "--seed", "7")
    assert code == 0
    assert "--jobs 9999: this machine has" in told


def test_an_output_that_is_full_is_said(repository: Path) -> None:
    program = [sys.executable, "-m", "cabinet", "config", "--show"]
    environ = {**os.environ, "PYTHONPATH": str(repository)}
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environ)
    assert_refused((done.returncode, done.stderr), "output cannot be written", "make room")


def test_a_folder_that_was_deleted_has_no_config(run: Run, desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = desk / "lost"
    lost.mkdir()
    monkeypatch.chdir(lost)
    lost.rmdir()
    assert run("config") == (0, "")
    monkeypatch.chdir(desk)


# -- Configurations ---------------------------------------------------------------------------------------------

CONFIGS: Final[Mapping[str, tuple[bytes, tuple[str, ...]]]] = {
    **{
        f"the key {key!r}": (f'[input.keys.seat0]\nCARD1 = "{key}"\n'.encode(), (":2:", f'is "{key}"', remedy))
        for key, remedy in {
            "banana": "docs/configuration.md",
            "ctrl+a": "docs/configuration.md",
            "": "docs/configuration.md",
            " ": "docs/configuration.md",
            "é": "docs/configuration.md",
            "A": 'did you mean "a"?',
            "escape": "ends the program",
            "Escape": "ends the program",
        }.items()
    },
    "a service key that is none": (b'[input]\nservice_key = "banana"\n', (":2: input.service_key", "banana")),
    "a service key that is kept": (b'[input]\nservice_key = "escape"\n', (":2: input.service_key", "another key")),
    "a key twice": (b'[input.keys.seat0]\nCARD1 = "s"\n', ("CARD2: is s", "every button needs its own")),
    "tables within tables": (b"a=" + b"[" * 100_000, ("nested too deeply",)),
    "inline tables within tables": (b"a=" + b"{a=" * 20_000, ("nested too deeply",)),
    "dots within dots": (".".join(["a"] * 3000).encode() + b"=1", ("nested too deeply",)),
    "dots for minutes": (".".join(["a"] * 400_000).encode() + b"=1", ("nested too deeply",)),
    "quoted dots for minutes": (".".join(['"a b"'] * 100_000).encode() + b"=1", ("nested too deeply",)),
    "a little too deep": (b"a = " + b"{a = " * 40 + b"1" + b"}" * 40, ("nested too deeply",)),
    "more than a megabyte": (b"#" * 1_000_001, ("more than 1 MB", "--show")),
    "UTF-16": ("[sound]".encode("utf-16"), ("UTF-16", "save it as UTF-8")),
    "Latin-1": ("# café".encode("latin-1"), ("not UTF-8", "save it as UTF-8")),
    "a picture": (b"\x89PNG\r\n\x1a\n\0\0", ("not UTF-8",)),
    "a table twice": (b"[sound]\n[sound]\n", (":2: is not valid TOML", "[sound] stands there twice", "make one")),
    "a key twice in a table": (b"[sound]\nvolume=1\nvolume=2\n", (":3: is not valid TOML", "keep one of the two")),
    "a value as a table": (b"sound = 1\n[sound.x]\n", (":2: is not valid TOML",)),
    "a table left open": (b"[sound\n", (":1: is not valid TOML", "--show")),
    "a text left open": (b'[data]\nfolder = "x\n', (":2: is not valid TOML",)),
    "a zero byte": (b"\0", (":1: is not valid TOML",)),
    "a number of five thousand digits": (b"x = " + b"9" * 5000, ("not valid TOML", "longer than any setting")),
    "a key of five thousand letters": (b"x" * 5000 + b" = 1", ("…", "no such key")),
    "a value of five thousand letters": (b'[sound]\nvolume = "' + b"x" * 5000 + b'"', (":2: sound.volume", "…")),
    "no number": (b"[input]\nlockout_ms = nan\n", (":2: input.lockout_ms: is nan", "from 0 to 1000")),
    "an endless number": (b"[input]\nlockout_ms = inf\n", (":2: input.lockout_ms: is inf", "from 0 to 1000")),
    "a window too large": (b"[display]\nsize = [9999, 9999]\n", (":2: display.size", "from 480 to 7680")),
    "a zero byte in a folder": (b'[data]\nfolder = "a\\u0000b"\n', (":2: data.folder", "control character")),
    "a zero byte in a port": (b'[input.board]\nport = "\\u0000"\n', (":2: input.board.port", "control character")),
    "a power-off left open": (b'[operator]\npower_off = "it\'s"\n', (":2: operator.power_off", "no command")),
    "a power-off that is blank": (b'[operator]\npower_off = " "\n', (":2: operator.power_off", "leave it empty")),
    "no such game": (b"[options.bridge]\nx = 1\n", (":1: options.bridge: no game is called bridge. There are",)),
    "an empty game": (b'[match]\ngame = ""\n', (":2: match.game: no game is called (nothing). There are",)),
    "a preset of no game": (b'[[presets]]\nname = "x"\ngame = "bridge"\n', (":3: presets.1.game", "bridge. There are")),
    "a half number": (b"[options.speed]\ncaps = [1.5, 2]\n", (":2: options.speed.caps",)),
}


@pytest.mark.parametrize("case", CONFIGS)
@pytest.mark.parametrize("command", ["config", "play"])
def test_a_configuration(case: str, command: str, run: Run, desk: Path) -> None:
    data, words = CONFIGS[case]
    file = desk / "mine.toml"
    file.write_bytes(data)
    assert_refused(run(command, "--config", file), "mine.toml", *words)
    assert file.read_bytes() == data
    assert not (desk / "data").exists()


@pytest.mark.parametrize("case", ["the key 'banana'", "the key ''", "tables within tables", "UTF-16"])
def test_the_doctor_refuses_it_too(case: str, desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, words = CONFIGS[case]
    (desk / "mine.toml").write_bytes(data)
    assert main(["doctor", "--config", "mine.toml"]) == 2
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line[6:13] == "config "]
    assert line.startswith("FAIL")
    assert all(each in line for each in words)


@pytest.mark.parametrize(
    "data",
    [b"\xef\xbb\xbf[sound]\nvolume = 5\n", b"[sound]\r\nvolume = 5\r\n", b"\xef\xbb\xbf[sound]\r\nvolume = 5\r\n"],
)
def test_what_windows_writes_is_taken(data: bytes, run: Run, desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (desk / "mine.toml").write_bytes(data)
    assert main(["config", "--show", "--config", "mine.toml"]) == 0
    assert "volume = 5 " in capsys.readouterr().out
    (desk / "mine.toml").write_bytes(data.replace(b"5", b"500"))
    assert_refused(run("config", "--config", "mine.toml"), "mine.toml:2: sound.volume: is 500")


def test_a_configuration_that_is_no_file_is_not_passed_over(run: Run, desk: Path) -> None:
    (desk / "photofinish.toml").mkdir()
    assert_refused(run("config"), "photofinish.toml: cannot be read", "--show")
    (desk / "photofinish.toml").rmdir()
    (desk / "photofinish.toml").symlink_to("nowhere")
    assert_refused(run("config"), "photofinish.toml: cannot be read", "--show")


def test_a_megabyte_of_faults_is_told(run: Run, desk: Path) -> None:
    (desk / "mine.toml").write_text("".join(f"x{number} = 1\n" for number in range(80_000)), encoding="utf-8")
    code, told = run("config", "--config", "mine.toml")
    assert code == 2
    assert len(told.splitlines()) == 21


def test_faults_by_the_hundred_are_named_in_part(run: Run, desk: Path) -> None:
    (desk / "mine.toml").write_text("".join(f"x{number} = 1\n" for number in range(5000)), encoding="utf-8")
    code, told = run("config", "--config", "mine.toml")
    assert code == 2
    assert len(told.splitlines()) == 21
    assert told.splitlines()[-1].endswith("and 4980 more faults, named once these are mended")


def test_a_home_that_nobody_has(run: Run, desk: Path) -> None:
    (desk / "mine.toml").write_text('[data]\nfolder = "~nobody-has-this-name/x"\n', encoding="utf-8")
    assert_refused(run("play", "--config", "mine.toml"), "~nobody-has-this-name", "Set data.folder")


# -- Databases --------------------------------------------------------------------------------------------------


def make_folder(path: Path) -> None:
    path.mkdir()


def make_newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()


def make_foreign(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name)")
    connection.commit()
    connection.close()


DATABASES: Final[Mapping[str, tuple[Callable[[Path], object], str, str]]] = {
    "a pipe": (os.mkfifo, "store.none", "no plain file"),
    "a device": (lambda path: path.symlink_to("/dev/zero"), "store.none", "no plain file"),
    "a folder": (make_folder, "store.none", "unable to open"),
    "a link to nowhere": (lambda path: path.symlink_to("nowhere/at/all"), "store.none", "unable to open"),
    "noise": (lambda path: path.write_bytes(bytes(range(256)) * 64), "store.aside", ""),
    "a text": (lambda path: path.write_text("my notes"), "store.aside", ""),
    "half a database": (lambda path: path.write_bytes(b"SQLite format 3\0" + b"\x10" * 4000), "store.aside", ""),
    "somebody else's": (make_foreign, "store.aside", ""),
}


@pytest.mark.parametrize("case", DATABASES)
def test_a_database(case: str, desk: Path) -> None:
    make, key, reason = DATABASES[case]
    make(desk / FILE)
    was = (desk / FILE).read_bytes() if (desk / FILE).is_file() else b""
    store = DiskStore(desk)
    troubles = store.troubles()
    store.close()
    assert [trouble.key for trouble in troubles] == [key]
    assert reason in troubles[0].reason
    if key == "store.aside":
        assert (desk / troubles[0].name).read_bytes() == was, "it is put aside, and nothing of it is lost"
        assert condition_of(desk / FILE) == "ok"
    else:
        assert condition_of(desk / FILE) != "ok"


def test_a_newer_database_is_refused_and_left_alone(desk: Path) -> None:
    make_newer(desk / FILE)
    was = (desk / FILE).read_bytes()
    with pytest.raises(NewerDatabase, match=r"newer version.*Install that version again"):
        DiskStore(desk)
    assert (desk / FILE).read_bytes() == was


# -- A machine without what others have ------------------------------------------------------------------------------


def typed(line: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run a line of a shell in which `photofinish` is this program."""
    line = line.replace("photofinish", f"{sys.executable} -m cabinet", 1)
    environ = {"PATH": os.environ["PATH"], "PYTHONPATH": str(Path(__file__).parents[3]), "HOME": str(home)}
    return subprocess.run(["sh", "-c", line], env=environ, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_a_standard_stream_that_is_closed_is_no_fault(closed: str, tmp_path: Path) -> None:
    done = typed(f"photofinish games {closed}", tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_printed_to_a_closed_stream_lands_in_no_file(tmp_path: Path) -> None:
    command = f"photofinish simulate --games 1 --option best_of=1 --log {tmp_path} >&- 2>&-"
    assert typed(command, tmp_path).returncode == 0
    (log,) = tmp_path.glob("*.jsonl")
    assert main(["verify", str(log)]) == 0


@pytest.mark.parametrize("command", ["config", "config --show", "games", "players", "doctor"])
@pytest.mark.parametrize("home", [None, "", "relative"])
def test_a_user_without_a_home_gets_an_answer_or_a_sentence(
    command: str, home: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A user of whom the system knows nothing but a number, as in a container."""
    monkeypatch.delenv("HOME")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    if home is not None:
        monkeypatch.setenv("HOME", home)
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    code = main(command.split())
    said = capsys.readouterr().err
    assert (code, said) == (0, "") or (code == 2 and "Set HOME, or data.folder" in said)


@pytest.mark.needs("root")
@pytest.mark.parametrize(
    "command", ["players", "players rename MIA KAI", "config --show", "backup FILE", "restore FILE"]
)
@pytest.mark.parametrize("shut", ["the folder", "the file"])
def test_records_of_another_account_are_named_so_with_the_remedy(
    command: str, shut: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As an operator types it from a login without `sudo -u photofinish`."""
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    with TemporaryDirectory() as name:  # pytest's own folders are root's alone
        data, file = Path(name, "data"), Path(name, "records.db")
        DiskStore(data).close()
        monkeypatch.setenv("PHOTOFINISH_CONFIG", config(name, data))
        assert main(["backup", str(file)]) == 0
        (data if shut == "the folder" else data / FILE).chmod(0o700 if shut == "the folder" else 0o600)
        Path(name).chmod(0o755)
        file.chmod(0o644)
        monkeypatch.chdir(name)
        typed = command.replace("FILE", str(Path(name, "other.db") if command.startswith("backup") else file))
        capsys.readouterr()
        os.setresuid(NOBODY, NOBODY, 0)
        try:
            code = main(typed.split())
        finally:
            os.setresuid(0, 0, 0)
        said = capsys.readouterr().err
        assert code == 2
        assert "is another account's" in said or (command.startswith("backup") and "cannot be written" in said), said
        assert len(said.splitlines()) == 1


@pytest.mark.needs("root")
@pytest.mark.parametrize("shut", ["matches", "matches/match.jsonl"])
@pytest.mark.parametrize("named", ["matches", "matches/match.jsonl"])
def test_logs_of_another_account_are_named_so_with_the_remedy(
    shut: str, named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name, "matches")
        folder.mkdir()
        (folder / "match.jsonl").write_text("{}\n", encoding="utf-8")
        Path(name).chmod(0o755)
        Path(name, shut).chmod(0o700)
        os.setresuid(NOBODY, NOBODY, 0)
        try:
            code = main(["verify", str(Path(name, named))])
        finally:
            os.setresuid(0, 0, 0)
        assert code == 2
        assert "is another account's. Ask as that one: on a cabinet, sudo -u photofinish" in capsys.readouterr().err


@pytest.mark.needs("root")
def test_a_backup_into_a_folder_that_may_not_be_searched_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As root's home, from where `sudo -u photofinish photofinish backup records.db` is typed."""
    with TemporaryDirectory() as name:
        data, mine = Path(name, "data"), Path(name, "mine")
        DiskStore(data).close()
        given = config(name, data)
        mine.mkdir(0o700)
        for path in (Path(name), data, *data.iterdir()):
            os.chown(path, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, 0)
        try:
            code = main(["backup", f"{mine}/records.db", "--config", given])
        finally:
            os.setresuid(0, 0, 0)
        said = capsys.readouterr().err
        assert (code, "records.db cannot be written (Permission denied)" in said) == (2, True), said


def config(folder: str, data: Path) -> str:
    """The path of a configuration that names a data folder."""
    file = Path(folder, "photofinish.toml")
    file.write_text(f'[data]\nfolder = "{data}"\n', encoding="utf-8")
    return str(file)
