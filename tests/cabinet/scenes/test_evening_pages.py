"""Every evening can be shown, whatever has happened in it, and its pages say what the evening says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.config.schema import Config
from cabinet.display.bracket.sheet import TournamentSheets
from cabinet.display.fonts import Fonts
from cabinet.display.toolkit import Toolkit
from cabinet.scenes import evening_pages as pages
from cabinet.scenes.called_pair import TournamentCall
from cabinet.screens.table_setting import TableSetting
from cabinet.screens.view_factory import theme_of
from cabinet.strings.catalogue import word
from cabinet.tournaments.journal import AnyStart, Party, Tournament
from tests.cabinet.tournaments.playing import Choice, Night, act, choices, parties, queues, tournament, tournaments

SIZE = (480, 320)


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return Toolkit(theme_of(Config()), Fonts(), SIZE)


@settings(max_examples=60)
@given(st.one_of(tournaments(), queues(), parties()), choices(25))
def test_every_evening_has_its_pages(start: AnyStart, happens: list[Choice]) -> None:
    night = Night(start)
    for choice in happens:
        act(night, choice)
    evening = night.evening
    assert pages.band(evening).heading
    assert pages.board(evening).title
    if isinstance(start, Tournament):
        page = pages.tournament_page(evening)
        assert (page.now.names if page.now is not None else None) == (evening.now.names if evening.now else None)
        assert [line.key for line in pages.result_lines(evening)] == [each.match for each in reversed(evening.results)]
        assert (pages.champion_page(evening) is not None) is evening.is_over
        assert pages.called(evening).title
    elif isinstance(start, Party):
        assert (pages.party_state(evening).winner is not None) is evening.is_over
    else:
        state = pages.queue_state(evening)
        assert {name for name in (*state.seats, *state.line) if name} == set(evening.names)


@pytest.mark.parametrize("kind", ["single", "double", "round_robin", "swiss"])
@pytest.mark.parametrize("count", [3, 6, 16])
def test_every_page_of_a_tournament_is_drawn_until_its_champion(toolkit: Toolkit, kind: str, count: int) -> None:
    night = Night(tournament(kind, count))  # type: ignore[arg-type]  # one of the four
    steps = 0
    while True:
        if steps % 7 == 0 or night.evening.is_over:
            sheets = TournamentSheets(toolkit, word, pages.tournament_page(night.evening), SIZE[1] - 40)
            for number in range(sheets.count):
                sheet = sheets.sheet(number)
                while sheet.prepare():
                    pass
                assert sheet.picture.get_size()[0] == SIZE[0]
        if night.evening.is_over:
            break
        night.seat_wins(steps % 2)
        steps += 1
    champion = pages.champion_page(night.evening)
    assert champion is not None and champion.name == night.evening.champion[0]


def test_a_second_final_takes_the_place_of_the_first() -> None:
    night = Night(tournament("double", 4))
    while night.evening.now is not None and night.up.stage not in ("final", "reset"):
        night.seat_wins(0)
    lower = night.up.stakes.index("reset")
    first = pages.tournament_page(night.evening).final
    assert first is not None and first.title == word("evening.stage.final", round=1)
    night.seat_wins(lower)  # the one who had lost once
    second = pages.tournament_page(night.evening).final
    assert second is not None and second.title == word("evening.stage.reset")
    assert second.bout.state == "now"


def test_the_call_says_who_has_to_change_sides(toolkit: Toolkit) -> None:
    night = Night(tournament("single", 4))
    for _ in range(2):
        night.seat_wins(1)
    page = TournamentCall(toolkit, TableSetting(), pages.called(night.evening)).content()
    assert [seat.moves for seat in page.seats] == [word("queue.change_sides"), ""]
    tree = pages.tournament_page(night.evening).final
    assert tree is not None and tree.bout.seats == (0, 1)


def test_names_that_play_have_the_colours_of_their_seats_in_the_tree() -> None:
    night = Night(tournament("single", 4))
    night.seat_wins(1)
    night.seat_wins(0)  # the winner of the first match sits at seat 1, and that of the second at seat 0
    final = pages.tournament_page(night.evening).final
    assert final is not None and final.bout.seats == (1, 0)
