"""A button board that comes when the program has looked for one already."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from cabinet.card.report import CardFault, CardReport
from cabinet.config.schema import Board, Input
from cabinet.input.inputs import PanelMap
from cabinet.input.sources import LOOK_NS, LateBoard, PanelSource, Sources
from cabinet.scenes.card_faults import CardFaults
from cabinet.scenes.match import MatchScene
from cabinet.scenes.ready import GettingReady
from cabinet.scenes.title import Title
from engine.panel import ACTION, CARDS, LEFT
from engine.units import MS, S
from hardware.board import link
from hardware.board.fake import FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import FakeClock
from hardware.fake import FakeSource
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, LINES, Evening, begun, names

NOTHING = Sources(None, None)


class Usb:
    """A machine's devices, into which a board may be plugged."""

    def __init__(self, devices: Path) -> None:
        self.devices = devices
        self.looks = 0

    def plug(self) -> None:
        self.devices.mkdir(exist_ok=True)
        (self.devices / "ttyACM0").touch()

    def ports(self) -> list[link.Port]:
        self.looks += 1
        return [link.Port("ttyACM0", "e6", "ttyACM0")]


@pytest.fixture
def usb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Usb:
    usb = Usb(tmp_path / "dev")
    monkeypatch.setattr(link, "usb_ports", usb.ports)
    return usb


def test_it_is_found_once_and_looked_for_once_a_second(usb: Usb) -> None:
    board = LateBoard(Input(), NOTHING, usb.devices)
    assert not board.has_come(S)
    usb.plug()
    assert not board.has_come(S + LOOK_NS - 1)
    assert board.has_come(S + LOOK_NS)
    assert not board.has_come(9 * S)
    assert usb.looks == 1


@pytest.mark.parametrize("wanted", [Input(source="gpio"), Input(source="board"), Input(board=Board(seats=()))])
def test_nobody_looks_who_would_not_take_it(wanted: Input, usb: Usb) -> None:
    usb.plug()
    assert not LateBoard(wanted, NOTHING, usb.devices).has_come(S)


def test_nobody_looks_who_has_one(usb: Usb) -> None:
    usb.plug()
    board = PanelSource(FakeSource([], FakeClock(), name="board"), {})
    assert not LateBoard(Input(), Sources(None, None, (board,)), usb.devices).has_come(S)


def test_at_the_title_the_program_begins_anew_with_it(
    usb: Usb, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening(tmp_path).after(3 * S).do(usb.plug).after(3 * S).run()
    assert evening.anew
    assert "A button board has been plugged in." in capsys.readouterr().err


def test_a_match_is_not_left_for_it(usb: Usb, tmp_path: Path) -> None:
    evening = begun(Evening(tmp_path)).do(usb.plug).after(3 * S).look()
    assert not evening.run().anew
    assert evening.seen == names(MatchScene)


def test_an_offer_is_left_for_it_and_made_again(usb: Usb, tmp_path: Path) -> None:
    begun(Evening(tmp_path)).run()
    usb.plug()
    assert Evening(tmp_path, begins=9000 * S).after(3 * S).run().anew
    (usb.devices / "ttyACM0").unlink()
    evening = Evening(tmp_path, begins=20_000 * S).after(S).look().tap(LEFT).run()
    assert evening.seen == ["Resume"]


WRONG = CardReport((CardFault(3, "sound.volume", "is 200; it takes a whole number from 0 to 100"),))
BUTTONS: PanelMap = {0: (AMBER, ACTION), 1: (BLUE, ACTION), 2: (AMBER, CARDS[0])}


def press(boards: list[FakeBoard], line: int, closed: bool) -> None:
    boards[0].edge(line, closed)


def with_board(boards: list[FakeBoard]) -> Callable[[FakeClock], tuple[PanelSource, ...]]:
    """A board that is there at the start; it is appended to `boards`."""

    def plugged(clock: FakeClock) -> tuple[PanelSource, ...]:
        boards.append(FakeBoard(clock, booted_ns=clock()))
        return (PanelSource(BoardSource(boards[0].open, name="board", clock=clock), BUTTONS),)

    return plugged


def test_the_page_of_the_cards_mistakes_is_left_for_it_and_comes_again(usb: Usb, tmp_path: Path) -> None:
    evening = Evening(tmp_path, card=WRONG).after(2 * S).look().do(usb.plug).after(3 * S).run()
    assert evening.anew
    assert evening.seen == names(CardFaults)
    boards: list[FakeBoard] = []
    again = Evening(tmp_path, begins=9000 * S, card=WRONG, boards=with_board(boards)).after(S).look()
    for line in (2, 0, 1):
        for closed in (True, False):
            again.do(partial(press, boards, line, closed)).after(60 * MS)
        again.after(S).look()
    again.run()
    assert not again.anew
    assert again.seen == names(CardFaults, Title, GettingReady, MatchScene)
    counts = again.store.audits()
    assert (counts["press.0.CARD1"], counts["press.0.ACTION"], counts["press.1.ACTION"]) == (1, 1, 1)


@pytest.mark.parametrize("after_ms", [0, 1, 30, 700])
def test_a_press_before_it_comes_counts_whichever_scene_is_there_when_it_is_found(
    after_ms: int, usb: Usb, tmp_path: Path
) -> None:
    evening = Evening(tmp_path, card=WRONG).after(2 * S)
    evening.source.tap(LINES[(AMBER, CARDS[0])], at_ns=evening.at, hold_ns=60 * MS)
    evening.after(after_ms * MS).do(usb.plug).after(3 * S).run()
    assert evening.anew
    assert evening.store.audits()["press.0.CARD1"] == 1


def test_a_press_on_the_page_leads_to_the_title_that_is_left_for_it(usb: Usb, tmp_path: Path) -> None:
    evening = Evening(tmp_path, card=WRONG).after(2 * S).tap(CARDS[0]).look().do(usb.plug).after(3 * S).run()
    assert evening.seen == names(Title)
    assert evening.anew
