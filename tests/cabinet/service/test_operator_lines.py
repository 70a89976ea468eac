"""The lines of the operator's page: each does what it says to the store, the configuration and the machine."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from threading import Event
from unittest.mock import Mock

import pygame
import pytest
from msgspec.structs import replace

from cabinet.audio.player import Output, pan_of, sound_names
from cabinet.commands.config import option_lines, with_settings
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.config.offers import each_offer, each_on_offer, games_on_offer
from cabinet.config.schema import Config
from cabinet.config.text import config_text
from cabinet.display.scan import Scan
from cabinet.display.toolkit import Toolkit
from cabinet.doctor.checks import CheckContext
from cabinet.input.audit import Audit
from cabinet.input.inputs import Inputs, PanelMap, Panels
from cabinet.input.sources import PanelSource, Sources
from cabinet.lamp_patterns import IDLE, PATTERNS, Cue, Light
from cabinet.machine.client import Helper
from cabinet.scenes.machine_pages import Message, Question
from cabinet.scenes.operator import TOPICS, Item, OperatorPage
from cabinet.scenes.operator_pages import COINS_COUNTED, COUNTED
from cabinet.scenes.screen_pages import BARS, FILLS, ScreenTest
from cabinet.service.machine_items import MachineItems, SystemView
from cabinet.service.operator_service import UNSAVED_NS, Devices, OperatorService, PowerItems, operator_service
from cabinet.service.setting_items import INDENT, ScreensTask
from cabinet.service.settings import (
    ALL,
    HIDDEN,
    HOUSE,
    KNOBS,
    MARGIN,
    OUTPUT,
    OWN_SCREENS,
    RELEASE_WAIT,
    SCREEN_MODE,
    SCREENS_EXCHANGED,
    SEATS_EXCHANGED,
    TABLES,
    Knob,
    overlaid,
)
from cabinet.service.stick_items import StickItems
from cabinet.store.audits import STRETCHES
from cabinet.store.errors import Unavailable
from cabinet.store.ledger import SINCE, Setting
from cabinet.store.settings import settings_in
from cabinet.store.sqlite import Database
from cabinet.store.store import DiskStore, Store
from cabinet.strings.catalogue import word
from cabinet.strings.operator import OPERATOR_WORDS
from engine.games import GAMES, find_game
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press
from engine.units import MS, S
from hardware.fake import FakeSource
from hardware.lamps import FakeLamps
from tests.cabinet.doctor.fake_machine import FakeMachine
from tests.cabinet.pictures.operator_samples import words_on
from tests.cabinet.pictures.studio import SIZES
from tests.cabinet.scenes.stories import Dialog, returned, toolkit_of
from tests.cabinet.store.memory_store import MemoryStore

AMBER, BLUE = 0, 1
STATE, TEST, AUDITS, SETTINGS, LEAVE = CARDS


class FakeSounds:
    """Loudspeakers that only note what they play; `cards` are the outputs that are there, by their ids."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.cards: dict[str, str] = {}
        self.is_open = True
        self.missing = ""
        self.output = ""

    def outputs(self) -> Sequence[Output]:
        return [Output(number, id, name) for number, (id, name) in enumerate(self.cards.items())]

    def set_output(self, output: str, report: Callable[[str], None]) -> None:
        self.output = output

    def play(self, names: Iterable[str]) -> None:
        self.heard += names


class Desk:
    """The service of a program that only notes what is asked of it, over a store that forgets."""

    def __init__(
        self,
        config: str = "",
        store: Store | None = None,
        *,
        has_lamps: bool = True,
        is_locked: bool = False,
        is_desk: bool = False,
        helper: Helper | None = None,
        view: SystemView | None = None,
    ) -> None:
        """Unless it `is_locked`, somebody has entered the operator's code."""
        self.store = store or MemoryStore()
        self.told: list[str] = []
        self.file = LoadedConfig(parse_config(config), None, "")
        self.adopted = 0
        self.restarts = 0
        self.sounds = FakeSounds()
        self.modes = ()
        self.displays: int | None = None
        self._of: tuple[LoadedConfig, Mapping[str, Setting]] | None = None
        self._config = Config()
        self.is_locked = is_locked
        self.now = 0
        helper = helper or Helper(Path("/nowhere"))
        buttons: PanelMap = dict(enumerate((seat, button) for seat in range(4) for button in BUTTONS))
        source = FakeSource(list(buttons), lambda: self.now)
        sources = Sources(PanelSource(source, buttons, FakeLamps() if has_lamps else None), None)
        self.desk = operator_service(
            self,
            self.store,
            Devices(sources, Inputs([Panels(source, buttons)], lambda _event: None), self.sounds),
            Audit(self.store),
            MachineItems(self.store, helper, view),
            StickItems(self, self.store, helper),
            lambda: self.now,
            is_desk=is_desk,
        )
        self.code = self.desk.code

    @property
    def config(self) -> Config:
        """The configuration with the settings, made once for each state of them, as the program does."""
        of = self.file, dict(self.store.settings())
        if self._of != of:
            self._of, self._config = of, overlaid(*of)[0].config
        return self._config

    is_typing = False

    def check_context(self) -> CheckContext:
        return CheckContext(FakeMachine(), Config(), Path("/nowhere"))

    def running_evening(self) -> None:
        return None

    def scan(self) -> Scan | None:
        return None

    def readers(self) -> int | None:
        return None

    def log(self, line: str) -> None:
        self.told.append(line)

    def visit(self) -> OperatorService:
        """The service on a new visit."""
        self.desk.begin_visit()
        return self.desk

    def power(self) -> PowerItems:
        return next(group for group in self.desk._groups if isinstance(group, PowerItems))

    def items(self) -> Sequence[Item]:
        """The lines on a new visit."""
        service = self.visit()
        self.code.is_open = not self.is_locked
        return service.items()

    def adopt_settings(self) -> None:
        self.adopted += 1

    def restart(self) -> None:
        self.restarts += 1

    def item(self, key: str) -> Item:
        return next(item for item in self.items() if item.row().title == word(key))

    def item_of(self, title: str) -> Item:
        return next(item for item in self.visit().items() if item.row().title == title)

    def titles(self) -> list[str]:
        return [item.row().title for item in self.items()]


def test_the_volume_is_kept_and_taken_at_once() -> None:
    desk = Desk()
    volume = desk.item("setting.volume")
    assert volume.row().value == "80 %"
    assert volume.turn is not None
    volume.turn(1)
    assert (volume.row().value, desk.store.settings(), desk.adopted) == ("90 %", {"volume": 90}, 1)
    volume.turn(-1)
    assert (volume.row().value, desk.adopted) == ("80 %", 2)


def test_a_table_that_lies_flat_and_seats_side_by_side_exclude_each_other() -> None:
    desk = Desk()
    for key, value in (("layout", "beside"), ("cocktail", "on"), ("layout", "beside")):
        turn = desk.item(f"setting.{key}").turn
        assert turn is not None
        turn(1)
        config = overlaid(desk.file, desk.store.settings())[0].config
        assert desk.item(f"setting.{key}").row().value == (word("value.beside") if key == "layout" else value)
        assert (config.display.layout == "beside") != config.display.cocktail


def test_players_with_a_screen_each_exchange_them_by_one_press() -> None:
    line = word("setting.display.exchanged")
    assert line not in [item.row().title for item in Desk().visit().items()], "there is one screen"
    desk = Desk('[options.speed]\ncards_seen = "own_screen"\n')
    for expected in (True, False):
        desk.item("setting.display.exchanged").act()
        assert desk.config.display.exchanged is expected


@pytest.mark.parametrize("displays", [None, 4, 3])
def test_each_player_gets_a_screen_by_one_press_where_there_are_displays(
    displays: int | None, toolkit: Toolkit
) -> None:
    """Four panels; the program opens its screens as it starts, and what is kept is not in force before."""
    desk = Desk()
    desk.displays = displays

    def answer() -> object:
        page = desk.desk.task(ScreensTask.EACH)
        assert page is not None
        dialog = Dialog(page(toolkit))
        asked = dialog.stack.top
        dialog.handle(Press(AMBER, ACTION, True, dialog.now + S, "fake"))
        return asked

    if displays == 3:
        assert isinstance(answer(), Message) and not desk.store.settings() and not desk.restarts
        return
    assert isinstance(answer(), Question) and desk.restarts == 1
    assert desk.config.display.own_screens and desk.item("setting.own_screens").row().value == word("operator.on")
    lines = [item.row().title for item in desk.visit().items()]
    assert word("setting.display.exchanged") in lines and word("setting.cards_seen") not in lines
    desk.displays = 1
    assert isinstance(answer(), Question) and desk.restarts == 2, "the way back needs no display"
    assert not desk.store.settings()


def test_the_program_starts_anew_where_all_settings_are_taken_back_and_a_screen_for_each_was_one() -> None:
    desk = Desk()
    desk.store.set(OWN_SCREENS.name, True)
    desk.item("operator.forget").act()
    assert (desk.restarts, dict(desk.store.settings())) == (1, {})


BY_PANEL = {
    **{knob.name: (knob, word(f"setting.{knob.name}")) for knob in KNOBS},
    OUTPUT.name: (OUTPUT, word("setting.output")),
    HIDDEN[0].name: (HIDDEN[0], word("game.spit")),
    HIDDEN[1].name: (HIDDEN[1], f"{INDENT}WITH JOKERS"),
}
"""Every setting of the page, with its line; margin and mode are set in the whole cabinet's tests."""


@pytest.mark.parametrize("names", [BY_PANEL.keys() - {"cocktail"}, {"cocktail"}], ids=["others", "cocktail"])
def test_what_is_set_by_the_panel_is_there_after_a_restart_and_in_config_show_and_is_taken_back(
    names: Collection[str], tmp_path: Path, toolkit: Toolkit
) -> None:
    """All settings in one life of the program; a table that lies flat, which changes another one, in another life."""
    text = f'[data]\nfolder = "{tmp_path}"\n[sound]\nvolume = 30\n[options.speed]\nlockout_ms = 400\n'
    text += '[input.coin1]\nkey = "5"\n'
    file = replace(LoadedConfig(parse_config(text), None, ""), path=tmp_path / "config.toml", text=text)
    before = with_settings(file)
    settings = [BY_PANEL[name] for name in BY_PANEL if name in names]

    def visit(visits: Mapping[str, Sequence[str]]) -> Config:
        """Start the program, go to each line by the panel, press its buttons there, and end the program."""
        desk = Desk(text, DiskStore(tmp_path))
        desk.sounds.cards = {"Headphones": "headphones", "vc4hdmi0": "HDMI 1"}
        service = desk.visit()
        desk.code.is_open = True
        page = OperatorPage(toolkit, service)
        page.enter(0)
        for line, buttons in visits.items():
            highlight(page, line)
            for button in buttons:
                page.handle(Press(AMBER, button, True, 0, "fake"))
            page.advance(0, 0)
            page.handle(Press(AMBER, STATE, True, 0, "fake"))
        page.leave(0)
        desk.store.close()
        return overlaid(desk.file, desk.store.settings())[0].config

    seen: dict[str, list[object]] = {knob.name: [] for knob, _ in settings}
    for button in (RIGHT, RIGHT, LEFT):
        config = visit({title: (ACTION, button, ACTION) for _, title in settings})
        kept = settings_in(tmp_path)
        shown, origins = with_settings(file)
        assert shown == config
        for knob, _ in settings:
            value = knob.read(shown)
            seen[knob.name].append(value)
            assert not knob.values or value is None or value in knob.values
            by_page = word("config.origin.page") in {origins.get(key) for key in knob.keys}
            assert by_page == (knob.name in kept), "what is as in the files is no setting"
        printed = config_text(shown, option_lines(), origins)
        keys = [key for knob, _ in settings if knob.name in kept for key in knob.keys]
        assert printed.count(f"[{word('config.origin.page')}]") == len(keys)
        read = parse_config(printed)
        read = replace(read, options={game: options for game, options in read.options.items() if options})
        assert read == shown, "what is printed is what is in force"
    assert [name for name, values in seen.items() if len(set(values)) < 2] == []
    visit({word("operator.forget"): (ACTION, ACTION, RIGHT)})
    assert with_settings(file) == before


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
def test_every_setting_has_words_for_all_its_values(knob: Knob) -> None:
    desk = Desk("[input.coin1]\nkey = '5'\n")
    item = desk.item(f"setting.{knob.name}")
    assert item.turn is not None
    for step in (1, -1):
        for _ in knob.values:
            item.turn(step)
            assert item.row().value


def test_settings_go_back_to_the_file_and_counts_to_nothing() -> None:
    desk = Desk("[sound]\nvolume = 20\n")
    turn = desk.item("setting.volume").turn
    assert turn is not None
    turn(1)
    assert desk.item("operator.forget").dangerous
    desk.item("operator.forget").act()
    assert desk.item("setting.volume").row().value == "20 %"


def test_counts_that_begin_anew_leave_a_receipt_on_the_page_and_in_the_journal() -> None:
    desk = Desk()
    desk.store.count({"matches": 3, "press.0.CARD1": 20, "press.1.LEFT": 4, "lost": 2})
    item = desk.item("operator.clear_audits")
    assert item.dangerous
    receipt = item.act()
    assert isinstance(receipt, str) and "3 matches, 24 presses" in receipt
    assert desk.told == [receipt]
    assert desk.store.audits().keys() == {SINCE, "since.matches", "since.presses"}
    desk.store.count({"lost": 1})
    audits = desk.visit().audits
    audits.read()
    found = audits.found()
    assert found is not None and (found["ever"].counts["lost"], found["ever"].counts["since.presses"]) == (1, 24)


def test_records_that_cannot_be_read_are_said_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = DiskStore(tmp_path)
    desk = Desk(store=store)
    store.close()
    (tmp_path / "photofinish.db").write_bytes(b"garbage" * 500)
    monkeypatch.setattr(store, "read", lambda act: act())  # the thread of a closed store has ended
    service = desk.visit()
    service.audits.read()
    found = service.audits.found()
    assert found is not None and found["ever"].matches == 0
    assert "photofinish.db" in service.not_done()


def test_a_disk_that_saves_nothing_is_said_on_the_page_until_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = DiskStore(tmp_path)
    desk = Desk(store=store)
    service = desk.visit()
    with monkeypatch.context() as patch:
        patch.setattr(Database, "apply", Mock(side_effect=Unavailable("Read-only file system")))
        desk.item("operator.clear_races").act()
        assert service.not_done() == ""
        desk.now = UNSAVED_NS
        assert service.not_done() == word("operator.unsaved")
        settled(store)
    store.set("volume", 30)
    settled(store)
    assert service.not_done() == ""
    store.close()


def settled(store: DiskStore) -> None:
    """Wait for the store's thread."""
    done = Event()
    store._thread.put(lambda _worker, _now: done.set())
    assert done.wait(20)


def test_each_sound_is_played_by_itself_and_first_each_loudspeaker() -> None:
    desk = Desk()
    turn = desk.item("operator.sound_test").turn
    assert turn is not None
    names = sound_names()
    for _ in range(len(names) + 2):
        turn(1)
    assert [pan_of(name) for name in desk.sounds.heard[:2]] == pytest.approx([-0.9, 0.9])
    assert desk.sounds.heard[2:] == names
    turn(1)
    assert desk.item("operator.sound_test").row().value == word("operator.sound_test.left")
    turn(-1)
    assert desk.sounds.heard[-1] == names[-1]


def test_a_sound_that_nobody_can_hear_says_so() -> None:
    desk = Desk()
    service, turn = desk.visit(), desk.item("operator.sound_test").turn
    assert turn is not None
    desk.sounds.is_open = False
    turn(1)
    assert service.not_done() == word("operator.no_sound")
    desk.sounds.is_open = True
    turn(1)
    assert service.not_done() == ""
    desk.store.set("volume", 0)
    turn(1)
    assert desk.item("operator.sound_test").row().value == word("operator.sound_test.silent")


def test_an_output_is_heard_before_it_is_taken_and_let_go_of_by_who_goes_elsewhere(toolkit: Toolkit) -> None:
    desk = Desk()
    desk.sounds.cards = {"Headphones": "headphones", "vc4hdmi0": "HDMI 1"}
    page = OperatorPage(toolkit, desk.visit())
    page.enter(0)

    def press(*buttons: str) -> str:
        for button in buttons:
            page.handle(Press(AMBER, button, True, 0, "fake"))
        return desk.item("setting.output").row().value

    highlight(page, word("setting.output"))
    assert press(ACTION, RIGHT) == "headphones"
    assert (desk.sounds.heard, desk.sounds.output, desk.store.settings()) == (["go"], "Headphones", {}), (
        "heard, not taken"
    )
    assert press(RIGHT, STATE) == word("output.first")
    assert (desk.store.settings(), desk.adopted) == ({}, 1), "the configured one plays again"
    highlight(page, word("setting.output"))
    assert press(ACTION, RIGHT, RIGHT, ACTION) == "HDMI 1"
    assert desk.store.settings() == {"output": "vc4hdmi0"}
    press(ACTION, LEFT)
    page.leave(0)
    assert (desk.store.settings(), desk.adopted) == ({"output": "vc4hdmi0"}, 3)


def test_games_and_ways_to_play_are_hidden_one_by_one_and_the_last_one_stays() -> None:
    desk = Desk()

    def turn(title: str) -> str:
        item = desk.item_of(title)
        assert item.turn is not None
        item.turn(1)
        return desk.item_of(title).row().value

    doubles = next(offer for offer in each_offer(find_game("speed"), Config()) if offer.name == "speed_doubles")
    way = INDENT + doubles.title.replace("\n", " ")
    assert (turn(way), turn(word("game.spit"))) == (word("operator.off"), word("operator.off"))
    config = overlaid(desk.file, desk.store.settings())[0].config
    assert (config.match.hidden_presets, config.match.hidden_games) == (("speed_doubles",), ("spit",))
    assert "speed_doubles" not in {offer.name for offer in each_on_offer(find_game("speed"), config)}
    assert turn(way) == word("operator.on")
    for game in GAMES[:-1]:
        if game.info.id != "spit":
            turn(word(f"game.{game.info.id}"))
    last, service = desk.item_of(word(f"game.{GAMES[-1].info.id}")), desk.visit()
    assert last.turn is not None
    last.turn(1)
    left = games_on_offer(overlaid(desk.file, desk.store.settings())[0].config)
    assert [game.info.id for game in left] == [GAMES[-1].info.id]
    assert service.not_done() == word("operator.last_way")


def test_an_output_that_is_not_there_and_a_machine_without_any_say_so() -> None:
    desk = Desk()
    service, turn = desk.visit(), desk.item("setting.output").turn
    assert turn is not None
    turn(1)
    assert service.not_done() == word("operator.no_outputs")
    desk.sounds.cards, desk.sounds.is_open = {"Device": "USB Audio Device"}, False
    turn(1)
    assert service.not_done() == word("operator.no_output", output="USB Audio Device")


def highlight(page: OperatorPage, title: str) -> None:
    """Go to a line of the settings by the panel's buttons."""
    page.handle(Press(AMBER, SETTINGS, True, 0, "fake"))
    for _ in page._items:
        if page._items[page._chosen].row().title == title:
            return
        page.handle(Press(AMBER, RIGHT, True, 0, "fake"))
    raise LookupError(title)


def test_the_lamps_are_lit_all_then_each_alone_then_in_every_pattern_while_that_line_is_turned(
    toolkit: Toolkit,
) -> None:
    desk = Desk()
    page = OperatorPage(toolkit, desk.visit())
    page.enter(0)
    highlight(page, word("operator.lamp_test"))
    page.handle(Press(AMBER, ACTION, True, 0, "fake"))
    assert page.lamps == IDLE
    shown: list[Light] = []
    for _ in range(1 + 4 * len(BUTTONS) + len(PATTERNS)):
        page.handle(Press(AMBER, RIGHT, True, 0, "fake"))
        shown.append(page.lamps)
    every, each, cues = shown[0], shown[1 : -len(PATTERNS)], shown[-len(PATTERNS) :]
    assert isinstance(every, Mapping) and len(every) == 32
    assert [{place} for place in every] == [set(light) for light in each if isinstance(light, Mapping)]
    assert cues == [Cue(name, (0, 1, 2, 3)) for name in PATTERNS]
    assert desk.item("operator.lamp_test").row().value == word(f"lamp_test.{[*PATTERNS][-1]}")
    page.handle(Press(AMBER, ACTION, True, 0, "fake"))
    assert page.lamps == IDLE


def test_a_cabinet_without_lamps_says_so_on_their_page() -> None:
    topics = [item.topic for item in Desk().visit().items()]
    assert list(dict.fromkeys(topics)) == [
        *("play", "games", "sound", "screen", "lamps", "people", "live", "coins", "machine"),
    ], "topic by topic"
    bare = [item.row().title for item in Desk(has_lamps=False).visit().items() if item.topic == "lamps"]
    assert bare == [word("operator.no_lamps")]


def test_a_locked_configuration_offers_no_settings() -> None:
    assert Desk("[operator]\nsettings = false\npower_off = ''\n").titles() == [
        word("operator.sound_test"),
        word("operator.screen_test"),
        word("operator.lamp_test"),
        word("operator.locked"),
        word("operator.restart"),
    ]


@pytest.mark.parametrize("size", SIZES)
def test_the_test_card_reaches_each_edge_and_each_colour_fills_the_screen(size: tuple[int, int]) -> None:
    page, screen = ScreenTest(toolkit_of(size)), pygame.Surface(size)
    page.enter(0)

    def seen() -> set[tuple[int, ...]]:
        page.draw(screen, 0, everything=True)
        return {tuple(screen.get_at((x, y)))[:3] for x in (0, size[0] // 2, size[0] - 1) for y in (0, size[1] - 1)}

    assert seen() == {(255, 255, 255)}
    for colour in FILLS:
        page.handle(Press(BLUE, LEFT, True, MS, "fake"))
        assert seen() == {colour}
        assert pygame.mask.from_threshold(screen, colour, (1, 1, 1, 255)).count() == size[0] * size[1]
    page.handle(Press(AMBER, ACTION, True, MS, "fake"))
    seen()
    assert not set(BARS) - {tuple(screen.get_at((x, size[1] * 25 // 100)))[:3] for x in range(size[0])}
    page.handle(Press(BLUE, LEAVE, True, MS, "fake"))
    assert len(returned(page)) == 1


@pytest.mark.parametrize(
    ("command", "told"), [("false", "ended with code 1"), ("no-such-program-at-all", "No such file"), ("true", "")]
)
def test_what_could_not_be_switched_off_is_told(command: str, told: str) -> None:
    desk = Desk(f"[operator]\npower_off = '{command}'\n")
    item = desk.item("operator.power_off")
    assert item.dangerous
    desk.power().run([command])
    complaints = desk.desk.complaints()
    assert len(complaints) == bool(told)
    assert all(told in complaint for complaint in complaints)
    assert desk.desk.complaints() == []


@pytest.mark.parametrize("size", SIZES)
def test_a_power_off_that_fails_is_said_on_the_page_until_it_is_tried_again(size: tuple[int, int]) -> None:
    desk = Desk("[operator]\npower_off = 'no-such-program-at-all'\n")
    page = OperatorPage(toolkit_of(size), desk.visit())
    page.enter(0)
    page.handle(Press(AMBER, SETTINGS, True, 0, "fake"))
    due = page.next_deadline()
    assert due is not None and due <= 500_000_000, "it looks by itself: nobody presses anything"
    desk.power().run(["no-such-program-at-all"])
    page.advance(due, due)
    assert word("operator.not_done", reason="No such file or directory") in words_on(page)
    assert "no-such-program-at-all: No such file" in desk.desk.complaints()[0]
    assert not desk.visit().not_done(), "the next visit begins without it"


def test_restart_is_a_line_of_its_own_that_is_confirmed() -> None:
    desk = Desk()
    assert desk.item("operator.restart").dangerous
    desk.item("operator.restart").act()
    assert desk.restarts == 1


def test_the_page_has_words_for_exactly_what_there_is() -> None:
    def named(group: str) -> set[str]:
        return {key.removeprefix(group) for key in OPERATOR_WORDS if key.startswith(group)}

    lines = {*BY_PANEL, MARGIN.name, SCREEN_MODE.name, HOUSE.name, RELEASE_WAIT.name, SEATS_EXCHANGED.name}
    lines |= {OWN_SCREENS.name, SCREENS_EXCHANGED.name}
    lines |= {"rotate", "preset"}  # which have a page, and values, of their own
    assert named("setting.") == lines == {knob.name for knob in ALL} - {knob.name for knob in TABLES}
    values = {value for knob in KNOBS for value in knob.values if isinstance(value, str) and knob.words == "value"}
    assert named("value.") == {*values, "own_screen"}, "which only the file sets"
    tiles = {f"tile.{name}" for name in ("matches", "minutes", "length", "presses", "lost", "restarts")}
    assert named("topic.") == {*TOPICS, *STRETCHES}
    assert named("audit.") == {*COUNTED, *COINS_COUNTED, "unclean", "streak", *tiles}
