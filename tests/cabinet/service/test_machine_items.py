"""The operator's lines about the machine: what each asks of root's helper, what is kept, and what a refusal says."""

from pathlib import Path

import pytest

from cabinet.machine.client import Helper
from cabinet.machine.stick import NotDone
from cabinet.scenes.operator import Item
from cabinet.service.machine_items import MachineItems, SystemView
from cabinet.store.ledger import BRIGHTNESS
from cabinet.store.store import MemoryStore
from cabinet.strings.catalogue import word


class AskedHelper(Helper):
    """A helper that notes what it is asked for, or refuses it."""

    def __init__(self, socket: Path) -> None:
        super().__init__(socket)
        self.asked: list[tuple[str, dict[str, bool | int | str]]] = []
        self.refuses = ""

    def ask(self, verb: str, **arguments: bool | int | str) -> None:
        if self.refuses:
            raise NotDone(self.refuses, "why")
        self.asked.append((verb, arguments))


class Desk:
    """An installed cabinet's lines, with the machine's files in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "socket").touch()
        self.store = MemoryStore()
        self.helper = AskedHelper(folder / "socket")
        self.begin()

    def begin(self) -> None:
        """Start the program anew."""
        self.lines = MachineItems(self.store, self.helper, SystemView(self.folder), later=lambda errand: errand())

    def screen(self, brightness: int) -> None:
        (self.folder / "panel").mkdir()
        (self.folder / "panel/brightness").write_text(f"{brightness}\n")
        (self.folder / "panel/max_brightness").write_text("255\n")

    def item(self, key: str) -> Item:
        return next(item for item in self.lines.items() if item.row().title == word(key))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_desk_has_none_of_them(desk: Desk) -> None:
    desk.screen(255)
    (desk.folder / "socket").unlink()
    assert desk.lines.items() == ()


def test_the_machine_starts_anew_after_two_confirmations(desk: Desk) -> None:
    item = desk.item("operator.restart_machine")
    assert item.dangerous
    assert item.act() == word("operator.restarting")
    assert desk.helper.asked == [("restart", {})]


def test_what_the_helper_refuses_is_said_until_the_next_try(desk: Desk) -> None:
    desk.helper.refuses = "failed"
    desk.item("operator.restart_machine").act()
    assert desk.lines.not_done == word("machine.error.failed", detail="why")
    desk.helper.refuses = ""
    desk.item("operator.restart_machine").act()
    assert desk.lines.not_done == ""


def test_a_screen_without_a_light_of_its_own_has_no_line(desk: Desk) -> None:
    assert [item.row().title for item in desk.lines.items()] == [word("operator.restart_machine")]


def test_brightness_begins_at_the_screens_own_and_ends_at_both_ends(desk: Desk) -> None:
    desk.screen(160)
    item = desk.item("operator.brightness")
    assert item.turn is not None
    assert item.row().value == "60 %"
    for _ in range(5):
        item.turn(1)
    assert item.row().value == "100 %"
    for _ in range(20):
        item.turn(-1)
    assert item.row().value == "10 %"
    assert desk.helper.asked[0] == ("brightness", {"percent": 70})
    assert desk.helper.asked[-1] == ("brightness", {"percent": 10})


def test_what_was_chosen_is_asked_again_at_each_start(desk: Desk) -> None:
    desk.screen(255)
    desk.lines.apply()
    assert desk.helper.asked == []
    desk.store.set(BRIGHTNESS, 30)
    desk.begin()
    desk.lines.apply()
    assert desk.helper.asked == [("brightness", {"percent": 30})]
