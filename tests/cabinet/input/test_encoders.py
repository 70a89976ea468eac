"""Two encoders, one a seat, through the whole input: who is earlier for certain wins, and neither seat gains."""

import random
from collections.abc import Sequence
from typing import Final

import pytest

from cabinet.certify.race import Starter
from cabinet.certify.rigs import EncoderRig, race, train
from hardware.clock import MS, FakeClock
from hardware.evdev.kernel import duration_of
from tools.vm.encoders import PAIRS_MS, Wins

HOLD_US: Final = 40_000


def wins(starter: Starter, intervals_ms: Sequence[int], lead_ms: float, races: int, seed: int) -> Wins:
    """Race so often with one seat ahead by the lead, each seat as often.

    Each encoder answers at a moment of its own phase, and says then how its contacts are.
    """
    chance = random.Random(seed)
    intervals_ns = [duration_of(f"{ms}ms") for ms in intervals_ms]
    rig, count = EncoderRig(FakeClock(10_000 * MS), intervals_ns, chance), Wins()
    for number in range(races):
        first, begin = number % 2, rig.clock() + chance.randrange(12 * MS, 24 * MS)
        trains = {first: train(first, begin, (HOLD_US,))}
        trains[1 - first] = train(1 - first, begin + round(lead_ms * MS), (HOLD_US,))
        result = race(rig, starter, chance.randrange(1 << 30), trains)
        winner, drawn = result.winner.seat, result.winner.dead_heat
        count = Wins(
            count.races + 1,
            count.earlier + (winner == first),
            count.wrong + (winner != first and not drawn),
            count.seat_0 + (winner == 0),
        )
    rig.close()
    return count


@pytest.fixture(scope="module")
def starter() -> Starter:
    return Starter()


@pytest.mark.parametrize("pair", PAIRS_MS)
def test_presses_at_once_are_half_and_half_whatever_the_encoders_are(pair: tuple[int, int], starter: Starter) -> None:
    count = wins(starter, pair, 0, 100, seed=1)
    assert abs(count.bias) < 3


@pytest.mark.parametrize("pair", PAIRS_MS)
def test_no_race_that_is_certain_is_lost_by_the_earlier_press(pair: tuple[int, int], starter: Starter) -> None:
    for lead_ms in (0.5, 5):
        assert not wins(starter, pair, lead_ms, 30, seed=2).wrong


@pytest.mark.parametrize("pair", PAIRS_MS)
def test_a_lead_of_both_intervals_and_a_frame_always_wins(pair: tuple[int, int], starter: Starter) -> None:
    count = wins(starter, pair, sum(pair) + 1, 20, seed=3)
    assert count.earlier == count.races


def test_a_race_against_a_device_of_unknown_interval_is_not_judged(starter: Starter) -> None:
    rig = EncoderRig(FakeClock(10_000 * MS), (None, MS), random.Random(4))
    begin = rig.clock() + 12 * MS
    result = race(rig, starter, 1, {1: train(1, begin, (HOLD_US,)), 0: train(0, begin + 5 * MS, (HOLD_US,))})
    assert not result.is_judged
    assert result.winner.dead_heat
