"""The whole program in virtual time: real scenes, store and loop; buttons and screen stand in."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Self

import msgspec
import pygame
import pytest
from msgspec.structs import replace

from cabinet.app import Cabinet, Installation, Start, levels_of
from cabinet.audio.player import Levels
from cabinet.card.report import CardReport
from cabinet.commands.config import with_settings
from cabinet.config.file import LoadedConfig, parse_config
from cabinet.config.schema import CoinSwitch, Config, Input, Sound
from cabinet.display.widgets import capital
from cabinet.input.inputs import SERVICE, panel_map
from cabinet.input.sources import PanelSource, Sources, seatless_pins
from cabinet.loop import Loop
from cabinet.process.notify import Notifier
from cabinet.scenes.attract import Attract
from cabinet.scenes.choice import Choice as Question
from cabinet.scenes.dialogs import Resume
from cabinet.scenes.lessons import HowTo
from cabinet.scenes.machine_pages import EnterCode, Message, TurnValue
from cabinet.scenes.machine_pages import Question as Sentence
from cabinet.scenes.match import MatchScene
from cabinet.scenes.operator import OperatorPage, Task
from cabinet.scenes.ready import GettingReady
from cabinet.scenes.screen_pages import KEEP_NS, ChooseMode, KeepPicture, SetMargin
from cabinet.scenes.title import HOLD_NS, Title
from cabinet.scenes.write_text import WriteText
from cabinet.screens.canvas import canvases
from cabinet.screens.modes import Choice, Mode, Mounting
from cabinet.screens.window import Reading
from cabinet.service.notices import PASSING_NS, header_caution
from cabinet.service.settings import KNOBS, PRESET
from cabinet.store.ledger import FIRST_START
from cabinet.store.settings import change_setting
from cabinet.store.store import DiskStore
from cabinet.strings.catalogue import word
from cabinet.strings.language import Language, in_use
from engine.games import GAMES
from engine.log import read
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from engine.units import MS, S
from hardware.board.fake import FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import FakeClock
from hardware.fake import FakeSource
from hardware.keyboard import DEFAULT_KEYS, KeyboardSource
from hardware.lamps import DARK, Motion
from tests.cabinet.doctor.fake_machine import FakeMachine
from tests.cabinet.store.fake_files import FakeFiles

CONFIG = """
[display]
size = [480, 320]
attract_s = 30
[sound]
volume = 0
[input]
service_pin = 12
[options.speed]
best_of = 1
countdown = 1
"""
PINS = {**panel_map(Input().pins), **seatless_pins(Input(service_pin=12, coin1=CoinSwitch(pin=13)))}
LINES = {place: line for line, place in PINS.items()}
AMBER, BLUE = 0, 1


REST_NS = 20 * MS
"""The longest sleep where nothing is due and nothing arrives, ns; the program's own are shorter, and find nothing."""


class Screen:
    """A window that nobody sees. Time passes only while the program waits, and a plan says what happens when.

    A round in which nothing is due, nothing arrives and nothing happens is left out: `rests_ns` says how long that is.
    """

    def __init__(self, clock: FakeClock, size: tuple[int, int] = (480, 320)) -> None:
        self.surface = pygame.Surface(size)
        self.screens: Sequence[pygame.Surface] = [self.surface]
        self.choices: Sequence[Choice] = ()
        self.offered: Sequence[Mode] = ()
        self.displays: int | None = None
        self.refused: Mode | None = None
        self.mode: Mode | None = None
        self._mounting = Mounting()
        self.plan: list[tuple[int, Callable[[], None]]] = []
        self.ends = 0
        self.rests_ns: Callable[[], int] = lambda: 0
        self._clock = clock

    def exchange(self, *, on: bool) -> None:
        """One screen has no other."""

    def set_mode(self, mode: Mode | None) -> bool:
        """See `Window.set_mode`: a mode has a surface of its own."""
        if mode == self.mode or not self.offered:
            return True
        if mode is not None and mode == self.refused:
            return False
        self.mode = mode
        self.surface = pygame.Surface((mode or self.offered[0]).size)
        self.screens = [self.surface]
        return True

    def lay_out(self, margin: float, rotate: int | None = None) -> bool:
        mounting = Mounting(None, self._mounting.rotate if rotate is None else rotate, margin)
        laid_out = canvases([self.surface], mounting)
        if laid_out is not None:
            self._mounting, self.screens = mounting, [canvas.picture for canvas in laid_out]
        return laid_out is not None

    def wait(self, milliseconds: int) -> None:
        until = [self._clock() + self.rests_ns(), self.ends, *(at for at, _ in self.plan[:1])]
        self._clock.advance(max(milliseconds * MS, min(until) - self._clock()))
        while self.plan and self.plan[0][0] <= self._clock():
            self.plan.pop(0)[1]()

    def read(self, now: int) -> Reading:
        return Reading(quits=now >= self.ends)

    def show(self, place: int, changed: Sequence[pygame.Rect]) -> None:
        pass


class Evening:
    """One life of the program. `draws_ahead`: whether it draws what may come; it shows the same, and takes longer."""

    def __init__(
        self,
        folder: Path,
        config: str = CONFIG,
        begins: int = 1000 * S,
        files: FakeFiles | None = None,
        boards: Callable[[FakeClock], tuple[PanelSource, ...]] = lambda _clock: (),
        card: CardReport | None = None,
        loaded: LoadedConfig | None = None,
        machine: FakeMachine | None = None,
        keyboard: KeyboardSource | None = None,
        source: type[FakeSource] = FakeSource,
        keys: Callable[[FakeClock], PanelSource | None] = lambda _clock: None,
        size: tuple[int, int] = (480, 320),
        language: Language | None = None,
        draws_ahead: bool = False,
    ) -> None:
        self.folder = folder
        self.clock = FakeClock(begins)
        self.begins = self.at = begins
        self.screen = Screen(self.clock, size)
        self.source = source(list(PINS), self.clock, name="gpio")
        self.store = DiskStore(folder, files)
        self.seen: list[str] = []
        loaded = loaded or LoadedConfig(parse_config(config), None, "")
        pins = PanelSource(self.source, PINS, traced=self.source)
        sources = Sources(pins, keyboard, boards(self.clock), keys(self.clock))
        self._rests = sources == Sources(pins, None)
        self._draws_ahead = draws_ahead
        self.devices = folder / "dev"
        self.cabinet = Cabinet(
            *(loaded, folder, sources, self.screen, self.store, Notifier({}), self.clock),
            Installation(
                devices=self.devices,
                card=card or CardReport(),
                reports=folder / "report.json",
                probe=lambda: machine or FakeMachine(),
                language=language,
                live=folder / "run" / "live",
                requests=folder / "run-live",
            ),
        )

    def tap(self, button: str, seat: int = AMBER, *, hold_ns: int = 60 * MS) -> Self:
        self.source.tap(LINES[(seat, button)], at_ns=self.at, hold_ns=hold_ns)
        return self.after(300 * MS)

    def after(self, ns: int) -> Self:
        self.at += ns
        return self

    def look(self) -> Self:
        """Note which scene is on top now."""
        return self.do(lambda: self.seen.append(type(self.cabinet._stack.top).__name__))

    def look_at_notice(self) -> Self:
        """Note what the title says now."""

        def read() -> None:
            title = self.cabinet._stack.top
            assert isinstance(title, Title)
            self.seen.append(title._notice.text)

        return self.do(read)

    def do(self, act: Callable[[], object]) -> Self:
        self.screen.plan.append((self.at, lambda: (act(), None)[1]))
        return self.after(20 * MS)

    def run(self) -> Self:
        make_loop = self.cabinet._loop
        self.cabinet._loop = lambda: self._eased(make_loop())  # type: ignore[method-assign]  # asked what is due
        self.screen.ends = self.at
        self.after(100 * MS)
        self.anew = self.cabinet.run(Start(seed=5))
        self.store.close()
        return self

    def _eased(self, loop: Loop) -> Loop:
        def rests_ns() -> int:
            now = self.clock()
            return min(REST_NS, loop.due_ns(now), *(arrives - now for arrives, _, _ in self.source._coming[:1]))

        if self._rests:
            self.screen.rests_ns = rests_ns
        if not self._draws_ahead:
            loop._draw_ahead = lambda due_ns: False  # type: ignore[method-assign]  # as a scene that has nothing left
        return loop


def names(*scenes: type) -> list[str]:
    return [scene.__name__ for scene in scenes]


def begun(evening: Evening) -> Evening:
    """Both are ready: a match is on."""
    return evening.after(S).tap(ACTION, AMBER).tap(ACTION, BLUE).after(4 * S)


def test_a_board_shows_attract_on_its_lamps_and_the_title_tells_when_it_is_gone(tmp_path: Path) -> None:
    boards: list[FakeBoard] = []

    def plugged(clock: FakeClock) -> tuple[PanelSource, ...]:
        boards.append(FakeBoard(clock, booted_ns=clock()))
        source = BoardSource(boards[0].open, name="board2", clock=clock)
        return (PanelSource(source, {0: (2, ACTION)}, source.lamps),)

    evening, notices = Evening(tmp_path, boards=plugged).after(S), list[str]()
    lit = list[Motion]()
    evening.do(lambda: lit.append(boards[0].lamps[0].motion))
    evening.do(boards[0].unplug).after(S).do(lambda: notices.append(evening.cabinet.notices.last))
    evening.do(boards[0].plug).after(2 * S).do(lambda: notices.append(evening.cabinet.notices.last)).run()
    assert lit == [Motion.CHASE]
    assert notices == ["board2 does not answer. Look at its cable.", ""]
    assert boards[0].lamps[0] == DARK, "the program has ended"


def test_a_cabinet_that_nobody_touches_plays_by_itself_and_any_press_wakes_it(tmp_path: Path) -> None:
    evening = Evening(tmp_path).after(S).look().after(30 * S).look().after(5 * S)
    evening.tap(CARDS[2]).look().after(2 * S).tap(RIGHT).look().run()
    assert evening.seen == names(Title, Attract, Title, Question)


def test_a_press_at_the_title_lights_its_button_before_the_next_scene_is_built(tmp_path: Path) -> None:
    evening = Evening(tmp_path).after(S)
    cabinet, shown = evening.cabinet, list[tuple[str, list[pygame.Rect], int]]()

    def show(place: int, changed: Sequence[pygame.Rect]) -> None:
        shown.append((type(cabinet._stack.top).__name__, list(changed), cabinet._drawn.made))

    def disc() -> pygame.Rect:
        title = cabinet._stack.top
        assert isinstance(title, Title)
        return pygame.Rect(title.places(title.game)["disc.1"])

    discs: list[pygame.Rect] = []
    evening.do(lambda: setattr(evening.screen, "show", show)).do(lambda: discs.append(disc()))
    evening.tap(ACTION, BLUE).after(S).run()
    answer = next(place for place, (_, changed, _) in enumerate(shown) if discs[0] in changed)
    after = next(place for place, (scene, _, _) in enumerate(shown) if scene == "GettingReady")
    assert shown[answer][0] == "Title"
    assert answer < after
    assert shown[after][2] > shown[answer][2] == shown[0][2], "nothing is drawn before"


def test_what_the_first_turn_does_not_need_waits_for_the_warm_up(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    parts, there = evening.cabinet._warm_up(), list[bool]()

    def warm_up() -> Iterator[Callable[[], object]]:
        for part in parts:
            there.append("operator" in vars(evening.cabinet))
            yield part

    evening.cabinet._warm_up = warm_up  # type: ignore[method-assign]  # looked at between its parts
    evening.after(S).run()
    assert not any(there)
    assert "operator" in vars(evening.cabinet)


@pytest.mark.parametrize("seats", [(AMBER,), (AMBER, BLUE)])
def test_action_wakes_a_cabinet_and_is_not_lost(seats: tuple[int, ...], tmp_path: Path) -> None:
    """As a press at the title does: one seat is ready, and two that press together are in the match."""
    evening = Evening(tmp_path).after(35 * S).look()
    for seat in seats:
        evening.source.tap(LINES[(seat, ACTION)], at_ns=evening.at + seat * MS, hold_ns=60 * MS)
    evening.after(S).look().run()
    assert evening.seen == names(Attract, GettingReady if len(seats) == 1 else MatchScene)


def test_the_press_that_wakes_a_cabinet_counts_from_its_own_time_after_a_visit_of_the_operator(tmp_path: Path) -> None:
    """The attract scene's clock stood still meanwhile; the others have their whole ten seconds."""
    evening = Evening(tmp_path).after(35 * S).tap(SERVICE[1], SERVICE[0]).after(20 * S).tap(SERVICE[1], SERVICE[0])
    evening.look().tap(ACTION, AMBER).after(2 * S).look().run()
    assert evening.seen == names(Attract, GettingReady)


def test_who_walks_away_from_the_menu_leaves_a_cabinet_that_plays_by_itself(tmp_path: Path) -> None:
    evening = Evening(tmp_path).after(S).tap(RIGHT).tap(CARDS[0]).look().after(41 * S).look().after(31 * S).look().run()
    assert evening.seen == names(Question, Title, Attract)


def test_the_volume_is_set_with_the_panel_and_is_there_the_next_time(tmp_path: Path) -> None:
    evening = Evening(tmp_path).after(S)
    for seat in (AMBER, BLUE):
        evening.source.tap(LINES[(seat, ACTION)], at_ns=evening.at, hold_ns=HOLD_NS + S)
    evening.after(HOLD_NS + 2 * S).look().tap(CARDS[3]).tap(CARDS[3]).tap(CARDS[3]).tap(ACTION).tap(RIGHT).tap(RIGHT)
    evening.tap(CARDS[4]).look().run()
    assert evening.seen == names(OperatorPage, Title)
    assert evening.cabinet.config.sound.volume == 20
    again = Evening(tmp_path, begins=5000 * S).after(S).run()
    assert again.cabinet.config.sound.volume == 20
    assert again.store.audits()["press.0.CARD4"] == 3


def test_the_language_is_set_with_the_panel_and_all_is_in_it_at_once_and_the_next_time(tmp_path: Path) -> None:
    def look() -> None:
        top = evening.cabinet._stack.top
        is_turned = isinstance(top, OperatorPage) and top._is_turning
        said.append((type(top).__name__, is_turned, word("title.race"), word("setting.language")))

    said: list[tuple[str, bool, str, str]] = []
    with in_use(Language()) as language:
        evening = Evening(tmp_path, language=language).after(S).do(look)
        evening.tap(SERVICE[1], SERVICE[0])
        for _ in ("PLAY", "GAMES", "SOUND", "SCREEN"):
            evening.tap(CARDS[3])
        evening.tap(ACTION).do(look)
        evening.tap(RIGHT).do(look).tap(CARDS[4]).do(look).run()
    assert said == [
        ("Title", False, "PRESS TO RACE", "Language"),
        ("OperatorPage", True, "PRESS TO RACE", "Language"),
        ("OperatorPage", True, "DRÜCK UND LOS", "Sprache"),
        ("Title", False, "DRÜCK UND LOS", "Sprache"),
    ]
    with in_use(Language()) as language:
        again = Evening(tmp_path, begins=5000 * S, language=language)
        assert (language.code, word("title.race")) == ("de", "DRÜCK UND LOS")
        again.after(S).run()


def test_the_service_button_opens_the_page_over_a_match_that_then_waits(tmp_path: Path) -> None:
    evening = begun(Evening(tmp_path, draws_ahead=True)).look()
    evening.tap(SERVICE[1], SERVICE[0]).look().after(20 * S).tap(SERVICE[1], SERVICE[0]).look()
    evening.after(S).tap(ACTION).after(3 * S).look().run()
    assert evening.seen == names(MatchScene, OperatorPage, MatchScene, MatchScene)
    (log,) = (tmp_path / "matches").glob("*.jsonl")
    assert '"pause":"covered"' in log.read_text()
    assert '"resume":true' in log.read_text()


def test_the_first_start_of_a_card_leads_once_by_the_panel_alone(tmp_path: Path) -> None:
    """Language, sound, margin, buttons, code, in less than a minute; then the title, and no second time."""
    (tmp_path / "image").touch()
    for life in range(2):
        evening = Evening(tmp_path, begins=(1 + life) * 1000 * S).after(S).look()
        evening.cabinet._image = tmp_path / "image"
        if not life:
            evening.tap(RIGHT).tap(ACTION).after(S).look().tap(RIGHT).tap(ACTION).after(S).look().tap(ACTION)
            evening.after(S).look().tap(CARDS[4]).after(S).look().tap(ACTION).tap(CARDS[3]).after(S).look().tap(ACTION)
            evening.after(S)
            for _ in range(2):
                for card in (*CARDS, LEFT):
                    evening.tap(card)
                evening.after(S)
            evening.tap(ACTION).after(S).look()
            assert evening.at - evening.begins < 60 * S
        evening.run()
        if not life:
            assert evening.seen == names(TurnValue, TurnValue, SetMargin, Sentence, WriteText, Sentence, Title)
            assert {
                "language": "de",
                "operator.name": "A",
                "volume": 10,
                FIRST_START: True,
            }.items() <= evening.store.settings().items()
            assert evening.cabinet.operator.code.is_set
        else:
            assert evening.seen == names(Title)


def test_the_first_start_is_skipped_by_one_button_and_comes_again_only_for_who_looked_on(tmp_path: Path) -> None:
    (tmp_path / "image").touch()
    seen = []
    for begins, button in ((1000, None), (2000, CARDS[4]), (3000, None)):
        evening = Evening(tmp_path, begins=begins * S).after(S).look()
        evening.cabinet._image = tmp_path / "image"
        (evening.tap(button) if button else evening.after(41 * S)).after(S).look().run()
        seen.append(evening.seen)
    assert seen == [names(TurnValue, Title), names(TurnValue, Title), names(Title, Attract)]


def test_the_service_button_held_for_five_seconds_proves_the_owner_and_the_page_stays(tmp_path: Path) -> None:
    evening = Evening(tmp_path).after(S)
    code, proved = evening.cabinet.operator.code, list[bool]()
    for hold_ns in (4 * S, 5 * S):
        evening.tap(SERVICE[1], SERVICE[0], hold_ns=hold_ns).after(hold_ns).look()
        evening.do(lambda: proved.append(code.is_proved))
    evening.tap(SERVICE[1], SERVICE[0]).look().do(lambda: proved.append(code.is_proved)).run()
    assert evening.seen == names(OperatorPage, OperatorPage, Title)
    assert proved == [False, True, True]


def test_a_boards_bootsel_is_read_while_the_page_is_there_alone_and_proves_the_owner(tmp_path: Path) -> None:
    boards, read = list[FakeBoard](), list[int]()

    def plugged(clock: FakeClock) -> tuple[PanelSource, ...]:
        boards.append(FakeBoard(clock, booted_ns=clock()))
        source = BoardSource(boards[0].open, name="board2", clock=clock)
        return (PanelSource(source, {0: (2, ACTION)}, source.lamps),)

    evening, proved = Evening(tmp_path, boards=plugged).after(S), list[bool]()
    code = evening.cabinet.operator.code

    def look() -> None:
        read.append(boards[0].boot_button_readings)
        proved.append(code.is_proved)

    evening.do(lambda: setattr(boards[0], "is_boot_down", True)).after(S).do(look)
    evening.tap(SERVICE[1], SERVICE[0]).after(4 * S).do(look).after(2 * S).do(look)
    evening.tap(SERVICE[1], SERVICE[0]).after(S).do(look).run()
    assert proved[:3] == [False, False, True]
    assert read[0] == 0 < read[1] < read[2] <= read[3] <= 6 * 5 + 2


@pytest.mark.parametrize(("answer", "scene", "goes_on"), [(ACTION, MatchScene, True), (LEFT, Title, False)])
def test_a_match_that_was_cut_off_is_offered_at_the_next_start(
    answer: str, scene: type, goes_on: bool, tmp_path: Path
) -> None:
    begun(Evening(tmp_path)).run()
    evening = Evening(tmp_path, begins=9000 * S).after(S).look().tap(answer).after(S).tap(answer, BLUE).after(S).look()
    assert evening.run().seen == names(Resume, scene)
    third = Evening(tmp_path, begins=20_000 * S).after(S).look().run()
    assert third.seen == names(Resume if goes_on else Title)


def test_an_offer_that_nobody_answers_is_made_again(tmp_path: Path) -> None:
    begun(Evening(tmp_path)).run()
    for begins in (9000 * S, 20_000 * S):
        evening = Evening(tmp_path, begins=begins).after(S).look().after(61 * S).look().run()
        assert evening.seen == names(Resume, Title)


def test_the_operator_starts_the_program_anew(tmp_path: Path) -> None:
    evening = Evening(tmp_path).after(S).tap(SERVICE[1], SERVICE[0]).tap(CARDS[3])
    evening.tap(LEFT).tap(LEFT).tap(ACTION).after(S).look().tap(ACTION).tap(RIGHT).after(S).run()
    assert evening.seen == names(OperatorPage), "it is asked first"
    assert evening.anew
    assert evening.store.audits()["restart.operator"] == 1


def test_the_margin_is_set_on_the_whole_screen_and_everything_is_laid_out_inside_it(tmp_path: Path) -> None:
    sizes: list[tuple[int, int]] = []

    def drawn() -> None:
        top, screen = evening.cabinet._stack.top, evening.screen.screens[0]
        assert isinstance(top, OperatorPage | SetMargin | Title) and top.toolkit.size == screen.get_size()
        sizes.append(top.toolkit.size)

    def ask() -> None:
        page = evening.cabinet._stack.top
        assert isinstance(page, OperatorPage)
        page.dismiss(Task.MARGIN)

    evening = Evening(tmp_path, size=(800, 480)).after(S)
    evening.do(evening.cabinet._toggle_operator).after(S).do(ask).after(S).look()
    evening.tap(LEFT).tap(RIGHT).tap(RIGHT).tap(RIGHT).do(drawn).tap(ACTION).after(S).look().do(drawn)
    evening.tap(CARDS[4]).after(S).look().do(drawn).run()
    assert evening.seen == names(SetMargin, OperatorPage, Title)
    assert sizes == [(800, 480), (752, 452), (752, 452)]
    evening = Evening(tmp_path, begins=5000 * S, size=(800, 480)).after(S).do(drawn)
    evening.do(evening.cabinet._toggle_operator).after(S).do(ask).after(S).do(drawn).tap(RIGHT).tap(CARDS[4]).after(S)
    evening.do(drawn).tap(CARDS[4]).after(S).do(drawn).run()
    assert sizes[3:] == [(752, 452), (800, 480), (752, 452), (752, 452)], "it is left as it was"
    file = LoadedConfig(parse_config(f'[data]\nfolder = "{tmp_path}"\n'), None, "")
    shown, origins = with_settings(file)
    assert (shown.display.margin, origins["display", "margin"]) == (3, word("config.origin.page"))
    small = Evening(tmp_path, begins=9000 * S).after(S).look_at_notice().run()
    assert small.seen == [word("settings.margin", margin="3")]
    assert small.screen.screens[0].get_size() == (480, 320)


def test_where_a_display_is_missing_all_play_on_one_and_a_notice_says_so(tmp_path: Path) -> None:
    change_setting(tmp_path, "own_screens", True)
    evening = Evening(tmp_path).after(S).look_at_notice().tap(ACTION, AMBER).tap(ACTION, BLUE).after(4 * S).look().run()
    assert evening.seen == [word("settings.screens"), *names(MatchScene)]
    (log,) = (tmp_path / "matches").iterdir()
    assert read(log.read_bytes()).setup.options["cards_seen"] == "open"
    assert evening.store.settings() == {"own_screens": True}, "which comes into force with the display"


MODES = (Mode(1280, 720, 60), Mode(1024, 768, 75), Mode(800, 600, 60), Mode(640, 480, 60))


def at_the_modes(evening: Evening, offered: Sequence[Mode] = MODES) -> Evening:
    """Open the page of the screen's modes on a screen that refuses the smallest."""

    def ask() -> None:
        page = evening.cabinet._stack.top
        assert isinstance(page, OperatorPage)
        page.dismiss(Task.MODE)

    evening.screen.offered, evening.screen.refused = offered, offered[-1]
    return evening.after(S).do(evening.cabinet._toggle_operator).after(S).do(ask).after(S)


def test_a_mode_of_the_screen_is_kept_by_action_alone_and_taken_back_after_ten_seconds(tmp_path: Path) -> None:
    shown: list[object] = []

    def note() -> None:
        top, screen = evening.cabinet._stack.top, evening.screen.screens[0]
        assert (
            isinstance(top, OperatorPage | ChooseMode | KeepPicture | Title) and top.toolkit.size == screen.get_size()
        )
        shown.append((type(top).__name__, str(evening.screen.mode), evening.store.settings().get("mode")))

    def kept() -> tuple[object, str]:
        file = LoadedConfig(parse_config(f'[data]\nfolder = "{tmp_path}"\n'), None, "")
        config, origins = with_settings(file)
        return config.display.mode, origins.get(("display", "mode"), "")

    evening = at_the_modes(Evening(tmp_path, size=(1280, 720))).tap(RIGHT).tap(RIGHT).tap(ACTION).after(S).do(note)
    evening.tap(LEFT).after(KEEP_NS - 3 * S).do(note).after(3 * S).do(note).tap(CARDS[4]).after(S).do(note).run()
    assert shown == [
        ("KeepPicture", "1024x768@75", None), ("KeepPicture", "1024x768@75", None), ("OperatorPage", "None", None),
        ("Title", "None", None),
    ]  # fmt: skip
    assert kept() == ("auto", "")
    shown.clear()
    evening = at_the_modes(Evening(tmp_path, begins=2000 * S, size=(1280, 720))).tap(RIGHT).tap(RIGHT).tap(ACTION)
    evening.after(S).tap(ACTION).after(KEEP_NS).do(note).tap(CARDS[4]).after(S).do(note).run()
    assert shown == [("OperatorPage", "1024x768@75", "1024x768@75"), ("Title", "1024x768@75", "1024x768@75")]
    assert kept() == ("1024x768@75", word("config.origin.page"))
    shown.clear()
    evening = at_the_modes(Evening(tmp_path, begins=3000 * S, size=(1280, 720))).tap(RIGHT).tap(RIGHT).tap(ACTION)
    evening.after(S).do(note).run()
    assert shown == [("OperatorPage", "1024x768@75", "1024x768@75")], "the screen refuses the last"


def test_a_turned_picture_is_kept_by_action_alone_and_taken_back_after_fifteen_seconds(tmp_path: Path) -> None:
    shown: list[object] = []

    def note() -> None:
        top, screen = evening.cabinet._stack.top, evening.screen.screens[0]
        assert isinstance(top, OperatorPage | KeepPicture | Title) and top.toolkit.size == screen.get_size()
        shown.append((type(top).__name__, screen.get_size(), evening.store.settings().get("rotate")))

    def turned(begins: int) -> Evening:
        def ask() -> None:
            page = evening.cabinet._stack.top
            assert isinstance(page, OperatorPage)
            page.dismiss(Task.ROTATE)

        evening = Evening(tmp_path, begins=begins * S, size=(800, 480)).after(S)
        evening.do(evening.cabinet._toggle_operator).after(S).do(ask).after(S)
        return evening.tap(RIGHT).tap(ACTION).after(S)

    evening = turned(1000)
    evening.do(note).after(12 * S).do(note).after(3 * S).do(note).tap(CARDS[4]).after(S).do(note).run()
    assert shown == [
        ("KeepPicture", (480, 800), None), ("KeepPicture", (480, 800), None), ("OperatorPage", (800, 480), None),
        ("Title", (800, 480), None),
    ]  # fmt: skip
    shown.clear()
    evening = turned(2000)
    evening.tap(ACTION).after(S).do(note).tap(CARDS[4]).after(S).do(note).run()
    assert shown == [("OperatorPage", (480, 800), 90), ("Title", (480, 800), 90)]


def test_a_mode_that_the_screen_does_not_offer_any_more_is_taken_back_with_a_word(tmp_path: Path) -> None:
    store = DiskStore(tmp_path)
    store.set("mode", "1024x768@75")
    store.close()
    evening = Evening(tmp_path, size=(1280, 720))
    evening.screen.offered = MODES[2:]
    evening.do(evening.cabinet._adopt_settings).after(S).look_at_notice().run()
    assert evening.seen == [word("settings.mode", mode="1024x768@75")]
    assert "mode" not in evening.store.settings()


def test_an_output_that_is_away_is_said_on_the_title_until_it_is_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path).after(S)
    for missing in ("HDMI 2", ""):
        evening.do(partial(setattr, evening.cabinet.sounds, "missing", missing)).after(S).look_at_notice()
    evening.run()
    assert evening.seen == [word("sound.not_there", output="HDMI 2"), ""]


def test_the_operator_sets_a_code_and_deletes_with_it_until_the_page_is_left(tmp_path: Path) -> None:
    config = f"{CONFIG}[operator]\npower_off = ''\n"
    evening = Evening(tmp_path, config).after(S).tap(SERVICE[1], SERVICE[0]).tap(CARDS[3])
    evening.cabinet.operator.code._is_desk = False

    def left(lines: int) -> Evening:
        for _ in range(lines):
            evening.tap(LEFT)
        return evening

    left(5).tap(ACTION).look()
    for button in 2 * (CARDS[0], ACTION, LEFT, RIGHT, CARDS[4], CARDS[1]):
        evening.tap(button, BLUE)
    evening.look().after(S).tap(ACTION).look().tap(LEFT).tap(ACTION).tap(ACTION).tap(RIGHT).after(S)
    evening.tap(CARDS[4]).tap(SERVICE[1], SERVICE[0]).tap(CARDS[3])
    left(7).tap(ACTION).look().run()
    assert evening.seen == names(EnterCode, Message, OperatorPage, EnterCode)
    assert evening.store.audits()["since.presses"] > 0


def test_where_it_is_locked_guests_cannot_open_the_page(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CONFIG + "[operator]\npage = false\n").after(S)
    for seat in (AMBER, BLUE):
        evening.source.tap(LINES[(seat, ACTION)], at_ns=evening.at, hold_ns=HOLD_NS + S)
    evening.after(HOLD_NS + S // 2).look().run()
    assert evening.seen == names(Title)


def test_what_turns_out_damaged_is_said_on_the_title(tmp_path: Path) -> None:
    (tmp_path / "photofinish.db").write_bytes(b"garbage" * 500)
    evening = Evening(tmp_path).after(S)
    evening.look_at_notice()
    evening.run()
    assert "damaged" in evening.seen[0]


DEBIAN_ON_A_PI = FakeMachine(
    {"/proc/device-tree/model": "Raspberry Pi 4 Model B", "/proc/sys/kernel/osrelease": "6.12.48+deb13-arm64"}
)


def test_a_kernel_that_may_lose_an_edge_of_the_header_is_said_at_the_start_for_a_while(tmp_path: Path) -> None:
    evening = Evening(tmp_path, machine=DEBIAN_ON_A_PI).after(S).look_at_notice().after(PASSING_NS).look_at_notice()
    first, later = evening.run().seen
    assert "this kernel may lose one of two presses" in first
    assert later == ""


def test_buttons_that_are_not_on_the_header_need_no_such_notice() -> None:
    source = FakeSource(list(PINS), FakeClock(0))
    header, board = PanelSource(source, PINS), PanelSource(source, {2: (0, ACTION)})
    own = PanelSource(source, {12: SERVICE})
    assert header_caution(Sources(header, None), Input(), DEBIAN_ON_A_PI)
    assert not header_caution(Sources(header, None), Input(gpio_chip="mcp23017"), DEBIAN_ON_A_PI)
    assert not header_caution(Sources(own, None, (board,)), Input(), DEBIAN_ON_A_PI)
    assert not header_caution(Sources(header, None), Input(), FakeMachine())


def test_the_far_players_buttons_turn_with_the_screen_at_once(tmp_path: Path) -> None:
    config = CONFIG.replace("[display]", "[display]\ncocktail = true")
    evening = Evening(tmp_path, config).after(S).tap(SERVICE[1], SERVICE[0]).tap(CARDS[3])
    evening.do(lambda: evening.seen.append(evening.cabinet.inputs._panels[0].buttons[LINES[(BLUE, LEFT)]][1]))
    for _ in range([knob.name for knob in (PRESET, *KNOBS)].index("cocktail")):
        evening.tap(RIGHT)
    evening.tap(ACTION).tap(RIGHT)
    evening.do(lambda: evening.seen.append(evening.cabinet.inputs._panels[0].buttons[LINES[(BLUE, LEFT)]][1])).run()
    assert evening.seen == [RIGHT, LEFT]


def test_a_disk_that_fills_up_stops_the_log_and_not_the_match_and_is_told(tmp_path: Path) -> None:
    """Two bots would do; people play, pause, and leave, all of it without a log."""
    files = FakeFiles(3)
    evening = begun(Evening(tmp_path, files=files)).look()
    for button in (CARDS[0], CARDS[4], ACTION):
        evening.source.tap(LINES[(AMBER, button)], at_ns=evening.at, hold_ns=3 * S)
    evening.after(4 * S).tap(LEFT).after(2 * S).tap(LEFT, BLUE).after(2 * S).look()
    evening.look_at_notice()
    evening.run()
    assert evening.seen[:2] == names(MatchScene, Title)
    assert "The log of this match stops (No space left on device)" in evening.seen[2]
    assert evening.store.audits()["end.left"] == 1
    (log,) = files.files.values()
    assert log == b"" or log.endswith(b"\n")


def test_a_setting_that_rules_no_longer_allow_is_left_out_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def overlaid(file: LoadedConfig, settings: Mapping[str, object]) -> tuple[LoadedConfig, list[str]]:
        options = {"speed": {"hand_size": 99}} if settings else file.config.options
        return replace(file, config=msgspec.structs.replace(file.config, options=options)), []

    monkeypatch.setattr("cabinet.app.overlaid", overlaid)
    store = DiskStore(tmp_path)
    store.set("cards_seen", "peek")
    store.close()
    evening = Evening(tmp_path).after(S)
    evening.look_at_notice()
    evening.tap(RIGHT).tap(CARDS[0]).look().run()
    assert "not allowed any more" in evening.seen[0]
    assert evening.seen[1:] == names(Question)


def test_a_match_that_cannot_go_on_is_said_so_and_the_title_comes(tmp_path: Path) -> None:
    begun(Evening(tmp_path)).run()
    (log,) = (tmp_path / "matches").glob("*.jsonl")
    log.write_bytes(b"garbage\n" * 9)
    evening = Evening(tmp_path, begins=9000 * S).after(S).look()
    evening.look_at_notice()
    evening.run()
    assert evening.seen[0] == "Title"
    assert "cannot go on" in evening.seen[1]


def test_a_match_that_trips_the_program_up_does_not_keep_the_cabinet_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    begun(Evening(tmp_path)).run()

    def trip(*_: object) -> None:
        raise KeyError("a zone that no version has")

    monkeypatch.setattr("cabinet.match.factory.resume", trip)
    evening = Evening(tmp_path, begins=9000 * S).after(S).look()
    evening.look_at_notice()
    evening.run()
    assert evening.seen[0] == "Title"
    assert "trips over it" in evening.seen[1]
    assert "KeyError: 'a zone that no version has'" in capsys.readouterr().err


# From the title to the race


def table(evening: Evening) -> tuple[str, str, list[bool]]:
    """The scene on top, and in a match its phase and which seats are people."""
    top = evening.cabinet._stack.top
    if not isinstance(top, MatchScene):
        return type(top).__name__, "", []
    match = top._running.match
    return match.setup.game, str(match.table.phase), [seat.is_human for seat in match.setup.seats[:2]]


MOST_PRESSES = 2
"""Presses a person from the title to the race, for the game that was played last or that the house sets."""


@pytest.mark.long
@pytest.mark.parametrize("game", [game.info.id for game in GAMES])
def test_from_the_title_to_the_race_is_one_press_a_person_and_one_more_for_another_game(
    game: str, tmp_path: Path
) -> None:
    """Every press from the title on is counted, until the cards lie and the race is on."""
    seen: list[tuple[str, str, list[bool]]] = []
    presses = {AMBER: 0, BLUE: 0}

    def press(evening: Evening, button: str, seat: int) -> None:
        evening.tap(button, seat)
        presses[seat] += 1

    house = Evening(tmp_path / "house", f'{CONFIG}[match]\ngame = "{game}"\n').after(S)
    press(house, ACTION, AMBER)
    press(house, ACTION, BLUE)
    house.after(5 * S).do(lambda: seen.append(table(house))).run()
    assert max(presses.values()) <= MOST_PRESSES - 1
    other = next(each.info.id for each in GAMES if each.info.id != game)
    evening = Evening(tmp_path / "other", f'{CONFIG}[match]\ngame = "{other}"\n').after(S)
    place = [each.info.id for each in GAMES].index(game)
    press(evening, CARDS[place], BLUE)
    press(evening, ACTION, BLUE)
    press(evening, ACTION, AMBER)
    evening.after(5 * S).do(lambda: seen.append(table(evening))).run()
    assert max(presses.values()) <= MOST_PRESSES + 1
    assert seen == [(game, "play", [True, True])] * 2


@pytest.mark.parametrize(("seat", "people"), [(AMBER, [True, False]), (BLUE, [False, True])])
def test_who_is_alone_meets_a_bot_after_the_wait_or_at_once_by_a_second_press(
    seat: int, people: list[bool], tmp_path: Path
) -> None:
    seen: list[tuple[str, str, list[bool]]] = []
    waits = Evening(tmp_path / "waits").after(S).tap(ACTION, seat).look().after(11 * S)
    waits.after(4 * S).do(lambda: seen.append(table(waits))).run()
    hurries = Evening(tmp_path / "hurries").after(S).tap(ACTION, seat).after(S).tap(ACTION, seat)
    hurries.after(4 * S).do(lambda: seen.append(table(hurries))).run()
    assert waits.seen == names(GettingReady)
    assert seen == [("speed", "play", people)] * 2


def test_what_was_played_last_is_on_offer_the_next_time(tmp_path: Path) -> None:
    games: list[str] = []

    def look(evening: Evening) -> None:
        title = evening.cabinet._stack.top
        assert isinstance(title, Title)
        games.append(title.game)

    evening = Evening(tmp_path).after(S).do(lambda: look(evening)).tap(CARDS[0]).tap(ACTION, AMBER).tap(ACTION, BLUE)
    evening.after(5 * S)
    pause(evening).tap(LEFT).after(2 * S).tap(LEFT, BLUE).after(2 * S).do(lambda: look(evening)).run()
    assert games == ["speed", GAMES[0].info.id]


def test_just_play_behind_the_titles_arrow_asks_about_the_game_that_was_chosen(tmp_path: Path) -> None:
    games: list[str] = []

    def look(evening: Evening) -> None:
        menu = evening.cabinet._stack.top
        assert isinstance(menu, Question)
        games.append(GAMES[menu._chosen].info.id)

    evening = Evening(tmp_path).after(S).tap(CARDS[3]).tap(RIGHT).tap(CARDS[0]).after(S)
    evening.do(lambda: look(evening)).run()
    assert games == [GAMES[3].info.id]


def pause(evening: Evening) -> Evening:
    """AMBER holds the pause buttons."""
    for button in (CARDS[0], CARDS[4], ACTION):
        evening.source.tap(LINES[(AMBER, button)], at_ns=evening.at, hold_ns=3 * S)
    return evening.after(4 * S)


def test_a_pause_shows_the_lesson_behind_one_button_and_comes_back(tmp_path: Path) -> None:
    evening = begun(Evening(tmp_path))
    pause(evening).tap(RIGHT).look().tap(CARDS[4]).look().after(S).tap(ACTION).after(4 * S)
    evening.do(lambda: evening.seen.append(table(evening)[1])).run()
    assert evening.seen == [*names(HowTo, MatchScene), "play"]


def alone(folder: Path) -> Evening:
    """AMBER plays against a bot."""
    return Evening(folder).after(S).tap(ACTION).after(S).tap(ACTION).after(5 * S)


@pytest.mark.parametrize(
    ("answer", "scene", "left"), [(LEFT, MatchScene, 1), (ACTION, MatchScene, 0), (None, GettingReady, 1)]
)
def test_somebody_at_the_bots_panel_is_let_in_by_the_player_or_by_nobody_there(
    answer: str | None, scene: type, left: int, tmp_path: Path
) -> None:
    """The player who lets somebody in has been ready already, so the match of both begins at once."""
    evening = alone(tmp_path).tap(CARDS[2], BLUE).look()
    evening.tap(LEFT, BLUE).after(S).look()  # the newcomer cannot answer
    evening = evening.after(15 * S) if answer is None else evening.tap(answer)
    evening.after(2 * S).look().run()
    assert evening.seen == names(MatchScene, MatchScene, scene)
    assert evening.store.audits().get("end.left", 0) >= left
    log, *further = sorted((tmp_path / "matches").glob("*.jsonl"))
    assert len(further) == (answer == LEFT)
    assert '"pause":"joins"' in log.read_text()


def test_a_match_is_disturbed_for_a_newcomer_only_once(tmp_path: Path) -> None:
    evening = alone(tmp_path).tap(CARDS[2], BLUE).after(S).tap(ACTION).after(5 * S).tap(CARDS[2], BLUE).after(20 * S)
    evening.do(lambda: evening.seen.append(table(evening)[0])).run()
    assert evening.seen == ["speed"]
    (log,) = (tmp_path / "matches").glob("*.jsonl")
    assert log.read_text().count('"pause":"joins"') == 1


@pytest.mark.parametrize(
    ("quiet", "hour", "is_quiet"),
    [
        ((0, 0), 3, False), ((22, 8), 21, False), ((22, 8), 22, True), ((22, 8), 3, True), ((22, 8), 8, False),
        ((1, 5), 0, False),
    ],
)  # fmt: skip
def test_quiet_hours_are_without_music_at_most_so_loud_and_silent_where_nobody_plays(
    quiet: tuple[int, int], hour: int, is_quiet: bool
) -> None:
    for volume, most in ((80, 40), (80, 0), (20, 40)):
        config = Config(sound=Sound(volume, quiet_from=quiet[0], quiet_until=quiet[1], quiet_volume=most))
        expected = Levels(min(volume, most), 0, "full") if is_quiet else Levels(volume, 80, "full")
        assert levels_of(config, hour) == expected
        assert levels_of(config, hour, attracts=True).volume == (0 if is_quiet else volume // 2)


def test_no_hour_is_quiet_until_somebody_has_set_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said, heard = [False], list[int]()
    monkeypatch.setattr("cabinet.app.is_time_set", lambda: said[-1])
    now = time.localtime().tm_hour
    hours = f"quiet_from = {now}\nquiet_until = {(now + 2) % 24}\nquiet_volume = 30"
    evening = Evening(tmp_path, CONFIG.replace("volume = 0", f"volume = 80\n{hours}"))

    def listen() -> None:
        heard.append(evening.cabinet._levels.volume)

    evening.after(S).do(listen).do(lambda: said.append(True)).after(S).do(listen).run()
    assert heard == [80, 30]


def test_a_cabinet_that_nobody_plays_on_has_a_volume_of_its_own(tmp_path: Path) -> None:
    config = CONFIG.replace("volume = 0", "volume = 80\nattract_volume = 25")
    evening, heard = Evening(tmp_path, config), list[int]()

    def listen() -> None:
        heard.append(evening.cabinet._levels.volume)

    evening.after(S).do(listen).after(41 * S).look().do(listen).tap(LEFT).after(S).do(listen).run()
    assert evening.seen == names(Attract)
    assert heard == [80, 20, 80]


PRINTED = dict(zip((key for keys in DEFAULT_KEYS for key in keys.values()), "ßäöüåæøñçéèêëîïð", strict=True))
"""As if every key of a seat had another letter on it."""
US_LETTERS = frozenset(key.upper() for key in PRINTED if not key.isdigit()) - {"A", "X"}
"""The US names that are nothing else on a page: A is a card, X a sign."""


def test_every_page_names_the_keys_of_the_layout_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From the title to the match; a layout that is learnt while the title stands is named on it within a second."""
    drawn: set[str] = set()

    class Font(pygame.font.Font):
        def render(self, text: Any, *how: Any, **more: Any) -> pygame.Surface:
            drawn.add(text)
            return super().render(text, *how, **more)

    monkeypatch.setattr(pygame.font, "Font", Font)
    letters = set(PRINTED.values())
    keyboard = KeyboardSource(["a"])
    evening, pages = Evening(tmp_path, keyboard=keyboard).after(S), list[tuple[str, set[str]]]()
    evening.cabinet._drawn.most = 0  # pages share the drawings of caps: each is to draw its own

    def note() -> None:
        pages.append((type(evening.cabinet._stack.top).__name__, set(drawn)))
        drawn.clear()

    evening.do(note).do(lambda: setattr(keyboard, "letters", PRINTED)).after(2 * S).do(note)
    evening.tap(LEFT).after(S).do(note).tap(RIGHT).after(S).do(note).tap(CARDS[4]).after(S)
    evening.do(drawn.clear).tap(RIGHT).after(S).do(note).tap(CARDS[4]).after(S)
    evening.do(drawn.clear).tap(ACTION).after(S).do(note).tap(ACTION, BLUE).after(4 * S).do(note).run()
    assert pages.pop(0)[1] >= US_LETTERS
    assert [name for name, _ in pages] == ["Title", "ButtonsPage", "HowTo", "Choice", "GettingReady", "MatchScene"]
    for name, words in pages:
        assert {capital(letter) for letter in letters} <= words, name
        assert not words & US_LETTERS, name


@pytest.mark.parametrize(("hold_ns", "scene"), [(2 * S, GettingReady), (HOLD_NS + S, OperatorPage)])
def test_action_that_is_held_while_the_names_of_the_keys_change_leads_on(
    hold_ns: int, scene: type, tmp_path: Path
) -> None:
    """A title with the new names would not know of the press: they wait until nobody holds ACTION."""
    keyboard = KeyboardSource(["a"])
    evening = Evening(tmp_path, keyboard=keyboard).after(S)
    for seat in (AMBER, BLUE) if scene is OperatorPage else (AMBER,):
        evening.source.tap(LINES[(seat, ACTION)], at_ns=evening.at, hold_ns=hold_ns)
    evening.after(200 * MS).do(lambda: setattr(keyboard, "letters", PRINTED)).after(hold_ns).look().run()
    assert evening.seen == names(scene)
