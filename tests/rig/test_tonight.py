"""The soak's judge of a tournament that was cut off."""

import pytest

from cabinet.evening.evening import Evening
from tools.vm.tonight import faults, half_played


def test_a_journal_that_came_back_whole_or_longer_is_right() -> None:
    lines = half_played()
    for saved in range(len(lines) + 1):
        assert faults(lines[:saved], lines, ["planted-1", "planted-5"]) == []


def test_the_planted_tournament_is_in_its_middle_and_a_long_one_is_over() -> None:
    assert Evening.of(half_played()).now is not None
    assert Evening.of(half_played(60)).is_over


@pytest.mark.parametrize("cut", [0, 1, 4])
def test_a_lost_line_is_found(cut: int) -> None:
    lines = half_played()
    assert faults(lines, lines[:cut]) != []


def test_a_changed_line_a_torn_one_and_a_lost_result_are_found() -> None:
    lines = half_played()
    assert "were saved" in faults(lines, [*lines[:-1], lines[-1].replace('"winner":', '"winner": ')])[0]
    assert "line 7" in faults(lines, [*lines, '{"do":"resu'])[0].lower()
    assert faults(lines, lines, ["planted-6"]) == ["tonight: the result of planted-6 is not in the journal"]
