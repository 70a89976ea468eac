"""Settings of the operator that override the file, and the code that locks them."""

import calendar
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from cabinet.config.file import LoadedConfig, parse_config, with_card
from cabinet.config.offers import check_rules
from cabinet.config.schema import Config, Input, Operator
from cabinet.config.toml import leaves, value_at
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.machine.number import cabinet_number, names_number, number_in, shown_number
from cabinet.scenes.machine_pages import ENTRY_NS, ClockSet, EnterCode, Message, ProveOwner, Question, SetClock
from cabinet.scenes.title import Title
from cabinet.scenes.write_text import WriteText, Written
from cabinet.service.machine_items import MachineTask, SystemView
from cabinet.service.operator_code import SIGNS, TRIES, WAIT_NS, CodeTask, OperatorCode, prove_owner, set_code, unlock
from cabinet.service.setting_items import HouseTask, OccasionTask, value_text
from cabinet.service.settings import KNOBS, OCCASIONS, Knob, card_overridden, overlaid, overridden_keys, turned_value
from cabinet.service.stick_items import StickTask
from cabinet.service.wifi_items import WifiTask
from cabinet.store.ledger import CODE, OCCASION, Setting
from cabinet.store.store import DiskStore
from cabinet.strings.catalogue import word
from engine.games import GAMES
from engine.panel import ACTION, BUTTONS, CARDS, LEFT, RIGHT, Press
from engine.units import MS, S
from hardware.board.fake import FakeBoard, Firmware
from hardware.board.source import BoardSource
from hardware.clock import FakeClock
from tests.cabinet.pictures.studio import SIZES
from tests.cabinet.scenes.stories import Dialog, returned
from tests.cabinet.service.test_machine_items import AskedHelper
from tests.cabinet.service.test_operator_lines import Desk
from tests.cabinet.store.memory_store import MemoryStore

DEFAULTS = LoadedConfig(Config(), None, "")
BY_NAME = {knob.name: knob for knob in KNOBS}


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
def test_every_value_of_every_setting_makes_a_configuration_that_games_take(knob: Knob) -> None:
    one = BY_NAME[knob.name]
    assert len({repr(value) for value in one.values}) == len(one.values), "each once"
    for value in one.values:
        loaded, strange = overlaid(DEFAULTS, {one.name: value})
        assert one.read(loaded.config) == value
        assert strange == []
        check_rules(loaded)


def test_none_of_something_is_a_number_and_less_than_none_is_off() -> None:
    assert value_text(BY_NAME["lockout_ms"], 0) == "0 ms"
    assert value_text(BY_NAME["off_at"], -1) == word("operator.off")


def test_what_is_not_set_stays_as_the_file_has_it() -> None:
    file = LoadedConfig(parse_config("[sound]\nvolume = 33\n[options.speed]\njokers = true\n"), None, "")
    loaded, _ = overlaid(file, {"reduced_motion": True, "cards_seen": "peek"})
    assert loaded.config.sound.volume == 33
    assert loaded.config.options["speed"] == {"jokers": True, "cards_seen": "peek"}
    assert {game.info.id for game in GAMES} - {"speah"} == set(loaded.config.options), "whose hands its rules hide"


@given(st.dictionaries(st.sampled_from([*BY_NAME, "colour"]), st.booleans() | st.integers() | st.text(max_size=6)))
def test_whatever_stands_in_the_database_the_configuration_is_one(settings: dict[str, Setting]) -> None:
    loaded, strange = overlaid(DEFAULTS, settings)
    check_rules(loaded)
    kept = set(settings) - set(strange)
    assert all(BY_NAME[name].read(loaded.config) == settings[name] for name in kept)
    assert "colour" not in kept


@pytest.mark.parametrize("knob", KNOBS, ids=lambda knob: knob.name)
def test_a_setting_names_the_keys_that_it_overrides(knob: Knob) -> None:
    before = msgspec.to_builtins(overlaid(DEFAULTS, {knob.name: knob.values[0]})[0].config)
    after = msgspec.to_builtins(overlaid(DEFAULTS, {knob.name: knob.values[-1]})[0].config)
    assert {key for key in leaves(after) if value_at(before, key) != value_at(after, key)} == set(knob.keys)
    assert overridden_keys({knob.name: knob.values[0]}) == dict.fromkeys(knob.keys, knob.values[0])
    assert overridden_keys({knob.name: "nonsense"}) == {}


CARD = with_card(DEFAULTS, 'sound.volume = 40\ndisplay.large = true\ndisplay.layout = "beside"\n')


def test_the_operators_page_goes_before_the_cards_file_and_says_so_where_the_card_has_just_changed() -> None:
    settings: dict[str, Setting] = {"volume": 70, "large": True, "layout": "facing"}
    assert overlaid(CARD, settings)[0].config.sound.volume == 70
    notice = card_overridden(CARD, ["sound.volume", "display.large"], settings)
    assert notice.startswith("photofinish.toml has sound.volume = 40; the operator's page has 70, and goes first")
    assert card_overridden(CARD, ["sound.volume", "display.layout"], settings).startswith("2 settings of")
    assert card_overridden(CARD, [], settings) == card_overridden(CARD, ["sound.volume"], {}) == ""


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_the_title_says_of_the_card_fits_its_two_lines(size: tuple[int, int]) -> None:
    toolkit = Toolkit(Theme(), Fonts(), size)
    told = [
        word("card.overridden", name="options.speed_uno.cards_seen", given='"open"', set='"peek"'),
        word("card.overridden_all", count=12),
        word("card.taken", count=200),
    ]
    for notice in told:
        assert len(toolkit.rows(notice, 12, Title(toolkit, None).page.w)) <= 2
    longest = word("store.aside", name="photofinish.db.damaged-2026-11-21T18-30-05")
    narrow = toolkit.rows(longest, 1, Title(toolkit, None).page.w, "title")
    assert len(narrow) <= 2, "the face of titles has room for it where that for reading has not"


def test_one_is_not_true() -> None:
    assert overlaid(DEFAULTS, {"reduced_motion": 1})[1] == ["reduced_motion"]


@pytest.mark.parametrize(("step", "values"), [(1, [10, 40, 100, 100]), (-1, [0, 30, 90, 90])])
def test_volume_goes_by_tens_and_ends_at_silence_and_at_its_loudest(step: int, values: list[int]) -> None:
    assert [turned_value(BY_NAME["volume"], (value,), step) for value in (0, 33, 95, 100)] == values


ORDERED = [knob for knob in KNOBS if knob.is_ordered]


def rank(value: Setting) -> int:
    """Where a value stands from less to more."""
    return value if isinstance(value, int) else {"off": -3, "sparse": -2, "full": 1_000_000}[value]


@given(st.sampled_from(ORDERED), st.data())
def test_more_never_makes_less_and_less_never_more(knob: Knob, data: st.DataObject) -> None:
    """Also where games differ, and where the file has a value that is none of the setting's."""
    numbers = st.integers(0, 1500) if any(isinstance(each, int) for each in knob.values) else st.nothing()
    now = data.draw(st.lists(st.sampled_from(knob.values) | numbers, min_size=1, max_size=3, unique=True))
    ranks = [rank(each) for each in now]
    assert rank(turned_value(knob, now, 1)) >= max(ranks)
    assert rank(turned_value(knob, now, -1)) <= min(ranks)


def test_switches_go_round_and_the_files_value_is_one_of_those_that_can_be_chosen() -> None:
    assert turned_value(BY_NAME["layout"], ("facing",), 1) == "beside"
    assert turned_value(BY_NAME["reduced_motion"], (False,), -1) is True
    assert turned_value(BY_NAME["cards_seen"], ("peek",), 1) == "open"
    assert [turned_value(BY_NAME["lockout_ms"], (now,), -1, (400,)) for now in (500, 400)] == [400, 250]


def test_action_pressed_on_and_on_sets_no_occasion(toolkit: Toolkit) -> None:
    desk = Desk()
    for _ in range(2):
        page = desk.desk.task(OccasionTask.CHOOSE)
        assert page is not None
        dialog = Dialog(page(toolkit))
        dialog.handle(Press(0, ACTION, True, dialog.now + S, "fake"))
        assert dialog.results == [None] and not desk.store.settings()


@pytest.mark.parametrize("name", OCCASIONS)
def test_an_occasion_shows_what_it_changes_and_is_taken_back(name: str, toolkit: Toolkit) -> None:
    desk = Desk("[sound]\nvolume = 30\n")
    turn = desk.item("setting.streak").turn
    assert turn is not None
    turn(1)
    before = dict(desk.store.settings())
    check_rules(overlaid(desk.file, OCCASIONS[name])[0])
    page = desk.desk.task(OccasionTask.CHOOSE)
    assert page is not None
    dialog = Dialog(page(toolkit))
    for button in (CARDS[list(OCCASIONS).index(name)], ACTION):
        dialog.handle(Press(0, button, True, dialog.now + S, "fake"))
        if isinstance(dialog.stack.top, Question):
            assert f"{word('setting.streak')}: 6, now " in dialog.stack.top._text, "another one's settings go"
    after, _ = overlaid(desk.file, desk.store.settings())
    assert all(BY_NAME[each].read(after.config) == value for each, value in OCCASIONS[name].items())
    assert BY_NAME["streak"].read(after.config) == OCCASIONS[name].get("streak", 5)
    back = desk.item_of(word("occasion.back", name=word(f"occasion.{name}")))
    assert back.act() == word("occasion.taken_back")
    assert desk.store.settings() == before


def test_the_houses_name_is_written_letter_by_letter_and_one_that_no_file_takes_is_none(toolkit: Toolkit) -> None:
    desk = Desk('[operator]\nletters = "ÄÖ01"\n')
    page = desk.desk.task(HouseTask.NAME)
    assert page is not None
    dialog = Dialog(page(toolkit))
    presses = [
        RIGHT,
        ACTION,
        CARDS[1],
        LEFT,
        ACTION,
        CARDS[2],
        *[RIGHT] * 6,
        ACTION,
        CARDS[1],
        ACTION,
        CARDS[0],
        CARDS[3],
    ]
    for button in presses:
        dialog.handle(Press(0, button, True, dialog.now + S, "fake"))
    name = desk.config.operator.name
    assert dialog.results == [None] and desk.store.settings() == {"operator.name": name} and name == "Baq"
    assert overlaid(desk.file, {"operator.name": "x" * 25})[1] == ["operator.name"]
    row = desk.item("setting.operator.name").row()
    assert (row.value, row.default, row.is_changed) == ("Baq", word("changed.none"), True)


@given(st.lists(st.sampled_from(BUTTONS), max_size=60))
def test_whatever_is_written_is_a_name_that_the_configuration_takes(toolkit: Toolkit, buttons: list[str]) -> None:
    page = WriteText(toolkit, "", "", 24, more="ÄÖÜ0123456")
    page.enter(0)
    for button in [each for each in buttons if each not in CARDS[3:]] + [CARDS[3]]:
        page.handle(Press(0, button, True, 0, "fake"))
    (written,) = returned(page)
    assert isinstance(written, Written) and overlaid(DEFAULTS, {"operator.name": written.text})[1] == []


@pytest.mark.parametrize("kept", ["", "x", "[]", '["home"]', '["home", 3]', '["gone", {}]', '["home", {"gone": 1}]'])
def test_a_kept_occasion_that_is_none_has_no_line(kept: str) -> None:
    desk = Desk()
    desk.store.set(OCCASION, kept)
    assert not [title for title in desk.titles() if title.endswith("take it back")]


def test_a_step_goes_from_what_is_in_force_and_a_step_back_leaves_no_trace() -> None:
    """A lock of 500 ms by each game's own rules becomes 1000, and not 0; Speahx hides its hands by its own rule."""
    desk = Desk()
    shown = {"lockout_ms": ("500 ms", "1000 ms"), "countdown": ("3", "4"), "speed.best_of": ("3", "5")}
    shown |= {
        "speed.target": ("10", "25"),
        "spit.length": ("3", "5"),
        "speah.deals": ("1", "2"),
        "voice": ("often",) * 2,
    }
    for name, (before, after) in shown.items():
        item = desk.item(f"setting.{name}")
        assert item.row().value == before and not item.row().is_changed and item.turn is not None
        item.turn(1)
        assert item.row().value == after
        item.turn(-1)
    assert desk.store.settings() == {"voice": "sparse"}
    turn = desk.item("setting.cards_seen").turn
    assert turn is not None
    turn(1)
    assert {game: rules["cards_seen"] for game, rules in desk.config.options.items()} == dict.fromkeys(
        ("spit", "speed", "mod_spit", "speed_uno"), "peek"
    )


def test_the_title_offers_the_way_to_play_that_was_chosen_and_another_game_lets_go_of_it() -> None:
    desk = Desk('[match]\ngame = "spit"\n')

    def turned(key: str, step: int) -> tuple[str, str]:
        turn = desk.item(f"setting.{key}").turn
        assert turn is not None
        turn(step)
        return desk.config.match.game, desk.config.match.preset

    first = desk.item("setting.preset").row()
    assert first.value == first.default == "THREE DEALS" and not first.is_changed
    assert turned("preset", 1) == ("spit", "classic_spit_full")
    assert desk.item("setting.preset").row().is_changed
    assert turned("preset", -1) == ("spit", "")
    assert "preset" not in desk.store.settings(), "that of the files is no setting"
    assert turned("preset", -1) == ("spit", "running_spit"), "Spit for four is not for the title's two"
    assert turned("game", 1) == ("speed", "")


@pytest.mark.parametrize("game", ["speed", "spit"])
def test_a_way_to_play_that_is_kept_brings_its_game_and_one_that_no_game_has_is_none(game: str) -> None:
    loaded = LoadedConfig(parse_config(f'[match]\ngame = "{game}"\n'), None, "")
    config, strange = overlaid(loaded, {"preset": "slap_spit", "game": "mod_spit"})
    assert (config.config.match.game, config.config.match.preset, strange) == ("spit", "slap_spit", [])
    config, strange = overlaid(loaded, {"preset": "solitaire"})
    assert (config.config.match, strange) == (loaded.config.match, ["preset"])


def test_what_was_changed_is_on_a_page_of_its_own_and_goes_back_line_by_line_or_all_of_a_topic() -> None:
    desk = Desk("[sound]\nvolume = 30\n[match]\nhidden_games = ['spit']\n")
    for name in ("volume", "music", "lockout_ms"):
        turn = desk.item(f"setting.{name}").turn
        assert turn is not None
        turn(1)
    turn = desk.item("game.spit").turn
    assert turn is not None
    turn(1)

    def changed() -> dict[str, str]:
        return {item.row().title: item.row().value for item in desk.items() if item.topic == "changed"}

    assert changed() == {
        word("setting.lockout_ms"): "500 ms, now 1000 ms",
        word("setting.volume"): "30 %, now 40 %",
        word("setting.music"): "80 %, now 100 %",
        word("changed.all", topic=word("topic.sound")): "2 settings",
        word("setting.hidden_games"): "SPIT, now none",
    }
    lines = {item.row().title: item for item in desk.items() if item.topic == "changed"}
    assert lines[word("setting.lockout_ms")].act() == f"{word('setting.lockout_ms')}: 500 ms again."
    assert lines[word("changed.all", topic=word("topic.sound"))].dangerous
    lines[word("changed.all", topic=word("topic.sound"))].act()
    lines[word("setting.hidden_games")].act()
    assert changed() == desk.store.settings() == {}


RIGHT_ONE = (CARDS[0], CARDS[4], LEFT, RIGHT, ACTION, CARDS[1])
WRONG_ONE = (*RIGHT_ONE[:-1], CARDS[2])


class Lock:
    """A code, its store, and somebody at the panel, in virtual time."""

    def __init__(self, in_file: str = "", boards: Sequence[BoardSource] = (), service_pin: int = -1) -> None:
        self.store = MemoryStore()
        self.now = 0
        config = Config(operator=Operator(code=in_file), input=Input(service_pin=service_pin))
        program = Desk()
        program.file = replace(program.file, config=config)
        self.code = OperatorCode(program, self.store, lambda: self.now, boards=boards)

    def press(self, dialog: "Dialog[None]", *buttons: str, seat: int = 0) -> None:
        for button in buttons:
            self.now += S
            dialog.handle(Press(seat, button, True, self.now, "fake"))


@pytest.fixture
def lock() -> Lock:
    return Lock()


# Setting it


def test_the_first_code_is_set_by_entering_it_twice(lock: Lock, toolkit: Toolkit) -> None:
    dialog = Dialog(unlock(toolkit, lock.code))
    lock.press(dialog, *RIGHT_ONE, *RIGHT_ONE)
    assert isinstance(dialog.top, Message)
    lock.press(dialog, ACTION)
    assert (dialog.results, lock.code.is_open) == ([None], True)
    lock.code.begin_visit()
    assert not lock.code.is_open
    assert lock.code.enter(RIGHT_ONE)


def test_two_different_entries_set_nothing(lock: Lock, toolkit: Toolkit) -> None:
    dialog = Dialog(unlock(toolkit, lock.code))
    lock.press(dialog, *RIGHT_ONE, *WRONG_ONE)
    assert isinstance(dialog.top, EnterCode), "it asks again"
    assert not lock.code.is_set
    dialog.advance(lock.now + ENTRY_NS, lock.now + ENTRY_NS)
    assert (dialog.results, lock.code.is_open) == ([None], False)


def test_once_somebody_has_played_it_is_set_by_a_proof_from_inside_the_box_only(lock: Lock, toolkit: Toolkit) -> None:
    """Otherwise a guest would set it, and lock the operator out."""
    lock.store.count({"matches": 1})
    dialog = Dialog(unlock(toolkit, lock.code))
    assert isinstance(dialog.top, ProveOwner)
    with pytest.raises(ValueError, match="no code can be set"):
        lock.code.set(RIGHT_ONE)
    assert lock.code.is_set is lock.code.is_open is False
    lock.code.prove("button")
    dialog.advance(lock.now + S, lock.now + S)
    lock.press(dialog, *RIGHT_ONE, *RIGHT_ONE, ACTION)
    assert (dialog.results, lock.code.is_open, lock.store.audits()["code.button"]) == ([None], True, 1)
    assert word("code.by.button") in lock.code.last_proof()


def test_a_forgotten_code_is_set_anew_once_for_each_proof_and_never_against_the_file(toolkit: Toolkit) -> None:
    lock, in_file = Lock(), Lock("1 5 L R A 2")
    for each in (lock, in_file):
        each.store.count({"matches": 1})
        each.code.prove("stick")
    lock.code.set(WRONG_ONE)
    lock.code.begin_visit()
    assert lock.code.enter(WRONG_ONE)
    lock.code.begin_visit()
    with pytest.raises(ValueError, match="no code can be set"):
        lock.code.set(RIGHT_ONE)
    lock.code.prove("stick")
    lock.code.begin_visit()
    assert not lock.code.may_be_set, "a proof ends with its visit"
    with pytest.raises(ValueError, match="no code can be set"):
        in_file.code.set(RIGHT_ONE)
    assert isinstance(Dialog(prove_owner(toolkit, in_file.code)).top, Message)


def plugged_in(clock: FakeClock, *, can_read: bool = True) -> tuple[FakeBoard, BoardSource]:
    board = FakeBoard(clock, firmware=Firmware(features=1 if can_read else 0))
    source = BoardSource(board.open, clock=clock)
    source.start()
    return board, source


def test_bootsel_held_for_five_seconds_proves_the_owner_once_until_it_is_let_go() -> None:
    clock = FakeClock(7_000 * S)
    board, source = plugged_in(clock)
    lock = Lock(boards=[source])
    lock.store.count({"matches": 1})

    def hold(seconds: float) -> bool:
        for _ in range(round(20 * seconds)):
            clock.advance(S // 20)
            source.drain()
            lock.code.look_at_boards()
        return lock.code.is_proved

    board.is_boot_down = True
    assert [hold(4.9), hold(0.6)] == [False, True]
    lock.code.set(RIGHT_ONE)
    assert not hold(6), "the same hold"
    board.is_boot_down = False
    hold(1)
    board.is_boot_down = True
    assert hold(6)
    assert lock.store.audits()["code.board"] == 1
    assert word("code.by.board") in lock.code.last_proof()


@pytest.mark.parametrize(
    ("service_pin", "boards", "key"),
    [
        (-1, [], "code.prove.stick"),
        (12, [], "code.prove.button"),
        (-1, [True], "code.prove.board"),
        (12, [False, True], "code.prove.either"),
        (-1, [False], "code.prove.old"),
    ],
)
def test_the_page_names_the_ways_that_this_cabinet_has(service_pin: int, boards: list[bool], key: str) -> None:
    clock = FakeClock(7_000 * S)
    lock = Lock("", [plugged_in(clock, can_read=can_read)[1] for can_read in boards], service_pin)
    number = shown_number(cabinet_number())
    ways = {
        word("code.prove.stick", why="", number=number): "code.prove.stick",
        word("code.prove.stick", why=f"{word('code.prove.old')} ", number=number): "code.prove.old",
    } | {
        word("code.prove", hold=word(f"code.prove.{way}"), number=number): f"code.prove.{way}"
        for way in ("button", "board", "either")
    }
    assert ways[lock.code.ways_to_prove] == key


@pytest.mark.parametrize(
    ("content", "is_proof"),
    [
        (b"12345678", True),
        (b"\xef\xbb\xbf1234 5678\r\n", True),
        (b"1234-5678\nthe pub's\n", True),
        (b"", False),
        (b"123456789", False),
        (b"1234567", False),
        ("\u0661\u0662345678".encode(), False),
        (b"x" * 5000 + b"\n12345678", False),
    ],
)
def test_a_file_proves_the_owner_by_the_cabinets_number_alone(content: bytes, is_proof: bool) -> None:
    assert names_number(content, "12345678") is is_proof


def test_a_cabinets_number_is_its_own_and_tells_nothing_of_its_id(tmp_path: Path) -> None:
    ids = [tmp_path / name for name in "ab"]
    for each in ids:
        each.write_text(f"{each.name * 32}\n")
    numbers = [cabinet_number(each) for each in (*ids, tmp_path / "none")]
    assert len(set(numbers)) == 3 and all(number_in(shown_number(number)) == number for number in numbers)


def test_at_a_desk_nothing_is_locked_and_there_is_no_code_to_forget() -> None:
    desk = Desk(is_locked=True, is_desk=True)
    desk.store.count({"matches": 9})
    rows = [item.row() for item in desk.visit().items()]
    assert word("code.locked") not in {row.value for row in rows}
    assert not {word("operator.code"), word("code.forgotten")} & {row.title for row in rows}


def test_once_there_is_a_code_guests_change_volume_and_language_and_see_the_rest() -> None:
    desk = Desk(is_locked=True)
    desk.code.set(RIGHT_ONE)
    items = {item.row().title: item for item in desk.items()}
    locked = items[word("setting.lockout_ms")]
    assert (locked.row().value, locked.turn, locked.leads_to) == ("500 ms", None, CodeTask.UNLOCK)
    turning = [title for title, item in items.items() if item.turn is not None and item.topic != "lamps"]
    for_guests = [word(f"setting.{name}") for name in ("volume", "language", "large")]
    assert sorted(turning) == sorted([*for_guests, word("operator.sound_test")])


def test_who_has_entered_it_changes_it(lock: Lock, toolkit: Toolkit) -> None:
    lock.code.set(RIGHT_ONE)
    lock.store.count({"matches": 1})
    dialog = Dialog(set_code(toolkit, lock.code))
    lock.press(dialog, *WRONG_ONE, *WRONG_ONE)
    lock.code.begin_visit()
    assert not lock.code.enter(RIGHT_ONE)
    assert lock.code.enter(WRONG_ONE)
    lock.code.begin_visit()
    with pytest.raises(ValueError, match="no code can be set"):
        lock.code.set(RIGHT_ONE)


def test_the_configurations_code_goes_before_that_of_the_page() -> None:
    lock = Lock("1 5 L R A 2")
    kept = Lock()
    kept.code.set(WRONG_ONE)
    lock.store.set(CODE, kept.store.settings()[CODE])
    assert lock.code.is_in_file
    assert not lock.code.may_be_set
    assert not lock.code.enter(WRONG_ONE)
    assert lock.code.enter(RIGHT_ONE)


def test_the_store_has_no_button_of_it_and_never_the_same_twice() -> None:
    kept = set()
    for _ in range(2):
        lock = Lock()
        lock.code.set(RIGHT_ONE)
        kept.add(str(lock.store.settings()[CODE]))
    assert len(kept) == 2
    assert not any(button in text for text in kept for button in (*SIGNS.values(), "1 5"))


@pytest.mark.parametrize("kept", ["", "x", "zz:00", "0" * 32, f"{'0' * 32}:", "\0:\0"])
def test_a_stored_code_that_is_none_opens_nothing(lock: Lock, kept: str) -> None:
    lock.store.set(CODE, kept)
    assert not lock.code.enter(RIGHT_ONE)
    assert not lock.code.is_open


# Entering it


def test_a_wrong_code_says_so_and_three_make_everybody_wait(lock: Lock, toolkit: Toolkit) -> None:
    lock.code.set(RIGHT_ONE)
    lock.code.begin_visit()
    dialog = Dialog(unlock(toolkit, lock.code))
    for _ in range(TRIES - 1):
        lock.press(dialog, *WRONG_ONE, seat=1)
        assert isinstance(dialog.top, EnterCode)
        assert dialog.top._note == word("code.wrong")
    lock.press(dialog, *WRONG_ONE)
    assert isinstance(dialog.top, Message)
    assert dialog.top._text == word("code.wait", seconds=60)
    assert not lock.code.enter(RIGHT_ONE), "the right one neither, or a machine would try them all"
    dialog = Dialog(unlock(toolkit, lock.code))
    assert isinstance(dialog.top, Message)
    lock.now += WAIT_NS
    dialog = Dialog(unlock(toolkit, lock.code))
    lock.press(dialog, *RIGHT_ONE)
    assert (dialog.results, lock.code.is_open) == ([None], True)


# What it guards


GUARDED = ("operator.clear_races", "operator.forget", "operator.clear_audits")
PEOPLE = ("people.rename", "people.merge", "people.delete")


def test_a_guest_who_holds_two_buttons_finds_nothing_that_deletes() -> None:
    desk = Desk(is_locked=True)
    for key in (*GUARDED, *PEOPLE):
        item = desk.item(key)
        assert (item.row().value, item.leads_to) == (word("code.locked"), CodeTask.UNLOCK)
        assert item.turn is None
        item.act()
    assert desk.store.settings() == {}
    assert desk.told == []


def test_with_the_code_each_line_does_what_it_says_until_the_page_is_left() -> None:
    desk = Desk(is_locked=True)
    desk.code.set(RIGHT_ONE)
    service = desk.visit()
    assert all(item.leads_to is CodeTask.UNLOCK for item in service.items() if item.row().value == word("code.locked"))
    assert desk.code.enter(RIGHT_ONE)
    opened = [item for item in service.items() if item.row().title in map(word, GUARDED)]
    assert [item.dangerous for item in opened] == [True] * 3
    assert word("code.locked") not in {item.row().value for item in service.items()}
    assert [item.row().value for item in desk.visit().items()].count(word("code.locked")) == 9


def test_the_lines_of_the_machine_and_the_stick_are_locked_as_well(tmp_path: Path) -> None:
    (tmp_path / "socket").touch()
    helper, store = AskedHelper(tmp_path / "socket"), DiskStore(tmp_path)
    (tmp_path / "zone1970.tab").write_text("XX\t+0000+00000\tEurope/Berlin\n")
    (tmp_path / "rfkill0").mkdir()
    (tmp_path / "rfkill0/type").write_text("wlan")
    (tmp_path / "rfkill0/soft").write_text("0")
    (tmp_path / "panel").mkdir()
    (tmp_path / "panel/brightness").write_text("100")
    (tmp_path / "panel/max_brightness").write_text("255")
    view = SystemView(tmp_path, tmp_path, tmp_path, tmp_path / "localtime")
    desk = Desk(store=store, is_locked=True, helper=helper, view=view)
    items = desk.items()
    store.close()
    locked = {item.row().title for item in items if item.row().value == word("code.locked")}
    network = ("operator.wifi", "wifi.join")
    wanted = (*GUARDED, *PEOPLE, "operator.clock", "operator.zone.region", "operator.zone.city", *network)
    stick = ("stick.export", "stick.backup", "stick.restore", "stick.update", "stick.weekly")
    slots = {word("coins.slot", slot=slot) for slot in (1, 2)}
    assert locked == {*(word(key) for key in (*wanted, *stick)), *slots}
    assert all(item.leads_to is CodeTask.UNLOCK for item in items if item.row().title in locked)
    desk.file = replace(desk.file, config=parse_config("[operator]\nsettings = false\n"))
    titles = {item.row().title for item in desk.items()}
    assert not titles & {word(key) for key in (*wanted, *stick, "operator.brightness")}, "locked by the configuration"
    leads = {item.leads_to for item in items} - {CodeTask.UNLOCK, None}
    assert not leads & {*MachineTask, *StickTask, *WifiTask}, "nothing else leads there"


def test_settings_as_in_the_file_leave_the_code() -> None:
    desk = Desk()
    desk.code.set(RIGHT_ONE)
    desk.item("operator.forget").act()
    assert desk.code.enter(RIGHT_ONE)


# The clock


@pytest.fixture
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The tests' time zone."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("utc")
@pytest.mark.parametrize(
    ("presses", "shown"),
    [
        ((), (2028, 1, 31, 23, 59)),
        ((RIGHT,), (2028, 1, 31, 0, 59)),
        ((CARDS[4], RIGHT), (2028, 1, 31, 23, 0)),
        ((CARDS[1], RIGHT), (2028, 2, 29, 23, 59)),
        ((CARDS[0], RIGHT, CARDS[1], RIGHT, CARDS[2], RIGHT), (2029, 2, 1, 23, 59)),
        ((CARDS[0], *[LEFT] * 20), (2020, 1, 31, 23, 59)),
        ((CARDS[2], LEFT), (2028, 1, 30, 23, 59)),
    ],
)
def test_the_clock_is_set_part_by_part(
    toolkit: Toolkit, presses: tuple[str, ...], shown: tuple[int, int, int, int, int]
) -> None:
    page = SetClock(toolkit, time.struct_time((2028, 1, 31, 23, 59, 30, 0, 0, 0)))
    page.enter(0)
    for button in (*presses, ACTION):
        page.handle(Press(1, button, True, MS, "fake"))
    assert returned(page) == [ClockSet(calendar.timegm((*shown, 0, 0, 0, 0)))]


def test_a_clock_that_was_never_set_begins_in_the_first_year_that_can_be(toolkit: Toolkit) -> None:
    page = SetClock(toolkit, time.gmtime(0))
    page.enter(0)
    page.handle(Press(0, ACTION, True, MS, "fake"))
    (told,) = returned(page)
    assert isinstance(told, ClockSet)
    assert time.localtime(told.at).tm_year == 2020
