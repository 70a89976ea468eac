"""What silicon needs and emulators forgive, with the real binary in the emulator.

Every test also fails on an offence against silicon that emulator/silicon.mjs sees; `test_a_missing_step_is_seen` takes
steps of the start-up away, one at a time, to show that it does.
"""

from pathlib import Path

import pytest

from tests.firmware.conftest import Start, changed

pytestmark = pytest.mark.needs("arm-none-eabi-gcc", "make", "node", "npm")

UP_MS = 150

SET, CLEAR = 0x2000, 0x3000
RESETS, PSM_WDSEL, TICK, WATCHDOG_CTRL, WATCHDOG_LOAD = 0x4000C000, 0x40010008, 0x4005802C, 0x40058000, 0x40058004


def test_the_registers_are_written_that_silicon_needs(start: Start) -> None:
    with start("usb", "--record") as board:
        board.run(UP_MS)
        writes = board.boots()[0].writes
    last = dict(writes)
    order = [address for address, _ in writes]
    assert last[PSM_WDSEL] == 0x1FFFC  # a watchdog reset resets everything but the oscillators
    assert last[TICK] == 1 << 9 | 12  # the timer's microsecond: twelve cycles of the crystal
    assert last[WATCHDOG_LOAD] == 2_000_000  # a second: erratum RP2040-E1 counts twice
    assert (WATCHDOG_CTRL + SET, 1 << 30) in writes
    assert order.index(PSM_WDSEL) < order.index(WATCHDOG_CTRL + SET)
    needed = sum(1 << bit for bit in (2, 5, 8, 10, 14, 19, 21, 22, 24))
    assert (RESETS + SET, needed) in writes
    assert (RESETS + CLEAR, needed) in writes
    assert order.index(TICK) < writes.index((RESETS + CLEAR, needed))
    for pin in range(2, 18):
        assert last[0x4001C004 + 4 * pin] == 0x5A  # input, pull-up, Schmitt trigger, no pull-down
        assert last[0x40014004 + 8 * pin] == 5
    edges = [last[0x40014100 + 4 * group] for group in range(3)]
    assert edges == [0xCCCCCC00, 0xCCCCCCCC, 0x000000CC]  # falling and rising, of pins 2 to 17
    assert order.index(0x400140F0) < order.index(0x40014100)  # old edges forgotten before new ones count


def test_only_the_edges_have_the_highest_priority(start: Start) -> None:
    with start("usb", "--record") as board:
        board.run(UP_MS)
        writes = board.boots()[0].writes
    enabled = 0
    priorities = dict.fromkeys(range(8), 0)
    for address, value in writes:
        if address == 0xE000E100:
            enabled |= value
        if 0xE000E400 <= address < 0xE000E420:
            priorities[(address - 0xE000E400) // 4] = value
    levels = {irq: priorities[irq // 4] >> 8 * (irq % 4) + 6 & 3 for irq in range(32) if enabled >> irq & 1}
    assert levels == {0: 3, 5: 2, 13: 0, 26: 1}  # 26: the decoder of the edges, which only they interrupt


BROKEN = [
    ("chip.c", "WATCHDOG_TICK_ENABLE | CRYSTAL_MHZ", "0", None),
    ("chip.c", "REG(PSM_WDSEL) = PSM_ALL & ~PSM_ROSC_AND_XOSC", "(void)0", "nothing is chosen to be reset"),
    ("chip.c", "leave_reset(NEEDED)", "(void)0", "in reset"),
    ("chip.c", "while ((REG(RESETS_DONE) & which) != which)", "while (0)", "in reset"),
    ("chip.c", "while (!(REG(XOSC_STATUS) & XOSC_STABLE))", "while (0)", "before it is stable"),
    ("chip.c", "while (!(REG(PLL_CS(pll)) & PLL_LOCK))", "while (0)", "before it is stable"),
    ("chip.c", "CLEAR(PLL_PWR(pll)) = PLL_PWR_POSTDIVPD", "(void)0", "output divider is off"),
    ("uart.c", "!(REG(UART0_FR) & UART_FR_TXFF)", "1", "while its FIFO is full"),
]


@pytest.mark.parametrize(("file", "step", "instead", "offence"), BROKEN)
def test_a_missing_step_is_seen(
    start: Start, firmware: Path, build: Path, tmp_path: Path, file: str, step: str, instead: str, offence: str | None
) -> None:
    uf2 = changed(firmware, build, tmp_path, file, step, instead)
    with start("uart", uf2=uf2, forgiving=True) as board:
        board.run(75)
        if "PSM" in step:
            board.tell("hang")
            board.run(1100)
        offences = " ".join(sentence for boot in board.boots() for sentence in boot.offences)
        if offence:
            assert offence in offences
        else:  # without ticks there is no time: the firmware waits for it, and never speaks
            assert board.messages == []


@pytest.mark.parametrize(
    ("step", "instead", "offence"),
    [
        ("since >= 700u && since < 1000u", "since > 5000u", "late in a frame"),
        ("next_data1[endpoint][direction] ^= BUFFER_DATA1", "(void)0", "out of turn"),
        ("    control |= next_data1[endpoint][direction];\n", "", "out of turn"),
    ],
)
def test_usb_that_a_controller_or_computer_would_not_forgive_is_seen(
    start: Start, firmware: Path, build: Path, tmp_path: Path, step: str, instead: str, offence: str
) -> None:
    uf2 = changed(firmware, build, tmp_path, "usb.c", step, instead, "usb")
    with start("usb", uf2=uf2, forgiving=True) as board:
        board.plan([(UP_MS * 1000 + n * 270.0, 1, n % 2 == 0) for n in range(200)])
        board.run(UP_MS + 100)
        assert offence in " ".join(board.boots()[0].offences)


GIVEN_UP_US = [4, 12, 30, 61.3, 66, 70, 74, 85, 110, 130, 150, 200, 300]
"""A host gives a control transfer up before it is answered, while a packet is on its way, and before it confirms."""


@pytest.mark.parametrize(
    ("step", "instead", "stepping", "offence"),
    [
        ("bool aborts = can_abort && offered[endpoint][direction];", "bool aborts = false;", 2, "is written"),
        ("patience < 10000 && !(REG(USB_EP_ABORT_DONE) & bit)", "patience < 1", 2, "is written"),
        ("        REG(USB_EP_ABORT_DONE) = bit;\n", "", 2, "left over"),
        ("        CLEAR(USB_EP_ABORT) = bit;\n", "", 2, "while it is aborted"),
        ("REG(SYSINFO_CHIP_ID) >> 28 >= 2", "true", 1, "RP2040-E2"),
    ],
)
def test_a_buffer_that_is_taken_from_the_controller_without_its_consent_is_seen(
    start: Start, firmware: Path, build: Path, tmp_path: Path, step: str, instead: str, stepping: int, offence: str
) -> None:
    uf2 = changed(firmware, build, tmp_path, "usb.c", step, instead, "usb")
    with start("usb", "--stepping", str(stepping), uf2=uf2, forgiving=True) as board:
        board.run(UP_MS)
        board.tell("giveUp", GIVEN_UP_US)
        board.run(20)
        assert offence in " ".join(board.boots()[0].offences)


def test_without_pull_ups_every_contact_would_seem_closed(
    start: Start, firmware: Path, build: Path, tmp_path: Path
) -> None:
    without = changed(firmware, build, tmp_path, "edges.c", "PAD_PULL_UP | ", "")
    for uf2, levels in ((without, 0xFFFF), (None, 0)):
        with start("uart", uf2=uf2) as board:
            board.run(75)
            assert board.hello().levels == levels
