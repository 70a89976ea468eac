"""The real binary, the real pyserial and a terminal device between them, in real time: connected, cut, and anew."""

import os
import socket
import threading
import tty
from collections.abc import Callable

import pytest

from hardware.board.serial_link import SerialLink
from hardware.board.source import BoardSource
from hardware.clock import monotonic_ns
from hardware.errors import NoBoard
from hardware.events import EdgesLost, SwitchEdge
from tests.firmware.conftest import Start
from tests.firmware.emulated import Emulated

pytestmark = [pytest.mark.needs("arm-none-eabi-gcc", "make", "node", "npm"), pytest.mark.timeout(120)]


class Terminal:
    """A terminal device whose other end is the TCP port of an emulated board."""

    def __init__(self, port: int) -> None:
        self._far, near = os.openpty()
        tty.setraw(near)
        self.device = os.ttyname(near)
        self._near = near
        self._socket = socket.create_connection(("127.0.0.1", port))
        self._threads = [threading.Thread(target=copy, daemon=True) for copy in (self._to_host, self._to_board)]
        for thread in self._threads:
            thread.start()

    def cut(self) -> None:
        """The cable is out: the device is gone."""
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        os.close(self._near)
        os.close(self._far)

    def _to_host(self) -> None:
        try:
            while data := self._socket.recv(4096):
                os.write(self._far, data)
        except OSError:
            return

    def _to_board(self) -> None:
        try:
            while data := os.read(self._far, 4096):
                self._socket.sendall(data)
        except OSError:
            return


class Socket:
    """Where a board may be plugged in: an opener for the source."""

    def __init__(self) -> None:
        self.terminal: Terminal | None = None

    def open(self) -> SerialLink:
        if self.terminal is None:
            raise NoBoard("here")
        return SerialLink(self.terminal.device)


def until(source: BoardSource, is_so: Callable[[], bool], told: list[object]) -> None:
    """Drain the source until something is so, for some seconds at most."""
    begin = monotonic_ns()
    while not is_so():
        assert monotonic_ns() - begin < 15_000_000_000, f"it never came to that: {told}"
        told += source.drain()
        if source._link is not None:
            source._link.wait(0.002)


def edges(told: list[object]) -> list[SwitchEdge]:
    return [event for event in told if isinstance(event, SwitchEdge)]


@pytest.mark.parametrize("line", ["usb", "uart"])
def test_a_board_on_a_terminal_is_heard_cut_off_and_heard_again(start: Start, line: str) -> None:
    place, told = Socket(), list[object]()
    source = BoardSource(place.open)
    with start(line, "--paced", "--seed", "1", forgiving=True) as board:
        plug_in(place, board)
        source.start()
        board.tell("contact", [3, True])
        until(source, lambda: len(edges(told)) == 1, told)
        (edge,) = edges(told)
        assert (edge.line, edge.pressed) == (3, True)
        assert abs(monotonic_ns() - edge.time_ns) < 2_000_000_000, "about now: an emulator's seconds are not steady"
        cut_off(place)
        until(source, lambda: not source.is_there, told)
    with start(line, "--paced", "--seed", "2", "--start-us", "99000000", forgiving=True) as board:
        plug_in(place, board)
        until(source, lambda: source.is_there, told)
        board.tell("contact", [6, True])
        until(source, lambda: len(edges(told)) == 2, told)
        assert edges(told)[1].line == 6
        assert edges(told)[1].clock != edges(told)[0].clock
        assert edges(told)[1].time_ns > edges(told)[0].time_ns
        assert [e.why for e in told if isinstance(e, EdgesLost) and e.since_ns is not None] == ["reboot"]
        source.close()
        cut_off(place)


def plug_in(place: Socket, board: Emulated) -> None:
    place.terminal = Terminal(board.port)


def cut_off(place: Socket) -> None:
    assert place.terminal is not None
    place.terminal.cut()
    place.terminal = None
