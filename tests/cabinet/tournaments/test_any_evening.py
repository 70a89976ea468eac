"""Whatever happens in an evening, there is a way on or an end, and its journal says the same as the evening itself.

`Night` reads the journal again after every change and compares every answer.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cabinet.tournaments.evening import Evening
from cabinet.tournaments.journal import AnyStart
from tests.cabinet.tournaments.playing import Choice, Night, act, choices, parties, queues, seen, tournaments


@pytest.mark.once
@settings(max_examples=60)
@given(tournaments(), choices(40))
def test_a_tournament_ends_with_one_champion_whatever_happens(start: AnyStart, happens: list[Choice]) -> None:
    night = Night(start)
    for choice in happens:
        act(night, choice)
    night.finish()
    if len(night.evening.names) > 1:
        assert len(night.evening.champion) == 1
    assert len(night.evening.champion) == 1 or len(night.evening.names) < 2


@settings(max_examples=60)
@given(st.one_of(queues(), parties()), choices(40))
def test_a_queue_or_a_party_has_somebody_up_while_there_are_two(start: AnyStart, happens: list[Choice]) -> None:
    night = Night(start)
    for choice in happens:
        act(night, choice)


@settings(max_examples=60)
@given(st.one_of(tournaments(8), queues(), parties()), choices(20))
def test_a_journal_cut_after_any_line_is_an_evening(start: AnyStart, happens: list[Choice]) -> None:
    night = Night(start)
    for choice in happens:
        act(night, choice)
    for length in range(1, len(night.lines) + 1):
        cut = Evening.of(night.lines[:length])
        assert cut.now is None or not cut.is_over
    assert seen(Evening.of(night.lines)) == seen(night.evening)
