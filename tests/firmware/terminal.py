"""A terminal device between an emulated board and pyserial, in virtual time.

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
from collections.abc import Callable
from typing import Final

from hardware.board.link import Chunk, SerialLink
from hardware.clock import FakeClock
from hardware.errors import NoBoard
from tests.firmware.emulated import Emulated

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
