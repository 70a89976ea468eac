"""At a desk every page shows the keys: the menus, tonight's question, a pause, a result."""

from collections.abc import Callable, Sequence
from typing import Any

import pygame
import pytest

from cabinet.config.schema import Config
from cabinet.display.fonts import Fonts
from cabinet.display.table.view import Dialogs
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import cap_name, keys_of
from cabinet.scenes.dialogs import pause_dialog
from cabinet.scenes.menu import game_question, opponent_question, rules_question
from cabinet.scenes.result import choices_of
from cabinet.scenes.stack import Scene
from cabinet.scenes.tonight import format_question
from cabinet.screens.view_factory import pause_hints, theme_of
from cabinet.strings.catalogue import word
from engine.games import find_game
from engine.panel import ACTION, CARDS, LEFT, RIGHT
from hardware.keyboard import DEFAULT_KEYS
from tests.cabinet.pictures.scenes import few_offers, picture

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
    toolkit = Toolkit(theme_of(Config()), Fonts(), (480, 320))
    scene = QUESTIONS[question](toolkit)
    picture(scene, toolkit)
    assert {key for button in (*CARDS, LEFT, RIGHT, ACTION) for key in keys_of(NAMES, button)} <= set(drawn)


def test_a_pause_draws_the_keys_that_are_held(drawn: list[str]) -> None:
    dialogs = Dialogs(Toolkit(theme_of(Config()), Fonts(), (480, 320)), word, NAMES)
    dialogs._texts(pause_dialog("players", pause_hints((0, 1), NAMES)), 400, 40)
    held = {NAMES[seat, button] for seat in (0, 1) for button in (CARDS[0], CARDS[-1], ACTION)}
    assert held <= set(drawn)


@pytest.mark.parametrize("next_up", ["", "MIA against BEN"])
def test_a_result_has_the_keys_of_its_ways(next_up: str) -> None:
    choices = choices_of(next_up, NAMES)
    assert [choice.keys for choice in choices] == [keys_of(NAMES, choice.button) for choice in choices]
    assert all(choices_of(next_up)[place].keys == () for place in range(len(choices)))
