"""How long people take: skewed times, from nothing but ``stream.random()``.

Reaction and movement times have a long right tail. The log-logistic distribution has one much like the log-normal's,
and its quantiles need square roots only, which every machine rounds alike (``log`` and ``exp`` are not promised to).
"""

import random
from math import sqrt

CUT = 0.02
"""The share cut off at either end: nobody takes a hundredth of the usual time, and no bot falls asleep."""


def steady(median_ns: int, stream: random.Random) -> int:
    """A time with a narrow spread, as a finger's way to a button: a standard deviation of about a fifth."""
    return int(median_ns * sqrt(sqrt(sqrt(_odds(stream)))))


def uneven(median_ns: int, stream: random.Random) -> int:
    """A time with a wide spread, as finding the next card: a standard deviation of about two fifths."""
    return int(median_ns * sqrt(sqrt(_odds(stream))))


def _odds(stream: random.Random) -> float:
    share = CUT + (1 - 2 * CUT) * stream.random()
    return share / (1 - share)
