"""Tuning of Python's garbage collector.

A match makes many small, short-lived values without reference cycles: reference counting frees them all. With its
default thresholds the collector scans the live objects after every few hundred allocations, which costs a tenth of
the rules' speed and now and then a frame.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

YOUNG: Final = 5_000
"""Net new objects before the collector scans the youngest generation, in 1 ms; the interpreter's default is 700."""
MIDDLE: Final = 1
"""Scans of the youngest generation before one of the middle one: of 10,000 objects at most, in 3 ms. With 20 it grew to
100,000, and the scan took 25 ms of a frame."""
IN_BULK: Final = 500_000
"""The same while matches are played in bulk: more objects than all but the longest matches make."""


def calm() -> None:
    """Exclude all existing objects from collections and raise the thresholds: after imports, whose objects stay."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, 50)


def tidy() -> None:
    """Give back the interpreter's free lists: up to 2,000 tuples of each length, which only a full collection clears.

    A full one visits every live object, a fifth of a second on a Pi. So the young ones are collected first, and all are
    frozen while the full one runs: together a few milliseconds. Afterwards all objects are in the oldest generation,
    which is collected hardly ever.
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
