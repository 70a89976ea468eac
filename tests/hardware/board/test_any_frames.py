"""Properties of the line to a board: whatever comes, no press is lost in silence, and the board is heard again."""

import random
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardware.board.fake import FakeBoard
from hardware.board.protocol import (
    Edge,
    Edges,
    Frame,
    Hello,
    LogText,
    Message,
    Ping,
    Pong,
    Status,
    Type,
    decoded,
    encoded,
    payload_of,
)
from hardware.clock import MS, FakeClock
from hardware.source import SwitchEdge
from tests.hardware.board.desk import Desk, S

BACK_NS = 3 * S
"""After the last frame that is not true the board is there again, and stays there: a second until it counts as gone at
the latest, half a second until its line is opened anew, and a second without contradiction."""
U32, U64 = 2**32, 2**64


# Frames with a good CRC that no board would send: made up, or a real board's with something else in them


class Liar:
    """Makes up messages, near to what would be true or far from it. `tick` and `number` are the board's own."""

    def __init__(self, chance: random.Random, board: FakeBoard, clock: FakeClock) -> None:
        self.chance, self.board, self.clock = chance, board, clock

    def say(self) -> None:
        """Put a lie on the line, as if it came from the board."""
        link = self.board._link
        if link is not None:
            link.put(self.frame(), self.clock())

    def frame(self) -> bytes:
        """Give a whole frame: a message, or bytes that may be one."""
        if self.chance.random() < 0.1:
            body = self.chance.randbytes(self.chance.randrange(60))
            return encoded(Frame(self.chance.choice((1, 2, 3, 4, 5, 6, 0x81, 0x82, 0x83)), 0, body))
        kind, payload = payload_of(self.message())
        return encoded(Frame(kind, self.chance.randrange(256), payload))

    def message(self) -> Message:
        """Give a message of any kind."""
        return self.chance.choice((self.hello, self.edges, self.status, self.pong, self.log, self.ping))()

    def around(self, true: int, size: int) -> int:
        """Give what is true, or near it, or anything."""
        off = self.chance.choice((0, 1, -1, 500, -500, 30_000, 999_999, -1_000_000, None))
        return self.chance.randrange(size) if off is None else (true + off) % size

    def tick(self) -> int:
        return self.around(self.board.tick(self.clock()), U64 - U32)

    def number(self) -> int:
        return self.around(self.board._sequence, U32)

    def bits(self) -> int:
        return self.chance.choice((0, self.board._levels, U32 - 1, self.chance.randrange(U32)))

    def hello(self) -> Hello:
        any_byte = self.chance.randrange
        return Hello(
            self.chance.choice((1, 1, 1, 1, 1, 0, 2)), (0, 0, 0),
            self.chance.choice((self.board.board_id, self.chance.randbytes(8))),
            self.around(self.board.boot_id, U32), any_byte(256), any_byte(256),
            self.chance.choice((16, 16, 0, 8, 32, 255)), 16, self.chance.choice((1000, 1000, 0, 1, U32 - 1)),
            self.bits(), self.number(), 0, self.tick(), any_byte(256),
        )  # fmt: skip

    def edges(self) -> Edges:
        base = self.tick()
        steps = [self.chance.randrange(3) for _ in range(self.chance.choice((1, 2, 36)))]
        lines = [self.chance.choice((0, 5, 15, 16, 31, 127)) for _ in steps]
        closed = [self.chance.random() < 0.5 for _ in steps]
        return Edges(self.number(), tuple(map(Edge, lines, closed, (base + step for step in sorted(steps)))))

    def status(self) -> Status:
        return Status(self.tick(), self.bits(), self.number(), 0, 0, 1)

    def pong(self) -> Pong:
        received = self.tick()
        return Pong(self.chance.choice((1, 9, self.chance.randrange(U32))), received, self.around(received, U64))

    def log(self) -> LogText:
        return LogText(6, "what a firmware has to say")

    def ping(self) -> Ping:
        return Ping(1)


def twisted(chance: random.Random, share: float, *, but_edges: bool = False) -> Callable[[bytes], bytes]:
    """Give what changes some of a board's frames, each to another with a good CRC; with `but_edges`, no edges."""

    def twist(data: bytes) -> bytes:
        frame = decoded(data[:-1]) if chance.random() < share else None
        if frame is None or not frame.payload or (but_edges and frame.type == Type.EDGES):
            return data
        payload = bytearray(frame.payload)
        payload[chance.randrange(len(payload))] ^= 1 << chance.randrange(8)
        return encoded(frame._replace(payload=bytes(payload)))

    return twist


# The properties


def lie(desk: Desk, liar: Liar) -> None:
    """Some frames that no board sends, perhaps a fault of the board, perhaps a press; then a while."""
    chance = liar.chance
    for _ in range(chance.choice((1, 1, 30))):
        liar.say()
    if chance.random() < 0.1:
        is_heard = chance.random() < 0.5
        chance.choice((lambda: desk.board.reboot(is_heard=is_heard), desk.board.break_line))()
    if chance.random() < 0.3:
        desk.press_one()
    desk.listen(chance.choice((4, 50, 700)) * MS)


def lied_to(seed: int, lies: int, twist: float, *, but_edges: bool = False) -> Desk:
    """A desk after so many lies; of the board's own frames the share `twist` was changed on the way."""
    chance, desk = random.Random(seed), Desk()
    liar = Liar(chance, desk.board, desk.clock)
    desk.board.spoil = twisted(chance, twist, but_edges=but_edges)
    for _ in range(lies):
        lie(desk, liar)
    desk.board.spoil = bytes
    return desk


@pytest.mark.once
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**48), st.integers(1, 60), st.sampled_from((0, 0.02, 0.3, 1)))
def test_after_any_frames_the_board_is_heard(seed: int, lies: int, twist: float) -> None:
    desk = lied_to(seed, lies, twist)
    desk.listen(1 * S)
    assert desk.source.is_connected or desk.source.fault, "the screen has nothing to say"
    desk.listen(BACK_NS - 1 * S)
    for kept in (desk.events, desk.still, desk.pressed):
        kept.clear()
    for _ in range(60):
        desk.press_one()
        desk.listen(980 * MS, 20 * MS)
    assert desk.heard == 60
    assert (desk.gaps, desk.still, desk.source.fault) == ([], [], "")
    assert all(desk.is_told(line, at) for line, at in desk.pressed)


@pytest.mark.once
@example(56213, 20, 0)  # two restarts within 8 ms, and only the first is heard
@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**48), st.integers(1, 60), st.sampled_from((0, 0.02, 0.3, 1)))
def test_while_frames_lie_no_press_is_lost_in_silence(seed: int, lies: int, twist: float) -> None:
    """The frames of edges stay as they are: a press that was made another's before its CRC is nobody's to find."""
    desk = lied_to(seed, lies, twist, but_edges=True)
    desk.listen(BACK_NS)
    assert all(desk.is_told(line, at) or desk.is_in_a_gap(at) for line, at in desk.pressed)


@pytest.mark.once
@example(9639)  # eight stalls within three seconds: the board counts as gone, and loses edges meanwhile
@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**48))
def test_a_press_that_is_never_told_lies_in_a_gap_or_where_the_board_was_gone(seed: int) -> None:
    chance, desk = random.Random(seed), Desk(byte_ns=10_000)
    happened: dict[int, int] = {}
    trouble = chance.choice(("lost frames", "restarts", "stalls", "lost edges", "breaks"))
    for turn in range(150):
        if trouble == "lost frames":
            desk.board.spoil = lambda data: b"" if chance.random() < 0.2 else data
        elif chance.random() < 0.03:
            match trouble:
                case "restarts":
                    desk.board.reboot(is_heard=chance.random() < 0.3)
                case "stalls":
                    desk.board.stall(chance.randrange(1000) * MS)
                case "lost edges":
                    desk.board.edge(3, False, lost=True)
                case "breaks":
                    desk.board.break_line()
        at = desk.clock()
        is_lost = trouble == "lost edges" and chance.random() < 0.2
        desk.board.edge(5, turn % 2 == 0, lost=is_lost)
        happened[at] = turn
        desk.listen(chance.randrange(1, 60) * MS)
    desk.board.spoil = bytes
    desk.listen(10 * S)
    told = [event.time_ns for event in desk.events if isinstance(event, SwitchEdge)]
    gaps = [gap for gap in desk.gaps if gap.since_ns is not None]
    slack = desk.source.resolution_ns
    for at, turn in happened.items():
        is_told = any(abs(at - stamp) <= slack for stamp in told)
        is_in_gap = any((gap.since_ns or 0) - slack <= at <= gap.time_ns + slack for gap in gaps)
        was_gone = any(since <= at <= to for since, to in desk.gone)
        assert is_told or is_in_gap or was_gone, (trouble, turn, at)
