"""At a desk every page shows the keys: the menus, tonight's question, a pause, a result."""

from collections.abc import Callable, Sequence
from typing import Any

import pygame
import pytest

from cabinet.display.table.view import Dialogs
from cabinet.display.toolkit import Toolkit, beside
from cabinet.display.widgets import cap_name, keys_of
from cabinet.scenes.bracket import BigMoment, Bracket, TournamentState
from cabinet.scenes.dialogs import pause_dialog
from cabinet.scenes.evening import ask_loser
from cabinet.scenes.legend import Way, _ways_in_foot, foot, way
from cabinet.scenes.lessons import ButtonsPage, HowTo
from cabinet.scenes.menu import game_question, opponent_question, rules_question
from cabinet.scenes.result import choices_of
from cabinet.scenes.stack import Scene
from cabinet.scenes.tonight import format_question
from cabinet.screens.view_factory import TableSetting, pause_hints
from cabinet.strings.catalogue import word
from cabinet.tournaments.views import Chooser
from engine.games import find_game
from engine.panel import ACTION, CARDS, LEFT, RIGHT, Press
from engine.units import S
from hardware.keyboard import DEFAULT_KEYS
from tests.cabinet.pictures.bracket_samples import CHAMPION, double, results
from tests.cabinet.pictures.scenes import few_offers, picture
from tests.cabinet.scenes.stories import Dialog, toolkit_of

NAMES = {(seat, button): cap_name(key) for seat, panel in enumerate(DEFAULT_KEYS) for button, key in panel.items()}
SPEED = find_game("speed")
QUESTIONS: dict[str, Callable[[Toolkit], Scene[Any]]] = {
    "game": lambda toolkit: game_question(toolkit, SPEED, NAMES),
    "rules": lambda toolkit: rules_question(toolkit, few_offers(SPEED), "speed", NAMES),
    "opponent": lambda toolkit: opponent_question(toolkit, few_offers(SPEED)[0], "person", 2, NAMES),
    "tonight": lambda toolkit: format_question(toolkit, NAMES),
}


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The keys that are drawn as keys."""
    keys: list[str] = []

    def caps(toolkit: Toolkit, names: Sequence[str], *more: object, **_how: object) -> pygame.Surface:
        keys.extend(names)
        return pygame.Surface((1, 1))

    for module in ("cabinet.scenes.choice", "cabinet.display.table.view"):
        monkeypatch.setattr(f"{module}.key_caps", caps)
    return keys


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_menu_names_the_key_of_every_button(question: str, drawn: list[str]) -> None:
    toolkit = toolkit_of()
    scene = QUESTIONS[question](toolkit)
    picture(scene, toolkit)
    assert {key for button in (*CARDS, LEFT, RIGHT, ACTION) for key in keys_of(NAMES, button)} <= set(drawn)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_question_to_one_seat_has_that_seats_keys_alone(seat: int, drawn: list[str]) -> None:
    toolkit = toolkit_of()
    asked = ask_loser(toolkit, Chooser("BEN", seat, "m"), "speed", lambda _game: "", NAMES)
    picture(Dialog(asked).top, toolkit)
    assert set(drawn) == {key for (each, _), key in NAMES.items() if each == seat}


def test_a_pause_draws_the_keys_that_are_held(drawn: list[str]) -> None:
    dialogs = Dialogs(toolkit_of(), word, NAMES)
    dialogs._texts(pause_dialog("players", pause_hints((0, 1), NAMES)), 400, 40)
    held = {NAMES[seat, button] for seat in (0, 1) for button in (CARDS[0], CARDS[-1], ACTION)}
    assert held <= set(drawn)


@pytest.mark.parametrize("next_up", ["", "MIA against BEN"])
def test_a_result_has_the_keys_of_its_ways(next_up: str) -> None:
    choices = choices_of(next_up, NAMES)
    assert [choice.keys for choice in choices] == [keys_of(NAMES, choice.button) for choice in choices]
    assert all(choices_of(next_up)[place].keys == () for place in range(len(choices)))


@pytest.mark.parametrize("page", ["tree", "results", "champion", "last page"])
def test_a_tournament_and_the_last_page_of_a_night_have_the_keys_of_their_ways(page: str) -> None:
    toolkit, champion = toolkit_of(), CHAMPION if page == "champion" else None
    scene: Bracket | BigMoment = Bracket(toolkit, TournamentState(double(), results(11), champion), key_names=NAMES)
    if page == "last page":
        scene = BigMoment(toolkit, CHAMPION, ends_ns=S, is_last=True, key_names=NAMES)
    if page == "results":
        scene.handle(Press(0, RIGHT, True, 0, "fake"))
    ways = scene._foot_ways()
    assert ways and [one.keys for one in ways] == [keys_of(NAMES, one.button) for one in ways]


def test_a_lesson_and_the_page_of_the_buttons_name_the_keys_that_leave_them() -> None:
    toolkit = toolkit_of((800, 480))
    ways = [Way("", word("howto.next")), Way(CARDS[-1], word("way.leave"), keys_of(NAMES, CARDS[-1]))]
    lesson = HowTo(toolkit, TableSetting(key_names=NAMES), "speed", 0)
    assert lesson._ways().get_size() == beside([way(toolkit, one) for one in ways], toolkit.px(18, 8)).get_size()
    page = ButtonsPage(toolkit, DEFAULT_KEYS)
    assert foot(toolkit, ways).surface in [sprite.surface for sprite in page.sprites()]


@pytest.mark.parametrize("size", [(800, 480), (480, 320), (1280, 720)])
def test_a_long_way_at_the_foot_takes_the_room_that_others_leave(size: tuple[int, int]) -> None:
    toolkit = toolkit_of(size)
    words = ((RIGHT, "bracket.show"), (CARDS[1], "records.way"), (CARDS[-1], "way.leave"))
    ways = [Way(button, word(key), keys_of(NAMES, button)) for button, key in words]
    drawn = _ways_in_foot(toolkit, ways, is_led=False)
    assert [each.surface.get_width() for each in drawn] == [way(toolkit, one).get_width() for one in ways]
    edges = [edge for each in drawn for edge in (each.x, each.x + each.surface.get_width())]
    assert edges == sorted(edges) and edges[0] >= 0 and edges[-1] <= size[0]
    assert _ways_in_foot(toolkit, (), is_led=False) == [], "a page may have none"
