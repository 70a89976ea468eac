"""The first boot, point by point as `docs/build-a-cabinet.md` has it, from the card's example to a race."""

import re
from functools import partial
from pathlib import Path

from cabinet.card.check import example_text
from cabinet.card.disk import CARD, Disk
from cabinet.card.take import Places, take
from cabinet.config.load import load_config
from cabinet.input.inputs import PanelMap
from cabinet.input.sources import PanelSource
from cabinet.scenes.match import MatchScene
from cabinet.scenes.operator import LEAVE_TEST_NS, OperatorPage
from cabinet.scenes.title import HOLD_NS, Title
from cabinet.strings.catalogue import word
from engine.panel import ACTION, BUTTONS, CARDS, RIGHT
from engine.units import MS, S
from hardware.board.fake import FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import FakeClock
from hardware.pins import BOARD_LINES
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, Evening, names

PANELS: PanelMap = {line: (seat, button) for seat, lines in enumerate(BOARD_LINES) for button, line in lines.items()}


class Builder(Evening):
    """Somebody at a cabinet whose buttons are on a board."""

    boards: list[FakeBoard]

    def edge(self, seat: int, button: str, *, closed: bool) -> None:
        self.boards[0].edge(BOARD_LINES[seat][button], closed)

    def press(self, *seats: int, button: str, hold_ns: int = 60 * MS) -> "Builder":
        """Press a button of these seats at once."""
        for closed in (True, False):
            for seat in seats:
                self.screen.plan.append((self.at, partial(self.edge, seat, button, closed=closed)))
            self.after(hold_ns if closed else 300 * MS)
        return self


def edited(page: str) -> str:
    """The card's example with the values that the page takes the ``#`` away for."""
    (block,) = re.findall(r"^ *```toml\n(.*?)^ *```", page, re.MULTILINE | re.DOTALL)
    text = example_text()
    for name, value in re.findall(r"^ *(\w+) = (.*)$", block, re.MULTILINE):
        text, count = re.subn(rf"^#{name} = .*$", f"{name} = {value}", text, flags=re.MULTILINE)
        assert count == 1, name
    return text


def test_a_stranger_comes_from_the_cards_example_to_a_race(repository: Path, tmp_path: Path) -> None:
    places = Places(*(tmp_path / folder for folder in ("card", "data", "run", "root")))
    for folder in (places.card, places.data, places.root / "etc"):
        folder.mkdir(parents=True)
    page = (repository / "docs" / "build-a-cabinet.md").read_text(encoding="utf-8")
    places.file.write_text(edited(page), encoding="utf-8")
    report = take(places, Disk(), {"HOME": str(tmp_path)})
    environ = {"PHOTOFINISH_CARD": str(places.current / CARD), "HOME": str(tmp_path)}
    loaded = load_config(None, environ, tmp_path)
    boards: list[FakeBoard] = []

    def plugged(clock: FakeClock) -> tuple[PanelSource, ...]:
        boards.append(FakeBoard(clock, booted_ns=clock()))
        return (PanelSource(BoardSource(boards[0].open, name="board", clock=clock), PANELS),)

    builder = Builder(tmp_path / "records", loaded=loaded, boards=plugged, card=report)
    builder.boards = boards
    notices: list[str] = []
    pressed: list[object] = []
    parts: list[int] = []

    def operators_page() -> OperatorPage:
        top = builder.cabinet._stack.top
        assert isinstance(top, OperatorPage)
        return top

    def note_test() -> None:
        test = operators_page()._test
        assert test is not None
        pressed.extend((place, state.presses) for place, state in test.buttons.items())

    builder.after(S).do(lambda: notices.append(builder.cabinet.notices.last)).look()
    builder.press(AMBER, BLUE, button=ACTION, hold_ns=HOLD_NS + S // 10).look()
    builder.press(AMBER, button=CARDS[1])
    for seat in (AMBER, BLUE):
        for button in BUTTONS:
            builder.press(seat, button=button)
    builder.do(note_test).press(AMBER, button=CARDS[4], hold_ns=LEAVE_TEST_NS + S // 10)
    builder.do(lambda: parts.append(operators_page()._part))
    builder.press(AMBER, button=CARDS[3]).press(AMBER, button=RIGHT).press(AMBER, button=ACTION)
    builder.press(AMBER, button=CARDS[4]).look().press(AMBER, BLUE, button=ACTION).after(2 * S).look().run()

    assert notices == [word("card.taken", count=3)]
    assert f"`{notices[0].partition(':')[0]}`" in page
    assert builder.seen == names(Title, OperatorPage, Title, MatchScene)
    assert sorted(pressed, key=str) == sorted((((seat, button), 1) for seat in (0, 1) for button in BUTTONS), key=str)
    assert parts == [0], "STATE"
    assert builder.cabinet.config.operator.name == "THE RED LION"
