"""What can be found out about a board: its lamps, its wire, and its firmware's way onto it."""

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware.board.fake import FakeBoard
from hardware.board.flash import chip_behind, copy_image, find_drive, image_for
from hardware.board.protocol import Transport
from hardware.board.selftest import lamp_test, watch, wire_test
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.errors import DriveFailed, NoDrive, NoImage, NotFirmware, UnknownChip, WrongChip
from hardware.lamps import DARK
from hardware.source import SwitchEdge


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
    lamp_test(source, clock, told.append)
    assert told == list(range(16))
    assert board.lamps == [DARK] * 16


def test_edges_are_watched_as_they_come(board: FakeBoard, clock: FakeClock) -> None:
    source = begun(board, clock)
    clock.advance(MS)
    board.edge(3, True)
    assert [e.line for e in watch(source, clock, 50 * MS) if isinstance(e, SwitchEdge)] == [3]


BOARD_ID = {"rp2040": "RPI-RP2", "rp2350": "RP2350"}


@pytest.fixture(params=["rp2040", "rp2350"])
def chip(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def drive(tmp_path: Path, chip: str) -> Path:
    """A drive as each chip's boot ROM has it."""
    folder = tmp_path / "media/somebody" / BOARD_ID[chip]
    folder.mkdir(parents=True)
    text = f"UF2 Bootloader v1.0\r\nModel: Raspberry Pi {chip.upper()}\r\nBoard-ID: {BOARD_ID[chip]}\r\n"
    (folder / "INFO_UF2.TXT").write_text(text, newline="")
    return folder


def test_the_image_is_that_of_the_boards_own_build(chip: str, tmp_path: Path) -> None:
    assert image_for(Transport.UART, chip).name == f"photofinish-board-{chip}-uart.uf2"
    with pytest.raises(NoImage, match=rf"photofinish-board-{chip}-usb\.uf2"):
        image_for(Transport.USB, chip, tmp_path)


def test_a_drive_is_found_its_chip_known_and_it_gets_the_image(drive: Path, chip: str, tmp_path: Path) -> None:
    image = image_for(Transport.USB, chip)
    assert find_drive(tmp_path) == drive
    assert chip_behind(drive) == chip
    copy_image(image, drive)
    assert (drive / image.name).read_bytes() == image.read_bytes()


def test_the_other_chips_image_is_refused_and_nothing_written(drive: Path, chip: str) -> None:
    (other,) = BOARD_ID.keys() - {chip}
    with pytest.raises(WrongChip, match=f"is for an {other.upper()}.* an {chip.upper()} waits; nothing was written"):
        copy_image(image_for(Transport.USB, other), drive)
    assert [path.name for path in drive.iterdir()] == ["INFO_UF2.TXT"]


def test_a_folder_that_is_no_drive_and_a_drive_of_another_chip_are_refused(tmp_path: Path) -> None:
    image = image_for(Transport.USB, "rp2040")
    assert find_drive(tmp_path) is None
    with pytest.raises(NoDrive, match="RPI-RP2"):
        copy_image(image, tmp_path)
    (tmp_path / "INFO_UF2.TXT").write_text("Board-ID: SAMD21G18A-Feather-v0\n")
    with pytest.raises(UnknownChip, match="SAMD21"):
        copy_image(image, tmp_path)


@pytest.mark.parametrize("spoil", [lambda data: data[:-1], lambda data: b"\0" + data[1:], lambda _data: b"",
                                   lambda data: data + image_for(Transport.USB, "rp2350").read_bytes()])  # fmt: skip
def test_a_file_that_is_no_firmware_is_refused(spoil: Callable[[bytes], bytes], drive: Path, tmp_path: Path) -> None:
    image = tmp_path / "image.uf2"
    image.write_bytes(spoil(image_for(Transport.USB, "rp2040").read_bytes()))
    with pytest.raises(NotFirmware, match=r"image\.uf2"):
        copy_image(image, drive)


def test_a_full_drive_is_said(drive: Path, chip: str) -> None:
    image = image_for(Transport.USB, chip)
    (drive / image.name).symlink_to("/dev/full")
    with pytest.raises(DriveFailed, match="is full"):
        copy_image(image, drive)


@pytest.mark.parametrize(("code", "words"), [(errno.EROFS, "cannot be written"), (errno.EACCES, "as the user")])
def test_a_protected_drive_is_said(
    drive: Path, chip: str, code: int, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = Path.open

    def refuse(path: Path, mode: str = "r", **options: Any) -> Any:
        if "w" in mode:
            raise OSError(code, "no")
        return usual(path, mode, **options)

    image = image_for(Transport.USB, chip)
    monkeypatch.setattr(Path, "open", refuse)
    with pytest.raises(DriveFailed, match=words):
        copy_image(image, drive)


@pytest.mark.parametrize("code", [errno.EIO, errno.ENODEV])
def test_a_drive_that_is_pulled_in_the_middle_is_said(
    drive: Path, chip: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel takes the bytes at once; that they did not arrive shows when it is asked to write them."""

    def pulled(_file: int) -> None:
        raise OSError(code, "gone")

    monkeypatch.setattr("os.fsync", pulled)
    with pytest.raises(DriveFailed, match=r"went away while.*BOOTSEL"):
        copy_image(image_for(Transport.USB, chip), drive)
