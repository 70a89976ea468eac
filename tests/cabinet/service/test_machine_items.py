"""The operator's lines about the machine: what each asks of root's helper, what is kept, and what a refusal says."""

from functools import partial
from pathlib import Path
from threading import Event

import pytest

from cabinet.machine.client import Helper
from cabinet.machine.stick import NotDone
from cabinet.scenes.operator import Item
from cabinet.service.machine_items import Errands, MachineItems, SystemView
from cabinet.store.ledger import BRIGHTNESS
from cabinet.strings.catalogue import word
from tests.cabinet.store.memory_store import MemoryStore


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
        view = SystemView(self.folder, self.folder, self.folder, self.folder / "localtime")
        self.lines = MachineItems(self.store, self.helper, view, later=lambda _name, errand: errand())

    def screen(self, brightness: int) -> None:
        (self.folder / "panel").mkdir()
        (self.folder / "panel/brightness").write_text(f"{brightness}\n")
        (self.folder / "panel/max_brightness").write_text("255\n")

    def item(self, key: str) -> Item:
        return next(item for item in (*self.lines.items(), *self.lines.settings()) if item.row().title == word(key))

    def radio(self, *, is_blocked: bool) -> None:
        (self.folder / "rfkill0").mkdir()
        (self.folder / "rfkill0/type").write_text("wlan\n")
        (self.folder / "rfkill0/soft").write_text(f"{int(is_blocked)}\n")

    def zones(self, *names: str) -> None:
        lines = [f"XX\t+0000+00000\t{name}\tcomment" for name in names]
        (self.folder / "zone1970.tab").write_text("\n".join(["# a comment", *lines, ""]))


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_a_desk_has_none_of_them(desk: Desk) -> None:
    desk.screen(255)
    (desk.folder / "socket").unlink()
    assert desk.lines.items() == desk.lines.settings() == ()


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
    assert [item.topic for item in desk.lines.settings()] == ["machine"]


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


def test_a_radio_is_switched_off_and_stays_so_after_a_start(desk: Desk) -> None:
    desk.radio(is_blocked=False)
    item = desk.item("operator.wifi")
    assert (item.row().value, item.turn is None) == (word("operator.on"), False)
    assert item.turn is not None
    item.turn(1)
    assert (item.row().value, desk.helper.asked) == (word("operator.off"), [("wifi", {"on": False})])
    desk.begin()
    desk.lines.apply()
    assert desk.helper.asked[1:] == [("wifi", {"on": False})]
    item.turn(-1)
    desk.begin()
    desk.lines.apply()
    assert desk.helper.asked[2:] == [("wifi", {"on": True})]


def test_a_time_zone_is_chosen_by_its_region_and_its_city(desk: Desk) -> None:
    desk.zones("Europe/Berlin", "America/Argentina/Buenos_Aires", "America/New_York", "Europe/Paris")
    (desk.folder / "localtime").symlink_to("/usr/share/zoneinfo/Europe/Paris")
    region, city = desk.item("operator.zone.region"), desk.item("operator.zone.city")
    assert region.turn is not None and city.turn is not None
    assert (region.row().value, city.row().value) == ("Europe", "Paris")
    city.turn(1)
    assert city.row().value == "Berlin"
    region.turn(1)
    assert (region.row().value, city.row().value) == ("America", "Argentina/Buenos Aires")
    region.turn(-1)
    region.turn(-1)
    assert (region.row().value, city.row().value) == ("Etc", "UTC")
    assert desk.helper.asked[0] == ("zone", {"name": "Europe/Berlin"})
    desk.begin()
    desk.lines.apply()
    assert desk.helper.asked[-1] == ("zone", {"name": "Etc/UTC"})


def test_of_errands_with_one_name_the_last_is_done() -> None:
    done, waiting, finished = list[str](), Event(), Event()
    errands = Errands()
    errands("first", lambda: done.append("first" if waiting.wait(10) else "late"))
    for number in range(3):
        errands("zone", partial(done.append, f"zone {number}"))
    errands("clock", partial(done.append, "clock"))
    errands("last", finished.set)
    waiting.set()
    assert finished.wait(10)
    assert done == ["first", "zone 2", "clock"]
