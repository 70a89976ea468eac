"""The real binary, emulated: the serial port that a computer sees, what is said on it, and what noise does there."""

import contextlib
import socket
from pathlib import Path

import pytest

from hardware.board.protocol import (
    Edges,
    Frame,
    FrameReader,
    Hello,
    HelloRequest,
    Ping,
    Pong,
    Status,
    Transport,
    encoded,
)
from tests.firmware.conftest import Start

pytestmark = pytest.mark.needs("arm-none-eabi-gcc", "make", "node", "npm")

LINES = ("usb", "uart")
UP_MS = 150


def text_of(descriptor: list[int]) -> str:
    return bytes(descriptor[2:]).decode("utf-16-le")


def test_a_computer_sees_one_serial_port_with_a_serial_number(start: Start) -> None:
    with start("usb", "--id", "e66118604b3f2a27") as board:
        board.run(UP_MS)
        (boot,) = board.boots()
        told = boot.descriptors
        assert boot.address == 7
        assert told["device"][:2] == [18, 1]
        assert bytes(told["device"][8:12]) == b"\x09\x12\x01\x00"
        assert told["first"] == told["device"]
        assert text_of(told["name"]) == "Photo Finish button board"
        assert text_of(told["serial"]) == "e66118604b3f2a27"
        assert told["qualifier"] is None
        assert told["unknownString"] is None
        configuration = told["configuration"]
        assert configuration[2] | configuration[3] << 8 == len(configuration)
        parts = []
        while configuration:
            parts.append(tuple(configuration[: configuration[0]]))
            configuration = configuration[configuration[0] :]
        assert [part[5] for part in parts if part[1] == 4] == [2, 10]
        assert [part[2] for part in parts if part[1] == 5] == [0x81, 0x02, 0x82]
        assert board.hello().transport == Transport.USB


def test_the_emulators_own_usb_host_agrees(start: Start, build: Path) -> None:
    with start("cdc", uf2=build / "photofinish-board-usb.uf2") as board:
        board.run(UP_MS)
        board.send(Ping(7))
        board.run(50)
        assert board.all(Pong)[-1].nonce == 7
        assert board.bad == 0


def test_a_port_that_is_opened_again_begins_with_a_hello(start: Start) -> None:
    with start("usb") as board:
        board.run(UP_MS)
        board.plan([(board.now + 20.0 * n, n % 4, n // 4 % 2 == 0) for n in range(400)])
        board.run(3)
        board.tell("open", False)
        board.tell("reading", False)
        board.run(500)
        hellos = len(board.all(Hello))
        board.tell("reading", True)
        board.tell("open", True)
        board.run(120)
        assert len(board.all(Hello)) == hellos + 1
        assert board.bad <= 1  # what the closing cut
        assert (board.hello().edge_sequence - board.hello().boot_id) % 2**32 == 400
        board.run(200)
        assert board.bad <= 1


def test_a_reset_of_the_bus_is_survived(start: Start) -> None:
    with start("usb") as board:
        board.run(UP_MS)
        board.tell("resetBus")
        board.run(UP_MS)
        board.send(Ping(3))
        board.run(20)
        assert board.all(Pong)[-1].nonce == 3
        assert len(board.all(Hello)) == 2


@pytest.mark.parametrize("stepping", [1, 2])
@pytest.mark.parametrize("shift_us", [0, 0.5, 1.75])
def test_a_control_transfer_that_is_given_up_leaves_nothing_behind(
    start: Start, stepping: int, shift_us: float
) -> None:
    with start("usb", "--stepping", str(stepping)) as board:
        board.run(UP_MS)
        board.tell("giveUp", [us + shift_us for us in (2, 8, 20, 60, 64, 30, 68, 72, 50, 80, 120, 40, 140, 180)])
        board.run(20)
        (boot,) = board.boots()
        assert boot.descriptors["afterGivingUp"] == boot.descriptors["device"]
        assert boot.address == 7, "no address that nobody confirmed"
        board.send(Ping(3))
        board.run(20)
        assert board.all(Pong)[-1].nonce == 3
        assert board.bad == 0


@pytest.mark.parametrize("stepping", [1, 2])
def test_after_a_cleared_halt_the_stream_goes_on_where_it_was(start: Start, stepping: int) -> None:
    with start("usb", "--stepping", str(stepping)) as board:
        board.run(UP_MS)
        board.plan([(board.now + 100 + 20.3 * n, n % 16, n // 16 % 2 == 0) for n in range(3000)])
        for n in range(30):
            board.send(Ping(n))
            board.run(1 + n * 0.037)
            board.tell("clearHalt", 0x82 if n % 3 else 0x02)
            board.run(0.9)
        board.run(200)
        assert [number for number, _ in board.edges()] == list(range(3000))
        assert [pong.nonce for pong in board.all(Pong)] == list(range(30))
        assert board.bad == 0


@pytest.mark.parametrize("line", LINES)
def test_pings_are_answered_and_nothing_states_a_time_before_its_edges(start: Start, line: str) -> None:
    with start(line) as board:
        board.run(UP_MS)
        board.plan([(board.now + 100 + 61.3 * n, n % 16, n // 16 % 2 == 0) for n in range(3000)])
        for nonce in range(60):
            board.send(Ping(nonce))
            board.run(3)
        board.run(300)
        pongs = board.all(Pong)
        assert [pong.nonce for pong in pongs] == list(range(60))
        assert all(pong.received <= pong.sent for pong in pongs)
        assert len(board.edges()) == 3000
        known = 0
        for message in board.messages:
            if isinstance(message, Edges):
                assert message.edges[0].time > known
            elif isinstance(message, Pong):
                known = max(known, message.received)
            elif isinstance(message, Status | Hello):
                known = max(known, message.time)


@pytest.mark.parametrize("line", LINES)
def test_noise_is_counted_and_the_next_frame_is_heard(start: Start, line: str) -> None:
    with start(line) as board:
        board.run(UP_MS)
        good = encoded(Frame(0x82, 0, b"\x05\0\0\0"))
        for noise in (
            b"\xff" * 700,
            good[:4] + good[5:],
            bytes([good[0] ^ 1]) + good[1:],
            b"\x01",
            b"\x02\x02\x02\x02",
        ):
            board.feed(noise + b"\0" + good)
            board.run(20)
        board.run(120)
        assert len(board.all(Pong)) == 5
        assert board.status().bad_frames == 5


def test_a_hello_request_of_any_version_is_answered(start: Start) -> None:
    with start("uart") as board:
        board.run(UP_MS)
        board.send(HelloRequest(99))
        board.run(20)
        assert len(board.all(Hello)) == 2
        assert board.hello().transport == Transport.UART


def test_the_serial_port_is_a_tcp_port_of_the_bridge(start: Start) -> None:
    reader = FrameReader()
    with start("uart") as board:
        board.run(75)
        with socket.create_connection(("127.0.0.1", board.port), timeout=20) as client:
            client.sendall(encoded(Frame(0x82, 0, b"\x09\0\0\0")))
            got: list[Frame] = []
            client.settimeout(0.02)  # the bridge hears of the socket when it likes
            while 0x04 not in [frame.type for frame in got]:
                board.tell("run", 20_000)
                with contextlib.suppress(TimeoutError):
                    got += reader.feed(client.recv(4096))
        assert next(frame for frame in got if frame.type == 0x04).payload.startswith(b"\x09\0\0\0")
