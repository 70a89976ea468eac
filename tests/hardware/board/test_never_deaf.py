"""Whatever frames come, the board is heard again within a second, with the gap, or it counts as gone, with a reason."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

import pytest

from hardware.board.protocol import Edge, Edges, Hello, Ping, Pong, Status, Type
from hardware.board.session import MOST_WAITING
from hardware.board.source import MOST_EARLY
from hardware.clock import MS
from hardware.lamps import Lamp
from hardware.source import SwitchEdge
from tests.hardware.board.desk import Desk, S


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
