"""The host's end of an emulated board, in virtual time: what arrives when, to the microsecond, on the test's clock."""

from collections import deque

from hardware.board.link import Chunk
from hardware.clock import FakeClock
from hardware.errors import NoBoard
from tests.firmware.emulated import Emulated


class EmulatedLine:
    """The line of one emulated board: opened, broken and opened again. The board's time follows the clock.

    `delay_ns` gives how long what comes now is on its way; nothing overtakes what came before it.
    """

    def __init__(self, board: Emulated, clock: FakeClock) -> None:
        self.board = board
        self.is_plugged = True
        self.delay_ns = 0
        self.tester: LineToTester | None = None
        self._clock = clock
        self._zero_ns = clock() - round(board.now * 1000)
        self._coming: deque[Chunk] = deque()
        self._serial = 0

    def emulated_us(self, at_ns: int) -> float:
        """The emulated time of a moment on the clock."""
        return (at_ns - self._zero_ns) / 1000

    def plan(self, *edges: tuple[int, int | list[int], bool]) -> None:
        """Plan contacts: (ns on the clock, line or the lines of one wire, whether it closes)."""
        self.board.plan([(self.emulated_us(at), line, closed) for at, line, closed in edges])

    def open(self) -> "EmulatedLink":
        """Open the line; the one opened before is broken."""
        if not self.is_plugged:
            raise NoBoard("emulated")
        self._coming.clear()
        self._serial += 1
        return EmulatedLink(self, self._serial)

    def unplug(self) -> None:
        """Take the board's power away, and break the line."""
        self.is_plugged = False
        self._serial += 1

    def plug(self) -> None:
        """Give it power again: it boots."""
        self.board.tell("power")
        self.is_plugged = True

    def take(self, data: bytes, serial: int) -> None:
        """Give bytes to the board, now."""
        if serial != self._serial:
            raise OSError("the line is broken")
        self.catch_up()
        self.feed(data)

    def feed(self, data: bytes) -> None:
        """Give bytes to the board."""
        self.board.feed(data)

    def catch_up(self) -> None:
        """Let the board's time come up to the clock."""
        behind = round(self.emulated_us(self._clock()) - self.board.now)
        if behind > 0:
            answer = self.board.tell("run", behind)
            self._sent(answer["bytes"])
            if self.tester is not None:
                self.tester._sent(answer["tester"])

    def _sent(self, chunks: list[tuple[float, str]]) -> None:
        for at_us, data in chunks:
            arrives = self._zero_ns + round(at_us * 1000) + self.delay_ns
            arrives = max([arrives, *(chunk.arrived.raw_ns for chunk in list(self._coming)[-1:])])
            self._coming.append(Chunk(bytes.fromhex(data), self._clock.at(arrives)))

    def arrived(self, serial: int) -> list[Chunk]:
        """Let the board's time come up to the clock; give what has arrived by then."""
        if serial != self._serial:
            raise OSError("the line is broken")
        self.catch_up()
        chunks = []
        while self._coming and self._coming[0].arrived.raw_ns <= self._clock.raw_ns:
            chunks.append(self._coming.popleft())
        return chunks


class LineToTester(EmulatedLine):
    """The line of the tester that is wired to an emulated board (the bridge's `--tester`)."""

    def __init__(self, board: EmulatedLine) -> None:
        super().__init__(board.board, board._clock)
        self._board_line = board
        board.tester = self

    def feed(self, data: bytes) -> None:
        """Give bytes to the tester."""
        self.board.tell("feedTester", data.hex())

    def catch_up(self) -> None:
        """Both boards have one time."""
        self._board_line.catch_up()


class EmulatedLink:
    """A `Link` to it."""

    is_low_latency = False

    def __init__(self, line: EmulatedLine, serial: int) -> None:
        self._line = line
        self._serial = serial

    def read(self) -> list[Chunk]:
        return self._line.arrived(self._serial)

    def write(self, data: bytes) -> bool:
        self._line.take(data, self._serial)
        return True

    def wait(self, seconds: float) -> None:
        self._line._clock.advance(round(seconds * 1e9))

    def close(self) -> None:
        """Nothing to let go of."""
