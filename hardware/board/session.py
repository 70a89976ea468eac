"""The host's end of the conversation with one board, without its line: messages in, events and pings out. Pure.

A frame is trusted only if it can be true. A whole frame that cannot be true is counted, and starts a
**resync** (`is_resyncing`): either the frame is wrong, or our state of the board is. Frames that fit are still
accepted, so no press is lost to a wrong frame, but `reported_until_ns` does not advance until a `HELLO` reports the
board's state. Then the missing edges are reported, since the last time before the resync, and the levels are read
back. `supervisor.py` has the HELLO requested.

Only frames that carry a number (EDGES, STATUS, HELLO) advance the known time: a PONG after a lost edge would hide the
loss for a while.
"""

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from hardware.board.clockmap import TOLERANCE, ClockMap, SlewMap
from hardware.board.link import Chunk
from hardware.board.protocol import (
    LINES,
    NUMBERS,
    VERSION,
    Edge,
    Edges,
    Frame,
    FrameReader,
    Hello,
    HelloRequest,
    LogText,
    Message,
    Ping,
    Pong,
    Status,
    encoded,
    message_of,
    payload_of,
)
from hardware.clock import MS, ClockReading
from hardware.errors import BoardVersion
from hardware.source import EdgesLost, Levels, Line, RawEvent, SwitchEdge

SYNC_PINGS: Final = 8
"""The number of urgent pings at first; then the clock is known well enough."""
AHEAD_NS: Final = 20 * MS
"""No stamp is further in the future, whatever the clock map's error."""
EDGE_NS: Final = 1_000
"""The minimum average time a board takes per edge: numbers that advance faster cannot be true."""
MOST_WAITING: Final = 4096
"""The most frames with edges that wait for the clock; a board's ring holds half as many edges."""
TICK_NS: Final = 1_000
"""A tick of the protocol's version 1. Stamps in any other would be wrong by more than their published error."""
ALL_LINES: Final = (1 << LINES) - 1


class Received(NamedTuple):
    """Edges that came before the clock map could convert their times."""

    edges: Edges
    arrived: ClockReading


def can_be_true(hello: Hello) -> bool:
    """Return whether the fields of a HELLO of our own protocol are possible."""
    return hello.protocol != VERSION or hello.tick_ns == TICK_NS


class BoardSession:
    """One boot of one board. Begins with its `Hello`; another boot is another `BoardSession`."""

    def __init__(self, source: str, hello: Hello, arrived: ClockReading, slew: SlewMap) -> None:
        """`arrived` is when the `Hello` arrived. Raises BoardVersion for a board that speaks another protocol."""
        if hello.protocol != VERSION:
            raise BoardVersion(source, hello.version, hello.protocol, VERSION)
        self.hello = hello
        self.clock = ClockMap(hello.tick_ns, slew)
        self.pings = Pings()
        self.status: Status | None = None
        self.is_resyncing = False
        """True from a frame that cannot be true until a HELLO has settled it."""
        self.bad = 0
        """Whole frames that cannot be true."""
        self.lost = 0
        """Edges that are known to be missing."""
        self.answers = 0
        """Pings that were answered."""
        self._clock_name = hello.clock
        self._slew = slew
        self._jumps = 0
        self._source = source
        self._expected = hello.edge_sequence
        self._certain = hello.time - 1  # another edge may follow in the same tick as a message
        self._certain_by_ns = arrived.ns  # when the message arrived that said so
        self._known_ns = 0  # reported_until_ns before the clock was learnt anew
        self._latest = self._certain  # no message may have an earlier tick than the one before it
        self._levels = hello.levels & ALL_LINES
        self._agreed = hello.time  # when levels and edges last agreed
        self._odd_levels: int | None = None  # levels that disagreed, seen once
        self._must_read_back = False
        self._has_refused_edges = False  # since the resync began
        self._waiting: list[Received] = []
        self._ahead: list[Received] = []  # refused as of the future; they may be right, if a clock has jumped

    @property
    def is_synchronous(self) -> bool:
        """True once the board's clock is known, so that its edges can be reported."""
        return self.answers >= SYNC_PINGS

    @property
    def reported_until_ns(self) -> int:
        """The time up to which everything, including losses, has been reported (CLOCK_MONOTONIC).

        No message reports a time after its own arrival, whatever its tick is mapped to.
        """
        return max(min(self.clock.to_ns(self._certain), self._certain_by_ns - 1), self._known_ns)

    @property
    def error_ns(self) -> int:
        """The largest possible error of a present stamp on CLOCK_MONOTONIC."""
        return self.clock.error_ns(self._certain)

    def levels(self) -> Mapping[Line, bool]:
        """Return each line's level (True: closed), as left by the edges so far."""
        return {line: bool(self._levels >> line & 1) for line in range(LINES)}

    def ping(self, raw_ns: int) -> Ping | None:
        """Return the ping that is due at a time on CLOCK_MONOTONIC_RAW, or None."""
        return self.pings.due(raw_ns, urgent=not self.is_synchronous or self.is_resyncing)

    def start_resync(self) -> None:
        """Count a frame that cannot be true, and have a HELLO requested."""
        self.bad += 1
        self.is_resyncing = True

    def process(self, message: Message, arrived: ClockReading) -> list[RawEvent]:
        """Process a message from the board; return the events to report."""
        match message:
            case Edges():
                return self._edges(message, arrived) if self.is_synchronous else self._wait(message, arrived)
            case Status():
                return self._status(message, arrived)
            case Hello():
                return self._hello(message, arrived)
            case Pong():
                return self._pong(message, arrived)
        return []

    def let_go(self) -> Levels:
        """Mark every line as open, because the board is gone. Return those that were closed."""
        held = tuple((line, False) for line, down in self.levels().items() if down)
        self._levels = 0
        return held

    # The clock

    def relearn(self) -> None:
        """Learn the board's clock anew, because it or the computer's has jumped. Edges wait meanwhile; none is lost.

        Ticks from before are not comparable with later ones, so the clock has another name from now on.
        """
        self._known_ns = self.reported_until_ns
        self._jumps += 1
        self._clock_name = f"{self.hello.clock}+{self._jumps}"
        self.clock = ClockMap(self.hello.tick_ns, self._slew)
        self.answers = 0
        self.is_resyncing = self._has_refused_edges = False  # the numbers will tell whether an edge is missing
        self._waiting, self._ahead = self._ahead, []

    def _pong(self, pong: Pong, arrived: ClockReading) -> list[RawEvent]:
        sent = self.pings.sent_ns(pong.nonce)
        if sent is None:
            self.bad += 1  # an answer to a ping from before the line broke, or to none
            return []
        on_board = (pong.sent - pong.received) * self.clock.tick_ns
        on_the_way = (arrived.raw_ns - sent) * (1 + TOLERANCE) + 2 * self.clock.tick_ns
        if pong.received < self._latest or not 0 <= on_board <= on_the_way:
            self.start_resync()
            return []
        self.clock.add_ping(sent, pong.received, pong.sent, arrived.raw_ns)
        self.answers += 1
        if self.answers != SYNC_PINGS:
            return []
        waiting, self._waiting = self._waiting, []
        return [event for reported in waiting for event in self._edges(*reported)]

    def _is_ahead(self, tick: int, arrived: ClockReading) -> bool:
        early = self.clock.to_ns_unseen(tick) - arrived.ns - AHEAD_NS
        return early > 0 and early > self.clock.error_ns(self._certain)  # computed only where it matters

    # Edges

    def _wait(self, message: Edges, arrived: ClockReading) -> list[RawEvent]:
        if self._are_in_order(message.edges) and len(self._waiting) < MOST_WAITING:
            self._waiting.append(Received(message, arrived))
        else:
            self._refuse_edges()
        return []

    def _edges(self, message: Edges, arrived: ClockReading) -> list[RawEvent]:
        edges = message.edges
        missing = (message.sequence - self._expected) % NUMBERS
        in_order = self._are_in_order(edges) and edges[0].time > self._latest
        is_ahead = in_order and self._is_ahead(edges[-1].time, arrived)
        if is_ahead and len(self._ahead) < MOST_WAITING:
            self._ahead.append(Received(message, arrived))
        if not in_order or is_ahead or not self._can_miss(missing, edges[0].time):
            self._refuse_edges()
            return []
        events: list[RawEvent] = self._missing(missing, edges[0].time)
        self._expected = (message.sequence + len(edges)) % NUMBERS
        events += [self._edge(edge, arrived) for edge in edges if edge.line < LINES]
        self._reach(edges[-1].time - 1, arrived)  # another edge of the same tick may be in the next frame
        self._odd_levels = None
        return events

    def _edge(self, edge: Edge, arrived: ClockReading) -> SwitchEdge:
        bit = 1 << edge.line
        self._levels = self._levels | bit if edge.closed else self._levels & ~bit
        at, tick_ns = self.clock.to_ns(edge.time), self.clock.tick_ns
        return SwitchEdge(self._source, edge.line, edge.closed, at, self._clock_name, edge.time, arrived.ns, tick_ns)

    def _are_in_order(self, edges: tuple[Edge, ...]) -> bool:
        times = [edge.time for edge in edges]
        return times == sorted(times) and all(edge.line < self._lines for edge in edges)

    @property
    def _lines(self) -> int:
        """The lines that an edge may have: a HELLO that says too few must not cost a press."""
        return max(self.hello.lines, LINES)

    def _refuse_edges(self) -> None:
        self.start_resync()
        self._has_refused_edges = True

    def _can_miss(self, count: int, tick: int) -> bool:
        """Return whether that many edges can have happened since the last known tick."""
        return count <= LINES + max(tick - self._certain, 0) * self.clock.tick_ns // EDGE_NS

    def _missing(self, count: int, tick: int) -> list[RawEvent]:
        if not count:
            return []
        self.lost += count
        self._must_read_back = True
        return [EdgesLost(self._source, count, self.clock.to_ns(tick), "sequence", (), self.reported_until_ns)]

    def _reach(self, tick: int, arrived: ClockReading) -> None:
        """Record that everything stamped up to this tick has been reported: every frame with a number implies it."""
        self._latest = max(self._latest, tick)
        if not self.is_resyncing:
            self._certain, self._certain_by_ns = max(self._certain, tick), max(self._certain_by_ns, arrived.ns)

    # The board's state

    def _status(self, status: Status, arrived: ClockReading) -> list[RawEvent]:
        if not self.is_synchronous:
            if status.time < self._latest:
                self.start_resync()
            return []
        missing = (status.edge_sequence - self._expected) % NUMBERS
        can_be = status.time >= self._latest and self._can_miss(missing, status.time)
        if not can_be or self._is_ahead(status.time, arrived):
            self.start_resync()
            return []
        events = [*self._missing(missing, status.time), *self._storms(status)]
        self.status = status
        return self._accept_state(status, arrived, events)

    def _storms(self, status: Status) -> list[RawEvent]:
        """Report the lines that the board has masked since the status before: their edges have no numbers."""
        before = self.status.storms if self.status is not None else 0
        if (status.storms - before) % NUMBERS == 0:
            return []
        levels = self.levels()
        masked = tuple((line, levels[line]) for line in range(LINES) if status.masked >> line & 1)
        return [EdgesLost(self._source, None, self.clock.to_ns(status.time), "storm", masked)]

    def _hello(self, hello: Hello, arrived: ClockReading) -> list[RawEvent]:
        """Like a status, but in a resync it is trusted whatever its number is: it was requested."""
        if not self.is_synchronous:
            return []
        if hello.time < self._latest or self._is_ahead(hello.time, arrived):
            self.start_resync()
            return []
        missing = (hello.edge_sequence - self._expected) % NUMBERS
        if self.is_resyncing:
            events = self._settle(missing, hello)
        elif self._can_miss(missing, hello.time):
            events = self._missing(missing, hello.time)
        else:
            self.start_resync()
            return []
        return self._accept_state(hello, arrived, events)

    def _settle(self, missing: int, hello: Hello) -> list[RawEvent]:
        """End the resync: report the edges that went missing since, if any, and the present levels."""
        events: list[RawEvent] = []
        if missing or self._has_refused_edges:
            count = missing if 0 < missing < NUMBERS // 2 else None
            self.lost += count or 1
            time_ns, levels = self.clock.to_ns(hello.time), hello.levels & ALL_LINES
            wrong, since_ns = self._wrong(levels), self.reported_until_ns
            events.append(EdgesLost(self._source, count, time_ns, "sequence", wrong, since_ns))
            self._levels, self._must_read_back = levels, False
        self.hello = hello  # the one before may have been wrong
        self.is_resyncing = self._has_refused_edges = False
        self._ahead.clear()
        return events

    def _accept_state(self, state: Status | Hello, arrived: ClockReading, events: list[RawEvent]) -> list[RawEvent]:
        self._expected = state.edge_sequence
        events = events + self._compare(state.levels & ALL_LINES, state.time)
        self._reach(state.time - 1, arrived)
        return events

    def _compare(self, levels: int, time: int) -> list[RawEvent]:
        """Compare levels. One difference may be an edge that is still on its way; two in a row are a loss."""
        if levels == self._levels:
            self._agreed, self._odd_levels, self._must_read_back = time, None, False
            return []
        if not self._must_read_back and self._odd_levels != levels:
            self._odd_levels = levels
            return []
        since = None if self._must_read_back else max(self.clock.to_ns(self._agreed), self._known_ns)
        wrong = self._wrong(levels)
        self._levels, self._agreed, self._odd_levels, self._must_read_back = levels, time, None, False
        return [EdgesLost(self._source, None, self.clock.to_ns(time), "level", wrong, since)]

    def _wrong(self, levels: int) -> Levels:
        """Return the lines whose level differs from that left by their edges, with that level."""
        odd = levels ^ self._levels
        return tuple((line, bool(levels >> line & 1)) for line in range(LINES) if odd >> line & 1)


LOG_LINES: Final = 100
"""The number of the firmware's latest log messages that are kept."""


class MessageEncoder:
    """Numbers and encodes the host's messages on one opened line."""

    def __init__(self) -> None:
        self._sequence = 0

    def hello_request(self) -> bytes:
        """Return a zero, which ends a frame begun by noise, and a request for a HELLO."""
        return b"\0" + self.bytes_of(HelloRequest())

    def bytes_of(self, message: Message) -> bytes:
        """Return a message encoded for the line."""
        kind, payload = payload_of(message)
        self._sequence, sequence = (self._sequence + 1) % 256, self._sequence
        return encoded(Frame(kind, sequence, payload))


class MessageDecoder:
    """Decodes a board's messages on one opened line, and counts invalid frames."""

    def __init__(self) -> None:
        self.reader = FrameReader()
        self.unread = 0
        self.log: deque[LogText] = deque(maxlen=LOG_LINES)

    @property
    def bad(self) -> int:
        """Frames that did not come whole, or whose payload was invalid."""
        return self.reader.bad + self.unread

    def decoded(self, chunk: Chunk) -> Iterator[Message]:
        """Yield the messages that a chunk completes."""
        for frame in self.reader.feed(chunk.data):
            message = message_of(frame.type, frame.payload)
            if message is None:
                self.unread += 1
            elif isinstance(message, LogText):
                self.log.append(message)
            else:
                yield message


PING_NS: Final = 50 * MS
"""The time between two pings."""
LOST_PING_NS: Final = 1_000 * MS
"""No answer comes later than this."""
MOST_URGENT: Final = 8
"""The most urgent pings between two regular ones, so that wrong answers from a board do not keep us busy."""


class Pings:
    """Creates pings with unique nonces, and stores when each was sent (CLOCK_MONOTONIC_RAW, ns)."""

    def __init__(self) -> None:
        self._sent: dict[int, int] = {}
        self._nonce = 0
        self._regular_ns: int | None = None
        self._urgent = 0

    def due(self, raw_ns: int, *, urgent: bool) -> Ping | None:
        """Return the ping to send now, or None. Urgent pings follow as soon as the one before is answered."""
        self._sent = {nonce: at for nonce, at in self._sent.items() if raw_ns - at < LOST_PING_NS}
        if self._regular_ns is None or raw_ns - self._regular_ns >= PING_NS:
            self._regular_ns, self._urgent = raw_ns, 0
        elif urgent and not self._sent and self._urgent < MOST_URGENT:
            self._urgent += 1
        else:
            return None
        self._nonce = (self._nonce + 1) % 2**32
        self._sent[self._nonce] = raw_ns
        return Ping(self._nonce)

    def sent_ns(self, nonce: int) -> int | None:
        """Return when the ping with this nonce was sent, once; None for a nonce without an unanswered ping."""
        return self._sent.pop(nonce, None)

    def forget(self) -> None:
        """Drop all unanswered pings: the line was broken, or did not accept them."""
        self._sent.clear()
