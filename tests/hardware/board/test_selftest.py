"""What can be found out about a board: its lamps, its wire, and its firmware's way onto it."""

from pathlib import Path

import pytest

from hardware.board.fake import FakeBoard
from hardware.board.flash import copy_image, find_drive, image_for
from hardware.board.protocol import Transport
from hardware.board.selftest import lamp_test, watch, wire_test
from hardware.board.source import BoardSource
from hardware.clock import FakeClock
from hardware.errors import NoDrive, NoImage
from hardware.events import SwitchEdge
from hardware.lamps import DARK

MS = 1_000_000


def begun(board: FakeBoard, clock: FakeClock) -> BoardSource:
    source = BoardSource(board.open, clock=clock)
    source.start()
    return source


def test_a_wire_from_a_lamp_to_both_players_is_right(clock: FakeClock) -> None:
    source = begun(FakeBoard(clock, loops={0: (0, 1)}), clock)
    result = wire_test(source, clock, 20)
    assert result.is_right
    assert [turn.lit for turn in result.turns[:3]] == [True, False, True]


def test_a_wire_that_is_off_at_one_end_is_not(clock: FakeClock) -> None:
    result = wire_test(begun(FakeBoard(clock, loops={0: (0,)}), clock), clock, 4)
    assert (result.is_right, result.missing, result.furthest) == (False, 4, 0)


def test_every_lamp_shines_and_then_a_light_runs_round(board: FakeBoard, clock: FakeClock) -> None:
    source, told = begun(board, clock), list[int]()
    lamp_test(source, clock, told.append, each_ns=10 * MS)
    assert told == list(range(16))
    assert board.lamps == [DARK] * 16


def test_edges_are_watched_as_they_come(board: FakeBoard, clock: FakeClock) -> None:
    source = begun(board, clock)
    clock.advance(MS)
    board.edge(3, True)
    assert [e.line for e in watch(source, clock, 50 * MS) if isinstance(e, SwitchEdge)] == [3]


def test_the_image_is_that_of_the_boards_own_build(tmp_path: Path) -> None:
    (tmp_path / "photofinish-board-uart.uf2").write_bytes(b"uf2")
    assert image_for(Transport.UART, tmp_path).name == "photofinish-board-uart.uf2"
    with pytest.raises(NoImage, match=r"photofinish-board-usb\.uf2"):
        image_for(Transport.USB, tmp_path)


def test_a_drive_is_known_by_its_mark_and_gets_the_image(tmp_path: Path) -> None:
    image = tmp_path / "image.uf2"
    image.write_bytes(b"uf2")
    drive = tmp_path / "media" / "somebody" / "RPI-RP2"
    drive.mkdir(parents=True)
    assert find_drive(tmp_path) is None
    with pytest.raises(NoDrive, match="RPI-RP2"):
        copy_image(image, drive)
    (drive / "INFO_UF2.TXT").touch()
    assert find_drive(tmp_path) == drive
    copy_image(image, drive)
    assert (drive / "image.uf2").read_bytes() == b"uf2"
