"""What systemd hears, on a real socket."""

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from cabinet.process.notify import ALIVE_NS, START_NS, Notifier, Wait, Watchdog

S = 1_000_000_000
MS = 1_000_000


class Systemd:
    """The other end of the socket."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(address)
        self._socket.setblocking(False)

    def heard(self) -> list[str]:
        """Everything since the last time."""
        told = []
        while True:
            try:
                told.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return told

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["path", "abstract"])
def name(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "notify") if request.param == "path" else f"@photofinish-test-{os.getpid()}"


@pytest.fixture
def systemd(name: str) -> Iterator[Systemd]:
    one = Systemd(f"\0{name[1:]}" if name[0] == "@" else name)
    yield one
    one.close()


def test_assignments_arrive_in_one_datagram(name: str, systemd: Systemd) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": name})
    notifier.send("READY=1", "STATUS=playing")
    notifier.close()
    notifier.send("WATCHDOG=1")
    assert systemd.heard() == ["READY=1\nSTATUS=playing", "STOPPING=1"]


@pytest.mark.parametrize("address", ["", "relative", "/nowhere/at/all"])
def test_where_nobody_listens_nothing_happens(address: str) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": address} if address else {})
    notifier.send("READY=1")
    notifier.close()
    notifier.close()


def test_a_socket_that_nobody_reads_never_makes_the_game_wait(name: str, systemd: Systemd) -> None:
    notifier = Notifier({"NOTIFY_SOCKET": name})
    for _ in range(5000):
        notifier.send("WATCHDOG=1" + " " * 500)
    assert systemd.heard()
    notifier.close()


@pytest.mark.parametrize(
    ("environ", "watchdog_ns"),
    [
        ({"WATCHDOG_USEC": "8000000"}, 8 * S),
        ({"WATCHDOG_USEC": "8000000", "WATCHDOG_PID": "77"}, 8 * S),
        ({"WATCHDOG_USEC": "8000000", "WATCHDOG_PID": "78"}, 0),
        ({"WATCHDOG_USEC": "soon"}, 0),
        ({}, 0),
    ],
)
def test_the_watchdog_is_ours_or_none(environ: dict[str, str], watchdog_ns: int) -> None:
    assert Notifier({"NOTIFY_SOCKET": "/run/x", **environ}, pid=77).watchdog_ns == watchdog_ns
    assert Notifier(environ, pid=77).watchdog_ns == 0


class Cabinet:
    """A main loop, as the pulse sees it."""

    def __init__(self, name: str) -> None:
        self.frames = 0
        self.is_stale = False
        self.frozen_at: int | None = None
        self.now = 0
        self.notifier = Notifier({"NOTIFY_SOCKET": name, "WATCHDOG_USEC": "8000000"})
        self.pulse = Watchdog(
            self.notifier, shown=lambda: self.frames, is_stale=lambda _now: self.is_stale, drained=self.drained
        )

    def drained(self) -> int:
        return self.now if self.frozen_at is None else self.frozen_at

    def rounds(self, seconds: float) -> None:
        for _ in range(round(seconds * 50)):
            self.now += 20 * MS
            self.pulse(self.now)


@pytest.fixture
def cabinet(name: str, systemd: Systemd) -> Iterator[Cabinet]:
    one = Cabinet(name)
    yield one
    one.notifier.close()


def test_ready_is_told_once_and_only_after_the_first_frame(cabinet: Cabinet, systemd: Systemd) -> None:
    cabinet.rounds(1)
    assert systemd.heard() == []
    cabinet.frames = 1
    cabinet.rounds(5)
    assert systemd.heard() == ["READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1"]


def test_while_it_waits_for_its_screen_it_is_ready_and_alive_and_says_so(cabinet: Cabinet, systemd: Systemd) -> None:
    said: list[str] = []
    wait = Wait(cabinet.notifier, said.append, lambda: cabinet.now)
    for _ in range(40):
        wait.goes_on("no screen")
        cabinet.now += 250 * MS
    assert systemd.heard() == ["READY=1\nSTATUS=no screen", *["WATCHDOG=1"] * 5]
    wait.ends("a screen")
    assert systemd.heard() == [f"WATCHDOG_USEC={START_NS // 1000}", "STATUS="]
    assert said == ["no screen", "a screen"]
    cabinet.frames = 1
    cabinet.rounds(1)
    assert systemd.heard() == ["READY=1", "WATCHDOG_USEC=8000000", "WATCHDOG=1"]
    cabinet.rounds(3)
    assert systemd.heard() == ["WATCHDOG=1"]


def test_a_start_that_did_not_wait_says_nothing_of_it(cabinet: Cabinet, systemd: Systemd) -> None:
    said: list[str] = []
    Wait(cabinet.notifier, said.append, lambda: cabinet.now).ends("a screen")
    assert (systemd.heard(), said) == ([], [])


def test_the_time_from_the_end_of_a_wait_to_the_first_frame_is_that_of_a_start() -> None:
    unit = (Path(__file__).parents[3] / "systemd/root/etc/systemd/system/photofinish.service").read_text()
    assert f"TimeoutStartSec={START_NS // S}\n" in unit


def test_an_idle_cabinet_is_alive(cabinet: Cabinet, systemd: Systemd) -> None:
    cabinet.frames = 1
    cabinet.rounds(1)
    systemd.heard()
    cabinet.rounds(20)
    assert systemd.heard() == ["WATCHDOG=1"] * 10


def test_a_picture_that_does_not_reach_the_screen_starves_the_watchdog(cabinet: Cabinet, systemd: Systemd) -> None:
    cabinet.frames, cabinet.is_stale = 1, True
    cabinet.rounds(1)
    systemd.heard()
    cabinet.rounds(20)
    assert systemd.heard() == []
    cabinet.frames = 2
    cabinet.rounds(1)
    assert systemd.heard() == ["WATCHDOG=1"]


def test_a_frozen_input_source_starves_the_watchdog(cabinet: Cabinet, systemd: Systemd) -> None:
    cabinet.frames = 1
    cabinet.rounds(1)
    cabinet.frozen_at = cabinet.now
    cabinet.rounds(ALIVE_NS / S)
    systemd.heard()
    cabinet.rounds(20)
    assert systemd.heard() == []
    cabinet.frozen_at = None
    cabinet.rounds(0.1)
    assert systemd.heard() == ["WATCHDOG=1"]
