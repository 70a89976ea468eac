"""The whole program on gamepads and encoders, in virtual time: played, pulled out, and told which button is which."""

from pathlib import Path
from typing import Self

from cabinet.config.schema import Input
from cabinet.input.assigning import HOLD_NS, LEAVE_NS, PLACES, assigned_in
from cabinet.input.inputs import SERVICE, DisconnectedSource
from cabinet.input.sources import PanelSource, keys_and_pads, other_panels
from cabinet.scenes.assigning import PATIENCE_NS, AssignButtons
from cabinet.scenes.machine_pages import Question
from cabinet.scenes.match import MatchScene
from cabinet.scenes.operator import OperatorPage
from cabinet.scenes.title import Title
from cabinet.store.ledger import EXCHANGED, RELEASE_MS, WIRED
from cabinet.strings.catalogue import word
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import MS, S
from hardware.clock import FakeClock
from hardware.debounce import Debounced
from hardware.evdev.controls import BTN_SOUTH, BTN_START
from hardware.evdev.fake import FakeDevice, FakeFolder
from hardware.evdev.layouts import Layouts
from hardware.evdev.source import EvdevSource
from tests.cabinet.test_whole_cabinet import LINES, Evening, names
from tests.hardware.test_evdev_pads import XBOX, XBOX_AXES, XBOX_KEYS, ZERO_DELAY, encoder

ASSIGN = 5
"""The place of the line among the settings, from the last: before exchange, wait, restart and power."""


class Panels(Evening):
    """One life of the program with devices of the kernel."""

    def __init__(self, folder: Path, *kinds: str, begins: int = 1000 * S) -> None:
        self.pads: list[FakeDevice] = []
        self.folder_of_devices = FakeFolder()
        self._kinds = kinds or ("pad", "pad")
        super().__init__(folder, begins=begins, keys=self._keys)

    def _keys(self, clock: FakeClock) -> PanelSource:
        for place, kind in enumerate(self._kinds):
            port = f"usb-{place + 1}/input0"
            if kind == "pad":
                pad = FakeDevice(XBOX_KEYS, clock, identity=XBOX._replace(port=port), axes=XBOX_AXES)
            else:
                pad = encoder(clock, ZERO_DELAY._replace(port=port))
            self.pads.append(pad)
            self.folder_of_devices.plug(pad)
        layouts, folder = Layouts({}), self.folder_of_devices
        source = EvdevSource(layouts, clock=clock, devices=folder.paths, open_device=folder.open)
        return PanelSource(source, keys_and_pads(Input()))

    def key(self, place: int, code: int, *, hold_ns: int = 60 * MS) -> Self:
        """Press a key of a device."""
        self.do(lambda: self.pads[place].key(code, True))
        self.after(hold_ns - 20 * MS).do(lambda: self.pads[place].key(code, False))
        return self.after(200 * MS)

    @property
    def page(self) -> OperatorPage:
        """The operator's page, which is on top."""
        top = self.cabinet._stack.top
        assert isinstance(top, OperatorPage)
        return top

    def forget_settings(self) -> None:
        """The operator takes all settings back."""
        self.cabinet.operator.code.is_open = True
        title = word("operator.forget")
        (item,) = [item for item in self.cabinet.operator.items() if item.row().title == title]
        item.act()

    def open_assigning(self) -> Self:
        """Go to the page by the header's buttons."""
        self.tap(SERVICE[1], SERVICE[0]).tap(CARDS[3])
        for _ in range(ASSIGN):
            self.tap(LEFT)
        return self.tap(ACTION).after(S)


def match_on(panels: Panels) -> Panels:
    """Both are ready by their pads: a match is on."""
    panels.after(S).key(0, BTN_START).key(1, BTN_START).after(4 * S)
    return panels


def test_two_pads_are_ready_by_start_and_a_match_is_on(tmp_path: Path) -> None:
    panels = match_on(Panels(tmp_path)).look().run()
    assert panels.seen == names(MatchScene)
    (log,) = (tmp_path / "matches").glob("*.jsonl")
    assert '"source":"evdev"' in log.read_text() or '"evdev"' in log.read_text()


def test_a_match_stands_still_while_a_pad_is_pulled_out_and_goes_on_when_it_is_back(tmp_path: Path) -> None:
    panels = match_on(Panels(tmp_path))

    def pull() -> None:
        panels.pads[1].key(BTN_SOUTH, True)
        panels.folder_of_devices.unplug(panels.pads[1])

    def said() -> None:
        match = panels.cabinet._stack.top
        assert isinstance(match, MatchScene)
        assert panels.cabinet.inputs.missing == (DisconnectedSource("Microsoft X-Box 360 pad"),)

    def plug() -> None:
        panels.pads[1] = FakeDevice(XBOX_KEYS, panels.clock, identity=panels.pads[1].identity, axes=XBOX_AXES)
        panels.folder_of_devices.plug(panels.pads[1])

    panels.do(pull).after(S).do(said).after(2 * S).do(plug).after(2 * S).key(0, BTN_START).after(2 * S).look().run()
    (log,) = (tmp_path / "matches").glob("*.jsonl")
    lines = log.read_text().splitlines()
    kinds = [kind for line in lines for kind in ("pause", "resume") if f'"{kind}":' in line]
    assert kinds[:2] == ["pause", "resume"], lines[-12:]


def test_the_page_is_walked_by_an_encoders_own_buttons_and_its_answers_are_kept(tmp_path: Path) -> None:
    panels = Panels(tmp_path, "encoder", "encoder").after(S).open_assigning().look()
    for place in (0, 1):
        for number in range(8):
            panels.key(place, 0x120 + 11 - number)
    panels.after(S).look().run()
    assert panels.seen == names(AssignButtons, OperatorPage)
    kept = assigned_in(panels.store.settings())
    assert [(each.port, len(each.lines)) for each in kept] == [("usb-1/input0", 8), ("usb-2/input0", 8)]
    assert kept[1].lines["BTN_BASE6"] == "seat1.CARD1"
    again = Panels(tmp_path, "encoder", "encoder", begins=5000 * S).after(S)
    again.key(0, 0x120 + 4).key(1, 0x120 + 4).after(4 * S).look().run()
    assert again.seen == names(MatchScene), "the eighth button that was given is ACTION"


def test_mistakes_on_the_page_are_refused_skipped_and_taken_back(tmp_path: Path) -> None:
    panels, notes = Panels(tmp_path, "encoder").after(S).open_assigning(), list[object]()

    def note() -> None:
        page = panels.cabinet._stack.top
        assert isinstance(page, AssignButtons)
        notes.append((page._asking.note and page._asking.note.what, page._asking.current_place))

    panels.key(0, 0x120).do(note).key(0, 0x120).do(note)
    panels.key(0, 0x121, hold_ns=HOLD_NS + S).do(note).key(0, 0x120, hold_ns=HOLD_NS + S).do(note).run()
    assert notes == [
        ("given", PLACES[1]), ("twice", PLACES[1]), ("skipped", PLACES[2]), ("back", PLACES[1])
    ]  # fmt: skip


def test_the_page_is_left_without_a_change_by_nobody_and_by_a_long_hold_of_any_button(tmp_path: Path) -> None:
    panels = Panels(tmp_path, "encoder").after(S).open_assigning().key(0, 0x120).look()
    panels.after(PATIENCE_NS + S).look().tap(LEFT).tap(RIGHT).tap(ACTION).after(S).look()
    panels.tap(CARDS[4], hold_ns=LEAVE_NS + S).after(LEAVE_NS + 2 * S).look().tap(CARDS[4]).after(S).look().run()
    assert panels.seen == names(AssignButtons, OperatorPage, AssignButtons, OperatorPage, Title)
    assert not {*WIRED} & panels.store.settings().keys()


def test_wires_of_the_header_are_put_right_by_pressing_and_stay_right(tmp_path: Path) -> None:
    """AMBER's first two wires are exchanged, and BLUE's fifth card is on none: what the panel says, and what plays."""
    panels = Panels(tmp_path, "encoder").after(S).open_assigning().look()
    crossed = {(0, CARDS[0]): (0, CARDS[1]), (0, CARDS[1]): (0, CARDS[0])}
    for seat, button in PLACES:
        is_dead = (seat, button) == (1, CARDS[4])
        by, on = crossed.get((seat, button), (seat, button))[::-1]
        panels.tap(by, on, hold_ns=HOLD_NS + S if is_dead else 60 * MS).after(HOLD_NS + S if is_dead else 0)
    told: list[str] = []
    panels.after(S).do(lambda: told.append(panels.page._told.text if panels.page._told else ""))
    panels.tap(CARDS[4]).after(S)
    panels.do(lambda: told.append(str(panels.cabinet.inputs._panels[0].buttons[LINES[0, CARDS[1]]]))).run()
    assert told == [word("assign.silent", lines=f"GPIO {LINES[1, CARDS[4]]}"), str((0, CARDS[0]))]
    again = Panels(tmp_path, "encoder", begins=9000 * S).after(S).tap(SERVICE[1], SERVICE[0]).tap(CARDS[0])
    pressed = list[object]()
    again.tap(CARDS[1]).do(lambda: pressed.append(again.page._test and again.page._test.last))
    again.run()
    (press,) = pressed
    assert isinstance(press, Press)
    assert (press.seat, press.button) == (0, CARDS[0])


def test_seats_are_exchanged_in_one_press_lamps_and_all(tmp_path: Path) -> None:
    panels = Panels(tmp_path).after(S).tap(SERVICE[1], SERVICE[0]).tap(CARDS[3])
    for _ in range(ASSIGN - 1):
        panels.tap(LEFT)
    panels.tap(ACTION).after(S)
    seats = list[object]()
    panels.do(lambda: seats.extend(sorted(other_panels(panels.cabinet.sources))))
    panels.do(lambda: seats.append(panels.cabinet.inputs._panels[0].buttons[LINES[0, CARDS[0]]])).run()
    assert panels.store.settings() == {EXCHANGED: True}
    assert seats == [0, 1, (1, CARDS[0])]


def test_a_button_that_bounces_for_long_is_waited_for_when_the_operator_says_so(tmp_path: Path) -> None:
    panels = Panels(tmp_path).after(S).tap(SERVICE[1], SERVICE[0]).tap(CARDS[1])
    bounces = [9 * MS, 15 * MS]
    for _ in range(3):
        panels.source.press(LINES[1, CARDS[3]], at_ns=panels.at)
        panels.source.release(LINES[1, CARDS[3]], at_ns=panels.at + 80 * MS, bounce_ns=bounces)
        panels.after(400 * MS)
    texts: list[str] = []
    panels.tap(CARDS[4], hold_ns=3 * S).after(3 * S)

    def read() -> None:
        question = panels.cabinet._stack.top
        assert isinstance(question, Question)
        texts.append(question._text)

    panels.do(read)
    panels.tap(ACTION).after(S).look().run()
    assert texts == [word("wait.ask", bounce="15", needed=23, now="12")]
    assert panels.seen == names(OperatorPage)
    assert panels.store.settings() == {RELEASE_MS: 23}
    header = panels.cabinet.inputs._panels[0].source
    assert isinstance(header, Debounced)
    assert header._settings.release_ns == 23 * MS


def test_settings_as_in_the_file_leave_the_assignments(tmp_path: Path) -> None:
    panels = Panels(tmp_path, "encoder").after(S)
    panels.do(lambda: panels.store.set("devices", "[]")).do(lambda: panels.store.set("volume", 50))
    panels.do(panels.forget_settings).run()
    assert list(panels.store.settings()) == ["devices"]
