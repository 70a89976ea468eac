"""Every evening can be shown, whatever has happened in it, and its pages say what the evening says."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.display.bracket.sheet import TournamentSheets
from cabinet.display.toolkit import Toolkit
from cabinet.scenes import evening_pages as pages
from cabinet.scenes.called_pair import TournamentCall, WinnerStaysScene
from cabinet.screens.view_factory import TableSetting
from cabinet.strings.catalogue import word
from cabinet.tournaments.journal import AnyStart, Kind, Party, Tournament, WinnerStays
from tests.cabinet.scenes.stories import toolkit_of
from tests.cabinet.tournaments.playing import Choice, Night, act, choices, parties, queues, tournament, tournaments

SIZE = (480, 320)


@pytest.fixture(scope="module")
def toolkit() -> Toolkit:
    return toolkit_of(SIZE)


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
    said: list[str] = []
    call = TournamentCall(toolkit, TableSetting(), pages.called(night.evening), said.extend)
    call.enter(0)
    assert [seat.moves for seat in call.content().seats] == [word("queue.change_sides"), ""]
    assert said == ["say.next", "say.change_sides"]
    tree = pages.tournament_page(night.evening).final
    assert tree is not None and tree.bout.seats == (0, 1)


def test_names_that_play_have_the_colours_of_their_seats_in_the_tree() -> None:
    night = Night(tournament("single", 4))
    night.seat_wins(1)
    night.seat_wins(0)  # the winner of the first match sits at seat 1, and that of the second at seat 0
    final = pages.tournament_page(night.evening).final
    assert final is not None and final.bout.seats == (1, 0)


def test_an_expired_call_says_who_was_passed_over_how_often_and_what_that_cost(toolkit: Toolkit) -> None:
    night = Night(WinnerStays(("ANA", "BEN", "KAI", "LEO")))

    def note() -> str:
        return WinnerStaysScene(toolkit, TableSetting(), pages.queue_state(night.evening)).missed_words()

    assert note() == ""
    night.is_absent("ANA", "BEN")
    assert note() == "BEN MISSED A CALL: TO THE END OF THE LINE. ANA MISSED ONE TOO"
    night.is_absent("KAI", "LEO")
    night.is_absent("ANA")
    assert note() == "ANA MISSED 2 CALLS: OUT. LEO MISSED ONE TOO"
    night.seat_wins(0)
    assert note() == ""


def test_a_tournaments_expired_call_says_that_the_match_is_played_later(toolkit: Toolkit) -> None:
    night = Night(tournament("single", ("ANA", "BEN", "KAI", "LEO")))
    night.is_absent(night.up.names[0])
    words = TournamentCall(toolkit, TableSetting(), pages.called(night.evening)).missed_words()
    assert words.endswith("MISSED A CALL: PLAYED LATER")


def test_whoever_has_gone_is_marked_in_the_tree_whatever_became_of_the_name() -> None:
    night = Night(tournament("single", ("ANA", "BEN", "KAI", "LEO")))
    night.leaves("ANA")
    night.deleted("BEN")
    night.merged("KAI", "LEO")
    bouts = pages.tournament_page(night.evening).trees[0].columns[0]
    sides = {side.name: side.is_out for bout in bouts for side in bout.sides}
    assert sides["ANA"] and sides[word("evening.former")]
    assert [side.is_out for bout in bouts for side in bout.sides].count(True) == 3, "LEO has one place"


@pytest.mark.parametrize("kind", ["round_robin", "swiss"])
def test_one_line_below_a_table_says_what_decides_between_equals(kind: Kind) -> None:
    page = pages.tournament_page(Night(tournament(kind, 6)).evening)
    table = page.cross or page.standings
    assert table is not None and table.note
    heads = page.standings.heads if page.standings is not None else ()
    assert all(head in table.note for head in heads[1:])
