"""The title of the whole program in virtual time: the keyboard's keys on it, and the game that was chosen on it."""

from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cabinet.display.attract import PlacesBoard
from cabinet.display.margin_text import short_margin_text
from cabinet.display.theme import Fonts, Theme
from cabinet.display.toolkit import Toolkit
from cabinet.input.inputs import SERVICE
from cabinet.input.sources import PanelSource
from cabinet.scenes.attract_pages import RecordsPage
from cabinet.scenes.choice import Choice
from cabinet.scenes.ready import GettingReady
from cabinet.scenes.title import RACE_NS, Title, TitleRace, clock_text
from cabinet.strings.catalogue import word
from engine.games import GAMES
from engine.log_lines import Contest
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from engine.units import S
from hardware.board.fake import FakeBoard
from hardware.board.source import BoardSource
from hardware.clock import FakeClock
from hardware.keyboard import KeyboardSource
from tests.cabinet.test_whole_cabinet import AMBER, BLUE, CONFIG, LINES, Evening


def board(clock: FakeClock) -> tuple[PanelSource, ...]:
    """A board with two buttons that is plugged in."""
    source = BoardSource(FakeBoard(clock, booted_ns=clock()).open, name="board", clock=clock)
    return (PanelSource(source, {0: (AMBER, ACTION), 1: (BLUE, ACTION)}),)


@pytest.mark.parametrize(("boards", "are_told"), [(lambda _clock: (), True), (board, False)])
def test_the_page_of_the_buttons_says_that_keys_are_not_judged_unless_a_board_is_there_to_be_pressed(
    boards: Callable[[FakeClock], tuple[PanelSource, ...]], are_told: bool, tmp_path: Path
) -> None:
    evening = Evening(tmp_path, boards=boards, keyboard=KeyboardSource(["a"])).after(S).run()
    note = evening.cabinet._flow._not_judged
    assert (note == word("howto.not_judged")) == are_told


@given(st.integers(1_000, 300_000_000), st.lists(st.floats(0, 1), min_size=2, max_size=5))
def test_the_titles_clock_runs_on_and_stops_at_the_margin(margin_ns: int, shares: list[float]) -> None:
    told = [float(clock_text(margin_ns, share)) for share in sorted(shares)]
    assert told == sorted(told)
    assert clock_text(margin_ns, 1) == short_margin_text(margin_ns)


@pytest.mark.parametrize("size", [(480, 320), (800, 480), (1280, 720), (480, 800)])
def test_the_titles_race_stays_in_its_room(size: tuple[int, int]) -> None:
    toolkit = Toolkit(Theme(), Fonts(), size)
    title = Title(toolkit, None)
    race = TitleRace(toolkit)
    for margin_ns in (90_000, 6_000_000, 299_000_000):
        race.run(Contest(0, 1, 0, margin_ns))
        for game in GAMES:
            room = title.places(game.info.id)["race"]
            for age in range(0, RACE_NS, RACE_NS // 40):
                assert all(
                    pygame.Rect(room).contains(sprite.rect) for sprite in race.sprites(room, game.info.id, age)
                ), (game.info.id, age)


def test_a_game_that_was_chosen_stays_on_offer_when_the_operators_page_closes(tmp_path: Path) -> None:
    offered = list[str]()

    def look() -> None:
        title = evening.cabinet._stack.top
        assert isinstance(title, Title)
        offered.append(title.game)

    evening = Evening(tmp_path).after(S)
    evening.do(look).tap(CARDS[2]).do(look)
    evening.tap(SERVICE[1], SERVICE[0]).tap(CARDS[3]).tap(CARDS[3]).tap(CARDS[3]).tap(ACTION).tap(RIGHT)
    evening.tap(SERVICE[1], SERVICE[0]).do(look).run()
    assert offered[0] != offered[1]
    assert offered[2] == offered[1]
    assert evening.cabinet.config.sound.volume == 10, "the page was there"


@pytest.mark.parametrize("seat", [AMBER, BLUE])
def test_arrows_beside_a_held_action_turn_the_volume_and_lead_nowhere(seat: int, tmp_path: Path) -> None:
    evening, told = Evening(tmp_path).after(S), list[str]()
    at = evening.at

    def look() -> None:
        page = evening.cabinet._stack.top
        assert isinstance(page, Title)
        told.append(page._loud)

    for each, until_ns in ((seat, 6 * S), (1 - seat, 9 * S)):  # both are held for longer than the page takes
        evening.source.tap(LINES[(each, ACTION)], at_ns=at, hold_ns=until_ns)
    evening.after(S).tap(RIGHT, seat).do(look).tap(LEFT, seat).tap(LEFT, seat).do(look).after(5 * S).look().do(look)
    evening.after(3 * S).look().run()
    assert told == [word("title.volume", volume=f"{percent} %") for percent in (10, 0)] + [""]
    assert evening.seen == ["Title", "GettingReady"], "who held ACTION alone leads on as ever"
    assert evening.cabinet.config.sound.volume == 0 and evening.store.settings() == {}, "as the file has it"


def test_a_page_whose_settings_are_locked_keeps_the_volume(tmp_path: Path) -> None:
    evening = Evening(tmp_path, CONFIG + "[operator]\nsettings = false\n").after(S)
    evening.source.tap(LINES[(AMBER, ACTION)], at_ns=evening.at, hold_ns=3 * S)
    evening.after(S).tap(RIGHT).after(S).look().run()
    assert evening.seen == ["Choice"] and not evening.store.settings(), "RIGHT leads on"


def test_a_game_that_is_hidden_is_offered_nowhere(tmp_path: Path) -> None:
    hidden = CONFIG + "[match]\nhidden_games = ['speed', 'spit']\nhidden_presets = ['mod_spit']\n"
    evening, seen = Evening(tmp_path, hidden).after(S), list[object]()

    def at_title() -> None:
        title = evening.cabinet._stack.top
        assert isinstance(title, Title)
        seen.append((title.game, title._games))

    def at_question() -> None:
        question = evening.cabinet._stack.top
        assert isinstance(question, Choice)
        seen.append([answer.title for answer in question._answers])

    evening.do(at_title).tap(CARDS[1]).do(at_title).tap(RIGHT).after(S).tap(CARDS[0]).after(S).do(at_question)
    evening.tap(CARDS[0]).after(S).do(at_question).after(120 * S).look().run()
    ids = ["mod_spit", "speed_uno", "speah"]
    assert seen[:2] == [("mod_spit", ids), ("speed_uno", ids)]
    assert seen[2] == [*(word(f"game.{each}") for each in ids), word("menu.back")]
    ways = seen[3]
    assert isinstance(ways, list) and len(ways) == 3, "one way to play, the lessons, and the way back"
    assert evening.seen == ["Attract"], "whose demonstrations and lessons are of what is offered"


def test_the_chosen_games_button_leads_to_its_records_and_back(tmp_path: Path) -> None:
    evening = Evening(tmp_path).after(S).tap(CARDS[2]).tap(CARDS[2]).look()  # a finger that bounces asks for nothing
    evening.after(S).tap(CARDS[2]).after(S).look()
    evening.do(lambda: evening.seen.append(offered(evening))).tap(CARDS[4]).after(S).look().run()
    assert evening.seen == ["Title", "RecordsPage", "mod_spit", "Title"]


def test_the_records_invite_to_a_match_of_their_game(tmp_path: Path) -> None:
    evening = Evening(tmp_path).after(S).tap(CARDS[2]).after(S).tap(CARDS[2]).after(S).tap(ACTION).after(S)

    def at_ready() -> None:
        ready = evening.cabinet._stack.top
        assert isinstance(ready, GettingReady)
        evening.seen.append(ready._offer.game)

    evening.do(at_ready).run()
    assert evening.seen == ["mod_spit"]


def offered(evening: Evening) -> str:
    """The game of the first board."""
    page = evening.cabinet._stack.top
    assert isinstance(page, RecordsPage) and isinstance(page.board, PlacesBoard)
    return next(game.info.id for game in GAMES if word(f"game.{game.info.id}") == page.board.line)
