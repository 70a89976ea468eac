"""Games with hands in the program: who has a row, who a tile, and what LEFT is across a cocktail table."""

from pathlib import Path

import pytest

from cabinet.config.file import LoadedConfig
from cabinet.config.schema import Config, Display, SeatKeys
from cabinet.display.layout.boxes import HandLayout
from cabinet.display.theme import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.input.inputs import panel_map, turned_press, turned_round
from cabinet.match.factory import MatchFactory
from cabinet.match.played import RunningScore
from cabinet.match.request import MatchRequest, full_table
from cabinet.match.story import Story
from cabinet.scenes.result import result_page
from cabinet.screens.view_factory import table_view, theme_of
from engine.game import Outcome
from engine.games import find_game
from engine.panel import Press

SIZE = (480, 320)


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return Toolkit(theme_of(Config()), Fonts(), SIZE)


def layout_of(
    toolkit: Toolkit, data: Path, request: MatchRequest, *, cocktail: bool = False, own: int | None = None
) -> HandLayout:
    config = Config(display=Display(cocktail=cocktail))
    factory = MatchFactory(LoadedConfig(config, None, ""), data, 11)
    layout = table_view(config, factory, request, toolkit, judged=True, own=own).layout
    assert isinstance(layout, HandLayout)
    return layout


def table_for(panels: tuple[str, str], game: str = "speed_uno") -> MatchRequest:
    preset = find_game(game).info.presets[0]
    return MatchRequest(game, preset.name, full_table(preset.seats, panels))


def test_one_person_has_a_row_and_the_bots_tiles(toolkit: Toolkit, tmp_path: Path) -> None:
    layout = layout_of(toolkit, tmp_path, table_for(("person", "bot:slow")))
    assert [seat.seat for seat in layout.seats] == [0]
    assert [tile.seat for tile in layout.tiles] == [1, 2, 3]


def test_whoever_sits_at_the_other_panel_alone_has_the_row(toolkit: Toolkit, tmp_path: Path) -> None:
    layout = layout_of(toolkit, tmp_path, table_for(("bot:slow", "person")))
    assert [seat.seat for seat in layout.seats] == [1]
    assert [tile.seat for tile in layout.tiles] == [2, 3, 0]


def test_two_people_have_a_row_each_and_the_bots_stand_between(toolkit: Toolkit, tmp_path: Path) -> None:
    layout = layout_of(toolkit, tmp_path, table_for(("person", "person")), cocktail=True)
    assert [(seat.seat, seat.turned) for seat in layout.seats] == [(0, False), (1, True)]
    assert [tile.seat for tile in layout.tiles] == [2, 3]


def test_on_a_screen_of_its_own_a_seat_has_the_only_row_upright(toolkit: Toolkit, tmp_path: Path) -> None:
    layout = layout_of(toolkit, tmp_path, table_for(("person", "person"), "speah"), cocktail=True, own=1)
    assert [(seat.seat, seat.turned) for seat in layout.seats] == [(1, False)]
    assert [tile.seat for tile in layout.tiles] == [0]


def test_where_there_are_no_two_piles_left_is_the_players_own_left_again() -> None:
    plain, wired = panel_map(SeatKeys()), turned_round(panel_map(SeatKeys()))
    for line, (seat, button) in wired.items():
        meant = turned_press(Press(seat, button, True, 5, "keyboard"))
        assert (meant.seat, meant.button) == plain[line]


def test_places_are_told_as_places_and_not_as_points() -> None:
    outcome, names = Outcome(1, "out", (2, 1, 3)), ("AMBER", "BLUE", "GREEN")
    page = result_page(outcome, names, Story(3), RunningScore(), deals=1, places=True)
    assert (page.seat, page.score, page.places) == (1, (2, 1, 3), True)
    assert find_game("speah").info.places
    assert not find_game("speed_uno").info.places
