"""Human durations: skewed random times, from ``stream.random()`` only.

Reaction and movement times have a long right tail. The log-logistic distribution has a tail much like the log-normal's,
and its quantiles need only square roots, which every machine rounds alike (``log`` and ``exp`` carry no such promise).
"""

import random
from math import sqrt

CUT = 0.02
"""The share cut off at either end: no time is a hundredth of the median, and none is endless."""


def narrow(median_ns: int, stream: random.Random) -> int:
    """Return a time with a narrow spread, for a finger's move to a button: a standard deviation of about a fifth."""
    return int(median_ns * sqrt(sqrt(sqrt(_odds(stream)))))


def wide(median_ns: int, stream: random.Random) -> int:
    """Return a time with a wide spread, for finding the next card: a standard deviation of about two fifths."""
    return int(median_ns * sqrt(sqrt(_odds(stream))))


def _odds(stream: random.Random) -> float:
    share = CUT + (1 - 2 * CUT) * stream.random()
    return share / (1 - share)
