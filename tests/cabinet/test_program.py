"""The whole program as a process, without a screen: what it tells systemd, and how it ends."""

import contextlib
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from cabinet.store.sqlite import FILE

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
