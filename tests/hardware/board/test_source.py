"""A board's source when things go wrong: gaps, reboots, a broken line; and the supervisor of its line."""

import os
import random
from collections.abc import Callable
from functools import partial

import pytest

from hardware.board.fake import Cable, FakeBoard, Firmware
from hardware.board.protocol import Edge, Edges, Frame, Output, Type, encoded, payload_of
from hardware.board.source import PATIENCE_NS, BoardSource
from hardware.board.supervisor import (
    ASK_NS,
    CALM_NS,
    MOST_RESYNCS,
    PONG_NS,
    RESYNC_NS,
    SENSE_NS,
    SILENT_NS,
    Supervisor,
    Trouble,
)
from hardware.clock import MS, FakeClock
from hardware.debounce import Debounced, Settings
from hardware.errors import BoardOutput, BoardSilent, BoardVersion, NoBoard
from hardware.lamps import DARK, Lamp
from hardware.source import EdgesLost, SwitchEdge
from tests.hardware.conftest import losses

Listen = Callable[[int], list[object]]


def edges(told: list[object]) -> list[SwitchEdge]:
    return [event for event in told if isinstance(event, SwitchEdge)]


def test_edges_that_the_board_had_no_room_for_are_counted_and_the_levels_read_back(
    board: FakeBoard, source: BoardSource, clock: FakeClock, listen: Listen
) -> None:
    listen(300 * MS)
    before = source.drained_ns
    board.edge(3, True, lost=True)
    board.edge(4, True)
    told = listen(300 * MS)
    assert [edge.line for edge in edges(told)] == [4]
    first, second = losses(told)
    assert (first.count, first.why, first.since_ns) == (1, "sequence", before)
    assert (second.why, second.levels, second.since_ns) == ("level", ((3, True),), None)
    assert source.levels()[3]


def test_a_lost_edge_that_nothing_follows_is_found_by_the_status(board: FakeBoard, listen: Listen) -> None:
    listen(300 * MS)
    board.edge(3, True, lost=True)
    told = listen(300 * MS)
    assert [(loss.count, loss.why) for loss in losses(told)] == [(1, "sequence"), (None, "level")]


def test_a_frame_that_was_spoiled_on_the_way_is_a_gap_of_its_edges(board: FakeBoard, listen: Listen) -> None:
    listen(200 * MS)
    board.spoil = lambda data: data[:-3] + b"x\0"
    board.edges([(0, True), (1, True)])
    board.spoil = bytes
    told = listen(300 * MS)
    assert edges(told) == []
    assert losses(told)[0].count == 2
    assert losses(told)[1].levels == ((0, True), (1, True))


def test_a_level_that_no_edge_explains_is_told_with_when_it_was_last_right(board: FakeBoard, listen: Listen) -> None:
    listen(250 * MS)
    board._levels |= 1 << 9
    (loss,) = losses(listen(400 * MS))
    assert (loss.why, loss.levels) == ("level", ((9, True),))
    assert loss.since_ns is not None and loss.since_ns < loss.time_ns


def test_a_line_that_breaks_for_a_moment_loses_nothing(
    board: FakeBoard, source: BoardSource, clock: FakeClock, listen: Listen
) -> None:
    listen(300 * MS)
    drained = source.drained_ns
    board.break_line()
    told = listen(100 * MS)
    assert not source.is_connected
    assert source.drained_ns - drained < 50 * MS, "it may yet be told what happens now"
    assert told + listen(900 * MS) == []
    assert source.is_connected
    assert source.drained_ns > clock() - 60 * MS


def test_edges_that_the_board_kept_meanwhile_come_late_with_their_own_stamps(
    board: FakeBoard, source: BoardSource, clock: FakeClock, listen: Listen, monkeypatch: pytest.MonkeyPatch
) -> None:
    listen(300 * MS)
    drained = source.drained_ns
    board.break_line()
    listen(100 * MS)
    at = clock()
    link = board.open()  # as the ring of the real one: sent first thing when the line is open again
    board.edge(5, True)
    kept = b"".join(chunk.data for chunk in link.read())
    open_again = board.open

    def with_kept() -> object:
        opened = open_again()
        opened.put(kept, clock())
        return opened

    monkeypatch.setattr(source, "_opener", with_kept)
    (edge,) = listen(1000 * MS)
    assert isinstance(edge, SwitchEdge)
    assert (edge.line, edge.time_ns) == (5, at)
    assert at > drained


def test_a_board_that_stays_away_is_given_up_with_what_is_unknown(
    board: FakeBoard, source: BoardSource, clock: FakeClock, listen: Listen
) -> None:
    listen(300 * MS)
    board.edge(2, True)
    listen(100 * MS)
    drained = source.drained_ns
    board.unplug()
    assert losses(listen(PATIENCE_NS - 100 * MS)) == []
    assert source.drained_ns == pytest.approx(drained, abs=60 * MS)
    (loss,) = losses(listen(200 * MS))
    assert (loss.why, loss.levels, loss.since_ns) == ("link", ((2, False),), source_told_before(loss, drained))
    assert source.drained_ns == clock()
    board.plug()
    told = listen(2000 * MS)
    assert source.is_connected
    assert [(loss.why, loss.since_ns) for loss in losses(told)] == [("reboot", None)], "told already"


def source_told_before(loss: EdgesLost, drained: int) -> int | None:
    assert loss.since_ns is not None and drained <= loss.since_ns < drained + 60 * MS
    return loss.since_ns


def test_a_reboot_is_a_gap_and_another_clock(
    board: FakeBoard, source: BoardSource, clock: FakeClock, listen: Listen
) -> None:
    board.edge(1, True)
    (before,) = edges(listen(300 * MS))
    drained = source.drained_ns
    board.reboot()
    board.edge(1, False)
    board.edge(6, True)
    told = listen(300 * MS)
    first = losses(told)[0]
    assert first.why == "reboot"
    assert source_told_before(first, drained) is not None
    assert [(edge.line, edge.pressed) for edge in edges(told)] == [(1, False), (6, True)], "kept meanwhile"
    assert {edge.clock for edge in edges(told)} != {before.clock}
    assert all(edge.time_ns > before.time_ns for edge in edges(told))


def test_a_board_that_says_nothing_any_more_is_gone(board: FakeBoard, source: BoardSource, listen: Listen) -> None:
    listen(200 * MS)
    board.spoil = lambda _data: b""
    listen(1000 * MS)
    assert not source.is_connected
    board.spoil = bytes
    listen(1000 * MS)
    assert source.is_connected
    assert source.breaks >= 1


def test_a_computer_that_slept_learns_the_boards_clock_anew_and_nothing_is_lost(
    board: FakeBoard, source: BoardSource, clock: FakeClock, listen: Listen
) -> None:
    board.edge(7, True)
    (before,) = edges(listen(1000 * MS))
    drained = source.drained_ns
    board.suspend_host(3_600_000 * MS)
    assert listen(2000 * MS) == []
    assert source.is_connected and source.drained_ns > drained
    board.edge(7, False)
    at = clock()
    (after,) = edges(listen(300 * MS))
    assert after.time_ns == pytest.approx(at, abs=2000)
    assert after.clock != before.clock, "an hour of the board's ticks between them was none of ours"


def test_edges_right_after_the_computer_has_slept_wait_until_its_clock_is_known(
    board: FakeBoard, source: BoardSource, clock: FakeClock, listen: Listen
) -> None:
    listen(1000 * MS)
    board.suspend_host(3_600_000 * MS)
    moments = []
    for turn in range(5):
        board.edge(turn, True)
        moments.append(clock())
        clock.advance(MS)
    told = listen(200 * MS)  # the board is asked at once who it is, not when it is due
    assert losses(told) == []
    assert [(edge.line, edge.time_ns) for edge in edges(told)] == list(enumerate(moments))


@pytest.mark.parametrize("slept_ms", [200, 3_600_000])
def test_edges_from_while_the_computer_slept_have_no_time_here_and_are_a_gap(
    board: FakeBoard, source: BoardSource, listen: Listen, slept_ms: int
) -> None:
    listen(1000 * MS)
    drained = source.drained_ns
    board.suspend_host(slept_ms * MS // 2)
    board.edge(7, True)
    board.suspend_host(slept_ms * MS // 2)
    told = listen(2000 * MS)
    assert edges(told) == []
    assert any(loss.since_ns is not None and loss.since_ns <= drained + 120 * MS for loss in losses(told))
    assert source.levels()[7]


@pytest.mark.parametrize("ahead_ms", [0, 1, 3])
@pytest.mark.parametrize("slept_ms", [0.2, 1, 5, 40])
def test_after_a_short_sleep_every_edge_keeps_to_its_bound_or_is_a_gap(
    board: FakeBoard, source: BoardSource, clock: FakeClock, slept_ms: float, ahead_ms: int
) -> None:
    """No ping has shown the sleep yet when the first edges after it come."""
    pressed: list[int] = []
    found: list[tuple[SwitchEdge, int]] = []
    gaps: list[object] = []

    def press() -> None:
        board.edge(len(pressed) % 16, len(pressed) // 16 % 2 == 0)
        pressed.append(clock())

    def listen() -> None:
        told: list[object] = [*source.drain()]
        gaps.extend(losses(told))
        found.extend((edge, source.stamps.resolution_ns) for edge in edges(told))

    for _ in range(500):
        clock.advance(4 * MS)
        listen()
    press()
    clock.advance(ahead_ms * MS)
    slept_ns = round(slept_ms * MS)
    board.suspend_host(slept_ns // 2)
    press()
    board.suspend_host(slept_ns - slept_ns // 2)
    for _ in range(30):
        press()
        clock.advance(2 * MS)
        press()
        clock.advance(2 * MS)
        listen()
    for _ in range(50):
        clock.advance(4 * MS)
        listen()
    assert len(found) >= len(pressed) - 4
    assert len(found) == len(pressed) or gaps
    for edge, resolution_ns in found:
        moments = (at for number, at in enumerate(pressed) if number % 16 == edge.line)
        assert min(abs(at - edge.time_ns) for at in moments) <= resolution_ns


def test_what_was_drained_never_goes_back_whatever_happens(
    board: FakeBoard, source: BoardSource, clock: FakeClock
) -> None:
    drained = source.drained_ns
    for turn in range(2000):
        clock.advance(4 * MS)
        if turn % 400 == 100:
            board.break_line()
        if turn % 400 == 200:
            board.reboot()
        if turn == 900:
            board.unplug()
        if turn == 1800:
            board.plug()
        board.edge(turn % 16, turn % 32 < 16)
        told = source.drain()
        assert all(edge.time_ns > drained for edge in told if isinstance(edge, SwitchEdge))
        assert drained <= source.drained_ns <= clock()
        drained = source.drained_ns


def test_another_protocol_is_refused_by_name_with_the_remedy(clock: FakeClock) -> None:
    old = FakeBoard(clock, firmware=Firmware(protocol=0))
    with pytest.raises(BoardVersion, match=r"near \(firmware 0.0.0\) speaks protocol 0, this program 1.*board flash"):
        BoardSource(old.open, name="near", clock=clock).start()
    with pytest.raises(BoardVersion, match="Update this program"):
        BoardSource(FakeBoard(clock, firmware=Firmware(protocol=2)).open, clock=clock).start()


def test_no_board_and_a_silent_one_are_told_at_the_start(clock: FakeClock) -> None:
    absent = FakeBoard(clock)
    absent.unplug()
    with pytest.raises(NoBoard):
        BoardSource(absent.open, clock=clock).start()
    with pytest.raises(BoardSilent):
        BoardSource(FakeBoard(clock, cable=Cable(spoil=lambda _data: b"")).open, clock=clock).start()


def test_lamps_are_shown_and_shown_again_to_a_board_that_comes_back(
    board: FakeBoard, source: BoardSource, listen: Listen
) -> None:
    red = Lamp((255, 0, 0))
    source.lamps.show([DARK, red], 200)
    assert (board.lamps[1], board.brightness) == (red, 200)
    board.unplug()
    listen(100 * MS)
    source.lamps.show([red], 100)
    board.lamps = [DARK] * 16
    board.plug()
    listen(1000 * MS)
    assert (board.lamps[0], board.lamps[1], board.brightness) == (red, DARK, 100)


def test_a_board_is_told_what_hangs_on_its_lamps_pins_and_again_when_it_comes_back(clock: FakeClock) -> None:
    board = FakeBoard(clock)
    source = BoardSource(board.open, clock=clock, output=Output.REGISTERS)
    source.start()
    seen = [board.output]
    board.unplug()
    for _ in range(25):
        clock.advance(4 * MS)
        source.drain()
    board.plug()
    seen.append(board.output)
    for _ in range(250):
        clock.advance(4 * MS)
        source.drain()
    seen.append(board.output)
    assert seen == [Output.REGISTERS, Output.PINS, Output.REGISTERS]
    source.close()
    other = BoardSource(board.open, clock=clock)
    other.start()
    assert board.output is Output.PINS, "a config that changed counts for a board that was never off"
    other.close()


def test_firmware_without_registers_is_told_only_if_they_are_wanted(clock: FakeClock) -> None:
    old = FakeBoard(clock, firmware=Firmware(outputs=1 << Output.PINS))
    source = BoardSource(old.open, clock=clock)
    source.start()
    assert old._reader.bad == 0
    source.close()
    with pytest.raises(BoardOutput, match=r"near \(firmware 0.0.0\).*registers.*board flash.*lamps = \"pins\""):
        BoardSource(old.open, name="near", clock=clock, output=Output.REGISTERS).start()


HOLD_NS = 2_000 * MS


def held_ns(source: BoardSource, clock: FakeClock, for_ns: int) -> int:
    """Read the BOOT button for so long, as a page does; give the longest hold of it that was told."""
    longest = 0
    for _ in range(for_ns // (50 * MS)):
        clock.advance(50 * MS)
        source.drain()
        longest = max(longest, source.read_boot_button())
    return longest


def test_a_hold_of_the_boot_button_is_never_told_as_longer_than_it_was(
    board: FakeBoard, source: BoardSource, clock: FakeClock
) -> None:
    assert source.can_read_boot_button
    assert held_ns(source, clock, 500 * MS) == 0
    board.is_boot_down = True
    assert HOLD_NS - 500 * MS < held_ns(source, clock, HOLD_NS) <= HOLD_NS
    board.is_boot_down = False
    held_ns(source, clock, 500 * MS)
    assert held_ns(source, clock, 500 * MS) == 0


def test_a_hold_of_the_boot_button_ends_where_the_board_does_not_answer(
    board: FakeBoard, source: BoardSource, clock: FakeClock
) -> None:
    board.is_boot_down = True
    held_ns(source, clock, HOLD_NS)
    board.omits = {Type.BOOT_BUTTON}
    held_ns(source, clock, 1_000 * MS)
    board.omits = set()
    assert held_ns(source, clock, 1_000 * MS) <= 1_000 * MS


def test_firmware_that_cannot_read_its_boot_button_is_not_asked(clock: FakeClock) -> None:
    old = FakeBoard(clock, firmware=Firmware(features=0))
    source = BoardSource(old.open, clock=clock)
    can_read = [source.can_read_boot_button]
    source.start()
    old.is_boot_down = True
    assert held_ns(source, clock, HOLD_NS) == old._reader.bad == 0
    can_read.append(source.can_read_boot_button)
    old.unplug()
    held_ns(source, clock, 500 * MS)
    assert [*can_read, source.can_read_boot_button] == [None, False, None]
    source.close()


def test_a_crystal_that_is_off_and_a_slow_line_are_in_the_resolution(clock: FakeClock) -> None:
    board = FakeBoard(clock, ppm=60, cable=Cable(delay=lambda: 700_000, delay_back=lambda: 300_000))
    source = BoardSource(board.open, clock=clock)
    source.start()
    for _ in range(500):
        clock.advance(4 * MS)
        board.edge(0, True)
        at = clock()
        clock.advance(4 * MS)
        (edge,) = [edge for edge in edges(list(source.drain())) if edge.pressed]
        assert abs(edge.time_ns - at) <= source.stamps.resolution_ns < 2 * MS
        board.edge(0, False)
    source.close()


def test_a_late_frame_with_a_right_checksum_is_not_believed(
    board: FakeBoard, source: BoardSource, clock: FakeClock, listen: Listen
) -> None:
    listen(300 * MS)
    assert source.session is not None
    for time in (board.tick(clock()) - 200_000, board.tick(clock()) + 10**9):
        kind, payload = payload_of(Edges(0, (Edge(1, True, time),)))
        assert board._link is not None
        board._link.put(encoded(Frame(kind, 0, payload)), clock())
    assert edges(listen(200 * MS)) == []
    assert source.session.bad == 2


def session(chance: random.Random) -> tuple[int, int]:
    """Six seconds of a board on a slow line, behind a debounce; give the edges, and those beyond what is published."""
    clock = FakeClock(7_000 * MS)
    there, back = (partial(chance.randrange, chance.choice((1, 3 * MS, 40 * MS))) for _ in "ab")
    board = FakeBoard(clock, ppm=chance.uniform(-100, 100), booted_ns=12_345, cable=Cable(delay=there, delay_back=back))
    source = Debounced(BoardSource(board.open, clock=clock), Settings(lockout_ns=5 * MS, release_ns=12 * MS))
    source.start()
    happened: dict[int, int] = {}
    beyond = edges = 0
    end, quiet = clock() + 6_000 * MS, clock() + chance.randrange(6_000) * MS
    while clock() < end:
        board.omits = {Type.PONG} if quiet < clock() < quiet + 2_000 * MS else set()
        if chance.random() < 0.4:
            board.edge(chance.randrange(4), chance.random() < 0.5)
            happened[board.tick(clock())] = clock()
        clock.advance(chance.randrange(1, 40) * MS)
        for event in source.drain() if chance.random() < 0.5 else ():
            if isinstance(event, SwitchEdge):
                edges += 1
                beyond += abs(event.time_ns - happened[event.tick]) > source.stamps.resolution_ns
    source.close()
    return edges, beyond


def test_every_edge_lies_within_the_resolution_that_is_published_with_it() -> None:
    chance, sessions = random.Random(11), int(os.environ.get("PHOTOFINISH_SESSIONS", "30"))
    edges, beyond = map(sum, zip(*(session(chance) for _ in range(sessions)), strict=True))
    assert edges > 10 * sessions
    assert beyond == 0, f"{beyond} of {edges} edges in {sessions} sessions"


# The supervisor


@pytest.fixture
def sound() -> Supervisor:
    """One of a board that was opened at 0, said who it is, and whose clock is known."""
    supervisor = Supervisor()
    supervisor.opened(0)
    supervisor.hello_received(0, anew=True)
    supervisor.ping_answered(is_learnt=True)
    assert supervisor.is_sound
    return supervisor


def test_in_doubt_a_hello_is_asked_for_at_once_and_again(sound: Supervisor) -> None:
    assert not sound.wants_hello(5 * MS)
    sound.resync(5 * MS, is_on=True)
    assert sound.wants_hello(5 * MS)
    assert not sound.wants_hello(5 * MS + ASK_NS - 1)
    assert sound.wants_hello(5 * MS + ASK_NS)
    sound.resync(6 * MS, is_on=False)
    assert not sound.wants_hello(5 * MS + 2 * ASK_NS)
    assert sound.is_sound


def test_a_doubt_that_lasts_is_trouble(sound: Supervisor) -> None:
    sound.resync(5 * MS, is_on=True)
    sound.message_received(RESYNC_NS)
    assert not sound.should_reopen(5 * MS + RESYNC_NS)
    assert sound.should_reopen(5 * MS + RESYNC_NS + 1)
    assert sound.trouble is Trouble.NUMBERS
    assert (sound.is_sound, sound.makes_sense) == (False, False)


def test_silence_is_trouble_and_no_nonsense(sound: Supervisor) -> None:
    sound.message_received(100 * MS)
    assert not sound.should_reopen(100 * MS + SILENT_NS)
    assert sound.should_reopen(100 * MS + SILENT_NS + 1)
    assert sound.trouble is Trouble.SILENT
    assert sound.makes_sense


def test_a_ping_that_nobody_answers_is_trouble_after_its_time(sound: Supervisor) -> None:
    for at in range(0, PONG_NS + 50 * MS, 50 * MS):
        sound.pinged(at)
    sound.message_received(PONG_NS)
    sound.numbered(PONG_NS)
    assert not sound.should_reopen(PONG_NS)
    assert sound.should_reopen(PONG_NS + 1)
    assert sound.trouble is Trouble.PINGS


def test_a_program_that_stood_still_does_not_blame_the_board(sound: Supervisor) -> None:
    sound.pinged(0)
    sound.ping_answered(is_learnt=True)
    sound.message_received(20_000 * MS)
    sound.numbered(20_000 * MS)
    assert not sound.should_reopen(20_000 * MS)


@pytest.mark.parametrize(("is_greeted", "trouble"), [(False, Trouble.NAMELESS), (True, Trouble.PINGS)])
def test_a_line_that_was_opened_has_its_time_to_make_sense(is_greeted: bool, trouble: Trouble) -> None:
    supervisor = Supervisor()
    supervisor.opened(0)
    if is_greeted:
        supervisor.hello_received(0, anew=True)
    supervisor.message_received(SENSE_NS)
    assert not supervisor.should_reopen(SENSE_NS)
    assert supervisor.should_reopen(SENSE_NS + 1)
    assert supervisor.trouble is trouble


def test_doubts_that_are_settled_one_after_the_other_are_trouble_and_want_a_calm(sound: Supervisor) -> None:
    for turn in range(MOST_RESYNCS):
        assert not sound.should_reopen(turn * MS)
        sound.resync(turn * MS, is_on=True)
        sound.resync(turn * MS, is_on=False)
    assert sound.should_reopen(MOST_RESYNCS * MS)
    assert sound.trouble is Trouble.RESTLESS
    sound.closed()
    sound.opened(500 * MS)
    sound.hello_received(500 * MS, anew=False)
    sound.ping_answered(is_learnt=True)
    latest = (MOST_RESYNCS - 1) * MS
    sound.message_received(latest + CALM_NS)
    assert not sound.should_reopen(latest + CALM_NS - 1)
    assert not sound.is_sound
    assert not sound.should_reopen(latest + CALM_NS)
    assert sound.is_sound


def test_a_line_that_broke_leaves_nothing_against_the_board(sound: Supervisor) -> None:
    sound.resync(5 * MS, is_on=True)
    assert sound.should_reopen(5 * MS + SILENT_NS + RESYNC_NS)
    sound.broke()
    assert sound.trouble is None
    assert not sound.should_reopen(10**12)
    assert not sound.wants_hello(10**12)
