"""Times have a person's spread, and are made of nothing that machines round differently."""

import random
from collections.abc import Callable
from statistics import median, quantiles

import pytest

from engine.bots import narrow, wide
from engine.chance import Chance

MEDIAN_NS = 400_000_000


class OnlyRandom(random.Random):
    """A stream of which nothing but ``random()`` may be used."""

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError("only random() is promised to reproduce")


@pytest.mark.parametrize("draw", [narrow, wide])
def test_times_are_positive_skewed_and_about_their_median(draw: Callable[[int, random.Random], int]) -> None:
    stream = OnlyRandom(7)
    drawn = [draw(MEDIAN_NS, stream) for _ in range(4000)]
    low, middle, high = (quantiles(drawn, n=20)[place] for place in (0, 9, 18))
    assert min(drawn) > 0 and median(drawn) == pytest.approx(MEDIAN_NS, rel=0.03)
    assert high - middle > 1.2 * (middle - low), "the long tail lies on the right"


def test_finding_a_card_varies_more_than_moving_a_finger() -> None:
    stream = Chance(3).stream("times")
    moves = quantiles([narrow(MEDIAN_NS, stream) for _ in range(2000)], n=10)
    seeks = quantiles([wide(MEDIAN_NS, stream) for _ in range(2000)], n=10)
    assert seeks[-1] - seeks[0] > 1.7 * (moves[-1] - moves[0])


def test_no_time_is_absurd() -> None:
    stream = Chance(4).stream("times")
    drawn = [wide(MEDIAN_NS, stream) for _ in range(5000)]
    assert min(drawn) > MEDIAN_NS / 3 and max(drawn) < 3 * MEDIAN_NS
