"""`photofinish board`, with a board in software at the other end."""

import errno
import fcntl
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from cabinet.cli import main
from cabinet.commands.board import (
    RIGHT,
    WRONG,
    BoardContext,
    clock,
    edges,
    flash,
    flash_drive,
    info,
    lamps,
    lines_of,
    pattern_of,
    selftest,
)
from cabinet.config.schema import Config, Display
from cabinet.config.schema import LampRow as Row
from cabinet.lamp_patterns import PATTERNS, is_about_seats
from hardware.board.fake import Cable, FakeBoard, Firmware
from hardware.board.flash import FOLDER
from hardware.board.link import Port, open_error
from hardware.board.protocol import Output
from hardware.board.source import BoardSource
from hardware.clock import MS, FakeClock
from hardware.errors import BoardGone, BoardSilent, NoImage, PortBusy, PortForbidden
from hardware.lamps import DARK, Lamp, Motion


@pytest.fixture
def board() -> FakeBoard:
    return FakeBoard(FakeClock(9_000_000_000), loops={0: (0, 1)})


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def context(board: FakeBoard, told: list[str]) -> Iterator[BoardContext]:
    source = BoardSource(board.open, clock=board._clock)
    source.start()
    yield BoardContext(source, board._clock, told.append, 2)
    source.close()


def test_it_says_who_the_board_is(context: BoardContext, told: list[str]) -> None:
    assert info(context) == RIGHT
    assert "board: 0001020304050607" in told
    assert "boot: 00000001 (power)" in told
    assert "firmware: 0.0.0 (USB), protocol 1" in told


def test_it_says_that_a_board_with_the_test_number_may_not_be_handed_on(context: BoardContext, told: list[str]) -> None:
    info(context)
    (line,) = [line for line in told if "1209:0001" in line]
    assert "hand no board with it on" in line
    assert "pid.codes" in line


def test_a_makers_own_number_is_only_said(
    context: BoardContext, told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    port = Port("ttyACM0", "0001020304050607", "ttyACM0", "1209:abcd")
    monkeypatch.setattr("cabinet.commands.board.usb_ports", lambda: [port])
    info(context)
    assert "USB number: 1209:abcd" in told


def test_it_names_the_lines_that_storm(context: BoardContext, told: list[str]) -> None:
    info(context)
    assert "lines masked now because they storm / how often since its boot: - / 0" in told
    assert lines_of(1 << 3 | 1 << 11) == "3, 11"


def test_it_shows_edges_with_the_time_since_the_last_of_their_line(
    context: BoardContext, board: FakeBoard, told: list[str]
) -> None:
    board.edge(7, True)
    board.edge(7, False)
    board.edge(8, True, lost=True)
    assert edges(context) == RIGHT
    assert [line.split()[2:] for line in told[:2]] == [["7", "closed"], ["7", "open", "+0", "µs"]]
    assert "1 edge was lost" in told[2]


def test_a_board_that_goes_and_comes_back_is_said_without_an_edge(
    context: BoardContext, board: FakeBoard, told: list[str]
) -> None:
    begin = board._clock()

    def rest(seconds: float) -> None:
        board._clock.advance(round(seconds * 1e9))
        if board._clock() - begin > 3_000 * MS:
            board.plug()

    board.edge(7, True)
    board.edge(7, False)
    board.unplug()
    assert edges(context._replace(rest=rest, seconds=6)) == RIGHT
    (gone,) = [place for place, line in enumerate(told) if "cable" in line or "no button board" in line]
    (back,) = [place for place, line in enumerate(told) if line.endswith("is back.")]
    assert gone < back
    assert not any("+-" in line for line in told)


def test_it_runs_through_the_lamps_and_tells_of_the_clock(context: BoardContext, told: list[str]) -> None:
    assert lamps(context) == RIGHT
    assert [told[lamp].split(":")[0] for lamp in (0, 6, 7)] == ["lamp 0 (GP18)", "lamp 6 (GP27)", "lamp 7 (the chain)"]
    assert told[15].startswith("lamp 15")
    assert clock(context) == RIGHT
    assert told[-1].startswith("offset ") and "error" in told[-1]


@pytest.mark.parametrize("name", PATTERNS)
def test_a_pattern_is_shown_for_each_seat_and_then_the_lamps_are_dark(
    name: str, context: BoardContext, board: FakeBoard, told: list[str]
) -> None:
    shown = pattern_of(name, Config(lamps=Row(brightness=40)), (0, 1))
    begin = board._clock()
    assert lamps(context._replace(shown=shown)) == RIGHT
    assert 2 <= (board._clock() - begin) / 1e9 + 0.1 <= 3
    assert [line.split(")")[0] for line in told] == (
        [f"{name} (AMBER", f"{name} (BLUE"] if is_about_seats(name) else [f"{name} (all seats"]
    )
    assert all(lamp == DARK for lamp in board.lamps)


def test_a_pattern_shows_what_the_house_allows(context: BoardContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half the light at half the brightness, and nothing that moves with reduced motion."""
    sent: list[tuple[Sequence[Lamp], int]] = []
    house = Config(lamps=Row(brightness=40), display=Display(reduced_motion=True))
    monkeypatch.setattr(context.source.lamps, "show", lambda row, brightness: sent.append((row, brightness)))
    assert lamps(context._replace(shown=pattern_of("winner", house, (0, 1)))) == RIGHT
    assert [brightness for _, brightness in sent] == [102, 102, 0]
    assert {lamp.motion for row, _ in sent for lamp in row} == {Motion.STEADY}
    assert [sum(lamp != DARK for lamp in row) for row, _ in sent] == [8, 8, 0]


def test_show_belongs_to_lamps_and_takes_a_pattern(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["edges", "--show", "winner"], ["lamps", "--show", "disco"]):
        with pytest.raises(SystemExit) as left:
            main(["board", *words])
        assert left.value.code == 2
        error = capsys.readouterr().err
        assert "winner" in error, "as the way to do it, or among the names"


def test_lamps_on_registers_are_told_by_the_register_and_its_output(board: FakeBoard, told: list[str]) -> None:
    source = BoardSource(board.open, clock=board._clock, output=Output.REGISTERS)
    source.start()
    context = BoardContext(source, board._clock, told.append, 2)
    assert info(context) == RIGHT
    assert "lamps on / could be on: registers / pins, registers" in told
    assert lamps(context) == RIGHT
    heads = [line.split(":")[0] for line in told if line.startswith("lamp ")]
    assert (heads[0], heads[7], heads[8]) == (
        "lamp 0 (74HC595 1, QA)", "lamp 7 (74HC595 1, QH)", "lamp 8 (74HC595 2, QA)"
    )  # fmt: skip
    source.close()


def test_the_self_test_says_right_or_wrong(context: BoardContext, board: FakeBoard, told: list[str]) -> None:
    context = context._replace(seconds=None)
    assert selftest(context) == RIGHT
    assert told[-1].startswith("Right: 400 edges")
    board._loops[0] = (0,)
    assert selftest(context) == WRONG
    assert "200 never came" in told[-1]


@pytest.mark.parametrize("seconds", [1, 3])
@pytest.mark.parametrize("way", [lamps, selftest])
def test_a_test_lasts_as_long_as_is_asked_for(
    way: Callable[[BoardContext], int], seconds: int, context: BoardContext, board: FakeBoard
) -> None:
    begin = board._clock()
    assert way(context._replace(seconds=seconds)) == RIGHT
    assert seconds <= (board._clock() - begin) / 1e9 + 0.1 <= seconds + 0.7


@pytest.mark.parametrize("way", [lamps, selftest])
def test_a_test_ends_when_its_board_has_gone(
    way: Callable[[BoardContext], int], context: BoardContext, board: FakeBoard
) -> None:
    clock = board._clock
    assert isinstance(clock, FakeClock)
    board.unplug()
    begin = clock()
    with pytest.raises(BoardGone, match=r"board of \[input\.board\] has gone in the middle of it\. Look at its cable"):
        way(context._replace(seconds=60, rest=lambda seconds: clock.advance(round(seconds * 1e9))))
    assert clock() - begin < 10e9


PORTS = {
    "/dev/no-such-port": ("There is no port /dev/no-such-port", "Plug the button board in"),
    "folder": ("folder is a folder, and no serial port", "such as /dev/ttyACM0"),
    "plain": ("plain is a plain file, and no serial port", "such as /dev/ttyACM0"),
    "pipe": ("pipe is a pipe, and no serial port", "such as /dev/ttyACM0"),
    "/dev/null": ("/dev/null is another device, and no serial port", "such as /dev/ttyACM0"),
    "locked": ("Another program has the button board's port", "End that program"),
    "silent": ("does not answer as a button board", "Name the right port"),
}


@pytest.mark.parametrize("port", PORTS)
@pytest.mark.parametrize("what", ["info", "selftest", "flash"])
def test_each_port_that_cannot_be_had_has_a_sentence_of_its_own(
    port: str, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "plain").write_bytes(b"mine")
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr("hardware.board.source.START_NS", 100 * MS)  # silence is waited for in real time
    monkeypatch.setattr("hardware.board.flash.PATIENCE_NS", 100 * MS)
    far, near = os.openpty()
    if port == "locked":
        fcntl.flock(near, fcntl.LOCK_EX)
    wanted = os.ttyname(near) if port in ("locked", "silent") else port
    (tmp_path / "b.toml").write_text(f"[input.board]\nport = '{wanted}'\n", encoding="utf-8")
    assert main(["board", what, "--config", "b.toml"]) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert all(each in told for each in PORTS[port])
    assert (tmp_path / "plain").read_bytes() == b"mine"
    os.close(near)
    os.close(far)


@pytest.mark.parametrize(("code", "error"), [(errno.EACCES, PortForbidden), (errno.EBUSY, PortBusy)])
def test_what_the_kernel_says_of_a_port_is_told_apart(code: int, error: type[Exception]) -> None:
    assert type(open_error("/dev/ttyACM0", OSError(code, "no"))) is error


@pytest.mark.parametrize("kind", ["board", "tester"])
@pytest.mark.parametrize(("protocol", "chip", "board_id"), [(0, "rp2040", "RPI-RP2"), (2, "rp2350", "RP2350")])
def test_flashing_asks_the_board_for_its_boot_rom_whatever_it_speaks(
    told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, protocol: int, chip: str, board_id: str, kind: str
) -> None:
    board = FakeBoard(FakeClock(9_000_000_000), firmware=Firmware(protocol=protocol))
    drive = tmp_path / "drive"
    drive.mkdir()
    (drive / "INFO_UF2.TXT").write_text(f"Board-ID: {board_id}\n")
    monkeypatch.setattr("cabinet.commands.board.find_drive", lambda: drive)
    assert flash(board.open, board._clock, told.append, None, tester=kind == "tester") == RIGHT
    assert board.in_bootloader
    image = f"photofinish-board-{chip}-usb.uf2" if kind == "board" else f"photofinish-tester-{chip}.uf2"
    assert (drive / image).read_bytes() == (FOLDER / image).read_bytes()


def test_a_file_that_is_not_there_is_told_before_the_board_is_asked(told: list[str], tmp_path: Path) -> None:
    board = FakeBoard(FakeClock(9_000_000_000))
    with pytest.raises(NoImage, match=r"new\.uf2"):
        flash(board.open, board._clock, told.append, tmp_path / "new.uf2")
    assert not board.in_bootloader


def test_what_is_no_board_is_not_flashed(told: list[str]) -> None:
    board = FakeBoard(FakeClock(9_000_000_000), cable=Cable(spoil=lambda _data: b""))
    with pytest.raises(BoardSilent, match="does not answer"):
        flash(board.open, board._clock, told.append, None)


def test_an_image_that_was_not_shipped_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.board.flash.image_for.__defaults__", (tmp_path,))
    (tmp_path / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n")
    with pytest.raises(NoImage, match="make firmware"):
        flash_drive(None, tmp_path, lambda _text: None)


def test_without_a_board_it_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["board"]) == 2
    assert "Plug it in" in capsys.readouterr().err
