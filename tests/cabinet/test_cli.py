"""The command line: what it prints, how it starts the program, and how it ends."""

import argparse
import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from cabinet.cli import COMMANDS, main, parser, with_command
from cabinet.commands.arguments import size
from cabinet.commands.numbers import whole
from cabinet.commands.play import overridden
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.config.load import load_config
from cabinet.config.schema import Config
from cabinet.match.factory import MatchFactory
from cabinet.match.request import MatchRequest
from cabinet.offscreen import ignore, play_through
from cabinet.process.engine_build import engine_build
from cabinet.process.revision import version_text
from cabinet.store.sqlite import FILE
from cabinet.store.store import DiskStore
from cabinet.strings.catalogue import word
from engine.games import GAMES
from engine.version import VERSION
from hardware.clock import FakeClock
from hardware.packages import install_line


def test_without_a_command_it_plays() -> None:
    assert with_command([]) == ["play"]
    assert with_command(["--seed", "5"]) == ["play", "--seed", "5"]
    assert with_command(["games"]) == ["games"]
    assert with_command(["--help"]) == ["--help"]


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    for command in COMMANDS:
        assert main([command, "--help"]) == 0
        assert f"usage: photofinish {command}" in capsys.readouterr().out


def test_the_version_and_the_build_are_the_engines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"Photo Finish {version_text(VERSION)} (engine: {engine_build()})\n"


def test_a_whole_configuration_is_printed_and_reads_back(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[sound]\nvolume = 5\n[options.speed]\njokers = true\n", encoding="utf-8")
    assert main(["config", "--show", "--config", str(file)]) == 0
    printed = capsys.readouterr().out
    assert parse_config(printed).sound.volume == 5
    assert parse_config(printed).options["speed"] == {"jokers": True}
    for game in GAMES:
        for option in game.info.all_options():
            assert f"{option.name} = " in printed


def test_every_value_is_printed_with_its_origin(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The default, the machine's file, the card's file, the operator's page: each goes before those before it."""
    file, card = tmp_path / "config.toml", tmp_path / "card.toml"
    file.write_text("[sound]\nvolume = 5\ntension = false\n[display]\nlarge = true\nfps = 30\n", encoding="utf-8")
    card.write_text("\n\nsound.volume = 40\ndisplay.large = false\n[options.speed]\njokers = true\n", encoding="utf-8")
    monkeypatch.setenv("PHOTOFINISH_CARD", str(card))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    store = DiskStore(tmp_path / "photofinish")
    store.set("volume", 70)
    store.close()
    assert main(["config", "--show", "--config", str(file)]) == 0
    printed = capsys.readouterr().out
    found = dict(re.findall(r"^(\w+) = \S+ +# \[([^\]]+)\]", printed, re.MULTILINE))
    assert found["volume"] == "operator's page"
    assert found["large"] == "/boot/firmware/photofinish.toml:4"
    assert found["jokers"] == "/boot/firmware/photofinish.toml:6"
    assert found["tension"] == f"{file}:3"
    assert found["fps"] == f"{file}:6"
    assert found["layout"] == "default"
    config = parse_config(printed)
    assert (config.sound.volume, config.sound.tension, config.display.large) == (70, False, False)
    assert main(["config", "--config", str(file)]) == 0
    assert "Settings of /boot/firmware/photofinish.toml override it" in capsys.readouterr().out


def test_a_fault_is_reported_in_the_file_that_has_its_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, card = tmp_path / "config.toml", tmp_path / "card.toml"
    file.write_text("[input.pins.seat0]\nCARD1 = 12\n", encoding="utf-8")
    card.write_text("\ninput.pins.seat1.CARD1 = 13\n", encoding="utf-8")
    loaded = load_config(file, {"PHOTOFINISH_CARD": str(card)}, tmp_path)
    of_file = loaded.error(("input", "pins", "seat0", "CARD1"), "is taken")
    of_card = loaded.error(("input", "pins", "seat1", "CARD1"), "is taken")
    assert str(of_file) == f"{file}:2: input.pins.seat0.CARD1: is taken"
    assert str(of_card) == "/boot/firmware/photofinish.toml:2: input.pins.seat1.CARD1: is taken"
    card.write_text("input.pins.seat1.CARD1 = 12\n", encoding="utf-8")


def test_a_card_that_does_not_count_is_said_and_is_no_right_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, card = tmp_path / "config.toml", tmp_path / "card.toml"
    file.write_text("[input.pins.seat0]\nCARD1 = 12\n[sound]\nvolume = 5\n", encoding="utf-8")
    card.write_text("input.pins.seat1.CARD1 = 12\nsound.volume = 40\n", encoding="utf-8")
    monkeypatch.setenv("PHOTOFINISH_CARD", str(card))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert main(["config", "--show", "--config", str(file)]) == 2
    printed = capsys.readouterr()
    assert parse_config(printed.out).sound.volume == 5
    assert "No setting of the card counts" in printed.err
    assert "photofinish.toml:1: input.pins.seat1.CARD1: is 12, and so is" in printed.err
    main(["doctor", "--config", str(file)])
    assert "no setting of the card counts: 1: input.pins.seat1.CARD1: is 12" in capsys.readouterr().out


def test_it_says_which_configuration_is_used(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("", encoding="utf-8")
    assert main(["config", "--config", str(file)]) == 0
    assert str(file) in capsys.readouterr().out
    assert main(["config"]) == 0
    assert "photofinish.toml" in capsys.readouterr().out


def test_the_games_are_a_table_and_each_is_shown_with_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows[: len(GAMES)]] == [game.info.id for game in GAMES]
    assert max(map(len, rows)) <= 100
    for game in GAMES:
        assert main(["games", game.info.id]) == 0
        listed = capsys.readouterr().out
        assert listed.startswith(f"{game.info.id}: ")
        assert all(option.name in listed for option in game.info.all_options())


def test_speahx_is_understood_under_the_name_that_people_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "speahx"]) == 0
    named = capsys.readouterr().out
    assert main(["games", "speah"]) == 0
    assert capsys.readouterr().out == named
    assert main(["simulate", "--game", "speahx", "--games", "1"]) == 0
    text = '[match]\ngame = "speahx"\n[options.speahx]\nturn_s = 9\n[[presets]]\nname = "A"\ngame = "speahx"'
    config = parse_config(text)
    assert (config.match.game, config.options, config.presets[0].game) == ("speah", {"speah": {"turn_s": 9}}, "speah")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("plya", "there is no command plya; did you mean play? There are: play, games"),
        ("verfy x.jsonl", "did you mean verify?"),
        ("fly", "there is no command fly. There are: play"),
        ("card chekc x", "'chekc' is none of them; did you mean check? There are: check, apply, example"),
        ("players exprot", "did you mean export?"),
        ("board infoo", "did you mean info?"),
        ("certify --source gpoi --out x", "did you mean gpio?"),
    ],
)
def test_the_nearest_command_is_named(typed: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(typed.split())
    assert left.value.code == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("typed", ["--help", "--version", "-h", "plya"])
def test_what_is_asked_of_no_command_imports_none(typed: str) -> None:
    shown = "print(*sorted(name for name in sys.modules if name.startswith(('cabinet.commands.', 'engine.games'))))"
    program = f"import sys\ntry:\n    from cabinet.cli import main; main(['{typed}'])\nexcept SystemExit: pass\n{shown}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "cabinet.commands.arguments cabinet.commands.numbers"


@pytest.mark.parametrize(
    "typed", ["config", "games", "games speed", "players", "players list", "wiring", "wiring board", "wiring devices"]
)
def test_what_a_script_wants_is_json(
    typed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert main([*typed.split(), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    if typed == "config":
        assert found["settings"]["display"]["size"] == [1280, 720]
    elif typed == "games speed":
        assert (found[0]["game"], found[0]["presets"][0]["seats"]) == ("speed", 2)
    elif typed == "wiring":
        served = [pin for pin in found[0]["pins"] if "button" in pin]
        assert len(served) == 16
        assert {"pin", "name", "use", "seat", "button"} == served[0].keys()


def test_the_help_lists_every_command_once_by_who_needs_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    listed = re.findall(r"^(?:  (\w+) |(To [a-z ]+):)", capsys.readouterr().out, re.MULTILINE)
    assert [command for command, _ in listed if command] == list(COMMANDS)
    groups = ["To play", "To look after a cabinet", "To build one", "To develop"]
    assert [group for _, group in listed if group] == groups


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_completes_every_command_and_option(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(command in script for command in COMMANDS)
    assert "resolution-us" in script


def test_bash_completes_what_is_typed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash"]) == 0
    script = tmp_path / "completion"
    script.write_text(capsys.readouterr().out, encoding="utf-8")
    words = "COMP_WORDS=(photofinish rep); COMP_CWORD=1"
    typed = f"source {script}; {words}; _shtab_photofinish photofinish rep; echo ${{COMPREPLY[@]}}"
    done = subprocess.run(["bash", "-c", typed], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["replay"]


def test_the_page_for_man_has_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["man"]) == 0
    page = capsys.readouterr().out
    assert page.startswith('.TH PHOTOFINISH "1"')
    assert all(f"photofinish {command}" in page.replace("\\fR", "").replace("\\fI", "") for command in COMMANDS)


@pytest.mark.parametrize(
    ("command", "package", "extra"),
    [
        ("man", "argparse_manpage", "shell"),
        ("completion bash", "shtab", "shell"),
        ("print --out x", "fpdf", "print"),
        ("print --out x", "segno", "print"),
    ],
)
def test_without_the_extra_a_command_says_what_brings_it(
    command: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for module in (package, f"{package}.manpage"):
        monkeypatch.setitem(sys.modules, module, None)
    for module in ("workshop.paper.sheets", "workshop.paper.pdf"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    assert main(command.split()) == 2
    assert install_line(extra) in capsys.readouterr().err


def test_a_number_chooses_its_word() -> None:
    assert word("verify.right", path="a", lines=1) == "a: right, all 1 line"
    assert word("verify.right", path="a", lines=2) == "a: right, all 2 lines"


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ("[sound]\nvolume = 500\n", ":2: sound.volume: is 500; it takes a whole number from 0 to 100"),
        ("[match]\ngame = 'spite'\n", ":2: match.game: no game is called spite; did you mean spit?"),
        ("[match]\npreset = 'fast'\n", ":2: match.preset: speed has no preset fast."),
        ("\n[options.speed]\nhand_size = 9\n", ":3: options.speed.hand_size: is 9; it takes 5 | 4"),
        ("[options.speed]\njoker = true\n", ":2: options.speed.joker: there is no such key; did you mean jokers?"),
        ("[options.bridge]\n", ":1: options.bridge: no game is called bridge"),
        (
            "[input]\nsource = 'gpio'\n[input.pins.seat0]\nCARD1 = 14\n",
            "input.pins.seat0.CARD1 is on GPIO 14, which is kept for the serial line",
        ),
    ],
)
def test_a_mistake_in_the_configuration_is_one_message_and_exit_code_2(
    config: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(config, encoding="utf-8")
    assert main(["play", "--config", str(file)]) == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["fly"],
        ["play", "--size", "12"],
        ["play", "--size", "100x100"],
        ["play", "--seed", "x"],
        ["play", "--seed", "0"],
    ],
)
def test_what_cannot_be_understood_is_exit_code_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: photofinish" in capsys.readouterr().err


def test_a_log_that_is_not_there_is_said_to_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--resume", str(tmp_path / "no.jsonl")]) == 2
    assert "no.jsonl cannot be read" in capsys.readouterr().err


def test_a_finished_match_cannot_be_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = Config(options={"speed": {"best_of": 1}})
    factory = MatchFactory(LoadedConfig(config, None, ""), tmp_path, 4)
    session = factory.session(MatchRequest("speed", "speed", ("bot:fast", "bot:middling")), 0, ignore)
    clock = FakeClock()
    play_through(session, clock, lambda seconds: clock.advance(round(seconds * 1e9)))
    session.close()
    capsys.readouterr()
    (log,) = tmp_path.glob("matches/*.jsonl")
    assert main(["play", "--resume", str(log)]) == 2
    assert "the match is over" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("read", "text"),
    [(size, "800x"), (size, "wide"), (whole(1, 9), "-1"), (whole(1, 9), "1.5"), (whole(1, 9), "10")],
)
def test_bad_values_are_worded(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match=text):
        read(text)


def test_the_command_line_overrides_the_picture() -> None:
    args = parser().parse_args(["play", "--size", "800x480", "--fullscreen"])
    assert overridden(Config(), args).display.size == (800, 480)
    assert overridden(Config(), args).display.fullscreen
    assert overridden(Config(), parser().parse_args(["play"])) == Config()


PATIENCE_S = 60  # for a machine that does much else; no test waits for it to pass


class Service:
    """The program as systemd starts it, with a socket to tell it things."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(folder / "notify"))
        self._socket.settimeout(PATIENCE_S)
        self.process: subprocess.Popen[str] | None = None

    def start(self, *arguments: str, script: str = "", **environ: str) -> "subprocess.Popen[str]":
        """Start the program, or a script that is given its arguments and starts it."""
        (self.folder / "config.toml").write_text(f'[data]\nfolder = "{self.data}"\n', encoding="utf-8")
        program = ("-c", script) if script else ("-m", "cabinet")
        self.process = subprocess.Popen(
            [sys.executable, *program, "play", "--config", str(self.folder / "config.toml"), *arguments],
            env={**self.environ, **environ},
            stderr=subprocess.PIPE,
            text=True,
        )
        return self.process

    @property
    def environ(self) -> Mapping[str, str]:
        return {
            **os.environ,
            "SDL_VIDEODRIVER": "dummy",
            "NOTIFY_SOCKET": str(self.folder / "notify"),
            "WATCHDOG_USEC": "400000",
        }

    def hears(self) -> str:
        return self._socket.recv(4096).decode()

    def asks_it_to_end(self) -> list[str]:
        """Stop the program with SIGTERM and return all it says from then on, however slow the machine is."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)  # while it stands still, all that it said before is read
        os.waitid(os.P_PID, self.process.pid, os.WSTOPPED)
        self._heard_so_far()
        self.process.send_signal(signal.SIGTERM)
        self.process.send_signal(signal.SIGCONT)
        assert self.process.wait(PATIENCE_S) == 0
        return self._heard_so_far()

    def _heard_so_far(self) -> list[str]:
        heard = []
        self._socket.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            while True:
                heard.append(self.hears())
        self._socket.settimeout(PATIENCE_S)
        return heard

    def close(self) -> None:
        self._socket.close()
        if self.process is not None:
            self.process.kill()
            self.process.communicate()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    one = Service(tmp_path)
    yield one
    one.close()


def test_it_is_ready_after_the_first_frame_feeds_the_watchdog_and_ends_at_once(service: Service) -> None:
    service.start()
    assert service.hears() == "READY=1"
    assert [service.hears() for _ in range(4)] == ["WATCHDOG=1"] * 4
    *before, last = service.asks_it_to_end()
    assert last == "STOPPING=1"
    assert before in ([], ["WATCHDOG=1"])  # the frame that it was in, and no other
    with sqlite3.connect(service.data / FILE) as database:
        assert dict(database.execute("SELECT name, count FROM audits")) == {"starts": 1, "ends": 1}
    database.close()


STOPPED_AS_IT_OPENS_ITS_RECORDS = """
import os, signal, sys
from cabinet import app, cli

app.DiskStore = lambda *_, **__: os.kill(os.getpid(), signal.SIGTERM)
sys.exit(cli.main(sys.argv[1:]))
"""


def test_a_stop_before_the_first_picture_ends_it_at_once(service: Service) -> None:
    """By the signal itself, which systemd counts as clean: a starved machine may have that picture much later than
    systemd waits, and what it kills has failed."""
    program = service.start(script=STOPPED_AS_IT_OPENS_ITS_RECORDS)
    _, told = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == -signal.SIGTERM, told


def test_a_newer_database_is_one_message_and_exit_code_2(service: Service) -> None:
    service.data.mkdir()
    database = sqlite3.connect(service.data / FILE)
    database.execute("PRAGMA user_version = 99")
    database.close()
    program = service.start()
    _, told = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 2
    assert told.count("\n") == 1
    assert "newer version of Photo Finish" in told


@pytest.mark.parametrize("content", [b"", b"garbage " * 1000])
def test_whatever_is_in_the_database_it_starts(service: Service, content: bytes) -> None:
    service.data.mkdir()
    (service.data / FILE).write_bytes(content)
    program = service.start()
    assert service.hears() == "READY=1"
    program.send_signal(signal.SIGTERM)
    _, told = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0
    assert ("damaged" in told) is bool(content)


@pytest.mark.parametrize("card", [b"options.speed.jokers = 3\n", b"sound.vol"])
def test_whatever_was_taken_from_a_card_it_starts_and_says_so(card: bytes, service: Service) -> None:
    (service.folder / "card.toml").write_bytes(card)
    program = service.start(PHOTOFINISH_CARD=str(service.folder / "card.toml"))
    assert service.hears() == "READY=1"
    program.send_signal(signal.SIGTERM)
    _, told = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 0
    assert "No setting of the card counts" in told


def test_a_cabinet_without_its_screen_says_so_and_does_not_play_for_nobody(service: Service) -> None:
    program = service.start(SDL_VIDEODRIVER="none-such")
    _, told = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 2
    assert "There is no screen to play on" in told
