"""The wiring's table and picture say what the configuration says, and the documents show the default one."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from cabinet.cli import main
from cabinet.config.file import parse_config
from cabinet.config.schema import Config, Input
from cabinet.input.inputs import panel_map
from cabinet.input.sources import keys_and_pads, pad_lines
from cabinet.input.wiring import on_board, on_header, picture, placed_tables, tables
from engine.panel import BUTTONS
from hardware.clock import FakeClock
from hardware.evdev.fake import PAD, FakeDevice
from hardware.evdev.layouts import Assigned, Layouts

WANTED = Input()
REGISTERS = parse_config('[input.board]\nlamps = "registers"').input
WIRINGS = {
    "header": [on_header(WANTED)],
    "board": on_board(WANTED, WANTED.board),
    "registers": on_board(REGISTERS, REGISTERS.board),
}


@pytest.mark.parametrize("way", ["header", "board"])
def test_every_button_of_both_seats_is_on_it_once(way: str) -> None:
    for text in (tables(WIRINGS[way]), picture(WIRINGS[way])):
        for seat in ("AMBER", "BLUE"):
            assert [text.count(f"{seat} {button}") for button in BUTTONS] == [1] * 8


@pytest.mark.parametrize("way", ["header", "board"])
def test_the_picture_is_an_svg_with_forty_pins(way: str) -> None:
    svg = ElementTree.fromstring(picture(WIRINGS[way]))
    assert len(svg.findall("{http://www.w3.org/2000/svg}circle")) == 40
    texts = [text.text or "" for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    numbers = sorted(int(text) for text in texts if text.isdigit())
    assert numbers == list(range(1, 41))


def test_the_documents_show_the_default_board(repository: Path) -> None:
    page = (repository / "docs" / "wiring.md").read_text(encoding="utf-8")
    assert tables(WIRINGS["board"]) in page, "docs/wiring.md: put in what `photofinish wiring board` prints"


def test_the_documents_show_both_registers(repository: Path) -> None:
    """The page has a row for pins of one kind, what the command prints a row for each."""
    page = (repository / "docs" / "wiring.md").read_text(encoding="utf-8")
    shown = page.partition("| pins | name | first 74HC595 | second |\n|---|---|---|---|\n")[2].partition("\n\n")[0]
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in shown.splitlines()]
    names = {"QA to QH": [f"Q{letter}" for letter in "ABCDEFGH"]}
    for register, printed in enumerate(tables(WIRINGS["registers"]).split("\n\n")[2::2]):
        lamps = {f"lamps {8 * register} to {8 * register + 7}": [f"lamp {8 * register + each}" for each in range(8)]}
        told = [
            (pin, name, what)
            for pins, called, *to in rows
            for pin, name, what in zip(
                pins.split(", "),
                names.get(called, called.split(", ")),
                lamps.get(to[register], [to[register]] * len(pins.split(", "))),
                strict=True,
            )
        ]
        cells = [row.strip("|").split("|") for row in printed.strip().splitlines()[2:]]
        assert sorted(told) == sorted(
            (pin.strip(), name.strip(), what.split(",")[0].strip() if "lamp" in what else what.strip())
            for pin, name, what in cells
        )


def test_every_lamp_is_on_the_registers_once_with_its_button() -> None:
    pico, *registers = WIRINGS["registers"]
    told = tables(registers)
    assert [told.count(f"lamp {lamp},") for lamp in range(16)] == [1] * 16
    for pin, (seat, button) in pico.buttons.items():
        assert f"| lamp {pin - 2}, {('AMBER', 'BLUE')[seat]} {button} |" in told
    board = tables([pico])
    assert [board.count(f"registers: {name} |") for name in ("SER", "SRCLK", "RCLK")] == [1, 1, 1]
    assert [board.count(f"| lamp {lamp} |") for lamp in range(7)] == [1, 1, 1, 1, 0, 0, 0]
    for name in ("SER", "SRCLK", "RCLK"):
        (gpio,) = [row.split("|")[2].strip() for row in board.splitlines() if f"registers: {name} " in row]
        assert f"| {name} | {gpio} |" in told


def test_the_picture_has_the_pico_and_both_registers() -> None:
    svg = ElementTree.fromstring(picture(WIRINGS["registers"]))
    assert len(svg.findall("{http://www.w3.org/2000/svg}circle")) == 40 + 16 + 16


@pytest.mark.parametrize("way", WIRINGS)
def test_the_documents_pictures_are_the_default_ones(repository: Path, way: str) -> None:
    kept = (repository / "docs" / f"wiring-{way}.svg").read_text(encoding="utf-8")
    assert kept == picture(WIRINGS[way]), f"photofinish wiring --svg docs/wiring-{way}.svg"


def test_it_follows_the_configuration() -> None:
    text = "[input.pins.seat0]\nCARD1 = 12\n[input.lines.panel0]\nCARD1 = 15\n[input.lines.panel1]\nACTION = 0\n"
    wanted = parse_config(text + "[input.board]\nseats = [0, -1]").input
    assert "| 32 | GPIO 12 | AMBER CARD1 |" in tables([on_header(wanted)])
    board = tables(on_board(wanted, wanted.board))
    assert "| 22 | GP17 | AMBER CARD1 |" in board
    assert "BLUE" not in board


def test_the_players_alternate_on_a_board() -> None:
    seats = [WIRINGS["board"][0].buttons[pin][0] for pin in range(2, 18)]
    assert seats == [0, 1] * 8


def test_the_command_prints_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg = tmp_path / "board.svg"
    assert main(["wiring", "board", "--svg", str(svg)]) == 0
    assert capsys.readouterr().out == tables(on_board(Config().input, Config().input.board))
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert main(["wiring", "--svg", str(tmp_path / "no" / "folder.svg")]) == 2
    assert "name another file" in capsys.readouterr().err


def test_each_device_is_told_with_what_its_controls_serve() -> None:
    clock = FakeClock()
    layouts = Layouts({str(key): seat for key, (seat, _) in panel_map(Input().keys).items()})
    typed, encoder = FakeDevice(range(1, 100), clock), FakeDevice(range(0x120, 0x12C), clock)
    moved = Assigned(PAD.vendor, PAD.product, PAD.serial, "usb-9", 1, {})
    placements = [placement for device in (typed, encoder) if (placement := layouts.place(device)) is not None]
    layouts.assigned = [moved]
    text = placed_tables([*placements, layouts.place(encoder) or placements[0].nothing], keys_and_pads(Input()))
    assert "| a | AMBER CARD1 |" in text
    assert "Imagined encoder (1209:0001, usb-1/input0): by the numbers of its buttons\n\n" in text
    assert "| BTN_BASE2 | AMBER ACTION |" in text
    assert "an equal one is assigned at another port" in text.splitlines()[-1]


def test_a_device_that_waits_for_a_press_is_told_so() -> None:
    devices = (FakeDevice(range(0x120, 0x12C), FakeClock(), identity=PAD._replace(port=f"usb-{at}")) for at in range(3))
    layouts = Layouts({})
    text = placed_tables([placement for each in devices if (placement := layouts.place(each))], pad_lines(Input()))
    assert text.count("by the numbers of its buttons") == 2
    assert text.splitlines()[-1].endswith("(1209:0001, usb-2): nothing until it is pressed; others have the seats")
