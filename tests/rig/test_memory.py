"""How much memory an evening takes: every page, and a match of every game, in virtual time, in a process of its own.

At 1280x720 here; at 800x480 in `tests/vm/test_memory.py`, in a control group as well.
"""

import pytest

from tools.bench.stretches import MOST_MB, child


@pytest.mark.once
@pytest.mark.timeout(1200)  # half a minute of processor, on a busy machine much more time
def test_an_evening_of_all_games_keeps_to_its_memory() -> None:
    size = "1280x720"
    stretches, memory = child(size, "facing", "--evening")
    assert {"Title", "Choice", "HowTo", "MatchScene", "OperatorPage", "Attract", "EveningSetup"} <= stretches.keys()
    assert 50 < memory.end <= memory.peak <= MOST_MB[size]
