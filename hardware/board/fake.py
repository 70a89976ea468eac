"""A button board in software: it speaks the protocol over a simulated line, on a given clock.

For tests, for demonstrations, and for use without hardware. Its crystal is off by `ppm`, its line has a delay, and
tests can unplug it, reboot it, loop a lamp back to lines, corrupt its data, or suspend the computer.
It has the limits of a real board: it may stop reading, until the host's terminal device is full; its HELLO after a
restart may be lost; and while its own line is busy, at most eight answers wait for it (`firmware/src/board.c`).
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from hardware.board.link import Chunk, WholeFrames
from hardware.board.protocol import (
    LAMPS,
    LINES,
    NUMBERS,
    STATUS_MS,
    VERSION,
    BootButton,
    Bootloader,
    Edge,
    Edges,
    Feature,
    Frame,
    FrameReader,
    Hello,
    HelloRequest,
    Message,
    Output,
    Ping,
    Pong,
    ReadBootButton,
    Reset,
    SetLamps,
    SetOutput,
    Status,
    Transport,
    Type,
    encoded,
    message_of,
    payload_of,
)
from hardware.clock import MS, FakeClock
from hardware.errors import NoBoard
from hardware.lamps import DARK, Lamp

NOTICES: Final = 8
"""The most answers and statuses that wait for the board's line; further ones are dropped (`firmware/src/board.h`)."""
RING: Final = 2048
"""The most edges that wait for it; further ones are lost (`firmware/src/ring.h`)."""
SPREAD: Final = 0x9E3779B1
"""The distance between the first edge numbers of two boots, a board's boot ids being random and the fake's not."""
TTY_BYTES: Final = 4096
"""The capacity of a terminal device for bytes that the board has not read."""


@dataclass(frozen=True)
class Cable:
    """A simulated line to a board.

    `delay` returns the delivery time of the next bytes to the host, `delay_back` that of bytes to the board, ns; bytes
    never overtake each other; each takes `byte_ns` to be sent (10,000 at 1 Mbaud). `spoil` may change the bytes that
    are sent.
    """

    delay: Callable[[], int] = lambda: 0
    delay_back: Callable[[], int] = lambda: 0
    spoil: Callable[[bytes], bytes] = bytes
    byte_ns: int = 0


@dataclass(frozen=True)
class Firmware:
    """A board's firmware as its HELLO tells: version of the protocol; bit masks of its outputs and features."""

    protocol: int = VERSION
    outputs: int = 0b11
    features: int = 1 << Feature.BOOT_BUTTON


class FakeBoard:
    """A board on a simulated line. All times in ns on CLOCK_MONOTONIC_RAW of `clock`, which nothing slews; the board's
    own ticks are µs since its boot. `loops` maps a lamp to the lines that its pin is wired to.
    """

    def __init__(
        self,
        clock: FakeClock,
        *,
        board_id: bytes = b"\0\1\2\3\4\5\6\7",
        ppm: float = 0,
        booted_ns: int = 0,
        cable: Cable | None = None,
        loops: Mapping[int, Sequence[int]] | None = None,
        firmware: Firmware | None = None,
    ) -> None:
        self.board_id = board_id
        self.boot_id = 1
        self.lamps: list[Lamp] = [DARK] * LAMPS
        self.brightness = 255
        self.is_boot_down = False
        """Whether the BOOT button is pressed; a board that boots meanwhile stays in its boot ROM."""
        self.boot_button_readings = 0
        """How often it was read."""
        self.is_plugged = True
        self.in_bootloader = False
        self.dropped = 0
        """Answers and statuses for which there was no room."""
        self.omits: set[Type] = set()
        """Answers and statuses of these types are not sent."""
        self.alter: Callable[[Message], Message] = _as_it_is
        """Returns the message to send in place of each message."""
        cable = cable or Cable()
        self.spoil = cable.spoil
        self.delay = cable.delay
        self._delay_back = cable.delay_back
        self._clock = clock
        self._ppm = ppm
        self._loops = dict(loops or {})
        self._firmware = firmware or Firmware()
        self._byte_ns = cable.byte_ns
        self._is_reading = True
        self._reads_from_ns = 0
        self._link: FakeLink | None = None
        self._levels = 0
        self._reset = Reset.POWER
        self._boot(booted_ns)

    def _boot(self, now: int) -> None:
        self._booted_ns = now
        self.output = Output.PINS
        self._sequence = self.boot_id * SPREAD % NUMBERS
        self._lost = 0
        self._masked: set[int] = set()
        self._storms = 0
        self._frames = 0
        self._incoming: deque[tuple[int, bytes]] = deque()
        self._reader = FrameReader()
        self._next_status = now + STATUS_MS * MS
        self._free_ns = now
        self._notices: list[tuple[Type, int]] = []  # messages that wait for the line, and when each gets it
        self._ring: list[int] = []  # when each waiting edge gets the line

    def tick(self, at_ns: int) -> int:
        """Return the board's tick at a time."""
        since = at_ns - self._booted_ns
        return (since + round(since * self._ppm / 1e6)) // 1000

    def edge(self, line: int, closed: bool, *, lost: bool = False) -> None:
        """Close or open a line, now. A `lost` edge is counted, but never sent."""
        self.edges([(line, closed)], lost=lost)

    def edges(self, changes: Sequence[tuple[int, bool]], *, lost: bool = False) -> None:
        """Close or open several lines at the same time: their edges have the same stamp."""
        self.catch_up()
        self._edges(changes, self._clock.raw_ns, lost)

    def storm(self, line: int) -> None:
        """Mask a line, as the firmware does with a line that changes too fast: its edges get no numbers from now on."""
        self.catch_up()
        self._masked.add(line)
        self._storms += 1

    def calm(self, line: int) -> None:
        """Unmask a line; it is open."""
        self.catch_up()
        self._masked.discard(line)
        if self._levels >> line & 1:
            self.edge(line, False)

    def _edges(self, changes: Sequence[tuple[int, bool]], now: int, lost: bool = False) -> None:
        changes = [change for change in changes if change[0] not in self._masked]
        if not changes:
            return
        for line, closed in changes:
            self._levels = self._levels & ~(1 << line) | closed << line
        if not self.is_plugged:
            return
        first, self._sequence = self._sequence, (self._sequence + len(changes)) % NUMBERS
        self._ring = [begins for begins in self._ring if begins > now]
        if lost or len(self._ring) + len(changes) > RING:
            self._lost += len(changes)
            return
        tick, begins = self.tick(now), max(now, self._free_ns)
        self._ring += [begins] * len(changes) if begins > now else []
        self._send(Edges(first, tuple(Edge(line, closed, tick) for line, closed in changes)), begins)

    def open(self) -> "FakeLink":
        """Open the line, as a `Link`. Raises NoBoard while the board is unplugged."""
        if not self.is_plugged or self.in_bootloader:
            raise NoBoard(self.board_id.hex())
        self._link = None
        self.catch_up()  # without a listener the statuses so far are lost
        self._incoming.clear()
        self._notices = []
        self._link = FakeLink(self, self._clock)
        return self._link

    def unplug(self) -> None:
        """Unplug the board: it has no power, and the line is broken."""
        self.is_plugged = False
        self.break_line()

    def plug(self) -> None:
        """Plug the board in: it boots."""
        self.is_plugged = True
        self.in_bootloader = False
        self.reboot(Reset.POWER)

    def break_line(self) -> None:
        """Break the line but keep the board powered: it continues to count, and the line can be opened again."""
        if self._link is not None:
            self._link.is_broken = True
        self._link = None

    def reboot(self, reason: Reset = Reset.WATCHDOG, *, is_heard: bool = True) -> None:
        """Reboot: a new boot id, ticks from zero, edge numbers from elsewhere. A HELLO that is not heard is lost."""
        if self.is_boot_down:
            self.in_bootloader = True
            self.break_line()
            return
        self.boot_id += 1
        self._reset = reason
        self._boot(self._clock.raw_ns)
        if is_heard:
            self._say_hello(self._clock.raw_ns)

    def suspend_host(self, for_ns: int) -> None:
        """Suspend the computer: its clocks and the line stand still, the board's clock runs on."""
        self.catch_up()
        self._booted_ns -= for_ns
        self._clock.suspend(for_ns)

    def stop_reading(self) -> None:
        """Stop reading, so that the host's data stays in its terminal device; continue to send."""
        self.catch_up()
        self._is_reading = False

    def read_again(self) -> None:
        """Read the data that has waited, and all data from now on."""
        self._is_reading = True
        self._reads_from_ns = self._clock.raw_ns
        self.catch_up()

    def stall(self, for_ns: int) -> None:
        """Block the line to the host for this long."""
        self.catch_up()
        self._free_ns = max(self._free_ns, self._clock.raw_ns + for_ns)

    @property
    def room(self) -> int:
        """The free capacity of the host's terminal device, in bytes."""
        waiting = 0 if self._is_reading else sum(len(data) for _, data in self._incoming)
        return TTY_BYTES - waiting

    def receive(self, data: bytes) -> None:
        """Accept data that the host sends now; it arrives after `delay_back`."""
        at = max([self._clock.raw_ns + self._delay_back(), *(at for at, _ in list(self._incoming)[-1:])])
        self._incoming.append((at, data))
        self.catch_up()

    def _answer(self, data: bytes, at: int) -> None:
        for frame in self._reader.feed(data):
            match message_of(frame.type, frame.payload):
                case HelloRequest():
                    self._say_hello(at)
                case Ping(nonce):
                    self._answer_ping(nonce, at)
                case ReadBootButton(nonce):
                    self._answer_boot_button(nonce, at)
                case SetLamps() as wanted:
                    self._show(wanted, at)
                case SetOutput(output):
                    self.output = output
                case Bootloader():
                    self.in_bootloader = True
                    self.break_line()

    def catch_up(self) -> None:
        """Answer what has arrived, and send the statuses that are due, one per 100 ms."""
        now = self._clock.raw_ns
        if self._link is None:
            self._next_status = max(self._next_status, now - now % (STATUS_MS * MS) + STATUS_MS * MS)
        while True:
            comes = max(self._incoming[0][0], self._reads_from_ns) if self._incoming and self._is_reading else None
            if comes is not None and comes <= min(now, self._next_status):
                self._answer(self._incoming.popleft()[1], comes)
            elif self._next_status <= now:
                at, self._next_status = self._next_status, self._next_status + STATUS_MS * MS
                self._say_status(at)
            else:
                return

    def _answer_ping(self, nonce: int, at: int) -> None:
        self._note(Type.PONG, at, lambda sent_ns: Pong(nonce, self.tick(at), self.tick(sent_ns)))

    def _answer_boot_button(self, nonce: int, at: int) -> None:
        if self._firmware.features >> Feature.BOOT_BUTTON & 1:
            self.boot_button_readings += 1
            self._note(Type.BOOT_BUTTON, at, lambda _sent_ns: BootButton(nonce, self.is_boot_down))
        else:
            self._reader.bad += 1  # an unknown type, to such a firmware

    def _say_status(self, at: int) -> None:
        if Type.STATUS not in [kind for kind, begins in self._notices if begins > at]:
            masked = sum(1 << line for line in self._masked)
            numbers = (self._sequence, self._lost, self._reader.bad, 1, masked, self._storms)
            status = Status(self.tick(at), self._levels, *numbers)
            self._note(Type.STATUS, at, lambda _sent_ns: status)

    def _say_hello(self, now: int) -> None:
        hello = Hello(
            self._firmware.protocol,
            (0, 0, 0),
            self.board_id,
            self.boot_id,
            self._reset,
            Transport.USB,
            LINES,
            LAMPS,
            1000,
            self._levels,
            self._sequence,
            self._lost,
            self.tick(now),
            self._firmware.outputs,
            self._firmware.features,
        )
        self._note(Type.HELLO, now, lambda _sent_ns: hello)

    def _note(self, kind: Type, at: int, message: Callable[[int], Message]) -> None:
        """Send a message as soon as the line is free; `message` builds it for the time (ns) at which that is."""
        if self._link is None or kind in self.omits:
            return
        self._notices = [notice for notice in self._notices if notice[1] > at]
        if len(self._notices) >= NOTICES:
            self.dropped += 1
            return
        begins = max(at, self._free_ns)
        self._notices.append((kind, begins))
        self._send(message(begins), begins)

    def _send(self, message: Message, begins: int) -> None:
        if self._link is not None:
            kind, payload = payload_of(self.alter(message))
            data = self.spoil(encoded(Frame(kind, self._frames % 256, payload)))
            self._free_ns = max(self._free_ns, begins + len(data) * self._byte_ns)
            self._link.put(data, begins + len(data) * self._byte_ns + self.delay())
            self._frames += 1

    def _show(self, message: SetLamps, at: int) -> None:
        self.brightness = message.brightness
        for lamp, wanted in enumerate(message.lamps, start=message.first):
            was, self.lamps[lamp] = any(self.lamps[lamp].colour), wanted
            if any(wanted.colour) != was and lamp in self._loops:
                # a button pulls its line low, and so does a lamp's pin that goes dark
                self._edges([(line, was) for line in self._loops[lamp]], at)


def _as_it_is(message: Message) -> Message:
    return message


class FakeLink:
    """The host's end of the simulated line (`hardware/board/link.py`)."""

    def __init__(self, board: FakeBoard, clock: FakeClock) -> None:
        self.is_broken = self.is_low_latency = False
        self._board = board
        self._clock = clock
        self._coming: deque[tuple[bytes, int]] = deque()
        self._frames = WholeFrames(self._write_some)

    def put(self, data: bytes, arrives_ns: int) -> None:
        """Put bytes on the line; they arrive at `arrives_ns`, but not before earlier bytes."""
        if not data:
            return
        if self._coming:
            arrives_ns = max(arrives_ns, self._coming[-1][1])
        self._coming.append((data, arrives_ns))

    def read(self) -> list[Chunk]:
        """See `Link.read`."""
        self._check()
        self._frames.flush()
        self._board.catch_up()
        chunks = []
        while self.read_is_due():
            data, arrived_ns = self._coming.popleft()
            chunks.append(Chunk(data, self._clock.at(arrived_ns)))
        return chunks

    def write(self, data: bytes) -> bool:
        """See `Link.write`."""
        self._check()
        return self._frames.write(data)

    def wait(self, seconds: float) -> None:
        """Advance the clock by `seconds`, if no bytes are due."""
        if not self.read_is_due():
            self._clock.advance(round(seconds * 1e9))

    def read_is_due(self) -> bool:
        """True if unread bytes have arrived."""
        return bool(self._coming) and self._coming[0][1] <= self._clock.raw_ns

    def close(self) -> None:
        """See `Link.close`."""
        self.is_broken = True

    def _write_some(self, data: bytes) -> int:
        part = data[: self._board.room]
        if part:
            self._board.receive(part)
        return len(part)

    def _check(self) -> None:
        if self.is_broken:
            raise OSError("the line is broken")
