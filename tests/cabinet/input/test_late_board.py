"""A button board that comes when the program has looked for one already."""

from pathlib import Path

import pytest

from cabinet.config.schema import Board, Input
from cabinet.input.late_board import LOOK_NS, LateBoard
from cabinet.input.sources import Sources, Wired
from cabinet.scenes.match import MatchScene
from engine.game import S
from engine.panel import LEFT
from hardware.board import serial_link
from hardware.clock import FakeClock
from hardware.fake import FakeSource
from tests.cabinet.test_whole_cabinet import Evening, begun, names

NOTHING = Sources(None, None)


class Usb:
    """A machine's devices, into which a board may be plugged."""

    def __init__(self, devices: Path) -> None:
        self.devices = devices
        self.looks = 0

    def plug(self) -> None:
        self.devices.mkdir(exist_ok=True)
        (self.devices / "ttyACM0").touch()

    def ports(self) -> list[serial_link.Port]:
        self.looks += 1
        return [serial_link.Port("ttyACM0", "e6")]


@pytest.fixture
def usb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Usb:
    usb = Usb(tmp_path / "dev")
    monkeypatch.setattr(serial_link, "usb_ports", usb.ports)
    return usb


def test_it_is_found_once_and_looked_for_once_a_second(usb: Usb) -> None:
    board = LateBoard(Input(), NOTHING, usb.devices)
    assert not board.has_come(S)
    usb.plug()
    assert not board.has_come(S + LOOK_NS - 1)
    assert board.has_come(S + LOOK_NS)
    assert not board.has_come(9 * S)
    assert usb.looks == 1


@pytest.mark.parametrize("wanted", [Input(source="gpio"), Input(source="board"), Input(board=Board(seats=()))])
def test_nobody_looks_who_would_not_take_it(wanted: Input, usb: Usb) -> None:
    usb.plug()
    assert not LateBoard(wanted, NOTHING, usb.devices).has_come(S)


def test_nobody_looks_who_has_one(usb: Usb) -> None:
    usb.plug()
    board = Wired(FakeSource([], FakeClock(), name="board"), {})
    assert not LateBoard(Input(), Sources(None, None, (board,)), usb.devices).has_come(S)


def test_at_the_title_the_program_begins_anew_with_it(
    usb: Usb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening(tmp_path).after(3 * S).do(usb.plug).after(3 * S).run()
    assert evening.anew
    assert "A button board has been plugged in." in capsys.readouterr().err


def test_a_match_is_not_left_for_it(usb: Usb, tmp_path: Path) -> None:
    evening = begun(Evening(tmp_path)).do(usb.plug).after(3 * S).look()
    assert not evening.run().anew
    assert evening.seen == names(MatchScene)


def test_an_offer_is_left_for_it_and_made_again(usb: Usb, tmp_path: Path) -> None:
    begun(Evening(tmp_path)).run()
    usb.plug()
    assert Evening(tmp_path, begins=9000 * S).after(3 * S).run().anew
    (usb.devices / "ttyACM0").unlink()
    evening = Evening(tmp_path, begins=20_000 * S).after(S).look().tap(LEFT).run()
    assert evening.seen == ["Resume"]
