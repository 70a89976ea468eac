"""Whatever comes over the line, no edge is invented, no press is lost in silence, and the board is heard again.

Within a second it is heard, with the gap, or it counts as gone, with a reason. First single faults, then properties:
any frames with a good CRC, and bytes that flip, drop, double.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hardware.board.fake import FakeBoard
from hardware.board.protocol import (
    BootButton,
    Edge,
    Edges,
    Frame,
    FrameReader,
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
from hardware.board.session import MOST_WAITING
from hardware.board.source import MOST_EARLY, BoardSource
from hardware.clock import MS, FakeClock
from hardware.lamps import Lamp
from hardware.source import EdgesLost, SwitchEdge
from tests.hardware.board.conftest import Desk, S


def lose_a_hello(desk: Desk) -> None:
    desk.board.reboot(is_heard=False)


def jump_by(count: int) -> Callable[[Desk], None]:
    def jump(desk: Desk) -> None:
        tick = desk.board.tick(desk.clock())
        desk.put(Edges(desk.board._sequence + count, (Edge(1, True, tick),)))

    return jump


def run_ahead(desk: Desk) -> None:
    desk.put(Status(desk.board.tick(desk.clock()), desk.board._levels, desk.board._sequence + 500, 0, 0, 1))


def really_miss(desk: Desk) -> None:
    desk.board._sequence += 1_200_000


def claim_more_lines(desk: Desk) -> None:
    board, tick = desk.board, desk.board.tick(desk.clock())
    desk.put(Hello(1, (0, 0, 0), board.board_id, 77, 0, 0, 32, 16, 1000, 2**32 - 1, 0, 0, tick, 3))


def run_backwards(desk: Desk) -> None:
    desk.put(Pong(desk.source.session.pings._nonce if desk.source.session else 0, 5, 4))


WAYS: Mapping[str, Callable[[Desk], None]] = MappingProxyType(
    {
        "a HELLO lost after a restart": lose_a_hello,
        "edges that jump by 1,000": jump_by(1000),
        "edges that jump by 999,999": jump_by(999_999),
        "a status that is 500 ahead": run_ahead,
        "1.2 million edges really missing": really_miss,
        "a HELLO with 32 lines and another boot": claim_more_lines,
        "a pong that was sent before it was received": run_backwards,
    }
)


@pytest.mark.parametrize("way", WAYS)
def test_within_a_second_the_board_is_heard_again(way: str) -> None:
    desk = Desk()
    known = desk.source.drained_ns
    WAYS[way](desk)
    desk.listen(1 * S)
    assert desk.source.is_connected
    assert desk.presses_of(20 * S) == 40
    assert desk.source.drained_ns > desk.clock() - 120 * MS
    for gap in desk.gaps:
        assert gap.since_ns is None or gap.since_ns <= known + 120 * MS


@pytest.mark.parametrize("way", ["a HELLO lost after a restart", "1.2 million edges really missing"])
def test_what_is_missing_is_told_since_the_last_instant_that_is_certain(way: str) -> None:
    desk = Desk()
    known = desk.source.drained_ns
    WAYS[way](desk)
    desk.press_one()
    desk.listen(1 * S)
    gaps = [gap for gap in desk.gaps if gap.since_ns is not None]
    assert gaps
    assert all(gap.since_ns == known for gap in gaps)
    if way.startswith("1.2"):
        assert gaps[0].count is not None and gaps[0].count >= 1_200_000
    assert desk.source.levels() == {line: bool(desk.board._levels >> line & 1) for line in range(16)}


def test_a_press_whose_number_a_lie_has_taken_lies_in_the_gap_though_statuses_fit_meanwhile() -> None:
    desk = Desk()
    desk.board.omits = {Type.HELLO}
    desk.put(Edges(desk.board._sequence, (Edge(9, True, desk.board.tick(desk.clock())),)))
    desk.listen(8 * MS)
    at = desk.clock()
    desk.board.edge(3, True)
    desk.listen(250 * MS)
    assert desk.source.is_connected, "the doubt is not over"
    assert desk.source.drained_ns < at
    desk.board.omits = set()
    desk.listen(150 * MS)
    gaps = [gap for gap in desk.gaps if gap.why == "sequence"]
    assert gaps
    assert all(gap.since_ns is not None and gap.since_ns < at for gap in gaps)
    assert desk.source.is_connected
    assert desk.source.levels()[3]
    assert not desk.source.levels()[9]


def hello_of(desk: Desk, *, boots: int = 0, tick_ns: int = 1000, ahead_ns: int = 0, lines: int = 16) -> Hello:
    """The board's own HELLO but for these: another boot, another tick, a time that has not come yet, other lines."""
    board, tick = desk.board, desk.board.tick(desk.clock() + ahead_ns)
    identity = (board.board_id, board.boot_id + boots, 0, 0, lines, 16, tick_ns)
    return Hello(1, (0, 0, 0), *identity, board._levels, board._sequence, 0, tick, 3)


@pytest.mark.parametrize("is_doubted", [False, True])
@pytest.mark.parametrize("boots", [0, 1])
@pytest.mark.parametrize("tick_ns", [0, 1, 500, 2000, 2**32 - 1])
def test_no_press_is_stamped_in_a_tick_that_is_not_the_protocols(tick_ns: int, boots: int, is_doubted: bool) -> None:
    desk = Desk()
    if is_doubted:
        desk.put(Status(5, 0, 3, 0, 0, 1))
    desk.put(hello_of(desk, boots=boots, tick_ns=tick_ns))
    for _ in range(4):
        desk.listen(24 * MS)
        desk.press_one()
    desk.listen(1 * S)
    assert all(desk.is_told(line, at) for line, at in desk.pressed)
    assert desk.gaps == []


@pytest.mark.parametrize("boots", [0, 1])
@pytest.mark.parametrize("lines", [0, 8, 255])
def test_a_hello_with_too_few_lines_costs_no_press(lines: int, boots: int) -> None:
    desk = Desk()
    desk.put(hello_of(desk, boots=boots, lines=lines))
    desk.listen(20 * MS)
    desk.events.clear()
    assert desk.presses_of(8 * S) == 16
    assert desk.gaps == []


def test_a_gap_does_not_begin_after_the_arrival_of_what_is_said_last() -> None:
    desk = Desk()
    desk.put(Status(5, 0, 3, 0, 0, 1))
    desk.put(hello_of(desk, ahead_ns=15 * MS))
    desk.press_one()
    desk.listen(1 * S)
    ((line, at),) = desk.pressed
    assert desk.is_told(line, at) or desk.is_in_a_gap(at)
    assert desk.still == []


def test_a_lie_that_takes_no_edge_away_costs_nothing() -> None:
    desk = Desk()
    desk.put(Status(5, 0, 3, 0, 0, 1))
    assert desk.presses_of(5 * S) == 10
    assert desk.gaps == []


def test_a_board_that_goes_on_contradicting_itself_counts_as_gone_and_says_why() -> None:
    desk = Desk()
    kept = desk.board.alter
    desk.board.alter = lambda said: said._replace(time=7) if isinstance(said, Status | Hello) else said
    desk.listen(1 * S)
    assert not desk.source.is_connected
    assert desk.source.distrust_reason == desk.source.fault
    assert "board makes no sense: its frames contradict each other" in desk.source.fault
    desk.board.alter = kept
    desk.listen(4 * S)
    assert desk.source.is_connected
    assert (desk.source.fault, desk.source.distrust_reason) == ("", "")
    assert desk.presses_of(5 * S) == 10


def test_a_board_that_starts_again_and_again_counts_as_gone_and_says_why() -> None:
    desk = Desk()
    for _ in range(25):
        desk.board.reboot()
        desk.listen(80 * MS)
    assert not desk.source.is_connected
    assert "begins anew again and again" in desk.source.fault


def test_a_board_that_answers_no_ping_counts_as_gone_and_does_not_come_and_go() -> None:
    desk = Desk()
    desk.board.omits = {Type.PONG}
    desk.listen(3200 * MS)
    there = []
    for _ in range(100):
        desk.listen(100 * MS)
        there.append(desk.source.is_connected)
    assert there == [False] * 100
    assert "answers no pings" in desk.source.fault
    desk.board.omits = set()
    desk.listen(2 * S)
    assert desk.source.is_connected
    assert desk.presses_of(5 * S) == 10


def test_a_board_whose_statuses_are_lost_is_asked_how_it_stands() -> None:
    desk = Desk()
    desk.board.omits = {Type.STATUS}
    assert desk.presses_of(10 * S) == 20
    assert desk.source.is_connected
    desk.listen(3 * S)
    assert desk.source.drained_ns > desk.clock() - 500 * MS
    desk.board.omits = {Type.STATUS, Type.HELLO}
    desk.listen(3500 * MS)
    assert not desk.source.is_connected
    assert "does not say how it stands" in desk.source.fault


def test_a_status_that_a_flood_of_pings_leaves_no_room_for_is_no_board_that_has_gone() -> None:
    desk = Desk(byte_ns=10_000)
    known, sent = desk.source.session, desk.board.tick(desk.clock())
    for step in range(10_500):
        desk.clock.advance(MS // 5)
        for nonce in range(4):
            desk.board._answer_ping(2**31 + nonce, desk.clock())
        if step % 500 == 250:
            desk.board.edge(step // 500 % 16, True)
        if step % 20 == 0:
            desk.drain()
            assert desk.source.is_connected
    assert known is not None
    assert known.status is not None
    assert known.status.time < sent + 300_000, "the flood left no room for a status in the last 1.8 s"
    desk.listen(1 * S)
    assert desk.source.is_connected
    assert desk.source.session is known
    assert desk.heard == 21
    assert desk.gaps == []


def test_a_board_that_no_longer_reads_is_gone_and_keeps_the_latest_lamps_only() -> None:
    desk = Desk()
    desk.board.stop_reading()
    for turn in range(60):
        desk.source.lamps.show([Lamp((turn, 0, 0))], 255)
        desk.listen(4 * MS)
    assert desk.board.room == 0, "the terminal device is full"
    assert desk.source.is_connected
    assert desk.board.lamps[0].colour != (59, 0, 0)
    desk.board.read_again()
    desk.listen(20 * MS)
    assert desk.board.lamps[0].colour == (59, 0, 0)
    desk.board.stop_reading()
    desk.listen(3200 * MS)
    assert not desk.source.is_connected
    assert "answers no pings" in desk.source.fault
    desk.board.read_again()
    desk.listen(3 * S)
    assert desk.source.is_connected


def test_a_line_that_is_joined_to_itself_is_no_board() -> None:
    desk = Desk()
    desk.board.omits = set(Type)
    for nonce in range(20):
        desk.listen(50 * MS)
        if desk.board._link is not None:
            desk.put(Ping(nonce))
    assert not desk.source.is_connected


def test_what_waits_is_bounded() -> None:
    desk = Desk()
    tick, source = desk.board.tick(desk.clock()), desk.source
    desk.board.spoil = lambda data: data if data[2] != Type.HELLO else b""
    desk.board.break_line()
    desk.listen(600 * MS)
    for number in range(MOST_EARLY + 500):
        desk.put(Edges(number, (Edge(1, True, tick + number),)))
    desk.drain()
    assert len(source._early) <= MOST_EARLY
    desk.board.spoil = bytes
    desk.listen(2 * S)
    desk.board.omits = {Type.PONG}
    desk.board.reboot()
    for number in range(MOST_WAITING + 500):
        desk.put(Edges(number, (Edge(1, True, number),)))
    desk.drain()
    assert source.session is not None
    assert len(source.session._waiting) <= MOST_WAITING
    desk.board.omits = set()
    desk.listen(4 * S)
    assert desk.presses_of(5 * S) == 10


def test_a_line_that_the_board_masks_is_reported_by_number_and_the_others_are_heard() -> None:
    desk = Desk()
    desk.board.storm(3)
    desk.board.edge(3, True)
    desk.board.edge(4, True)
    desk.listen(250 * MS)
    assert [(gap.why, gap.levels, gap.since_ns) for gap in desk.gaps] == [("storm", ((3, False),), None)]
    assert [event.line for event in desk.events if isinstance(event, SwitchEdge)] == [4]
    desk.board.calm(3)
    desk.board.edge(3, True)
    desk.listen(250 * MS)
    assert [event.line for event in desk.events if isinstance(event, SwitchEdge)] == [4, 3]
    assert len(desk.gaps) == 1


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
        lies = (self.hello, self.edges, self.status, self.pong, self.log, self.ping, self.boot_button)
        return self.chance.choice(lies)()

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
            self.bits(), self.number(), 0, self.tick(), any_byte(256), any_byte(256),
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

    def boot_button(self) -> BootButton:
        return BootButton(self.chance.choice((1, 9, self.chance.randrange(U32))), self.chance.random() < 0.5)

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


@pytest.mark.long
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


@pytest.mark.long
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
    slack = desk.source.stamps.resolution_ns
    for at, turn in happened.items():
        is_told = any(abs(at - stamp) <= slack for stamp in told)
        is_in_gap = any((gap.since_ns or 0) - slack <= at <= gap.time_ns + slack for gap in gaps)
        was_gone = any(since <= at <= to for since, to in desk.gone)
        assert is_told or is_in_gap or was_gone, (trouble, turn, at)


# A line that flips, drops, doubles and cuts bytes and sends noise

SPOILS = ("flip", "drop", "double", "cut", "noise_before", "noise_behind", "lose", "twice", "zeros")


def spoiled(data: bytes, way: str, chance: random.Random) -> bytes:
    """Give what arrives of bytes that were sent."""
    place = chance.randrange(len(data))
    match way:
        case "flip":
            return data[:place] + bytes([data[place] ^ chance.randrange(1, 256)]) + data[place + 1 :]
        case "drop":
            return data[:place] + data[place + 1 :]
        case "double":
            return data[:place] + data[place : place + 1] + data[place:]
        case "cut":
            return data[:place]
        case "noise_before":
            return chance.randbytes(chance.randrange(300)) + data
        case "noise_behind":
            return data + chance.randbytes(chance.randrange(300))
        case "lose":
            return b""
        case "twice":
            return data + data
    return b"\0\0" + data + b"\0"


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**48), st.floats(0.01, 0.6), st.lists(st.sampled_from(SPOILS), min_size=1, unique=True))
def test_whatever_is_spoiled_no_edge_is_invented_and_none_is_missing_untold(
    seed: int, share: float, ways: list[str]
) -> None:
    chance, clock = random.Random(seed), FakeClock(5_000 * MS)
    board = FakeBoard(clock)
    source = BoardSource(board.open, clock=clock)
    source.start()
    board.spoil = lambda data: spoiled(data, chance.choice(ways), chance) if chance.random() < share else data
    happened: list[tuple[int, bool, int]] = []
    told: list[SwitchEdge | EdgesLost] = []
    for turn in range(300):
        clock.advance(4 * MS)
        if chance.random() < 0.3:
            line, closed = chance.randrange(16), bool(turn % 2)
            board.edge(line, closed)
            happened.append((line, closed, clock()))
        told += source.drain()
    board.spoil = bytes
    for _ in range(500):
        clock.advance(4 * MS)
        told += source.drain()
    source.close()
    edges = [(event.line, event.pressed, event.time_ns) for event in told if isinstance(event, SwitchEdge)]
    assert not Counter(edges) - Counter(happened), "invented, or told twice"
    if len(edges) < len(happened):
        assert any(isinstance(event, EdgesLost) for event in told)
    assert source.levels() == {line: bool(board._levels >> line & 1) for line in range(16)}


@given(st.binary(max_size=600))
def test_after_any_noise_the_second_good_frame_is_heard_at_the_latest(noise: bytes) -> None:
    reader = FrameReader()
    reader.feed(noise)
    first, second = Frame(3, 1, b"status"), Frame(3, 2, b"status")
    assert reader.feed(encoded(first) + encoded(second))[-1:] == [second]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**48))
def test_a_board_that_hears_noise_answers_the_next_good_frame(seed: int) -> None:
    chance, clock = random.Random(seed), FakeClock(5_000 * MS)
    board = FakeBoard(clock)
    link = board.open()
    link.write(chance.randbytes(chance.randrange(1, 200)))
    link.write(b"\0" + encoded(Frame(0x82, 0, b"\1\2\3\4")))
    reader = FrameReader()
    answers = [frame.type for chunk in link.read() for frame in reader.feed(chunk.data)]
    assert answers[-1:] == [4]
