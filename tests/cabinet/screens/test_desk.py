"""At a desk: every key of a person is named on the table, and none of a bot's."""

from pathlib import Path

import pygame
import pytest

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config
from cabinet.display.layout.arrange import table_layout
from cabinet.display.table.view_state import PauseHint, TableUpdate
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.display.widgets import KeyNames, cap_names
from cabinet.input.inputs import panel_map
from cabinet.input.sources import Sources, desk_keys
from cabinet.match.factory import MatchFactory
from cabinet.match.request import PERSON, MatchRequest
from cabinet.scenes.dialogs import pause_dialog
from cabinet.screens.view_factory import pause_hints, table_view, theme_of
from cabinet.strings.catalogue import word
from hardware.keyboard import KeyboardSource
from tests.cabinet.pictures.golden import difference
from tests.cabinet.pictures.samples import samples

SIZE = (480, 320)


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return Toolkit(theme_of(Config()), Fonts(), SIZE)


@pytest.mark.parametrize(
    ("players", "named"),
    [((PERSON, PERSON), {0, 1}), ((PERSON, "bot:fast"), {0}), (("bot:slow", PERSON), {1}), (("bot:slow",) * 2, set())],
)
def test_the_keys_of_people_are_named(
    players: tuple[str, str], named: set[int], toolkit: Toolkit, tmp_path: Path
) -> None:
    config = Config()
    factory = MatchFactory(LoadedConfig(config, None, ""), tmp_path, 1)
    keyboard = KeyboardSource([str(key) for key in panel_map(config.input.keys)])
    names = cap_names(desk_keys(Sources(None, keyboard), config.input))

    def drawn(key_names: KeyNames | None) -> pygame.Surface:
        view = table_view(
            config, factory, MatchRequest("speed", "speed", players), toolkit, judged=False, key_names=key_names
        )
        sample, screen = samples()["play"], pygame.Surface(SIZE)
        view.update(TableUpdate((), sample.table, sample.keys, 0))
        view.draw(screen, 0)
        return screen

    apart = difference(drawn(names), drawn(None))
    for seat in table_layout(SIZE).seats:
        changed = [any(pygame.image.tobytes(apart.subsurface(box), "RGB")) for box in seat.keys]
        assert changed == [seat.seat in named] * 8


def test_how_to_pause_names_the_keys_of_each_person() -> None:
    config = Config()
    keyboard = KeyboardSource([str(key) for key in panel_map(config.input.keys)])
    names = cap_names(desk_keys(Sources(None, keyboard), config.input))
    assert pause_hints((0, 1), names) == (PauseHint(0, "A", "G", "X"), PauseHint(1, "7", "-", "I"))
    assert pause_hints((0, 1), {}) == (PauseHint(),)


def test_nobody_is_told_how_to_pause_a_demonstration(toolkit: Toolkit, tmp_path: Path) -> None:
    factory = MatchFactory(LoadedConfig(Config(), None, ""), tmp_path, 1)
    request, countdown = MatchRequest("speed", "speed", ("bot:slow",) * 2), samples()["countdown"]
    view, screen = table_view(Config(), factory, request, toolkit, judged=True), pygame.Surface(SIZE)
    asked = table_view(Config(), factory, MatchRequest("speed", "speed", (PERSON,) * 2), toolkit, judged=True)
    view.update(TableUpdate((), countdown.table, countdown.keys, 0))
    view.draw(screen, 0)
    other = pygame.Surface(SIZE)
    asked.update(TableUpdate((), countdown.table, countdown.keys, 0))
    asked.draw(other, 0)
    assert pause_hints((), {}) == ()
    assert pygame.image.tobytes(screen, "RGB") != pygame.image.tobytes(other, "RGB")


def test_a_pause_names_the_keys_of_each_person() -> None:
    at_a_desk = pause_dialog("players", (PauseHint(0, "A", "G", "X"), PauseHint(1, "7", "-", "I")))
    assert (at_a_desk.lines[1], at_a_desk.hold) == (word("pause.how_by_keys"), (("A", "G", "X"), ("7", "-", "I")))
    assert pause_dialog("players", (PauseHint(),)).lines[1] == word("pause.how")
