"""A button board in software: it speaks the protocol over an imagined line, on a clock that is handed in.

For tests, for demonstrations, and wherever a board is wanted without one. It has a crystal that is off by `ppm`, a
line with a delay, and somebody who can pull its plug, reboot it, loop a lamp back to lines, or spoil what is sent.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from hardware.board import messages
from hardware.board.frames import Frame, FrameReader, encoded
from hardware.board.link import Chunk
from hardware.board.messages import (
    Bootloader,
    Edge,
    Edges,
    Hello,
    HelloRequest,
    Message,
    Ping,
    Pong,
    SetLamps,
    SetOutput,
    Status,
    payload_of,
)
from hardware.board.protocol import LAMPS, LINES, STATUS_MS, VERSION, Output, Reset, Transport
from hardware.clock import MS, Clock
from hardware.errors import NoBoard
from hardware.lamps import DARK, Lamp


class FakeBoard:
    """A board on an imagined line. All times in ns on `clock`; the board's own ticks are µs since its boot.

    `delay` gives how long the next bytes are on their way to the host, `delay_back` those to the board; bytes never
    overtake each other. `spoil` may change what is sent. `loops` says which lines a lamp's pin is wired to.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        board_id: bytes = b"\0\1\2\3\4\5\6\7",
        ppm: float = 0,
        booted_ns: int = 0,
        delay: Callable[[], int] = lambda: 0,
        delay_back: Callable[[], int] = lambda: 0,
        spoil: Callable[[bytes], bytes] = bytes,
        loops: Mapping[int, Sequence[int]] | None = None,
        protocol: int = VERSION,
        outputs: int = 0b11,
    ) -> None:
        self.board_id = board_id
        self.boot_id = 1
        self.lamps: list[Lamp] = [DARK] * LAMPS
        self.brightness = 255
        self.output = Output.PINS
        self.is_plugged = True
        self.in_bootloader = False
        self.spoil = spoil
        self.delay = delay
        self._delay_back = delay_back
        self._clock = clock
        self._ppm = ppm
        self._loops = dict(loops or {})
        self._protocol = protocol
        self._outputs = outputs
        self._link: FakeLink | None = None
        self._levels = 0
        self._reset = Reset.POWER
        self._sequence = 0
        self._lost = 0
        self._boot(booted_ns)

    def tick(self, at_ns: int) -> int:
        """Give the board's own time at a moment."""
        since = at_ns - self._booted_ns
        return (since + round(since * self._ppm / 1e6)) // 1000

    def edge(self, line: int, closed: bool, *, lost: bool = False) -> None:
        """Close or open a line, now. A `lost` edge is counted, and never sent."""
        self.edges([(line, closed)], lost=lost)

    def edges(self, changes: Sequence[tuple[int, bool]], *, lost: bool = False) -> None:
        """Close or open several lines in the same instant: they get the same stamp."""
        self._catch_up(self._clock())
        self._edges(changes, self._clock(), lost)

    def _edges(self, changes: Sequence[tuple[int, bool]], now: int, lost: bool = False) -> None:
        for line, closed in changes:
            self._levels = self._levels & ~(1 << line) | closed << line
        if not self.is_plugged:
            return
        first, self._sequence = self._sequence, self._sequence + len(changes)
        self._lost += len(changes) * lost
        if not lost:
            tick = self.tick(now)
            self._send(Edges(first, tuple(Edge(line, closed, tick) for line, closed in changes)), now)

    def open(self) -> "FakeLink":
        """Open the line, as a `Link`. Raises NoBoard while the plug is out."""
        if not self.is_plugged or self.in_bootloader:
            raise NoBoard(self.board_id.hex())
        self._link = FakeLink(self, self._clock)
        return self._link

    def unplug(self) -> None:
        """Pull the plug: the board has no power, and the line is broken."""
        self.is_plugged = False
        self.break_line()

    def plug(self) -> None:
        """Put the plug in: the board boots."""
        self.is_plugged = True
        self.in_bootloader = False
        self.reboot(Reset.POWER)

    def break_line(self) -> None:
        """Break the line and leave the board its power: it goes on counting, and can be opened again."""
        if self._link is not None:
            self._link.is_broken = True
        self._link = None

    def reboot(self, reason: Reset = Reset.WATCHDOG) -> None:
        """Boot anew: another boot id, ticks and edge numbers from zero."""
        self.boot_id += 1
        self._reset = reason
        self._boot(self._clock())
        self._say_hello(self._clock())

    def take(self, data: bytes, now: int) -> None:
        """Take what the host sent at `now`; it arrives a little later."""
        at = max([now + self._delay_back(), *(at for at, _ in list(self._incoming)[-1:])])
        self._incoming.append((at, data))
        self._catch_up(self._clock())

    def _answer(self, data: bytes, at: int) -> None:
        for frame in self._reader.feed(data):
            match messages.read(frame.type, frame.payload):
                case HelloRequest():
                    self._say_hello(at)
                case Ping(nonce):
                    self._send(Pong(nonce, self.tick(at), self.tick(at)), at)
                case SetLamps() as wanted:
                    self._show(wanted, at)
                case SetOutput(output):
                    self.output = output
                case Bootloader():
                    self.in_bootloader = True
                    self.break_line()

    def catch_up(self) -> None:
        """Send the status of every 100 ms that have gone by."""
        self._catch_up(self._clock())

    def _boot(self, now: int) -> None:
        self._booted_ns = now
        self.output = Output.PINS
        self._sequence = 0
        self._lost = 0
        self._frames = 0
        self._incoming: deque[tuple[int, bytes]] = deque()
        self._reader = FrameReader()
        self._next_status = now + STATUS_MS * MS

    def _catch_up(self, now: int) -> None:
        if self._link is None:
            self._next_status = max(self._next_status, now - now % (STATUS_MS * MS) + STATUS_MS * MS)
        while min([self._next_status, *(at for at, _ in list(self._incoming)[:1])]) <= now:
            if self._incoming and self._incoming[0][0] <= self._next_status:
                at, data = self._incoming.popleft()
                self._answer(data, at)
                continue
            at, self._next_status = self._next_status, self._next_status + STATUS_MS * MS
            status = Status(self.tick(at), self._levels, self._sequence, self._lost, self._reader.bad, 1)
            self._send(status, at)

    def _say_hello(self, now: int) -> None:
        self._send(
            Hello(
                self._protocol, (0, 0, 0), self.board_id, self.boot_id, self._reset, Transport.USB, LINES, LAMPS, 1000,
                self._levels, self._sequence, self._lost, self.tick(now), self._outputs,
            ),
            now,
        )  # fmt: skip

    def _send(self, message: Message, now: int) -> None:
        if self._link is not None:
            kind, payload = payload_of(message)
            self._link.put(self.spoil(encoded(Frame(kind, self._frames % 256, payload))), now + self.delay())
            self._frames += 1

    def _show(self, message: SetLamps, at: int) -> None:
        self.brightness = message.brightness
        for lamp, wanted in enumerate(message.lamps, start=message.first):
            was, self.lamps[lamp] = any(self.lamps[lamp].colour), wanted
            if any(wanted.colour) != was and lamp in self._loops:
                # a button pulls its line low; so does a lamp's pin that goes dark
                self._edges([(line, was) for line in self._loops[lamp]], at)


class FakeLink:
    """The host's end of the imagined line (`hardware/board/link.py`)."""

    def __init__(self, board: FakeBoard, clock: Clock) -> None:
        self.is_broken = False
        self._board = board
        self._clock = clock
        self._coming: deque[Chunk] = deque()

    def put(self, data: bytes, arrives_ns: int) -> None:
        """Put bytes on the line; they arrive then, or behind those before them."""
        if not data:
            return
        if self._coming:
            arrives_ns = max(arrives_ns, self._coming[-1].arrived_ns)
        self._coming.append(Chunk(data, arrives_ns))

    def read(self) -> list[Chunk]:
        """See `Link.read`."""
        self._check()
        self._board.catch_up()
        now = self._clock()
        chunks = []
        while self._coming and self._coming[0].arrived_ns <= now:
            chunks.append(self._coming.popleft())
        return chunks

    def write(self, data: bytes) -> None:
        """See `Link.write`."""
        self._check()
        self._board.take(data, self._clock())

    def wait(self, seconds: float) -> None:
        """Let time pass, where the clock can be told to."""
        advance = getattr(self._clock, "advance", None)
        if advance is not None and not self.read_is_due():
            advance(round(seconds * 1e9))

    def read_is_due(self) -> bool:
        """True if bytes have arrived that were not read."""
        return bool(self._coming) and self._coming[0].arrived_ns <= self._clock()

    def close(self) -> None:
        """See `Link.close`."""
        self.is_broken = True

    def _check(self) -> None:
        if self.is_broken:
            raise OSError("the line is broken")
