"""Renaming, merging and deleting names while they stand in a queue, a tournament or a team: no result is lost.

`Night` compares the results before and after every rewriting of the journal.
"""

import pytest

from cabinet.tournaments.evening import Evening, Refused
from cabinet.tournaments.journal import JournalError, WinnerStays, deleting, merging, renaming
from tests.cabinet.tournaments.playing import Night, tournament
from tests.cabinet.tournaments.test_party import party, teams

FOUR = ("ANA", "BEN", "KAI", "LEO")


def test_another_name_takes_the_places_and_the_results() -> None:
    night = Night(tournament("single", FOUR))
    night.wins("LEO")
    night.renamed("LEO", "LIO")
    assert night.evening.results[0].winner == "LIO"
    assert night.evening.names == ("ANA", "BEN", "KAI", "LIO")
    assert "LEO" not in "".join(night.lines)


def test_a_name_that_is_in_already_is_merged_instead() -> None:
    night = Night(tournament("single", FOUR))
    with pytest.raises(Refused, match="in already"):
        night.renamed("LEO", "ANA")
    with pytest.raises(Refused, match="in already"):
        night.merged("LEO", "LEO")


def test_a_merge_into_a_name_that_is_not_in_gives_it_the_place() -> None:
    night = Night(tournament("single", FOUR))
    night.merged("LEO", "ZOE")
    assert night.up.names == ("ANA", "ZOE")


def test_of_two_places_in_a_tournament_the_one_of_the_name_that_stays_counts() -> None:
    night = Night(tournament("round_robin", FOUR))
    night.wins("LEO")
    night.merged("LEO", "ANA")
    assert night.evening.names == ("ANA", "BEN", "KAI")
    given_up = next(row for row in night.evening.standings if row.name == "ANA" and not row.is_in)
    assert (given_up.won, given_up.lost) == (1, 2)
    assert [box.by for column in night.evening.bracket[0].columns for box in column.boxes].count("walkover") == 2
    night.finish()
    assert night.evening.champion


def test_the_place_of_the_name_that_stays_counts_in_every_order() -> None:
    night = Night(WinnerStays(FOUR))
    night.merged("ANA", "LEO")
    assert (night.up.names, night.evening.next_up) == (("KAI", "BEN"), ("LEO",))
    night.comes("MIA")
    night.comes("PIA")
    night.comes("ZOE")
    night.merged("MIA", "ZOE")
    assert night.evening.next_up == ("LEO", "PIA", "ZOE")


def test_a_deleted_name_loses_what_is_open_and_the_results_of_the_others_stay() -> None:
    night = Night(tournament("single", FOUR))
    night.wins("LEO")
    night.deleted("LEO")
    assert "LEO" not in "".join(night.lines)
    assert night.evening.results[0].names == ("ANA", "")
    night.wins("KAI")
    assert night.evening.champion == ("KAI",)


def test_a_champion_who_is_deleted_stays_champion_without_a_name() -> None:
    night = Night(tournament("round_robin", FOUR[:3]))
    night.finish()
    champion = night.evening.champion[0] if night.evening.champion else ""
    night.deleted(champion)
    assert night.evening.champion == ("",)


def test_a_walkover_stands_when_its_winner_is_deleted_too() -> None:
    night = Night(tournament("single", FOUR))
    night.leaves("ANA")
    night.wins("KAI")
    night.wins("LEO")
    night.deleted("LEO")
    night.deleted("ANA")
    assert [line.winner for line in night.evening.results] == ["KAI", ""]
    assert night.evening.champion == ("",)


def test_in_a_queue_the_others_keep_their_order() -> None:
    night = Night(WinnerStays((*FOUR, "MIA", "ZOE")))
    night.wins("ANA")
    assert list(night.evening.next_up) == ["LEO", "MIA", "ZOE", "BEN"]
    night.merged("MIA", "BEN")
    assert list(night.evening.next_up) == ["LEO", "ZOE", "BEN"]
    night.deleted("ANA")
    assert list(night.evening.next_up) == ["ZOE", "BEN"]
    assert night.up.names == ("LEO", "KAI")
    assert night.evening.seat_holder is None


def test_wins_of_merged_places_in_a_queue_are_added_up() -> None:
    night = Night(WinnerStays(FOUR))
    night.wins("ANA")
    night.wins("KAI")
    night.merged("KAI", "ANA")
    assert {row.name: row.won for row in night.evening.standings}["ANA"] == 2
    assert night.evening.progress.number == 3


def test_in_a_team_the_score_stays() -> None:
    night = party(("ANA", "BEN"), ("KAI", "LEO"))
    night.wins("KAI")
    night.deleted("KAI")
    assert teams(night) == ((("BEN", "ANA"), 0), (("LEO",), 1))


def test_a_name_may_come_again_after_it_was_deleted() -> None:
    night = Night(WinnerStays(FOUR))
    night.wins("ANA")
    night.deleted("ANA")
    night.comes("ANA")
    assert night.evening.next_up[-1] == "ANA"
    assert {row.name: row.won for row in night.evening.standings}["ANA"] == 0


@pytest.mark.parametrize("rewrite", [renaming("ANA", "ZOE"), merging("ANA", "ZOE"), deleting("ANA")])
def test_a_line_without_the_name_is_not_touched(rewrite: object) -> None:
    assert callable(rewrite)
    for line in ('{"do":"left","entrant":0}', '{"do":"joined","entrant":4,"name":"BEN"}', "no JSON"):
        assert rewrite(line) == line


def test_a_later_versions_line_is_rewritten_as_well() -> None:
    assert renaming("ANA", "ZOE")('{"do":"league","names":["ANA"],"x":1}') == (
        '{"do":"league","names":["ZOE"],"x":1,"merged":[0]}'
    )


def test_a_damaged_line_with_the_name_is_not_passed_over() -> None:
    with pytest.raises(JournalError):
        deleting("ANA")('{"do":"joined","name":"ANA"')


def test_the_rewritten_journal_is_the_evening() -> None:
    night = Night(tournament("double", FOUR))
    night.wins("LEO")
    change = night.evening.merge("LEO", "ANA")
    lines = [*map(merging("LEO", "ANA"), night.lines), *change.lines]
    assert Evening.of(lines).standings == change.evening.standings
