"""What silicon needs and emulators forgive, the line and the lamps, with the real binary in the emulator.

Every test also fails on an offence against silicon that emulator/silicon.mjs sees; `test_a_missing_step_is_seen` takes
steps of the start-up away, one at a time, to show that it does.
"""

import contextlib
import itertools
import shutil
import socket
from pathlib import Path

import pytest

from hardware.board.frames import Frame, FrameReader, encoded
from hardware.board.messages import Bootloader, Edges, Hello, HelloRequest, Ping, Pong, SetLamps, Status
from hardware.board.protocol import CHAIN_PIN, PLAIN_LAMP_PINS, Reset, Transport
from hardware.lamps import Lamp, Motion
from tests.firmware.conftest import Start, run
from tests.firmware.emulated import Emulated

pytestmark = pytest.mark.needs("arm-none-eabi-gcc", "make", "node", "npm")

LINES = ("usb", "uart")
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
    needed = sum(1 << bit for bit in (2, 5, 8, 10, 14, 21, 22, 24))
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
    levels = {irq: priorities[irq // 4] >> 8 * (irq % 4) + 6 & 3 for irq in range(26) if enabled >> irq & 1}
    assert levels == {0: 3, 5: 2, 13: 0}


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


def changed(firmware: Path, build: Path, to: Path, file: str, step: str, instead: str, line: str = "uart") -> Path:
    """Build the firmware with one step of its sources replaced."""
    sources = to / "firmware"
    shutil.copytree(firmware, sources, ignore=shutil.ignore_patterns("build", "emulator", "host"))
    shutil.copytree(build, sources / "build")
    source = sources / "src" / file
    text = source.read_text(encoding="utf-8")
    assert text.count(step) == 1
    source.write_text(text.replace(step, instead), encoding="utf-8")
    run("make", f"build/photofinish-board-{line}.uf2", cwd=sources)
    return sources / "build" / f"photofinish-board-{line}.uf2"


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
        ("since >= 750u && since < 1000u", "since > 5000u", "late in a frame"),
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


def test_without_pull_ups_every_contact_would_seem_closed(
    start: Start, firmware: Path, build: Path, tmp_path: Path
) -> None:
    without = changed(firmware, build, tmp_path, "edges.c", "PAD_PULL_UP | ", "")
    for uf2, levels in ((without, 0xFFFF), (None, 0)):
        with start("uart", uf2=uf2) as board:
            board.run(75)
            assert board.hello().levels == levels


# ---- restarts


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
        assert board.report()["bootloader"] is None
        assert board.status().bad_frames == 1
        board.send(Bootloader())
        board.run(5)
        assert board.report()["bootloader"] == [0, 0]


def test_the_boot_loader_is_entered_by_a_touch_of_1200_baud(start: Start) -> None:
    with start("usb") as board:
        board.run(UP_MS)
        board.tell("open", False)
        board.run(5)
        board.tell("open", True)
        board.run(5)
        assert board.report()["bootloader"] is None
        board.tell("touch1200")
        board.run(5)
        assert board.report()["bootloader"] == [0, 0]


# ---- the line


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
        board.plan([(board.now + 20.0 * n, 1, n % 2 == 0) for n in range(400)])
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
        assert board.hello().edge_sequence == 400
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


# ---- the lamps


def chain_of(board: Emulated, since_ns: float) -> list[tuple[list[int], list[int], list[int]]]:
    """The WS2812 chain's waveform from then on: for each frame of 16 words, the words, highs and periods in ns."""
    edges = [(at, level) for at, pin, level in board.report()["pins"] if pin == CHAIN_PIN and at >= since_ns]
    while edges and edges[0][1] == 0:
        edges.pop(0)
    rises, falls = [at for at, level in edges if level], [at for at, level in edges if not level]
    highs = [fall - rise for rise, fall in zip(rises, falls, strict=False)]
    frames: list[tuple[list[int], list[int], list[int]]] = []
    bits: list[int] = []
    periods: list[int] = []
    first = 0
    for n, high in enumerate(highs):
        bits.append(high > 560)
        ends = n + 1 == len(highs) or rises[n + 1] - rises[n] > 50_000
        if not ends:
            periods.append(rises[n + 1] - rises[n])
            continue
        words = [int("".join(map(str, map(int, bits[k : k + 24]))), 2) for k in range(0, len(bits), 24)]
        frames.append((words, highs[first : n + 1], periods))
        bits, periods, first = [], [], n + 1
    return frames


def test_the_chain_of_lamps_shows_what_was_asked_for_in_time(start: Start) -> None:
    lamps = [Lamp((n * 17, 255 - n * 17, 255 if n % 2 else 0)) for n in range(16)]
    with start("uart") as board:
        board.run(UP_MS)
        board.send(SetLamps(255, 0, tuple(lamps)))
        board.run(60)
        *_, (words, highs, periods) = [f for f in chain_of(board, (board.now - 45_000) * 1000) if len(f[0]) == 16]

    def squared(value: int) -> int:
        return (value * value + 254) // 255

    expected = [
        squared(lamp.colour[1]) << 16 | squared(lamp.colour[0]) << 8 | squared(lamp.colour[2]) for lamp in lamps
    ]
    assert words == expected
    assert {round(high, -1) for high in highs} <= {370, 380, 750}  # 0.25-0.4 µs is a zero, 0.65-0.9 µs a one
    assert all(1150 <= period <= 1350 for period in periods)


def test_a_chase_runs_on_the_board_by_itself(start: Start) -> None:
    chase = tuple(
        Lamp((255, 0, 0), Motion.CHASE, 320, 256 - n * 16) if n else Lamp((255, 0, 0), Motion.CHASE, 320)
        for n in range(16)
    )
    with start("uart") as board:
        board.run(UP_MS)
        board.send(SetLamps(255, 0, chase))
        board.run(400)
        frames = [words for words, *_ in chain_of(board, (board.now - 340_000) * 1000) if len(words) == 16]
        leaders = [words.index(max(words)) for words in frames]
    assert len(frames) >= 15
    steps = [(later - earlier) % 16 for earlier, later in itertools.pairwise(leaders)]
    assert set(steps) <= {0, 1, 2}
    assert sum(steps) >= 12


def test_plain_lamps_stand_still_when_full_or_dark_and_pulse_between(start: Start) -> None:
    with start("uart", "--record") as board:
        board.run(UP_MS)
        board.send(SetLamps(255, 0, (Lamp((0, 255, 0)), Lamp((0, 100, 0)), Lamp())))
        board.run(100)
        pins = [(at, pin, level) for at, pin, level in board.report()["pins"] if at > (UP_MS + 40) * 1e6]
    full, dim, dark = ([level for _, pin, level in pins if pin == PLAIN_LAMP_PINS[n]] for n in range(3))
    assert len(full) <= 1
    assert dark == []
    assert len(dim) > 50


def test_one_lamp_wired_to_two_lines_stamps_both_alike(start: Start) -> None:
    with start("usb") as board:
        board.tell("wire", [PLAIN_LAMP_PINS[0], 0])
        board.tell("wire", [PLAIN_LAMP_PINS[0], 1])
        board.run(UP_MS)
        for n in range(20):
            board.send(SetLamps(255, 0, (Lamp((255, 255, 255)) if n % 2 == 0 else Lamp(),)))
            board.run(30)
        edges = [edge for _, edge in board.edges()]
        first, second = ([(e.time, e.closed) for e in edges if e.line == line] for line in (0, 1))
        assert first == second
        assert len(first) >= 20


def test_lamps_go_dark_when_the_host_is_gone(start: Start) -> None:
    with start("uart") as board:
        board.run(UP_MS)
        board.send(SetLamps(255, 0, (Lamp((255, 255, 255)),) * 16))
        board.run(2900)
        assert chain_of(board, (board.now - 45_000) * 1000)[-1][0] == [0xFFFFFF] * 16
        board.run(250)
        assert chain_of(board, (board.now - 45_000) * 1000)[-1][0] == [0] * 16
