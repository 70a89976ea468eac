"""Joining a Wi-Fi at the panel: what is asked, what goes to root's helper, and that the phrase goes nowhere else."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from cabinet.display.page import Text, laid
from cabinet.display.scan import Scan
from cabinet.display.toolkit import Toolkit
from cabinet.input.inputs import Typed
from cabinet.machine.stick import NotDone
from cabinet.machine.wireless import SPOT_NAME, Network, Spot
from cabinet.scenes.bases import StaticScene
from cabinet.scenes.machine_pages import Message, PickLine, Working
from cabinet.scenes.write_text import EVERY_SIGN, WriteText, Written
from cabinet.service.wifi_items import WifiItems, WifiTask, shown_name, spot_name
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S
from tests.cabinet.pictures.operator_samples import SampleProgram
from tests.cabinet.scenes.stories import Dialog, returned
from tests.cabinet.service.test_machine_items import AskedHelper
from tests.cabinet.service.test_machine_items import Desk as MachineDesk

HOME = "Häuschen".encode()
FOUND = (Network(HOME, 80, "phrase"), Network(b"cafe", 40, "open"), Network(b"bureau", 30, "other"))
PHRASE = 'Ab 1~\\Z"z '


class RadioHelper(AskedHelper):
    """A helper of a machine with a radio; `phrases` are those of the networks."""

    found: Sequence[Network] = FOUND
    own: Spot | None = Spot("BAR", "ABCDEFGH")

    def networks(self) -> Sequence[Network]:
        if self.refuses:
            raise NotDone(self.refuses)
        return self.found

    def join(self, ssid: bytes, phrase: str) -> None:
        if ssid == HOME and phrase != PHRASE:
            raise NotDone("wifi.phrase")
        super().join(ssid, phrase)

    def spot(self, name: str | None = None) -> Spot | None:
        if self.refuses:
            raise NotDone(self.refuses)
        if name is not None:
            self.own = Spot(name, "ABCDEFGH") if name else None
        return self.own


class Owner:
    """Somebody who has entered the code, and presses what the page names."""

    def __init__(self, toolkit: Toolkit, desk: MachineDesk) -> None:
        self.helper = RadioHelper(desk.folder / "socket")
        later = partial(lambda _name, errand: errand())
        view = replace(desk.lines.view, card=desk.folder, spot=desk.folder / "hotspot.network")
        self.program = SampleProgram()
        self.lines = WifiItems(self.program, self.helper, view, later=later)
        self.toolkit = toolkit
        self.now = 0
        self.goes(WifiTask.JOIN)

    def goes(self, task: WifiTask) -> None:
        """Press the line that leads to a page."""
        self.dialog = Dialog(self.lines.tasks()[task](self.toolkit))
        self.wait()

    def wait(self) -> None:
        """Let a second pass: what works shows so, and comes to an end."""
        self.now += S
        self.dialog.advance(self.now, self.now)
        while not self.dialog.results and isinstance(self.dialog.top, Working):
            self.now += S
            self.dialog.advance(self.now, self.now)

    def press(self, *buttons: str) -> None:
        for button in buttons:
            self.dialog.handle(Press(0, button, True, self.now, "gpio"))
            self.dialog.handle(Press(0, button, False, self.now, "gpio"))
            self.wait()

    def write(self, text: str) -> None:
        """Write a text as somebody does who looks for each letter with RIGHT, in one kind of letters after another."""
        page = self.dialog.top
        assert isinstance(page, WriteText)
        for letter in text:
            while letter not in page._letters:
                self.press(CARDS[1])
            while page._letters[page._chosen] != letter:
                self.press(RIGHT)
            self.press(ACTION)

    @property
    def words(self) -> str:
        scene = self.dialog.top
        assert isinstance(scene, StaticScene)
        return " ".join(each.part.words for each in laid(scene.toolkit, scene.described(), scene.page)
                        if isinstance(each.part, Text))  # fmt: skip


@pytest.fixture
def owner(toolkit: Toolkit, tmp_path: Path) -> Owner:
    desk = MachineDesk(tmp_path)
    desk.radio(is_blocked=False)
    return Owner(toolkit, desk)


def test_a_network_is_picked_and_its_phrase_written_with_all_signs(owner: Owner) -> None:
    assert all(shown_name(network.ssid) in owner.words for network in FOUND)
    owner.press(ACTION)
    owner.write(PHRASE)
    owner.press(CARDS[3])
    assert owner.helper.asked == [("join", {"ssid": HOME.hex(), "phrase": PHRASE})]
    assert word("wifi.joined.about", name="Häuschen") in owner.words
    owner.press(ACTION)
    assert owner.dialog.results


def test_a_card_is_a_wifi_of_its_own_once_its_owner_says_yes_and_none_again(owner: Owner) -> None:
    owner.helper.own = None
    owner.goes(WifiTask.SPOT)
    owner.press(CARDS[-1])
    assert owner.helper.own is None, "no is no"
    owner.goes(WifiTask.SPOT)
    assert word("spot.on.ask") in owner.words
    owner.press(ACTION)
    assert owner.helper.own == ("PHOTO", "ABCDEFGH")
    assert word("spot.on.done", name="PHOTO", phrase="ABCDEFGH") in owner.words
    owner.goes(WifiTask.SPOT)
    assert word("spot.off.ask") in owner.words
    owner.press(ACTION)
    assert owner.helper.own is None
    assert word("spot.off.done") in owner.words
    owner.helper.refuses = "wifi.none"
    owner.goes(WifiTask.SPOT)
    assert word("machine.error.wifi.none") in owner.words
    _, item = owner.lines.settings()
    assert (item.needs_code, item.row().value) == (True, word("operator.off"))
    owner.lines._view.spot.touch()
    assert item.row().value == word("operator.on"), "also while phones are off"


@pytest.mark.parametrize(
    ("house", "name"),
    [("Zum König", "ZUM KO"), ("König", "KONIG"), ("", "PHOTO"), ('日本;"\\', "PHOTO"), ("Pub 7; a", "PUB 7")],
)
def test_a_house_gives_its_wifi_a_name_that_every_phone_shows(house: str, name: str) -> None:
    assert spot_name(house) == name
    assert SPOT_NAME.fullmatch(name)
    assert len(Scan("", "", name, "ABCDEFGH").joining) <= 32, "a code of 25 modules"


def test_every_letter_of_a_phrase_can_be_written_and_none_besides(toolkit: Toolkit) -> None:
    page = WriteText(toolkit, "", "", 63, least=8, is_exact=True)
    letters = {letter for kind in page._kinds for letter in kind}
    assert letters == {chr(each) for each in range(32, 127)}
    assert all(len(kind) <= 40 for kind in page._kinds)
    assert len(EVERY_SIGN) == 2


def test_at_a_keyboard_letters_are_letters_and_the_keys_of_a_seat_press_nothing(toolkit: Toolkit) -> None:
    """C, G and V are TAKE BACK, CARD5 and LEFT of a seat; ENTER takes only a letter that the arrows have chosen."""
    page = WriteText(toolkit, "", "", 63, least=8, is_exact=True, is_typed=True)
    page.enter(0)
    assert page.takes_letters and not WriteText(toolkit, "", "", 8).takes_letters
    for key in ("c", "g", "v", "1", "space", "-", "tab", "c", "left", "return", "x", "backspace", "9"):
        page.type(Typed(key, key.upper() if len(key) == 1 else ""), 0)
    assert page._text == "CGV1 -c 9" and not returned(page), "the last of a kind is the blank"
    page.type(Typed("return"), 0)
    assert returned(page) == [Written("CGV1 -c 9")]


def test_a_wrong_phrase_is_said_and_the_list_comes_again(owner: Owner) -> None:
    owner.press(ACTION)
    owner.write("A" * 7)
    owner.press(CARDS[3])
    assert isinstance(owner.dialog.top, WriteText), "seven letters are no passphrase"
    owner.write("A")
    owner.press(CARDS[3])
    assert isinstance(owner.dialog.top, Message)
    assert word("machine.error.wifi.phrase") in owner.words
    assert "AAAA" not in owner.words
    owner.press(ACTION)
    assert isinstance(owner.dialog.top, PickLine)
    owner.press(ACTION)
    assert "AAAA" not in owner.words, "it is not shown again"


def test_an_open_one_is_joined_at_once_and_one_that_wants_more_is_not_tried(owner: Owner) -> None:
    owner.press(RIGHT, RIGHT, ACTION)
    assert word("wifi.other") in owner.words
    owner.press(ACTION, LEFT, ACTION)
    assert owner.helper.asked == [("join", {"ssid": b"cafe".hex(), "phrase": ""})]


def test_one_that_hides_its_name_is_written(owner: Owner) -> None:
    owner.press(LEFT, ACTION)
    owner.write("ab")
    owner.press(CARDS[3], CARDS[3])
    assert owner.helper.asked == [("join", {"ssid": b"ab".hex(), "phrase": ""})]


def test_a_radio_that_is_off_is_named_and_a_machine_without_one_has_no_line(toolkit: Toolkit, tmp_path: Path) -> None:
    desk = MachineDesk(tmp_path)
    assert WifiItems(SampleProgram(), desk.helper, desk.lines.view).settings() == ()
    desk.radio(is_blocked=True)
    owner = Owner(toolkit, desk)
    assert [item.needs_code for item in owner.lines.settings()] == [True, True]
    assert word("wifi.off") in owner.words


def test_a_name_that_is_no_text_is_shown_with_marks() -> None:
    assert shown_name(b"\xff\x1b[31m\xe2\x80\xaeA") == "��[31m�A"
