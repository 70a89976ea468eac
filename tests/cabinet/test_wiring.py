"""The wiring's table and picture say what the configuration says, and the documents show the default one."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from cabinet.cli import main
from cabinet.config import Config, Input, parse_config
from cabinet.wiring import on_board, on_header, picture, table
from engine.panel import BUTTONS

WANTED = Input()
WIRINGS = {"header": on_header(WANTED), "board": on_board(WANTED, WANTED.board)}


@pytest.mark.parametrize("way", WIRINGS)
def test_every_button_of_both_seats_is_on_it_once(way: str) -> None:
    for text in (table(WIRINGS[way]), picture(WIRINGS[way])):
        for seat in ("AMBER", "BLUE"):
            assert [text.count(f"{seat} {button}") for button in BUTTONS] == [1] * 8


@pytest.mark.parametrize("way", WIRINGS)
def test_the_picture_is_an_svg_with_forty_pins(way: str) -> None:
    svg = ElementTree.fromstring(picture(WIRINGS[way]))
    assert len(svg.findall("{http://www.w3.org/2000/svg}circle")) == 40
    texts = [text.text or "" for text in svg.iter("{http://www.w3.org/2000/svg}text")]
    numbers = sorted(int(text) for text in texts if text.isdigit())
    assert numbers == list(range(1, 41))


def test_the_documents_show_the_default_board(repository: Path) -> None:
    page = (repository / "docs" / "wiring.md").read_text(encoding="utf-8")
    assert table(WIRINGS["board"]) in page, "docs/wiring.md: put in what `photofinish wiring board` prints"


@pytest.mark.parametrize("way", WIRINGS)
def test_the_documents_pictures_are_the_default_ones(repository: Path, way: str) -> None:
    kept = (repository / "docs" / f"wiring-{way}.svg").read_text(encoding="utf-8")
    assert kept == picture(WIRINGS[way]), f"photofinish wiring {way} --svg docs/wiring-{way}.svg"


def test_it_follows_the_configuration() -> None:
    text = '[input.pins.seat0]\nCARD1 = 12\n[input.lines.panel0]\nCARD1 = 15\n[input.lines.panel1]\nACTION = 0\n'
    wanted = parse_config(text + "[input.board]\nseats = [0, -1]").input
    assert "| 32 | GPIO 12 | AMBER CARD1 |" in table(on_header(wanted))
    board = table(on_board(wanted, wanted.board))
    assert "| 22 | GP17 | AMBER CARD1 |" in board
    assert "BLUE" not in board


def test_the_players_alternate_on_a_board() -> None:
    seats = [WIRINGS["board"].buttons[pin][0] for pin in range(2, 18)]
    assert seats == [0, 1] * 8


def test_the_command_prints_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg = tmp_path / "board.svg"
    assert main(["wiring", "board", "--svg", str(svg)]) == 0
    assert capsys.readouterr().out == table(on_board(Config().input, Config().input.board))
    assert svg.read_text(encoding="utf-8").startswith("<svg")
    assert main(["wiring", "--svg", str(tmp_path / "no" / "folder.svg")]) == 2
    assert "name another file" in capsys.readouterr().err
