"""The real line, over a terminal device whose other end nobody reads; the search for a board's port."""

import os
import sys
import tty
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from hardware.board import link
from hardware.board.link import Port, SerialLink, any_on_usb, find_port, usb_ports
from hardware.board.protocol import USB_NAME, FrameReader, Ping
from hardware.board.session import MessageEncoder
from hardware.errors import HardwareError, NoBoard, SeveralBoards


@pytest.fixture
def ends() -> Iterator[tuple[int, SerialLink]]:
    far, near = os.openpty()
    tty.setraw(near)
    link = SerialLink(os.ttyname(near))
    yield far, link
    link.close()
    os.close(near)
    os.close(far)


def test_a_frame_that_finds_no_room_is_refused_at_once_and_none_is_cut(ends: tuple[int, SerialLink]) -> None:
    far, link = ends
    encoder, sent = MessageEncoder(), 0
    while link.write(encoder.bytes_of(Ping(sent))):
        sent += 1
    assert sent > 10
    assert not link.write(encoder.bytes_of(Ping(2**31)))
    os.set_blocking(far, False)
    reader, heard = FrameReader(), 0
    for _ in range(2):
        heard += len(reader.feed(all_of(far)))
        link.read()
    heard += len(reader.feed(all_of(far)))
    assert (heard, reader.bad) == (sent, 0)
    assert link.write(encoder.bytes_of(Ping(7)))
    assert [frame.payload for frame in reader.feed(all_of(far))] == [b"\7\0\0\0"]


def test_a_line_is_closed_though_nobody_reads_what_was_written(ends: tuple[int, SerialLink]) -> None:
    _, link = ends
    encoder = MessageEncoder()
    while link.write(encoder.bytes_of(Ping(1))):
        pass
    link.close()
    link.close()


def all_of(far: int) -> bytes:
    """Give everything that waits at the far end."""
    data = b""
    while True:
        try:
            data += os.read(far, 4096)
        except BlockingIOError:
            return data


SOCKETS = ("platform-usb-0:1.1:1.0", "platform-usb-0:1.2:1.0")
TWINS = [Port(f"/dev/ttyACM{number}", "e6", f"/dev/serial/by-path/{socket}") for number, socket in enumerate(SOCKETS)]
OTHER = Port("/dev/ttyACM2", "e7a1", "/dev/serial/by-path/platform-usb-0:1.3:1.0")
COUSIN = Port("/dev/ttyACM3", "e7b2", "/dev/ttyACM3")


def refused(monkeypatch: pytest.MonkeyPatch, boards: list[Port], board_id: str = "") -> HardwareError:
    """Return why no port is found among these boards."""
    monkeypatch.setattr(link, "usb_ports", lambda: boards)
    with pytest.raises(HardwareError) as caught:
        find_port(board_id=board_id)
    return caught.value


@pytest.mark.parametrize("board_id", ["", "e6", "E"])
def test_two_boards_with_one_id_are_named_by_their_sockets(monkeypatch: pytest.MonkeyPatch, board_id: str) -> None:
    error = refused(monkeypatch, TWINS, board_id)
    assert isinstance(error, SeveralBoards)
    assert "Several button boards" in str(error)
    assert "no button board" not in str(error)
    assert all(f"e6 at /dev/serial/by-path/{socket}" in str(error) for socket in SOCKETS)
    assert "port" in error.remedy
    assert "[input.board2]" in error.remedy


def test_boards_with_different_ids_are_told_apart_by_more_of_the_id(monkeypatch: pytest.MonkeyPatch) -> None:
    error = refused(monkeypatch, [OTHER, COUSIN], "e7")
    assert isinstance(error, SeveralBoards)
    assert "have the id e7 (e7a1 at" in str(error)
    assert "more of its id" in error.remedy
    monkeypatch.setattr(link, "usb_ports", lambda: [*TWINS, OTHER, COUSIN])
    assert find_port(board_id="E7B") == "/dev/ttyACM3"


def test_a_board_that_is_not_there_is_asked_for_and_the_others_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(monkeypatch, []).problem == "There is no button board"
    error = refused(monkeypatch, [OTHER], "e6")
    assert isinstance(error, NoBoard)
    assert error.problem == "There is no button board with the id e6 (there is e7a1 at /dev/ttyACM2)"


@pytest.mark.parametrize(("platform", "name"), [("linux", "ttyACM0"), ("darwin", "cu.usbmodem1101")])
def test_what_pyserial_lists_is_seen_on_every_system(
    platform: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(link, "usb_ports", lambda: [Port(str(tmp_path / name), "e6", name)])
    (tmp_path / name).touch()
    assert any_on_usb(tmp_path)
    monkeypatch.setattr(link, "usb_ports", list)
    assert not any_on_usb(tmp_path)


def test_a_port_has_the_name_of_its_socket_where_udev_gives_one(tmp_path: Path) -> None:
    (tmp_path / "links").mkdir()
    (tmp_path / "ttyACM0").touch()
    (tmp_path / "links" / SOCKETS[0]).symlink_to("../ttyACM0")
    board = {"vid": 0x1209, "pid": 0xABCD, "product": USB_NAME, "serial_number": "E6"}
    known = [SimpleNamespace(device=str(tmp_path / name), **board) for name in ("ttyACM0", "ttyACM1")]
    known.append(SimpleNamespace(device="other", **board | {"product": "Another serial port"}))
    assert usb_ports(known, tmp_path / "links") == [
        Port(str(tmp_path / "ttyACM0"), "e6", str(tmp_path / "links" / SOCKETS[0]), "1209:abcd"),
        Port(str(tmp_path / "ttyACM1"), "e6", str(tmp_path / "ttyACM1"), "1209:abcd"),
    ]
