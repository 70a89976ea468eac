"""The real line, over a terminal device whose other end nobody reads."""

import os
import tty
from collections.abc import Iterator

import pytest

from hardware.board.frames import FrameReader
from hardware.board.messages import Ping
from hardware.board.serial_link import SerialLink
from hardware.board.speech import Mouth


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
    mouth, sent = Mouth(), 0
    while link.write(mouth.bytes_of(Ping(sent))):
        sent += 1
    assert sent > 10
    assert not link.write(mouth.bytes_of(Ping(2**31)))
    os.set_blocking(far, False)
    reader, heard = FrameReader(), 0
    for _ in range(2):
        heard += len(reader.feed(all_of(far)))
        link.read()
    heard += len(reader.feed(all_of(far)))
    assert (heard, reader.bad) == (sent, 0)
    assert link.write(mouth.bytes_of(Ping(7)))
    assert [frame.payload for frame in reader.feed(all_of(far))] == [b"\7\0\0\0"]


def test_a_line_is_closed_though_nobody_reads_what_was_written(ends: tuple[int, SerialLink]) -> None:
    _, link = ends
    mouth = Mouth()
    while link.write(mouth.bytes_of(Ping(1))):
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
