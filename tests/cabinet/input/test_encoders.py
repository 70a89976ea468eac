"""Two encoders, one a seat, through the whole input: who is earlier for certain wins, and neither seat gains."""

import random

import pytest

from cabinet.certify.race import Starter
from cabinet.certify.rigs import EncoderRig, race, train
from hardware.clock import MS, FakeClock
from tools.bench.encoders import HOLD_US, PAIRS_MS, wins


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
