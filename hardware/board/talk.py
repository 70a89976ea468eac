"""The host's end of the conversation with one board, without its line: bytes in, events and answers out. Pure.

What stands in a frame is believed only if it can be true: an edge behind what was told already, or one that the board
cannot have seen yet, is counted with the bad frames, and its missing number then shows that something was lost.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from hardware.board import messages
from hardware.board.clockmap import ClockMap
from hardware.board.frames import Frame, FrameReader, encoded
from hardware.board.link import Chunk
from hardware.board.messages import Edge, Edges, Hello, HelloRequest, LogText, Message, Ping, Pong, Status, payload_of
from hardware.board.protocol import VERSION
from hardware.clock import MS
from hardware.errors import BoardVersion
from hardware.events import EdgesLost, Levels, Line, RawEvent, SwitchEdge

PING_NS: Final = 50 * MS
"""Between two pings."""
SYNC_PINGS: Final = 8
"""So many come one upon the other at first; then the clock is known well enough."""
LOST_PING_NS: Final = 1_000 * MS
"""An answer does not come later."""
MOST_LOST: Final = 1_000_000
"""A gap in the edges' numbers that is wider is no gap but a wrong frame."""
AHEAD_NS: Final = 20 * MS
"""No stamp lies further in the future, whatever the clock map's error."""


class Told(NamedTuple):
    """Edges that came before their moments could be told."""

    edges: Edges
    arrived_ns: int


class Talk:
    """One boot of one board. Begins with its `Hello`; another boot is another `Talk`."""

    def __init__(self, source: str, hello: Hello) -> None:
        """Raises BoardVersion for a board that speaks another protocol."""
        if hello.protocol != VERSION:
            raise BoardVersion(source, hello.version, hello.protocol, VERSION)
        self.hello = hello
        self.clock = ClockMap(hello.tick_ns)
        self._clock_name = hello.clock
        self.status: Status | None = None
        self.bad = 0
        """Frames that came whole and cannot be true."""
        self.lost = 0
        """Edges that are known to be missing."""
        self._source = source
        self._expected = hello.edge_sequence
        self._told = hello.time - 1  # in the very tick of a message there may be an edge behind it
        self._levels = hello.levels
        self._agreed = hello.time  # when levels and edges last agreed
        self._doubts: int | None = None  # levels that disagreed, seen once
        self._must_read_back = False
        self._waiting: list[Told] = []
        self._pings: dict[int, int] = {}
        self._nonce = 0
        self._last_ping = -LOST_PING_NS
        self._answers = 0

    @property
    def is_synchronous(self) -> bool:
        """True once the board's clock is known, so that its edges can be told."""
        return self._answers >= SYNC_PINGS

    @property
    def told_ns(self) -> int:
        """The instant up to which everything has been told (CLOCK_MONOTONIC)."""
        return self.clock.to_ns(self._told)

    @property
    def error_ns(self) -> int:
        """The most by which a stamp may be off on CLOCK_MONOTONIC."""
        return self.clock.error_ns(self._told)

    def levels(self) -> Mapping[Line, bool]:
        """Tell of every line whether it is closed, as the edges so far have it."""
        return {line: bool(self._levels >> line & 1) for line in range(self.hello.lines)}

    def ping(self, now: int) -> Ping | None:
        """Give the ping that is due, if one is."""
        is_syncing = not self.is_synchronous and not self._pings
        if not is_syncing and now - self._last_ping < PING_NS:
            return None
        self._pings = {nonce: at for nonce, at in self._pings.items() if now - at < LOST_PING_NS}
        self._nonce = (self._nonce + 1) % 2**32
        self._pings[self._nonce] = self._last_ping = now
        return Ping(self._nonce)

    def forget_pings(self) -> None:
        """The line was broken: what was asked will not be answered."""
        self._pings = {}

    def take(self, message: Message, arrived_ns: int) -> list[RawEvent]:
        """Take what the board said; give what is to be told."""
        match message:
            case Edges():
                if not self.is_synchronous:
                    self._waiting.append(Told(message, arrived_ns))
                    return []
                return self._edges(message, arrived_ns)
            case Status():
                return self._at(message.time, message.edge_sequence, message.levels, arrived_ns, message)
            case Hello() if message.clock == self.hello.clock:
                return self._at(message.time, message.edge_sequence, message.levels, arrived_ns, None)
            case Pong():
                return self._pong(message, arrived_ns)
        return []

    def learn_clock_anew(self) -> None:
        """A clock jumped: nothing is told until the board's is known once more."""
        self.clock = ClockMap(self.hello.tick_ns)
        self._answers = 0
        self._pings = {}

    def let_go(self) -> Levels:
        """Take every line for open: the board is gone. Gives those that were not."""
        held = tuple((line, False) for line, down in self.levels().items() if down)
        self._levels = 0
        return held

    def _pong(self, pong: Pong, arrived_ns: int) -> list[RawEvent]:
        sent = self._pings.pop(pong.nonce, None)
        if sent is None or not pong.received <= pong.sent or pong.received < self._told:
            self.bad += 1
            return []
        self.clock.take(sent, pong.received, pong.sent, arrived_ns)
        self._answers += 1
        events: list[RawEvent] = []
        if self._answers == SYNC_PINGS:
            waiting, self._waiting = self._waiting, []
            events = [event for told in waiting for event in self._edges(*told)]
        if self.is_synchronous and not self._is_ahead(pong.received, arrived_ns):
            self._told = max(self._told, pong.received - 1)
        return events

    def _edges(self, message: Edges, arrived_ns: int) -> list[RawEvent]:
        missing = (message.sequence - self._expected) % 2**32
        if missing > MOST_LOST or not self._can_be_true(message.edges, arrived_ns):
            self.bad += 1
            return []
        events: list[RawEvent] = self._missing(missing, message.edges[0].time)
        self._expected = (message.sequence + len(message.edges)) % 2**32
        tick_ns, name = self.clock.tick_ns, self._clock_name
        for edge in message.edges:
            bit = 1 << edge.line
            self._levels = self._levels | bit if edge.closed else self._levels & ~bit
            at = self.clock.to_ns(edge.time)
            events.append(SwitchEdge(self._source, edge.line, edge.closed, at, name, edge.time, arrived_ns, tick_ns))
        self._told = max(self._told, message.edges[-1].time - 1)  # another of the same tick may be in the next frame
        self._doubts = None
        return events

    def _can_be_true(self, edges: tuple[Edge, ...], arrived_ns: int) -> bool:
        times = [edge.time for edge in edges]
        return (
            all(edge.line < self.hello.lines for edge in edges)
            and times == sorted(times)
            and times[0] > self._told
            and not self._is_ahead(times[-1], arrived_ns)
        )

    def _is_ahead(self, tick: int, arrived_ns: int) -> bool:
        if not self.is_synchronous:
            return False
        early = self.clock.to_ns_unseen(tick) - arrived_ns - AHEAD_NS
        return early > 0 and early > self.clock.error_ns(self._told)  # the error is asked for only where it matters

    def _missing(self, count: int, tick: int) -> list[RawEvent]:
        if not count:
            return []
        self.lost += count
        self._must_read_back = True
        time_ns = self.clock.to_ns(tick)
        return [EdgesLost(self._source, count, time_ns, "sequence", (), self.told_ns)]

    def _at(
        self, time: int, edge_sequence: int, levels: int, arrived_ns: int, status: Status | None
    ) -> list[RawEvent]:
        """The board says how it stands: are edges missing, do the levels agree, up to when is everything told."""
        if not self.is_synchronous:
            return []
        missing = (edge_sequence - self._expected) % 2**32
        if time < self._told or missing > MOST_LOST or self._is_ahead(time, arrived_ns):
            self.bad += 1
            return []
        self.status = status or self.status
        events = self._missing(missing, time)
        self._expected = edge_sequence
        events += self._compare(levels, time)
        self._told = max(self._told, time - 1)
        return events

    def _compare(self, levels: int, time: int) -> list[RawEvent]:
        """Compare levels; a change whose edge is still on its way is no disagreement, so it takes two to be one."""
        if levels == self._levels:
            self._agreed, self._doubts, self._must_read_back = time, None, False
            return []
        if not self._must_read_back and self._doubts != levels:
            self._doubts = levels
            return []
        since = None if self._must_read_back else self.clock.to_ns(self._agreed)
        wrong = tuple(
            (line, bool(levels >> line & 1)) for line in range(self.hello.lines) if (levels ^ self._levels) >> line & 1
        )
        self._levels, self._agreed, self._doubts, self._must_read_back = levels, time, None, False
        return [EdgesLost(self._source, None, self.clock.to_ns(time), "level", wrong, since)]


class Mouth:
    """Numbers and encodes what the host says on one opened line."""

    def __init__(self) -> None:
        self._sequence = 0

    def greeting(self) -> bytes:
        """Give the first bytes: a zero that ends what noise began, and the question who is there."""
        return b"\0" + self.bytes_of(HelloRequest())

    def bytes_of(self, message: Message) -> bytes:
        """Give a message as it goes over the line."""
        kind, payload = payload_of(message)
        self._sequence, sequence = (self._sequence + 1) % 256, self._sequence
        return encoded(Frame(kind, sequence, payload))


class Ear:
    """Hears what a board says on one opened line, and counts what it cannot understand."""

    def __init__(self) -> None:
        self.reader = FrameReader()
        self.unread = 0
        self.log: list[LogText] = []

    @property
    def bad(self) -> int:
        """Frames that did not come whole, or said nothing of their kind."""
        return self.reader.bad + self.unread

    def hear(self, chunk: Chunk) -> Iterator[Message]:
        """Give the messages that a chunk completes."""
        for frame in self.reader.feed(chunk.data):
            message = messages.read(frame.type, frame.payload)
            if message is None:
                self.unread += 1
            elif isinstance(message, LogText):
                self.log = [*self.log[-99:], message]
            else:
                yield message
