"""How much memory an evening takes: every page, and a match of every game, in virtual time, in a process of its own."""

import pytest

from tools.bench.stretches import MOST_MB, child


@pytest.mark.once
@pytest.mark.timeout(1200)  # half a minute of processor, on a busy machine much more time
@pytest.mark.parametrize("size", MOST_MB)
def test_an_evening_of_all_games_keeps_to_its_memory(size: str) -> None:
    stretches, memory = child(size, "facing", "--evening")
    assert {"Title", "Choice", "HowTo", "MatchScene", "OperatorPage", "Attract", "EveningSetup"} <= stretches.keys()
    assert 50 < memory.end <= memory.peak <= MOST_MB[size]
