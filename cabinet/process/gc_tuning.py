"""Tuning of Python's garbage collector.

A match makes many small, short-lived values without reference cycles: reference counting frees them all. With its
default thresholds the collector scans the live objects after every few hundred allocations, which costs a tenth of
the rules' speed and now and then a frame.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

YOUNG: Final = 1_000
"""Net new objects before the collector scans the youngest generation, in 0.2 ms; the interpreter's default is 700. With
5,000 the scans of a page that came took 4 to 7 ms of its stretch (`tools.bench.stretches`), and no less in all."""
MIDDLE: Final = 0
"""Scans of the youngest generation alone, but for one, before the middle one is scanned with it: 0 is each second time,
2,000 objects in 0.3 ms. With 20 the middle one grew to 100,000, and the scan took 25 ms of a frame."""
OLD: Final = 400
"""Scans of the middle generation before one of everything, in 60 ms: an hour of play makes 200, and each match begins
with `tidy`, after which they are counted anew. So none is made while people play."""
IN_BULK: Final = 500_000
"""The same while matches are played in bulk: more objects than all but the longest matches make."""


def calm() -> None:
    """Exclude all existing objects from collections and raise the thresholds: after imports, whose objects stay."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def tidy() -> None:
    """Give back the interpreter's free lists: up to 2,000 tuples of each length, which only a full collection clears.

    A full one visits every live object, a fifth of a second on a Pi. So the young ones are collected first, and all are
    frozen while the full one runs: together a millisecond. Afterwards all objects are in the oldest generation, and a
    collection of that is as far away as it can be (`OLD`).
    """
    gc.collect(1)
    gc.freeze()
    gc.collect()
    gc.unfreeze()


@contextmanager
def in_bulk() -> Iterator[None]:
    """Raise the threshold to `IN_BULK` while matches are played one after the other.

    A scan of half a million objects would take several frames, but bulk play draws none; most matches are over and
    freed before there are so many objects.
    """
    before = gc.get_threshold()
    gc.set_threshold(IN_BULK, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


@contextmanager
def importing() -> Iterator[None]:
    """Keep the collector from modules while they are imported and ever after: their objects stay.

    Without this it scans what has been imported again and again: a tenth of the time to the first frame.
    """
    with in_bulk():
        yield
        gc.freeze()  # before the threshold falls, which would begin a scan of them all
